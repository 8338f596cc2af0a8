package web

import (
	"fmt"
	"html/template"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/internal/worddiff"
	"adhere/internal/writing"
	"adhere/report"
)

// A writingView is one writing session as its person sees it. Nothing in it
// tells which model writes.
type writingView struct {
	ID, Question string
	Href         string
	Version      int // the number of events that led here
	Turn, Most   int
	Phase        writing.Phase
	End          writing.End
	Busy         bool // the program or the model is at work
	Work         writing.Progress
	Current      *writingVersion
	Answer       template.HTML  // the current version, with its references
	Diff         bool           // what changed is shown first
	Summary      string         // of the passages, that the turn's answer was written with
	Earlier      []writing.Turn // the rated turns before, newest first
	Marking      bool           // passages can be marked now
	Asks         string         // what the person looks for in the papers
	Own          []foundPassage // what was found
	Sought       bool
	Reads        *documentView // the paper that is open beside the answer
	Previous     string        // what the turn under way changes
	Instruction  string
	Kind         writing.Kind
	Rating       writing.Rating
	Comment      string
	Rail         []writingVersion // newest first
	References   []reference
	Found        []foundPassage
	FoundBy      string
	Papers       []writing.Paper
	Typed        map[string]string
	trouble
	EventsHref string
}

// A writingVersion is a text that the answer was, and how it came about.
type writingVersion struct {
	Title       string
	Number      string // for links: "2" or "2-edit"
	Kind        writing.Kind
	Instruction string
	Rating      writing.Rating
	Comment     string
	Stands      bool
	Rated       bool
	Edited      bool
	Text        string
	Changes     []worddiff.Change // from the version before; none for the first
}

type reference struct {
	N                    int
	Title, Section, Text string
}

type foundPassage struct {
	Of      string // the session that is being written
	Back    string // the page that it stands on
	ID      string
	Href    string // to where it stands in its document
	Marked  bool   // the person says that it matters
	N       int    // as the answer refers to it; -1 where it does not
	Score   string
	Title   string
	Section string // the headings that it stands under
	Text    string
}

// Snippet is how the passage begins.
func (p foundPassage) Snippet() string { return snippet(p.Text, 140) }

// snippet cuts a text between words.
func snippet(text string, most int) string {
	r := []rune(text)
	if len(r) <= most {
		return text
	}
	cut := string(r[:most])
	if i := strings.LastIndexByte(cut, ' '); i > most/2 {
		cut = cut[:i]
	}
	return cut + " …"
}

func (s *Server) writing(v *visit) (*writingView, error) {
	id := v.r.PathValue("writing")
	x, version, err := s.Writing.Room.Session(v.ctx(), id)
	if err != nil {
		return nil, err
	}
	work, _, err := s.Writing.Room.Look(v.ctx(), id)
	if err != nil {
		return nil, err
	}
	typed, err := s.Writing.Store.Drafts(v.ctx(), id)
	if err != nil {
		return nil, err
	}
	w := newWritingView(x, version, work)
	w.Typed = typed
	return w, s.beside(v, x, w)
}

// mostBeside is how many passages a person's own search shows.
const mostBeside = 10

// beside fills in what the person has open beside the answer: a paper of the
// session, or what was looked for in them.
func (s *Server) beside(v *visit, x *writing.Session, w *writingView) error {
	q := v.r.URL.Query()
	if id := q.Get("paper"); slices.ContainsFunc(x.Papers, func(p writing.Paper) bool { return p.ID == id }) {
		d, err := s.Writing.Room.Finder.Documents.Document(v.ctx(), id)
		if err != nil {
			return err
		}
		w.Reads = newDocumentView(d)
		return nil
	}
	if w.Asks = strings.TrimSpace(q.Get("q")); w.Asks == "" {
		return nil
	}
	found, err := s.Writing.Room.Search(v.ctx(), x, snippet(w.Asks, 1000), mostBeside)
	if err != nil {
		return err
	}
	numbers := map[string]int{}
	for n, p := range x.References() {
		numbers[p.ID] = n + 1
	}
	w.Own, w.Sought = foundOf(found, numbers, w.marked(x)), true
	for i := range w.Own {
		w.Own[i].Of, w.Own[i].Back = x.ID, w.Href+"?q="+url.QueryEscape(w.Asks)
		w.Own[i].N-- // -1 where the answer does not refer to it
		w.Own[i].Href = w.Href + "?paper=" + url.QueryEscape(found[i].Document) + "#" + anchorOf(found[i].ID)
	}
	return nil
}

