package refine

import (
	"context"

	"adhere"
	"adhere/judge"
)

// A Decomposer lists what an answer to an instruction must meet. It may go by
// the requirements that the instruction already has.
type Decomposer interface {
	// Name ends in a version, and a model's name if it asks one.
	Name() string
	// Requirements returns the list, which may be empty, and what it took. An
	// error means that there is no list; usage counts all the same.
	Requirements(ctx context.Context, in *adhere.Instruction) ([]adhere.Requirement, adhere.Usage, error)
}

// Lists returns a Decomposer that asks a model for the constraints of the
// conversation and nothing else (DeCRIM, section 4.3, "Self-Decomposer", and
// appendix I.1). Requirements that the instruction already has are not looked
// at.
func Lists(d *judge.Decomposer) Decomposer {
	return lister{"list-constraints/" + d.Name(), d.Constraints}
}

// Whole returns a Decomposer that lists one requirement: that the answer does
// all that is asked. It is DeCRIM without decomposition.
func Whole() Decomposer { return whole{} }

type whole struct{}

func (whole) Name() string { return "whole@1" }

func (whole) Requirements(context.Context, *adhere.Instruction) ([]adhere.Requirement, adhere.Usage, error) {
	return []adhere.Requirement{{ID: "whole", Text: "Do all that the instruction asks for, in every point.", Weight: 1}}, adhere.Usage{}, nil
}

// A DemandJudge is a Decomposer that also says of each demand what it binds,
// where it stands, and whether that is certain, and can judge and correct an
// answer in the same call.
type DemandJudge interface {
	Decomposer
	// DemandsMet returns all that was seen, also what does not bind, with
	// verdicts on the answer and its correction as judge.Decomposer does. Usage
	// counts also after an error.
	DemandsMet(ctx context.Context, messages []adhere.Message, answer string, correct bool) (judge.Listing, error)
}

// Demands returns a Decomposer that asks a model what the whole conversation
// demands of its next answer, and takes what certainly binds: with demands of
// earlier turns that last, and without what is only spoken of or in doubt.
func Demands(d *judge.Decomposer) DemandJudge { return demandLister{d} }

type demandLister struct{ *judge.Decomposer }

func (l demandLister) Name() string { return "list-demands/" + l.Decomposer.Name() }

func (l demandLister) Requirements(ctx context.Context, in *adhere.Instruction) ([]adhere.Requirement, adhere.Usage, error) {
	got, err := l.Demands(ctx, in.Messages)
	certain, _ := got.Requirements()
	return certain, got.Usage, err
}

type lister struct {
	name string
	ask  func(context.Context, string) (judge.Decomposition, error)
}

func (l lister) Name() string { return l.name }

func (l lister) Requirements(ctx context.Context, in *adhere.Instruction) ([]adhere.Requirement, adhere.Usage, error) {
	got, err := l.ask(ctx, judge.Wording(in.Messages))
	return got.Requirements, got.Usage, err
}

// decompose finds out what the answer must meet.
func (s *session) decompose(ctx context.Context) error {
	if s.Decomposer == nil {
		return nil
	}
	var list []adhere.Requirement
	var err error
	s.spend(ctx, adhere.StepDecompose, func(ctx context.Context) (used adhere.Usage) {
		list, used, err = s.Decomposer.Requirements(ctx, s.in)
		return used
	})
	if err == nil {
		s.in.Requirements = list
	}
	return err
}
