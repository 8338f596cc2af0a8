package gateway

import (
	"bytes"
	"context"
	"log/slog"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"adhere"
	"adhere/internal/serving"
)

// StrategyOption is the option of a key that names its strategy.
const StrategyOption = "strategy"

// An account is who makes a request, with what is held back for it.
type account struct {
	key   *serving.Key
	held  *serving.Reservation
	model string        // that is asked for; may be empty
	fixed *adhere.Money // what the request costs, whatever its answer says; nil: what it used
}

// defaultReply is how many tokens a reply is taken to have where the request
// sets no limit.
const defaultReply = 2048

// admit refuses what the caller may not ask for, and holds back what the first
// call may use. Keys without limits hold back nothing.
func (g *Gateway) admit(r *http.Request, d *document) (*account, error) {
	a := &account{key: serving.CallerOf(r.Context()), held: &serving.Reservation{}}
	if a.key.ID == "" {
		return a, nil
	}
	var err error
	if a.model, err = asksFor(r, d); err != nil {
		return a, err
	}
	serving.Asks(r.Context(), a.model)
	if err := g.permits(r, a.key, a.model); err != nil {
		return a, err
	}
	if err := readable(d); err != nil && (budgeted(a.key) || a.key.Limits.TokensPerMinute > 0) {
		return a, err
	}
	if what := otherModels(d); what != "" && (budgeted(a.key) || len(a.key.Grants.Models) > 0) {
		return a, forbidden("model_not_allowed", what+" may have another model answer than this key opens or its budget is counted for: name one model, as model")
	}
	if what := costsMore(d); what != "" && budgeted(a.key) {
		return a, forbidden("unpriced_feature", what+" costs more than the tokens of the answer, and this key has a budget in money")
	}
	a.held, err = serving.Reserve(r.Context(), g.estimate(r, a, d))
	return a, err
}

// asksFor returns the model that a request asks for. What counts tokens must be
// readable: else nobody could say what it costs.
func asksFor(r *http.Request, d *document) (string, error) {
	if d.members != nil {
		return modelIn(d)
	}
	if r.Method == http.MethodPost && slices.Contains(countsTokens, routeOf(r.Method, r.URL.Path)) {
		return "", serving.BadRequest("", "the body cannot be read as a JSON object")
	}
	return formField(r, d.raw, "model")
}

// estimate is what a request's first call uses, as far as can be said.
func (g *Gateway) estimate(r *http.Request, a *account, d *document) serving.Estimate {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return serving.Estimate{}
	}
	in := tokensIn(d.raw)
	if price, ok := a.key.Grants.Price(routeOf(r.Method, r.URL.Path)); ok {
		price *= adhere.Money(answersTo(r, d))
		a.fixed = &price
		return serving.Estimate{Tokens: in, Money: price, Least: price}
	}
	most, bounded := mostOut(d)
	most *= answersTo(r, d)
	if strings.HasSuffix(r.URL.Path, "/embeddings") || strings.HasSuffix(r.URL.Path, "/count_tokens") {
		most, bounded = 0, true
	}
	e := g.costing(a.model, in, most, bounded)
	e.Tokens = in + most
	return e
}

// mostTokensNames are the members that bound an answer.
var mostTokensNames = []string{"max_completion_tokens", "max_output_tokens", "max_tokens"}

// readable refuses counts that cannot be read: a provider may read them, and they
// would count as no limit. A limit below 0 is none.
func readable(d *document) error {
	for _, name := range append([]string{"n", "best_of"}, mostTokensNames...) {
		negative := strings.HasPrefix(string(d.get(name)), "-") && strings.HasPrefix(name, "max_")
		if _, ok := number(d.get(name)); d.has(name) && !ok && !negative {
			return serving.BadRequest(name, name+" is expected to be a whole number from 0 to 1,000,000,000")
		}
	}
	return nil
}

// mostOut is how many tokens an answer has at the most, and whether the request
// bounds it; else how many it is taken to have.
func mostOut(d *document) (tokens int, bounded bool) {
	for _, name := range mostTokensNames {
		if n, ok := number(d.get(name)); ok {
			tokens, bounded = max(tokens, n), true
		}
	}
	if !bounded {
		tokens = defaultReply
	}
	return tokens, bounded
}

