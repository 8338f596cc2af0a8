package gateway

import (
	"bytes"
	"context"
	"net/http"

	"adhere"
)

// shadow passes the answer on as it comes, and has it judged when the client
// has it.
func (x *exchange) shadow() {
	q := x.asker.question(x.doc.raw)
	start := x.g.Now()
	resp, err := x.g.upstreams.ask(x.r.Context(), q)
	if err != nil {
		fail(x.w, x.r, err)
		return
	}
	defer resp.Body.Close()
	x.w.Header().Set("X-Adhere-Id", x.id)
	x.w.Header().Set("X-Adhere-Strategy", Verify)
	copied := &keeper{adder: x.g.counting(x.w, x.account, x.doc), hold: x.asker.held, most: x.g.MaxReply}
	var draft *adhere.Response
	defer func() {
		if draft == nil { // it broke off, or is none that can be judged
			x.asker.count(copied.total())
		}
	}()
	x.g.relayResponse(copied, resp, endOf(x.r.URL.Path))
	if copied.atEnd != nil { // a stream: its client waits for the end of this
		copied.atEnd()
	}
	if resp.StatusCode != http.StatusOK || copied.full {
		return
	}
	r := &reply{calls: q.made}
	if isStream(resp) {
		err = x.asker.collect(&copied.body, r, nil)
	} else {
		err = x.asker.whole(&copied.body, r)
	}
	if err != nil { // what the client got is no answer either
		return
	}
	if draft = x.asker.response(r, start); x.checkable(r) {
		x.judgeBehind(draft)
	}
}

// judgeBehind judges when nobody waits any more.
func (x *exchange) judgeBehind(draft *adhere.Response) {
	limit := x.settings.Bounds.Time
	if limit <= 0 {
		limit = x.g.Idle
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(x.r.Context()), limit)
	x.behind = true
	x.held.keep()
	x.asker.held.keep()
	x.g.behind.Go(func() {
		defer x.held.release()
		defer x.asker.held.release()
		defer cancel()
		why, err := x.await(ctx, draft)
		if why != "" || err != nil {
			x.spend()
			x.keepSeen(draft, err)
			return
		}
		t, err := x.improve(ctx, draft)
		if err != nil {
			x.spend()
			return
		}
		f := x.report(t)
		x.close(f)
		x.tell(f, t)
	})
}

// keepSeen records an answer of which nothing is checked, where demands were
// seen.
func (x *exchange) keepSeen(draft *adhere.Response, err error) {
	if err != nil || x.g.Record == nil || len(x.list.seen) == 0 {
		return
	}
	t := &adhere.Trace{
		Strategy: Verify, Stopped: adhere.StopNone, Choice: adhere.ChooseBest,
		Instruction: &adhere.Instruction{ID: x.id, Messages: x.talk.said()},
		Attempts:    []adhere.Attempt{{Step: adhere.StepDraft, Response: draft, Usage: map[adhere.Step]adhere.Usage{adhere.StepDraft: draft.Usage}}},
	}
	x.g.Record(x.exchanged(x.report(t), t))
}

// A keeper keeps a copy of what is written, unless that is too large or there
// is no room for it.
type keeper struct {
	*adder
	hold *hold
	most int64
	full bool // nothing is kept
	body bytes.Buffer
}

func (k *keeper) Write(b []byte) (int, error) {
	if n := int64(len(b)); !k.full && (int64(k.body.Len())+n > k.most || k.hold.more(n) != nil) {
		k.full, k.body = true, bytes.Buffer{}
	}
	if !k.full {
		k.body.Write(b)
	}
	return k.adder.Write(b)
}
