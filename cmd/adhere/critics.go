package main

import (
	"fmt"
	"path/filepath"
	"slices"

	"adhere"
	"adhere/eval"
	"adhere/judge"
	"adhere/verify"
)

// critic returns who decides which requirements are met.
func (r *refiningFlags) critic(w *workshop) (adhere.Judge, error) {
	if r.blind() {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "--critic rules cannot decide what --decomposer " + r.decomposer + " lists: only requirements that are given have rules", Hint: "add a model: --critic rules,self"}
	}
	if slices.Contains(r.critics, byBoth) {
		return r.hybrid(w)
	}
	rules, err := r.rules(w)
	if err != nil {
		return nil, err
	}
	asked, err := r.asked(w, rules != nil)
	switch {
	case err != nil:
		return nil, err
	case asked == nil && rules == nil:
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "--critic names nobody who can decide the requirements of " + w.bench.Name, Hint: "name a model, provider/model, or self"}
	case asked == nil:
		return rules, nil
	case rules == nil:
		return asked, nil
	}
	return &ruleFirst{rules, asked}, nil
}

// hybrid returns the critic that lets code decide what it can read, also where
// there is no rule, and asks the others, or the model itself, about the rest.
func (r *refiningFlags) hybrid(w *workshop) (adhere.Judge, error) {
	own := *r
	own.critics = slices.DeleteFunc(slices.Clone(r.critics), func(c string) bool { return c == byBoth })
	if slices.ContainsFunc(own.critics, isRules) {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "--critic hybrid goes by rules already", Hint: "leave out rules and loose"}
	}
	if len(own.critics) == 0 {
		own.critics = []string{itself}
	}
	asked, err := own.asked(w, false)
	if err != nil {
		return nil, err
	}
	both, err := judge.NewHybrid(judge.Hybrid{Rules: ruleJudge(w.bench), Model: asked, Divide: divide, By: desk().Name(), Pack: w.pack})
	if err != nil {
		return nil, err
	}
	planner, ok := both.(judge.Planner)
	if !ok {
		return nil, fmt.Errorf("%s cannot say what it would ask", both.Name())
	}
	return &measured{both, planner}, nil
}

// rules returns the judge by code, if there is one among the critics and there
// can be rules.
func (r *refiningFlags) rules(w *workshop) (*verify.Judge, error) {
	strict, loose := slices.Contains(r.critics, byRules), slices.Contains(r.critics, byLoose)
	switch {
	case strict && loose:
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "--critic rules and loose are two readings of the same rules", Hint: "name one of them; --critic given twice tries both"}
	case !strict && !loose, len(w.bench.Rules) == 0 && r.decomposer != byReading:
		return nil, nil
	}
	for _, b := range w.bench.Rules {
		if strict || b.Reading == verify.Loose {
			return verify.NewJudge("rule/"+b.Name, b.Version, eval.Catalog(), b.Reading), nil
		}
	}
	if strict {
		return verify.NewJudge("rule/strict", 1, eval.Catalog(), verify.Strict), nil
	}
	return verify.NewJudge("rule/loose", 1, eval.Catalog(), verify.Loose), nil
}

// asked returns the model, the labels or the jury among the critics. It is not
// asked about what rules decide.
func (r *refiningFlags) asked(w *workshop, ruled bool) (adhere.Judge, error) {
	s, err := judge.Find(r.criticStrategy)
	if err != nil {
		return nil, err
	}
	if s.New == nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--critic-strategy %s gives no verdicts on requirements", r.criticStrategy), Hint: "adhere prompts list shows the ways to ask a judge"}
	}
	var members []adhere.Judge
	for i, spec := range r.critics {
		if slices.Contains(r.critics[:i], spec) {
			return nil, &adhere.Error{Code: adhere.Invalid, Message: "--critic names " + spec + " twice"}
		}
		if isRules(spec) {
			continue
		}
		one, err := r.member(w, spec, s, ruled)
		if err != nil {
			return nil, err
		}
		members = append(members, one)
	}
	switch len(members) {
	case 0:
		return nil, nil
	case 1:
		return members[0], nil
	default:
		return judge.NewJury(judge.Majority, judge.TieUnsure, members...)
	}
}

// member returns one critic that is no rules: a file of labels or a model.
func (r *refiningFlags) member(w *workshop, spec string, s judge.Strategy, ruled bool) (adhere.Judge, error) {
	if filepath.Ext(spec) == ".jsonl" {
		return readLabelled(w, spec, r.labelled)
	}
	m, err := r.model(w, spec, "critic")
	if err != nil {
		return nil, err
	}
	o := judge.Options{Model: m, Pack: w.pack, Reasks: w.reasks, Schema: w.schema}
	if ruled {
		o.Only = func(r *adhere.Requirement) bool { return r.Rule == nil }
	}
	return s.New(o)
}
