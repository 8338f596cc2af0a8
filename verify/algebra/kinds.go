package algebra

import (
	"encoding/json"
	"slices"
	"strings"
)

// The kinds of expressions, measures, sources, relations and what is looked
// for.
var (
	exprKinds = slices.Concat(kindsOf(keys(measureKinds), func(string) Compare { return Compare{} }), []kind{
		kindOf("all", All(nil)),
		kindOf("any", Any(nil)),
		kindOf("not", Not{}),
		kindOf("some", KOf{}),
		kindOf("each", Each{}),
		kindOf("starts", Starts{}),
		kindOf("ends", Ends{}),
		kindOf("contains", Contains{}),
		kindOf("equals", Equals{}),
		kindOf("case", Case("")),
		kindOf("language", Language("")),
		kindOf("script", Script("")),
		kindOf("only", Only{}),
		kindOf("all_different", AllDifferent{}),
		kindOf("ordered", Ordered{}),
		kindOf("one_of", OneOf{}),
		kindOf("palindrome", Palindrome{}),
		kindOf("set", Set{}),
		kindOf("same", Same{}),
		kindOf("sequence", Sequence(nil)),
		kindOf("json", JSON{}),
		kindOf("xml", XML{}),
		kindOf("yaml", YAML{}),
		kindOf("csv", CSV{}),
	})
	measureKinds = slices.Concat([]kind{
		kindOf("count", Count{}),
		kindOf("different", Different{}),
		kindOf("repeats", Repeats{}),
		kindOf("share", Share{}),
		kindOf("value", Value{}),
		kindOf("depth", Depth("")),
	}, kindsOf(statKinds, func(k StatKind) Stat { return Stat{Kind: k} }))
	sourceKinds = []kind{
		kindOf("unit", Unit("")),
		kindOf("split", Split("")),
		kindOf("under", Under("")),
		kindOf("named", Named("")),
		kindOf("between", Enclosed{}),
	}
	relationKinds = kindsOf(ops, func(op Op) Relation { return Relation{Op: op} })
	soughtKinds   = kindsOf(findKinds, func(k FindKind) Find { return Find{Kind: k} })
	partsKinds    = []kind{kindOf("", Parts{})}
)

func text[S ~string](f *visitor, name string, s *S)    { field(f, name, s, textCodec[S]()) }
func texts[S ~string](f *visitor, name string, s *[]S) { list(f, name, s, textCodec[S]()) }

func (f *visitor) flag(name string, v *bool)      { optional(f, name, v, flagCodec) }
func (f *visitor) expr(name string, e *Expr)      { field(f, name, e, exprCodec) }
func (f *visitor) exprs(name string, e *[]Expr)   { list(f, name, e, exprCodec) }
func (f *visitor) parts(name string, p *Parts)    { field(f, name, p, partsCodec) }
func (f *visitor) find(name string, what *Find)   { field(f, name, what, findCodec) }
func (f *visitor) number(name string, n *float64) { field(f, name, n, numberCodec) }

// pair is a field with a list of two.
func pair[T any](f *visitor, name string, a, b *T, c codec[T]) {
	two := []T{*a, *b}
	if f.in != nil {
		two = nil
	}
	if list(f, name, &two, c); len(two) != 2 {
		f.in.d.fail(f.in.at(name), "expected a list of two, got %d", len(two))
		return
	}
	*a, *b = two[0], two[1]
}

// object is a field with fields of its own.
func (f *visitor) object(name string, fields func(*visitor)) {
	field(f, name, &fields, codec[func(*visitor)]{
		wanted: "an object",
		read: func(d *decoder, path string, raw json.RawMessage) func(*visitor) {
			d.read(path, raw, fields)
			return fields
		},
		write: write,
		canonical: func(fields func(*visitor)) func(*visitor) {
			fields(f)
			return fields
		},
	})
}

func (c *Check) fields(f *visitor) {
	optional(f, "reading", &c.Reading, textCodec[Reading]())
	f.expr("check", &c.Expr)
}

func (e *All) fields(f *visitor) { f.exprs("all", (*[]Expr)(e)) }
func (e *Any) fields(f *visitor) { f.exprs("any", (*[]Expr)(e)) }
func (e *Not) fields(f *visitor) { f.expr("not", &e.Of) }

func (e *KOf) fields(f *visitor) {
	field(f, "some", &e.K, integerCodec)
	f.exprs("of", &e.Of)
}

func (e *Each) fields(f *visitor) {
	f.parts("each", &e.Of)
	f.expr("holds", &e.Holds)
}

func (e *Compare) fields(f *visitor) {
	within(f, measureKinds, &e.Of)
	field(f, "is", &e.Is, relationCodec)
}

func (e *Starts) fields(f *visitor)   { f.find("starts", &e.With) }
func (e *Ends) fields(f *visitor)     { f.find("ends", &e.With) }
func (e *Contains) fields(f *visitor) { f.find("contains", &e.What) }
func (e *Equals) fields(f *visitor)   { f.find("equals", &e.To) }
func (e *Case) fields(f *visitor)     { text(f, "case", e) }
func (e *Language) fields(f *visitor) { text(f, "language", e) }
func (e *Script) fields(f *visitor)   { text(f, "script", e) }

