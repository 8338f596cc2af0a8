package ifeval

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"adhere/verify"
	"adhere/verify/parity"
)

func countBullets(t *verify.Text) int {
	return CountLines(t.String(), Bullet("*")) + CountLines(t.String(), hyphen)
}

// CountLines counts lines that begin, after white space, with a mark, whose
// length mark returns. The white space may span lines; so may the mark, which
// then takes the following line with it.
func CountLines(s string, mark func(string) int) int {
	n := 0
	for s != "" {
		s = strings.TrimLeftFunc(s, parity.IsSpace)
		if size := mark(s); size > 0 {
			n++
			s = s[size:]
		}
		_, s, _ = strings.Cut(s, "\n")
	}
	return n
}

// Bullet measures a mark and the character after it, which is no such mark.
func Bullet(mark string) func(string) int {
	return func(s string) int {
		rest, ok := strings.CutPrefix(s, mark)
		if !ok || rest == "" || strings.HasPrefix(rest, mark) {
			return 0
		}
		_, size := utf8.DecodeRuneInString(rest)
		return len(mark) + size
	}
}

func hyphen(s string) int {
	if strings.HasPrefix(s, "-") {
		return 1
	}
	return 0
}

func countAllHighlights(t *verify.Text) int {
	return countHighlights(t.String(), "*") + countHighlights(t.String(), "**")
}

// countHighlights counts the passages between two marks in one line that are
// not blank. Between double marks lies nothing for the single mark: the first
// two close each other.
func countHighlights(s, mark string) int {
	n := 0
	for {
		start := strings.Index(s, mark)
		if start < 0 {
			return n
		}
		rest := s[start+len(mark):]
		end := strings.IndexAny(rest, "*\n")
		if end < 0 || !strings.HasPrefix(rest[end:], mark) {
			s = s[start+1:]
			continue
		}
		if !parity.Blank(rest[:end]) {
			n++
		}
		s = rest[end+len(mark):]
	}
}

func sections(a *verify.Args) (verify.Check, error) {
	splitter := parity.TrimSpace(a.Text("section_spliter"))
	b := verify.Bound{N: a.Count("num_sections")}
	patterns, err := compileAll("section_spliter", []string{splitter}, newSectionPattern)
	mark := fmt.Sprintf(" begun by %q and a number", splitter)
	return func(t *verify.Text) verify.Finding {
		return b.Finding(patterns[0].count(t)*(1+patterns[0].groups), "section", mark) // re.split also returns groups
	}, err
}

// Title returns the check for a line with a text between two marks, such as
// double angular brackets, each of one character that may be repeated.
func Title(opening, closing string) verify.Check {
	first, _ := utf8.DecodeRuneInString(opening)
	last, _ := utf8.DecodeRuneInString(closing)
	return func(t *verify.Text) verify.Finding {
		f := verify.Finding{Measured: "no title", Wanted: "one " + opening + "like this" + closing}
		for line := range strings.Lines(t.String()) {
			open, end := strings.Index(line, opening), strings.LastIndex(line, closing)
			if open < 0 || end <= open+len(opening) {
				continue
			}
			name := strings.TrimRight(strings.TrimLeft(line[open:end+len(closing)], string(first)), string(last))
			if !parity.Blank(name) {
				f.Met, f.Measured = true, "the title "+verify.Quote(name)
				return f
			}
		}
		return f
	}
}

// Option returns the check for one of several sentences.
func Option(options ...string) verify.Check {
	return func(t *verify.Text) verify.Finding {
		f := verify.Finding{Measured: "none of the options", Wanted: list(options)}
		for _, o := range options {
			if strings.Contains(t.String(), o) {
				f.Met, f.Measured = true, verify.Quote(o)
			}
		}
		return f
	}
}
