package web

import (
	"context"

	"adhere/internal/writing"
	"adhere/internal/writing/collect"
)

// Writing is where people write answers together with models. The zero value
// is no such place.
type Writing struct {
	Room     *writing.Room // nil where no model writes
	Desk     *collect.Desk // where whoever leads works; nil where nobody does
	Sessions WritingSessions
	Topics   WritingTopics
	Typed    Typed
}

// WritingSessions lists sessions and what they are about.
type WritingSessions interface {
	// WritingSessions returns the IDs of a person's sessions, in the order in
	// which they were begun.
	WritingSessions(ctx context.Context, person string) ([]string, error)
	// Questions returns all questions.
	Questions(ctx context.Context) ([]writing.Asked, error)
}

// WritingTopics keeps which topics people would rather have.
type WritingTopics interface {
	Topics(ctx context.Context, person string) ([]string, error)
	SaveTopics(ctx context.Context, person string, topics []string) error
}

// Typed keeps what a person has typed into the fields of a session and not
// handed in.
type Typed interface {
	SaveDraft(ctx context.Context, session, field, text string) error
	Drafts(ctx context.Context, session string) (map[string]string, error)
}
