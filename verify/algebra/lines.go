package algebra

import (
	"strings"
	"unicode/utf8"

	"adhere/verify/parity"
)

// A lineKind is what a line is in Markdown.
type lineKind uint8

const (
	blankLine lineKind = iota
	textLine
	headingLine
	underline // of the heading before it
	bulletLine
	numberedLine
	fenceLine
	codeLine
	tableHead
	tableRule
	tableRow
	quoteLine
	ruleLine // a horizontal rule
)

// A line is one line without its end. Its content begins after the mark.
type line struct {
	at, to, content int
	kind            lineKind
	level           int // of a heading, 1 to 6, and boldLevel
	indent          int // columns of white space before it; a tab is four
}

func (l line) part() cut { return bare(l.at, l.to) }

// boldLevel is the level of a heading that is only a line in bold: below
// all others.
const boldLevel = 7

// readLines tells the lines of a text apart, in one pass.
func readLines(s string, plain bool) []line {
	lines := make([]line, 0, strings.Count(s, "\n")+1)
	fence, at := "", 0
	for text := range strings.SplitSeq(s, "\n") {
		l := line{at: at, to: at + len(strings.TrimSuffix(text, "\r")), content: at}
		fence = l.read(s, fence, plain)
		lines = append(lines, l)
		joinLines(s, lines)
		at += len(text) + 1
	}
	return lines
}

// read works out the kind. It is given the fence of the code block that is
// open, and returns the one that is open after the line.
func (l *line) read(s, fence string, plain bool) string {
	body := strings.TrimLeft(s[l.at:l.to], " \t")
	l.indent = indent(s[l.at : l.to-len(body)])
	l.content = l.to - len(body)
	if fence != "" {
		l.kind, l.content = codeLine, l.at
		if run := leading(body, fence[0]); run >= len(fence) && parity.Blank(body[run:]) {
			l.kind = fenceLine
			return ""
		}
		return fence
	}
	if parity.Blank(body) {
		return ""
	}
	for _, mark := range []byte("`~") {
		if run := leading(body, mark); run >= 3 && strings.IndexByte(body[run:], '`') < 0 {
			l.kind = fenceLine
			return body[:run]
		}
	}
	l.mark(body, plain)
	return ""
}

func indent(s string) (columns int) {
	for _, c := range []byte(s) {
		if c == '\t' {
			columns += 3
		}
		columns++
	}
	return columns
}

// leading counts the bytes c that s begins with.
func leading(s string, c byte) int { return len(s) - len(strings.TrimLeft(s, string(c))) }

// mark reads the mark that a line begins with.
func (l *line) mark(body string, plain bool) {
	l.kind = textLine
	hashes := leading(body, '#')
	switch {
	case hashes >= 1 && hashes <= 6 && (len(body) == hashes || body[hashes] == ' ' || body[hashes] == '\t'):
		l.kind, l.level = headingLine, hashes
		l.skip(body, hashes)
	case isRule(body):
		l.kind = ruleLine
	case body[0] == '>':
		l.kind = quoteLine
		l.skip(body, 1)
	case bulletMark(body, plain) > 0:
		l.kind = bulletLine
		l.skip(body, bulletMark(body, plain))
	case numberMark(body, plain) > 0:
		l.kind = numberedLine
		l.skip(body, numberMark(body, plain))
	case plain && isBoldLine(body):
		l.kind, l.level = headingLine, boldLevel
	}
}

// skip moves the content behind n bytes and the white space after them.
func (l *line) skip(body string, n int) {
	l.content = l.to - len(strings.TrimLeft(body[n:], " \t"))
}

func isRule(body string) bool {
	compact := strings.ReplaceAll(strings.TrimRight(body, " \t"), " ", "")
	return len(compact) >= 3 && strings.IndexByte("-*_", compact[0]) >= 0 && leading(compact, compact[0]) == len(compact)
}

