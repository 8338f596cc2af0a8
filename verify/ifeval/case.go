package ifeval

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"adhere/verify"
	"adhere/verify/langid"
	"adhere/verify/parity"
	"adhere/verify/treebank"
)

// capitals is the key of how many words in capitals each sentence has.
type capitals struct{}

func countCapitals(t *verify.Text) (n int) {
	known := t.Shared(capitals{}, func() any { return map[string]int{} }).(map[string]int)
	for _, s := range t.Sentences() {
		if _, ok := known[s]; !ok {
			known[s] = countCapitalTokens(s)
		}
		n += known[s]
	}
	return n
}

// countCapitalTokens counts the words in capitals of a sentence, where a word
// is a token.
func countCapitalTokens(sentence string) int {
	if !mayHoldCapitals(sentence) {
		return 0
	}
	n := 0
	for token := range treebank.Tokens(sentence) {
		if parity.IsUpper(token) {
			n++
		}
	}
	return n
}

// mayHoldCapitals reports false for most sentences without a word in
// capitals, which need not be cut. Words are parted inside a run of letters
// only at apostrophes, and where two halves of two letters or more are known.
func mayHoldCapitals(s string) bool {
	uppers, lowers := 0, 0
	found := func() bool { return uppers > 0 && lowers == 0 || uppers > 1 }
	for _, r := range s {
		switch {
		case r == '\'':
			return true
		case parity.Upper(r):
			uppers++
		case parity.LowerCase(r) || r >= utf8.RuneSelf && unicode.IsTitle(r):
			lowers++
		case !parity.IsWord(r):
			if found() {
				return true
			}
			uppers, lowers = 0, 0
		}
	}
	return found()
}

// englishIn wants one case throughout, and English. A text whose language
// cannot be told, for want of letters that any profile knows, passes.
func englishIn(manner string, whole func(string) bool, wrong func(rune) bool) verify.Check {
	return func(t *verify.Text) verify.Finding {
		f := verify.Finding{Wanted: "English " + manner + " only"}
		if !whole(t.String()) {
			f.Measured = "not " + manner
			if t.IsVariant() {
				return f
			}
			if words := wordsWith(t.String(), wrong); len(words) > 0 {
				f.Measured += ": " + list(words)
			}
			return f
		}
		language := t.Language()
		f.Met = language == "en" || language == ""
		f.Measured = manner + ", " + named(language)
		return f
	}
}

// wordsWith returns the words that hold a character of a kind, each once, as
// far as a reader needs them.
func wordsWith(s string, kind func(rune) bool) []string {
	const enough = 20
	var found []string
	seen := map[string]bool{}
	for len(found) < enough {
		at := strings.IndexFunc(s, kind)
		if at < 0 {
			break
		}
		from := strings.LastIndexFunc(s[:at], parity.IsSpace) + 1
		end := strings.IndexFunc(s[at:], parity.IsSpace)
		if end < 0 {
			end = len(s) - at
		}
		word := strings.TrimFunc(s[from:at+end], func(r rune) bool { return !parity.IsWord(r) })
		if !seen[word] && word != "" {
			seen[word] = true
			found = append(found, word)
		}
		s = s[at+end:]
	}
	return found
}

func responseLanguage(a *verify.Args) (verify.Check, error) {
	code := a.Text("language")
	if !langid.Known(code) {
		return nil, fmt.Errorf("language: expected the code of a known language, such as en, de or zh-cn, got %q", code)
	}
	return func(t *verify.Text) verify.Finding {
		language := t.Language()
		return verify.Finding{Met: language == code || language == "", Measured: named(language), Wanted: code}
	}, nil
}

// named says what language a text is in.
func named(language string) string {
	switch language {
	case "":
		return "language cannot be told"
	case "unknown":
		return "no language stands out"
	default:
		return "language " + language
	}
}
