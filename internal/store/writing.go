package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"adhere"
	"adhere/internal/writing"
)

// SaveQuestion stores a question, or changes it. The error's code is NotFound
// where one of its documents is missing, and Conflict where somebody has begun
// to answer it.
func (s *Store) SaveQuestion(ctx context.Context, q *writing.Asked) error {
	documents, err := json.Marshal(q.Documents)
	if err != nil {
		return err
	}
	people, err := json.Marshal(q.People)
	if err != nil {
		return err
	}
	err = s.transact(ctx, func(t *tx) error {
		for _, d := range q.Documents {
			var n int
			if err := t.queryRow("select count(*) from documents where id = $1", []any{d}, &n); err != nil || n == 0 {
				return errors.Join(err, noDocument(d))
			}
		}
		if err := unbegun(t, q.ID); err != nil {
			return err
		}
		_, err := t.exec(`insert into writing_questions (id, text, topic, documents, state, people, origin, created) values ($1, $2, $3, $4, $5, $6, $7, $8)
			on conflict (id) do update set text = excluded.text, topic = excluded.topic, documents = excluded.documents,
				state = excluded.state, people = excluded.people, origin = excluded.origin`,
			q.ID, q.Text, q.Topic, string(documents), string(q.State), string(people), q.Origin, s.now())
		return err
	})
	return s.failure("store a question", err)
}

// RemoveQuestion takes a question out that nobody has begun to answer.
func (s *Store) RemoveQuestion(ctx context.Context, id string) error {
	err := s.transact(ctx, func(t *tx) error {
		if err := unbegun(t, id); err != nil {
			return err
		}
		n, err := t.exec("delete from writing_questions where id = $1", id)
		if err == nil && n == 0 {
			err = noQuestion(id)
		}
		return err
	})
	return s.failure("remove a question", err)
}

func unbegun(t *tx, question string) error {
	var n int
	err := t.queryRow("select count(*) from writing_sessions where question = $1 and imported = 0", []any{question}, &n)
	if err == nil && n > 0 {
		err = &adhere.Error{Code: adhere.Conflict, Message: fmt.Sprintf("question %q is being answered already", question), Hint: "add another question"}
	}
	return err
}

// AssignQuestion says whom a question is for, nobody for anybody; also where it
// is being answered already. The error's code is NotFound where there is none.
func (s *Store) AssignQuestion(ctx context.Context, id string, people []string) error {
	list, err := json.Marshal(people)
	if err != nil {
		return err
	}
	err = s.transact(ctx, func(t *tx) error {
		n, err := t.exec("update writing_questions set people = $2 where id = $1", id, string(list))
		if err == nil && n == 0 {
			err = noQuestion(id)
		}
		return err
	})
	return s.failure("assign a question", err)
}

func noQuestion(id string) error {
	return &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("there is no question %q", id), Hint: "adhere sessions questions list shows those there are"}
}

const selectQuestions = "select id, text, topic, documents, state, people, origin from writing_questions order by id"

func scanQuestions(all *[]writing.Asked) func(*sql.Rows) error {
	return func(rows *sql.Rows) error {
		var q writing.Asked
		var documents, people string
		if err := rows.Scan(&q.ID, &q.Text, &q.Topic, &documents, &q.State, &people, &q.Origin); err != nil {
			return err
		}
		err := errors.Join(json.Unmarshal([]byte(documents), &q.Documents), json.Unmarshal([]byte(people), &q.People))
		*all = append(*all, q)
		return err
	}
}

// Questions returns all questions, by ID, also those that are only proposed.
func (s *Store) Questions(ctx context.Context) ([]writing.Asked, error) {
	var all []writing.Asked
	err := s.reader.each(ctx, selectQuestions, nil, scanQuestions(&all))
	return all, s.failure("list the questions", err)
}

// Topics returns the topics that a person would rather have.
func (s *Store) Topics(ctx context.Context, person string) ([]string, error) {
	var all []string
	err := s.reader.each(ctx, selectTopics, []any{person}, scanTexts(&all))
	return all, s.failure("read a person's topics", err)
}

const selectTopics = "select topic from writing_topics where person = $1 order by topic"

func scanTexts(all *[]string) func(*sql.Rows) error {
	return func(rows *sql.Rows) error {
		var text string
		err := rows.Scan(&text)
		*all = append(*all, text)
		return err
	}
}

// SaveTopics stores the topics that a person would rather have, in place of
// those before.
func (s *Store) SaveTopics(ctx context.Context, person string, topics []string) error {
	err := s.transact(ctx, func(t *tx) error {
		_, err := t.exec("delete from writing_topics where person = $1", person)
		for _, topic := range topics {
			if err == nil {
				_, err = t.exec("insert into writing_topics (person, topic) values ($1, $2) on conflict (person, topic) do nothing", person, topic)
			}
		}
		return err
	})
	return s.failure("store a person's topics", err)
}

// BeginSession has pick choose what a person writes next and stores that; no
// other session begins meanwhile.
func (s *Store) BeginSession(ctx context.Context, person string, pick func(*writing.Ledger) (*writing.Head, error)) error {
	err := s.transact(ctx, func(t *tx) error {
		var l writing.Ledger
		if err := t.w.each(selectQuestions, nil, scanQuestions(&l.Questions)); err != nil {
			return err
		}
		if err := t.w.each("select question, model, person, released from writing_sessions where imported = 0 order by created, id", nil, func(rows *sql.Rows) error {
			var b writing.Begun
			err := rows.Scan(&b.Question, &b.Model, &b.Person, &b.Released)
			l.Begun = append(l.Begun, b)
			return err
		}); err != nil {
			return err
		}
		if err := t.w.each(selectTopics, []any{person}, scanTexts(&l.Topics)); err != nil {
			return err
		}
		h, err := pick(&l)
		if err != nil {
			return err
		}
		return putHead(t, h, false, s.now())
	})
	return s.failure("begin a session", err)
}

