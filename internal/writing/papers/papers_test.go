package papers_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/internal/writing"
	"adhere/internal/writing/papers"
)

// minimalPDF writes a PDF of one page, whose lines stand where they are told.
func minimalPDF(title, author string, lines map[int]string) string {
	var content strings.Builder
	content.WriteString("BT /F1 12 Tf\n")
	for y := 800; y > 0; y-- {
		if line, ok := lines[y]; ok {
			fmt.Fprintf(&content, "1 0 0 1 72 %d Tm (%s) Tj\n", y, line)
		}
	}
	content.WriteString("ET")
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", content.Len(), content.String()),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
		fmt.Sprintf("<< /Title (%s) /Author (%s) >>", title, author),
	}
	var b strings.Builder
	b.WriteString("%PDF-1.4\n")
	var offsets []int
	for i, o := range objects {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, o := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R /Info 6 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, xref)
	return b.String()
}

func TestRead(t *testing.T) {
	para := func(texts ...string) []writing.Paragraph {
		var ps []writing.Paragraph
		for i := 0; i < len(texts); i += 2 {
			ps = append(ps, writing.Paragraph{Section: texts[i], Text: texts[i+1]})
		}
		return ps
	}
	for _, c := range []struct {
		name, file, text string
		want             []writing.Document
	}{
		{"plain text", "leaves.txt", "\ufeffOf leaves\r\n\r\nBy Ada Moss and Bo Fern\r\n\r\nLeaves turn\r\nred.\r\n\r\n***\r\n\r\nThen they fall.", []writing.Document{
			{ID: "leaves", Title: "Of leaves", Authors: []string{"Ada Moss", "Bo Fern"}, Paragraphs: para("", "Leaves turn red.", "", "Then they fall.")},
		}},
		{"one line", "a note.txt", "Water the mint", []writing.Document{{ID: "a-note", Title: "Water the mint", Paragraphs: para("", "Water the mint")}}},
		{"Chinese text", "磨坊.txt", "磨坊在夏天储水。\n\n水流到下游吗？", []writing.Document{{ID: "磨坊", Title: "磨坊", Paragraphs: para("", "磨坊在夏天储水。", "", "水流到下游吗？")}}},
		{"Chinese text with a title", "磨坊.txt", "磨坊\n\n水流到下游。", []writing.Document{{ID: "磨坊", Title: "磨坊", Paragraphs: para("", "水流到下游。")}}},
		{"Chinese markdown", "磨坊.md", "# 磨坊\n\n" + strings.Repeat("磨坊在夏天储水。", 6) + "\n\n## 水\n\n水流到下游吗？\n\n## 石\n\n石头很重！\n", []writing.Document{
			{ID: "磨坊", Title: "磨坊", Paragraphs: para("", strings.Repeat("磨坊在夏天储水。", 6), "水", "水流到下游吗？", "石", "石头很重！")},
		}},
		{"markdown", "soil.md", "---\ntitle: \"Of soil\"\nauthors: [Ada Moss, Bo Fern]\n---\n# Soil\nIt is **dark**.\n\n## Worms\n> They [dig](http://example.org).\n\n```\nx = 1\n\ny\n```\n", []writing.Document{
			{ID: "soil", Title: "Of soil", Authors: []string{"Ada Moss", "Bo Fern"}, Paragraphs: para("Soil", "It is dark.", "Worms", "They dig.", "Worms", "x = 1 y")},
		}},
		{"markdown without a head", "soil.markdown", "# Of soil #\n\nDark.", []writing.Document{{ID: "soil", Title: "Of soil", Paragraphs: para("", "Dark.")}}},
		{"html", "bees.html", `<html><head><title>Of bees</title><meta name="citation_author" content="Ada Moss"><style>p{}</style></head>
			<body><nav><p>Home</p></nav><h1>Of bees</h1><p>They <b>hum</b> &amp; fly.</p><h2>Hives</h2><ul><li>Wax</li><li>Honey</ul><script>alert("x")</script></body>`, []writing.Document{
			{ID: "bees", Title: "Of bees", Authors: []string{"Ada Moss"}, Paragraphs: para("Of bees", "They hum & fly.", "Hives", "Wax", "Hives", "Honey")},
		}},
		{"s2orc", "p.json", `{"paper_id":"12","title":"Of rain","authors":[{"first":"Ada","middle":["B."],"last":"Moss","suffix":""}],
			"abstract":"It rains.","pdf_parse":{"abstract":[{"text":"Not twice."}],"body_text":[{"section":"Clouds","text":"They are grey.","cite_spans":[]}]}}`, []writing.Document{
			{ID: "12", Title: "Of rain", Authors: []string{"Ada B. Moss"}, Paragraphs: para("Abstract", "It rains.", "Clouds", "They are grey.")},
		}},
		{"older s2orc, a line each", "p.jsonl", `{"paper_id":"a/1","metadata":{"title":"One","authors":[]},"abstract":[{"text":"A."}],"body_text":[{"section":"S","text":"B."}]}
			{"corpusid":7,"title":"Two","latex_parse":{"body_text":[{"section":"","text":"C."}]}}
			{"title":"Three","authors":["Cy Oak"],"paragraphs":["D.",{"section":"T","text":"E."}]}`, []writing.Document{
			{ID: "a-1", Title: "One", Paragraphs: para("Abstract", "A.", "S", "B.")},
			{ID: "7", Title: "Two", Paragraphs: para("", "C.")},
			{ID: "p-3", Title: "Three", Authors: []string{"Cy Oak"}, Paragraphs: para("", "D.", "T", "E.")},
		}},
		{"marked s2orc", "m.json", `{"corpusid":9,"content":{"text":"Öl\nAda\nÖl floats. It burns.","annotations":{"title":"[{\"start\":0,\"end\":2}]","author":"[{\"start\":\"3\",\"end\":\"6\"}]","paragraph":"[{\"start\":7,\"end\":17},{\"start\":18,\"end\":27},{\"start\":-3,\"end\":4},{\"start\":9,\"end\":999}]","figure":null}}}`, []writing.Document{
			{ID: "9", Title: "Öl", Authors: []string{"Ada"}, Paragraphs: para("", "Öl floats.", "", "It burns.")},
		}},
		{"pdf", "moss.pdf", minimalPDF("Of moss", "Ada Moss; Bo Fern", map[int]string{800: "Moss is green and lux-", 786: "uriant at the foot of trees.", 750: "It likes shade, and more than that", 736: "it likes rain."}), []writing.Document{
			{ID: "moss", Title: "Of moss", Authors: []string{"Ada Moss", "Bo Fern"}, Paragraphs: para("", "Moss is green and luxuriant at the foot of trees.", "", "It likes shade, and more than that it likes rain.")},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for i := range c.want {
				c.want[i].Source, c.want[i].Bytes = c.file, len(c.text)
			}
			got, err := papers.Read("some/folder/"+c.file, []byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReadRefuses(t *testing.T) {
	for name, c := range map[string]struct{ file, text string }{
		"unknown ending":   {"a.docx", "PK"},
		"no ending":        {"a", "text"},
		"no text":          {"a.txt", " \n\n --- \n"},
		"not UTF-8":        {"a.md", "\xff\xfe"},
		"no JSON":          {"a.json", "{"},
		"half a document":  {"a.jsonl", `{"title":"One","body_text":[{"text":"A."}]} {"title":`},
		"no object":        {"a.json", `[1,2]`},
		"other types":      {"a.json", `{"title":"x","body_text":7}`},
		"no document":      {"a.json", "  "},
		"no paragraphs":    {"a.json", `{"title":"x"}`},
		"bad annotations":  {"a.json", `{"content":{"text":"x","annotations":3}}`},
		"no PDF":           {"a.pdf", "%PDF-1.4 nothing"},
		"a PDF of nothing": {"a.pdf", minimalPDF("t", "a", nil)},
		"a cut PDF":        {"a.pdf", minimalPDF("t", "a", map[int]string{700: "x"})[:400]},
		"a crowded page":   {"a.pdf", minimalPDF("t", "a", map[int]string{700: strings.Repeat("leaf ", 1<<18)})},
		"no name":          {"...txt", "text"},
	} {
		_, err := papers.Read(c.file, []byte(c.text))
		if adhere.CodeOf(err) != adhere.Invalid || !strings.Contains(err.Error(), c.file) || adhere.HintOf(err) == "" {
			t.Errorf("%s: %v, hint %q", name, err, adhere.HintOf(err))
		}
	}
}

// A page is read to its end, whatever is embedded in it, or not at all.
func TestPagesWithImages(t *testing.T) {
	page := func(bytes int) []byte {
		return []byte("<h1>Mills</h1><p>They turn.</p><img src=\"data:image/png;base64," + strings.Repeat("A", bytes) + "\"><p>Write &amp;lt;b&amp;gt; &amp; stop.</p>")
	}
	docs, err := papers.Read("mills.html", page(3<<20))
	want := []writing.Paragraph{{Text: "They turn."}, {Text: "Write &lt;b&gt; & stop."}}
	if err != nil || cmp.Diff(want, docs[0].Paragraphs) != "" {
		t.Errorf("%v: %s", err, cmp.Diff(want, docs[0].Paragraphs))
	}
	if docs, err := papers.Read("mills.html", page(17<<20)); adhere.CodeOf(err) != adhere.Invalid {
		t.Errorf("of a page that is not read to its end: %v, %v", docs[0].Paragraphs, err)
	}
}

func TestLongParagraphsAreCut(t *testing.T) {
	sentence := strings.Repeat("leaf ", 60) + "falls. "
	for name, text := range map[string]string{"sentences": strings.Repeat(sentence, 50), "words": strings.Repeat("leaf ", 3000), "nothing": strings.Repeat("葉", 9000), "Chinese sentences": strings.Repeat(strings.Repeat("葉", 70)+"落。", 60)} {
		docs, err := papers.Read("a.txt", []byte("A title\n\n"+text))
		if err != nil {
			t.Fatal(err)
		}
		var whole strings.Builder
		for _, p := range docs[0].Paragraphs {
			if len(p.Text) > 4000 || !utf8.ValidString(p.Text) {
				t.Errorf("%s: a paragraph of %d bytes", name, len(p.Text))
			}
			if strings.HasSuffix(text, "。") && !strings.HasSuffix(p.Text, "。") {
				t.Errorf("%s: a paragraph ends within a sentence", name)
			}
			whole.WriteString(p.Text + " ")
		}
		if strings.ReplaceAll(whole.String(), " ", "") != strings.ReplaceAll(text, " ", "") {
			t.Errorf("%s: text was lost", name)
		}
	}
}

// FuzzRead holds that no file makes it fail otherwise than by an error, and
// that what it returns is whole.
func FuzzRead(f *testing.F) {
	f.Add(".pdf", []byte(minimalPDF("t", "a", map[int]string{700: "some text"})))
	f.Add(".html", []byte("<p>a<li>b<script>c"))
	f.Add(".json", []byte(`{"title":"x","body_text":[{"text":"y"}],"content":{"text":"z","annotations":{"paragraph":"[{\"start\":0,\"end\":1}]"}}}`))
	f.Add(".md", []byte("---\ntitle: x\n---\n# a\n```\n"))
	f.Add(".txt", []byte("a\n\nBy b\n\nc"))
	f.Add("\xf7.md", []byte("a"))
	f.Fuzz(func(t *testing.T, ending string, data []byte) {
		docs, err := papers.Read("file"+ending, data)
		if (err == nil) == (len(docs) == 0) {
			t.Fatalf("%d documents, %v", len(docs), err)
		}
		for _, d := range docs {
			if d.ID == "" || d.Title == "" || len(d.Paragraphs) == 0 || !utf8.ValidString(d.Title+d.ID) {
				t.Errorf("%+v", d)
			}
			for _, p := range d.Paragraphs {
				if p.Text == "" || !utf8.ValidString(p.Text) {
					t.Errorf("paragraph %q", p.Text)
				}
			}
		}
	})
}

// TestColumns reads a page of two columns, drawn one after the other, whose
// paragraphs begin indented.
func TestColumns(t *testing.T) {
	file := minimalPDF("Of moss", "Ada Moss", nil)
	content := "BT /F1 12 Tf 1 0 0 1 72 700 Tm (Moss is green, also in the middle of winter.) Tj 1 0 0 1 90 686 Tm (It likes shade and) Tj 1 0 0 1 72 672 Tm (rain, which falls) Tj " +
		"1 0 0 1 320 700 Tm (in woods.) Tj 1 0 0 1 338 686 Tm (Ferns do too, though they need less of both.) Tj ET"
	file = strings.Replace(file, "<< /Length 15 >>\nstream\nBT /F1 12 Tf\nET\nendstream", fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content), 1)
	if !strings.Contains(file, content) {
		t.Fatal("the page was not put in")
	}
	docs, err := papers.Read("moss.pdf", []byte(rebuilt(file)))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range docs[0].Paragraphs {
		got = append(got, p.Text)
	}
	if diff := cmp.Diff([]string{"Moss is green, also in the middle of winter.", "It likes shade and rain, which falls in woods.", "Ferns do too, though they need less of both."}, got); diff != "" {
		t.Error(diff)
	}
}

// TestPaper reads a paper as papers are set: headings are the sections of what
// stands under them, running lines, page numbers and references are no passages,
// a paragraph goes on over the page, marks of notes stay in their line, ligatures
// are letters.
func TestPaper(t *testing.T) {
	file := paperPDF(
		`/F1 9 Tf 1 0 0 1 72 820 Tm (Journal of Mills 3) Tj 0 1 -1 0 20 300 Tm (arXiv:1234.5678) Tj /F1 18 Tf 1 0 0 1 72 780 Tm (Of tide mills) Tj 1 0 0 1 72 760 Tm (and their gates) Tj /F1 10 Tf 1 0 0 1 72 730 Tm (Ada Moss, Bo Fern) Tj
/F1 12 Tf 1 0 0 1 72 700 Tm (Abstract) Tj /F1 10 Tf 1 0 0 1 72 680 Tm [(We \001nd) -333 (that) -333 (tide mills store the water of the)] TJ 1 0 0 1 72 668 Tm (\002ood.) Tj
1 0 0 1 72 640 Tm (1 Introduction) Tj 1 0 0 1 72 620 Tm (Most of them stand at river mouths) Tj /F1 6 Tf 1 0 0 1 242 624 Tm (1) Tj /F1 10 Tf 1 0 0 1 245 620 Tm (, where the cali-) Tj 1 0 0 1 72 608 Tm (bration of) Tj
/F1 9 Tf 1 0 0 1 290 30 Tm (17) Tj`,
		`/F1 9 Tf 1 0 0 1 72 820 Tm (Journal of Mills 3) Tj /F1 10 Tf 1 0 0 1 72 780 Tm (gates is hard.) Tj
/F1 12 Tf 1 0 0 1 72 740 Tm (2.1 Gates and wheels) Tj /F1 10 Tf 1 0 0 1 72 720 Tm (A gate closes by itself when the water begins to fall.) Tj
1 0 0 1 72 690 Tm (References) Tj 1 0 0 1 72 678 Tm (A. Oak. 2001. Of mills. Journal of Mills 1.) Tj
/F1 9 Tf 1 0 0 1 290 30 Tm (18) Tj`)
	docs, err := papers.Read("mills.pdf", []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	want := []writing.Paragraph{
		{Text: "Ada Moss, Bo Fern"},
		{Section: "Abstract", Text: "We find that tide mills store the water of the flood."},
		{Section: "1 Introduction", Text: "Most of them stand at river mouths1, where the calibration of gates is hard."},
		{Section: "1 Introduction › 2.1 Gates and wheels", Text: "A gate closes by itself when the water begins to fall."},
	}
	if d := docs[0]; d.Title != "Of tide mills and their gates" || len(d.References) != 1 || cmp.Diff(want, d.Paragraphs) != "" {
		t.Errorf("%q, %q: %s", d.Title, d.References, cmp.Diff(want, d.Paragraphs))
	}
	if _, err := papers.Read("drawn.pdf", []byte(paperPDF(`/F1 10 Tf 1 0 0 1 72 700 Tm (\003\003\003\003\003\003 7) Tj`))); adhere.CodeOf(err) != adhere.Invalid || !strings.Contains(err.Error(), "which characters") {
		t.Errorf("a PDF of characters that nobody can tell: %v", err)
	}
}

// paperPDF writes a PDF with a page for each text that shows strings. In these
// \001 is the ligature fi, \002 is fl, and \003 has no known character, \012 is Ω as in
// TeX's fonts.
func paperPDF(pages ...string) string {
	var kids, body strings.Builder
	for i, text := range pages {
		fmt.Fprintf(&kids, "%d 0 R ", 5+2*i)
		content := "BT " + text + " ET"
		fmt.Fprintf(&body, "%d 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Resources << /Font << /F1 3 0 R >> >> >>\nendobj\n", 5+2*i, 6+2*i)
		fmt.Fprintf(&body, "%d 0 obj\n<< /Length %d >>\nstream\n%s\nendstream\nendobj\n", 6+2*i, len(content), content)
	}
	toUnicode := "1 begincodespacerange <00> <FF> endcodespacerange 2 beginbfrange <01> <02> <FB01> <0B> <7E> <000B> endbfrange 2 beginbfchar <03> <FFFD> <0A> <03A9> endbfchar"
	return rebuilt("%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n" +
		fmt.Sprintf("2 0 obj\n<< /Type /Pages /Kids [%s] /Count %d >>\nendobj\n", kids.String(), len(pages)) +
		"3 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 4 0 R /FirstChar 0 /LastChar 126 /Widths [" + strings.Repeat("500 ", 127) + "] >>\nendobj\n" +
		fmt.Sprintf("4 0 obj\n<< /Length %d >>\nstream\n%s\nendstream\nendobj\n", len(toUnicode), toUnicode) +
		body.String())
}

// rebuilt writes the table of a PDF's objects anew.
func rebuilt(file string) string {
	body, _, _ := strings.Cut(file, "xref\n")
	var b strings.Builder
	b.WriteString(body)
	n := strings.Count(body, " 0 obj\n")
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", n+1)
	for i := range n {
		fmt.Fprintf(&b, "%010d 00000 n \n", strings.Index(body, fmt.Sprintf("%d 0 obj\n", i+1)))
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R /Info 6 0 R >>\nstartxref\n%d\n%%%%EOF\n", n+1, len(body))
	return b.String()
}

// TestMarkdownUnits holds that Markdown is cut by its structure: headings are
// context and no units, lists stay with the line that leads to them, scraps go
// to their neighbours, nothing is there twice, and lists of references are
// left out, also where headings are not marked as headings.
func TestMarkdownUnits(t *testing.T) {
	const file = `Of tide mills: a survey

Abstract

Tide mills store the water of the flood and let it out at ebb.

1 Introduction

**Where they stand**

Most of them stand at river mouths, where the tide is high:

- at the Rance, which has thirteen of them,
- at the *Bay of Fundy*, which has none that works.

See Table 1.

| mill | power |
| --- | --- |
| Eling | 10 kW |

Most of them stand at river mouths, where the tide is high:

![A mill at ebb](https://example.org/mill.png)

` + "```\nflow = area * head\n```" + `

2 Methods

### Gauges

<!-- page 3 -->

We read gauges [twice a day](https://example.org), as <b>others</b> did \[4\].

References

- A. Moss. 2001. Of tide mills. *Journal of Mills*, 3.
- B. Fern. 2002. Of ponds.

[5] C. Oak. 2003. Of gates.

A Appendix

The gauges are of brass and were read by the light of the moon.
`
	docs, err := papers.Read("mills.md", []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	want := writing.Document{
		ID: "mills", Title: "Of tide mills: a survey", Source: "mills.md", Bytes: len(file),
		Paragraphs: []writing.Paragraph{
			{Section: "Abstract", Text: "Tide mills store the water of the flood and let it out at ebb."},
			{Section: "1 Introduction › Where they stand", Text: "Most of them stand at river mouths, where the tide is high: at the Rance, which has thirteen of them, at the Bay of Fundy, which has none that works. See Table 1. mill | power Eling | 10 kW A mill at ebb flow = area * head"},
			{Section: "2 Methods › Gauges", Text: "We read gauges twice a day, as others did [4]."},
			{Section: "A Appendix", Text: "The gauges are of brass and were read by the light of the moon."},
		},
		References: []string{"A. Moss. 2001. Of tide mills. Journal of Mills, 3.", "B. Fern. 2002. Of ponds.", "[5] C. Oak. 2003. Of gates."},
	}
	if diff := cmp.Diff([]writing.Document{want}, docs); diff != "" {
		t.Error(diff)
	}
}
