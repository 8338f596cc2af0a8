package metric

import (
	"maps"
	"slices"
	"strconv"

	"adhere"
)

// A share is a numerator and a denominator.
type share struct{ x, n float64 }

func (s *share) add(t share) { s.x, s.n = s.x+t.x, s.n+t.n }

// A cell is what one cluster adds to one stratum of a tally: what was
// decided, and what it would be if everything undecided turned out for the
// worst or for the best.
type cell struct {
	cluster, stratum  int32
	size              int32 // how many verdicts it joins; 0 where that does not matter
	real, worst, best share
}

func (c *cell) add(d cell) {
	c.real.add(d.real)
	c.worst.add(d.worst)
	c.best.add(d.best)
}

// counts are the whole numbers printed beside a value.
type counts struct{ n, met, undecided, absent int }

// A span holds the least and the greatest value a metric can have.
type span struct{ min, max float64 }

func (s span) width() float64 { return s.max - s.min }

// A tally gathers what becomes one Summary. Its value is the mean over its
// strata of each one's share; most tallies have one stratum. Cells arrive
// cluster by cluster; of a cluster that is over only moments are kept.
type tally struct {
	counts
	open              []cell // of the cluster at hand, one for each stratum it has
	real, worst, best moments
	sizes             map[int32]*sized // nil where sizes do not matter
}

// sized counts the things that join as many verdicts.
type sized struct{ all, met, n float64 }

func newTally(strata int) *tally {
	return &tally{real: newMoments(strata), worst: newMoments(strata), best: newMoments(strata)}
}

func newTallies(n, strata int) []*tally {
	ts := make([]*tally, n)
	for i := range ts {
		ts[i] = newTally(strata)
	}
	return ts
}

// add puts a cell into the tally, joining it with what its cluster already
// has in that stratum.
func (t *tally) add(c cell, k counts) {
	t.n += k.n
	t.met += k.met
	t.undecided += k.undecided
	t.absent += k.absent
	t.count(&c)
	if len(t.open) > 0 && t.open[0].cluster != c.cluster {
		t.close()
	}
	for i := range t.open {
		if t.open[i].stratum == c.stratum {
			t.open[i].add(c)
			return
		}
	}
	t.open = append(t.open, c)
}

// count keeps how many things of the cell's size there are, and how many of
// them count.
func (t *tally) count(c *cell) {
	if c.size == 0 {
		return
	}
	if t.sizes == nil {
		t.sizes = map[int32]*sized{}
	}
	s := t.sizes[c.size]
	if s == nil {
		s = &sized{}
		t.sizes[c.size] = s
	}
	s.all, s.met, s.n = s.all+c.worst.n, s.met+c.real.x, s.n+c.real.n
}

// balanced is the share among things of each size, weighted by how many there
// are, undecided ones included: of long instructions more are undecided, and
// fewer are met.
func (t *tally) balanced(value float64) float64 {
	sum, all := 0.0, 0.0
	for _, size := range slices.Sorted(maps.Keys(t.sizes)) {
		if s := t.sizes[size]; s.n > 0 {
			sum += s.met / s.n * s.all
			all += s.all
		}
	}
	if all == 0 {
		return value
	}
	return sum / all
}

// close takes the moments of the cluster at hand.
func (t *tally) close() {
	t.real.add(t.open, func(c *cell) share { return c.real })
	t.worst.add(t.open, func(c *cell) share { return c.worst })
	t.best.add(t.open, func(c *cell) share { return c.best })
	t.open = t.open[:0]
}

// summary works out the value and its interval. thing says in words what is
// counted, in the plural.
func (t *tally) summary(metric string, group map[string]string, s span, thing string) adhere.Summary {
	t.close()
	sum := adhere.Summary{Metric: metric, Group: group, N: t.n, Met: t.met, Undecided: t.undecided, Absent: t.absent}
	est, ok := t.real.estimate(s)
	low, known := t.worst.estimate(s)
	high, could := t.best.estimate(s)
	switch { // a case in which nothing of the kind happens has no value
	case !known:
		low = high
	case !could:
		high = low
	}
	sum.Worst, sum.Best = low.value, high.value
	if known && could && low == high { // nothing is open, or what is known settles it: one miss is enough
		sum.Value = low.value
		sum.Lo, sum.Hi = low.interval(s)
		return sum
	}
	if !ok {
		sum.Undefined = undefined(t.undecided, thing)
		return sum
	}
	est.value = max(min(t.balanced(est.value), high.value), low.value)
	lo, hi := bounded(&low, &high, s)
	sum.Value = est.value
	sum.Lo, sum.Hi = est.interval(s)
	sum.Lo, sum.Hi = min(sum.Lo, lo), max(sum.Hi, hi)
	return sum
}

func undefined(undecided int, thing string) string {
	if undecided > 0 {
		return "none of the " + thing + " was decided (" + strconv.Itoa(undecided) + " undecided)"
	}
	return "there are no " + thing
}
