package verify

import (
	"cmp"
	"context"
	"fmt"

	"adhere"
	"adhere/model/reasoning"
	"adhere/verify/parity"
)

// A Strictness says what of a response must meet a demand.
type Strictness string

// The degrees of strictness. An empty response meets nothing in either.
const (
	Strict Strictness = "strict" // the response as it is
	Loose  Strictness = "loose"  // the response or one of its variants without first line, last line or asterisks (IFEval, section 2.2)
)

// Decide applies a check to a text. A Finding of a variant that meets the
// demand says which variant it is; if none does, the Finding is that of the
// text itself.
func (r Strictness) Decide(check Check, t *Text) Finding {
	f := check(t)
	if parity.Blank(t.s) {
		return Finding{Measured: "an empty answer", Wanted: f.Wanted}
	}
	if f.Met || r != Loose {
		return f
	}
	for _, v := range t.loose()[1:] {
		if better := check(v.text); better.Met {
			better.Measured += " " + v.change
			better.Variant = v.change
			return better
		}
	}
	return f
}

// Decide applies a check to a text, and keeps what it worked out of the text
// for the next check of the same.
func (c *Catalog) Decide(r Strictness, check Check, text string) Finding {
	t := c.texts.take(text)
	defer c.texts.put(t)
	return r.Decide(check, t)
}

// A Judge decides requirements that carry a Rule. It is safe for concurrent
// use.
type Judge struct {
	name       string
	catalog    *Catalog
	strictness Strictness
}

var _ adhere.Judge = (*Judge)(nil)

// NewJudge returns a judge named name@version, for example
// "rule/starter-strict@1", that decides by the catalog's checkers. Raise the
// version whenever a verdict could change.
func NewJudge(name string, version int, catalog *Catalog, strictness Strictness) *Judge {
	return &Judge{fmt.Sprintf("%s@%d", name, version), catalog, strictness}
}

// Name returns the judge's name with its version.
func (j *Judge) Name() string { return j.name }

// Judge decides each requirement. One without a Rule, or with a Rule that the
// catalog cannot compile, is skipped. One whose check gives up, or that demands tags
// of reasoning which was kept apart, is Unsure; the Reason says why.
func (j *Judge) Judge(ctx context.Context, task *adhere.Task, out *adhere.Response) ([]adhere.Verdict, error) {
	if err := cmp.Or(ctx.Err(), task.Check(out)); err != nil {
		return nil, err
	}
	switch {
	case j.catalog == nil:
		return nil, adhere.Errorf(adhere.Invalid, "judge %q has no catalog of checkers", j.name).WithHint("give NewJudge one: that of package suites has all built-in checkers")
	case j.strictness != "" && j.strictness != Strict && j.strictness != Loose:
		return nil, adhere.Errorf(adhere.Invalid, "judge %q: strictness %q, expected %s or %s", j.name, j.strictness, Strict, Loose)
	}
	in := task.Instruction
	if in.Turns() > 1 {
		return adhere.JudgeTurns(ctx, j, task, out)
	}
	t := j.catalog.texts.take(out.Text)
	defer j.catalog.texts.put(t)
	verdicts := make([]adhere.Verdict, len(in.Requirements))
	for i := range in.Requirements {
		r, v := &in.Requirements[i], &verdicts[i]
		*v = adhere.Verdict{Requirement: r.ID, Judge: j.name, Outcome: adhere.Skipped}
		if r.Rule == nil {
			v.Reason = "no rule decides this requirement"
			continue
		}
		check, err := j.catalog.Compile(r.Rule)
		if err != nil {
			v.Reason = err.Error()
			continue
		}
		if v.Reason = reasoning.KeptApart(r, out); v.Reason != "" {
			v.Outcome = adhere.Unsure
			continue
		}
		f := j.strictness.Decide(check, t)
		v.Outcome, v.Reason, v.Evidence = f.Outcome(), f.String(), f.Measured
	}
	return verdicts, nil
}
