package training

import (
	"cmp"
	"fmt"
	"io"
	"strings"
)

// A Page is a card of training data for people, with the front matter by which
// hubs find its files.
type Page struct {
	Title string
	Files []File
	Facts string // one line of counts
	Lists []List
	Last  string // one line at the end
}

// A File is KIND.jsonl beside the page.
type File struct {
	Kind  string
	Count Count
	Shape string // which trainers read it; empty for that of the kind
}

// A List is a section of the page; one without lines is left out.
type List struct {
	Title string
	Lines []string
	Code  bool   // the lines are names
	Empty string // what stands for an empty line
}

func shapeOf(kind string) string {
	if kind == KindPreferences {
		return "`prompt`, `chosen`, `rejected`, each a list of messages: the conversational shape of preference trainers"
	}
	return "`messages`: the conversational shape of supervised trainers"
}

// WriteMarkdown writes the page.
func (p *Page) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString("---\nlicense: other\nconfigs:\n")
	for _, f := range p.Files {
		if f.Count.Kept == 0 { // hubs cannot load it
			continue
		}
		fmt.Fprintf(&b, "- config_name: %s\n  data_files: %s.jsonl\n", f.Kind, f.Kind)
	}
	fmt.Fprintf(&b, "---\n# %s\n\n| file | examples | duplicates | contradicted | shape |\n| --- | --- | --- | --- | --- |\n", p.Title)
	for _, f := range p.Files {
		f.Shape = cmp.Or(f.Shape, shapeOf(f.Kind))
		fmt.Fprintf(&b, "| %s.jsonl | %d | %d | %d | %s |\n", f.Kind, f.Count.Kept, f.Count.Duplicates, f.Count.Contradicted, f.Shape)
	}
	fmt.Fprintf(&b, "\n%s\n", p.Facts)
	for _, l := range p.Lists {
		l.write(&b)
	}
	fmt.Fprintf(&b, "\n%s\n", p.Last)
	_, err := io.WriteString(w, b.String())
	return err
}

func (l *List) write(b *strings.Builder) {
	if len(l.Lines) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## %s\n\n", l.Title)
	for _, line := range l.Lines {
		line = strings.Join(strings.Fields(line), " ")
		switch {
		case line == "":
			line = l.Empty
		case l.Code:
			line = "`" + strings.ReplaceAll(line, "`", "'") + "`"
		}
		fmt.Fprintf(b, "- %s\n", line)
	}
}
