package provider_test

import (
	"strings"
	"testing"

	"adhere"
	"adhere/model"
	"adhere/model/modeltest"
	"adhere/model/provider"
)

// TestOpener: opened again a model is the same, what one role has asked another
// finds stored, and an empty reply is a failure where it would be an answer.
func TestOpener(t *testing.T) {
	stub := &modeltest.Stub{Reply: func(a *modeltest.Asked) string {
		if req, _ := a.Open(); req.Messages[0].Text == "silence" {
			return ""
		}
		return "Yes."
	}}
	url, stop, err := stub.Listen(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	o := &provider.Opener{Lookup: env(), Calls: newCalls(), Retry: model.Policy{Tries: 1}}
	open := func(role string) adhere.Model {
		m, err := o.Open("openai-api/local/m", url, role)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	subject, judge := open("subject"), open("judge")
	if subject != open("subject") {
		t.Error("opened again, the model is another")
	}
	said := func(m adhere.Model, text string) error {
		_, err := m.Generate(t.Context(), &adhere.Request{Messages: []adhere.Message{{Role: adhere.User, Text: text}}})
		return err
	}
	for _, m := range []adhere.Model{subject, judge} {
		if err := said(m, "p"); err != nil {
			t.Fatal(err)
		}
	}
	if got := stub.Requests(); got != 1 {
		t.Errorf("%d calls for one prompt", got)
	}
	if used := o.Meter.Roles(); used["subject"].Now.Calls != 1 || used["judge"].Stored.Calls != 1 {
		t.Errorf("%+v", used)
	}
	if err := said(subject, "silence"); err == nil {
		t.Error("an answer without text is no failure")
	}
	if err := said(judge, "silence"); err != nil {
		t.Errorf("a judge does not see an empty reply: %v", err)
	}
}

func TestOpenerNeedsPricesForABudget(t *testing.T) {
	o := &provider.Opener{Lookup: env(), Budget: model.NewBudget(adhere.USD, 0)}
	if _, err := o.Open("openai-api/local/unheard-of", "http://localhost:1/v1", "subject"); adhere.CodeOf(err) != adhere.Invalid || !strings.Contains(err.Error(), "no price") {
		t.Error(err)
	}
	o = &provider.Opener{Lookup: env("OPENAI_API_KEY=k"), Budget: model.NewBudget(adhere.USD, 0)}
	if _, err := o.Open("openai/gpt-4o-mini", "", "subject"); err != nil {
		t.Error(err)
	}
}
