package retrieve

import (
	"cmp"
	"context"
	"slices"
)

// Best is how many passages are taken unless somebody asks for more or fewer
// (KIWI, section 2.2).
const Best = 5

// A Passage is a paragraph that was found, and how well it fits the query.
type Passage struct {
	ID       string  `json:"id"`                // of the paragraph, unique among those searched: "doc#3"
	Document string  `json:"document"`          // that it is from
	Title    string  `json:"title"`             // of the document
	Section  string  `json:"section,omitempty"` // the headings that it stands under
	Text     string  `json:"text"`
	Score    float64 `json:"score"` // more is better; only scores of one retriever compare
}

// A Retriever finds passages.
type Retriever interface {
	// Retrieve returns the k passages that fit the query best, the best first,
	// fewer where no more share anything with it. A query without a word finds
	// nothing.
	Retrieve(ctx context.Context, query string, k int) ([]Passage, error)
}

// order sorts passages by falling score, equals by ID, and keeps k.
func order(ps []Passage, k int) []Passage {
	slices.SortFunc(ps, func(a, b Passage) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID))
	})
	return slices.Clip(ps[:min(max(k, 0), len(ps))])
}
