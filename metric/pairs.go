package metric

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/plural"
)

// An itemPair is one item of two runs.
type itemPair struct {
	a, b           *adhere.Record
	classA, classB class
}

// pairs are the items that two runs share, by cluster.
type pairs struct {
	a, b     []adhere.Record // in any order: a metric's value does not depend on it
	items    []itemPair
	ends     []int // of the clusters among the items
	parts    []int // ends of what a score is taken over, see partsOf
	warnings []string
}

func pairUp(a, b []adhere.Record) (*pairs, error) {
	as, err := byItem(a, "the first")
	if err != nil {
		return nil, err
	}
	bs, err := byItem(b, "the second")
	if err != nil {
		return nil, err
	}
	items := pairItems(as, bs)
	if len(items) == 0 {
		return nil, adhere.Errorf(adhere.Invalid, "the runs have no instruction in common (%d and %d items)", len(a), len(b)).
			WithHint("compare two runs of the same benchmark and version")
	}
	slices.SortFunc(items, func(x, y itemPair) int { return compareRecords(x.a, y.a) })
	p := &pairs{a: a, b: b, items: items, ends: clusterEnds(items)}
	if len(items) < len(a) || len(items) < len(b) {
		p.a, p.b = appendPairs(nil, nil, items)
	}
	for _, one := range []struct {
		n     int
		which string
	}{{len(as) - len(items), "first"}, {len(bs) - len(items), "second"}} {
		if one.n > 0 {
			p.warnings = append(p.warnings, fmt.Sprintf("%s only in the %s run: left out", plural.Of(one.n, "item"), one.which))
		}
	}
	return p, nil
}

// byItem orders records by instruction and attempt, each of which may be
// there once.
func byItem(records []adhere.Record, which string) ([]*adhere.Record, error) {
	all := instructed(records)
	slices.SortFunc(all, compareItems)
	for i := 1; i < len(all); i++ {
		if compareItems(all[i-1], all[i]) == 0 {
			return nil, adhere.Errorf(adhere.Invalid, "%s run has instruction %q, attempt %d, twice", which, all[i].Instruction.ID, all[i].Attempt).
				WithHint("give each run one answer per instruction and attempt; compare models as separate runs")
		}
	}
	return all, nil
}

func compareItems(a, b *adhere.Record) int {
	return cmp.Or(strings.Compare(a.Instruction.ID, b.Instruction.ID), cmp.Compare(a.Attempt, b.Attempt))
}

// pairItems returns what is in both lists, which are ordered by item.
func pairItems(as, bs []*adhere.Record) []itemPair {
	items := make([]itemPair, 0, min(len(as), len(bs)))
	sort := newSorter()
	for i, j := 0, 0; i < len(as) && j < len(bs); {
		switch c := compareItems(as[i], bs[j]); {
		case c < 0:
			i++
		case c > 0:
			j++
		default:
			items = append(items, itemPair{as[i], bs[j], sort.classOf(as[i]), sort.classOf(bs[j])})
			i++
			j++
		}
	}
	return items
}

func clusterEnds(items []itemPair) []int { return endsOf(items, cluster) }

// endsOf returns where another name begins, and where the last ends.
func endsOf[T comparable](items []itemPair, name func(*adhere.Record) T) []int {
	var ends []int
	for i := range items {
		if i+1 == len(items) || name(items[i].a) != name(items[i+1].a) {
			ends = append(ends, i+1)
		}
	}
	return ends
}

// upTo yields the items up to one end after another.
func (p *pairs) upTo(ends []int) iter.Seq[[]itemPair] {
	return func(yield func([]itemPair) bool) {
		start := 0
		for _, end := range ends {
			if !yield(p.items[start:end]) {
				return
			}
			start = end
		}
	}
}

// partsOf returns the ends of the smallest parts whose counts add up to those
// of a score whose wholes are a and b: answers, as for points, instructions with
// all attempts, as for pass@k, or clusters, as for series of levels.
func (p *pairs) partsOf(k *alone, a, b *adhere.Summary) []int {
	answers := endsOf(p.items, func(r *adhere.Record) *adhere.Record { return r })
	instructions := endsOf(p.items, func(r *adhere.Record) string { return r.Instruction.ID })
	for _, ends := range [][]int{answers, instructions} {
		var of [2]struct{ n, undecided int }
		for items := range p.upTo(ends) {
			x, y := k.cluster(items)
			for i, s := range []summed{x, y} {
				of[i].n += int(s[0].n)
				of[i].undecided += int(s[0].undecided)
			}
		}
		if of[0].n == a.N && of[0].undecided == a.Undecided && of[1].n == b.N && of[1].undecided == b.Undecided {
			return ends
		}
	}
	return p.ends
}

// appendPairs appends the records of both sides.
func appendPairs(a, b []adhere.Record, items []itemPair) (as, bs []adhere.Record) {
	a, b = slices.Grow(a, len(items)), slices.Grow(b, len(items))
	for _, t := range items {
		a, b = append(a, *t.a), append(b, *t.b)
	}
	return a, b
}
