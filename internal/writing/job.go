package writing

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"adhere"
	"adhere/internal/lists"
	"adhere/retrieve"
)

// A Progress is what can be seen of the work on a session.
type Progress struct {
	Working bool
	Phase   Phase  // that is worked on
	Text    string // of the answer so far
	Stopped bool   // the person ended it; Retry begins again
	Trouble string // why it failed, in words for the person; Retry begins again
}

// A job is the work on one session.
type job struct {
	progress Progress
	changed  chan struct{} // closed with every change
	cancel   context.CancelFunc
}

// Look returns what can be seen of a session's work, and a channel that is
// closed when there is more to see. Where the session waits for the model or
// the program and nothing is being done, work begins, unless it was stopped or
// has failed.
func (r *Room) Look(ctx context.Context, id string) (Progress, <-chan struct{}, error) {
	if g, changed, ok := r.Peek(id); ok {
		return g, changed, nil
	}
	s, _, err := r.Session(ctx, id)
	if err != nil {
		return Progress{}, nil, err
	}
	if !s.Phase.busy() {
		return Progress{Phase: s.Phase}, nil, nil
	}
	r.start(id, s.Phase)
	g, changed, _ := r.Peek(id)
	return g, changed, nil
}

// busy reports whether the model or the program has to do something.
func (p Phase) busy() bool {
	switch p {
	case AwaitSources, AwaitDraft, AwaitPassages, AwaitSummary, AwaitRevision:
		return true
	case AwaitInstruction, AwaitRating, AwaitDecision, Over:
	}
	return false
}

// Peek returns what Look does of work that is under way or has ended without a
// result, and begins none; false where there is no such work.
func (r *Room) Peek(id string) (Progress, <-chan struct{}, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	j := r.jobs[id]
	if j == nil {
		return Progress{}, nil, false
	}
	return j.progress, j.changed, true
}

// Stop ends the work on a session. What was written of an answer is lost.
func (r *Room) Stop(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if j := r.jobs[id]; j != nil && j.progress.Working {
		j.cancel()
		j.progress.Working, j.progress.Stopped = false, true
		j.tell()
	}
}

// Retry lets work that was stopped or has failed begin again.
func (r *Room) Retry(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if j := r.jobs[id]; j != nil && !j.progress.Working {
		delete(r.jobs, id)
		j.tell()
	}
}

// tell wakes those who look. The caller holds the lock.
func (j *job) tell() {
	close(j.changed)
	j.changed = make(chan struct{})
}

func (r *Room) start(id string, p Phase) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.jobs[id] != nil || r.ctx.Err() != nil {
		return
	}
	ctx, cancel := context.WithCancel(r.ctx)
	j := &job{progress: Progress{Working: true, Phase: p}, changed: make(chan struct{}), cancel: cancel}
	r.jobs[id] = j
	r.done.Go(func() {
		defer cancel()
		r.end(id, j, r.work(ctx, id, j))
	})
}

// work does what there is to do until the person is waited for.
func (r *Room) work(ctx context.Context, id string, j *job) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	for {
		s, count, err := r.Session(ctx, id)
		if err != nil || !s.Phase.busy() {
			return err
		}
		r.see(j, func(g *Progress) { g.Phase, g.Text = s.Phase, "" })
		m, err := r.step(ctx, s, j)
		if err != nil {
			return err
		}
		m.At = r.now()
		if _, err := s.Next(m); err != nil { // such as an empty answer
			return &adhere.Error{Code: adhere.Unavailable, Message: "the reply is unusable", Err: err}
		}
		if err := r.Keeper.AddEvent(ctx, id, &Event{Number: count + 1, Client: fmt.Sprintf("room-%d", count+1), Move: m}); err != nil {
			return err
		}
	}
}

// see changes what can be seen of a job that has not been ended.
func (r *Room) see(j *job, change func(*Progress)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if j.progress.Working {
		change(&j.progress)
		j.tell()
	}
}

// end takes a job that is over off the list, or keeps why it failed.
func (r *Room) end(id string, j *job, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case !j.progress.Working && err != nil: // stopped
		return
	case err != nil && r.ctx.Err() == nil:
		r.Log.Error("a writing session's work failed", "session", id, "error", err)
		j.progress.Working, j.progress.Trouble = false, trouble(err)
	default:
		delete(r.jobs, id)
	}
	j.tell()
}

// trouble says what went wrong without a word of the error's own, which may
// name the model.
func trouble(err error) string {
	switch adhere.CodeOf(err) {
	case adhere.Unavailable, adhere.RateLimited:
		return "the writer can't be reached at the moment; try again in a while"
	case adhere.Exhausted:
		return "what may be spent on answers is used up; tell whoever collects"
	case adhere.Conflict:
		return "the session was changed elsewhere; look at it again"
	default:
		return "the writer could not answer; try again, or tell whoever collects"
	}
}

// step makes the program's or the model's next move.
func (r *Room) step(ctx context.Context, s *Session, j *job) (Move, error) {
	if s.Phase == AwaitSources || s.Phase == AwaitPassages {
		found, err := r.Search(ctx, s, s.Query(), retrieve.Best)
		return Move{Action: Found, Passages: found}, err
	}
	resp, err := r.ask(ctx, s, func(soFar string) {
		if s.Phase != AwaitSummary { // which nobody is shown
			r.see(j, func(g *Progress) { g.Text = soFar })
		}
	})
	action := map[Phase]Action{AwaitDraft: Drafted, AwaitSummary: Summarised, AwaitRevision: Revised}[s.Phase]
	if err != nil {
		return Move{}, err
	}
	return Move{Action: action, Text: strings.TrimSpace(strings.ToValidUTF8(resp.Text, "\ufffd")), Spent: resp.Usage}, nil
}

// Search returns the passages of a session's papers that fit a query best.
func (r *Room) Search(ctx context.Context, s *Session, query string, best int) ([]Passage, error) {
	on, err := r.Finder.On(ctx, lists.Map(s.Papers, func(p Paper) string { return p.ID }))
	if err != nil {
		return nil, err
	}
	return on.Retrieve(ctx, query, best)
}

// ask has the model answer and hands over what it has written so far.
func (r *Room) ask(ctx context.Context, s *Session, each func(string)) (*adhere.Response, error) {
	m := r.models[s.Model]
	if m == nil {
		return nil, &adhere.Error{Code: adhere.NotFound, Message: "model " + s.Model + " of the session is not among those of this server"}
	}
	req, err := s.Request(r.Prompts)
	if err != nil {
		return nil, err
	}
	streamer, ok := m.(adhere.Streamer)
	if !ok {
		return m.Generate(ctx, req)
	}
	var b strings.Builder
	var last time.Time
	return streamer.Stream(ctx, req, func(c adhere.Chunk) error {
		b.WriteString(c.Text)
		if now := r.Now(); now.Sub(last) >= seenEvery || now.Before(last) {
			last = now
			each(b.String())
		}
		return nil
	})
}

// seenEvery is how often those who look are shown more of an answer.
const seenEvery = 50 * time.Millisecond
