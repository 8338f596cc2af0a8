package gateway

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/lazyregexp"
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
		switch doubtful := ofTexts(r.Text, cmp.Or(r.Rule, n.proof)); {
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

// bySchema are the words that ask for output by a schema, as frameworks write them that
// read JSON out of any answer.
var bySchema = lazyregexp.New(`(?i)\b(?:output|respond|response|answer|reply|return|provide|produce|generate|give|write)\b[^.?!:{]*\b(?:json|objects?|instance|value)\b[^.?!:{]*\b(?:that|which|matching|conforming|adhering|following|according)\b[^.?!:{]*schema|\b(?:output|response|answer|reply) (?:must|should)\b[^.?!:{]*schema|json.schema to follow`)

// showsSchema reports whether a system message or the user's last turn has a JSON schema
// for the answer.
func showsSchema(asked []adhere.Message) bool {
	last := true
	for _, m := range slices.Backward(asked) {
		if (m.Role == adhere.System || m.Role == adhere.User && last) && strings.Contains(m.Text, "{") && bySchema.MatchString(m.Text) {
			return true
		}
		last = last && m.Role != adhere.User
	}
	return false
}

// ofTexts reports whether a rule, in these words, may be meant of the texts in JSON.
func ofTexts(words string, rule *adhere.Rule) bool {
	check, _ := checkOf(rule)
	switch check.Expr.(type) {
	case algebra.Starts, algebra.Ends, algebra.Case:
		return true
	}
	return english.OfTexts(words, check.Expr)
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
