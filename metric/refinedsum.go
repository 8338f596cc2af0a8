package metric

import (
	"slices"
	"strconv"

	"adhere"
)

// The metrics of refinement.
const (
	accAfter    = "instruction_acc"
	reqAfter    = "constraint_acc"
	rewritten   = "answers_rewritten"
	revised     = "answers_revised"
	fixedShare  = "requirements_fixed"
	brokenShare = "requirements_broken"
	brokenAgain = "broken_again"
	bestN       = "best_n"

	qualityBetter = "quality_better"
	qualitySame   = "quality_same"
	qualityWorse  = "quality_worse"
)

// RefinementMetrics returns the names of the metrics of refinement that speak
// of a run as a whole, in the order of their tables.
func RefinementMetrics() []string {
	names := []string{bestN, rewritten, revised, fixedShare, brokenShare, brokenAgain, qualityBetter, qualitySame, qualityWorse}
	for _, p := range prices() {
		names = append(names, p.name)
	}
	return names
}

// Summarize returns the metrics and their values. Quality names who compared
// answers as a whole; empty leaves that out.
func (g *Refinements) Summarize(quality string) ([]Definition, []adhere.Summary) {
	whole := func(m adhere.Metric, records []adhere.Record, group map[string]string) {
		g.define(Definition{Name: m.Name, Doc: m.Doc})
		s := m.Of(records)[0]
		s.Group = group
		g.summaries = append(g.summaries, s)
	}
	none := map[string]string{}
	if !g.rewrites {
		g.fixed, g.broke, g.rebroken = changesOf{}, changesOf{}, nil
	}
	whole(changeShare(rewritten, "answers that were written more than once, of all"), g.rewrote, none)
	whole(changeShare(revised, "answers whose final text is not the first, of all"), g.changed, none)
	whole(changeShare(fixedShare, "requirements that the first answer broke and the final one meets, of those that the first broke; by iteration: from one attempt to the next"), g.fixed.whole, none)
	whole(changeShare(brokenShare, "requirements that the first answer met and the final one breaks, of those that the first met; by iteration: from one attempt to the next"), g.broke.whole, none)
	whole(changeShare(brokenAgain, "requirements that were repaired and broken again later, of those that were repaired"), g.rebroken, none)
	g.align()
	first := len(g.summaries)
	for n, records := range g.after {
		group := iteration(n)
		whole(InstructionAccuracy(accAfter, Options{Undecided: g.policy}), records, group)
		whole(ConstraintAccuracy(reqAfter, Options{Undecided: g.policy}), records, group)
		if n > 0 && n < len(g.fixed.each) {
			whole(changeShare(fixedShare, ""), g.fixed.each[n], group)
			whole(changeShare(brokenShare, ""), g.broke.each[n], group)
		}
	}
	g.best(g.summaries[first:])
	g.addCosts()
	if quality != "" {
		g.quality(quality)
	}
	return g.measures, g.summaries
}

func iteration(n int) map[string]string { return map[string]string{"iteration": strconv.Itoa(n)} }

func changeShare(name, doc string) adhere.Metric {
	m := ConstraintAccuracy(name, Options{})
	of := m.Of
	m.Doc = doc
	m.Of = func(records []adhere.Record) []adhere.Summary {
		all := of(records)
		if all[0].Undefined != "" {
			all[0].Undefined = "there were none to change"
		}
		return all
	}
	return m
}

func (g *Refinements) define(m Definition) {
	if !slices.ContainsFunc(g.measures, func(o Definition) bool { return o.Name == m.Name }) {
		g.measures = append(g.measures, m)
	}
}

// align turns the records of items into those of iterations: an item that
// ended early keeps its answer.
func (g *Refinements) align() {
	most := 0
	for _, it := range g.items {
		most = max(most, len(it))
	}
	for n := range most {
		records := slices.Clone(g.failed)
		for _, it := range g.items {
			if len(it) > 0 {
				records = append(records, it[min(n, len(it)-1)])
			}
		}
		g.after = append(g.after, records)
	}
}

// best adds the number of iterations after which most instructions are
// followed. Its interval holds all those whose own interval reaches the best
// value.
func (g *Refinements) best(summaries []adhere.Summary) {
	best, at := adhere.Summary{}, -1
	var all []adhere.Summary
	for _, s := range summaries {
		if s.Metric == accAfter && s.Undefined == "" {
			all = append(all, s)
			if at < 0 || s.Value > best.Value {
				best, at = s, len(all)-1
			}
		}
	}
	if at < 0 {
		return
	}
	lo, hi := at, at
	for n, s := range all {
		if s.Hi >= best.Value {
			lo, hi = min(lo, n), max(hi, n)
		}
	}
	g.define(Definition{Name: bestN, Plain: true, Max: float64(max(len(all)-1, 1)), Doc: "the smallest number of iterations after which most instructions are followed; its interval holds the numbers that do as well within theirs"})
	g.summaries = append(g.summaries, adhere.Summary{Metric: bestN, Group: map[string]string{}, Value: float64(at), Lo: float64(lo), Hi: float64(hi), N: best.N})
}

// quality adds how revised answers stand against the first, as a whole and
// in both orders (DeCRIM, section 4.3, "Overall Quality Assessment").
func (g *Refinements) quality(judge string) {
	measures := []Definition{
		{Name: qualityBetter, Doc: "revised answers that " + judge + " prefers to the first, in both orders, of all revised"},
		{Name: qualitySame, Doc: "revised answers that it holds for as good, or on which it changes its mind with the order"},
		{Name: qualityWorse, Doc: "revised answers to which it prefers the first, in both orders"},
	}
	for i, s := range Preferences(g.contests) {
		s.Metric, s.Group = measures[i].Name, map[string]string{}
		if len(g.contests) == 0 {
			s.Undefined = "no answer was revised"
		}
		g.define(measures[i])
		g.summaries = append(g.summaries, s)
	}
}
