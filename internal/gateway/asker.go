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
	"strings"
	"sync"
	"time"

	"adhere"
	"adhere/internal/replies"
	"adhere/internal/serving"
	"adhere/model/reasoning"
	"adhere/refine"
)

// An asker is the model behind one request: the client's own request, with
// other turns in it and everything else kept.
type asker struct {
	g       *Gateway
	account *account
	dialect *dialect
	header  http.Header
	query   string
	doc     *document // the client's, without what is Adhere's
	talk    *conversation
	model   string // as the upstream knows it
	stream  bool
	in      *adhere.Instruction // what rewrites are asked for; nil before the draft is judged
	tell    func()              // called before each further answer is asked for; may be nil

	held       *hold  // of its answers
	tries      *tries // of the request
	made       int    // tries by ask
	mu         sync.Mutex
	replies    map[*adhere.Response]*reply
	draft      string       // the text of the first answer
	standing   string       // of the draft: what the client has, and every other answer begins with
	used       adhere.Usage // so far, by answers that broke off too
	created    int          // tokens so far that a cache took in
	estimated  bool         // an answer did not say what it used
	untempered bool         // the model takes no temperature
	failed     adhere.Usage // by calls that came to nothing, but for the tries that whoever asked counts
}

var _ adhere.Model = (*asker)(nil)

func (g *Gateway) newAsker(r *http.Request, account *account, d *dialect, doc *document, talk *conversation) *asker {
	a := &asker{g: g, account: account, dialect: d, header: r.Header, doc: doc, talk: talk, replies: map[*adhere.Response]*reply{}, held: g.replies.hold(), tries: &tries{}}
	if r.URL.RawQuery != "" {
		a.query = "?" + r.URL.RawQuery
	}
	return a
}

func (a *asker) Name() string { return "upstream/" + a.model }

// Generate asks for another answer: never the first one, which is the
// client's request as it is.
func (a *asker) Generate(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
	if a.tell != nil {
		a.tell()
	}
	if slices.Equal(req.Messages, a.talk.asking()) { // the same as the client asked
		own := *req
		own.Messages = a.talk.messages
		req = &own
	}
	out, r, err := a.ask(ctx, a.variant(ctx, req), a.stream)
	if adhere.CodeOf(err) == adhere.Invalid && req.Params.Temperature != nil && !a.untempered { // which the client did not set
		a.untempered = true
		a.fail(adhere.Usage{Calls: 1})
		out, r, err = a.ask(ctx, a.variant(ctx, req), a.stream)
	}
	switch {
	case err != nil:
	case r.Tools: // though none is offered: it is no answer
		out.Text = ""
	case strings.TrimSpace(out.Text) != "" && !slices.Equal(req.Messages, a.talk.messages):
		a.tidy(out, r, req)
	}
	return out, err
}

// tidy takes off a rewrite what models put around it, and puts before one that goes on
// what it goes on from. One that cannot hold that text is left without any: it is no
// answer.
func (a *asker) tidy(out *adhere.Response, r *reply, req *adhere.Request) {
	thought := "" // that stands in the text
	if raw := r.Text.String(); out.Text != raw {
		thought = raw[:max(strings.LastIndex(raw, out.Text), 0)]
	}
	a.mu.Lock()
	draft, standing := a.draft, a.standing
	a.mu.Unlock()
	asked := refine.Asked(a.in)
	var text, own string // own is what its reply has
	if standing == "" {
		text = refine.Stripped(asked, draft, out.Text)
		own = thought + text
	} else {
		var ok bool
		if text, ok = refine.Continued(asked, standing, draft, out.Text); !ok {
			return
		}
		own = text[len(standing):]
	}
	if text != out.Text || standing != "" {
		if r = r.with(a.dialect, own); r == nil {
			text = ""
		} else {
			a.keep(out, r)
		}
	}
	out.Text = text
}

// sampleStride is how far package refine moves Attempt for each new sample.
const sampleStride = 1000

