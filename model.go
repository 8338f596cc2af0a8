package adhere

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"strconv"
	"time"
)

// Params are the settings of a generation. Pointers, since unset (the
// provider's default) differs from zero.
type Params struct {
	Temperature *float64        `json:"temperature,omitempty" yaml:"temperature,omitempty"`
	TopP        *float64        `json:"top_p,omitempty" yaml:"top-p,omitempty"`
	MaxTokens   *int            `json:"max_tokens,omitempty" yaml:"max-tokens,omitempty"`
	Seed        *int64          `json:"seed,omitempty" yaml:"seed,omitempty"`
	Stop        []string        `json:"stop,omitempty" yaml:"stop,omitempty"`
	TopK        *int            `json:"top_k,omitempty" yaml:"top-k,omitempty"`
	Effort      string          `json:"reasoning_effort,omitempty" yaml:"reasoning-effort,omitempty"` // how much to reason, in the provider's words: "low", "high"
	Thinking    *int            `json:"thinking_budget,omitempty" yaml:"thinking-budget,omitempty"`   // most tokens of reasoning; 0 turns it off
	Extra       json.RawMessage `json:"extra_body,omitempty" yaml:"-"`                                // fields added to the request's body as they are
}

// ForAttempt returns the settings of an attempt, counted from 0: each has a seed
// of its own, so that attempts at one prompt differ.
func (p Params) ForAttempt(attempt int) Params {
	if p.Seed != nil && attempt != 0 {
		p.Seed = new(*p.Seed + int64(attempt))
	}
	return p
}

// A Request holds everything that can change a reply. Its hash, with the
// model's name, is the key under which a reply is stored.
type Request struct {
	Messages []Message       `json:"messages"`
	Params   Params          `json:"params,omitzero"`
	Schema   json.RawMessage `json:"schema,omitempty"`  // JSON schema of the wanted reply; plain text if empty
	Attempt  int             `json:"attempt,omitempty"` // keeps repeated samples of one prompt apart
}

