package main

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/internal/store"
	"adhere/judge"
	"adhere/metric"
	"adhere/report"
)

type preferFlags struct {
	modelFlags
	outputFlags
	db             *string
	judge, prompts string
	limit          string
	reasks         int
	schema, dryRun bool
}

func (p *program) preferCommand() *cobra.Command {
	f := &preferFlags{}
	cmd := p.command("prefer A B --judge PROVIDER/MODEL", cobra.ExactArgs(2))
	f.db = p.dbFlag(cmd)
	f.modelFlags.register(cmd)
	f.judgeURL(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.judge, "judge", "", "the judge's model, provider/model (required)")
	flags.StringVar(&f.format, "format", "", "how to print the result: "+joinFormats(documentFormats())+" (default text)")
	flags.StringVar(&f.limit, "limit", "", "compare the first N answers, or a range: 10, 11-20")
	flags.StringVar(&f.prompts, "prompts", "", "folder with a prompt pack")
	flags.IntVar(&f.reasks, "reasks", 2, "how often an unreadable reply is asked for again")
	flags.BoolVar(&f.schema, "schema", false, "ask for the judge's reply as JSON by schema, where the provider can")
	flags.BoolVar(&f.dryRun, "dry-run", false, "print calls, tokens and cost, and make no call")
	cmd.ValidArgsFunction = p.completeRuns(f.db)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return p.prefer(cmd.Context(), args[0], args[1], f) }
	return cmd
}

func (p *program) prefer(ctx context.Context, a, b string, f *preferFlags) error {
	if err := f.check(p, documentFormats()); err != nil {
		return err
	}
	if f.judge == "" {
		return &adhere.Error{Code: adhere.Invalid, Message: "prefer needs --judge PROVIDER/MODEL", Hint: "for example --judge openai/gpt-4o"}
	}
	s, err := p.openStore(ctx, *f.db)
	if err != nil {
		return err
	}
	defer s.Close()
	t, err := newTournament(ctx, s, a, b, f.limit)
	if err != nil {
		return err
	}
	models, err := p.newModels(&f.modelFlags, s)
	if err != nil {
		return err
	}
	if t.comparer, err = f.comparer(models); err != nil {
		return err
	}
	if f.dryRun {
		return p.rehearse(t, models)
	}
	if err := t.play(ctx, f.connections); err != nil {
		return err
	}
	used := models.meter.Roles()["judge"]
	p.say("%d calls made, %d were stored", used.Now.Calls, used.Stored.Calls)
	return p.writeTournament(t, &f.outputFlags)
}

func (f *preferFlags) comparer(m *models) (adhere.Comparer, error) {
	strategy, err := judge.Find("pairwise")
	if err != nil {
		return nil, err
	}
	pack, err := loadPack(f.prompts)
	if err != nil {
		return nil, err
	}
	asked, err := m.open(f.judge, f.judgeBaseURL, "judge")
	if err != nil {
		return nil, err
	}
	return strategy.NewComparer(judge.Options{Model: asked, Pack: pack, Reasks: reaskLimit(f.reasks), Schema: f.schema})
}

// A tournament compares the answers of two runs, one by one.
type tournament struct {
	a, b     *adhere.Run
	comparer adhere.Comparer
	matches  []contest
	warnings []string
}

// A contest is two answers to one instruction and who won.
type contest struct {
	Instruction string         `json:"instruction"`
	Attempt     int            `json:"attempt"`
	Winner      adhere.Winner  `json:"winner"` // first is the answer of run A
	Reason      string         `json:"reason,omitempty"`
	Raw         string         `json:"raw,omitempty"`
	first       *adhere.Record // of run A
	second      *adhere.Record // of run B
	usage       adhere.Usage
}

// newTournament pairs the answers of two runs over the same instructions.
func newTournament(ctx context.Context, s *store.Store, nameA, nameB, limit string) (*tournament, error) {
	part, err := parseLimit(limit)
	if err != nil {
		return nil, err
	}
	t := &tournament{}
	if t.a, err = s.Run(ctx, nameA); err != nil {
		return nil, err
	}
	if t.b, err = s.Run(ctx, nameB); err != nil {
		return nil, err
	}
	if t.a.Plan.Dataset != t.b.Plan.Dataset {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("runs over %s and %s cannot be compared", t.a.Plan.Dataset, t.b.Plan.Dataset), Hint: "adhere runs list --bench NAME shows runs of one benchmark"}
	}
	if err := t.pair(ctx, s, part); err != nil {
		return nil, err
	}
	if len(t.matches) == 0 {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("no instruction has an answer in both %s and %s", t.a.ID, t.b.ID)}
	}
	return t, nil
}

type answerKey struct {
	instruction string
	attempt     int
}

// pair finds the answers that both runs have, in the order of the first.
func (t *tournament) pair(ctx context.Context, s *store.Store, part selection) error {
	others := map[answerKey]*adhere.Record{}
	for r, err := range s.Records(ctx, t.b.ID) {
		if err != nil {
			return err
		}
		if r.Response != nil {
			others[answerKey{r.Instruction.ID, r.Attempt}] = r
		}
	}
	alone, seen := 0, 0
	for r, err := range s.Records(ctx, t.a.ID) {
		if err != nil {
			return err
		}
		key := answerKey{r.Instruction.ID, r.Attempt}
		other := others[key]
		delete(others, key)
		if r.Response == nil || other == nil {
			alone++
			continue
		}
		if seen++; seen <= part.skip || part.limit > 0 && seen > part.skip+part.limit {
			continue
		}
		t.matches = append(t.matches, contest{Instruction: key.instruction, Attempt: key.attempt, first: r, second: other})
	}
	if alone += len(others); alone > 0 {
		t.warnings = append(t.warnings, fmt.Sprintf("%d answers have no counterpart in the other run and are left out", alone))
	}
	return nil
}

