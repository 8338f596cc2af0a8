package gateway

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"time"

	"adhere"
	"adhere/internal/serving"
)

// serveWhole answers at once: asks, has the answer repaired, and writes it.
func (x *exchange) serveWhole(ctx context.Context) {
	start, q := x.g.Now(), x.asker.question(x.doc.raw)
	resp, err := x.g.upstreams.ask(ctx, q)
	if err != nil {
		fail(x.w, x.r, err)
		return
	}
	defer resp.Body.Close()
	x.serveReply(ctx, resp, q.made, start)
}

// serveReply answers with an upstream's whole reply, repaired. So many calls
// were made for it.
func (x *exchange) serveReply(ctx context.Context, resp *http.Response, calls int, start time.Time) {
	draft, r := x.draft(ctx, resp, calls, start)
	if draft == nil {
		return
	}
	if why, err := x.await(ctx, draft); why != "" || err != nil {
		x.untouched(r, why, err)
		return
	}
	t, err := x.improve(ctx, draft)
	if err != nil {
		fail(x.w, x.r, err)
		return
	}
	f := x.report(t)
	x.close(f)
	defer x.tell(f, t)
	if err := f.refusal(); err != nil {
		writeRefusal(x, f, err)
		return
	}
	if r, err = x.best(f, t, r); err != nil {
		fail(x.w, x.r, err)
		return
	}
	x.head(f)
	x.write(http.StatusOK, x.dialect.reported(r.raw, f))
}

// best returns the reply of the final answer; first is the draft's. An answer that is in
// no reply must not be taken for the draft, which it was chosen over.
func (x *exchange) best(f *findings, t *adhere.Trace, first *reply) (*reply, error) {
	best := x.asker.replyOf(t.Attempts[f.Answer-1].Response)
	switch {
	case best != nil:
		return best, nil
	case f.Answer == 1:
		return first, nil
	}
	return nil, adhere.Errorf(adhere.Internal, "the final answer, of attempt %d, stands in no reply of the upstream", f.Answer)
}

// untouched answers with the draft as it is.
func (x *exchange) untouched(r *reply, why string, err error) {
	x.spend()
	if err != nil {
		fail(x.w, x.r, err)
		return
	}
	f := x.aside(why)
	if !f.says() {
		f = nil
	}
	x.writeAside(r, why, f)
}

// writeAside answers with a reply that is left alone, and with what clients are told
// of it, if anything is.
func (x *exchange) writeAside(r *reply, why string, f *findings) {
	x.w.Header().Set("X-Adhere-Skipped", why)
	raw := r.raw
	if f != nil {
		raw = x.dialect.reported(raw, f)
	}
	x.write(http.StatusOK, raw)
}

// draft reads the answer to the client's own question. What is no text to
// correct is passed on as it came; then there is no draft.
func (x *exchange) draft(ctx context.Context, resp *http.Response, calls int, start time.Time) (*adhere.Response, *reply) {
	if resp.StatusCode != http.StatusOK {
		x.g.relayResponse(x.w, resp, nil)
		return nil, nil
	}
	r := &reply{calls: calls}
	err := x.asker.whole(resp.Body, r)
	if errors.Is(err, errLargeReply) && !x.mustCheck() {
		x.passLarge(resp, r.raw)
		return nil, nil
	}
	if err != nil {
		r.gone = len(r.raw) // of one that is too large: for the estimate of what it used
		x.asker.lose(r, start)
		fail(x.w, x.r, unreadable(ctx, err))
		return nil, nil
	}
	draft := x.asker.response(r, start)
	x.g.pay(x.account, draft.Usage)
	copyHeader(x.w.Header(), resp.Header)
	if r.Tools && x.toolChecks != nil {
		if draft, r = x.mendCalls(ctx, draft); !x.beside(r) {
			x.spend()
			x.writeAside(r, r.left(), x.toldOfCalls(r))
			return nil, nil
		}
	}
	if !x.checkable(r) {
		x.spend()
		x.writeAside(r, r.left(), nil)
		return nil, nil
	}
	return draft, r
}

// passLarge passes on an answer that is too large to be checked, after the part
// of it that was read.
func (x *exchange) passLarge(resp *http.Response, begun []byte) {
	x.w.Header().Set("X-Adhere-Skipped", "large_reply")
	sum := x.g.counting(x.w, x.account, x.doc)
	defer func() { x.asker.count(sum.total()) }()
	rest := resp.Body
	resp.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(begun), rest), rest}
	x.g.relayResponse(sum, resp, nil)
}

