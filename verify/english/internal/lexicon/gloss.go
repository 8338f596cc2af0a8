package lexicon

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"adhere/internal/lazyregexp"
)

// A Glossed text is one in the grammar's words, with the byte of the source
// that each of its bytes came from.
type Glossed struct {
	Text  string
	From  []int
	known int // words or phrases that the lexicon has
	words int // that it could have had
}

// End returns the byte of the source behind what a byte of the text ends.
func (g *Glossed) End(at, most int) int {
	last := g.From[at-1]
	for at < len(g.From) && g.From[at] == last {
		at++
	}
	if at == len(g.From) {
		return most
	}
	return g.From[at]
}

// gloss puts what a lexicon knows into the grammar's words: of a requirement
// that stands alone, or of a text. Quotations stay.
func (l *lexicon) gloss(source string, alone bool) Glossed {
	g := glosser{lexicon: l, alone: alone, source: source, low: strings.ToLower(source)}
	if len(g.low) != len(source) { // a letter that is longer in the other case
		g.low = source
	}
	if l.folded != nil {
		g.low = l.folded.Replace(g.low)
	}
	for g.at < len(source) {
		g.next()
	}
	g.out.Text = g.b.String()
	return g.out
}

type glosser struct {
	*lexicon
	alone       bool
	source, low string
	at          int
	noun        [2]int // where it is said what a quotation before it is
	b           strings.Builder
	out         Glossed
}

func (g *glosser) put(s string, from int) {
	for range len(s) {
		g.out.From = append(g.out.From, from)
	}
	g.b.WriteString(s)
}

// next copies a quotation, a phrase, a word, or whatever else comes.
func (g *glosser) next() {
	rest := g.source[g.at:]
	r, size := utf8.DecodeRuneInString(rest)
	open, shut := Quotation(rest)
	inner := strings.Index(rest[open:], shut)
	if before, _ := utf8.DecodeLastRuneInString(g.source[:g.at]); open == 0 && r == '\'' && !inWord(before) {
		single := marks{anyOf: "'", snug: true, inLine: true}
		if text, n := single.close(rest[1:min(len(rest), longestQuote)]); n > 0 && strings.Contains(text, " ") {
			open, inner, shut = 1, len(text), rest[1+len(text):][:n]
		}
	}
	if open > 0 {
		g.called(open + inner + len(shut))
		g.put(`"`, g.at)
		g.at += open
		g.copy(inner)
		g.put(`"`, g.at)
		g.at += len(shut)
		return
	}
	if noun := g.noun; g.at == noun[0] && noun[1] > g.at {
		g.at = noun[1]
		g.put(" ", noun[0])
		return
	}
	if g.phrase() {
		return
	}
	if g.joined || !unicode.IsLetter(r) {
		if mark, ok := wideMarks[r]; ok {
			g.put(mark, g.at)
			g.at += size
			return
		}
		g.copy(size)
		return
	}
	g.out.words++
	g.copy(len(LeadingWord(rest)))
}

// called puts before a quotation of n bytes what is said behind it, or behind a list
// that it begins, of what it is: "X"和"Y"这两个词. In a lexicon such a phrase begins with two
// quotation marks.
func (g *glosser) called(n int) {
	behind := g.found(`"`)
	if g.at < g.noun[0] || len(behind) == 0 {
		return
	}
	for at := g.at + n; at < len(g.source); {
		g.noun = [2]int{at, at}
		for i := range behind {
			if e := &behind[i]; !e.alone || g.alone {
				if n := spacedPrefix(g.low, at, e.phrase[2:]); n > 0 {
					if e.english != "" {
						g.noun[1] = at + n
					}
					if e.english != "" && !g.counted() { // but not in: at least 6 "缴"
						g.put(" "+e.english+" ", g.at)
					}
					return
				}
			}
		}
		at += len(listJoint.FindString(g.low[at:]))
		open, shut := Quotation(g.source[at:])
		if open == 0 {
			return
		}
		at += open + strings.Index(g.source[at+open:], shut) + len(shut)
	}
}

// listJoint stands between quotations in a list.
var listJoint = lazyregexp.New(`^(?:[、,，]\s*(?:和|与|或)?|\s?(?:和|与|或|及|以及|或者|还有|と|や|または|および)\s?|\s)`)

// copy keeps n bytes, each with its own place.
func (g *glosser) copy(n int) {
	for i := range n {
		g.out.From = append(g.out.From, g.at+i)
	}
	g.b.WriteString(g.source[g.at : g.at+n])
	g.at += n
}

// wideMarks are marks of other scripts.
var wideMarks = map[rune]string{'，': ", ", '。': ". ", '；': "; ", '：': ": ", '！': "! ", '？': "? ", '、': ", ", '（': " (", '）': ") ", '¿': "", '¡': ""}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// LeadingWord returns the word that a text begins with, "" if it begins with none.
func LeadingWord(s string) string {
	for i, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) && r != '\'' && r != '’' {
			return s[:i]
		}
	}
	return s
}