func (e *Only) fields(f *visitor) {
	texts(f, "only", &e.Units)
	optional(f, "chars", &e.Chars, textCodec[string]())
}

func (e *AllDifferent) fields(f *visitor) {
	f.parts("all_different", &e.Of)
	f.flag("same_case", &e.Case)
}

func (e *Ordered) fields(f *visitor) {
	f.parts("ordered", &e.Of)
	text(f, "by", &e.By)
	f.flag("down", &e.Down)
	f.flag("strict", &e.Strict)
}

func (e *Same) fields(f *visitor) {
	f.parts("same", &e.Of)
	f.parts("as", &e.As)
}

func (e *OneOf) fields(f *visitor) {
	texts(f, "one_of", &e.Texts)
	f.flag("same_case", &e.Case)
}

func (e *Palindrome) fields(f *visitor) {
	is := true
	if field(f, "palindrome", &is, flagCodec); !is {
		f.in.d.fail(f.in.at("palindrome"), "expected true")
	}
}

func (e *Set) fields(f *visitor) {
	f.parts("set", &e.Of)
	text(f, "is", &e.Is)
	texts(f, "texts", &e.Texts)
	f.flag("same_case", &e.Case)
}

func (e *Sequence) fields(f *visitor) { list(f, "sequence", (*[]Find)(e), findCodec) }

func (e *JSON) fields(f *visitor) {
	f.object("json", func(f *visitor) {
		optional(f, "type", &e.Type, textCodec[string]())
		optionalList(f, "keys", &e.Keys, textCodec[string]())
		f.flag("only", &e.Only)
		optional(f, "schema", &e.Schema, schemaCodec)
	})
}

func (e *XML) fields(f *visitor) {
	f.object("xml", func(f *visitor) { optional(f, "root", &e.Root, textCodec[string]()) })
}

func (e *YAML) fields(f *visitor) {
	f.object("yaml", func(f *visitor) { optionalList(f, "keys", &e.Keys, textCodec[string]()) })
}

func (e *CSV) fields(f *visitor) {
	f.object("csv", func(f *visitor) {
		optional(f, "delimiter", &e.Delimiter, textCodec[string]())
		optional(f, "columns", &e.Columns, integerCodec)
		optional(f, "rows", &e.Rows, integerCodec)
		optionalList(f, "header", &e.Header, textCodec[string]())
	})
}

func (m *Count) fields(f *visitor)     { f.parts("count", &m.Of) }
func (m *Different) fields(f *visitor) { f.parts("different", &m.Of) }
func (m *Repeats) fields(f *visitor)   { f.parts("repeats", &m.Of) }
func (m *Value) fields(f *visitor)     { f.parts("value", &m.Of) }
func (m *Depth) fields(f *visitor)     { text(f, "depth", m) }

func (m *Share) fields(f *visitor) {
	f.parts("share", &m.Of)
	f.parts("among", &m.Among)
}

func (m *Stat) fields(f *visitor) {
	f.parts(string(m.Kind), &m.Of)
	text(f, "in", &m.In)
}

func (r *Relation) fields(f *visitor) {
	switch r.Op {
	case OpBetween:
		pair(f, string(r.Op), &r.N, &r.M, numberCodec)
	case OpAbout:
		f.number(string(r.Op), &r.N)
		f.number("within", &r.M)
	default:
		f.number(string(r.Op), &r.N)
	}
}

func (p *Parts) fields(f *visitor) {
	p.source(f)
	optional(f, "that", &p.That, exprCodec)
	optional(f, "from", &p.Pick.From, integerCodec)
	optional(f, "to", &p.Pick.To, integerCodec)
	f.flag("except", &p.Pick.Except)
	if p.Of != nil || f.has("of") {
		var of Parts
		if p.Of != nil {
			of = *p.Of
		}
		f.parts("of", &of)
		p.Of = &of
	}
}

func (p *Parts) source(f *visitor) {
	what, isFind := p.Source.(Find)
	switch {
	case isFind || f.has("find"):
		f.find("find", &what)
		p.Source = what
	case !within(f, sourceKinds, &p.Source) && f.in != nil:
		f.in.d.fail(f.in.path, "expected a selection: one of find, %s", strings.Join(keys(sourceKinds), ", "))
	}
}

func (s *Enclosed) fields(f *visitor) { pair(f, "between", &s.Open, &s.Close, textCodec[string]()) }

func (s *Unit) fields(f *visitor)  { text(f, "unit", s) }
func (s *Split) fields(f *visitor) { text(f, "split", s) }
func (s *Under) fields(f *visitor) { text(f, "under", s) }
func (s *Named) fields(f *visitor) { text(f, "named", s) }

func (what *Find) fields(f *visitor) {
	text(f, string(what.Kind), &what.Value)
	f.flag("case", &what.Case)
}
