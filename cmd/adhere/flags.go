package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/bench"
	"adhere/metric"
	"adhere/report"
)

// parseMin reads METRIC=VALUE thresholds.
func parseMin(given []string) ([]report.Threshold, error) {
	var all []report.Threshold
	for _, g := range given {
		name, value, ok := strings.Cut(g, "=")
		v, err := strconv.ParseFloat(value, 64)
		if !ok || name == "" || err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--min %q: METRIC=VALUE wanted", g), Hint: "for example --min inst_level_strict_acc=0.8; shares are numbers from 0 to 1"}
		}
		all = append(all, report.Threshold{Metric: name, Min: v})
	}
	return all, nil
}

// Output flags: how a result is shown, and what makes it not good enough.
type outputFlags struct {
	format          string
	html            string
	verdicts        string
	responses       string
	rows            string
	undecided       string
	min             []string
	failOnUndecided float64
	thresholds      []report.Threshold
}

func (o *outputFlags) register(cmd *cobra.Command, formats []report.Format) {
	f := cmd.Flags()
	o.registerFormat(cmd, "result", formats)
	f.StringVar(&o.html, "html", "", "also write the whole run as one HTML file")
	f.StringVar(&o.verdicts, "verdicts-out", "", "also write every verdict, one JSON object a line")
	f.StringVar(&o.responses, "responses-out", "", "also write every response, one JSON object a line")
	f.StringVar(&o.rows, "rows-out", "", "also write a line for each verdict with prompt, answer, judge's reply, usage and settings; as Parquet where the name ends in .parquet")
	undecidedFlag(cmd, &o.undecided)
	f.StringArrayVar(&o.min, "min", nil, "METRIC=VALUE: end with exit code 100 below it, everything undecided taken as not met; METRIC.lo=VALUE holds the lower end of the interval; may be repeated")
	f.Float64Var(&o.failOnUndecided, "fail-on-undecided", 0, "end with exit code 100 if a larger share of requirements is undecided (0 turns it off)")
}

// undecidedFlag adds --undecided with its completion.
func undecidedFlag(cmd *cobra.Command, to *string) {
	var names []string
	for _, p := range metric.Policies() {
		names = append(names, string(p))
	}
	cmd.Flags().StringVar(to, "undecided", "", "how verdicts that nobody could decide count: drop (out of the denominator; the default), not_met, or paper (as the benchmark's own script does)")
	completed(cmd, "undecided", names...)
}

// completed has the shell complete a flag's values.
func completed(cmd *cobra.Command, flag string, values ...string) {
	if err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic("--" + flag + " is there twice: " + err.Error())
	}
}

// registerFormat adds --format with its completion.
func (o *outputFlags) registerFormat(cmd *cobra.Command, what string, formats []report.Format) {
	cmd.Flags().StringVar(&o.format, "format", "", "how to print the "+what+": "+joinFormats(formats)+" (default text)")
	completed(cmd, "format", formatNames(formats)...)
}

// check reads what can be wrong before any work is done.
func (o *outputFlags) check(p *program, formats []report.Format) (err error) {
	if p.json && o.format != "" && o.format != string(report.FormatJSON) {
		return &adhere.Error{Code: adhere.Invalid, Message: "--json and --format " + o.format + " contradict each other", Hint: "leave one of them out"}
	}
	if o.format == "" {
		o.format = string(report.FormatText)
		if p.json {
			o.format = string(report.FormatJSON)
		}
	}
	if !slices.Contains(formats, report.Format(o.format)) {
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--format %q is not known", o.format), Hint: "choose one of " + joinFormats(formats)}
	}
	if !(o.failOnUndecided >= 0 && o.failOnUndecided < 1) {
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--fail-on-undecided %v: a share from 0 to below 1 wanted", o.failOnUndecided), Hint: "0.01 is one in a hundred"}
	}
	o.thresholds, err = parseMin(o.min)
	return err
}

// checkMin refuses, before any call is paid for, a --min that no result of the
// benchmark could be held to. What refinement adds is known only afterwards.
func (o *outputFlags) checkMin(b *bench.Bench, refined bool) error {
	known := b.MetricNames()
	for _, t := range o.thresholds {
		name, _ := t.Of()
		if !slices.Contains(known, name) {
			if refined {
				continue
			}
			return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--min %s: there is no such metric", t.Metric), Hint: "choose one of " + strings.Join(known, ", ")}
		}
		highest := b.Scales[name]
		if highest == 0 {
			highest = 1
		}
		if t.Min < 0 || t.Min > highest {
			return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--min %s=%v: a number from 0 to %v wanted", t.Metric, t.Min, highest), Hint: "0.8 is 80 % of a share"}
		}
	}
	return nil
}

// verdict returns errThreshold where the result is not good enough.
func (o *outputFlags) verdict(r *report.Result) error {
	short, err := r.Below(o.thresholds)
	if err != nil {
		return err
	}
	var missed []string
	for _, s := range short {
		missed = append(missed, s.Reason)
	}
	if share := r.UndecidedShare(); o.failOnUndecided > 0 && share > o.failOnUndecided {
		missed = append(missed, fmt.Sprintf("%.2f %% undecided, at most %.2f %% wanted", 100*share, 100*o.failOnUndecided))
	}
	if missed != nil {
		return &errThreshold{missed}
	}
	return nil
}

func formatNames(formats []report.Format) []string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = string(f)
	}
	return names
}

func joinFormats(formats []report.Format) string { return strings.Join(formatNames(formats), ", ") }
