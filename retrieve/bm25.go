package retrieve

import (
	"context"
	"math"
	"strings"
	"sync"
)

// The settings of BM25 that most programs use: how soon a word that comes
// again counts no more, and how far long passages are held back.
const (
	saturation = 1.2
	lengthPart = 0.75
)

// A BM25 finds passages by the words they share with the query, rare words
// first (Robertson and Zaragoza, "The probabilistic relevance framework",
// 2009). It lies in memory, about as large as the texts: all passages that
// share a word are weighed, so the answer is exact. It is safe for concurrent
// use.
type BM25 struct {
	passages []Passage
	terms    map[string]int // to where its list is
	lists    [][]posting
	sums     sync.Pool // of []float64, one for each passage, all 0
}

// A posting says what a term adds to a passage's score.
type posting struct {
	passage uint32
	weight  float32
}

// NewBM25 returns an index of the passages, which must not be changed
// afterwards. A title counts as words of the passage.
func NewBM25(passages []Passage) *BM25 {
	x := &BM25{passages: passages, terms: map[string]int{}}
	x.sums.New = func() any { s := make([]float64, len(passages)); return &s }
	lengths := make([]int, len(passages))
	total := 0
	for i := range passages {
		n := x.count(uint32(i), &passages[i])
		lengths[i] = n
		total += n
	}
	average := float64(total) / float64(max(len(passages), 1))
	for _, list := range x.lists {
		x.weigh(list, lengths, average)
	}
	return x
}

// count adds a passage's terms, with how often they occur as the weight, and
// returns its length.
func (x *BM25) count(i uint32, p *Passage) int {
	n := 0
	add := func(w string) {
		n++
		at, ok := x.terms[w]
		if !ok {
			at = len(x.lists)
			x.terms[strings.Clone(w)] = at
			x.lists = append(x.lists, nil)
		}
		list := x.lists[at]
		if len(list) > 0 && list[len(list)-1].passage == i {
			list[len(list)-1].weight++
			return
		}
		x.lists[at] = append(list, posting{i, 1})
	}
	words(p.Title, add)
	words(p.Text, add)
	return n
}

// weigh turns counts into what the term adds.
func (x *BM25) weigh(list []posting, lengths []int, average float64) {
	in, all := float64(len(list)), float64(len(x.passages))
	rare := math.Log(1 + (all-in+0.5)/(in+0.5))
	for i, p := range list {
		often := float64(p.weight)
		norm := saturation * (1 - lengthPart + lengthPart*float64(lengths[p.passage])/average)
		list[i].weight = float32(rare * often * (saturation + 1) / (often + norm))
	}
}

// Retrieve returns the k passages that share most with the query, and none
// that share nothing.
func (x *BM25) Retrieve(ctx context.Context, query string, k int) ([]Passage, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	sums := x.sums.Get().(*[]float64)
	defer func() {
		clear(*sums)
		x.sums.Put(sums)
	}()
	for _, w := range asked(query) {
		if at, ok := x.terms[w]; ok {
			for _, p := range x.lists[at] {
				(*sums)[p.passage] += float64(p.weight)
			}
		}
	}
	return best(x.passages, *sums, k), nil
}

// best returns the k passages with the highest scores above 0.
func best(passages []Passage, scores []float64, k int) []Passage {
	var top []Passage
	least := 0.0
	for i, score := range scores {
		if score <= least && (len(top) >= k || score <= 0) {
			continue
		}
		p := passages[i]
		p.Score = score
		if top = append(top, p); len(top) >= 4*max(k, 1) {
			top = order(top, k)
			least = lowest(top)
		}
	}
	return order(top, k)
}

// lowest returns the score that a passage must pass to be among the best: a
// little less, so that equals are still told apart by ID.
func lowest(top []Passage) float64 {
	if len(top) == 0 {
		return 0
	}
	return math.Nextafter(top[len(top)-1].Score, 0)
}
