package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/internal/cli"
	"adhere/internal/cli/services"
	"adhere/internal/gateway"
	"adhere/internal/serving"
)

// Gateway flags: where it listens, whom it asks, and how answers are
// corrected.
type gatewayFlags struct {
	*services.ServiceFlags
	gateway.Options
	listen, db                    *string
	upstreams, upstreamKeys       []string
	upstreamModels                []string
	judges                        []string
	judgeURL, judgeStrategy       string
	decomposer, prompts           string
	budget                        string
	maxBody, maxHeld, maxReply    int64 // MB
	record                        bool
	rules, lock, prices, provider string
}

func (p *program) gatewayCommand() *cobra.Command {
	f := &gatewayFlags{}
	cmd := p.Command("gateway --upstream URL", cobra.NoArgs)
	f.db = p.DBFlag(cmd)
	f.registerServing(p, cmd)
	f.registerCorrecting(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return p.gateway(cmd.Context(), f) }
	cmd.AddCommand(p.gatewayRequestsCommand(f.db), p.gatewayReplayCommand(f.db), p.gatewayTestCommand())
	return cmd
}

func (f *gatewayFlags) registerServing(p *program, cmd *cobra.Command) {
	flags := cmd.Flags()
	f.ServiceFlags = p.ServiceFlags(cmd)
	f.Timeout = 15 * time.Minute // models take their time
	flags.Lookup("timeout").DefValue = f.Timeout.String()
	f.listen = flags.String("listen", "127.0.0.1:8090", "HOST:PORT to listen on, or unix:PATH (also --addr); beyond this machine only with keys (adhere keys add)")
	cli.SameFlag(cmd, "listen", "addr")
	flags.StringArrayVar(&f.upstreams, "upstream", nil, "address of the server that answers, up to /v1; if repeated, the next is asked if one fails")
	flags.StringArrayVar(&f.upstreamKeys, "upstream-key", nil, "name of the variable with an upstream's key, in the order of --upstream (OPENAI_API_KEY for api.openai.com); without it, and without --keys, clients' own keys are passed on")
	flags.StringArrayVar(&f.upstreamModels, "upstream-model", nil, "model to ask the upstream for, whatever the client asks for, in the order of --upstream; empty for the client's")
	flags.IntVar(&f.Retries, "retries", 2, "how often one upstream is asked again after a rate limit or a failure")
	flags.DurationVar(&f.LongestWait, "longest-wait", 20*time.Second, "longest wait between two tries, Retry-After included; if it would be longer, the next upstream is asked")
	flags.DurationVar(&f.Idle, "silence", 5*time.Minute, "end a call if its upstream is silent for this long")
	flags.Int64Var(&f.maxBody, "max-body", 32, "largest request body, in MB")
	flags.Int64Var(&f.maxHeld, "max-held", 32, "memory for open requests, in MB of their bodies, and the same for answers being checked; further requests wait for 10 s and are then told to retry")
	flags.Int64Var(&f.maxReply, "max-reply", 4, "largest answer that is checked, in MB; larger ones are passed on unchecked, or refused where a rule is enforced")
	flags.BoolVar(&f.record, "record", false, "store checked requests in the database: prompts and answers, no keys")
	flags.StringVar(&f.prices, "prices", "", "file of prices to use instead of the built-in table")
	flags.StringVar(&f.provider, "provider", "openai", "provider whose prices apply to the upstream's models")
}

