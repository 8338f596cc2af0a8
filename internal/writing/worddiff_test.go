package writing_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"adhere/internal/writing"
)

func TestDiff(t *testing.T) {
	for _, c := range []struct {
		from, to string
		want     []writing.Change
	}{
		{"", "", nil},
		{"a b", "a b", []writing.Change{{writing.Kept, "a b"}}},
		{"Leaves turn red.", "Leaves turn brown.", []writing.Change{{writing.Kept, "Leaves turn "}, {writing.Removed, "red"}, {writing.Added, "brown"}, {writing.Kept, "."}}},
		{"One. Two.", "One.", []writing.Change{{writing.Kept, "One."}, {writing.Removed, " Two."}}},
		{"", "New", []writing.Change{{writing.Added, "New"}}},
	} {
		if diff := cmp.Diff(c.want, writing.Diff(c.from, c.to)); diff != "" {
			t.Errorf("%q to %q: %s", c.from, c.to, diff)
		}
	}
}

func TestDiffLosesNothing(t *testing.T) {
	text := rapid.Map(rapid.SliceOf(rapid.SampledFrom([]string{"ant", "bee", " ", "\n", ".", "Ö", "蜂", "[0]"})), func(s []string) string { return strings.Join(s, "") })
	rapid.Check(t, func(t *rapid.T) {
		from, to := text.Draw(t, "from"), text.Draw(t, "to")
		var a, b strings.Builder
		for _, c := range writing.Diff(from, to) {
			if c.Kind != writing.Added {
				a.WriteString(c.Text)
			}
			if c.Kind != writing.Removed {
				b.WriteString(c.Text)
			}
		}
		if a.String() != from || b.String() != to || !utf8.ValidString(a.String()) {
			t.Errorf("%q to %q became %q to %q", from, to, a.String(), b.String())
		}
	})
	long := strings.Repeat("leaf tree ", 3000)
	if d := writing.Diff("x "+long, long+"y"); d[0].Kind == writing.Kept {
		t.Error(d[0])
	}
}
