package report

import (
	"math"
	"strings"

	"adhere"
	"adhere/metric"
)

// A chooser is a judge that compares two answers, on all pairs and set by set.
type chooser struct {
	metric.ChoiceReport
	Sets []chooserOn `json:"sets,omitempty"`
}

type chooserOn struct {
	Set string `json:"set"`
	metric.ChoiceReport
}

// OfChoices lays out how well judges choose the better of two answers: over
// all pairs and, where there are several sets, over each in the order in which
// they come. Gold says in words whose choice is right.
func OfChoices(gold string, choices []metric.Choice, warnings []string) *Agreement {
	judges := choosers(choices)
	a := &Agreement{
		Title: "Judges that compare two answers", Gold: gold, Warnings: warnings,
		Definitions: []Definition{
			{Name: "accuracy_forward", Doc: "Share of pairs whose better answer the judge names when it sees them as given."},
			{Name: "accuracy_exchanged", Doc: "The same with the two answers in each other's place."},
			{Name: "accuracy_both", Doc: "Share of pairs whose better answer the judge names in both orders."},
			{Name: "changed", Doc: "Share of pairs on which the judge changes its mind with the order of the answers."},
			{Name: "kappa", Doc: "Cohen's kappa of the judge with the label, over both orders; 1 is full agreement, 0 is chance.", Plain: true},
			{Name: "kappa_orders", Doc: "Cohen's kappa of the judge in one order with itself in the other.", Plain: true},
		},
		Document: struct {
			Gold     string    `json:"gold"`
			Judges   []chooser `json:"judges"`
			Warnings []string  `json:"warnings,omitempty"`
		}{gold, judges, warnings},
	}
	for _, j := range judges {
		a.Judges = append(a.Judges, choiceSummaries(&j.ChoiceReport, map[string]string{"judge": j.Judge})...)
	}
	for _, j := range judges {
		for _, s := range j.Sets {
			a.Judges = append(a.Judges, choiceSummaries(&s.ChoiceReport, map[string]string{"judge": j.Judge, "set": s.Set})...)
		}
	}
	return a
}

// choosers measures each judge over all pairs and set by set.
func choosers(choices []metric.Choice) []chooser {
	var out []chooser
	at := map[string]int{}
	for i, r := range metric.Choices(choices) {
		at[r.Judge] = i
		out = append(out, chooser{ChoiceReport: r})
	}
	sets := grouped(choices, func(c metric.Choice) string { return c.Set })
	if len(sets) < 2 {
		return out
	}
	for _, set := range sets {
		for _, r := range metric.Choices(set.all) {
			c := &out[at[r.Judge]]
			c.Sets = append(c.Sets, chooserOn{set.key, r})
		}
	}
	return out
}

func choiceSummaries(r *metric.ChoiceReport, group map[string]string) []adhere.Summary {
	var out []adhere.Summary
	for _, c := range []struct {
		name string
		of   metric.Coefficient
	}{
		{"accuracy_forward", r.Forward},
		{"accuracy_exchanged", r.Exchanged},
		{"accuracy_both", r.Both},
		{"changed", r.Changed},
		{"kappa", r.Kappa},
		{"kappa_orders", r.Consistent},
	} {
		s := coefficient(c.name, c.of, group)
		if !strings.HasPrefix(c.name, "kappa") && s.Undefined == "" {
			s.Met = int(math.Round(s.Value * float64(s.N)))
		}
		out = append(out, s)
	}
	return out
}
