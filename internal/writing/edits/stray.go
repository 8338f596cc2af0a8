package edits

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"adhere/internal/lists"

	"github.com/agnivade/levenshtein"

	"adhere/internal/lazyregexp"
	"adhere/internal/worddiff"
	"adhere/verify/english"
)

// An edit is a request and what became of the text.
type edit struct {
	request
	a, b    *version
	pairs   []int // for each unit of a, the one of b that stands for it, or -1
	changes []Change
	old     map[string]bool // stems of the old version
	fresh   map[string]bool // and of the new one
	met     bool            // a change shares words with the request
}

// An Outcome says whether somebody asked for a change.
type Outcome int

// The outcomes.
const (
	Asked   Outcome = iota // it was asked for, or follows from that
	Unclear                // code cannot tell
	Stray                  // nobody asked for it
)

// MarshalText writes asked, unclear or stray.
func (o Outcome) MarshalText() ([]byte, error) {
	return []byte([...]string{"asked", "unclear", "stray"}[o]), nil
}

// decide gives every change its outcome.
func (e *edit) decide() {
	e.old, e.fresh = stems(e.a.text()), stems(e.b.text())
	e.literal = e.isLiteral()
	e.open = e.isOpen()
	e.met = slices.ContainsFunc(e.changes, func(c Change) bool { return e.meets(&c) })
	e.markFacts()
	if e.kind == Correction && len(e.part) == 0 && e.corrects(e.joined()) {
		return
	}
	for k := range e.changes {
		switch c := &e.changes[k]; {
		case e.several && !e.follows(c):
			c.Outcome = Unclear
		case len(c.Facts) > 0, e.kind == Nothing:
			c.Outcome = Stray
		case e.adds && c.What == Added, e.reaches(c): // Asked
		case !e.follows(c):
			c.Outcome = e.covers(c)
		}
	}
	if e.kind == Addition && !e.several {
		e.boundAdditions()
	}
}

// reaches reports whether a sentence came to, or left, the beginning or end that the
// text or its named part is to have, where nothing but places changed. Neighbours
// that move together are one.
func (e *edit) reaches(c *Change) bool {
	first, last := opening.MatchString(e.text), closing.MatchString(e.text)
	if c.What != Moved || e.kind != Addition || !first && !last {
		return false
	}
	moved := map[int]bool{}
	for i := range e.changes {
		if !e.changes[i].stays() {
			return false
		}
		moved[e.changes[i].i] = moved[e.changes[i].i] || e.changes[i].What == Moved
	}
	from, to := c.i, c.i // of the old version
	for moved[from-1] && e.pairs[from-1] == e.pairs[from]-1 {
		from--
	}
	for moved[to+1] && e.pairs[to+1] == e.pairs[to]+1 {
		to++
	}
	if len(e.part) == 0 || e.part[c.i] {
		if first && (from == 0 || e.pairs[from] == 0) || last && (to == len(e.a.units)-1 || e.pairs[to] == len(e.b.units)-1) {
			return true
		}
	}
	rest := slices.DeleteFunc(slices.Sorted(maps.Keys(e.part)), func(i int) bool { return moved[i] })
	if len(rest) == 0 {
		return false
	}
	low, high := rest[0], rest[len(rest)-1]
	return first && (e.part[from] && from < low || e.pairs[to]+1 == e.pairs[low] && e.b.together(e.pairs[low])) ||
		last && (e.part[to] && to > high || e.pairs[from]-1 == e.pairs[high] && e.b.together(e.pairs[from]))
}

// joined is all changes as one: a correction may end sentences elsewhere.
func (e *edit) joined() *Change {
	var all Change
	for i := range e.changes {
		all.Before += " " + e.changes[i].Before
		all.After += " " + e.changes[i].After
	}
	return &all
}

