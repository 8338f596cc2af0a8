package refine

import (
	"fmt"
	"io"
	"strings"
)

// The kinds of training data, which are also the names of their files.
const (
	KindCritic      = "critic"
	KindPreferences = "preferences"
	KindSupervised  = "supervised"
)

// Kinds lists the kinds of training data in the order of a card.
func Kinds() []string { return []string{KindCritic, KindPreferences, KindSupervised} }

// Count returns the counts of one kind.
func (c *Card) Count(kind string) Count {
	switch kind {
	case KindCritic:
		return c.Critic
	case KindPreferences:
		return c.Preferences
	case KindSupervised:
		return c.Supervised
	default:
		return Count{}
	}
}

// shapeOf says which trainers read a kind.
func shapeOf(kind string) string {
	return map[string]string{
		KindCritic:      "`messages` for supervised training of a critic, beside `instruction`, `constraint`, `response`, `reasoning`, `label`",
		KindPreferences: "`prompt`, `chosen`, `rejected`, each a list of messages: the conversational shape of preference trainers",
		KindSupervised:  "`messages`: the conversational shape of supervised trainers",
	}[kind]
}

// WriteMarkdown writes the card as a page for people, with the front matter by
// which hubs find the files of the given kinds, KIND.jsonl beside it.
func (c *Card) WriteMarkdown(w io.Writer, kinds []string) error {
	var b strings.Builder
	b.WriteString("---\nlicense: other\nconfigs:\n")
	for _, k := range kinds {
		fmt.Fprintf(&b, "- config_name: %s\n  data_files: %s.jsonl\n", k, k)
	}
	b.WriteString("---\n# Training data from refined answers\n\n| file | examples | duplicates | contradicted | shape |\n| --- | --- | --- | --- | --- |\n")
	for _, k := range kinds {
		n := c.Count(k)
		fmt.Fprintf(&b, "| %s.jsonl | %d | %d | %d | %s |\n", k, n.Kept, n.Duplicates, n.Contradicted, shapeOf(k))
	}
	fmt.Fprintf(&b, "\nRefinements: %d. Instructions: %d. Attempts: %d. Undecided verdicts: %d.\n", c.Traces, c.Instructions, c.Attempts, c.Undecided)
	for _, part := range []struct {
		title string
		lines []string
		code  bool
	}{
		{"Sources", c.Sources, true},
		{"Data sets", c.Datasets, true},
		{"Strategies", c.Strategies, true},
		{"Models that answered", c.Models, true},
		{"Whose verdicts", c.Critics, true},
		{"Filters", c.Filters, false},
		{"Licence", c.Licence, false},
	} {
		writeList(&b, part.title, part.lines, part.code)
	}
	fmt.Fprintf(&b, "\nThe wording of the critic's examples has the hash %s.\n", c.Prompts)
	_, err := io.WriteString(w, b.String())
	return err
}

func writeList(b *strings.Builder, title string, lines []string, code bool) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## %s\n\n", title)
	for _, line := range lines {
		line = oneLine(line)
		switch {
		case line == "":
			line = "prompts of no data set"
		case code:
			line = "`" + strings.ReplaceAll(line, "`", "'") + "`"
		}
		fmt.Fprintf(b, "- %s\n", line)
	}
}
