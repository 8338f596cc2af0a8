package ruling

import (
	"encoding/json"
	"strings"

	"adhere"
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
	names := make([]string, 0, len(algebra.Units()))
	for _, u := range algebra.Units() {
		names = append(names, string(u))
	}
	return strings.Join(names, ", ")
}
