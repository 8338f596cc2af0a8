package annotate

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/metric"
)

// The names of what is held for right.
const (
	GoldMajority = metric.GoldMajority // of the people
	GoldSettled  = metric.GoldSettled  // what an adjudicator settled
	goldMedian   = "gold/median"       // of direct scores
	goldAgreed   = "gold/agreed"       // a text that all wrote
)

// Gold returns what is held for right on each question: by GoldSettled what an
// adjudicator settled, by GoldMajority everything else that people decided,
// undecided in a tie. The name is GoldSettled if anything was settled.
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
	for _, t := range r.Settled { // the last one counts
		for _, j := range r.Unit(t).judged(r.said(t), GoldSettled) {
			settled[keyOf(&j)] = j.Verdict
			name = GoldSettled
		}
	}
	all = metric.Majority(r.Judged(), "person/", GoldMajority, adhere.TieUnsure)
	for i := range all {
		if v, ok := settled[keyOf(&all[i])]; ok {
			all[i].Verdict.Judge, all[i].Verdict.Outcome, all[i].Verdict.Reason = GoldSettled, v.Outcome, v.Reason
		}
	}
	return all, name
}

// held returns the verdicts that were settled, and what judges and people are
// held against: these where there are any, else the people's majority.
func (r *Results) held() (settled []metric.Judged, choice, name string) {
	all, name := r.Gold()
	for _, j := range all {
		if j.Verdict.Judge == GoldSettled {
			settled = append(settled, j)
		}
	}
	if name == GoldMajority {
		return nil, metric.PeopleMajority, name
	}
	return settled, metric.Settled, name
}

// A goldScore is the direct score of an answer that is held for right.
type goldScore struct {
	Instruction string  `json:"instruction"`
	Attempt     int     `json:"attempt"`
	Model       string  `json:"model,omitempty"`
	Judge       string  `json:"judge"`
	Score       float64 `json:"score"` // the median of two may be between them
	Reason      string  `json:"reason,omitempty"`
	People      int     `json:"people"`
	Subject
	Campaign string `json:"campaign"`
	Unit     int    `json:"unit"`
}

// goldScores returns what an adjudicator settled, else the median of the
// people's scores, for each answer that has any.
func (r *Results) goldScores() []goldScore {
	var out []goldScore
	r.units(func(form *Form, tasks []*Task) {
		stands, u := r.settled(form), form.Unit
		for answer, q := range form.all {
			if q.Kind != FieldScore || !r.wants(&u.Answers[answer]) {
				continue
			}
			var scores []int
			for _, t := range tasks {
				if n, err := strconv.Atoi(t.Fields[q.Name]); err == nil {
					scores = append(scores, n)
				}
			}
			if len(scores) == 0 {
				continue
			}
			a := &u.Answers[answer]
			g := goldScore{
				Instruction: u.Instruction.ID, Attempt: a.Attempt, Model: a.system(), Judge: goldMedian, Score: median(scores), People: len(scores),
				Subject: u.subject(answer, ""), Campaign: r.Campaign.ID, Unit: u.Number,
			}
			if n, err := strconv.Atoi(stands.Fields[q.Name]); err == nil {
				g.Judge, g.Score = GoldSettled, float64(n)
			}
			out = append(out, g)
		}
	})
	return out
}

func median(all []int) float64 {
	slices.Sort(all)
	n := len(all)
	return float64(all[(n-1)/2]+all[n/2]) / 2
}

// A goldEdit is an instruction with the decomposition that is held for right.
type goldEdit struct {
	adhere.Instruction
	Judge    string `json:"judge"`
	Changed  bool   `json:"changed"`
	People   int    `json:"people"`
	Campaign string `json:"campaign"`
	Unit     int    `json:"unit"`
}

// goldEdits returns the decompositions that an adjudicator settled or that
// all people wrote alike. Those on which people differ are left out.
func (r *Results) goldEdits() []goldEdit {
	var out []goldEdit
	r.units(func(form *Form, tasks []*Task) {
		if r.Protocol.Asks != AskEdit {
			return
		}
		stands, judge := r.settled(form), goldAgreed
		right := &Task{Fields: map[string]string{}}
		for _, q := range form.all {
			value, done := form.value(stands, q)
			said := form.versions(tasks, q)
			switch {
			case done:
				judge = GoldSettled
			case len(said) == 1:
				value = said[0].Value
			default:
				return
			}
			right.Fields[q.Name] = value
		}
		in, changed := form.edited(right)
		out = append(out, goldEdit{in, judge, changed, len(tasks), r.Campaign.ID, form.Unit.Number})
	})
	return out
}

// units goes over the units that have tasks that count, by number, with the
// tasks as if the answers had been shown in the form's order.
func (r *Results) units(do func(form *Form, tasks []*Task)) {
	all := r.Counted()
	for len(all) > 0 {
		u := r.Unit(all[0])
		form := NewForm(r.Protocol, u, identity(len(u.Answers)))
		n := 0
		for n < len(all) && all[n].Unit == u.Number {
			n++
		}
		tasks := make([]*Task, n)
		for i, t := range all[:n] {
			tasks[i] = r.Form(t).as(t, form.Order)
		}
		do(form, tasks)
		all = all[n:]
	}
}

// edited makes an instruction of what a task says on a decomposition, and
// reports whether anything was changed. A requirement that stayed keeps its
// ID, labels and rule; others are numbered on. Nothing is in doubt any more: the
// person saw that beside the list, and took it in or left it out.
func (f *Form) edited(t *Task) (in adhere.Instruction, changed bool) {
	in = f.Unit.Instruction
	text := map[string]string{}
	for _, q := range f.all {
		text[q.Name], _ = f.value(t, q)
		changed = changed || text[q.Name] != tidy(q.Kind, q.Initial)
	}
	if task := text[fieldTask]; task != "" {
		in.Tags = map[string]string{fieldTask: task}
		for k, v := range f.Unit.Instruction.Tags {
			if k != fieldTask {
				in.Tags[k] = v
			}
		}
	}
	in.Requirements, in.Doubtful = requirementsOf(text[fieldConstraints], f.Unit.Instruction.Requirements), nil
	return in, changed
}

func requirementsOf(list string, old []adhere.Requirement) []adhere.Requirement {
	taken := map[string]bool{}
	for _, o := range old {
		taken[o.ID] = true
	}
	var out []adhere.Requirement
	left, next := slices.Clone(old), 1
	for line := range strings.Lines(list) {
		text := oneLine(line)
		at := slices.IndexFunc(left, func(o adhere.Requirement) bool { return oneLine(cmp.Or(o.Text, o.ID)) == text })
		if at >= 0 {
			out, left = append(out, left[at]), slices.Delete(left, at, at+1)
			continue
		}
		for taken[strconv.Itoa(next)] {
			next++
		}
		id := strconv.Itoa(next)
		taken[id] = true
		r := adhere.Requirement{ID: id, Text: text, Weight: 1}
		for _, o := range old {
			if part := o.Scope.Part(); part != "" && strings.HasPrefix(text, part+": ") {
				r.Scope = o.Scope // it is still of that part
			}
		}
		out = append(out, r)
	}
	return out
}
