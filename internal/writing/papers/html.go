package papers

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"adhere/internal/writing"
)

const (
	deepest  = 500      // how far elements may lie within each other
	longTags = 16 << 20 // bytes of a tag, with the images in it, or of a text
)

// readHTML takes the paragraphs, list items, quotations and cells of a page,
// with the headings they stand under.
func readHTML(name, text string) (writing.Document, error) {
	w := &page{}
	z := html.NewTokenizer(strings.NewReader(text))
	z.SetMaxBuf(longTags)
	w.read(z)
	switch {
	case !errors.Is(z.Err(), io.EOF):
		return w.doc, bad(name, fmt.Sprintf("has an element of more than %d MB", longTags>>20), "save it as text")
	case w.depth > deepest:
		return w.doc, bad(name, "has elements too deep within each other", "save it as text")
	}
	return w.doc, nil
}

// A page is an HTML file being read, token by token: no tree is built, so
// that no nesting can exhaust memory.
type page struct {
	doc     writing.Document
	section string
	text    strings.Builder
	kind    atom.Atom // of the block being read; 0 where it is a paragraph
	skip    int       // how many elements deep within one that says nothing
	depth   int
}

func (w *page) read(z *html.Tokenizer) {
	for {
		switch z.Next() {
		case html.ErrorToken:
			w.flush()
			return
		case html.TextToken:
			if w.skip == 0 {
				w.text.Write(z.Text())
			}
		case html.StartTagToken:
			w.start(z, true)
		case html.SelfClosingTagToken:
			w.start(z, false)
		case html.EndTagToken:
			tag, _ := z.TagName()
			w.end(atom.Lookup(tag))
		case html.CommentToken, html.DoctypeToken:
		}
	}
}

func (w *page) start(z *html.Tokenizer, opens bool) {
	tag, more := z.TagName()
	a := atom.Lookup(tag)
	if a == atom.Meta && more {
		w.meta(z)
	}
	switch {
	case silent(a):
		if opens {
			w.skip++
			w.depth = max(w.depth, w.skip)
		}
	case w.skip > 0:
	case a == atom.Title || isHeading(a):
		w.flush()
		w.kind = a
	case isBlock(a):
		w.flush()
	case a == atom.Br:
		w.text.WriteByte('\n')
	}
}

func (w *page) end(a atom.Atom) {
	switch {
	case silent(a):
		w.skip = max(w.skip-1, 0)
	case w.skip == 0 && (isBlock(a) || isHeading(a) || a == atom.Title):
		w.flush()
	}
}

// flush ends the block that is being read.
func (w *page) flush() {
	text := strings.ToValidUTF8(w.text.String(), "")
	kind := w.kind
	w.text.Reset()
	w.kind = 0
	if strings.TrimSpace(text) == "" {
		return
	}
	switch {
	case kind == atom.Title || kind == atom.H1 && w.doc.Title == "":
		w.doc.Title = cmp.Or(w.doc.Title, text)
	case isHeading(kind):
		w.section = text
	default:
		w.doc.Paragraphs = append(w.doc.Paragraphs, writing.Paragraph{Section: w.section, Text: text})
	}
}

// meta reads what publishers put into a paper's head.
func (w *page) meta(z *html.Tokenizer) {
	var name, content string
	for more := true; more; {
		var key, value []byte
		key, value, more = z.TagAttr()
		switch string(key) {
		case "name":
			name = strings.ToLower(string(value))
		case "content":
			content = string(value)
		}
	}
	switch name {
	case "citation_title", "dc.title":
		w.doc.Title = content
	case "citation_author", "author", "dc.creator":
		if len(w.doc.Authors) < 1000 {
			w.doc.Authors = append(w.doc.Authors, content)
		}
	}
}

// silent elements hold nothing to read.
func silent(a atom.Atom) bool {
	return slices.Contains([]atom.Atom{
		atom.Script, atom.Style, atom.Nav, atom.Noscript, atom.Template, atom.Svg, atom.Button, atom.Form, atom.Footer, atom.Iframe,
	}, a)
}

func isHeading(a atom.Atom) bool {
	return slices.Contains([]atom.Atom{
		atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6,
	}, a)
}

func isBlock(a atom.Atom) bool {
	return slices.Contains([]atom.Atom{
		atom.P, atom.Li, atom.Blockquote, atom.Pre, atom.Td, atom.Th, atom.Dd, atom.Dt, atom.Div, atom.Section, atom.Article,
		atom.Main, atom.Header, atom.Aside, atom.Ul, atom.Ol, atom.Table, atom.Tr, atom.Figcaption, atom.Hr, atom.Body, atom.Head,
	}, a)
}
