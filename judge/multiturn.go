package judge

import (
	"adhere"
	"adhere/prompt"
)

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
				form:    decisions(1, wordReader(r, question)),
				likely:  "YES",
			})
		}
		return turns, nil
	}
}
