package edits

import (
	"slices"
	"strings"
	"unicode/utf8"

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
	meant   [][]bool        // for each wish, the changes that share its words; nil where none does
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
	for n := range e.wishes {
		e.wishes[n].literal = e.literal(&e.wishes[n])
	}
	for n := range e.wishes {
		e.wishes[n].open = e.open(&e.wishes[n])
	}
	e.weigh()
	e.markFacts()
	if e.respelt() {
		return
	}
	for k := range e.changes {
		switch c := &e.changes[k]; {
		case len(c.Facts) > 0, e.wishes[0].kind == Nothing:
			c.Outcome = Stray
		case e.follows(c):
			c.Outcome = Asked
		default:
			c.Outcome = Stray
			for n := range e.wishes {
				c.Outcome = min(c.Outcome, e.covers(n, k))
			}
		}
	}
	e.boundAdditions()
}

// respelt reports whether a correction did no more than correct, wherever
// sentences now begin and end.
func (e *edit) respelt() bool {
	if len(e.wishes) > 1 || e.wishes[0].kind != Correction || len(e.wishes[0].part) > 0 {
		return false
	}
	c := Change{What: Reworded}
	for i := range e.changes {
		c.Before += " " + e.changes[i].Before
		c.After += " " + e.changes[i].After
	}
	return e.corrects(&c)
}

// covers says of a change what a wish says of it.
func (e *edit) covers(n, k int) Outcome {
	w, c := &e.wishes[n], &e.changes[k]
	switch {
	case len(w.part) > 0 && e.within(w.part, c), len(w.part) == 0 && e.meant[n] != nil && e.meant[n][k]:
		return e.permits(w, c)
	case len(w.part) > 0 || e.meant[n] != nil && !w.open && (w.kind == Removal || w.kind == Rewording || w.kind == Exchange):
		if w.kind == Order && c.stays() || e.given(c, true) {
			return Asked
		}
		return Stray
	case w.kind == Removal || w.kind == Rewording || w.kind == Shortening:
		return max(e.permits(w, c), Unclear)
	default:
		return e.permits(w, c)
	}
}

// permits says whether a change is of the kind that a wish is.
func (e *edit) permits(w *wish, c *Change) Outcome {
	ok := true
	switch w.kind {
	case Removal:
		ok = c.What == Removed || c.What == Paragraphs || c.What == Marks || c.What == Reworded && onlyLoses(w, c) || c.What == Added && e.sameWords(c, w)
	case Addition:
		ok = c.What == Added || c.What == Reworded && len(beyond(c.Before, c.After)) == 0 || e.given(c, true) ||
			slices.ContainsFunc(w.given, func(q string) bool { return strings.Contains(fold(c.After), fold(q)) })
	case Order, Form:
		ok = c.What == Moved || c.What == Paragraphs || (c.What != Marks || w.kind == Form) && e.sameWords(c, w)
	case Correction:
		ok = (c.What == Reworded || c.What == Marks) && e.corrects(c)
	case Exchange, Rewording:
		ok = !w.literal || e.given(c, false)
	case Shortening, Nothing:
	}
	if ok {
		return Asked
	}
	return Stray
}

// open reports whether a wish is about the whole text: it says so, or more than
// half of the text was changed and it does not say to what.
func (e *edit) open(w *wish) bool {
	if w.literal || len(w.part) > 0 {
		return false
	}
	changed := 0
	for i := range e.changes {
		changed += b2i(e.changes[i].i >= 0 && !e.follows(&e.changes[i]))
	}
	return w.kind == Rewording && entire.MatchString(w.text) || 2*changed > max(len(e.a.units), 3)
}

// literal reports whether a wish says what is to stand in the text, and that
// came.
func (e *edit) literal(w *wish) bool {
	if w.kind != Exchange && (w.kind != Rewording || !w.literal && len(w.part) > 0) {
		return false
	}
	return w.kind == Exchange || slices.ContainsFunc(e.changes, func(c Change) bool {
		return !c.stays() && slices.ContainsFunc(worddiff.Diff(article(c.Before), article(c.After)), func(h worddiff.Change) bool {
			return len(stems(h.Come)) > 0 && e.gives(h, true)
		})
	})
}

