package algebra

import (
	"slices"
	"strings"

	"adhere/internal/lists"
)

// compile makes the check ready, unless it is not valid.
func (c Check) compile() (node, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	return c.Expr.node(new(maker)), nil
}

// A maker makes valid expressions ready.
type maker struct {
	fences int    // texts that name the fence of a code block
	column bool   // what is made is asked of columns of tables
	named  []Find // what has been looked for so far
}

func (m *maker) exprs(list []Expr) []node {
	return lists.Map(list, func(e Expr) node { return e.node(m) })
}

func (e All) node(m *maker) node { return allNode(m.exprs(e)) }
func (e Any) node(m *maker) node { return anyNode(m.exprs(e)) }
func (e Not) node(m *maker) node { return notNode{e.Of.node(m)} }
func (e KOf) node(m *maker) node { return kNode{e.K, m.exprs(e.Of)} }

func (e Each) node(m *maker) node {
	of, fences, named := m.parts(e.Of), m.fences, len(m.named)
	n := eachNode{of, m.inside(e.Of, e.Holds)}
	of.fenced = of.fenced || m.fences > fences
	of.labelled = slices.ContainsFunc(m.named[named:], of.isLabel)
	return n
}

func (e Compare) node(m *maker) node  { return compareNode{e.Of.gauge(m), e.Of, e.Is} }
func (e Contains) node(m *maker) node { return findNode{m.find(e.What), contains, sayCount, nil} }
func (e Equals) node(m *maker) node   { return findNode{m.find(e.To), (*finder).equals, sayAll, nil} }

func (e Starts) node(m *maker) node {
	return findNode{m.find(e.With), (*finder).starts, sayStart, atStart}
}

func (e Ends) node(m *maker) node {
	return findNode{m.find(e.With), (*finder).ends, sayEnd, atEnd}
}

func (e AllDifferent) node(m *maker) node { return differentNode{m.parts(e.Of), e.Case} }
func (e Ordered) node(m *maker) node      { return orderedNode{e, m.parts(e.Of)} }
func (e Same) node(m *maker) node         { return sameNode{m.parts(e.Of), m.parts(e.As)} }
func (e OneOf) node(*maker) node          { return newOneOf(e.Texts, e.Case) }
func (e Set) node(m *maker) node          { return setNode{e, newOneOf(e.Texts, e.Case), m.parts(e.Of)} }

func (e Sequence) node(m *maker) node {
	finds := make(sequenceNode, len(e))
	for i, f := range e {
		finds[i] = m.find(f)
	}
	return finds
}

// What needs nothing to be made ready is a node itself.
func (e Case) node(*maker) node       { return e }
func (e Language) node(*maker) node   { return e }
func (e Script) node(*maker) node     { return e }
func (e Only) node(*maker) node       { return e }
func (e Palindrome) node(*maker) node { return e }

func (e Count) gauge(m *maker) gauge     { return countGauge{m.parts(e.Of)} }
func (e Different) gauge(m *maker) gauge { return differentGauge{m.parts(e.Of)} }
func (e Repeats) gauge(m *maker) gauge   { return repeatsGauge{m.parts(e.Of)} }
func (e Share) gauge(m *maker) gauge     { return shareGauge{m.parts(e.Of), m.parts(e.Among)} }
func (e Value) gauge(m *maker) gauge     { return valueGauge{m.parts(e.Of)} }
func (e Stat) gauge(m *maker) gauge      { return statGauge{e, m.parts(e.Of)} }
func (e Depth) gauge(*maker) gauge       { return e }

// inside makes what is asked of each of the parts.
func (m *maker) inside(p Parts, e Expr) node {
	column := m.column
	m.column = p.Source == Source(TableColumn)
	defer func() { m.column = column }()
	return e.node(m)
}

func (m *maker) find(f Find) *finder {
	if strings.Contains(f.Value, "```") {
		m.fences++
	}
	m.named = append(m.named, f)
	return newFinder(f)
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
