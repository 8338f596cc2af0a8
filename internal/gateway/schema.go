package gateway

import (
	"encoding/json"

	"adhere"
	"adhere/verify/algebra"
)

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
