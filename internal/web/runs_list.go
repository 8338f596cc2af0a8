package web

import (
	"net/url"
	"strconv"
	"time"

	"adhere"
)

// runsPerPage is how many runs one page lists.
const runsPerPage = 50

// A runsView lists runs.
type runsView struct {
	Query   RunQuery
	Since   string // as the form has them
	Until   string
	Runs    []runLine
	Total   int
	Any     bool // there are runs at all
	Columns []sortColumn
	Pages   pager

	Benches, Models, Judges []string
	States                  []adhere.RunState
	Sort                    string
}

type runLine struct {
	Run     *adhere.Run
	Href    string
	Percent int
}

// A sortColumn heads a column by which the list can be sorted.
type sortColumn struct {
	Name, Href, Sorted string // Sorted is ascending, descending or empty
}

func (runsView) head() head { return head{title: "Runs"} }

func (s *Server) listRuns(v *visit) error {
	q := v.r.URL.Query()
	view := runsView{Since: q.Get("since"), Until: q.Get("until"), States: []adhere.RunState{adhere.Started, adhere.Stopped, adhere.Finished}, Sort: q.Get("sort")}
	page := pageOf(q)
	view.Query = RunQuery{
		Bench: q.Get("bench"), Model: q.Get("model"), Judge: q.Get("judge"), Text: q.Get("q"), State: adhere.RunState(q.Get("state")),
		Limit: runsPerPage, Offset: (page - 1) * runsPerPage,
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
	view.Total, view.Any = total, len(view.Benches) > 0
	for _, r := range runs {
		view.Runs = append(view.Runs, runLine{r, "/runs/" + r.ID, r.Done * 100 / max(r.Items, 1)})
	}
	view.Pages = newPager("/runs", q, page, total, runsPerPage)
	view.Columns = sortColumns(q, view.Query)
	return v.show("runs", view)
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

func sortColumns(q url.Values, query RunQuery) []sortColumn {
	var out []sortColumn
	for _, name := range []string{"started", "bench", "model", "state"} {
		c := sortColumn{Name: name}
		to := name
		switch {
		case name != query.Sort && name == "started":
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
