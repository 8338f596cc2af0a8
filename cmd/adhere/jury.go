package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/judge"
	"adhere/prompt"
)

// Jury flags: how several judges, or several samples of one, decide together.
type juryFlags struct {
	judges      []string
	rule, tie   string
	samples     int
	temperature temperatureFlag // below 0: not given
}

func (j *juryFlags) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringSliceVar(&j.judges, "judge", nil, "the judge's model, provider/model; several, joined by commas, are a jury")
	f.StringVar(&j.rule, "jury", string(judge.Majority), "how a jury decides: majority or unanimous")
	f.StringVar(&j.tie, "tie", "unsure", "what a jury that names no winner says: unsure, met or not_met")
	f.IntVar(&j.samples, "judge-samples", 1, "how often each judge is asked; its answers are joined as a jury's")
	j.temperature = -1
	f.Var(&j.temperature, "judge-temperature", "the judge's sampling temperature (default 0, and 1 with several samples); none sends none")
}

func (j *juryFlags) checkJury() error {
	if j.samples < 1 {
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--judge-samples %d: at least 1 wanted", j.samples)}
	}
	for i, spec := range j.judges {
		for _, other := range j.judges[:i] {
			if spec == other {
				return &adhere.Error{Code: adhere.Invalid, Message: "--judge names " + spec + " twice", Hint: "--judge-samples 2 asks one judge twice"}
			}
		}
	}
	if len(j.judges) == 0 && (j.samples > 1 || j.temperature != -1) {
		return &adhere.Error{Code: adhere.Invalid, Message: "--judge-samples and --judge-temperature need --judge", Hint: "name the judge's model, provider/model"}
	}
	if rule := judge.Rule(j.rule); rule != judge.Majority && rule != judge.Unanimous {
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--jury %q is not known", j.rule), Hint: "choose majority or unanimous"}
	}
	_, err := j.policy()
	return err
}

// plain reports whether the flags mean one judge, asked once in its usual way.
func (j *juryFlags) plain() bool { return len(j.judges) == 1 && j.samples == 1 && j.temperature == -1 }

func (j *juryFlags) policy() (judge.TiePolicy, error) {
	policy, err := tiePolicy(j.tie)
	if err != nil {
		return "", err
	}
	if policy == "unsure" {
		return judge.TieUnsure, nil
	}
	return judge.TiePolicy(policy), nil
}

// params are the judges' settings: samples of one judge need a temperature to
// differ at all.
func (j *juryFlags) params() *adhere.Params {
	t := float64(j.temperature)
	switch {
	case t == noTemperature:
		return &adhere.Params{}
	case t < 0 && j.samples == 1:
		return nil
	case t < 0:
		t = 1
	}
	return &adhere.Params{Temperature: &t}
}

// panel returns the judge that the flags of a jury mean.
func (j *judging) panel(e *evaluation, m *models, pack *prompt.Pack) (adhere.Judge, error) {
	ties, err := j.policy()
	if err != nil {
		return nil, err
	}
	var members []adhere.Judge
	var listed []member
	for _, spec := range j.judges {
		asked, err := m.open(spec, j.judgeBaseURL, "judge")
		if err != nil {
			return nil, err
		}
		one, err := j.member(e, asked, pack, ties)
		if err != nil {
			return nil, err
		}
		members, listed = append(members, one), append(listed, member{asked.Name(), one})
	}
	jury := members[0]
	if len(members) > 1 {
		if jury, err = judge.NewJury(judge.Rule(j.rule), ties, members...); err != nil {
			return nil, err
		}
	}
	m.panels[jury.Name()] = listed
	return jury, nil
}

// member returns one judge of a panel: the benchmark's strategy, or the one
// that was asked for, in as many samples as wanted.
func (j *judging) member(e *evaluation, asked adhere.Model, pack *prompt.Pack, ties judge.TiePolicy) (adhere.Judge, error) {
	strategy := j.strategy
	if strategy == "" {
		strategy = e.Bench.Strategy
	}
	o := judge.Options{Model: asked, Pack: pack, Params: j.params(), Reasks: reaskLimit(j.reasks), Schema: j.schema}
	if len(e.Bench.Rules) > 0 && j.rules == "" { // as the benchmark asks a single judge
		o.Only = func(r *adhere.Requirement) bool { return r.Rule == nil }
	}
	if j.samples > 1 {
		return judge.NewSamples(strategy, j.samples, judge.Rule(j.rule), ties, o)
	}
	found, err := judge.Find(strategy)
	if err != nil {
		return nil, err
	}
	return found.New(o)
}

// A member is a judge of a panel and the name of the model that it asks.
type member struct {
	model string
	judge adhere.Judge
}

// members returns whom a judge asks: those of a panel, or itself.
func (m *models) members(j adhere.Judge) []member {
	if panel, ok := m.panels[j.Name()]; ok {
		return panel
	}
	return []member{{modelOf(j.Name()), j}}
}
