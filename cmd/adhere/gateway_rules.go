package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"adhere/eval"
	"adhere/internal/cli"
	"adhere/internal/gateway"
	"adhere/internal/plural"
	"adhere/report"
)

func (p *program) gatewayTestCommand() *cobra.Command {
	var lock string
	cmd := p.Sub("gateway", "test RULES CASES", "Show what a rule file does with requests and answers, without any model", cobra.ExactArgs(2), func(cmd *cobra.Command, args []string) error {
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
	rules, err := gateway.OpenRules(path, eval.Catalog(), eval.Divide)
	if err != nil {
		return err
	}
	results, err := rules.TryFile(ctx, cases)
	if err != nil {
		return err
	}
	different := 0
	for _, r := range results {
		if len(r.Differs) > 0 {
			different++
		}
		if !p.JSON {
			if err := r.Write(p.Out); err != nil {
				return err
			}
		}
	}
	if p.JSON {
		if err := cli.WriteJSON(p.Out, results); err != nil {
			return err
		}
	}
	if different > 0 {
		return report.Missed{fmt.Sprintf("%d of %s not as expected", different, plural.Of(len(results), "case"))}
	}
	return nil
}
