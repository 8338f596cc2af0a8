package gateway

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"adhere"
	"adhere/internal/serving"
	"adhere/refine"
	"adhere/verify"
)

// answer serves a request for an answer.
func (g *Gateway) answer(w http.ResponseWriter, r *http.Request, d *dialect, body []byte, held *hold) {
	doc, err := readDocument(body)
	if err != nil {
		serving.WriteError(w, r, serving.BadRequest("", "the body cannot be read as JSON: "+err.Error()))
		return
	}
	a, err := g.admit(r, doc)
	if err != nil {
		fail(w, r, err)
		return
	}
	x := &exchange{g: g, w: w, r: r, dialect: d, start: g.Now(), account: a, held: held}
	defer x.release()
	if err := x.settle(doc); err != nil {
		serving.WriteError(w, r, err)
		return
	}
	if x.settings.Strategy == Passthrough {
		x.spent = true
		g.relayCounted(w, r, x.letGo(), a, held)
		return
	}
	if !utf8.Valid(body) {
		serving.WriteError(w, r, serving.BadRequest("", fmt.Sprintf("the body is not UTF-8: byte %d does not belong to a character", 1+invalidIn(body))))
		return
	}
	ctx, cancel := x.deadline()
	defer cancel()
	why, err := x.prepare(ctx)
	switch {
	case err != nil:
		fail(w, r, err)
	case why != "":
		w.Header().Set("X-Adhere-Skipped", why)
		x.spent = true
		g.relayCounted(w, r, x.letGo(), a, held)
	case x.settings.Strategy == Verify:
		x.shadow()
	case x.asker.stream:
		x.serveStream(ctx)
	default:
		x.serveWhole(ctx)
	}
}

// An exchange is one request whose answer is checked.
type exchange struct {
	g       *Gateway
	w       http.ResponseWriter
	r       *http.Request
	dialect *dialect
	start   time.Time
	account *account
	held    *hold

	id         string
	settings   Settings
	options    *requestOptions
	doc        *document // without what is Adhere's
	unasked    *document // the same, where the gateway asks what a stream uses and the client did not
	model      string    // as the upstream knows it
	talk       *conversation
	list       *checklist // nil while it is being read
	reading    *reading   // of the list; nil where it is known at once
	rules      []*rule
	asker      *asker
	refiner    *refine.Refiner
	decomposed adhere.Usage
	toolChecks map[string]verify.Check // of tools' arguments; nil where calls are passed on unchecked
	calls      []toolFinding           // of an answer whose calls did not fit
	why        string                  // nothing is demanded in words; may be empty
	jury       bool                    // the judge is one
	ignored    []string                // what of the client's settings does not count, by the names of its members
	wantsUsage bool                    // the client wants to know what its stream used
	spent      bool                    // what was used is settled
	behind     bool                    // the answer is judged when the client has it
}

// release gives back what is held back and was not used, unless that is done or
// will be. Answers that nobody waited for were used, too.
func (x *exchange) release() {
	if x.asker != nil {
		defer x.asker.held.release()
	}
	if !x.behind { // else what was used is still written to
		x.spend()
	}
}

// used is what all calls for the answer used, with those that failed, besides the list of
// what it must meet, which is not read on.
func (x *exchange) used() (used adhere.Usage) {
	x.stopReading()
	if x.asker != nil {
		used = x.asker.spent()
		used.Calls = max(used.Calls, x.asker.tries.count()-x.decomposed.Calls)
	}
	return used
}

// letGo returns the request, which the exchange needs no more: its answer is
// passed on, and a picture in it need not stay in memory for that.
func (x *exchange) letGo() *document {
	doc := x.doc
	x.doc, x.talk = nil, nil
	if x.asker != nil {
		x.asker.doc, x.asker.talk = nil, nil
	}
	return doc
}

// settle works out what is to be done, from the caller's settings, the model's
// name and the member "adhere", each before the ones ahead of it; and takes
// what is Adhere's out of the request.
func (x *exchange) settle(doc *document) (err error) {
	if x.options, err = readOptions(doc.get("adhere")); err != nil {
		return err
	}
	name := doc.text("model")
	model, strategy := splitModel(name)
	x.rules = x.g.Rules.find(caseOf{x.account.key.Name, routeOf(http.MethodPost, "/v1"+x.dialect.path), model, promptName(x.r, doc, x.options)})
	if err := x.repeated(doc); err != nil {
		return err
	}
	s := over(x.g.Settings, x.rules, false)
	if own := x.account.key.Options[StrategyOption]; own != "" {
		s.Strategy = own
	}
	asked := s
	if strategy != "" {
		asked.Strategy = strategy
	} else if meant := slipped(name); meant != "" {
		return serving.BadRequest("model", "model "+name+": no strategy is called that; did you mean "+name[:strings.LastIndexByte(name, '+')]+"+"+meant+"?")
	}
	asked = x.options.over(asked)
	x.model, x.settings = model, over(asked, x.rules, true)
	if x.enforced() {
		free := over(Settings{}, x.rules, false).Strategy == ""
		x.settings = over(s.stricter(&asked, free), x.rules, true)
		x.ignored = asked.unlike(&x.settings)
	}
	if err := x.settings.check(); err != nil {
		return err
	}
	if x.helped() && x.settings.Stream == Optimistic { // a replacement is an event of ours
		x.settings.Stream = Buffered
	}
	if x.settings.Bounds.Money > 0 && x.settings.Strategy != Passthrough && !x.g.priced(model) {
		return x.g.unpriced("adhere.budget_usd", model, "what an answer may cost is bounded in money")
	}
	x.doc = doc.forUpstream()
	return nil
}

