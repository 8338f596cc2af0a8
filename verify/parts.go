package verify

import (
	"strings"

	"adhere"
)

// PartMark stands between the parts of an answer for checkers that decide
// several at once.
const PartMark = "\x1e"

// DecideParts decides a rule about parts of an answer, which somebody found in
// it. A checker that takes parts gets them all; by another, each must be met, and
// what is not there is an empty text.
func (c *Catalog) DecideParts(rule *adhere.Rule, parts []string) (Finding, error) {
	check, err := c.Compile(rule)
	if err != nil {
		return Finding{}, err
	}
	if c.byName[rule.Name].Parts || len(parts) == 0 {
		return check(NewText(strings.Join(parts, PartMark))), nil
	}
	var f Finding
	for _, part := range parts {
		if f = check(NewText(part)); !f.Met {
			f.Measured = Shorten(part) + ": " + f.Measured
			return f, nil
		}
	}
	return f, nil
}
