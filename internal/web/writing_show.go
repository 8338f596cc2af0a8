package web

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"adhere/internal/worddiff"
	"adhere/internal/writing"
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
	Work         writing.Glimpse
	Current      *writingVersion
	Answer       []answerPart // the current version, with its references
	Previous     string       // what the turn under way changes
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
	Error, Hint  string
	EventsHref   string
}

func (w writingView) head() head {
	return head{title: w.Question, scripts: []string{"writing.js"}}
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

// An answerPart is text, or a reference within it.
type answerPart struct {
	Text string
	Ref  int // of a reference; -1 for text
}

type reference struct {
	N                    int
	Title, Section, Text string
}

type foundPassage struct {
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

func (s *Server) showWriting(v *visit) error {
	view, err := s.writing(v)
	if err != nil {
		return err
	}
	return v.show("writing", view)
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
	typed, err := s.Writing.Typed.Drafts(v.ctx(), id)
	if err != nil {
		return nil, err
	}
	w := newWritingView(x, version, work)
	w.Typed = typed
	return w, nil
}

// newWritingView shows a session.
func newWritingView(x *writing.Session, version int, work writing.Glimpse) *writingView {
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
		w.Instruction, w.Kind, w.Rating, w.Comment = t.Instruction, t.Kind, t.Rating, t.Comment
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
	w.Answer = answerParts(current.Text, len(x.References()))
	slices.Reverse(w.Rail)
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
	w.Found = foundOf(found, numbers, nil)
}

var (
	bracketed = regexp.MustCompile(`\[\d{1,3}(?:\s*[,;]\s*\d{1,3})*\]`)
	digits    = regexp.MustCompile(`\d+`)
)

// answerParts cuts an answer at its references. A number that no passage has
// stays text.
func answerParts(text string, references int) []answerPart {
	var parts []answerPart
	plain := func(s string) {
		if n := len(parts); n > 0 && parts[n-1].Ref < 0 {
			parts[n-1].Text += s
		} else if s != "" {
			parts = append(parts, answerPart{s, -1})
		}
	}
	at := 0
	for _, span := range bracketed.FindAllStringIndex(text, -1) {
		plain(text[at:span[0]])
		inside := text[span[0]:span[1]]
		last := 0
		for _, d := range digits.FindAllStringIndex(inside, -1) {
			n, err := strconv.Atoi(inside[d[0]:d[1]])
			if err != nil || n >= references {
				continue
			}
			plain(inside[last:d[0]])
			parts = append(parts, answerPart{strings.TrimSpace(inside[d[0]:d[1]]), n})
			last = d[1]
		}
		plain(inside[last:])
		at = span[1]
	}
	plain(text[at:])
	return parts
}
