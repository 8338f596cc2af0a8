package clause

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"adhere/internal/lazyregexp"
	"adhere/verify/english/internal/lexicon"
)

// An idiom says a demand in words that stand apart: "anything over 50 words gets
// cut off". lexicon/idioms.txt puts each into the grammar's own words; its head
// explains how.
type idiom struct {
	*regexp.Regexp
	slots []string // that its groups are for
	says  []lexicon.Token
}

// newIdiom reads an idiom of the lexicon.
func newIdiom(words, says string) *idiom {
	i := &idiom{says: lexicon.Tokenize(says)}
	i.Regexp = regexp.MustCompile("^" + idiomWords.ReplaceAllStringFunc(words, i.pattern) + "$")
	return i
}

// idioms are those of the lexicon by what they may begin with: a word, or a slot.
// Each is read when a clause begins so.
var idioms = sync.OnceValue(func() map[string][]func() *idiom {
	m := map[string][]func() *idiom{}
	for _, line := range lexicon.Idioms() {
		read := sync.OnceValue(func() *idiom { return newIdiom(line[0], line[1]) })
		first, choice := strings.CutPrefix(line[0], "(")
		first, _, _ = strings.Cut(first, map[bool]string{true: ")", false: " "}[choice])
		for way := range strings.SplitSeq(first, "|") {
			if way, _, _ = strings.Cut(way, " "); !slotNames()[way] {
				way, _ = slotAt(lexicon.Tokenize(way))
			}
			m[way] = append(m[way], read)
		}
	}
	return m
})

var (
	slotNames  = lexicon.WordSet(`N U T A X`)
	idiomMarks = lexicon.WordSet(`( ) | [ ]`)
)

// idiomGroups writes choices and what may be left out as groups of a pattern.
var idiomGroups = strings.NewReplacer("(", "(?:", "[", "(?:", "]", ")?")

var idiomWords = lazyregexp.New(`[^ ()|\[\]]+ *|[()|\[\]] *`)

// pattern is a word, slot or mark of an idiom as a pattern.
func (i *idiom) pattern(w string) string {
	switch w = strings.TrimSpace(w); {
	case idiomMarks()[w]:
		return idiomGroups.Replace(w)
	case w == "A":
		return `A:\S+ `
	case !slotNames()[w]:
		w, _ = slotAt(lexicon.Tokenize(w))
		return regexp.QuoteMeta(w) + " "
	}
	name := w
	for n := 2; slices.Contains(i.slots, name); n++ {
		name = w + strconv.Itoa(n)
	}
	i.slots = append(i.slots, name)
	if w == "X" {
		return "(.+)"
	}
	return "(" + w + `:\S+ )`
}

// idiomatic returns what a clause that is an idiom says, in the grammar's words;
// nil if it is none.
func idiomatic(tokens []lexicon.Token) []lexicon.Token {
	if len(tokens) == 0 {
		return nil
	}
	first, _ := slotAt(tokens)
	slot, _, _ := strings.Cut(first, ":")
	among := idioms()[first]
	if slot != first {
		among = slices.Concat(among, idioms()[slot])
	}
	if len(among) == 0 {
		return nil
	}
	var clause strings.Builder
	from, to := map[int]int{}, map[int]int{} // tokens by where they stand in the clause
	for i := 0; i < len(tokens); {
		w, n := slotAt(tokens[i:])
		if !lexicon.Separates(&tokens[i]) {
			from[clause.Len()] = i
			clause.WriteString(w + " ")
			to[clause.Len()] = i + n
		}
		i += n
	}
	for _, read := range among {
		i := read()
		if m := i.FindStringSubmatchIndex(clause.String()); m != nil {
			var said []lexicon.Token
			for _, t := range i.says {
				if k := slices.Index(i.slots, t.Text); k >= 0 && m[2*k+2] >= 0 {
					said = append(said, tokens[from[m[2*k+2]]:to[m[2*k+3]]]...)
				} else {
					said = append(said, t)
				}
			}
			return said
		}
	}
	return nil
}

// slotAt returns what tokens begin with, and of how many it is: their first word,
// or the slot that they fill, a colon, and their words: "N:" for a number or a
// range, "U:" for a unit, "T:" for texts that are quoted, "A:" for the answer.
func slotAt(tokens []lexicon.Token) (string, int) {
	slot, n := slotOf(tokens)
	if slot == "" {
		return tokens[0].Low, 1
	}
	var b strings.Builder
	for i := range tokens[:n] {
		b.WriteString(tokens[i].Low)
	}
	return slot + strings.ReplaceAll(b.String(), " ", "_"), n
}

func slotOf(tokens []lexicon.Token) (slot string, n int) {
	t, l := &tokens[0], lexicon.LongestLexeme(tokens)
	if naming := lexicon.TextUnits()[t.Low] || l.Class == 'w'; len(tokens) > 1 && (naming || lexicon.Determiners()[t.Low]) {
		next, more := slotOf(tokens[1:])
		if next == "T:" && (naming || t.Low == "the" || tokens[1].Kind != lexicon.Quoted) || next == "A:" && Present()[t.Low] {
			return next, 1 + more
		}
		if a := lexicon.LongestLexeme(tokens[1:]); a.Class == 'a' && Present()[t.Low] {
			return "A:", 1 + int(a.Words)
		}
	}
	switch {
	case t.Numeral():
		if _, n = NumberAt(tokens); n == 0 {
			return "", 1
		}
		if n+1 < len(tokens) && (lexicon.IsDash(rune(tokens[n].Text[0])) || tokens[n].Low == "to" || strings.HasPrefix(tokens[n].Text, "..")) && tokens[n+1].Numeral() {
			_, more := NumberAt(tokens[n+1:])
			n += 1 + more
		}
		return "N:", n
	case t.Kind == lexicon.Quoted:
		for n = 1; n+1 < len(tokens) && (tokens[n].Text == "," || tokens[n].Low == "and" || tokens[n].Low == "or") && tokens[n+1].Kind == lexicon.Quoted; {
			n += 2
		}
		return "T:", n
	case l.Class == 'u' && t.Low != "number":
		return "U:", int(l.Words)
	case lexicon.WholeNouns()[t.Low] || t.Low == "it" || t.Low == "everything":
		return "A:", 1
	}
	return "", 1
}
