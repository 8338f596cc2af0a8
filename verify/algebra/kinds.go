package algebra

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"adhere/verify/langid"
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
	sourceKinds = slices.Concat([]kind{
		kindOf("unit", Unit("")),
		kindOf("split", Split("")),
		kindOf("under", Under("")),
		kindOf("named", Named("")),
		kindOf("between", Enclosed{}),
	}, kindsOf([]Side{Before, After}, func(s Side) Beside { return Beside{Side: s} }))
	relationKinds = kindsOf(ops, func(op Op) Relation { return Relation{Op: op} })
	soughtKinds   = kindsOf(findKinds, func(k FindKind) Find { return Find{Kind: k} })
	partsKinds    = []kind{kindOf("", Parts{})}
)

func text[S ~string](f *visitor, name string, s *S) { field(f, name, s, textCodec[S]()) }

// texts is a field with a list of texts to compare with.
func (f *visitor) texts(name string, all *[]string) {
	f.must("."+name, 0 < len(*all) && len(*all) <= maxNodes, "expected a list of 1 to %d texts, got %d", maxNodes, len(*all))
	list(f, name, all, boundedText[string](1))
}

// keys is a field with a list of keys, which may be absent.
func (f *visitor) keys(all *[]string) {
	optionalList(f, "keys", all, boundedText[string](1))
	for i, s := range *all {
		f.must(fmt.Sprintf(".keys[%d]", i), !slices.Contains((*all)[:i], s), "%q is given twice", s)
	}
}

func (f *visitor) flag(name string, v *bool)   { optional(f, name, v, flagCodec) }
func (f *visitor) expr(name string, e *Expr)   { field(f, name, e, exprCodec) }
func (f *visitor) parts(name string, p *Parts) { field(f, name, p, partsCodec) }

// partsAt is a field with parts that are kept apart.
func (f *visitor) partsAt(name string, at **Parts) {
	var p Parts
	if *at != nil {
		p = **at
	}
	f.parts(name, &p)
	*at = &p
}

func (f *visitor) find(name string, what *Find)   { field(f, name, what, findCodec) }
func (f *visitor) number(name string, n *float64) { field(f, name, n, numberCodec) }

func (f *visitor) exprs(name string, e *[]Expr) {
	f.must("."+name, len(*e) >= 2, "expected a list of at least 2, got %d", len(*e))
	list(f, name, e, exprCodec)
}

func (f *visitor) unit(name string, u *Unit) {
	text(f, name, u)
	f.must("."+name, u.valid(), "expected a unit, got %q", string(*u))
}

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
		check: func(c *checker, path string, fields func(*visitor)) { fields(&visitor{checks: c, path: path}) },
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
	f.must(".some", e.K >= 1 && e.K <= len(e.Of), "expected 1 to %d, got %d", len(e.Of), e.K)
	f.exprs("of", &e.Of)
}

func (e *Each) fields(f *visitor) {
	f.parts("each", &e.Of)
	f.expr("holds", &e.Holds)
}

func (e *Compare) fields(f *visitor) {
	f.must("", within(f, measureKinds, &e.Of), "expected a measure, got %v", e.Of)
	field(f, "is", &e.Is, relationCodec)
}

func (e *Starts) fields(f *visitor)   { f.find("starts", &e.With) }
func (e *Ends) fields(f *visitor)     { f.find("ends", &e.With) }
func (e *Contains) fields(f *visitor) { f.find("contains", &e.What) }
func (e *Equals) fields(f *visitor)   { f.find("equals", &e.To) }

func (e *Case) fields(f *visitor) {
	text(f, "case", e)
	f.must(".case", slices.Contains([]Case{Upper, Lower, Title, Capitalised}, *e), "expected upper, lower, title or capitalised, got %q", string(*e))
}

func (e *Language) fields(f *visitor) {
	text(f, "language", e)
	f.must(".language", *e == "zh" || langid.Known(string(*e)), "expected the code of a language that can be told apart, got %q", string(*e))
}

func (e *Script) fields(f *visitor) {
	text(f, "script", e)
	f.must(".script", unicode.Scripts[string(*e)] != nil && *e != "Common" && *e != "Inherited", "expected the name of a Unicode script, got %q", string(*e))
}

func (e *Only) fields(f *visitor) {
	f.must(".only", len(e.Units) > 0 || e.Chars != "", "expected at least one unit or character")
	list(f, "only", &e.Units, textCodec[Unit]())
	for i, u := range e.Units {
		at := fmt.Sprintf(".only[%d]", i)
		f.must(at, u.valid(), "expected a unit, got %q", string(u))
		f.must(at, u != TableColumn && !slices.Contains(e.Units[:i], u), "expected another unit, got %q", string(u))
	}
	optional(f, "chars", &e.Chars, boundedText[string](0))
}

func (e *AllDifferent) fields(f *visitor) {
	f.parts("all_different", &e.Of)
	f.flag("same_case", &e.Case)
}

func (e *Ordered) fields(f *visitor) {
	f.parts("ordered", &e.Of)
	text(f, "by", &e.By)
	f.must(".by", e.By == Alphabet || e.By == Number || Unit(e.By).valid(), "expected alphabet, value or a unit, got %q", string(e.By))
	f.flag("down", &e.Down)
	f.flag("strict", &e.Strict)
}

func (e *Same) fields(f *visitor) {
	f.parts("same", &e.Of)
	f.parts("as", &e.As)
}