// unreadable is the error of an answer that broke off or is none. It has
// probably been paid for, so clients are told not to buy it again at once.
func unreadable(ctx context.Context, err error) error {
	var inside *upstreamError
	switch {
	case context.Cause(ctx) != nil:
		return context.Cause(ctx)
	case errors.Is(err, errLargeReply):
		return &serving.APIError{
			Status: http.StatusBadGateway, Type: "server_error", Code: "large_reply", NoRetry: true,
			Message: "a rule of the operator binds this request, and the answer is too large to be checked; ask for a shorter one",
		}
	case errors.Is(err, errSilent), errors.As(err, &inside):
		return err
	}
	return &serving.APIError{
		Status: http.StatusBadGateway, Type: "server_error", Code: "upstream_unreadable", NoRetry: true, Err: err,
		Message: "the upstream's reply, which was probably paid for, cannot be read: " + err.Error(),
	}
}

// write sends a body of ours.
func (x *exchange) write(status int, body []byte) {
	h := x.w.Header()
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if h.Get("Content-Type") == "" {
		h.Set("Content-Type", "application/json")
	}
	x.w.WriteHeader(status)
	_, _ = x.w.Write(body)                      // the client has gone: nothing to be done
	_ = http.NewResponseController(x.w).Flush() // it need not wait for what is kept of it
}

// head sets the headers that say what was done.
func (x *exchange) head(f *findings) {
	h := x.w.Header()
	h.Set("X-Adhere-Id", x.id)
	h.Set("X-Adhere-Strategy", x.settings.Strategy)
	f.headers(h, x.g.Now().Sub(x.start))
}

// close settles what a request used, before its client can make another.
func (x *exchange) close(f *findings) {
	steps := map[string]int{}
	for _, step := range adhere.Steps() {
		name := stepName(step)
		steps[name] = f.Usage[name].Calls
	}
	x.settleSteps(f.total, steps)
	x.g.meters.answered(f)
}

// tell says to whoever wants to know how a request ended, when its client has
// the answer.
func (x *exchange) tell(f *findings, t *adhere.Trace) {
	if best := x.asker.replyOf(t.Attempts[f.Answer-1].Response); best != nil {
		x.g.evaluated(x.r.Context(), f, best.ID)
	}
	if x.g.Record != nil {
		x.g.Record(x.exchanged(f, t))
	}
}

// spend settles what a request used whose answer is left alone.
func (x *exchange) spend() {
	used := x.used()
	x.settleSteps(used.Add(x.decomposed), map[string]int{
		stepName(adhere.StepDraft):     used.Calls,
		stepName(adhere.StepDecompose): x.decomposed.Calls,
	})
}

// settleSteps settles what the request used, in so many calls by step; only the first
// time counts.
func (x *exchange) settleSteps(u adhere.Usage, steps map[string]int) {
	if x.spent {
		return
	}
	x.spent = true
	x.g.spend(x.account, u)
	failed := u.Calls
	for _, calls := range steps {
		failed -= calls
	}
	steps["failed"] = failed
	for step, calls := range steps {
		if calls > 0 {
			x.g.meters.calls.Add(float64(calls), step)
		}
	}
}

// refusal is the error that the client gets in place of an answer that does
// not meet everything, if that is the policy.
func (f *findings) refusal() error {
	if f.NotMet == 0 || f.OnExhausted != GiveError {
		return nil
	}
	first := f.Constraints[slices.IndexFunc(f.Constraints, func(c ConstraintReport) bool { return c.Outcome == adhere.NotMet })]
	return &serving.APIError{
		Status: http.StatusUnprocessableEntity, Type: "constraints_not_met", Code: "constraints_not_met", NoRetry: true,
		Message: fmt.Sprintf("constraints not met: %d of %d, attempts: %d; the first is %s (%s)", f.NotMet, len(f.Constraints), len(f.Attempts), cmp.Or(first.Text, first.ID), first.Evidence),
	}
}

// refusalBody is the error with the report beside its message.
func refusalBody(f *findings, err error, path string) []byte {
	body := serving.ErrorOf(err).BodyFor(path)
	d, bad := readDocument(body)
	if bad != nil {
		return body
	}
	return d.with(change{"error", d.in("error").with(change{"adhere", f.json})})
}

func writeRefusal(x *exchange, f *findings, err error) {
	h := x.w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("X-Should-Retry", "false")
	x.head(f)
	x.write(http.StatusUnprocessableEntity, refusalBody(f, err, x.r.URL.Path))
}
