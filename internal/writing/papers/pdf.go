package papers

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"github.com/ledongthuc/pdf"

	"adhere/internal/writing"
)

// The bounds of one PDF.
const (
	pdfPages    = 2000
	pdfText     = 16 << 20 // bytes of text
	pdfPatience = 30 * time.Second
)

// A pdfRead is what came of reading a PDF.
type pdfRead struct {
	doc writing.Document
	err error
}

// readPDF takes the text of a PDF, page by page. The reader of PDFs may panic
// or go round in circles on a file made to harm: a panic is an error, and who
// takes too long is not waited for.
func readPDF(name string, data []byte) (writing.Document, error) {
	done := make(chan pdfRead, 1)
	deadline := time.Now().Add(pdfPatience)
	go func() {
		var r pdfRead
		defer func() {
			if p := recover(); p != nil {
				r = pdfRead{err: bad(name, fmt.Sprintf("is a broken PDF: %v", p), "have it written anew, or save it as text")}
			}
			done <- r
		}()
		r.doc, r.err = pagesOf(name, data, deadline)
	}()
	timer := time.NewTimer(pdfPatience + time.Second)
	defer timer.Stop()
	select {
	case r := <-done:
		return r.doc, r.err
	case <-timer.C:
		return writing.Document{}, slow(name)
	}
}

func slow(name string) error {
	return bad(name, "takes more than "+pdfPatience.String()+" to read", "save it as text")
}

func pagesOf(name string, data []byte, deadline time.Time) (writing.Document, error) {
	var d writing.Document
	r, err := pdf.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return d, bad(name, "is no readable PDF: "+clean(err.Error()), "take its password off, or save it as text")
	}
	pages := r.NumPage()
	if pages > pdfPages {
		return d, bad(name, fmt.Sprintf("has %d pages, at most %d are read", pages, pdfPages), "split it")
	}
	info := r.Trailer().Key("Info")
	d.Title = info.Key("Title").Text()
	if a := info.Key("Author").Text(); a != "" {
		d.Authors = names(a)
	}
	size := 0
	for n := 1; n <= pages; n++ {
		if time.Now().After(deadline) {
			return d, slow(name)
		}
		rows, err := r.Page(n).GetTextByRow()
		if err != nil {
			return d, bad(name, fmt.Sprintf("has a broken page %d: %s", n, clean(err.Error())), "have it written anew, or save it as text")
		}
		texts, sum := paragraphs(rows)
		if size += sum; size > pdfText {
			return d, bad(name, "holds more text than is read", "split it")
		}
		for _, t := range texts {
			d.Paragraphs = append(d.Paragraphs, writing.Paragraph{Text: t})
		}
	}
	if d.Title == "" && len(d.Paragraphs) > 0 && len(d.Paragraphs[0].Text) < 200 {
		d.Title = d.Paragraphs[0].Text
	}
	return d, nil
}

// paragraphs joins the rows of a page: one ends where the gap to the next row
// is half as large again as is usual on the page. Words parted at the end of a
// row are joined.
func paragraphs(rows pdf.Rows) (all []string, size int) {
	usual := usualGap(rows)
	var b strings.Builder
	flush := func() {
		if strings.TrimSpace(b.String()) != "" {
			all = append(all, b.String())
			size += b.Len()
		}
		b.Reset()
	}
	for i, row := range rows {
		if i > 0 && usual > 0 && 2*gap(rows, i) > 3*usual {
			flush()
		}
		line := rowText(row)
		if parted := strings.TrimSuffix(b.String(), "-"); parted != b.String() && len(parted) > 1 {
			b.Reset()
			b.WriteString(parted)
		} else if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(line)
	}
	flush()
	return all, size
}

func gap(rows pdf.Rows, i int) int64 {
	g := rows[i-1].Position - rows[i].Position
	return max(g, -g)
}

// usualGap is the one that most rows have.
func usualGap(rows pdf.Rows) int64 {
	counts := map[int64]int{}
	var usual int64
	for i := 1; i < len(rows); i++ {
		g := gap(rows, i)
		counts[g]++
		if counts[g] > counts[usual] || counts[g] == counts[usual] && g < usual {
			usual = g
		}
	}
	return usual
}

// rowText joins the pieces of a row, with a space where they lie apart.
func rowText(row *pdf.Row) string {
	var b strings.Builder
	for i, t := range row.Content {
		if i > 0 {
			last := row.Content[i-1]
			if t.X-(last.X+last.W) > 0.15*t.FontSize && !strings.HasSuffix(last.S, " ") {
				b.WriteByte(' ')
			}
		}
		b.WriteString(t.S)
	}
	return strings.TrimSpace(strings.ToValidUTF8(b.String(), ""))
}
