package lexicon

import (
	"embed"
	"iter"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// files are the lexicons. Those of languages hold a pair on each line: a phrase, "=", and the English that the
// grammar knows. "#" stands for a number, and where it begins the English alone,
// for the one that stands before the phrase. A phrase that ends with a quotation mark stands before
// a quotation, and one that begins with two of them behind one. A line beginning with "#" and a
// space is a remark.
//
//go:embed *.txt
var files embed.FS

// A lexicon says how phrases of a language are put
// in the words of the grammar.
type lexicon struct {
	lines  []line
	begun  map[string]*beginning
	joined bool              // written without spaces: a phrase may stand anywhere
	folded *strings.Replacer // other forms of letters, as long; nil if there are none
}

// A line holds phrases with one meaning.
type line struct {
	phrases, english string
	alone            bool // known only where a requirement stands alone
}

// A beginning is what phrases of some lines begin with. They are many, and most are
// never needed, so they are written out when a text has the beginning.
type beginning struct {
	lines   []*line
	shorter *beginning // of which phrases may begin like this; nil if there is none
	entries func() []entry
}

type entry struct {
	phrase, english string
	number          int16 // where a number stands in the phrase, -1 if none does
	alone           bool  // known only where a requirement stands alone
	quoting         bool  // known only before a quotation
}

// aloneFrom is the line of a lexicon below which phrases are known only where a
// requirement stands alone: in a prompt they may speak of other things.
const aloneFrom = "# In single requirements only."

// tongues are the languages that have a lexicon and are written in Latin.
func tongues() []string { return []string{"de", "es", "fr", "pt", "it"} }

// lexiconOf reads the lexicons of languages, each when it is first asked for.
var lexiconOf = sync.OnceValue(func() map[string]func() *lexicon {
	all := map[string]func() *lexicon{}
	for _, name := range append(tongues(), "zh", "ja", "ko") {
		all[name] = sync.OnceValue(func() *lexicon { return readLexicon(name) })
	}
	return all
})

func readLexicon(name string) *lexicon {
	l := &lexicon{begun: map[string]*beginning{}, joined: !slices.Contains(tongues(), name)}
	if name == "zh" {
		l.folded = strings.NewReplacer(slices.Concat(wordLines("traditional")...)...)
	}
	alone := false
	for text := range strings.Lines(Text(name)) {
		phrases, english, ok := strings.Cut(strings.TrimSpace(text), "=")
		alone = alone || strings.TrimSpace(text) == aloneFrom
		if ok && !strings.HasPrefix(text, "# ") {
			l.lines = append(l.lines, line{strings.TrimSpace(phrases), strings.TrimSpace(english), alone})
		}
	}
	for i := range l.lines {
		l.add(&l.lines[i])
	}
	for begun, b := range l.begun {
		b.shorter = l.beginning(begun[:len(begun)-1])
		b.entries = sync.OnceValue(func() []entry { return b.written(begun) })
	}
	return l
}

// add notes what the phrases of a line begin with.
func (l *lexicon) add(one *line) {
	for p := range variants(one.phrases, 4*mostOfBeginning) {
		for e := range one.typed(p) {
			begun := e.begun()
			b := l.begun[begun]
			if b == nil {
				b = &beginning{}
				l.begun[strings.Clone(begun)] = b
			}
			if !slices.Contains(b.lines, one) {
				b.lines = append(b.lines, one)
			}
		}
	}
}

// mostOfBeginning is by how many bytes of its beginning a phrase is found.
const mostOfBeginning = 6

// beginning returns the longest one that a text begins with, nil if there is none.
func (l *lexicon) beginning(text string) *beginning {
	for n := min(len(text), mostOfBeginning); n > 0; n-- {
		if b := l.begun[text[:n]]; b != nil {
			return b
		}
	}
	return nil
}

// found returns the entries whose phrases may begin a text.
func (l *lexicon) found(text string) []entry {
	if b := l.beginning(text); b != nil {
		return b.entries()
	}
	return nil
}

// written writes out the phrases with this beginning and with shorter ones, the longest
// first, and of one length as they are written in the lexicon, those first that are
// known alone.
func (b *beginning) written(begun string) (out []entry) {
	if b.shorter != nil {
		out = slices.Clone(b.shorter.entries())
	}
	var other []entry // as people type them
	for _, alone := range []bool{true, false} {
		for _, one := range b.lines {
			if one.alone != alone {
				continue
			}
			for p := range variants(one.phrases, math.MaxInt) {
				for e := range one.typed(p) {
					switch {
					case e.begun() != begun:
					case e.phrase == p || e.quoting && e.phrase+`"` == p:
						e.phrase = strings.Clone(e.phrase) // where p is part of all phrases of the line
						out = append(out, e)
					default:
						other = append(other, e)
					}
				}
			}
		}
	}
	out = append(out, other...)
	slices.SortStableFunc(out, func(a, b entry) int { return b.length() - a.length() })
	return out
}

// length orders phrases: of one length, what is known only before a quotation comes first.
func (e *entry) length() int {
	if e.quoting {
		return 2*len(e.phrase) + 1
	}
	return 2 * len(e.phrase)
}

// shortestTyped is how many letters a word has at least that is known without
// its accents too: a and à are different words.
const shortestTyped = 4

// plainLetters writes letters as people type them on a foreign keyboard.
var plainLetters = strings.NewReplacer("á", "a", "à", "a", "â", "a", "ã", "a", "ä", "ae", "ç", "c", "é", "e", "è", "e", "ê", "e", "í", "i", "î", "i",
	"ñ", "n", "ó", "o", "ô", "o", "õ", "o", "ö", "oe", "ú", "u", "ù", "u", "û", "u", "ü", "ue", "ß", "ss", "œ", "oe")

// typed are the entries of a phrase of the line: as it is written, without accents, and
// with another apostrophe.
func (l *line) typed(phrase string) iter.Seq[entry] {
	return func(yield func(entry) bool) {
		plain := plainLetters.Replace(phrase)
		if len(plain) < shortestTyped {
			plain = phrase
		}
		seen := []string{}
		for _, p := range []string{phrase, plain, strings.ReplaceAll(phrase, "'", "’"), strings.ReplaceAll(plain, "'", "’")} {
			if slices.Contains(seen, p) {
				continue
			}
			seen = append(seen, p)
			e := entry{phrase: p, english: l.english, alone: l.alone}
			if strings.Count(p, `"`) == 1 {
				e.phrase, e.quoting = strings.CutSuffix(p, `"`)
			}
			e.number = int16(strings.IndexByte(e.phrase, '#'))
			if !yield(e) {
				return
			}
		}
	}
}

// begun returns what every text begins with in which the phrase stands: nothing of
// it may be a number, or parted by a space in the text. Phrases that begin with a number or
// stand behind a quotation have beginnings of their own.
func (e *entry) begun() string {
	n := min(len(e.phrase), mostOfBeginning)
	if e.phrase[0] == '#' || e.phrase[0] == '"' {
		return e.phrase[:1]
	}
	for i := 1; i < n; i++ {
		if e.phrase[i] == '#' || e.phrase[i] != ' ' && (e.phrase[i-1] < utf8.RuneSelf) != (e.phrase[i] < utf8.RuneSelf) {
			return e.phrase[:i]
		}
	}
	return e.phrase[:n]
}

// match returns the number that the entry found and how many bytes it took, 0
// if it does not stand here. A number at the end of a phrase is not taken.
func (e *entry) match(s string) (number string, n int) {
	before, after, numbered := e.phrase, "", e.number >= 0
	if numbered {
		before, after = e.phrase[:e.number], e.phrase[e.number+1:]
	}
	n = spacedPrefix(s, 0, before)
	if !numbered || n == 0 && before != "" {
		return "", n
	}
	number, digits := numeral(s[n:])
	n += digits
	behind := spacedPrefix(s, n, after)
	if digits == 0 || behind == 0 && after != "" {
		return "", 0
	}
	return number, n + behind
}

// spacedPrefix returns how many bytes of a text are a phrase that stands at a place of
// it, 0 if it does not: in a text of a script without spaces, a space may part what is
// written in Latin or in digits from the rest, "3 个 JSON 对象".
func spacedPrefix(s string, from int, phrase string) int {
	if strings.HasPrefix(s[from:], phrase) {
		return len(phrase)
	}
	at := from
	for i := range len(phrase) {
		if at > 0 && at+1 < len(s) && s[at] == ' ' && phrase[i] != ' ' && (s[at-1] < utf8.RuneSelf) != (s[at+1] < utf8.RuneSelf) {
			at++
		}
		if at == len(s) || s[at] != phrase[i] {
			return 0
		}
		at++
	}
	return at - from
}
