package papers

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	gmtext "github.com/yuin/goldmark/text"

	"adhere/internal/lazyregexp"
	"adhere/internal/writing"
)

// leastUnit is how many characters a paragraph has at least, where there is
// another that it can be joined to: less is a scrap that nobody can cite.
const leastUnit = 40

// longEntry is from how many bytes on, in the mean, the entries of a list are
// units of their own.
const longEntry = 200

// readMarkdown cuts Markdown by its structure. A unit is a paragraph, a list
// with the line that leads to it, a table, a quotation or a block of code.
// Headings are the context of what stands under them and never units; the
// first is the title, unless a front matter has one. Lists of references are
// left out, and what stands there twice is there once.
func readMarkdown(source string) writing.Document {
	w := &outline{seen: map[string]bool{}}
	source = frontMatter(strings.ReplaceAll(source, "\r\n", "\n"), &w.doc)
	w.source = []byte(source)
	root := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough)).Parser().Parse(gmtext.NewReader(w.source))
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		w.block(n)
	}
	w.doc.Paragraphs = joined(w.doc.Paragraphs)
	return w.doc
}

// An outline is a document in the making.
type outline struct {
	doc      writing.Document
	source   []byte
	sections []section // the headings that what comes next stands under
	skip     int       // the level of the list of references that is being read; 0 outside
	lead     bool      // the last unit leads to what comes next: it ends in a colon
	seen     map[string]bool
}

type section struct {
	level int
	title string
}

func (w *outline) block(n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading:
		w.heading(n.Level, w.inline(n))
	case *ast.Paragraph, *ast.TextBlock:
		whole := w.inline(n)
		if first := n.PreviousSibling() == nil; first && w.doc.Title == "" && n.NextSibling() != nil && titleLine(whole) {
			w.doc.Title = whole
			return
		}
		if level, ok := headingLine(n, whole); ok {
			w.heading(level, whole)
			return
		}
		w.unit(whole)
	case *ast.List:
		w.list(n)
	case *ast.Blockquote:
		w.unit(w.within(n))
	case *east.Table:
		w.unit(w.table(n))
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		w.unit(string(n.Lines().Value(w.source)))
	case *ast.HTMLBlock:
		w.unit(tags.ReplaceAllString(string(n.Lines().Value(w.source)), " "))
	}
}

var tags = lazyregexp.New(`(?s)<!--.*?-->|<[^>]*>`)

// list adds a list as one unit. Where entries are as long as paragraphs each
// is one, as in a list of references.
func (w *outline) list(n ast.Node) {
	if whole := w.within(n); w.skip == 0 && len(whole) < longEntry*n.ChildCount() {
		w.unit(whole)
		return
	}
	w.lead = false
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.unit(w.within(c))
	}
}

// within returns the text of a list or quotation, its parts on lines.
func (w *outline) within(n ast.Node) string {
	var parts []string
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Paragraph, *ast.TextBlock, *ast.Heading:
			parts = append(parts, w.inline(c))
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			parts = append(parts, string(c.Lines().Value(w.source)))
		case *east.Table:
			parts = append(parts, w.table(c))
		default:
			if c.Type() == ast.TypeBlock {
				parts = append(parts, w.within(c))
			}
		}
	}
	return strings.Join(parts, "\n")
}

// table returns a table's text, rows on lines.
func (w *outline) table(n ast.Node) string {
	var rows []string
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		var cells []string
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			if t := strings.TrimSpace(w.inline(cell)); t != "" {
				cells = append(cells, t)
			}
		}
		rows = append(rows, strings.Join(cells, " | "))
	}
	return strings.Join(rows, "\n")
}

// inline returns the words of a paragraph, without marks and addresses.
func (w *outline) inline(n ast.Node) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			b.Write(n.Segment.Value(w.source))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte('\n')
			}
		case *ast.String:
			b.Write(n.Value)
		case *ast.AutoLink:
			b.Write(n.Label(w.source))
		}
		return ast.WalkContinue, nil
	})
	return escapes.ReplaceAllString(b.String(), "$1")
}

var escapes = lazyregexp.New("\\\\([!-/:-@\\[-`{-~])")

var (
	numbered = lazyregexp.New(`^(?:\d{1,2}(?:\.\d{1,2})*|[A-Z](?:\.\d{1,2})*)\.?\s+\p{Lu}[^.!?:;]{2,70}$`)
	known    = lazyregexp.New(`^(?i:abstract|introduction|related work|background|methods?|results|discussion|conclusions?|limitations|acknowledge?ments?|appendix|ethics statement)$`)
)

