package refine

import (
	"context"

	"adhere"
)

// A Setting is one way of sampling an answer. Temperature 0 stands for greedy
// decoding.
type Setting struct {
	Draft       Draft
	Temperature float64
}

// rankPath returns the ten settings that generate_and_rank tries in order
// (DeCRIM, appendix D.2). Greedy decoding, which the paper lists with an idle
// temperature of 1.0, is temperature 0 here.
func rankPath() []Setting {
	return []Setting{
		{MakeSure, 0.2},
		{TwoStep, 0.2},
		{MakeSure, 0},
		{TwoStep, 0},
		{MakeSure, 1},
		{TwoStep, 1},
		{MakeSure, 0.5},
		{TwoStep, 0.5},
		{MakeSure, 0.7},
		{TwoStep, 0.7},
	}
}

// generateAndRank samples along the path, and again from its start where more
// samples are wanted than it has settings, until one breaks nothing.
// The settings take the place of the request's temperature.
func generateAndRank(ctx context.Context, s *session) (adhere.Stop, error) {
	path := rankPath()
	return s.sample(ctx, func(i int) (*adhere.Attempt, error) {
		at := path[i%len(path)]
		params := s.req.Params
		params.Temperature = &at.Temperature
		return s.answer(ctx, at.Draft, params, setting(at.Draft, at.Temperature))
	})
}

// bestOfN samples with the request's own settings, which should have a
// temperature. One that breaks nothing ends it: it costs one call where the
// first answer is good.
func bestOfN(ctx context.Context, s *session) (adhere.Stop, error) {
	return s.sample(ctx, func(int) (*adhere.Attempt, error) { return s.draft(ctx) })
}

// sample takes and judges answers until one breaks nothing or the number is
// reached. A ranker sees all of that number.
func (s *session) sample(ctx context.Context, next func(int) (*adhere.Attempt, error)) (adhere.Stop, error) {
	stop, err := s.samples(ctx, next)
	if err != nil || stop == adhere.StopNone || s.Ranker == nil || s.Final == adhere.ChooseLast {
		return stop, err
	}
	return stop, s.rank(ctx)
}

func (s *session) samples(ctx context.Context, next func(int) (*adhere.Attempt, error)) (adhere.Stop, error) {
	stop := adhere.StopIterations
	for i := range max(s.MaxIterations, 1) {
		if i > 0 {
			if err := s.book.room(1 + s.critiqueCalls()); err != nil {
				return "", err
			}
		}
		a, err := next(i)
		if err != nil {
			return "", err
		}
		if i == 0 {
			if stop, err := s.listRequirements(ctx); stop != "" || err != nil {
				return stop, err
			}
		} else if a.Discarded = s.unusable(s.trace.Attempts[0].Response, a.Response); a.Discarded != "" {
			continue
		}
		if err := s.critique(ctx, a); err != nil {
			return "", err
		}
		if now := satisfied(a.Verdicts); now != "" && stop != adhere.StopSatisfied {
			stop = now
		}
		if stop != adhere.StopIterations && s.Ranker == nil {
			break
		}
	}
	return stop, nil
}

// rank puts the samples that stand as high as the best against each other,
// each against the winner so far; a tie leaves the earlier one in place. If a
// comparison fails, the winner so far is the answer.
func (s *session) rank(ctx context.Context) error {
	t := s.trace
	t.Final = adhere.ChooseBest.Of(t.Attempts, s.in.Requirements)
	if t.Final < 0 {
		return nil
	}
	top := adhere.StandingOf(s.in.Requirements, t.Attempts[t.Final].Verdicts)
	seen := map[string]bool{t.Attempts[t.Final].Response.Text: true}
	for i := t.Final + 1; i < len(t.Attempts); i++ {
		a := &t.Attempts[i]
		if !a.Judged() || adhere.StandingOf(s.in.Requirements, a.Verdicts) != top || seen[a.Response.Text] {
			continue
		}
		seen[a.Response.Text] = true
		won, err := s.wins(ctx, a)
		if err != nil {
			return err
		}
		if won {
			t.Final = i
		}
	}
	return nil
}

// wins reports whether the ranker prefers an attempt to the answer so far.
func (s *session) wins(ctx context.Context, a *adhere.Attempt) (bool, error) {
	var p adhere.Preference
	var err error
	s.use(adhere.StepRank, s.book.watch(ctx, func(ctx context.Context) adhere.Usage {
		p, err = s.Ranker.Compare(ctx, s.task(), s.trace.Answer().Response, a.Response)
		return p.Usage
	}))
	return p.Winner == adhere.Second, err
}
