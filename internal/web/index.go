package web

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/browse"
	"adhere/internal/lists"
	"adhere/metric"
)

// A facet is one value by which items are told apart: a label, rule or
// turn of their requirements, their level, a tag.
type facet struct{ key, value string }

// A worst is the worst that came out of an item, or of its requirements with
// some facet.
type worst byte

const (
	unjudged worst = iota // no verdict
	met
	undecided
	notMet
	noResponse
)

// An index finds the records of a run by facet and outcome without reading
// them again: a few bytes for each item and facet.
type index struct {
	positions []int32            // of the records, ascending
	words     []int32            // of each answer; -1 where that is not known
	whole     map[string][]worst // by judge, "" for all together; as long as positions
	postings  map[facet]*posting
	judges    []string       // in order of first appearance
	distinct  map[string]int // values that a key has
	pairings  map[[2]string]pairing
	names     []byte  // of the records' instructions in small letters, each with a line end
	nameEnds  []int32 // where each ends, as long as positions
}

// A posting lists the records that have a facet, by their place in positions.
type posting struct {
	at []int32
	by map[string][]worst // by judge, as long as at; nil where the facet is the item's own
}

func newIndex() *index {
	return &index{whole: map[string][]worst{}, postings: map[facet]*posting{}, distinct: map[string]int{}, pairings: map[[2]string]pairing{}}
}

// size is about how many bytes the index takes.
func (x *index) size() int {
	const each = 300 // of a list, its name included
	n := 4*(cap(x.positions)+cap(x.words)+cap(x.nameEnds)) + cap(x.names)
	for _, by := range x.whole {
		n += each + cap(by)
	}
	for _, p := range x.postings {
		n += each + 4*cap(p.at)
		for _, by := range p.by {
			n += each + cap(by)
		}
	}
	for _, p := range x.pairings {
		n += each * len(p)
	}
	return n
}

// add enters a record with what people say of it besides; positions must
// ascend.
func (x *index) add(p browse.Placed, people []adhere.Verdict) {
	rec := p.Record
	n := int32(len(x.positions))
	x.positions, x.words = append(x.positions, int32(p.Position)), append(x.words, int32(p.Words))
	x.names = append(append(x.names, strings.ToLower(rec.Instruction.ID)...), '\n')
	x.nameEnds = append(x.nameEnds, int32(len(x.names)))
	of := x.outcomes(rec, people)
	for judge := range of {
		if x.whole[judge] == nil {
			x.whole[judge] = silent(x.whole[""][:n])
		}
	}
	for judge, all := range x.whole {
		x.whole[judge] = append(all, worstOf(rec, of[judge], nil))
	}
	in := rec.Instruction
	for _, value := range metric.Values("level", in, nil) {
		x.post(facet{"level", value}, n)
	}
	for key, value := range in.Tags {
		if !ownFacet(key) {
			x.post(facet{key, value}, n)
		}
	}
	if x.compare(n, in, of) {
		x.post(facet{facetJudges, judgesDiffer}, n)
	}
	for f, which := range facetsOf(in) {
		p := x.post(f, n)
		if p == nil {
			continue
		}
		if p.by == nil {
			p.by = map[string][]worst{}
		}
		for judge := range x.whole {
			if p.by[judge] == nil { // a judge that comes later
				p.by[judge] = silent(p.by[""][:len(p.at)-1])
			}
			p.by[judge] = append(p.by[judge], worstOf(rec, of[judge], which))
		}
	}
}

// silent is what a judge said of records before its first verdict: nothing.
func silent(together []worst) []worst {
	all := make([]worst, len(together), len(together)+1)
	for i, w := range together {
		if w == noResponse {
			all[i] = noResponse
		}
	}
	return all
}

// post enters a facet of an item, unless its key has turned out to be a name
// for single items rather than for groups of them; it then returns nil.
func (x *index) post(f facet, n int32) *posting {
	p := x.postings[f]
	if p == nil {
		if x.tooMany(f.key) {
			return nil
		}
		if x.distinct[f.key]++; x.tooMany(f.key) {
			maps.DeleteFunc(x.postings, func(other facet, _ *posting) bool { return other.key == f.key })
			return nil
		}
		p = &posting{}
		x.postings[f] = p
	}
	p.at = append(p.at, n)
	return p
}

// outcomes returns what each judge, and all together, concluded.
func (x *index) outcomes(rec *adhere.Record, people []adhere.Verdict) map[string][]adhere.Outcome {
	whole, of := labelled(rec, people), map[string][]adhere.Outcome{}
	for _, judge := range whole.Judges() {
		x.judges = lists.AddNew(x.judges, judge)
		of[judge] = outcomesBy(whole, judge)
	}
	of[""] = outcomesBy(rec, "")
	return of
}

// labelled returns a record with what people say of it besides.
func labelled(rec *adhere.Record, people []adhere.Verdict) *adhere.Record {
	whole := *rec
	whole.Verdicts = slices.Concat(rec.Verdicts, people)
	return &whole
}

// outcomesBy is what a record came to by one judge, by all together if it is "".
func outcomesBy(rec *adhere.Record, judge string) []adhere.Outcome {
	return rec.Outcomes(func(name string) bool { return judge == "" || judge == name })
}

// facetsOf returns which requirements have which label, rule and turn.
func facetsOf(in *adhere.Instruction) map[facet][]int {
	of := map[facet][]int{}
	for i, r := range in.Requirements {
		for _, key := range []string{"label", "rule", "turn"} {
			for _, value := range metric.Values(key, in, &r) {
				of[facet{key, value}] = append(of[facet{key, value}], i)
			}
		}
	}
	return of
}

