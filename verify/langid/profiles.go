package langid

import (
	_ "embed" // for the profiles
	"encoding/binary"
	"math/bits"
	"sync"
	"unicode/utf8"
)

//go:embed profiles.bin
var profileData []byte

const slotBits = 17 // of the hash table, which is then two thirds full

// A profileSet is what is known about all languages.
type profileSet struct {
	languages []language
	classes   map[rune]rune    // the character that stands for its class
	accents   map[[2]rune]rune // a letter and a combining accent in one

	*table
	ranges, common int // of known and of rows, how much is in use
}

// A table is what is known of n-grams. Its sizes are about what the published
// profiles need.
type table struct {
	// N-grams of ASCII letters and spaces, in the order of their codes: a bit for
	// each code says whether it is known, which fits a processor's first cache, and
	// for each 64 codes, how many are known before.
	ascii       [12 << 10]gram
	asciiKnown  [1 << (3 * codeBits) / 64]uint64
	asciiBefore [1 << (3 * codeBits) / 64]uint16

	// The others, a hash table with linear probing: key and gram, or 0 for an empty slot.
	others  [1 << slotBits]uint64
	numbers [1 << 16]uint16 // of the characters in keys, from 1; 0 is in none

	// How frequent an n-gram is in the languages that know it, among those of
	// its length: a rare gram is a range of the first two, a common one a row
	// of the last, with a place for each language.
	known     [2 << 16]uint8 // indexes of languages
	frequency [2 << 16]float64
	rows      [9 << 14]float64
}

// shared lies outside the heap: the collector lets garbage grow in proportion to what
// is live there, and this always is.
var shared table

type language struct {
	code   string
	totals [3]uint64 // how many n-grams of each length were counted
}

// A gram says where the frequencies of an n-gram are: of a rare one the start
// and the length of its range, of a common one its row.
type gram uint32

const (
	gramBits   = 26
	numberBits = 12
	commonGram = 1 << (gramBits - 1) // marks rows
	commonFrom = 12                  // languages from which a row is faster than a range
)

func (g gram) from() int { return int(g >> 6) }
func (g gram) to() int   { return int(g>>6 + g&63) }

// profiles reads the embedded profiles, once, when they are first needed.
var profiles = sync.OnceValue(func() *profileSet { return readProfiles(profileData, &shared) })

// readProfiles puts what a file says of n-grams into an empty table.
func readProfiles(file []byte, into *table) *profileSet {
	in := &reader{data: file}
	p := &profileSet{classes: map[rune]rune{}, accents: map[[2]rune]rune{}, table: into}
	p.readLanguages(in)
	p.readCharacters(in)
	p.readGrams(in)
	return p
}

// A reader reads the embedded file, whose form is described where it is made.
type reader struct {
	data []byte
	at   int
}

func (r *reader) uint() uint64 {
	if b := r.data[r.at]; b < 0x80 { // most numbers are of one byte
		r.at++
		return uint64(b)
	}
	return r.long()
}

// long reads a number of several bytes.
func (r *reader) long() uint64 {
	v, n := binary.Uvarint(r.data[r.at:])
	if n <= 0 {
		panic("langid: the embedded profiles are cut off")
	}
	r.at += n
	return v
}

func (r *reader) string() string {
	n := int(r.uint())
	r.at += n
	return string(r.data[r.at-n : r.at])
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
	letters, accents := []rune(in.string()), in.string()
	for _, accent := range accents {
		for i, r := range []rune(in.string()) {
			p.accents[[2]rune{letters[i], accent}] = r
		}
	}
}

func (p *profileSet) readGrams(in *reader) {
	type coded struct {
		code uint32
		gram gram
	}
	var ascii []coded
	var last uint16 // number of a character
	key := uint64(0)
	for range in.uint() {
		key += in.uint()
		length := (bits.Len64(key) + 15) / 16
		g := p.readGram(in, length)
		if code, ok := asciiCode(key); ok {
			if key != ' ' { // which ends words and says nothing
				ascii = append(ascii, coded{code, g})
				p.asciiKnown[code>>6] |= 1 << (code & 63)
			}
			continue
		}
		numbers := uint64(0)
		for shift := 16 * (length - 1); shift >= 0; shift -= 16 {
			number := &p.numbers[key>>shift&(1<<16-1)]
			if *number == 0 {
				last++
				*number = last
			}
			numbers = numbers<<numberBits | uint64(*number)
		}
		short := keyOf(length, numbers)
		at := place(short)
		for p.others[at] != 0 {
			at = (at + 1) % (1 << slotBits)
		}
		p.others[at] = short<<gramBits | uint64(g)
	}
	if last >= 1<<numberBits {
		panic("langid: the embedded profiles have too many characters")
	}
	for i, known := range p.asciiKnown[:len(p.asciiKnown)-1] {
		p.asciiBefore[i+1] = p.asciiBefore[i] + uint16(bits.OnesCount64(known))
	}
	for _, a := range ascii {
		p.ascii[p.asciiAt(a.code)] = a.gram
	}
}

// asciiAt returns the place of the n-gram of a code that is known.
func (p *profileSet) asciiAt(code uint32) int {
	before := p.asciiKnown[code>>6] & (1<<(code&63) - 1)
	return int(p.asciiBefore[code>>6]) + bits.OnesCount64(before)
}

// readGram reads how often each language has an n-gram of a length.
func (p *profileSet) readGram(in *reader, length int) gram {
	n, l := 1, in.uint()
	if l > 64 {
		n, l = int(l-64), in.uint()
	}
	known, frequency := p.known[p.ranges:][:n], p.frequency[p.ranges:][:n]
	for i := range n {
		if i > 0 {
			l = in.uint()
		}
		known[i], frequency[i] = uint8(l), float64(in.uint())/float64(p.languages[l].totals[length-1])
	}
	if n < commonFrom {
		p.ranges += n
		return gram((p.ranges-n)<<6 | n)
	}
	row := p.rows[p.common*len(p.languages):][:len(p.languages)]
	for i, language := range known {
		row[language] = frequency[i]
	}
	p.common++
	return commonGram | gram(p.common-1)
}

// keyOf returns the key of an n-gram of a length, from the numbers of its
// characters; others may stand before them.
func keyOf(length int, numbers uint64) uint64 {
	return uint64(length)<<(3*numberBits) | numbers&(1<<(length*numberBits)-1)
}

// place is where the search for a key starts (Fibonacci hashing).
func place(key uint64) uint64 { return key * 0x9e3779b97f4a7c15 >> (64 - slotBits) }

// lookUp returns the n-gram of a key that is not of ASCII alone; 0 if there is none.
func (p *profileSet) lookUp(key uint64) gram {
	for at := place(key); ; at = (at + 1) % (1 << slotBits) {
		switch found := p.others[at]; {
		case found>>gramBits == key:
			return gram(found & (1<<gramBits - 1))
		case found == 0:
			return 0
		}
	}
}
