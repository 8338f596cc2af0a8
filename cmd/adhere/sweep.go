package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/eval"
	"adhere/internal/store"
	"adhere/report"
)

// A trial is an evaluation of a sweep.
type trial struct {
	*evaluation
	name     string // what tells it from the others
	of       combination
	refinery *refinery // nil: answers are taken as they come
}

// A combination is one model, temperature, prompt pack and way to refine of a
// sweep: a plan of its own.
type combination struct {
	name        string // what tells it from the others
	model       string
	temperature *float64 // nil leaves it to the provider
	prompts     []string // none, or one
	refine      string   // strategy; "" takes answers as they come
	critic      string   // of a strategy that has one, as given
	decomposer  string
}

// combinations lists every combination of the values that were given, the
// models first.
func (f *evalFlags) combinations() ([]combination, error) {
	temperatures := []*float64{nil}
	if len(f.temperatures) > 0 {
		temperatures = nil
		for i := range f.temperatures {
			temperatures = append(temperatures, &f.temperatures[i])
		}
	}
	packs := [][]string{nil}
	if len(f.prompts) > 0 {
		packs = nil
		for _, dir := range f.prompts {
			packs = append(packs, []string{dir})
		}
	}
	var all []combination
	for _, model := range f.models {
		for _, t := range temperatures {
			for _, pack := range packs {
				for _, c := range f.refinements() {
					c.model, c.temperature, c.prompts = model, t, pack
					c.name = f.nameOf(c)
					if slices.ContainsFunc(all, func(o combination) bool { return o.name == c.name }) {
						return nil, &adhere.Error{Code: adhere.Invalid, Message: "the sweep holds " + c.name + " twice", Hint: "name each model, temperature, prompt pack, strategy, critic and decomposer once"}
					}
					all = append(all, c)
				}
			}
		}
	}
	return all, nil
}

// nameOf joins what the sweep varies.
func (f *evalFlags) nameOf(c combination) string {
	var parts []string
	if len(f.models) > 1 {
		parts = append(parts, c.model)
	}
	if len(f.temperatures) > 1 {
		parts = append(parts, "temperature "+strconv.FormatFloat(*c.temperature, 'g', -1, 64))
	}
	if len(f.prompts) > 1 {
		parts = append(parts, filepath.Base(c.prompts[0]))
	}
	return strings.Join(append(parts, f.refinementName(c)...), ", ")
}

// over names what is varied.
func (f *evalFlags) over() string {
	var parts []string
	for _, v := range []struct {
		name string
		n    int
	}{{"model", len(f.models)}, {"temperature", len(f.temperatures)}, {"prompts", len(f.prompts)}, {"refinement", len(f.refinements())}} {
		if v.n > 1 {
			parts = append(parts, v.name)
		}
	}
	return strings.Join(parts, " and ")
}

// checkSweep refuses what several results cannot be written as.
func (f *evalFlags) checkSweep() error {
	if !slices.Contains(documentFormats(), report.Format(f.format)) {
		return &adhere.Error{Code: adhere.Invalid, Message: "--format " + f.format + " is for one run", Hint: "choose one of " + joinFormats(documentFormats())}
	}
	if f.outputFlags.verdicts != "" || f.responses != "" {
		return &adhere.Error{Code: adhere.Invalid, Message: "--verdicts-out and --responses-out are for one run", Hint: "adhere report RUN writes them for each run of the sweep"}
	}
	return nil
}

