package ifbench

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"adhere/internal/lazyregexp"
	"adhere/verify"
	"adhere/verify/parity"
)

// pySpace is \s of Python within a class of Go.
const pySpace = `\t-\r\x1c-\x20\x{85}\p{Z}`

// questionLabel is what stands before each question.
var questionLabel = lazyregexp.New(`Question \p{Nd}+[.|):;]?[` + pySpace + `]*`)

func questions(t *verify.Text) verify.Finding {
	const wanted = "4 questions of growing length with 5 options each, and nothing before them"
	if !strings.HasPrefix(t.String(), "Question") {
		return verify.Found(false, "the answer begins with "+verify.Quote(t.String()), wanted)
	}
	var list []string
	for _, q := range questionLabel.Split(t.String(), -1) {
		if q = parity.TrimSpace(q); q != "" {
			list = append(list, q)
		}
	}
	if len(list) != 4 {
		return verify.Found(false, verify.Amount(len(list), "question"), wanted)
	}
	last := -1
	for i, q := range list {
		length, options := measure(q)
		if options != 5 {
			return verify.Found(false, fmt.Sprintf("%s for question %d", verify.Amount(options, "option"), i+1), wanted)
		}
		if length <= last {
			return verify.Found(false, fmt.Sprintf("question %d has %s, the one before %d", i+1, verify.Amount(length, "character"), last), wanted)
		}
		last = length
	}
	return verify.Found(true, "4 such questions", wanted)
}

// measure returns the length in characters of what stands before the first
// option, with a blank between lines, and the number of options.
func measure(question string) (length, options int) {
	var text strings.Builder
	for line := range strings.SplitSeq(question, "\n") {
		line = parity.TrimSpace(line)
		switch {
		case isOption(line):
			options++
		case options == 0:
			text.WriteString(" " + line)
		}
	}
	return utf8.RuneCountInString(parity.TrimSpace(text.String())), options
}

// isOption reports a line like "A) word" or "b. word".
func isOption(line string) bool {
	if len(line) < 3 || line[0]|0x20 < 'a' || line[0]|0x20 > 'e' || !strings.ContainsRune(".|)", rune(line[1])) {
		return false
	}
	return parity.IsWord(first(strings.TrimLeftFunc(line[2:], parity.IsSpace)))
}
