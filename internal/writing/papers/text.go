package papers

import (
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/internal/writing"
)

// readText cuts plain text at empty lines. A short first paragraph of one line
// is the title; a line "Authors: …" or "By …" after it names who wrote it.
func readText(text string) writing.Document {
	var d writing.Document
	for i, block := range blocks(text) {
		line := !strings.Contains(block, "\n")
		switch {
		case i == 0 && titleLine(block):
			d.Title = block
		case i <= 1 && len(d.Authors) == 0 && line && authorLine.MatchString(block):
			d.Authors = names(authorLine.ReplaceAllString(block, ""))
		default:
			d.Paragraphs = append(d.Paragraphs, writing.Paragraph{Text: block})
		}
	}
	if len(d.Paragraphs) == 0 && d.Title != "" { // a note of one line
		d.Paragraphs = []writing.Paragraph{{Text: d.Title}}
	}
	return d
}

var (
	authorLine = lazyregexp.New(`^(?i:authors?\s*:|by\s)\s*`)
	emptyLine  = lazyregexp.New(`\n[ \t\f]*\n\s*`)
	between    = lazyregexp.New(`\s*(?:;|,|\band\b|&)\s*`)
)

func blocks(text string) []string {
	var all []string
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	for _, b := range emptyLine.Split(text, -1) {
		if b = strings.TrimSpace(b); b != "" {
			all = append(all, b)
		}
	}
	return all
}

// names parts a list of people. Names after semicolons may hold commas.
func names(list string) []string {
	if strings.Contains(list, ";") {
		return strings.Split(list, ";")
	}
	return between.Split(list, -1)
}

// frontMatter reads the lines between --- at the start and returns the rest.
func frontMatter(text string, d *writing.Document) string {
	if !strings.HasPrefix(text, "---\n") {
		return text
	}
	head, rest, ok := strings.Cut(text[4:], "\n---")
	if !ok {
		return text
	}
	for line := range strings.SplitSeq(head, "\n") {
		key, value, _ := strings.Cut(line, ":")
		value = strings.Trim(strings.TrimSpace(value), `"'[]`)
		switch strings.ToLower(strings.TrimSpace(key)) {
		case "title":
			d.Title = value
		case "author", "authors":
			d.Authors = names(value)
		}
	}
	return rest
}
