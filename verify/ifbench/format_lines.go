package ifbench

import (
	"fmt"
	"strings"
	"unicode"

	"adhere/verify"
	"adhere/verify/parity"
	"adhere/verify/punkt"
)

// stairs first takes out blank lines as the evaluator does, which removes
// them from a list while it walks along it: of two blank lines in succession
// the second is passed over, and of equal ones the first goes.
func stairs(t *verify.Text) verify.Finding {
	const wanted = "each line indented further than the one before"
	lines := withoutBlanks(strings.Split(t.String(), "\n"))
	for i := 1; i < len(lines); i++ {
		if before, here := indent(lines[i-1]), indent(lines[i]); here <= before {
			return verify.Found(false, fmt.Sprintf("%s before %s, %d before the line above it", verify.Amount(here, "blank"), verify.Quote(lines[i]), before), wanted)
		}
	}
	return verify.Found(true, verify.Amount(len(lines), "line")+" like stairs", wanted)
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

func withoutBlanks(lines []string) []string {
	remove := map[string]int{}
	for i := 0; i < len(lines); i++ {
		if parity.Blank(lines[i]) {
			remove[lines[i]]++
			i++ // the next line slips into this place and is not looked at
		}
	}
	kept := make([]string, 0, len(lines))
	for _, line := range lines {
		if remove[line] > 0 {
			remove[line]--
			continue
		}
		kept = append(kept, line)
	}
	return kept
}

// proseThenBullets allows nothing but bullets behind a blank line: the
// evaluator takes a line without sentences for the end of the prose.
func proseThenBullets(t *verify.Text) verify.Finding {
	const wanted = "at least 2 sentences, then at least 2 lines with *"
	prose := true
	count, bullets := 0, 0
	for line := range strings.SplitSeq(t.String(), "\n") {
		line = parity.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "*"):
			if count < 2 {
				return verify.Found(false, verify.Amount(count, "sentence")+" before the first bullet", wanted)
			}
			prose = false
			bullets++
		case prose:
			n := len(punkt.Sentences(line))
			count += n
			prose = n > 0
		default:
			return verify.Found(false, fmt.Sprintf("%s after %s and %s", verify.Quote(line), verify.Amount(count, "sentence"), verify.Amount(bullets, "bullet")), wanted)
		}
	}
	return verify.Found(bullets >= 2, fmt.Sprintf("%s and %s", verify.Amount(count, "sentence"), verify.Amount(bullets, "bullet")), wanted)
}

// emojiEnds looks at single characters, as the evaluator does: an emoji of
// several is known by its last two.
func emojiEnds(t *verify.Text) verify.Finding {
	const wanted = "an emoji at the end of each sentence"
	list := t.Sentences()
	for i, s := range list {
		last := []rune(parity.TrimSpace(bare(s)))
		if n := len(last); n > 0 && (parity.IsEmoji(last[n-1]) || parity.IsEmoji(last[max(n-2, 0)])) {
			continue
		}
		if len(last) > 0 && i+1 < len(list) && parity.IsEmoji(first(parity.TrimSpace(bare(list[i+1])))) {
			continue
		}
		return verify.Found(false, fmt.Sprintf("sentence %d, %s, has none", i+1, verify.Quote(s)), wanted)
	}
	return verify.Found(true, verify.Amount(len(list), "sentence")+" with one", wanted)
}

// titleCase fails words of small letters and words with a small first letter
// and capitals behind it; other mixtures pass.
func titleCase(t *verify.Text) verify.Finding {
	const wanted = "title case"
	list := t.Tokens()
	for _, w := range list {
		if lowWord(w) {
			return verify.Found(false, verify.Quote(w)+" in lower case", wanted)
		}
	}
	return verify.Found(true, verify.Amount(len(list), "word")+" in title case", wanted)
}

func lowWord(w string) bool {
	if r := first(w); !unicode.IsLetter(r) || !parity.LowerCase(r) {
		return false
	}
	tail := after(w)
	return tail == "" || parity.IsLower(tail) || parity.IsUpper(tail)
}
