package langid

import (
	"bytes"
	"compress/gzip"
	_ "embed" // for the profiles
	"encoding/binary"
	"io"
	"sync"
	"unicode/utf8"
)

//go:embed profiles.bin.gz
var profileData []byte

const (
	maxLanguages = 64 // as many as gram's bits for a count allow
	slotBits     = 17 // of the hash table: two thirds full
)

// A profileSet is what is known about all languages.
type profileSet struct {
	languages []language
	classes   map[rune]rune    // the character that stands for its class
	accents   map[[2]rune]rune // a letter and a combining accent in one

	keys  []uint64 // hash table with linear probing; 0 is an empty slot
	slots []gram   // what is known of the n-gram at the same place

	// How frequent an n-gram is in the languages that know it, among those of
	// its length: a gram is a range of these two.
	known     []uint8 // indexes of languages
	frequency []float64
}

type language struct {
	code   string
	totals [3]uint64 // how many n-grams of each length were counted
}

// A gram is the range of profileSet.known for one n-gram: start and length.
type gram uint32

func newGram(from, n int) gram { return gram(from<<6 | n) }
func (g gram) from() int       { return int(g >> 6) }
func (g gram) to() int         { return int(g>>6 + g&63) }

// profiles reads the embedded profiles, once, when they are first needed.
var profiles = sync.OnceValue(func() *profileSet { return readProfiles(profileData) })

func readProfiles(file []byte) *profileSet {
	r, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		panic("langid: the embedded profiles are damaged: " + err.Error())
	}
	data, err := io.ReadAll(r)
	if err != nil {
		panic("langid: the embedded profiles are damaged: " + err.Error())
	}
	in := &reader{data}
	p := &profileSet{classes: map[rune]rune{}, accents: map[[2]rune]rune{}}
	p.readLanguages(in)
	p.readCharacters(in)
	p.readGrams(in)
	return p
}

// A reader reads the embedded file, whose form is described where it is made.
type reader struct{ rest []byte }

func (r *reader) uint() uint64 {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 {
		panic("langid: the embedded profiles are cut off")
	}
	r.rest = r.rest[n:]
	return v
}

func (r *reader) string() string {
	n := r.uint()
	s := string(r.rest[:n])
	r.rest = r.rest[n:]
	return s
}

func (p *profileSet) readLanguages(in *reader) {
	for range in.uint() {
		l := language{code: in.string()}
		for i := range l.totals {
			l.totals[i] = in.uint()
		}
		p.languages = append(p.languages, l)
	}
}

func (p *profileSet) readCharacters(in *reader) {
	for range in.uint() {
		class := in.string()
		representative, _ := utf8.DecodeRuneInString(class)
		for _, r := range class {
			p.classes[r] = representative
		}
	}
	letters, accents := []rune(in.string()), []rune(in.string())
	for _, accent := range accents {
		for i, r := range []rune(in.string()) {
			p.accents[[2]rune{letters[i], accent}] = r
		}
	}
}

func (p *profileSet) readGrams(in *reader) {
	p.keys = make([]uint64, 1<<slotBits)
	p.slots = make([]gram, 1<<slotBits)
	p.known, p.frequency = make([]uint8, 0, 3<<16), make([]float64, 0, 3<<16)
	key := uint64(0)
	for range in.uint() {
		key += in.uint()
		length := 0
		for k := key; k > 0; k >>= 16 {
			length++
		}
		from := len(p.known)
		for range in.uint() {
			l := in.uint()
			frequency := float64(in.uint()) / float64(p.languages[l].totals[length-1])
			p.known, p.frequency = append(p.known, uint8(l)), append(p.frequency, frequency)
		}
		slot := place(key)
		for p.keys[slot] != 0 {
			slot = (slot + 1) % (1 << slotBits)
		}
		p.keys[slot], p.slots[slot] = key, newGram(from, len(p.known)-from)
	}
}

// place is where the search for a key starts (Fibonacci hashing).
func place(key uint64) uint64 { return key * 0x9e3779b97f4a7c15 >> (64 - slotBits) }

// find returns the n-gram of a key.
func (p *profileSet) find(key uint64) (gram, bool) {
	for slot := place(key); p.keys[slot] != 0; slot = (slot + 1) % (1 << slotBits) {
		if p.keys[slot] == key {
			return p.slots[slot], true
		}
	}
	return 0, false
}
