package algebra

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"adhere/verify/langid"
)

const (
	maxDepth = 16  // expressions and selections inside each other
	maxNodes = 400 // expressions, selections and what is looked for
	maxName  = 1000
	maxPlace = 1_000_000
)

// Validate returns what is wrong with a check: the path of the field in its
// JSON form and what was expected.
func (c Check) Validate() error {
	_, err := c.compile(true)
	return err
}

func (c Check) compile(dry bool) (node, error) {
	if c.Reading != Plain && c.Reading != Parity && c.Reading != "" {
		return nil, fmt.Errorf("reading: expected %q or %q, got %q", Plain, Parity, c.Reading)
	}
	m := &maker{dry: dry}
	n := m.expr("check", c.Expr)
	return n, m.err
}

// A maker makes expressions ready. It keeps the first error, and goes on
// with nodes that are never asked.
type maker struct {
	dry          bool // only look for errors
	depth, nodes int
	fences       int // texts that name the fence of a code block
	err          error
}

func (m *maker) fail(path, format string, args ...any) {
	if m.err == nil {
		m.err = fmt.Errorf("%s: %w", path, fmt.Errorf(format, args...))
	}
}

// enter counts what is made; it returns false where that is too much.
func (m *maker) enter(path string) bool {
	m.nodes++
	m.depth++
	switch {
	case m.depth > maxDepth:
		m.fail(path, "expected at most %d levels", maxDepth)
	case m.nodes > maxNodes:
		m.fail(path, "expected at most %d expressions and selections", maxNodes)
	}
	return m.err == nil
}

func (m *maker) exprs(path string, list []Expr, least int) []node {
	if len(list) < least {
		m.fail(path, "expected a list of at least %d, got %d", least, len(list))
	}
	out := make([]node, 0, min(len(list), maxNodes))
	for i, e := range list {
		if m.err != nil {
			break
		}
		out = append(out, m.expr(fmt.Sprintf("%s[%d]", path, i), e))
	}
	return out
}

// expr makes an expression; path is where its object stands.
func (m *maker) expr(path string, e Expr) node {
	if !m.enter(path) {
		return nil
	}
	defer func() { m.depth-- }()
	switch e := e.(type) {
	case All:
		return allNode(m.exprs(path+".all", e, 2))
	case Any:
		return anyNode(m.exprs(path+".any", e, 2))
	case Not:
		return notNode{m.expr(path+".not", e.Of)}
	case KOf:
		if e.K < 1 || e.K > len(e.Of) {
			m.fail(path+".some", "expected 1 to %d, got %d", len(e.Of), e.K)
		}
		return kNode{e.K, m.exprs(path+".of", e.Of, 2)}
	case Each:
		of, fences := m.parts(path+".each", e.Of), m.fences
		n := eachNode{of, m.expr(path+".holds", e.Holds)}
		if of != nil && m.fences > fences {
			of.fenced = true
		}
		return n
	case Compare:
		m.relation(path+".is", e.Is)
		return compareNode{m.measure(path, e.Of), e.Of, e.Is}
	}
	return m.predicate(path, e)
}

func (m *maker) predicate(path string, e Expr) node {
	switch e := e.(type) {
	case Starts:
		return findNode{m.find(path+".starts", e.With), (*finder).starts, sayStart, atStart}
	case Ends:
		return findNode{m.find(path+".ends", e.With), (*finder).ends, sayEnd, atEnd}
	case Contains:
		return findNode{m.find(path+".contains", e.What), contains, sayCount, nil}
	case Equals:
		return findNode{m.find(path+".equals", e.To), (*finder).equals, sayAll, nil}
	case Case:
		if !slices.Contains([]Case{Upper, Lower, Title, Capitalised}, e) {
			m.fail(path+".case", "expected upper, lower, title or capitalised, got %q", string(e))
		}
		return caseNode(e)
	case Language:
		if !langid.Known(string(e)) && e != "zh" {
			m.fail(path+".language", "expected the code of a language that can be told apart, got %q", string(e))
		}
		return languageNode(e)
	case Script:
		if unicode.Scripts[string(e)] == nil || e == "Common" || e == "Inherited" {
			m.fail(path+".script", "expected the name of a Unicode script, got %q", string(e))
		}
		return scriptNode(e)
	case Only:
		m.only(path, e)
		return onlyNode(e)
	case JSON, XML, YAML, CSV:
		return m.format(path, e)
	}
	return m.ofParts(path, e)
}