// answersTo is how many answers a request asks for: as many as there can be
// where it does not say so by a plain number.
func answersTo(r *http.Request, d *document) int {
	answers := 1
	for _, name := range []string{"n", "best_of"} {
		value := d.get(name)
		if d.members == nil {
			field, err := formField(r, d.raw, name)
			if value = []byte(field); err != nil {
				return mostAnswers
			}
		}
		n, ok := number(value)
		if !ok && len(value) > 0 && string(value) != "null" {
			return mostAnswers
		}
		answers = max(answers, min(n, mostAnswers))
	}
	return answers
}

// mostAnswers is how many answers to one request providers give at the most.
const mostAnswers = 128

// A run of so many bytes of base64 is a picture, a sound or a file, and not
// read letter by letter: it is taken for so many tokens. So is one that the body
// only names, by its address or ID.
const (
	blobBlock  = 1 << 10
	blobTokens = 1500
)

// tokensIn estimates how many tokens a body has.
func tokensIn(raw []byte) int {
	blobs, text, inside := 0, len(raw), false
	for at := 0; at+blobBlock <= len(raw); at += blobBlock {
		if !base64Only(raw[at : at+blobBlock]) {
			inside = false
			continue
		}
		text -= blobBlock
		if !inside {
			blobs++
		}
		inside = true
	}
	return 1 + max(blobs, mediaIn(raw))*blobTokens + text/bytesPerToken
}

// mediaIn counts the parts of a body that are pictures, sounds or files, by
// their types in the interfaces of OpenAI and Anthropic.
func mediaIn(raw []byte) int {
	n := 0
	for {
		at := bytes.Index(raw, []byte(`"type"`))
		if at < 0 {
			return n
		}
		raw = raw[at+len(`"type"`):]
		value := bytes.TrimLeft(raw, " \t\r\n:")
		for _, part := range []string{`"image_url"`, `"image"`, `"document"`, `"file"`, `"input_image"`, `"input_file"`, `"input_audio"`} {
			if bytes.HasPrefix(value, []byte(part)) {
				n++
			}
		}
	}
}

func base64Only(b []byte) bool {
	for _, c := range b {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '+', c == '/', c == '=', c == '-', c == '_':
		default:
			return false
		}
	}
	return true
}

// number reads a count as JSON writes it, 100 or 100.0.
func number(raw []byte) (int, bool) {
	n, err := strconv.ParseFloat(string(raw), 64)
	if err != nil || n != math.Trunc(n) || n < 0 || n > 1e9 {
		return 0, false
	}
	return int(n), true
}

func (g *Gateway) cost(model string, u adhere.Usage) adhere.Money {
	if g.Price == nil {
		return 0
	}
	return g.Price(model, u)
}

// reserve holds back for a call of the gateway's own, where its caller has a budget.
func (g *Gateway) reserve(a *account, body []byte) (*serving.Reservation, error) {
	if !budgeted(a.key) {
		return &serving.Reservation{}, nil
	}
	d, err := readDocument(body)
	if err != nil { // it is ours
		return nil, err
	}
	most, bounded := mostOut(d)
	return a.held.More(g.costing(a.model, tokensIn(body), most, bounded))
}

// costing is what a call costs that takes so many tokens, and gives so many at the
// most, or is taken to.
func (g *Gateway) costing(model string, in, out int, bounded bool) serving.Estimate {
	u := adhere.Usage{Calls: 1, In: in, Out: out}
	e := serving.Estimate{Money: g.cost(model, u)}
	if !bounded {
		u.Out = 0
	}
	e.Least = g.cost(model, u)
	return e
}

// pay writes down what a request has cost so far.
func (g *Gateway) pay(a *account, u adhere.Usage) {
	if err := a.held.Pay(u.Money); err != nil {
		g.Log.Error("what a key spent cannot be written down", "key", a.key.Name, "error", err)
	}
}

// spend puts what was used in the place of what was held back.
func (g *Gateway) spend(a *account, u adhere.Usage) {
	if err := a.held.Settle(u.In+u.Out, u.Money); err != nil {
		g.Log.Error("what a key spent cannot be written down", "key", a.key.Name, "error", err)
	}
	g.meters.spent(u)
}

// relayCounted passes a request on and counts what its answer says it used. The
// request is held until its answer begins: then no upstream is asked again.
func (g *Gateway) relayCounted(w http.ResponseWriter, r *http.Request, d *document, a *account, held *hold) {
	if a.key.ID == "" {
		q := questionOf(r, d.raw)
		q.held = held
		g.relay(w, r, q)
		return
	}
	sum := g.counting(w, a, d)
	defer func() { g.spend(a, sum.total()) }()
	q := questionOf(r, d.raw)
	q.plain, q.held = true, held
	g.relay(sum, r, q)
}

