package reward

import (
	"encoding/json"

	"adhere/verify/ruling"
)

// A failed is the answer to an item that cannot be answered.
type failed struct {
	ID    string          `json:"id,omitempty"`
	Index int             `json:"index"` // of the item in its batch, from 0
	Error json.RawMessage `json:"error"`
}

// resultOf says for the metrics what became of an item.
func resultOf(answer any) string {
	switch a := answer.(type) {
	case *ruling.Ruling:
		return string(a.Decides)
	case *ruling.Scored:
		return "scored"
	default:
		return "failed"
	}
}
