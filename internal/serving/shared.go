package serving

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"adhere"
)

// States are kept where several services read and change them.
type States interface {
	// State returns what is kept under a name; nil where there is nothing.
	State(ctx context.Context, name string) ([]byte, error)
	// ChangeState puts what change makes of it in the place of what is kept
	// under a name, while nobody else does. The time is that of a clock which
	// all share. An error of change leaves it as it is; change may be called
	// more than once.
	ChangeState(ctx context.Context, name string, change func(now time.Time, state []byte) ([]byte, error)) error
}

const (
	seenEvery = 3 * time.Second  // how often a service says that it goes on
	goneAfter = 15 * time.Second // after which one that has not said so is gone
)

// An account is what one key uses of all services together.
type account struct {
	Requests bucket           `json:"requests,omitzero"`
	Tokens   bucket           `json:"tokens,omitzero"`
	Spent    spending         `json:"spent,omitzero"`
	Services map[string]*held `json:"services,omitempty"`
}

// held is what requests under way in one service have of an account.
type held struct {
	Open  int          `json:"open,omitempty"`
	Money adhere.Money `json:"money,omitempty"`
	Seen  time.Time    `json:"seen"`
}

// here returns what this service holds.
func (a *account) here(service string) *held {
	if a.Services == nil {
		a.Services = map[string]*held{}
	}
	if a.Services[service] == nil {
		a.Services[service] = &held{}
	}
	return a.Services[service]
}

func (a *account) open() (n int) {
	for _, h := range a.Services {
		n += h.Open
	}
	return n
}

func (a *account) money() (sum adhere.Money) {
	for _, h := range a.Services {
		sum += h.Money
	}
	return sum
}

// tidy notes that a service goes on, and forgets those that are gone and those
// that hold nothing.
func (a *account) tidy(service string, now time.Time) {
	for name, h := range a.Services {
		if name == service {
			h.Seen = now
		}
		if h.Open <= 0 && h.Money <= 0 || now.Sub(h.Seen) > goneAfter {
			delete(a.Services, name)
		}
	}
}

// use changes the account of a key. What it returns as an error is what do
// returns, or that the account cannot be reached.
func (l *limiter) use(key string, do func(a *account, now time.Time) *APIError) *APIError {
	var refused *APIError
	err := l.states.ChangeState(context.Background(), "key "+key, func(now time.Time, state []byte) ([]byte, error) {
		a := &account{}
		if len(state) > 0 {
			if err := json.Unmarshal(state, a); err != nil {
				return nil, fmt.Errorf("the account of key %s: %w", key, err)
			}
		}
		a.tidy("", now)
		if refused = do(a, now); refused == nil {
			a.tidy(l.service, now)
			return json.Marshal(a)
		}
		return state, nil
	})
	if err != nil {
		return &APIError{Status: http.StatusServiceUnavailable, Type: typeServer, Code: "ledger_unreachable", Message: "the limits of this key cannot be looked up", RetryAfter: time.Second}
	}
	return refused
}

// admitShared holds the limits on requests that all services share.
func (l *limiter) admitShared(k *Key) *APIError {
	if k.Limits.Concurrent <= 0 && k.Limits.RequestsPerMinute <= 0 {
		return nil
	}
	return l.use(k.ID, func(a *account, now time.Time) *APIError {
		if err := overLimit("key", k.Limits.Concurrent, k.Limits.RequestsPerMinute, a.open(), &a.Requests, now); err != nil {
			return err
		}
		if k.Limits.Concurrent > 0 {
			a.here(l.service).Open++
		}
		return nil
	})
}

func (l *limiter) leaveShared(k *Key) {
	if k.Limits.Concurrent > 0 {
		_ = l.use(k.ID, func(a *account, _ time.Time) *APIError { // else it counts until this service is gone
			a.here(l.service).Open--
			return nil
		})
	}
}

// reserveShared holds back tokens and money for a key in all services.
func (l *limiter) reserveShared(k *Key, want Estimate) (money adhere.Money, err *APIError) {
	if k.Limits.TokensPerMinute <= 0 && k.Limits.TotalBudget <= 0 && k.Limits.DailyBudget <= 0 {
		return 0, nil
	}
	err = l.use(k.ID, func(a *account, now time.Time) *APIError {
		hold, err := affords(k, a.Spent.on(now), a.Spent.Total, a.money(), want, now)
		if err == nil {
			err = takeTokens(k, &a.Tokens, want.Tokens, now)
		}
		if money = hold; err == nil {
			a.here(l.service).Money += hold
		}
		return err
	})
	return money, err
}

// payShared gives back tokens and money that were held, and writes down what was
// spent.
func (l *limiter) payShared(k *Key, tokens int, money, spent adhere.Money) error {
	if tokens == 0 && money == 0 && spent == 0 {
		return nil
	}
	refused := l.use(k.ID, func(a *account, now time.Time) *APIError {
		if k.Limits.TokensPerMinute > 0 {
			a.Tokens.give(float64(tokens))
		}
		if h := a.here(l.service); h.Money > 0 {
			h.Money -= min(money, h.Money)
		}
		a.Spent.add(dayOf(now), spent)
		return nil
	})
	if refused != nil { // a nil *APIError is no nil error
		return refused
	}
	return nil
}

// goOn says until ctx ends that this service goes on, wherever it holds
// something.
func (l *limiter) goOn(ctx context.Context) {
	if l.states == nil {
		return
	}
	beat := time.NewTicker(seenEvery)
	defer beat.Stop()
	for {
		select {
		case <-beat.C:
		case <-ctx.Done():
			return
		}
		l.mu.Lock()
		var keys []string
		for id, m := range l.meters {
			if m.open > 0 {
				keys = append(keys, id)
			}
		}
		l.mu.Unlock()
		for _, id := range keys {
			_ = l.use(id, func(*account, time.Time) *APIError { return nil }) // the next time may succeed
		}
	}
}

// SpentOf returns what a key has spent: in all services, where these share their
// keys, or by the ledger of the one that has them in a file.
func (r *Keyring) SpentOf(ctx context.Context, l *Ledger, key string, now time.Time) (*Spent, error) {
	var s Spent
	var err error
	if r.Shared() {
		s.Today, s.Total, err = r.Spent(ctx, key, now)
	} else {
		s.Today, s.Total = l.Spent(key, now)
	}
	return &s, err
}

// Spent returns what a key has spent on the day (UTC) of a time, and ever, in
// all services that share its keys.
func (r *Keyring) Spent(ctx context.Context, key string, now time.Time) (today, total adhere.Money, err error) {
	b, err := r.states.State(ctx, "key "+key)
	if err != nil || len(b) == 0 {
		return 0, 0, err
	}
	var a account
	if err := json.Unmarshal(b, &a); err != nil {
		return 0, 0, err
	}
	return a.Spent.on(now), a.Spent.Total, nil
}
