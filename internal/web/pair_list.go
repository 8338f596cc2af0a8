package web

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"

	"adhere"
	"adhere/report"
)

// A pairsView shows two runs of one benchmark, pair by pair.
type pairsView struct {
	A, B         *adhere.Run
	HrefA, HrefB string
	Swap         string
	Counting     bool
	Fresh        bool
	report.Parts
	Tabs  []outcomeTab
	Pairs []pairLine
	Pages pager
}

type pairLine struct {
	Name     string
	Href     string
	Asked    string
	From, To outcomeTag
	Differs  bool
	A, B     itemLine
}

// choosePair leads from a form to the page of two runs.
func (s *Server) choosePair(v *visit) error {
	q := v.r.URL.Query()
	ticked := q["run"]
	if q.Get("a") != "" {
		ticked = []string{q.Get("a"), q.Get("b")}
	}
	if len(ticked) != 2 {
		return &adhere.Error{Code: adhere.Invalid, Message: "comparing takes two runs, but " + strconv.Itoa(len(ticked)) + " are selected", Hint: "go back and select two runs of one benchmark"}
	}
	a, err := s.Runs.Run(v.ctx(), ticked[0])
	if err != nil {
		return err
	}
	b, err := s.Runs.Run(v.ctx(), ticked[1])
	if err != nil {
		return err
	}
	return v.redirect(pairPath(a.ID, b.ID))
}

func pairPath(a, b string) string { return "/compare/" + url.PathEscape(a) + "/" + url.PathEscape(b) }

// pairOfRuns returns the two runs in the path.
func (s *Server) pairOfRuns(v *visit) (a, b *adhere.Run, err error) {
	if a, err = s.Runs.Run(v.ctx(), v.r.PathValue("a")); err == nil {
		b, err = s.Runs.Run(v.ctx(), v.r.PathValue("b"))
	}
	if err == nil && a.Plan.Bench != b.Plan.Bench {
		err = &adhere.Error{Code: adhere.Invalid, Message: "runs of " + a.Plan.Bench + " and " + b.Plan.Bench + " cannot be compared", Hint: "choose two runs of one benchmark"}
	}
	return a, b, err
}

func newPairsView(a, b *adhere.Run) pairsView {
	return pairsView{A: a, B: b, HrefA: "/runs/" + a.ID, HrefB: "/runs/" + b.ID, Swap: pairPath(b.ID, a.ID)}
}

func (s *Server) listPairs(v *visit) error {
	a, b, err := s.pairOfRuns(v)
	if err != nil {
		return err
	}
	view := newPairsView(a, b)
	d, fresh, err := s.sideBySide(v.ctx(), a, b)
	if err != nil {
		return err
	}
	v.waitFor(d != nil)
	view.Counting, view.Fresh = d == nil, fresh
	if d == nil {
		return v.show("pairs", view)
	}
	if err := s.fillPairs(v, &view, d); err != nil {
		return err
	}
	return v.show("pairs", view)
}

func (s *Server) fillPairs(v *visit, view *pairsView, d *sideBySide) error {
	here := pairPath(view.A.ID, view.B.ID)
	runs := [...]string{view.A.ID, view.B.ID}
	parts, err := d.versus.Parts(func(side int, sum adhere.Summary) string { return itemsBehind(runs[side], sum.Group) })
	if err != nil {
		return err
	}
	view.Parts = *parts
	q := v.r.URL.Query()
	only := q.Get("only")
	view.addTabs(q, here, only, d)
	fit := slices.DeleteFunc(slices.Clone(d.pairs), func(p pairOf) bool { return !p.fits(only) })
	view.Pages = newPager(here, q, len(fit), itemsPerPage)
	view.Pairs, err = s.pairLines(v, view, paged(fit, view.Pages))
	return err
}

func (view *pairsView) addTabs(q url.Values, here, only string, d *sideBySide) {
	for _, tab := range []struct{ kind, sign, word string }{
		{pairsAll, "", "all"}, {pairsDiffer, "", "different"}, {pairsBetter, "↑", "better in B"}, {pairsWorse, "↓", "worse in B"}, {pairsMissing, "!", "no response"},
	} {
		n := 0
		for _, p := range d.pairs {
			n += count(p.fits(tab.kind))
		}
		if n > 0 || tab.kind == only {
			view.Tabs = append(view.Tabs, outcomeTab{outcomeTag{"", tab.sign, tab.word}, with(here, q, "only", tab.kind) + "#pairs", n, tab.kind == only})
		}
	}
}

func (s *Server) pairLines(v *visit, view *pairsView, shown []pairOf) ([]pairLine, error) {
	var atA, atB []int
	for _, p := range shown {
		atA, atB = append(atA, int(p.a)), append(atB, int(p.b))
	}
	recordsA, err := s.Records.RecordsAt(v.ctx(), view.A.ID, atA...)
	if err != nil {
		return nil, err
	}
	recordsB, err := s.Records.RecordsAt(v.ctx(), view.B.ID, atB...)
	if err != nil {
		return nil, err
	}
	if len(recordsA) != len(shown) || len(recordsB) != len(shown) {
		return nil, &adhere.Error{Code: adhere.Conflict, Message: "one of the runs has just been removed"}
	}
	lines := make([]pairLine, len(shown))
	for i, p := range shown {
		a, b := lineOf(recordsA[i], recordsA[i].Record.Outcomes(nil)), lineOf(recordsB[i], recordsB[i].Record.Outcomes(nil))
		lines[i] = pairLine{
			Name: a.Name, Asked: a.Asked, A: a, B: b, Differs: p.differs, From: outcomeWords(p.from), To: outcomeWords(p.to),
			Href: with(fmt.Sprintf("%s/%d", pairPath(view.A.ID, view.B.ID), p.a), v.r.URL.Query(), "page", ""),
		}
	}
	return lines, nil
}
