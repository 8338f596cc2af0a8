package collect_test

import (
	"bytes"
	"testing"

	"adhere/internal/writing"
	"adhere/internal/writing/collect"
)

// TestWriteCountsUnrated: what has no row is not left out in silence.
func TestWriteCountsUnrated(t *testing.T) {
	all := make([]writing.Session, 2)
	all[0].Turns, all[1].Turns = []writing.Turn{{Number: 1, Rating: writing.Good}, {Number: 2}, {Number: 3}}, []writing.Turn{{Number: 1}}
	for as, want := range map[string]int{"sessions": 0, "rows": 3, "table": 3} {
		var b bytes.Buffer
		if got, err := collect.Write(&b, all, as); got != want || err != nil || b.Len() == 0 {
			t.Errorf("%s: %d turns left out, want %d; %v", as, got, want, err)
		}
	}
}
