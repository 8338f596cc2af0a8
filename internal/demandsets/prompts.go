package main

import (
	"fmt"
	"slices"
	"strings"

	"adhere"
	"adhere/verify/ruling"
)

// A readDemand is a demand that a reader found, the labels that it belongs to,
// and what its rule says of every answer, good ones first.
type readDemand struct {
	adhere.Demand
	labels []int // indexes: all labels whose words it holds, or the one that it shares most words with
	says   []finding
	wrong  string // why it does not agree with its labels; empty if it does
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
		r := readDemand{Demand: d, labels: c.labelsOf(&d)}
		for _, text := range texts {
			f, _, err := b.find(ruling.Case{Rule: d.Rule, Text: text})
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

// labelsOf returns the indexes of the labels whose words a demand holds, or of
// the one that it shares most words with.
func (c *promptCase) labelsOf(d *adhere.Demand) []int {
	var held []int
	best, most := -1, 0
	for i, l := range c.Demands {
		if l.Turn != d.Source.Turn {
			continue
		}
		n := shared(c.Messages[l.Turn].Text, l.Quote, d.Source)
		if n == len(l.Quote) {
			held = append(held, i)
		}
		if n > most {
			best, most = i, n
		}
	}
	if held == nil && best >= 0 {
		return []int{best}
	}
	return held
}

// shared is how many bytes of a quote, wherever it stands in a text, lie
// within a source.
func shared(text, quote string, s adhere.Source) int {
	most := 0
	for at := 0; ; at += len(quote) {
		k := strings.Index(text[at:], quote)
		if k < 0 {
			return most
		}
		at += k
		most = max(most, min(s.End, at+len(quote))-max(s.Start, at))
	}
}

// fault says why a demand that was read disagrees with its labels, or nothing.
func (c *promptCase) fault(r *readDemand, all []readDemand) string {
	if r.Source.Origin == adhere.Mentioned {
		return "" // it may be demanded or not
	}
	if len(r.labels) == 0 {
		if r.Source.Binds() {
			return "nothing is demanded there"
		}
		return ""
	}
	for _, i := range r.labels {
		l := &c.Demands[i]
		if l.binds() != r.Source.Binds() {
			return fmt.Sprintf("is labelled %s and taken for %s", l.Source, r.Source.Origin)
		}
		if !l.binds() {
			return ""
		}
		if !c.sameScope(r, i) {
			return fmt.Sprintf("scope is %s %s, not %s %s", l.Scope.Reach, l.Scope.Of, r.Scope.Reach, r.Scope.Of)
		}
	}
	if !r.Certain {
		return "" // what it means is left open
	}
	return c.mistake(r, all)
}

// mistake says which answer a demand gets wrong. Several demands may share a
// label ("2 pros and 1 con"): then each must accept what the label accepts, and
// together they must catch what breaks it.
func (c *promptCase) mistake(r *readDemand, all []readDemand) string {
	for i, says := range r.says {
		broken := func(label int) bool { return c.broken(label, i) }
		if says == notMet && !slices.ContainsFunc(r.labels, broken) {
			return fmt.Sprintf("accuses answer %d", i+1)
		}
		for _, label := range r.labels {
			if broken(label) && c.Demands[label].Decide == exact && c.says(all, label, i, anyDemand) == met {
				return fmt.Sprintf("accepts answer %d", i+1)
			}
		}
	}
	return ""
}

// sameScope reports whether a demand has the scope of a label, or says of none
// that it has it: the same reach,
// or one that comes to the same, as "no tagline has an exclamation mark" and
// "no exclamation mark" do, or a part and what follows another. It comes to the
// same if the demand accepts all good answers and catches a near miss.
func (c *promptCase) sameScope(r *readDemand, label int) bool {
	want, got := c.Demands[label].Scope.Reach, r.Scope.Reach
	if want == got || got == "" {
		return true
	}
	whole := func(reach adhere.Reach) bool { return reach == adhere.EachUnit || reach == adhere.WholeAnswer }
	if whole(want) != whole(got) || slices.Contains(r.says[:len(c.Good)], notMet) {
		return false
	}
	for i := len(c.Good); i < len(r.says); i++ {
		if c.broken(label, i) && r.says[i] == notMet {
			return true
		}
	}
	return false
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
				return slices.Contains(r.labels, i) && r.MayEnforce() && r.wrong == ""
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
				return r.MayEnforce() && r.says[len(c.Good)+i] == notMet &&
					slices.ContainsFunc(r.labels, func(label int) bool { return c.broken(label, len(c.Good)+i) })
			}))
		}
	}
	for i := range c.Demands {
		if !c.Demands[i].binds() {
			continue
		}
		for j := range len(c.Good) + len(c.Misses) {
			t.pair(c.says(found, i, j, (*adhere.Demand).MayEnforce), !c.broken(i, j))
		}
	}
}

// says is what the demands of a label that count say of an answer. A demand of
// several labels that is not met because of another says nothing of this one.
func (c *promptCase) says(found []readDemand, label, answer int, counts func(*adhere.Demand) bool) finding {
	says := undecided
	for i := range found {
		r := &found[i]
		if !slices.Contains(r.labels, label) || !counts(&r.Demand) {
			continue
		}
		blame := func(other int) bool { return c.broken(other, answer) }
		if r.says[answer] == notMet && !blame(label) && slices.ContainsFunc(r.labels, blame) {
			continue
		}
		says = max(says, r.says[answer])
	}
	return says
}

func anyDemand(*adhere.Demand) bool { return true }

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
		if l := &c.Demands[i]; l.binds() && l.Decide == exact && !slices.ContainsFunc(found, func(r readDemand) bool { return slices.Contains(r.labels, i) }) {
			out = append(out, fmt.Sprintf("%s %q: not read", c.ID, l.Quote))
		}
	}
	return out
}
