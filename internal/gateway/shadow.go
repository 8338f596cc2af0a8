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
	start := x.g.now()
	resp, err := x.g.upstreams.ask(x.r.Context(), q)
	if err != nil {
		fail(x.w, x.r, err)
		return
	}
	defer resp.Body.Close()
	x.w.Header().Set("X-Adhere-Id", x.id)
	x.w.Header().Set("X-Adhere-Strategy", Verify)
	copied := &keeper{ResponseWriter: x.w}
	x.g.relayResponse(copied, resp, endOf(x.r.URL.Path))
	if resp.StatusCode != http.StatusOK || copied.body.Len() > largestReply {
		return
	}
	r := &reply{calls: q.made}
	if isStream(resp) {
		err = x.asker.collect(&copied.body, r, nil)
	} else {
		err = x.asker.whole(&copied.body, r)
	}
	if err != nil { // what the client got is no answer either
		x.asker.lose(r, start)
		return
	}
	draft := x.asker.response(r, start)
	if !r.correctable() {
		x.spend(draft.Usage.Add(x.decomposed))
		return
	}
	x.judgeBehind(draft)
}

// judgeBehind judges when nobody waits any more.
func (x *exchange) judgeBehind(draft *adhere.Response) {
	limit := x.settings.Bounds.Time
	if limit <= 0 {
		limit = x.g.upstreams.idle
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(x.r.Context()), limit)
	x.behind = true
	x.held.keep()
	x.g.behind.Go(func() {
		defer x.held.release()
		defer cancel()
		t, err := x.improve(ctx, draft)
		if err != nil {
			x.spend(draft.Usage.Add(x.decomposed))
			return
		}
		f := x.report(t)
		x.close(f)
		x.tell(f, t)
	})
}

// A keeper keeps a copy of what is written, up to the largest reply.
type keeper struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

// WriteHeader notes the status.
func (k *keeper) WriteHeader(status int) {
	k.status = status
	k.ResponseWriter.WriteHeader(status)
}

func (k *keeper) Write(b []byte) (int, error) {
	if k.body.Len() <= largestReply {
		k.body.Write(b)
	}
	return k.ResponseWriter.Write(b)
}

// Unwrap lets the server's own writer flush.
func (k *keeper) Unwrap() http.ResponseWriter { return k.ResponseWriter }
