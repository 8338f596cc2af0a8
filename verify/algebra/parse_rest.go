package algebra

import "strings"

// relation reads "at most 50".
func (p *parser) relation() Relation {
	for _, r := range []Relation{Exactly(0), NotExactly(0), LessThan(0), AtMost(0), MoreThan(0), AtLeast(0)} {
		if p.take(strings.TrimSuffix(r.String(), "0")) {
			r.N = p.number()
			return r
		}
	}
	switch {
	case p.take("between "):
		n := p.number()
		p.want(" and ")
		return Between(n, p.number())
	case p.take("about "):
		n := p.number()
		p.want(" (give or take ")
		r := About(n, p.number())
		p.want(")")
		return r
	}
	p.expected("a relation (exactly, not exactly, fewer than, at most, more than, at least, between, about)")
	return Relation{}
}

// state reads what a text is, behind "is".
func (p *parser) state() Expr {
	switch {
	case p.take("equal to "):
		return Equals{p.find()}
	case p.take("capitalised"):
		return Capitalised
	case p.take("a palindrome"):
		return Palindrome{}
	case p.take("one of "):
		e := OneOf{Texts: []string{p.quoted()}}
		for p.takeQuoteAfter(", ") || p.takeQuoteAfter(" or ") {
			e.Texts = append(e.Texts, p.quoted())
		}
		e.Case = p.take(" (same case)")
		return e
	case p.take("in "):
		return p.in()
	case p.take("valid XML"):
		if p.take(" with the root ") {
			return XML{p.quoted()}
		}
		return XML{}
	case p.take("valid YAML"):
		if p.take(" with the keys ") {
			return YAML{p.texts()}
		}
		return YAML{}
	case p.take("valid CSV"):
		return p.csv()
	}
	for _, kind := range []string{"", "object", "array"} {
		if p.take(JSON{Type: kind}.phrase()) {
			return p.json(kind)
		}
	}
	p.expected("what it is (in capitals, in Spanish, equal to, valid JSON …)")
	return nil
}

func (p *parser) in() Expr {
	for _, c := range []Case{Upper, Lower, Title} {
		if p.take(strings.TrimPrefix(c.phrase(), "in ")) {
			return c
		}
	}
	if p.take("the ") {
		name, _, found := strings.Cut(p.s[p.at:], " script")
		if !found || len(name) > maxName {
			p.expected("the name of a script")
		}
		p.at += len(name)
		p.want(" script")
		return Script(name)
	}
	code, length := Language(""), 0
	for entry := range strings.SplitSeq(languageNames, ",") {
		if c, name, _ := strings.Cut(entry, " "); len(name) > length && p.next(name) {
			code, length = Language(c), len(name)
		}
	}
	if length == 0 {
		p.expected("a case, a language or a script")
	}
	p.at += length
	return code
}

// only reads a list of units, the last of which can be characters.
func (p *parser) only() Expr {
	var e Only
	for {
		if p.nextQuote(p.at) {
			e.Chars = p.quoted()
			return e
		}
		e.Units = append(e.Units, p.unit())
		if p.err != nil || !p.takeBefore(", ") && !p.takeBefore(" and ") {
			return e
		}
	}
}

// takeBefore reads a text if a unit or a quotation follows it.
func (p *parser) takeBefore(text string) bool {
	if !p.next(text) {
		return false
	}
	at := p.at + len(text)
	if u, _ := p.peekUnit(at); u == "" && !p.nextQuote(at) {
		return false
	}
	return p.take(text)
}

// texts reads a list of texts.
func (p *parser) texts() []string {
	list := []string{p.quoted()}
	for p.takeQuoteAfter(", ") || p.takeQuoteAfter(" and ") {
		list = append(list, p.quoted())
	}
	return list
}

func (p *parser) takeQuoteAfter(text string) bool {
	return p.next(text) && p.nextQuote(p.at+len(text)) && p.take(text)
}

func (p *parser) json(kind string) Expr {
	e := JSON{Type: kind}
	switch {
	case p.take(" with only the keys "):
		e.Only, e.Keys = true, p.texts()
	case p.take(" with the keys "):
		e.Keys = p.texts()
	}
	if p.take(" that fits the schema ") {
		e.Schema = p.quoted()
	}
	return e
}

func (p *parser) csv() Expr {
	var e CSV
	if p.take(" with ") {
		n := p.integer()
		switch {
		case p.takeCount(" column"):
			e.Columns = n
			if p.next(" and ") && p.at+len(" and ") < len(p.s) && isDigit(p.s[p.at+len(" and ")]) {
				p.want(" and ")
				e.Rows = p.integer()
				p.wantCount(" row")
			}
		default:
			e.Rows = n
			p.wantCount(" row")
		}
	}
	if p.take(" divided by ") {
		e.Delimiter = p.quoted()
	}
	if p.take(" under the header ") {
		e.Header = p.texts()
	}
	return e
}

// takeCount reads a noun for one or for several.
func (p *parser) takeCount(noun string) bool { return p.take(noun+"s") || p.take(noun) }

func (p *parser) wantCount(noun string) {
	if !p.takeCount(noun) {
		p.expected(noun[1:] + "s")
	}
}
