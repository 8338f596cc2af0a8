package edits

import (
	"regexp"
	"slices"
	"strings"
)

// An edit is an instruction with both versions, about to be judged.
type edit struct {
	*request
	before, after string
	only          bool
	clauses       []clause
	raw           []Change
	stray         []Change
	solved        bool
	most          int // readings to try
	chosen        world
}

// solve finds the reading of the instruction that explains most of the edit,
// and keeps what it leaves unexplained. It reports false where the instruction
// does not say what may change.
func (e *edit) solve() bool {
	worlds := []world{{before: typed.Replace(e.before), after: typed.Replace(e.after)}}
	if len(e.clauses) == 0 && !e.only {
		return false
	}
	for i := range e.clauses {
		c := &e.clauses[i]
		if !e.readable(c) {
			return false
		}
		worlds = grow(worlds, func(w world) []world { return e.apply(w, c) })
		if len(worlds) == 0 {
			return false
		}
	}
	least := -1
	for i := range worlds[:min(len(worlds), max(e.most, 4))] {
		if s := worlds[i].stray(); least < 0 || weigh(s) < least {
			e.stray, e.chosen, least = s, worlds[i], weigh(s)
		}
	}
	return true
}

// weigh is how much a reading leaves unexplained: sentences first, then words.
func weigh(list []Change) int {
	n := 1000 * len(list)
	for _, c := range list {
		n += min(len(c.Before)+len(c.After), 400) / 4
	}
	return n
}

var (
	local   = regexp.MustCompile(`\b(?:sentence|paragraph|para|line|bullet|item|point|heading|title|clause|phrase)s?\b|\b(?:at|to|in) the (?:very )?(?:end|beginning|start|top|bottom)\b|\b(?:start|begin|end|conclude) (?:the|your) `)
	howMany = regexp.MustCompile(`\b(a|an|one|two|three|four|five|\d)(?: [a-z-]+){0,3} (sentences?|lines?|items?|bullets?|bullet points?|points?)\b`)
)

// readable reports whether the clause says what may change.
func (e *edit) readable(c *clause) bool {
	switch c.act {
	case insert:
		return len(e.texts(c)) > 0 || e.only || local.MatchString(c.text)
	case remove:
		return len(c.targets) > 0 || len(c.quotes) > 0 || len(c.places) > 0
	case swap:
		return len(c.quotes) > 1 || len(c.quotes) > 0 && len(c.targets) > 0
	case move:
		return len(c.targets) > 0 || c.order || len(c.quotes) > 0
	case shorten, rework:
		return len(c.targets) > 0 || len(c.quotes) > 0 || len(c.places) > 0
	default:
		return false
	}
}

var anchored = regexp.MustCompile(`\b(?:after|before|following|follow|preceding|between|below|above|behind)(?: the| this| that)?(?: words?| phrase| text| heading| part)?:? ?(?:⟦\d+⟧ and )?$`)

// subject stands before a quotation that says what something is to be about:
// "a definition of "table question answering"".
var subject = regexp.MustCompile(`\b(?:of|about|on|regarding|concerning|(?:what|who|which)(?: (?:is|are|does|do))?|(?:explain|defin|describ|mean|clarif|introduc|discuss)\w*)(?: (?:what|the|a|an))*(?: (?:terms?|concepts?|notions?|words?|phrases?|methods?|topics?|ideas?))?(?: (?:is|are))? ?$`)

// texts lists the quoted texts that a clause wants added: those that no place
// is told by, and that are not what the new text is to be about.
func (e *edit) texts(c *clause) []int {
	var out []int
	for _, q := range c.quotes {
		taken := slices.ContainsFunc(slices.Concat(c.places, c.targets), func(m mention) bool {
			return m.quote == q || m.within != nil && m.within.quote == q
		})
		at := strings.Index(c.text, "⟦"+itoa(q)+"⟧")
		if taken || verbatim(e.quotes[q]) == nil || at >= 0 && (anchored.MatchString(c.text[:at]) || subject.MatchString(c.text[:at])) {
			continue
		}
		out = append(out, q)
	}
	return out
}

// apply makes the worlds in which the clause is carried out.
func (e *edit) apply(w world, c *clause) []world {
	switch c.act {
	case insert:
		return e.inserted(w, c)
	case swap:
		return e.swapped(w, c)
	case remove:
		return e.removed(w, c)
	case move:
		return e.moved(w, c)
	default:
		return e.freed(w, c)
	}
}

func (e *edit) inserted(w world, c *clause) []world {
	list := []world{w}
	texts := e.texts(c)
	for _, q := range texts {
		list = grow(list, func(w world) []world { return w.pasted(e.quotes[q]) })
	}
	if len(texts) > 0 {
		return list
	}
	n := -1
	if m := howMany.FindStringSubmatch(c.text); m != nil {
		if n = 1; m[1] != "a" && m[1] != "an" {
			n = numberOf(m[1])
		}
	} else if c.place == "as" && len(c.places) > 0 && c.places[0].noun != paragraph {
		n = 1
	}
	list[0].adding = n
	return list
}

func (e *edit) swapped(w world, c *clause) []world {
	every := regexp.MustCompile(`\b(?:every|all|each|any|throughout|everywhere)\b`).MatchString(c.text)
	if len(c.quotes) > 1 {
		old, fresh := c.quotes[0], c.quotes[1]
		if regexp.MustCompile(`⟧ (?:instead of|in place of|rather than) |\bsubstitute [^⟦]*⟦\d+⟧ for `).MatchString(c.text) {
			old, fresh = fresh, old
		}
		list := w.replaced(e.quotes[old], e.quotes[fresh], every)
		for _, m := range c.targets { // "replace the sentence that starts with … with …"
			if m.how != "" {
				list = append(list, e.exchanged(w, c, e.quotes[fresh])...)
				break
			}
		}
		return list
	}
	return e.exchanged(w, c, e.quotes[c.quotes[0]])
}

