package verify_test

import (
	"strings"
	"testing"

	"adhere/verify"
)

func TestPhrases(t *testing.T) {
	for n, want := range map[int]string{0: "0 words", 1: "1 word", 2: "2 words"} {
		if got := verify.Amount(n, "word"); got != want {
			t.Errorf("Amount(%d) = %q", n, got)
		}
	}
	for s, want := range map[string]string{
		"":                       `""`,
		"a\n\"b\"":               `"a\n\"b\""`,
		strings.Repeat("é", 30):  `"` + strings.Repeat("é", 30) + `"`,
		strings.Repeat("ab", 31): `"` + strings.Repeat("ab", 30) + `…"`,
	} {
		if got := verify.Quote(s); got != want {
			t.Errorf("Quote(%q) = %s, want %s", s, got, want)
		}
	}
}
