package build

import (
	"hash/fnv"
	"iter"
	"strings"
	"unicode"

	minhashlsh "github.com/ekzhu/minhash-lsh"
)

// The settings of near duplicates.
const (
	nearHashes    = 128
	nearThreshold = 0.7 // of the shingles that two texts have in common
	nearSeed      = 1
	shingle       = 3 // words
)

// wordsOf returns the words of a text in small letters.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
}

// nearDuplicates returns for each text the index of an earlier one that is
// nearly the same, or -1. An earlier one that is a duplicate itself does not
// count: its original does.
func nearDuplicates(texts []string) []int {
	of := make([]int, len(texts))
	for i, earlier := range nearPairs(texts) {
		of[i] = -1
		for _, j := range earlier {
			if of[j] < 0 && (of[i] < 0 || j < of[i]) {
				of[i] = j
			}
		}
	}
	return of
}

// nearReasons says of lines that are nearly the same as an earlier one which
// it is; identify returns a line's id and text.
func nearReasons[T any](lines []T, identify func(T) (id, text string)) []string {
	ids, texts, why := make([]string, len(lines)), make([]string, len(lines)), make([]string, len(lines))
	for i, line := range lines {
		ids[i], texts[i] = identify(line)
	}
	for i, j := range nearDuplicates(texts) {
		if j >= 0 {
			why[i] = "nearly the same: as " + ids[j]
		}
	}
	return why
}

// nearPairs yields for each text the indexes of earlier ones that are nearly
// the same.
func nearPairs(texts []string) iter.Seq2[int, []int] {
	index := minhashlsh.NewMinhashLSH32(nearHashes, nearThreshold)
	signatures := make([][]uint64, len(texts))
	for i, text := range texts {
		signatures[i] = signatureOf(text)
		index.Add(i, signatures[i])
	}
	index.Index()
	return func(yield func(int, []int) bool) {
		for i := range texts {
			var earlier []int
			for _, found := range index.Query(signatures[i]) {
				if j, ok := found.(int); ok && j < i && alike(signatures[i], signatures[j]) {
					earlier = append(earlier, j)
				}
			}
			if !yield(i, earlier) {
				return
			}
		}
	}
}

func signatureOf(text string) []uint64 {
	m := minhashlsh.NewMinhash(nearSeed, nearHashes)
	words := wordsOf(text)
	for i := 0; i == 0 || i+shingle <= len(words); i++ {
		m.Push([]byte(strings.Join(words[i:min(i+shingle, len(words))], " ")))
	}
	return m.Signature()
}

// alike reports whether as many minima are equal as the threshold asks for.
func alike(a, b []uint64) bool {
	n := 0
	for i := range a {
		if a[i] == b[i] {
			n++
		}
	}
	return float64(n) >= float64(nearThreshold*float64(len(a)))
}

// overlapWords is the length of a passage that is taken for a copy.
const overlapWords = 8

// Passages are the passages of texts that nothing may be copied from. A text
// shorter than a passage is one itself.
type Passages map[uint64]string

// Add adds the passages of a text under a name.
func (p Passages) Add(name, text string) {
	for _, key := range passageKeys(text) {
		if _, ok := p[key]; !ok {
			p[key] = name
		}
	}
}

// In returns the name of a text that shares a passage, "" if none does.
func (p Passages) In(text string) string {
	for _, key := range passageKeys(text) {
		if name, ok := p[key]; ok {
			return name
		}
	}
	return ""
}

func passageKeys(text string) []uint64 {
	words := wordsOf(text)
	var keys []uint64
	for i := 0; i == 0 || i+overlapWords <= len(words); i++ {
		h := fnv.New64a()
		h.Write([]byte(strings.Join(words[i:min(i+overlapWords, len(words))], " ")))
		keys = append(keys, h.Sum64())
	}
	return keys
}
