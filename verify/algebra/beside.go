package algebra

import (
	"strings"
	"unicode/utf8"

	"adhere/verify/parity"
)

// beside returns what stands on a side of the one part that there is.
func (c *scope) beside(side Side, parts []place) []cut {
	c.shared.read += len(c.s)
	if len(parts) != 1 || parts[0].missing || c.isOtherMark(parts[0]) {
		return c.unsure()
	}
	if side == Before {
		return []cut{loosened(c.s, 0, parts[0].from)}
	}
	return []cut{loosened(c.s, parts[0].end, len(c.s))}
}

// isOtherMark reports whether a mark is perhaps not the one that is meant, since it
// stands inside a number, an address or a word: "10:30", "https://", "well-known - x".
func (c *scope) isOtherMark(p place) bool {
	before, _ := utf8.DecodeLastRuneInString(c.s[:p.from])
	after, _ := utf8.DecodeRuneInString(c.s[p.end:])
	inside := isLetterOrNumber(before) && isLetterOrNumber(after)
	switch {
	case !inside && !strings.HasPrefix(c.s[p.end:], "//"):
		return false
	case strings.Trim(p.s, ".,:") == "":
		return !inside || before <= '9' && after <= '9'
	}
	return strings.Contains(c.s, " "+p.s) || strings.Contains(c.s, p.s+" ")
}

// loosened returns a part of a text without white space around it, and without
// marks of emphasis at its ends whose other half is not in it.
func loosened(s string, at, to int) cut {
	p := trimmed(s, at, to)
	for _, mark := range []string{"**", "__", "*", "_"} {
		text := s[p.at:p.to]
		rest, first := strings.CutPrefix(text, mark)
		switch {
		case strings.Count(strings.ReplaceAll(text, mark+mark, ""), mark)%2 == 0:
		case first && (p.at == at && at > 0 || rest != "" && !parity.Blank(rest[:1])):
			p = trimmed(s, p.at+len(mark), p.to)
		case strings.HasSuffix(text, mark):
			p = trimmed(s, p.at, p.to-len(mark))
		}
	}
	return p
}
