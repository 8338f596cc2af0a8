package web

import (
	"io"
	"net/url"
	"slices"
	"strconv"

	"adhere"
	"adhere/internal/plural"
	"adhere/internal/writing"
	"adhere/internal/writing/collect"
)

// A questionsView lists the questions that are asked, and those that are
// proposed.
type questionsView struct {
	trouble
	Tabs      []navLink
	Documents int
	Proposed  []questionLine
	Asked     []questionLine
	Refused   []questionLine
	Taken     string // what became of a file of built questions
}

// A questionLine is a question in a list.
type questionLine struct {
	writing.Asked
	Href   string
	Failed string // the criteria that code finds not met
	Begun  int    // sessions
	Left   int    // models with which it can still be answered
}

func (s *Server) questions(v *visit) (*questionsView, error) {
	x, err := s.collected(v.ctx())
	if err != nil {
		return nil, err
	}
	return newQuestionsView(&x), nil
}

func newQuestionsView(x *collected) *questionsView {
	view := &questionsView{Tabs: deskTabs(questionsPath), Documents: len(x.held)}
	begun := x.byQuestion()
	for i := range x.questions {
		q := &x.questions[i]
		line := questionLine{Asked: *q, Href: questionHref(q.ID), Failed: collect.Review(q, 0), Begun: len(begun[q.ID]), Left: openings(begun[q.ID], x.models)}
		switch q.State {
		case writing.Proposed:
			view.Proposed = append(view.Proposed, line)
		case writing.Refused:
			view.Refused = append(view.Refused, line)
		case writing.Open:
			view.Asked = append(view.Asked, line)
		}
	}
	return view
}

func questionHref(id string) string { return questionsPath + "/" + url.PathEscape(id) }

// takeBuilt takes files of questions that were built as proposals.
func (s *Server) takeBuilt(v *visit) error {
	all := 0
	err := v.eachFile(func(name string, r io.Reader) error {
		n, err := s.Writing.Desk.Propose(v.ctx(), name, r)
		all += n
		return err
	})
	return showTaken(v, err, "questions", s.questions, func(x *questionsView) {
		x.Taken = plural.Of(all, "proposal") + " added; what was there already is left out."
	})
}

// A questionView is one question, to be written or looked at.
type questionView struct {
	trouble
	writing.Asked
	New      bool
	Version  string // of the question as it is stored
	Begun    int
	Criteria []criterionLine
	Missing  int
	Anyway   bool
	Held     []documentLine
	Sets     []writing.Set
	People   []string
	Next     string // the next proposal
	Waiting  int    // proposals besides this one
}

// A criterionLine is one thing that a good question meets: code says whether,
// or who asks ticks it.
type criterionLine struct {
	collect.Criterion
	Failed string // what code has against it
	Ticked bool
}

func (s *Server) newQuestion(v *visit) (*questionView, error) {
	return s.questionForm(v, &questionView{New: true})
}

func (s *Server) question(v *visit) (*questionView, error) {
	q, err := s.Writing.Desk.Question(v.ctx(), v.r.PathValue("question"))
	if err != nil {
		return nil, err
	}
	return s.questionForm(v, &questionView{Asked: *q, Version: versionOf(q)})
}

// questionForm fills in what there is to choose from.
func (s *Server) questionForm(v *visit, view *questionView) (*questionView, error) {
	x, err := s.collected(v.ctx())
	if err != nil {
		return nil, err
	}
	view.People, err = s.labellers(v, labels())
	view.fill(&x)
	return view, err
}

func (q *questionView) fill(x *collected) {
	q.Sets = x.sets
	for _, h := range x.held {
		q.Held = append(q.Held, documentLine{Holding: h, Href: documentsPath + "/" + url.PathEscape(h.ID)})
	}
	holds := func(d documentLine) bool { return slices.Contains(q.Documents, d.ID) }
	slices.SortStableFunc(q.Held, func(a, b documentLine) int { // what is ticked comes first
		switch {
		case holds(a) == holds(b):
			return 0
		case holds(a):
			return -1
		default:
			return 1
		}
	})
	if !q.New {
		q.Begun = len(x.byQuestion()[q.ID])
	}
	for i := range x.questions {
		if p := &x.questions[i]; p.State == writing.Proposed && p.ID != q.ID {
			if q.Waiting++; q.Next == "" || p.ID > q.ID && q.Next < questionHref(q.ID) {
				q.Next = questionHref(p.ID)
			}
		}
	}
	if q.Criteria == nil {
		q.judge(nil)
	}
}

