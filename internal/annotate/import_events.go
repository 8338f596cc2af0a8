package annotate

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"adhere"
)

// The fields of an Import event that hold what labels say of their making.
const (
	fieldBegun    = "begun"
	fieldFinished = "finished"
	fieldSeconds  = "seconds"
)

// Imports turns labels made elsewhere into events, a task for each person and
// unit that they are about. Labels on things that the campaign does not have
// are counted as strays. The error's code is Invalid where all labels are
// strays, or the protocol asks for texts or lacks an answer, and Conflict where a person has labelled a unit of theirs
// already.
func (r *Results) Imports(labels []Label, now time.Time) (events []Event, strays int, err error) {
	if r.Protocol.Asks == AskEdit {
		return nil, 0, &adhere.Error{Code: adhere.Invalid, Message: "labels cannot be imported under the protocol " + r.Protocol.Name, Hint: "it asks for a text"}
	}
	type key struct {
		unit   int
		person string
	}
	labelled, at := map[key]bool{}, map[key]int{}
	for _, t := range r.Tasks {
		labelled[key{t.Unit, t.Person}] = true
	}
	var sheets []*sheet
	by := r.workByInstruction()
	for i := range labels {
		l := &labels[i]
		form, answer := r.find(by[l.Instruction], l)
		if form == nil {
			strays++
			continue
		}
		k := key{form.Unit.Number, l.Person}
		if _, ok := at[k]; !ok {
			at[k] = len(sheets)
			sheets = append(sheets, &sheet{unit: form.Unit, person: l.Person})
		}
		x := sheets[at[k]]
		x.labels = append(x.labels, placed{l, answer})
	}
	if len(labels) > 0 && strays == len(labels) {
		return nil, 0, adhere.Errorf(adhere.Invalid, "no label is about anything in the campaign; the first is on instruction %q, requirement %q", labels[0].Instruction, labels[0].Requirement).
			WithHint("labels name instructions, requirements and models as the campaign's export does")
	}
	for _, x := range sheets {
		if labelled[key{x.unit.Number, x.person}] {
			return nil, 0, &adhere.Error{Code: adhere.Conflict, Message: fmt.Sprintf("%s has labels on unit %d already", x.person, x.unit.Number), Hint: "give the people in the file other names"}
		}
		fields, err := x.fields(r.Protocol)
		if err != nil {
			return nil, 0, fmt.Errorf("%s on %s: %w", x.person, x.unit.Instruction.ID, err)
		}
		events = append(events, Event{
			Campaign: r.Campaign.ID, Unit: x.unit.Number, Person: x.person, Kind: Import, Fields: fields, Version: 1, Client: "import", At: now,
		})
	}
	return events, strays, nil
}

// workByInstruction returns the forms of the units of work by what they are
// about.
func (r *Results) workByInstruction() map[string][]*Form {
	by := map[string][]*Form{}
	for i := range r.Units {
		if u := &r.Units[i]; u.Kind == Work {
			by[u.Instruction.ID] = append(by[u.Instruction.ID], NewForm(r.Protocol, u, identity(len(u.Answers))))
		}
	}
	return by
}

// find returns which of some forms a label is about, and which answer there;
// nil where it is none.
func (r *Results) find(forms []*Form, l *Label) (*Form, int) {
	for _, f := range forms {
		if r.Protocol.Asks == AskFixed {
			if f.asked(-1, l) != nil {
				return f, -1
			}
			continue
		}
		for i := range f.Unit.Answers {
			a := &f.Unit.Answers[i]
			only := len(f.Unit.Answers) == 1 && l.Model == ""
			if (only || a.Attempt == l.Attempt && a.calls(l)) && f.asked(i, l) != nil {
				return f, i
			}
		}
	}
	return nil, 0
}

// calls reports whether a label names the answer: as results do, or its model
// and run.
func (a *Answer) calls(l *Label) bool {
	return l.Model == a.system() || l.Model == a.Model && l.Run != "" && l.Run == a.Run
}