// headingLine reports whether a paragraph is a heading that was not marked as
// one: a line in bold, a numbered title, or a word that papers head sections
// with.
func headingLine(n ast.Node, whole string) (level int, ok bool) {
	whole = strings.TrimSpace(whole)
	if strings.Contains(whole, "\n") || utf8.RuneCountInString(whole) > 80 || whole == "" {
		return 0, false
	}
	if e, is := n.FirstChild().(*ast.Emphasis); is && e.Level == 2 && n.ChildCount() == 1 && !strings.ContainsAny(whole[len(whole)-1:], ".!?:") {
		return 6, true
	}
	return 2, headingText(whole)
}

// headingText reports whether a line reads as headings of papers do.
func headingText(s string) bool {
	return numbered.MatchString(s) || known.MatchString(s) || ofReferences.MatchString(s)
}

// titleLine reports whether a first paragraph is a title, as that of plain text
// is.
func titleLine(s string) bool {
	return !strings.Contains(s, "\n") && len(s) < 200 && !strings.HasSuffix(s, ".") && !strings.HasSuffix(s, "。")
}

func (w *outline) heading(level int, title string) {
	title = strings.Join(strings.Fields(title), " ")
	w.lead = false
	if title == "" || w.skip > 0 && level > w.skip {
		return
	}
	w.skip = 0
	for n := len(w.sections); n > 0 && w.sections[n-1].level >= level; n-- {
		w.sections = w.sections[:n-1]
	}
	switch {
	case ofReferences.MatchString(title):
		w.skip = level
	case w.doc.Title == "" && len(w.doc.Paragraphs) == 0 && !known.MatchString(title):
		w.doc.Title = title
	default:
		w.sections = append(w.sections, section{level, title})
	}
}

// context is the headings that a unit stands under, from the widest.
func (w *outline) context() string {
	var titles []string
	for i, s := range w.sections {
		if s.level > 1 || i == len(w.sections)-1 { // one that holds all the others says little
			titles = append(titles, s.title)
		}
	}
	return strings.Join(titles, " › ")
}

// unit adds a unit, or joins it to the one that leads to it.
func (w *outline) unit(whole string) {
	whole = strings.TrimSpace(whole)
	key := strings.Join(strings.FieldsFunc(strings.ToLower(whole), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }), " ")
	if w.skip > 0 && key != "" {
		w.doc.References = append(w.doc.References, clean(whole))
	}
	if key == "" || w.skip > 0 || w.seen[key] {
		return
	}
	w.seen[key] = true
	if last := len(w.doc.Paragraphs) - 1; w.lead && last >= 0 && len(w.doc.Paragraphs[last].Text)+len(whole) < longest {
		w.doc.Paragraphs[last].Text += "\n" + whole
	} else {
		w.doc.Paragraphs = append(w.doc.Paragraphs, writing.Paragraph{Section: w.context(), Text: whole})
	}
	w.lead = strings.HasSuffix(whole, ":")
}

// sentence reports whether a text ends as sentences do: it then says something
// by itself, under its own heading.
func sentence(s string) bool {
	last, _ := utf8.DecodeLastRuneInString(s)
	return strings.ContainsRune(".!?。！？", last)
}

func scrap(s string) bool { return utf8.RuneCountInString(clean(s)) < leastUnit }

// joined puts scraps to their neighbours: to the one before under the same
// heading, to the next, else to the one before with their heading.
func joined(in []writing.Paragraph) []writing.Paragraph {
	var out []writing.Paragraph
	carried := -1 // a scrap in out that waits for the next
	for _, p := range in {
		n := len(out)
		switch {
		case n > 0 && out[n-1].Section == p.Section && (carried == n-1 || scrap(p.Text)) && !scrap(out[n-1].Text+" "+p.Text):
			out[n-1].Text += "\n" + p.Text
		case n > 1 && carried == n-1 && out[n-1].Section != p.Section && !scrap(out[n-2].Text) && !sentence(out[n-1].Text):
			out[n-2].Text += "\n" + headed(out[n-1])
			out[n-1] = p
		default:
			out = append(out, p)
		}
		carried = -1
		if scrap(out[len(out)-1].Text) {
			carried = len(out) - 1
		}
	}
	if n := len(out); n > 1 && carried == n-1 && !scrap(out[n-2].Text) && !sentence(out[n-1].Text) {
		out[n-2].Text += "\n" + headed(out[n-1])
		out = out[:n-1]
	}
	return out
}

func headed(p writing.Paragraph) string {
	if p.Section == "" {
		return p.Text
	}
	return p.Section + ": " + p.Text
}
