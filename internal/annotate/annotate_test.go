package annotate_test

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"testing"
	"time"

	"adhere"
	"adhere/internal/annotate"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func code(t *testing.T, err error, want adhere.Code) {
	t.Helper()
	if got := adhere.CodeOf(err); got != want {
		t.Fatalf("error %v has the code %q, want %q", err, got, want)
	}
}

// sample returns a campaign with so many units of work, each with three
// requirements and as many answers as the protocol takes at most.
func sample(t *testing.T, protocol string, units int, s annotate.Settings) (*annotate.Campaign, []annotate.Unit) {
	t.Helper()
	c, err := annotate.NewCampaign("A sample", protocol, s)
	code(t, err, "")
	p, err := annotate.ProtocolNamed(protocol)
	code(t, err, "")
	var all []annotate.Unit
	for i := range units {
		u := annotate.Unit{Kind: annotate.Work, Topic: []string{"law", "art", ""}[i%3], Instruction: adhere.Instruction{
			ID: fmt.Sprint("set/", i), Messages: []adhere.Message{{Role: adhere.User, Text: "Write a poem."}},
			Requirements: []adhere.Requirement{{ID: "1", Text: "Is it a poem?", Labels: []string{"Format"}}, {ID: "2", Text: "Does it rhyme?", Labels: []string{"Style"}}, {ID: "x", Text: "Is it short?"}},
		}}
		for k := range p.Answers[1] {
			u.Answers = append(u.Answers, annotate.Answer{Model: fmt.Sprint("maker/secret-", k), Text: fmt.Sprint("Answer ", k)})
		}
		all = append(all, u)
	}
	code(t, c.SetUnits(all), "")
	return c, all
}

// A desk keeps one unit for several people, as the store does.
type desk struct {
	campaign *annotate.Campaign
	unit     *annotate.Unit
	places   []annotate.Place
	events   []annotate.Event
	now      time.Time
	sent     int
}

func newDesk(t *testing.T, protocol string, people ...string) *desk {
	c, units := sample(t, protocol, 1, annotate.Settings{Overlap: len(people)})
	var members []annotate.Member
	for _, p := range people {
		members = append(members, annotate.Member{Person: p})
	}
	places, err := annotate.NewPlan(c, units, members)
	code(t, err, "")
	c.State = annotate.Open
	return &desk{campaign: c, unit: &units[0], places: places, now: noon}
}

func (d *desk) sit(person string, do func(*annotate.Assignment) error) error {
	s := &annotate.Assignment{Campaign: d.campaign, Unit: d.unit, Person: person, Places: append([]annotate.Place(nil), d.places...), Now: d.now}
	for _, e := range d.events {
		if e.Person == person {
			s.Events = append(s.Events, e)
		}
	}
	if err := do(s); err != nil {
		return err
	}
	d.events = append(d.events, s.Added...)
	for _, p := range s.Changed {
		d.places[p.Number] = p
	}
	return nil
}

func (d *desk) hand(t *testing.T, person string) {
	t.Helper()
	code(t, d.sit(person, (*annotate.Assignment).Begin), "")
}

func (d *desk) move(person string, m annotate.Move) (after *annotate.After, err error) {
	if m.Client == "" {
		d.sent++
		m.Client = fmt.Sprintf("message-%d", d.sent)
	}
	err = d.sit(person, func(s *annotate.Assignment) error {
		after, err = s.Apply(m)
		return err
	})
	return after, err
}

func fields(pairs ...string) map[string]string {
	m := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i]] = pairs[i+1]
	}
	return m
}

