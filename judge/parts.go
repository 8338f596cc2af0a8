package judge

import (
	"encoding/json"
	"fmt"
	"strings"

	"adhere"
	"adhere/internal/lazyregexp"
	"adhere/prompt"
)

// Parts decides a rule about parts of an answer, which a judge found in it, and
// says in words what was measured. There may be none.
type Parts func(rule *adhere.Rule, parts []string) (o adhere.Outcome, measured string, err error)

// partTurns have the model find the part of the answer that a requirement with a
// PartRule speaks of, and code decide about it. The others are decided as by
// constraint-reason. So are all where Options.Parts is nil.
func partTurns(in *adhere.Instruction, out *adhere.Response, asked []int, r Parsing) ([]turn, error) {
	turns, err := reasonTurns()(in, out, asked, r)
	for k := range turns {
		if q := &in.Requirements[asked[k]]; q.PartRule != nil {
			turns[k].rule, turns[k].answer = q.PartRule, out.Text
		}
	}
	return turns, err
}

// findsPart turns the turn into one that asks for the part that its rule decides.
func (t *turn) findsPart(decide Parts) {
	t.open = "quote-parts"
	t.data = prompt.Data{"Instruction": t.data["Instruction"], "Answer": t.answer, "Question": t.data["Constraint"]}
	t.likely = "<part>" + t.answer[:len(t.answer)/4] + "</part>"
	t.form = form[[]finding]{
		schema: json.RawMessage(`{"type":"object","additionalProperties":false,"required":["parts"],"properties":{"parts":{"type":"array","items":{"type":"string"}}}}`),
		fields: `{"parts": [each part, word for word]}; ["ALL"] for the whole response, [] if it has no such part`,
		read: func(reply string) ([]finding, error) {
			parts, err := partsIn(reply, t.answer)
			if err != nil {
				return nil, err
			}
			o, measured, err := decide(t.rule, parts)
			return []finding{{outcome: o, evidence: measured}}, err
		},
	}
}

var partRE = lazyregexp.New(`(?s)<part>(.*?)</part>`)

// partsIn returns the parts that a reply quotes. What the answer does not have,
// but for its spaces, is none of its parts.
func partsIn(reply, answer string) ([]string, error) {
	parts, err := quotedIn(strings.TrimSpace(unfence(reply)))
	if err != nil {
		return nil, err
	}
	if len(parts) == 1 && parts[0] == "ALL" {
		return []string{answer}, nil
	}
	whole := strings.Join(strings.Fields(answer), " ")
	for i, part := range parts {
		parts[i] = strings.TrimSpace(part)
		if !strings.Contains(whole, strings.Join(strings.Fields(part), " ")) {
			return nil, unreadable(fmt.Sprintf("it quotes %.60q, which the response does not have", parts[i]))
		}
	}
	return parts, nil
}

// quotedIn returns what a reply quotes, in either of its forms.
func quotedIn(text string) (parts []string, err error) {
	if strings.HasPrefix(text, "{") {
		var list struct{ Parts *[]string }
		raw, err := object(text)
		if err != nil {
			return nil, err
		}
		if json.Unmarshal(raw, &list) != nil || list.Parts == nil {
			return nil, unreadable("it has no list of parts")
		}
		return *list.Parts, nil
	}
	for _, m := range partRE.FindAllStringSubmatch(text, -1) {
		parts = append(parts, m[1])
	}
	switch word := strings.Trim(text, ".* "); {
	case len(parts) > 0, word == "NONE":
		return parts, nil
	case word == "ALL":
		return []string{word}, nil
	}
	return nil, unreadable("it has neither <part>, ALL nor NONE")
}
