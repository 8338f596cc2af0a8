package algebra

import (
	"math/rand/v2"
	"testing"

	"adhere/verify"
)

// TestLargerUnits holds the table by which conflicts are found against texts
// that are put together at random.
func TestLargerUnits(t *testing.T) {
	snippets := []string{
		"a", "A", "NASA", "Rain.", "cat's", "-", "'", ", ", " ", " ", "\n\n", "\n", "- ", "* ", "1. ", "# ", "## ", "? ", ". ", "! ", ">", "|", "\n|---|---|\n",
		"| a | b |\n|---|---|\n| 1 | 2 |\n", "2", "May 3", "2024-05-31", "1,000", "*", "**", "```\n", "\"", "ß", "\u0301", "\xff", "你", "。", "\r\n", "()", "[", "👍",
	}
	random := rand.New(rand.NewPCG(1, 2))
	seen := map[Unit]int{}
	for range 4000 {
		text := ""
		for range random.IntN(6) + 1 {
			text += snippets[random.IntN(len(snippets))]
		}
		c := newScope(verify.NewText(text), random.IntN(2) == 0)
		for _, u := range Units() {
			n := c.countUnits(u)
			for _, more := range larger(u, c.plain) {
				if m := c.countUnits(more); m < n {
					t.Fatalf("plain %v, %q: %d of %q, but %d of %q", c.plain, text, n, u, m, more)
				}
			}
			for _, mark := range unitMarks(u, c.plain) {
				if m := len((&finder{Find: Text(mark), needle: mark, exact: true}).all(c, -1)); m < n {
					t.Fatalf("plain %v, %q: %d of %q, but %d of %q", c.plain, text, n, u, m, mark)
				}
			}
			if n != len(c.units(u)) {
				t.Fatalf("%q: %d and %d of %q", text, n, len(c.units(u)), u)
			}
			seen[u] += min(n, 1)
		}
	}
	for _, u := range Units() {
		if seen[u] == 0 && larger(u, true) != nil {
			t.Errorf("no text has %q", u)
		}
	}
}
