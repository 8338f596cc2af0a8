package papers

import (
	"bytes"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ledongthuc/pdf"

	"adhere/internal/writing"
)

// The bounds of one PDF.
const (
	pdfPages    = 2000
	pdfText     = 16 << 20 // bytes of text
	pageChars   = 1 << 20  // characters of a page
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
	size, drawn, unknown := 0, 0, 0
	var read [][]line
	for n := 1; n <= pages; n++ {
		if time.Now().After(deadline) {
			return d, slow(name)
		}
		chars := charsOf(r.Page(n))
		for i := range chars {
			size += len(chars[i].S)
			drawn += utf8.RuneCountInString(chars[i].S)
			unknown += strings.Count(chars[i].S, "\x00") + strings.Count(chars[i].S, "\ufffd")
		}
		if size > pdfText || len(chars) == pageChars {
			return d, bad(name, "holds more text than is read", "split it")
		}
		read = append(read, linesOf(chars))
	}
	if 2*unknown > drawn {
		return d, bad(name, "does not say which characters it draws", "take another PDF of the paper, or save it as text")
	}
	w := &outline{doc: d, seen: map[string]bool{}}
	w.pages(read)
	return w.doc, nil
}
