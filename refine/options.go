package refine

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"adhere"
	"adhere/prompt"
)

// A Draft says how an answer is asked for.
type Draft string

// The drafts of DeCRIM, section 4.3 and appendix D.2.
const (
	Plain    Draft = "plain" // the request as it is
	MakeSure Draft = "make_sure"
	OneStep  Draft = "one_step" // Decompose-then-Generate in one reply
	TwoStep  Draft = "two_step" // Decompose-then-Generate in two turns
)

// A Feedback says what a rewriter is told of a requirement that is not met.
type Feedback string

// The kinds of feedback.
const (
	Measured Feedback = "measured" // the requirement, and what the critic found
	Named    Feedback = "named"    // the requirement only, as in the paper
)

// Bounds limit one refinement; 0 sets no bound. The first call is always made.
// After that no call is begun that would pass a bound if it used as much as
// the largest call so far; so a bound of tokens or money can be passed by
// what one call exceeds the largest before it. Calls of a critic count before
// they are made if its model is wrapped by Metered, otherwise afterwards.
type Bounds struct {
	Calls  int           `json:"calls,omitempty"`
	Tokens int           `json:"tokens,omitempty"` // prompt and reply together
	Money  adhere.Money  `json:"money,omitempty"`
	Time   time.Duration `json:"time,omitempty"` // nanoseconds; a deadline of the context holds too
}

// Options are the parts and settings of a strategy. The zero value of a
// setting is its default.
type Options struct {
	Model    adhere.Model // drafts, and rewrites if there is no Rewriter
	Rewriter adhere.Model

	Decomposer Decomposer   // lists requirements; nil takes the instruction's own
	Critic     adhere.Judge // decides which are met

	// Keeps looks at a rewrite that lost half its length, or became another
	// kind of text: it says why that cannot take the place of the draft, or
	// what the critic is to be asked of it besides the requirements; what is
	// not met then discards it. Nil takes it.
	Keeps func(in *adhere.Instruction, draft, rewrite *adhere.Response) (why string, ask *adhere.Requirement)

	// Standing returns the beginning of the draft that somebody has read
	// already, such as the start of a stream: rewrites then continue it. Nil,
	// and "", have them write all anew. Only decrim heeds it.
	Standing func() string

	// Revision returns a rewrite of the draft that is there already, such as one
	// that came with the list of requirements, or nil. Where the draft breaks
	// something, it is judged before a rewrite is asked for; it is none of
	// MaxIterations. Nil has none. Only decrim heeds it.
	Revision func(draft *adhere.Response) *adhere.Response

	Pack *prompt.Pack // nil is prompt.Default

	// MaxIterations is N_max: how many rewrites at most, or how many samples
	// for generate_and_rank and best_of_n. 0 is read as 10, as in the paper;
	// below 0 there are no rewrites, and one sample.
	MaxIterations int

	// Patience ends rewriting after so many rewrites in a row that were not
	// better than the best before them; 0 never does.
	Patience int

	// EndFutile ends rewriting at a rewrite that is the same text again, a
	// refusal, or withheld: in an experiment the next one may differ, for a
	// person who waits it hardly does.
	EndFutile bool

	// KeepRefusals lets a rewrite that opens like a refusal stand as an answer, as
	// published experiments did.
	KeepRefusals bool

	Draft    Draft         // "" is the strategy's own: make_sure for those that rewrite, plain for best_of_n
	Final    adhere.Choice // "" is adhere.ChooseBest
	Feedback Feedback      // "" is Measured
	Bounds   Bounds

	Now func() time.Time // nil is time.Now; for Trace.Time only
}

func (o Options) check(s Strategy) error {
	missing := func(part string) error {
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("strategy %s needs a %s", s.Name, part)}
	}
	switch {
	case o.Model == nil:
		return missing("model")
	case s.Critic && o.Critic == nil:
		return missing("critic")
	case !slices.Contains([]Draft{"", Plain, MakeSure, OneStep, TwoStep}, o.Draft):
		return unknown("draft", o.Draft, Plain, MakeSure, OneStep, TwoStep)
	case !slices.Contains([]adhere.Choice{"", adhere.ChooseBest, adhere.ChooseLast}, o.Final):
		return unknown("final answer", o.Final, adhere.ChooseBest, adhere.ChooseLast)
	case !slices.Contains([]Feedback{"", Measured, Named}, o.Feedback):
		return unknown("feedback", o.Feedback, Measured, Named)
	case o.Bounds.Calls < 0 || o.Bounds.Tokens < 0 || o.Bounds.Money < 0 || o.Bounds.Time < 0 || o.Patience < 0:
		return &adhere.Error{Code: adhere.Invalid, Message: "a limit of a refinement is below 0", Hint: "0 sets no bound"}
	}
	return nil
}

func unknown[T ~string](what string, got T, names ...T) error {
	return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("no %s is named %q", what, got), Hint: fmt.Sprintf("there are %q", names)}
}

// filled returns the options with defaults in place of zero values.
func (o Options) filled(s Strategy) Options {
	if o.Rewriter == nil {
		o.Rewriter = o.Model
	}
	o.Pack = cmp.Or(o.Pack, prompt.Default())
	o.MaxIterations = cmp.Or(o.MaxIterations, 10)
	o.MaxIterations = max(o.MaxIterations, 0)
	if o.Draft == "" {
		o.Draft = s.draft
	}
	o.Final = cmp.Or(o.Final, adhere.ChooseBest)
	o.Feedback = cmp.Or(o.Feedback, Measured)
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// name says in one line all that can change an answer. It ends with the
// model, so that what shortens names to their end shows that.
func (o Options) name(s Strategy) string {
	var parts []string
	add := func(key, value string) { parts = append(parts, key+"="+value) }
	if o.Draft != s.draft {
		add("draft", string(o.Draft))
	}
	if s.Critic || s.Name == "self_refine" {
		add("n", strconv.Itoa(o.MaxIterations))
	}
	if s.Critic {
		add("decomposer", o.decomposerName())
		add("critic", o.Critic.Name())
	}
	if o.Rewriter != o.Model {
		add("rewriter", o.Rewriter.Name())
	}
	if o.Patience > 0 {
		add("patience", strconv.Itoa(o.Patience))
	}
	if o.EndFutile {
		add("futile", "ends")
	}
	if o.KeepRefusals {
		add("refusals", "stay")
	}
	if o.Final != adhere.ChooseBest {
		add("final", string(o.Final))
	}
	if o.Feedback != Measured {
		add("feedback", string(o.Feedback))
	}
	if o.Bounds != (Bounds{}) {
		add("bounds", o.Bounds.String())
	}
	if !o.Pack.IsDefault() {
		add("prompts", o.Pack.Hash()[:8])
	}
	settings := ""
	if len(parts) > 0 {
		settings = "[" + strings.Join(parts, ",") + "]"
	}
	return fmt.Sprintf("refine/%s@%d%s+%s", s.Name, s.Version, settings, o.Model.Name())
}

func (o Options) decomposerName() string {
	if o.Decomposer == nil {
		return "given"
	}
	return o.Decomposer.Name()
}

// String returns the bounds that are set as JSON.
func (b Bounds) String() string {
	j, err := json.Marshal(b)
	if err != nil { // numbers only
		return err.Error()
	}
	return string(j)
}
