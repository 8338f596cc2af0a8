package edits

import (
	"regexp"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"

	"adhere/internal/lazyregexp"
)

// An edit is a request and what became of the text.
type edit struct {
	request
	a, b    *version
	pairs   []int // for each unit of a, the one of b that stands for it, or -1
	changes []Change
	wrong   []Change // those that nobody asked for
}

// stray returns the changes that nobody asked for.
func (e *edit) stray() []Change {
	switch {
	case len(e.changes) == 0 || e.kind == Nothing:
		return e.changes
	case e.kind == Exchange:
		return e.besidesExchange()
	}
	if !e.named && !slices.ContainsFunc(e.changes, e.inTarget) {
		e.target = nil // it was only guessed, and not meant
	}
	if e.kind == Correction && len(e.target) == 0 && e.corrects(e.whole()) {
		return nil // where sentences begin and end is corrected too
	}
	e.markFacts()
	unasked := e.unasked()
	return slices.DeleteFunc(slices.Clone(e.changes), func(c Change) bool {
		return len(c.Facts) == 0 && !slices.ContainsFunc(unasked, c.Same)
	})
}

// whole is what changed, as one change.
func (e *edit) whole() *Change {
	c := Change{What: Reworded}
	for i := range e.changes {
		c.Before += " " + e.changes[i].Before
		c.After += " " + e.changes[i].After
	}
	return &c
}

// unasked applies the rule of the request's kind to every change.
func (e *edit) unasked() []Change {
	if e.kind == Addition {
		return e.besidesAddition()
	}
	var out []Change
	for i := range e.changes {
		if c := &e.changes[i]; !e.follows(c) && !e.asked(c) {
			out = append(out, *c)
		}
	}
	return out
}

// asked reports whether a change is within what was asked for.
func (e *edit) asked(c *Change) bool {
	if c.What == Added && (e.gives(c.After) || e.adds && len(e.given) == 0) {
		return true
	}
	if len(e.target) > 0 && !e.inTarget(*c) && (e.kind != Order || c.What != Moved && c.What != Paragraphs) {
		return false
	}
	switch e.kind {
	case Removal:
		return c.What == Removed || c.What == Paragraphs || c.What == Reworded && e.onlyLoses(c)
	case Order, Form:
		return c.What == Moved || c.What == Paragraphs || (c.What != Marks || e.kind == Form) && e.sameWords(c)
	case Correction:
		return (c.What == Reworded || c.What == Marks) && e.corrects(c)
	default:
		return e.kind != Rewording || !e.literal() || e.converts(c) || e.onlySays(c)
	}
}

// literal reports whether the instruction says what is to stand in the text, and
// that came.
func (e *edit) literal() bool {
	m := literally.FindStringSubmatch(strings.TrimSpace(e.raw))
	if m == nil {
		return false
	}
	value := strings.ToLower(fold(strings.Trim(m[1]+m[2], `"'“”‘’ `)))
	return value != "" && strings.Contains(strings.ToLower(e.b.text()), value) && !strings.Contains(strings.ToLower(e.a.text()), value)
}

// onlySays reports whether a sentence gained no words but those of the
// instruction, forms of words that it lost, and as many small ones as it lost.
func (e *edit) onlySays(c *Change) bool {
	bare := func(s string) []string { return words(strings.ReplaceAll(article(s), "'s", "")) }
	was, is, said := bare(c.Before), bare(c.After), bare(e.raw)
	lost := slices.DeleteFunc(slices.Clone(was), func(w string) bool { return slices.Contains(is, w) })
	gained := slices.DeleteFunc(slices.Clone(is), func(w string) bool { return slices.Contains(was, w) || slices.Contains(said, w) })
	return len(gained) <= len(lost) && !slices.ContainsFunc(gained, func(w string) bool {
		return !slices.Contains(fillers, w) && !slices.ContainsFunc(lost, func(o string) bool { return nearly(w, o) })
	})
}

// gives reports whether the instruction gives a sentence word for word.
func (e *edit) gives(sentence string) bool {
	return strings.Contains(strings.ToLower(fold(e.raw)), strings.ToLower(strings.TrimRight(article(sentence), ".!?")))
}

