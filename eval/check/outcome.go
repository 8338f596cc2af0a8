package check

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/bench"
	"adhere/eval"
	"adhere/internal/lists"
	"adhere/internal/plural"
	"adhere/metric"
	"adhere/report"
)

// A FailOn is what makes a check fail.
type FailOn string

// What a check fails on.
const (
	AnyUnmet FailOn = "any"   // a requirement that is not met or not decided
	Worse    FailOn = "worse" // a metric whose paired difference from the baseline lies below 0 with its whole 95 % interval
	Never    FailOn = "never" // nothing but a metric below its least value
)

// FailOns lists them.
func FailOns() []FailOn { return []FailOn{AnyUnmet, Worse, Never} }

// ParseFailOn reads what a check fails on; empty is AnyUnmet, and with a
// baseline Worse.
func ParseFailOn(name string, baseline bool) (FailOn, error) {
	failOn := FailOn(name)
	switch {
	case name == "" && baseline:
		return Worse, nil
	case name == "":
		return AnyUnmet, nil
	case !slices.Contains(FailOns(), failOn):
		return "", &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--fail-on %q is not known", name), Hint: fmt.Sprintf("choose among %s, %s, %s", AnyUnmet, Worse, Never)}
	case failOn == Worse && !baseline:
		return "", &adhere.Error{Code: adhere.Invalid, Message: "--fail-on worse needs --baseline", Hint: "name the run file of an earlier check, written by --run-out"}
	}
	return failOn, nil
}

// A Done is a run with its records, in full.
type Done struct {
	Run     *adhere.Run
	Records []adhere.Record
}

// Outcome puts together what a check came to: the result and the run of each
// model in order, held to the baseline if there is one.
func (f *File) Outcome(results []*report.Result, done, baseline []Done, failOn FailOn) (*report.Checked, error) {
	c := &report.Checked{Title: f.Name, Results: results}
	for i, r := range results {
		c.Records = append(c.Records, done[i].Records)
		if err := f.below(c, r); err != nil {
			return nil, err
		}
	}
	if len(baseline) > 0 {
		if err := hold(c, done, baseline); err != nil {
			return nil, err
		}
	}
	switch failOn {
	case AnyUnmet:
		missAny(c)
	case Worse:
		missWorse(c)
	case Never:
	}
	return c, nil
}

// least is what every model's result must reach.
func (f *File) least() (l report.Least) {
	for _, name := range slices.Sorted(maps.Keys(f.Min)) {
		l.Thresholds = append(l.Thresholds, report.Threshold{Metric: name, Min: f.Min[name].Value})
	}
	return l
}

// CheckMin refuses, before anything is paid for, a least value that no result
// can be held to.
func (f *File) CheckMin(b *bench.Bench) error {
	for _, t := range f.least().Thresholds {
		l := report.Least{Thresholds: []report.Threshold{t}}
		if err := l.Check(fmt.Sprintf("%s: line %d: min: ", f.path, f.Min[t.Metric].line), b.MetricNames(), b.Scales, false); err != nil {
			return err
		}
	}
	return nil
}

// below notes metrics below their least value.
func (f *File) below(c *report.Checked, r *report.Result) error {
	short, err := r.Below(f.least().Thresholds)
	if err != nil {
		return fmt.Errorf("%s: min: %w", f.path, err)
	}
	c.Short = append(c.Short, short)
	for _, s := range short {
		c.Missed = append(c.Missed, r.Model+": "+s.Reason)
	}
	return nil
}

func missAny(c *report.Checked) {
	unmet, open := map[string]int{}, map[string]int{}
	for _, u := range c.Unmet() {
		if u.Requirement == "" {
			continue // of an item that failed
		}
		switch u.Outcome {
		case adhere.NotMet:
			unmet[u.Model]++
		case adhere.Unsure, adhere.Broken, adhere.Skipped, adhere.Met:
			open[u.Model]++
		}
	}
	for _, r := range c.Results {
		if n := unmet[r.Model]; n > 0 {
			c.Missed = append(c.Missed, fmt.Sprintf("%s: %d not met", r.Model, n))
		}
		if n := open[r.Model]; n > 0 {
			c.Missed = append(c.Missed, fmt.Sprintf("%s: %d not decided", r.Model, n))
		}
		if r.Failed > 0 {
			c.Missed = append(c.Missed, r.Model+": "+plural.Of(r.Failed, "item")+" failed")
		}
	}
}

// noticeable is the fall of a share that is mentioned though it may be chance.
const noticeable = 0.25

func missWorse(c *report.Checked) {
	for i, v := range c.Against {
		if v == nil {
			continue
		}
		for _, x := range v.Comparisons {
			if len(x.Group) > 0 || x.Undefined != "" || !report.Ranks(x.Metric) {
				continue
			}
			if x.Diff < -noticeable && x.Hi >= 0 {
				c.Warnings = append(c.Warnings, fmt.Sprintf("%s: %s fell by %.1f points, which is too little for so few tests to tell from chance: the interval of the difference reaches from %.1f to %+.1f", c.Results[i].Model, x.Metric, -100*x.Diff, 100*x.Lo, 100*x.Hi))
			}
			if x.Hi < 0 {
				why := fmt.Sprintf("%s is worse than the baseline by %.1f points [%.1f, %.1f]", x.Metric, -100*x.Diff, -100*x.Hi, -100*x.Lo)
				c.Missed = append(c.Missed, c.Results[i].Model+": "+why)
				c.Short[i] = append(c.Short[i], report.Shortfall{Threshold: report.Threshold{Metric: x.Metric}, Reason: why})
			}
		}
	}
}

