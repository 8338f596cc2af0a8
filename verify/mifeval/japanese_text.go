package mifeval

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/ikawaha/kagome-dict/ipa"
	"github.com/ikawaha/kagome/v2/tokenizer"

	"adhere/internal/lazyregexp"
	"adhere/verify/parity"
)

// dictionary cuts Japanese into words. It is read when it is first needed, in
// about a second, and is safe for concurrent use.
var dictionary = sync.OnceValue(func() *tokenizer.Tokenizer {
	t, err := tokenizer.New(ipa.Dict(), tokenizer.OmitBosEos())
	if err != nil {
		panic(err) // of the options alone
	}
	return t
})

// longest is how much of a line is cut at once, in characters: the work on a
// piece takes memory in proportion to its length.
const longest = 2000

// tokens calls f with the words of each line, or piece of a long line.
func tokens(s string, f func([]tokenizer.Token)) {
	for line := range strings.SplitSeq(s, "\n") {
		for rest := []rune(line); len(rest) > 0; {
			n := min(len(rest), longest)
			f(dictionary().Tokenize(string(rest[:n])))
			rest = rest[n:]
		}
	}
}

// japaneseWords counts each word.
func japaneseWords(s string) map[string]int {
	count := map[string]int{}
	tokens(s, func(list []tokenizer.Token) {
		for i := range list {
			count[list[i].Surface]++
		}
	})
	return count
}

// countNominalEndings counts the nouns before marks that end sentences.
func countNominalEndings(s string) (n int) {
	tokens(s, func(list []tokenizer.Token) {
		for i := range list {
			if mark := list[i].Surface; i > 0 && (mark == "。" || mark == "！" || mark == "？") {
				if pos := list[i-1].POS(); len(pos) > 0 && pos[0] == "名詞" {
					n++
				}
			}
		}
	})
	return n
}

// inside are passages in which no sentence ends.
var inside = lazyregexp.New(`「[^「」]*」|\([^()]*\)`)

// countJapaneseSentences counts the lines, and in them what ends with a mark
// outside quotations and brackets. A line that ends in の goes on in the next.
func countJapaneseSentences(s string) (n int) {
	s = strings.NewReplacer("！", "!", "？", "?", "｡", "。", "（", "(", "）", ")", "｢", "「", "｣", "」").Replace(parity.TrimSpace(s))
	var line strings.Builder
	for _, l := range strings.FieldsFunc(s, parity.IsLineBreak) {
		if trimmed := strings.TrimRight(l, " 　"); trimmed != "" { // a blank line counts
			l = trimmed
		}
		line.WriteString(l)
		if so := line.String(); strings.HasSuffix(so, "の") && so != "の" {
			continue
		}
		n += sentencesIn(line.String())
		line.Reset()
	}
	return n + sentencesIn(line.String())
}

// sentencesIn counts what ends with a mark, and what is left after the last.
func sentencesIn(line string) (n int) {
	line = inside.ReplaceAllString(line, "“”")
	for line != "" {
		n++
		at := strings.IndexAny(line, "。!?")
		if at < 0 {
			break
		}
		_, size := utf8.DecodeRuneInString(line[at:])
		line = line[at+size:]
	}
	return n
}