// sweep carries out several plans, one after another, and shows their results
// side by side. What is finished stays: a sweep that was stopped goes on with
// --resume.
func (p *program) sweep(ctx context.Context, s *store.Store, trials []*trial, f *evalFlags) error {
	out := &report.Sweep{Title: trials[0].Plan.Bench + " over " + f.over()}
	for i, t := range trials {
		p.say("%s (%d of %d)", t.name, i+1, len(trials))
		res, err := p.perform(ctx, s, t, f)
		if err != nil {
			return err
		}
		out.Names = append(out.Names, t.name)
		out.Results = append(out.Results, res)
		out.Records = append(out.Records, s.Records(ctx, res.Run))
	}
	if err := f.write(ctx, s, trials); err != nil {
		return err
	}
	if err := f.writeRefinements(ctx, s, trials, out.Results); err != nil {
		return err
	}
	if err := compareStrategies(ctx, s, trials, out); err != nil {
		return err
	}
	opts := report.Options{Width: p.width(), Min: f.thresholds, Prompts: shown(ctx, s)}
	if f.html != "" {
		if err := writeFile(f.html, func(w io.Writer) error { return report.WriteSweep(w, report.FormatHTML, out, opts) }); err != nil {
			return err
		}
	}
	if err := f.drawCurves(out); err != nil {
		return err
	}
	if err := report.WriteSweep(p.out, report.Format(f.format), out, opts); err != nil {
		return err
	}
	err := f.verdictOfAll(out)
	for _, res := range out.Results {
		err = allFailed(ctx, s, res, err)
	}
	return err
}

// compareStrategies compares, within each model, temperature and prompt pack
// of a sweep, all refinements with a baseline. Where there is nothing to
// compare it does nothing.
func compareStrategies(ctx context.Context, s *store.Store, trials []*trial, sweep *report.Sweep) error {
	if !slices.ContainsFunc(trials, func(t *trial) bool { return t.refinery != nil }) {
		return nil
	}
	var all []*report.Strategy
	groups := map[string][]*report.Strategy{}
	for i, t := range trials {
		res := sweep.Results[i]
		records, err := eval.Load(ctx, s, res.Run, res.Items)
		if err != nil {
			return err
		}
		one := &report.Strategy{Name: t.name, Run: res.Run, Model: t.of.model, Refinement: t.of.refine, Decomposer: t.of.decomposer, Critic: t.of.critic}
		if one.Decomposer == "" && one.Critic != "" {
			one.Decomposer = given
		}
		one.Measure(res, records)
		all = append(all, one)
		groups[t.of.apart()] = append(groups[t.of.apart()], one)
	}
	if len(groups) == len(trials) {
		return nil
	}
	for _, group := range groups {
		if err := report.CompareStrategies(group); err != nil {
			return err
		}
	}
	for i, one := range all {
		one.Enter(sweep.Results[i])
	}
	sweep.Against = all
	return nil
}

// apart names what a refinement is not compared across.
func (c combination) apart() string {
	temperature := ""
	if c.temperature != nil {
		temperature = fmt.Sprint(*c.temperature)
	}
	return strings.Join(append([]string{c.model, temperature}, c.prompts...), "\n")
}

// checkCurves refuses curves over levels where there are none, before anything
// is spent.
func (f *evalFlags) checkCurves(e *evaluation) error {
	if f.curves == "" {
		return nil
	}
	for item, err := range e.Items() {
		if err != nil {
			return err
		}
		if item.Instruction.Level > 0 {
			return nil
		}
	}
	return &adhere.Error{Code: adhere.Invalid, Message: "--curves: no instruction of " + e.Bench.Name + " has a level", Hint: "leave --curves out; metrics by level need instructions with group and level"}
}

// drawCurves writes the curves of the first metric that has values by level.
func (f *evalFlags) drawCurves(s *report.Sweep) error {
	if f.curves == "" {
		return nil
	}
	metric := ""
	for _, m := range s.Results[0].Metrics {
		if _, ok := m.Group["level"]; ok && len(m.Group) == 1 {
			metric = m.Metric
			break
		}
	}
	svg, err := report.LevelCurves(s, metric)
	if err != nil {
		return fmt.Errorf("--curves: %w", err)
	}
	return writeFile(f.curves, func(w io.Writer) error {
		_, err := io.WriteString(w, svg)
		return err
	})
}

// verdictOfAll holds each result to the thresholds.
func (f *evalFlags) verdictOfAll(s *report.Sweep) error {
	var missed []string
	for i, r := range s.Results {
		err := f.verdict(r)
		var below *errThreshold
		switch {
		case errors.As(err, &below):
			for _, m := range below.missed {
				missed = append(missed, s.Names[i]+": "+m)
			}
		case err != nil:
			return err
		}
	}
	if missed != nil {
		return &errThreshold{missed}
	}
	return nil
}
