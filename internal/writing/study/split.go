package study

import (
	"math/rand/v2"

	"adhere/internal/lists"
	"adhere/internal/writing"
)

// Splits is how often turns are divided at random (KIWI, section 5).
const Splits = 3

// A Split divides turns: positions for training, development and test, 70, 15
// and 15 %.
type Split struct{ Train, Dev, Test []int }

// split divides n turns; equal seeds and numbers divide alike.
func split(n int, seed uint64, number int) Split {
	order := rand.New(rand.NewPCG(seed, uint64(number))).Perm(n)
	train, dev := n*70/100, n*15/100
	return Split{order[:train], order[train : train+dev], order[train+dev:]}
}

func gold(rows []writing.Row, at []int, s Scheme) []writing.Rating {
	return lists.Map(at, func(k int) writing.Rating { return s.Of(rows[k].Rating) })
}

// majority is the commonest grade of the training turns, the better of equals.
func majority(train []writing.Rating, s Scheme) writing.Rating {
	n := map[writing.Rating]int{}
	for _, r := range train {
		n[r]++
	}
	best := s.Classes()[0]
	for _, c := range s.Classes() {
		if n[c] > n[best] {
			best = c
		}
	}
	return best
}

// random draws grades as often as training turns have them.
func random(train []writing.Rating, n int, seed uint64, number int) []writing.Rating {
	r := rand.New(rand.NewPCG(seed, 1<<32+uint64(number)))
	out := make([]writing.Rating, n)
	for i := range out {
		if len(train) > 0 {
			out[i] = train[r.IntN(len(train))]
		}
	}
	return out
}
