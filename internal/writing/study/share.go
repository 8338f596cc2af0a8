package study

import (
	"encoding/json"

	"adhere"
	"adhere/internal/lists"
	"adhere/metric"
)

// A Share is how many of some turns have a property, with the 95 % interval
// that holds sessions, not turns, to be independent.
type Share struct {
	Met, N        int
	Value, Lo, Hi float64 // meaningless where N is 0
}

// MarshalJSON writes null where there is no value.
func (s Share) MarshalJSON() ([]byte, error) {
	j := struct {
		Met   int      `json:"met"`
		N     int      `json:"n"`
		Value *float64 `json:"value"`
		Lo    *float64 `json:"lo"`
		Hi    *float64 `json:"hi"`
	}{Met: s.Met, N: s.N}
	if s.N > 0 {
		j.Value, j.Lo, j.Hi = &s.Value, &s.Lo, &s.Hi
	}
	return json.Marshal(j)
}

// A tally counts by session.
type tally struct {
	order []string
	cells map[string]*metric.Counted
}

func newTally() *tally { return &tally{cells: map[string]*metric.Counted{}} }

func (t *tally) add(session string, met bool) {
	c := t.cells[session]
	if c == nil {
		c = &metric.Counted{}
		t.cells[session] = c
		t.order = append(t.order, session)
	}
	c.N++
	if met {
		c.Met++
	}
}

func (t *tally) share() Share {
	s := metric.ShareOf("share", "turns", lists.Map(t.order, func(name string) metric.Counted { return *t.cells[name] }))
	return Share{Met: s.Met, N: s.N, Value: s.Value, Lo: s.Lo, Hi: s.Hi}
}

func invalid(message, hint string) error {
	return &adhere.Error{Code: adhere.Invalid, Message: message, Hint: hint}
}