// variant is the client's request with other turns. Tools are not offered:
// what is wanted is text. A seed moves on where the same is asked again.
func (a *asker) variant(ctx context.Context, req *adhere.Request) []byte {
	turns := req.Messages
	if n := len(a.talk.messages); len(turns) > n && a.talk.afterCalls() && a.talk.messages[n-1].Role != adhere.User {
		turns = slices.Insert(slices.Clone(turns), n, adhere.Message{Role: adhere.Assistant, Text: a.between(ctx)})
	}
	changes := []change{{a.dialect.field, a.dialect.compose(a.talk, turns)}}
	if len(a.doc.objects("tools")) > 0 { // a choice among none is refused
		none := []byte(`"none"`)
		if a.dialect.path == "/messages" {
			none = []byte(`{"type":"none"}`)
		}
		changes = append(changes, change{"tool_choice", none})
	}
	if t := req.Params.Temperature; t != nil && !a.untempered {
		changes = append(changes, change{"temperature", encoded(*t)})
	}
	again := int64(req.Attempt / sampleStride)
	if slices.Equal(req.Messages, a.talk.messages) {
		again++ // the draft was the first
	}
	if seed, err := strconv.ParseInt(string(a.doc.get("seed")), 10, 64); err == nil && again > 0 {
		changes = append(changes, change{"seed", encoded(seed + again)})
	}
	return a.doc.with(changes...)
}

// between is what the assistant says between what tools returned and a turn of the user,
// which some upstreams take there only so: the draft, where it is to be rewritten.
func (a *asker) between(ctx context.Context) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	if adhere.StepIn(ctx) == adhere.StepRewrite && strings.TrimSpace(a.draft) != "" {
		return a.draft
	}
	return "I have read the results."
}

func (a *asker) question(body []byte) *question {
	return &question{method: http.MethodPost, path: a.dialect.path + a.query, header: a.header, body: body, plain: true, bound: a.tries}
}

// ask makes a call that is not the client's own, unless the bound of calls is
// reached, and reads the answer, which must be a stream if that is asked for. What
// is no answer is an error.
func (a *asker) ask(ctx context.Context, body []byte, stream bool) (*adhere.Response, *reply, error) {
	held, err := a.g.reserve(a.account, body)
	if err != nil {
		return nil, nil, &adhere.Error{Code: adhere.Exhausted, Message: "the key cannot pay for another call", Err: err}
	}
	defer func() { _ = held.Settle(0, 0) }() // it writes nothing down
	if !a.tries.take() {
		return nil, nil, &adhere.Error{Code: adhere.Exhausted, Message: fmt.Sprintf("all %d calls allowed for this request have been made, including failed ones", a.tries.most), Hint: "allow more by max_calls"}
	}
	start, q := a.g.Now(), a.question(body)
	q.taken = true
	q.anew()
	resp, err := a.g.upstreams.ask(ctx, q)
	a.mu.Lock()
	a.made += q.made
	a.mu.Unlock()
	if err == nil {
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			err = refusedBy(resp)
		}
	}
	if err != nil {
		a.fail(adhere.Usage{Calls: q.made - 1})
		return nil, nil, err
	}
	r := &reply{calls: q.made}
	switch {
	case !stream:
		err = a.whole(resp.Body, r)
	case isStream(resp):
		err = a.collect(resp.Body, r, nil)
	default:
		err = errNoStream
	}
	if err != nil {
		lost := a.lose(r, start)
		lost.Calls--
		a.fail(lost)
		a.g.pay(a.account, lost)
		return nil, nil, &adhere.Error{Code: adhere.Unavailable, Message: "the upstream's reply is incomplete", Err: err}
	}
	out := a.response(r, start)
	a.g.pay(a.account, out.Usage)
	return out, r, nil
}

// errLargeReply is an answer that is too large to be checked, or that there is
// no room for.
var errLargeReply = errors.New("the upstream's reply is too large to be checked")

// errNoStream is an answer that came whole where a stream was asked for.
var errNoStream = errors.New("the upstream sends no stream")

// whole reads an answer that comes at once. Of one that is too large, the reply
// has what was read.
func (a *asker) whole(body io.Reader, into *reply) error {
	raw, err := io.ReadAll(io.LimitReader(&charged{body, a.held}, a.g.MaxReply+1))
	var full *serving.APIError
	if errors.As(err, &full) || int64(len(raw)) > a.g.MaxReply {
		into.raw = raw
		return errLargeReply
	}
	if err != nil {
		return err
	}
	return a.dialect.read(bytes.TrimPrefix(raw, byteOrderMark), into)
}

