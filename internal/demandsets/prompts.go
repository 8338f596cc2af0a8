package main

import (
	"fmt"
	"slices"
	"strings"

	"adhere"
	"adhere/verify/ruling"
)

// A readDemand is a demand that a reader found, the label that it belongs to,
// and what its rule says of every answer, good ones first.
type readDemand struct {
	adhere.Demand
	label int // index; -1 where no label has these words
	says  []finding
	wrong string // why it does not agree with its label; empty if it does
}

// measurePrompt counts what the reader makes of one conversation, and says
// what is wrong with it.
func (b bench) measurePrompt(c *promptCase, read reader) (tally, []string, error) {
	texts := slices.Clone(c.Good)
	for _, m := range c.Misses {
		texts = append(texts, m.Text)
	}
	var found []readDemand
	for _, d := range read(c.Messages) {
		if d.Rule == nil {
			continue // left to a judge
		}
		r := readDemand{Demand: d, label: c.labelOf(&d)}
		for _, text := range texts {
			f, _, err := b.find(ruling.Question{Rule: d.Rule, Text: text})
			if err != nil {
				return nil, nil, fmt.Errorf("%s: %q: %w", c.ID, d.Text, err)
			}
			r.says = append(r.says, f)
		}
		found = append(found, r)
	}
	for i := range found {
		found[i].wrong = c.fault(&found[i], found)
	}
	t := tally{}
	c.countDemands(t, found)
	c.countAnswers(t, found)
	return t, c.faults(found), nil
}

// labelOf returns the index of the label whose words a demand shares most, or
// -1.
func (c *promptCase) labelOf(d *adhere.Demand) int {
	best, most := -1, 0
	for i, l := range c.Demands {
		if l.Turn != d.Source.Turn {
			continue
		}
		text := c.Messages[l.Turn].Text
		for at := 0; ; {
			k := strings.Index(text[at:], l.Quote)
			if k < 0 {
				break
			}
			at += k
			if n := min(d.Source.End, at+len(l.Quote)) - max(d.Source.Start, at); n > most {
				best, most = i, n
			}
			at += len(l.Quote)
		}
	}
	return best
}

// fault says why a demand that was read disagrees with its label, or nothing.
// Several demands may share a label ("2 pros and 1 con"): then each must accept
// what the label accepts, and together they must catch what breaks it.
func (c *promptCase) fault(r *readDemand, all []readDemand) string {
	if r.label < 0 {
		if r.Source.Binds() {
			return "nothing is demanded there"
		}
		return ""
	}
	l := &c.Demands[r.label]
	switch {
	case !l.binds() && r.Source.Binds():
		return "does not bind: " + l.Source
	case l.binds() && !r.Source.Binds():
		return "binds, and is taken for " + string(r.Source.Origin)
	case !l.binds():
		return ""
	case l.Scope.Reach != r.Scope.Reach:
		return fmt.Sprintf("scope is %s %s, not %s %s", l.Scope.Reach, l.Scope.Of, r.Scope.Reach, r.Scope.Of)
	}
	for i, says := range r.says {
		broken := c.broken(r.label, i)
		if says == notMet && !broken {
			return fmt.Sprintf("accuses answer %d", i+1)
		}
		if broken && l.Decide == exact && !anySays(all, r.label, i, notMet) && anySays(all, r.label, i, met) {
			return fmt.Sprintf("accepts answer %d", i+1)
		}
	}
	return ""
}

func anySays(all []readDemand, label, answer int, f finding) bool {
	return slices.ContainsFunc(all, func(r readDemand) bool { return r.label == label && r.says[answer] == f })
}

// countDemands counts the demands that were read and those that were labelled.
func (c *promptCase) countDemands(t tally, found []readDemand) {
	for i := range found {
		r := &found[i]
		if !r.Source.Binds() {
			continue
		}
		t.count("demands right", r.wrong == "")
		if r.MayEnforce() {
			t.count("enforced right", r.wrong == "")
		}
	}
	for i, l := range c.Demands {
		if l.binds() && l.Decide == exact {
			t.count("exact demands found", slices.ContainsFunc(found, func(r readDemand) bool {
				return r.label == i && r.MayEnforce() && r.wrong == ""
			}))
		}
	}
}

// countAnswers counts good answers, near misses, and pairs of a demand that
// binds and an answer.
func (c *promptCase) countAnswers(t tally, found []readDemand) {
	for i := range c.Good {
		t.count("harm", slices.ContainsFunc(found, func(r readDemand) bool { return r.MayEnforce() && r.says[i] == notMet }))
	}
	for i, m := range c.Misses {
		if m.Exact {
			t.count("near misses caught", slices.ContainsFunc(found, func(r readDemand) bool {
				return r.MayEnforce() && r.says[len(c.Good)+i] == notMet && r.label >= 0 && slices.Contains(m.Breaks, c.Demands[r.label].ID)
			}))
		}
	}
	for i := range c.Demands {
		if !c.Demands[i].binds() {
			continue
		}
		for j := range len(c.Good) + len(c.Misses) {
			t.pair(c.says(found, i, j), !c.broken(i, j))
		}
	}
}

// says is what code alone says of a label and an answer.
func (c *promptCase) says(found []readDemand, label, answer int) finding {
	says := undecided
	for _, r := range found {
		if r.label == label && r.MayEnforce() {
			says = max(says, r.says[answer])
		}
	}
	return says
}

// broken reports whether an answer breaks a label.
func (c *promptCase) broken(label, answer int) bool {
	return answer >= len(c.Good) && slices.Contains(c.Misses[answer-len(c.Good)].Breaks, c.Demands[label].ID)
}

// faults lists what is wrong with the demands that were read, for people.
func (c *promptCase) faults(found []readDemand) []string {
	var out []string
	for i := range found {
		if r := &found[i]; r.wrong != "" {
			enforced := ""
			if r.MayEnforce() {
				enforced = " (enforced)"
			}
			out = append(out, fmt.Sprintf("%s %q: %s%s", c.ID, r.Text, r.wrong, enforced))
		}
	}
	for i := range c.Demands {
		if l := &c.Demands[i]; l.binds() && l.Decide == exact && !slices.ContainsFunc(found, func(r readDemand) bool { return r.label == i }) {
			out = append(out, fmt.Sprintf("%s %q: not read", c.ID, l.Quote))
		}
	}
	return out
}
