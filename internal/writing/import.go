package writing

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"adhere"
	"adhere/internal/jsonl"
)

// ReadSessions reads sessions, a JSON object a line, from the file of that name:
// as they are, or in the shape in which KIWI's interactions were
// published. A session is replayed: what its moves do not lead to is refused.
// Notes say what of a published file had to be left out. The error's code is
// Invalid; its message names file, line and field.
func ReadSessions(name string, r io.Reader) (all []Session, notes []string, err error) {
	seen, told := map[string]int{}, map[string]bool{}
	for line, err := range jsonl.Lines(r) {
		number := line.Number
		if err != nil {
			return nil, nil, adhere.Errorf(adhere.Invalid, "%s:%d: %v", name, number, err).WithHint("expected one JSON object per line")
		}
		s, said, err := readSession(line.Text, number)
		if err == nil && seen[s.ID] > 0 {
			err = invalid(fmt.Sprintf("session %q is in line %d already", s.ID, seen[s.ID]), "give each an ID of its own")
		}
		if err != nil {
			return nil, nil, fmt.Errorf("%s:%d: %w", name, number, err)
		}
		seen[s.ID] = number
		all = append(all, *s)
		for _, n := range said {
			if strings.HasPrefix(n, "field ") { // once for the file
				if told[n] {
					continue
				}
				told[n] = true
			}
			notes = append(notes, fmt.Sprintf("%s:%d: %s", name, number, n))
		}
	}
	if len(all) == 0 {
		return nil, nil, invalid(name+" holds no session", "expected one JSON object per line")
	}
	return all, notes, nil
}

func readSession(line []byte, number int) (*Session, []string, error) {
	var shape struct {
		Interaction json.RawMessage `json:"interaction"`
	}
	if err := json.Unmarshal(line, &shape); err != nil {
		return nil, nil, broken(err)
	}
	if shape.Interaction != nil {
		return readPublished(line, number)
	}
	var s Session
	if err := json.Unmarshal(line, &s); err != nil {
		return nil, nil, broken(err)
	}
	return &s, nil, s.Check()
}

func broken(err error) error {
	return invalid(jsonl.Plain(err).Error(), "expected one JSON object per line, with the fields that adhere sessions export writes")
}

// Check holds that the session is one that its moves lead to. The error's
// code is Invalid.
func (s *Session) Check() error {
	switch {
	case s.ID == "" || len(s.ID) > 200:
		return invalid("session: expected an ID of 1 to 200 bytes", "name it")
	case s.Question.ID == "":
		return invalid("question.id is empty", "name the question; sessions about one question have the same")
	case strings.TrimSpace(s.Question.Text) == "":
		return invalid("question.text is empty", "name the question that is answered")
	case s.Model == "":
		return invalid("model is empty", "name the model that answered")
	case len(s.Turns) > MostTurns:
		return invalid(fmt.Sprintf("turns: %d, expected at most %d", len(s.Turns), MostTurns), "")
	}
	again, err := Replay(s.Head, s.Moves())
	if err != nil {
		return &adhere.Error{Code: adhere.Invalid, Message: "the session cannot have happened this way", Err: err, Hint: adhere.HintOf(err)}
	}
	if field := again.differs(s); field != "" {
		return invalid(field+" is not what the turns before it lead to", "use the session as it was exported")
	}
	return nil
}

// differs names the first field in which two sessions differ.
func (s *Session) differs(o *Session) string {
	for i := range s.Turns {
		if i < len(o.Turns) && !equal(s.Turns[i], o.Turns[i]) {
			return fmt.Sprintf("turns[%d]", i)
		}
	}
	for _, f := range []struct {
		name string
		same bool
	}{
		{"turns", len(s.Turns) == len(o.Turns)},
		{"phase", s.Phase == o.Phase},
		{"end", s.End == o.End},
		{"waited", s.Waited == o.Waited},
		{"draft", s.Draft == o.Draft},
		{"passages", equal(s.Passages, o.Passages)},
		{"ended", s.Ended.Equal(o.Ended)},
	} {
		if !f.same {
			return f.name
		}
	}
	return ""
}

// equal compares by what would be written.
func equal(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}
