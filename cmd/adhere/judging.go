package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/bench"
	"adhere/eval"
	"adhere/judge"
	"adhere/prompt"
)

// Judging flags: who decides what rules cannot.
type judging struct {
	modelFlags
	juryFlags
	labelFlags
	ruleFlags
	strategy          string
	verdicts, replies string
	verdictsOf        string
	prompts           []string
	reasks            int
	schema            bool
	rulesOnly         bool
	grade             string
}

func (j *judging) register(cmd *cobra.Command) {
	j.modelFlags.register(cmd)
	j.subjectURL(cmd)
	j.judgeURL(cmd)
	j.juryFlags.register(cmd)
	j.labelFlags.register(cmd)
	j.ruleFlags.register(cmd)
	f := cmd.Flags()
	f.StringVar(&j.strategy, "strategy", "", "how the judge is asked, in place of the benchmark's own way (adhere prompts list)")
	f.StringVar(&j.verdicts, "verdicts", "", "recorded verdicts in place of a judge")
	f.StringVar(&j.verdictsOf, "verdicts-of", "", "whose recorded verdicts, where the file has those of several judges")
	f.StringVar(&j.replies, "replies", "", "a judge's recorded replies in place of a judge")
	f.StringSliceVar(&j.prompts, "prompts", nil, "folder with a prompt pack")
	f.IntVar(&j.reasks, "reasks", 2, "how often an unreadable reply is asked for again")
	f.BoolVar(&j.schema, "schema", false, "ask for the judge's reply as JSON by schema, where the provider can")
	f.StringVar(&j.grade, "grade", "", "a model that also scores every whole answer from 1 to 5, provider/model")
	f.BoolVar(&j.rulesOnly, "rules-only", false, "judge only what rules decide")
}

// useJudges gives the evaluation its judges and completes the plan.
func (p *program) useJudges(ctx context.Context, e *evaluation, m *models, j *judging) error {
	src, err := p.sources(ctx, e, m, j)
	if err != nil {
		return err
	}
	if e.Judges, err = j.judgesOf(e, m, src); err != nil {
		return err
	}
	e.FinishPlan()
	if j.verdicts != "" { // a recorded judge's name doesn't tell which verdicts
		hash, err := fileHash(j.verdicts)
		if err != nil {
			return err
		}
		e.Plan.Answers += " verdicts " + hash
	}
	if !src.Pack.IsDefault() {
		e.Plan.Prompt = src.Pack.Hash()
	}
	if err := e.needJudge(src, j); err != nil {
		return err
	}
	if err := e.useGrader(m, j); err != nil {
		return err
	}
	if len(j.judges) > 0 || j.grade != "" {
		e.connections = j.connections
		e.Workers = max(e.Workers, j.connections+j.connections/10+1)
	}
	e.bounded, e.Plan.AllowEmpty = j.rpm > 0 || j.tpm > 0, j.allowEmpty
	limit, err := parseFailOn(j.failOn)
	if err != nil {
		return err
	}
	e.FailLimit = limit.of
	e.Plan.Servers = m.servers()
	// The plan does not name the labels: they change no run, but how its
	// judge's word is read.
	e.readings, err = j.correct(ctx, &e.Bench, e.Set.All())
	return err
}

// sources opens what decides requirements without a rule.
func (p *program) sources(ctx context.Context, e *evaluation, m *models, j *judging) (bench.Sources, error) {
	src := bench.Sources{Catalog: eval.Catalog(), Strategy: j.strategy, Reasks: reaskLimit(j.reasks), Schema: j.schema}
	var err error
	if src.Pack, err = j.pack(); err != nil {
		return src, err
	}
	switch {
	case j.verdicts != "":
		src.Verdicts, err = readVerdicts(ctx, e.Set, j.verdicts, j.verdictsOf, e.Plan.Model, len(e.Bench.Rules) > 0, nil)
	case j.replies != "":
		var warnings []string
		src.Replies, src.Origin, warnings, err = readReplies(ctx, e.Set, j.replies)
		e.Warnings = append(e.Warnings, warnings...)
	case j.plain():
		src.Model, err = m.open(j.judges[0], j.judgeBaseURL, "judge")
	case len(j.judges) > 0:
		src.Verdicts, err = j.panel(e, m, src.Pack)
	}
	return src, err
}

// checkSources refuses flags that contradict each other.
func (j *judging) checkSources() error {
	given := 0
	for _, flag := range []bool{len(j.judges) > 0, j.verdicts != "", j.replies != "", j.rulesOnly} {
		if flag {
			given++
		}
	}
	if given > 1 {
		return &adhere.Error{Code: adhere.Invalid, Message: "--judge, --verdicts, --replies and --rules-only exclude one another", Hint: "keep one of them"}
	}
	if err := j.checkStrategy(); err != nil {
		return err
	}
	if err := j.checkRules(); err != nil {
		return err
	}
	return j.checkJury()
}

// checkStrategy refuses words about a judge where there is none.
func (j *judging) checkStrategy() error {
	if j.verdictsOf != "" && j.verdicts == "" {
		return &adhere.Error{Code: adhere.Invalid, Message: "--verdicts-of needs --verdicts", Hint: "name the file of recorded verdicts with --verdicts FILE"}
	}
	if j.strategy == "" {
		return nil
	}
	found, err := judge.Find(j.strategy)
	if err != nil {
		return err
	}
	if found.New == nil {
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--strategy %s gives no verdicts on requirements", j.strategy), Hint: "adhere prompts list shows the ways to ask a judge"}
	}
	if len(j.judges) == 0 && j.replies == "" {
		return &adhere.Error{Code: adhere.Invalid, Message: "--strategy needs a judge", Hint: "name its model with --judge provider/model, or its recorded replies with --replies FILE"}
	}
	return nil
}

// builtIn names our own wording among prompt packs.
const builtIn = "default"

// pack loads the prompts of a single plan.
func (j *judging) pack() (*prompt.Pack, error) {
	switch {
	case len(j.prompts) > 1:
		return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--prompts names %d packs, one wanted", len(j.prompts)), Hint: "adhere eval takes several and runs each"}
	case len(j.prompts) == 0 || j.prompts[0] == builtIn:
		return prompt.Default(), nil
	default:
		return loadPack(j.prompts[0])
	}
}

// reaskLimit is what a judge's options call never asking again.
func reaskLimit(flag int) int {
	if flag == 0 {
		return -1
	}
	return flag
}

// needJudge refuses a plan that would leave requirements undecided unless
// that is what the user asked for.
func (e *evaluation) needJudge(src bench.Sources, j *judging) error {
	if j.rulesOnly || src.Model != nil || src.Replies != nil || src.Verdicts != nil {
		return nil
	}
	return e.Undecided(func(in *adhere.Instruction) []adhere.Requirement { return j.open(&e.Bench, in) },
		"name a judge with --judge provider/model, recorded verdicts with --verdicts FILE, or --rules-only")
}

// fileHash returns the SHA-256 of a file, as a Plan names it.
func fileHash(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", &adhere.Error{Code: adhere.NotFound, Message: path, Err: err}
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	return "sha256:" + hex.EncodeToString(sum.Sum(nil)), nil
}
