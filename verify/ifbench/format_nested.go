package ifbench

import (
	"fmt"
	"strings"

	"adhere/verify"
	"adhere/verify/parity"
)

// parentheses forgets all open brackets at one that closes out of order.
func parentheses(t *verify.Text) verify.Finding {
	const levels = 5
	const wanted = "at least 5 levels, closed in order"
	var open []byte
	depth, deepest := 0, 0
	for _, c := range []byte(t.String()) {
		switch c {
		case '(', '[', '{':
			open = append(open, c)
			depth = max(depth, len(open))
			deepest = max(deepest, depth)
		case ')', ']', '}':
			if n := len(open); n == 0 || !closes(open[n-1], c) {
				open, depth = open[:0], 0
				continue
			}
			open = open[:len(open)-1]
			if depth >= levels {
				return verify.Found(true, verify.Amount(depth, "level")+" of brackets", wanted)
			}
		}
	}
	return verify.Found(false, verify.Amount(deepest, "level")+" of brackets", wanted)
}

func closes(open, c byte) bool {
	return open == '(' && c == ')' || open == '[' && c == ']' || open == '{' && c == '}'
}

// nestedQuotes opens a level at each mark that does not close the innermost
// one, so that apostrophes count as marks.
func nestedQuotes(t *verify.Text) verify.Finding {
	const levels = 3
	const wanted = "at least 3 levels of \" and ' in turn"
	var open []byte
	deepest := 0
	for _, c := range []byte(t.String()) {
		if c != '"' && c != '\'' {
			continue
		}
		if n := len(open); n == 0 || open[n-1] != c {
			open = append(open, c)
			deepest = max(deepest, len(open))
			continue
		}
		open = open[:len(open)-1]
		if deepest-len(open) >= levels {
			return verify.Found(true, verify.Amount(deepest, "level")+" of quotation marks", wanted)
		}
	}
	return verify.Found(false, fmt.Sprintf("%s of quotation marks, %d left open", verify.Amount(deepest, "level"), len(open)), wanted)
}

func quoteUnquote(t *verify.Text) verify.Finding {
	const wanted = "an explanation without quotation marks after each quoted phrase"
	s := strings.ReplaceAll(t.String(), `'"'`, "")
	s = strings.Join(parity.Fields(s), "")
	if at := strings.Index(s, `""`); at >= 0 {
		return verify.Found(false, "two quotation marks side by side before "+verify.Quote(s[at+2:]), wanted)
	}
	s = strings.TrimRightFunc(s, func(r rune) bool { return r != '"' && isMarkOrDigit(r) })
	if strings.HasSuffix(s, `"`) {
		return verify.Found(false, "a quotation mark at the end", wanted)
	}
	return verify.Found(true, verify.Amount(strings.Count(s, `"`), "quotation mark")+", each with text behind it", wanted)
}

func isMarkOrDigit(r rune) bool {
	return r < 0x80 && isMark(byte(r)) || '0' <= r && r <= '9'
}
