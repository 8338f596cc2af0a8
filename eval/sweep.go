package eval

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/bench"
	"adhere/dataset"
	"adhere/metric"
	"adhere/refine"
	"adhere/report"
)

// Variants hold the values that a sweep varies. What is empty is as the Spec
// under it has it.
type Variants struct {
	Models       []string
	Temperatures []float64
	Prompts      []string
	Refinements  []string // strategies; Unrefined is the model as it is
	Critics      []string // of strategies that have one
	Decomposers  []string
}

// A Named is an evaluation of a sweep with the name that distinguishes it; empty
// if it is alone.
type Named struct {
	Name string
	Spec Spec
}

// Over names what is varied.
func (v *Variants) Over() string {
	var parts []string
	for _, v := range []struct {
		name string
		n    int
	}{{"model", len(v.Models)}, {"temperature", len(v.Temperatures)}, {"prompts", len(v.Prompts)}, {"refinement", len(v.refinements(&Spec{}))}} {
		if v.n > 1 {
			parts = append(parts, v.name)
		}
	}
	return strings.Join(parts, " and ")
}

// Specs lists every combination of the values on top of base, the models first.
// A combination that is there twice is an error.
func (v *Variants) Specs(base *Spec) ([]Named, error) {
	var all []Named
	for _, model := range orOne(v.Models, base.Model) {
		for _, temperature := range pointers(v.Temperatures, base.Params.Temperature) {
			for _, pack := range orOne(v.Prompts, base.Prompts) {
				for _, r := range v.refinements(base) {
					one := *base
					one.Model, one.Params.Temperature, one.Prompts, one.Refinement = model, temperature, pack, r
					named := Named{v.nameOf(&one), one}
					if slices.ContainsFunc(all, func(o Named) bool { return o.Name == named.Name }) {
						return nil, invalid("the sweep holds "+named.Name+" twice", "name each model, temperature, prompt pack, strategy, critic and decomposer once")
					}
					all = append(all, named)
				}
			}
		}
	}
	return all, nil
}

func orOne(values []string, one string) []string {
	if len(values) == 0 {
		return []string{one}
	}
	return values
}

func pointers(values []float64, one *float64) []*float64 {
	if len(values) == 0 {
		return []*float64{one}
	}
	var all []*float64
	for i := range values {
		all = append(all, &values[i])
	}
	return all
}

// nameOf joins what varies.
func (v *Variants) nameOf(s *Spec) string {
	var parts []string
	add := func(n int, part string) {
		if n > 1 {
			parts = append(parts, part)
		}
	}
	add(len(v.Models), s.Model)
	if t := s.Params.Temperature; t != nil {
		add(len(v.Temperatures), "temperature "+strconv.FormatFloat(*t, 'g', -1, 64))
	}
	add(len(v.Prompts), filepath.Base(s.Prompts))
	add(len(v.Refinements), s.Refine)
	if s.Critic != "" {
		add(len(v.Decomposers), "decomposer "+s.Decomposer)
		add(len(v.Critics), "critic "+strings.ReplaceAll(s.Critic, ",", "+"))
	}
	return strings.Join(parts, ", ")
}

// refinements lists the ways to refine: each strategy, and those that have a
// critic with each critic and decomposer. What only rules would criticise
// although a model lists it is left out, unless there is nothing else.
func (v *Variants) refinements(base *Spec) []Refinement {
	var all []Refinement
	for _, strategy := range orOne(v.Refinements, base.Refine) {
		one := base.Refinement
		one.Refine = strategy
		if s, err := refine.Find(strategy); err != nil || !s.Critic { // an unknown one is an error later
			one.Critic, one.Decomposer = "", ""
			all = append(all, one)
			continue
		}
		var seen, blind []Refinement
		for _, d := range orOne(v.Decomposers, base.Decomposer) {
			for _, c := range orOne(v.Critics, base.Critic) {
				one.Decomposer, one.Critic = d, cmp.Or(c, ByRulesRead)
				if one.blind() {
					blind = append(blind, one)
				} else {
					seen = append(seen, one)
				}
			}
		}
		if len(seen) == 0 {
			seen = blind
		}
		all = append(all, seen...)
	}
	return all
}

// Plan plans several evaluations. Data is read once; two that come to one plan
// are an error.
func Plan(ctx context.Context, all []Named, parts Parts) ([]*Evaluation, error) {
	parts.Data = readOnce(parts.reader())
	var planned []*Evaluation
	for i, one := range all {
		e, err := New(ctx, one.Spec, parts)
		if err != nil {
			return nil, err
		}
		if k := slices.IndexFunc(planned, func(o *Evaluation) bool { return o.Plan.RunID() == e.Plan.RunID() }); k >= 0 {
			return nil, invalid(all[k].Name+" and "+all[i].Name+" are one and the same plan", "leave one of them out")
		}
		planned = append(planned, e)
	}
	return planned, nil
}

type dataReader func(ctx context.Context, name string) (bench.Bench, *dataset.Set, error)

// readOnce reads each data set the first time only.
func readOnce(read dataReader) dataReader {
	type data struct {
		bench bench.Bench
		set   *dataset.Set
	}
	known := map[string]data{}
	return func(ctx context.Context, name string) (bench.Bench, *dataset.Set, error) {
		if d, ok := known[name]; ok {
			return d.bench, d.set, nil
		}
		b, set, err := read(ctx, name)
		if err == nil {
			known[name] = data{b, set}
		}
		return b, set, err
	}
}

// Compare adds to a sweep of these evaluations the comparison of refinements
// with their baseline, within each model, temperature and prompt pack. It does
// nothing if there is nothing to compare.
func Compare(ctx context.Context, s Records, all []Named, sweep *report.Sweep) error {
	if !slices.ContainsFunc(all, func(n Named) bool { return n.Spec.refines() }) {
		return nil
	}
	var rows []*report.Strategy
	groups := map[string][]*report.Strategy{}
	for i, n := range all {
		res := sweep.Results[i]
		records, err := load(ctx, s, res.Run, res.Items)
		if err != nil {
			return err
		}
		row := &report.Strategy{Name: n.Name, Run: res.Run, Model: n.Spec.Model, Refinement: n.Spec.Refine, Decomposer: n.Spec.Decomposer, Critic: n.Spec.Critic}
		if row.Critic != "" {
			row.Decomposer = cmp.Or(row.Decomposer, AsGiven)
		}
		var costs []adhere.Summary
		if !strings.HasPrefix(res.Model, "refine/") {
			if costs, err = metric.AnswerCosts(s.Records(ctx, res.Run)); err != nil {
				return err
			}
		}
		row.Measure(res, records, costs)
		rows = append(rows, row)
		groups[n.apart()] = append(groups[n.apart()], row)
	}
	if len(groups) == len(all) {
		return nil
	}
	for _, group := range groups {
		if err := report.CompareStrategies(group); err != nil {
			return err
		}
	}
	for i, row := range rows {
		row.Enter(sweep.Results[i])
	}
	sweep.Against = rows
	return nil
}

// apart names what a refinement is not compared across.
func (n *Named) apart() string {
	temperature := ""
	if t := n.Spec.Params.Temperature; t != nil {
		temperature = fmt.Sprint(*t)
	}
	return strings.Join([]string{n.Spec.Model, temperature, n.Spec.Prompts}, "\n")
}
