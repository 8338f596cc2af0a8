package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/dataset"
	"adhere/eval"
	"adhere/internal/cli"
	"adhere/internal/jsonl"
	"adhere/internal/plural"
	"adhere/report"
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
	flags.StringVar(&f.attach, "attach", "", "write this file of instructions with the rules that code reads from its requirements")
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
		err = p.answerFile(args, ruling.Answerer{Decide: decide})
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
		p.Say("%s: %d had a rule, %d got one, %d are decided by code in part and got none", plural.Of(n.All, "requirement"), n.Had, n.Given, n.Part)
	}
	return err
}

// verifyText says how rules and requirements are read, and what they find of
// the text.
func (p *program) verifyText(ctx context.Context, args []string, f *verifyFlags, v *eval.Verifier) error {
	asked, err := eval.Ask(f.rules, f.demands)
	if err != nil {
		return err
	}
	if err := v.ExplainAll(ctx, asked); err != nil {
		return err
	}
	for _, c := range eval.Clashes(asked) {
		p.Warn("no text can meet these together: %s", c)
	}
	switch {
	case f.explain && p.JSON:
		return jsonl.Write(p.Out, eval.Rulings(asked))
	case f.explain:
		return v.Show(p.Out, asked, f.examples)
	case !p.JSON: // a program is answered
		said, err := eval.Understood(asked)
		if err != nil {
			return err
		}
		for _, line := range said {
			p.Say("%s", line)
		}
	}
	text, err := p.ReadText(args)
	if err != nil {
		return err
	}
	if len(args) > 0 && cli.HoldsMany(args[0]) {
		p.Warn("%s is read as one text; --jsonl answers it line by line, and adhere score judges the answers of a file", args[0])
	}
	left, err := v.DecideAll(ctx, asked, text)
	if left {
		p.Warn("reasoning before the answer was left out")
	}
	if err != nil {
		return err
	}
	return p.showFindings(asked)
}

// showFindings prints a line for each; one that is not met, or that code gave
// up on, ends with exit code 100.
func (p *program) showFindings(asked []eval.Asked) error {
	if p.JSON {
		if err := jsonl.Write(p.Out, eval.Rulings(asked)); err != nil {
			return err
		}
	}
	missed := 0
	for i := range asked {
		a := &asked[i]
		if a.Finding == nil {
			continue
		}
		if !a.Finding.Met {
			missed++
		}
		if !p.JSON {
			fmt.Fprintf(p.Out, "%-7s  %s: %s\n", a.Outcome(), a.As, a.Finding)
		}
	}
	if missed > 0 {
		return report.Missed{fmt.Sprintf("%d of %s not met", missed, plural.Of(len(asked), "requirement"))}
	}
	return nil
}

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
		return &adhere.Error{Code: adhere.Invalid, Message: "--examples needs --explain", Hint: "add --explain"}
	case f.explain && len(args) > 0:
		return &adhere.Error{Code: adhere.Invalid, Message: "--explain reads no text", Hint: "leave " + args[0] + " out, or --explain"}
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
