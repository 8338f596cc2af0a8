package annotate_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"adhere"
	"adhere/internal/annotate"
)

func TestSettling(t *testing.T) {
	c, units, members, events := labelled(t)
	before := results(t, c, units, members, events).Differences()
	if len(before) == 0 {
		t.Fatal("nobody differs")
	}
	at := slices.IndexFunc(before, func(d annotate.Difference) bool { return d.Field.Kind == annotate.FieldChoice })
	d := before[at]
	events = append(events, annotate.Event{Campaign: c.ID, Unit: d.Unit, Person: "jo", Kind: annotate.Settle, Fields: fields(annotate.FieldOrder, "0,1", d.Field.Name, "not_met"), Version: 1, Client: "s", At: noon})
	r := results(t, c, units, members, events)
	if got := r.Differences()[at]; !got.Done || got.Value != "not_met" {
		t.Errorf("settled as %+v", got)
	}
	gold, from := r.Gold()
	for _, g := range gold {
		if g.Instruction == units[d.Unit-1].Instruction.ID && g.Model == units[d.Unit-1].Answers[d.Answer].Model && g.Verdict.Requirement == d.Field.Question.ID {
			if g.Verdict.Outcome != adhere.NotMet || from != annotate.GoldSettled {
				t.Errorf("gold %+v from %s", g, from)
			}
		}
	}
	for _, l := range r.Labels() {
		if l.Person == "jo" {
			t.Error("who settles counts among those who differ")
		}
	}
}

// decide has a person settle fields of a unit, as a page would, and returns
// the events with that.
func decide(t *testing.T, c *annotate.Campaign, units []annotate.Unit, events []annotate.Event, unit int, person string, choose func(annotate.Difference) string) []annotate.Event {
	t.Helper()
	x, err := results(t, c, units, nil, events).Settling(unit, person, nil)
	code(t, err, "")
	said := map[string]string{}
	for _, d := range x.Differ {
		said[d.Field.Name] = choose(d)
	}
	e, err := x.Decide(said, x.Task.Version, noon)
	code(t, err, "")
	return append(events, *e)
}

// TestSettlingScores settles direct scores of answers that everybody saw in
// another order.
func TestSettlingScores(t *testing.T) {
	c, units, _, events := labelled(t)
	unit := 0
	for _, d := range results(t, c, units, nil, events).Differences() {
		if d.Field.Kind == annotate.FieldScore && d.Answer == 1 {
			unit = d.Unit
		}
	}
	if unit == 0 {
		t.Fatal("nobody differs")
	}
	events = decide(t, c, units, events, unit, "jo", func(d annotate.Difference) string {
		if d.Field.Kind == annotate.FieldScore && d.Answer == 1 {
			return "5"
		}
		return ""
	})
	r := results(t, c, units, nil, events)
	for _, d := range r.Differences() {
		if settled := d.Unit == unit && d.Answer == 1 && d.Field.Kind == annotate.FieldScore; d.Done != settled || settled && d.Value != "5" {
			t.Errorf("%+v", d)
		}
	}
	var file bytes.Buffer
	code(t, r.Write(&file, "gold-scores.jsonl"), "")
	want := fmt.Sprintf(`{"instruction":%q,"attempt":0,"model":%q,"judge":"gold/settled","score":5,"people":3`, units[unit-1].Instruction.ID, units[unit-1].Answers[1].Model)
	if strings.Count(file.String(), "gold/settled") != 1 || !strings.Contains(file.String(), want) || !strings.Contains(file.String(), "gold/median") {
		t.Errorf("%s lacks %s", file.String(), want)
	}
}

// edited returns a campaign in which two people put two decompositions right,
// the second one alike.
func edited(t *testing.T) (*annotate.Campaign, []annotate.Unit, []annotate.Event) {
	c, units := sample(t, "decomposition", 2, annotate.Settings{})
	var events []annotate.Event
	for person, list := range map[string][]string{"ada": {"Is it a poem?\nDoes it rhyme well?\nIs it short?", "Is it a poem?"}, "bo": {"Is it a poem?\n Is it  short?\n\nHas it four lines?", "Is it  a poem?\n"}} {
		for i := range units {
			events = append(events, annotate.Event{Unit: i + 1, Person: person, Kind: annotate.Handed, Version: 1, At: noon, Fields: fields("constraints", list[i], annotate.FieldNote, "as I see it")})
		}
	}
	return c, units, events
}

