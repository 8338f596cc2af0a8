// Package judge asks a model whether a response meets the requirements of its
// instruction. Each strategy is one protocol of a paper: what the judge is
// shown, in which turns it is asked, and how it must reply.
//
// If a reply cannot be read, the judge is asked again a limited number of
// times; then the verdict is Broken, with the reply in Raw. If a reply says
// that the judge cannot tell (PARTIAL, MAYBE, UNKNOWN, N/A), it is Unsure.
//
// If one call decides several requirements, its usage is on the first verdict
// of the call only, so that sums over verdicts are right.
//
// Prompts put what stays the same (rules, input, answer) before what changes
// (the question), and the first of several independent calls finishes before
// the others start, so that providers' prompt caches are used.
package judge

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"adhere"
	"adhere/prompt"
)

// A Parsing says by whose rules replies are parsed.
type Parsing string

// Strict takes what is said without doubt. The others follow published
// evaluation scripts, which are lenient, for strategies that have one: the
// script of the level judge (Paper, in Chinese PaperZH), and that of the judge
// that is asked questions in turn (Paper).
const (
	Strict  Parsing = ""
	Paper   Parsing = "paper"
	PaperZH Parsing = "paper-zh"
)

// Options are the settings that strategies share. The zero value of each
// field is its default.
type Options struct {
	Model  adhere.Model
	Pack   *prompt.Pack   // nil is prompt.Default
	Params *adhere.Params // nil is temperature 0, as the papers have it

	// Only says which requirements this judge is asked; the others are
	// Skipped. Nil asks all.
	Only func(*adhere.Requirement) bool

	// Parts decides rules about parts of answers, for the strategy part-rule.
	Parts Parts

	Reasks  int     // how often an unreadable reply is asked for again: 0 is read as 2, below 0 as never
	Schema  bool    // ask for JSON by schema instead of plain text
	Parsing Parsing // of plain replies
	Attempt int     // keeps repeated samples of one judge apart
}

// A caller is what all strategies need to put requests.
type caller struct {
	Options
	params adhere.Params
	reasks int

	spared []adhere.Code // of calls whose failure is taken for a reply that cannot be read
}

func newCaller(o Options) *caller {
	c := &caller{Options: o, reasks: o.Reasks}
	c.Pack = cmp.Or(c.Pack, prompt.Default())
	if o.Params != nil {
		c.params = *o.Params
	} else {
		c.params.Temperature = new(float64)
	}
	switch {
	case o.Reasks == 0:
		c.reasks = 2
	case o.Reasks < 0:
		c.reasks = 0
	}
	return c
}

// version is raised whenever a judge is asked otherwise, or a reply is read
// otherwise. Replies are stored as models gave them and read again at each use, but
// so are verdicts: a run that is resumed must not join those of two readings.
const version = 14

// name returns "judge/strategy@version+model". Whatever else could change a
// verdict follows the version: the parsing, and a hash of wording and settings
// where they are not the defaults.
func (c *caller) name(strategy, model string) string {
	name := fmt.Sprintf("judge/%s@%d", strategy, version)
	if c.Parsing != Strict {
		name += "." + string(c.Parsing)
	}
	usual := newCaller(Options{})
	if mine := c.settings(); mine != usual.settings() {
		sum := sha256.Sum256([]byte(mine))
		name += ".x" + hex.EncodeToString(sum[:4])
	}
	return name + "+" + model
}

// settings lists what changes requests, apart from model and Attempt.
func (c *caller) settings() string {
	b, err := json.Marshal(c.params)
	if err != nil { // only a temperature that is no number can fail
		b = fmt.Appendf(nil, "%#v", c.params)
	}
	return fmt.Sprintf("%s %d %t %s", c.Pack.Hash(), c.reasks, c.Schema, b)
}

// checkModel refuses options that cannot be asked with.
func (o Options) checkModel(strategy string) error {
	if o.Model == nil {
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("judge %s needs a model", strategy), Hint: "name one with --judge provider/model"}
	}
	return nil
}

// A form is the shape in which a reply is wanted and how it is read.
type form[T any] struct {
	read   func(reply string) (T, error) // an error says why the reply cannot be read
	schema json.RawMessage
	fields string // the schema in words
	stop   string // the mark that the examples end a plain reply with; "" has none
}

// ask puts the messages to the model and reads its reply, and asks again
// within the same conversation while it cannot be read. The conversation
// grows with each try, so that no store of replies hands out the bad one
// again.
func ask[T any](ctx context.Context, c *caller, messages []adhere.Message, reply string, f form[T]) (Reply[T], error) {
	var a Reply[T]
	req, again, err := prepare(c, messages, reply, f)
	if err != nil {
		return a, err
	}
	for try := 0; ; try++ {
		resp, err := c.Model.Generate(ctx, req)
		if code := adhere.CodeOf(err); err != nil && slices.Contains(c.spared, code) {
			a.Raw, a.Why = "", err.Error()
			return a, nil
		}
		if err == nil && resp == nil {
			err = adhere.Errorf(adhere.Internal, "%s gave neither a reply nor an error", c.Model.Name())
		}
		if err != nil {
			return a, err
		}
		a.Usage = a.Usage.Add(resp.Usage)
		a.Raw = resp.Text
		if resp.Call != "" {
			a.Calls = append(a.Calls, resp.Call)
		}
		if a.Value, a.Why = understand(f, resp); a.Why == "" || try >= c.reasks {
			return a, nil
		}
		grown := *req
		grown.Messages = append(slices.Clip(req.Messages), adhere.Message{Role: adhere.Assistant, Text: spoken(resp.Text)}, again)
		req = &grown
	}
}

// prepare returns the first request and the message that asks again.
func prepare[T any](c *caller, messages []adhere.Message, reply string, f form[T]) (*adhere.Request, adhere.Message, error) {
	req := &adhere.Request{Messages: slices.Clone(messages), Params: c.params, Attempt: c.Attempt}
	if f.stop != "" && !c.Schema && req.Params.Stop == nil {
		req.Params.Stop = []string{f.stop}
	}
	if c.Schema {
		req.Schema = f.schema
		reply = "one JSON object and nothing else: " + f.fields
		extra, err := c.Pack.Render("as-json", prompt.Data{"Fields": f.fields})
		if err != nil {
			return nil, adhere.Message{}, err
		}
		req.Messages[len(messages)-1].Text += "\n\n" + extra[0].Text
	}
	again, err := c.Pack.Render("ask-again", prompt.Data{"Reply": reply})
	if err != nil {
		return nil, adhere.Message{}, err
	}
	return req, again[0], nil
}

// unwhole says why a reply is not to be read at all, and "" where it is.
func unwhole(resp *adhere.Response) string {
	if why := resp.Emptiness(); why != "" {
		return adhere.EmptyReply + why
	}
	switch resp.Finish {
	case adhere.FinishLength:
		return adhere.CutReply + "it was cut off at the token limit"
	case adhere.FinishFiltered:
		return adhere.CutReply + "the provider's filter cut it"
	case adhere.FinishStop, adhere.FinishTool, adhere.FinishBroken:
	}
	return ""
}

func understand[T any](f form[T], resp *adhere.Response) (value T, why string) {
	if why := unwhole(resp); why != "" {
		return value, why
	}
	value, err := f.read(resp.Text)
	if err != nil {
		return value, err.Error()
	}
	return value, ""
}

// spoken returns a reply as a turn of a conversation: providers refuse turns
// without text.
func spoken(text string) string {
	return cmp.Or(text, "(empty reply)")
}
