package web

import (
	"fmt"
	"slices"
	"strconv"

	"adhere"
	"adhere/internal/annotate"
)

// A settlesView lists what people differ on, in all campaigns that are open.
type settlesView struct{ Campaigns []settleCampaign }

type settleCampaign struct {
	ID, Name string
	Units    []settleUnit
}

type settleUnit struct{ Unit, Open, All int }

func (settlesView) head() head { return head{title: "Differences to settle"} }

func (s *Server) listDifferences(v *visit) error {
	all, err := s.Annotation.Campaigns.Campaigns(v.ctx())
	if err != nil {
		return err
	}
	var view settlesView
	for _, c := range all {
		if c.State != annotate.Open {
			continue
		}
		v.r.SetPathValue("campaign", c.ID)
		r, places, err := s.resultsOf(v)
		if err != nil {
			return err
		}
		if units := settleUnits(r, places, v.person.Name); len(units) > 0 {
			view.Campaigns = append(view.Campaigns, settleCampaign{c.ID, c.Name, units})
		}
	}
	return v.show("campaign_settles", view)
}

// settleUnits lists the units with differences that the person may settle:
// those that the person has no part in.
func settleUnits(r *annotate.Results, places []annotate.Place, person string) []settleUnit {
	var units []settleUnit
	if r.Protocol.Asks == annotate.AskEdit {
		return nil // texts are compared by reading them
	}
	for _, d := range r.Differences() {
		if hasPart(places, d.Unit, person) {
			continue
		}
		if n := len(units); n == 0 || units[n-1].Unit != d.Unit {
			units = append(units, settleUnit{Unit: d.Unit})
		}
		u := &units[len(units)-1]
		u.All++
		if d.Settled == "" {
			u.Open++
		}
	}
	return units
}

func hasPart(places []annotate.Place, unit int, person string) bool {
	return slices.ContainsFunc(places, func(p annotate.Place) bool { return p.Unit == unit && p.Person == person })
}

// A settleView is one unit with what people said of it, without their names.
type settleView struct {
	labelView
	Questions []settleQuestion
}

type settleQuestion struct {
	Slot    string
	Field   labelField
	Said    []settleVote
	Settled bool
}

type settleVote struct{ Word, Reason string }

func (x settleView) head() head { return head{title: fmt.Sprintf("Settle task %d", x.Unit)} }

// A settling is all that settling a unit needs.
type settling struct {
	results *annotate.Results
	form    *annotate.Form
	differ  []annotate.Difference // on this unit
	task    *annotate.Task        // what the visitor settled before
	unit    int
}

// settlingOf reads what is to be settled. The error's code is NotFound where
// there is nothing, Conflict where the visitor has a part in it.
func (s *Server) settlingOf(v *visit) (*settling, error) {
	unit, err := unitOf(v)
	if err != nil {
		return nil, err
	}
	r, places, err := s.resultsOf(v)
	if err != nil {
		return nil, err
	}
	x := &settling{results: r, unit: unit, task: &annotate.Task{Fields: map[string]string{}}}
	for _, d := range r.Differences() {
		if d.Unit == unit {
			x.differ = append(x.differ, d)
		}
	}
	switch {
	case len(x.differ) == 0, r.Protocol.Asks == annotate.AskEdit:
		return nil, &adhere.Error{Code: adhere.NotFound, Message: "there is nothing to settle", Hint: "people agree, or have not labelled it yet"}
	case hasPart(places, unit, v.person.Name):
		return nil, &adhere.Error{Code: adhere.Conflict, Message: "who labels a task cannot settle it", Hint: "ask another adjudicator"}
	}
	u := &r.Units[unit-1]
	x.form = annotate.NewForm(r.Protocol, u, r.Campaign.Order(v.person.Name, unit, len(u.Answers)))
	for _, t := range r.Settled {
		if t.Unit == unit && t.Person == v.person.Name {
			x.task = t
		}
	}
	return x, nil
}

func (s *Server) showSettle(v *visit) error {
	x, err := s.settlingOf(v)
	if err != nil {
		return err
	}
	view := settleView{labelView: *newLabelView(x.results.Campaign, x.form, &annotate.Task{Fields: x.task.Fields, Locked: true, Version: x.task.Version})}
	view.Questions = x.questions(&view.labelView)
	return v.show("campaign_settle", view)
}

// questions pairs each difference with its field and what people said.
func (x *settling) questions(page *labelView) []settleQuestion {
	var out []settleQuestion
	for i, g := range x.form.Groups {
		for j, q := range g.Fields {
			at := slices.IndexFunc(x.differ, func(d annotate.Difference) bool {
				return (g.Answer < 0 || d.Answer == g.Answer) && d.Question.ID == q.Question.ID
			})
			if at >= 0 {
				out = append(out, settleQuestion{g.Slot, page.Groups[i].Fields[j], x.votes(g.Answer, q), x.differ[at].Settled != ""})
			}
		}
	}
	return out
}

// votes is what people said of one question, in the order of the choices, so
// that nobody can be told by the place.
func (x *settling) votes(answer int, q annotate.Field) []settleVote {
	var out []settleVote
	for _, c := range q.Choices {
		for _, t := range x.results.Counted() {
			if t.Unit != x.unit {
				continue
			}
			if value, why := x.results.Form(t).Value(t, answer, q.Question.ID, x.form.Order); value == c.Value {
				out = append(out, settleVote{c.Word, why})
			}
		}
	}
	return out
}

// settle takes an adjudicator's decisions.
func (s *Server) settle(v *visit) error {
	x, err := s.settlingOf(v)
	if err != nil {
		return err
	}
	if err := v.r.ParseForm(); err != nil {
		return &adhere.Error{Code: adhere.Invalid, Message: "the form cannot be read", Err: err}
	}
	fields := map[string]string{}
	for _, q := range x.questions(newLabelView(x.results.Campaign, x.form, &annotate.Task{Fields: map[string]string{}, Locked: true})) {
		value := v.r.PostForm.Get(q.Field.Name)
		if value == "" {
			continue
		}
		if !slices.ContainsFunc(q.Field.Options, func(o labelOption) bool { return o.Value == value }) {
			return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s: %.20q is none of the choices", q.Field.Name, value), Hint: "load the page again"}
		}
		fields[q.Field.Name] = value
		fields[q.Field.Reason] = unixLines(v.r.PostForm.Get(q.Field.Reason))
	}
	if len(fields) == 0 {
		return &adhere.Error{Code: adhere.Invalid, Message: "nothing was decided", Hint: "choose for at least one question"}
	}
	fields[annotate.FieldOrder] = annotate.OrderText(x.form.Order)
	version := x.task.Version + 1
	err = s.Annotation.Desk.AddEvents(v.ctx(), x.results.Campaign.ID, []annotate.Event{{
		Campaign: x.results.Campaign.ID, Unit: x.unit, Person: v.person.Name, Kind: annotate.Settle, Fields: fields,
		Version: version, Client: "settle-" + strconv.Itoa(version), At: s.Now(),
	}})
	if err != nil {
		return err
	}
	return v.redirect("/settle")
}
