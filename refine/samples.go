package refine

import (
	"context"

	"adhere"
)

// A sampling is one way of sampling an answer. Temperature 0 stands for greedy
// decoding.
type sampling struct {
	Draft       Draft
	Temperature float64
}

// rankPath returns the ten settings that generate_and_rank tries in order
// (DeCRIM, appendix D.2). Greedy decoding, which the paper lists with an idle
// temperature of 1.0, is temperature 0 here.
func rankPath() []sampling {
	return []sampling{
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
// reached.
func (s *session) sample(ctx context.Context, next func(int) (*adhere.Attempt, error)) (adhere.Stop, error) {
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
		if stop := satisfied(a.Verdicts); stop != "" {
			return stop, nil
		}
	}
	return adhere.StopIterations, nil
}
