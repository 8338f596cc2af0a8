// Package collect has the administration of writing sessions, for the command
// and the pages: documents and sets of them, questions and proposals, people's
// progress, and reports.
package collect

import (
	"context"
	"strings"
	"time"

	"adhere"
	"adhere/internal/writing"
	"adhere/internal/writing/study"
)

// A Store keeps what is collected.
type Store interface {
	writing.Keeper
	// WritingSessions returns the IDs of a person's sessions, all where that
	// is empty, in the order in which they were begun.
	WritingSessions(ctx context.Context, person string) ([]string, error)
	// SessionMoves returns how many moves each session has, in that order.
	SessionMoves(ctx context.Context) ([]writing.MoveCount, error)

	Questions(ctx context.Context) ([]writing.Asked, error)
	// SaveQuestion, RemoveQuestion and AssignQuestion show check, where there is
	// one, the question as it is stored, while nobody else changes it.
	SaveQuestion(ctx context.Context, q *writing.Asked, check ...func(*writing.Asked) error) error
	// ProposeQuestions stores those whose text is not there yet, all or none.
	ProposeQuestions(ctx context.Context, questions []writing.Asked) (taken int, err error)
	RemoveQuestion(ctx context.Context, id string, check ...func(*writing.Asked) error) error
	AssignQuestion(ctx context.Context, id string, people []string, check ...func(*writing.Asked) error) error

	Documents(ctx context.Context) ([]writing.Holding, error)
	Document(ctx context.Context, id string) (*writing.Document, error)
	AddDocuments(ctx context.Context, docs []writing.Document) (added int, err error)
	RemoveDocument(ctx context.Context, id string) error
	Sets(ctx context.Context) ([]writing.Set, error)
	SaveSet(ctx context.Context, set *writing.Set, replace bool) error
	RemoveSet(ctx context.Context, name string) error
}

// A Desk is where a lead works.
type Desk struct {
	Store
	Finder *writing.Finder
	Read   func(ctx context.Context, path string) ([]writing.Document, error) // reads a file, as papers.Read does
	Now    func() time.Time
}

// Sessions returns the sessions of those IDs as they stand, or all.
func (d *Desk) Sessions(ctx context.Context, ids ...string) ([]writing.Session, error) {
	if len(ids) == 0 {
		var err error
		if ids, err = d.WritingSessions(ctx, ""); err != nil {
			return nil, err
		}
	}
	all := make([]writing.Session, len(ids))
	for i, id := range ids {
		var err error
		if all[i], _, err = writing.Load(ctx, d.Store, id); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Release takes a session back that its person does not go on with.
func (d *Desk) Release(ctx context.Context, id string) (*writing.Session, error) {
	return writing.GiveBack(ctx, d.Store, id, d.Now())
}

// Report works out what all sessions show, without labels of a model.
func (d *Desk) Report(ctx context.Context) (*study.Report, error) {
	all, err := d.Sessions(ctx)
	if err != nil {
		return nil, err
	}
	if len(study.Rows(all)) == 0 {
		return nil, &adhere.Error{Code: adhere.NotFound, Message: "no turn is rated yet", Hint: "the report comes with the first rating"}
	}
	return study.Analyse(all, study.Inputs{})
}

// Search returns the passages that fit a query best, of those documents or of
// all. The error's code is NotFound where none fits.
func (d *Desk) Search(ctx context.Context, documents []string, query string, best int) ([]writing.Passage, error) {
	if len(documents) == 0 {
		all, err := d.Documents(ctx)
		if err != nil {
			return nil, err
		}
		for i := range all {
			documents = append(documents, all[i].ID)
		}
	}
	on, err := d.Finder.On(ctx, documents)
	if err != nil {
		return nil, err
	}
	found, err := on.Retrieve(ctx, strings.TrimSpace(query), best)
	if err == nil && len(found) == 0 {
		err = &adhere.Error{Code: adhere.NotFound, Message: "no passage fits the query", Hint: "use words that the documents have"}
	}
	return found, err
}
