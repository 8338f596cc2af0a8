package langid

import "adhere/verify/parity"

// grams returns the known n-grams of the characters in order, except inside
// words in capitals.
func (p *profileSet) grams(chars []rune) []gram {
	found := make([]gram, 0, 2*len(chars))
	window, length := uint64(' '), 1 // up to three characters, 16 bits each
	last, lastUpper, capitals := ' ', false, false
	for _, r := range chars {
		r = p.normalize(r)
		if last == ' ' {
			window, length, capitals = ' ', 1, false
			if r == ' ' {
				continue
			}
		}
		// Characters beyond 16 bits are in no profile, nor is 0xfffe.
		window = (window<<16 | uint64(min(r, 0xfffe))) & (1<<48 - 1)
		length = min(length+1, 3)
		upper := parity.Upper(r)
		capitals = upper && (capitals || lastUpper)
		last, lastUpper = r, upper
		if capitals {
			continue
		}
		for n := 1; n <= length; n++ {
			if key := window & (1<<(16*n) - 1); key != ' ' {
				if g, ok := p.find(key); ok {
					found = append(found, g)
				}
			}
		}
	}
	return found
}

// normalize maps a character to the one that stands for its kind: what is no
// letter becomes a space, and large scripts are reduced.
func (p *profileSet) normalize(r rune) rune {
	switch {
	case r < 0x80:
		if c := r | 0x20; 'a' <= c && c <= 'z' {
			return r
		}
		return ' '
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