// collect reads a stream to its end. Each, if not nil, is called for every
// event after it was taken over, and may let go of those that there are. Without
// it, a stream that is too large is an error.
func (a *asker) collect(body io.Reader, into *reply, each func(*event) error) error {
	events, size := newEventReader(body), int64(0)
	for {
		e, err := events.next()
		if errors.Is(err, io.EOF) && into.ended {
			return nil
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			e, err = a.dialect.unmarked(into)
		}
		if err != nil {
			return err
		}
		size += int64(len(e.raw))
		if !into.loose && (size > a.g.MaxReply || a.held.more(int64(len(e.raw))) != nil) {
			if each == nil {
				return errLargeReply
			}
			into.loose = true
		}
		if err := a.dialect.take(e, into); err != nil {
			return err
		}
		into.events = append(into.events, e)
		if each != nil {
			if err := each(e); err != nil {
				return err
			}
		}
		if e.done() {
			return nil
		}
	}
}

// unmarked returns the end mark that some servers leave out, where the answer
// has said that it ends.
func (d *dialect) unmarked(r *reply) (*event, error) {
	if d.object == "" || r.Finish == "" {
		return nil, errCut
	}
	mark := []byte("[DONE]")
	return &event{raw: written("", mark), data: mark}, nil
}

// response makes a reply into what the rest of the program knows, and counts
// what it used.
func (a *asker) response(r *reply, start time.Time) *adhere.Response {
	text, thoughts := r.Text.String(), r.Reasoning.String()
	if answer, thought, moved := reasoning.Split(text); moved {
		text, thoughts = answer, thoughts+thought
	}
	used, silent := a.usage(r, len(text), start)
	resp := &adhere.Response{Model: cmp.Or(r.Model, a.model), Text: text, Reasoning: thoughts, Finish: r.Finish, Usage: used}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.replies[resp] = r; len(a.replies) == 1 {
		a.draft = text
	}
	a.used = a.used.Add(used)
	a.created += r.Usage.Created
	a.estimated = a.estimated || silent
	return resp
}

// usage is what a reply says it used, or an estimate where it is silent: else
// bounds and budgets would not hold.
func (a *asker) usage(r *reply, text int, start time.Time) (used adhere.Usage, silent bool) {
	if silent = r.Usage.None(); silent {
		r.Usage.In, r.Usage.Out = tokensIn(a.doc.raw), (text+r.gone)/bytesPerToken+1
	}
	used = r.Usage.Usage
	used.Calls, used.Time = max(r.calls, 1), a.g.Now().Sub(start)
	used.Money = a.g.cost(a.model, used)
	return used, silent
}

// lose counts what an answer used that broke off, and returns it.
func (a *asker) lose(r *reply, start time.Time) adhere.Usage {
	if !r.Usage.None() { // it may be what a stream said at its beginning
		r.Usage.Out = max(r.Usage.Out, (r.Text.Len()+r.Reasoning.Len()+r.gone)/bytesPerToken)
	}
	used, _ := a.usage(r, r.Text.Len(), start)
	a.count(used)
	return used
}

// count counts what was used by an answer that is not kept.
func (a *asker) count(used adhere.Usage) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.used = a.used.Add(used)
}

// fail counts what a call used that came to nothing, but for the try that whoever asked
// counts.
func (a *asker) fail(used adhere.Usage) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.failed = a.failed.Add(used)
}

// spent returns what all answers used.
func (a *asker) spent() adhere.Usage {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.used
}

// calls returns how many tries there were by ask.
func (a *asker) calls() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.made
}

// sum is what all calls used, as a reply says it.
func (a *asker) sum(u adhere.Usage) replies.Usage {
	a.mu.Lock()
	defer a.mu.Unlock()
	return replies.Usage{Usage: u, Created: a.created}
}

// bytesPerToken is a rough average over English text.
const bytesPerToken = 4

// replyOf returns what a response was made of; nil where it came from
// elsewhere.
func (a *asker) replyOf(resp *adhere.Response) *reply {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.replies[resp]
}

// keep remembers what a response was made of.
func (a *asker) keep(resp *adhere.Response, r *reply) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.replies[resp] = r
}

// refusedBy is the error of an answer that is none.
func refusedBy(resp *http.Response) error {
	raw, _ := io.ReadAll(io.LimitReader(resp.Body, 1<<10))
	return &adhere.Error{Code: codeOf(resp.StatusCode), Message: fmt.Sprintf("the upstream answers with status %d", resp.StatusCode), Err: errors.New(string(raw))}
}

// A sideModel is the model that a request asks, for questions of the
// gateway's own: nothing of the client's request is in them but its key.
type sideModel struct{ *asker }

var _ adhere.Model = sideModel{}

// Generate asks with the messages alone: what the client set for its answer
// would spoil a judge's.
func (s sideModel) Generate(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
	out, _, err := s.ask(ctx, s.dialect.side(s.model, req.Messages), false)
	return out, err
}
