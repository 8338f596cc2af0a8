package ifeval

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"adhere/verify"
	"adhere/verify/parity"
)

func bullets(raw json.RawMessage) (verify.Check, error) {
	a := verify.ReadArgs(raw)
	wanted := a.Count("num_bullets")
	demand := fmt.Sprintf("exactly %d", wanted)
	return func(t *verify.Text) verify.Finding {
		n := countBullets(t.String(), star) + countBullets(t.String(), hyphen)
		return verify.Finding{Met: n == wanted, Measured: verify.Amount(n, "bullet point"), Wanted: demand}
	}, a.Err()
}

// countBullets counts lines that begin, after white space, with a mark. The
// white space may span lines; so may the character after a star, which then
// takes the following line with it.
func countBullets(s string, mark func(string) int) int {
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

// star measures a star and the character after it, which is no star.
func star(s string) int {
	if len(s) < 2 || s[0] != '*' || s[1] == '*' {
		return 0
	}
	_, size := utf8.DecodeRuneInString(s[1:])
	return 1 + size
}

func hyphen(s string) int {
	if strings.HasPrefix(s, "-") {
		return 1
	}
	return 0
}

func highlights(raw json.RawMessage) (verify.Check, error) {
	a := verify.ReadArgs(raw)
	b := verify.Bound{N: a.Count("num_highlights")}
	return func(t *verify.Text) verify.Finding {
		n := countHighlights(t.String(), "*") + countHighlights(t.String(), "**")
		return b.Finding(n, "passage", " highlighted with asterisks")
	}, a.Err()
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

func sections(raw json.RawMessage) (verify.Check, error) {
	a := verify.ReadArgs(raw)
	splitter := parity.TrimSpace(a.Text("section_spliter"))
	b := verify.Bound{N: a.Count("num_sections")}
	patterns, err := compileAll(a, "section_spliter", []string{splitter}, newSectionPattern)
	mark := fmt.Sprintf(" begun by %q and a number", splitter)
	return func(t *verify.Text) verify.Finding {
		return b.Finding(patterns[0].count(t)*(1+patterns[0].groups), "section", mark) // re.split also returns groups
	}, err
}

// title looks for a line with a text between double angular brackets.
func title(t *verify.Text) verify.Finding {
	f := verify.Finding{Measured: "no title", Wanted: "one <<like this>>"}
	for line := range strings.Lines(t.String()) {
		open, end := strings.Index(line, "<<"), strings.LastIndex(line, ">>")
		if open < 0 || end < open+3 {
			continue
		}
		name := strings.TrimRight(strings.TrimLeft(line[open:end+2], "<"), ">")
		if !parity.Blank(name) {
			f.Met, f.Measured = true, "the title "+verify.Quote(name)
			return f
		}
	}
	return f
}

func constrained(t *verify.Text) verify.Finding {
	options := []string{"My answer is yes.", "My answer is no.", "My answer is maybe."}
	f := verify.Finding{Measured: "none of the options", Wanted: list(options)}
	for _, o := range options {
		if strings.Contains(t.String(), o) {
			f.Met, f.Measured = true, verify.Quote(o)
		}
	}
	return f
}
