package mifeval

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/ikawaha/kagome-dict/dict"
	"github.com/ikawaha/kagome/v2/tokenizer"

	"adhere/internal/lazyregexp"
	"adhere/verify"
	"adhere/verify/parity"
)

// dictionary cuts Japanese into words. It is read when the first check that
// needs it is compiled, in about a second.
var dictionary struct {
	sync.Mutex
	read func() ([]byte, error)
	*tokenizer.Tokenizer
}

// UseDictionary says how the file of the dictionary of Japanese words is read:
// ipa.dict of github.com/ikawaha/kagome-dict, which dataset.Dictionary finds. A
// program calls it when it starts. Without it, or if read fails, checks of
// Japanese words do not compile.
func UseDictionary(read func() ([]byte, error)) {
	dictionary.Lock()
	defer dictionary.Unlock()
	dictionary.read = read
}

// cutter returns what cuts Japanese into words. It is safe for concurrent use.
func cutter() (*tokenizer.Tokenizer, error) {
	dictionary.Lock()
	defer dictionary.Unlock()
	if dictionary.Tokenizer != nil {
		return dictionary.Tokenizer, nil
	}
	if dictionary.read == nil {
		return nil, errors.New("this program has not said where the dictionary of Japanese words is: see suites.UseDictionary")
	}
	file, err := dictionary.read()
	if err != nil {
		return nil, err
	}
	parts, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, fmt.Errorf("the dictionary of Japanese words: %w", err)
	}
	d, err := dict.Load(parts, false)
	if err != nil {
		return nil, fmt.Errorf("the dictionary of Japanese words: %w", err)
	}
	dictionary.Tokenizer, err = tokenizer.New(d, tokenizer.OmitBosEos())
	return dictionary.Tokenizer, err
}

// ofWords makes a check of one that needs the dictionary.
func ofWords(check func(a *verify.Args, by *tokenizer.Tokenizer) verify.Check) func(*verify.Args) (verify.Check, error) {
	return func(a *verify.Args) (verify.Check, error) {
		by, err := cutter()
		return check(a, by), err
	}
}

// longest is how much of a line is cut at once, in characters: the work on a
// piece takes memory in proportion to its length.
const longest = 2000

// tokens calls f with the words of each line, or piece of a long line.
func tokens(by *tokenizer.Tokenizer, s string, f func([]tokenizer.Token)) {
	for line := range strings.SplitSeq(s, "\n") {
		for rest := []rune(line); len(rest) > 0; {
			n := min(len(rest), longest)
			f(by.Tokenize(string(rest[:n])))
			rest = rest[n:]
		}
	}
}

// japaneseWords counts each word.
func japaneseWords(by *tokenizer.Tokenizer, s string) map[string]int {
	count := map[string]int{}
	tokens(by, s, func(list []tokenizer.Token) {
		for i := range list {
			count[list[i].Surface]++
		}
	})
	return count
}

// countNominalEndings counts the nouns before marks that end sentences.
func countNominalEndings(by *tokenizer.Tokenizer, s string) (n int) {
	tokens(by, s, func(list []tokenizer.Token) {
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
