package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"adhere"
	"adhere/internal/writing"
)

// SaveQuestion stores a question, or changes it; one without an ID gets the
// first of q1, q2 and so on that is free. Before one is changed, check, where
// there is one, is shown it as it is stored, while nobody else changes it. The
// error's code is NotFound where one of its documents is missing, or the
// question that check should see, and Conflict where somebody has begun to
// answer it.
func (s *Store) SaveQuestion(ctx context.Context, q *writing.Asked, check ...func(*writing.Asked) error) error {
	var id string
	err := s.change(ctx, "store a question", func(t *tx) error {
		if id = q.ID; id == "" {
			n, err := numberingIn(t)
			if err != nil {
				return err
			}
			id = n.next()
		} else if err := checkQuestion(t, id, check); err != nil {
			return err
		}
		return s.putQuestion(t, id, q)
	})
	if err == nil {
		q.ID = id
	}
	return err
}

// ProposeQuestions stores questions whose text is not there yet, all or none, and
// returns how many they were. Each gets an ID, as SaveQuestion gives it to one without; an ID
// that it has already is ignored.
func (s *Store) ProposeQuestions(ctx context.Context, questions []writing.Asked) (taken int, err error) {
	err = s.change(ctx, "store proposals", func(t *tx) error {
		taken = 0
		n, err := numberingIn(t)
		for i := 0; i < len(questions) && err == nil; i++ {
			if q := &questions[i]; !n.texts[q.Text] {
				n.texts[q.Text] = true
				err, taken = s.putQuestion(t, n.next(), q), taken+1
			}
		}
		return err
	})
	return taken, err
}

// A numbering gives new questions their IDs.
type numbering struct {
	ids, texts map[string]bool // that questions have
	last       int             // number given or found taken
}

func numberingIn(t *tx) (*numbering, error) {
	n := &numbering{ids: map[string]bool{}, texts: map[string]bool{}}
	var all []writing.Asked
	err := t.w.each(selectQuestions, nil, gather(&all, questionInto))
	for i := range all {
		n.ids[all[i].ID], n.texts[all[i].Text] = true, true
	}
	return n, err
}

// next returns the first of q1, q2 and so on that no question has.
func (n *numbering) next() string {
	for {
		n.last++
		if id := fmt.Sprintf("q%d", n.last); !n.ids[id] {
			return id
		}
	}
}

