package study

import (
	"maps"
	"slices"
	"strings"

	"adhere/internal/writing"
	"adhere/judge"
)

// A Sort is one way of sorting turns: its name, what is sorted and into what.
type Sort struct {
	Name     string   // "types", "errors"
	Doc      string   // one sentence
	Template string   // of the question to a model
	Values   []string // in the order of tables; the last takes the rest
	aliases  map[string]string
}

// Others is the value that takes the rest.
const Others = "others"

// Types sorts instructions (KIWI, table 3, with the type that appendix A.3
// found by hand and merged).
func Types() Sort {
	return Sort{
		Name: "types", Doc: "what an instruction asks for", Template: "instruction-type",
		Values: []string{"more information", "expand coverage", "clarification", "categorization", "remove", "specific edit", "condense", "reorganize", Others},
		aliases: map[string]string{
			"direct verbatim edit": "specific edit", "asking for more information": "more information", "expand answer coverage": "expand coverage",
			"asking for clarification": "clarification", "other": Others, "reorganise": "reorganize", "categorisation": "categorization", "categorize": "categorization",
			"removal": "remove", "reorganization": "reorganize", "specific edits": "specific edit",
		},
	}
}

// Errors sorts the comments on edits that were not good (KIWI, table 4).
func Errors() Sort {
	return Sort{
		Name: "errors", Doc: "what a comment finds wrong", Template: "comment-error",
		Values: []string{"unrequested change", "ignored", "constraint failure", "poor integration", Others},
		aliases: map[string]string{
			"introduced unrequested changes": "unrequested change", "unrequested changes": "unrequested change", "instruction is ignored": "ignored", "instruction ignored": "ignored",
			"failed to follow hard constraint": "constraint failure", "constraint failures": "constraint failure",
			"added information but made answer less coherent/correct": "poor integration", "other": Others,
		},
	}
}

// Read returns the value that a reply names, perhaps behind a label, in JSON or
// with a reason.
func (s Sort) Read(reply string) (string, error) {
	names := slices.Concat(s.Values, slices.Sorted(maps.Keys(s.aliases)))
	name, err := judge.ReadName(reply, names)
	if err != nil {
		return "", invalid("it names none of: "+strings.Join(s.Values, ", "), "")
	}
	if to, ok := s.aliases[name]; ok {
		return to, nil
	}
	return name, nil
}

// applies reports whether a turn is sorted: comments only where the rating is
// not good.
func (s *Sort) applies(r *writing.Row) bool { return s.Name != "errors" || r.Rating != writing.Good }

// about returns the labels of turns that are sorted, and how many others there are.
func (s *Sort) about(rows []writing.Row, labels Labels) (of Labels, others int) {
	of = Labels{}
	for i := range rows {
		if l, ok := labels[KeyOf(&rows[i])]; ok && s.applies(&rows[i]) {
			of[KeyOf(&rows[i])] = l
		}
	}
	return of, len(labels) - len(of)
}

// mergeBelow is the share under which a type is counted among the others
// (KIWI, appendix A.3).
const mergeBelow = 0.05

// merge returns labels in which rare values are the rest, and which these were.
func (s Sort) merge(labels Labels) (out Labels, merged []string) {
	n := map[string]int{}
	for _, l := range labels {
		n[l]++
	}
	for _, v := range s.Values {
		if v != Others && n[v] > 0 && float64(n[v]) < float64(mergeBelow*float64(len(labels))) {
			merged = append(merged, v)
		}
	}
	out = Labels{}
	for k, l := range labels {
		if slices.Contains(merged, l) {
			l = Others
		}
		out[k] = l
	}
	return out, merged
}
