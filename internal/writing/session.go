package writing

import (
	"time"

	"adhere"
	"adhere/retrieve"
)

// MostTurns is how many turns a session has at most (KIWI, section 2.2).
const MostTurns = 10

// A Passage is a paragraph of the documents that was found for a query.
type Passage = retrieve.Passage

// Kind is what sort of thing an instruction asks for, as the person says.
type Kind string

// The kinds of instructions (KIWI, section 2.2).
const (
	Info  Kind = "info"  // information that the documents are searched for
	Style Kind = "style" // another form of what the answer holds already
)

// Rating is how far an answer followed its instruction, as the person says.
type Rating string

// The ratings (KIWI, section 2.2).
const (
	Good    Rating = "good"    // it did
	Neutral Rating = "neutral" // in part
	Bad     Rating = "bad"     // not at all, or it made the answer worse
)

// A Question is what the session's answer is to answer.
type Question struct {
	ID    string `json:"id"`
	Text  string `json:"text"`
	Topic string `json:"topic,omitempty"` // what people say they know about
}

// A Paper is what a session says of each of its documents.
type Paper struct {
	ID      string   `json:"id"`
	Title   string   `json:"title"`
	Authors []string `json:"authors,omitempty"`
}

// A MoveCount is how many moves a session has.
type MoveCount struct {
	Session string
	Moves   int
}

// A Head is what is settled before a session begins.
type Head struct {
	ID        string    `json:"session"`
	Question  Question  `json:"question"`
	Papers    []Paper   `json:"papers,omitempty"`
	Person    string    `json:"person,omitempty"`    // who writes
	Model     string    `json:"model"`               // never shown to the person
	Retriever string    `json:"retriever,omitempty"` // "bm25", "dense", "fused"
	Prompts   string    `json:"prompts,omitempty"`   // fingerprint of the prompts' wording
	Origin    string    `json:"origin,omitempty"`    // whose collection it is from; empty for our own
	Started   time.Time `json:"started,omitzero"`
}

// A Session is a question's answer in the making: its head, the first draft,
// the turns so far, and what comes next.
type Session struct {
	Head
	Passages []Passage `json:"passages,omitempty"` // found for the question
	Draft    string    `json:"draft"`              // a_0, the model's
	Turns    []Turn    `json:"turns"`
	Phase    Phase     `json:"phase"`
	End      End       `json:"end,omitempty"`
	Ended    time.Time `json:"ended,omitzero"`
	Waited   Phase     `json:"waited,omitempty"` // the phase in which it was released

	Spent adhere.Usage `json:"spent,omitzero"` // on the first draft
}

// A Turn is one instruction and what came of it.
type Turn struct {
	Number      int       `json:"turn"` // from 1
	Kind        Kind      `json:"kind"`
	Instruction string    `json:"instruction"`        // i_t
	Previous    string    `json:"previous"`           // a_p, the answer that is to be changed
	Passages    []Passage `json:"passages,omitempty"` // p_t, for Info only
	Summary     string    `json:"summary,omitempty"`  // s_t, what of them matters, for Info only
	Answer      string    `json:"answer"`             // a_t, the model's
	Rating      Rating    `json:"rating,omitempty"`
	Comment     string    `json:"comment,omitempty"`  // why it was rated so
	Relevant    []string  `json:"relevant,omitempty"` // IDs of passages, found or not, that the person says matter
	Edit        string    `json:"edit,omitempty"`     // a'_t, the person's own; empty where there is none
	Asked       time.Time `json:"asked,omitzero"`     // when the instruction was given
	Answered    time.Time `json:"answered,omitzero"`  // when the answer was whole
	Rated       time.Time `json:"rated,omitzero"`     // when it was rated
	EditedAt    time.Time `json:"edited_at,omitzero"` // when the edit was made
	Decided     time.Time `json:"decided,omitzero"`   // when the person went on or was satisfied

	Spent adhere.Usage `json:"spent,omitzero"` // on summary and answer
}

// Edited reports whether the person mended the answer.
func (t *Turn) Edited() bool { return t.Edit != "" }

// Final returns what the turn's answer came to: the person's edit, or else the
// model's answer (a'_t of figure 3).
func (t *Turn) Final() string {
	if t.Edited() {
		return t.Edit
	}
	return t.Answer
}

// Cost returns what the model's replies of the session took. Those that were
// stopped or failed are not in it.
func (s *Session) Cost() adhere.Usage {
	sum := s.Spent
	for i := range s.Turns {
		sum = sum.Add(s.Turns[i].Spent)
	}
	return sum
}

// stands reports whether the answer of turns[i] is one that later turns build on:
// it was rated, and is not both bad and unedited (figure 3, line 17). An answer
// that other collections went on from without a rating stands too.
func (s *Session) stands(i int) bool {
	t := &s.Turns[i]
	if t.Rating == "" {
		return s.Origin != "" && (i < len(s.Turns)-1 || s.Phase == AwaitInstruction || s.Phase == AwaitDecision || s.End != "" && s.End != EndReleased)
	}
	return t.Rating != Bad || t.Edited()
}

// Previous returns a_p: the answer that the next instruction is about. It is
// the last that stands, the first draft where none does.
func (s *Session) Previous() string {
	for i := len(s.Turns) - 1; i >= 0; i-- {
		if s.stands(i) {
			return s.Turns[i].Final()
		}
	}
	return s.Draft
}

// A Version is one text that the answer was at some time.
type Version struct {
	Turn   int    `json:"turn"`   // 0 for the first draft
	Edited bool   `json:"edited"` // by the person, over the model's
	Stands bool   `json:"stands"` // it was built on, or would be
	Text   string `json:"text"`
	From   string `json:"-"` // the text that it changed; empty for the first draft
}

// Versions returns every text that the answer was, in order: the first draft,
// then of each turn the model's answer and the person's edit of it.
func (s *Session) Versions() []Version {
	if s.Draft == "" {
		return nil
	}
	vs := []Version{{Stands: true, Text: s.Draft}}
	for i := range s.Turns {
		t := &s.Turns[i]
		if t.Answer == "" {
			continue
		}
		vs = append(vs, Version{t.Number, false, s.stands(i) && !t.Edited(), t.Answer, t.Previous})
		if t.Edited() {
			vs = append(vs, Version{t.Number, true, true, t.Edit, t.Answer})
		}
	}
	return vs
}
