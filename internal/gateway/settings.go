package gateway

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"adhere"
	"adhere/internal/serving"
	"adhere/refine"
)

// The strategies that a request can name: the two of the gateway, and those of
// package refine that correct.
const (
	Passthrough = "passthrough" // send it on and look at nothing
	Verify      = "verify"      // check the answer and record the verdicts; the client sees no difference
)

// Strategies lists the strategies by name.
func Strategies() []string {
	return []string{Passthrough, Verify, "decrim", "generate_and_rank", "best_of_n"}
}

// An Exhaustion says what a client gets whose answer could not be made to meet
// everything.
type Exhaustion string

// The policies. Whichever it is, the report says so.
const (
	GiveBest     Exhaustion = "best"     // the attempt that meets most
	GiveOriginal Exhaustion = "original" // the first answer
	GiveError    Exhaustion = "error"    // status 422 with the report
)

// The ways of streaming a corrected answer.
const (
	Buffered   = "buffered"   // nothing before the answer is final
	Optimistic = "optimistic" // the first answer while rules watch it
)

// The forms of a keep-alive.
const (
	KeepComment = "comment" // a line that clients pass over
	KeepChunk   = "chunk"   // an empty delta, for clients that count only data as life
)

// Settings say how answers are corrected. Bounds and MaxIterations are also the
// most that a request may ask for.
type Settings struct {
	Strategy      string
	Judge         string // one of Options.Judges by name; NoJudge leaves open what rules cannot decide; "" is the first
	MaxIterations int    // rewrites or samples at most; 0 is read as 3, below 0 as none
	Bounds        refine.Bounds
	OnExhausted   Exhaustion // "" is GiveBest
	Stream        string     // "" is Buffered
	KeepAlive     string     // "" is KeepComment
	Progress      bool       // tell in chunks of their own how far it is

	replace bool // the client asked for Optimistic and so knows replacements
}

// NoJudge is the name of nobody.
const NoJudge = "none"

func (s Settings) filled() Settings {
	fill(&s.Strategy, Passthrough)
	fill(&s.OnExhausted, GiveBest)
	fill(&s.Stream, Buffered)
	fill(&s.KeepAlive, KeepComment)
	if s.MaxIterations == 0 {
		s.MaxIterations = 3
	}
	return s
}

func fill[T ~string](field *T, value T) {
	if *field == "" {
		*field = value
	}
}

// check refuses what is in no list.
func (s *Settings) check() error {
	for _, f := range []struct {
		name, value string
		known       []string
	}{
		{"strategy", s.Strategy, Strategies()},
		{"on_exhausted", string(s.OnExhausted), []string{string(GiveBest), string(GiveOriginal), string(GiveError)}},
		{"stream", s.Stream, []string{Buffered, Optimistic}},
		{"keep_alive", s.KeepAlive, []string{KeepComment, KeepChunk}},
	} {
		if !slices.Contains(f.known, f.value) {
			return serving.BadRequest("adhere."+f.name, fmt.Sprintf("adhere.%s: %q is not one of %s", f.name, f.value, strings.Join(f.known, ", ")))
		}
	}
	return nil
}

// A wish is the object "adhere" of a request. What is absent is left to the
// settings.
type wish struct {
	Strategy      *string          `json:"strategy"`
	Constraints   []wishConstraint `json:"constraints"`
	Judge         *string          `json:"judge"`
	Critic        *string          `json:"critic"` // another word for judge
	MaxIterations *int             `json:"max_iterations"`
	MaxCalls      *int             `json:"max_calls"`
	MaxTokens     *int             `json:"max_tokens"`
	BudgetUSD     *float64         `json:"budget_usd"`
	DeadlineMS    *int64           `json:"deadline_ms"`
	OnExhausted   *Exhaustion      `json:"on_exhausted"`
	Stream        *string          `json:"stream"`
	KeepAlive     *string          `json:"keep_alive"`
	Progress      *bool            `json:"progress"`
}

// A wishConstraint is a constraint as clients write it: a text, or a text with
// the rule that decides it.
type wishConstraint struct {
	ID   string       `json:"id"`
	Text string       `json:"text"`
	Rule *adhere.Rule `json:"rule"`
}

func (c *wishConstraint) UnmarshalJSON(raw []byte) error {
	if len(raw) > 0 && raw[0] == '"' {
		return json.Unmarshal(raw, &c.Text)
	}
	type plain wishConstraint
	if err := strict(raw, (*plain)(c)); err != nil {
		return err
	}
	return nil
}

// strict reads JSON that has no field but those of v.
func strict(raw []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	return dec.Decode(v)
}

func readWish(raw []byte) (*wish, error) {
	w := &wish{}
	if raw == nil {
		return w, nil
	}
	if err := strict(raw, w); err != nil {
		return nil, serving.BadRequest("adhere", "adhere: "+strings.TrimPrefix(err.Error(), "json: "))
	}
	for _, n := range []struct {
		name string
		bad  bool
	}{
		{"max_iterations", w.MaxIterations != nil && *w.MaxIterations < 0},
		{"max_calls", w.MaxCalls != nil && *w.MaxCalls < 1},
		{"max_tokens", w.MaxTokens != nil && *w.MaxTokens < 1},
		{"budget_usd", w.BudgetUSD != nil && !(*w.BudgetUSD > 0 && *w.BudgetUSD <= 1e6)},
		{"deadline_ms", w.DeadlineMS != nil && (*w.DeadlineMS < 1 || *w.DeadlineMS > 1e9)},
	} {
		if n.bad {
			return nil, serving.BadRequest("adhere."+n.name, "adhere."+n.name+" is out of range")
		}
	}
	return w, nil
}

// over returns the settings with the wish's in their place. Bounds can only be
// drawn closer.
func (w *wish) over(s Settings) Settings {
	take(&s.Strategy, w.Strategy)
	take(&s.Judge, w.Critic)
	take(&s.Judge, w.Judge)
	take(&s.OnExhausted, w.OnExhausted)
	take(&s.Stream, w.Stream)
	take(&s.KeepAlive, w.KeepAlive)
	take(&s.Progress, w.Progress)
	s.replace = w.Stream != nil && *w.Stream == Optimistic
	if n := w.MaxIterations; n != nil {
		s.MaxIterations = min(s.MaxIterations, *n)
	}
	lower(&s.Bounds.Calls, w.MaxCalls)
	lower(&s.Bounds.Tokens, w.MaxTokens)
	if w.BudgetUSD != nil {
		m := adhere.Money(math.Round(*w.BudgetUSD * float64(adhere.USD)))
		lower(&s.Bounds.Money, &m)
	}
	if w.DeadlineMS != nil {
		d := time.Duration(*w.DeadlineMS) * time.Millisecond
		lower(&s.Bounds.Time, &d)
	}
	return s
}

func take[T any](field *T, value *T) {
	if value != nil {
		*field = *value
	}
}

// lower draws a bound closer; 0 is none.
func lower[T ~int | ~int64](bound *T, wish *T) {
	if wish != nil && (*bound == 0 || *wish < *bound) {
		*bound = *wish
	}
}

// splitModel parts a model's name from the strategy behind its last +. What is
// no strategy belongs to the name.
func splitModel(name string) (model, strategy string) {
	i := strings.LastIndexByte(name, '+')
	if i <= 0 || !slices.Contains(Strategies(), name[i+1:]) {
		return name, ""
	}
	return name[:i], name[i+1:]
}