func (e *OneOf) fields(f *visitor) {
	f.texts("one_of", &e.Texts)
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
	f.must(".is", slices.Contains([]SetRelation{SetOnly, SetAll, SetJust, SetOrder}, e.Is), "expected only, all, just or order, got %q", string(e.Is))
	f.texts("texts", &e.Texts)
	f.flag("same_case", &e.Case)
}

func (e *Sequence) fields(f *visitor) {
	f.must(".sequence", len(*e) >= 2, "expected a list of at least 2, got %d", len(*e))
	list(f, "sequence", (*[]Find)(e), findCodec)
}

func (e *JSON) fields(f *visitor) {
	f.object("json", func(f *visitor) {
		optional(f, "type", &e.Type, textCodec[string]())
		f.must(".type", e.Type == "" || e.Type == "object" || e.Type == "array" && len(e.Keys) == 0, "expected object or array (object if there are keys), got %q", e.Type)
		f.keys(&e.Keys)
		f.flag("only", &e.Only)
		f.must(".only", !e.Only || len(e.Keys) > 0, "it goes with keys, which are missing")
		optional(f, "schema", &e.Schema, schemaCodec)
	})
}

func (e *XML) fields(f *visitor) {
	f.object("xml", func(f *visitor) { optional(f, "root", &e.Root, boundedText[string](0)) })
}

func (e *YAML) fields(f *visitor) {
	f.object("yaml", func(f *visitor) { f.keys(&e.Keys) })
}

func (e *CSV) fields(f *visitor) {
	f.object("csv", func(f *visitor) {
		optional(f, "delimiter", &e.Delimiter, textCodec[string]())
		f.must(".delimiter", e.Delimiter == "" || utf8.RuneCountInString(e.Delimiter) == 1 && !strings.ContainsAny(e.Delimiter, "\"\r\n\ufeff\ufffd"),
			"expected one character, no quotation mark and no line break, got %q", e.Delimiter)
		optional(f, "columns", &e.Columns, integerCodec)
		optional(f, "rows", &e.Rows, integerCodec)
		f.must("", min(e.Columns, e.Rows) >= 0 && max(e.Columns, e.Rows) <= maxPlace, "expected columns and rows of 0 to %d", maxPlace)
		optionalList(f, "header", &e.Header, boundedText[string](0))
		f.must(".header", e.Header == nil || e.Columns == 0 || len(e.Header) == e.Columns, "expected %d names, got %d", e.Columns, len(e.Header))
	})
}

func (m *Count) fields(f *visitor)     { f.parts("count", &m.Of) }
func (m *Different) fields(f *visitor) { f.parts("different", &m.Of) }
func (m *Repeats) fields(f *visitor)   { f.parts("repeats", &m.Of) }
func (m *Value) fields(f *visitor)     { f.parts("value", &m.Of) }

func (m *Depth) fields(f *visitor) {
	text(f, "depth", m)
	f.must(".depth", Nesting(*m) == NestedLists || Nesting(*m) == NestedBrackets, "expected a list or brackets, got %q", string(*m))
}

func (m *Share) fields(f *visitor) {
	f.parts("share", &m.Of)
	f.parts("among", &m.Among)
}

func (m *Stat) fields(f *visitor) {
	f.must("", slices.Contains(statKinds, m.Kind), "expected longest, shortest, mean or spread, got %q", string(m.Kind))
	f.parts(string(m.Kind), &m.Of)
	f.unit("in", &m.In)
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
	wrong := p.Pick.valid()
	f.must("", wrong == nil, "%w", wrong)
	optional(f, "that", &p.That, exprCodec)
	optional(f, "from", &p.Pick.From, integerCodec)
	optional(f, "to", &p.Pick.To, integerCodec)
	f.flag("except", &p.Pick.Except)
	if p.Of != nil || f.has("of") {
		f.partsAt("of", &p.Of)
	}
}

func (p *Parts) source(f *visitor) {
	what, isFind := p.Source.(Find)
	switch {
	case isFind || f.has("find"):
		f.find("find", &what)
		p.Source = what
	case within(f, sourceKinds, &p.Source):
	case f.in != nil:
		f.in.d.fail(f.in.path, "expected a selection: one of find, %s", strings.Join(keys(sourceKinds), ", "))
	default:
		f.must("", false, "expected unit, find, split, under, named, between, before or after")
	}
}

func (s *Enclosed) fields(f *visitor) { pair(f, "between", &s.Open, &s.Close, boundedText[string](1)) }

func (s *Beside) fields(f *visitor) {
	f.partsAt(string(s.Side), &s.Part)
	k := s.Part.Pick
	f.must("."+string(s.Side), k == Pick{} || s.Part.single(), "expected one part, as with from 1 and to 1, got from %d to %d", k.From, k.To)
	f.must("."+string(s.Side), !s.Part.apart(), "expected parts that lie in one place, got columns of a table")
}

func (s *Unit) fields(f *visitor)  { f.unit("unit", s) }
func (s *Split) fields(f *visitor) { field(f, "split", s, boundedText[Split](1)) }
func (s *Under) fields(f *visitor) { field(f, "under", s, boundedText[Under](1)) }
func (s *Named) fields(f *visitor) { field(f, "named", s, boundedText[Named](1)) }

func (what *Find) fields(f *visitor) {
	text(f, string(what.Kind), &what.Value)
	f.flag("case", &what.Case)
}
