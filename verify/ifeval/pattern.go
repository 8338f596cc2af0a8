package ifeval

import (
	"errors"
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"

	"adhere/verify"
	"adhere/verify/parity"
)

// A pattern is what a demand looks for. The official evaluator takes texts
// from its data for regular expressions; nearly all are plain words, which
// need no machine.
type pattern struct {
	view func(*verify.Text) string // what is searched
	next func(s string, from int) (start, end int)

	groups int // capturing groups
}

func (p *pattern) in(t *verify.Text) bool {
	start, _ := p.next(p.view(t), 0)
	return start >= 0
}

// count returns the number of matches that do not overlap.
func (p *pattern) count(t *verify.Text) int {
	s, n := p.view(t), 0
	for from := 0; from <= len(s); {
		start, end := p.next(s, from)
		if start < 0 {
			break
		}
		n++
		from = end
		if end == start {
			_, size := utf8.DecodeRuneInString(s[end:])
			from += max(size, 1)
		}
	}
	return n
}

// newPattern looks for text in any case.
func newPattern(text string) (*pattern, error) {
	if !isPlain(text) {
		return newRegular(text, syntax.FoldCase, (*verify.Text).String)
	}
	return plainPattern(parity.Fold(text), (*verify.Text).Folded), nil
}

func plainPattern(text string, view func(*verify.Text) string) *pattern {
	return &pattern{view: view, next: func(s string, from int) (int, int) { return indexFrom(s, text, from) }}
}

// newWordPattern looks for text in any case, with a word boundary at both
// ends.
func newWordPattern(text string) (*pattern, error) {
	if !isPlain(text) {
		return newRegular(`\b`+text+`\b`, syntax.FoldCase, (*verify.Text).String)
	}
	folded := parity.Fold(text)
	return &pattern{view: (*verify.Text).Folded, next: func(s string, from int) (int, int) {
		for {
			start, end := indexFrom(s, folded, from)
			if start < 0 || parity.WordBoundary(s, start) && parity.WordBoundary(s, end) {
				return start, end
			}
			from = start + 1
		}
	}}, nil
}

// newLowerPattern looks for text, which is in lower case, in the text in
// lower case.
func newLowerPattern(text string) (*pattern, error) {
	if !isPlain(text) {
		return newRegular(text, 0, (*verify.Text).Lower)
	}
	return plainPattern(text, (*verify.Text).Lower), nil
}

// newSectionPattern looks for text and a number, with white space between
// and after at will.
func newSectionPattern(text string) (*pattern, error) {
	if !isPlain(text) {
		return newRegular(`\s?`+text+`\s?\d+\s?`, 0, (*verify.Text).String)
	}
	return &pattern{view: (*verify.Text).String, next: func(s string, from int) (int, int) {
		for {
			start, end := indexFrom(s, text, from)
			if start < 0 {
				return start, end
			}
			digits := end + one(s[end:], parity.IsSpace)
			number := digits
			for size := one(s[number:], unicode.IsDigit); size > 0; size = one(s[number:], unicode.IsDigit) {
				number += size
			}
			if number > digits {
				return start, number + one(s[number:], parity.IsSpace)
			}
			from = start + 1
		}
	}}, nil
}

// one returns the length of the first character if it is of a kind, else 0.
func one(s string, kind func(rune) bool) int {
	r, size := utf8.DecodeRuneInString(s)
	if size == 0 || !kind(r) {
		return 0
	}
	return size
}

func indexFrom(s, text string, from int) (int, int) {
	i := strings.Index(s[from:], text)
	if i < 0 {
		return -1, -1
	}
	return from + i, from + i + len(text)
}

// isPlain reports whether a regular expression matches just itself.
func isPlain(text string) bool { return text != "" && !strings.ContainsAny(text, `.^$*+?{}[]\|()`) }

func newRegular(expression string, flags syntax.Flags, view func(*verify.Text) string) (*pattern, error) {
	if expression == "" {
		return nil, errors.New("it is empty")
	}
	expression, err := translate(expression)
	if err != nil {
		return nil, err
	}
	parsed, err := syntax.Parse(expression, syntax.Perl|flags)
	if err != nil {
		return nil, err
	}
	groups := parsed.MaxCap()
	prog, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return nil, err
	}
	m := &machine{prog: prog, fold: flags&syntax.FoldCase != 0}
	m.prefix, _ = prog.Prefix()
	return &pattern{view: view, next: m.next, groups: groups}, nil
}

// The classes that Python matches by Unicode and Go by ASCII.
var classes = map[byte]string{
	'd': `\p{Nd}`,
	'D': `\P{Nd}`,
	'w': `\p{L}\p{N}_`,
	's': `\t-\r\x1c-\x20\x{85}\p{Z}`,
}

// translate rewrites what Go reads differently from Python.
func translate(expression string) (string, error) {
	var b strings.Builder
	inClass := false
	for i := 0; i < len(expression); i++ {
		c := expression[i]
		switch {
		case c == '\\' && i+1 < len(expression):
			i++
			if err := translateEscape(&b, expression[i], inClass); err != nil {
				return "", err
			}
			continue
		case c == '[' && !inClass:
			inClass = true
		case c == ']' && inClass:
			inClass = false
		}
		b.WriteByte(c)
	}
	return b.String(), nil
}

func translateEscape(b *strings.Builder, c byte, inClass bool) error {
	class, known := classes[c]
	switch {
	case known && inClass:
		b.WriteString(class)
	case known:
		b.WriteString("[" + class + "]")
	case c == 'W' && !inClass:
		b.WriteString("[^" + classes['w'] + "]")
	case c == 'S' && !inClass:
		b.WriteString("[^" + classes['s'] + "]")
	case c == 'W' || c == 'S' || c == 'Z':
		return errors.New(`\` + string(c) + ` is not supported here`)
	case c == 'b' && inClass:
		b.WriteString(`\x08`)
	default:
		b.WriteString(`\` + string(rune(c)))
	}
	return nil
}
