package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"adhere"
	"adhere/internal/jsonl"
	"adhere/verify/ruling"
)

// An answeredCase is a conversation with what several models answered.
type answeredCase struct {
	Messages []adhere.Message `json:"messages"`
	Answers  []string         `json:"answers"`
}

// A brokenDemand is an enforced demand with how many of the answers break it. One that
// most of them break is either hard or not what the words say.
type brokenDemand struct {
	Broken   int    `json:"broken"`
	Answers  int    `json:"answers"`
	Text     string `json:"text"`     // the words that it was read from
	Says     string `json:"says"`     // the rule in English
	Measured string `json:"measured"` // of the first answer that breaks it
	Context  string `json:"context"`
}

// againstAnswers prints the enforced demands that answers break, those that most break
// first, and how many there are in all.
func (b bench) againstAnswers(w io.Writer, path string) error {
	cases, err := jsonl.ReadFile[answeredCase](path)
	if err != nil {
		return err
	}
	var broken []brokenDemand
	enforced := 0
	for i := range cases {
		c := &cases[i]
		if len(c.Messages) == 0 || len(c.Answers) == 0 {
			return fmt.Errorf(`%s: case %d: expected "messages" with a role and content, and "answers"`, path, i+1)
		}
		for _, d := range readDemands(c.Messages) {
			if d.Rule == nil || !d.MayEnforce() {
				continue
			}
			enforced++
			one := brokenDemand{Answers: len(c.Answers), Text: d.Text, Context: contextOf(c.Messages[d.Source.Turn].Text, d.Source.Start, d.Source.End)}
			for _, answer := range c.Answers {
				a, err := b.decider.Decide(ruling.Case{Rule: d.Rule, Text: answer})
				switch {
				case err != nil:
					return fmt.Errorf("%s: case %d: %q: %w", path, i+1, d.Text, err)
				case a.Finding == nil || a.Finding.Outcome() != adhere.NotMet:
					continue
				case one.Broken == 0:
					one.Says, one.Measured = a.English, a.Finding.Measured
				}
				one.Broken++
			}
			if one.Broken > 0 {
				broken = append(broken, one)
			}
		}
	}
	slices.SortStableFunc(broken, func(a, b brokenDemand) int { return cmp.Compare(b.Broken*a.Answers, a.Broken*b.Answers) })
	for _, one := range broken {
		line, err := json.Marshal(one)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\n", line)
	}
	_, err = fmt.Fprintf(w, "%d conversations, %d demands enforced, %d of them broken by an answer\n", len(cases), enforced, len(broken))
	return err
}

// contextOf returns a text around some bytes of it, and its start.
func contextOf(text string, start, end int) string {
	from, to := max(0, start-around), min(len(text), end+around)
	return text[:min(from, around)] + " […] " + text[from:to]
}
