package model

import "time"

// An outcome is what became of a call, as far as the pace is concerned.
type outcome int

const (
	passed outcome = iota
	turnedDown
	neither // a failure, or a call that was stopped: it says nothing of the pace
)

// A round is the calls, in the order of their start, by whose outcomes the
// connections are adapted. Calls that were under way when it began belong to
// an earlier one: what is decided once is not decided again by stragglers.
type round struct {
	n        int // of the round, from 1
	size     int // most calls that it takes
	clean    int // calls that are enough of a round if none of them met a limit
	started  int
	counts   [3]int // by outcome
	inFlight int    // most calls under way at once, others' included
}

// smallestRound is how many calls tell a provider that is overloaded from one
// that turns calls down by lot.
const smallestRound = 16

// share returns the part of the calls that met a rate limit, 0 to 1.
func (r *round) share() float64 {
	judged := r.counts[passed] + r.counts[turnedDown]
	return float64(r.counts[turnedDown]) / float64(max(judged, 1))
}

// decided reports whether the outcome of the round is clear: nine in ten calls
// have ended, so that a slow one holds up nothing, or three quarters met a limit.
func (r *round) decided() bool {
	ended := r.counts[passed] + r.counts[turnedDown] + r.counts[neither]
	if r.counts[turnedDown] == 0 {
		return 10*ended >= 9*r.clean
	}
	return 10*ended >= 9*r.size || 4*r.counts[turnedDown] >= 3*r.size
}

// A pace is what the connections are adapted by.
type pace struct {
	round round
	trial *trial
	truce int // rounds in which limits shrink nothing
	wall  wall
}

// A trial is what was there before a shrinking of which it is not known
// whether it helps.
type trial struct {
	allowed float64
	share   float64
	helped  bool // in the round after it, which luck can do; a second one confirms it
}

// truceRounds is for how many rounds a shrinking that did not help is not tried
// again.
const truceRounds = 10

// join adds a call to the round and returns the round's number, or 0 if it is
// full. inFlight counts the call.
func (p *pace) join(inFlight int) int {
	p.round.inFlight = max(p.round.inFlight, inFlight)
	if p.round.started >= p.round.size {
		return 0
	}
	p.round.started++
	return p.round.n
}

func (l *Limiter) nextRound() {
	n := int(l.allowed)
	l.pace.round = round{n: l.pace.round.n + 1, size: max(smallestRound, n), clean: n}
}

// count books the outcome of a call that is back.
func (l *Limiter) count(p *pass, o outcome) {
	if p.round == l.pace.round.n {
		l.pace.round.counts[o]++
	}
}

// adapt changes the allowed connections at the end of a round. busy says that
// more calls could be made than are allowed.
func (l *Limiter) adapt(busy bool) {
	p := &l.pace
	if !p.round.decided() {
		return
	}
	tried, share := p.trial, p.round.share()
	p.trial = nil
	switch {
	case 4*share >= 3:
		l.shrink(1.0 / 3)
	case tried != nil && 4*share > tried.share: // did not help
		l.allowed = max(l.allowed, tried.allowed)
		p.truce, p.wall = truceRounds, wall{}
	case tried != nil && !tried.helped:
		tried.helped, p.trial = true, tried
	case share > 0 && p.truce == 0:
		p.trial = &trial{allowed: l.allowed, share: share}
		l.shrink(1 - share)
	default:
		p.truce = max(0, p.truce-1)
		if busy {
			more := min(float64(l.limits.Connections), l.allowed+max(1, l.allowed/10))
			l.allowed = p.wall.check(l.allowed, more)
		}
	}
	l.nextRound()
}

// shrink leaves a part of the connections that were in use.
func (l *Limiter) shrink(part float64) {
	used := min(l.allowed, float64(l.pace.round.inFlight))
	l.pace.wall.met(used)
	l.allowed = max(float64(l.limits.Min), used*part)
}

// A wall is how many connections were too many of late. They are tried again
// after some rounds, and after twice as many each time that they still are.
type wall struct {
	at    float64 // 0 for none
	wait  int     // rounds
	stood int     // rounds that growth stood before it
}

// The shortest and the longest wait before a wall, in rounds.
const (
	shortestWait = 4
	longestWait  = 64
)

// met notes that so many connections were too many.
func (w *wall) met(at float64) {
	wait := shortestWait
	if int(at) == int(w.at) {
		wait = min(2*w.wait, longestWait)
	}
	*w = wall{at: at, wait: wait}
}

// check returns what may be allowed now, where growth would go from have to
// more after a good round.
func (w *wall) check(have, more float64) float64 {
	switch {
	case w.at == 0 || more < w.at:
		return more
	case have >= w.at: // it is gone
		*w = wall{}
		return more
	case w.stood < w.wait:
		w.stood++
		return max(have, w.at-1)
	default:
		return more
	}
}

// longestRest is for how long at most a rate limit closes a connection.
const longestRest = time.Second

// rest closes the connection of a call that was turned down after the given
// time, for as long as a good call would still have taken.
func (l *Limiter) rest(after time.Duration) {
	left := min(time.Duration(l.took*float64(time.Second))-after, longestRest)
	if left <= 0 {
		return
	}
	l.resting++
	time.AfterFunc(left, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.resting--
		l.pump()
	})
}

// A streak is refusals without a success in between.
type streak struct {
	n    int
	long int // from how many on the provider refuses everybody
}

// shortestStreak is below which a streak is bad luck.
const shortestStreak = 8

// refused notes that the provider asks one call to wait, and holds everybody
// back if it has been saying so to all. The call is still in flight.
func (l *Limiter) refused(wait time.Duration) {
	if l.refusals.n == 0 {
		l.refusals.long = max(shortestStreak, l.inFlight)
	}
	l.refusals.n++
	if wait > 0 && l.refusals.n >= l.refusals.long {
		l.pause(wait)
	}
}
