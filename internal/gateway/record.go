package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"adhere"
	"adhere/verify"
	"adhere/verify/english"
)

// An Exchange is a request whose answer was checked, as it is kept: enough to
// do the same again without any model. No key is part of it.
type Exchange struct {
	ID      string        `json:"id"`
	Time    time.Time     `json:"time"`
	Account string        `json:"account,omitempty"` // the name of the key
	Route   string        `json:"route"`
	Model   string        `json:"model"`
	Prompt  string        `json:"prompt,omitempty"` // its name, as the request gave it
	Request string        `json:"request"`          // the client's body, without what is Adhere's
	Given   bool          `json:"given"`            // the constraints are not those of the text
	Trace   *adhere.Trace `json:"trace"`
	Report  Report        `json:"report"`
}

// exchanged is the exchange as it is kept.
func (x *exchange) exchanged(f *findings, t *adhere.Trace) *Exchange {
	return &Exchange{
		ID: x.id, Time: x.start.UTC(), Account: x.account.key.Name, Route: x.r.URL.Path, Model: x.model,
		Prompt: promptName(x.r, x.doc, x.options), Request: string(x.doc.raw),
		Given: x.list.given(), Trace: t, Report: f.Report,
	}
}

// Replay reads the constraints of an exchange anew, judges its attempts again
// by the rules of today, with what judges said then, and says where the result
// is another. An empty list means the same verdicts.
func Replay(ctx context.Context, e *Exchange, catalog *verify.Catalog) ([]string, error) {
	if e.Trace == nil || e.Trace.Instruction == nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "request " + e.ID + " was kept without its attempts"}
	}
	var differ []string
	if !e.Given {
		again, err := reread(e)
		if err != nil {
			return nil, err
		}
		differ = compareLists(e.Trace.Instruction.Requirements, again.requirements)
	}
	rules := verify.NewJudge(ruleJudge, 1, catalog, verify.Strict)
	for i := range e.Trace.Attempts {
		found, err := rejudge(ctx, e, i, rules)
		if err != nil {
			return nil, err
		}
		differ = append(differ, found...)
	}
	return differ, nil
}

// reread lists the constraints in the words of the request.
func reread(e *Exchange) (*checklist, error) {
	doc, err := readDocument([]byte(e.Request))
	if err != nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "request " + e.ID + " is not kept whole", Err: err}
	}
	d := dialects()[e.Route]
	if d == nil {
		return nil, errors.New("request " + e.ID + ": no route is named " + e.Route)
	}
	talk, err := d.turns(doc)
	if err != nil {
		return nil, err
	}
	asked := talk.whole()
	return readText(english.Demands(asked), asked), nil
}

// given reports whether not all of the list was read from the text.
func (c *checklist) given() bool {
	return c.source != FromText || slices.ContainsFunc(c.notes, func(n note) bool { return n.source != FromText })
}

// compareLists says which demands are there no more, and which are new. Those
// that mean the same are the same, in whatever words and order.
func compareLists(then, now []adhere.Requirement) []string {
	var differ []string
	left := slices.Clone(now)
	for i := range then {
		at := slices.IndexFunc(left, func(r adhere.Requirement) bool { return meaning(&r) == meaning(&then[i]) })
		if at < 0 {
			differ = append(differ, fmt.Sprintf("constraint %q is not read any more", then[i].Text))
			continue
		}
		left = slices.Delete(left, at, at+1)
	}
	for i := range left {
		differ = append(differ, fmt.Sprintf("constraint %q is new", left[i].Text))
	}
	return differ
}

// meaning is what a requirement demands: its check in one form, or its words.
func meaning(r *adhere.Requirement) string {
	if r.Rule == nil {
		return strings.ToLower(strings.Join(strings.Fields(r.Text), " "))
	}
	if check, ok := checkOf(r.Rule); ok {
		return string(check.Canonical().Args())
	}
	var args any
	if json.Unmarshal(r.Rule.Args, &args) != nil {
		return r.Rule.Name + " " + string(r.Rule.Args)
	}
	return r.Rule.Name + " " + string(encoded(args))
}

// rejudge judges one attempt again.
func rejudge(ctx context.Context, e *Exchange, i int, rules *verify.Judge) ([]string, error) {
	a := &e.Trace.Attempts[i]
	if a.Response == nil || len(a.Verdicts) == 0 {
		return nil, nil
	}
	c := &critic{rules: rules, judge: recorded(a.Verdicts)}
	verdicts, err := c.Judge(ctx, &adhere.Task{Instruction: e.Trace.Instruction}, a.Response)
	if err != nil {
		return nil, err
	}
	if len(verdicts) != len(a.Verdicts) {
		return []string{fmt.Sprintf("attempt %d: %d verdicts, then %d", i+1, len(verdicts), len(a.Verdicts))}, nil
	}
	var differ []string
	for k, v := range verdicts {
		if then := a.Verdicts[k]; then.Outcome != v.Outcome {
			differ = append(differ, fmt.Sprintf("attempt %d, %s: %s (%s), then %s (%s)", i+1, v.Requirement, v.Outcome, v.Evidence, then.Outcome, then.Evidence))
		}
	}
	return differ, nil
}

// recorded is a judge that says again what was said.
type recorded []adhere.Verdict

func (recorded) Name() string { return "recorded@1" }

func (r recorded) Judge(_ context.Context, task *adhere.Task, _ *adhere.Response) ([]adhere.Verdict, error) {
	in := task.Instruction
	out := make([]adhere.Verdict, 0, len(in.Requirements))
	for _, want := range in.Requirements {
		for _, v := range r {
			if v.Requirement == want.ID {
				out = append(out, v)
			}
		}
	}
	return out, nil
}
