package web

import (
	"context"
	"slices"
	"sync"

	"adhere/internal/lists"
	"adhere/internal/writing"
	"adhere/internal/writing/collect"
)

// collected is what a lead's pages are made of.
type collected struct {
	held      []writing.Holding
	questions []writing.Asked
	sets      []writing.Set
	sessions  []sessionRow
	models    []string // that people write with here
}

func (s *Server) collected(ctx context.Context) (x collected, err error) {
	if x.held, err = s.Writing.Desk.Documents(ctx); err != nil {
		return x, err
	}
	if x.questions, err = s.Writing.Desk.Questions(ctx); err != nil {
		return x, err
	}
	if x.sets, err = s.Writing.Desk.Sets(ctx); err != nil {
		return x, err
	}
	if s.Writing.Room != nil {
		for _, m := range s.Writing.Room.Models {
			x.models = append(x.models, m.Name())
		}
	}
	x.sessions, err = s.ledger.list(ctx, s.Writing.Desk)
	return x, err
}

// byQuestion are the sessions that were begun here.
func (x *collected) byQuestion() map[string][]sessionRow {
	of := map[string][]sessionRow{}
	for i := range x.sessions {
		if r := &x.sessions[i]; r.origin == "" {
			of[r.asked] = append(of[r.asked], *r)
		}
	}
	return of
}

// openings counts the models with which a question can still be answered,
// beside the sessions of it that were begun here.
func openings(begun []sessionRow, models []string) int {
	return lists.Count(models, func(m string) bool {
		return !slices.ContainsFunc(begun, func(r sessionRow) bool { return r.Model == m && !r.released })
	})
}

// A ledger remembers what lists show of sessions. A session changes by moves
// alone, so that only those with more moves than before are read.
type ledger struct {
	mu   sync.Mutex
	rows map[string]ledgerRow
}

type ledgerRow struct {
	moves int
	row   sessionRow
}

// list returns all sessions in the order in which they were begun.
func (l *ledger) list(ctx context.Context, desk *collect.Desk) ([]sessionRow, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now, err := desk.SessionMoves(ctx)
	if err != nil {
		return nil, err
	}
	rows := make(map[string]ledgerRow, len(now))
	var changed []string
	for _, x := range now {
		if r, known := l.rows[x.Session]; known && r.moves == x.Moves {
			rows[x.Session] = r
		} else {
			rows[x.Session] = ledgerRow{moves: x.Moves}
			changed = append(changed, x.Session)
		}
	}
	const some = 100 // whole sessions in memory at once
	for ids := range slices.Chunk(changed, some) {
		sessions, err := desk.Sessions(ctx, ids...)
		if err != nil {
			return nil, err
		}
		for i := range sessions {
			rows[sessions[i].ID] = ledgerRow{rows[sessions[i].ID].moves, rowOf(&sessions[i])}
		}
	}
	l.rows = rows
	return lists.Map(now, func(x writing.MoveCount) sessionRow { return rows[x.Session].row }), nil
}
