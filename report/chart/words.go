package chart

import (
	"strings"
	"unicode"
)

// ems estimates how wide text is in a sans-serif font, in units of its size.
// It errs on the wide side, so that labels stay apart.
func ems(s string) float64 {
	total := 0.0
	for _, r := range s {
		total += em(r)
	}
	return total
}

func em(r rune) float64 {
	switch {
	case strings.ContainsRune("ijlI|.,:;'!", r):
		return 0.33
	case strings.ContainsRune("ftr()[]{}/-\" ", r):
		return 0.41
	case strings.ContainsRune("mwMW@%—", r):
		return 1
	case unicode.IsUpper(r):
		return 0.76
	case unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana), r >= 0x1F000:
		return 1.05
	case unicode.Is(unicode.Mn, r):
		return 0
	}
	return 0.64
}

// wrap breaks text into at most so many lines of the given width in ems, and
// reports whether some of it had to be cut.
func wrap(s string, width float64, lines int) ([]string, bool) {
	var out []string
	rest := strings.Join(strings.Fields(strings.ToValidUTF8(s, "\uFFFD")), " ")
	for rest != "" {
		if ems(rest) <= width {
			return append(out, rest), false
		}
		if len(out) == lines-1 {
			return append(out, cut(rest, width)), true
		}
		n := breakAt(rest, width)
		out = append(out, strings.TrimSpace(rest[:n]))
		rest = strings.TrimSpace(rest[n:])
	}
	return out, false
}

// breakAt returns where to end a line of the given width: after the last
// space, hyphen, slash, underscore or colon that fits, else in mid-word.
func breakAt(s string, width float64) int {
	total, best, last := 0.0, 0, 0
	for i, r := range s {
		total += em(r)
		if total > width && i > 0 {
			break
		}
		last = i + len(string(r))
		if strings.ContainsRune(" -/_:", r) {
			best = last
		}
	}
	if best > 0 {
		return best
	}
	return last
}

// cut shortens text to the width by an ellipsis in its middle: names that
// belong together often differ only at the end.
func cut(s string, width float64) string {
	runes := []rune(s)
	from, to := 0, len(runes)
	for room := width - 1; from < to; {
		if room -= em(runes[from]); room < 0 {
			break
		}
		from++
		if room -= em(runes[to-1]); room < 0 {
			break
		}
		to--
	}
	if from >= to {
		return s
	}
	return strings.TrimSpace(string(runes[:from])) + "…" + strings.TrimSpace(string(runes[to:]))
}

// rightToLeft reports whether the first letter belongs to a script that is
// written from right to left.
func rightToLeft(s string) bool {
	for _, r := range s {
		if unicode.IsLetter(r) {
			return unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko)
		}
	}
	return false
}
