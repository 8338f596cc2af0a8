package ruling

import (
	"encoding/json"
	"strings"

	"adhere"
	"adhere/internal/lazyregexp"
	"adhere/verify"
	"adhere/verify/algebra"
)

// argument is where a checker's Doc names an argument, with the choice of
// values that may stand behind it.
var argument = lazyregexp.New("`(\\w+)`( \\([^)]*\\))?")

// longestForm is how long a printed form is, in bytes, that is easier to read
// than a Doc.
const longestForm = 250

// inWords says what a rule that was given demands: one that the algebra can
// say in its printed form, any other by its checker's Doc, with the arguments
// in their places. Where the Doc has no place for them, what the check says
// that it wants follows.
func (d *Decider) inWords(rule *adhere.Rule, check verify.Check) string {
	if c, likeness, _ := d.express.Express(rule); likeness == algebra.Equal {
		if s := c.String(); len(s) <= longestForm || rule.Name == "algebra/check" {
			return s
		}
	}
	var args map[string]json.RawMessage
	if err := json.Unmarshal(rule.Args, &args); err != nil || len(args) == 0 {
		return d.docs[rule.Name]
	}
	placed := false
	doc := argument.ReplaceAllStringFunc(d.docs[rule.Name], func(place string) string {
		name := argument.FindStringSubmatch(place)[1]
		if absent(args[name]) {
			return place
		}
		placed = true
		if strings.HasPrefix(string(args[name]), `"`) && strings.HasSuffix(place, ")") { // one of a few words
			value, _ := asText(args[name])
			return value
		}
		return string(args[name])
	})
	if !placed {
		doc += ": " + check(verify.NewText("")).Wanted
	}
	return doc
}
