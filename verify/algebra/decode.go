package algebra

import (
	"encoding/json"
	"fmt"
)

// Decode reads the JSON form, {"reading":"plain","check":{…}}, and returns
// its canonical form. A reading that is absent is plain. An unknown field, a
// field that is given twice, and a value of the wrong kind are errors that
// name the field by its path: "check.each.of.unit: expected text, got 3".
func Decode(raw json.RawMessage) (Check, error) {
	d := &decoder{}
	o := d.object("", raw)
	c := Check{Reading: Reading(o.optional("reading"))}
	c.Expr = d.expr("check", o.need("check", "an object"))
	o.done()
	if d.err != nil {
		return Check{}, d.err
	}
	c = c.Canonical()
	return c, c.Validate()
}

// UnmarshalJSON is Decode.
func (c *Check) UnmarshalJSON(raw []byte) (err error) {
	*c, err = Decode(raw)
	return err
}

// A decoder keeps the first error.
type decoder struct {
	depth int
	err   error
}

func (d *decoder) fail(path, format string, args ...any) {
	if d.err == nil {
		d.err = fmt.Errorf("%s: %s", path, fmt.Sprintf(format, args...))
	}
}

// deeper is called where a value begins that may hold its own kind.
func (d *decoder) deeper(path string) (shallower func()) {
	d.depth++
	if d.depth > maxDepth {
		d.fail(path, "expected at most %d levels", maxDepth)
	}
	return func() { d.depth-- }
}

func (d *decoder) expr(path string, raw json.RawMessage) Expr {
	if d.err != nil {
		return nil
	}
	defer d.deeper(path)()
	o := d.object(path, raw)
	if d.err != nil {
		return nil
	}
	defer o.done()
	switch {
	case o.has("all"):
		return All(o.exprs("all"))
	case o.has("any"):
		return Any(o.exprs("any"))
	case o.has("not"):
		return Not{o.expr("not")}
	case o.has("some"):
		return KOf{o.integer("some"), o.exprs("of")}
	case o.has("each"):
		return Each{o.parts("each"), o.expr("holds")}
	}
	if m := o.measure(); m != nil {
		return Compare{m, o.relation("is")}
	}
	return o.predicate()
}

func (o *fields) measure() Measure {
	switch {
	case o.has("count"):
		return Count{o.parts("count")}
	case o.has("different"):
		return Different{o.parts("different")}
	case o.has("repeats"):
		return Repeats{o.parts("repeats")}
	case o.has("share"):
		return Share{o.parts("share"), o.parts("among")}
	case o.has("value"):
		return Value{o.parts("value")}
	case o.has("depth"):
		return Depth(o.text("depth"))
	}
	for _, kind := range []StatKind{Longest, Shortest, Mean, Spread} {
		if o.has(string(kind)) {
			return Stat{kind, o.parts(string(kind)), Unit(o.text("in"))}
		}
	}
	return nil
}

func (o *fields) predicate() Expr {
	switch {
	case o.has("starts"):
		return Starts{o.find("starts")}
	case o.has("ends"):
		return Ends{o.find("ends")}
	case o.has("contains"):
		return Contains{o.find("contains")}
	case o.has("equals"):
		return Equals{o.find("equals")}
	case o.has("case"):
		return Case(o.text("case"))
	case o.has("language"):
		return Language(o.text("language"))
	case o.has("script"):
		return Script(o.text("script"))
	case o.has("only"):
		return o.only()
	case o.has("all_different"):
		return AllDifferent{o.parts("all_different"), o.flag("same_case")}
	case o.has("ordered"):
		return Ordered{o.parts("ordered"), Order(o.text("by")), o.flag("down"), o.flag("strict")}
	case o.has("one_of"):
		return OneOf{o.texts("one_of"), o.flag("same_case")}
	case o.has("palindrome"):
		if !o.flag("palindrome") {
			o.d.fail(o.at("palindrome"), "expected true")
		}
		return Palindrome{}
	case o.has("set"):
		return Set{o.parts("set"), SetRelation(o.text("is")), o.texts("texts"), o.flag("same_case")}
	case o.has("same"):
		return Same{o.parts("same"), o.parts("as")}
	case o.has("sequence"):
		return o.sequence()
	}
	return o.format()
}

