package gateway

import (
	"cmp"
	"context"

	"adhere"
)

// A reading is a checklist that a model is asked for, beside the draft or
// about it.
type reading struct {
	stop  context.CancelFunc
	done  chan struct{}
	asker *asker

	list *checklist // from here on set when done is closed
	used adhere.Usage
	err  error
}

// read begins to ask for the checklist. What it uses is on an account of its
// own until the list is taken. Where the answer is judged when the client has
// it, so is the prompt. A draft that is there is judged in the same call, and
// corrected where that can do.
func (x *exchange) read(ctx context.Context, draft *adhere.Response) {
	text, correct := "", false
	if draft != nil {
		text, correct = draft.Text, x.corrects(draft)
	}
	if x.settings.Strategy == Verify {
		ctx = context.WithoutCancel(ctx)
	}
	r := &reading{done: make(chan struct{}), asker: x.g.newAsker(x.r, x.account, x.dialect, x.doc, x.talk)}
	r.asker.model, r.asker.tries = x.model, x.asker.tries
	ctx, r.stop = context.WithTimeout(ctx, x.g.Idle)
	x.reading = r
	go func() {
		defer close(r.done)
		defer r.stop()
		defer r.asker.held.release()
		r.list, r.used, r.err = x.g.demands.of(ctx, x.account.key.ID, r.asker, text, correct)
		r.asker.tries.add(r.used.Calls - r.asker.calls()) // by another model
	}()
}

// stopReading ends a reading that is not needed any more, and counts what it used.
func (x *exchange) stopReading() {
	if x.reading != nil && x.list == nil {
		x.reading.stop()
		<-x.reading.done
		x.decomposed = x.reading.used
	}
}

// ready reports whether the checklist is there, or can be taken at once.
func (x *exchange) ready() bool {
	if x.list != nil || x.reading == nil {
		return x.list != nil
	}
	select {
	case <-x.reading.done:
		return true
	default:
		return false
	}
}

// await takes the checklist when it has been read, or has it read now. It
// returns why the answer is left alone, if there is nothing to check.
func (x *exchange) await(ctx context.Context, draft *adhere.Response) (why string, err error) {
	if r := x.asker.replyOf(draft); r != nil && x.beside(r) {
		return "", x.onlyRules()
	}
	if x.list == nil && x.reading == nil {
		if x.talk.afterCalls() { // the judge sees what the tools returned, the lister must not: so they are asked apart
			draft = nil
		}
		x.read(ctx, draft)
	}
	switch {
	case x.list != nil && x.list.empty():
		return cmp.Or(x.why, nothing), nil
	case x.list != nil:
		return "", nil
	}
	select {
	case <-x.reading.done:
	case <-ctx.Done():
		x.stopReading()
	}
	r := x.reading
	x.decomposed = r.used
	switch {
	case r.err != nil && ctx.Err() != nil && x.r.Context().Err() == nil: // the time for the answer is over, and the draft is there
		return x.take(&checklist{source: FromModel, why: noList, warning: "the list of demands did not come before the deadline"})
	case r.err != nil:
		x.list = &checklist{source: FromModel}
		return "", r.err
	}
	return x.take(r.list)
}