// ofParts makes predicates that hold parts against each other.
func (m *maker) ofParts(path string, e Expr) node {
	switch e := e.(type) {
	case AllDifferent:
		return differentNode{m.parts(path+".all_different", e.Of), e.Case}
	case Ordered:
		if e.By != Alphabet && e.By != Number && !Unit(e.By).valid() {
			m.fail(path+".by", "expected alphabet, value or a unit, got %q", string(e.By))
		}
		return orderedNode{e, m.parts(path+".ordered", e.Of)}
	case OneOf:
		m.set(path+".one_of", e.Texts)
		return newOneOf(e.Texts, e.Case)
	case Palindrome:
		return palindromeNode{}
	case Set:
		m.set(path+".texts", e.Texts)
		if !slices.Contains([]SetRelation{SetOnly, SetAll, SetJust, SetOrder}, e.Is) {
			m.fail(path+".is", "expected only, all, just or order, got %q", string(e.Is))
		}
		return setNode{e, newOneOf(e.Texts, e.Case), m.parts(path+".set", e.Of)}
	case Same:
		return sameNode{m.parts(path+".same", e.Of), m.parts(path+".as", e.As)}
	case Sequence:
		if len(e) < 2 {
			m.fail(path+".sequence", "expected a list of at least 2, got %d", len(e))
		}
		var finds sequenceNode
		for i, f := range e {
			finds = append(finds, m.find(fmt.Sprintf("%s.sequence[%d]", path, i), f))
		}
		return finds
	}
	m.fail(path, "expected an expression, got %v", e)
	return nil
}

func (m *maker) only(path string, e Only) {
	if len(e.Units) == 0 && e.Chars == "" {
		m.fail(path+".only", "expected at least one unit or character")
	}
	for i, u := range e.Units {
		m.unit(fmt.Sprintf("%s.only[%d]", path, i), u)
		if u == TableColumn || slices.Contains(e.Units[:i], u) {
			m.fail(fmt.Sprintf("%s.only[%d]", path, i), "expected another unit, got %q", string(u))
		}
	}
	m.text(path+".chars", e.Chars, 0)
}

func (m *maker) format(path string, e Expr) node {
	switch e := e.(type) {
	case JSON:
		m.names(path+".json.keys", e.Keys)
		if !slices.Contains([]string{"", "object", "array"}, e.Type) || e.Type == "array" && len(e.Keys) > 0 {
			m.fail(path+".json.type", "expected object or array (object if there are keys), got %q", e.Type)
		}
		if e.Only && len(e.Keys) == 0 {
			m.fail(path+".json.only", "it goes with keys, which are missing")
		}
		n, err := jsonFormat(e)
		if err != nil {
			m.fail(path+".json.schema", "%w", err)
		}
		return n
	case XML:
		m.text(path+".xml.root", e.Root, 0)
		return xmlFormat(e)
	case YAML:
		m.names(path+".yaml.keys", e.Keys)
		return yamlFormat(e)
	case CSV:
		if e.Delimiter != "" && (utf8.RuneCountInString(e.Delimiter) != 1 || strings.ContainsAny(e.Delimiter, "\"\r\n\ufeff\ufffd")) {
			m.fail(path+".csv.delimiter", "expected one character, no quotation mark and no line break, got %q", e.Delimiter)
		}
		if min(e.Columns, e.Rows) < 0 || max(e.Columns, e.Rows) > maxPlace {
			m.fail(path+".csv", "expected columns and rows of 0 to %d", maxPlace)
		}
		for i, s := range e.Header {
			m.text(fmt.Sprintf("%s.csv.header[%d]", path, i), s, 0)
		}
		if e.Header != nil && e.Columns > 0 && len(e.Header) != e.Columns {
			m.fail(path+".csv.header", "expected %d names, got %d", e.Columns, len(e.Header))
		}
		return csvFormat(e)
	}
	return nil
}

// set checks a list of texts to compare with.
func (m *maker) set(path string, list []string) {
	if len(list) == 0 || len(list) > maxNodes {
		m.fail(path, "expected a list of 1 to %d texts, got %d", maxNodes, len(list))
	}
	for i, s := range list {
		m.text(fmt.Sprintf("%s[%d]", path, i), s, 1)
	}
}