func putHead(t *tx, h *writing.Head, imported bool, now int64) error {
	b, err := json.Marshal(h)
	if err != nil {
		return err
	}
	n, err := t.exec("insert into writing_sessions (id, question, model, person, head, imported, created) values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing",
		h.ID, h.Question.ID, h.Model, h.Person, string(b), imported, now)
	if err == nil && n == 0 {
		err = &adhere.Error{Code: adhere.Conflict, Message: fmt.Sprintf("there is a session %q already", h.ID), Hint: "nothing was stored"}
	}
	return err
}

// ImportSessions stores sessions that were collected elsewhere, all or none.
// The error's code is Conflict where an ID is taken.
func (s *Store) ImportSessions(ctx context.Context, sessions []writing.Session) error {
	err := s.transact(ctx, func(t *tx) error {
		for i := range sessions {
			x := &sessions[i]
			if err := putHead(t, &x.Head, true, s.now()); err != nil {
				return err
			}
			for j, m := range x.Moves() {
				if err := s.putEvent(t, x.ID, &writing.Event{Number: j + 1, Client: fmt.Sprintf("import-%d", j+1), Move: m}); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return s.failure("store sessions", err)
}

func (s *Store) putEvent(t *tx, session string, e *writing.Event) error {
	body, err := s.packer.pack(&e.Move)
	if err == nil {
		_, err = t.exec("insert into writing_events (session, number, action, body, client, at) values ($1, $2, $3, $4, $5, $6)",
			session, e.Number, string(e.Action), body, e.Client, s.now())
	}
	return err
}

// AddEvent adds an event to a session. One whose Client is there already
// changes nothing. The error's code is Conflict where its number is not the
// next.
func (s *Store) AddEvent(ctx context.Context, session string, e *writing.Event) error {
	err := s.transact(ctx, func(t *tx) error {
		var count, same int
		if err := t.queryRow("select count(*), coalesce(sum(case when client = $2 then 1 else 0 end), 0) from writing_events where session = $1", []any{session, e.Client}, &count, &same); err != nil || same > 0 {
			return err
		}
		if e.Number != count+1 {
			return &adhere.Error{Code: adhere.Conflict, Message: "the session has changed since", Hint: "look at it again"}
		}
		if e.Action == writing.Release {
			if _, err := t.exec("update writing_sessions set released = 1 where id = $1", session); err != nil {
				return err
			}
		}
		return s.putEvent(t, session, e)
	})
	return s.failure("store a move", err)
}

// Events returns a session's head and its events, in order. The error's code
// is NotFound where there is none.
func (s *Store) Events(ctx context.Context, session string) (*writing.Head, []writing.Event, error) {
	var h writing.Head
	var head string
	err := s.reader.row(ctx, "select head from writing_sessions where id = $1", []any{session}, &head)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil, &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("there is no session %q", session)}
	}
	if err == nil {
		err = json.Unmarshal([]byte(head), &h)
	}
	var all []writing.Event
	if err == nil {
		err = s.reader.each(ctx, "select number, client, body from writing_events where session = $1 order by number", []any{session}, func(rows *sql.Rows) error {
			var e writing.Event
			var body []byte
			if err := rows.Scan(&e.Number, &e.Client, &body); err != nil {
				return err
			}
			err := s.packer.unpack(body, &e.Move)
			all = append(all, e)
			return err
		})
	}
	return &h, all, s.failure("read a session", err)
}

// WritingSessions returns the IDs of sessions, those of a person or, where
// that is empty, all, in the order in which they were begun.
func (s *Store) WritingSessions(ctx context.Context, person string) ([]string, error) {
	var all []string
	err := s.reader.each(ctx, "select id from writing_sessions where $1 = '' or person = $1 order by created, id", []any{person}, scanTexts(&all))
	return all, s.failure("list the sessions", err)
}

// SessionMoves returns how many moves each session has, in the order in which
// they were begun.
func (s *Store) SessionMoves(ctx context.Context) ([]writing.MoveCount, error) {
	var all []writing.MoveCount
	err := s.reader.each(ctx, `select id, coalesce(moves, 0) from writing_sessions
		left join (select session, count(*) as moves from writing_events group by session) counted on session = id
		order by created, id`, nil, func(rows *sql.Rows) error {
		var m writing.MoveCount
		err := rows.Scan(&m.Session, &m.Moves)
		all = append(all, m)
		return err
	})
	return all, s.failure("count the moves of sessions", err)
}

// SaveDraft keeps what a person has typed into a field of a session and not
// handed in; an empty text takes it away.
func (s *Store) SaveDraft(ctx context.Context, session, field, text string) error {
	err := s.transact(ctx, func(t *tx) error {
		_, err := t.exec("delete from writing_drafts where session = $1 and field = $2", session, field)
		if err == nil && text != "" {
			_, err = t.exec("insert into writing_drafts (session, field, text) values ($1, $2, $3)", session, field, text)
		}
		return err
	})
	return s.failure("store what was typed", err)
}

// Drafts returns what a person has typed into the fields of a session.
func (s *Store) Drafts(ctx context.Context, session string) (map[string]string, error) {
	all := map[string]string{}
	err := s.reader.each(ctx, "select field, text from writing_drafts where session = $1", []any{session}, func(rows *sql.Rows) error {
		var field, text string
		err := rows.Scan(&field, &text)
		all[field] = text
		return err
	})
	return all, s.failure("read what was typed", err)
}
