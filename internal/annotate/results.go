package annotate

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"adhere"
	"adhere/metric"
)

// Results are what people said in a campaign, and what of it counts.
type Results struct {
	Campaign *Campaign
	Protocol *Protocol
	Units    []Unit
	Members  []Member
	Tasks    []*Task // of all kinds of units, done or not, by unit and person
	Settled  []*Task // by adjudicators

	excluded map[string]string
}

// NewResults sums up a campaign from its events, in order.
func NewResults(c *Campaign, units []Unit, members []Member, events []Event) (*Results, error) {
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
	return r, nil
}

// Unit returns the unit of a task.
func (r *Results) Unit(t *Task) *Unit { return &r.Units[t.Unit-1] }

// Form returns the form of a task.
func (r *Results) Form(t *Task) *Form { return NewForm(r.Protocol, r.Unit(t), t.Order) }

// Counted returns the tasks that count: work that is handed in, by people who
// are not excluded.
func (r *Results) Counted() []*Task {
	var out []*Task
	for _, t := range r.Tasks {
		if t.Done && r.Unit(t).Kind == Work && r.excluded[t.Person] == "" {
			out = append(out, t)
		}
	}
	return out
}

// A Label is one thing said of one question, with everything that tells where
// it comes from. Its first fields are those of a verdict file.
type Label struct {
	Instruction string         `json:"instruction"`
	Attempt     int            `json:"attempt"`
	Model       string         `json:"model,omitempty"`
	Requirement string         `json:"requirement"`
	Judge       string         `json:"judge"`
	Outcome     adhere.Outcome `json:"outcome"`
	Reason      string         `json:"reason,omitempty"`

	Campaign string    `json:"campaign"`
	Protocol string    `json:"protocol"`
	Unit     int       `json:"unit"`
	Person   string    `json:"person"`
	Begun    time.Time `json:"begun,omitzero"`
	Finished time.Time `json:"finished,omitzero"`
	Seconds  float64   `json:"seconds"` // spent on the whole unit
	Slot     string    `json:"slot,omitempty"`
	Order    []int     `json:"order,omitempty"` // in which the unit's answers were shown
	Version  int       `json:"version"`         // of the task
	Imported bool      `json:"imported,omitempty"`
	Maker    string    `json:"names_maker,omitempty"` // the answer gives its maker away
}

// Labels returns what counts, by unit, person, answer and question.
func (r *Results) Labels() []Label {
	var out []Label
	for _, t := range r.Counted() {
		out = append(out, r.labels(t, Judge(t.Person))...)
	}
	return out
}

func (r *Results) labels(t *Task, judge string) []Label {
	u := r.Unit(t)
	said := r.Form(t).Said(t)
	out := make([]Label, len(said))
	for i, j := range u.judged(said, judge) {
		out[i] = Label{
			Instruction: j.Instruction, Attempt: j.Attempt, Model: j.Model, Requirement: j.Verdict.Requirement,
			Judge: judge, Outcome: j.Verdict.Outcome, Reason: j.Verdict.Reason,
			Campaign: r.Campaign.ID, Protocol: r.Protocol.Name, Unit: t.Unit, Person: t.Person,
			Begun: t.Begun, Finished: t.Finished, Seconds: t.Spent.Seconds(),
			Slot: said[i].Slot, Order: t.Order, Version: t.Version, Imported: t.Imported,
		}
		if a := said[i].Answer; a >= 0 {
			out[i].Maker = u.Answers[a].Maker
		}
	}
	return out
}

// Judged returns what counts as verdicts.
func (r *Results) Judged() []metric.Judged {
	var all []metric.Judged
	for _, t := range r.Counted() {
		all = append(all, r.Unit(t).judged(r.Form(t).Said(t), Judge(t.Person))...)
	}
	return all
}

// JudgesVerdicts returns what the judges of the runs said of the campaign's
// answers.
func (r *Results) JudgesVerdicts() []metric.Judged {
	var all []metric.Judged
	for i := range r.Units {
		u := &r.Units[i]
		if u.Kind != Work {
			continue
		}
		for _, a := range u.Answers {
			for _, v := range a.Verdicts {
				all = append(all, metric.Judged{Instruction: u.Instruction.ID, Attempt: a.Attempt, Model: a.Model, Verdict: v})
			}
		}
	}
	return all
}

// The names of what is held for right.
const (
	GoldMajority = "gold/majority" // of the people
	GoldSettled  = "gold/settled"  // the same, but for what an adjudicator settled
)

// Gold returns what is held for right on each question: what an adjudicator
// settled, else the majority of the people, undecided in a tie.
func (r *Results) Gold() (all []metric.Judged, name string) {
	type key struct {
		instruction, model, requirement string
		attempt                         int
	}
	keyOf := func(j *metric.Judged) key {
		return key{j.Instruction, j.Model, j.Verdict.Requirement, j.Attempt}
	}
	name = GoldMajority
	settled := map[key]adhere.Verdict{}
	for _, t := range r.Settled {
		for _, j := range r.Unit(t).judged(r.Form(t).Said(t), "") {
			settled[keyOf(&j)] = j.Verdict
			name = GoldSettled
		}
	}
	all = metric.Majority(r.Judged(), "person/", name, metric.TieUnsure)
	for i := range all {
		if v, ok := settled[keyOf(&all[i])]; ok {
			all[i].Verdict.Outcome, all[i].Verdict.Reason = v.Outcome, v.Reason
		}
	}
	return all, name
}

