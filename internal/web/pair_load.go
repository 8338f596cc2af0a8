package web

import (
	"context"
	"slices"

	"adhere"
	"adhere/report"
)

// sideBySide is what pages need of two runs side by side, worked out once for
// each state of both.
type sideBySide struct {
	versus *report.Versus
	pairs  []pairOf // of items that both runs have, in the order of A
}

// A pairOf is an item of both runs.
type pairOf struct {
	a, b     int32 // positions
	from, to worst // what came out of the item in A and in B
	differs  bool  // some requirement, or whether there is a response
}

func (d *sideBySide) size() int {
	return 16*cap(d.pairs) + summarySize*(len(d.versus.A.Metrics)+len(d.versus.B.Metrics)+2*len(d.versus.Comparisons))
}

// A nameOf tells items of a run apart, as far as another run can know.
type nameOf struct {
	id      string
	attempt int
}

func (s *Server) sideBySide(ctx context.Context, a, b *adhere.Run) (*sideBySide, bool, error) {
	stamp := stampOf(a) + " " + stampOf(b)
	value, fresh, err := s.digests.get(ctx, "side by side "+a.ID+" "+b.ID, stamp, func(ctx context.Context) (any, error) {
		return s.makeDuel(ctx, a, b)
	})
	d, _ := value.(*sideBySide)
	return d, fresh, err
}

func (s *Server) makeDuel(ctx context.Context, a, b *adhere.Run) (*sideBySide, error) {
	one, err := s.load(ctx, a, nil, nil)
	if err != nil {
		return nil, err
	}
	other, err := s.load(ctx, b, one, nil)
	if err != nil {
		return nil, err
	}
	recordsA, recordsB := one.records, other.records
	at := make(map[nameOf]int, len(recordsB))
	for i := range recordsB {
		at[nameOf{recordsB[i].Instruction.ID, recordsB[i].Attempt}] = i
	}
	d := &sideBySide{pairs: make([]pairOf, 0, min(len(recordsA), len(recordsB)))}
	for i := range recordsA {
		j, ok := at[nameOf{recordsA[i].Instruction.ID, recordsA[i].Attempt}]
		if !ok {
			continue
		}
		p := pairUp(&recordsA[i], &recordsB[j])
		p.a, p.b = one.places[i], other.places[j]
		d.pairs = append(d.pairs, p)
	}
	d.versus, err = s.Judging.Compare(a, b, recordsA, recordsB)
	return d, err
}

// pairUp says how an item came out in both runs.
func pairUp(a, b *adhere.Record) pairOf {
	x, y := a.Outcomes(nil), b.Outcomes(nil)
	p := pairOf{from: worstOf(a, x, nil), to: worstOf(b, y, nil)}
	p.differs = p.from != p.to || !slices.Equal(x, y)
	return p
}

// The kinds of pairs by which the list can be narrowed.
const (
	pairsAll     = ""
	pairsDiffer  = "differ"
	pairsBetter  = "better"
	pairsWorse   = "worse"
	pairsMissing = "no_response"
)

// fits reports whether a pair is of a kind.
func (p pairOf) fits(kind string) bool {
	switch kind {
	case pairsDiffer:
		return p.differs
	case pairsBetter:
		return p.from == notMet && p.to == met
	case pairsWorse:
		return p.from == met && p.to == notMet
	case pairsMissing:
		return p.from == noResponse || p.to == noResponse
	default:
		return true
	}
}
