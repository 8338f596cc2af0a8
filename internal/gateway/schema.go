package gateway

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"adhere"
	"adhere/verify/algebra"
	"adhere/verify/english"
)

// formed returns the list with the form that a request wants its answer in. Where that
// is JSON, code decides nothing of what may be of the texts in it: what it read in the
// words is only seen, and what a model listed is left to the judge.
func (c *checklist) formed(format []byte) *checklist {
	form := wantedForm(format)
	if form == nil {
		return c
	}
	out := *c
	out.requirements, out.notes, out.seen = nil, nil, slices.Clip(c.seen)
	for i, r := range c.requirements {
		n := c.notes[i]
		switch doubtful := ofTexts(cmp.Or(r.Rule, n.proof)); {
		case doubtful && n.source == FromText:
			out.seen = append(out.seen, Seen{r.Text, n.at, english.InTexts})
			continue
		case doubtful && n.source == FromModel:
			r.Rule, n.proof = nil, nil
		}
		r.ID = out.next()
		out.put(r, n)
	}
	all := out.and(form)
	all.warning = strings.Trim(all.warning+"; "+form.warning, "; ")
	return all
}

// showsSchema reports whether a message has a JSON schema for the answer, as frameworks
// write it that read JSON out of any answer.
func showsSchema(m adhere.Message) bool {
	return strings.Contains(m.Text, "{") && slices.ContainsFunc([]string{"JSON Schema", "JSON schema", "json_schema"}, func(s string) bool { return strings.Contains(m.Text, s) })
}

// ofTexts reports whether a rule may be meant of the texts in JSON.
func ofTexts(rule *adhere.Rule) bool {
	check, _ := checkOf(rule)
	switch check.Expr.(type) {
	case algebra.Starts, algebra.Ends, algebra.Case:
		return true
	}
	return english.OfTexts(check.Expr)
}

// wantedForm is the form that a request wants its answer in, by the member that
// every provider knows: JSON, or JSON that fits a schema. The checklist is nil
// where it wants none; the warning says why a schema cannot be checked.
func wantedForm(raw []byte) *checklist {
	format, err := readDocument(raw)
	if err != nil {
		return nil
	}
	var want algebra.JSON
	text := "The answer is valid JSON and nothing else."
	switch format.text("type") {
	case "json_object":
		want.Type = "object"
	case "json_schema":
		schema := format.get("schema")
		if inner, err := readDocument(format.get("json_schema")); err == nil {
			schema = inner.get("schema")
		}
		if len(schema) == 0 || !json.Valid(schema) {
			break
		}
		text = "The answer is valid JSON that fits the schema of the request, and nothing else."
		want.Schema = string(schema)
	default:
		return nil
	}
	c := &checklist{source: FromSchema}
	bare := algebra.Not{Of: algebra.Starts{With: algebra.Find{Kind: algebra.FindText, Value: "```"}}} // a program reads it
	check := algebra.Check{Reading: algebra.Parity, Expr: algebra.All{bare, want}}
	if _, err := check.Compile(); err != nil && want.Schema != "" {
		c.warning = "the schema of the answer is not checked: " + err.Error()
		check = algebra.Check{Reading: algebra.Parity, Expr: algebra.All{bare, algebra.JSON{}}}
		text = "The answer is valid JSON and nothing else."
	}
	c.put(adhere.Requirement{ID: c.next(), Text: text, Rule: check.Rule(), Scope: adhere.Scope{Reach: adhere.WholeAnswer}}, note{source: FromSchema})
	return c
}
