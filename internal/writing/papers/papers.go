// Package papers reads papers and notes into documents: JSON of S2ORC, plain
// text, Markdown, HTML and PDF, split into paragraphs with title and authors.
//
// Files are untrusted: whatever is in them, Read returns complete documents or
// an error, within limits of time and memory.
package papers

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"adhere"
	"adhere/internal/lazyregexp"
	"adhere/internal/writing"
)

// The bounds of what is read.
const (
	MostBytes      = 64 << 20 // of one file
	mostParagraphs = 20_000   // of one document
	mostDocuments  = 10_000   // of one file
	longest        = 4000     // bytes of one paragraph; what is longer is cut between words
	longestName    = 300      // characters of a title or an author's name
)

// Extensions returns the endings of the files that Read knows.
func Extensions() []string {
	return []string{".json", ".jsonl", ".txt", ".text", ".md", ".markdown", ".html", ".htm", ".pdf"}
}

// Read reads the file of that name, by its ending. Only JSON can hold more
// than one document. The error's code is Invalid; its message names the file.
func Read(name string, data []byte) ([]writing.Document, error) {
	name = strings.ToValidUTF8(filepath.Base(name), "\ufffd")
	if len(data) > MostBytes {
		return nil, bad(name, fmt.Sprintf("holds %d MB, at most %d are read", len(data)>>20, MostBytes>>20), "split it")
	}
	docs, err := read(name, data)
	if err != nil {
		return nil, err
	}
	for i := range docs {
		if err := finish(&docs[i], name, len(data), i, len(docs)); err != nil {
			return nil, err
		}
	}
	return docs, nil
}

func read(name string, data []byte) ([]writing.Document, error) {
	ending := strings.ToLower(path.Ext(name))
	if ending == ".pdf" {
		return one(readPDF(name, data))
	}
	if !utf8.Valid(data) {
		return nil, bad(name, "is not valid UTF-8", "convert it to UTF-8")
	}
	text := strings.TrimPrefix(string(data), "\ufeff")
	switch ending {
	case ".json", ".jsonl":
		return readJSON(name, text)
	case ".txt", ".text":
		return one(readText(text), nil)
	case ".md", ".markdown":
		return one(readMarkdown(text), nil)
	case ".html", ".htm":
		return one(readHTML(name, text))
	default:
		return nil, bad(name, "has the ending "+ending+", which is not known", "known are "+strings.Join(Extensions(), ", "))
	}
}

func one(d writing.Document, err error) ([]writing.Document, error) {
	return []writing.Document{d}, err
}

func bad(name, what, hint string) error {
	return &adhere.Error{Code: adhere.Invalid, Message: name + " " + what, Hint: hint}
}

// finish fills in what every document has, and refuses one without text.
func finish(d *writing.Document, name string, size, i, n int) error {
	d.Source, d.Bytes = name, size
	stem := strings.TrimSuffix(name, path.Ext(name))
	if d.ID == "" {
		d.ID = stem
		if n > 1 {
			d.ID = fmt.Sprintf("%s-%d", stem, i+1)
		}
	}
	d.ID = slug(d.ID)
	if d.ID == "" {
		return bad(name, "has no name that a document could have", "name it with letters or digits")
	}
	if d.Title = shorten(d.Title); d.Title == "" {
		d.Title = stem
	}
	var authors []string
	for _, a := range d.Authors {
		if a = shorten(a); a != "" {
			authors = append(authors, a)
		}
	}
	d.Authors = authors
	d.Paragraphs = tidy(withoutReferences(d))
	switch {
	case len(d.Paragraphs) == 0:
		return bad(name, "holds no text", "a scanned paper needs text recognition first")
	case len(d.Paragraphs) > mostParagraphs:
		return bad(name, fmt.Sprintf("holds more than %d paragraphs", mostParagraphs), "split it")
	}
	return nil
}

var notSlug = lazyregexp.New(`[^\p{L}\p{N}._-]+`)

// slug makes an ID of what a document is called.
func slug(s string) string {
	s = strings.Trim(notSlug.ReplaceAllString(s, "-"), "-.")
	if r := []rune(s); len(r) > 100 {
		s = string(r[:100])
	}
	return s
}

// shorten makes one line of a name.
func shorten(s string) string {
	s = clean(s)
	if r := []rune(s); len(r) > longestName {
		s = string(r[:longestName-1]) + "…"
	}
	return s
}

// ligatures are two or three letters drawn as one.
var ligatures = strings.NewReplacer("\ufb00", "ff", "\ufb01", "fi", "\ufb02", "fl", "\ufb03", "ffi", "\ufb04", "ffl", "\ufb05", "st", "\ufb06", "st")

// clean puts one space where there is any, writes ligatures as the letters that
// people search for, and drops what is no character.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r) || r == utf8.RuneError || r == '\u00ad': // the soft hyphen
			return -1
		}
		return r
	}, ligatures.Replace(s))
	return strings.Join(strings.Fields(s), " ")
}

// tidy cleans paragraphs, cuts long ones and drops those without a letter or
// digit.
func tidy(in []writing.Paragraph) []writing.Paragraph {
	var out []writing.Paragraph
	for _, p := range in {
		section := shorten(p.Section)
		for text := clean(p.Text); text != ""; {
			part := text[:cut(text)]
			text = strings.TrimSpace(text[len(part):])
			if strings.ContainsFunc(part, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
				out = append(out, writing.Paragraph{Section: section, Text: strings.TrimSpace(part), Cites: p.Cites})
			}
		}
	}
	return out
}

// cut returns where a paragraph ends: after a sentence if one ends in the
// second half, else between words, else between characters.
func cut(text string) int {
	if len(text) <= longest {
		return len(text)
	}
	head := text[:longest]
	for _, mark := range []string{". ", "。", " "} {
		if i := strings.LastIndex(head, mark); i > longest/2 {
			return i + len(mark)
		}
	}
	n := longest
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return n
}
