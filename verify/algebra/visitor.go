package algebra

import (
	"encoding/json"
	"fmt"
	"slices"

	"adhere/internal/lists"
)

// A visitor goes through the fields of a value in one of four ways: it reads
// them from a JSON object, writes them into one, brings them into their canonical
// form, or checks them. A type lists its fields once, in its method fields, and has
// all four from that:
//
//	func (e *Each) fields(f *visitor) {
//		f.parts("each", &e.Of)
//		f.expr("holds", &e.Holds)
//	}
type visitor struct {
	in        *fields // the object that is read; nil if none is
	canonical bool    // the fields are brought into their canonical form
	checks    *checker
	path      string // of the object that is checked
	b         []byte // what is written, otherwise
}

// writes reports whether fields are written.
func (f *visitor) writes() bool { return f.in == nil && !f.canonical && f.checks == nil }

// must has the check of a field fail unless it is as it must be. Without a name the
// fault is the object's.
func (f *visitor) must(name string, ok bool, format string, args ...any) {
	if f.checks != nil && !ok {
		f.checks.fail(f.path+name, format, args...)
	}
}

// has reports whether a field is there to be read.
func (f *visitor) has(name string) bool { return f.in != nil && f.in.has(name) }

// write appends a JSON object.
func write(b []byte, fields func(*visitor)) []byte {
	f := visitor{b: append(b, '{')}
	fields(&f)
	return append(f.b, '}')
}

// read reads a JSON object, in which no field may be left.
func (d *decoder) read(path string, raw json.RawMessage, fields func(*visitor)) {
	d.depth++
	defer func() { d.depth-- }()
	if d.depth > 2*maxDepth {
		d.fail(path, "expected at most %d levels", maxDepth)
	}
	in := d.object(path, raw)
	if d.err == nil {
		fields(&visitor{in: in})
		in.done()
	}
}

func (f *visitor) key(name string) {
	if f.b[len(f.b)-1] != '{' {
		f.b = append(f.b, ',')
	}
	f.b = append(appendText(f.b, name), ':')
}

// A codec is how a type of value is read and written.
type codec[T any] struct {
	wanted    string // what is expected, in messages
	read      func(d *decoder, path string, raw json.RawMessage) T
	write     func(b []byte, v T) []byte
	canonical func(v T) T                        // nil if every value is
	check     func(c *checker, path string, v T) // nil if every value may be
}

// field is a field that every object has.
func field[T any](f *visitor, name string, v *T, c codec[T]) {
	switch {
	case f.in != nil:
		if raw := f.in.take(name); raw != nil {
			*v = c.read(f.in.d, f.in.at(name), raw)
		} else {
			f.in.d.fail(f.in.at(name), "expected %s, but it is missing", c.wanted)
		}
	case f.writes():
		f.key(name)
		f.b = c.write(f.b, *v)
	case f.canonical && c.canonical != nil:
		*v = c.canonical(*v)
	case f.checks != nil && c.check != nil:
		c.check(f.checks, f.path+"."+name, *v)
	}
}

// optional is a field that is absent where the value is zero.
func optional[T comparable](f *visitor, name string, v *T, c codec[T]) {
	var zero T
	if f.has(name) || f.in == nil && *v != zero {
		field(f, name, v, c)
	}
}

// list is a field with a list; one that is absent is empty.
func list[T any](f *visitor, name string, v *[]T, c codec[T]) {
	switch {
	case f.in != nil:
		for i, raw := range f.in.list(name) {
			*v = append(*v, c.read(f.in.d, fmt.Sprintf("%s[%d]", f.in.at(name), i), raw))
		}
	case f.canonical:
		*v = slices.Clone((*v)[:len(*v):len(*v)])
		if len(*v) == 0 {
			*v = nil
		}
		for i := range *v {
			if c.canonical != nil {
				(*v)[i] = c.canonical((*v)[i])
			}
		}
	case f.checks != nil:
		for i, element := range *v {
			if c.check != nil && f.checks.err == nil {
				c.check(f.checks, fmt.Sprintf("%s.%s[%d]", f.path, name, i), element)
			}
		}
	default:
		f.key(name)
		f.b = append(f.b, '[')
		for i, element := range *v {
			if i > 0 {
				f.b = append(f.b, ',')
			}
			f.b = c.write(f.b, element)
		}
		f.b = append(f.b, ']')
	}
}

// optionalList is list, but is not written if it is empty.
func optionalList[T any](f *visitor, name string, v *[]T, c codec[T]) {
	if !f.writes() || len(*v) > 0 {
		list(f, name, v, c)
	}
}

// A kind is one of the types of an interface, and the field by which its
// objects are known.
type kind struct {
	key     string                                    // "" if every object is of the kind
	through func(f *visitor, v any) (to any, ok bool) // v with its fields visited; nil is the zero value
}

// kindOf is the kind of a type, whose objects are read into a copy of zero.
func kindOf[T any, P interface {
	*T
	fields(f *visitor)
}](key string, zero T) kind {
	return kind{key, func(f *visitor, v any) (any, bool) {
		t, ok := v.(T)
		if v == nil {
			t, ok = zero, true
		}
		if ok {
			P(&t).fields(f)
		}
		return t, ok
	}}
}

// kindsOf are the kinds of a type whose fields bear their names.
func kindsOf[S ~string, T any, P interface {
	*T
	fields(f *visitor)
}](names []S, zero func(S) T) []kind {
	return lists.Map(names, func(name S) kind { return kindOf[T, P](string(name), zero(name)) })
}

// within goes through the fields of a value of one of the kinds, which stand
// among others in an object. It reports false if there is none.
func within[N any](f *visitor, kinds []kind, v *N) bool {
	var from any
	if f.in == nil {
		from = *v
	}
	for _, k := range kinds {
		if f.in != nil && k.key != "" && !f.in.has(k.key) || f.in == nil && from == nil {
			continue
		}
		if to, ok := k.through(f, from); ok {
			*v, _ = to.(N)
			return true
		}
	}
	return false
}
