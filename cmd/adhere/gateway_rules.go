package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/eval"
	"adhere/internal/cli"
	"adhere/internal/gateway"
	"adhere/internal/userfile"
	"adhere/report"
)

func (p *program) gatewayTestCommand() *cobra.Command {
	var lock string
	cmd := p.Sub("gateway", "test RULES CASES", "Say what a rule file does with requests and answers, without any model", cobra.ExactArgs(2), func(cmd *cobra.Command, args []string) error {
		return p.testRules(cmd.Context(), args[0], args[1], lock)
	})
	cmd.Flags().StringVar(&lock, "lock", "", lockUse)
	return cmd
}

// testRules ends with exit code 100 where a case is not as it expects.
func (p *program) testRules(ctx context.Context, path, cases, lock string) error {
	if _, err := eval.UseLock(nil, lock, false); err != nil {
		return err
	}
	rules, err := gateway.OpenRules(path, eval.Catalog(), eval.Divide, p.Now)
	if err != nil {
		return err
	}
	in, err := userfile.Named("the cases", cases).Open()
	if err != nil {
		return err
	}
	defer in.Close()
	all, err := gateway.ReadRuleCases(in, cases)
	if err != nil {
		return err
	}
	results, different := make([]*gateway.RuleResult, len(all)), 0
	for i := range all {
		if results[i], err = rules.Try(ctx, &all[i]); err != nil {
			return err
		}
		if len(results[i].Differs) > 0 {
			different++
		}
	}
	if err := p.showRuleResults(results); err != nil {
		return err
	}
	if different > 0 {
		return report.Missed{fmt.Sprintf("%d of %s are not as expected", different, cli.Plural(len(all), "case"))}
	}
	return nil
}

func (p *program) showRuleResults(results []*gateway.RuleResult) error {
	if p.JSON {
		return cli.WriteJSON(p.Out, results)
	}
	for _, r := range results {
		said := "as expected"
		if len(r.Differs) > 0 {
			said = strings.Join(r.Differs, "; ")
		}
		fmt.Fprintf(p.Out, "%s  rules %s: %s\n", r.Name, cmp.Or(strings.Join(r.Rules, ", "), "none"), said)
		for i := range r.Constraints {
			c := &r.Constraints[i]
			text := c.Text
			if text == "" && c.Rule != nil {
				text = c.Rule.Name
			}
			line := fmt.Sprintf("  %-8s %s", c.Outcome, text)
			if c.Outcome == adhere.NotMet {
				line += " (" + c.Evidence + ")"
			}
			if _, err := fmt.Fprintln(p.Out, line); err != nil {
				return err
			}
		}
	}
	return nil
}
