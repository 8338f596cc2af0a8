package papers

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"adhere/internal/writing"
)

// readJSON reads one document or one a line, each in a shape of S2ORC (a
// parsed PDF, its older form, or text with marked spans) or in our own.
func readJSON(name, text string) ([]writing.Document, error) {
	var docs []writing.Document
	decoder := json.NewDecoder(strings.NewReader(text))
	for {
		var raw json.RawMessage
		err := decoder.Decode(&raw)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, bad(name, fmt.Sprintf("is broken JSON in document %d, byte %d", len(docs)+1, decoder.InputOffset()), "have it written anew; nothing of it was read")
		}
		d, err := readPaper(raw)
		if err != nil {
			return nil, bad(name, fmt.Sprintf("is not understood in document %d: %v", len(docs)+1, err), "S2ORC has paper_id, title, and pdf_parse, body_text or content")
		}
		if docs = append(docs, d); len(docs) > mostDocuments {
			return nil, bad(name, fmt.Sprintf("holds more than %d documents", mostDocuments), "split it")
		}
	}
	if len(docs) == 0 {
		return nil, bad(name, "holds no document", "S2ORC has a JSON object a paper")
	}
	return docs, nil
}

// A paper is an object in any of the shapes.
type paper struct {
	PaperID    text     `json:"paper_id"`
	CorpusID   text     `json:"corpusid"`
	ID         text     `json:"id"`
	Title      text     `json:"title"`
	Authors    []author `json:"authors"`
	Abstract   passages `json:"abstract"`
	BodyText   passages `json:"body_text"`
	Paragraphs passages `json:"paragraphs"` // ours
	Metadata   struct {
		Title   text     `json:"title"`
		Authors []author `json:"authors"`
	} `json:"metadata"`
	Bib     entries `json:"bib_entries"`
	PDF     *parse  `json:"pdf_parse"`
	Latex   *parse  `json:"latex_parse"`
	Content *struct {
		Text        string          `json:"text"`
		Annotations json.RawMessage `json:"annotations"`
	} `json:"content"`
}

type parse struct {
	Abstract passages `json:"abstract"`
	BodyText passages `json:"body_text"`
	Bib      entries  `json:"bib_entries"`
}

// entries are the list of references, by ID.
type entries map[string]struct {
	Title text `json:"title"`
}

// cite puts titles in the place of the IDs that paragraphs cite; one that has
// no title stays.
func (e entries) cite(ps []writing.Paragraph) {
	for i := range ps {
		for k, id := range ps[i].Cites {
			if t := e[id].Title; t != "" {
				ps[i].Cites[k] = string(t)
			}
		}
	}
}

func readPaper(raw []byte) (writing.Document, error) {
	var p paper
	var d writing.Document
	if err := json.Unmarshal(raw, &p); err != nil {
		return d, errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	d.ID = first(p.PaperID, p.CorpusID, p.ID)
	d.Title = first(p.Title, p.Metadata.Title)
	for _, a := range append(p.Authors, p.Metadata.Authors...) {
		d.Authors = append(d.Authors, a.name)
	}
	parsed := p.PDF
	if p.Latex != nil && (parsed == nil || len(parsed.BodyText) == 0) {
		parsed = p.Latex
	}
	d.Paragraphs = append(d.Paragraphs, p.Abstract.under("Abstract")...)
	if parsed != nil {
		if len(d.Paragraphs) == 0 {
			d.Paragraphs = append(d.Paragraphs, parsed.Abstract.under("Abstract")...)
		}
		d.Paragraphs = append(d.Paragraphs, parsed.BodyText...)
		parsed.Bib.cite(d.Paragraphs)
	}
	d.Paragraphs = append(append(d.Paragraphs, p.BodyText...), p.Paragraphs...)
	p.Bib.cite(d.Paragraphs)
	if p.Content != nil {
		return d, marked(&d, p.Content.Text, p.Content.Annotations)
	}
	return d, nil
}

func first(all ...text) string {
	for _, t := range all {
		if t != "" {
			return string(t)
		}
	}
	return ""
}

// text is a string, or a number where others write one.
type text string

func (t *text) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, (*string)(t))
	}
	var n json.Number
	if string(b) != "null" && json.Unmarshal(b, &n) == nil {
		*t = text(n)
	}
	return nil
}

// An author is a name, or its parts.
type author struct{ name string }

func (a *author) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, &a.name)
	}
	var parts struct {
		Name, First, Last, Suffix string
		Middle                    []string
	}
	if err := json.Unmarshal(b, &parts); err != nil {
		return err
	}
	if a.name = parts.Name; a.name == "" {
		all := append(append([]string{parts.First}, parts.Middle...), parts.Last, parts.Suffix)
		a.name = strings.Join(strings.Fields(strings.Join(all, " ")), " ")
	}
	return nil
}

// passages are paragraphs: a text, texts, or objects with a section.
type passages []writing.Paragraph

func (p *passages) UnmarshalJSON(b []byte) error {
	b = bytes.TrimSpace(b)
	if len(b) > 0 && b[0] == '"' {
		b = append(append([]byte("["), b...), ']')
	}
	var all []json.RawMessage
	if err := json.Unmarshal(b, &all); err != nil {
		return err
	}
	for _, raw := range all {
		var x writing.Paragraph
		var err error
		if len(raw) > 0 && raw[0] == '"' {
			err = json.Unmarshal(raw, &x.Text)
		} else {
			x, err = readPassage(raw)
		}
		if err != nil {
			return err
		}
		*p = append(*p, x)
	}
	return nil
}

func readPassage(raw []byte) (writing.Paragraph, error) {
	var x struct {
		writing.Paragraph
		Spans []struct {
			Ref text `json:"ref_id"`
		} `json:"cite_spans"`
	}
	err := json.Unmarshal(raw, &x)
	for _, s := range x.Spans {
		if s.Ref != "" && !slices.Contains(x.Cites, string(s.Ref)) {
			x.Cites = append(x.Cites, string(s.Ref))
		}
	}
	return x.Paragraph, err
}

// under gives paragraphs without a section one.
func (p passages) under(section string) []writing.Paragraph {
	for i := range p {
		p[i].Section = cmp.Or(p[i].Section, section)
	}
	return p
}

// A span is a part of the text; offsets count characters, as Python does.
type span struct {
	Start, End offset
}

// offset is a number, or one as text.
type offset int

func (o *offset) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(bytes.Trim(b, `"`), (*int)(o))
}

// marked cuts a text at its annotations, lists of spans as JSON within JSON.
func marked(d *writing.Document, whole string, annotations json.RawMessage) error {
	var lists map[string]json.RawMessage
	if err := json.Unmarshal(annotations, &lists); err != nil {
		return errors.New("the annotations of its content are no object")
	}
	runes := []rune(whole)
	spans := func(kind string) []span {
		var list string
		var found []span
		if json.Unmarshal(lists[kind], &list) != nil || json.Unmarshal([]byte(list), &found) != nil {
			return nil
		}
		return found
	}
	part := func(s span) string {
		if s.Start < 0 || s.End > offset(len(runes)) || s.Start >= s.End {
			return ""
		}
		return string(runes[s.Start:s.End])
	}
	for _, s := range spans("title") {
		d.Title = part(s)
	}
	for _, s := range spans("author") {
		d.Authors = append(d.Authors, part(s))
	}
	for _, kind := range []string{"abstract", "paragraph"} {
		for _, s := range spans(kind) {
			d.Paragraphs = append(d.Paragraphs, writing.Paragraph{Text: part(s)})
		}
	}
	return nil
}
