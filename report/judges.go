package report

import (
	"maps"
	"math"
	"slices"
	"strconv"

	"adhere"
	"adhere/internal/plural"
	"adhere/metric"
)

// OfGold makes a report of judges held against a gold standard.
func OfGold(r *metric.GoldReport) *Agreement {
	a := &Agreement{
		Title: "Judges against " + r.Gold, Gold: r.Gold, Warnings: r.Warnings,
		Document: r, Definitions: judgeDefinitions(), Contrasts: r.Contrasts, Raters: r.Raters,
	}
	for i := range r.Judges {
		j := &r.Judges[i]
		a.Judges = append(a.Judges, judgeSummaries(j, nil)...)
		if j.Distance.N > 0 {
			a.Distances = append(a.Distances, j.Distance)
		}
	}
	a.spreadOf(&r.Disagreement)
	for i := range r.Judges {
		for k := range r.Judges[i].ByLabel {
			label := &r.Judges[i].ByLabel[k]
			a.Judges = append(a.Judges, judgeSummaries(label, map[string]string{"label": label.Label})...)
		}
	}
	return a
}

// judgeSummaries are a judge's coefficients as summaries of its group.
func judgeSummaries(j *metric.JudgeReport, group map[string]string) []adhere.Summary {
	of := map[string]string{"judge": j.Judge}
	maps.Copy(of, group)
	var out []adhere.Summary
	n := &j.Confusion
	for _, c := range []struct {
		name     string
		of       metric.Coefficient
		hits, in float64 // of what it is a share; 0 of what is none
	}{
		{"accuracy", j.Accuracy, n.Met + n.Miss, float64(j.N)},
		{"kappa", j.Kappa, 0, 0},
		{"macro_f1", j.MacroF1, 0, 0},
		{"f1_positive", j.F1Positive, 0, 0},
		{"f1_negative", j.F1Negative, 0, 0},
		{"precision", j.Precision, n.Met, n.Met + n.FalseMet},
		{"recall", j.Recall, n.Met, n.Met + n.FalseMiss},
	} {
		s := coefficient(c.name, c.of, of)
		s.N, s.Undecided = j.N, j.Undecided
		if c.in > 0 && math.Trunc(c.hits) == c.hits && math.Trunc(c.in) == c.in { // a coin's are expectations
			s.Met, s.N = int(c.hits), int(c.in)
		}
		out = append(out, s)
	}
	return out
}

func coefficient(name string, c metric.Coefficient, group map[string]string) adhere.Summary {
	return adhere.Summary{Metric: name, Group: group, Value: c.Value, Lo: c.Lo, Hi: c.Hi, N: c.N, Undecided: c.Undecided, Undefined: c.Undefined}
}

// OfRaters makes a report of the agreement among raters who are equals.
func OfRaters(r *metric.AgreementReport) *Agreement {
	a := &Agreement{
		Title: "Agreement of " + plural.Grouped(len(r.Raters), "source"), Warnings: r.Warnings,
		Document: r, Definitions: judgeDefinitions(), Distances: r.Distances, Raters: r.Raters,
		Overall: []adhere.Summary{
			coefficient("fleiss_kappa", r.Fleiss, nil), coefficient("krippendorff_alpha", r.Alpha, nil),
			coefficient("pairwise_kappa", r.Pairwise, nil),
		},
	}
	for i, x := range r.Cohen.Raters {
		for j, y := range r.Cohen.Raters[:i] {
			a.Pairs = append(a.Pairs, coefficient("kappa", r.Cohen.Cells[i][j], map[string]string{"a": y, "b": x}))
		}
	}
	a.spreadOf(&r.Disagreement)
	return a
}

// spreadOf counts how much raters disagreed on all requirements.
func (a *Agreement) spreadOf(d *metric.Disagreement) {
	a.Levels, a.Spread = nil, nil
	if len(d.Levels) == 0 {
		return
	}
	a.Spread = []Spread{{Group: "all", Counts: d.Levels}}
	for i := range d.Levels {
		a.Levels = append(a.Levels, "level "+strconv.Itoa(i))
	}
}

// SpreadByLabel adds how much raters disagreed on the requirements of each label,
// in the order of names. A requirement with several labels counts in each, one
// that the lookup gives none for only among all.
func (a *Agreement) SpreadByLabel(d *metric.Disagreement, labels func(instruction, requirement string) []string) {
	counts := d.ByLabel(labels)
	for _, label := range slices.Sorted(maps.Keys(counts)) {
		a.Spread = append(a.Spread, Spread{Group: label, Counts: counts[label]})
	}
}

func judgeDefinitions() []Definition {
	return []Definition{
		{Name: "accuracy", Doc: "Share of requirements on which the judge says what the gold says."},
		{Name: "kappa", Doc: "Cohen's kappa: agreement of two beyond what chance would give; 1 is full agreement, 0 is chance.", Plain: true},
		{Name: "macro_f1", Doc: "Mean of the F1 of met and the F1 of not met (DeCRIM, section 4.1).", Plain: true},
		{Name: "f1_positive", Doc: "Harmonic mean of precision and recall with met as the class.", Plain: true},
		{Name: "f1_negative", Doc: "Harmonic mean of precision and recall with not met as the class: whether failures are found.", Plain: true},
		{Name: "precision", Doc: "Of what the judge calls met, the share that the gold does."},
		{Name: "recall", Doc: "Of what the gold calls met, the share that the judge does."},
		{Name: "fleiss_kappa", Doc: "Fleiss' kappa: agreement of several raters beyond chance.", Plain: true},
		{Name: "krippendorff_alpha", Doc: "Krippendorff's alpha, nominal: one minus observed over expected disagreement; missing ratings are allowed.", Plain: true},
		{Name: "pairwise_kappa", Doc: "Fleiss' kappa over which of two models answered better (InFoBench, section 3.1).", Plain: true},
		{Name: "wpld", Doc: "Weighted pairwise label distance from the majority: 0 is the same order of every two models, 2 the opposite (InFoBench, equation 2).", Max: 2},
		{Name: "disagreement level", Doc: "Raters who differ from the majority on a requirement, summed over the answers (InFoBench, appendix A.5)."},
	}
}