// Quotation returns how many bytes open a quotation that begins here, 0 if
// none does, and what shuts it.
func Quotation(s string) (open int, shut string) {
	for _, p := range [][2]string{{`"`, `"`}, {"“", "”"}, {"« ", " »"}, {"«\u00a0", "\u00a0»"}, {"«", "»"}, {"„", "“"}, {"„", "”"}, {"»", "«"}, {"「", "」"}, {"『", "』"}} {
		if strings.HasPrefix(s, p[0]) {
			if i := strings.Index(s[len(p[0]):min(len(s), longestQuote)], p[1]); i > 0 {
				return len(p[0]), p[1]
			}
		}
	}
	return 0, ""
}

// phrase puts the longest phrase that begins here into English.
func (g *glosser) phrase() bool {
	var numbers []entry
	if _, n := numeral(g.low[g.at:]); n > 0 {
		numbers = g.found("#")
	}
	for _, list := range [][]entry{g.found(g.low[g.at:]), numbers} {
		for i := range list {
			e := &list[i]
			number, n := e.match(g.low[g.at:])
			if n == 0 || e.alone && !g.alone || e.quoting && !quoted(g.source[g.at+n:]) || !g.joined && !wordEnds(g.source, g.at, n) || e.number < 0 && e.english[:min(len(e.english), 1)] == "#" && !g.counted() {
				continue
			}
			english := strings.ReplaceAll(e.english, "#", number)
			if before, _ := utf8.DecodeLastRuneInString(g.b.String()); g.joined || english != "" && inWord(before) {
				english = " " + english
			}
			if after := firstRune(g.source[g.at+n:]); g.joined || inWord(after) {
				english += " "
			}
			g.put(english, g.at)
			g.at += n
			g.out.known++
			g.out.words++
			return true
		}
	}
	return false
}

// quoted reports whether a quotation begins here.
func quoted(s string) bool {
	open, _ := Quotation(s)
	return open > 0
}

// counted reports whether what was put last is a number.
func (g *glosser) counted() bool {
	last := strings.TrimRight(g.b.String(), " ")
	return last != "" && unicode.IsDigit(rune(last[len(last)-1]))
}

// wordEnds reports whether n bytes from a place are words of their own.
func wordEnds(s string, at, n int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:at])
	last, _ := utf8.DecodeLastRuneInString(s[:at+n])
	return (!inWord(before) || !inWord(firstRune(s[at:]))) && (!inWord(firstRune(s[at+n:])) || !inWord(last) || last == '\'' || last == '’')
}

// fewestKnown is how many phrases of a language a text must have, unless they
// are half of its words.
const fewestKnown = 2

// fewWords is up to how many words a text may be in another language though
// most of them look English: "Use dois emojis".
const fewWords = 8

// Foreign puts a text that is not in English into the grammar's words. It
// reports false if the text is English, or in no language with a lexicon. alone
// says that it is a single requirement.
func Foreign(text string, alone bool) (Glossed, bool) {
	if name := ScriptOf(text); name != "" {
		g := lexiconOf()[name]().gloss(text, alone)
		return g, g.known > 0
	}
	english, numerals, words, plain := 0, 0, 0, true
	for _, t := range Tokenize(text[:min(len(text), LongestGuess)]) {
		if t.Kind != Word {
			continue
		}
		words++
		plain = plain && strings.IndexFunc(t.Text, func(r rune) bool { return r > unicode.MaxASCII && unicode.IsLetter(r) }) < 0
		if _, ok := lemmas()[t.Low]; ok || ClosedWords()[t.Low] {
			english++
		} else if t.Numeral() {
			numerals++
		}
	}
	if plain && english*2 > words && (english+numerals == words || words > fewWords) {
		return Glossed{}, false
	}
	var best Glossed
	for _, name := range tongues() {
		if g := lexiconOf()[name]().gloss(text, alone); g.known > 0 && (best.known == 0 || g.words-g.known < best.words-best.known) {
			best = g // the one that leaves the fewest words
		}
	}
	guess := best.known
	if len(text) > LongestGuess {
		guess = guess * LongestGuess / len(text)
	}
	covered := guess // how many words they have
	if guess > 0 && len(text) <= LongestGuess {
		covered = max(guess, words-best.words+best.known)
	}
	return best, covered > english && (guess >= fewestKnown || covered*2 >= words)
}

// Gloss returns a text in one of the languages that have a lexicon with what is
// known of it in English: lengths, units, places. Quotations stay, and so do all
// other texts.
func Gloss(text string) string {
	if g, ok := Foreign(text, false); ok {
		return strings.Join(strings.Fields(g.Text), " ")
	}
	return text
}

// LongestGuess is how many bytes of a text its language is told by.
const LongestGuess = 600

// ScriptOf names the lexicon of a text in a script of its own.
func ScriptOf(text string) string {
	han, kana, hangul, latin := 0, 0, 0, 0
	for _, r := range text[:min(len(text), LongestGuess)] {
		switch {
		case unicode.Is(unicode.Han, r):
			han++
		case unicode.In(r, unicode.Hiragana, unicode.Katakana):
			kana++
		case unicode.Is(unicode.Hangul, r):
			hangul++
		case unicode.IsLetter(r):
			latin++
		}
	}
	switch most := max(han, kana, hangul); {
	case most == 0 || most*4 < latin:
		return ""
	case hangul == most:
		return "ko"
	case kana*8 > han:
		return "ja"
	default:
		return "zh"
	}
}
