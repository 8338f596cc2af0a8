package metric

import (
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
	real, worst, best share
}

func (c *cell) add(d cell) {
	c.real.add(d.real)
	c.worst.add(d.worst)
	c.best.add(d.best)
}

// counts are the whole numbers printed beside a value.
type counts struct{ n, met, undecided int }

// A span holds the least and the greatest value a metric can have.
type span struct{ min, max float64 }

// A tally gathers what becomes one Summary. Its value is the mean over its
// strata of each one's share; most tallies have one stratum. Cells arrive
// cluster by cluster; of a cluster that is over only moments are kept.
type tally struct {
	counts
	open              []cell // of the cluster at hand, one for each stratum it has
	real, worst, best moments
}

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
	sum := adhere.Summary{Metric: metric, Group: group, N: t.n, Met: t.met, Undecided: t.undecided}
	est, ok := t.real.estimate(s)
	if !ok {
		sum.Undefined = undefined(t.undecided, thing)
		return sum
	}
	sum.Value = est.value
	sum.Lo, sum.Hi = est.interval(s)
	if t.undecided > 0 {
		if low, ok := t.worst.estimate(s); ok {
			lo, _ := low.interval(s)
			sum.Lo = min(sum.Lo, lo)
		}
		if high, ok := t.best.estimate(s); ok {
			_, hi := high.interval(s)
			sum.Hi = max(sum.Hi, hi)
		}
	}
	return sum
}

func undefined(undecided int, thing string) string {
	if undecided > 0 {
		return "none of the " + thing + " was decided (" + strconv.Itoa(undecided) + " undecided)"
	}
	return "there are no " + thing
}
