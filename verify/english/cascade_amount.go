package english

import (
	"strings"

	"adhere/verify/algebra"
)

// demand is what the quantity demands of a text.
func (c chunk) demand() algebra.Expr {
	if c.class == 'u' {
		return algebra.HasParts(c.of, algebra.AtLeast(1))
	}
	return algebra.HasParts(c.of, c.is)
}

// hold makes a demand one on the selected parts.
func (c chunk) hold(e algebra.Expr) algebra.Expr {
	if e == nil || c.class != 's' && c.class != 'u' {
		return nil
	}
	of := c.of
	held, _ := subject{&of}.hold(e).(algebra.Expr)
	return held
}

// found are the texts of a chunk.
func (c chunk) found() finds { return finds{of: c.texts, or: c.or} }

// one returns the only text, and whether it is the only one.
func (c chunk) one() (algebra.Find, bool) {
	if len(c.texts) != 1 {
		return algebra.Find{}, false
	}
	return c.texts[0], true
}

func readQuantity(k []chunk) algebra.Expr {
	q := pick(k, "q", 0)
	if pick(k, "z", 0).class != 0 && q.is.Op != algebra.OpMost && q.is.Op != algebra.OpLess {
		return nil // what is allowed is not demanded
	}
	if isLength(q.of.Source) && pick(k, "i", 0).low == "add" || q.of.Source == algebra.Source(algebra.ListItem) && !strings.Contains(q.low, "list") || within(q.of.Source, algebra.Section, algebra.TableRow, algebra.TableColumn) {
		return nil
	}
	if f, ok := q.of.Source.(algebra.Find); ok && f.Kind == algebra.FindPattern && q.is.Op == algebra.OpExactly {
		return nil // what marks exactly so many is a matter of opinion
	}
	return q.demand()
}

func readQuantities(k []chunk) algebra.Expr {
	a, b := pick(k, "q", 0), pick(k, "q", 1)
	if a.of == b.of || a.is.Op != algebra.OpExactly && b.is.Op == algebra.OpExactly {
		return nil
	}
	if pick(k, "&", 0).class == 0 {
		return nil // 3 paragraphs of 50 words: each, or all together
	}
	return algebra.All{a.demand(), b.demand()}
}

func readQuantityEach(k []chunk) algebra.Expr {
	a, b := pick(k, "q", 0), pick(k, "q", 1)
	if !contains(a.of, b.of) {
		return nil
	}
	each := a
	each.class = 's'
	held := each.hold(b.demand())
	if held == nil {
		return nil
	}
	return algebra.All{a.demand(), held}
}

// contains reports whether units of one kind can have several of the other.
func contains(outer, inner algebra.Parts) bool {
	order := []algebra.Source{algebra.Section, algebra.Paragraph, algebra.ListItem, algebra.Bullet, algebra.NumberedItem, algebra.Line, algebra.Sentence, algebra.Heading, algebra.Question, algebra.Word, algebra.Character, algebra.Letter}
	at := func(p algebra.Parts) int {
		for i, s := range order {
			if s == p.Source {
				return i
			}
		}
		return len(order) - 3 // what is counted in a text
	}
	return outer.Source != inner.Source && at(outer) < at(inner) && at(outer) < len(order)-2
}

func readAbove(k []chunk) algebra.Expr {
	q := pick(k, "q", 0)
	opposite, ok := flipped([]chunk{{}, q})
	if !ok {
		return nil
	}
	q.is.Op = opposite.is.Op
	return q.demand()
}

func readParts(k []chunk) algebra.Expr {
	s, q := pick(k, "s", 0), pick(k, "q", 0)
	if s.low == "per" && (q.is.Op == algebra.OpExactly || q.is.Op == algebra.OpAbout) && isLength(q.of.Source) {
		return nil // a bare number is no bound
	}
	if s.of.Source == q.of.Source || s.of.Source == algebra.Source(algebra.Word) && q.of.Source != algebra.Source(algebra.Letter) && q.of.Source != algebra.Source(algebra.Character) {
		return nil
	}
	return s.hold(q.demand())
}