// asked returns the field that a label on an answer (-1: on the unit) fills
// in; nil where there is none.
func (f *Form) asked(answer int, l *Label) *Field {
	for at, q := range f.all {
		switch {
		case f.Protocol.Asks == AskPreference:
			if l.Requirement == preferredOver(&f.Unit.Answers[1-answer]) {
				return q
			}
		case at != answer || (q.Kind == FieldScore) != (l.Score > 0):
		case q.Kind == FieldScore || q.Question.ID == l.Requirement:
			return q
		}
	}
	return nil
}

// A sheet is what one person said of one unit elsewhere.
type sheet struct {
	unit   *Unit
	person string
	labels []placed
}

type placed struct {
	*Label
	answer int // its place among the unit's answers; -1 for the unit
}

// order returns in which order the answers were shown, if the labels say so
// and with one voice; else their own.
func (x *sheet) order() []int {
	own := identity(len(x.unit.Answers))
	order := x.labels[0].Order
	sorted := slices.Clone(order)
	if slices.Sort(sorted); !slices.Equal(sorted, own) {
		return own
	}
	for _, l := range x.labels {
		if l.answer >= 0 && (!slices.Equal(l.Order, order) || l.Slot != slot(slices.Index(order, l.answer))) {
			return own
		}
	}
	return order
}

// fields fills in the form.
func (x *sheet) fields(p *Protocol) (map[string]string, error) {
	form := NewForm(p, x.unit, x.order())
	fields := map[string]string{}
	preferred := map[int]adhere.Outcome{}
	for _, l := range x.labels {
		q, value := form.asked(l.answer, l.Label), string(l.Outcome)
		_, twice := fields[q.Name]
		switch {
		case p.Asks == AskPreference:
			_, twice = preferred[l.answer]
			preferred[l.answer] = l.Outcome
		case q.Kind == FieldScore:
			value = strconv.Itoa(l.Score)
		}
		if p.Asks != AskPreference && q.Kind == FieldChoice && !q.offers(value) {
			return nil, adhere.Errorf(adhere.Invalid, "requirement %q: %.20q is none of the answers that the protocol %s has", l.Requirement, value, p.Name).
				WithHint("leave such lines out, or import them into a campaign of another protocol")
		}
		if twice {
			return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("two labels of %s on %q", l.Judge, l.Requirement)}
		}
		fields[q.Name] = value
		if l.Reason != "" && q.Reason != "" {
			fields[q.Reason] = l.Reason
		}
	}
	if p.Asks == AskPreference {
		var err error
		if fields[fieldPrefer], err = preference(form.Order, preferred); err != nil {
			return nil, err
		}
	}
	if err := form.check(fields); err != nil {
		return nil, err
	}
	fields[FieldOrder] = OrderText(form.Order)
	x.time(fields)
	return fields, nil
}

// time fills in when the labels were given, and how long the longest took.
func (x *sheet) time(fields map[string]string) {
	var begun, finished time.Time
	var seconds float64
	for _, l := range x.labels {
		if !l.Begun.IsZero() && (begun.IsZero() || l.Begun.Before(begun)) {
			begun = l.Begun
		}
		if l.Finished.After(finished) {
			finished = l.Finished
		}
		seconds = max(seconds, l.Seconds)
	}
	fields[fieldBegun], fields[fieldFinished] = stamp(begun), stamp(finished)
	fields[fieldSeconds] = strconv.FormatFloat(seconds, 'f', -1, 64)
}

// preference is the choice that makes one of two answers preferred, or both.
func preference(order []int, preferred map[int]adhere.Outcome) (string, error) {
	first, second := preferred[order[0]], preferred[order[1]]
	switch {
	case first == adhere.Met && second == adhere.Met:
		return string(adhere.Tie), nil
	case first == adhere.Met && second == adhere.NotMet:
		return string(adhere.First), nil
	case first == adhere.NotMet && second == adhere.Met:
		return string(adhere.Second), nil
	default:
		return "", &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("of two answers one is %q and the other %q", first, second), Hint: "the better one is met and the other not_met; both are met in a tie"}
	}
}

func identity(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}