// judge fills in the checklist.
func (q *questionView) judge(ticked []string) {
	failed := map[string]string{}
	if q.Text != "" {
		for _, o := range collect.Objections(&q.Asked, q.Missing) {
			failed[o.Criterion] = o.Evidence
		}
	}
	for _, c := range collect.Criteria() {
		q.Criteria = append(q.Criteria, criterionLine{c, failed[c.ID], slices.Contains(ticked, c.ID) || !q.New && q.State == writing.Open})
	}
}

// saveQuestion does with a question what its button says: asks it, keeps or
// refuses a proposal, says whom it is for, or takes it out.
func (s *Server) saveQuestion(v *visit) error {
	view, err := s.questionFilled(v)
	if err != nil {
		return err
	}
	to := questionsPath
	if next := v.r.PostFormValue("next"); next != "" && v.r.PostFormValue("do") != "assign" {
		to = within(next)
	}
	err = s.settleQuestion(v, view)
	return taken(v, err, to, "question", func(v *visit) (*questionView, error) {
		if !view.New {
			q, failed := s.Writing.Desk.Question(v.ctx(), view.ID)
			if failed != nil {
				return nil, failed
			}
			view.Version = v.versionAfter(err, versionOf(q))
		}
		return s.questionForm(v, view)
	})
}

// questionFilled is the question as the form has it.
func (s *Server) questionFilled(v *visit) (*questionView, error) {
	form := v.r.PostForm
	view := &questionView{New: true}
	if id := v.r.PathValue("question"); id != "" {
		q, err := s.Writing.Desk.Question(v.ctx(), id)
		if err != nil {
			return nil, err
		}
		view.Asked, view.New = *q, false
	}
	view.Asked.People = form["person"]
	if do := form.Get("do"); do == "assign" || do == "remove" {
		return view, nil
	}
	view.Text, view.Topic = v.text("text"), v.text("topic")
	view.Missing, _ = strconv.Atoi(form.Get("missing")) // what is no number is none
	view.Anyway = form.Get("anyway") != ""
	view.Documents = form["document"]
	if name := form.Get("set"); name != "" {
		sets, err := s.Writing.Desk.Sets(v.ctx())
		if err != nil {
			return nil, err
		}
		for _, set := range sets {
			if set.Name == name {
				view.Documents = append(view.Documents, set.Documents...)
			}
		}
	}
	view.Documents = slices.Compact(slices.Sorted(slices.Values(view.Documents)))
	view.judge(form["meets"])
	return view, nil
}

// settleQuestion carries out what the form's button says.
func (s *Server) settleQuestion(v *visit, view *questionView) error {
	check := func(now *writing.Asked) error { return v.sameVersion("the question", versionOf(now)) }
	switch v.r.PostFormValue("do") {
	case "ask":
		for _, c := range view.Criteria {
			if !c.ByCode && !c.Ticked && !view.Anyway {
				return &adhere.Error{Code: adhere.Invalid, Message: "the checklist is incomplete: “" + c.Text + "” is not ticked", Hint: "tick what the question meets, or accept it anyway"}
			}
		}
		view.State = writing.Open
		return s.Writing.Desk.Ask(v.ctx(), &view.Asked, view.Missing, view.Anyway, check)
	case "keep", "refuse":
		if view.State == writing.Open && !view.New {
			return &adhere.Error{Code: adhere.Conflict, Message: "the question has been accepted already", Hint: "delete it instead"}
		}
		view.State = writing.Proposed
		if v.r.PostFormValue("do") == "refuse" {
			view.State = writing.Refused
		}
		return s.Writing.Desk.Ask(v.ctx(), &view.Asked, view.Missing, false, check)
	case "assign":
		return s.Writing.Desk.AssignQuestion(v.ctx(), view.ID, view.Asked.People, check)
	case "remove":
		return s.Writing.Desk.RemoveQuestion(v.ctx(), view.ID, check)
	default:
		return errNoAction()
	}
}
