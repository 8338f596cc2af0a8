package judge

import (
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/lazyregexp"
)

// The marks in which MT-Bench has a reply give its verdict, and what may stand
// behind the one that ends it: "Output: "[[A]]"", "[[8]]점을 주겠습니다.".
var (
	winnerMarkRE = pattern(`\[\[\s*([abc]|tie)\s*\]\]`)
	scoreMarkRE  = pattern(`\[\[\s*(\d+(?:\.\d+)?)\s*\]\]`)
	markEndsRE   = pattern(`^[^\pL\pN\[?.]*\.?[^\pL\pN\[?.]*$`)
	scoreEndsRE  = pattern(`^[^\pN\[\n?.]{0,40}\.?[^\pL\pN\[?.]*$`)
	announcesRE  = pattern(`^[^\pL\pN]*$|verdict|output|decision|decide|winner|choice|conclusion|result|judg|rating|score|판정|결과|결론|선택|평가|점`)
	paragraphRE  = pattern(`\n[ \t>*_-]*\n`)
)

// closing returns what the mark that ends a reply says, and what leads to it from the
// last whole paragraph on. There is none if marks differ, or where the sentence denies it or sets a
// condition.
func closing(reply string, mark, ends *lazyregexp.Regexp, words lexicon) (said, before string, ok bool) {
	text := unreported(strings.Map(fold, reply))
	marks := mark.FindAllStringSubmatchIndex(text, -1)
	for _, m := range marks {
		if said != "" && !strings.EqualFold(said, text[m[2]:m[3]]) {
			return "", "", false
		}
		said = text[m[2]:m[3]]
	}
	if said == "" {
		return "", "", false
	}
	last := marks[len(marks)-1]
	before, after := text[:last[0]], strings.TrimSpace(text[last[1]:])
	sentence := sentenceBefore(text, last[0])
	doubt := has(words.terms(sentence+" "+after), condition, denial, negation, noWord)
	if doubt || !announcesRE.MatchString(sentence+after) || unsettled(after) || !ends.MatchString(after) {
		return "", "", false
	}
	short := func(text string) bool { return len(strings.Fields(bare(text))) < 4 } // a heading, or what announces the verdict
	parts := paragraphRE.Split(before, -1)
	at := len(parts) - 1
	for at > 0 && short(parts[at]) {
		at--
	}
	if heading, rest, ok := strings.Cut(parts[at], "\n"); ok && short(heading) && !short(rest) {
		parts[at] = rest
	}
	return said, strings.Join(parts[at:], "\n\n"), true
}

// closingWinner is the better of two by the mark that ends a reply, if there is one;
// none where the paragraph before it prefers another.
func closingWinner(reply string) (w adhere.Winner, ok bool) {
	said, before, ok := closing(reply, winnerMarkRE, markEndsRE, pairWords())
	if !ok {
		return adhere.NoWinner, false
	}
	w = winnerOf(said)
	led := slices.DeleteFunc(choices("…\n\n"+before), func(c choice) bool { return c.conditional }) // a name that opens the paragraph opens no reply
	if len(led) > 0 && !slices.ContainsFunc(led, func(c choice) bool { return c.winner == w }) {
		w = adhere.NoWinner
	}
	return w, true
}

// closingScores are the score by the mark that ends a reply, if there is one, and
// those that the paragraph before it gives.
func closingScores(reply string, high int) ([]scoreAt, error) {
	said, before, ok := closing(reply, scoreMarkRE, scoreEndsRE, scoreWords())
	if !ok {
		return nil, nil
	}
	value, err := strconv.ParseFloat(said, 64)
	if err != nil {
		return nil, err
	}
	led, err := scoresSaid(mask(before), high)
	led = slices.DeleteFunc(led, func(s scoreAt) bool { return s.firmness >= alone })
	for i := range led {
		led[i].at, led[i].firmness = 0, labelled
	}
	return append(led, scoreAt{score: score{value: value, given: true}, firmness: labelled}), err
}