func TestScoresComeFirstAndStay(t *testing.T) {
	d := newDesk(t, "score-then-questions", "ada")
	d.hand(t, "ada")
	_, err := d.move("ada", annotate.Move{Action: annotate.ActSave, Fields: fields("A.1", "met")})
	code(t, err, adhere.Conflict) // before the scores
	a, err := d.move("ada", annotate.Move{Action: annotate.ActLock, Fields: fields("A.score", "4", "B.score", "2")})
	code(t, err, "")
	if len(a.Gaps) != 3 || a.Task.Locked || a.Task.Fields["A.score"] != "4" {
		t.Fatalf("%+v, want the three other scores to be missing, and what was given kept", a)
	}
	a, err = d.move("ada", annotate.Move{Action: annotate.ActLock, Version: 1, Fields: fields("C.score", "1", "D.score", "5", "E.score", "3")})
	code(t, err, "")
	if !a.Task.Locked || a.Gaps != nil {
		t.Fatalf("%+v is not locked", a)
	}
	_, err = d.move("ada", annotate.Move{Action: annotate.ActSave, Version: 2, Fields: fields("A.score", "5")})
	code(t, err, adhere.Conflict)
	a, err = d.move("ada", annotate.Move{Action: annotate.ActHandIn, Version: 2, Fields: fields("A.1", "met")})
	code(t, err, "")
	if len(a.Gaps) != 14 || a.Task.Done {
		t.Fatalf("handed in with %d gaps, want 14", len(a.Gaps))
	}
}

func TestMovesAreTakenOnce(t *testing.T) {
	d := newDesk(t, "double-check", "ada", "bo")
	_, err := d.move("ada", annotate.Move{Action: annotate.ActSave, Fields: fields("1", "met")})
	code(t, err, adhere.Conflict) // not handed out
	d.hand(t, "ada")
	first := annotate.Move{Action: annotate.ActSave, Client: "the-same-one", Fields: fields("1", "met")}
	for range 3 { // the answer got lost twice
		a, err := d.move("ada", first)
		code(t, err, "")
		if a.Task.Version != 1 || a.Task.Fields["1"] != "met" {
			t.Fatalf("%+v", a.Task)
		}
	}
	if len(d.events) != 2 {
		t.Errorf("%d events, want 2", len(d.events))
	}
	_, err = d.move("ada", annotate.Move{Action: annotate.ActSave, Client: "the-same-one", Fields: fields("1", "not_met")})
	code(t, err, adhere.Conflict) // a page that the browser kept, changed: it says something else
	_, err = d.move("ada", annotate.Move{Action: annotate.ActSave, Version: 0, Fields: fields("1", "not_met")})
	code(t, err, adhere.Conflict)
	var stale *annotate.Stale
	if !errors.As(err, &stale) || stale.Task.Fields["1"] != "met" {
		t.Errorf("%v does not hold what is stored", err)
	}
	for name, m := range map[string]annotate.Move{
		"another's task": {Action: annotate.ActSave},
		"no such field":  {Action: annotate.ActSave, Version: 1, Fields: fields("9", "met")},
		"no choice":      {Action: annotate.ActSave, Version: 1, Fields: fields("1", "perhaps")},
		"no action":      {Action: "cheat", Version: 1},
		"no name":        {Action: annotate.ActSave, Version: 1, Client: "<"},
	} {
		person := "ada"
		if name == "another's task" {
			person = "carl"
		}
		if _, err := d.move(person, m); err == nil {
			t.Errorf("%s went through", name)
		}
	}
	_, err = d.move("ada", annotate.Move{Action: annotate.ActSave, Version: 1, Fields: fields(annotate.FieldNote, strings.Repeat("x", 20_001))})
	if err == nil || !strings.HasPrefix(err.Error(), "remark: more than 20000 characters") || adhere.HintOf(err) != "shorten it" {
		t.Errorf("of a remark that is too long the error says %v, and to %s", err, adhere.HintOf(err))
	}
}

func TestUndoUntilTheEnd(t *testing.T) {
	d := newDesk(t, "double-check", "ada", "bo")
	d.hand(t, "ada")
	hand := annotate.Move{Action: annotate.ActHandIn, Fields: fields("1", "met", "2", "not_met")}
	a, err := d.move("ada", hand)
	code(t, err, "")
	if !a.Task.Done || d.places[0].State != annotate.Done && d.places[1].State != annotate.Done {
		t.Fatalf("%+v is not done, places %v", a.Task, d.places)
	}
	_, err = d.move("ada", annotate.Move{Action: annotate.ActSave, Version: 1, Fields: fields("2", "met")})
	code(t, err, adhere.Conflict)
	_, err = d.move("ada", annotate.Move{Action: annotate.ActReopen, Version: 1})
	code(t, err, "")
	a, err = d.move("ada", annotate.Move{Action: annotate.ActHandIn, Version: 2, Fields: fields("2", "met")})
	code(t, err, "")
	if !a.Task.Done || a.Task.Fields["2"] != "met" || a.Task.Version != 3 {
		t.Fatalf("%+v", a.Task)
	}
	d.campaign.State = annotate.Closed
	_, err = d.move("ada", annotate.Move{Action: annotate.ActReopen, Version: 3})
	code(t, err, adhere.Conflict)
}