// worstOf returns the worst outcome of some requirements, of all if which is
// nil.
func worstOf(rec *adhere.Record, outcomes []adhere.Outcome, which []int) worst {
	if rec.Response == nil {
		return noResponse
	}
	most := unjudged
	for i, o := range outcomes {
		if which != nil && !slices.Contains(which, i) {
			continue
		}
		switch o {
		case adhere.NotMet:
			most = max(most, notMet)
		case adhere.Unsure, adhere.Broken:
			most = max(most, undecided)
		case adhere.Met:
			most = max(most, met)
		default:
		}
	}
	return most
}

// A found is the part of a run's records that fits, with what came out.
type found struct {
	positions []int32
	worst     []worst
}

// find returns the records that have all facets, not to be changed, with what the judge said on
// those requirements that have the first label, rule or turn among the facets.
func (x *index) find(judge string, facets []facet) found {
	if judge == "" && len(facets) == 0 {
		return found{x.positions, x.whole[""]}
	}
	at := make([]int32, len(x.positions))
	for i := range at {
		at[i] = int32(i)
	}
	var of *posting
	for _, f := range facets {
		p := x.postings[f]
		if p == nil {
			return found{}
		}
		at = intersect(at, p.at)
		if p.by != nil && of == nil {
			of = p
		}
	}
	out := found{make([]int32, len(at)), make([]worst, len(at))}
	k := 0
	for i, n := range at {
		out.positions[i] = x.positions[n]
		if of == nil {
			out.worst[i] = said(x.whole, judge, int(n))
			continue
		}
		for of.at[k] < n {
			k++
		}
		out.worst[i] = said(of.by, judge, k)
	}
	return out
}

// said is the i-th word of a judge, who may have come after it or never.
func said(by map[string][]worst, judge string, i int) worst {
	switch of := by[judge]; {
	case i < len(of):
		return of[i]
	case by[""][i] == noResponse:
		return noResponse
	default:
		return unjudged
	}
}

// intersect returns what is in both ascending lists.
func intersect(a, b []int32) []int32 {
	out := a[:0]
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			out = append(out, a[i])
			i++
			j++
		}
	}
	return out
}

// named returns the positions of the records with the text in their name,
// whatever the case.
func (x *index) named(text string) []int32 {
	var out []int32
	wanted, at, n := []byte(strings.ToLower(text)), 0, 0
	if bytes.IndexByte(wanted, '\n') >= 0 {
		return nil
	}
	for {
		next := bytes.Index(x.names[at:], wanted)
		if next < 0 || at >= len(x.names) {
			return out
		}
		for int(x.nameEnds[n]) <= at+next {
			n++
		}
		out = append(out, x.positions[n])
		at = int(x.nameEnds[n])
	}
}

// sized returns the positions of the records whose answer has so many words,
// both bounds included.
func (x *index) sized(from, to int32) []int32 {
	var out []int32
	for i, n := range x.words {
		if n >= from && n <= to {
			out = append(out, x.positions[i])
		}
	}
	return out
}

// where keeps what fits, by its place in the list.
func (f found) where(fits func(i int) bool) found {
	var out found
	for i, p := range f.positions {
		if fits(i) {
			out.positions, out.worst = append(out.positions, p), append(out.worst, f.worst[i])
		}
	}
	return out
}

// among keeps what is among the positions, which ascend.
func (f found) among(positions []int32) found {
	return f.where(func(i int) bool {
		_, ok := slices.BinarySearch(positions, f.positions[i])
		return ok
	})
}

// counts says how many there are of each outcome.
func (f found) counts() [noResponse + 1]int {
	var n [noResponse + 1]int
	for _, w := range f.worst {
		n[w]++
	}
	return n
}

// only keeps one outcome.
func (f found) only(w worst) found { return f.where(func(i int) bool { return f.worst[i] == w }) }

// values returns the values of a facet in their order, with how many records have each.
func (x *index) values(key string) []facetValue {
	var all []facetValue
	for f, p := range x.postings {
		if f.key == key {
			all = append(all, facetValue{f.value, len(p.at)})
		}
	}
	slices.SortFunc(all, func(a, b facetValue) int { return lists.CompareNatural(a.Value, b.Value) })
	return all
}

type facetValue struct {
	Value string
	Count int
}

// mostValues is how many values a tag may have to be worth a filter, and
// tooManyValues how many it, or a label, may have to be remembered at all.
const (
	mostValues    = 40
	tooManyValues = 1000
)

// tooMany reports whether a key has too many values to be remembered.
func (x *index) tooMany(key string) bool {
	return key != facetDiffer && x.distinct[key] > tooManyValues
}

// keys returns the facets that items can be filtered by: labels, rules, levels
// and turns first. Tags with very many values, such as sources, are dropped from
// the index unless kept names them.
func (x *index) keys(kept map[string]bool) []string {
	n := map[string]int{}
	for f := range x.postings {
		n[f.key]++
	}
	var keys []string
	for key, values := range n {
		if ownFacet(key) || kept[key] || values > 1 && values <= mostValues {
			keys = append(keys, key)
		}
	}
	for f := range x.postings {
		if !slices.Contains(keys, f.key) {
			delete(x.postings, f)
		}
	}
	rank := func(key string) int { return slices.Index([]string{"turn", "level", "rule", "label"}, key) }
	slices.SortFunc(keys, func(a, b string) int {
		return cmp.Or(rank(b)-rank(a), lists.CompareNatural(a, b))
	})
	return keys
}
