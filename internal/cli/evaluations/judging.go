package evaluations

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"adhere"
	"adhere/eval"
	"adhere/internal/cli/asking"
	"adhere/judge"
	"adhere/metric"
)

// JudgingFlags say who decides what rules cannot. They fill the Spec of an
// evaluation.
type JudgingFlags struct {
	asking.ModelFlags
	Spec          eval.Spec
	judges, Packs []string
	reasks        int
}

// Register adds the flags.
func (j *JudgingFlags) Register(cmd *cobra.Command) {
	j.ModelFlags.Register(cmd)
	j.SubjectURLFlag(cmd)
	j.JudgeURLFlag(cmd)
	f := cmd.Flags()
	LabelFlags(f, &j.Spec.Labels, &j.Spec.Gold)
	f.StringSliceVar(&j.judges, "judge", nil, "the judge's model, provider/model; several, joined by commas, form a jury")
	f.StringVar((*string)(&j.Spec.Jury), "jury", string(judge.Majority), "how a jury decides: majority or unanimous")
	f.StringVar((*string)(&j.Spec.Tie), "tie", string(adhere.TieUnsure), "how a jury's tied vote counts: unsure, met or not_met")
	f.IntVar(&j.Spec.Samples, "judge-samples", 1, "how many times each judge is asked; the replies are joined like a jury's")
	f.StringVar(&j.Spec.Temperature, "judge-temperature", "", "the judge's sampling temperature, or none to send no temperature (default 0, or 1 with several samples)")
	f.StringVar(&j.Spec.Rules, "rules", "", "what code decides: off, own (requirements with a rule) or read (also what it can read from a requirement's text); the judge decides the rest (default: own for your files where --judge names a model, else the benchmark's setting)")
	f.StringVar(&j.Spec.Lock, "lock", "", "with --rules read: a file that says how requirements are read (adhere verify --model --lock makes one)")
	f.BoolVar(&j.Spec.AskBoth, "ask-both", false, "with --rules own or read: ask the judge about everything, and list where rule and judge disagree")
	Completed(cmd, "rules", eval.RulesOff, eval.RulesOwn, eval.RulesRead)
	f.StringVar(&j.Spec.Strategy, "strategy", "", "how the judge is asked, instead of the benchmark's setting (adhere prompts list)")
	f.StringVar(&j.Spec.Verdicts, "verdicts", "", "recorded verdicts, instead of a judge")
	f.StringVar(&j.Spec.VerdictsOf, "verdicts-of", "", "the judge whose verdicts are used, if the file has those of several")
	f.StringVar(&j.Spec.Replies, "replies", "", "a judge's recorded replies, instead of a judge")
	f.StringSliceVar(&j.Packs, "prompts", nil, "folder with a prompt pack")
	f.IntVar(&j.reasks, "reasks", 2, "how many times to ask again if a reply cannot be read")
	f.BoolVar(&j.Spec.Schema, "schema", false, "ask for the judge's reply as JSON by schema, if the provider supports it")
	f.StringVar(&j.Spec.Grade, "grade", "", "a model that also gives every answer a score from 1 to 5, provider/model")
	f.BoolVar(&j.Spec.RulesOnly, "rules-only", false, "judge only what rules decide")
}

// LabelFlags adds the flags of people's labels of some answers, by which what
// a judge says of all of them is corrected.
func LabelFlags(f *pflag.FlagSet, labels, gold *string) {
	f.StringVar(labels, "labels", "", "people's verdicts on some of the answers, by which the judge's errors are corrected")
	f.StringVar(gold, "gold", metric.Settled, "whose labels are right: settled (an adjudicator's decision, otherwise the majority of the people), people-majority, or one person, person/NAME")
}

// Check completes the Spec, all but its prompts, and refuses what it cannot mean.
func (j *JudgingFlags) Check() error {
	s := &j.Spec
	if s.Samples < 1 {
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--judge-samples %d: expected at least 1", s.Samples)}
	}
	s.Judge, s.Reasks = strings.Join(j.judges, ","), &j.reasks
	s.BaseURL, s.JudgeBaseURL, s.AllowEmpty, s.FailOnError = j.URL, j.JudgesURL, j.AllowEmpty, j.FailOn
	return nil
}

// OnePack is the prompt pack of a command that takes one.
func (j *JudgingFlags) OnePack() (string, error) {
	if len(j.Packs) > 1 {
		return "", &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--prompts names %d packs, expected one", len(j.Packs)), Hint: "adhere eval takes several and runs each"}
	}
	return strings.Join(j.Packs, ""), nil
}
