package langid

import (
	"slices"

	"adhere/verify/parity"
)

// ASCII letters have codes of six bits: 1 to 26 for capitals, then small ones.
const (
	lastCapital = 26
	spaceCode   = 53
	noCode      = 63
	codeBits    = 6
)

// codes are those of ASCII characters; what is no letter is a space.
var codes = func() (codes [0x80]uint8) {
	for r := range codes {
		switch c := uint8(r); {
		case 'A' <= c && c <= 'Z':
			codes[r] = c - 'A' + 1
		case 'a' <= c && c <= 'z':
			codes[r] = c - 'a' + lastCapital + 1
		default:
			codes[r] = spaceCode
		}
	}
	return codes
}()

// A window is the last three characters that were read.
type window struct {
	key     uint64 // numberBits each
	code    uint32 // codeBits each, of those that are ASCII
	foreign int    // 3 if the last is not ASCII, 2 if it is only the one before, 1 if the one before that
}

// start is the window before the first character of a word: a space, and
// before it what is in no n-gram.
func (p *profileSet) start() window {
	return window{key: uint64(p.numbers[' ']), code: noCode<<codeBits | spaceCode}
}

func (p *profileSet) move(w *window, r rune) {
	// Characters beyond 16 bits are in no profile, nor is 0xfffe.
	w.key = (w.key<<numberBits | uint64(p.numbers[min(r, 0xfffe)])) & (1<<(3*numberBits) - 1)
	if r >= 0x80 {
		w.foreign = 3
		return
	}
	w.code = (w.code<<codeBits | uint32(codes[r])) & (1<<(3*codeBits) - 1)
	w.foreign = max(w.foreign-1, 0)
}

// A found is an n-gram of a text that some language knows: its code, if it is
// ASCII alone, or its gram with the mark lookedUp. Most are never drawn, so
// that those of ASCII are looked up only when they are.
type found uint32

const lookedUp = 1 << 30 // is no part of a gram nor of a code

// add adds the n-grams that end with the window's last character to all, which
// has n of them and room for three more, and returns how many it has then. What
// no language knows is overwritten by the next: that is faster than to decide,
// because no processor guesses which are known.
func (p *profileSet) add(w *window, all []found, n int) int {
	if w.foreign > 0 {
		return p.addForeign(w, all, n)
	}
	one, two, three := w.code&(1<<codeBits-1), w.code&(1<<(2*codeBits)-1), w.code
	all[n] = found(one)
	n += p.knows(one)
	all[n] = found(two)
	n += p.knows(two)
	all[n] = found(three)
	return n + p.knows(three)
}

// knows returns 1 if a language knows the n-gram of a code, else 0.
func (p *profileSet) knows(code uint32) int {
	return int(p.asciiKnown[code>>6] >> (code & 63) & 1)
}

// addForeign is add where one of the characters is not ASCII.
func (p *profileSet) addForeign(w *window, all []found, n int) int {
	for length := 1; length <= 3; length++ {
		if length <= 3-w.foreign {
			code := w.code & (1<<(length*codeBits) - 1)
			all[n] = found(code)
			n += p.knows(code)
		} else if g := p.lookUp(keyOf(length, w.key)); g != 0 {
			all[n] = found(g) | lookedUp
			n++
		}
	}
	return n
}

// gram returns what is known of an n-gram.
func (p *profileSet) gram(f found) gram {
	if f&lookedUp != 0 {
		return gram(f &^ lookedUp)
	}
	return p.ascii[p.asciiAt(uint32(f))]
}

// asciiCode returns the code of an n-gram's key, and whether it is of letters
// and spaces of ASCII alone.
func asciiCode(key uint64) (code uint32, ok bool) {
	for at := 0; key > 0; key, at = key>>16, at+codeBits {
		r := key & (1<<16 - 1)
		if r >= 0x80 || codes[r] == spaceCode && r != ' ' {
			return 0, false
		}
		code |= uint32(codes[r]) << at
	}
	return code, true
}

// find finds the known n-grams of b's characters in order, except inside words
// in capitals.
func (p *profileSet) find(b *buffer) {
	most := 3 * len(b.chars)
	all, n := slices.Grow(b.grams[:0], most)[:most], 0
	w := p.start()
	last, lastUpper, capitals := ' ', false, false
	for _, r := range b.chars {
		var upper bool
		if r < 0x80 {
			code := codes[r]
			if upper = code <= lastCapital; code == spaceCode {
				r = ' '
			}
		} else {
			r = p.normalize(r)
			upper = parity.Upper(r)
		}
		if last == ' ' {
			w, capitals = p.start(), false
			if r == ' ' {
				continue
			}
		}
		p.move(&w, r)
		capitals = upper && (capitals || lastUpper)
		last, lastUpper = r, upper
		if !capitals {
			n = p.add(&w, all, n)
		}
	}
	b.grams = all[:n]
}

// normalize maps a character beyond ASCII to the one that stands for its kind:
// what is no letter becomes a space, and large scripts are reduced.
func (p *profileSet) normalize(r rune) rune {
	switch {
	case r < 0x600:
		return normalizeEuropean(r)
	case r == 0x6cc: // Farsi yeh
		return 0x64a
	case 0x1ea0 <= r && r < 0x1f00: // Vietnamese
		return 0x1ec3
	case 0x2000 <= r && r < 0x2070: // punctuation
		return ' '
	case r < 0x3040:
		return r
	case r < 0x30a0:
		return 'あ'
	case r < 0x3100:
		return 'ア'
	case r < 0x3130 || 0x31a0 <= r && r < 0x31c0:
		return 'ㄅ'
	case 0x4e00 <= r && r < 0xa000:
		if class, ok := p.classes[r]; ok {
			return class
		}
		return r
	case 0xac00 <= r && r < 0xd7b0:
		return '가'
	default:
		return r
	}
}

func normalizeEuropean(r rune) rune {
	switch r {
	case 0xa0, '«', '°', '»':
		return ' '
	case 'ș':
		return 'ş'
	case 'ț':
		return 'ţ'
	default:
		return r
	}
}
