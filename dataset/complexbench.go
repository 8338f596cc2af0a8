package dataset

import (
	"fmt"
	"strconv"
	"strings"

	"adhere"
)

// readComplexBench reads a list of instructions with their scoring questions:
// dep names the questions without which one counts as not met, rule what code
// decides about the part of the answer that a question speaks of (Wen et al.
// 2024, README of its data). The Chinese text is read, which the rules are
// written for.
func readComplexBench(p *pass) error {
	return p.eachLine(func(o *object) *adhere.Instruction {
		in := &adhere.Instruction{
			ID: "complexbench/" + o.needName("main_id"), Messages: user(o.needWords("instruction")), Group: o.name("group"),
			Tags: tags("task", o.joined("task_types"), "category", o.joined("category"), "composition", o.joined("composition_types")),
		}
		list := o.list("scoring_questions")
		if len(list) == 0 {
			o.fail("scoring_questions", "expected at least one question")
		}
		for i, raw := range list {
			in.Requirements = append(in.Requirements, scoringQuestion(p, o.inside(fmt.Sprintf("scoring_questions[%d]", i), raw), i, len(list)))
		}
		return in
	})
}

// scoringQuestion reads question i of n. Its place in the list, from 0, is its
// name, by which others need it.
func scoringQuestion(p *pass, o *object, i, n int) adhere.Requirement {
	r := adhere.Requirement{
		ID: strconv.Itoa(i), Text: o.needWords("question"), Weight: 1,
		Labels: append(o.few("constraint_dimensions"), o.few("composition_types")...),
	}
	if o.has("point_id") && o.count("point_id") != i {
		o.fail("point_id", fmt.Sprintf("expected %d, its place in the list from 0, got %d", i, o.count("point_id")))
	}
	var needs []int
	o.into("dep", "a list of whole numbers", &needs)
	for _, k := range needs {
		if k < 0 || k >= n || k == i {
			o.fail("dep", fmt.Sprintf("expected numbers of other questions, 0 to %d, got %d", n-1, k))
		}
		r.Needs = append(r.Needs, strconv.Itoa(k))
	}
	if rule := o.text("rule"); rule != "" {
		r.PartRule = adhere.NewRule("complexbench/part", map[string]string{"rule": rule})
		p.rule(o, r.PartRule, "rule", "rule")
	}
	return r
}

// few returns a list of strings, of which one may stand alone: the data's README
// and its example differ in which do.
func (o *object) few(field string) []string {
	if kind(o.raw[field]) == "a string" {
		return []string{o.text(field)}
	}
	return o.texts(field)
}

func (o *object) joined(field string) string { return strings.Join(o.few(field), "+") }
