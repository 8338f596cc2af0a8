package refine

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"adhere"
)

// errBound marks what ended because of a bound of the refinement itself.
var errBound = errors.New("bound of this refinement")

// A ledger counts what one refinement uses and refuses calls that would pass
// its bounds. It is safe for concurrent use: a critic may ask several things
// at once.
type ledger struct {
	bounds Bounds

	mu      sync.Mutex
	used    adhere.Usage
	largest adhere.Usage // tokens and money of a call so far, each for itself
	open    int          // calls under way
}

// call asks m within the bounds. What m may be wrapped in does not count
// again.
func (l *ledger) call(ctx context.Context, m adhere.Model, req *adhere.Request) (*adhere.Response, error) {
	if ctx.Err() != nil { // nobody is asked
		return nil, context.Cause(ctx)
	}
	if err := l.admit(); err != nil {
		return nil, err
	}
	var used adhere.Usage
	defer func() { l.settle(used) }() // also if the call panics
	resp, err := m.Generate(context.WithValue(ctx, ledgerKey{}, (*ledger)(nil)), req)
	if err == nil && resp == nil {
		err = &adhere.Error{Code: adhere.Internal, Message: m.Name() + " gave neither an answer nor an error"}
	}
	if err == nil {
		used = resp.Usage
	}
	if !unmade(err) {
		used.Calls = max(used.Calls, 1) // a failed call is a call
	}
	return resp, err
}

// unmade reports whether an error says that a call was not made, since a budget or a
// bound is used up. The time of one call ends while that is under way.
func unmade(err error) bool {
	return adhere.CodeOf(err) == adhere.Exhausted && !errors.Is(err, context.DeadlineExceeded)
}

// admit begins a call, or says which bound it would pass.
func (l *ledger) admit() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.passes(1); err != nil {
		return err
	}
	l.open++
	return nil
}

// room says which bound n more calls would pass, if any. What calls nobody is
// free.
func (l *ledger) room(n int) error {
	if n == 0 {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.passes(n)
}

func (l *ledger) passes(n int) error {
	n += l.open
	tokens := l.used.In + l.used.Out
	most := tokens + n*(l.largest.In+l.largest.Out)
	money := l.used.Money + adhere.Money(n)*l.largest.Money
	b := l.bounds
	switch {
	case b.Calls > 0 && l.used.Calls+n > b.Calls:
		return bound("%d of %d calls are made and %d more are needed", l.used.Calls, b.Calls, n)
	case b.Tokens > 0 && most > b.Tokens && l.used.Calls > 0:
		return bound("%d of %d tokens are used and the next step may take %d", tokens, b.Tokens, most-tokens)
	case b.Money > 0 && money > b.Money && l.used.Calls > 0:
		return bound("%s of %s is spent and the next step may cost %s", l.used.Money, b.Money, money-l.used.Money)
	}
	return nil
}

func bound(format string, args ...any) error {
	return &adhere.Error{
		Code: adhere.Exhausted, Message: fmt.Sprintf("a limit of the refinement is reached: "+format, args...),
		Hint: "allow more calls, tokens or money for each refinement", Err: errBound,
	}
}

func (l *ledger) settle(used adhere.Usage) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open--
	l.add(used)
	if used.In+used.Out > l.largest.In+l.largest.Out {
		l.largest.In, l.largest.Out = used.In, used.Out
	}
	l.largest.Money = max(l.largest.Money, used.Money)
}

func (l *ledger) add(used adhere.Usage) { l.used = l.used.Add(used) }

func (l *ledger) total() adhere.Usage {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.used
}

// watch runs a step that makes calls of its own and returns what it used: what
// went through Metered models, and what the step says it used beyond that.
func (l *ledger) watch(ctx context.Context, step func(context.Context) adhere.Usage) adhere.Usage {
	before := l.total()
	said := step(context.WithValue(ctx, ledgerKey{}, l))
	l.mu.Lock()
	defer l.mu.Unlock()
	seen := l.used.Minus(before)
	unseen := said.Minus(seen)
	l.add(unseen)
	return seen.Add(unseen)
}

type ledgerKey struct{}

// Metered returns m for use in a critic or a decomposer: each of its
// calls counts against the bounds of the refinement that it is made for, and
// is refused with code Exhausted, before it is made, if it would pass them.
// Without it the bounds see only what verdicts say they used, after the fact,
// and nothing of a judge that failed. Elsewhere it does nothing.
// No model stays none, which who asks it refuses.
func Metered(m adhere.Model) adhere.Model {
	if m == nil {
		return nil
	}
	return metered{m}
}

type metered struct{ adhere.Model }

func (m metered) Generate(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
	if l, _ := ctx.Value(ledgerKey{}).(*ledger); l != nil {
		return l.call(ctx, m.Model, req)
	}
	return m.Model.Generate(ctx, req)
}
