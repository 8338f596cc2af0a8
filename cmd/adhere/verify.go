package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/verify"
	"adhere/verify/suites"
)

func (p *program) verifyCommand() *cobra.Command {
	var rules, demands []string
	var coverage string
	var list bool
	cmd := p.command("verify [FILE]", cobra.MaximumNArgs(1))
	cmd.Flags().StringArrayVar(&rules, "rule", nil, "a checker and its arguments as JSON: 'NAME {…}'; may be repeated")
	data := p.dataFlag(cmd)
	cmd.Flags().StringArrayVar(&demands, "require", nil, "a requirement in plain English, such as 'at most 50 words'; may be repeated")
	cmd.Flags().StringVar(&coverage, "coverage", "", "say how many of a benchmark's requirements, by label, can be read as checks")
	cmd.Flags().BoolVar(&list, "list", false, "list every checker")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if list {
			return p.listCheckers()
		}
		if coverage != "" {
			return p.coverage(cmd.Context(), coverage, *data)
		}
		if len(rules)+len(demands) == 0 {
			return &adhere.Error{Code: adhere.Invalid, Message: "verify needs --rule, --require, --coverage or --list", Hint: "adhere verify --list shows the checkers"}
		}
		checks, err := compileRules(rules)
		if err != nil {
			return err
		}
		read, err := p.readDemands(demands)
		if err != nil {
			return err
		}
		rules, checks = append(rules, demands...), append(checks, read...)
		text, err := p.readText(args)
		if err != nil {
			return err
		}
		return p.checkText(rules, checks, text)
	}
	return cmd
}

func (p *program) listCheckers() error {
	type checker struct {
		Name string `json:"name"`
		Doc  string `json:"doc"`
	}
	var all []checker
	var rows [][]string
	for _, s := range suites.All() {
		for _, c := range s.Checkers {
			all = append(all, checker{s.Name + "/" + c.Name, c.Doc})
			rows = append(rows, []string{s.Name + "/" + c.Name, c.Doc})
		}
	}
	if p.json {
		return writeJSON(p.out, all)
	}
	return p.table([]string{"name", "what is demanded"}, rows)
}

func compileRules(rules []string) ([]verify.Check, error) {
	checks := make([]verify.Check, len(rules))
	for i, r := range rules {
		rule := parseRule(r)
		if len(rule.Args) > 0 && !json.Valid(rule.Args) {
			return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--rule %s: arguments are not JSON: %s", rule.Name, rule.Args), Hint: `for example --rule 'NAME {"num_words":50}'`}
		}
		var err error
		if checks[i], err = catalog().Compile(rule); err != nil {
			return nil, err
		}
	}
	return checks, nil
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

func (p *program) readText(args []string) (string, error) {
	if len(args) == 0 || args[0] == "-" {
		b, err := io.ReadAll(p.in)
		return string(b), err
	}
	b, err := os.ReadFile(args[0])
	if err != nil {
		if problem := readable(namedFile{"the text", args[0]}); problem != nil {
			return "", problem
		}
		return "", &adhere.Error{Code: adhere.Invalid, Message: "cannot read the text", Err: err, Hint: "name a file that you may read"}
	}
	return string(b), nil
}

// checkText prints a line per rule; a rule that is not met ends with exit code
// 100.
func (p *program) checkText(rules []string, checks []verify.Check, text string) error {
	type finding struct {
		Rule     string         `json:"rule"`
		Outcome  adhere.Outcome `json:"outcome"`
		Measured string         `json:"measured"`
		Wanted   string         `json:"wanted"`
	}
	t := verify.NewText(text)
	var findings []finding
	var missed error
	for i, check := range checks {
		f := check(t)
		findings = append(findings, finding{rules[i], adhere.OutcomeOf(f.Met), f.Measured, f.Wanted})
		if !f.Met {
			missed = errors.Join(missed, fmt.Errorf("%s: %s", rules[i], f))
		}
		if !p.json {
			fmt.Fprintf(p.out, "%-7s  %s: %s\n", adhere.OutcomeOf(f.Met), rules[i], f)
		}
	}
	if p.json {
		if err := writeJSON(p.out, findings); err != nil {
			return err
		}
	}
	if missed != nil {
		return &errThreshold{[]string{missed.Error()}}
	}
	return nil
}