// TestSettlingDecompositions has a third person choose among two versions,
// then write a list of their own; the last counts.
func TestSettlingDecompositions(t *testing.T) {
	c, units, events := edited(t)
	r := results(t, c, units, nil, events)
	all := r.Differences()
	if len(all) != 1 || all[0].Unit != 1 || len(all[0].Said) != 2 || all[0].Said[0].Value != "Is it a poem?\nDoes it rhyme well?\nIs it short?" || all[0].Said[0].Whys[0] != "as I see it" {
		t.Fatalf("%+v", all)
	}
	gold := func() string {
		var file bytes.Buffer
		code(t, results(t, c, units, nil, events).Write(&file, "gold-edits.jsonl"), "")
		return file.String()
	}
	if got := gold(); strings.Count(got, "\n") != 1 || !strings.Contains(got, `"judge":"gold/agreed","changed":true,"people":2,"campaign":"a-sample","unit":2`) {
		t.Errorf("before it is settled: %s", got)
	}
	reviewed := func(why string) {
		t.Helper()
		v, err := results(t, c, units, nil, events).Reviewed()
		code(t, err, "")
		stays, corrected, goes := v.Of(&units[0].Instruction)
		if v.People != 2 || v.Decided != 2 || v.Several != 2 || v.Alike != 1 || corrected != (why == "") || goes != why || (stays != nil) != (why == "") {
			t.Errorf("%+v, %v, %q", v, stays, goes)
		}
	}
	reviewed("people differ")
	v, err := results(t, c, units, nil, slices.DeleteFunc(slices.Clone(events), func(e annotate.Event) bool { return e.Person == "bo" })).Reviewed()
	code(t, err, "")
	if _, _, why := v.Of(&units[1].Instruction); why != "too few people" {
		t.Errorf("what one of two wrote: %q", why)
	}
	events = decide(t, c, units, events, 1, "zoe", func(d annotate.Difference) string { return d.Said[1].Value })
	reviewed("")
	if got := gold(); !strings.Contains(got, `"judge":"gold/settled"`) || !strings.Contains(got, `{"id":"1","text":"Has it four lines?","weight":1}`) && !strings.Contains(got, "Has it four lines?") {
		t.Errorf("settled: %s", got)
	}
	events = decide(t, c, units, events, 1, "jo", func(annotate.Difference) string { return " Does it rhyme? \n\nIs it sad?" })
	got := gold()
	if !strings.Contains(got, "Is it sad?") || strings.Contains(got, "four lines") || !strings.Contains(got, `{"id":"2","text":"Does it rhyme?","labels":["Style"]`) {
		t.Errorf("settled again, by somebody whose name comes before: %s", got)
	}
	verdicts, from := results(t, c, units, nil, events).Gold()
	if from != annotate.GoldSettled || verdicts[1].Verdict.Outcome != adhere.Met || verdicts[0].Verdict.Outcome != adhere.NotMet {
		t.Errorf("of what was proposed stayed %+v", verdicts)
	}
}

// TestLineWrittenTwice has two requirements of the same words be two, each with
// its own ID.
func TestLineWrittenTwice(t *testing.T) {
	c, units := sample(t, "decomposition", 1, annotate.Settings{})
	events := []annotate.Event{{Unit: 1, Person: "ada", Kind: annotate.Handed, Version: 1, At: noon, Fields: fields("constraints", "Is it a poem?\nIs it a poem?")}}
	var file bytes.Buffer
	code(t, results(t, c, units, nil, events).Write(&file, "edits.jsonl"), "")
	var in adhere.Instruction
	code(t, json.Unmarshal(file.Bytes(), &in), "")
	if all := in.Requirements; len(all) != 2 || all[0].ID == all[1].ID {
		t.Errorf("%+v", all)
	}
}

