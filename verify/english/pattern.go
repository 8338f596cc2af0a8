package english

import "strings"

// A node is a part of a pattern.
type node interface {
	match(m *matcher, s state) []state
	possible(m *matcher) bool // see possible.go
}

type (
	literal struct { // a token with this lemma or lower-case text
		word   string
		number int // in the grammar's vocabulary
	}
	symbol struct { // what the grammar calls by this name
		set   *ruleSet
		label string
	}
	sequence []node            // one after the other
	choice   []node            // one of these
	optional struct{ of node } // at most once
	repeated struct{ of node } // any number of times
)

// compile reads a pattern. Its pieces are parted by spaces: a word stands for
// a token, <name> for a symbol of the grammar, <name:label> for one that is
// kept under another label, (a b | c) for a choice, x? for an optional piece,
// and x* for a repeated one. A piece in quotation marks stands for itself.
func (g *grammar) compile(pattern string) node {
	r := strings.NewReplacer("(", " ( ", ")?", " )? ", ")*", " )* ", ")", " ) ", "|", " | ",
		"'('?", " '('? ", "')'?", " ')'? ", "'('", " '(' ", "')'", " ')' ")
	p := patternReader{grammar: g, fields: strings.Fields(r.Replace(pattern)), source: pattern}
	n := p.alternatives()
	if p.at != len(p.fields) {
		panic("english: pattern not closed: " + pattern)
	}
	return n
}

type patternReader struct {
	grammar *grammar
	fields  []string
	at      int
	source  string
}

func (p *patternReader) alternatives() node {
	var all choice
	for {
		all = append(all, p.series())
		if p.at == len(p.fields) || p.fields[p.at] != "|" {
			break
		}
		p.at++
	}
	if len(all) == 1 {
		return all[0]
	}
	return all
}

func (p *patternReader) series() node {
	var all sequence
	for p.at < len(p.fields) {
		f := p.fields[p.at]
		if f == "|" || strings.HasPrefix(f, ")") {
			break
		}
		p.at++
		all = append(all, p.piece(f))
	}
	if len(all) == 1 {
		return all[0]
	}
	return all
}

func (p *patternReader) piece(f string) node {
	if f == "(" {
		inner := p.alternatives()
		if p.at == len(p.fields) {
			panic("english: parenthesis not closed: " + p.source)
		}
		suffix := p.fields[p.at][1:]
		p.at++
		return suffixed(inner, suffix)
	}
	suffix := ""
	if len(f) > 1 && (strings.HasSuffix(f, "?") || strings.HasSuffix(f, "*")) {
		f, suffix = f[:len(f)-1], f[len(f)-1:]
	}
	switch {
	case strings.HasPrefix(f, "<"):
		name, label, _ := strings.Cut(strings.Trim(f, "<>"), ":")
		if label == "" {
			label = name
		}
		return suffixed(symbol{p.grammar.set(name), label}, suffix)
	case len(f) > 2 && f[0] == '\'' && f[len(f)-1] == '\'':
		return suffixed(p.grammar.literal(f[1:len(f)-1]), suffix)
	default:
		return suffixed(p.grammar.literal(f), suffix)
	}
}

func suffixed(n node, suffix string) node {
	switch suffix {
	case "?":
		return optional{n}
	case "*":
		return repeated{n}
	default:
		return n
	}
}
