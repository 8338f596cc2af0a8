package web

import (
	"fmt"
	"strconv"

	"adhere"
	"adhere/report"
)

// A pairView shows one item of two runs side by side.
type pairView struct {
	A, B           *adhere.Run
	List           string
	Previous, Next string
	Place, Total   int
	Name           string
	About          []string
	Asked, After   []textView
	AnswerA        answerView
	AnswerB        answerView
	HrefA, HrefB   string // the item in each run
	JudgesA        []string
	JudgesB        []string
	Rows           []pairRow
}

// A pairRow is one requirement with the verdicts on both answers.
type pairRow struct {
	requirementRow
	To      outcomeTag
	OfB     []verdictView
	Differs bool
}

func (view pairView) head() head { return head{title: view.Name} }

func (s *Server) showPair(v *visit) error {
	a, b, err := s.pairOfRuns(v)
	if err != nil {
		return err
	}
	d, _, err := s.duel(v.ctx(), a, b)
	if err != nil {
		return err
	}
	if d == nil { // the list says that it is being counted
		return v.redirect(pairPath(a.ID, b.ID))
	}
	view := pairView{A: a, B: b, List: with(pairPath(a.ID, b.ID), v.r.URL.Query(), "page", "") + "#pairs"}
	p, ok := view.find(v, d)
	if !ok {
		return &adhere.Error{Code: adhere.NotFound, Message: "there is no such pair of items"}
	}
	placedA, err := s.Records.RecordsAt(v.ctx(), a.ID, int(p.a))
	if err != nil {
		return err
	}
	placedB, err := s.Records.RecordsAt(v.ctx(), b.ID, int(p.b))
	if err != nil {
		return err
	}
	if len(placedA) == 0 || len(placedB) == 0 {
		return &adhere.Error{Code: adhere.Conflict, Message: "a run was removed in this moment"}
	}
	s.fillPair(v, &view, placedA[0], placedB[0])
	return v.show("pair", view)
}

// find looks up the pair whose position in A is in the path, and those before
// and after it among those of the address.
func (view *pairView) find(v *visit, d *duel) (pairOf, bool) {
	q := v.r.URL.Query()
	position, err := strconv.Atoi(v.r.PathValue("position"))
	if err != nil {
		return pairOf{}, false
	}
	to := func(p pairOf) string {
		return with(fmt.Sprintf("%s/%d", pairPath(view.A.ID, view.B.ID), p.a), q, "page", "")
	}
	var all []pairOf
	at := -1
	for _, p := range d.pairs {
		if int(p.a) == position {
			at = len(all)
		} else if !p.fits(q.Get("only")) {
			continue
		}
		all = append(all, p)
	}
	if at < 0 {
		return pairOf{}, false
	}
	view.Place, view.Total = at+1, len(all)
	if at > 0 {
		view.Previous = to(all[at-1])
	}
	if at+1 < len(all) {
		view.Next = to(all[at+1])
	}
	return all[at], true
}

func (s *Server) fillPair(v *visit, view *pairView, a, b Placed) {
	itemA, itemB := s.item(v, view.A, a), s.item(v, view.B, b)
	view.Name, view.About, view.Asked, view.After = itemA.Name, itemA.About, itemA.Asked, itemA.After
	view.AnswerA, view.AnswerB = itemA.Answer, itemB.Answer
	view.HrefA, view.HrefB = itemPath(view.A.ID, a.Position, nil), itemPath(view.B.ID, b.Position, nil)
	view.JudgesA, view.JudgesB = itemA.Judges, itemB.Judges
	for i, row := range itemA.Rows {
		pair := pairRow{requirementRow: row.bare(), To: tagOf(adhere.Skipped)}
		if i < len(itemB.Rows) {
			other := itemB.Rows[i].bare()
			pair.OfB, pair.To = other.Verdicts, other.Merged
			pair.Differs = report.Merged(a.Record, i).Outcome != report.Merged(b.Record, i).Outcome
		}
		view.Rows = append(view.Rows, pair)
	}
}

// bare leads to no prompts: they are on the page of each item.
func (r requirementRow) bare() requirementRow {
	for i := range r.Verdicts {
		r.Verdicts[i].Prompt = ""
	}
	return r
}
