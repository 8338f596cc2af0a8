package build

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"adhere"
	"adhere/internal/lists"
)

// A Step looks at lines and says which are kept. It may complete the lines it
// keeps, which are pointers.
type Step[T any] struct {
	Name string // short, for the table of yields
	Doc  string // what it drops or adds, in one sentence
	// Do returns for each line why it is dropped, "" where it is kept. Model
	// calls go through a model that stores replies, so that a step that was
	// stopped repeats none of them.
	Do func(ctx context.Context, lines []T) (why []string, err error)
	// Ask renders the calls that Do would make, for estimates; nil for a step
	// without a model.
	Ask    func(lines []T) ([]*adhere.Request, error)
	Likely int // tokens of a reply, for estimates
	// Most returns how many calls Do makes at most, with all further tries; nil
	// where these are the calls of Ask. It may stand without Ask.
	Most func(lines []T) int
}

// A StepYield counts what a step kept.
type StepYield struct {
	Step    string         `json:"step"`
	Doc     string         `json:"doc"`
	In      int            `json:"in"`
	Kept    int            `json:"kept"`
	Dropped map[string]int `json:"dropped,omitempty"` // by reason
}

// A Rejected is a line that a step dropped.
type Rejected[T any] struct {
	Step string `json:"step"`
	Why  string `json:"why"`
	Line T      `json:"line"`
}

// A Passage is what became of lines on their way through steps.
type Passage[T any] struct {
	Kept     []T
	Rejected []Rejected[T] // in the order in which they were dropped
	Yields   []StepYield
}

// all returns the lines, those that were dropped last.
func (p *Passage[T]) all() []T {
	out := slices.Clone(p.Kept)
	for i := range p.Rejected {
		out = append(out, p.Rejected[i].Line)
	}
	return out
}

// Through puts lines through steps, one after the other. A reason that names
// a detail ("overlap: …") is counted by what stands before the colon.
func Through[T any](ctx context.Context, lines []T, steps []Step[T]) (Passage[T], error) {
	p := Passage[T]{Kept: lines}
	for _, s := range steps {
		if s.Do == nil {
			return p, adhere.Errorf(adhere.Invalid, "step %s has no Do", s.Name)
		}
		why, err := s.Do(ctx, p.Kept)
		if err == nil && len(why) != len(p.Kept) {
			err = adhere.Errorf(adhere.Invalid, "Do gave %d reasons, of %d lines", len(why), len(p.Kept))
		}
		if err != nil {
			return p, fmt.Errorf("step %s: %w", s.Name, err)
		}
		y := StepYield{Step: s.Name, Doc: s.Doc, In: len(p.Kept), Dropped: map[string]int{}}
		var kept []T
		for i, line := range p.Kept {
			if why[i] == "" {
				kept = append(kept, line)
				continue
			}
			p.Rejected = append(p.Rejected, Rejected[T]{s.Name, why[i], line})
			y.Dropped[reasonOf(why[i])]++
		}
		p.Kept, y.Kept = kept, len(kept)
		p.Yields = append(p.Yields, y)
	}
	return p, nil
}

// A DryRun is the calls that a step would make.
type DryRun struct {
	Calls  []*adhere.Request
	Likely int // tokens of a reply
	Most   int // calls with all further tries
}

// DryRuns carries out the steps of code and renders the calls of the others,
// as if each of those kept everything and every first try were kept.
func DryRuns[T any](ctx context.Context, lines []T, steps []Step[T]) ([]DryRun, error) {
	var code, asking []Step[T]
	for _, s := range steps {
		if s.Ask == nil && s.Most == nil {
			code = append(code, s)
		} else {
			asking = append(asking, s)
		}
	}
	p, err := Through(ctx, lines, code)
	if err != nil {
		return nil, err
	}
	var out []DryRun
	for _, s := range asking {
		r := DryRun{Likely: s.Likely}
		if s.Ask != nil {
			if r.Calls, err = s.Ask(p.Kept); err != nil {
				return nil, err
			}
		}
		if r.Most = len(r.Calls); s.Most != nil {
			r.Most = s.Most(p.Kept)
		}
		out = append(out, r)
	}
	return out, nil
}

func reasonOf(why string) string {
	reason, _, _ := strings.Cut(why, ":")
	return reason
}

// one is a step's Do for lines that are looked at by themselves, on all processors.
func one[T any](why func(T) string) func(context.Context, []T) ([]string, error) {
	return func(ctx context.Context, lines []T) ([]string, error) {
		out := make([]string, len(lines))
		var all errgroup.Group
		all.SetLimit(runtime.GOMAXPROCS(0))
		for i := 0; i < len(lines) && ctx.Err() == nil; i++ {
			all.Go(func() error {
				out[i] = why(lines[i])
				return nil
			})
		}
		return out, errors.Join(all.Wait(), context.Cause(ctx))
	}
}

// inTurn is a step's Do for lines that are looked at in their order.
func inTurn[T any](why func(T) string) func(context.Context, []T) ([]string, error) {
	return func(_ context.Context, lines []T) ([]string, error) {
		return lists.Map(lines, why), nil
	}
}
