package web

import (
	"fmt"
	"slices"
	"strconv"

	"adhere"
	"adhere/internal/browse"
)

// A pairView shows one item of two runs side by side.
type pairView struct {
	A, B *adhere.Run
	List string
	passage
	Name  string
	About []string
	sheet
}

func (s *Server) showPair(v *visit) error {
	a, b, err := s.pairOfRuns(v)
	if err != nil {
		return err
	}
	d, _, err := s.sideBySide(v.ctx(), a, b)
	if err != nil {
		return err
	}
	if d == nil { // says that it is being counted, and comes back here
		v.waitFor(false)
		view := newPairsView(a, b)
		view.Counting = true
		return v.show("pairs", view)
	}
	view := pairView{A: a, B: b}
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
		return &adhere.Error{Code: adhere.Conflict, Message: "one of the runs has just been removed"}
	}
	return s.fillPair(v, &view, placedA[0], placedB[0])
}

// find looks up the pair whose position in A is in the path, and those before
// and after it among those of the address.
func (view *pairView) find(v *visit, d *sideBySide) (pairOf, bool) {
	q := v.r.URL.Query()
	position, err := strconv.Atoi(v.r.PathValue("position"))
	if err != nil {
		return pairOf{}, false
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
	view.passage = passageAt(at, len(all), func(i int) string {
		return with(fmt.Sprintf("%s/%d", pairPath(view.A.ID, view.B.ID), all[i].a), q, "page", "")
	})
	view.List = with(pairPath(view.A.ID, view.B.ID), q, "page", strconv.Itoa(at/itemsPerPage+1)) + fmt.Sprintf("#i%d", position)
	return all[at], true
}

// fillPair puts both answers abreast, and what was said of them together.
func (s *Server) fillPair(v *visit, view *pairView, a, b browse.Placed) error {
	item, err := s.item(v, view.A, a)
	if err != nil {
		return err
	}
	other, err := s.item(v, view.B, b)
	if err != nil {
		return err
	}
	view.Name, view.About, view.sheet = item.Name, item.About, item.sheet
	view.Groups = []group{abreast(side{"A", item.Groups[0], itemPath(view.A.ID, a.Position, nil)}, side{"B", other.Groups[0], itemPath(view.B.ID, b.Position, nil)})}
	return v.show("pair", view)
}

// A side is one of two answers that are shown abreast, and where it is alone.
type side struct {
	slot string
	of   group
	href string
}

// abreast shows two answers beside each other, and what was said of them
// together.
func abreast(sides ...side) group {
	both := group{Rows: sides[0].of.Rows}
	for i, x := range sides {
		answer := x.of.Answers[0]
		answer.Slot, answer.Own = x.slot, x.href
		both.Answers = append(both.Answers, answer)
		for k := range both.Rows {
			both.Rows[k].take(i, x.slot, x.of.Rows, k)
		}
	}
	if a, b := both.Answers[0], both.Answers[1]; a.Err == "" && b.Err == "" && a.Text.More+b.Text.More == 0 {
		both.Changes = changesBetween(a.Text.Text, b.Text.Text)
	}
	return both
}

// take adds what was said of the answer on one side. What judges were shown is
// on the page of each item.
func (r *requirementRow) take(side int, slot string, rows []requirementRow, k int) {
	if side == 0 {
		r.Verdicts = slices.Clone(r.Verdicts)
	} else if k < len(rows) {
		r.Differs = rows[k].Merged != r.Merged
		r.Verdicts = append(r.Verdicts, rows[k].Verdicts...)
	}
	for i := range r.Verdicts {
		if x := &r.Verdicts[i]; x.Side == "" {
			x.Side, x.Prompt = slot, ""
		}
	}
}