// play has every match judged, several at a time. A match whose calls fail has
// no winner; what would fail all of them ends the tournament.
func (t *tournament) play(ctx context.Context, connections int) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan int)
	var wg sync.WaitGroup
	var mu sync.Mutex
	failed, why := 0, error(nil)
	for range min(connections, len(t.matches)) {
		wg.Go(func() {
			for i := range next {
				err := t.judge(ctx, &t.matches[i])
				if err == nil {
					continue
				}
				if hopeless(ctx, err) {
					cancel(err)
					continue
				}
				mu.Lock()
				failed, why = failed+1, err
				mu.Unlock()
			}
		})
	}
	for i := range t.matches {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	wg.Wait()
	if err := context.Cause(ctx); err != nil {
		code := adhere.CodeOf(err)
		if errors.Is(err, context.Canceled) {
			code = adhere.Cancelled
		}
		return &adhere.Error{Code: code, Message: "stopped before every pair was compared; finished calls are stored", Hint: adhere.HintOf(err), Err: err}
	}
	if failed > 0 {
		t.warnings = append(t.warnings, fmt.Sprintf("%d pairs could not be compared and have no winner, one because %v; the same command tries them again", failed, why))
	}
	return nil
}

// hopeless reports whether the next call would fare no better.
func hopeless(ctx context.Context, err error) bool {
	switch adhere.CodeOf(err) {
	case adhere.Cancelled, adhere.Exhausted, adhere.Refused, adhere.NotFound:
		return true
	default:
		return ctx.Err() != nil
	}
}

func (t *tournament) judge(ctx context.Context, m *contest) error {
	m.Winner = adhere.NoWinner
	choice, err := t.comparer.Compare(ctx, m.first.Instruction, m.first.Response, m.second.Response)
	if err != nil {
		m.Reason = err.Error()
		return err
	}
	m.Winner, m.Reason, m.Raw, m.usage = choice.Winner, choice.Reason, choice.Raw, choice.Usage
	return nil
}

// rehearse counts the calls that the tournament would make.
func (p *program) rehearse(t *tournament, m *models) error {
	planner, ok := t.comparer.(judge.PairPlanner)
	if !ok {
		return fmt.Errorf("%s cannot say what it would ask", t.comparer.Name())
	}
	e := &estimate{Role: "judge"}
	for _, match := range t.matches {
		calls, err := planner.RehearsePair(match.first.Instruction, match.first.Response, match.second.Response)
		if err != nil {
			return err
		}
		e.Model = modelOf(t.comparer.Name())
		e.countCalls(calls)
	}
	return p.showEstimates([]*estimate{e}, m)
}

func (t *tournament) usage() adhere.Usage {
	var sum adhere.Usage
	for _, m := range t.matches {
		sum = sum.Add(m.usage)
	}
	sum.Time = 0 // no two runs share it
	return sum
}

// writeTournament prints the shares of wins, ties and losses of run A.
func (p *program) writeTournament(t *tournament, o *outputFlags) error {
	count := map[adhere.Winner]int{}
	contests := make([]metric.Contest, len(t.matches))
	for i, m := range t.matches {
		count[m.Winner]++
		contests[i] = metric.Contest{Instruction: m.Instruction, Winner: m.Winner}
	}
	shares := metric.Preferences(contests)
	if o.format == string(report.FormatJSON) {
		return writeJSON(p.out, map[string]any{
			"a": t.a.ID, "b": t.b.ID, "bench": t.a.Plan.Bench, "models": []string{t.a.Plan.Model, t.b.Plan.Model},
			"judge": t.comparer.Name(), "items": len(t.matches),
			"wins": count[adhere.First], "ties": count[adhere.Tie], "losses": count[adhere.Second], "no_winner": count[adhere.NoWinner],
			"metrics": shares, "usage": t.usage(), "comparisons": t.matches, "warnings": append([]string{}, t.warnings...),
		})
	}
	res := &report.Result{
		Run: t.a.ID + " against " + t.b.ID, Bench: t.a.Plan.Bench, Model: t.a.Plan.Model + " against " + t.b.Plan.Model,
		Dataset: splitDataset(t.a.Plan.Dataset), Judges: []string{t.comparer.Name()}, Items: len(t.matches),
		Metrics: shares, Warnings: t.warnings, Usage: map[string]adhere.Usage{"judge": t.usage()},
		Definitions: []report.Definition{
			{Name: "win_rate", Doc: "Share of pairs in which the judge prefers the answer of " + t.a.ID + " in both orders."},
			{Name: "tie_rate", Doc: "Share of pairs that the judge calls a tie, or on which it changes its mind with the order."},
			{Name: "loss_rate", Doc: "Share of pairs in which the judge prefers the answer of " + t.b.ID + " in both orders."},
		},
	}
	return report.Write(p.out, report.Format(o.format), res, report.Options{Width: p.width()})
}