// counting passes an answer on to w and works out what it used. That is paid before
// the last piece goes out.
func (g *Gateway) counting(w http.ResponseWriter, a *account, d *document) *adder {
	sum, sent := &adder{ResponseWriter: w}, sizeOf(d)
	sum.total = func() adhere.Usage { return g.usageIn(a, sent, sum) }
	sum.atEnd = func() { g.pay(a, sum.total()) }
	return sum
}

// usageIn is what an answer that was passed on used. Without its own word it
// is estimated: an event is about a token.
func (g *Gateway) usageIn(a *account, sent sentSize, sum *adder) adhere.Usage {
	if sum.status < http.StatusOK || sum.status >= http.StatusMultipleChoices || sent.empty {
		return adhere.Usage{}
	}
	u := adhere.Usage{Calls: 1, In: sent.tokens, Out: sum.events}
	if sum.events == 0 {
		u.Out = sum.text / bytesPerToken
	}
	if t, ok := sum.used(); ok {
		u.In, u.Cached, u.Out, u.Thought = t.In, t.Cached, t.Out, t.Thought
	}
	if a.fixed != nil {
		u.Money = *a.fixed
		return u
	}
	model := a.model
	if model == "" {
		model, _ = splitModel(sent.model)
	}
	u.Money = g.cost(model, u)
	return u
}

// A sentSize is what counts of a request when it is no longer there.
type sentSize struct {
	empty  bool
	tokens int // about
	model  string
}

func sizeOf(d *document) sentSize {
	return sentSize{len(d.raw) == 0, tokensIn(d.raw), strings.Clone(d.text("model"))}
}

// meters are the gateway's metrics.
type meters struct {
	tokens, cost, answers, verdicts, calls *serving.Counter
	operation, first                       *serving.Histogram
}

func newMeters(t *serving.Telemetry) *meters {
	seconds := []float64{.005, .02, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 120}
	return &meters{
		tokens:    t.Counter(serving.MetricTokens, "Tokens that requests used upstream.", "type"),
		cost:      t.Counter(serving.MetricCost, "US dollars that requests cost, where the price is known."),
		answers:   t.Counter("adhere_gateway_answers_total", "Answers that were checked, by strategy and why checking ended.", "strategy", "stopped", "flagged"),
		verdicts:  t.Counter("adhere_gateway_verdicts_total", "Verdicts on constraints of final answers.", "outcome", "method"),
		calls:     t.Counter("adhere_gateway_calls_total", "Calls for answers that were to be checked, by step; failed: tries again that came to nothing.", "step"),
		operation: t.Histogram(serving.MetricOperation, "Seconds until an upstream's answer began.", seconds, "status"),
		first:     t.Histogram(serving.MetricFirstToken, "Seconds until the first piece of a stream went to the client.", seconds, "mode"),
	}
}

func (m *meters) spent(u adhere.Usage) {
	m.tokens.Add(float64(u.In), "input")
	m.tokens.Add(float64(u.Out), "output")
	m.cost.Add(float64(u.Money) / float64(adhere.USD))
}

func (m *meters) called(status int, took time.Duration) {
	m.operation.Observe(took.Seconds(), strconv.Itoa(status))
}

func (m *meters) began(mode string, after time.Duration) { m.first.Observe(after.Seconds(), mode) }

func (m *meters) answered(f *findings) {
	m.answers.Add(1, f.Strategy, string(f.Stopped), strconv.FormatBool(f.Flagged))
	for i := range f.Constraints {
		m.verdicts.Add(1, string(f.Constraints[i].Outcome), f.Constraints[i].Method)
	}
}

// score is an outcome as a number.
func score(o adhere.Outcome) float64 {
	switch o {
	case adhere.Met:
		return 1
	case adhere.NotMet:
		return 0
	default:
		return 0.5
	}
}

// evaluated sends a record for each verdict.
func (g *Gateway) evaluated(ctx context.Context, f *findings, responseID string) {
	for i := range f.Constraints {
		c := &f.Constraints[i]
		g.Telemetry.Record(ctx, serving.EventEvaluation,
			slog.String(serving.AttrEvaluationName, c.Text), slog.Float64(serving.AttrEvaluationScore, score(c.Outcome)),
			slog.String(serving.AttrEvaluationLabel, string(c.Outcome)), slog.String(serving.AttrEvaluationExplanation, c.Evidence),
			slog.String(serving.AttrResponseID, responseID))
	}
}
