package web

import (
	"cmp"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/lists"
)

// The facets of items on which judges differ: any two of them, or two that are
// named, perhaps on requirements with a label.
const (
	facetJudges  = "judges"
	judgesDiffer = "differ"
	facetDiffer  = "differ"
	onLabel      = " on "
)

// theMajority is what most people say, where several say something.
const theMajority = "most people"

func isPerson(judge string) bool { return strings.HasPrefix(judge, "person/") }

// pairName is how addresses and pages name two who differ.
func pairName(a, b, label string) string {
	name := a + " and " + b
	if label != "" {
		name += onLabel + label
	}
	return name
}

// A pairing counts what two sources of verdicts both decided, by label of the
// requirement; all of it under "".
type pairing map[string]*compared

// compared counts requirements that both decided, those on which they differ,
// and the items that have these.
type compared struct{ both, differ, items int }

// compare enters where judges and people differ on the n-th record, and
// reports whether any two do.
func (x *index) compare(n int32, in *adhere.Instruction, of map[string][]adhere.Outcome) bool {
	names, of := sources(of)
	found := false
	for i, a := range names {
		for _, b := range names[i+1:] {
			if b == theMajority && isPerson(a) || a == theMajority && isPerson(b) {
				continue // nobody is measured against a majority that holds his own vote
			}
			found = x.pair(n, in, a, b, of) || found
		}
	}
	return found
}

// sources names who decided anything of a record, the majority of people among
// them.
func sources(of map[string][]adhere.Outcome) ([]string, map[string][]adhere.Outcome) {
	var names, people []string
	for judge := range of {
		if judge == "" {
			continue
		}
		names = append(names, judge)
		if isPerson(judge) {
			people = append(people, judge)
		}
	}
	slices.Sort(names)
	if len(people) < 2 || len(people) == len(names) {
		return names, of
	}
	votes := make([]adhere.Outcome, len(of[people[0]]))
	for i := range votes {
		met, not := 0, 0
		for _, p := range people {
			if i >= len(of[p]) {
				continue
			}
			switch of[p][i] {
			case adhere.Met:
				met++
			case adhere.NotMet:
				not++
			default:
			}
		}
		votes[i] = adhere.Skipped
		if met != not {
			votes[i] = adhere.OutcomeOf(met > not)
		}
	}
	of[theMajority] = votes
	return append(names, theMajority), of
}

func (x *index) pair(n int32, in *adhere.Instruction, a, b string, of map[string][]adhere.Outcome) bool {
	var counted pairing
	var labels []string // on which they differ here
	for i := range min(len(of[a]), len(of[b]), len(in.Requirements)) {
		if !of[a][i].Decided() || !of[b][i].Decided() {
			continue
		}
		if counted == nil {
			if counted = x.pairings[[2]string{a, b}]; counted == nil {
				counted = pairing{}
				x.pairings[[2]string{a, b}] = counted
			}
		}
		among := []string{""}
		if !x.tooMany("label") {
			among = append(among, in.Requirements[i].Labels...)
		}
		for _, label := range among {
			c := counted[label]
			if c == nil {
				c = &compared{}
				counted[label] = c
			}
			c.both++
			if of[a][i] != of[b][i] {
				c.differ++
				labels = lists.AddNew(labels, label)
			}
		}
	}
	for _, label := range labels {
		counted[label].items++
		x.post(facet{facetDiffer, pairName(a, b, label)}, n)
	}
	return len(labels) > 0
}

// A differView shows where judges and people differ on a run's items.
type differView struct {
	Run      *adhere.Run
	RunHref  string
	Counting bool
	Labels   []string
	Pairs    []differLine
	More     int // pairs that are left out
}

// A differLine is two sources, on all requirements and on those with each
// label.
type differLine struct {
	A, B  string
	Cells []differCell
	share float64
}

// A differCell counts the requirements on which two differ, of those that both
// decided, and leads to the items.
type differCell struct {
	Differ, Both, Items, Percent int
	Href                         string
}

// mostPairings is how many pairs one page compares.
const mostPairings = 200

func (s *Server) showDiffer(v *visit, run *adhere.Run) error {
	view := differView{Run: run, RunHref: v.href("/runs/" + run.ID)}
	d, _, err := s.digest(v.ctx(), run)
	if err != nil {
		return err
	}
	v.waitFor(d != nil || run.Done == 0)
	if view.Counting = d == nil; d != nil {
		view.fill(d.index)
	}
	return v.show("differ", view)
}

// fill lists the pairs, those that differ most first.
func (x *differView) fill(index *index) {
	for _, p := range index.pairings {
		for label := range p {
			if label != "" && !index.tooMany("label") && !slices.Contains(x.Labels, label) {
				x.Labels = append(x.Labels, label)
			}
		}
	}
	slices.Sort(x.Labels)
	for names, p := range index.pairings {
		line := differLine{A: names[0], B: names[1], share: float64(p[""].differ) / float64(p[""].both)}
		for _, label := range append([]string{""}, x.Labels...) {
			line.Cells = append(line.Cells, p.cell(x.Run.ID, names, label))
		}
		x.Pairs = append(x.Pairs, line)
	}
	slices.SortFunc(x.Pairs, func(a, b differLine) int {
		return cmp.Or(-cmp.Compare(a.share, b.share), cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B))
	})
	if x.More = len(x.Pairs) - mostPairings; x.More > 0 {
		x.Pairs = x.Pairs[:mostPairings]
	}
}

func (p pairing) cell(run string, names [2]string, label string) differCell {
	c := p[label]
	if c == nil {
		return differCell{}
	}
	return differCell{c.differ, c.both, c.items, (100*c.differ + c.both/2) / c.both, itemsBehind(run, map[string]string{facetDiffer: pairName(names[0], names[1], label)})}
}
