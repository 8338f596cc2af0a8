package model

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"adhere"
)

// assumedReply is how many reply tokens are set aside for a call that sets no
// limit, until a longer reply was seen.
const assumedReply = 2048

// A Budget bounds what all models that share it may spend. Before each call
// an upper bound of its cost is set aside: the prompt's length in bytes as
// its tokens, and the request's token limit as the reply's. Where no limit is
// set, 2,048 tokens or the longest reply so far are taken, and a longer reply
// can pass the bound by that call's excess. What a failed call may have cost
// is not known and not counted.
type Budget struct {
	maxMoney  adhere.Money
	maxTokens int
	bounded   struct{ money, tokens bool }
	more      Share  // nil where the budget is this process's alone
	piece     amount // of it, that is taken at a time at most

	mu          sync.Mutex
	spent, held amount
	longest     int // reply tokens of a call so far
	queue       []*claim
}

type amount struct {
	money  adhere.Money
	tokens int
}

func (a amount) plus(b amount) amount  { return amount{a.money + b.money, a.tokens + b.tokens} }
func (a amount) minus(b amount) amount { return amount{a.money - b.money, a.tokens - b.tokens} }

// A claim waits for calls under way to end and give back what they did not
// use.
type claim struct {
	amount
	ready chan bool // capacity 1; false where it can never fit
}

// NewBudget returns a budget of that much money and that many tokens, prompt
// and reply together; 0 sets no bound.
func NewBudget(money adhere.Money, tokens int) *Budget {
	b := &Budget{maxMoney: money, maxTokens: tokens, longest: assumedReply}
	b.bounded.money, b.bounded.tokens = money > 0, tokens > 0
	return b
}

// NeedsPrices reports whether the budget bounds money, so that calls without a
// price cannot be made.
func (b *Budget) NeedsPrices() bool { return b != nil && b.bounded.money }

// A Share takes money and tokens out of a budget that processes share, as much
// as is wanted or nothing; what is negative is given back.
type Share func(ctx context.Context, money adhere.Money, tokens int) (taken bool, err error)

// A process takes a piece of a shared budget at a time, so that little is lost
// with one that dies and little is left to nobody at the end: a two-hundredth,
// but no more than so many calls may cost, of however many processes.
const (
	pieces     = 200
	callsAhead = 16
)

// NewSharedBudget returns this process's part of a budget that processes share,
// which are the bounds of all together; 0 sets no bound. Close gives back what
// was not spent.
func NewSharedBudget(money adhere.Money, tokens int, share Share) *Budget {
	b := NewBudget(money, tokens)
	b.piece = amount{money / pieces, tokens / pieces}
	b.maxMoney, b.maxTokens, b.more = 0, 0, share
	return b
}

// Close gives back what was taken of a shared budget and neither spent nor set
// aside for calls under way. The nil budget has nothing to give back.
func (b *Budget) Close(ctx context.Context) error {
	if b == nil {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.more == nil {
		return nil
	}
	used := b.spent.plus(b.held)
	left := amount{min(used.money-b.maxMoney, 0), min(used.tokens-b.maxTokens, 0)}
	_, err := b.more(ctx, left.money, left.tokens)
	b.maxMoney, b.maxTokens = b.maxMoney+left.money, b.maxTokens+left.tokens
	return err
}

// grow takes another piece where a does not fit.
func (b *Budget) grow(ctx context.Context, a amount) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	used := b.spent.plus(b.held)
	if b.more == nil || b.fits(used, a) {
		return nil
	}
	lack := used.plus(a).minus(amount{b.maxMoney, b.maxTokens})
	ahead := amount{min(b.piece.money, callsAhead*a.money), min(b.piece.tokens, callsAhead*a.tokens)}
	for _, piece := range []amount{ahead, {}} { // at the end, what the call itself may cost
		var want amount
		if b.bounded.money && lack.money > 0 {
			want.money = max(lack.money, piece.money)
		}
		if b.bounded.tokens && lack.tokens > 0 {
			want.tokens = max(lack.tokens, piece.tokens)
		}
		taken, err := b.more(ctx, want.money, want.tokens)
		if taken {
			b.maxMoney, b.maxTokens = b.maxMoney+want.money, b.maxTokens+want.tokens
			b.serve()
		}
		if taken || err != nil {
			return err
		}
	}
	return nil
}

// Spent returns what was spent so far.
func (b *Budget) Spent() (money adhere.Money, tokens int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.spent.money, b.spent.tokens
}

// fits reports whether what is spent and held, with a, stays within bounds.
func (b *Budget) fits(used, a amount) bool {
	sum := used.plus(a)
	return (!b.bounded.money || sum.money <= b.maxMoney) && (!b.bounded.tokens || sum.tokens <= b.maxTokens)
}

