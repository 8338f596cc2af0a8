package lexicon

import (
	"bytes"
	"iter"
	"math"
	"slices"
	"strings"
	"sync"
)

// RoomyWords begin the phrases that say what there is room for.
var RoomyWords = WordSet(`takes allows accepts holds permits supports fits only has have room space can cuts stops is maxes tops displays stop ends rejects chokes crashes strips breaks mangles`)

// NamedNouns are followed by the names of what they call: "the columns Name
// and Price", "keys: id, total".
var NamedNouns = WordSet(`columns headings headers keys key fields field properties sections column`)

// A Lexeme is a phrase of the lexicon.
type Lexeme struct {
	Phrase string // with single spaces
	Value  string
	Words  uint8 // how many
	Class  byte
	second byte // the first byte of the second word, which tells most phrases apart; 0 if there is none
}

//nolint:gochecknoglobals // read once
var lexemes = sync.OnceValue(func() map[string][]Lexeme {
	m := map[string][]Lexeme{}
	for line := range strings.Lines(Text("cascade")) {
		head, phrases, ok := strings.Cut(line, " = ")
		if !ok || strings.HasPrefix(line, "# ") && (line[2] < '0' || line[2] > '9') {
			continue
		}
		for phrase := range strings.SplitSeq(phrases, " ; ") {
			for p := range variants(phrase, math.MaxInt) {
				first, rest, _ := strings.Cut(p, " ")
				m[first] = append(m[first], Lexeme{p, strings.TrimSpace(head[1:]), uint8(strings.Count(p, " ") + 1), head[0], firstByte(rest)})
			}
		}
	}
	for _, list := range m {
		slices.SortStableFunc(list, func(a, b Lexeme) int { return int(b.Words) - int(a.Words) })
	}
	return m
})

// variants are the phrases that "{a|an} answer" stands for, with single spaces; of
// longer ones than most bytes only the beginning.
func variants(phrase string, most int) iter.Seq[string] {
	var out bytes.Buffer
	writeVariants(&out, nil, phrase, most)
	return strings.SplitSeq(out.String()[1:], "\n")
}

// writeVariants writes what begun and then phrase stand for, each variant behind a
// line feed.
func writeVariants(out *bytes.Buffer, begun []byte, phrase string, most int) {
	before, rest, ok := strings.Cut(phrase, "{")
	begun = append(begun, before...)
	if !ok || len(begun) > most {
		parting := byte('\n')
		for w := range bytes.FieldsSeq(begun) {
			out.WriteByte(parting)
			out.Write(w)
			parting = ' '
		}
		return
	}
	choices, after, _ := strings.Cut(rest, "}")
	for choice := range strings.SplitSeq(choices, "|") {
		writeVariants(out, append(begun, choice...), after, most)
	}
}

// Entries are what the lexicon knows of a word.
type Entries uint8

// What is known of a word.
const (
	Known  Entries = 1 << iota // it stands in a phrase
	Hint                       // some demand cannot do without it or without what it begins
	Opener                     // it may call a text, or lead up to a limit
)

// Words holds the entries of all words of the lexicon.
var Words = sync.OnceValue(func() map[string]Entries {
	m := map[string]Entries{"a": Hint}
	for first, list := range lexemes() {
		for _, l := range list {
			for w := range strings.SplitSeq(l.Phrase, " ") {
				m[w] |= Known
			}
			if strings.IndexByte("xfcuvHPA#", l.Class) >= 0 {
				m[first] |= Hint
			}
			if l.Class == 'w' {
				m[first] |= Opener
			}
		}
	}
	for w := range TextUnits() {
		m[w] |= Opener
	}
	m["yes"] |= Known | Hint
	for _, set := range []map[string]bool{RoomyWords(), NamedNouns()} {
		for w := range set {
			m[w] |= Opener
		}
	}
	for w := range WholeNouns() {
		m[w] |= Known
	}
	for w := range Languages() {
		m[w] |= Known | Hint
	}
	return m
})

// look finds what the lexicon knows of the token.
func (t *Token) look() {
	t.phrases, t.Class = lexemes()[t.Low], Words()[t.Low]
	if t.Lemma != t.Low {
		t.forms = lexemes()[t.Lemma]
		t.Class |= Words()[t.Lemma] &^ Opener
	}
	if t.Kind == Quoted || t.Kind == Number || t.Kind == Boxed || t.Numeral() {
		t.Class |= Known | Hint
	}
	if t.Kind != Word || Ordinal(t.Low) > 0 {
		t.Class |= Known
	}
}

// ClassAt returns the class of what tokens begin with.
func ClassAt(tokens []Token) byte {
	if l := LongestLexeme(tokens); l.Class != 0 {
		return l.Class
	}
	if Ordinal(tokens[0].Low) > 0 {
		return 'o'
	}
	return '?'
}

// TextUnits are units of which one can be named.
var TextUnits = WordSet(`number word words letter character sentence line question hashtag link url placeholder`)

// LongestLexeme returns the longest phrase of the lexicon with which tokens
// begin.
func LongestLexeme(tokens []Token) Lexeme {
	for _, list := range [][]Lexeme{tokens[0].phrases, tokens[0].forms} {
		for i := range list {
			l := &list[i]
			if l.Words > 1 && (len(tokens) < int(l.Words) || firstByte(tokens[1].Low) != l.second && firstByte(tokens[1].Lemma) != l.second) {
				continue
			}
			if l.begins(tokens) {
				return *l
			}
		}
	}
	return Lexeme{}
}

func firstByte(s string) byte {
	if s == "" {
		return 0
	}
	return s[0]
}

// begins reports whether tokens begin with the phrase. Verbs stand in any form
// but that of a noun: what is about avoiding commas avoids none.
func (l *Lexeme) begins(tokens []Token) bool {
	rest := l.Phrase
	for i := range tokens[:l.Words] {
		t := &tokens[i]
		after, ok := cutWord(rest, t.Low)
		if !ok && strings.IndexByte("xidber", l.Class) >= 0 && !strings.HasSuffix(t.Low, "ing") {
			after, ok = cutWord(rest, t.Lemma)
		}
		if !ok || t.Kind != Word && t.Kind != Mark && t.Kind != Number {
			return false
		}
		rest = after
	}
	return true
}

// cutWord returns what follows the first word of a phrase, if it is w.
func cutWord(phrase, w string) (after string, ok bool) {
	after, ok = strings.CutPrefix(phrase, w)
	if after == "" {
		return "", ok
	}
	return after[1:], ok && after[0] == ' '
}
