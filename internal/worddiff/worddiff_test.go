package worddiff_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"adhere/internal/worddiff"
)

func TestDiff(t *testing.T) {
	type changes = []worddiff.Change
	for _, c := range []struct {
		before, after string
		want          changes
	}{
		{"", "", nil},
		{"one two", "one two", changes{{Same: "one two"}}},
		{"", "one", changes{{Come: "one"}}},
		{"one", "", changes{{Gone: "one"}}},
		{"a red hen, then", "a red hen then", changes{{Same: "a red hen"}, {Gone: ","}, {Same: " then"}}},
		{"Leaves turn red.", "Leaves turn brown.", changes{{Same: "Leaves turn "}, {Gone: "red", Come: "brown"}, {Same: "."}}},
		{"see the old cat run", "see a young cat run", changes{{Same: "see "}, {Gone: "the old", Come: "a young"}, {Same: " cat run"}}},
		{"One. Two.", "One.", changes{{Same: "One."}, {Gone: " Two."}}},
		{"first\n\nsecond", "first\n\nthird", changes{{Same: "first\n\n"}, {Gone: "second", Come: "third"}}},
		{"it's naïve 日本 text", "it is naïve 日本語 text", changes{{Gone: "it's", Come: "it is"}, {Same: " naïve 日本"}, {Come: "語"}, {Same: " text"}}},
	} {
		if diff := cmp.Diff(c.want, worddiff.Diff(c.before, c.after)); diff != "" {
			t.Errorf("%q to %q: %s", c.before, c.after, diff)
		}
	}
}

// What went and what stayed are the old text, what came and what stayed the
// new one, whatever the texts; and no two neighbours are of one kind.
func TestDiffLosesNothing(t *testing.T) {
	texts := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{"a", "bee", "c", " ", "  ", "\n", ".", "é", "蜂", "[-", "+}", "\xff"})).Draw(t, "pieces"), "")
	})
	rapid.Check(t, func(t *rapid.T) {
		before, after := texts.Draw(t, "before"), texts.Draw(t, "after")
		var old, new strings.Builder
		kept := false
		for i, c := range worddiff.Diff(before, after) {
			same := c.Same != ""
			if same == (c.Gone+c.Come != "") || i > 0 && same == kept {
				t.Fatalf("%q and %q: change %d is %+v", before, after, i, c)
			}
			kept = same
			old.WriteString(c.Same + c.Gone)
			new.WriteString(c.Same + c.Come)
		}
		if old.String() != before || new.String() != after {
			t.Fatalf("%q and %q became %q and %q", before, after, old.String(), new.String())
		}
	})
}

// Long texts that have little in common are replaced, without end of time or
// memory, but for their beginning and end; a small change is shown however
// long they are.
func TestDiffOfLongTexts(t *testing.T) {
	a, c := strings.Repeat("a b ", 20_000), strings.Repeat("c d ", 20_000)
	want := []worddiff.Change{{Same: "In "}, {Gone: a[:len(a)-1], Come: c[:len(c)-1]}, {Same: " all."}}
	if got := worddiff.Diff("In "+a+"all.", "In "+c+"all."); !cmp.Equal(got, want) {
		t.Errorf("%d changes", len(got))
	}
	if got := worddiff.Diff(a+"red "+a, a+"blue "+a); len(got) != 3 || got[1] != (worddiff.Change{Gone: "red", Come: "blue"}) {
		t.Errorf("%d changes", len(got))
	}
}

func BenchmarkDiff(b *testing.B) {
	a, c := strings.Repeat("a b ", 1000), strings.Repeat("c d ", 1000)
	for b.Loop() {
		worddiff.Diff(a, c)
	}
}
