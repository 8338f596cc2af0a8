package algebra

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"adhere/verify/parity"
)

// A folding is a text with each character replaced by the one that stands
// for all its cases, and the way back to places in the text.
type folding struct {
	s    string
	back []int // for each byte of s, and its end, the place in the text; nil: the same
}

// fold folds s, in the plain reading also full-width marks, letters and digits to
// their narrow forms, full stops of Chinese and Japanese to ".", and apostrophes and quotation marks to straight ones. What is no UTF-8 becomes
// U+FFFD.
func fold(s string, plain bool) *folding {
	if parity.IsASCII(s) {
		return &folding{s: strings.ToLower(s)}
	}
	var b strings.Builder
	b.Grow(len(s))
	back := make([]int, 0, len(s)+1)
	same := true
	for i, r := range s {
		n := b.Len()
		same = same && n == i
		if plain {
			r = narrow(r)
		}
		b.WriteRune(parity.FoldRune(r))
		for range b.Len() - n {
			back = append(back, i)
		}
	}
	f := &folding{s: b.String(), back: append(back, len(s))}
	if same && len(f.s) == len(s) {
		f.back = nil
	}
	return f
}

// narrow returns the ASCII character of which r is another form, or r.
func narrow(r rune) rune {
	switch {
	case r >= '！' && r <= '～':
		r -= '！' - '!'
	case r == '。' || r == '｡':
		r = '.'
	case r == '’' || r == 'ʼ':
		r = '\''
	case r == '“' || r == '”' || r == '„':
		r = '"'
	}
	return r
}

// place returns the place in the text of byte i of the folded one.
func (f *folding) place(i int) int {
	if f.back == nil {
		return i
	}
	return f.back[i]
}

// fold returns the folded text of the scope.
func (c *scope) fold() *folding {
	d := c.division()
	if d.folded == nil {
		d.folded = fold(c.s, c.plain)
	}
	return d.folded
}

// same is what two parts have in common that are equal in any case and
// without white space around them.
func same(s string) string { return parity.Fold(parity.TrimSpace(s)) }

// isWord reports whether the bytes [from, to) are a word or words. In the
// parity reading no word character stands beside them. In the plain reading
// neither end lies inside a word, but for an end that an apostrophe follows:
// "cat's" has the word "cat", "cat-like" has not; and for one that an elision stands
// before: "l'eau" has the word "eau", "don't" has no "t".
func (c *scope) isWord(from, to int) bool {
	if !c.plain {
		return !wordBefore(c.s, from) && !wordAt(c.s, to)
	}
	rest := c.s[to:]
	return (!c.inWord(from) || c.elided(from)) && (!c.inWord(to) || strings.HasPrefix(rest, "'") || strings.HasPrefix(rest, "’"))
}

// inWord reports whether place i lies inside a word of the plain reading.
func (c *scope) inWord(i int) bool { return c.wordFrom(i) < i }

// wordFrom returns where the word of the plain reading begins that place i lies inside, i
// if it lies inside none.
func (c *scope) wordFrom(i int) int {
	words := c.units(Word)
	n := sort.Search(len(words), func(n int) bool { return words[n].to > i })
	if n == len(words) {
		return i
	}
	return min(words[n].at, i)
}

// elided reports whether the bytes from the beginning of a word to place i are a word of
// French or Italian that has lost its vowel before the one at i: "l'", "qu'", "dell'".
func (c *scope) elided(i int) bool {
	begun := strings.ToLower(c.s[c.wordFrom(i):i])
	short, ok := strings.CutSuffix(strings.ReplaceAll(begun, "’", "'"), "'")
	next, _ := utf8.DecodeRuneInString(c.s[i:])
	return ok && strings.Contains(elisions, " "+short+" ") && strings.ContainsRune("hyaàâäeéèêëiìíîïoòóôöuùúûüœæ", unicode.ToLower(next))
}

// elisions are what is left of words that lose their vowel before another.
const elisions = " c d j l m n s t qu jusqu lorsqu puisqu quoiqu quelqu presqu all dall dell nell sull coll un quell quest bell sant "

func wordBefore(s string, i int) bool {
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	return parity.IsWord(r)
}
