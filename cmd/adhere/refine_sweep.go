package main

import (
	"strings"

	"adhere/refine"
)

// refinements lists the ways to refine that were asked for: each strategy,
// and those that have a critic with each critic and decomposer. What only
// rules would criticise although a model lists it is left out, unless there is
// nothing else.
func (r *refineEvalFlags) refinements() []combination {
	if len(r.strategies) == 0 {
		return []combination{{}}
	}
	var all []combination
	for _, strategy := range r.strategies {
		s, err := refine.Find(strategy)
		if err != nil || !s.Critic { // an unknown one is an error later
			all = append(all, combination{refine: strategy})
			continue
		}
		for _, c := range r.casts() {
			c.refine = strategy
			all = append(all, c)
		}
	}
	return all
}

// casts pairs every decomposer with every critic.
func (r *refineEvalFlags) casts() []combination {
	decomposers := r.decomposers
	if len(decomposers) == 0 {
		decomposers = []string{""}
	}
	var all, left []combination
	for _, d := range decomposers {
		for _, c := range r.panels {
			one := combination{decomposer: d, critic: c}
			if own := r.cast(c, d); own.blind() {
				left = append(left, one)
				continue
			}
			all = append(all, one)
		}
	}
	if len(all) == 0 {
		return left
	}
	return all
}

// refinementName says what tells a way to refine from the others.
func (r *refineEvalFlags) refinementName(c combination) []string {
	var parts []string
	if len(r.strategies) > 1 {
		parts = append(parts, c.refine)
	}
	if len(r.decomposers) > 1 && c.critic != "" {
		parts = append(parts, "decomposer "+c.decomposer)
	}
	if len(r.panels) > 1 && c.critic != "" {
		parts = append(parts, "critic "+strings.ReplaceAll(c.critic, ",", "+"))
	}
	return parts
}