// reserve sets a aside. Where it does not fit because of calls under way it
// waits for them; where it cannot fit it reports false.
func (b *Budget) reserve(ctx context.Context, a amount) (bool, error) {
	if halted(ctx) {
		return false, cmp.Or(ctx.Err(), context.Canceled)
	}
	if err := b.grow(ctx, a); err != nil {
		return false, err
	}
	b.mu.Lock()
	if !b.fits(b.spent, a) {
		b.mu.Unlock()
		return false, nil
	}
	if len(b.queue) == 0 && b.fits(b.spent.plus(b.held), a) {
		b.held = b.held.plus(a)
		b.mu.Unlock()
		return true, nil
	}
	c := &claim{a, make(chan bool, 1)}
	b.queue = append(b.queue, c)
	b.mu.Unlock()
	select {
	case ok := <-c.ready:
		return ok, nil
	case <-ctx.Done():
	case <-haltOf(ctx):
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if i := slices.Index(b.queue, c); i >= 0 {
		b.queue = slices.Delete(b.queue, i, i+1)
	} else if <-c.ready { // granted at the same moment
		b.held = b.held.minus(a)
	}
	b.serve()
	return false, cmp.Or(ctx.Err(), context.Canceled)
}

// serve answers claims in order, as far as they can be answered.
func (b *Budget) serve() {
	for len(b.queue) > 0 {
		c := b.queue[0]
		switch {
		case !b.fits(b.spent, c.amount):
			c.ready <- false
		case b.fits(b.spent.plus(b.held), c.amount):
			b.held = b.held.plus(c.amount)
			c.ready <- true
		default:
			return
		}
		b.queue = b.queue[1:]
	}
}

// settle gives back what was held and counts what was used.
func (b *Budget) settle(held amount, u adhere.Usage) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.held = b.held.minus(held)
	b.spent = b.spent.plus(amount{u.Money, u.In + u.Out})
	b.longest = max(b.longest, u.Out)
	b.serve()
}

// Within returns m with its calls kept within a budget. A call that might
// pass it is refused with Exhausted before it is made. prices, which may be
// nil for a budget of tokens alone, must know m if the budget is in money;
// otherwise each call is an Invalid error. Without a budget m is returned as it
// is.
func Within(m adhere.Model, b *Budget, prices *Prices) adhere.Model {
	if b == nil {
		return m
	}
	m = present(m)
	w := &within{name: m.Name(), budget: b}
	w.price, w.priced = prices.find(m.Name())
	return around(m, w.spend)
}

type within struct {
	name   string
	budget *Budget
	price  price
	priced bool
}

func (m *within) spend(ctx context.Context, req *adhere.Request, a asking) (*adhere.Response, error) {
	b := m.budget
	if b.bounded.money && !m.priced {
		return nil, &adhere.Error{
			Code: adhere.Invalid, Message: "no price is known for " + m.name, Err: errNoPrice,
			Hint: "give a price table that names it, or a budget in tokens",
		}
	}
	most := m.most(req)
	ok, err := b.reserve(ctx, most)
	if err != nil {
		return nil, Stopped(ctx, m.name)
	}
	if !ok {
		return nil, m.exhausted(most)
	}
	var used adhere.Usage
	defer func() { b.settle(most, used) }() // also if the call panics
	resp, err := a.call(ctx, req)
	if asUnreadable(err) != nil {
		used = adhere.Usage{In: most.tokens, Money: most.money} // somebody has paid for it
	}
	if err != nil {
		return nil, err
	}
	used = resp.Usage
	if used.In+used.Out == 0 { // what is not said is not free
		used.In, used.Out = EstimateRequest(req), EstimateTokens(resp.Text)+EstimateTokens(resp.Reasoning)
		used.Money = max(used.Money, m.price.of(used))
	}
	return resp, nil
}

// most returns an upper bound of what a call will use.
func (m *within) most(req *adhere.Request) amount {
	u := adhere.Usage{In: mostTokens(req)}
	if req.Params.MaxTokens != nil {
		u.Out = *req.Params.MaxTokens
	} else {
		m.budget.mu.Lock()
		u.Out = m.budget.longest
		m.budget.mu.Unlock()
	}
	return amount{m.price.of(u), u.In + u.Out}
}

func (m *within) exhausted(most amount) error {
	money, tokens := m.budget.Spent()
	said := fmt.Sprintf("%d of %d tokens are spent and the next call may take %d", tokens, m.budget.maxTokens, most.tokens)
	if m.budget.bounded.money && money+most.money > m.budget.maxMoney {
		said = fmt.Sprintf("%s of %s is spent and the next call may cost %s", money, m.budget.maxMoney, most.money)
	}
	return adhere.Errorf(adhere.Exhausted, "the budget is used up: %s", said).
		WithHint("allow more, or set a lower token limit; what is stored is not paid for again")
}
