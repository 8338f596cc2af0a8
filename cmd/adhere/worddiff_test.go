package main

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestWordDiff(t *testing.T) {
	for _, c := range []struct{ before, after, want string }{
		{"", "", ""},
		{"one two", "one two", "one two"},
		{"", "one", "{+one+}"},
		{"one", "", "[-one-]"},
		{"a red hen, then", "a red hen then", "a red [-hen,-]{+hen+} then"},
		{"see the old cat run", "see a young cat run", "see [-the old-]{+a young+} cat run"},
		{"first\n\nsecond", "first\n\nthird", "first\n\n[-second-]{+third+}"},
		{"one two", "one two three", "one two{+ three+}"},
		{"naïve 日本 text", "naïve 日本語 text", "naïve [-日本-]{+日本語+} text"},
	} {
		if got := wordDiff(c.before, c.after); got != c.want {
			t.Errorf("from %q to %q: %q, want %q", c.before, c.after, got, c.want)
		}
	}
}

// What went and what stayed are the old text, what came and what stayed the
// new one, whatever the texts.
func TestWordDiffLosesNothing(t *testing.T) {
	texts := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{"a", "b", "c", " ", "  ", "\n", "é", "[-", "+}", "\xff"})).Draw(t, "pieces"), "")
	})
	rapid.Check(t, func(t *rapid.T) {
		before, after := texts.Draw(t, "before"), texts.Draw(t, "after")
		var old, new strings.Builder
		for _, c := range bridged(changes(before, after)) {
			old.WriteString(c.same + c.gone)
			new.WriteString(c.same + c.come)
		}
		if old.String() != before || new.String() != after {
			t.Fatalf("%q and %q became %q and %q", before, after, old.String(), new.String())
		}
	})
}

// Texts that have little in common are compared without end of time or memory.
func TestWordDiffOfLongTexts(t *testing.T) {
	before, after := strings.Repeat("a b ", 20_000), strings.Repeat("c d ", 20_000)
	if got := wordDiff(before, after); got != "[-"+before+"-]{+"+after+"+}" {
		t.Errorf("%d characters", len(got))
	}
}
