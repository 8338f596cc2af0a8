// Package asking opens the models that flags name, with limits, budget and
// cache, for commands that ask them. It estimates calls, tokens and cost
// beforehand, and reports them afterwards.
package asking

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/eval"
	"adhere/internal/cli/stores"
	"adhere/internal/userfile"
	"adhere/model"
	"adhere/model/provider"
)

// Models opens models for one start of the program.
type Models struct{ stores.Databases }

// ModelFlags say how models are reached and what they may use.
type ModelFlags struct {
	URL, JudgesURL        string
	Connections, rpm, tpm int
	Tries                 int
	Timeout               time.Duration
	Budget                string
	BudgetTokens          int
	NoCache               bool
	Prices                string
	maxReply              SizeFlag
	profiles              string
	AllowEmpty            bool
	Batch, batchLive      bool   // calls go in the provider's batches
	FailOn                string // how many items may fail: a number, or a share
	Parts                 int    // the run is divided into; each has that part of limits and budget
	DryRun                bool   // of commands that have it: no call is made
}

// Register adds the flags.
func (m *ModelFlags) Register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&m.Connections, "max-connections", 20, "calls to one model at the same time, for answers and judging together")
	f.IntVar(&m.rpm, "rpm", 0, "requests per minute to one model (0: no limit)")
	f.IntVar(&m.tpm, "tpm", 0, "tokens per minute for one model (0: no limit)")
	f.IntVar(&m.Tries, "max-tries", 8, "how often a call may fail before its item fails; rate limits are waited out")
	f.DurationVar(&m.Timeout, "timeout", 10*time.Minute, "longest time for one call, until its reply is complete")
	f.StringVar(&m.Budget, "budget", "", "stop before this much is spent, in US dollars (2.50)")
	f.IntVar(&m.BudgetTokens, "budget-tokens", 0, "stop before this many tokens are used (0: no limit)")
	f.BoolVar(&m.NoCache, "no-cache", false, "make every call again, although its reply is stored; new replies are stored too")
	f.StringVar(&m.FailOn, "fail-on-error", "", "stop if more items than this fail: a number (0, 10) or a share (0.05, 5%)")
	m.maxReply = SizeFlag{"8MB", 8e6}
	f.Var(&m.maxReply, "max-reply", "largest reply that is read, in bytes on the wire (500KB, 8MB)")
	f.BoolVar(&m.AllowEmpty, "allow-empty", false, "judge answers without text; by default they count as failed calls")
	f.BoolVar(&m.Batch, "batch", false, "make calls in the provider's batches (OpenAI, Anthropic, Gemini): half the price, within a day")
	f.BoolVar(&m.batchLive, "batch-live", false, "with --batch: repeat calls that a batch could not answer outside it, at full price")
	f.StringVar(&m.profiles, "profiles", "", "file that says which parameters model families accept, instead of the built-in table")
	f.StringVar(&m.Prices, "prices", "", "file of prices to use instead of the built-in table")
}

// NewModels returns what opens the models of one command.
func (p Models) NewModels(f *ModelFlags, calls model.Calls) (*provider.Opener, error) {
	if f.Batch {
		f.Connections = max(f.Connections, batchCalls)
	}
	o := &provider.Opener{
		Calls: calls, Refresh: f.NoCache, AllowEmpty: f.AllowEmpty, Retry: model.Policy{Tries: f.Tries},
		Limits:  model.Limits{Connections: f.Connections, RPM: f.part(f.rpm), TPM: f.part(f.tpm)},
		Options: provider.Options{MaxReply: f.maxReply.Bytes, Timeout: f.Timeout, MaxConnections: f.Connections},
		Warn:    func(who, warning string) { p.Warn("%s: %s", who, warning) },
		Dial:    func(spec string, o provider.Options) (adhere.Model, error) { return p.dial(spec, o, f.DryRun) },
	}
	var err error
	if o.Prices, err = ReadTable("--prices", f.Prices, model.BuiltInPrices, model.ParsePrices); err != nil {
		return nil, err
	}
	if o.Options.Profiles, err = ReadTable("--profiles", f.profiles, model.BuiltInProfiles, model.ParseProfiles); err != nil {
		return nil, err
	}
	money, err := eval.ParseMoney(f.Budget)
	if err != nil {
		return nil, err
	}
	if money > 0 || f.BudgetTokens > 0 {
		o.Budget = model.NewBudget(money/adhere.Money(max(f.Parts, 1)), f.part(f.BudgetTokens))
	}
	if f.Batch {
		o.Batches, err = p.collectors(f, calls)
	}
	return o, err
}

// dial opens a model whose key may go to its address. A dry run, which calls
// nobody, needs no key.
func (p Models) dial(spec string, o provider.Options, dryRun bool) (adhere.Model, error) {
	key := p.KeyUse(o.BaseURL)
	wire, err := provider.Open(spec, key.Watched(func(name string) string {
		value := p.Lookup(name)
		if value == "" && dryRun && isKey(name) {
			return "none"
		}
		return value
	}), o)
	if err != nil {
		return nil, err
	}
	return wire, key.Check(spec, model.Address(wire))
}

// Bounded reports whether calls are held to so many a minute.
func (m *ModelFlags) Bounded() bool { return m.rpm > 0 || m.tpm > 0 }

// part is this process's part of a bound, where there is one; 0 is no bound, so
// a part is never 0.
func (m *ModelFlags) part(bound int) int {
	if bound == 0 || m.Parts < 2 {
		return bound
	}
	return max(bound/m.Parts, 1)
}

// SubjectURLFlag and judgeURL add the addresses of servers.
func (m *ModelFlags) SubjectURLFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&m.URL, "base-url", "", "address of the model's server, up to /v1")
}

// JudgeURLFlag adds --judge-base-url.
func (m *ModelFlags) JudgeURLFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&m.JudgesURL, "judge-base-url", "", "address of the judge's server, up to /v1")
}

// DryRunFlag adds --dry-run.
func (m *ModelFlags) DryRunFlag(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&m.DryRun, "dry-run", false, "print calls, tokens and cost, and make no call")
}

// ReadTable reads the file that a flag names in place of a built-in table.
func ReadTable[T any](flag, path string, builtIn func() (T, error), parse func(io.Reader) (T, error)) (table T, err error) {
	if path == "" {
		return builtIn()
	}
	f, err := userfile.Named(flag, path).Open()
	if err != nil {
		return table, err
	}
	defer f.Close()
	if table, err = parse(f); err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return table, err
}

// A SizeFlag is a flag that takes a number of bytes: 1500000, 500KB, 2GB.
type SizeFlag struct {
	text  string
	Bytes int64
}

func (s *SizeFlag) String() string { return s.text }

// Type is that of the text, which help shows.
func (*SizeFlag) Type() string { return "string" }

// Set reads the text.
func (s *SizeFlag) Set(text string) error {
	number, unit := strings.ToUpper(strings.TrimSpace(text)), 1.0
	for suffix, n := range map[string]float64{"KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12} {
		if cut, found := strings.CutSuffix(number, suffix); found {
			number, unit = strings.TrimSpace(cut), n
		}
	}
	n, err := strconv.ParseFloat(number, 64)
	if err != nil || !(n*unit >= 1 && n*unit < 1e18) {
		return errors.New("expected a number of bytes, for example 500MB")
	}
	s.text, s.Bytes = text, int64(n*unit)
	return nil
}
