package writing

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"adhere"
)

// Phase says what a session waits for.
type Phase string

// The phases, in the order of figure 3.
const (
	AwaitSources     Phase = "sources"     // the passages for the question
	AwaitDraft       Phase = "draft"       // the model's first draft
	AwaitInstruction Phase = "instruction" // the person's
	AwaitPassages    Phase = "passages"    // those for an Info instruction
	AwaitSummary     Phase = "summary"     // the model's, of those passages
	AwaitRevision    Phase = "revision"    // the model's new answer
	AwaitRating      Phase = "rating"      // the person's, with a comment
	AwaitDecision    Phase = "decision"    // an edit if wanted, then to go on or be satisfied
	Over             Phase = "over"        // nothing
)

// End says how a session came to its end.
type End string

// The ends.
const (
	EndSatisfied End = "satisfied" // the person has the answer that was wanted
	EndTurns     End = "turns"     // the last turn is over
	EndReleased  End = "released"  // it was given up, and whoever collects took it back
)

// Action is what kind of move is made.
type Action string

// The actions: those of the program and model, those of the person, and that of
// whoever collects.
const (
	Found      Action = "found"      // passages were searched for; there may be none
	Drafted    Action = "drafted"    // Text is the first draft
	Instruct   Action = "instruct"   // Text is the instruction, of a Kind
	Summarised Action = "summarised" // Text is the summary of the passages
	Revised    Action = "revised"    // Text is the model's new answer
	Rate       Action = "rate"       // Text is the comment on a Rating
	Edit       Action = "edit"       // Text is the person's own version of the answer
	GoOn       Action = "go_on"      // not satisfied: the next turn, or the end after the last
	Satisfied  Action = "satisfied"  // the answer is what was wanted
	Withdraw   Action = "withdraw"   // of the last instruction, which has no answer yet; as if it had not been given
	Mark       Action = "mark"       // Relevant are all passages that matter for the last turn's instruction
	Release    Action = "release"    // the person does not go on; at any time before the end
)

// A Move is one step of a session.
type Move struct {
	Action   Action    `json:"action"`
	Text     string    `json:"text,omitempty"`
	Kind     Kind      `json:"kind,omitempty"`
	Rating   Rating    `json:"rating,omitempty"`
	Passages []Passage `json:"passages,omitempty"`
	Relevant []string  `json:"relevant,omitempty"`
	At       time.Time `json:"at,omitzero"`

	Spent adhere.Usage `json:"spent,omitzero"` // by the model's reply
}

// LongestText is how many characters an answer, a summary or an edit may have;
// LongestWords, how many an instruction or a comment.
const (
	LongestText  = 200_000
	LongestWords = 10_000
	MostMarks    = 200 // passages of one turn
)

// New returns a session that has not begun.
func New(h Head) Session { return Session{Head: h, Turns: []Turn{}, Phase: AwaitSources} }

// Allowed returns the actions by which the session goes on. Besides them it
// takes Release until it is over, Withdraw while an instruction has no answer,
// and Mark whenever the person is waited for after the first instruction.
func (s *Session) Allowed() []Action {
	switch s.Phase {
	case AwaitSources, AwaitPassages:
		return []Action{Found}
	case AwaitDraft:
		return []Action{Drafted}
	case AwaitInstruction:
		return []Action{Instruct}
	case AwaitSummary:
		return []Action{Summarised}
	case AwaitRevision:
		return []Action{Revised}
	case AwaitRating:
		return []Action{Rate}
	case AwaitDecision:
		if s.Turns[len(s.Turns)-1].Rating != Good {
			return []Action{Edit, GoOn, Satisfied}
		}
		return []Action{GoOn, Satisfied}
	default:
		return nil
	}
}

// Next returns the session after the move, or an error that says what is
// allowed instead. The session itself stays as it was.
func (s Session) Next(m Move) (Session, error) {
	if m.Action == Release && s.Phase != Over {
		s.Waited = s.Phase
		s.end(EndReleased, m.At)
		return s, nil
	}
	if n := len(s.Turns); m.Action == Withdraw && n > 0 && s.Phase.busy() {
		s.Turns, s.Phase = slices.Clone(s.Turns[:n-1]), AwaitInstruction
		return s, nil
	}
	if !slices.Contains(s.Allowed(), m.Action) && !s.marks(&m) {
		return s, s.refuse(m.Action)
	}
	if err := s.check(&m); err != nil {
		return s, err
	}
	s.Turns = slices.Clone(s.Turns)
	if m.Action == Instruct {
		s.instruct(&m)
		return s, nil
	}
	if len(s.Turns) == 0 {
		s.begin(&m)
		return s, nil
	}
	s.turn(&s.Turns[len(s.Turns)-1], &m)
	return s, nil
}

// marks reports whether the move says which passages matter, and may.
func (s *Session) marks(m *Move) bool {
	return m.Action == Mark && len(s.Turns) > 0 && s.Phase != Over && !s.Phase.busy()
}

// begin takes what comes before the first turn.
func (s *Session) begin(m *Move) {
	if m.Action == Found {
		s.Passages, s.Phase = m.Passages, AwaitDraft
	} else {
		s.Draft, s.Spent, s.Phase = m.Text, m.Spent, AwaitInstruction
	}
}

func (s *Session) instruct(m *Move) {
	s.Turns = append(s.Turns, Turn{
		Number: len(s.Turns) + 1, Kind: m.Kind, Instruction: m.Text, Previous: s.Previous(), Asked: m.At,
	})
	s.Phase = AwaitRevision
	if m.Kind == Info {
		s.Phase = AwaitPassages
	}
}

