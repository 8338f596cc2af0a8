package parity_test

import (
	"strings"
	"testing"
	"unicode"

	"adhere/verify/parity"
)

func TestWords(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "  \n": 0, "one": 1, "it's two-fold": 4, "a_b c1": 2, "naïve ½ x²": 3, "日本語 です": 2, "\xff a\xffb": 2,
		"don\u2019t": 2, "e\u0301a": 2, "١٢ ٣": 2,
	} {
		if got := parity.CountWords(text); got != want {
			t.Errorf("CountWords(%q) = %d, want %d", text, got, want)
		}
	}
}

func TestTrimSpace(t *testing.T) {
	for text, want := range map[string]string{
		"\x1c a\x1f": "a", "\u00a0a b\u3000": "a b", "\u200ba": "\u200ba", "\u0085\u2028": "", "\ufeffa ": "\ufeffa",
	} {
		if got := parity.TrimSpace(text); got != want {
			t.Errorf("TrimSpace(%q) = %q, want %q", text, got, want)
		}
		if got := parity.Blank(text); got != (want == "") {
			t.Errorf("Blank(%q) = %v", text, got)
		}
	}
	if got := parity.FirstField("\x1d one\u2003two"); got != "one" {
		t.Errorf("FirstField = %q", got)
	}
}

func TestCase(t *testing.T) {
	for _, c := range []struct {
		text         string
		upper, lower bool
	}{
		{"", false, false},
		{"123", false, false},
		{"ABC 1", true, false},
		{"ABc", false, false},
		{"abc!", false, true},
		{"ª", false, true},
		{"Aª", false, false},
		{"ǅ", false, false},
		{"Aǅ", false, false},
		{"Ⅷ", true, false},
		{"日本", false, false},
		{"ⓐ", false, true},
	} {
		if got := parity.IsUpper(c.text); got != c.upper {
			t.Errorf("IsUpper(%q) = %v", c.text, got)
		}
		if got := parity.IsLower(c.text); got != c.lower {
			t.Errorf("IsLower(%q) = %v", c.text, got)
		}
	}
}

func TestLower(t *testing.T) {
	for text, want := range map[string]string{
		"ABC": "abc", "İ": "i̇", "ΟΔΟΣ": "οδος", "ΟΔΟΣ ΣΑΣ.": "οδος σας.", "Σ": "σ", "ΑΣ'Α": "ασ'α", "ΑΣ'": "ας'", "ΑΣΣ": "ασς", "1Σ": "1σ",
		"ẞ": "ß", "ǅ": "ǆ",
	} {
		if got := parity.Lower(text); got != want {
			t.Errorf("Lower(%q) = %q, want %q", text, got, want)
		}
	}
}

// TestLowerTakesEightAtATime holds every ASCII character in every place of eight.
func TestLowerTakesEightAtATime(t *testing.T) {
	for c := range rune(0x100) {
		for place := range 20 {
			text := strings.Repeat("@", place) + string(c) + strings.Repeat("Z", 19-place)
			if got, want := parity.Lower(text), strings.ToLower(text); got != want {
				t.Errorf("Lower(%q) = %q, want %q", text, got, want)
			}
		}
	}
}

func TestFold(t *testing.T) {
	for _, pair := range [][2]string{{"K", "\u212a"}, {"s", "ſ"}, {"i", "ı"}, {"I", "İ"}, {"å", "\u212b"}, {"σ", "ς"}, {"ẞ", "ß"}, {"μ", "µ"}, {"Ä", "ä"}} {
		if a, b := parity.Fold(pair[0]), parity.Fold(pair[1]); a != b {
			t.Errorf("Fold(%q) = %q, Fold(%q) = %q: want them equal", pair[0], a, pair[1], b)
		}
	}
	if a, b := parity.Fold("e"), parity.Fold("é"); a == b {
		t.Error("letters that differ by an accent are not equal")
	}
}

func TestWordBoundary(t *testing.T) {
	const text = "é-a b"
	for i, want := range map[int]bool{0: true, 2: true, 3: true, 4: true, 5: true, 6: true} {
		if got := parity.WordBoundary(text, i); got != want {
			t.Errorf("WordBoundary(%q, %d) = %v", text, i, got)
		}
	}
	if parity.WordBoundary("--", 1) || parity.WordBoundary("", 0) {
		t.Error("there is no boundary between two characters of one kind")
	}
}

func TestHasWord(t *testing.T) {
	for _, c := range []struct {
		s, word string
		want    bool
	}{
		{"a cat sat", "cat", true},
		{"concatenate", "cat", false},
		{"concatenate the cat", "cat", true}, // a later one counts
		{"écat cat_", "cat", false},          // letters of any script and _ are word characters
		{"catcat", "cat", false},
		{"what? yes", "what?", false}, // no boundary between ? and a space
		{"what?yes", "what?", true},
		{"", "cat", false},
	} {
		if got := parity.HasWord(c.s, c.word); got != c.want {
			t.Errorf("HasWord(%q, %q) = %v, want %v", c.s, c.word, got, c.want)
		}
	}
}

// TestCaselessScripts compares the short way with the tables, for all characters.
func TestCaselessScripts(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		upper, lower := unicode.IsUpper(r) || unicode.Is(unicode.Other_Uppercase, r), unicode.IsLower(r) || unicode.Is(unicode.Other_Lowercase, r)
		if parity.Upper(r) != upper || parity.LowerCase(r) != lower {
			t.Errorf("%U: upper %v, lower %v, want %v and %v", r, parity.Upper(r), parity.LowerCase(r), upper, lower)
		}
		if other := unicode.SimpleFold(r); parity.FoldRune(r) != parity.FoldRune(other) {
			t.Errorf("%U and %U fold to %U and %U, want the same", r, other, parity.FoldRune(r), parity.FoldRune(other))
		}
	}
}
