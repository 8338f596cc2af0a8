package serving

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"sync"
	"time"

	"adhere"
)

// A limiter counts what each key uses.
type limiter struct {
	now    func() time.Time
	places int // requests answered at one time, by all keys
	ledger *Ledger

	states  States // where several services count together; nil: this one counts alone
	service string // this one's name among them

	mu     sync.Mutex
	open   int
	meters map[string]*meter // by key ID
}

// A meter is what one key uses.
type meter struct {
	open             int
	requests, tokens bucket
	held             adhere.Money // reserved and not settled
}

func newLimiter(places int, ledger *Ledger, now func() time.Time) *limiter {
	return &limiter{now: now, places: places, ledger: ledger, service: rand.Text(), meters: map[string]*meter{}}
}

func (l *limiter) meter(k *Key) *meter {
	m := l.meters[k.ID]
	if m == nil {
		m = &meter{}
		l.meters[k.ID] = m
	}
	return m
}

// admit lets a request in, or says why not. Every admitted request is left
// once.
func (l *limiter) admit(k *Key) *APIError {
	if err := l.admitHere(k); err != nil || l.states == nil {
		return err
	}
	err := l.admitShared(k)
	if err != nil {
		l.leaveHere(k)
	}
	return err
}

func (l *limiter) admitHere(k *Key) *APIError {
	l.mu.Lock()
	defer l.mu.Unlock()
	m := l.meter(k)
	if l.full(k, m) {
		return &APIError{Status: http.StatusServiceUnavailable, Type: typeServer, Code: "overloaded", Message: "the service has reached its limit of open requests", RetryAfter: time.Second}
	}
	if l.states == nil {
		if err := overLimit("key", k.Limits.Concurrent, k.Limits.RequestsPerMinute, m.open, &m.requests, l.now()); err != nil {
			return err
		}
	}
	m.open++
	l.open++
	return nil
}

// overLimit says why a request goes beyond what a key or address may ask at one
// time and in a minute, where that is not 0; else it is counted.
func overLimit(whose string, atOnce, perMinute, open int, requests *bucket, now time.Time) *APIError {
	if atOnce > 0 && open >= atOnce {
		return tooMany("concurrent_requests_exceeded", "this "+whose+"'s limit of requests at one time is reached", time.Second)
	}
	if perMinute > 0 {
		if wait := requests.take(1, float64(perMinute), now); wait > 0 {
			return tooMany("rate_limit_exceeded", "this "+whose+"'s limit of requests per minute is reached", wait)
		}
	}
	return nil
}

// full reports whether a key gets no place. When half of all places are
// taken, a key may hold no more than an even share: one busy caller leaves
// room for the others. Where there are no keys, nobody else comes.
func (l *limiter) full(k *Key, m *meter) bool {
	if l.open >= l.places {
		return true
	}
	if k.ID == "" {
		return false
	}
	callers := 1 // that have requests open, and one who may come
	for _, other := range l.meters {
		if other.open > 0 {
			callers++
		}
	}
	return 2*l.open >= l.places && m.open > 0 && m.open*callers >= l.places
}

func (l *limiter) leave(k *Key) {
	l.leaveHere(k)
	if l.states != nil {
		l.leaveShared(k)
	}
}

func (l *limiter) leaveHere(k *Key) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.meter(k).open--
	l.open--
}

func tooMany(code, message string, wait time.Duration) *APIError {
	return &APIError{Status: http.StatusTooManyRequests, Type: typeRate, Code: code, Message: message, RetryAfter: wait}
}

