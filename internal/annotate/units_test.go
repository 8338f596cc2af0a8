package annotate_test

import (
	"fmt"
	"strings"
	"testing"

	"adhere"
	"adhere/internal/annotate"
)

func TestUnitsOfRecords(t *testing.T) {
	var records []annotate.Sourced
	for run := range 7 {
		for i := range 10 {
			r := &adhere.Record{Instruction: &adhere.Instruction{ID: fmt.Sprint(i), Tags: map[string]string{"kind": "x"}}, Response: &adhere.Response{Model: fmt.Sprint("m", run), Text: "t"}}
			if run == 6 {
				r.Response = nil
			}
			records = append(records, annotate.Sourced{Run: "r", Record: r})
		}
	}
	for protocol, want := range map[string][2]int{ // units, answers of the first
		"score-then-questions": {8, 5}, "constraint-wise": {24, 1}, "validation": {4, 0}, "pairwise": {60, 2},
	} {
		p, err := annotate.ProtocolNamed(protocol)
		code(t, err, "")
		units := annotate.NewUnits(p, records, annotate.Choosing{Limit: 4, Seed: 1, Tag: "kind"})
		if len(units) != want[0] || len(units[0].Answers) != want[1] || units[0].Topic != "x" {
			t.Errorf("%s: %d units, the first with %d answers, want %v", protocol, len(units), len(units[0].Answers), want)
		}
	}
}

// TestPairsStayApart holds that what one says of one pair is never taken for
// what another says of another.
func TestPairsStayApart(t *testing.T) {
	p, _ := annotate.ProtocolNamed("pairwise")
	var records []annotate.Sourced
	for _, m := range []string{"a", "b", "c"} {
		records = append(records, annotate.Sourced{Record: &adhere.Record{Instruction: &adhere.Instruction{ID: "i"}, Response: &adhere.Response{Model: m}}})
	}
	units := annotate.NewUnits(p, records, annotate.Choosing{})
	c, _ := annotate.NewCampaign("pairs", "pairwise", annotate.Settings{})
	code(t, c.SetUnits(units), "")
	events := []annotate.Event{
		{Unit: 1, Person: "ada", Kind: annotate.Handed, Fields: fields(annotate.FieldOrder, "0,1", "prefer", "first"), At: noon},
		{Unit: 2, Person: "bo", Kind: annotate.Handed, Fields: fields(annotate.FieldOrder, "0,1", "prefer", "second"), At: noon},
	}
	a, err := results(t, c, units, nil, events).Agreement()
	code(t, err, "")
	if a.Verdicts.Fleiss.N != 0 {
		t.Errorf("%+v: nobody labelled the same pair", a.Verdicts.Fleiss)
	}
	code(t, c.SetUnits(append(units, units[0])), adhere.Invalid)
}

// TestPractice holds that what comes with each protocol can be labelled, and
// that its gold is answered in full by whoever knows it.
func TestPractice(t *testing.T) {
	for _, p := range annotate.Protocols() {
		text, err := p.Guidelines()
		code(t, err, "")
		if !strings.HasPrefix(text, "# ") || len(text) < 500 {
			t.Errorf("%s: guidelines %.40q", p.Name, text)
		}
		units, err := p.Practice()
		code(t, err, "")
		c, _ := annotate.NewCampaign("practice", p.Name, annotate.Settings{})
		_, work := sample(t, p.Name, 1, annotate.Settings{})
		code(t, c.SetUnits(append(units, work...)), "")
		for i := range units {
			u := &units[i]
			form := annotate.NewForm(&p, u, c.Order("ada", u.Number, len(u.Answers)))
			if s := form.Mark(&annotate.Task{Fields: map[string]string{}}); s.Of != len(u.Gold) {
				t.Errorf("%s: %d of %d gold answers are asked for", u.Instruction.ID, s.Of, len(u.Gold))
			}
		}
	}
}
