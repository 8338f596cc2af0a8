package main

import (
	"io"

	"adhere"
	"adhere/internal/plural"
	"adhere/internal/userfile"
	"adhere/verify/ruling"
)

// answerFile answers the lines of a file, or of standard input. A line that is
// no question ends the command with exit code 2 once all others are answered.
func (p *program) answerFile(args []string, answer ruling.Answerer) error {
	name, in := "standard input", p.In
	if len(args) > 0 && args[0] != "-" {
		f, err := userfile.Named("the questions", args[0]).Open()
		if err != nil {
			return err
		}
		defer f.Close()
		name, in = args[0], io.Reader(f)
	}
	bad, first, err := answer.AnswerLines(name, in, p.Out)
	if err == nil && bad > 0 {
		err = adhere.Errorf(adhere.Invalid, "%s: %s that cannot be answered, the first is line %d", name, plural.Of(bad, "line"), first).
			WithHint(`a line is {"id":"a","requirement":"at most 50 words","text":"…"}, or has a rule in place of the requirement; the others were answered`)
	}
	return err
}
