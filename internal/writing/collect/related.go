package collect

import (
	"fmt"

	"adhere/build"
	"adhere/internal/writing"
	"adhere/internal/writing/papers"
)

// Related makes paragraphs of related work of a paper, with the documents at hand that each
// cites.
func Related(d *writing.Document, held []writing.Holding) []build.Paragraph {
	var out []build.Paragraph
	for i, r := range papers.RelatedWork(d) {
		p := build.Paragraph{ID: fmt.Sprintf("%s-%d", d.ID, i+1), Title: d.Title, Text: r.Text}
		for _, cite := range r.Cites {
			if id := heldAs(cite, held); id != "" {
				p.Documents = append(p.Documents, id)
			} else {
				p.Missing++
			}
		}
		out = append(out, p)
	}
	return out
}

func heldAs(cite string, held []writing.Holding) string {
	for i := range held {
		if papers.SameTitle(cite, held[i].Title) {
			return held[i].ID
		}
	}
	return ""
}