// turn takes what comes within a turn.
func (s *Session) turn(t *Turn, m *Move) {
	switch m.Action {
	case Found:
		t.Passages, s.Phase = m.Passages, AwaitSummary
	case Summarised:
		t.Summary, t.Spent, s.Phase = m.Text, t.Spent.Add(m.Spent), AwaitRevision
	case Revised:
		t.Answer, t.Answered, t.Spent, s.Phase = m.Text, m.At, t.Spent.Add(m.Spent), AwaitRating
	case Rate:
		t.Rating, t.Comment, t.Rated, s.Phase = m.Rating, m.Text, m.At, AwaitDecision
	case Edit:
		t.Edit, t.EditedAt = m.Text, m.At
	case Mark:
		t.Relevant = m.Relevant
	case GoOn:
		t.Decided, s.Phase = m.At, AwaitInstruction
		if t.Number == MostTurns {
			s.end(EndTurns, m.At)
		}
	case Satisfied:
		t.Decided = m.At
		s.end(EndSatisfied, m.At)
	case Drafted, Instruct, Withdraw, Release: // not within a turn
	}
}

func (s *Session) end(how End, at time.Time) { s.Phase, s.End, s.Ended = Over, how, at }

// Waits says what the session waits for; "" once it is over.
func (s *Session) Waits() string {
	if s.Phase == AwaitDecision && !slices.Contains(s.Allowed(), Edit) {
		return "the next turn or the end"
	}
	return map[Phase]string{
		AwaitSources: "passages", AwaitDraft: "the first draft", AwaitInstruction: "an instruction", AwaitPassages: "passages", AwaitSummary: "a summary",
		AwaitRevision: "the model's answer", AwaitRating: "a rating", AwaitDecision: "an edit, the next turn or the end",
	}[s.Phase]
}

// words says what the action brings.
func (a Action) words() string {
	return map[Action]string{
		Found: "passages", Drafted: "the first draft", Instruct: "an instruction", Summarised: "a summary", Revised: "the model's answer", Rate: "a rating", Edit: "an edit",
		GoOn: "the next turn", Satisfied: "the end", Withdraw: "an instruction to be taken back", Mark: "a mark on a passage",
	}[a]
}

// refuse says what the session waits for instead of the action.
func (s *Session) refuse(a Action) error {
	if s.Phase == Over {
		why := map[End]string{EndReleased: ": it was released", EndTurns: ": its last turn is done"}[s.End]
		return &adhere.Error{Code: adhere.Conflict, Message: "the session is over" + why, Hint: "nothing can be added to it"}
	}
	hint := ""
	if a == Edit && s.Phase == AwaitDecision {
		hint = "an answer that was rated good is not edited"
	}
	return &adhere.Error{Code: adhere.Conflict, Message: "the session waits for " + s.Waits() + ", not for " + cmp.Or(a.words(), "this"), Hint: hint}
}

// check holds the contents of a move that is allowed as such.
func (s *Session) check(m *Move) error {
	switch m.Action {
	case Found, GoOn, Satisfied, Withdraw, Release:
		return nil
	case Mark:
		return checkMarks(m.Relevant)
	case Instruct:
		if m.Kind != Info && m.Kind != Style {
			return invalid("an instruction is of kind info or style", "say whether it asks for information or for another form")
		}
		return checkText(m.Text, "instruction", LongestWords)
	case Rate:
		if m.Rating != Good && m.Rating != Neutral && m.Rating != Bad && (s.Origin == "" || m.Rating != "") { // other collections may lack some
			return invalid("a rating is good, neutral or bad", "choose one of the three")
		}
		return s.checkComment(m)
	case Edit:
		if m.Text == s.Turns[len(s.Turns)-1].Answer {
			return invalid("the edit changes nothing", "go on without one")
		}
	case Summarised:
		if s.Origin != "" && m.Text == "" {
			return nil // other collections don't hold it
		}
	case Drafted, Revised:
	}
	return checkText(m.Text, map[Action]string{Drafted: "draft", Summarised: "summary", Revised: "answer", Edit: "edit"}[m.Action], LongestText)
}

// checkComment holds that there is one: only other collections may lack it.
func (s *Session) checkComment(m *Move) error {
	if s.Origin != "" && m.Text == "" {
		return nil
	}
	return checkText(m.Text, "comment", LongestWords)
}

func checkMarks(ids []string) error {
	if len(ids) > MostMarks {
		return invalid(fmt.Sprintf("%d passages are marked, expected at most %d", len(ids), MostMarks), "mark those that matter most")
	}
	for i, id := range ids {
		if id == "" || len(id) > 300 || !utf8.ValidString(id) || slices.Contains(ids[:i], id) {
			return invalid(fmt.Sprintf("marked passage %d: %q is no ID, or is marked twice", i+1, id), "take the ID that adhere sessions documents search shows")
		}
	}
	return nil
}

func checkText(text, what string, most int) error {
	n := utf8.RuneCountInString(text)
	switch {
	case strings.TrimSpace(text) == "":
		return invalid("the "+what+" is empty", "write it; it can't be left out")
	case n > most:
		return invalid(fmt.Sprintf("the %s has %d characters, expected at most %d", what, n, most), "shorten it")
	case !utf8.ValidString(text):
		return invalid("the "+what+" is not valid UTF-8", "write it in UTF-8")
	}
	return nil
}

func invalid(message, hint string) error {
	return &adhere.Error{Code: adhere.Invalid, Message: message, Hint: hint}
}
