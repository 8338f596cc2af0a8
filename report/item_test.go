package report_test

import (
	"strings"
	"testing"

	"adhere/report"
)

func TestExcerpt(t *testing.T) {
	gap := strings.Repeat(" ", 12)
	for text, want := range map[string]string{
		"":                "",
		"a\n b":           "a b",
		"abcde":           "abcde",
		"abc de":          "abc d…",
		"日本語日本語":          "日本語日本…",
		"a" + gap + "語語語": "a 語語…", // the last of 20 bytes is within a character
		"ab" + gap + gap:  "ab…",
	} {
		if got := report.Excerpt(text, 5); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}