// inTarget reports whether a change touches what may change: a sentence of it,
// or a new one beside it.
func (e *edit) inTarget(c Change) bool {
	if c.i >= 0 {
		return e.target[c.i]
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
	for t := range e.target {
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
	if e.kind == Correction || len(e.target) == 0 && (e.kind == Shortening || e.kind == Rewording && !e.literal()) || article(c.Before) == article(c.After) {
		return true
	}
	x, y := words(article(c.Before)), words(article(c.After))
	if !slices.Equal(x, y) && slices.Equal(slices.Sorted(slices.Values(x)), slices.Sorted(slices.Values(y))) {
		return false // another order
	}
	if slices.Equal(x, y) && (e.kind != Form || len(e.target) > 0 && !e.inTarget(*c)) { // marks
		return strings.EqualFold(fold(c.Before), fold(c.After))
	}
	return !slices.ContainsFunc(append(slices.Clone(x), y...), func(w string) bool {
		if slices.Contains(x, w) == slices.Contains(y, w) {
			return false
		}
		return !slices.Contains(joining, w) || slices.Contains(counting, w) && slices.Index(x, w)+slices.Index(y, w) > -1
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
	has, out := stems(marker.ReplaceAllString(other, "")), []string(nil)
	for w := range stems(marker.ReplaceAllString(s, "")) {
		if !has[w] {
			out = append(out, w)
		}
	}
	slices.Sort(out)
	return out
}

// onlyLoses reports whether a sentence lost what was to go and gained nothing:
// where words were quoted, only these went.
func (e *edit) onlyLoses(c *Change) bool {
	return len(beyond(c.After, c.Before)) == 0 && (len(e.cited) == 0 || len(beyond(c.Before, c.After+" "+strings.Join(e.cited, " "))) == 0)
}

// mostLost is the share of a sentence's words that another form may lose.
const mostLost, mostLostBySplitting = 0.3, 0.12

var splitting = either(`split|divide|merge|join|combine|together|in two`)

// sameWords reports whether a sentence says the same in another form: its words
// are somewhere in the new version, and no new ones came up but in headings,
// lines that lead to a list, and words of the instruction.
func (e *edit) sameWords(c *Change) bool {
	if c.i >= 0 {
		own, most := stems(e.a.units[c.i].text), mostLost
		if splitting.MatchString(e.text) {
			most = mostLostBySplitting
		}
		if e.only {
			most = 0
		}
		if lost := beyond(e.a.units[c.i].text, e.b.text()); float64(len(lost)) > most*float64(len(own)) || e.kind == Order && len(lost) > 0 {
			return false
		}
	}
	return c.j < 0 || heading(c.After) || strings.HasSuffix(c.After, ":") || !slices.ContainsFunc(beyond(c.After, e.a.text()), func(w string) bool { return !e.stems[w] })
}

// corrects reports whether each new word is another spelling of one that went,
// or stands in the instruction, and each that went has another spelling.
func (e *edit) corrects(c *Change) bool {
	lost, gained := beyond(c.Before, c.After), beyond(c.After, c.Before)
	respelt := func(list, others []string) bool {
		return !slices.ContainsFunc(list, func(w string) bool {
			return !e.stems[w] && !slices.ContainsFunc(others, func(o string) bool { return nearly(w, o) })
		})
	}
	return respelt(gained, lost) && respelt(lost, words(c.After))
}

// nearly reports whether words may be spellings or forms of one.
func nearly(x, y string) bool {
	n := min(len(x), len(y)) / 2
	return n > 0 && x[:n] == y[:n] && max(len(x), len(y)) <= n*2+3 || 3*levenshtein.ComputeDistance(x, y) <= max(len(x), len(y))
}

// besidesAddition returns what changed besides an addition: whatever lost old
// words, and the places where more was put in than was asked for.
func (e *edit) besidesAddition() []Change {
	var out, put []Change
	for i := range e.changes {
		c := &e.changes[i]
		switch {
		case e.follows(c), e.gives(c.After) && c.i < 0:
		case c.What == Added, c.What == Reworded && len(beyond(c.Before, c.After)) == 0:
			put = append(put, *c)
		default:
			out = append(out, *c)
		}
	}
	extra := len(put) - e.budget()
	if extra <= 0 {
		return out
	}
	slices.SortStableFunc(put, func(x, y Change) int { return e.bears(&x) - e.bears(&y) })
	return append(out, put[:extra]...)
}

var several = either(`(?:an?|new|another|some|more|few|two|three) (?:new |short |separate )?(?:paragraph|section|list)s?|sentences|examples|details|points|bullets|throughout|everywhere|each|every|headings|subheads`)

// budget is in how many places an addition may put something, besides what is
// given word for word.
func (e *edit) budget() int {
	switch {
	case slices.ContainsFunc(e.changes, func(c Change) bool { return c.What == Added && e.gives(c.After) }):
		return 0
	case several.MatchString(e.text):
		return len(e.changes)
	}
	return 1
}

// bears is how much a change has to do with the words of the instruction; a new
// sentence more than words put into an old one.
func (e *edit) bears(c *Change) int {
	n := 2 * b2i(c.What == Added)
	for w := range stems(c.After) {
		if e.stems[w] && !stems(c.Before)[w] {
			n += 3
		}
	}
	return n
}

var shortWord = lazyregexp.New(`^\w{1,3}$`)

// besidesExchange returns what differs from the old version with one text in
// the place of another, everywhere or where it was named.
func (e *edit) besidesExchange() []Change {
	want := version{slices.Clone(e.a.units)}
	from := regexp.MustCompile(`(?i)` + regexp.QuoteMeta(fold(e.from)))
	if shortWord.MatchString(e.from) { // which is a part of many
		from = regexp.MustCompile(`(?i)\b` + e.from + `\b`)
	}
	for i := range want.units {
		if u := &want.units[i]; e.from != "" {
			u.key = from.ReplaceAllLiteralString(u.key, fold(e.to))
		}
	}
	changes, _ := compare(&want, e.b)
	return slices.DeleteFunc(changes, func(c Change) bool { // as it should be, or not exchanged there
		if c.i < 0 || c.j < 0 {
			return c.What == Removed && e.also != "" && e.target[c.i]
		}
		old := want.units[c.i].key
		return e.from == "" && len(beyond(old, c.After)) <= 2 && len(beyond(c.After, old+" "+e.to)) == 0 ||
			strings.EqualFold(article(old), article(c.After)) || article(e.a.units[c.i].key) == article(c.After)
	})
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
var fillers = strings.Fields(`a an the and or but so yet nor for of in on at to by with from into onto as than then that this these those which who whom whose
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

// counting lists those of them that join only at the beginning of a sentence.
var counting = strings.Fields(`first second third last next`)
