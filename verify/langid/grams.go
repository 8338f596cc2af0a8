package langid

import "adhere/verify/parity"

// ASCII letters have codes of six bits: 1 to 26 for capitals, then small ones.
const (
	lastCapital = 26
	spaceCode   = 53
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

// A window is the last characters that were read, up to three.
type window struct {
	key     uint64 // 16 bits each
	code    uint32 // codeBits each, of those that are ASCII
	length  int
	foreign int // 3 if the last is not ASCII, 2 if it is only the one before, 1 if the one before that
}

// start is the window before the first character of a word.
var start = window{key: ' ', code: spaceCode, length: 1}

// add takes the next character.
func (w *window) add(r rune) {
	// Characters beyond 16 bits are in no profile, nor is 0xfffe.
	w.key = (w.key<<16 | uint64(min(r, 0xfffe))) & (1<<48 - 1)
	w.length = min(w.length+1, 3)
	if r >= 0x80 {
		w.foreign = 3
		return
	}
	w.code = (w.code<<codeBits | uint32(codes[r])) & (1<<(3*codeBits) - 1)
	w.foreign = max(w.foreign-1, 0)
}

// gram returns what is known of the last n characters; 0 if nothing is.
func (p *profileSet) gram(w *window, n int) gram {
	if n <= 3-w.foreign {
		return p.ascii[w.code&(1<<(n*codeBits)-1)]
	}
	return p.find(w.key & (1<<(16*n) - 1))
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

// grams returns the known n-grams of the characters in order, except inside
// words in capitals.
func (p *profileSet) grams(chars []rune) []gram {
	found, n := make([]gram, 3*len(chars)), 0
	w := start
	last, lastUpper, capitals := ' ', false, false
	for _, r := range chars {
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
			w, capitals = start, false
			if r == ' ' {
				continue
			}
		}
		w.add(r)
		capitals = upper && (capitals || lastUpper)
		last, lastUpper = r, upper
		if capitals {
			continue
		}
		// What is unknown is overwritten by what comes next.
		for length := 1; length <= w.length; length++ {
			if found[n] = p.gram(&w, length); found[n] != 0 {
				n++
			}
		}
	}
	return found[:n]
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
