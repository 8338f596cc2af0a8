package metric

import (
	"encoding/json"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
)

// A Coefficient is a number over ratings with its 95 % interval, or words
// that say why there is none.
type Coefficient struct {
	Value, Lo, Hi float64 // meaningless where Undefined is set
	N             int     // items it is taken over
	Undefined     string
	Undecided     int // verdicts left out: the interval reaches as far as they could move the value
}

// reach widens the interval to that of a value of which only the cases are known
// that what is undecided could have made, as bounded does.
func (c *Coefficient) reach(cases ...Coefficient) {
	cases = slices.DeleteFunc(append(cases, *c), func(could Coefficient) bool { return could.Undefined != "" })
	if c.Undefined != "" || len(cases) == 1 {
		return
	}
	worst, best, wide := c.Value, c.Value, 0.0
	for _, could := range cases {
		worst, best = min(worst, could.Value), max(best, could.Value)
		wide = max(wide, could.Value-could.Lo, could.Hi-could.Value)
	}
	q := narrower(wide, best-worst)
	c.Lo, c.Hi = c.Value, c.Value
	for _, could := range cases {
		c.Lo = min(c.Lo, could.Value-q*(could.Value-could.Lo))
		c.Hi = max(c.Hi, could.Value+q*(could.Hi-could.Value))
	}
}

// MarshalJSON writes the numbers as null where there are none.
func (c Coefficient) MarshalJSON() ([]byte, error) {
	j := struct {
		Value     *float64 `json:"value"`
		Lo        *float64 `json:"lo"`
		Hi        *float64 `json:"hi"`
		N         int      `json:"n"`
		Undefined string   `json:"undefined,omitempty"`
		Undecided int      `json:"undecided,omitempty"`
	}{N: c.N, Undefined: c.Undefined, Undecided: c.Undecided}
	if c.Undefined == "" {
		j.Value, j.Lo, j.Hi = &c.Value, &c.Lo, &c.Hi
	}
	return json.Marshal(j)
}

// maxBlocks is the largest number of parts a bootstrap draws from. Where
// there are more clusters, several make one part, which leaves the intervals
// as they are and the work bounded.
const maxBlocks = 1000

// sums adds up, by block of clusters, the vector of counts from which a
// coefficient is worked out.
type sums struct {
	dim    int
	blocks []float64
	total  []float64
	filled []int  // by block: how many clusters it has
	seen   []bool // by cluster: it has added something
}

func newSums(dim, clusters int) *sums {
	n := min(clusters, maxBlocks, max(20, 1<<22/max(dim, 1)))
	return &sums{
		dim: dim, blocks: make([]float64, n*dim), total: make([]float64, dim),
		filled: make([]int, n), seen: make([]bool, clusters),
	}
}

// at returns the vector to which the cluster's counts are added.
func (s *sums) at(cluster int32) []float64 {
	b := int(cluster) % len(s.filled)
	if !s.seen[cluster] {
		s.seen[cluster] = true
		s.filled[b]++
	}
	return s.blocks[b*s.dim : (b+1)*s.dim]
}

func (s *sums) clone() *sums {
	c := *s
	c.blocks, c.total = slices.Clone(s.blocks), make([]float64, s.dim)
	c.filled, c.seen = slices.Clone(s.filled), slices.Clone(s.seen)
	return &c
}

// A formula works out a coefficient, or says why there is none.
type formula func(total []float64) (value float64, undefined string)

// coefficient applies a formula to the whole and, for the interval, to draws
// of blocks with replacement. To what is drawn from belongs one pseudo-cluster
// of average size in which raters agree by chance: without it raters who
// agree everywhere would seem to agree for certain.
func (s *sums) coefficient(n int, f formula, chance func(size float64) []float64) Coefficient {
	var used []int
	clusters := 0
	clear(s.total)
	for b, has := range s.filled {
		if has > 0 {
			used, clusters = append(used, b), clusters+has
			for i, x := range s.blocks[b*s.dim : (b+1)*s.dim] {
				s.total[i] += x
			}
		}
	}
	c := Coefficient{N: n}
	if n == 0 {
		c.Undefined = "no item has two ratings"
		return c
	}
	if c.Value, c.Undefined = f(s.total); c.Undefined != "" {
		return c
	}
	lo, hi := s.interval(used, f, chance(float64(n)/float64(max(1, clusters))))
	c.Lo, c.Hi = min(settle(lo), c.Value), max(settle(hi), c.Value)
	return c
}

func (s *sums) interval(used []int, f formula, pseudo []float64) (lo, hi float64) {
	r := rand.New(rand.NewPCG(0xadbe4e, seedOf(s.total)))
	values := make([]float64, 0, replicates)
	total := make([]float64, s.dim)
	for range replicates / 2 {
		clear(total)
		for range len(used) + 1 {
			from := pseudo
			if k := r.IntN(len(used) + 1); k < len(used) {
				from = s.blocks[used[k]*s.dim : (used[k]+1)*s.dim]
			}
			for i, x := range from {
				total[i] += x
			}
		}
		if v, undefined := f(total); undefined == "" {
			values = append(values, v)
		}
	}
	if len(values) == 0 {
		v, _ := f(s.total)
		return v, v
	}
	slices.Sort(values)
	tail := expanded(len(used))
	return quantile(values, tail), quantile(values, 1-tail)
}

// expanded returns the share of draws that lies beyond each end of a 95 % interval
// from n blocks: less than 2.5 %, by as much as the quantiles of Student's t lie
// beyond those of the normal distribution and a sample's spread falls short of the
// population's (Hesterberg 2015, the expanded percentile interval).
func expanded(n int) float64 {
	if n < 2 {
		return 0
	}
	m := float64(n)
	return normalCDF(-math.Sqrt(m/(m-1)) * studentT(m-1))
}

// seedOf ties the draws to what is drawn from: equal tables, equal intervals.
func seedOf(total []float64) uint64 {
	h := fnv.New64a()
	for _, x := range total {
		n := uint64(x * 1024)
		h.Write([]byte{byte(n), byte(n >> 8), byte(n >> 16), byte(n >> 24), byte(n >> 32)})
	}
	return h.Sum64()
}
