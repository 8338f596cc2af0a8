package adhere_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere"
)

func TestOnlyCertainBindingDemandsAreEnforced(t *testing.T) {
	good := adhere.Demand{
		Requirement: adhere.Requirement{ID: "d1", Text: "at most 100 words", Scope: adhere.Scope{Reach: adhere.WholeAnswer}},
		Source:      adhere.Source{Origin: adhere.FromInstruction},
		Certain:     true,
	}
	for _, c := range []struct {
		name   string
		change func(*adhere.Demand)
		want   bool
	}{
		{"as it is", func(*adhere.Demand) {}, true},
		{"system", func(d *adhere.Demand) { d.Source.Origin = adhere.FromSystem }, true},
		{"earlier turn", func(d *adhere.Demand) { d.Source.Origin = adhere.FromEarlierTurn }, true},
		{"each", func(d *adhere.Demand) { d.Scope = adhere.Scope{Reach: adhere.EachUnit, Of: "paragraph"} }, true},
		{"revoked", func(d *adhere.Demand) { d.Source.Revoked = true }, false},
		{"quoted", func(d *adhere.Demand) { d.Source.Origin = adhere.FromQuote }, false},
		{"pasted", func(d *adhere.Demand) { d.Source.Origin = adhere.FromPaste }, false},
		{"code", func(d *adhere.Demand) { d.Source.Origin = adhere.FromCode }, false},
		{"no origin", func(d *adhere.Demand) { d.Source.Origin = "" }, false},
		{"scope not known", func(d *adhere.Demand) { d.Scope = adhere.Scope{} }, false},
		{"in doubt", func(d *adhere.Demand) { d.Certain, d.Doubt = false, "a table may stand elsewhere" }, false},
	} {
		d := good
		c.change(&d)
		if got := d.MayEnforce(); got != c.want {
			t.Errorf("%s: MayEnforce() = %t, want %t", c.name, got, c.want)
		}
		text, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		var back adhere.Demand
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(d, back); diff != "" {
			t.Errorf("%s: came back changed from %s:\n%s", c.name, text, diff)
		}
	}
}

func TestPlacedSaysWhatIsBound(t *testing.T) {
	for want, r := range map[string]adhere.Requirement{
		"Be brief.":                  {Text: "Be brief.", Scope: adhere.Scope{Reach: adhere.WholeAnswer}},
		"Rhyme.":                     {Text: "Rhyme."},
		"each tip: Start late.":      {Text: "Start late.", Scope: adhere.Scope{Reach: adhere.EachUnit, Of: "tip"}},
		"Start each Tip with a verb": {Text: "Start each Tip with a verb", Scope: adhere.Scope{Reach: adhere.EachUnit, Of: "tip"}},
		"the title: Rhyme.":          {Text: "Rhyme.", Scope: adhere.Scope{Reach: adhere.NamedPart, Of: "title"}},
		"before the table: Ask.":     {Text: "Ask.", Scope: adhere.Scope{Reach: adhere.NamedPart, Of: "before the table"}},
		"after the table: Ask.":      {Text: "Ask.", Scope: adhere.Scope{Reach: adhere.WhatFollows, Of: "table"}},
	} {
		once := r.Placed()
		if twice := once.Placed(); once.Text != want || twice.Text != want {
			t.Errorf("%q, then %q, want %q", once.Text, twice.Text, want)
		}
	}
}
