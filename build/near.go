package build

import (
	"encoding/binary"
	"hash/fnv"
	"iter"
	"strings"
	"unicode"

	minhashlsh "github.com/ekzhu/minhash-lsh"

	"adhere/internal/lazyregexp"
)

// The settings of near duplicates.
const (
	nearHashes    = 128
	nearThreshold = 0.7 // of all shingles of two texts, those in both
	nearBand      = 6   // hashes: of pairs at the threshold 93 % share a band of 21, with 0.8 nearly all
	nearSeed      = 1
	shingle       = 3 // words
)

// unspaced are letters of scripts that put no spaces between words.
var unspaced = lazyregexp.New(`[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]`)

// spaced has wordsOf take each of these letters for a word.
func spaced(text string) string {
	const first = 'ก' // of them
	if !strings.ContainsFunc(text, func(r rune) bool { return r >= first }) {
		return text
	}
	return unspaced.ReplaceAllString(text, " $0 ")
}

// wordsOf returns the words of a text in small letters.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
}

// likenessOf returns what texts are alike by: their words; of one without any,
// what stands between its white space.
func likenessOf(text string) []string {
	if words := wordsOf(text); len(words) > 0 {
		return words
	}
	return strings.Fields(text)
}

// nearDuplicates returns for each text the index of the first one that is nearly
// the same, or -1. One that is a duplicate itself does not count: its original
// does.
func nearDuplicates(texts []string) []int {
	of, originals := make([]int, len(texts)), newNearIndex()
	for i, text := range texts {
		of[i] = -1
		signature := signatureOf(text)
		for j := range originals.alike(signature) {
			if of[i] < 0 || j < of[i] {
				of[i] = j
			}
		}
		if of[i] < 0 {
			originals.add(i, signature)
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

// A nearIndex finds texts that are nearly the same as another by bands of their
// signatures: those that share a band are compared.
type nearIndex struct {
	bands      []map[uint64][]int
	signatures map[int][]uint32
}

func newNearIndex() *nearIndex {
	x := &nearIndex{bands: make([]map[uint64][]int, nearHashes/nearBand), signatures: map[int][]uint32{}}
	for i := range x.bands {
		x.bands[i] = map[uint64][]int{}
	}
	return x
}

func nearKey(band int, signature []uint32) uint64 {
	h := fnv.New64a()
	for _, v := range signature[band*nearBand : (band+1)*nearBand] {
		h.Write(binary.LittleEndian.AppendUint32(nil, v))
	}
	return h.Sum64()
}

func (x *nearIndex) add(i int, signature []uint32) {
	x.signatures[i] = signature
	for band, texts := range x.bands {
		key := nearKey(band, signature)
		texts[key] = append(texts[key], i)
	}
}

// alike yields the texts that were added and are nearly the same, some of them
// several times.
func (x *nearIndex) alike(signature []uint32) iter.Seq[int] {
	return func(yield func(int) bool) {
		for band, texts := range x.bands {
			for _, j := range texts[nearKey(band, signature)] {
				if alike(signature, x.signatures[j]) && !yield(j) {
					return
				}
			}
		}
	}
}

// signatureOf returns the minima, of which 32 bits are enough to tell them apart.
func signatureOf(text string) []uint32 {
	m := minhashlsh.NewMinhash(nearSeed, nearHashes)
	words := likenessOf(spaced(text))
	for i := 0; i == 0 || i+shingle <= len(words); i++ {
		m.Push([]byte(strings.Join(words[i:min(i+shingle, len(words))], " ")))
	}
	signature := make([]uint32, nearHashes)
	for i, v := range m.Signature() {
		signature[i] = uint32(v)
	}
	return signature
}

// alike reports whether as many minima are equal as the threshold asks for.
func alike(a, b []uint32) bool {
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
	words := likenessOf(text)
	var keys []uint64
	for i := 0; i == 0 || i+overlapWords <= len(words); i++ {
		h := fnv.New64a()
		h.Write([]byte(strings.Join(words[i:min(i+overlapWords, len(words))], " ")))
		keys = append(keys, h.Sum64())
	}
	return keys
}
