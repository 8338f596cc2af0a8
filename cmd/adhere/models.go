package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/eval"
	"adhere/model"
)

// Model flags: how models are reached and what they may use.
type modelFlags struct {
	baseURL, judgeBaseURL string
	connections, rpm, tpm int
	tries                 int
	timeout               time.Duration
	budget                string
	budgetTokens          int
	noCache               bool
	prices                string
	maxReply              string // bytes
	profiles              string
	allowEmpty            bool
	batch, batchLive      bool   // calls go in the provider's batches
	failOn                string // how many items may fail: a number, or a share
	parts                 int    // the run is divided into; each has that part of limits and budget
	dryRun                bool   // of commands that have it: no call is made
}

func (m *modelFlags) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&m.connections, "max-connections", 20, "calls in flight to one model, generation and judging together")
	f.IntVar(&m.rpm, "rpm", 0, "requests a minute to one model (0: no bound)")
	f.IntVar(&m.tpm, "tpm", 0, "tokens a minute of one model (0: no bound)")
	f.IntVar(&m.tries, "max-tries", 8, "how often a call may fail before its item fails; rate limits are waited out")
	f.DurationVar(&m.timeout, "timeout", 10*time.Minute, "time for one call with its whole reply")
	f.StringVar(&m.budget, "budget", "", "stop before this much is spent, in US dollars (2.50)")
	f.IntVar(&m.budgetTokens, "budget-tokens", 0, "stop before this many tokens are used (0: no bound)")
	f.BoolVar(&m.noCache, "no-cache", false, "make every call anew; replies are stored all the same")
	f.StringVar(&m.failOn, "fail-on-error", "", "stop when more than so many items have failed: a number (0, 10) or a share (0.05, 5%)")
	f.StringVar(&m.maxReply, "max-reply", "8MB", "longest reply held, as bytes on the wire (500KB, 8MB)")
	f.BoolVar(&m.allowEmpty, "allow-empty", false, "judge an answer without text as it is; otherwise it is a failed call")
	f.BoolVar(&m.batch, "batch", false, "make calls in the provider's batches (OpenAI, Anthropic): half the price, within a day")
	f.BoolVar(&m.batchLive, "batch-live", false, "with --batch: calls that a batch could not answer are made live, at full price")
	f.StringVar(&m.profiles, "profiles", "", "a table of what model families take and refuse, in place of the built-in one")
	f.StringVar(&m.prices, "prices", "", "a price table in place of the built-in one")
}

// models opens the models of one command. All calls to one model share its
// limiter, whoever makes them; all calls of the command share the budget.
type models struct {
	program  *program
	flags    *modelFlags
	calls    model.Calls
	meter    model.Meter
	budget   *model.Budget
	prices   *model.Prices
	profiles *model.Profiles
	memory   model.Memory // of what models refuse
	limiters map[string]*model.Limiter
	turns    model.Turns // over which workers share the limits; nil where one process has them
	gates    map[string]*model.Gate
	breakers map[string]*model.Breaker // by address
	opened   map[string]adhere.Model
}

func (p *program) newModels(f *modelFlags, calls model.Calls) (*models, error) {
	if _, err := parseSize(f.maxReply); err != nil {
		return nil, err
	}
	if f.batch {
		f.connections = max(f.connections, batchCalls)
	}
	m := &models{program: p, flags: f, calls: calls, limiters: map[string]*model.Limiter{}, breakers: map[string]*model.Breaker{}, opened: map[string]adhere.Model{}}
	var err error
	if m.prices, err = readPrices(f.prices); err != nil {
		return nil, err
	}
	if m.profiles, err = readProfiles(f.profiles); err != nil {
		return nil, err
	}
	money, err := eval.ParseMoney(f.budget)
	if err != nil {
		return nil, err
	}
	if money > 0 || f.budgetTokens > 0 {
		m.budget = model.NewBudget(money/adhere.Money(max(f.parts, 1)), partOfBound(f.budgetTokens, f.parts))
	}
	return m, nil
}

// open returns the model that spec names, with its calls counted under role.
// Who opens it again gets the same one.
func (m *models) open(spec, baseURL, role string) (adhere.Model, error) {
	key := strings.Join([]string{spec, baseURL, role}, " ")
	opened, ok := m.opened[key]
	if !ok {
		var err error
		if opened, err = m.dial(spec, baseURL, role); err != nil {
			return nil, err
		}
		m.opened[key] = opened
	}
	return opened, nil
}

