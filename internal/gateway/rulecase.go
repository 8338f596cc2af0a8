package gateway

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/jsonl"
	"adhere/internal/near"
	"adhere/internal/userfile"
	"adhere/verify"
)

// A RuleCase is a request with an answer, and what a rule file is expected to
// say of it.
type RuleCase struct {
	Name   string          `json:"name"`
	Key    string          `json:"key,omitempty"`    // the name of the caller's key
	Route  string          `json:"route,omitempty"`  // chat, responses or messages; "" is chat
	Model  string          `json:"model,omitempty"`  // where the request names none
	Prompt string          `json:"prompt,omitempty"` // its name, where the request gives none
	Body   json.RawMessage `json:"request,omitempty"`
	Answer string          `json:"answer"`

	Pass     *bool    `json:"pass,omitempty"`     // whether no constraint is broken
	NotMet   []string `json:"not_met,omitempty"`  // the constraints that are, by their texts; absent: not compared
	Strategy string   `json:"strategy,omitempty"` // that is chosen; empty: not compared
}

// CaseOf makes a case of a request that was kept, with what the operator's rules
// found of the answer.
func CaseOf(e *Exchange) *RuleCase {
	c := &RuleCase{Name: e.ID, Key: e.Account, Route: routeOf(http.MethodPost, e.Route), Model: e.Model, Prompt: e.Prompt, Body: json.RawMessage(e.Request)}
	if e.Report.Answer > 0 && e.Trace != nil && e.Report.Answer <= len(e.Trace.Attempts) {
		if r := e.Trace.Attempts[e.Report.Answer-1].Response; r != nil {
			c.Answer = r.Text
		}
	}
	pass := true
	for i := range e.Report.Constraints {
		f := &e.Report.Constraints[i]
		if cmp.Or(f.Source, e.Report.Source) == FromRules && f.Outcome == adhere.NotMet && f.Method == "rule" {
			pass, c.NotMet = false, append(c.NotMet, f.Text)
		}
	}
	c.Pass = &pass
	return c
}

// A RuleResult is what a rule file says of a case.
type RuleResult struct {
	Name        string             `json:"name"`
	Rules       []string           `json:"rules"` // that are for it, by name
	Strategy    string             `json:"strategy,omitempty"`
	Constraints []ConstraintReport `json:"constraints"`         // decided by code; the rest is unsure
	Conflicts   []string           `json:"conflicts,omitempty"` // constraints that no answer can meet together
	Differs     []string           `json:"differs,omitempty"`
}

const caseForm = `a case is an object on a line of its own, such as {"key":"ada","answer":"…","pass":true}`

// readRuleCases reads cases, a JSON object a line.
func readRuleCases(in io.Reader, name string) ([]RuleCase, error) {
	var cases []RuleCase
	for line, err := range jsonl.Lines(in) {
		var c RuleCase
		if err == nil {
			err = strict(line.Text, &c)
		}
		at := fmt.Sprintf("%s:%d", name, line.Number)
		if err != nil {
			return nil, &adhere.Error{Code: adhere.Invalid, Message: at + ": " + strings.TrimPrefix(fieldErrorOf(err, "").Error(), ": "), Hint: caseForm}
		}
		c.Name = cmp.Or(c.Name, at)
		cases = append(cases, c)
	}
	return cases, nil
}

// Try says what the rules do with a case. No model is asked: what code cannot
// decide is unsure.
func (f *RuleFile) Try(ctx context.Context, c *RuleCase) (*RuleResult, error) {
	in, err := c.chosenBy()
	if err != nil {
		return nil, err
	}
	found := f.find(in)
	list := demanded(found)
	res := &RuleResult{Name: c.Name, Rules: []string{}, Constraints: []ConstraintReport{}, Conflicts: list.conflicts, Strategy: over(Settings{}, found, false).Strategy}
	for _, r := range found {
		res.Rules = append(res.Rules, r.name)
	}
	judge := &critic{rules: verify.NewJudge(ruleJudge, 1, f.catalog, verify.Strict), notes: list.notes}
	task := &adhere.Task{Instruction: &adhere.Instruction{ID: c.Name, Requirements: list.requirements}}
	verdicts, err := judge.Judge(ctx, task, &adhere.Response{Text: c.Answer})
	if err != nil {
		return nil, err
	}
	for i := range verdicts {
		r := &list.requirements[i]
		one := ConstraintReport{ID: r.ID, Text: r.Text, Rule: r.Rule, Outcome: adhere.Unsure, Method: "none"}
		one.take(&verdicts[i], false)
		res.Constraints = append(res.Constraints, one)
	}
	c.compare(res)
	return res, nil
}

