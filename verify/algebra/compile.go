package algebra

import (
	"slices"
	"strings"
)

// compile makes the check ready, unless it is not valid.
func (c Check) compile() (node, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	return new(maker).expr(c.Expr), nil
}

// A maker makes valid expressions ready.
type maker struct {
	fences int    // texts that name the fence of a code block
	column bool   // what is made is asked of columns of tables
	named  []Find // what has been looked for so far
}

func (m *maker) exprs(list []Expr) []node {
	out := make([]node, len(list))
	for i, e := range list {
		out[i] = m.expr(e)
	}
	return out
}

func (m *maker) expr(e Expr) node {
	switch e := e.(type) {
	case All:
		return allNode(m.exprs(e))
	case Any:
		return anyNode(m.exprs(e))
	case Not:
		return notNode{m.expr(e.Of)}
	case KOf:
		return kNode{e.K, m.exprs(e.Of)}
	case Each:
		of, fences, named := m.parts(e.Of), m.fences, len(m.named)
		n := eachNode{of, m.inside(e.Of, e.Holds)}
		of.fenced = of.fenced || m.fences > fences
		of.labelled = slices.ContainsFunc(m.named[named:], of.isLabel)
		return n
	case Compare:
		return compareNode{m.measure(e.Of), e.Of, e.Is}
	case Starts:
		return findNode{m.find(e.With), (*finder).starts, sayStart, atStart}
	case Ends:
		return findNode{m.find(e.With), (*finder).ends, sayEnd, atEnd}
	case Contains:
		return findNode{m.find(e.What), contains, sayCount, nil}
	case Equals:
		return findNode{m.find(e.To), (*finder).equals, sayAll, nil}
	case Case:
		return caseNode(e)
	case Language:
		return languageNode(e)
	case Script:
		return scriptNode(e)
	case Only:
		return onlyNode(e)
	case JSON:
		return jsonFormat(e)
	case XML:
		return xmlFormat(e)
	case YAML:
		return yamlFormat(e)
	case CSV:
		return csvFormat(e)
	}
	return m.ofParts(e)
}

// ofParts makes predicates that hold parts against each other.
func (m *maker) ofParts(e Expr) node {
	switch e := e.(type) {
	case AllDifferent:
		return differentNode{m.parts(e.Of), e.Case}
	case Ordered:
		return orderedNode{e, m.parts(e.Of)}
	case OneOf:
		return newOneOf(e.Texts, e.Case)
	case Palindrome:
		return palindromeNode{}
	case Set:
		return setNode{e, newOneOf(e.Texts, e.Case), m.parts(e.Of)}
	case Same:
		return sameNode{m.parts(e.Of), m.parts(e.As)}
	case Sequence:
		finds := make(sequenceNode, len(e))
		for i, f := range e {
			finds[i] = m.find(f)
		}
		return finds
	}
	return nil
}

// inside makes what is asked of each of the parts.
func (m *maker) inside(p Parts, e Expr) node {
	column := m.column
	m.column = p.Source == Source(TableColumn)
	defer func() { m.column = column }()
	return m.expr(e)
}

func (m *maker) find(f Find) *finder {
	if strings.Contains(f.Value, "```") {
		m.fences++
	}
	m.named = append(m.named, f)
	return newFinder(f)
}

func (m *maker) measure(e Measure) gauge {
	switch e := e.(type) {
	case Count:
		return countGauge{m.parts(e.Of)}
	case Different:
		return differentGauge{m.parts(e.Of)}
	case Repeats:
		return repeatsGauge{m.parts(e.Of)}
	case Share:
		return shareGauge{m.parts(e.Of), m.parts(e.Among)}
	case Value:
		return valueGauge{m.parts(e.Of)}
	case Depth:
		return depthGauge(e)
	case Stat:
		return statGauge{e, m.parts(e.Of)}
	}
	return nil
}

func (m *maker) parts(p Parts) *selection {
	s := &selection{Parts: p, lines: p.Source == Source(TableCell) && (m.column && p.Of == nil || p.Of != nil && p.Of.Source == Source(TableColumn))}
	if f, ok := p.Source.(Find); ok {
		s.find = m.find(f)
	}
	if b, ok := p.Source.(Beside); ok {
		s.beside = m.parts(*b.Part)
	}
	if p.That != nil {
		fences := m.fences
		s.that = m.inside(p, p.That)
		s.fenced = m.fences > fences
	}
	if p.Of != nil {
		s.of = m.parts(*p.Of)
	}
	return s
}
