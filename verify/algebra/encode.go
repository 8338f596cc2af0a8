package algebra

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strconv"
)

// MarshalJSON returns the JSON form.
func (c Check) MarshalJSON() ([]byte, error) { return c.appendJSON(nil), nil }

func (c Check) appendJSON(b []byte) []byte {
	reading := cmp.Or(c.Reading, Plain)
	b = append(b, `{"reading":`...)
	b = appendString(b, string(reading))
	b = append(b, `,"check":`...)
	return append(appendExpr(b, c.Expr), '}')
}

// An object writes the fields of a JSON object in the order they are given.
type object struct{ b []byte }

func (o *object) key(name string) *object {
	if n := len(o.b); n > 0 && o.b[n-1] != '{' {
		o.b = append(o.b, ',')
	}
	o.b = append(appendString(o.b, name), ':')
	return o
}

func (o *object) raw(s string) {
	o.b = append(o.b, s...)
}

func (o *object) text(name, value string) *object {
	o.key(name).b = appendString(o.b, value)
	return o
}

func (o *object) optional(name, value string) {
	if value != "" {
		o.text(name, value)
	}
}

func (o *object) flag(name string, set bool) *object {
	if set {
		o.key(name).raw("true")
	}
	return o
}

func (o *object) number(name string, n int) *object {
	o.key(name).b = strconv.AppendInt(o.b, int64(n), 10)
	return o
}

func (o *object) texts(name string, list []string) *object {
	o.key(name).raw("[")
	for i, s := range list {
		if i > 0 {
			o.b = append(o.b, ',')
		}
		o.b = appendString(o.b, s)
	}
	o.b = append(o.b, ']')
	return o
}

func (o *object) exprs(name string, list []Expr) {
	o.key(name).raw("[")
	for i, e := range list {
		if i > 0 {
			o.b = append(o.b, ',')
		}
		o.b = appendExpr(o.b, e)
	}
	o.b = append(o.b, ']')
}

func (o *object) expr(name string, e Expr) {
	o.key(name).b = appendExpr(o.b, e)
}

func (o *object) find(name string, f Find) {
	o.key(name).b = append(appendFind(append(o.b, '{'), f), '}')
}

func (o *object) parts(name string, p Parts) *object {
	o.key(name).b = appendParts(o.b, p)
	return o
}

// appendString writes s as JSON without the escapes that are for HTML.
func appendString(b []byte, s string) []byte {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if enc.Encode(s) != nil {
		return append(b, `""`...) // a string always encodes
	}
	return append(b, bytes.TrimRight(buf.Bytes(), "\n")...)
}

func appendExpr(b []byte, e Expr) []byte {
	o := &object{append(b, '{')}
	switch e := e.(type) {
	case All:
		o.exprs("all", e)
	case Any:
		o.exprs("any", e)
	case Not:
		o.expr("not", e.Of)
	case KOf:
		o.number("some", e.K).exprs("of", e.Of)
	case Each:
		o.parts("each", e.Of).expr("holds", e.Holds)
	case Compare:
		o.measure(e.Of).relation("is", e.Is)
	default:
		o.predicate(e)
	}
	return append(o.b, '}')
}

func (o *object) predicate(e Expr) {
	switch e := e.(type) {
	case Starts:
		o.find("starts", e.With)
	case Ends:
		o.find("ends", e.With)
	case Contains:
		o.find("contains", e.What)
	case Equals:
		o.find("equals", e.To)
	case Case:
		o.text("case", string(e))
	case Language:
		o.text("language", string(e))
	case Script:
		o.text("script", string(e))
	case Only:
		o.texts("only", unitNames(e.Units)).optional("chars", e.Chars)
	case AllDifferent:
		o.parts("all_different", e.Of).flag("same_case", e.Case)
	case Ordered:
		o.parts("ordered", e.Of).text("by", string(e.By)).flag("down", e.Down).flag("strict", e.Strict)
	case OneOf:
		o.texts("one_of", e.Texts).flag("same_case", e.Case)
	case Palindrome:
		o.flag("palindrome", true)
	case Set:
		o.parts("set", e.Of).text("is", string(e.Is)).texts("texts", e.Texts).flag("same_case", e.Case)
	case Same:
		o.parts("same", e.Of).parts("as", e.As)
	case Sequence:
		o.sequence(e)
	default:
		o.format(e)
	}
}

