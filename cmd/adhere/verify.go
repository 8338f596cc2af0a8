package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/dataset"
	"adhere/eval"
	"adhere/internal/cli"
	"adhere/model"
	"adhere/report"
	"adhere/training"
	"adhere/verify/english"
	"adhere/verify/ruling"
	"adhere/verify/suites"
)

type verifyFlags struct {
	readingFlags
	rules, demands []string
	coverage       string
	responses      string
	attach         string
	data           *string
	list           bool
	explain, lines bool
	examples       bool
}

func (p *program) verifyCommand() *cobra.Command {
	f := &verifyFlags{}
	cmd := p.Command("verify [FILE]", cobra.MaximumNArgs(1))
	flags := cmd.Flags()
	flags.StringArrayVar(&f.rules, "rule", nil, "a checker and its arguments as JSON: 'NAME {…}'; may be repeated")
	f.data = p.DataFlag(cmd)
	flags.StringArrayVar(&f.demands, "require", nil, "a requirement in plain English, such as 'at most 50 words'; may be repeated")
	flags.BoolVar(&f.explain, "explain", false, "say how rules and requirements are read, without a text")
	flags.BoolVar(&f.examples, "examples", false, "with --explain: show a text that just meets each, and one that just fails it")
	flags.BoolVar(&f.lines, "jsonl", false, "read lines of {\"id\",\"requirement\" or \"rule\",\"text\"} and answer line by line")
	flags.StringVar(&f.coverage, "coverage", "", "count which of a benchmark's requirements code decides, by label")
	flags.StringVar(&f.responses, "responses", "", "with --coverage: recorded answers, with a judge's verdicts if they have them")
	flags.StringVar(&f.attach, "attach", "", "write this file of instructions with the rules that its requirements are read as")
	flags.BoolVar(&f.list, "list", false, "list every checker")
	p.registerReading(cmd, &f.readingFlags)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return p.verify(cmd, args, f) }
	return cmd
}

func (p *program) verify(cmd *cobra.Command, args []string, f *verifyFlags) error {
	if err := f.check(args); err != nil {
		return err
	}
	switch {
	case f.list:
		return p.listCheckers()
	case f.coverage != "":
		return p.coverage(cmd.Context(), f)
	}
	ctx := cmd.Context()
	v, done, err := p.verifier(ctx, &f.readingFlags)
	if err != nil {
		return err
	}
	switch {
	case f.attach != "":
		err = p.attach(ctx, f.attach, v)
	case f.lines:
		decide := func(q ruling.Case) (ruling.Ruling, error) { return v.Decide(ctx, q) }
		err = p.answerFile(args, ruling.Answerer{Decide: decide, Split: model.SplitReasoning})
	default:
		err = p.verifyText(ctx, args, f, v)
	}
	return errors.Join(err, done())
}

// attach writes a file of instructions with the rules that its requirements
// are read as, for a person to look at and for runs to use.
func (p *program) attach(ctx context.Context, path string, v *eval.Verifier) error {
	set, err := dataset.Read(ctx, path, path, dataset.Options{})
	if err != nil {
		return err
	}
	n, err := v.Attach(ctx, p.Out, set)
	if err == nil {
		p.Say("%s: %d had a rule, %d got one, %d are decided by code in part and got none", cli.Plural(n.All, "requirement"), n.Had, n.Given, n.Part)
	}
	return err
}

// verifyText says how rules and requirements are read, and what they find of
// the text.
func (p *program) verifyText(ctx context.Context, args []string, f *verifyFlags, v *eval.Verifier) error {
	questions, err := f.questions()
	if err != nil {
		return err
	}
	if err := v.Compile(ctx, f.demands...); err != nil {
		return err
	}
	answers := make([]ruling.Ruling, len(questions))
	for i, q := range questions {
		if answers[i], err = v.Explain(ctx, q); err != nil {
			return err
		}
	}
	p.sayClashes(f.named(), answers)
	if f.explain {
		return p.showReadings(f.named(), answers, f.examples, v.Lock)
	}
	if err := p.refuseUnread(f.named(), answers); err != nil {
		return err
	}
	text, err := p.ReadText(args)
	if err != nil {
		return err
	}
	text, _, moved := model.SplitReasoning(text)
	if moved {
		p.Warn("reasoning before the answer was left out")
	}
	for i := range questions {
		questions[i].Text = text
		if answers[i], err = v.Decide(ctx, questions[i]); err != nil {
			return err
		}
	}
	return p.showFindings(f.named(), answers)
}

// check refuses flags that contradict each other.
func (f *verifyFlags) check(args []string) error {
	asked := len(f.rules)+len(f.demands) > 0
	switch {
	case f.list || f.coverage != "":
		return nil
	case f.attach != "" && (asked || f.lines || f.explain || len(args) > 0):
		return &adhere.Error{Code: adhere.Invalid, Message: "--attach reads a file of instructions and nothing else", Hint: "leave the other flags and FILE out"}
	case f.attach != "":
		return nil
	case f.lines && (asked || f.explain):
		return &adhere.Error{Code: adhere.Invalid, Message: "--jsonl takes requirements and rules from its lines", Hint: "leave --require, --rule and --explain out"}
	case !f.lines && !asked:
		return &adhere.Error{Code: adhere.Invalid, Message: "verify needs --rule, --require, --jsonl, --attach, --coverage or --list", Hint: "adhere verify --list shows the checkers"}
	case f.examples && !f.explain:
		return &adhere.Error{Code: adhere.Invalid, Message: "--examples shows texts with what --explain says", Hint: "add --explain"}
	case f.explain && len(args) > 0:
		return &adhere.Error{Code: adhere.Invalid, Message: "--explain reads no text", Hint: "leave " + args[0] + " out, or --explain"}
	}
	return nil
}

