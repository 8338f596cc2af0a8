package english

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"adhere/internal/lazyregexp"
)

// An idiom says a demand in words that stand apart: "anything over 50 words gets
// cut off". lexicon/idioms.txt puts each into the grammar's own words; its head
// explains how.
type idiom struct {
	*regexp.Regexp
	slots []string // that its groups are for
	says  []token
}

// newIdiom reads an idiom of the lexicon.
func newIdiom(words, says string) *idiom {
	i := &idiom{says: tokenize(says)}
	i.Regexp = regexp.MustCompile("^" + idiomWords.ReplaceAllStringFunc(words, i.pattern) + "$")
	return i
}

// idioms are those of the lexicon by what they may begin with: a word, or a slot.
// Each is read when a clause begins so.
var idioms = sync.OnceValue(func() map[string][]func() *idiom {
	m := map[string][]func() *idiom{}
	for _, line := range idiomLines() {
		read := sync.OnceValue(func() *idiom { return newIdiom(line[0], line[1]) })
		first, choice := strings.CutPrefix(line[0], "(")
		first, _, _ = strings.Cut(first, map[bool]string{true: ")", false: " "}[choice])
		for way := range strings.SplitSeq(first, "|") {
			if way, _, _ = strings.Cut(way, " "); !slotNames()[way] {
				way, _ = slotAt(tokenize(way))
			}
			m[way] = append(m[way], read)
		}
	}
	return m
})

var (
	slotNames  = wordSet(`N U T A X`)
	idiomMarks = wordSet(`( ) | [ ]`)
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
		w, _ = slotAt(tokenize(w))
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

// idiomLines returns the idioms of the lexicon, each with what it says; names such
// as $cut are replaced by the phrases that they stand for.
func idiomLines() (lines [][2]string) {
	var names []string
	inFull := strings.NewReplacer()
	for line := range strings.Lines(lexiconText("idioms")) {
		line = strings.TrimSpace(line)
		eq := strings.LastIndex(line, " = ")
		if eq < 0 || strings.HasPrefix(line, "//") {
			continue
		}
		if left, right := line[:eq], line[eq+len(" = "):]; left[0] == '$' {
			names = append(names, left, right)
			inFull = strings.NewReplacer(names...)
		} else {
			lines = append(lines, [2]string{inFull.Replace(left), right})
		}
	}
	return lines
}

// idiomatic returns what a clause that is an idiom says, in the grammar's words;
// nil if it is none.
func idiomatic(tokens []token) []token {
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
		if !separates(&tokens[i]) {
			from[clause.Len()] = i
			clause.WriteString(w + " ")
			to[clause.Len()] = i + n
		}
		i += n
	}
	for _, read := range among {
		i := read()
		if m := i.FindStringSubmatchIndex(clause.String()); m != nil {
			var said []token
			for _, t := range i.says {
				if k := slices.Index(i.slots, t.text); k >= 0 && m[2*k+2] >= 0 {
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
func slotAt(tokens []token) (string, int) {
	slot, n := slotOf(tokens)
	if slot == "" {
		return tokens[0].low, 1
	}
	var b strings.Builder
	for i := range tokens[:n] {
		b.WriteString(tokens[i].low)
	}
	return slot + strings.ReplaceAll(b.String(), " ", "_"), n
}

func slotOf(tokens []token) (slot string, n int) {
	t, l := &tokens[0], longestLexeme(tokens)
	if naming := textUnits()[t.low] || l.class == 'w'; len(tokens) > 1 && (naming || determiners()[t.low]) {
		next, more := slotOf(tokens[1:])
		if next == "T:" && (naming || t.low == "the" || tokens[1].kind != quoted) || next == "A:" && present()[t.low] {
			return next, 1 + more
		}
		if a := longestLexeme(tokens[1:]); a.class == 'a' && present()[t.low] {
			return "A:", 1 + int(a.words)
		}
	}
	switch {
	case t.numeral():
		if _, n = numberAt(tokens); n == 0 {
			return "", 1
		}
		if n+1 < len(tokens) && (isDash(rune(tokens[n].text[0])) || tokens[n].low == "to" || strings.HasPrefix(tokens[n].text, "..")) && tokens[n+1].numeral() {
			_, more := numberAt(tokens[n+1:])
			n += 1 + more
		}
		return "N:", n
	case t.kind == quoted:
		for n = 1; n+1 < len(tokens) && (tokens[n].text == "," || tokens[n].low == "and" || tokens[n].low == "or") && tokens[n+1].kind == quoted; {
			n += 2
		}
		return "T:", n
	case l.class == 'u' && t.low != "number":
		return "U:", int(l.words)
	case wholeNouns()[t.low] || t.low == "it" || t.low == "everything":
		return "A:", 1
	}
	return "", 1
}