// An Exclusion says what was left out, and why.
type Exclusion struct {
	What string
	N    int
	Why  string
}

// Exclusions returns what does not count, and why.
func (r *Results) Exclusions() []Exclusion {
	open, known, people := 0, 0, map[string]int{}
	unknown := 0
	for _, t := range r.Tasks {
		switch {
		case r.Unit(t).Kind != Work:
			known++
		case !t.Done:
			open++
		case r.excluded[t.Person] != "":
			people[t.Person]++
		default:
			for _, x := range r.Form(t).Said(t) {
				if !x.Outcome.Decided() {
					unknown++
				}
			}
		}
	}
	var out []Exclusion
	add := func(what string, n int, why string) {
		if n > 0 {
			out = append(out, Exclusion{what, n, why})
		}
	}
	add("tasks not handed in", open, "begun, but not finished")
	add("training and attention checks", known, "their answers are known; they measure people, not answers")
	for _, m := range r.Members {
		add("tasks of "+m.Person, people[m.Person], m.Excluded)
	}
	add("answers \"unknown\"", unknown, "the person would not decide; left out of every coefficient")
	return out
}

// A Difference is a question on which people differ and nobody has settled
// yet, or has.
type Difference struct {
	Unit     int
	Answer   int
	Question Question
	Votes    map[adhere.Outcome]int
	Settled  adhere.Outcome // empty while nobody has
}

// Differences returns the questions on which people who count disagree, by
// unit, answer and question.
func (r *Results) Differences() []Difference {
	type key struct {
		unit, answer int
		question     string
	}
	by := map[key]*Difference{}
	var order []*Difference
	for _, t := range r.Counted() {
		for _, x := range r.Form(t).Said(t) {
			k := key{t.Unit, x.Answer, x.Question.ID}
			if by[k] == nil {
				by[k] = &Difference{Unit: t.Unit, Answer: x.Answer, Question: x.Question, Votes: map[adhere.Outcome]int{}}
				order = append(order, by[k])
			}
			by[k].Votes[x.Outcome]++
		}
	}
	for _, t := range r.Settled {
		for _, x := range r.Form(t).Said(t) {
			if d := by[key{t.Unit, x.Answer, x.Question.ID}]; d != nil {
				d.Settled = x.Outcome
			}
		}
	}
	var out []Difference
	for _, d := range order {
		if len(d.Votes) > 1 {
			out = append(out, *d)
		}
	}
	slices.SortStableFunc(out, func(a, b Difference) int {
		if a.Unit != b.Unit {
			return a.Unit - b.Unit
		}
		return a.Answer - b.Answer
	})
	return out
}

// A Standing is how far one person has come.
type Standing struct {
	Person           string
	Excluded         string
	Planned          int // places of work that are the person's
	Begun, Done      int // of work
	Training, Checks Score
	Spent            time.Duration // on work that is done
	Pay              adhere.Money
	Imported         int
}

// Standings returns how far each person has come, by name; the places are
// those of the whole campaign.
func (r *Results) Standings(places []Place) []Standing {
	var names []string
	of := map[string]*Standing{}
	at := func(person string) *Standing {
		if of[person] == nil {
			of[person] = &Standing{Person: person, Excluded: r.excluded[person]}
			names = append(names, person)
		}
		return of[person]
	}
	for _, m := range r.Members {
		at(m.Person)
	}
	for _, p := range places {
		if p.Person != "" && p.State != Void && r.Units[p.Unit-1].Kind == Work {
			at(p.Person).Planned++
		}
	}
	for _, t := range r.Tasks {
		r.stand(at(t.Person), t)
	}
	slices.Sort(names)
	out := make([]Standing, len(names))
	for i, name := range names {
		out[i] = *of[name]
	}
	return out
}

func (r *Results) stand(s *Standing, t *Task) {
	switch kind := r.Unit(t).Kind; {
	case t.Imported:
		s.Imported++
	case kind != Work && t.Done:
		score := r.Form(t).Mark(t)
		to := &s.Checks
		if kind == Training {
			to = &s.Training
		}
		to.Right, to.Of = to.Right+score.Right, to.Of+score.Of
	case kind == Work && t.Done:
		s.Done++
		s.Spent += t.Spent
		s.Pay += r.Campaign.Pay
	case kind == Work:
		s.Begun++
	}
}

// Named says which answers name their maker: "unit 3, answer 2: I'm Claude".
func (r *Results) Named() []string {
	var out []string
	for _, u := range r.Units {
		for i, a := range u.Answers {
			if a.Maker != "" {
				out = append(out, fmt.Sprintf("unit %d, answer %d: %s", u.Number, i+1, strings.TrimSpace(a.Maker)))
			}
		}
	}
	return out
}
