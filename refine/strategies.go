package refine

import (
	"context"
	"strings"

	"adhere"
)

// A Strategy is one way from an instruction to an answer.
type Strategy struct {
	Name    string
	Version int    // raised whenever an answer could change
	Doc     string // one sentence
	Paper   string // paper and section
	Critic  bool   // it needs a critic

	draft Draft // how it answers first, unless Options.Draft says otherwise
	run   func(context.Context, *session) (adhere.Stop, error)
}

// Strategies lists every strategy.
func Strategies() []Strategy {
	return []Strategy{
		{Name: "conventional", Version: 1, Doc: "the instruction as it is", Paper: "DeCRIM, section 4.3", draft: Plain, run: once},
		{Name: "make_sure", Version: 1, Doc: "the instruction and a reminder of its constraints", Paper: "DeCRIM, section 4.3", draft: MakeSure, run: once},
		{Name: "decompose_then_generate", Version: 1, Doc: "the model lists the constraints, then answers, in two turns", Paper: "DeCRIM, appendix D.2", draft: TwoStep, run: once},
		{Name: "decompose_then_generate_one_step", Version: 1, Doc: "the model lists the constraints and answers in one reply", Paper: "DeCRIM, appendix D.2", draft: OneStep, run: once},
		{Name: "self_refine", Version: 1, Doc: "the model criticises its own answer as a whole and rewrites it", Paper: "Madaan et al. (2023); DeCRIM, section 4.3", draft: MakeSure, run: selfRefine},
		{Name: "decrim", Version: 1, Doc: "requirements are listed and judged one by one; the model rewrites what is broken", Paper: "DeCRIM, section 3", Critic: true, draft: MakeSure, run: decrim},
		{Name: "generate_and_rank", Version: 1, Doc: "new answers over a path of ten settings until one meets every requirement", Paper: "DeCRIM, appendix D.2", Critic: true, draft: Plain, run: generateAndRank},
		{Name: "best_of_n", Version: 1, Doc: "new answers with one setting; the one that meets most requirements", Paper: "DeCRIM, appendix C.2.2", Critic: true, draft: Plain, run: bestOfN},
	}
}

// Find returns the strategy of that name, or an error with code NotFound.
func Find(name string) (Strategy, error) {
	var names []string
	for _, s := range Strategies() {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Strategy{}, adhere.Errorf(adhere.NotFound, "no refinement strategy is named %q", name).
		WithHint("there are " + strings.Join(names, ", "))
}

// once answers and leaves it at that.
func once(ctx context.Context, s *session) (adhere.Stop, error) {
	_, err := s.draft(ctx)
	return adhere.StopDone, err
}
