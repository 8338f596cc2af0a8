package algebra

import (
	"fmt"
	"strings"

	"adhere"
)

const (
	maxEnglish    = 1 << 16 // bytes
	maxParseDepth = 4 * maxDepth
)

// Parse reads a check from the English that Check.String prints. It returns
// the check in its canonical form. The error, of code Invalid, says where
// the text stops being such English and what was expected there.
func Parse(english string) (Check, error) {
	p := &parser{s: english}
	if len(english) > maxEnglish {
		p.fail("expected at most %d bytes, got %d", maxEnglish, len(english))
	}
	c := Check{Reading: Plain}
	if p.take("in the parity reading, ") {
		c.Reading = Parity
	}
	c.Expr = p.clauses("the answer")
	if p.err == nil && p.at < len(p.s) {
		p.expected("the end")
	}
	if p.err == nil {
		c = c.Canonical()
		p.err = c.Validate()
	}
	if p.err != nil {
		return Check{}, &adhere.Error{
			Code: adhere.Invalid, Message: "reading a check from English", Err: p.err,
			Hint: "write it as checks are printed, for example: the answer has at most 50 words",
		}
	}
	return c, nil
}

// A parser reads English from left to right and keeps the first error; after
// one, everything it returns is of no meaning. It never goes back.
type parser struct {
	s     string
	at    int
	depth int
	err   error
}

func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
}

func (p *parser) expected(what string) {
	p.fail("byte %d: %s expected, got %s", p.at+1, what, quoteStart(p.s[p.at:]))
}

// next reports whether a text follows.
func (p *parser) next(text string) bool {
	return p.err == nil && strings.HasPrefix(p.s[p.at:], text)
}

// take reads a text if it follows.
func (p *parser) take(text string) bool {
	if !p.next(text) {
		return false
	}
	p.at += len(text)
	return true
}

// want reads a text that must follow.
func (p *parser) want(text string) {
	if !p.take(text) {
		p.expected(fmt.Sprintf("%q", text))
	}
}

// deeper is called where a rule begins that may hold itself.
func (p *parser) deeper() (shallower func()) {
	p.depth++
	if p.depth > maxParseDepth {
		p.fail("byte %d: expected at most %d levels", p.at+1, maxParseDepth)
	}
	return func() { p.depth-- }
}

// clauses reads one clause, or several with "and" or "or" between them.
func (p *parser) clauses(subject string) Expr {
	defer p.deeper()()
	list := []Expr{p.operand(subject)}
	for _, with := range []string{" and ", " or "} {
		if !p.next(with) {
			continue
		}
		for p.take(with) {
			list = append(list, p.operand(subject))
		}
		if with == " or " {
			return Any(list)
		}
		return All(list)
	}
	return list[0]
}

func (p *parser) operand(subject string) Expr {
	if p.take("(") {
		e := p.clauses(subject)
		p.want(")")
		return e
	}
	return p.clause(subject)
}

func (p *parser) clause(subject string) Expr {
	switch {
	case p.err != nil:
		return nil
	case p.take("at least "):
		return p.some(subject)
	case p.take("it is not so that ("):
		e := Not{p.clauses(subject)}
		p.want(")")
		return e
	case p.take("for "):
		e := Each{Of: p.each()}
		p.want(", (")
		e.Holds = p.clauses("it")
		p.want(")")
		return e
	case p.take(subject + " "):
		return p.verbPhrase()
	}
	e := Each{Of: p.each()}
	p.want(" ")
	e.Holds = p.verbPhrase()
	return e
}

func (p *parser) some(subject string) Expr {
	e := KOf{K: p.integer()}
	p.want(" of these hold: ")
	for {
		p.want("(")
		e.Of = append(e.Of, p.clauses(subject))
		p.want(")")
		if !p.next(", (") {
			return e
		}
		p.want(", ")
	}
}