func TestReasonsAreDemanded(t *testing.T) {
	d := newDesk(t, "constraint-wise", "ada")
	d.hand(t, "ada")
	why := "The last line says so."
	a, err := d.move("ada", annotate.Move{Action: annotate.ActHandIn, Fields: fields("A.1", "met", "A.1.why", why, "A.2", "met", "A.2.why", why, "A.3", "met", "A.3.why", "short")})
	code(t, err, "")
	if len(a.Gaps) != 2 || a.Gaps[0].Field != "A.2.why" || a.Gaps[1].Field != "A.3.why" {
		t.Fatalf("gaps %v, want one repeated and one short justification", a.Gaps)
	}
	if _, err := d.move("ada", annotate.Move{Action: annotate.ActSave, Version: 1, Fields: fields("A.1", "unsure")}); err == nil {
		t.Error("a protocol of yes and no took unknown")
	}
}

func TestInTurn(t *testing.T) {
	for _, test := range []struct {
		says string
		want annotate.PlaceState
	}{{"met", annotate.Planned}, {"not_met", annotate.Void}} {
		d := newDesk(t, "validation", "ada", "bo")
		first, second := d.places[0].Person, d.places[1].Person
		if err := d.sit(second, (*annotate.Assignment).Begin); adhere.CodeOf(err) != adhere.NotFound {
			t.Fatalf("the second may begin before the first: %v", err)
		}
		d.hand(t, first)
		_, err := d.move(first, annotate.Move{Action: annotate.ActHandIn, Fields: fields("1", test.says)})
		code(t, err, "")
		if got := d.places[1].State; got != test.want {
			t.Errorf("after %s the next place is %s, want %s", test.says, got, test.want)
		}
	}
}

// Of three in turn, each is asked once the one before has said yes, also where
// somebody takes an answer back; who will not be asked any more does not wait.
func TestThreeInTurn(t *testing.T) {
	const free, planned, begun, done, waiting, void = annotate.Free, annotate.Planned, annotate.Begun, annotate.Done, annotate.Waiting, annotate.Void
	for _, test := range []struct {
		name  string
		says  []string // at which place somebody says what, taking back what was said before
		third string   // "nobody" where the last place is free
		want  []annotate.PlaceState
	}{
		{"no ends it", []string{"0 not_met"}, "", []annotate.PlaceState{done, void, void}},
		{"yes asks one", []string{"0 met"}, "", []annotate.PlaceState{done, planned, waiting}},
		{"yes twice", []string{"0 met", "0 met"}, "", []annotate.PlaceState{done, planned, waiting}},
		{"no, then yes", []string{"0 not_met", "0 met"}, "", []annotate.PlaceState{done, planned, waiting}},
		{"yes, then no", []string{"0 met", "0 not_met"}, "", []annotate.PlaceState{done, void, void}},
		{"the second said no", []string{"0 met", "1 not_met", "0 met"}, "", []annotate.PlaceState{done, done, void}},
		{"the second said yes", []string{"0 met", "1 met"}, "", []annotate.PlaceState{done, done, planned}},
		{"the second said yes, the third is nobody", []string{"0 met", "1 met"}, "nobody", []annotate.PlaceState{done, done, free}},
		{"what the second said stays", []string{"0 met", "1 met", "0 not_met", "0 met"}, "", []annotate.PlaceState{done, done, planned}},
		{"the second has begun", []string{"0 met", "1 begins", "0 met"}, "", []annotate.PlaceState{done, begun, waiting}},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDesk(t, "validation", "ada", "bo", "cy")
			if test.third != "" {
				d.places[2].Person = ""
			}
			versions := map[string]int{}
			for _, said := range test.says {
				at, what, _ := strings.Cut(said, " ")
				person := d.places[at[0]-'0'].Person
				if versions[person] > 0 {
					_, err := d.move(person, annotate.Move{Action: annotate.ActReopen, Version: versions[person]})
					code(t, err, "")
					versions[person]++
				} else {
					d.hand(t, person)
				}
				if what == "begins" {
					continue
				}
				_, err := d.move(person, annotate.Move{Action: annotate.ActHandIn, Version: versions[person], Fields: fields("1", what)})
				code(t, err, "")
				versions[person]++
			}
			for i, want := range test.want {
				if got := d.places[i].State; got != want {
					t.Errorf("place %d is %s, want %s", i, got, want)
				}
			}
		})
	}
}

