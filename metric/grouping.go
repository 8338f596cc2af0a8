package metric

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/lists"
)

// A Grouping divides requirements into groups that get a summary each, beside
// the whole. A requirement that has several values (labels) counts in each.
type Grouping struct {
	keys []groupKey
}

type groupKey struct {
	name   string
	tag    bool // name is that of a tag
	values func(dst []string, in *adhere.Instruction, req *adhere.Requirement) []string
}

// ByLabel groups by the requirement's labels, under the key "label".
func ByLabel() Grouping { return byOwn("label") }

// ByRule groups by the name of the checker, under the key "rule".
// Requirements without one are in no group.
func ByRule() Grouping { return byOwn("rule") }

// ByRequirement groups by the requirement's ID, under the key "requirement".
func ByRequirement() Grouping { return byOwn("requirement") }

// ByLevel groups by the instruction's level, under the key "level". Level 0,
// an instruction without added constraints, is in no group.
func ByLevel() Grouping { return byOwn("level") }

// ByTurn groups by the answer that a requirement is about, under the key "turn".
// Requirements of instructions with one answer are in no group.
func ByTurn() Grouping { return byOwn("turn") }

func byOwn(key string) Grouping {
	return Grouping{keys: []groupKey{{name: key, values: func(dst []string, in *adhere.Instruction, req *adhere.Requirement) []string {
		return ownValues(dst, key, in, req)
	}}}}
}

// ownValues appends what a requirement has under a key that is not that of a tag.
func ownValues(dst []string, key string, in *adhere.Instruction, req *adhere.Requirement) []string {
	switch {
	case key == "label":
		return lists.AddNew(dst, req.Labels...)
	case key == "rule" && req.Rule != nil:
		return append(dst, req.Rule.Name)
	case key == "requirement":
		return append(dst, req.ID)
	case key == "level" && in.Level != 0:
		return append(dst, strconv.Itoa(in.Level))
	case key == "turn" && req.Turn != 0:
		return append(dst, strconv.Itoa(req.Turn))
	}
	return dst
}

// Values returns the groups under a key that a requirement is in, be it the key of
// a tag, or one of those of ByLabel, ByRule, ByRequirement, ByLevel and ByTurn, or
// both. What tags and levels group by is the same for all requirements, which may
// then be nil.
func Values(key string, in *adhere.Instruction, req *adhere.Requirement) []string {
	return ByTag(key).keys[0].values(ownValues(nil, key, in, req), in, req)
}

// ByTag groups by a tag of the instruction, such as subset, category or
// domain, under that key. Instructions without the tag are in no group.
func ByTag(tag string) Grouping {
	return Grouping{keys: []groupKey{{name: tag, tag: true, values: func(dst []string, in *adhere.Instruction, _ *adhere.Requirement) []string {
		if v, ok := in.Tags[tag]; ok {
			return lists.AddNew(dst, v)
		}
		return dst
	}}}}
}

// tagsOf returns the tags that groupings read.
func tagsOf(by []Grouping) []string {
	var tags []string
	for _, g := range by {
		for _, k := range g.keys {
			if k.tag {
				tags = append(tags, k.name)
			}
		}
	}
	return tags
}

// Across groups by several at once: Across(ByTag("category"), ByLevel()) has
// a group for each category and level.
func Across(gs ...Grouping) Grouping {
	var g Grouping
	for _, one := range gs {
		g.keys = append(g.keys, one.keys...)
	}
	return g
}

// each calls f with the joined values of every group that the requirement is
// in. buf is scratch space.
func (g Grouping) each(in *adhere.Instruction, req *adhere.Requirement, buf *[]string, f func(id string)) {
	switch len(g.keys) {
	case 0:
		f("")
	case 1:
		*buf = g.keys[0].values((*buf)[:0], in, req)
		for _, v := range *buf {
			f(v)
		}
	default:
		g.product("", 0, in, req, f)
	}
}

const separator = "\x00"

func (g Grouping) product(prefix string, i int, in *adhere.Instruction, req *adhere.Requirement, f func(string)) {
	for _, v := range g.keys[i].values(nil, in, req) {
		id := v
		if i > 0 {
			id = prefix + separator + v
		}
		if i+1 == len(g.keys) {
			f(id)
		} else {
			g.product(id, i+1, in, req, f)
		}
	}
}

// named turns joined values into the Group of a summary.
func (g Grouping) named(id string) map[string]string {
	if len(g.keys) == 0 {
		return nil
	}
	m := make(map[string]string, len(g.keys))
	for i, v := range strings.SplitN(id, separator, len(g.keys)) { // a value may hold anything
		m[g.keys[i].name] = v
	}
	return m
}

func (g Grouping) name() string {
	return strings.Join(lists.Map(g.keys, func(k groupKey) string { return k.name }), " and ")
}

// sortedIDs returns the groups in the order in which they are reported:
// numbers by size, then words.
func sortedIDs[V any](groups map[string]V) []string {
	return slices.SortedFunc(maps.Keys(groups), func(a, b string) int {
		return slices.CompareFunc(strings.Split(a, separator), strings.Split(b, separator), lists.CompareNatural)
	})
}

// groups hold a T for each group of each grouping, the whole first.
type groups[T any] struct {
	by      []Grouping
	of      []map[string]T
	fresh   func() T
	scratch []string
}

func newGroups[T any](by []Grouping, fresh func() T) *groups[T] {
	g := &groups[T]{by: append([]Grouping{{}}, slices.DeleteFunc(slices.Clone(by), func(one Grouping) bool { return len(one.keys) == 0 })...), fresh: fresh}
	for range g.by {
		g.of = append(g.of, map[string]T{})
	}
	g.of[0][""] = fresh()
	return g
}

// mostGroups is how many groups a grouping may have. Where there are more, its
// values name single items, and it is left out with a warning.
const mostGroups = 1000

// each calls f for every group of the i-th grouping that a requirement is in,
// as long as these are not too many.
func (g *groups[T]) each(i int, in *adhere.Instruction, req *adhere.Requirement, f func(T)) {
	if len(g.of[i]) > mostGroups {
		return
	}
	g.by[i].each(in, req, &g.scratch, func(id string) {
		t, ok := g.of[i][id]
		if !ok {
			t = g.fresh()
			g.of[i][id] = t
		}
		f(t)
	})
}

func (g *groups[T]) summaries(of func(t T, group map[string]string) adhere.Summary) []adhere.Summary {
	var out []adhere.Summary
	for i, by := range g.by {
		if len(g.of[i]) > mostGroups {
			out[0].Warnings = append(out[0].Warnings, fmt.Sprintf("more than %d values of %s, which are not told apart", mostGroups, by.name()))
			continue
		}
		for _, id := range sortedIDs(g.of[i]) {
			out = append(out, of(g.of[i][id], by.named(id)))
		}
	}
	return out
}
