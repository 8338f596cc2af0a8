package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"adhere"
	"adhere/verify/ruling"
)

// longestLine bounds a line of questions, in bytes.
const longestLine = 64 << 20

// A badLine answers a line that is no question.
type badLine struct {
	ID    string `json:"id,omitempty"`
	Line  int    `json:"line"`
	Error struct {
		Code    adhere.Code `json:"code"`
		Field   string      `json:"field"`
		Message string      `json:"message"`
		Hint    string      `json:"hint,omitempty"`
	} `json:"error"`
}

// answerFile answers the lines of a file, or of standard input.
func (p *program) answerFile(args []string, answer ruling.Answerer) error {
	if len(args) == 0 || args[0] == "-" {
		return p.answerLines("standard input", p.in, answer)
	}
	f, err := namedFile{"the questions", args[0]}.open()
	if err != nil {
		return err
	}
	defer f.Close()
	return p.answerLines(args[0], f, answer)
}

// answerLines answers line after line, in order, as soon as a line is there.
// A line that is no question is answered with what is wrong with it, and ends
// the command with exit code 2 once all others are answered.
func (p *program) answerLines(name string, r io.Reader, answer ruling.Answerer) error {
	in, out := bufio.NewReaderSize(r, 1<<16), bufio.NewWriter(p.out)
	enc := newLines(out)
	bad, first := 0, 0
	for n := 1; ; n++ {
		line, err := readLine(in)
		if err != nil && !errors.Is(err, io.EOF) {
			return errors.Join(out.Flush(), fmt.Errorf("%s line %d: %w", name, n, err))
		}
		if len(bytes.TrimSpace(line)) > 0 {
			reply, ok, err := answerLine(line, n, answer)
			if err != nil { // a model that was to read it cannot be asked
				return errors.Join(out.Flush(), fmt.Errorf("%s line %d: %w", name, n, err))
			}
			if !ok && bad == 0 {
				first = n
			}
			if !ok {
				bad++
			}
			if err := enc.Encode(reply); err != nil {
				return err
			}
		}
		if err != nil || in.Buffered() == 0 { // whoever asks one line at a time waits for its answer
			if err := out.Flush(); err != nil {
				return err
			}
		}
		if err != nil {
			break
		}
	}
	if bad > 0 {
		return &adhere.Error{
			Code: adhere.Invalid, Message: fmt.Sprintf("%s: %s that cannot be answered, the first is line %d", name, plural(bad, "line"), first),
			Hint: `a line is {"id":"a","requirement":"at most 50 words","text":"…"}, or has a rule in place of the requirement; the others were answered`,
		}
	}
	return nil
}

// readLine returns the next line; the last one comes with io.EOF.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > longestLine {
			return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("longer than %d bytes", longestLine), Hint: "one JSON object a line"}
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// answerLine answers a line, or says what is wrong with it. An error is none
// of the line's.
func answerLine(line []byte, n int, answer ruling.Answerer) (_ any, ok bool, err error) {
	reply, id, err := answer.Answer(line)
	if err == nil {
		return reply, true, nil
	}
	if adhere.CodeOf(err) != adhere.Invalid {
		return nil, false, err
	}
	wrong := &badLine{ID: id, Line: n}
	wrong.Error.Code, wrong.Error.Field = adhere.CodeOf(err), ruling.FieldOf(err)
	wrong.Error.Message, wrong.Error.Hint = err.Error(), adhere.HintOf(err)
	return wrong, false, nil
}
