package ifbench

import (
	"cmp"
	"strings"
	"sync"
	"unicode"
)

// syllables counts as the library syllapy 0.7 does: a word with a digit has
// none, a word of its dictionary has what stands there, any other has one per
// group of vowels, without a final e. The word is in lower case and has no
// punctuation.
func syllables(word string) int {
	if strings.IndexFunc(word, unicode.IsDigit) >= 0 {
		return 0
	}
	if n, ok := syllableExceptions()[word]; ok {
		return n
	}
	n := 0
	vowel := false
	for _, r := range word {
		before := vowel
		if vowel = isVowelOrY(r); vowel && !before {
			n++
		}
	}
	if strings.HasSuffix(word, "e") {
		n--
	}
	if r := []rune(word); strings.HasSuffix(word, "le") && len(r) > 2 && !isVowelOrY(r[len(r)-3]) {
		n++
	}
	n = cmp.Or(n, 1)
	return n
}

func isVowelOrY(r rune) bool { return strings.ContainsRune("aeiouy", r) }

// syllableExceptions are the words of the dictionary whose number of
// syllables is not what the vowels say.
var syllableExceptions = sync.OnceValue(func() map[string]int {
	m := map[string]int{}
	for i, list := range []string{oneSyllable, twoSyllables, threeSyllables, fourSyllables, fiveSyllables, sixSyllables} {
		for w := range strings.FieldsSeq(list) {
			m[w] = i + 1
		}
	}
	return m
})