// reserve holds back tokens and money for a key, or says why not.
func (l *limiter) reserve(k *Key, want Estimate) (*Reservation, *APIError) {
	if l.states != nil {
		money, err := l.reserveShared(k, want)
		if err != nil {
			return nil, err
		}
		return &Reservation{limiter: l, key: k, tokens: want.Tokens, money: money}, nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	m, now := l.meter(k), l.now()
	today, total := l.ledger.Spent(k.ID, now)
	money, err := affords(k, today, total, m.held, want, now)
	if err != nil {
		return nil, err
	}
	if err := l.ledger.setAside(k, m.held+money, now); err != nil {
		return nil, &APIError{Status: http.StatusServiceUnavailable, Type: typeServer, Code: "ledger_unwritable", Message: "the cost reserved for this request cannot be stored: " + err.Error()}
	}
	if err := takeTokens(k, &m.tokens, want.Tokens, now); err != nil {
		return nil, err
	}
	m.held += money
	return &Reservation{limiter: l, key: k, tokens: want.Tokens, money: money}, nil
}

func takeTokens(k *Key, tokens *bucket, want int, now time.Time) *APIError {
	if limit := k.Limits.TokensPerMinute; limit > 0 {
		if wait := tokens.take(float64(want), float64(limit), now); wait > 0 {
			return tooMany("rate_limit_exceeded", "this key's limit of tokens per minute is reached", wait)
		}
	}
	return nil
}

// affords compares what was spent, what is held back and what is wanted with
// the key's budgets, and returns how much is to be held back.
func affords(k *Key, today, total, held adhere.Money, want Estimate, now time.Time) (adhere.Money, *APIError) {
	hold := max(want.Money, want.Least)
	for _, b := range []struct {
		budget, spent adhere.Money
		which         string
		again         time.Duration
	}{
		{k.Limits.TotalBudget, total, "budget", 0},
		{k.Limits.DailyBudget, today, "budget for today (UTC)", untilMidnight(now)},
	} {
		if b.budget <= 0 {
			continue
		}
		left := b.budget - b.spent - held
		if err := short(b.budget-b.spent, left, want.Least, b.which, b.again); err != nil {
			return 0, err
		}
		hold = min(hold, left)
	}
	return hold, nil
}

// short is the error where a budget does not have what a request costs at
// least: there is nothing left of it, others hold it, or it is too little.
func short(unspent, left, least adhere.Money, which string, again time.Duration) *APIError {
	e := &APIError{Status: http.StatusTooManyRequests, Type: typeQuota, Code: typeQuota, RetryAfter: again, NoRetry: true}
	switch {
	case unspent <= 0:
		e.Message = "this key's " + which + " is used up"
	case left > 0 && least <= left:
		return nil
	case left <= 0 || least <= unspent:
		return tooMany("budget_held", "what is left of this key's "+which+" is held back for requests that are being answered", time.Second)
	default:
		e.Message = fmt.Sprintf("this request may cost %v and %v is left of this key's %s: send less, or ask for a shorter answer (max_completion_tokens, max_tokens)", least, unspent, which)
	}
	return e
}

func untilMidnight(now time.Time) time.Duration {
	return now.UTC().Truncate(24 * time.Hour).Add(24 * time.Hour).Sub(now)
}

// A Reservation holds back tokens and money of one key until it is settled.
// It may be settled by any goroutine.
type Reservation struct {
	limiter *limiter
	key     *Key
	once    sync.Once
	tokens  int
	money   adhere.Money // still held back
	paid    adhere.Money // written down already
	entry   *auditing
}

// More holds money back for a further call of the same request, in a reservation
// of its own. When that call is paid, settle it with 0: the cost is this one's.
func (r *Reservation) More(want Estimate) (*Reservation, error) {
	if r.limiter == nil {
		return &Reservation{}, nil
	}
	more, err := r.limiter.reserve(r.key, want)
	if err != nil { // a nil *APIError is no nil error
		return nil, err
	}
	return more, nil
}

// Pay has the ledger know what a part of the work cost, before its end is known:
// money that was paid is written down before the client has what it paid for.
// Nothing is held back any more then: see More.
// It is not called at the same time as Settle, and does nothing after it.
func (r *Reservation) Pay(money adhere.Money) error {
	l := r.limiter
	if l == nil || money <= 0 { // outside of a request: nobody's
		return nil
	}
	l.mu.Lock()
	part := r.money
	r.money = 0
	r.paid += money
	if l.states != nil {
		l.mu.Unlock()
		return l.payShared(r.key, 0, part, money)
	}
	defer l.mu.Unlock()
	l.meter(r.key).held -= part
	return l.ledger.add(r.key, money, l.now())
}

// Settle replaces what was reserved by what was used, what was paid already
// included; money is written to the ledger before it returns. The first call counts, so that a deferred
// Settle(0, 0) releases what no other did. An error says that the money could
// not be written down; it counts against the budget all the same until the
// service ends.
func (r *Reservation) Settle(tokens int, money adhere.Money) (err error) {
	r.once.Do(func() {
		l := r.limiter
		if l == nil { // outside of a request: nobody's
			return
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		rest := max(money-r.paid, 0)
		r.entry.settled(tokens, money)
		if l.states != nil {
			held := r.money
			l.mu.Unlock() // others go on while this is written down
			err = l.payShared(r.key, r.tokens-tokens, held, rest)
			l.mu.Lock()
			return
		}
		m := l.meter(r.key)
		m.tokens.give(float64(r.tokens - tokens))
		m.held -= r.money
		if rest > 0 {
			err = l.ledger.add(r.key, rest, l.now())
		}
	})
	return err
}
