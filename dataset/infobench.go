package dataset

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"adhere"
)

// readInfoBench reads instructions with their decomposed questions; see
// InFoBench, section 2. Fields of recorded runs (output, eval) are read by
// ReadResponses and ReadVerdicts.
func readInfoBench(p *pass) error {
	return p.eachLine(func(o *object) *adhere.Instruction {
		prompt, input := o.needWords("instruction"), o.text("input")
		in := &adhere.Instruction{
			ID: "infobench/" + p.called(o, true, "id"), Messages: user(behind(prompt, input)), Input: input,
			Tags: tags("subset", o.text("subset"), "category", o.text("category"), "domain", domain(o.text("category"))),
		}
		in.Requirements = questions(o)
		return in
	})
}

// domain returns the subject that a category of the hard set belongs to,
// "Natural Sciences: Biology"; categories of the easy set have none. The
// paper's figure 4 compares the seven.
func domain(category string) string {
	subject, _, ok := strings.Cut(category, ": ")
	if !ok {
		return ""
	}
	return subject
}

func questions(o *object) []adhere.Requirement {
	texts, labels := o.texts("decomposed_questions"), o.list("question_label")
	if len(texts) == 0 {
		o.fail("decomposed_questions", "expected at least one question")
	}
	if o.has("question_label") && len(labels) != len(texts) {
		o.fail("question_label", fmt.Sprintf("expected %d entries, one per question, got %d", len(texts), len(labels)))
		return nil
	}
	list := make([]adhere.Requirement, 0, len(texts))
	for i, text := range texts {
		if strings.TrimSpace(text) == "" {
			o.fail(fmt.Sprintf("decomposed_questions[%d]", i), "expected a question, got none")
		}
		r := adhere.Requirement{ID: strconv.Itoa(i + 1), Text: text, Weight: 1}
		if len(labels) > 0 {
			r.Labels = labelsOf(o, fmt.Sprintf("question_label[%d]", i), labels[i])
		}
		list = append(list, r)
	}
	return list
}

func labelsOf(o *object, path string, raw json.RawMessage) []string {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		o.fail(path, "expected a list of strings, got "+kind(raw))
	}
	return o.textsOf(path, list)
}

// tags makes a map of pairs, leaving out empty values.
func tags(pairs ...string) map[string]string {
	m := map[string]string{}
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			m[pairs[i]] = pairs[i+1]
		}
	}
	return m
}