// Everybody practises, whatever others say of the practice.
func TestPracticeIsNotInTurn(t *testing.T) {
	d := newDesk(t, "validation", "ada", "bo", "cy")
	d.unit.Kind, d.unit.Gold = annotate.Training, []annotate.Gold{{Question: "relevant", Value: "not_met"}}
	d.places = nil
	for i, person := range []string{"ada", "bo", "cy"} {
		d.places = append(d.places, annotate.EntryPlaces(d.campaign, []annotate.Unit{*d.unit}, person, i)...)
	}
	for i, says := range []string{"not_met", "met", "not_met"} {
		person := d.places[i].Person
		d.hand(t, person)
		_, err := d.move(person, annotate.Move{Action: annotate.ActHandIn, Fields: fields("1", says)})
		code(t, err, "")
	}
}

func TestPreferencesByPlace(t *testing.T) {
	d := newDesk(t, "pairwise", "ada", "bo", "cy", "di")
	for _, p := range []string{"ada", "bo", "cy", "di"} {
		d.hand(t, p)
		order := d.campaign.Order(p, 1, 2)
		choice := map[bool]string{true: "first", false: "second"}[order[0] == 1] // always the answer 1
		_, err := d.move(p, annotate.Move{Action: annotate.ActHandIn, Fields: fields("prefer", choice)})
		code(t, err, "")
	}
	r, err := annotate.NewResults(d.campaign, []annotate.Unit{*d.unit}, nil, nil, d.events)
	code(t, err, "")
	for _, l := range r.Labels() {
		want := adhere.OutcomeOf(l.Model == "maker/secret-1")
		if l.Outcome != want {
			t.Errorf("%s on %s, shown as %s: %s, want %s", l.Person, l.Model, l.Slot, l.Outcome, want)
		}
	}
}

func TestEditing(t *testing.T) {
	d := newDesk(t, "decomposition", "ada")
	d.hand(t, "ada")
	_, err := d.move("ada", annotate.Move{Action: annotate.ActHandIn, Fields: fields("constraints", "Is it a poem?\nDoes it have two stanzas?\n\nIs it short?")})
	code(t, err, "")
	r, _ := annotate.NewResults(d.campaign, []annotate.Unit{*d.unit}, nil, nil, d.events)
	got := map[string]adhere.Outcome{}
	for _, l := range r.Labels() {
		got[l.Requirement] = l.Outcome
	}
	if want := map[string]adhere.Outcome{"1": adhere.Met, "2": adhere.NotMet, "x": adhere.Met}; !maps.Equal(got, want) {
		t.Errorf("kept %v, want %v", got, want)
	}
}

// A requirement that has no text goes by its ID, and stays what it was where
// nobody touched it.
func TestEditingWhatHasNoText(t *testing.T) {
	d := newDesk(t, "decomposition", "ada")
	d.unit.Instruction.Requirements[1] = adhere.Requirement{ID: "length", Labels: []string{"Style"}, Rule: &adhere.Rule{Name: "words"}}
	d.hand(t, "ada")
	_, err := d.move("ada", annotate.Move{Action: annotate.ActHandIn})
	code(t, err, "")
	r, _ := annotate.NewResults(d.campaign, []annotate.Unit{*d.unit}, nil, nil, d.events)
	v, err := r.Reviewed()
	code(t, err, "")
	in, corrected, why := v.Of(&d.unit.Instruction)
	if in == nil || corrected || !reflect.DeepEqual(in.Requirements, d.unit.Instruction.Requirements) {
		t.Errorf("corrected %v, %q: %+v", corrected, why, in)
	}
}

