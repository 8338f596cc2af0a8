package model

import (
	"cmp"
	"context"
	"sync"
	"time"

	"adhere"
)

// Limits bound what a Limiter lets through.
type Limits struct {
	Connections int // most calls in flight; 0 is read as 64
	Start       int // calls in flight allowed at first; 0 is read as Connections
	Min         int // what rate limits never push below; 0 is read as 1

	RPM int // requests started in any minute; 0 for no bound
	TPM int // tokens, prompt and reply, of the requests started in any minute; 0 for no bound

	MaxPause time.Duration // longest Retry-After that can hold back all; a longer one holds back nobody; 0 is read as 10 minutes, which a Policy obeys at most
}

// minute is the window over which RPM and TPM are held. It is a little longer
// than a minute, since requests may reach the provider closer together than
// they left.
const minute = time.Minute + 500*time.Millisecond

// A Limiter is the one gate to a model for all who call it: generation,
// judges and refinement. It bounds calls in flight, and requests and tokens
// per minute. Calls pass in the order in which they came.
//
// It adapts the number of connections from round to round; a [round] is about
// as many calls as are allowed in flight. After a round without a rate limit
// it grows by a tenth. After one with limits it shrinks to the part of the
// calls that succeeded: so many the provider could take; what was too many is
// not tried again for a while. Where shrinking does not help, because the
// provider turns calls down by lot or for somebody else's sake, the
// connections come back and stay for some rounds. But while three quarters of
// the calls are turned down, each round leaves a third of the connections.
//
// A call that is turned down costs its connection the time of a good one, so
// that a provider that is quick to say no is not asked the more.
//
// A Retry-After holds back the call that got it. It holds back everybody once
// nothing succeeds any more: after as many refusals in a row as calls were
// under way at the first of them, and eight at least.
//
// The zero value is ready for use and has the limits of the zero Limits.
type Limiter struct {
	limits Limits

	mu       sync.Mutex
	allowed  float64 // connections now
	inFlight int
	resting  int // connections closed for a moment after a rate limit
	pace     pace
	refusals streak
	paused   time.Time
	queue    []*waiter // in order of arrival; those that gave up are skipped
	waiting  int       // of them still waiting
	recent   []*pass   // started within the last minute, oldest first; kept where RPM or TPM is set
	tokens   int       // their sum
	typical  float64   // reply tokens of a call, learned
	took     float64   // seconds of a call, learned
	timer    *time.Timer
}

// A pass is one call let through.
type pass struct {
	at     time.Time
	tokens int
	round  int  // that the call belongs to; 0 for none
	past   bool // no longer among the recent
}

type waiter struct {
	tokens int
	ready  chan *pass // capacity 1
	gone   bool
}

// NewLimiter returns a Limiter that holds the given limits.
func NewLimiter(limits Limits) *Limiter {
	l := &Limiter{limits: limits}
	l.begin()
	return l
}

// begin fills in what the limits leave open, the first time.
func (l *Limiter) begin() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.allowed > 0 {
		return
	}
	m := &l.limits
	m.Connections = cmp.Or(max(m.Connections, 0), 64)
	m.Min = min(max(m.Min, 1), m.Connections)
	m.Start = min(max(cmp.Or(m.Start, m.Connections), m.Min), m.Connections)
	m.MaxPause = cmp.Or(m.MaxPause, longestAfter)
	l.allowed, l.typical, l.took = float64(m.Start), 500, 0.25
	l.nextRound()
}

// acquire waits for a pass for a call of about the given prompt tokens and at
// most the given reply tokens, 0 if unknown. It returns nil at once when ctx
// ends or is halted.
func (l *Limiter) acquire(ctx context.Context, in, out int) *pass {
	if halted(ctx) {
		return nil
	}
	l.mu.Lock()
	out = cmp.Or(out, int(l.typical))
	w := &waiter{tokens: in + out}
	if l.waiting == 0 && l.delay(w.tokens) == 0 && l.free() {
		defer l.mu.Unlock()
		return l.admit(w)
	}
	w.ready = make(chan *pass, 1)
	l.queue = append(l.queue, w)
	l.waiting++
	l.pump()
	l.mu.Unlock()
	var p *pass
	select {
	case p = <-w.ready:
		if !halted(ctx) {
			return p
		}
	case <-ctx.Done():
	case <-haltOf(ctx):
	}
	l.decline(w, p)
	return nil
}