// verbPhrase reads what is said of a subject.
func (p *parser) verbPhrase() Expr {
	if p.err != nil {
		return nil
	}
	defer p.deeper()()
	if p.take("does not ") || p.take("do not ") {
		return Not{p.verb()}
	}
	if p.take("is ") || p.take("are ") {
		if p.take("not ") {
			return Not{p.state()}
		}
		return p.state()
	}
	return p.verb()
}

// verb reads a verb in any form, and what goes with it.
func (p *parser) verb() Expr {
	switch {
	case p.take("has ") || p.take("have "):
		return p.possession()
	case p.take("starts with ") || p.take("start with "):
		return Starts{p.find()}
	case p.take("ends with ") || p.take("end with "):
		return Ends{p.find()}
	case p.take("contains ") || p.take("contain "):
		return Contains{p.find()}
	case p.take("consists only of ") || p.take("consist only of "):
		return p.only()
	}
	p.expected("a verb (has, starts with, ends with, contains, consists only of, is)")
	return nil
}

// possession reads what a text has.
func (p *parser) possession() Expr {
	switch {
	case p.take("all the "):
		e := AllDifferent{Of: p.definite()}
		p.want(" different")
		e.Case = p.take(" (same case)")
		return e
	case p.take("its first "):
		m := Value{p.counted()}
		p.want(" worth ")
		return Compare{m, p.relation()}
	case p.take("no "):
		return Compare{Count{p.counted()}, Exactly(0)}
	case p.nextFind():
		return p.sequence()
	case p.take("the "):
		return p.together(p.definite())
	}
	return p.comparison()
}

// together reads what several parts are to each other.
func (p *parser) together(of Parts) Expr {
	if p.take(" equal to the ") {
		return Same{of, p.definite()}
	}
	if e, ok := p.set(of); ok {
		return e
	}
	p.want(" in ")
	e := Ordered{Of: of, Strict: p.take("strictly ")}
	if e.Down = p.take("falling "); !e.Down {
		p.want("rising ")
	}
	switch {
	case p.take("alphabetical order"):
		e.By = Alphabet
	case p.take("numerical order"):
		e.By = Number
	default:
		p.want("order of ")
		e.By = Order(p.unit())
	}
	return e
}

// set reads how parts go together with texts, if that follows.
func (p *parser) set(of Parts) (e Set, follows bool) {
	e.Of = of
	switch {
	case p.take(" all among "):
		e.Is = SetOnly
	case p.take(" including "):
		e.Is = SetAll
	case p.take(" just "):
		e.Is = SetJust
	default:
		return e, false
	}
	e.Texts = p.texts()
	if e.Is == SetJust && p.take(" in this order") {
		e.Is = SetOrder
	}
	e.Case = p.take(" (same case)")
	return e, true
}

func (p *parser) sequence() Expr {
	e := Sequence{p.find()}
	for p.take(" before ") {
		e = append(e, p.find())
	}
	return e
}

// comparison reads a relation and what it is demanded of.
func (p *parser) comparison() Expr {
	e := Compare{Is: p.relation()}
	p.want(" ")
	switch {
	case p.take("percent as many "):
		m := Share{Of: p.counted()}
		p.want(" as ")
		m.Among = p.counted()
		e.Of = m
	case p.take("different "):
		e.Of = Different{p.counted()}
	case p.take("uses of any one of the "):
		e.Of = Repeats{p.definite()}
	default:
		e.Of = p.countOrStat()
	}
	return e
}

func (p *parser) countOrStat() Measure {
	if p.take("of the ") {
		return Count{p.definite()}
	}
	for _, kind := range []Nesting{NestedLists, NestedBrackets} {
		if p.take(Depth(kind).phrase(0)) || p.take(Depth(kind).phrase(1)) {
			return Depth(kind)
		}
	}
	source := p.head()
	if u, ok := source.(Unit); ok {
		for _, kind := range statKinds {
			if p.take(kind.phrase() + "the ") {
				return Stat{kind, p.definite(), u}
			}
		}
	}
	return Count{p.rest(Parts{Source: source})}
}
