// Command demandsets measures how demands are read, on conversations and single
// wordings that people labelled (testdata/README.md says how). It prints, for
// each half and kind: harm, demands that are right with their scope, near misses
// caught, and D, P and F: the share of (demand, answer) that code decides alone,
// the share of those that is right, and the share of failures that code finds.
//
//	go run ./internal/demandsets [-by language] [-list] [-file FILE [-draw HALF]] [-answers FILE]
//
// -list names what is wrong, in the half for development only. -file reads the
// instructions of a data set instead, and prints how many of the demands that
// are read of them a person judged right (testdata/readings.jsonl). -draw odd
// or -draw even prints, for a person to judge, what is enforced in one half of
// these instructions. -answers reads conversations with answers of several models, one
// {"messages": …, "answers": […]} a line, and prints which enforced demands they break:
// what most strong models break is often misread.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"adhere/verify/ruling"
	"adhere/verify/suites"
)

func main() {
	by := flag.String("by", "kind", "split figures by kind or language")
	list := flag.Bool("list", false, "list what is wrong in the half for development")
	file := flag.String("file", "", "read the instructions of this data set instead")
	half := flag.String("draw", "", "print what is enforced in this half of the data set: odd or even")
	answers := flag.String("answers", "", "print the enforced demands that the answers in this file break")
	flag.Parse()
	b := bench{ruling.NewDecider(suites.All()...)}
	var err error
	switch {
	case *answers != "":
		err = b.againstAnswers(os.Stdout, *answers)
	case *half != "":
		err = b.draw(context.Background(), os.Stdout, *file, *half)
	case *file != "":
		err = b.measureFile(context.Background(), os.Stdout, *file, *list)
	default:
		err = b.measure(os.Stdout, *by, *list)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "demandsets:", err)
		os.Exit(1)
	}
}

// The columns of the tables; testdata/README.md says what each counts.
var (
	promptColumns  = []string{"harm", "demands right", "enforced right", "exact demands found", "near misses caught", "D", "P", "F"}
	wordingColumns = []string{"read whole", "of these right", "a judge's, read whole", "D", "P", "F"}
)

// measure prints all tables to w.
func (b bench) measure(w io.Writer, by string, list bool) error {
	if by != "kind" && by != "language" {
		return fmt.Errorf(`-by is "kind" or "language", got %q`, by)
	}
	for _, half := range halves() {
		log := io.Discard
		if list && strings.HasSuffix(half, dev) {
			log = w
		}
		prompts, err := sum(log, "prompts", half, func(c *promptCase) (tally, []string, error) { return b.measurePrompt(c, readDemands) },
			func(c *promptCase) string { return pick(by, c.Kind, c.Language) })
		if err != nil {
			return err
		}
		wordings, err := sum(log, "wordings", half, b.measureWording,
			func(c *wordingCase) string { return pick(by, c.Kind, c.Language) })
		if err != nil {
			return err
		}
		prompts.print(w, "prompts, "+half+", by "+by, promptColumns)
		wordings.print(w, "wordings, "+half+", by "+by, wordingColumns)
	}
	return nil
}

// sum measures all cases of one half of a set, by group, and logs what is
// wrong.
func sum[C any](log io.Writer, set, half string, measure func(*C) (tally, []string, error), group func(*C) string) (grouped, error) {
	cases, err := load[C](set, half)
	if err != nil {
		return nil, err
	}
	g := grouped{}
	for i := range cases {
		t, wrong, err := measure(&cases[i])
		if err != nil {
			return nil, err
		}
		for _, s := range wrong {
			fmt.Fprintln(log, s)
		}
		g.add(group(&cases[i]), t)
	}
	return g, nil
}

func pick(by, kind, language string) string {
	if by == "language" {
		return language
	}
	return kind
}