func checkQuestion(t *tx, id string, checks []func(*writing.Asked) error) error {
	for _, check := range checks {
		var q writing.Asked
		if err := t.queryRow(selectQuestion, []any{id}, questionInto(&q)...); err != nil {
			return noRow(err, noQuestion(id))
		}
		if err := check(&q); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) putQuestion(t *tx, id string, q *writing.Asked) error {
	if err := haveDocuments(t, q.Documents); err != nil {
		return err
	}
	if err := unbegun(t, id); err != nil {
		return err
	}
	return t.run(`insert into writing_questions (id, text, topic, documents, state, people, origin, created) values ($1, $2, $3, $4, $5, $6, $7, $8)
		on conflict (id) do update set text = excluded.text, topic = excluded.topic, documents = excluded.documents,
			state = excluded.state, people = excluded.people, origin = excluded.origin`,
		id, q.Text, q.Topic, asJSON{q.Documents}, string(q.State), asJSON{q.People}, q.Origin, s.now())
}

// RemoveQuestion takes a question out that nobody has begun to answer; check is
// as SaveQuestion has it.
func (s *Store) RemoveQuestion(ctx context.Context, id string, check ...func(*writing.Asked) error) error {
	return s.change(ctx, "remove a question", func(t *tx) error {
		if err := checkQuestion(t, id, check); err != nil {
			return err
		}
		if err := unbegun(t, id); err != nil {
			return err
		}
		return t.must(noQuestion(id), "delete from writing_questions where id = $1", id)
	})
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
// is being answered already. Check is as SaveQuestion has it; the error's code
// is NotFound where there is none.
func (s *Store) AssignQuestion(ctx context.Context, id string, people []string, check ...func(*writing.Asked) error) error {
	return s.change(ctx, "assign a question", func(t *tx) error {
		if err := checkQuestion(t, id, check); err != nil {
			return err
		}
		return t.must(noQuestion(id), "update writing_questions set people = $2 where id = $1", id, asJSON{people})
	})
}

func noQuestion(id string) error {
	return missing("question", id, "adhere sessions questions list shows those there are")
}

const (
	questionColumns = "select id, text, topic, documents, state, people, origin from writing_questions "
	selectQuestions = questionColumns + "order by id"
	selectQuestion  = questionColumns + "where id = $1"
)

func questionInto(q *writing.Asked) []any {
	return []any{&q.ID, &q.Text, &q.Topic, asJSON{&q.Documents}, &q.State, asJSON{&q.People}, &q.Origin}
}

// Questions returns all questions, by ID, also those that are only proposed.
func (s *Store) Questions(ctx context.Context) ([]writing.Asked, error) {
	return find(ctx, s, "list the questions", selectQuestions, nil, questionInto)
}

// Topics returns the topics that a person would rather have.
func (s *Store) Topics(ctx context.Context, person string) ([]string, error) {
	return find(ctx, s, "read a person's topics", selectTopics, []any{person}, itself[string])
}

const selectTopics = "select topic from writing_topics where person = $1 order by topic"

// SaveTopics stores the topics that a person would rather have, in place of
// those before.
func (s *Store) SaveTopics(ctx context.Context, person string, topics []string) error {
	return s.change(ctx, "store a person's topics", func(t *tx) error {
		err := t.run("delete from writing_topics where person = $1", person)
		for i := 0; i < len(topics) && err == nil; i++ {
			err = t.run("insert into writing_topics (person, topic) values ($1, $2) on conflict (person, topic) do nothing", person, topics[i])
		}
		return err
	})
}

// BeginSession has pick choose what a person writes next and stores that; no
// other session begins meanwhile.
func (s *Store) BeginSession(ctx context.Context, person string, pick func(*writing.Ledger) (*writing.Head, error)) error {
	return s.change(ctx, "begin a session", func(t *tx) error {
		var l writing.Ledger
		err := t.w.each(selectQuestions, nil, gather(&l.Questions, questionInto))
		if err == nil {
			err = t.w.each("select question, model, person, released from writing_sessions where imported = 0 order by created, id", nil,
				gather(&l.Begun, func(b *writing.Begun) []any { return []any{&b.Question, &b.Model, &b.Person, &b.Released} }))
		}
		if err == nil {
			err = t.w.each(selectTopics, []any{person}, gather(&l.Topics, itself[string]))
		}
		if err != nil {
			return err
		}
		h, err := pick(&l)
		if err != nil {
			return err
		}
		return putHead(t, h, false, s.now())
	})
}

func putHead(t *tx, h *writing.Head, imported bool, now int64) error {
	taken := &adhere.Error{Code: adhere.Conflict, Message: fmt.Sprintf("there is a session %q already", h.ID), Hint: "nothing was stored; sessions of public files are numbered by their lines, so join such files into one"}
	return t.must(taken, "insert into writing_sessions (id, question, model, person, head, imported, created) values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing",
		h.ID, h.Question.ID, h.Model, h.Person, asJSON{h}, imported, now)
}

// ImportSessions stores sessions that were collected elsewhere, all or none, as of
// one moment: they stand in the order of their IDs.
// The error's code is Conflict where an ID is taken.
func (s *Store) ImportSessions(ctx context.Context, sessions []writing.Session) error {
	return s.change(ctx, "store sessions", func(t *tx) error {
		at := s.now()
		for i := range sessions {
			x := &sessions[i]
			if err := putHead(t, &x.Head, true, at); err != nil {
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
}

func (s *Store) putEvent(t *tx, session string, e *writing.Event) error {
	body, err := s.packer.pack(&e.Move)
	if err != nil {
		return err
	}
	return t.run("insert into writing_events (session, number, action, body, client, at) values ($1, $2, $3, $4, $5, $6)",
		session, e.Number, string(e.Action), body, e.Client, s.now())
}

// AddEvent adds an event to a session. One whose Client is there already
// changes nothing. The error's code is Conflict where its number is not the
// next.
func (s *Store) AddEvent(ctx context.Context, session string, e *writing.Event) error {
	return s.change(ctx, "store a move", func(t *tx) error {
		var count, same int
		if err := t.queryRow("select count(*), coalesce(sum(case when client = $2 then 1 else 0 end), 0) from writing_events where session = $1", []any{session, e.Client}, &count, &same); err != nil || same > 0 {
			return err
		}
		if e.Number != count+1 {
			return &adhere.Error{Code: adhere.Conflict, Message: "the session has changed since", Hint: "look at it again"}
		}
		if e.Action == writing.Release {
			if err := t.run("update writing_sessions set released = 1 where id = $1", session); err != nil {
				return err
			}
		}
		return s.putEvent(t, session, e)
	})
}

// Events returns a session's head and its events, in order. The error's code
// is NotFound where there is none.
func (s *Store) Events(ctx context.Context, session string) (*writing.Head, []writing.Event, error) {
	var h writing.Head
	err := s.reader.row(ctx, "select head from writing_sessions where id = $1", []any{session}, asJSON{&h})
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil, &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("there is no session %q", session)}
	}
	if err != nil {
		return nil, nil, s.failure("read a session", err)
	}
	all, err := find(ctx, s, "read a session", "select number, client, body from writing_events where session = $1 order by number", []any{session}, func(e *writing.Event) []any {
		return []any{&e.Number, &e.Client, unpacked{s.packer, &e.Move}}
	})
	return &h, all, err
}

// WritingSessions returns the IDs of sessions, those of a person or, where
// that is empty, all, in the order in which they were begun.
func (s *Store) WritingSessions(ctx context.Context, person string) ([]string, error) {
	return find(ctx, s, "list the sessions", "select id from writing_sessions where $1 = '' or person = $1 order by created, id", []any{person}, itself[string])
}

// SessionMoves returns how many moves each session has, in the order in which
// they were begun.
func (s *Store) SessionMoves(ctx context.Context) ([]writing.MoveCount, error) {
	return find(ctx, s, "count the moves of sessions", `select id, coalesce(moves, 0) from writing_sessions
		left join (select session, count(*) as moves from writing_events group by session) counted on session = id
		order by created, id`, nil, func(m *writing.MoveCount) []any { return []any{&m.Session, &m.Moves} })
}

// SaveDraft keeps what a person has typed into a field of a session and not
// handed in; an empty text takes it away.
func (s *Store) SaveDraft(ctx context.Context, session, field, text string) error {
	return s.change(ctx, "store what was typed", func(t *tx) error {
		err := t.run("delete from writing_drafts where session = $1 and field = $2", session, field)
		if err == nil && text != "" {
			err = t.run("insert into writing_drafts (session, field, text) values ($1, $2, $3)", session, field, text)
		}
		return err
	})
}

// Drafts returns what a person has typed into the fields of a session.
func (s *Store) Drafts(ctx context.Context, session string) (map[string]string, error) {
	type draft struct{ field, text string }
	drafts, err := find(ctx, s, "read what was typed", "select field, text from writing_drafts where session = $1", []any{session}, func(d *draft) []any {
		return []any{&d.field, &d.text}
	})
	all := map[string]string{}
	for _, d := range drafts {
		all[d.field] = d.text
	}
	return all, err
}
