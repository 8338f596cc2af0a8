package adhere

import "fmt"

// A TiePolicy is the outcome of a vote without a winner: equal votes on both
// sides, or votes that differ where they must be unanimous. Empty is read as
// TieUnsure.
type TiePolicy string

// The tie policies.
const (
	TieUnsure TiePolicy = "unsure"  // nobody won: undecided
	TieMet    TiePolicy = "met"     // the benefit of the doubt
	TieNotMet TiePolicy = "not_met" // a requirement must win to be met
)

// ParseTiePolicy reads unsure, met or not_met. Anything else is an error with
// code Invalid.
func ParseTiePolicy(s string) (TiePolicy, error) {
	switch p := TiePolicy(s); p {
	case TieUnsure, TieMet, TieNotMet:
		return p, nil
	default:
		return "", &Error{Code: Invalid, Message: fmt.Sprintf("--tie %q is not known", s), Hint: "choose unsure, met or not_met"}
	}
}