func (m *models) dial(spec, baseURL, role string) (adhere.Model, error) {
	maxReply, err := parseSize(m.flags.maxReply)
	if err != nil {
		return nil, err
	}
	key := m.program.keyUse(baseURL)
	collector, err := m.collector()
	if err != nil {
		return nil, err
	}
	wire, err := model.Open(spec, key.watched(m.lookup), model.Options{
		Batch: collector, BaseURL: baseURL, MaxReply: maxReply, Profiles: m.profiles, Memory: &m.memory, Timeout: m.flags.timeout, MaxConnections: m.flags.connections,
	})
	if err != nil {
		return nil, err
	}
	if err := key.check(spec, model.Address(wire)); err != nil {
		return nil, err
	}
	if m.budget != nil && m.flags.budget != "" && !m.prices.Known(wire.Name()) {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "--budget: no price is known for " + wire.Name(), Hint: "name a price table with --prices FILE, or bound tokens with --budget-tokens"}
	}
	counted := m.meter.Count(role, model.Stack(wire, model.Layers{
		Calls: m.calls, Refresh: m.flags.noCache, Budget: m.budget, Prices: m.prices, Batch: m.flags.batch,
		Retry: &model.Policy{Tries: m.flags.tries}, Breaker: m.breaker(wire), Limiter: m.limiter(model.Identity(wire)), Gate: m.gate(model.Identity(wire)),
	}))
	noticed := model.Noticing(counted, m.program.warnOnce(role+" "+spec))
	if m.flags.allowEmpty || readsReplies(role) {
		return noticed, nil
	}
	return model.Answering(noticed), nil
}

// readsReplies reports whether whoever asks in a role reads the reply for what
// it decides: an empty one is then unreadable, which it has its own word for.
func readsReplies(role string) bool {
	return role != "subject" && role != "rewriter" && role != "writer"
}

// breaker returns the breaker of a model's address.
func (m *models) breaker(wire adhere.Model) *model.Breaker {
	provider, _, _ := strings.Cut(wire.Name(), "/")
	key := provider + "@" + model.Address(wire)
	if m.breakers[key] == nil {
		m.breakers[key] = &model.Breaker{}
	}
	return m.breakers[key]
}

// isKey reports whether a variable holds what opens a provider's door.
func isKey(name string) bool {
	return strings.HasSuffix(name, "_API_KEY") || strings.Contains(name, "_TOKEN")
}

// lookup returns a variable of the environment. A dry run, which calls nobody,
// needs no key.
func (m *models) lookup(name string) string {
	value := m.program.lookup(name)
	if value == "" && m.flags.dryRun && isKey(name) {
		return "none"
	}
	return value
}

func (m *models) limiter(key string) *model.Limiter {
	l, ok := m.limiters[key]
	if !ok {
		l = model.NewLimiter(model.Limits{Connections: m.flags.connections, RPM: partOfBound(m.flags.rpm, m.flags.parts), TPM: partOfBound(m.flags.tpm, m.flags.parts)})
		m.limiters[key] = l
	}
	return l
}

// gate returns what lets calls to a model through at the pace of all workers.
func (m *models) gate(key string) *model.Gate {
	if m.turns == nil || m.flags.rpm == 0 && m.flags.tpm == 0 {
		return nil
	}
	if m.gates[key] == nil {
		if m.gates == nil {
			m.gates = map[string]*model.Gate{}
		}
		m.gates[key] = model.NewGate(m.turns, key, m.flags.rpm, m.flags.tpm)
	}
	return m.gates[key]
}

// partOfBound is one of several equal parts of a bound, where there is one; 0 is no
// bound, so a part is never 0.
func partOfBound(bound, parts int) int {
	if bound == 0 || parts < 2 {
		return bound
	}
	return max(bound/parts, 1)
}

// subjectURL and judgeURL add the addresses of servers.
func (m *modelFlags) subjectURL(cmd *cobra.Command) {
	cmd.Flags().StringVar(&m.baseURL, "base-url", "", "address of the model's server, up to /v1")
}

func (m *modelFlags) judgeURL(cmd *cobra.Command) {
	cmd.Flags().StringVar(&m.judgeBaseURL, "judge-base-url", "", "address of the judge's server, up to /v1")
}

func readProfiles(path string) (*model.Profiles, error) {
	if path == "" {
		return model.BuiltInProfiles()
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, &adhere.Error{Code: adhere.NotFound, Message: "--profiles", Err: err}
	}
	defer f.Close()
	profiles, err := model.ParseProfiles(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return profiles, nil
}

func readPrices(path string) (*model.Prices, error) {
	if path == "" {
		return model.BuiltInPrices()
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, &adhere.Error{Code: adhere.NotFound, Message: "--prices", Err: err}
	}
	defer f.Close()
	prices, err := model.ParsePrices(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return prices, nil
}

// parseSize reads a number of bytes: "500KB", "8MB", "1000000". Nothing is 0.
func parseSize(s string) (int64, error) {
	digits := strings.TrimRight(strings.ToUpper(strings.TrimSpace(s)), "KMGB ")
	unit := strings.TrimSuffix(strings.TrimSpace(strings.ToUpper(s)[min(len(digits), len(s)):]), "B")
	factor, known := map[string]float64{"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}[unit]
	n, err := strconv.ParseFloat(digits, 64)
	switch {
	case s == "":
		return 0, nil
	case err != nil || !known || !(n*factor >= 1 && n*factor <= 1<<31):
		return 0, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--max-reply %q: a number of bytes wanted", s), Hint: "for example --max-reply 8MB"}
	}
	return int64(n * factor), nil
}
