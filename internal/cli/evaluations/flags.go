package evaluations

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/internal/cli"
	"adhere/internal/lists"
	"adhere/metric"
	"adhere/report"
)

// OutputFlags say how a result is shown, and what makes it not good enough.
type OutputFlags struct {
	Format          string
	HTML            string
	VerdictsOut     string
	ResponsesOut    string
	RowsOut         string
	Undecided       string
	min             []string
	failOnUndecided float64
	Least           report.Least
}

// Register adds the flags.
func (o *OutputFlags) Register(cmd *cobra.Command, formats []report.Format) {
	f := cmd.Flags()
	o.RegisterFormat(cmd, "result", formats)
	f.StringVar(&o.HTML, "html", "", "also write the whole run as one HTML file")
	f.StringVar(&o.VerdictsOut, "verdicts-out", "", "also write every verdict, one JSON object per line")
	f.StringVar(&o.ResponsesOut, "responses-out", "", "also write every response, one JSON object per line")
	f.StringVar(&o.RowsOut, "rows-out", "", "also write a row for each verdict with prompt, answer, judge's reply, usage and settings; as Parquet if the name ends in .parquet")
	UndecidedFlag(cmd, &o.Undecided)
	f.StringArrayVar(&o.min, "min", nil, "METRIC=VALUE: end with exit code 100 if the metric is lower, with everything undecided counted as not met; METRIC.lo=VALUE compares the lower end of the interval; may be repeated")
	f.Float64Var(&o.failOnUndecided, "fail-on-undecided", 0, "end with exit code 100 if a larger share of requirements is undecided (0 turns it off)")
}

// UndecidedFlag adds --undecided with its completion.
func UndecidedFlag(cmd *cobra.Command, to *string) {
	cmd.Flags().StringVar(to, "undecided", "", "how undecided verdicts count: drop (left out of the denominator; the default), not_met, or paper (as in the benchmark's own script)")
	Completed(cmd, "undecided", Names(metric.Policies())...)
}

// Completed has the shell complete a flag's values.
func Completed(cmd *cobra.Command, flag string, values ...string) {
	if err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic("--" + flag + " is there twice: " + err.Error())
	}
}

// RegisterFormat adds --format with its completion.
func (o *OutputFlags) RegisterFormat(cmd *cobra.Command, what string, formats []report.Format) {
	cmd.Flags().StringVar(&o.Format, "format", "", "how to print the "+what+": "+JoinFormats(formats)+" (default text)")
	Completed(cmd, "format", Names(formats)...)
}

// Check reads what can be wrong before any work is done.
func (o *OutputFlags) Check(p *cli.Program, formats []report.Format) (err error) {
	if p.JSON && o.Format != "" && o.Format != string(report.FormatJSON) {
		return &adhere.Error{Code: adhere.Invalid, Message: "--json and --format " + o.Format + " contradict each other", Hint: "leave one of them out"}
	}
	if o.Format == "" {
		o.Format = string(report.FormatText)
		if p.JSON {
			o.Format = string(report.FormatJSON)
		}
	}
	if !slices.Contains(formats, report.Format(o.Format)) {
		err := &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--format %q is not known", o.Format), Hint: "choose one of " + JoinFormats(formats)}
		if f := report.Format(o.Format); f == report.FormatLaTeX || f == report.FormatSVG {
			err.Message, err.Hint = "--format "+o.Format+" is not a format of this command", err.Hint+"; adhere table writes "+o.Format
		}
		return err
	}
	for _, out := range [][2]string{{"rows-out", o.RowsOut}, {"verdicts-out", o.VerdictsOut}, {"responses-out", o.ResponsesOut}} {
		flag, path := out[0], out[1]
		if ext := strings.ToLower(filepath.Ext(path)); slices.Contains([]string{".csv", ".tsv", ".xlsx"}, ext) || ext == ".parquet" && flag != "rows-out" {
			return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--%s %s: what is written is not %s", flag, path, strings.ToUpper(ext[1:])), Hint: "name it .jsonl for lines of JSON; --rows-out also writes .parquet"}
		}
	}
	o.Least, err = report.NewLeast(o.min, o.failOnUndecided)
	return err
}

// Names are values that are names, as texts.
func Names[T ~string](all []T) []string {
	return lists.Map(all, func(x T) string { return string(x) })
}

// JoinFormats lists formats for help and hints.
func JoinFormats(formats []report.Format) string { return strings.Join(Names(formats), ", ") }