// chosenBy is what rules are chosen by for the case.
func (c *RuleCase) chosenBy() (caseOf, error) {
	in := caseOf{key: c.Key, route: c.Route, model: c.Model, prompt: c.Prompt}
	if in.route == "" || in.route == "chat/completions" {
		in.route = "chat"
	}
	if len(c.Body) == 0 {
		return in, nil
	}
	doc, err := readDocument(c.Body)
	if err != nil {
		return in, &adhere.Error{Code: adhere.Invalid, Message: c.Name + ": request is not a JSON object", Hint: "the body of a request, as a client sends it", Err: err}
	}
	if model, _ := splitModel(doc.text("model")); model != "" {
		in.model = model
	}
	if o, err := readOptions(doc.get("adhere")); err == nil && o.Prompt != "" {
		in.prompt = o.Prompt
	}
	return in, nil
}

// compare notes where a result is not what was expected.
func (c *RuleCase) compare(res *RuleResult) {
	var broken, all []string
	for i := range res.Constraints {
		all = append(all, strconv.Quote(res.Constraints[i].Text))
		if f := &res.Constraints[i]; f.Outcome == adhere.NotMet {
			broken = append(broken, f.Text)
		}
	}
	if c.Pass != nil && *c.Pass != (len(broken) == 0) {
		res.Differs = append(res.Differs, fmt.Sprintf("pass should be %v, but not met: %q", *c.Pass, broken))
	}
	strangers := len(res.Differs)
	for _, text := range c.NotMet {
		if q := strconv.Quote(text); !slices.Contains(all, q) {
			hint := near.Hint(q, all, "there are "+cmp.Or(strings.Join(all, ", "), "none"))
			res.Differs = append(res.Differs, fmt.Sprintf("not_met names %s, which is no constraint here; %s", q, hint))
		}
	}
	if strangers == len(res.Differs) && c.NotMet != nil && !slices.Equal(slices.Sorted(slices.Values(c.NotMet)), slices.Sorted(slices.Values(broken))) {
		res.Differs = append(res.Differs, fmt.Sprintf("not_met should be %q, but is %q", c.NotMet, broken))
	}
	if c.Strategy != "" && c.Strategy != res.Strategy {
		res.Differs = append(res.Differs, fmt.Sprintf("strategy should be %s, but the rules set %s", c.Strategy, cmp.Or(res.Strategy, "none")))
	}
}

// TryFile says what the rules do with the cases of a file.
func (f *RuleFile) TryFile(ctx context.Context, path string) ([]*RuleResult, error) {
	in, err := userfile.Named("the cases", path).Open()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	all, err := readRuleCases(in, path)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: path + " has no cases", Hint: caseForm}
	}
	results := make([]*RuleResult, len(all))
	for i := range all {
		if results[i], err = f.Try(ctx, &all[i]); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// Write prints the result for a person.
func (r *RuleResult) Write(w io.Writer) error {
	lines := []string{fmt.Sprintf("%s  rules %s: %s", r.Name, cmp.Or(strings.Join(r.Rules, ", "), "none"), cmp.Or(strings.Join(r.Differs, "; "), "as expected"))}
	for i := range r.Constraints {
		c := &r.Constraints[i]
		text := c.Text
		if text == "" && c.Rule != nil {
			text = c.Rule.Name
		}
		if c.Outcome != adhere.Met {
			text += " (" + c.Evidence + ")"
		}
		lines = append(lines, fmt.Sprintf("  %-8s %s", c.Outcome, text))
	}
	for _, c := range r.Conflicts {
		lines = append(lines, "  no answer can meet these together: "+c)
	}
	_, err := fmt.Fprintln(w, strings.Join(lines, "\n"))
	return err
}