// exchanged has a part of the text replaced by one that is given.
func (e *edit) exchanged(w world, c *clause, fresh string) []world {
	var list []world
	for _, x := range w.pasted(fresh) {
		list = append(list, e.choose(x, c.targets[:1], func(y *world, at []int) { y.gone = slices.Concat(y.gone, at) })...)
	}
	return list
}

func (e *edit) removed(w world, c *clause) []world {
	if len(c.targets) == 0 && len(c.quotes) > 0 {
		return e.struck(w, c)
	}
	if len(c.targets) == 0 || part(c.text, c.targets[0]) {
		return e.freed(w, c)
	}
	list := e.choose(w, c.targets, func(y *world, at []int) { y.gone = slices.Concat(y.gone, at) })
	if len(list) == 0 && len(c.quotes) > 0 {
		return e.struck(w, c)
	}
	return list
}

// part reports whether only something in the part is to go: "remove the
// repeated names in the last paragraph".
func part(c string, m mention) bool {
	return regexp.MustCompile(`\b(?:from|in|within|of|inside)(?: the)? ?$`).MatchString(c[:m.at[0]]) && m.noun != item
}

func (e *edit) struck(w world, c *clause) []world {
	every := regexp.MustCompile(`\b(?:every|all|each|any|instances|occurrences)\b`).MatchString(c.text)
	list := []world{w}
	for _, q := range c.quotes {
		list = grow(list, func(w world) []world {
			v := cut(w.before)
			hits := v.runs(bare(e.quotes[q]))
			if len(hits) == 0 || every {
				return w.struck(e.quotes[q], every)
			}
			var out []world
			for _, at := range hits {
				x := w
				x.gone = slices.Concat(w.gone, at)
				out = append(out, x)
			}
			return out
		})
	}
	return list
}

func (e *edit) moved(w world, c *clause) []world {
	if c.order && !slices.ContainsFunc(c.targets, func(m mention) bool { return len(m.which) > 0 || m.quote >= 0 || m.topic != "" }) {
		w.order = true
		return []world{w}
	}
	targets := c.targets
	if len(targets) == 0 && len(c.quotes) > 0 {
		targets = []mention{{noun: sentence, quote: c.quotes[0]}}
	}
	return e.choose(w, targets, func(y *world, at []int) { y.moving = slices.Concat(y.moving, at) })
}

func (e *edit) freed(w world, c *clause) []world {
	targets := c.targets
	if len(targets) == 0 {
		targets = c.places
	}
	if len(targets) == 0 && len(c.quotes) > 0 {
		targets = []mention{{noun: sentence, quote: c.quotes[0], how: "has"}}
	}
	w.paras = len(targets) > 0 && targets[0].noun == paragraph
	if c.act == rework {
		w.adding = min(w.adding, 0)
	}
	return e.choose(w, targets, func(y *world, at []int) { y.free = slices.Concat(y.free, at) })
}

// choose makes a world for each thing that the mentions can mean.
func (e *edit) choose(w world, ms []mention, use func(*world, []int)) []world {
	list := []world{w}
	for i := range ms {
		list = grow(list, func(w world) []world {
			var out []world
			v := cut(w.before)
			for _, at := range e.candidates(&v, &ms[i]) {
				x := w
				use(&x, at)
				out = append(out, x)
			}
			return out
		})
	}
	return list
}

// mostCandidates is how many things an open mention may mean.
const mostCandidates = 12

// candidates returns the parts that a mention can mean: one, where it is
// exact; where it is not, those that fit its topic, and of them those that the
// edit touched first.
func (e *edit) candidates(v *version, m *mention) [][]int {
	if at := v.resolve(m, e.quotes); len(at) > 0 {
		return [][]int{at}
	}
	if len(m.which) > 0 { // "the ninth paragraph" of six
		return nil
	}
	var out [][]int
	for _, s := range v.topical(m, e.quotes) {
		out = append(out, s.at)
	}
	if len(out) > 0 && m.all {
		return append([][]int{slices.Concat(out...)}, out[:min(len(out), mostCandidates)]...)
	}
	if len(out) == 0 {
		out = e.fitting(v, m)
	}
	touched := func(at []int) bool {
		return slices.ContainsFunc(e.raw, func(c Change) bool {
			return c.Before != "" && slices.ContainsFunc(at, func(i int) bool {
				return v.units[i].key == fold(c.Before) || strings.HasSuffix(fold(c.Before), v.units[i].key)
			})
		})
	}
	slices.SortStableFunc(out, func(x, y []int) int { return truth(touched(y)) - truth(touched(x)) })
	return out[:min(len(out), mostCandidates)]
}

// fitting lists the parts that have the quoted text, or all parts where there
// is none, and at last all that have it together.
func (e *edit) fitting(v *version, m *mention) [][]int {
	if m.quote < 0 || m.quote >= len(e.quotes) {
		return v.parts(m, e.quotes)
	}
	var out [][]int
	for _, at := range v.parts(m, e.quotes) {
		if fits(bare(v.textOf(at)), bare(e.quotes[m.quote]), "has") {
			out = append(out, at)
		}
	}
	if len(out) > 1 {
		out = append(out, slices.Concat(out...))
	}
	return out
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
