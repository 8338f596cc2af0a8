package sample

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkDraw is the price of one prompt with 1 to 10 demands: 10,000 of
// them should take a minute on one core.
func BenchmarkDraw(b *testing.B) {
	s := NewSampler(Kinds())
	for i := 0; b.Loop(); i++ {
		s.Draw(rand.New(rand.NewPCG(7, uint64(i))), 1+i%10, i/10)
	}
}
