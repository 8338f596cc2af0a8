package asking

import (
	"context"

	"adhere/build"
)

// Through puts lines through steps and shows how far it is; in a dry run it
// counts the steps' calls instead, and does not finish.
func Through[T any](ctx context.Context, p Models, a *Asker, dryRun bool, noun string, lines []T, steps []build.Step[T], finish func(*build.Passage[T]) error) error {
	if dryRun {
		return estimateSteps(ctx, p, a, lines, steps)
	}
	watched, done := p.Watched(ctx, a.Models, noun)
	passage, err := build.Through(watched, lines, steps)
	done()
	if err != nil {
		return err
	}
	return finish(&passage)
}

// estimateSteps carries out the steps of code and counts the calls of the
// others as if each kept everything at the first try; and how many they are at
// most.
func estimateSteps[T any](ctx context.Context, p Models, a *Asker, lines []T, steps []build.Step[T]) error {
	dry, err := build.DryRuns(ctx, lines, steps)
	if err != nil {
		return err
	}
	all, most := a.Estimates(), 0
	for _, r := range dry {
		most += r.Most
		if len(r.Calls) == 0 {
			continue
		}
		if err := a.Count(ctx, all, a.Role, r.Likely, r.Calls...); err != nil {
			return err
		}
	}
	if most > 0 {
		p.Say("at most %d calls, further tries included, or %d if every reply has to be asked for again", most, most*(1+max(0, a.Reasks)))
	}
	return p.ShowEstimates(all, a.Models)
}