// prepare reads what the request demands. It returns why the answer is left
// alone, if it is.
func (x *exchange) prepare(ctx context.Context) (why string, err error) {
	if why := x.dialect.aside(x.doc); why != "" {
		return why, x.bound(why)
	}
	for _, form := range modalities(x.doc) {
		if err := x.bound(form); form != "text" && err != nil {
			return "", err
		}
	}
	if x.talk, err = x.dialect.turns(x.doc); err != nil {
		return "", err
	}
	x.id = newID()
	stream := x.doc.is("stream")
	if said := string(x.doc.get("stream")); !stream && said != "" && said != "false" && said != "null" { // some servers take it for true
		return "", serving.BadRequest("stream", "stream is neither true nor false")
	}
	x.asker = x.g.newAsker(x.r, x.account, x.dialect, x.doc, x.talk)
	x.asker.model, x.asker.stream, x.asker.tries.most = x.model, stream, x.settings.Bounds.Calls
	if x.settings.Strategy != Verify {
		x.toolChecks = toolChecks(x.doc)
	}
	switch {
	case x.talk.begun() != "" && demanded(x.rules).empty():
		return "begun_answer", nil
	case x.talk.begun() != "", x.talk.afterCalls() && x.dialect.field == "input" && x.doc.has("conversation"): // what replaces a part of an answer may be a whole one, and a conversation takes results once
		x.settings.MaxIterations, x.settings.Stream = -1, Buffered
	}
	list, err := x.checklist(ctx)
	if list != nil && err == nil {
		why, err = x.take(list)
	}
	switch {
	case err != nil:
		return "", err
	case why == "", len(x.list.seen) > 0 && (x.settings.Strategy != Verify || x.g.Record != nil): // what is seen is told with the answer, or kept
	case x.toolChecks == nil:
		return why, nil
	default: // only calls of tools are checked
		x.why, x.list = why, &checklist{}
	}
	if stream && x.settings.Strategy != Verify {
		return "", x.askForUsage()
	}
	return "", nil
}

// take puts what the operator demands, and the form that the request wants, to
// what the request's words demand. It returns why the answer is left alone, if
// there is nothing to check.
func (x *exchange) take(list *checklist) (why string, err error) {
	x.list = list.formed(x.dialect.format(x.doc)).and(demanded(x.rules))
	if x.list.empty() {
		return cmp.Or(list.why, nothing), nil
	}
	return "", x.hire()
}

// Why an answer is left alone that nothing is demanded of, and one of which it is
// not known what is demanded.
const (
	nothing = "no_constraints"
	noList  = "no_list"
)

// checklist returns what the answer must meet: what the request says itself,
// what is pinned, or what its words demand. Where a model has to be asked, that
// is begun, and the list is nil: the draft need not wait for it, or the list waits
// for the draft. A question that certainly demands nothing costs no call.
func (x *exchange) checklist(ctx context.Context) (*checklist, error) {
	caller := x.account.key.ID
	hash := hashPrompt(caller, x.talk.asked())
	if x.options.Constraints != nil {
		c, err := readGiven(FromClient, "adhere.constraints", x.options.Constraints, x.g.Catalog, x.g.Divide)
		if c != nil {
			c.hash = hash
		}
		return c, err
	}
	if why := x.talk.unread(); why != "" {
		return &checklist{source: FromText, why: why, hash: hash}, nil
	}
	whole := x.talk.whole()
	read := hashPrompt(caller, whole)
	if known := x.g.demands.known(hash, read); known != nil {
		return known, nil
	}
	if x.g.demands.decomposer == nil || x.settings.Bounds.Calls == 1 { // the one call is for the answer
		c := x.g.demands.byRule(whole)
		c.hash = hash
		if x.g.demands.decomposer == nil {
			x.g.demands.read.put(read, caller, c)
		}
		return c, nil
	}
	if plainQuestion(whole) {
		return &checklist{source: FromText, hash: hash}, nil
	}
	if !x.atOnce() {
		x.read(ctx, nil)
	}
	return nil, nil
}

// atOnce reports whether the list is made when the draft is there, since nothing of
// the draft goes out before it is judged: where the same model lists and judges, in one
// call, and after calls of tools, since the draft may be another call.
func (x *exchange) atOnce() bool {
	held := !x.asker.stream || x.settings.Strategy == Verify || x.settings.Stream == Buffered
	return held && (x.talk.afterCalls() || x.g.ListerJudges && (x.settings.Judge == "" || x.settings.Judge == x.g.Judges[0].Name))
}