// covers says of a change what the request says of it.
func (e *edit) covers(c *Change) Outcome {
	named := len(e.part) > 0
	switch {
	case named && e.within(c), !named && e.meets(c):
		return e.permits(c)
	case named || e.met && !e.open && (e.kind == Removal || e.kind == Rewording || e.kind == Exchange):
		if e.kind == Order && c.stays() || e.fits(c) {
			return Asked
		}
		return Stray
	case e.kind == Removal || e.kind == Rewording || e.kind == Shortening:
		return max(e.permits(c), Unclear)
	default:
		return e.permits(c)
	}
}

// permits says whether a change is of the kind that the request is.
func (e *edit) permits(c *Change) Outcome {
	ok := true
	switch e.kind {
	case Removal:
		ok = c.What == Removed || c.What == Paragraphs || c.What == Marks || c.What == Reworded && e.onlyLoses(c) || c.What == Added && e.sameWords(c)
	case Addition:
		ok = c.What == Added || c.What == Reworded && len(beyond(c.Before, c.After)) == 0 ||
			slices.ContainsFunc(e.given, func(q string) bool { return strings.Contains(fold(c.After), fold(q)) })
	case Order, Form:
		ok = c.stays() || (c.What == Reworded || e.kind == Form) && e.sameWords(c)
	case Correction:
		ok = (c.What == Reworded || c.What == Marks) && e.corrects(c)
	case Exchange, Rewording:
		ok = !e.literal || e.fits(c)
	case Shortening, Nothing:
	}
	if ok {
		return Asked
	}
	return Stray
}

// isOpen reports whether the request is about the whole text: it says so, or
// more than half of the text was changed and it does not say to what.
func (e *edit) isOpen() bool {
	if e.literal || len(e.part) > 0 {
		return false
	}
	changed := lists.Count(e.changes, func(c Change) bool { return c.i >= 0 && !e.follows(&c) })
	return e.kind == Rewording && entire.MatchString(e.text) || 2*changed > max(len(e.a.units), 3)
}

// isLiteral reports whether the request says what is to stand in the text, and
// that came.
func (e *edit) isLiteral() bool {
	return e.kind == Exchange || e.kind == Rewording && len(e.part) == 0 && slices.ContainsFunc(e.changes, func(c Change) bool {
		return !c.stays() && slices.ContainsFunc(worddiff.Diff(article(c.Before), article(c.After)), func(h worddiff.Change) bool {
			return len(stems(h.Come)) > 0 && e.gives(h)
		})
	})
}

// fits reports whether all that a sentence gained stands in the instruction, and
// so does all that it lost without anything in its place.
func (e *edit) fits(c *Change) bool {
	return !c.stays() && !slices.ContainsFunc(worddiff.Diff(article(c.Before), article(c.After)), func(h worddiff.Change) bool {
		return h.Same == "" && !e.gives(h)
	})
}

func (e *edit) gives(h worddiff.Change) bool {
	list := beyond(h.Come, h.Gone)
	if len(list) == 0 {
		if list = beyond(h.Gone, h.Come); len(list) == 0 || len(words(h.Come)) > len(words(h.Gone)) {
			return false
		}
	}
	return !slices.ContainsFunc(list, func(w string) bool { return !e.said[w] })
}

// meets reports whether a change shares words with the request.
func (e *edit) meets(c *Change) bool { return shared(c.Before+" "+c.After, e.said) > 0 }

// shared counts the words of a text, numbers aside, that are among some others.
func shared(s string, said map[string]bool) int {
	n := 0
	for w := range stems(s) {
		if _, number := english.Cardinal(w); said[w] && !number {
			n++
		}
	}
	return n
}

// within reports whether a change touches the part that is named: a sentence of
// it, or a new one beside it.
func (e *edit) within(c *Change) bool {
	if c.i >= 0 {
		return e.part[c.i]
	}
	before, after := -1, len(e.pairs) // the nearest old sentences
	for i, j := range e.pairs {
		if j >= 0 && j < c.j && (before < 0 || j > e.pairs[before]) {
			before = i
		}
		if j > c.j && (after == len(e.pairs) || j < e.pairs[after]) {
			after = i
		}
	}
	for t := range e.part {
		if before <= t && t <= after {
			return true
		}
	}
	return false
}

