package writing

import (
	"context"
	"time"
)

// GiveBack releases a session that its person does not go on with: its question
// may be answered by its model again, for somebody else. The move is an event
// like any other. The error's code is NotFound where there is no such session,
// and Conflict where it is over.
func GiveBack(ctx context.Context, k Keeper, id string, now time.Time) (*Session, error) {
	s, events, err := Load(ctx, k, id)
	if err != nil {
		return nil, err
	}
	e := Event{Number: len(events) + 1, Client: "release", Move: Move{Action: Release, At: now.UTC().Truncate(time.Millisecond)}}
	if s, err = s.Next(e.Move); err != nil {
		return nil, err
	}
	return &s, k.AddEvent(ctx, id, &e)
}
