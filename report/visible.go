package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Plain writes what would act on a terminal or a reader unseen as an
// escape: broken bytes as \xFF, control characters and overrides of writing
// direction as \u202E. Newlines and tabs stay.
func Plain(s string) string {
	clean := true
	for _, r := range s {
		clean = clean && r != utf8.RuneError && !hidden(r)
	}
	if clean {
		return s
	}
	var b strings.Builder
	pieces(s, func(text string, escaped bool) { b.WriteString(text) })
	return b.String()
}

// pieces cuts text into runs of what can be shown as it is, and escapes.
func pieces(s string, each func(text string, escaped bool)) {
	start := 0
	flush := func(end int) {
		if end > start {
			each(s[start:end], false)
		}
	}
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		broken := r == utf8.RuneError && size == 1
		if !broken && !hidden(r) {
			i += size
			continue
		}
		flush(i)
		if broken {
			each(fmt.Sprintf(`\x%02X`, s[i]), true)
		} else {
			each(fmt.Sprintf(`\u%04X`, r), true)
		}
		i += size
		start = i
	}
	flush(len(s))
}

// hidden reports whether a character acts without being seen: controls, and
// those that override or isolate the direction of writing. Marks and joiners
// that ordinary text in many scripts needs are not among them.
func hidden(r rune) bool {
	switch {
	case r == '\n', r == '\t':
		return false
	case r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069, r == 0xFEFF, r >= 0xE0000 && r <= 0xE007F:
		return true
	}
	return unicode.IsControl(r)
}

// Line is text on one line: white space as single spaces, and what cannot be
// seen as escapes.
func Line(s string) string {
	if plainLine(s) {
		return s
	}
	return strings.Join(strings.Fields(Plain(s)), " ")
}

// plainLine reports whether a text is surely one line as it is: ASCII that can
// be seen, with single spaces inside.
func plainLine(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' && (s[i] < ' ' || i == 0 || i+1 == len(s) || s[i+1] == ' ') || s[i] > '~' {
			return false
		}
	}
	return true
}
