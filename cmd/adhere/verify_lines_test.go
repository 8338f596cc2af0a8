package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"adhere"
	"adhere/eval"
	"adhere/internal/cli"
	"adhere/verify/ruling"
)

// TestLinesAreAnsweredAsTheyCome holds that whoever writes a line need not
// write another, or end, to get the answer.
func TestLinesAreAnsweredAsTheyCome(t *testing.T) {
	questions, ask := io.Pipe()
	answers, out := io.Pipe()
	p := newProgram(&cli.Program{In: questions, Out: out, Err: io.Discard})
	done := make(chan error)
	go func() {
		err := p.answerFile(nil, ruling.Answerer{Decide: eval.Decider().Decide})
		out.Close()
		done <- err
	}()
	lines := bufio.NewScanner(answers)
	for i := range 3 {
		text := strings.Repeat("word ", i+1)
		fmt.Fprintf(ask, `{"id":"%d","requirement":"at most 2 words","text":%q}`+"\n", i, text)
		if !lines.Scan() {
			t.Fatal("no answer")
		}
		var got struct {
			ID      string
			Finding struct{ Met bool }
		}
		if err := json.Unmarshal(lines.Bytes(), &got); err != nil || got.ID != fmt.Sprint(i) || got.Finding.Met != (i < 2) {
			t.Errorf("%s, %v", lines.Bytes(), err)
		}
	}
	ask.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestLastLineNeedsNoEnd holds that a last line without a line feed counts,
// and that a line of any length up to the bound is one line.
func TestLastLineNeedsNoEnd(t *testing.T) {
	var out bytes.Buffer
	long := strings.Repeat("word ", 50_000)
	in := `{"requirement":"at least 50000 words","text":"` + long + `"}` + "\n" + `{"requirement":"no commas","text":"a"}`
	p := newProgram(&cli.Program{In: strings.NewReader(in), Out: &out, Err: io.Discard})
	if err := p.answerFile([]string{"-"}, ruling.Answerer{Decide: eval.Decider().Decide}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), `"met":true`); n != 2 {
		t.Errorf("%d of 2 met", n)
	}
}

// An endless line is refused and does not fill the memory.
type endless struct{}

func (endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = 'x'
	}
	return len(b), nil
}

func TestEndlessLine(t *testing.T) {
	p := newProgram(&cli.Program{In: endless{}, Out: io.Discard, Err: io.Discard})
	if err := p.answerFile(nil, ruling.Answerer{Decide: eval.Decider().Decide}); adhere.CodeOf(err) != adhere.Invalid || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("%v", err)
	}
}
