package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/judge"
	"adhere/refine"
)

// Flags of evaluations whose answers are refined.
type refineEvalFlags struct {
	refiningFlags
	strategies []string
	traces     string
	attempts   string
	quality    string
}

// unrefined names, among strategies, the model as it is.
const unrefined = "none"

func (r *refineEvalFlags) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringSliceVar(&r.strategies, "refine", nil, "refine every answer: "+strategyNames()+"; several are a sweep, in which none is the model as it is")
	f.StringVar(&r.traces, "traces-out", "", "also write every refinement as a whole, one JSON object a line (adhere runs export makes training data of it)")
	f.StringVar(&r.attempts, "attempts-out", "", "also write every attempt with its verdicts and what it took, one JSON object a line")
	f.StringVar(&r.quality, "quality-judge", "", "a model that says, in both orders, whether a revised answer is better as a whole than its draft, provider/model")
	r.refiningFlags.register(cmd)
}

// checkUsed notes flags that do nothing without --refine. They may stand in a
// configuration file, so that they are no error unless a file is wanted.
func (r *refineEvalFlags) checkUsed(p *program, changed func(string) bool) error {
	if len(r.strategies) > 0 && !slices.Equal(r.strategies, []string{unrefined}) {
		return nil
	}
	for _, f := range []struct{ name, value string }{{"traces-out", r.traces}, {"attempts-out", r.attempts}, {"quality-judge", r.quality}} {
		if f.value != "" {
			return &adhere.Error{Code: adhere.Invalid, Message: "--" + f.name + " needs --refine", Hint: "for example --refine decrim"}
		}
	}
	for _, name := range []string{"critic", "critic-responses", "decomposer", "rewriter", "max-iterations", "draft", "final", "feedback", "paper"} {
		if changed(name) {
			p.say("--%s does nothing without --refine", name)
		}
	}
	return nil
}

// A refinery makes a trial's answers by refinement.
type refinery struct {
	strategy string
	flags    *refineEvalFlags
	shop     workshop
	refiner  *refine.Refiner
}

// useRefinement puts a refinement in the place of the model under test.
func (t *trial) useRefinement(c combination, m *models, f *evalFlags) error {
	if c.refine == "" || c.refine == unrefined {
		return nil
	}
	j := f.judging
	j.prompts = c.prompts
	pack, err := j.pack()
	if err != nil {
		return err
	}
	flags := f.refineEvalFlags
	flags.refiningFlags = f.cast(c.critic, c.decomposer)
	r := &refinery{strategy: c.refine, flags: &flags, shop: workshop{
		subject: c.model, baseURL: f.baseURL, bench: &t.Bench, set: t.Set, open: m.open,
		pack: pack, reasks: reaskLimit(f.reasks), schema: f.schema,
	}}
	if r.refiner, err = flags.refiner(c.refine, &r.shop); err != nil {
		return err
	}
	if f.quality != "" {
		if t.Comparer, err = m.comparer(f.quality, f.judgeBaseURL, judge.Options{Pack: pack, Reasks: r.shop.reasks, Schema: f.schema}); err != nil {
			return err
		}
	}
	all, err := t.instructions()
	if err != nil {
		return err
	}
	t.refinery = r
	t.Warnings = append(t.Warnings, flags.doubts(all)...)
	t.Subject = &wordedSubject{r.refiner}
	t.Plan.Model = t.Subject.Name()
	return nil
}

// instructions returns those that are answered.
func (t *trial) instructions() ([]adhere.Instruction, error) {
	var all []adhere.Instruction
	for item, err := range t.Items() {
		if err != nil {
			return nil, err
		}
		if item.Attempt == 0 {
			all = append(all, *item.Instruction)
		}
	}
	return all, nil
}

// doubts says what a reader must know of instructions that are refined: rules
// look at nothing that has no rule.
func (r *refineEvalFlags) doubts(all []adhere.Instruction) (warnings []string) {
	open := 0
	for i := range all {
		if slices.ContainsFunc(all[i].Requirements, func(r adhere.Requirement) bool { return r.Rule == nil }) {
			open++
		}
	}
	if open > 0 && r.decomposer != byReading && !slices.ContainsFunc(r.critics, func(c string) bool { return !isRules(c) }) {
		warnings = append(warnings, fmt.Sprintf("%d of %d instructions have requirements without a rule, at which --critic rules does not look", open, len(all)))
	}
	return warnings
}

// rehearse adds the most calls that one item can take: all iterations, none of
// them stored.
func (r *refinery) rehearse(all *estimates, t *trial, item adhere.Item, standIn *adhere.Response, out int) error {
	req := &adhere.Request{Messages: item.Instruction.Messages, Params: t.Plan.Params}
	model := modelOf(r.refiner.Name())
	all.of("subject", model).count(req, out)
	s, err := refine.Find(r.strategy)
	alone := r.strategy == "self_refine" // critic and rewriter are the model
	if err != nil || !s.Critic && !alone {
		return err
	}
	rewriter := model
	if name := r.flags.rewriter; name != "" && name != itself {
		rewriter = name
	}
	shown := &adhere.Request{Messages: append(slices.Clone(item.Instruction.Messages), adhere.Message{Role: adhere.User, Text: standIn.Text})}
	for range r.flags.iterations {
		all.of("rewriter, at most", rewriter).count(shown, out)
		if alone {
			all.of("critic, at most", model).count(shown, out)
		}
	}
	if !alone {
		if err := r.rehearseCritic(all, item.Instruction, standIn); err != nil {
			return err
		}
	}
	return rehearseQuality(all, t.Comparer, item.Instruction, standIn)
}

// rehearseCritic adds the calls of the critic on all answers.
func (r *refinery) rehearseCritic(all *estimates, in *adhere.Instruction, standIn *adhere.Response) error {
	critic, err := r.flags.critic(&r.shop)
	if err != nil {
		return err
	}
	p, ok := critic.(judge.Planner)
	if !ok {
		return nil
	}
	calls, err := p.Rehearse(in, standIn)
	if err != nil || len(calls) == 0 {
		return err
	}
	for range r.flags.iterations + 1 {
		all.of("critic, at most", modelOf(critic.Name())).countCalls(calls)
	}
	return nil
}
