package ruling

import (
	"encoding/json"
	"slices"

	"adhere"
)

// Examples returns a text that just meets a rule and one that just fails it,
// as near to each other as the given texts and those that code can make are.
// Either is empty where there is none.
func (d *Decider) Examples(rule *adhere.Rule, given []string) (meets, fails string) {
	seeds := append(slices.Clone(given), several("sentence", 1), several("paragraph", 2), several("list item", 3), "The boat left at noon. Did it come back?", "# Boats\n\nThe boat left.")
	for _, literal := range literals(rule.Args) {
		seeds = append(seeds, literal, "The boat left at noon, "+literal+", and came back late.", literal+" The boat left at noon.", "The boat left at noon.\n"+literal)
	}
	texts := append(slices.Clone(seeds), d.Witnesses(rule, seeds)...)
	for _, seed := range seeds {
		texts = append(texts, nearby(seed, true)...)
	}
	var met, not []string
	for _, text := range texts {
		if outcome := d.run(rule, text); outcome == adhere.Met {
			met = append(met, text)
		} else if outcome == adhere.NotMet {
			not = append(not, text)
		}
	}
	return nearest(met, not)
}

// nearest returns the pair that differs in the fewest bytes between what both
// begin and end with.
func nearest(met, not []string) (a, b string) {
	least := -1
	for _, x := range met {
		for _, y := range not {
			if far := apart(x, y); least < 0 || far < least || far == least && len(x) < len(a) {
				a, b, least = x, y, far
			}
		}
	}
	if least < 0 && len(met) > 0 {
		a = met[0]
	} else if least < 0 && len(not) > 0 {
		b = not[0]
	}
	return a, b
}

func apart(x, y string) int {
	start := 0
	for start < min(len(x), len(y)) && x[start] == y[start] {
		start++
	}
	end := 0
	for end < min(len(x), len(y))-start && x[len(x)-1-end] == y[len(y)-1-end] {
		end++
	}
	return max(len(x), len(y)) - start - end
}

// literals returns the texts that a check looks for.
func literals(args json.RawMessage) []string {
	var out []string
	eachObject(args, func(o map[string]any) {
		for _, key := range []string{"text", "word", "label", "keyword"} {
			if s, ok := o[key].(string); ok && s != "" {
				out = append(out, s)
			}
		}
	})
	slices.Sort(out)
	return slices.Compact(out)
}
