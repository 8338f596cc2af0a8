package writing

import (
	"context"
	"fmt"
	"slices"

	"adhere/internal/lists"
)

// An Event is a move that was made, as it is stored. Events are only ever
// added.
type Event struct {
	Number int    // from 1, within the session
	Client string // made up by whoever made the move: the same is taken once
	Move
}

// same reports whether a person's move is this one.
func (e *Event) same(m *Move) bool {
	return e.Action == m.Action && e.Text == m.Text && e.Kind == m.Kind && e.Rating == m.Rating && slices.Equal(e.Relevant, m.Relevant)
}

// Load returns a kept session as it stands, and the events that led to it.
func Load(ctx context.Context, k Keeper, id string) (Session, []Event, error) {
	h, events, err := k.Events(ctx, id)
	if err != nil {
		return Session{}, nil, err
	}
	s, err := Fold(*h, events)
	if err != nil {
		err = fmt.Errorf("session %s: %w", id, err)
	}
	return s, events, err
}

// Fold works out a session from its events, in order.
func Fold(h Head, events []Event) (Session, error) {
	return Replay(h, lists.Map(events, func(e Event) Move { return e.Move }))
}
