package lexicon

import (
	"embed"
	"maps"
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
	entries map[string][]entry // by what their phrases begin with; those of a longer beginning hold those of shorter ones too
	numbers []entry            // phrases that begin with a number
	behind  []entry            // phrases that stand behind a quotation
	joined  bool               // written without spaces: a phrase may stand anywhere
	folded  *strings.Replacer  // other forms of letters, as long; nil if there are none
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
func tongues() []string { return []string{"de", "es", "fr", "pt"} }

// lexiconOf reads the lexicons of languages, each when it is first asked for.
var lexiconOf = sync.OnceValue(func() map[string]func() *lexicon {
	all := map[string]func() *lexicon{}
	for _, name := range append(tongues(), "zh", "ja", "ko") {
		all[name] = sync.OnceValue(func() *lexicon { return readLexicon(name) })
	}
	return all
})

func readLexicon(name string) *lexicon {
	l := &lexicon{entries: map[string][]entry{}, joined: !slices.Contains(tongues(), name)}
	if name == "zh" {
		l.folded = strings.NewReplacer(slices.Concat(wordLines("traditional")...)...)
	}
	var typed []entry
	alone := false
	for line := range strings.Lines(Text(name)) {
		phrase, english, ok := strings.Cut(strings.TrimSpace(line), "=")
		alone = alone || strings.TrimSpace(line) == aloneFrom
		if phrase = strings.TrimSpace(phrase); !ok || strings.HasPrefix(line, "# ") {
			continue
		}
		for p := range variants(phrase) {
			typed = append(typed, entry{phrase: p, english: strings.TrimSpace(english), alone: alone})
		}
	}
	for _, first := range []bool{true, false} { // of one length, what is known alone comes first
		for _, e := range typed {
			if e.alone == first {
				l.add(e)
			}
		}
	}
	for _, e := range typed {
		plain := plainLetters.Replace(e.phrase)
		if len(plain) < shortestTyped {
			plain = e.phrase
		}
		for _, phrase := range []string{plain, strings.ReplaceAll(e.phrase, "'", "’"), strings.ReplaceAll(plain, "'", "’")} {
			if phrase != e.phrase {
				l.add(entry{phrase: phrase, english: e.english, alone: e.alone})
			}
		}
	}
	l.order()
	return l
}

// order completes the lists of longer beginnings by those of shorter ones, and
// puts the longest phrases first.
func (l *lexicon) order() {
	longest := func(a, b entry) int { return b.length() - a.length() }
	slices.SortStableFunc(l.numbers, longest)
	slices.SortStableFunc(l.behind, longest)
	for _, begun := range slices.SortedFunc(maps.Keys(l.entries), func(a, b string) int { return len(a) - len(b) }) {
		list := slices.Concat(l.beginning(begun[:len(begun)-1]), l.entries[begun])
		slices.SortStableFunc(list, longest)
		l.entries[begun] = list
	}
}

// mostOfBeginning is by how many bytes of its beginning a phrase is found.
const mostOfBeginning = 6

// beginning returns the entries whose phrases may begin a text.
func (l *lexicon) beginning(text string) []entry {
	for n := min(len(text), mostOfBeginning); n > 0; n-- {
		if list, ok := l.entries[text[:n]]; ok {
			return list
		}
	}
	return nil
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

func (l *lexicon) add(e entry) {
	if strings.Count(e.phrase, `"`) == 1 {
		e.phrase, e.quoting = strings.CutSuffix(e.phrase, `"`)
	}
	e.number = int16(strings.IndexByte(e.phrase, '#'))
	switch begun := e.begun(); {
	case e.phrase[0] == '#':
		l.numbers = append(l.numbers, e)
	case e.phrase[0] == '"':
		l.behind = append(l.behind, e)
	default:
		l.entries[begun] = append(l.entries[begun], e)
	}
}

// begun returns what every text begins with in which the phrase stands: nothing of
// it may be a number, or parted by a space in the text.
func (e *entry) begun() string {
	n := min(len(e.phrase), mostOfBeginning)
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
