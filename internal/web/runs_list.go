package web

import (
	"net/url"
	"strconv"
	"time"

	"adhere"
	"adhere/internal/browse"
	"adhere/internal/lists"
	"adhere/report"
)

// runsPerPage is how many runs one page lists.
const runsPerPage = 50

// A runsView lists runs.
type runsView struct {
	Query   browse.Query
	Since   string // as the form has them
	Until   string
	Runs    []runLine
	Total   int
	Any     bool // there are runs at all
	Columns []sortColumn
	Pages   pager

	Benches, Models, Judges []string
	Tags                    []string
	States                  []adhere.RunState
	Sort                    string
	Counting                bool // scores of some runs
	Lead                    bool // the visitor may change notes
}

type runLine struct {
	Run     *adhere.Run
	Href    string
	Percent int
	Note    browse.Note
	Score   *browse.Score // nil where none is counted
}

// A sortColumn heads a column by which the list can be sorted.
type sortColumn struct {
	Name, Href, Sorted string // Sorted is ascending, descending or empty
}

func (s *Server) listRuns(v *visit) error {
	q := v.r.URL.Query()
	view := runsView{Since: q.Get("since"), Until: q.Get("until"), States: []adhere.RunState{adhere.Started, adhere.Stopped, adhere.Finished}, Sort: q.Get("sort")}
	view.Query = browse.Query{
		Bench: q.Get("bench"), Model: q.Get("model"), Judge: q.Get("judge"), Text: q.Get("q"), State: adhere.RunState(q.Get("state")),
		Tag: q.Get("tag"), Archive: browse.Current, Limit: runsPerPage, Offset: (pageOf(q) - 1) * runsPerPage,
	}
	if q.Get("archived") != "" {
		view.Query.Archive = browse.Archived
	}
	view.Query.Sort, view.Query.Descending = sortOf(view.Sort)
	var err error
	if view.Query.Since, err = dateOf(view.Since, 0); err == nil {
		view.Query.Until, err = dateOf(view.Until, 1)
	}
	if err != nil {
		return err
	}
	runs, total, err := s.Runs.SearchRuns(v.ctx(), view.Query)
	if err != nil {
		return err
	}
	if view.Benches, view.Models, view.Judges, err = s.Runs.RunNames(v.ctx()); err != nil {
		return err
	}
	if view.Tags, err = s.Runs.RunTags(v.ctx()); err != nil {
		return err
	}
	view.Total, view.Any, view.Lead = total, len(view.Benches) > 0, makesCampaigns().admits(v.person.Role)
	if err := s.fillRuns(v, &view, runs); err != nil {
		return err
	}
	v.waitFor(!view.Counting)
	view.Pages = newPager("/runs", q, total, runsPerPage)
	view.Columns = sortColumns(q, view.Query)
	return v.show("runs", view)
}

// fillRuns lists runs with what was noted beside them and what they came to.
func (s *Server) fillRuns(v *visit, view *runsView, runs []*adhere.Run) error {
	ids := lists.Map(runs, func(r *adhere.Run) string { return r.ID })
	notes, err := s.Runs.RunNotes(v.ctx(), ids...)
	if err != nil {
		return err
	}
	begun := time.Now()
	for _, r := range runs {
		line := runLine{Run: r, Href: "/runs/" + r.ID, Percent: r.Done * 100 / max(r.Items, 1), Note: notes[r.ID]}
		scores := line.Note.Scores
		if r.Done > 0 && line.Note.Stamp != stampOf(r) && !view.Counting { // the rest when the page comes back
			result, err := s.result(v.ctx(), r)
			if err == nil && result != nil { // a run that cannot be counted says so on its own page
				scores = scoresOf(result)
			}
			view.Counting = err == nil && result == nil || time.Since(begun) > s.digests.patience
		}
		if len(scores) > 0 {
			line.Score = &scores[0]
		}
		view.Runs = append(view.Runs, line)
	}
	return nil
}

// scoresOf returns what a run came to.
func scoresOf(r *report.Result) []browse.Score {
	var all []browse.Score
	for _, h := range r.Headlines() {
		if !h.Undefined {
			all = append(all, browse.Score{Name: h.Metric, Value: h.Value, Interval: h.Interval, Number: h.Number})
		}
	}
	return all
}

// sortOf reads a column's name with a minus for descending; the newest first
// is what people want.
func sortOf(text string) (column string, descending bool) {
	if text == "" {
		return "started", true
	}
	if text[0] == '-' {
		return text[1:], true
	}
	return text, false
}

func sortColumns(q url.Values, query browse.Query) []sortColumn {
	var out []sortColumn
	for _, name := range []string{"started", "bench", "model", "state", "score"} {
		c := sortColumn{Name: name}
		to := name
		switch {
		case name != query.Sort && (name == "started" || name == "score"):
			to = "-" + name
		case name == query.Sort && query.Descending:
			c.Sorted = "descending"
		case name == query.Sort:
			c.Sorted, to = "ascending", "-"+name
		}
		c.Href = with("/runs", q, "sort", to)
		out = append(out, c)
	}
	return out
}

// dateOf reads a day as a form gives it, so many days later.
func dateOf(text string, later int) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return t, &adhere.Error{Code: adhere.Invalid, Message: "the date " + strconv.Quote(text) + " cannot be read", Hint: "write 2026-03-01"}
	}
	return t.AddDate(0, 0, later), nil
}
