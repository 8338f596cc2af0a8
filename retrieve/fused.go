package retrieve

import (
	"context"
	"fmt"
)

// A Fused joins retrievers by the ranks they give: a passage's score is the
// sum of 1/(60+rank) over those that found it (Cormack, Clarke and Büttcher,
// "Reciprocal rank fusion outperforms Condorcet", 2009).
type Fused []Retriever

const (
	rankOffset = 60
	fusedDepth = 10 // times as many as wanted are asked of each
)

// Retrieve asks each in turn; if one fails, so does it.
func (f Fused) Retrieve(ctx context.Context, query string, k int) ([]Passage, error) {
	var all []Passage
	at := map[string]int{}
	for i, r := range f {
		found, err := r.Retrieve(ctx, query, max(k, 0)*fusedDepth)
		if err != nil {
			return nil, fmt.Errorf("retriever %d of %d: %w", i+1, len(f), err)
		}
		for rank, p := range found {
			n, ok := at[p.ID]
			if !ok {
				n = len(all)
				at[p.ID] = n
				p.Score = 0
				all = append(all, p)
			}
			all[n].Score += 1 / float64(rankOffset+rank+1)
		}
	}
	return order(all, k), nil
}
