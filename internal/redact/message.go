package redact

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"adhere/internal/lazyregexp"
)

// keyShape finds what looks like a secret: an authorization value, a header
// or a query parameter that holds a key, or a key by its usual beginning.
var keyShape = lazyregexp.New(`(?i)((?:x-)?api[-_]key["']?\s*[:=]\s*["']?|[?&](?:api[-_]?)?key=)[^\s"'&,}]+|(bearer\s+)[^\s"'&,}]{8,}|\b(?:sk|pk|rk)-[A-Za-z0-9*_-]{6,}`)

// surelyKey is how many bytes a key has that is no part of a word by chance.
const surelyKey = 8

// Message returns a text that will be shown without the key, if there is one,
// and without whatever looks like a key. A key below 8 bytes counts only where it
// is no part of a longer word: local servers take dummy keys such as x.
func Message(text, key string) string {
	switch {
	case len(key) >= surelyKey:
		text = strings.ReplaceAll(text, key, "[key]")
	case key != "":
		text = withoutWord(text, key)
	}
	return keyShape.ReplaceAllString(text, "${1}${2}[key]")
}

func withoutWord(text, key string) string {
	var out strings.Builder
	for from := 0; ; {
		at := strings.Index(text[from:], key)
		if at < 0 {
			return out.String() + text[from:]
		}
		at += from
		end := at + len(key)
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[end:])
		if out.WriteString(text[from:at]); inWord(before) || inWord(after) {
			out.WriteString(key)
		} else {
			out.WriteString("[key]")
		}
		from = end
	}
}

func inWord(r rune) bool {
	return r == '_' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}
