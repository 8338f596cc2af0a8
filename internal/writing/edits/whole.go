package edits

import (
	"regexp"

	"adhere/verify"
	"adhere/verify/english"
)

var (
	// enters is a verb that puts something in: what it counts is not the whole.
	enters = word(`add|insert|append|prepend|include|attach|tack|added|inserted|appended`)
	// onWhole is what a verb of writing is said of where it means all there is.
	onWhole = regexp.MustCompile(`\b(?:it|everything|all|answer|text|response)\b`)
	// writes is a verb of writing, of which a number may count what is to be new.
	writes = word(`write|put|place|state|give|provide|define|describe|explain|start|begin|open`)
)

// wants checks what a clause demands of the whole new version, as far as the
// reader of requirements can tell: "write everything in lower case", "use
// headings", "do not use the word novel".
func (e *edit) wants(c *clause) []Demand {
	if !c.whole() {
		return nil
	}
	var out []Demand
	text := verify.NewText(e.after)
	for _, f := range english.Decompose(c.raw) {
		check, err := f.Reading.Check.Compile()
		if err != nil {
			continue
		}
		found := check(text)
		if found.Undecided || found.Met && f.Reading.Decides != english.Whole {
			continue
		}
		out = append(out, Demand{f.Text, found.Met, found.Measured})
	}
	return out
}

// whole reports whether the clause is about the whole text.
func (c *clause) whole() bool {
	switch {
	case len(c.targets) > 0 || len(c.places) > 0 || c.place != "":
		return false
	case c.act == insert:
		return !enters.MatchString(c.text) && (!writes.MatchString(c.text) || onWhole.MatchString(c.text))
	default:
		return c.act == rework || c.act == shorten || c.act == nothing
	}
}
