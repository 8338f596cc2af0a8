package langid

import (
	"slices"
	"strings"
	"unicode/utf8"

	"adhere/verify/parity"
)

// maxCharacters is how much of a text is looked at.
const maxCharacters = 10000

// clean puts the characters of text that are looked at into b: without
// addresses, accents joined to their letters, spaces single, and without
// Latin letters where they are the smaller part.
func (p *profileSet) clean(b *buffer, text string) {
	text = withoutMail(withoutURLs(text))
	chars := slices.Grow(b.chars[:0], min(len(text), maxCharacters))
	latin, other := 0, 0
	read, last := 0, rune(0)
	for i := 0; i < len(text) && read < maxCharacters; read++ {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		i += size
		if i < len(text) && text[i] >= utf8.RuneSelf {
			if accent, size := utf8.DecodeRuneInString(text[i:]); 0x300 <= accent && accent < 0x370 {
				if joined, ok := p.accents[[2]rune{r, accent}]; ok {
					r = joined
					i += size
				}
			}
		}
		if r != ' ' || last != ' ' {
			chars = append(chars, r)
			switch {
			case isLatin(r):
				latin++
			case r >= 0x300: // also Vietnamese letters, which langdetect means to leave out
				other++
			}
		}
		last = r
	}
	if latin*2 < other {
		chars = withoutLatin(chars)
	}
	b.chars = chars
}

// isLatin is wider than the letters: it takes in what lies between Z and a.
func isLatin(r rune) bool { return 'A' <= r && r <= 'z' }

func withoutLatin(chars []rune) []rune {
	kept := chars[:0]
	for _, r := range chars {
		if !isLatin(r) {
			kept = append(kept, r)
		}
	}
	return kept
}

// withoutURLs replaces each web address by a space.
func withoutURLs(text string) string {
	if !strings.Contains(text, "://") {
		return text
	}
	var b strings.Builder
	for {
		i := strings.Index(text, "http")
		if i < 0 {
			break
		}
		rest := strings.TrimPrefix(text[i+len("http"):], "s")
		path, ok := strings.CutPrefix(rest, "://")
		n := span(path, 2076, inURL)
		if !ok || n == 0 {
			b.WriteString(text[:i+1])
			text = text[i+1:]
			continue
		}
		b.WriteString(text[:i])
		b.WriteByte(' ')
		text = path[n:]
	}
	b.WriteString(text)
	return b.String()
}

// withoutMail replaces each mail address by a space.
func withoutMail(text string) string {
	if !strings.Contains(text, "@") {
		return text
	}
	var b strings.Builder
	done := 0
	for at := 0; ; at++ {
		next := strings.IndexByte(text[at:], '@')
		if next < 0 {
			break
		}
		at += next
		from := at
		for from > done && at-from < 64 && inMail(text[from-1]) {
			from--
		}
		n := host(text[at+1:])
		if from == at || n == 0 {
			continue
		}
		b.WriteString(text[done:from])
		b.WriteByte(' ')
		done = at + 1 + n
		at = done - 1
	}
	b.WriteString(text[done:])
	return b.String()
}

// host measures the part of a mail address after the sign: a first part
// without full stops, and at least one character more.
func host(s string) int {
	first := span(s, 255, func(c byte) bool { return c != '.' && inMail(c) })
	if first == 0 {
		return 0
	}
	if more := span(s[first:], 255, inMail); more > 0 {
		return first + more
	}
	if first == 1 {
		return 0
	}
	return first
}

// span counts the bytes at the start of s that are in a class, at most limit.
func span(s string, limit int, in func(byte) bool) int {
	n := 0
	for n < len(s) && n < limit && in(s[n]) {
		n++
	}
	return n
}

func inURL(c byte) bool {
	return strings.IndexByte("-_.?&~;+=/#", c) >= 0 || isAlphanumeric(c)
}

func inMail(c byte) bool { return c == '-' || c == '_' || c == '.' || isAlphanumeric(c) }

func isAlphanumeric(c byte) bool { return c != '_' && c < utf8.RuneSelf && parity.IsWord(rune(c)) }