func (f *gatewayFlags) registerCorrecting(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.rules, "rules", "", "file of rules: constraints and strategies by key, route, model and name of the prompt (docs/gateway.md); the file is read again when it changes")
	flags.StringVar(&f.lock, "lock", "", lockUse)
	flags.StringVar(&f.Settings.Strategy, "strategy", gateway.Verify, "what is done unless a request sets it: passthrough, verify, decrim, generate_and_rank, best_of_n")
	flags.StringArrayVar(&f.judges, "judge", nil, "who decides what rules cannot: self (the model that is asked) or provider/model, several joined by commas as a jury; if repeated, requests choose by this name")
	flags.StringVar(&f.judgeURL, "judge-base-url", "", "address of the judges' server, up to /v1")
	flags.StringVar(&f.judgeStrategy, "judge-strategy", "constraints-at-once", "how a judge is asked (adhere prompts list)")
	flags.StringVar(&f.decomposer, "decomposer", "", "who lists constraints: self (the model that is asked) or provider/model (default: code reads them)")
	flags.StringVar(&f.prompts, "prompts", "", "folder with a prompt pack")
	flags.IntVar(&f.Settings.MaxIterations, "max-iterations", 3, "most rewrites or samples")
	flags.IntVar(&f.Settings.Bounds.Calls, "answer-calls", 0, "most calls for one answer (0: no limit)")
	flags.IntVar(&f.Settings.Bounds.Tokens, "answer-tokens", 0, "most tokens for one answer (0: no limit)")
	flags.StringVar(&f.budget, "answer-budget", "", "most US dollars for one answer (0.02)")
	flags.DurationVar(&f.Settings.Bounds.Time, "answer-time", 0, "most time for one answer; then the best attempt so far is used (0: no limit)")
	flags.StringVar((*string)(&f.Settings.OnExhausted), "on-exhausted", string(gateway.GiveBest), "what to answer if not everything can be met: best, original, error")
	flags.StringVar(&f.Settings.Stream, "stream", gateway.Buffered, "how corrected answers are streamed: buffered, proven, optimistic")
	flags.StringVar(&f.Settings.KeepAlive, "keep-alive", gateway.KeepComment, "what is sent to keep a buffered stream open: comment, chunk")
	flags.DurationVar(&f.KeepAlive, "keep-alive-every", 10*time.Second, "time between two signs of life in a buffered stream")
	flags.DurationVar(&f.Pace, "pace", 2*time.Millisecond, "time between the pieces of a buffered answer; at most half a second in total")
	flags.BoolVar(&f.Settings.Progress, "progress", false, "tell streaming clients of each attempt")
}

// gateway serves until the context ends.
func (p *program) gateway(ctx context.Context, f *gatewayFlags) (err error) {
	if len(f.upstreams) == 0 {
		return &adhere.Error{Code: adhere.Invalid, Message: "gateway needs --upstream URL", Hint: "for example --upstream https://api.openai.com/v1"}
	}
	keys, err := p.OpenKeys(ctx, f.KeysAt)
	if err != nil {
		return err
	}
	f.Keys = keys
	if f.Ledger, err = p.gatewayLedger(keys, f.KeysAt); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Ledger.Close()) }()
	for flag, mb := range map[string]int64{"--max-body": f.maxBody, "--max-held": f.maxHeld, "--max-reply": f.maxReply} {
		if mb < 1 || mb > 1<<20 {
			return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s %d: expected megabytes from 1 to 1,000,000", flag, mb)}
		}
	}
	f.Config.MaxBody = f.maxBody << 20
	server, err := p.Service(ctx, "adhere-gateway", *f.listen, f.ServiceFlags)
	if err != nil {
		return err
	}
	p.Memory(services.ServiceMemory, gatewayGC)
	if err := p.gatewayOptions(ctx, f); err != nil {
		return err
	}
	f.Telemetry, f.Log = server.Telemetry(), f.ServiceFlags.Log
	g, err := gateway.New(f.Options)
	if err != nil {
		return err
	}
	server.Handle(serving.Route{Pattern: "/v1/", Handler: g})
	f.Behind = g.Wait
	return p.Serve(ctx, server, f.ServiceFlags)
}

// gatewayLedger opens the ledger of what keys spend, also where there are none
// yet: they may be made while the gateway runs. Gateways without keys need no
// ledger of their own, and several may run at once, as those that share keys may.
func (p *program) gatewayLedger(keys *serving.Keyring, keysPath string) (*serving.Ledger, error) {
	if keys.Shared() {
		return serving.NewLedger(), nil
	}
	ledger, err := serving.OpenLedger(p.ledgerPath(keysPath))
	if err != nil && keys.Len() == 0 {
		return serving.NewLedger(), nil
	}
	return ledger, err
}

// ledgerPath is where a gateway writes down what the keys of a file spend.
func (p *program) ledgerPath(keysPath string) string {
	return filepath.Join(filepath.Dir(p.KeysPath(keysPath)), "gateway-spending.jsonl")
}

// gatewayGC keeps the heap small: a gateway holds little for long.
const gatewayGC = 100
