package lexicon

import (
	"math"
	"slices"
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
			for range variants(phrase, math.MaxInt) {
				n++
			}
			if n > mostVariants {
				t.Errorf("%s.txt:%d stands for %d phrases, want at most %d", name, number, n, mostVariants)
			}
		}
	}
}

// TestPhrasesAreFound holds that each phrase of a lexicon is among those that are found by
// what it begins with, also as people type it.
func TestPhrasesAreFound(t *testing.T) {
	for name, of := range lexiconOf() {
		l := of()
		for i := range l.lines {
			one := &l.lines[i]
			for p := range variants(one.phrases, math.MaxInt) {
				for e := range one.typed(p) {
					if !slices.Contains(l.found(e.phrase), e) {
						t.Fatalf("%s: %q is not found", name, e.phrase)
					}
				}
			}
		}
	}
}