// follows reports whether a change follows from what was asked for: only a
// joining word came or went, "a" became "an", a capital moved, or an item got
// another number; or the whole text was to change, and all words that mean
// something stayed.
func (e *edit) follows(c *Change) bool {
	if c.What != Reworded && c.What != Marks {
		return false
	}
	whole := e.kind == Correction || len(e.part) == 0 && (e.kind == Shortening || e.kind == Rewording && !e.literal)
	if whole && len(beyond(c.Before, c.After))+len(beyond(c.After, c.Before)) == 0 {
		return true
	}
	rest := func(s string) []string {
		return slices.DeleteFunc(words(article(s)), func(w string) bool { return slices.Contains(joining, w) })
	}
	marks := slices.Equal(words(article(c.Before)), words(article(c.After)))
	return slices.Equal(rest(c.Before), rest(c.After)) && (!marks || strings.EqualFold(article(c.Before), article(c.After)) || e.kind == Form && (len(e.part) == 0 || e.within(c)))
}

var articles, pronouns = lazyregexp.New(`(?i)\ban\b`), lazyregexp.New(`(?i)\b(?:s?he|him|his|hers?|they|them|theirs?)\b`)

// article is a text without what makes "a" and "an" differ, or "his" and "her",
// and without the mark of a list.
func article(s string) string {
	return pronouns.ReplaceAllString(articles.ReplaceAllString(fold(marker.ReplaceAllString(s, "")), "a"), "he")
}

// beyond lists the words that mean something and that one text has beyond
// another.
func beyond(s, other string) []string {
	return without(s, stems(marker.ReplaceAllString(other, "")))
}

// without lists the words of a text that mean something and are not known.
func without(s string, known map[string]bool) []string {
	var out []string
	for w := range stems(marker.ReplaceAllString(s, "")) {
		if !known[w] {
			out = append(out, w)
		}
	}
	return out
}

// onlyLoses reports whether a sentence lost what was to go and gained nothing:
// where words were quoted, only these went.
func (e *edit) onlyLoses(c *Change) bool {
	return len(beyond(c.After, c.Before)) == 0 && (len(e.cited) == 0 || len(beyond(c.Before, c.After+" "+strings.Join(e.cited, " "))) == 0)
}

// mostLost is how many words of a sentence another form may lose.
const mostLost = 3

// sameWords reports whether a sentence says the same in another form: its words
// are somewhere in the new version, and no new ones came up but in headings,
// lines that lead to a list, and words of the instruction.
func (e *edit) sameWords(c *Change) bool {
	if c.i >= 0 {
		if lost := len(without(e.a.units[c.i].text, e.fresh)); lost > mostLost || lost > 0 && e.kind == Order {
			return false
		}
	}
	if c.j < 0 || heading(c.After) || strings.HasSuffix(c.After, ":") {
		return true
	}
	gained := slices.DeleteFunc(without(c.After, e.old), func(s string) bool { return e.said[s] })
	return len(gained) == 0 || strings.HasPrefix(c.After, "|") && len(gained) <= 2 // the name of a table's line
}

// corrects reports whether each new word is another spelling of one that went,
// or stands in the instruction, and each that went has another spelling. Short
// words come and go.
func (e *edit) corrects(c *Change) bool {
	respelt := func(list, others []string) bool {
		return !slices.ContainsFunc(list, func(w string) bool {
			return !e.said[w] && utf8.RuneCountInString(w) > 3 && !slices.ContainsFunc(others, func(o string) bool { return nearly(w, o) })
		})
	}
	for _, h := range worddiff.Diff(c.Before, c.After) {
		if !respelt(beyond(h.Come, c.Before), words(c.Before)) || !respelt(beyond(h.Gone, c.After), words(c.After)) {
			return false
		}
	}
	return true
}

