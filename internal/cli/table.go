package cli

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"adhere/internal/lists"
	"github.com/spf13/cobra"
)

// Table prints rows in aligned columns, with no trailing blanks.
func (p *Program) Table(head []string, rows [][]string) error {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, strings.Join(head, "\t"))
	for _, row := range rows {
		fmt.Fprintln(w, strings.Join(row, "\t"))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for line := range strings.Lines(b.String()) {
		if _, err := fmt.Fprintln(p.Out, strings.TrimRight(line, " \n")); err != nil {
			return err
		}
	}
	return nil
}

// List prints values as JSON, or as a table with a row for each.
func List[T any](p *Program, all []T, head []string, row func(T) []string) error {
	if p.JSON {
		return WriteJSON(p.Out, append([]T{}, all...))
	}
	return p.Table(head, lists.Map(all, row))
}

// Sub returns a command below another, named by its path such as "sessions
// documents". Its examples are those of the path's first command that begin
// with it.
func (p *Program) Sub(under, use, short string, args cobra.PositionalArgs, run func(*cobra.Command, []string) error) *cobra.Command {
	name, _, _ := strings.Cut(use, " ")
	top, _, _ := strings.Cut(under, " ")
	var examples []string
	for line := range strings.Lines(p.helpFor(top).examples) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(line+" ", "  adhere "+under+" "+name+" ") {
			examples = append(examples, line)
		}
	}
	return &cobra.Command{
		Use: use, Short: short, Long: short + "\n\n" + ExitCodes, Example: strings.Join(examples, "\n"),
		Args: usageArgs(args), RunE: run,
	}
}

// ByteSize prints a number of bytes for people.
func ByteSize(n int64) string {
	switch {
	case n < 10_000:
		return fmt.Sprintf("%d B", n)
	case n < 10_000_000:
		return fmt.Sprintf("%d kB", n/1000)
	default:
		return fmt.Sprintf("%d MB", n/1_000_000)
	}
}
