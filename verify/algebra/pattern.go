package algebra

import (
	"io"
	"iter"
	"strings"
	"unicode/utf8"
)

// maxSteps bounds the work on a pattern, in instructions for each byte of
// the text: once for the matches that are searched without counting, and
// once for those that follow.
const maxSteps = 400

// share returns how often a program of that size may read the whole text.
func share(instructions int) int { return min(max(maxSteps/instructions, 2), 16) }

// matches returns what a pattern matches, without empty matches. All matches
// of a text are kept.
func (f *finder) matches(c *scope, limit int) []cut {
	if found, done := c.found[f]; done && limit < 0 {
		return found
	}
	found := f.search(c, limit)
	if limit < 0 {
		if c.found == nil {
			c.found = map[*finder][]cut{}
		}
		c.found[f] = found
	}
	return found
}

// characters returns what matches a pattern that is one character.
func (f *finder) characters(c *scope) iter.Seq[string] {
	c.shared.read += len(c.s)
	return func(yield func(string) bool) {
		for at, r := range c.s {
			for i := 0; i < len(f.class) && f.class[i] <= r; i += 2 {
				_, size := utf8.DecodeRuneInString(c.s[at:])
				if r <= f.class[i+1] && !yield(c.s[at:at+size]) {
					return
				}
			}
		}
	}
}

// search looks for matches. RE2 finds one match in linear time, but all
// matches of a pattern without bounded length can take quadratic time: each
// may read on to the end of the text. So after some matches what is read is
// counted, and a pattern that needs too much is given up.
func (f *finder) search(c *scope, limit int) []cut {
	few := limit
	if most := share(f.size); !f.local && (limit < 0 || limit > most) {
		few = most
	}
	var out []cut
	place := 0
	found := f.re.FindAllStringIndex(c.s, few)
	c.shared.read += len(c.s)
	for _, m := range found {
		out, place = f.append(out, c.s, m[0], m[1])
	}
	if len(found) != few || len(out) == limit {
		return out
	}
	return f.further(c, out, place, limit)
}

// append appends a match unless it is empty, and returns where the search
// goes on.
func (f *finder) append(out []cut, s string, from, to int) (cuts []cut, place int) {
	if from < to {
		return append(out, bare(from, to)), to
	}
	_, size := utf8.DecodeRuneInString(s[to:])
	return out, to + max(size, 1)
}

// further appends the matches that begin at byte place or later; place is
// not 0.
func (f *finder) further(c *scope, out []cut, place, limit int) []cut {
	reader := &meter{left: share(f.size) * (len(c.s) + 1)}
	all := reader.left
	defer func() { c.shared.read += all - reader.left }()
	for len(out) != limit && place <= len(c.s) {
		// The pattern must see the character before the place, for \b and ^.
		_, before := utf8.DecodeLastRuneInString(c.s[:place])
		reader.Reader = strings.NewReader(c.s[place-before:])
		m := f.next.FindReaderSubmatchIndex(reader)
		if reader.left <= 0 {
			c.shared.overrun = f.Value
			return out
		}
		if m == nil {
			return out
		}
		out, place = f.append(out, c.s, place-before+m[2], place-before+m[3])
	}
	return out
}

// A meter reads characters and counts them; it ends when they are used up.
type meter struct {
	*strings.Reader
	left int
}

// ReadRune returns the next character.
func (m *meter) ReadRune() (rune, int, error) {
	m.left--
	if m.left <= 0 {
		return 0, 0, io.EOF
	}
	return m.Reader.ReadRune()
}
