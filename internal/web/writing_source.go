package web

import (
	"context"

	"adhere/internal/writing"
	"adhere/internal/writing/collect"
)

// Writing is where people write answers together with models. The zero value
// is no such place.
type Writing struct {
	Room  *writing.Room // nil where no model writes
	Desk  *collect.Desk // where whoever leads works; nil where nobody does
	Store WritingStore
}

// A WritingStore keeps sessions, what they are about, and what people would rather
// write about.
type WritingStore interface {
	// WritingSessions returns the IDs of a person's sessions, in the order in
	// which they were begun.
	WritingSessions(ctx context.Context, person string) ([]string, error)
	// Questions returns all questions.
	Questions(ctx context.Context) ([]writing.Asked, error)
	// Topics returns which topics a person would rather have.
	Topics(ctx context.Context, person string) ([]string, error)
	SaveTopics(ctx context.Context, person string, topics []string) error
	// SaveDraft keeps what a person has typed into a field of a session and not
	// handed in; Drafts returns all of it, by field.
	SaveDraft(ctx context.Context, session, field, text string) error
	Drafts(ctx context.Context, session string) (map[string]string, error)
}
