package mifeval

import (
	"errors"
	"strings"
	"sync"
	"unicode/utf8"

	"adhere/internal/lazyregexp"
	"adhere/verify"
	"adhere/verify/parity"
)

// A Word is a word of a Japanese text.
type Word struct {
	Text string
	Noun bool
}

// A Cutter cuts a line of Japanese into words. It is safe for concurrent use.
type Cutter func(line string) []Word

// dictionary cuts Japanese into words. It is opened when the first
// check that needs it is compiled.
var dictionary struct {
	sync.Mutex
	open func() (Cutter, error)
	cut  Cutter
}

// UseDictionary says how Japanese is cut into words: by what open
// returns. Without it, or if open fails, checks of Japanese words do not compile.
// Use of package mifeval/dictionary calls it for the official dictionary.
func UseDictionary(open func() (Cutter, error)) {
	dictionary.Lock()
	defer dictionary.Unlock()
	dictionary.open = open
}

// cutter returns what cuts a line of Japanese into words.
func cutter() (cut Cutter, err error) {
	dictionary.Lock()
	defer dictionary.Unlock()
	if dictionary.open == nil {
		return nil, errors.New("this program has not said where the dictionary of Japanese words is: see package adhere/verify/mifeval/dictionary")
	}
	if dictionary.cut == nil {
		dictionary.cut, err = dictionary.open()
	}
	return dictionary.cut, err
}

// ofWords makes a check of one that needs the dictionary.
func ofWords(check func(a *verify.Args, by Cutter) verify.Check) func(*verify.Args) (verify.Check, error) {
	return func(a *verify.Args) (verify.Check, error) {
		cut, err := cutter()
		return check(a, cut), err
	}
}

// longest is how much of a line is cut at once, in characters: the work on a
// piece takes memory in proportion to its length.
const longest = 2000

// words calls f with the words of each line, or piece of a long line.
func words(by Cutter, s string, f func([]Word)) {
	for line := range strings.SplitSeq(s, "\n") {
		for rest := []rune(line); len(rest) > 0; {
			n := min(len(rest), longest)
			f(by(string(rest[:n])))
			rest = rest[n:]
		}
	}
}

// japaneseWords counts each word.
func japaneseWords(by Cutter, s string) map[string]int {
	count := map[string]int{}
	words(by, s, func(list []Word) {
		for i := range list {
			count[list[i].Text]++
		}
	})
	return count
}

// countNominalEndings counts the nouns before marks that end sentences.
func countNominalEndings(by Cutter, s string) (n int) {
	words(by, s, func(list []Word) {
		for i := range list {
			if mark := list[i].Text; i > 0 && list[i-1].Noun && (mark == "。" || mark == "！" || mark == "？") {
				n++
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