// given reports whether all that a sentence gained stands in the instruction, or
// is a form of a word that it lost there, and all that it lost made room for
// that. Where that is to be exact, forms and small words count too.
func (e *edit) given(c *Change, exact bool) bool {
	return !c.stays() && !slices.ContainsFunc(worddiff.Diff(article(c.Before), article(c.After)), func(h worddiff.Change) bool {
		return h.Same == "" && !e.gives(h, exact)
	})
}

func (e *edit) gives(h worddiff.Change, exact bool) bool {
	grown := len(words(h.Come)) > len(words(h.Gone))
	lost, gained := beyond(h.Gone, h.Come), beyond(h.Come, h.Gone)
	switch {
	case len(gained) > 0 && e.says(gained):
		return !exact || len(lost) > 0 || figure.MatchString(h.Come)
	case len(gained) == 0 && len(lost) > 0:
		return e.says(lost) && !grown
	}
	return !exact && !grown && len(lost) == len(gained) && !slices.ContainsFunc(lost, func(w string) bool {
		return !slices.ContainsFunc(gained, func(o string) bool { return nearly(w, o) })
	})
}

// says reports whether the instruction has all of some words.
func (e *edit) says(list []string) bool {
	return !slices.ContainsFunc(list, func(w string) bool { return !e.said[w] })
}

// weigh finds, for each wish that names no part, the changes that have most to
// do with its words: a word counts the more, the fewer sentences have it.
func (e *edit) weigh() {
	has := e.a.spread()
	e.meant = make([][]bool, len(e.wishes))
	for n := range e.wishes {
		said, most, scores := e.wishes[n].said, 0.0, make([]float64, len(e.changes))
		for k := range e.changes {
			c := &e.changes[k]
			scores[k] = bearing(c.Before+" "+c.After, said, has)
			if !e.follows(c) {
				most = max(most, scores[k])
			}
		}
		for k, s := range scores {
			if s > 0 && s >= nearest*most {
				if e.meant[n] == nil {
					e.meant[n] = make([]bool, len(e.changes))
				}
				e.meant[n][k] = true
			}
		}
	}
}

// nearest is the share of the highest score that a change needs to be meant.
const nearest = 0.5

func bearing(s string, said map[string]bool, has map[string]int) float64 {
	score := 0.0
	for w := range stems(s) {
		if _, number := english.Cardinal(w); number {
			continue
		}
		if said[w] {
			score += 1 / float64(max(1, has[w]))
		}
	}
	return score
}

// within reports whether a change touches a part: a sentence of it, or a new one
// beside it.
func (e *edit) within(part map[int]bool, c *Change) bool {
	if c.i >= 0 {
		return part[c.i]
	}
	around := func(step, edge int) int { // the nearest old sentence
		for j := c.j + step; j >= 0 && j < len(e.b.units); j += step {
			if i := slices.Index(e.pairs, j); i >= 0 {
				return i
			}
		}
		return edge
	}
	before, after := around(-1, -1), around(1, len(e.a.units))
	for t := range part {
		if before <= t && t <= after {
			return true
		}
	}
	return false
}

// follows reports whether a change follows from what was asked for: nothing
// that means something changed ("a" became "an", a joining word went, a capital
// moved, an item got another number), or the whole text was to change.
func (e *edit) follows(c *Change) bool {
	if c.What != Reworded && c.What != Marks || len(beyond(c.Before, c.After)) > 0 || len(beyond(c.After, c.Before)) > 0 {
		return false
	}
	w := &e.wishes[0]
	if w.kind == Correction || len(w.part) == 0 && (w.kind == Shortening || w.kind == Rewording && !w.literal) || article(c.Before) == article(c.After) {
		return true
	}
	x, y := words(article(c.Before)), words(article(c.After))
	if !slices.Equal(x, y) && slices.Equal(slices.Sorted(slices.Values(x)), slices.Sorted(slices.Values(y))) {
		return false // another order
	}
	if slices.Equal(x, y) && (w.kind != Form || len(w.part) > 0 && !e.within(w.part, c)) { // marks
		return strings.EqualFold(fold(c.Before), fold(c.After))
	}
	return !slices.ContainsFunc(append(slices.Clone(x), y...), func(w string) bool {
		return slices.Contains(x, w) != slices.Contains(y, w) && !slices.Contains(joining, w)
	})
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
	slices.Sort(out)
	return out
}

