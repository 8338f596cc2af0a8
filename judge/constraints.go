package judge

import (
	"adhere"
	"adhere/prompt"
)

// likelyReason makes a typical reply with reasoning about as long as the 46
// tokens per constraint of DeCRIM, table 12.
const likelyReason = "The response does what the constraint asks: the part of the text that it is about is there, it says what it should, and nothing elsewhere in the response goes against it."

func atOnceTurns(in *adhere.Instruction, out *adhere.Response, asked []int, _ Parsing) ([]turn, error) {
	n := len(asked)
	return []turn{{
		decides: asked,
		open:    "constraints-at-once",
		data:    prompt.Data{"Instruction": Wording(in.Messages), "Constraints": texts(in, asked), "Answer": out.Text},
		form:    decisions(n, reader(texts(in, asked))),
		likely:  numbered(n, likelyReason+" Final Answer is Constraint followed <END>"),
	}}, nil
}

// reasonTurns take a reason and then the decision on each constraint.
func reasonTurns() turnsFunc {
	return constraintTurns("constraint-reason", likelyReason+" Final Answer: Constraint followed <END>", "<END>")
}

func constraintTurns(template, likely, stop string) turnsFunc {
	return func(in *adhere.Instruction, out *adhere.Response, asked []int, _ Parsing) ([]turn, error) {
		turns := make([]turn, 0, len(asked))
		for _, i := range asked {
			one := decisions(1, reader(texts(in, []int{i})))
			one.stop = stop
			turns = append(turns, turn{
				decides: []int{i},
				open:    template,
				data:    prompt.Data{"Instruction": Wording(in.Messages), "Constraint": in.Requirements[i].Text, "Answer": out.Text},
				form:    one,
				likely:  likely,
			})
		}
		return turns, nil
	}
}
