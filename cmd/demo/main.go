// Command demo does what "adhere demo" does, and compiles in a quarter of the
// time, since it needs no database, server or command line: it evaluates the
// three recorded writers of the starter suite in memory by the library, prints
// their table and writes every requirement, answer and verdict into a page. It
// is also the shortest program that embeds an evaluation.
//
// Usage: demo [file of the page, by default report.html]
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"adhere/eval"
	"adhere/report"
)

func main() {
	page := "report.html"
	if len(os.Args) > 1 {
		page = os.Args[1]
	}
	if err := demo(os.Stdout, page); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

func demo(out io.Writer, page string) error {
	sweep, err := eval.Starter(context.Background(), eval.NewMemory())
	if err != nil {
		return err
	}
	if err := report.WriteSweep(out, report.FormatText, sweep, report.Options{}); err != nil {
		return err
	}
	f, err := os.Create(page)
	if err != nil {
		return err
	}
	if err := report.WriteSweep(f, report.FormatHTML, sweep, report.Options{}); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "\nevery requirement, answer and verdict: %s\n", page)
	return err
}