// Key returns the hash of the request put to the named model, as 64
// hexadecimal digits. The name has to tell the model's server too, where it is
// not the provider's own: "openai-api/local/llama@http://gpu:8000/v1". Equal requests to equal models have equal keys on every
// machine.
func (r *Request) Key(model string) string {
	b, err := json.Marshal(struct {
		Model   string   `json:"model"`
		Request *Request `json:"request"`
	}{model, r})
	if err != nil { // only a Schema that is not JSON can fail
		b = fmt.Appendf(nil, "%q %#v", model, *r)
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// Finish says why a model stopped.
type Finish string

// The ways a reply ends.
const (
	FinishStop     Finish = "stop"     // the model was done, or met a stop text
	FinishLength   Finish = "length"   // cut off at the token limit
	FinishFiltered Finish = "filtered" // withheld or cut by the provider's filter
	FinishTool     Finish = "tool"     // called a tool in place of an answer
	FinishBroken   Finish = "broken"   // the reply cannot be read; Raw has its body
)

// Money is an amount in billionths of a US dollar. Whole numbers, so that a
// sum does not depend on the order in which calls finish.
type Money int64

// USD is one US dollar.
const USD Money = 1e9

// Dollars returns an amount of US dollars, to the nearest billionth.
func Dollars(amount float64) Money { return Money(math.Round(amount * float64(USD))) }

// String formats the amount in dollars, "$1.23"; amounts under a cent keep two
// significant digits.
func (m Money) String() string {
	d := float64(m) / float64(USD)
	switch {
	case m == 0:
		return "$0"
	case m > -USD/100 && m < USD/100:
		rounded, _ := strconv.ParseFloat(fmt.Sprintf("%.2g", d), 64)
		return "$" + strconv.FormatFloat(rounded, 'f', -1, 64)
	default:
		return fmt.Sprintf("$%.2f", d)
	}
}

// Usage is what one or more model calls used.
type Usage struct {
	Calls   int           `json:"calls,omitempty"`
	In      int           `json:"in,omitempty"`        // prompt tokens, cached ones included
	Cached  int           `json:"cached,omitempty"`    // prompt tokens that the provider read from its own cache
	Out     int           `json:"out,omitempty"`       // reply tokens, reasoning included
	Thought int           `json:"reasoning,omitempty"` // reply tokens spent on reasoning, where the provider says so
	Money   Money         `json:"money,omitempty"`     // 0 where no price is known
	Time    time.Duration `json:"time,omitempty"`      // nanoseconds spent waiting for the provider
}

// Add returns the sum of both.
func (u Usage) Add(v Usage) Usage {
	return Usage{
		Calls: u.Calls + v.Calls, In: u.In + v.In, Cached: u.Cached + v.Cached,
		Out: u.Out + v.Out, Thought: u.Thought + v.Thought, Money: u.Money + v.Money, Time: u.Time + v.Time,
	}
}

// Minus returns u without v, field by field, and nothing below 0.
func (u Usage) Minus(v Usage) Usage {
	return Usage{
		Calls: max(u.Calls-v.Calls, 0), In: max(u.In-v.In, 0), Cached: max(u.Cached-v.Cached, 0),
		Out: max(u.Out-v.Out, 0), Thought: max(u.Thought-v.Thought, 0), Money: max(u.Money-v.Money, 0), Time: max(u.Time-v.Time, 0),
	}
}

// Used is what work used, by role: subject, judge, critic, rewriter.
type Used struct {
	Made   map[string]Usage // calls that were made for it
	Stored map[string]Usage // replies that were found stored, with what they used when they were made
}

// After returns what an item used in all that had used before when it was tried
// earlier. Replies that are found stored are those of before, as far as there are
// as many; what was paid for and is not found again was paid for all the same.
func (u Used) After(before map[string]Usage) map[string]Usage {
	all := map[string]Usage{}
	for role, paid := range before {
		all[role] = paid.Minus(u.Stored[role])
	}
	for _, part := range []map[string]Usage{u.Made, u.Stored} {
		for role, used := range part {
			all[role] = all[role].Add(used)
		}
	}
	maps.DeleteFunc(all, func(_ string, u Usage) bool { return u == Usage{} })
	return all
}

// A Response is what a model answered. A refusal or a cut-off answer is a
// Response; only a failed call is an error.
type Response struct {
	Model       string   `json:"model"`                 // the name that the server gave itself, "provider/gpt-4o-2024-08-06"
	Server      string   `json:"server,omitempty"`      // its address, where it is not the provider's own
	Fingerprint string   `json:"fingerprint,omitempty"` // what the server says of the set-up behind the model
	Text        string   `json:"text"`
	Earlier     []string `json:"earlier,omitempty"`   // the answers to the turns before, where an Instruction has several; Text is the last
	Reasoning   string   `json:"reasoning,omitempty"` // kept apart from Text and never judged
	Finish      Finish   `json:"finish,omitempty"`
	Batch       string   `json:"batch,omitempty"` // the provider's batch that brought it, at half the price; empty for a live call
	Call        string   `json:"call,omitempty"`  // the key of the stored call that it came from; empty where none is stored
	Usage       Usage    `json:"usage,omitzero"`
	Raw         string   `json:"raw,omitempty"`      // the body of a reply that was paid for and cannot be read
	Warnings    []string `json:"warnings,omitempty"` // settings the provider ignored, reasoning that was moved
}

// A Model is one exact model behind one provider. It is safe for concurrent use.
type Model interface {
	// Name returns "provider/exact-model-version".
	Name() string
	// Generate returns the model's reply. An error means that there is none.
	Generate(ctx context.Context, req *Request) (*Response, error)
}

// A Chunk is a piece of a streamed reply: new text, new reasoning or both.
type Chunk struct {
	Text      string
	Reasoning string
}

// A Streamer is a Model that can hand over its reply in pieces. Stream calls
// each for every piece in order and returns the whole reply; an error from
// each ends the call and is returned. A stream that closes before the
// provider's own end mark is an error.
type Streamer interface {
	Model
	Stream(ctx context.Context, req *Request, each func(Chunk) error) (*Response, error)
}
