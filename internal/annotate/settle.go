package annotate

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"time"

	"adhere"
)

// A Difference is something on which people who count say different things: a
// question, a direct score, a text.
type Difference struct {
	Unit   int
	Answer int // its place among the unit's answers; -1 for the unit
	Field  *Field
	Said   []Version // each different one, in an order that tells nothing of who said it

	// What an adjudicator decided; the last one counts.
	Done       bool // somebody has decided
	Value, Why string
}

// A Version is one of several things that people say.
type Version struct {
	Value string
	Whys  []string // a reason of each who says it; empty where there is none
}

// Differences returns what people disagree on, by unit, answer and question.
// Values are those of the unit's own order of answers.
// They are worked out once and must not be changed.
func (r *Results) Differences() []Difference { return r.differ() }

func (r *Results) differences() []Difference {
	var out []Difference
	r.units(func(form *Form, tasks []*Task) { out = append(out, r.differOn(form, tasks)...) })
	return out
}

// differOn holds tasks on a form against each other.
func (r *Results) differOn(form *Form, tasks []*Task) []Difference {
	stands := r.settled(form)
	var out []Difference
	for answer, q := range form.all {
		d := Difference{Unit: form.Unit.Number, Answer: answer, Field: q, Said: form.versions(tasks, q)}
		if len(d.Said) < 2 {
			continue
		}
		d.Value, d.Done = form.value(stands, q)
		d.Why = stands.Fields[q.Reason]
		out = append(out, d)
	}
	return out
}

// versions sums up what tasks say to a field.
func (f *Form) versions(tasks []*Task, q *Field) []Version {
	var out []Version
	for _, t := range tasks {
		value, ok := f.value(t, q)
		if !ok {
			continue
		}
		why := oneLine(t.Fields[cmp.Or(q.Reason, FieldNote)])
		if i := slices.IndexFunc(out, func(v Version) bool { return v.Value == value }); i >= 0 {
			out[i].Whys = append(out[i].Whys, why)
		} else {
			out = append(out, Version{value, []string{why}})
		}
	}
	rank := func(v Version) int {
		return slices.IndexFunc(q.Choices, func(c Choice) bool { return c.Value == v.Value })
	}
	slices.SortFunc(out, func(a, b Version) int { return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Value, b.Value)) })
	for i := range out {
		slices.Sort(out[i].Whys)
	}
	return out
}

// Word says a value of a field in words.
func (q *Field) Word(value string) string {
	if q.Kind == FieldChoice {
		return word(q.Choices, value)
	}
	return value
}

// settled sums up what adjudicators decided on a form's unit, as if they had
// seen the answers in the form's order. Its version is how often they did.
func (r *Results) settled(form *Form) *Task {
	all := &Task{Unit: form.Unit.Number, Order: form.Order, Fields: map[string]string{}, Settled: true}
	for _, t := range r.Settled {
		if t.Unit != all.Unit {
			continue
		}
		maps.Copy(all.Fields, r.Form(t).as(t, form.Order).Fields)
		all.Version++
	}
	return all
}

// A Settling is one unit in the hands of who settles it.
type Settling struct {
	Form   *Form        // in an order of the person's own
	Task   *Task        // what stands so far
	Differ []Difference // as that form has it

	campaign *Campaign
	person   string
}

// Settling puts a unit before a person who settles it. The error's code is
// NotFound where people don't differ, Conflict where the person has labelled
// it or is about to.
func (r *Results) Settling(unit int, person string, places []Place) (*Settling, error) {
	nothing := &adhere.Error{Code: adhere.NotFound, Message: "there is nothing to adjudicate", Hint: "people agree, or have not labelled it yet"}
	if unit < 1 || unit > len(r.Units) {
		return nil, nothing
	}
	if r.PartsOf(person, places)[unit] {
		return nil, &adhere.Error{Code: adhere.Conflict, Message: "people cannot adjudicate a task that they labelled", Hint: "ask another adjudicator"}
	}
	u := &r.Units[unit-1]
	form := NewForm(r.Protocol, u, r.Campaign.Order(person, unit, len(u.Answers)))
	x := &Settling{Form: form, Task: r.settled(form), campaign: r.Campaign, person: person}
	var tasks []*Task
	for _, t := range r.Counted() {
		if t.Unit == unit {
			tasks = append(tasks, r.Form(t).as(t, form.Order))
		}
	}
	if x.Differ = r.differOn(form, tasks); len(x.Differ) == 0 {
		return nil, nothing
	}
	return x, nil
}

// Decide makes an event of what the person decided, on the version of the
// task that the page showed. What is left open stays as it was. The error's
// code is Conflict, with a Stale, where somebody settled something meanwhile.
// Where that was the same, there is no event.
func (x *Settling) Decide(fields map[string]string, version int, now time.Time) (*Event, error) {
	decided := map[string]string{}
	for _, d := range x.Differ {
		value, sent := fields[d.Field.Name]
		switch d.Field.Kind {
		case FieldScore, FieldChoice:
			if value == "" {
				continue
			}
		case FieldText, FieldList:
			if !sent {
				continue
			}
			if value = tidy(d.Field.Kind, value); value == "" && d.Field.Kind == FieldList {
				return nil, &adhere.Error{Code: adhere.Invalid, Message: "the list is empty", Hint: "choose a version, or write one entry in each line"}
			}
		}
		decided[d.Field.Name] = value
		if d.Field.Reason != "" {
			decided[d.Field.Reason] = fields[d.Field.Reason]
		}
	}
	if len(decided) == 0 {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "nothing was decided", Hint: "choose for at least one question"}
	}
	if err := x.Form.check(decided); err != nil {
		return nil, err
	}
	if version != x.Task.Version {
		if x.stands(decided) {
			return nil, nil
		}
		return nil, &adhere.Error{Code: adhere.Conflict, Message: "somebody else has just adjudicated this task", Hint: "look at the current decision, then decide again or leave it", Err: &Stale{x.Task}}
	}
	decided[FieldOrder] = OrderText(x.Form.Order)
	return &Event{
		Campaign: x.campaign.ID, Unit: x.Task.Unit, Person: x.person, Kind: Settle, Fields: decided,
		Version: version + 1, Client: "settle-" + strconv.Itoa(version+1), At: now,
	}, nil
}

// stands reports whether fields say what is settled already.
func (x *Settling) stands(fields map[string]string) bool {
	for name, value := range fields {
		if now, ok := x.Task.Fields[name]; !ok || now != value {
			return false
		}
	}
	return true
}

// A Pending is a unit on which people differ.
type Pending struct {
	Unit      int
	Open, All int // differences
	Labels    int // that are handed in
}

// Pending returns the units with differences that a person may settle.
func (r *Results) Pending(person string, places []Place) []Pending {
	var units []Pending
	for _, d := range r.Differences() {
		if n := len(units); n == 0 || units[n-1].Unit != d.Unit {
			units = append(units, Pending{Unit: d.Unit})
		}
		u := &units[len(units)-1]
		u.All++
		if !d.Done {
			u.Open++
		}
	}
	labels := map[int]int{}
	for _, t := range r.Counted() {
		labels[t.Unit]++
	}
	for i := range units {
		units[i].Labels = labels[units[i].Unit]
	}
	own := r.PartsOf(person, places)
	return slices.DeleteFunc(units, func(u Pending) bool { return own[u.Unit] })
}