// names checks a list of keys.
func (m *maker) names(path string, list []string) {
	for i, s := range list {
		m.text(fmt.Sprintf("%s[%d]", path, i), s, 1)
		if slices.Contains(list[:i], s) {
			m.fail(fmt.Sprintf("%s[%d]", path, i), "%q is given twice", s)
		}
	}
}

func (m *maker) text(path, s string, least int) {
	if !utf8.ValidString(s) || len(s) < least || len(s) > maxName {
		m.fail(path, "expected UTF-8 text of %d to %d bytes, got %d bytes", least, maxName, len(s))
	}
}

func (m *maker) unit(path string, u Unit) {
	if !u.valid() {
		m.fail(path, "expected a unit, got %q", string(u))
	}
}

func (m *maker) find(path string, f Find) *finder {
	if strings.Contains(f.Value, "```") {
		m.fences++
	}
	n, err := newFinder(f, m.dry)
	if err != nil {
		m.fail(path, "%w", err)
	}
	return n
}

func (m *maker) relation(path string, r Relation) {
	second := r.Op == OpBetween || r.Op == OpAbout
	switch {
	case !slices.Contains(ops, r.Op):
		m.fail(path, "expected a relation, got %q", string(r.Op))
	case !isNumber(r.N) || !isNumber(r.M):
		m.fail(path, "expected a number from 0 to %g", maxNumber)
	case !second && r.M != 0, r.Op == OpBetween && r.M < r.N:
		m.fail(path, "%g and %g do not go with %s", r.N, r.M, r.Op)
	}
}

func isNumber(x float64) bool { return x >= 0 && x <= maxNumber && !math.Signbit(x) }

func (m *maker) measure(path string, e Measure) gauge {
	switch e := e.(type) {
	case Count:
		return countGauge{m.parts(path+".count", e.Of)}
	case Different:
		return differentGauge{m.parts(path+".different", e.Of)}
	case Repeats:
		return repeatsGauge{m.parts(path+".repeats", e.Of)}
	case Share:
		return shareGauge{m.parts(path+".share", e.Of), m.parts(path+".among", e.Among)}
	case Value:
		return valueGauge{m.parts(path+".value", e.Of)}
	case Depth:
		if Nesting(e) != NestedLists && Nesting(e) != NestedBrackets {
			m.fail(path+".depth", "expected a list or brackets, got %q", string(e))
		}
		return depthGauge(e)
	case Stat:
		if !slices.Contains(statKinds, e.Kind) {
			m.fail(path, "expected longest, shortest, mean or spread, got %q", string(e.Kind))
		}
		m.unit(path+".in", e.In)
		return statGauge{e, m.parts(path+"."+string(e.Kind), e.Of)}
	}
	m.fail(path, "expected a measure, got %v", e)
	return nil
}

func (m *maker) parts(path string, p Parts) *selection {
	if !m.enter(path) {
		return nil
	}
	defer func() { m.depth-- }()
	s := &selection{Parts: p}
	m.source(path, s)
	if err := p.Pick.valid(); err != nil {
		m.fail(path, "%w", err)
	}
	if p.That != nil {
		fences := m.fences
		s.that = m.expr(path+".that", p.That)
		s.fenced = m.fences > fences
	}
	if p.Of != nil {
		s.of = m.parts(path+".of", *p.Of)
	}
	return s
}

func (p Pick) valid() error {
	switch {
	case p == Pick{}:
		return nil
	case p.From == 0 || p.To == 0:
		return errors.New("from and to count from 1 or from -1, 0 is no place")
	case max(p.From, p.To, -p.From, -p.To) > maxPlace:
		return fmt.Errorf("expected from and to of at most %d", maxPlace)
	case p.From > 0 == (p.To > 0) && p.From > p.To:
		return fmt.Errorf("from: %d comes after to, %d", p.From, p.To)
	}
	return nil
}

func (m *maker) source(path string, s *selection) {
	switch source := s.Source.(type) {
	case Unit:
		m.unit(path+".unit", source)
	case Find:
		s.find = m.find(path+".find", source)
	case Split:
		m.text(path+".split", string(source), 1)
	case Under:
		m.text(path+".under", string(source), 1)
	case Named:
		m.text(path+".named", string(source), 1)
	case Enclosed:
		m.text(path+".between[0]", source.Open, 1)
		m.text(path+".between[1]", source.Close, 1)
	default:
		m.fail(path, "expected unit, find, split, under, named or between")
	}
}
