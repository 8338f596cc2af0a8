package gateway

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"adhere"

	"github.com/agnivade/levenshtein"

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
	Proven     = "proven"     // each sentence of the first answer with which it would meet everything; on a breach the answer goes on from there
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
	s.Strategy = cmp.Or(s.Strategy, Verify)
	s.OnExhausted = cmp.Or(s.OnExhausted, GiveBest)
	s.Stream = cmp.Or(s.Stream, Buffered)
	s.KeepAlive = cmp.Or(s.KeepAlive, KeepComment)
	s.MaxIterations = cmp.Or(s.MaxIterations, 3)
	return s
}

// check refuses what is in no list.
func (s *Settings) check() error {
	for _, f := range []struct {
		name, value string
		known       []string
	}{
		{"strategy", s.Strategy, Strategies()},
		{"on_exhausted", string(s.OnExhausted), []string{string(GiveBest), string(GiveOriginal), string(GiveError)}},
		{"stream", s.Stream, []string{Buffered, Proven, Optimistic}},
		{"keep_alive", s.KeepAlive, []string{KeepComment, KeepChunk}},
	} {
		if !slices.Contains(f.known, f.value) {
			return serving.BadRequest("adhere."+f.name, fmt.Sprintf("adhere.%s: %q is not one of %s", f.name, f.value, strings.Join(f.known, ", ")))
		}
	}
	return nil
}

// stricter returns the operator's settings with what counts of a request's although
// a rule is enforced: how the answer is shown, if no draft is; an error in place of an
// answer; and, where the strategy is free, one that corrects.
func (s Settings) stricter(asked *Settings, free bool) Settings {
	s.Stream, s.KeepAlive, s.Progress = asked.Stream, asked.KeepAlive, asked.Progress
	if s.Stream == Optimistic {
		s.Stream = Buffered
	}
	if asked.OnExhausted == GiveError {
		s.OnExhausted = GiveError
	}
	if free && asked.Strategy != Passthrough && asked.Strategy != Verify {
		s.Strategy = asked.Strategy
	}
	return s
}

// unlike returns the members of a request's settings that others do not follow.
func (s *Settings) unlike(others *Settings) []string {
	var names []string
	for _, m := range []struct {
		name   string
		unlike bool
	}{
		{"strategy", s.Strategy != others.Strategy},
		{"judge", s.Judge != others.Judge},
		{"max_iterations", s.MaxIterations != others.MaxIterations},
		{"max_calls", s.Bounds.Calls != others.Bounds.Calls},
		{"max_tokens", s.Bounds.Tokens != others.Bounds.Tokens},
		{"budget_usd", s.Bounds.Money != others.Bounds.Money},
		{"deadline_ms", s.Bounds.Time != others.Bounds.Time},
		{"on_exhausted", s.OnExhausted != others.OnExhausted},
		{"stream", s.replace && others.Stream != Optimistic},
	} {
		if m.unlike {
			names = append(names, m.name)
		}
	}
	return names
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

// slipped returns the strategy that a model's name was likely meant to end
// with: its suffix is one but for a slip of the pen. Else it is "".
func slipped(name string) string {
	i := strings.LastIndexByte(name, '+')
	if i <= 0 {
		return ""
	}
	suffix := strings.ReplaceAll(strings.ToLower(name[i+1:]), "-", "_")
	for _, s := range Strategies() {
		if levenshtein.ComputeDistance(suffix, s) <= 2 {
			return s
		}
	}
	return ""
}

// CheckOptions refuses options of a key of which no service would make
// anything: they would be passed over in silence.
func CheckOptions(options map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if name != StrategyOption {
			return &adhere.Error{Code: adhere.Invalid, Message: "--option " + name + ": there is no such option", Hint: "the only option is " + StrategyOption}
		}
		if known := Strategies(); !slices.Contains(known, options[name]) {
			return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--option %s=%s: there is no such strategy", name, options[name]), Hint: "one of " + strings.Join(known, ", ")}
		}
	}
	return nil
}