// newWritingView shows a session.
func newWritingView(x *writing.Session, version int, work writing.Progress) *writingView {
	w := &writingView{
		ID: x.ID, Question: x.Question.Text, Href: "/writing/" + x.ID, Version: version, Turn: len(x.Turns), Most: writing.MostTurns,
		Phase: x.Phase, End: x.End, Papers: x.Papers, Previous: x.Previous(), Work: work,
	}
	switch x.Phase {
	case writing.AwaitSources, writing.AwaitDraft, writing.AwaitPassages, writing.AwaitSummary, writing.AwaitRevision:
		w.Busy = true
		w.EventsHref = w.Href + "/events"
	case writing.AwaitInstruction, writing.AwaitRating, writing.AwaitDecision, writing.Over:
	}
	if n := len(x.Turns); n > 0 && x.Phase != writing.AwaitInstruction {
		t := &x.Turns[n-1]
		w.Instruction, w.Kind, w.Rating, w.Comment, w.Summary = t.Instruction, t.Kind, t.Rating, t.Comment, t.Summary
	}
	w.Marking = len(x.Turns) > 0 && !w.Busy && x.Phase != writing.Over
	for i := len(x.Turns) - 1; i >= 0; i-- {
		if t := &x.Turns[i]; t.Rating != "" && (i < len(x.Turns)-1 || x.Phase == writing.AwaitInstruction) {
			w.Earlier = append(w.Earlier, *t)
		}
	}
	w.versions(x)
	w.passages(x)
	return w
}

// versions fills in the rail and the answer. While a turn awaits its
// instruction the answer is the one that stands.
func (w *writingView) versions(x *writing.Session) {
	for _, v := range x.Versions() {
		line := writingVersion{Title: "First draft", Number: strconv.Itoa(v.Turn), Stands: v.Stands, Edited: v.Edited, Text: v.Text, Rated: true}
		if v.Turn > 0 {
			t := &x.Turns[v.Turn-1]
			line.Title, line.Rated = fmt.Sprintf("Turn %d", v.Turn), t.Rating != ""
			if v.Edited {
				line.Title, line.Number = fmt.Sprintf("Your edit in turn %d", v.Turn), line.Number+"-edit"
			} else {
				line.Kind, line.Instruction, line.Rating, line.Comment = t.Kind, t.Instruction, t.Rating, t.Comment
			}
			line.Changes = worddiff.Diff(v.From, v.Text)
		}
		w.Rail = append(w.Rail, line)
	}
	if len(w.Rail) == 0 {
		return
	}
	current := w.Rail[len(w.Rail)-1]
	if x.Phase == writing.AwaitInstruction || w.Busy {
		for _, line := range w.Rail {
			if line.Stands {
				current = line
			}
		}
	}
	w.Current = &current
	if w.Answer = withReferences(rendered(current.Text), len(x.References())); w.Answer == "" {
		w.Answer = report.Visible(current.Text) // too long for Markdown
	}
	w.Diff = len(current.Changes) > 0 && (x.Phase == writing.AwaitRating || x.Phase == writing.AwaitDecision)
	slices.Reverse(w.Rail)
}

// marked are the passages that the person says matter for the last turn.
func (writingView) marked(x *writing.Session) []string {
	if len(x.Turns) == 0 {
		return nil
	}
	return x.Turns[len(x.Turns)-1].Relevant
}

// passages fills in what the answer refers to and what was found last.
func (w *writingView) passages(x *writing.Session) {
	numbers := map[string]int{}
	for n, p := range x.References() {
		numbers[p.ID] = n
		w.References = append(w.References, reference{n, p.Title, p.Section, p.Text})
	}
	found := x.Passages
	w.FoundBy = "the question"
	for i := range x.Turns {
		if t := &x.Turns[i]; t.Kind == writing.Info && t.Answer != "" {
			found, w.FoundBy = t.Passages, fmt.Sprintf("the instruction of turn %d", t.Number)
		}
	}
	w.Found = foundOf(found, numbers, w.marked(x))
	for i := range w.Found {
		w.Found[i].Of, w.Found[i].Back = x.ID, w.Href
	}
}

var (
	bracketed = lazyregexp.New(`\[\d{1,3}(?:\s*[,;]\s*\d{1,3})*\]`)
	digits    = lazyregexp.New(`\d+`)
	tagOrText = lazyregexp.New(`<[^>]*>|[^<]+`)
)

// withReferences makes the references in a rendered answer lead to their
// passages. A number that no passage has stays text, as does what is code.
func withReferences(rendered template.HTML, references int) template.HTML {
	var b strings.Builder
	code := 0
	for _, part := range tagOrText.FindAllString(string(rendered), -1) {
		switch {
		case strings.HasPrefix(part, "<code"), strings.HasPrefix(part, "<pre"):
			code++
		case strings.HasPrefix(part, "</code"), strings.HasPrefix(part, "</pre"):
			code--
		case part[0] != '<' && code == 0:
			part = bracketed.ReplaceAllStringFunc(part, func(inside string) string {
				return digits.ReplaceAllStringFunc(inside, func(d string) string {
					if n, err := strconv.Atoi(d); err != nil || n >= references {
						return d
					}
					d = strings.TrimLeft(d[:len(d)-1], "0") + d[len(d)-1:]
					return `<button type="button" class="ref" popovertarget="ref-` + d + `" aria-label="passage ` + d + `">` + d + `</button>`
				})
			})
		}
		b.WriteString(part)
	}
	return template.HTML(b.String()) //nolint:gosec // rendered text, and buttons with digits
}
