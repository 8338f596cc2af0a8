package judge

import (
	"strconv"

	"adhere"
	"adhere/prompt"
)

func scoreTurns(in *adhere.Instruction, out *adhere.Response, asked []int, _ Parsing) ([]turn, error) {
	spread := func(s score, err error) ([]finding, error) {
		if err != nil {
			return nil, err
		}
		f := finding{reason: s.reason, evidence: s.word, outcome: adhere.Unsure}
		if s.given {
			f.outcome = adhere.OutcomeOf(s.value > 5)
			f.evidence = "score " + strconv.FormatFloat(s.value, 'g', -1, 64)
		}
		found := make([]finding, len(asked))
		for i := range found {
			found[i] = f
		}
		return found, nil
	}
	return []turn{{
		decides: asked,
		open:    "score-cut",
		data:    prompt.Data{"Instruction": Wording(in.Messages), "Answer": out.Text},
		form: form[[]finding]{
			read:   func(reply string) ([]finding, error) { return spread(readScore(reply, 0, 10, false)) },
			schema: scoreSchema("number", 0, 10),
			fields: scoreFields(0, 10),
		},
		likely: "The answer is helpful, relevant and accurate, and detailed enough for what was asked.\nScore: 8",
	}}, nil
}
