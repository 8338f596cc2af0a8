package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/metric"
	"adhere/report"
)

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
	least           report.Least
}

func (o *outputFlags) register(cmd *cobra.Command, formats []report.Format) {
	f := cmd.Flags()
	o.registerFormat(cmd, "result", formats)
	f.StringVar(&o.html, "html", "", "also write the whole run as one HTML file")
	f.StringVar(&o.verdicts, "verdicts-out", "", "also write every verdict, one JSON object per line")
	f.StringVar(&o.responses, "responses-out", "", "also write every response, one JSON object per line")
	f.StringVar(&o.rows, "rows-out", "", "also write a row for each verdict with prompt, answer, judge's reply, usage and settings; as Parquet if the name ends in .parquet")
	undecidedFlag(cmd, &o.undecided)
	f.StringArrayVar(&o.min, "min", nil, "METRIC=VALUE: end with exit code 100 if the metric is lower, with everything undecided counted as not met; METRIC.lo=VALUE compares the lower end of the interval; may be repeated")
	f.Float64Var(&o.failOnUndecided, "fail-on-undecided", 0, "end with exit code 100 if a larger share of requirements is undecided (0 turns it off)")
}

// undecidedFlag adds --undecided with its completion.
func undecidedFlag(cmd *cobra.Command, to *string) {
	var names []string
	for _, p := range metric.Policies() {
		names = append(names, string(p))
	}
	cmd.Flags().StringVar(to, "undecided", "", "how undecided verdicts count: drop (left out of the denominator; the default), not_met, or paper (as in the benchmark's own script)")
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
	o.least, err = report.NewLeast(o.min, o.failOnUndecided)
	return err
}

func formatNames(formats []report.Format) []string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = string(f)
	}
	return names
}

func joinFormats(formats []report.Format) string { return strings.Join(formatNames(formats), ", ") }