func TestTimeSpent(t *testing.T) {
	at := func(d time.Duration, kind annotate.EventKind) annotate.Event {
		return annotate.Event{Kind: kind, At: noon.Add(d)}
	}
	task := annotate.Fold([]annotate.Event{
		at(0, annotate.Begin), at(time.Minute, annotate.Saved), at(time.Hour, annotate.Saved), // away for most of it
		at(time.Hour+30*time.Second, annotate.Handed), at(10*time.Hour, annotate.Reopen), at(10*time.Hour+time.Second, annotate.Handed),
	})
	if want := time.Minute + 5*time.Minute + 31*time.Second; task.Spent != want {
		t.Errorf("spent %v, want %v", task.Spent, want)
	}
}

func TestNamesMaker(t *testing.T) {
	for text, named := range map[string]bool{
		"I'm Claude, an AI assistant.":                  true,
		"As a language model trained by OpenAI, I can":  true,
		"I am an AI language model developed by Google": true,
		"Secret-0 here.":                 true,
		"Claude Monet painted this.":     false,
		"The llama ate from the meadow.": false,
		"Open the box as shown.":         false,
	} {
		if got := annotate.NamesMaker(text, "maker/secret-0"); (got != "") != named {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func TestNamesOfCampaigns(t *testing.T) {
	for _, bad := range []string{"", "---", strings.Repeat("long", 30), strings.Repeat("長", 61)} {
		_, err := annotate.NewCampaign(bad, "pairwise", annotate.Settings{})
		code(t, err, adhere.Invalid)
	}
	ids := make(map[string]string)
	for _, name := range []string{"Spring round", "Spring: round 2", "Зима 1", "Лето 1", "春", "Übung", "Ubung", "New", strings.Repeat("長", 60), "Wie gut befolgen die Antworten längere Anweisungen? Runde 1", "Wie gut befolgen die Antworten längere Anweisungen? Runde 2"} {
		c, err := annotate.NewCampaign(name, "pairwise", annotate.Settings{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if other := ids[c.ID]; other != "" || c.Name != name || c.ID == "new" || strings.Contains(c.ID, "--") || len(c.ID) > 60 {
			t.Errorf("%s has the ID %q; so has %q", name, c.ID, other)
		}
		ids[c.ID] = name
	}
	if ids["spring-round"] == "" || ids["spring-round-2"] == "" || ids["ubung"] == "" {
		t.Error(ids)
	}
	c, units := sample(t, "constraint-wise", 1, annotate.Settings{})
	c.Name = "about secret-0"
	code(t, c.SetUnits(units), adhere.Invalid)
	units[0].Instruction.Requirements = nil
	c.Name = "about"
	code(t, c.SetUnits(units), adhere.Invalid)
	_, err := annotate.NewCampaign("x", "nothing", annotate.Settings{})
	code(t, err, adhere.NotFound)
	_, err = annotate.NewCampaign("x", "pairwise", annotate.Settings{Overlap: 99})
	code(t, err, adhere.Invalid)
}

// TestNothingToSee holds that a field with what nobody sees is a gap.
func TestNothingToSee(t *testing.T) {
	form := annotate.Form{Groups: []annotate.Group{{Answer: -1, Fields: []annotate.Field{{Name: "why", Kind: annotate.FieldText}, {Name: "met", Reason: "reason", Needs: true}}}}}
	unseen := strings.Repeat("\u200b", 50)
	for name, want := range map[string]int{"good": 0, "why": 1, "met": 1, "reason": 1} {
		fields := map[string]string{"why": "It is.", "met": "yes", "reason": "It says so in the second line."}
		if name != "good" {
			fields[name] = unseen
		}
		if gaps := form.Gaps(&annotate.Task{Fields: fields}); len(gaps) != want {
			t.Errorf("%s: %v", name, gaps)
		}
	}
}
