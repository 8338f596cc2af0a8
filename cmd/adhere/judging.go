package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/eval"
	"adhere/judge"
	"adhere/metric"
)

// Judging flags: who decides what rules cannot.
type judging struct {
	modelFlags
	labelFlags
	eval.Judging
	judges, packs []string
	reasks        int
}

func (j *judging) register(cmd *cobra.Command) {
	j.modelFlags.register(cmd)
	j.subjectURL(cmd)
	j.judgeURL(cmd)
	j.labelFlags.register(cmd)
	f := cmd.Flags()
	f.StringSliceVar(&j.judges, "judge", nil, "the judge's model, provider/model; several, joined by commas, form a jury")
	f.StringVar((*string)(&j.Jury), "jury", string(judge.Majority), "how a jury decides: majority or unanimous")
	f.StringVar((*string)(&j.Tie), "tie", string(adhere.TieUnsure), "how a jury's tied vote counts: unsure, met or not_met")
	f.IntVar(&j.Samples, "judge-samples", 1, "how many times each judge is asked; the replies are joined like a jury's")
	f.StringVar(&j.Temperature, "judge-temperature", "", "the judge's sampling temperature, or none to send no temperature (default 0, or 1 with several samples)")
	f.StringVar(&j.Rules, "rules", "", "what code decides: off, own (requirements with a rule) or read (also what it can read from a requirement's text); the judge decides the rest (default: the benchmark's own way)")
	f.StringVar(&j.Lock, "lock", "", "with --rules read: a file that says how requirements are read (adhere verify --model --lock makes one)")
	f.BoolVar(&j.AskBoth, "ask-both", false, "with --rules own or read: ask the judge about everything, and list where rule and judge disagree")
	completed(cmd, "rules", eval.RulesOff, eval.RulesOwn, eval.RulesRead)
	f.StringVar(&j.Strategy, "strategy", "", "how the judge is asked, instead of the benchmark's own way (adhere prompts list)")
	f.StringVar(&j.Verdicts, "verdicts", "", "recorded verdicts, instead of a judge")
	f.StringVar(&j.VerdictsOf, "verdicts-of", "", "the judge whose verdicts are used, if the file has those of several")
	f.StringVar(&j.Replies, "replies", "", "a judge's recorded replies, instead of a judge")
	f.StringSliceVar(&j.packs, "prompts", nil, "folder with a prompt pack")
	f.IntVar(&j.reasks, "reasks", 2, "how many times to ask again if a reply cannot be read")
	f.BoolVar(&j.Schema, "schema", false, "ask for the judge's reply as JSON by schema, where the provider can")
	f.StringVar(&j.Grade, "grade", "", "a model that also gives every answer a score from 1 to 5, provider/model")
	f.BoolVar(&j.RulesOnly, "rules-only", false, "judge only what rules decide")
}

// Label flags: people's labels of some answers, by which what a judge says of
// all of them is corrected.
type labelFlags struct{ path, gold string }

func (l *labelFlags) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&l.path, "labels", "", "people's verdicts on some of the answers, by which the judge's errors are corrected")
	f.StringVar(&l.gold, "gold", metric.Settled, "whose labels are right: settled (an adjudicator's decision, otherwise the majority of the people), people-majority, or one person, person/NAME")
}

// onto enters what was given into the spec of an evaluation.
func (j *judging) onto(s *eval.Spec) error {
	if len(j.packs) > 1 {
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--prompts names %d packs, expected one", len(j.packs)), Hint: "adhere eval takes several and runs each"}
	}
	s.Judging = j.Judging
	s.Judge, s.Prompts, s.Reasks = strings.Join(j.judges, ","), strings.Join(j.packs, ""), &j.reasks
	if j.Samples < 1 {
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--judge-samples %d: expected at least 1", j.Samples)}
	}
	s.Labels, s.Gold = j.path, j.gold
	s.BaseURL, s.JudgeBaseURL, s.AllowEmpty, s.FailOnError = j.baseURL, j.judgeBaseURL, j.allowEmpty, j.failOn
	return nil
}