func (o *fields) only() Expr {
	e := Only{Chars: ""}
	for _, name := range o.texts("only") {
		e.Units = append(e.Units, Unit(name))
	}
	e.Chars = o.optional("chars")
	return e
}

func (o *fields) sequence() Expr {
	var e Sequence
	for i, raw := range o.list("sequence") {
		e = append(e, o.d.find(fmt.Sprintf("%s[%d]", o.at("sequence"), i), raw))
	}
	return e
}

// format reads the data formats, whose own fields stand in an object.
func (o *fields) format() Expr {
	for _, name := range []string{"json", "xml", "yaml", "csv"} {
		if !o.has(name) {
			continue
		}
		in := o.d.object(o.at(name), o.need(name, "an object"))
		defer in.done()
		switch name {
		case "json":
			return JSON{in.optional("type"), in.texts("keys"), in.flag("only"), string(in.take("schema"))}
		case "xml":
			return XML{in.optional("root")}
		case "yaml":
			return YAML{in.texts("keys")}
		default:
			return CSV{in.optional("delimiter"), in.optionalInteger("columns"), in.optionalInteger("rows"), in.texts("header")}
		}
	}
	o.d.fail(o.path, "expected an expression: one of all, any, not, some, each, count, starts, contains …")
	return nil
}

func (o *fields) relation(name string) Relation {
	in := o.d.object(o.at(name), o.need(name, "an object"))
	defer in.done()
	for _, op := range []Op{OpExactly, OpNot, OpLess, OpMost, OpMore, OpLeast} {
		if in.has(string(op)) {
			return Relation{Op: op, N: in.number(string(op))}
		}
	}
	switch {
	case in.has(string(OpBetween)):
		list := in.list(string(OpBetween))
		if len(list) != 2 {
			o.d.fail(in.at(string(OpBetween)), "expected a list of two numbers, got %d", len(list))
			return Relation{}
		}
		path := in.at(string(OpBetween))
		return Between(o.d.number(path+"[0]", list[0]), o.d.number(path+"[1]", list[1]))
	case in.has(string(OpAbout)):
		return About(in.number(string(OpAbout)), in.number("within"))
	}
	o.d.fail(in.path, "expected a relation: one of exactly, not, less, most, more, least, between, about")
	return Relation{}
}

func (o *fields) parts(name string) Parts {
	return o.d.parts(o.at(name), o.need(name, "an object"))
}

func (d *decoder) parts(path string, raw json.RawMessage) Parts {
	if d.err != nil {
		return Parts{}
	}
	defer d.deeper(path)()
	o := d.object(path, raw)
	if d.err != nil {
		return Parts{}
	}
	p := Parts{Source: o.source()}
	p.Pick = Pick{o.optionalInteger("from"), o.optionalInteger("to"), o.flag("except")}
	if o.has("that") {
		p.That = o.expr("that")
	}
	if o.has("of") {
		of := o.parts("of")
		p.Of = &of
	}
	o.done()
	return p
}

func (o *fields) source() Source {
	switch {
	case o.has("unit"):
		return Unit(o.text("unit"))
	case o.has("find"):
		return o.find("find")
	case o.has("split"):
		return Split(o.text("split"))
	case o.has("under"):
		return Under(o.text("under"))
	case o.has("named"):
		return Named(o.text("named"))
	case o.has("between"):
		if ends := o.texts("between"); len(ends) == 2 {
			return Enclosed{ends[0], ends[1]}
		}
		o.d.fail(o.at("between"), "expected a list of two texts")
		return nil
	}
	o.d.fail(o.path, "expected a selection: one of unit, find, split, under, named, between")
	return nil
}

func (o *fields) find(name string) Find { return o.d.find(o.at(name), o.need(name, "an object")) }

func (d *decoder) find(path string, raw json.RawMessage) Find {
	o := d.object(path, raw)
	defer o.done()
	for _, kind := range findKinds {
		if o.has(string(kind)) {
			return Find{kind, o.text(string(kind)), o.flag("case")}
		}
	}
	d.fail(path, "expected something to look for: one of text, word, pattern")
	return Find{}
}
