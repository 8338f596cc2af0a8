package web

import (
	"cmp"
	"net/url"
	"slices"

	"adhere"
	"adhere/internal/browse"
	"adhere/internal/lists"
	"adhere/report"
)

// The bounds of a leaderboard: how many of the newest finished runs it ranks,
// and how many of the best are drawn side by side.
const (
	mostRanked = 40
	mostDrawn  = 5
	mostSorted = 2000 // runs that are sorted into fields
)

// A boardsView lists the benchmarks that have runs.
type boardsView struct{ Benches []navLink }

func (s *Server) listBoards(v *visit) error {
	benches, _, _, err := s.Runs.RunNames(v.ctx())
	if err != nil {
		return err
	}
	var view boardsView
	for _, b := range benches {
		view.Benches = append(view.Benches, navLink{Title: b, Href: "/boards/" + url.PathEscape(b)})
	}
	return v.show("boards", view)
}

// A boardView ranks the runs of one benchmark that are comparable.
type boardView struct {
	Bench   string
	Field   *field
	Others  []*field // that its runs are not comparable with
	Metrics []boardMetric
	Ranks   []rank
	Waiting []navLink // runs that are still being counted
	More    int       // older runs that are left out
	report.Parts
	Drawn  int
	Matrix *matrix // of the best against one another; nil where there is one run
}

// A boardMetric is a column. By one of which more is better the board can be sorted.
type boardMetric struct {
	Name, Href string // no Href where it cannot
	Sorted     bool
}

// A rank is one run's line.
type rank struct {
	Place  int
	Run    *adhere.Run
	Href   string
	Cells  []boardCell
	Beside string // compares it with the first; empty for the first
	result *report.Result
}

type boardCell struct {
	Value, Interval, Base string // Value is empty where there is none
	Why                   string // there is none
	Href                  string // to the items
	value                 float64
	undefined             bool
}

func (s *Server) showBoard(v *visit) error {
	bench := v.r.PathValue("bench")
	runs, total, err := s.Runs.SearchRuns(v.ctx(), browse.Query{Bench: bench, State: adhere.Finished, Archive: browse.Current, Descending: true, Limit: mostSorted})
	if err != nil {
		return err
	}
	if total == 0 {
		return &adhere.Error{Code: adhere.NotFound, Message: "no run of that benchmark is finished", Hint: "the leaderboards list those that have runs"}
	}
	view := boardView{Bench: bench}
	view.choose(fieldsOf(runs), v.r.URL.Query())
	ranked := view.Field.runs[:min(mostRanked, len(view.Field.runs))]
	view.More = len(view.Field.runs) - len(ranked)
	if err := s.rank(v, &view, ranked); err != nil {
		return err
	}
	v.waitFor(len(view.Waiting) == 0 && (view.Matrix == nil || !view.Matrix.Waiting))
	return v.show("board", view)
}

// rank fills in what is counted already, and has the rest counted.
func (s *Server) rank(v *visit, view *boardView, runs []*adhere.Run) error {
	for _, r := range runs {
		result, err := s.counting(v, r, len(view.Waiting) > 0)
		if err != nil {
			return err
		}
		href := "/runs/" + r.ID
		if result == nil {
			view.Waiting = append(view.Waiting, navLink{Title: r.ID, Href: href})
			continue
		}
		view.Ranks = append(view.Ranks, rank{Run: r, Href: href, result: result})
	}
	view.columns(v.r.URL.Query())
	view.order()
	if len(view.Waiting) == 0 {
		if err := s.fillMatrix(v, view); err != nil {
			return err
		}
	}
	return view.draw(v)
}

// counting returns a run's result, without waiting for it where another page
// element already waits.
func (s *Server) counting(v *visit, r *adhere.Run, busy bool) (*report.Result, error) {
	if busy && !s.digests.has(resultKey(r), stampOf(r)) {
		return nil, nil //nolint:nilnil // not counted yet is no error
	}
	return s.result(v.ctx(), r)
}

// columns takes the metrics over whole runs in the order of the first run
// that has them, and the one to sort by from the address.
func (view *boardView) columns(q url.Values) {
	var names []string
	for _, r := range view.Ranks {
		for _, m := range r.result.Metrics {
			if len(m.Group) == 0 && !slices.Contains(names, m.Metric) {
				names = append(names, m.Metric)
			}
		}
	}
	ranking := lists.Filter(names, report.Ranks)
	by := q.Get("by")
	if !slices.Contains(ranking, by) && len(ranking) > 0 {
		by = ranking[0]
	}
	for _, name := range names {
		m := boardMetric{Name: name, Sorted: name == by}
		if report.Ranks(name) {
			m.Href = with("/boards/"+url.PathEscape(view.Bench), q, "by", name)
		}
		view.Metrics = append(view.Metrics, m)
	}
	for i := range view.Ranks {
		for _, name := range names {
			view.Ranks[i].Cells = append(view.Ranks[i].Cells, cellOf(view.Ranks[i].result, name))
		}
	}
}

func cellOf(r *report.Result, metric string) boardCell {
	for _, card := range r.Headlines() {
		if card.Metric == metric {
			if card.Undefined {
				return boardCell{Why: card.Interval, undefined: true}
			}
			return boardCell{Value: card.Value, Interval: card.Interval, Base: card.Base, Href: itemsBehind(r.Run, nil), value: card.Number}
		}
	}
	return boardCell{undefined: true}
}

// order puts the best first. Equal values share a place.
func (view *boardView) order() {
	by := slices.IndexFunc(view.Metrics, func(m boardMetric) bool { return m.Sorted })
	if by < 0 {
		return
	}
	slices.SortStableFunc(view.Ranks, func(a, b rank) int {
		x, y := a.Cells[by], b.Cells[by]
		if x.undefined != y.undefined {
			if x.undefined {
				return 1
			}
			return -1
		}
		return cmp.Compare(y.value, x.value)
	})
	for i := range view.Ranks {
		r := &view.Ranks[i]
		r.Place = i + 1
		if i > 0 {
			r.Beside = pairPath(view.Ranks[0].Run.ID, r.Run.ID)
			if before := view.Ranks[i-1]; before.Cells[by].value == r.Cells[by].value && !r.Cells[by].undefined {
				r.Place = before.Place
			}
		}
	}
}

// draw puts the best runs side by side, group by group.
func (view *boardView) draw(v *visit) error {
	sweep := &report.Sweep{Title: view.Bench}
	for _, r := range view.Ranks[:min(mostDrawn, len(view.Ranks))] {
		sweep.Results = append(sweep.Results, r.result)
	}
	if len(sweep.Results) < 2 {
		return nil
	}
	parts, err := sweep.Parts(func(i int, sum adhere.Summary) string {
		return v.href(itemsBehind(sweep.Results[i].Run, sum.Group))
	})
	if err != nil {
		return err
	}
	view.Parts, view.Drawn = *parts, len(sweep.Results)
	return nil
}