// nearly reports whether words may be spellings or forms of one.
func nearly(x, y string) bool {
	if strings.ContainsAny(x+y, "0123456789") {
		return x == y
	}
	n := min(len(x), len(y)) / 2
	return n > 0 && x[:n] == y[:n] && max(len(x), len(y)) <= n*2+3 || 3*levenshtein.ComputeDistance(x, y) <= max(len(x), len(y))
}

// boundAdditions lets one thing be added without a word of the instruction, and
// none beside what has such words or is given word for word.
func (e *edit) boundAdditions() {
	given, room := false, 1
	var put []*Change
	for k := range e.changes {
		c := &e.changes[k]
		switch {
		case c.Outcome != Asked || c.stays() || e.follows(c):
		case c.i < 0 && strings.Contains(fold(e.raw), strings.ToLower(strings.TrimRight(article(c.After), ".!?"))):
			given, room = true, 0
		case slices.ContainsFunc(beyond(c.After, c.Before), func(w string) bool { return e.said[w] }):
			room = 0
		default:
			put = append(put, c)
		}
	}
	if given || !manifold.MatchString(e.raw) {
		for _, c := range put[min(room, len(put)):] {
			c.Outcome = Stray
		}
	}
}

// stems returns the beginnings of the words that mean something.
func stems(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range words(s) {
		if w = strings.Trim(w, "'"); w != "" && !slices.Contains(fillers, strings.TrimSuffix(w, "'s")) {
			out[stem(w)] = true
		}
	}
	return out
}

// stem cuts the commonest endings.
func stem(w string) string {
	w = strings.TrimSuffix(w, "'s")
	for _, end := range []string{"ing", "ies", "ed", "es", "ly", "s", "e", "y"} {
		if short := strings.TrimSuffix(w, end); short != w && len(short) >= 3 {
			return short
		}
	}
	return w
}

// fillers are words that join, point and fill: in them a change follows from
// another one, and an instruction names no part by them.
var fillers = strings.Fields(foreign + ` a an the and or but so yet nor for of in on at to by with from into onto as than then that this these those which who whom whose
is are was were be been being am do does did has have had will would can could may might shall should must
i me my we us our you your he him his she her it its they them their there here
not no if because since while when where though although whether also too very just only even still already again ever never
however furthermore moreover addition additionally therefore thus hence consequently finally first second third last next instead otherwise meanwhile nevertheless
any some all each every both either neither one more most much many such same other another own
please thanks thank hello dear oh now well like want need make put give get say tell let
sentence sentences paragraph paragraphs para word words text answer section line bit part end beginning start place
add insert remove delete drop cut change replace move swap write rewrite rephrase reword shorten condense fix correct mention state define explain include turn convert split merge order
make better improve clear unclear sound sounds rather quite up out off about over under before after between right left wherever what how why using use`)

// joining lists words that join sentences, and may go or come when a neighbour
// goes or comes.
var joining = strings.Fields(`however furthermore moreover also too additionally in addition therefore thus hence consequently finally first firstly second secondly third thirdly
last next instead meanwhile nevertheless then and but so yet though still besides similarly likewise again`)

// foreign are fillers in German, French, Spanish and Portuguese.
const foreign = `der die das den dem des ein eine einen einem einer und oder aber nicht ist sind war im am zum zur von mit für auf aus bei nach über dass sich auch noch bitte es ich wir sie ihr
le la les l un une des du de d et ou mais ne pas est sont au aux en dans pour par sur avec que qui ce cette ces il elle on nous vous je se sa son ses plus un peu
el los las una unos y o pero no es son al del en para por con que se su sus lo más muy
os as um uma e ou mas não é são ao do da dos das no na nos nas em para por com que se seu sua mais`
