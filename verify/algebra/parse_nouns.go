package algebra

import (
	"strconv"
	"strings"
)

// each reads parts that are spoken of one by one.
func (p *parser) each() Parts {
	if p.err != nil {
		return Parts{}
	}
	defer p.deeper()()
	var out Parts
	switch {
	case p.take("each of the "):
		out = p.placed()
	case p.take("each "):
		out = Parts{Source: p.head()}
	default:
		p.want("the ")
		if out = p.placed(); !out.single() {
			p.expected("one place (the first, the second last)")
		}
	}
	out.That = p.condition()
	if p.take(" of ") {
		of := p.each()
		out.Of = &of
	}
	return out
}

// definite reads parts that are spoken of together, behind "the".
func (p *parser) definite() Parts { return p.rest(p.placed()) }

// counted reads parts behind a number.
func (p *parser) counted() Parts {
	if p.take("of the ") {
		return p.definite()
	}
	return p.rest(Parts{Source: p.head()})
}

// rest reads the condition on parts and what they are of.
func (p *parser) rest(out Parts) Parts {
	if p.err != nil {
		return out
	}
	defer p.deeper()()
	out.That = p.condition()
	if p.take(" in the ") {
		of := p.definite()
		out.Of = &of
	}
	return out
}

func (p *parser) condition() Expr {
	var e Expr
	switch {
	case p.take(" such that ("):
		e = p.clauses("it")
		p.want(")")
	case p.take(" (that "):
		e = p.verbPhrase()
		p.want(")")
	case p.take(" that "):
		e = p.verbPhrase()
	}
	return e
}

// placed reads the name of parts with their place, behind "the".
func (p *parser) placed() Parts {
	if p.err != nil {
		return Parts{}
	}
	for _, side := range []struct {
		word     string
		from, to int
	}{{"first ", 1, 1}, {"last ", -1, -1}} {
		if !p.take(side.word) {
			continue
		}
		out := Parts{Pick: Pick{From: side.from, To: side.to}}
		if p.at < len(p.s) && isDigit(p.s[p.at]) {
			if k := p.integer(); side.to > 0 {
				out.Pick.To = k
			} else {
				out.Pick.From = -k
			}
			p.want(" ")
		}
		out.Source = p.head()
		return out
	}
	if i := p.ordinal(); i > 0 {
		p.want(" ")
		if p.take("last ") {
			i = -i
		}
		return Parts{Source: p.head(), Pick: Pick{From: i, To: i}}
	}
	return p.spanned()
}

// spanned reads parts with their first and last place behind them.
func (p *parser) spanned() Parts {
	out := Parts{Source: p.head()}
	switch {
	case p.take(" but the "):
		out.Pick.Except = true
	case p.take(" from the "):
	default:
		return out
	}
	out.Pick.From = p.place()
	out.Pick.To = out.Pick.From
	if p.take(" to the ") {
		out.Pick.To = p.place()
	}
	return out
}

// place reads "first", "second last" or "last".
func (p *parser) place() int {
	if p.take("last") {
		return -1
	}
	i := p.ordinal()
	if i == 0 {
		p.expected("a place (first, second last)")
	}
	if p.take(" last") {
		return -i
	}
	return i
}

// ordinal reads "first" or "4th"; it returns 0 and reads nothing if none
// follows.
func (p *parser) ordinal() int {
	for i, word := range []string{"first", "second", "third"} {
		if p.take(word) {
			return i + 1
		}
	}
	if p.err != nil || p.at == len(p.s) || !isDigit(p.s[p.at]) {
		return 0
	}
	i := p.integer()
	if name := ordinal(i); p.take(name[max(len(name)-2, 0):]) {
		return i
	}
	p.expected("an ordinal number")
	return 0
}

// head reads the name of a source, for one part or for several.
func (p *parser) head() Source {
	if u := p.nextUnit(); u != "" {
		return u
	}
	switch {
	case p.take("occurrences of ") || p.take("occurrence of "):
		return p.find()
	case p.take("parts divided by ") || p.take("part divided by "):
		return Split(p.quoted())
	case p.take("texts under the heading ") || p.take("text under the heading "):
		return Under(p.quoted())
	case p.take("parts named ") || p.take("part named "):
		return Named(p.quoted())
	}
	if !p.take("passages ") {
		p.want("passage ")
	}
	p.want("between ")
	e := Enclosed{Open: p.quoted()}
	p.want(" and ")
	e.Close = p.quoted()
	return e
}

// unit reads the name of a unit, for one or for several.
func (p *parser) unit() Unit {
	u := p.nextUnit()
	if u == "" {
		p.expected("a unit (word, sentence, paragraph …)")
	}
	return u
}

// nextUnit reads a unit, the one with the longest name that fits; it returns
// "" and reads nothing if none follows.
func (p *parser) nextUnit() Unit {
	u, n := p.peekUnit(p.at)
	p.at += n
	return u
}

func (p *parser) peekUnit(at int) (unit Unit, length int) {
	if p.err != nil {
		return "", 0
	}
	for _, u := range Units() {
		for _, name := range []string{string(u), u.Plural()} {
			if len(name) > length && strings.HasPrefix(p.s[at:], name) {
				unit, length = u, len(name)
			}
		}
	}
	return unit, length
}

// nextFind reports whether something to look for follows.
func (p *parser) nextFind() bool {
	if p.nextQuote(p.at) || p.next("a match of ") {
		return true
	}
	return p.nextQuoteAfter("the word ")
}

func (p *parser) nextQuoteAfter(words string) bool {
	return p.next(words) && p.nextQuote(p.at+len(words))
}

func (p *parser) nextQuote(at int) bool {
	return p.err == nil && at < len(p.s) && (p.s[at] == '"' || p.s[at] == '`')
}

func (p *parser) find() Find {
	f := Find{Kind: FindText}
	switch {
	case p.take("the word "):
		f.Kind = FindWord
	case p.take("a match of "):
		f.Kind = FindPattern
	}
	f.Value = p.quoted()
	f.Case = p.take(" (same case)")
	return f
}

// quoted reads a text in quotation marks or backquotes, written as in Go.
func (p *parser) quoted() string {
	if p.err != nil {
		return ""
	}
	q, err := strconv.QuotedPrefix(p.s[p.at:])
	if err != nil || q[0] == '\'' {
		p.expected("a text in quotation marks")
		return ""
	}
	p.at += len(q)
	s, err := strconv.Unquote(q)
	if err != nil {
		p.expected("a text in quotation marks")
	}
	return s
}

// integer reads a whole number.
func (p *parser) integer() int {
	n, err := strconv.Atoi(p.digits("0123456789"))
	if err != nil {
		p.expected("a whole number")
	}
	return n
}

func (p *parser) number() float64 {
	n, err := strconv.ParseFloat(p.digits("0123456789."), 64)
	if err != nil {
		p.expected("a number")
	}
	return n
}

func (p *parser) digits(of string) string {
	if p.err != nil {
		return ""
	}
	rest := p.s[p.at:]
	n := len(rest) - len(strings.TrimLeft(rest, of))
	p.at += n
	return rest[:n]
}
