package web

import (
	"net/url"
	"strconv"
	"time"

	"adhere"
	"adhere/internal/worddiff"
	"adhere/internal/writing"
)

// A transcriptView is one session as whoever leads sees it, while it goes on
// and afterwards.
type transcriptView struct {
	sessionRow
	Papers    []writing.Paper
	Retriever string
	Draft     string
	First     []foundPassage // found for the question
	Turns     []transcriptTurn
	Version   int // the number of moves
	Events    string
	Work      writing.Progress // what the model is writing
}

// A transcriptTurn is one turn of it.
type transcriptTurn struct {
	writing.Turn
	Changes []worddiff.Change // by the model
	Mended  []worddiff.Change // by the person; none where nothing was mended
	Found   []foundPassage
	Cost    adhere.Usage
	Took    string // from the instruction to the answer
}

func (s *Server) showSession(v *visit) error {
	id := v.r.PathValue("writing")
	x, events, err := writing.Load(v.ctx(), s.Writing.Desk, id)
	if err != nil {
		return err
	}
	view := newTranscript(&x, len(events))
	view.Work, _ = s.peek(id)
	return v.show("session", view)
}

// peek returns what is being written in a session, and when there is more.
func (s *Server) peek(id string) (writing.Progress, <-chan struct{}) {
	if s.Writing.Room == nil {
		return writing.Progress{}, nil
	}
	g, changed, _ := s.Writing.Room.Peek(id)
	return g, changed
}

func newTranscript(x *writing.Session, version int) *transcriptView {
	view := &transcriptView{sessionRow: rowOf(x), Papers: x.Papers, Retriever: x.Retriever, Draft: x.Draft, Version: version}
	if x.Phase != writing.Over {
		view.Events = view.Href + "/events"
	}
	numbers := map[string]int{}
	for n, p := range x.References() {
		numbers[p.ID] = n
	}
	view.First = foundOf(x.Passages, numbers, nil)
	for i := range x.Turns {
		t := transcriptTurn{Turn: x.Turns[i], Cost: x.Turns[i].Spent}
		if t.Answer != "" {
			t.Changes = worddiff.Diff(t.Previous, t.Answer)
		}
		if t.Edited() {
			t.Mended = worddiff.Diff(t.Answer, t.Edit)
		}
		if !t.Asked.IsZero() && t.Answered.After(t.Asked) {
			t.Took = t.Answered.Sub(t.Asked).Round(time.Second).String()
		}
		t.Found = foundOf(t.Passages, numbers, t.Relevant)
		view.Turns = append(view.Turns, t)
	}
	return view
}

// foundOf shows passages with their numbers, and which of them a person marked.
func foundOf(passages []writing.Passage, numbers map[string]int, marked []string) []foundPassage {
	var all []foundPassage
	is := map[string]bool{}
	for _, id := range marked {
		is[id] = true
	}
	for _, p := range passages {
		all = append(all, foundPassage{ID: p.ID, N: numbers[p.ID], Score: strconv.FormatFloat(p.Score, 'f', 3, 64), Title: p.Title, Section: p.Section, Text: p.Text, Marked: is[p.ID], Href: passageHref(p)})
	}
	return all
}

// passageHref leads to where a passage stands in its document.
func passageHref(p writing.Passage) string {
	return documentsPath + "/" + url.PathEscape(p.Document) + "#" + anchorOf(p.ID)
}

// anchorOf is the anchor of the paragraph that a passage's ID names.
func anchorOf(id string) string {
	for i := len(id) - 1; i >= 0; i-- {
		if id[i] == '#' {
			return "p-" + id[i+1:]
		}
	}
	return "p-0"
}

// transcriptNews is what the page of a session that goes on is told.
type transcriptNews struct {
	Version int    `json:"version"`
	Over    bool   `json:"over"`
	Working bool   `json:"working"`
	Text    string `json:"text"`
}

// followSession sends an event whenever a session has gone on or its model has
// written more, until it is over or the visitor leaves.
func (s *Server) followSession(v *visit) error {
	id := v.r.PathValue("writing")
	if _, _, err := s.Writing.Desk.Events(v.ctx(), id); err != nil {
		return err
	}
	return v.stream("news", func() (streamState, error) {
		x, events, err := writing.Load(v.ctx(), s.Writing.Desk, id)
		if err != nil {
			return streamState{}, err
		}
		work, changed := s.peek(id)
		over := x.Phase == writing.Over
		return streamState{transcriptNews{len(events), over, work.Working, work.Text}, changed, over}, nil
	})
}
