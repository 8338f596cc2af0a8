package annotate

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"adhere"
	"adhere/internal/lists"
	"adhere/metric"
)

// Results are what people said in a campaign, and what of it counts.
type Results struct {
	Campaign *Campaign
	Protocol *Protocol
	Units    []Unit
	Members  []Member
	Tasks    []*Task // of all kinds of units, done or not, by unit and person
	Settled  []*Task // by adjudicators: one for each time, in order

	excluded map[string]string
	hands    map[holding]bool // who has which unit; nil where nobody was given any
	run      string           // whose answers are wanted; empty for all
	differ   func() []Difference
}

// A holding is a unit in somebody's hands.
type holding struct {
	unit   int
	person string
}

// NewResults sums up a campaign from its places, where it has any, and its events,
// in order.
func NewResults(c *Campaign, units []Unit, members []Member, places []Place, events []Event) (*Results, error) {
	p, err := ProtocolNamed(c.Protocol)
	if err != nil {
		return nil, err
	}
	r := &Results{Campaign: c, Protocol: p, Units: units, Members: members, excluded: map[string]string{}}
	r.Tasks, r.Settled = Tasks(events)
	for _, m := range members {
		if m.Excluded != "" {
			r.excluded[m.Person] = m.Excluded
		}
	}
	for _, place := range places {
		if r.hands == nil {
			r.hands = map[holding]bool{}
		}
		r.hands[holding{place.Unit, place.Person}] = true
	}
	r.differ = sync.OnceValue(r.differences)
	return r, nil
}

// Unit returns the unit of a task.
func (r *Results) Unit(t *Task) *Unit { return &r.Units[t.Unit-1] }

// Form returns the form of a task.
func (r *Results) Form(t *Task) *Form { return NewForm(r.Protocol, r.Unit(t), t.Order) }

// Counted returns the tasks that count: work that is handed in, by people who
// are not excluded, and that was not given to others.
func (r *Results) Counted() []*Task {
	return lists.Filter(r.Tasks, func(t *Task) bool {
		return t.Done && r.Unit(t).Kind == Work && r.excluded[t.Person] == "" && !r.reassigned(t)
	})
}

// reassigned reports whether the unit of a task went to somebody else.
func (r *Results) reassigned(t *Task) bool {
	return r.hands != nil && !t.Imported && !r.hands[holding{t.Unit, t.Person}]
}

// An Origin is where a label comes from: who gave it, when, and in which order
// the unit's answers were shown.
type Origin struct {
	Campaign string    `json:"campaign"`
	Protocol string    `json:"protocol"`
	Unit     int       `json:"unit"`
	Person   string    `json:"person"`
	Begun    time.Time `json:"begun,omitzero"`
	Finished time.Time `json:"finished,omitzero"`
	Seconds  float64   `json:"seconds"` // spent on the whole unit
	Order    []int     `json:"order,omitempty"`
	Version  int       `json:"version"` // of the task
	Imported bool      `json:"imported,omitempty"`
	// Guidelines is the version of them that the person had when beginning, from 1.
	Guidelines int `json:"guidelines,omitempty"`
	// Practice is the version of practice and checks at that time, from 1; each change of a unit makes one.
	Practice int `json:"practice,omitempty"`
}

func (r *Results) origin(t *Task) Origin {
	o := Origin{
		Campaign: r.Campaign.ID, Protocol: r.Protocol.Name, Unit: t.Unit, Person: t.Person, Begun: t.Begun, Finished: t.Finished,
		Seconds: t.Spent.Seconds(), Order: t.Order, Version: t.Version, Imported: t.Imported,
	}
	if !t.Imported {
		o.Guidelines, o.Practice = r.Campaign.inForce(t.Begun)
	}
	return o
}

// A Subject tells more of the answer that a label is about.
type Subject struct {
	Run   string `json:"run,omitempty"`         // or file that it comes from
	Slot  string `json:"slot,omitempty"`        // where it was shown
	Maker string `json:"names_maker,omitempty"` // by which words it gives its maker away
}

// A Label is one thing said of one question: a line of a verdict file with
// everything that tells where it comes from.
type Label struct {
	adhere.VerdictLine
	Subject
	Origin
	Score int `json:"score,omitempty"` // of labels that are read: a direct score, and no verdict
}

// Labels returns what counts, by unit, person, answer and question.
func (r *Results) Labels() []Label {
	var out []Label
	for _, t := range r.Counted() {
		u := r.Unit(t)
		for _, x := range r.said(t) {
			l := Label{VerdictLine: u.line(x, Judge(t.Person)), Origin: r.origin(t)}
			if x.Answer >= 0 {
				l.Subject = u.subject(x.Answer, x.Slot)
			}
			out = append(out, l)
		}
	}
	return out
}

func (u *Unit) subject(answer int, slot string) Subject {
	return Subject{u.Answers[answer].Run, slot, u.Answers[answer].Maker}
}

// wants reports whether the results are about an answer.
func (r *Results) wants(a *Answer) bool { return r.run == "" || a.Run == r.run }

// said returns what a task says, of the answers that are wanted.
func (r *Results) said(t *Task) []Said {
	all, u := r.Form(t).Said(t), r.Unit(t)
	if r.run != "" {
		all = slices.DeleteFunc(all, func(x Said) bool { return x.Answer < 0 || !r.wants(&u.Answers[x.Answer]) })
	}
	return all
}

// Judged returns what counts as verdicts.
func (r *Results) Judged() []metric.Judged {
	var all []metric.Judged
	for _, t := range r.Counted() {
		all = append(all, r.Unit(t).judged(r.said(t), Judge(t.Person))...)
	}
	return all
}

// OfRun narrows results to the answers of one run or file. Its model goes by
// its own name there, also where the campaign has several runs of it, so that
// labels fit the run's records. The error's code is NotFound where the
// campaign has no answers of that run.
func (r *Results) OfRun(run string) (*Results, error) {
	narrow, found := *r, false
	narrow.run, narrow.Units = run, slices.Clone(r.Units)
	for i := range narrow.Units {
		u := &narrow.Units[i]
		u.Answers = slices.Clone(u.Answers)
		for j := range u.Answers {
			if u.Answers[j].Run == run {
				u.Answers[j].System, found = "", true
			}
		}
	}
	if !found {
		return nil, &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("the campaign has no answers of %q", run), Hint: "it has those of " + strings.Join(r.Runs(), ", ")}
	}
	narrow.differ = sync.OnceValue(narrow.differences)
	return &narrow, nil
}

// Runs returns the runs and files that the campaign's answers come from, in
// order.
func (r *Results) Runs() []string { return RunsOf(r.Units) }

// JudgesVerdicts returns what the judges of the runs said of the campaign's
// answers.
func (r *Results) JudgesVerdicts() []metric.Judged {
	var all []metric.Judged
	for i := range r.Units {
		u := &r.Units[i]
		if u.Kind != Work {
			continue
		}
		for k := range u.Answers {
			a := &u.Answers[k]
			if !r.wants(a) {
				continue
			}
			for _, v := range a.Verdicts {
				all = append(all, metric.Judged{Instruction: u.Instruction.ID, Attempt: a.Attempt, Model: a.system(), Verdict: v})
			}
		}
	}
	return all
}