// TestEditedScope has what is still said of a part of the answer be of that part.
func TestEditedScope(t *testing.T) {
	c, units := sample(t, "decomposition", 1, annotate.Settings{})
	title := adhere.Scope{Reach: adhere.NamedPart, Of: "title"}
	units[0].Instruction.Requirements = []adhere.Requirement{{ID: "c1", Text: "the title: Use at most 5 words.", Scope: title}, {ID: "c2", Text: "Be kind."}}
	events := []annotate.Event{{Unit: 1, Person: "ada", Kind: annotate.Handed, Version: 1, At: noon, Fields: fields("constraints", "the title: Use at most 6 words.\nBe very kind.")}}
	var file bytes.Buffer
	code(t, results(t, c, units, nil, events).Write(&file, "edits.jsonl"), "")
	var in adhere.Instruction
	code(t, json.Unmarshal(file.Bytes(), &in), "")
	if all := in.Requirements; len(all) != 2 || all[0].Scope != title || all[1].Scope != (adhere.Scope{}) {
		t.Errorf("%+v", all)
	}
}

// TestCorrectedListHasNoDoubts: who put the list right saw what was in doubt
// beside it, and took it into the list or left it out.
func TestCorrectedListHasNoDoubts(t *testing.T) {
	c, units := sample(t, "decomposition", 1, annotate.Settings{})
	units[0].Instruction.Doubtful = []adhere.Demand{{Requirement: adhere.Requirement{Text: "Rhyme."}, Doubt: "the model is not sure of it"}}
	p, err := annotate.ProtocolNamed("decomposition")
	code(t, err, "")
	guidelines, err := p.Guidelines()
	code(t, err, "")
	if !strings.Contains(guidelines, "in doubt") {
		t.Error("the guidelines do not say what to do with demands in doubt")
	}
	events := []annotate.Event{{Unit: 1, Person: "ada", Kind: annotate.Handed, Version: 1, At: noon, Fields: fields("constraints", "Is it a poem?")}}
	r := results(t, c, units, nil, events)
	for _, name := range []string{"edits.jsonl", "gold-edits.jsonl"} {
		var file bytes.Buffer
		code(t, r.Write(&file, name), "")
		if got := file.String(); !strings.Contains(got, "Is it a poem?") || strings.Contains(got, "doubt") {
			t.Errorf("%s: %s", name, got)
		}
	}
	if len(units[0].Instruction.Doubtful) != 1 {
		t.Error("the unit itself was changed")
	}
}

func TestWhatCannotBeSettled(t *testing.T) {
	c, units, events := edited(t)
	r := results(t, c, units, nil, events)
	for unit, want := range map[int]adhere.Code{0: adhere.NotFound, 2: adhere.NotFound, 9: adhere.NotFound, 1: ""} {
		_, err := r.Settling(unit, "jo", nil)
		code(t, err, want)
	}
	_, err := r.Settling(1, "ada", nil)
	code(t, err, adhere.Conflict)
	_, err = r.Settling(1, "cy", []annotate.Place{{Unit: 1, Person: "cy", State: annotate.Planned}})
	code(t, err, adhere.Conflict)
	if got := r.Pending("jo", nil); len(got) != 1 || got[0] != (annotate.Pending{Unit: 1, Open: 1, All: 1, Labels: 2}) || len(r.Pending("bo", nil)) != 0 {
		t.Errorf("%+v", got)
	}
	x, err := r.Settling(1, "jo", nil)
	code(t, err, "")
	for _, bad := range []map[string]string{{}, {"constraints": " \n "}, {"constraints": strings.Repeat("x", 20_001)}, {"task": "only what nobody differs on"}} {
		_, err := x.Decide(bad, 0, noon)
		code(t, err, adhere.Invalid)
	}
	_, err = x.Decide(fields("constraints", "Is it a poem?"), 1, noon)
	code(t, err, adhere.Conflict)
	if stale := (*annotate.Stale)(nil); !errors.As(err, &stale) {
		t.Errorf("%v says nothing of what stands", err)
	}
}
