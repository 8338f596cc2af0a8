package model_test

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"adhere"
	"adhere/model"
	"adhere/model/modeltest"
)

func TestRecorded(t *testing.T) {
	answers := map[string]string{"plain": "an answer", "reasons": "<think>\nhm\n</think>\nfour", "says nothing": ""}
	s := model.NewRecorded("recorded/gpt-4", false, func(t *adhere.Task) []string {
		if a, ok := answers[t.Instruction.ID]; ok && t.Attempt == 0 {
			return []string{a}
		}
		return nil
	})
	to := func(id string) *adhere.Task { return &adhere.Task{Instruction: &adhere.Instruction{ID: id}} }
	a, err := s.Answer(t.Context(), to("plain"))
	if err != nil || a.Trace != nil {
		t.Fatalf("%+v, %v", a, err)
	}
	if r := a.Response; r.Text != "an answer" || r.Model != "recorded/gpt-4" || r.Usage != (adhere.Usage{}) || r.Finish != adhere.FinishStop {
		t.Errorf("%+v", r)
	}
	a, err = s.Answer(t.Context(), to("reasons"))
	if err != nil || a.Response.Text != "four" || a.Response.Reasoning != "hm" || len(a.Response.Warnings) != 1 {
		t.Errorf("%+v, %v", a, err)
	}
	if _, err = s.Answer(t.Context(), to("says nothing")); adhere.CodeOf(err) != adhere.Unusable || !strings.Contains(err.Error(), "the recorded answer is empty") {
		t.Errorf("an empty answer: %v", err)
	}
	allowing := model.NewRecorded("recorded/gpt-4", true, func(*adhere.Task) []string { return []string{""} })
	if a, err = allowing.Answer(t.Context(), to("says nothing")); err != nil || a.Response.Text != "" {
		t.Errorf("an empty answer that is allowed: %+v, %v", a, err)
	}
	second := to("plain")
	second.Attempt = 1
	if _, err = s.Answer(t.Context(), second); adhere.CodeOf(err) != adhere.NotFound || !strings.Contains(err.Error(), "plain") {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Answer(ctx, to("plain")); adhere.CodeOf(err) != adhere.Cancelled {
		t.Errorf("%v", err)
	}
}

func TestSubjectPutsItsPrompt(t *testing.T) {
	var got *adhere.Request
	m := modeltest.NewFake("test/yes", func(req *adhere.Request) string { got = req; return "yes" })
	in := &adhere.Instruction{ID: "1", Messages: []adhere.Message{{Role: adhere.User, Text: "Say yes."}}}
	brief := func(in *adhere.Instruction) []adhere.Message {
		return append([]adhere.Message{{Role: adhere.System, Text: "Be brief."}}, in.Messages...)
	}
	seed := int64(3)
	for n, prompt := range []func(*adhere.Instruction) []adhere.Message{nil, brief} {
		a, err := model.NewSubject(m, prompt).Answer(t.Context(), &adhere.Task{Instruction: in, Attempt: 2, Params: adhere.Params{Seed: &seed}})
		if err != nil || a.Response.Text != "yes" || len(got.Messages) != n+1 || got.Attempt != 2 || got.Params.Seed != &seed {
			t.Errorf("%+v, %v, %+v", a, err, got)
		}
	}
}

// TestTurns holds that a model answers a conversation turn after turn, and sees
// each time what it answered before.
func TestTurns(t *testing.T) {
	said := func(role adhere.Role, text string) adhere.Message { return adhere.Message{Role: role, Text: text} }
	in := &adhere.Instruction{ID: "a", Messages: []adhere.Message{said(adhere.User, "one"), said(adhere.Assistant, ""), said(adhere.User, "two")}}
	m := &numbering{}
	a, err := model.NewSubject(m, nil).Answer(t.Context(), &adhere.Task{Instruction: in})
	if err != nil {
		t.Fatal(err)
	}
	r := a.Response
	if r.Text != "answer 2" || len(r.Earlier) != 1 || r.Earlier[0] != "answer 1" || r.Usage.Calls != 2 || len(r.Warnings) != 1 || r.Warnings[0] != "answer 1 ended by length" {
		t.Errorf("%+v", r)
	}
	if got := len(m.seen); got != 2 || len(m.seen[0]) != 1 || len(m.seen[1]) != 3 || m.seen[1][1].Text != "answer 1" {
		t.Errorf("%+v", m.seen)
	}
	if !in.Messages[1].Open() {
		t.Error("the instruction was changed")
	}
	short := model.NewRecorded("recorded/x", false, func(*adhere.Task) []string { return []string{"only one"} })
	if _, err := short.Answer(t.Context(), &adhere.Task{Instruction: in}); adhere.CodeOf(err) != adhere.Invalid {
		t.Errorf("%v", err)
	}
}

// numbering is a model that numbers its answers; the first is cut off.
type numbering struct{ seen [][]adhere.Message }

func (*numbering) Name() string { return "test/numbering" }

func (m *numbering) Generate(_ context.Context, req *adhere.Request) (*adhere.Response, error) {
	m.seen = append(m.seen, req.Messages)
	r := &adhere.Response{Text: "answer " + strconv.Itoa(len(m.seen)), Finish: adhere.FinishStop, Usage: adhere.Usage{Calls: 1}}
	if len(m.seen) == 1 {
		r.Finish = adhere.FinishLength
	}
	return r, nil
}
