package web

import (
	"bytes"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"adhere"
	"adhere/internal/browse"
	"adhere/report"
)

// A runView shows one run: what it came to, and the ways to what is behind.
type runView struct {
	trouble
	Run      *adhere.Run
	Progress progressView
	Counted  *countedView // nil while nothing is counted yet
	Items    string       // where all items are
	Failed   string       // where those without a response are
	Differ   string       // where judges and people differ
	Others   []otherRun   // that it can be compared with
	Formats  []navLink    // the result as files
	Note     browse.Note
	Version  string // of the note, as it is stored
	Lead     bool   // the visitor may change the note
}

// A countedView is what was worked out from the records.
type countedView struct {
	report.Parts
	Done  int
	Made  time.Time
	Fresh bool
}

// A progressView says how far a run has come.
type progressView struct {
	Run     *adhere.Run
	Percent int
	Events  string // where news come from; empty if none are to come
	adhere.Usage
}

type otherRun struct{ ID, Model, When string }

func (s *Server) showRun(v *visit, run *adhere.Run) error {
	view, err := s.run(v, run)
	if err != nil {
		return err
	}
	v.waitFor(view.Counted != nil)
	return v.show("run", view)
}

// runOf returns the run in the path. Where only the beginning of its name is
// given the error leads the visitor on to the whole.
func (s *Server) runOf(v *visit) (*adhere.Run, error) {
	id := v.r.PathValue("run")
	run, err := s.Runs.Run(v.ctx(), id)
	if err != nil || run.ID == id {
		return run, err
	}
	if v.r.Method != http.MethodGet || v.r.PathValue("position") != "" {
		return nil, &adhere.Error{Code: adhere.NotFound, Message: "there is no run " + strconv.Quote(id)}
	}
	return nil, elsewhere("/runs/" + run.ID)
}

// waitFor asks the browser to come back in a moment where something is still
// being counted.
func (v *visit) waitFor(ready bool) {
	if !ready && v.w != nil {
		v.w.Header().Set("Refresh", "1")
	}
}

func (s *Server) run(v *visit, run *adhere.Run) (runView, error) {
	here := "/runs/" + run.ID
	view := runView{
		Run: run, Progress: progressOf(run), Items: v.href(here + "/items"),
		Failed: v.href(here + "/items?outcome=" + outcomeNames()[noResponse]),
	}
	notes, err := s.Runs.RunNotes(v.ctx(), run.ID)
	if err != nil {
		return view, err
	}
	view.Note = notes[run.ID]
	view.Version = versionOfNote(&view.Note)
	if v.static == nil {
		view.Differ, view.Lead = here+"/disagreement", makesCampaigns().admits(v.person.Role)
		if run.State == adhere.Started {
			view.Progress.Events = here + "/events"
		}
		for _, f := range resultFormats() {
			view.Formats = append(view.Formats, navLink{Title: f.title, Href: here + "/result." + f.ending})
		}
		if err := s.others(v, run, &view); err != nil {
			return view, err
		}
	}
	if run.Done == 0 {
		return view, nil
	}
	d, fresh, err := s.digest(v.ctx(), run)
	if err != nil || d == nil {
		return view, err
	}
	parts, err := d.result.Parts(func(sum adhere.Summary) string { return v.href(itemsBehind(run.ID, sum.Group)) })
	if err != nil {
		return view, err
	}
	view.Counted = &countedView{*parts, d.done, d.made, fresh}
	return view, nil
}

// itemsBehind is where the items behind a number are.
func itemsBehind(run string, group map[string]string) string {
	path := "/runs/" + url.PathEscape(run) + "/items"
	if len(group) == 0 {
		return path
	}
	q := url.Values{}
	for key, value := range group {
		q.Set(facetParameter(key), value)
	}
	return path + "?" + q.Encode()
}

// others lists the newest runs of the same benchmark.
func (s *Server) others(v *visit, run *adhere.Run, view *runView) error {
	const most = 30
	runs, _, err := s.Runs.SearchRuns(v.ctx(), browse.Query{Bench: run.Plan.Bench, Archive: browse.Current, Descending: true, Limit: most + 1})
	for _, r := range runs {
		if r.ID != run.ID && r.Done > 0 && len(view.Others) < most {
			view.Others = append(view.Others, otherRun{r.ID, r.Plan.Model, day(r.Started)})
		}
	}
	return err
}

func progressOf(r *adhere.Run) progressView {
	p := progressView{Run: r, Percent: r.Done * 100 / max(r.Items, 1)}
	for _, u := range r.Usage {
		p.Usage = p.Add(u)
	}
	return p
}

// href is where a link to a page of ours leads: as it is, or to a file.
func (v *visit) href(path string) string {
	if v.static != nil {
		return v.static.href(path)
	}
	return path
}

// A resultFormat is a way to download a result.
type resultFormat struct {
	ending, title, kind string
	format              report.Format
}

func resultFormats() []resultFormat {
	return []resultFormat{
		{"json", "JSON", "application/json", report.FormatJSON},
		{"csv", "CSV", "text/csv; charset=utf-8", report.FormatCSV},
		{"md", "Markdown", "text/markdown; charset=utf-8", report.FormatMarkdown},
	}
}

// sendResult answers with the run's result as a file.
func (s *Server) sendResult(v *visit, run *adhere.Run) error {
	name := v.r.PathValue("file")
	i := slices.IndexFunc(resultFormats(), func(f resultFormat) bool { return "result."+f.ending == name })
	if i < 0 {
		return &adhere.Error{Code: adhere.NotFound, Message: "there is no such file", Hint: "available: result.json, result.csv and result.md"}
	}
	d, fresh, err := s.digest(v.ctx(), run)
	if err != nil {
		return err
	}
	if d == nil || !fresh && run.State == adhere.Finished {
		v.w.Header().Set("Retry-After", "1")
		return &adhere.Error{Code: adhere.Unavailable, Message: "the result is being computed", Hint: "try again in a moment"}
	}
	f := resultFormats()[i]
	var b bytes.Buffer
	if err := report.Write(&b, f.format, d.result, report.Options{}); err != nil {
		return err
	}
	return v.download(run.ID+"."+f.ending, f.kind, b.Bytes())
}