// named are the rules and requirements as they were given.
func (f *verifyFlags) named() []string {
	return append(append([]string(nil), f.rules...), f.demands...)
}

// questions are the rules and then the requirements.
func (f *verifyFlags) questions() ([]ruling.Case, error) {
	var all []ruling.Case
	for _, r := range f.rules {
		rule, err := goodRule(r)
		if err != nil {
			return nil, err
		}
		all = append(all, ruling.Case{Rule: rule})
	}
	for _, d := range f.demands {
		if strings.TrimSpace(d) == "" {
			return nil, &adhere.Error{Code: adhere.Invalid, Message: "--require: expected a requirement, got none", Hint: "for example --require 'at most 50 words'"}
		}
		all = append(all, ruling.Case{Requirement: d})
	}
	return all, nil
}

// refuseUnread says, to a person, what was not read. A program is answered.
func (p *program) refuseUnread(named []string, answers []ruling.Ruling) error {
	if p.JSON {
		return nil
	}
	for i := range answers {
		a := &answers[i]
		if a.Decides == english.None {
			return &adhere.Error{
				Code: adhere.Invalid, Message: fmt.Sprintf("--require %q: code cannot decide this, or it can be read in two ways", named[i]),
				Hint: "say it plainly (\"at most 50 words\", \"no commas\"), name a checker with --rule, or leave it to a judge",
			}
		}
		by := ""
		if a.ReadBy != "" {
			by = "by " + a.ReadBy + " "
		}
		if a.Requirement != "" {
			p.Say("read %q %sas: %s", named[i], by, a.English)
		}
		if a.Decides == english.Part {
			p.Say("left to a judge: %s", a.Rest)
		}
	}
	return nil
}

// sayClashes names rules and requirements that cannot hold together.
func (p *program) sayClashes(named []string, answers []ruling.Ruling) {
	rules := make([]*adhere.Rule, len(answers))
	for i := range answers {
		rules[i] = answers[i].Rule
	}
	for _, c := range eval.ConflictsAmong(named, rules) {
		p.Warn("no text can meet these together: %s", c)
	}
}

// showReadings says how each was read.
func (p *program) showReadings(named []string, answers []ruling.Ruling, examples bool, lock *ruling.Lock) error {
	if p.JSON {
		return training.WriteJSONL(p.Out, answers)
	}
	for i := range answers {
		a := &answers[i]
		fmt.Fprintf(p.Out, "%s\n  decides  %s\n", named[i], a.Decides)
		if a.Rule == nil {
			continue
		}
		fmt.Fprintf(p.Out, "  english  %s\n  rule     %s\n", a.English, strings.TrimSpace(a.Rule.Name+" "+string(a.Rule.Args)))
		if a.ReadBy != "" {
			fmt.Fprintf(p.Out, "  read by  %s\n", a.ReadBy)
		}
		if a.Rest != "" {
			fmt.Fprintf(p.Out, "  rest     %s\n", a.Rest)
		}
		if examples {
			p.showExamples(a, lock)
		}
	}
	return nil
}

// showExamples shows where a rule's boundary lies.
func (p *program) showExamples(a *ruling.Ruling, lock *ruling.Lock) {
	var given []string
	locked, _ := lock.Find(a.Requirement)
	for _, w := range locked.Witnesses {
		given = append(given, w.Text)
	}
	meets, fails := eval.Decider().Examples(a.Rule, given)
	for _, e := range [][2]string{{"meets it", meets}, {"fails it", fails}} {
		if e[1] != "" {
			fmt.Fprintf(p.Out, "  %s %q\n", e[0], e[1])
		}
	}
}

// showFindings prints a line for each; one that is not met, or that code gave
// up on, ends with exit code 100.
func (p *program) showFindings(named []string, answers []ruling.Ruling) error {
	missed := 0
	for i := range answers {
		a := &answers[i]
		if a.Finding == nil {
			continue
		}
		if !a.Finding.Met {
			missed++
		}
		if !p.JSON {
			fmt.Fprintf(p.Out, "%-7s  %s: %s\n", a.Outcome(), named[i], a.Finding)
		}
	}
	if p.JSON {
		if err := training.WriteJSONL(p.Out, answers); err != nil {
			return err
		}
	}
	if missed > 0 {
		return report.Missed{fmt.Sprintf("%d of %s not met", missed, cli.Plural(len(named), "requirement"))}
	}
	return nil
}

func (p *program) listCheckers() error {
	type checker struct {
		Name string `json:"name"`
		Doc  string `json:"doc"`
	}
	var all []checker
	for _, s := range suites.All() {
		for _, c := range s.Checkers {
			all = append(all, checker{s.Name + "/" + c.Name, c.Doc})
		}
	}
	return cli.List(p.Program, all, []string{"name", "what is demanded"}, func(c checker) []string { return []string{c.Name, c.Doc} })
}

// parseRule reads 'NAME {…}'; whether the arguments are good is not looked at.
func parseRule(text string) *adhere.Rule {
	name, args, _ := strings.Cut(strings.TrimSpace(text), " ")
	rule := &adhere.Rule{Name: name}
	if args = strings.TrimSpace(args); args != "" {
		rule.Args = json.RawMessage(args)
	}
	return rule
}
