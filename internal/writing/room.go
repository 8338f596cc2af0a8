package writing

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"adhere"
	"adhere/internal/lists"
	"adhere/prompt"
)

// A Keeper keeps sessions. What it has taken survives a crash.
type Keeper interface {
	// BeginSession has pick choose what the person writes next, and stores it;
	// no other session begins meanwhile.
	BeginSession(ctx context.Context, person string, pick func(*Ledger) (*Head, error)) error
	// Events returns a session's head and its events in order.
	Events(ctx context.Context, session string) (*Head, []Event, error)
	// AddEvent adds the next event; one whose Client is there already changes
	// nothing. The error's code is Conflict where its number is not the next.
	AddEvent(ctx context.Context, session string, e *Event) error
}

// A RoomConfig is what a Room works with.
type RoomConfig struct {
	Keeper  Keeper
	Finder  *Finder
	Models  []adhere.Model // that questions are answered by; people are not told which
	Prompts *prompt.Pack
	Seed    uint64 // of who gets what
	Now     func() time.Time
	Log     *slog.Logger // told what people must not see
}

// A Room is where sessions take place: it hands them out, takes people's
// moves, and does what the model and the program have to do. It is safe for
// concurrent use.
type Room struct {
	RoomConfig
	models map[string]adhere.Model

	stop context.CancelFunc
	ctx  context.Context //nolint:containedctx // the room's own: work goes on when a page is closed
	done sync.WaitGroup
	mu   sync.Mutex
	jobs map[string]*job
}

// NewRoom returns a room, which works until ctx ends or it is closed. The
// error's code is Invalid where it lacks something.
func NewRoom(ctx context.Context, c RoomConfig) (*Room, error) {
	if len(c.Models) == 0 {
		return nil, invalid("there is no model to write with", "name at least one")
	}
	if err := c.Finder.Check(); err != nil {
		return nil, err
	}
	r := &Room{RoomConfig: c, models: map[string]adhere.Model{}, jobs: map[string]*job{}}
	for _, m := range c.Models {
		if r.models[m.Name()] != nil {
			return nil, invalid("model "+m.Name()+" is named twice", "name each once")
		}
		r.models[m.Name()] = m
	}
	r.ctx, r.stop = context.WithCancel(ctx)
	return r, nil
}

// Close ends the work under way, which is done again when it is next asked
// for.
func (r *Room) Close() {
	r.stop()
	r.done.Wait()
}

// Begin hands a session to a person and returns its ID. The error's code is
// NotFound where no question is left.
func (r *Room) Begin(ctx context.Context, person string) (string, error) {
	id := strings.ToLower(rand.Text())
	err := r.Keeper.BeginSession(ctx, person, func(l *Ledger) (*Head, error) {
		q, model, err := l.Assign(person, lists.Map(r.Models, adhere.Model.Name), r.Seed)
		if err != nil {
			return nil, err
		}
		papers, err := r.papers(ctx, q.Documents)
		if err != nil {
			return nil, err
		}
		return &Head{
			ID: id, Question: q.Question, Papers: papers, Person: person, Model: model,
			Retriever: r.Finder.Way, Prompts: r.Prompts.Hash(), Started: r.now(),
		}, nil
	})
	return id, err
}

// papers returns what a session says of its documents.
func (r *Room) papers(ctx context.Context, documents []string) ([]Paper, error) {
	var papers []Paper
	for _, id := range documents {
		d, err := r.Finder.Documents.Document(ctx, id)
		if err != nil {
			return nil, err
		}
		papers = append(papers, d.Paper())
	}
	return papers, nil
}

func (r *Room) now() time.Time { return r.Now().UTC().Truncate(time.Millisecond) }

// Session returns a session as it stands, and how many events led to it.
func (r *Room) Session(ctx context.Context, id string) (*Session, int, error) {
	s, events, err := Load(ctx, r.Keeper, id)
	if err != nil {
		return nil, 0, err
	}
	return &s, len(events), nil
}

// Move makes moves of the person, one after the other. The client names them:
// what was made before under that name is not made again. The version is the
// number of events that the person has seen; the error's code is Conflict
// where there are others since, or the name stands for another move.
func (r *Room) Move(ctx context.Context, id, client string, version int, moves ...Move) (*Session, error) {
	s, events, err := Load(ctx, r.Keeper, id)
	if err != nil {
		return nil, err
	}
	for i, m := range moves {
		e := Event{Client: fmt.Sprintf("%s-%d", client, i), Move: m}
		known := slices.IndexFunc(events, func(before Event) bool { return before.Client == e.Client })
		if known >= 0 && events[known].same(&m) {
			continue
		}
		if known >= 0 || i == 0 && version != len(events) && s.Phase != Over {
			return &s, continued()
		}
		if !person(m.Action) {
			return &s, invalid("move "+string(m.Action)+" is not a person's", "")
		}
		e.At = r.now()
		if _, err := s.Next(e.Move); err != nil {
			return &s, err
		}
		e.Number = len(events) + 1
		if err := r.Keeper.AddEvent(ctx, id, &e); err != nil {
			return &s, err
		}
		if s, events, err = Load(ctx, r.Keeper, id); err != nil {
			return nil, err
		}
		if !events[e.Number-1].same(&m) { // another window was faster
			return &s, continued()
		}
	}
	return &s, nil
}

func continued() error {
	return &adhere.Error{Code: adhere.Conflict, Message: "the session has been continued since, perhaps in another window", Hint: "look at it again; what you typed is kept"}
}

func person(a Action) bool {
	switch a {
	case Instruct, Rate, Edit, GoOn, Satisfied, Mark:
		return true
	case Found, Drafted, Summarised, Revised, Withdraw, Release: // Withdraw has a way of its own
	}
	return false
}

// Withdraw takes back the instruction of the turn of that number, from 1, ends
// the work on it, and returns the turn, so that the instruction can be given
// otherwise. The error's code is Conflict where the turn has an answer.
func (r *Room) Withdraw(ctx context.Context, id string, turn int) (*Turn, error) {
	r.Stop(id)
	s, events, err := Load(ctx, r.Keeper, id)
	if err != nil {
		return nil, err
	}
	e := Event{Number: len(events) + 1, Client: fmt.Sprintf("withdraw-%d", len(events)+1), Move: Move{Action: Withdraw, At: r.now()}}
	if _, err = s.Next(e.Move); err != nil || len(s.Turns) != turn {
		return nil, &adhere.Error{Code: adhere.Conflict, Message: "the instruction has been answered or taken back already", Hint: "look at the session again"}
	}
	if err := r.Keeper.AddEvent(ctx, id, &e); err != nil {
		return nil, err
	}
	r.Retry(id) // clears what is seen of the work
	return &s.Turns[turn-1], nil
}
