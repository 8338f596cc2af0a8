package metric

import (
	"strconv"

	"adhere"
)

// A share is a numerator and a denominator.
type share struct{ x, n float64 }

// A cell is what one cluster adds to one stratum of a tally: what was
// decided, and what it would be if everything undecided turned out for the
// worst or for the best.
type cell struct {
	cluster, stratum  int32
	real, worst, best share
}

func (c *cell) add(d cell) {
	c.real.x += d.real.x
	c.real.n += d.real.n
	c.worst.x += d.worst.x
	c.worst.n += d.worst.n
	c.best.x += d.best.x
	c.best.n += d.best.n
}

func worst(c *cell) share { return c.worst }
func best(c *cell) share  { return c.best }
func known(c *cell) share { return c.real }

// counts are the whole numbers printed beside a value.
type counts struct{ n, met, undecided int }

// A span holds the least and the greatest value a metric can have.
type span struct{ min, max float64 }

// A tally gathers what becomes one Summary. Its value is the mean over its
// strata of each one's share; most tallies have one stratum. Cells arrive
// cluster by cluster.
type tally struct {
	counts
	cells  []cell
	strata int32
}

// add puts a cell into the tally, joining it with what its cluster already
// has in that stratum.
func (t *tally) add(c cell, k counts) {
	t.n += k.n
	t.met += k.met
	t.undecided += k.undecided
	t.strata = max(t.strata, c.stratum+1)
	for i := len(t.cells) - 1; i >= 0 && t.cells[i].cluster == c.cluster; i-- {
		if t.cells[i].stratum == c.stratum {
			t.cells[i].add(c)
			return
		}
	}
	t.cells = append(t.cells, c)
}

// summary works out the value and its interval. thing says in words what is
// counted, in the plural.
func (t *tally) summary(metric string, group map[string]string, s span, thing string) adhere.Summary {
	sum := adhere.Summary{Metric: metric, Group: group, N: t.n, Met: t.met, Undecided: t.undecided}
	est, ok := estimateOf(t.cells, t.strata, known, s)
	if !ok {
		sum.Undefined = undefined(t.undecided, thing)
		return sum
	}
	sum.Value = est.value
	sum.Lo, sum.Hi = est.interval(s)
	if t.undecided > 0 {
		if low, ok := estimateOf(t.cells, t.strata, worst, s); ok {
			lo, _ := low.interval(s)
			sum.Lo = min(sum.Lo, lo)
		}
		if high, ok := estimateOf(t.cells, t.strata, best, s); ok {
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
