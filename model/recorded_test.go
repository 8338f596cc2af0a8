package model_test

import (
	"context"
	"strings"
	"testing"

	"adhere"
	"adhere/model"
	"adhere/model/modeltest"
)

func TestRecorded(t *testing.T) {
	m := model.NewRecorded("recorded/gpt-4", model.ByPrompt(map[string]string{
		"plain": "an answer", "reasons": "<think>\nhm\n</think>\nfour", "says nothing": "",
	}))
	resp, err := m.Generate(t.Context(), modeltest.Ask("plain"))
	if err != nil || resp.Text != "an answer" || resp.Model != "recorded/gpt-4" || resp.Usage != (adhere.Usage{}) || resp.Finish != adhere.FinishStop {
		t.Errorf("%+v, %v", resp, err)
	}
	resp, err = m.Generate(t.Context(), modeltest.Ask("reasons"))
	if err != nil || resp.Text != "four" || resp.Reasoning != "hm" || len(resp.Warnings) != 1 {
		t.Errorf("%+v, %v", resp, err)
	}
	if resp, err = m.Generate(t.Context(), modeltest.Ask("says nothing")); err != nil || resp.Text != "" {
		t.Errorf("an empty answer is an answer: %+v, %v", resp, err)
	}
	_, err = m.Generate(t.Context(), modeltest.Ask("a prompt that nobody\nrecorded "+strings.Repeat("and more ", 50)))
	if adhere.CodeOf(err) != adhere.NotFound || !strings.Contains(err.Error(), `"a prompt that nobody recorded and more`) || len(err.Error()) > 200 {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Generate(ctx, modeltest.Ask("plain")); adhere.CodeOf(err) != adhere.Cancelled {
		t.Errorf("%v", err)
	}
}
