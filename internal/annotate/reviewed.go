package annotate

import (
	"slices"

	"adhere"
)

// A Reviewed is what people made of the instructions of a data set.
type Reviewed struct {
	People  int // whose work counts
	Decided int // instructions that stay or go
	Several int // instructions that several people looked at
	Alike   int // of these: all said the same

	stays     map[string]*adhere.Instruction
	corrected map[string]bool // those that stay otherwise than they were proposed
	why       map[string]string
}

// Reviewed sums up a campaign whose protocol asks the same about each
// instruction, or has requirements put right. The error's code is Invalid for
// other protocols.
func (r *Results) Reviewed() (*Reviewed, error) {
	v := &Reviewed{stays: map[string]*adhere.Instruction{}, corrected: map[string]bool{}, why: map[string]string{}}
	switch r.Protocol.Asks {
	case AskFixed:
		v.validated(r)
	case AskEdit:
		v.edited(r)
	default:
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "the campaign " + r.Campaign.ID + " is about answers: " + r.Protocol.Title, Hint: "a set is validated by the protocols validation, double-check and decomposition"}
	}
	people := map[string]bool{}
	for _, t := range r.Counted() {
		people[t.Person] = true
	}
	v.People, v.Decided = len(people), len(v.stays)+len(v.why)
	return v, nil
}

// Of returns the instruction as people left it and whether they corrected it, or
// why it goes.
func (v *Reviewed) Of(in *adhere.Instruction) (stays *adhere.Instruction, corrected bool, why string) {
	switch {
	case v.stays[in.ID] != nil:
		return v.stays[in.ID], v.corrected[in.ID], ""
	case v.why[in.ID] != "":
		return nil, false, v.why[in.ID]
	}
	return nil, false, "nobody decided"
}

// tooFew is why an instruction goes that waits for more people.
const tooFew = "too few people"

// validated keeps what was held for right on every question: what an
// adjudicator settled, otherwise the majority, and everybody where people are
// asked in turn.
func (v *Reviewed) validated(r *Results) {
	type question struct{ instruction, id string }
	said := map[question][]adhere.Outcome{}
	for _, j := range r.Judged() {
		q := question{j.Instruction, j.Verdict.Requirement}
		said[q] = append(said[q], j.Verdict.Outcome)
	}
	differ, several := map[string]bool{}, map[string]bool{}
	all, _ := r.Gold()
	for i := range all {
		g := &all[i]
		outcomes := said[question{g.Instruction, g.Verdict.Requirement}]
		alike := !slices.ContainsFunc(outcomes, func(o adhere.Outcome) bool { return o != outcomes[0] })
		several[g.Instruction] = several[g.Instruction] || len(outcomes) > 1
		differ[g.Instruction] = differ[g.Instruction] || !alike
		settled := g.Verdict.Judge == GoldSettled
		switch {
		case g.Verdict.Outcome == adhere.NotMet || r.Protocol.InTurn && !settled && !alike:
			v.why[g.Instruction] = "people say no: " + g.Verdict.Requirement
		case g.Verdict.Outcome != adhere.Met:
			v.why[g.Instruction] = "people differ: " + g.Verdict.Requirement
		case !settled && len(outcomes) < r.Campaign.Overlap:
			v.why[g.Instruction] = tooFew
		}
	}
	for i := range r.Units {
		in := &r.Units[i].Instruction
		if asked, ok := several[in.ID]; ok {
			v.count(asked, !differ[in.ID])
			if v.why[in.ID] == "" {
				v.stays[in.ID] = in
			}
		}
	}
}

func (v *Reviewed) count(several, alike bool) {
	if several {
		v.Several++
		if alike {
			v.Alike++
		}
	}
}

// edited takes the corrections that were settled or that all wrote alike, if
// they are as many as were to write.
func (v *Reviewed) edited(r *Results) {
	for _, e := range r.goldEdits() {
		if e.Judge != GoldSettled && e.People < r.Campaign.Overlap {
			v.why[e.ID] = tooFew
			continue
		}
		v.stays[e.ID], v.corrected[e.ID] = &e.Instruction, e.Changed
	}
	r.units(func(form *Form, tasks []*Task) {
		id, alike := form.Unit.Instruction.ID, true
		for _, q := range form.all {
			alike = alike && len(form.versions(tasks, q)) == 1
		}
		v.count(len(tasks) > 1, alike)
		if v.stays[id] == nil && v.why[id] == "" {
			v.why[id] = "people differ"
		}
	})
}