// readUnitsBy is "no sentence over 10 words", "sentences of at most 10 words".
func readUnitsBy(k []chunk) algebra.Expr {
	u, q := pick(k, "u", 0), pick(k, "q", 0)
	if !contains(u.of, q.of) {
		return nil
	}
	if pick(k, "x", 0).class == 0 {
		if u.bare || u.value == "one" {
			return nil
		}
		return u.hold(q.demand())
	}
	if q.is.Op != algebra.OpMore && q.is.Op != algebra.OpLess {
		return nil
	}
	e, _ := noneThat(u.of, q.demand()).(algebra.Expr)
	return e
}

// A note is a demand that only has a meaning after another: on each of the
// parts that were counted, or on their number.
type note struct {
	algebra.Expr                  // what holds of each part; nil for a number
	is           algebra.Relation // how many parts there are
}

// on returns what a note says of the last demand that counts parts; nil if
// there is none.
func (n note) on(before []algebra.Expr) algebra.Expr {
	for i := len(before) - 1; i >= 0; i-- {
		c, ok := before[i].(algebra.Compare)
		if !ok {
			continue
		}
		count, ok := c.Of.(algebra.Count)
		switch {
		case !ok || count.Of.That != nil || c.Is == algebra.Exactly(0):
			return nil
		case n.Expr == nil:
			return algebra.HasParts(count.Of, n.is)
		}
		inner, ok := n.Expr.(algebra.Compare)
		if !ok {
			return nil
		}
		if of, ok := inner.Of.(algebra.Count); !ok || !contains(count.Of, of.Of) {
			return nil
		}
		return chunk{class: 's', of: count.Of}.hold(n.Expr)
	}
	return nil
}

func readNote(k []chunk) algebra.Expr {
	q := pick(k, "q", 0)
	if pick(k, "X", 0).class == 0 {
		return note{Expr: q.demand()}
	}
	opposite, ok := flipped([]chunk{{}, q})
	if !ok {
		return nil
	}
	q.is.Op = opposite.is.Op
	return note{Expr: q.demand()}
}

// readNumber is "but no more than three" of what was counted before.
func readNumber(k []chunk) algebra.Expr {
	n := pick(k, "#", 0)
	if n.is.Op == algebra.OpExactly && n.value != "bound" {
		return nil
	}
	return note{is: n.is}
}

func readNone(k []chunk) algebra.Expr {
	var all []algebra.Expr
	for _, c := range k {
		if c.class != 'u' {
			continue
		}
		e, _ := none(c.of).(algebra.Expr)
		if e == nil || within(c.of.Source, algebra.Section, algebra.NumberUnit, algebra.Letter) {
			return nil
		}
		all = append(all, e)
	}
	return conjunction(once(all))
}

func readNoneIn(k []chunk) algebra.Expr {
	e, _ := none(pick(k, "u", 0).of).(algebra.Expr)
	return pick(k, "s", 0).hold(e)
}

// readSome is "include a link", "use headings".
func readSome(k []chunk) algebra.Expr {
	var all []algebra.Expr
	for _, c := range k {
		if c.class != 'u' {
			continue
		}
		if _, find := c.of.Source.(algebra.Find); find && c.of.Source.(algebra.Find).Kind == algebra.FindPattern ||
			isLength(c.of.Source) || within(c.of.Source, algebra.Letter, algebra.Section, algebra.Vowel, algebra.Punctuation, algebra.Small, algebra.Digit, algebra.Date) {
			return nil
		}
		all = append(all, c.demand())
	}
	if len(once(all)) < len(all) {
		return nil
	}
	return conjunction(all)
}

// included reports whether the clause says that texts are to occur.
func included(k []chunk) bool {
	return pick(k, "id", 0).class != 0
}