// bulletMark returns the length of the bullet that a line begins with.
func bulletMark(body string, plain bool) int {
	if !plain {
		if body[0] == '-' || body[0] == '*' && len(body) > 1 && body[1] != '*' {
			return 1
		}
		return 0
	}
	r, size := utf8.DecodeRuneInString(body)
	if !strings.ContainsRune("*-+•◦▪‣●○・■◆▸►➤✓✔", r) {
		return 0
	}
	if rest := body[size:]; size == 1 && (rest == "" || rest[0] != ' ' && rest[0] != '\t') {
		return 0
	}
	return size
}

// numberMark returns the length of the number with its . or ) that a line
// begins with. In plain text that may be in bold, alone or with the words behind it.
func numberMark(body string, plain bool) int {
	if inner, bold := strings.CutPrefix(body, "**"); bold && plain && !isBoldLine(body) {
		digits := len(inner) - len(strings.TrimLeft(inner, "0123456789"))
		for _, end := range []string{".** ", ")** "} {
			if digits > 0 && strings.HasPrefix(inner[digits:], end) {
				return 2 + digits + len(end)
			}
		}
		if n := numberMark(inner, false); n > 0 {
			return 2 + n
		}
		return 0
	}
	digits := len(body) - len(strings.TrimLeft(body, "0123456789"))
	if digits == 0 || digits > 9 || digits+1 >= len(body) {
		return 0
	}
	for _, mark := range []string{"、", "．"} { // as Chinese and Japanese lists have it
		if strings.HasPrefix(body[digits:], mark) {
			return digits + len(mark)
		}
	}
	if c, after := body[digits], body[digits+1]; (c != '.' && c != ')') || after != ' ' && after != '\t' {
		return 0
	}
	return digits + 1
}

func isBoldLine(body string) bool {
	body = strings.TrimRight(body, " \t:")
	for _, mark := range []string{"**", "__"} {
		inner, opened := strings.CutPrefix(body, mark)
		inner, closed := strings.CutSuffix(strings.TrimRight(inner, ":"), mark)
		if opened && closed && !strings.Contains(inner, mark) && !parity.Blank(inner) {
			return true
		}
	}
	return false
}

// joinLines corrects the last lines where their kind shows only now: at the
// line under a heading or under a table's header.
func joinLines(s string, lines []line) {
	n := len(lines) - 1
	if n < 1 {
		return
	}
	last, before := &lines[n], &lines[n-1]
	text := strings.TrimSpace(s[last.at:last.to])
	switch {
	case last.kind == textLine && before.kind == textLine && text != "" && leading(text, '=') == len(text):
		before.kind, before.level, last.kind = headingLine, 1, underline
	case (last.kind == textLine || last.kind == bulletLine || last.kind == ruleLine) && before.kind == textLine &&
		strings.IndexByte(s[before.at:before.to], '|') >= 0 && isTableRule(text) &&
		len(cells(s, *before)) == len(cells(s, *last)):
		before.kind, last.kind = tableHead, tableRule
	case last.kind == textLine && (before.kind == tableRule || before.kind == tableRow) && strings.IndexByte(text, '|') >= 0:
		last.kind = tableRow
	}
}

// isTableRule reports whether a line is the one between a table's header and
// its body.
func isTableRule(text string) bool {
	return strings.IndexByte(text, '-') >= 0 && strings.Trim(text, "|:- \t") == ""
}

// cells returns the cells of a table's line: what stands between bars, but
// for the empty ends outside the outer ones. A bar after a backslash is text.
func cells(s string, l line) []cut {
	at, to := trim(s, l.at, l.to)
	if at < to && s[at] == '|' {
		at++
	}
	if to > at && s[to-1] == '|' && (to < 2 || s[to-2] != '\\') {
		to--
	}
	var out []cut
	start := at
	for i := at; i < to; i++ {
		switch s[i] {
		case '\\':
			i++
		case '|':
			out = append(out, trimmed(s, start, i))
			start = i + 1
		}
	}
	return append(out, trimmed(s, start, to))
}

// trim moves both ends of a part inwards past white space.
func trim(s string, at, to int) (newAt, newTo int) {
	to = at + len(parity.TrimRight(s[at:to]))
	at = to - len(strings.TrimLeftFunc(s[at:to], parity.IsSpace))
	return at, to
}