// onlyLoses reports whether a sentence lost what was to go and gained nothing:
// where words were quoted, only these went.
func onlyLoses(w *wish, c *Change) bool {
	return len(beyond(c.After, c.Before)) == 0 && (len(w.cited) == 0 || len(beyond(c.Before, c.After+" "+strings.Join(w.cited, " "))) == 0)
}

// mostLost is the share of a sentence's words that another form may lose.
const mostLost = 0.3

// sameWords reports whether a sentence says the same in another form: its words
// are somewhere in the new version, and no new ones came up but in headings,
// lines that lead to a list, and words of the instruction.
func (e *edit) sameWords(c *Change, w *wish) bool {
	if c.i >= 0 {
		own := stems(e.a.units[c.i].text)
		lost := without(e.a.units[c.i].text, e.fresh)
		if float64(len(lost)) > mostLost*float64(len(own)) || w.kind == Order && len(lost) > 0 {
			return false
		}
	}
	if c.j < 0 || heading(c.After) || strings.HasSuffix(c.After, ":") || ruled.MatchString(c.After) {
		return true
	}
	gained := slices.DeleteFunc(without(c.After, e.old), func(s string) bool { return e.said[s] })
	return len(gained) == 0 || strings.HasPrefix(c.After, "|") && len(gained) <= mostLabels
}

// mostLabels is how many words a line of a table may be named with.
const mostLabels = 2

// ruled is a table's line that holds no text.
var ruled = lazyregexp.New(`^[\s|:-]+$`)

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

// boundAdditions holds additions to the number of places where an instruction
// puts something, besides what it gives word for word.
func (e *edit) boundAdditions() {
	room, text := 0, strings.ToLower(e.raw)
	for n := range e.wishes {
		room += b2i(e.wishes[n].kind == Addition)
	}
	if room < len(e.wishes) {
		return
	}
	var put []*Change
	given := false
	for k := range e.changes {
		switch c := &e.changes[k]; {
		case c.i < 0 && e.quotes(c.After):
			room, given = room-1, true
		case c.Outcome == Asked && !e.follows(c):
			put = append(put, c)
		}
	}
	if !given && several.MatchString(text) {
		return
	}
	slices.SortStableFunc(put, func(x, y *Change) int { return e.bears(y) - e.bears(x) })
	for _, c := range put[min(max(room, 0), len(put)):] {
		if slices.ContainsFunc(beyond(c.After, c.Before), func(w string) bool { return e.said[w] }) {
			continue
		}
		c.Outcome = Stray
	}
}

// quotes reports whether the instruction gives a sentence word for word.
func (e *edit) quotes(sentence string) bool {
	return strings.Contains(strings.ToLower(fold(e.raw)), strings.ToLower(strings.TrimRight(article(sentence), ".!?")))
}

var several = either(`(?:an?|new|another|some|more|few|two|three) (?:new |short |separate )?(?:paragraph|section|list)s?|sentences|examples|details|points|bullets|throughout|everywhere|each|every|headings|subheads`)

// bears is how much a change has to do with the words of the instruction; a new
// sentence more than words put into an old one.
func (e *edit) bears(c *Change) int {
	n := 2 * b2i(c.What == Added)
	for _, w := range beyond(c.After, c.Before) {
		n += 1 + 10*b2i(e.said[w])
	}
	return n
}

// stems returns the beginnings of the words that mean something.
func stems(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range words(s) {
		if w = strings.Trim(w, "'"); w == "" || slices.Contains(fillers, strings.TrimSuffix(w, "'s")) {
			continue
		}
		out[stem(w)] = true
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
