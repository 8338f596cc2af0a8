package ruling

import (
	"encoding/json"
	"strings"

	"adhere"
	"adhere/internal/lists"
	"adhere/verify/algebra"
)

// ReadCheck reads the JSON form of a check that somebody proposes, and returns
// the rule and the check in English. It refuses what cannot be carried out.
func ReadCheck(raw json.RawMessage) (*adhere.Rule, string, error) {
	c, err := algebra.Decode(raw)
	if err != nil {
		return nil, "", err
	}
	return c.Rule(), c.String(), nil
}

// Units lists the units that checks count, for a prompt.
func Units() string {
	return strings.Join(lists.Map(algebra.Units(), func(u algebra.Unit) string { return string(u) }), ", ")
}