func (o *object) sequence(finds []Find) {
	o.key("sequence").raw("[")
	for i, f := range finds {
		if i > 0 {
			o.b = append(o.b, ',')
		}
		o.b = append(appendFind(append(o.b, '{'), f), '}')
	}
	o.b = append(o.b, ']')
}

func (o *object) format(e Expr) {
	in := &object{[]byte{'{'}}
	switch e := e.(type) {
	case JSON:
		in.optional("type", e.Type)
		if len(e.Keys) > 0 {
			in.texts("keys", e.Keys)
		}
		in.flag("only", e.Only)
		if e.Schema != "" {
			in.key("schema").raw(e.Schema)
		}
		o.key("json")
	case XML:
		in.optional("root", e.Root)
		o.key("xml")
	case YAML:
		if len(e.Keys) > 0 {
			in.texts("keys", e.Keys)
		}
		o.key("yaml")
	case CSV:
		in.optional("delimiter", e.Delimiter)
		if e.Columns > 0 {
			in.number("columns", e.Columns)
		}
		if e.Rows > 0 {
			in.number("rows", e.Rows)
		}
		if len(e.Header) > 0 {
			in.texts("header", e.Header)
		}
		o.key("csv")
	}
	o.b = append(append(o.b, in.b...), '}')
}

func (o *object) measure(m Measure) *object {
	switch m := m.(type) {
	case Count:
		o.parts("count", m.Of)
	case Different:
		o.parts("different", m.Of)
	case Repeats:
		o.parts("repeats", m.Of)
	case Share:
		o.parts("share", m.Of).parts("among", m.Among)
	case Value:
		o.parts("value", m.Of)
	case Depth:
		o.text("depth", string(m))
	case Stat:
		o.parts(string(m.Kind), m.Of).text("in", string(m.In))
	}
	return o
}

func (o *object) relation(name string, r Relation) *object {
	in := &object{[]byte{'{'}}
	in.key(string(r.Op))
	switch r.Op {
	case OpBetween:
		in.b = append(appendNumber(append(appendNumber(append(in.b, '['), r.N), ','), r.M), ']')
	case OpAbout:
		in.b = appendNumber(in.b, r.N)
		in.key("within").b = appendNumber(in.b, r.M)
	default:
		in.b = appendNumber(in.b, r.N)
	}
	o.key(name).b = append(append(o.b, in.b...), '}')
	return o
}

func appendNumber(b []byte, n float64) []byte { return strconv.AppendFloat(b, n, 'f', -1, 64) }

// appendFind writes the fields of a Find, without braces.
func appendFind(b []byte, f Find) []byte {
	o := &object{b}
	return o.text(string(f.Kind), f.Value).flag("case", f.Case).b
}

func appendParts(b []byte, p Parts) []byte {
	o := &object{append(b, '{')}
	switch s := p.Source.(type) {
	case Unit:
		o.text("unit", string(s))
	case Find:
		o.find("find", s)
	case Split:
		o.text("split", string(s))
	case Under:
		o.text("under", string(s))
	case Named:
		o.text("named", string(s))
	case Enclosed:
		o.texts("between", []string{s.Open, s.Close})
	}
	if p.That != nil {
		o.expr("that", p.That)
	}
	if p.Pick != (Pick{}) {
		o.number("from", p.Pick.From).number("to", p.Pick.To).flag("except", p.Pick.Except)
	}
	if p.Of != nil {
		o.parts("of", *p.Of)
	}
	return append(o.b, '}')
}

func unitNames(units []Unit) []string {
	names := make([]string, len(units))
	for i, u := range units {
		names[i] = string(u)
	}
	return names
}