// decline takes back the waiter of a call that ended, and the pass if it was
// let through at the same moment.
func (l *Limiter) decline(w *waiter, p *pass) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if p == nil && len(w.ready) > 0 {
		p = <-w.ready
	}
	if p != nil {
		l.put(p, 0)
		l.count(p, neither)
	} else {
		w.gone = true
		l.waiting--
	}
	l.pump()
}

func (l *Limiter) admit(w *waiter) *pass {
	l.inFlight++
	p := &pass{at: time.Now(), tokens: w.tokens, round: l.pace.join(l.inFlight)}
	p.past = l.limits.RPM <= 0 && l.limits.TPM <= 0
	if !p.past {
		l.recent = append(l.recent, p)
		l.tokens += p.tokens
	}
	return p
}

// pump lets through whoever may go, in order, and sets the timer for the
// next.
func (l *Limiter) pump() {
	for len(l.queue) > 0 {
		w := l.queue[0]
		if !w.gone {
			if !l.free() {
				return // whoever returns a pass pumps again
			}
			if d := l.delay(w.tokens); d > 0 {
				l.wake(d)
				return
			}
			l.waiting--
			w.ready <- l.admit(w)
		}
		l.queue[0] = nil
		l.queue = l.queue[1:]
	}
	l.queue = nil
}

// wake pumps again after d.
func (l *Limiter) wake(d time.Duration) {
	if l.timer != nil {
		l.timer.Stop()
	}
	l.timer = time.AfterFunc(d, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.pump()
	})
}

// delay returns how long a call of that many tokens must wait for the pause
// to end and for room in the minute. A call larger than the whole bound on
// tokens goes alone.
func (l *Limiter) delay(tokens int) time.Duration {
	now := time.Now()
	if d := l.paused.Sub(now); d > 0 {
		return d
	}
	for len(l.recent) > 0 && now.Sub(l.recent[0].at) >= minute {
		l.tokens -= l.recent[0].tokens
		l.recent[0].past = true
		l.recent[0] = nil
		l.recent = l.recent[1:]
	}
	n, sum := len(l.recent), l.tokens
	for i, p := range l.recent { // until the oldest that must leave first
		full := l.limits.RPM > 0 && n >= l.limits.RPM || l.limits.TPM > 0 && sum+tokens > l.limits.TPM
		if !full {
			if i == 0 {
				return 0
			}
			return l.recent[i-1].at.Add(minute).Sub(now)
		}
		n, sum = n-1, sum-p.tokens
	}
	if len(l.recent) == 0 {
		return 0
	}
	return l.recent[len(l.recent)-1].at.Add(minute).Sub(now)
}

// free reports whether another call may be in flight.
func (l *Limiter) free() bool { return l.inFlight+l.resting < int(l.allowed) }

// put takes a pass back and corrects the tokens that its call was taken for.
func (l *Limiter) put(p *pass, tokens int) {
	l.inFlight--
	if !p.past {
		l.tokens += tokens - p.tokens
		p.tokens = tokens
	}
}

// done takes a pass back after the call, whose reply is fully read. After a
// panic there is neither reply nor error.
func (l *Limiter) done(p *pass, resp *adhere.Response, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.pump()
	busy := l.waiting > 0 || !l.free()
	wait := RetryAfter(err)
	switch {
	case resp != nil && err == nil:
		l.typical += 0.1 * (float64(resp.Usage.Out) - l.typical)
		l.took += 0.1 * (time.Since(p.at).Seconds() - l.took)
		l.put(p, resp.Usage.In+resp.Usage.Out)
		l.refusals = streak{}
		l.count(p, passed)
	case adhere.CodeOf(err) == adhere.RateLimited:
		l.refused(wait)
		l.put(p, 0)
		l.rest(time.Since(p.at))
		l.count(p, turnedDown)
	default:
		if wait > 0 {
			l.refused(wait)
		}
		l.put(p, p.tokens)
		l.count(p, neither)
	}
	l.adapt(busy)
}

// pause holds everybody back for d, unless that is longer than is allowed: no call
// waits for so long, and each is told so at once.
func (l *Limiter) pause(d time.Duration) {
	if d > l.limits.MaxPause {
		return
	}
	if until := time.Now().Add(d); until.After(l.paused) {
		l.paused = until
	}
}
