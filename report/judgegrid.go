package report

import (
	"strings"
	"time"

	"adhere"
	"adhere/metric"
)

// WithGrid lays the judges of a report out side by side: quality in one table,
// distance from the gold, self-consistency and cost in another.
func (a *Agreement) WithGrid(r *metric.GoldReport) {
	for i := range r.Judges {
		if j := &r.Judges[i]; strings.HasPrefix(j.Judge, "judge/") {
			a.Grid = append(a.Grid, *j)
		}
	}
}

// askedAs parts the name of a judge into its strategy and its model.
func askedAs(judge string) (strategy, model string) {
	strategy, model, _ = strings.Cut(strings.TrimPrefix(judge, "judge/"), "+")
	return strategy, model
}

func (a *Agreement) grid() []table {
	quality := table{Columns: gridColumns("accuracy", "kappa", "macro F1", "F1 not met", "n", "undecided")}
	rest := table{Columns: gridColumns("pld 0", "pld 1", "pld 2", "wpld", "samples agree", "calls", "tokens", "cost", "time")}
	for i := range a.Grid {
		j := &a.Grid[i]
		strategy, model := askedAs(j.Judge)
		q := row(strategy, model)
		for _, c := range []struct {
			name string
			of   metric.Coefficient
		}{{"accuracy", j.Accuracy}, {"kappa", j.Kappa}, {"macro_f1", j.MacroF1}, {"f1_negative", j.F1Negative}} {
			q = append(q, cell{Text: both(coefficient(c.name, c.of, nil), true, scaleOf(a.Definitions, c.name))})
		}
		quality.Rows = append(quality.Rows, append(q, row(Count(j.N), Count(j.Undecided))...))
		rest.Rows = append(rest.Rows, append(row(strategy, model), row(a.taken(j)...)...))
	}
	rest.Notes = []string{
		"pld 0, 1, 2: share of pairs of models that the judge orders as the gold does, calls a tie where the gold does not or the other way round, or orders the opposite way",
		"cost and time are those of the stored calls, over all samples; time is the sum over calls",
	}
	return []table{quality, rest}
}

func gridColumns(of ...string) []column { return append(names("strategy", "model"), numbers(of...)...) }

// taken says how far a judge is from the gold over pairs of models, how often
// it repeats itself, and what it took.
func (a *Agreement) taken(j *metric.JudgeReport) []string {
	cells := []string{"no pairs", "no pairs", "no pairs", "no pairs"}
	if j.Distance.N > 0 {
		for k, x := range j.Distance.PLD {
			cells[k] = value(x, scale{max: 1})
		}
		cells[3] = both(coefficient("wpld", j.Distance.WPLD, nil), true, scaleOf(a.Definitions, "wpld"))
	}
	samples := "one sample"
	if j.Consistency != nil {
		samples = both(coefficient("samples", *j.Consistency, nil), true, scale{max: 1})
	}
	u := j.Usage
	if u.Calls == 0 {
		return append(cells, samples, "not recorded", "not recorded", "not recorded", "not recorded")
	}
	return append(cells, samples, Count(u.Calls), Count(u.In+u.Out), priceOf(u), u.Time.Round(time.Millisecond).String())
}

func priceOf(u adhere.Usage) string {
	if u.Money == 0 {
		return "no price known"
	}
	return u.Money.String()
}

// contrasts lays out every two judges.
func (a *Agreement) contrasts() table {
	t := table{Columns: append(names("A", "B"), numbers("A", "B", "B-A", "~", "95% interval", "p", "p Holm", "only A", "only B", "n", "undecided")...)}
	for i := range a.Contrasts {
		c := &a.Contrasts[i]
		if c.Undefined != "" {
			t.Rows = append(t.Rows, row(c.A, c.B, "", "", "undefined"))
			t.Notes = append(t.Notes, c.B+" against "+c.A+" is undefined: "+c.Undefined)
			continue
		}
		noise := ""
		if c.Noise {
			noise = "~"
		}
		of := scale{max: 1}
		t.Rows = append(t.Rows, row(c.A, c.B, value(c.AccuracyA, of), value(c.AccuracyB, of), difference(c.Diff, of), noise,
			"["+difference(c.Lo, of)+", "+difference(c.Hi, of)+"]", probability(c.P), probability(c.PHolm), Count(c.OnlyA), Count(c.OnlyB), Count(c.N), Count(c.Undecided)))
	}
	t.Notes = append(t.Notes, "accuracy on the requirements that the gold and both judges decided; ~ chance, or what is undecided, could explain the difference")
	return t
}
