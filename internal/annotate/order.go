package annotate

import (
	"hash/fnv"
	"math/rand/v2"
	"strconv"
)

// random returns the campaign's randomness for a purpose: the same for ever.
func random(seed int, purpose string) *rand.Rand {
	h := fnv.New64a()
	_, _ = h.Write([]byte(purpose)) // never fails
	return rand.New(rand.NewPCG(uint64(seed), h.Sum64()))
}

// Order returns in which order a person sees the answers of a unit: what
// stands at place i is answer Order[i]. Each person and unit has its own, so
// that no place belongs to one model (InFoBench, section A.3).
func (c *Campaign) Order(person string, unit, answers int) []int {
	return random(c.Seed, "order/"+person+"/"+strconv.Itoa(unit)).Perm(answers)
}

// slot is the letter of the i-th answer on a page.
func slot(i int) string { return string(rune('A' + i)) }
