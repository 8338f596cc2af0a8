package punkt

import (
	_ "embed" // for the parameters
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed english.txt
var englishData string

// parameters are what Punkt learnt about a language.
type parameters struct {
	abbrevs  map[string]bool
	starters map[string]bool // words that often start a sentence
	pairs    map[string]bool // two words that stand together over a full stop
	firsts   map[string]bool // the first words of pairs

	words    []string // sorted
	contexts []uint8  // where each of words was seen
}

// english reads the embedded parameters, once, when they are first needed.
var english = sync.OnceValue(func() *parameters { return readParameters(englishData) })

func readParameters(text string) *parameters {
	n := strings.Count(text, "\n") // nearly all lines are words
	p := &parameters{
		words: make([]string, 0, n), contexts: make([]uint8, 0, n),
		abbrevs: map[string]bool{}, starters: map[string]bool{}, pairs: map[string]bool{}, firsts: map[string]bool{},
	}
	for line := range strings.SplitSeq(text, "\n") {
		name, value, _ := strings.Cut(line, " ")
		word, more, _ := strings.Cut(value, " ")
		switch name {
		case "abbrev":
			p.abbrevs[word] = true
		case "starter":
			p.starters[word] = true
		case "pair":
			p.pairs[value], p.firsts[word] = true, true
		case "seen":
			contexts, _ := strconv.Atoi(more)
			p.words, p.contexts = append(p.words, word), append(p.contexts, uint8(contexts))
		}
	}
	return p
}

// seen returns the contexts in which a word was seen.
func (p *parameters) seen(word string) uint8 {
	i, ok := slices.BinarySearch(p.words, word)
	if !ok {
		return 0
	}
	return p.contexts[i]
}
