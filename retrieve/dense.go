package retrieve

import (
	"context"
	"fmt"
	"math"

	"adhere"
)

// An Embedder turns texts into vectors, one for each text in order, all of
// one length.
type Embedder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// A Dense finds passages whose vectors point where the query's does. Every
// vector is looked at, so the answer is exact. It is safe for concurrent use.
type Dense struct {
	passages []Passage
	slab     []float32 // all vectors, one after the other, of length 1
	size     int
	embedder Embedder
}

// NewDense returns an index of the passages by their vectors, which are
// copied. The embedder makes those of queries. The error's code is Invalid where
// there is no embedder, numbers or lengths differ, or a vector has no direction.
func NewDense(passages []Passage, vectors [][]float32, e Embedder) (*Dense, error) {
	if e == nil {
		return nil, adhere.Errorf(adhere.Invalid, "the embedder is nil: it makes the vectors of queries")
	}
	if len(passages) != len(vectors) {
		return nil, fault("%d passages have %d vectors", len(passages), len(vectors))
	}
	x := &Dense{passages: passages, embedder: e}
	if len(vectors) > 0 {
		x.size = len(vectors[0])
	}
	x.slab = make([]float32, 0, x.size*len(vectors))
	for i, v := range vectors {
		if len(v) != x.size {
			return nil, fault("the vector of %s has %d numbers, the first has %d", passages[i].ID, len(v), x.size)
		}
		n := len(x.slab)
		x.slab = append(x.slab, v...)
		if !normalise(x.slab[n:]) {
			return nil, fault("the vector of %s has no direction", passages[i].ID)
		}
	}
	return x, nil
}

func fault(format string, args ...any) error {
	return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf(format, args...), Hint: "have all vectors made again, by one model"}
}

// normalise makes the vector one of length 1; false where that can't be.
func normalise(v []float32) bool {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if !(sum > 0) || math.IsInf(sum, 0) {
		return false
	}
	scale := float32(1 / math.Sqrt(sum))
	for i := range v {
		v[i] *= scale
	}
	return true
}

// Retrieve returns the k passages nearest the query. The score is the cosine
// of the angle between them.
func (x *Dense) Retrieve(ctx context.Context, query string, k int) ([]Passage, error) {
	if query == "" || len(x.passages) == 0 {
		return nil, nil
	}
	vs, err := x.embedder.Embed(ctx, []string{query})
	if err != nil {
		return nil, fmt.Errorf("vector of the query: %w", err)
	}
	if len(vs) != 1 || len(vs[0]) != x.size {
		return nil, fault("the query's vector has not the %d numbers that the passages' have", x.size)
	}
	q := append([]float32(nil), vs[0]...)
	if !normalise(q) {
		return nil, fault("the query's vector has no direction")
	}
	return x.near(q, k), nil
}

func (x *Dense) near(q []float32, k int) []Passage {
	scores := make([]float64, len(x.passages))
	for i := range scores {
		scores[i] = float64(dot(q, x.slab[i*x.size:(i+1)*x.size])) + 2 // above 0, whatever the angle
	}
	top := best(x.passages, scores, k)
	for i := range top {
		top[i].Score -= 2
	}
	return top
}

// dot is written out so that eight products are worked out side by side.
func dot(a, b []float32) float32 {
	var s0, s1, s2, s3, s4, s5, s6, s7 float32
	for len(a) >= 8 && len(b) >= 8 {
		x, y := a[:8:8], b[:8:8]
		s0 += x[0] * y[0]
		s1 += x[1] * y[1]
		s2 += x[2] * y[2]
		s3 += x[3] * y[3]
		s4 += x[4] * y[4]
		s5 += x[5] * y[5]
		s6 += x[6] * y[6]
		s7 += x[7] * y[7]
		a, b = a[8:], b[8:]
	}
	for i := range a {
		s0 += a[i] * b[i]
	}
	return (s0 + s1) + (s2 + s3) + ((s4 + s5) + (s6 + s7))
}
