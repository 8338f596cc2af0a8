package metric

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/plural"
)

// LevelOptions say how metrics over levels are taken.
type LevelOptions struct {
	Category string // the tag whose values get tables of their own and are averaged with equal weight; empty for none

	// RulesWhole has an answer that rules decided satisfy all requirements of
	// its level or none, as FollowBench's scripts count it.
	RulesWhole bool

	// Undecided says how undecided verdicts and missing levels count. AsPaper
	// does as FollowBench's scripts: both count as not satisfied, and a reply
	// that cannot be read at all takes a whole answer off the sum (its script
	// scores it -1).
	Undecided Policy
}

func (o *LevelOptions) paper() bool { return o.Undecided == AsPaper }

// A chain is the answers to one group of levels at one attempt.
type chain struct {
	cluster  int32
	category string
	steps    []step // by level, from 1
}

// A step is the answer at one level.
type step struct {
	there      bool           // there is a record, or it counts as if there were
	absent     bool           // there is none, and it counts
	all        adhere.Outcome // of all requirements together; Unsure where there is no record, Skipped at a level that no group has
	requires   int            // number of requirements
	met, left  int            // how many are met, how many undecided
	rules      bool           // code decided all of them
	unreadable bool           // the judge replied, but not one verdict could be read
}

// open reports whether something at the level is undecided.
func (s *step) open() bool { return s.left > 0 || s.all == adhere.Unsure }

// settled is the outcome where what is undecided counts as not met.
func (s *step) settled() adhere.Outcome {
	if s.all == adhere.Unsure {
		return adhere.NotMet
	}
	return s.all
}

// official is the outcome in the paper's count: the same or, for an unreadable
// reply, Broken.
func (s *step) official() adhere.Outcome {
	if s.unreadable {
		return adhere.Broken
	}
	return s.settled()
}

// tags are what is read of an instruction's.
func (o *LevelOptions) tags() []string {
	if o.Category == "" {
		return nil
	}
	return []string{o.Category}
}

// chains holds every chain of a set of records.
type chains struct {
	list       []chain
	categories []string // sorted
	top        int      // highest level anywhere
	failed     int
	unreadable int
	missing    int    // levels without a record, of those that some group has
	pooled     int    // categories, if they are too many to be told apart
	skipped    []bool // by level: no group has it
}

// chainsOf follows each group through its levels. Level 0, the instruction
// without added constraints, is never scored.
func chainsOf(records []adhere.Record, o LevelOptions) *chains {
	cs := &chains{}
	type branch struct {
		category string
		attempt  int
	}
	branches := map[branch]int{} // of the cluster at hand: index in list
	index, last := int32(-1), ""
	categories := map[string]bool{}
	for _, r := range ordered(records) {
		level := r.Instruction.Level
		outcomes, state := outcomes(r, "")
		if level < 1 || state == unjudged {
			continue
		}
		if name := cluster(r); index < 0 || name != last {
			index, last = index+1, name
			clear(branches)
		}
		b := branch{r.Instruction.Tags[o.Category], r.Attempt}
		at, ok := branches[b]
		if !ok {
			at = len(cs.list)
			branches[b] = at
			cs.list = append(cs.list, chain{cluster: index, category: b.category})
			categories[b.category] = true
		}
		s := stepOf(outcomes, ruled(r))
		if state == failed {
			s.unreadable = false
			cs.failed++
		}
		if s.unreadable {
			cs.unreadable++
		}
		cs.list[at].set(level, s)
		cs.top = max(cs.top, level)
	}
	cs.categories = slices.Sorted(maps.Keys(categories))
	if len(cs.categories) > mostCategories {
		cs.pool()
	}
	cs.complete(o.Undecided)
	return cs
}

// mostCategories is how many categories are told apart: an interval needs the
// products of all of them at all levels.
const mostCategories = 100

// pool takes all groups as of one category.
func (cs *chains) pool() {
	cs.pooled, cs.categories = len(cs.categories), []string{""}
	for i := range cs.list {
		cs.list[i].category = ""
	}
}

func (c *chain) set(level int, s step) {
	for len(c.steps) < level {
		c.steps = append(c.steps, step{all: adhere.Unsure})
	}
	c.steps[level-1] = s
}

// ruled reports whether nobody but rules decided anything of a record.
func ruled(r *adhere.Record) bool {
	return !slices.ContainsFunc(r.Counted(nil), func(v adhere.Verdict) bool {
		return v.Outcome != adhere.Skipped && !strings.HasPrefix(v.Judge, "rule/")
	})
}

func stepOf(outcomes []adhere.Outcome, rules bool) step {
	s := step{there: true, all: adhere.Met, rules: rules}
	broken := 0
	for _, o := range outcomes {
		switch o {
		case adhere.Skipped:
			continue
		case adhere.Met:
			s.met++
		case adhere.NotMet:
			s.all = adhere.NotMet
		default:
			s.left++
			if o == adhere.Broken {
				broken++
			}
			if s.all == adhere.Met {
				s.all = adhere.Unsure
			}
		}
		s.requires++
	}
	if s.requires == 0 {
		s.all = adhere.Unsure
	}
	s.unreadable = broken > 0 && broken == s.requires
	return s
}

// complete gives every chain all levels. One that no group has is skipped.
// Where undecided levels count, one without a record has requirements too: as
// many as others have there.
func (cs *chains) complete(p Policy) {
	requires := make([]int, cs.top)
	cs.skipped = slices.Repeat([]bool{true}, cs.top)
	for i := range cs.list {
		c := &cs.list[i]
		if len(c.steps) < cs.top {
			c.set(cs.top, step{all: adhere.Unsure})
		}
		for l := range c.steps {
			requires[l] = max(requires[l], c.steps[l].requires)
			cs.skipped[l] = cs.skipped[l] && !c.steps[l].there
		}
	}
	for i := range cs.list {
		for l := range cs.list[i].steps {
			s := &cs.list[i].steps[l]
			switch {
			case cs.skipped[l]:
				s.all = adhere.Skipped
				continue
			case !s.there:
				cs.missing++
			}
			if p.Counts() && s.requires == 0 && requires[l] > 0 {
				*s = step{there: true, absent: !s.there, all: adhere.Unsure, requires: requires[l], left: requires[l]}
			}
		}
	}
}

func (cs *chains) warnings() []string {
	var w []string
	if cs.failed > 0 {
		w = append(w, plural.Of(cs.failed, "item")+" without answer or without any verdict")
	}
	if cs.unreadable > 0 {
		w = append(w, plural.Of(cs.unreadable, "whole verdict")+" of the judge could not be read")
	}
	if cs.missing > 0 {
		w = append(w, plural.Of(cs.missing, "level")+" of a group without an answer, or without an instruction")
	}
	if cs.pooled > 0 {
		w = append(w, fmt.Sprintf("%d categories, more than %d, which are not told apart: all groups weigh the same", cs.pooled, mostCategories))
	}
	return w
}

// named reports whether some instruction names its category.
func (cs *chains) named() bool {
	return len(cs.categories) > 1 || len(cs.categories) == 1 && cs.categories[0] != ""
}

func (cs *chains) category(c *chain) int {
	i, _ := slices.BinarySearch(cs.categories, c.category)
	return i
}
