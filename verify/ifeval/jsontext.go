package ifeval

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"adhere/verify"
)

// A jsonReader checks a text as Python's json.loads does, which is laxer
// than the standard in some points and stricter in others: NaN and Infinity
// are numbers, a whole number has at most 4,300 digits. It keeps its own
// stack, so that deep nesting does no harm.
type jsonReader struct {
	s     string
	at    int
	stack []byte // the open brackets
}

// readJSON returns what is wrong with s and where, nil if it is one value.
func readJSON(s string) error {
	r := &jsonReader{s: s}
	for {
		if err := r.value(); err != nil {
			return err
		}
		if more, err := r.afterValue(); err != nil || !more {
			return err
		}
	}
}

// value reads a value up to its end, or up to the place of the first value
// in it.
func (r *jsonReader) value() error {
	for {
		r.space()
		switch r.peek() {
		case '{':
			r.open('{')
			if r.peek() == '}' {
				return nil
			}
			if err := r.key(); err != nil {
				return err
			}
		case '[':
			r.open('[')
			if r.peek() == ']' {
				return nil
			}
		case '"':
			return r.text()
		default:
			return r.word()
		}
	}
}

func (r *jsonReader) open(bracket byte) {
	r.stack = append(r.stack, bracket)
	r.at++
	r.space()
}

// afterValue closes brackets. It reports whether another value follows.
func (r *jsonReader) afterValue() (more bool, err error) {
	for {
		r.space()
		if len(r.stack) == 0 {
			if r.at < len(r.s) {
				return false, r.fail("the end")
			}
			return false, nil
		}
		open, c := r.stack[len(r.stack)-1], r.peek()
		switch c {
		case ',':
			r.at++
			r.space()
			if open == '{' {
				return true, r.key()
			}
			return true, nil
		case open + 2: // } follows { and ] follows [ at a distance of two
			r.stack = r.stack[:len(r.stack)-1]
			r.at++
		default:
			return false, r.fail("a comma or " + string(rune(open+2)))
		}
	}
}

func (r *jsonReader) key() error {
	if r.peek() != '"' {
		return r.fail("a name in double quotation marks")
	}
	if err := r.text(); err != nil {
		return err
	}
	r.space()
	if r.peek() != ':' {
		return r.fail("a colon")
	}
	r.at++
	return nil
}

// text reads a string from its quotation mark.
func (r *jsonReader) text() error {
	r.at++
	for r.at < len(r.s) {
		switch c := r.s[r.at]; {
		case c < ' ':
			return r.fail("an escape for the control character")
		case c == '"':
			r.at++
			return nil
		case c == '\\':
			r.at++
			if err := r.escape(); err != nil {
				return err
			}
		default:
			r.at++
		}
	}
	return r.fail("a closing quotation mark")
}

func (r *jsonReader) escape() error {
	c := r.peek()
	if c != 'u' {
		if c == 0 || strings.IndexByte(`"\/bfnrt`, c) < 0 {
			return r.fail("an escape that JSON knows")
		}
		r.at++
		return nil
	}
	r.at++
	for range 4 {
		if c := r.peek(); !isDigit(c) && (c|0x20 < 'a' || 'f' < c|0x20) {
			return r.fail("four hexadecimal digits")
		}
		r.at++
	}
	return nil
}

// word reads a number or one of the names.
func (r *jsonReader) word() error {
	for _, name := range []string{"true", "false", "null", "NaN", "Infinity", "-Infinity"} {
		if strings.HasPrefix(r.s[r.at:], name) {
			r.at += len(name)
			return nil
		}
	}
	return r.number()
}

func (r *jsonReader) number() error {
	from := r.at
	if r.peek() == '-' {
		r.at++
	}
	whole := r.digits()
	if whole == 0 {
		r.at = from
		return r.fail("a value")
	}
	if first := r.at - whole; r.s[first] == '0' {
		r.at = first + 1 // digits after a leading zero are no part of the number
		whole = 1
	}
	exact := true
	if mark := r.at; r.peek() == '.' {
		r.at++
		if exact = r.digits() == 0; exact {
			r.at = mark
		}
	}
	if mark := r.at; r.peek()|0x20 == 'e' {
		r.at++
		if c := r.peek(); c == '+' || c == '-' {
			r.at++
		}
		if r.digits() == 0 {
			r.at = mark
		} else {
			exact = false
		}
	}
	if exact && whole > 4300 {
		r.at = from
		return r.fail("a number of at most 4300 digits")
	}
	return nil
}

func (r *jsonReader) digits() int {
	from := r.at
	for isDigit(r.peek()) {
		r.at++
	}
	return r.at - from
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// peek returns the next byte, 0 at the end.
func (r *jsonReader) peek() byte {
	if r.at < len(r.s) {
		return r.s[r.at]
	}
	return 0
}

func (r *jsonReader) space() {
	for r.at < len(r.s) && strings.IndexByte(" \t\n\r", r.s[r.at]) >= 0 {
		r.at++
	}
}

// fail says what was wanted at this place, and what is there.
func (r *jsonReader) fail(wanted string) error {
	before := r.s[:r.at]
	line := strings.Count(before, "\n") + 1
	column := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
	got := "the end"
	if r.at < len(r.s) {
		got = verify.Quote(head(r.s[r.at:], 12))
	}
	return fmt.Errorf("line %d, column %d: expected %s, got %s", line, column, wanted, got)
}