// hold compares each model with its own run of the baseline; where there is
// one of each, they are compared whatever their names.
func hold(c *report.Checked, done, baseline []Done) error {
	found := false
	for i, d := range done {
		at := slices.IndexFunc(baseline, func(b Done) bool { return b.Run.Plan.Model == d.Run.Plan.Model })
		if len(done) == 1 && len(baseline) == 1 {
			at = 0
		}
		if at < 0 {
			c.Against = append(c.Against, nil)
			continue
		}
		found = true
		v, warnings, err := against(&baseline[at], &done[i])
		if err != nil {
			return err
		}
		c.Against, c.Warnings = append(c.Against, v), append(c.Warnings, warnings...)
	}
	if found {
		return nil
	}
	names := lists.Map(baseline, func(b Done) string { return b.Run.Plan.Model })
	return &adhere.Error{Code: adhere.Invalid, Message: "the baseline has none of the models; it has " + strings.Join(names, ", "), Hint: "name a run file of this check"}
}

// against compares two runs on the requirements that both have.
func against(before, now *Done) (*report.Versus, []string, error) {
	b, err := eval.BenchOf(now.Run)
	if err != nil {
		return nil, nil, err
	}
	old, news, left := common(before.Records, now.Records)
	if len(old) == 0 || len(news) == 0 {
		return nil, []string{now.Run.Plan.Model + ": the baseline shares no requirement with this check, so nothing is compared with it: keep the run of this file from the main branch with --run-out, and name that"}, nil
	}
	comparisons, err := metric.Compare(old, news, b.Metrics, metric.CompareOptions{})
	if err != nil {
		return nil, nil, &adhere.Error{Code: adhere.Invalid, Message: "--baseline: " + before.Run.ID + " cannot be compared", Err: err, Hint: "name a run file of this check"}
	}
	for i := range comparisons {
		comparisons[i].Warnings = nil // said below, once
	}
	var warnings []string
	if left > 0 {
		warnings = append(warnings, fmt.Sprintf("%s: %d requirements are only in the baseline or only here, and are not compared", now.Run.Plan.Model, left))
	}
	return &report.Versus{A: eval.ResultOf(before.Run, b), B: eval.ResultOf(now.Run, b), Comparisons: comparisons}, warnings, nil
}

// common returns the items that both have with the requirements that both
// have, weighted as they are now, and counts the other requirements.
func common(before, now []adhere.Record) (old, news []adhere.Record, left int) {
	type key struct {
		id      string
		attempt int
	}
	was := map[key]*adhere.Record{}
	for i := range before {
		was[key{before[i].Instruction.ID, before[i].Attempt}] = &before[i]
		left += len(before[i].Instruction.Requirements)
	}
	for i := range now {
		b := &now[i]
		a := was[key{b.Instruction.ID, b.Attempt}]
		left += len(b.Instruction.Requirements)
		if a == nil {
			continue
		}
		inA, inB := pairs(a.Instruction.Requirements, b.Instruction.Requirements)
		left -= 2 * len(inA)
		if len(inA) > 0 {
			then, today := only(a, inA), only(b, inB)
			then.Instruction.Requirements = today.Instruction.Requirements // new weights are no change of answers
			old, news = append(old, then), append(news, today)
		}
	}
	return old, news, left
}

// pairs returns the places of equal requirements in two lists.
func pairs(a, b []adhere.Requirement) (inA, inB []int) {
	for i := range a {
		for j := range b {
			if !slices.Contains(inB, j) && same(&a[i], &b[j]) {
				inA, inB = append(inA, i), append(inB, j)
				break
			}
		}
	}
	return inA, inB
}

// same reports whether two requirements demand the same, with whatever weight.
func same(a, b *adhere.Requirement) bool {
	return a.Text == b.Text && ruleOf(a) == ruleOf(b) && a.Avoided() == b.Avoided()
}

func ruleOf(r *adhere.Requirement) string {
	if r.Rule == nil {
		return ""
	}
	return r.Rule.Name + " " + string(r.Rule.Args)
}

// only returns the record with some of its requirements.
func only(r *adhere.Record, places []int) adhere.Record {
	in := *r.Instruction
	in.Requirements = nil
	out := *r
	out.Instruction, out.Verdicts = &in, nil
	for n, i := range places {
		req := r.Instruction.Requirements[i]
		req.ID = strconv.Itoa(n + 1)
		in.Requirements = append(in.Requirements, req)
	}
	for _, judge := range r.Judges() {
		said := r.By(judge)
		for n, i := range places {
			v := said[i]
			v.Requirement = strconv.Itoa(n + 1)
			out.Verdicts = append(out.Verdicts, v)
		}
	}
	return out
}
