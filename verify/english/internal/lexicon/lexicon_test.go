package lexicon

import (
	"strings"
	"testing"
)

// mostVariants is how many phrases a line of a lexicon may stand for at most: every one
// takes memory, and time when the lexicon is read.
const mostVariants = 600

func TestLinesStandForFewPhrases(t *testing.T) {
	for name := range lexiconOf() {
		number := 0
		for line := range strings.Lines(Text(name)) {
			number++
			phrase, _, ok := strings.Cut(line, "=")
			if !ok || strings.HasPrefix(line, "# ") {
				continue
			}
			n := 0
			for range variants(phrase) {
				n++
			}
			if n > mostVariants {
				t.Errorf("%s.txt:%d stands for %d phrases, want at most %d", name, number, n, mostVariants)
			}
		}
	}
}