// askForUsage has the upstream say what a stream used, and notes whether the
// client wants to know too.
func (x *exchange) askForUsage() error {
	if x.dialect.object == "" { // it is said in any case
		x.wantsUsage = true
		return nil
	}
	options := &document{raw: []byte("{}")}
	if x.doc.has("stream_options") {
		var err error
		if options, err = readDocument(x.doc.get("stream_options")); err != nil {
			return serving.BadRequest("stream_options", "stream_options is not an object")
		}
	}
	if x.wantsUsage = options.is("include_usage"); x.wantsUsage {
		return nil
	}
	var err error
	x.unasked = x.doc
	x.doc, err = readDocument(x.doc.with(change{"stream_options", options.with(change{"include_usage", []byte("true")})}))
	x.asker.doc = x.doc
	return err
}

// critic returns who decides about the answer.
func (x *exchange) critic() (*critic, error) {
	c := &critic{rules: x.g.rules, notes: x.list.notes, said: x.list.said}
	who := x.settings.Judge
	if who == NoJudge || who == "" && len(x.g.Judges) == 0 {
		return c, nil
	}
	i := 0
	if who != "" {
		i = slices.IndexFunc(x.g.Judges, func(j NamedJudge) bool { return j.Name == who })
	}
	if i < 0 {
		return nil, serving.BadRequest("adhere.judge", "adhere.judge: no judge is named "+who+"; "+x.g.judgeNames())
	}
	j, err := x.g.Judges[i].New(sideModel{x.asker})
	if err != nil {
		return nil, err
	}
	c.judge, x.jury = j, x.g.Judges[i].Jury
	return c, nil
}

// judgeNames says whom requests can choose.
func (g *Gateway) judgeNames() string {
	if len(g.Judges) == 0 {
		return "this gateway has none (--judge)"
	}
	names := []string{NoJudge}
	for _, j := range g.Judges {
		names = append(names, j.Name)
	}
	return "choose one of " + strings.Join(names, ", ")
}

// hire puts the strategy together. Shadows are drawn by the one that
// criticises before it rewrites, without rewriting.
func (x *exchange) hire() error {
	c, err := x.critic()
	if err != nil {
		return err
	}
	o := refine.Options{
		EndFutile: true, Keeps: c.keeps, Standing: x.asker.stands,
		Model: x.asker, Critic: c, Draft: refine.Plain, MaxIterations: x.settings.MaxIterations, Bounds: x.bounds(),
		Pack: x.g.Refine.Pack, Patience: x.g.Refine.Patience, Feedback: x.g.Refine.Feedback, Now: x.g.Now,
	}
	strategy := x.settings.Strategy
	if x.list.said.corrected != "" {
		o.Revision = x.revision
	}
	if strategy == Verify {
		strategy, o.MaxIterations = "decrim", -1
	}
	if o.MaxIterations <= 0 || x.unmendable() {
		o.MaxIterations = -1
	}
	c.rounds = 1
	if strategy == "decrim" { // the others compare answers, and so need all that can be said of each
		c.rounds += max(o.MaxIterations, 0)
		if o.Revision != nil {
			c.rounds++
		}
	}
	x.refiner, err = refine.New(strategy, o)
	return err
}

// unmendable reports whether the client reads the draft while it is written
// and would not understand a replacement.
func (x *exchange) unmendable() bool {
	return x.asker.stream && x.settings.Stream == Optimistic && !x.settings.replace
}

// bounds are what is left of the request's after the constraints were listed.
// Its time is the deadline of the context.
func (x *exchange) bounds() refine.Bounds {
	b := x.settings.Bounds
	b.Time = 0
	if b.Calls > 0 {
		b.Calls = max(b.Calls-x.decomposed.Calls, 1)
	}
	if b.Tokens > 0 {
		b.Tokens = max(b.Tokens-x.decomposed.In-x.decomposed.Out, 1)
	}
	if b.Money > 0 {
		b.Money = max(b.Money-x.decomposed.Money, 1)
	}
	return b
}

// promptName is the name of the prompt that a request is made of, as it says
// itself: in its member "adhere", in a header, in its metadata, or by the id of
// a prompt that the provider keeps.
func promptName(r *http.Request, doc *document, o *requestOptions) string {
	return cmp.Or(o.Prompt, r.Header.Get("X-Adhere-Prompt"), doc.in("metadata").text("prompt"), doc.in("prompt").text("id"))
}

// deadline returns the request's context with its deadline.
func (x *exchange) deadline() (context.Context, context.CancelFunc) {
	if d := x.settings.Bounds.Time; d > 0 {
		return context.WithDeadline(x.r.Context(), x.start.Add(d))
	}
	return context.WithCancel(x.r.Context())
}

// improve has the draft judged, with what the request begins it with, and repaired.
func (x *exchange) improve(ctx context.Context, draft *adhere.Response) (*adhere.Trace, error) {
	draft.Text = x.talk.begun() + draft.Text
	in := &adhere.Instruction{ID: x.id, Messages: x.talk.said(), Requirements: x.list.requirements}
	x.asker.in = in
	return x.refiner.Improve(ctx, in, &adhere.Request{Messages: x.talk.asking()}, draft)
}
