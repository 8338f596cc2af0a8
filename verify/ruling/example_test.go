package ruling_test

import (
	"fmt"

	"adhere/verify/ruling"
	"adhere/verify/suites"
)

// A reward for training: the share of requirements that an answer meets, its
// reasoning set apart.
func ExampleAnswerer_Score() {
	a := ruling.Answerer{Decide: ruling.NewDecider(suites.All()...).Decide}
	scored, err := a.Score(ruling.Item{
		Text: "<think>one, two</think>Hello, you.",
		Requirements: []ruling.Weighted{
			{Case: ruling.Case{Requirement: "no commas"}},
			{Case: ruling.Case{Requirement: "at most 3 words"}, Weight: 3},
			{Case: ruling.Case{Requirement: "be witty"}},
		},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(*scored.Reward, scored.Decided, "of", scored.Of, scored.Undecided)
	// Output: 0.75 2 of 3 [be witty]
}
