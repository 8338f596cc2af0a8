package build

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/lists"
	"adhere/verify/sample"
)

// Of returns the instructions of a part of the split, in order.
func (s *VerifiableSet) Of(split string) []*adhere.Instruction {
	var out []*adhere.Instruction
	for i := range s.Prompts {
		if s.Prompts[i].Split == split {
			out = append(out, s.Prompts[i].Instruction)
		}
	}
	return out
}

// Card describes the set.
func (s *VerifiableSet) Card(v *Verifiable) *Card {
	steps, yields := stepTable(baseSteps()), s.Base.Yields
	if v.worded != nil {
		steps.Rows = append(steps.Rows, stepTable(WordingSteps(v.options)).Rows...)
		yields = append(yields, v.worded.Yields...)
	}
	c := newCard(s.Name, yields, v.options, steps)
	c.Main = Train + ".jsonl"
	c.About = "Requests with demands on the form of the answer, each decided by code. The seed and the version name the set: the same settings give the same prompts on every machine. For every prompt a text was found that meets all its demands, and for every demand one that breaks it and meets the others."
	c.Limits = []string{
		"Texts that show what a prompt demands are word salad: they prove that it can be met and broken, not that it is sensible.",
		"A demand can be odd for its request, as in other sets of this kind.",
		"A wording is read back by the program's own reader of English; a model can read it otherwise.",
	}
	c.Facts = append(c.Facts, [][2]string{
		{"seed", strconv.FormatUint(v.Seed, 10)},
		{"version of the method", strconv.Itoa(VerifiableVersion)},
		{"prompts", strconv.Itoa(len(s.Prompts))},
		{"demands in a prompt", fmt.Sprintf("%d to %d", v.Least, v.Most)},
		{"kinds of demands", strconv.Itoa(len(v.Kinds))},
		{"held out", fmt.Sprintf("%g", v.HeldOut)},
	}...)
	if v.worded != nil {
		c.Tables = append(c.Tables, wordingsTable(v.worded))
	}
	c.Tables = append(c.Tables, s.sizes(), s.kinds(), s.rejected())
	return c
}

func (s *VerifiableSet) sizes() Table {
	t := Table{Title: "Prompts by number of demands", Heads: []string{"demands", "prompts", "in the algebra's own words"}}
	prompts, printed := map[int]int{}, map[int]int{}
	for i := range s.Prompts {
		demands := s.Prompts[i].Drawn.Demands
		prompts[len(demands)]++
		for _, d := range demands {
			if d.Printed {
				printed[len(demands)]++
			}
		}
	}
	for _, n := range slices.Sorted(maps.Keys(prompts)) {
		t.Rows = append(t.Rows, []string{strconv.Itoa(n), strconv.Itoa(prompts[n]), strconv.Itoa(printed[n])})
	}
	return t
}

func (s *VerifiableSet) kinds() Table {
	t := Table{Title: "Kinds of demands", Heads: []string{"kind", "part", "demands", "share"}}
	all := 0
	for _, n := range s.Drawn {
		all += n
	}
	for _, split := range []string{Train, HeldOut} {
		for _, name := range slices.Sorted(slices.Values(s.Kinds[split])) {
			t.Rows = append(t.Rows, []string{name, split, strconv.Itoa(s.Drawn[name]), percent(s.Drawn[name], all)})
		}
	}
	return t
}

func (s *VerifiableSet) rejected() Table {
	t := Table{Title: "Drawn and not kept", Heads: []string{"why", "times"}}
	for _, why := range []sample.Why{sample.Unread, sample.Together, sample.Redundant} {
		t.Rows = append(t.Rows, []string{string(why), strconv.Itoa(s.Rejected[why])})
	}
	return t
}

// A Shown is a prompt's texts, for who wants to see that it can be met.
type Shown struct {
	ID     string   `json:"id"`
	Meets  string   `json:"meets"`
	Breaks []string `json:"breaks"` // by requirement: breaks it, and meets the others
}

// Shown returns the texts of all prompts.
func (s *VerifiableSet) Shown() []Shown {
	return lists.Map(s.Prompts, func(p Prompt) Shown { return Shown{p.Instruction.ID, p.Drawn.Meets, p.Drawn.Breaks} })
}

// KindsOf returns the kinds whose rules belong to the suites (all if none is
// named), and whose name contains one of the texts (any if there is none).
func KindsOf(suites, names []string) []sample.Kind {
	var out []sample.Kind
	for _, k := range sample.Kinds() {
		named := len(names) == 0 || slices.ContainsFunc(names, func(n string) bool { return strings.Contains(k.Name, n) || k.Label == n })
		if named && (len(suites) == 0 || slices.Contains(suites, k.Suite())) {
			out = append(out, k)
		}
	}
	return out
}
