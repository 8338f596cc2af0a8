package study

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestDistanceIsThatOfTheTable compares with the table of all prefixes, also over
// the edges of blocks, and takes a text as long as people may write.
func TestDistanceIsThatOfTheTable(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text := func(n, letters int) string {
		var b strings.Builder
		for range n {
			b.WriteString(string(rune('a'+r.IntN(letters))) + " ")
		}
		return b.String()
	}
	for range 2000 {
		letters := 1 + r.IntN(20)
		before, after := text(r.IntN(200), letters), text(r.IntN(200), letters)
		if got, want := distance(before, after), byTable(words(before), words(after)); got != want {
			t.Fatalf("%d, want %d: %q and %q", got, want, before, after)
		}
	}
	if got := distance(strings.Repeat("天", 60_000), strings.Repeat("地", 59_000)); got != 60_000 {
		t.Errorf("%d", got)
	}
}

func byTable(x, y []string) int {
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j := range y {
			was := row[j+1]
			cost := diagonal
			if x[i] != y[j] {
				cost++
			}
			row[j+1] = min(cost, was+1, row[j]+1)
			diagonal = was
		}
	}
	return row[len(y)]
}
