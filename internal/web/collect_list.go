package web

import (
	"bytes"
	"cmp"
	"net/url"
	"slices"
	"time"

	"adhere"
	"adhere/internal/writing"
	"adhere/internal/writing/collect"
)

// sessionsPerPage is how many sessions a page lists.
const sessionsPerPage = 50

// A progressPage is how far the writing is.
type progressPage struct {
	Tabs      []navLink
	Writers   int // models to write with; 0 where there are none
	Questions int // that are asked
	Proposed  int
	Documents int
	Begun     int
	Going     int
	Finished  int
	Released  int
	Turns     int
	Left      int // sessions that could be begun
	Cost      adhere.Usage
	People    []writerLine
	Lines     []sessionRow
	Pages     pager
	States    []narrowing
	Person    string // whose sessions are listed; empty for all
	All       string // leads to everybody's
}

// A writerLine is how far one person is.
type writerLine struct {
	Name                             string
	Href                             string
	Begun, Going, Finished, Released int
	Turns, Good, Neutral, Bad        int
	Last                             time.Time
}

// A sessionRow is a session in a list.
type sessionRow struct {
	ID, Href       string
	Question       string
	Person, Model  string
	Turn           int
	State          string // one of sessionStates
	Wait           string // what it waits for
	Cost           adhere.Usage
	Started, Moved time.Time
	Good, Rated    int

	asked, origin string // the question's ID; whose collection it is from
	released      bool
	neutral, bad  int // ratings
}

// sessionStates are the words for where a session is.
func sessionStates() []string { return []string{"in progress", "finished", "released"} }

func stateOf(x *writing.Session) string {
	switch {
	case x.Phase != writing.Over:
		return sessionStates()[0]
	case x.End == writing.EndReleased:
		return sessionStates()[2]
	default:
		return sessionStates()[1]
	}
}

// A narrowing leads to a part of a list.
type narrowing struct {
	Title, Href string
	N           int
	Here        bool
}

// lastMove is when the session last changed, as far as its moves say.
func lastMove(x *writing.Session) time.Time {
	last := x.Started
	for i := range x.Turns {
		t := &x.Turns[i]
		for _, at := range []time.Time{t.Asked, t.Answered, t.Rated, t.EditedAt, t.Decided} {
			if at.After(last) {
				last = at
			}
		}
	}
	if x.Ended.After(last) {
		last = x.Ended
	}
	return last
}

func rowOf(x *writing.Session) sessionRow {
	row := sessionRow{
		ID: x.ID, Href: sessionsPath + "/of/" + url.PathEscape(x.ID), Question: x.Question.Text, Person: x.Person, Model: x.Model, Turn: len(x.Turns),
		State: stateOf(x), Wait: x.Waits(), Started: x.Started, Moved: lastMove(x),
		asked: x.Question.ID, origin: x.Origin, released: x.End == writing.EndReleased, Cost: x.Cost(),
	}
	for i := range x.Turns {
		switch x.Turns[i].Rating {
		case writing.Good:
			row.Good++
		case writing.Neutral:
			row.neutral++
		case writing.Bad:
			row.bad++
		}
	}
	row.Rated = row.Good + row.neutral + row.bad
	return row
}

func (s *Server) progress(v *visit) (*progressPage, error) {
	x, err := s.collected(v.ctx())
	if err != nil {
		return nil, err
	}
	view := newProgressPage(&x)
	view.list(x.sessions, v.r.URL.Query())
	return view, nil
}

// newProgressPage adds up sessions.
func newProgressPage(all *collected) *progressPage {
	view := &progressPage{Tabs: deskTabs(sessionsPath), Writers: len(all.models), Begun: len(all.sessions), Documents: len(all.held)}
	lines := map[string]*writerLine{}
	for i := range all.sessions {
		x := &all.sessions[i]
		p := lines[x.Person]
		if p == nil {
			p = &writerLine{Name: x.Person, Href: sessionsPath + "?person=" + url.QueryEscape(x.Person)}
			lines[x.Person] = p
		}
		p.add(x)
		view.Cost = view.Cost.Add(x.Cost)
		view.Turns += x.Turn
	}
	for _, p := range lines {
		view.People = append(view.People, *p)
		view.Going += p.Going
		view.Finished, view.Released = view.Finished+p.Finished, view.Released+p.Released
	}
	slices.SortFunc(view.People, func(a, b writerLine) int { return cmp.Or(b.Last.Compare(a.Last), cmp.Compare(a.Name, b.Name)) })
	begun := all.byQuestion()
	for i := range all.questions {
		switch q := &all.questions[i]; q.State {
		case writing.Open:
			view.Questions++
			view.Left += openings(begun[q.ID], all.models)
		case writing.Proposed:
			view.Proposed++
		case writing.Refused:
		}
	}
	return view
}

func (p *writerLine) add(x *sessionRow) {
	p.Begun++
	switch x.State {
	case "finished":
		p.Finished++
	case "released":
		p.Released++
	default:
		p.Going++
	}
	p.Turns, p.Good, p.Neutral, p.Bad = p.Turns+x.Turn, p.Good+x.Good, p.Neutral+x.neutral, p.Bad+x.bad
	if x.Moved.After(p.Last) {
		p.Last = x.Moved
	}
}

// list fills in the sessions that the address asks for, the last moved first.
func (view *progressPage) list(all []sessionRow, q url.Values) {
	view.Person = q.Get("person")
	if view.Person != "" {
		view.All = with(sessionsPath, q, "person", "")
	}
	counts := map[string]int{}
	var rows []sessionRow
	for i := range all {
		if x := &all[i]; view.Person == "" || x.Person == view.Person {
			counts[x.State]++
			if wanted := q.Get("state"); wanted == "" || wanted == x.State {
				rows = append(rows, *x)
			}
		}
	}
	total := 0
	for _, state := range sessionStates() {
		total += counts[state]
		view.States = append(view.States, narrowing{state, with(sessionsPath, q, "state", state), counts[state], q.Get("state") == state})
	}
	view.States = slices.Insert(view.States, 0, narrowing{"all", with(sessionsPath, q, "state", ""), total, q.Get("state") == ""})
	slices.SortStableFunc(rows, func(a, b sessionRow) int { return b.Moved.Compare(a.Moved) })
	view.Pages = newPager(sessionsPath, q, len(rows), sessionsPerPage)
	view.Lines = paged(rows, view.Pages)
}

// releaseSession takes back a session that its person does not go on with.
func (s *Server) releaseSession(v *visit) error {
	id := v.r.PathValue("writing")
	if s.Writing.Room != nil {
		s.Writing.Room.Stop(id)
	}
	if _, err := s.Writing.Desk.Release(v.ctx(), id); err != nil {
		return err
	}
	return v.redirect(sessionsPath + "/of/" + url.PathEscape(id))
}

// sendSessions sends all sessions as a file.
func (s *Server) sendSessions(v *visit) error {
	name := v.r.PathValue("file")
	as := map[string]string{"sessions.jsonl": "sessions", "turns.jsonl": "rows", "turns.csv": "table"}[name]
	kind := "application/jsonl"
	switch as {
	case "table":
		kind = "text/csv; charset=utf-8"
	case "":
		return &adhere.Error{Code: adhere.NotFound, Message: "there is no such file", Hint: "available: sessions.jsonl, turns.jsonl and turns.csv"}
	}
	all, err := s.Writing.Desk.Sessions(v.ctx())
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if _, err := collect.Write(&b, all, as); err != nil {
		return err
	}
	return v.download(name, kind, b.Bytes())
}
