package judge

import (
	"adhere"
	"adhere/prompt"
)

// multiTurn asks the questions one after another; the answers stay in the
// conversation.
func multiTurn() protocol {
	return protocol{
		name: "multi-turn", version: 2, chained: true, papers: []Parsing{Paper},
		turns: questionTurns("multi-turn"),
	}
}

// fewShot is multiTurn with worked examples in the opening.
func fewShot() protocol {
	return protocol{
		name: "few-shot", version: 2, chained: true, papers: []Parsing{Paper},
		turns: questionTurns("few-shot"),
	}
}

// single asks each question in a conversation of its own.
func single() protocol {
	return protocol{
		name: "single", version: 2, papers: []Parsing{Paper},
		turns: questionTurns("single"),
	}
}

type turnsFunc func(in *adhere.Instruction, out *adhere.Response, asked []int, r Parsing) ([]turn, error)

func questionTurns(template string) turnsFunc {
	return func(in *adhere.Instruction, out *adhere.Response, asked []int, r Parsing) ([]turn, error) {
		turns := make([]turn, 0, len(asked))
		for _, i := range asked {
			question := in.Requirements[i].Text
			turns = append(turns, turn{
				decides: []int{i},
				open:    template,
				data:    prompt.Data{"Input": in.Input, "Answer": out.Text, "Question": question},
				next:    "multi-turn-next",
				more:    prompt.Data{"Question": question},
				form:    decisions(1, wordReader(r)),
				likely:  "YES",
			})
		}
		return turns, nil
	}
}
