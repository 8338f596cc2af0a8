package algebra

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"adhere/internal/lists"
	"adhere/internal/plainjson"
)

// MarshalJSON returns the JSON form.
func (c Check) MarshalJSON() ([]byte, error) { return c.Args(), nil }

// Decode reads the JSON form, {"reading":"plain","check":{…}}, and returns
// its canonical form. A reading that is absent is plain, and a field that is null
// is absent. An unknown field, a field that is given twice, and a value of the
// wrong kind are errors that name the field by its path:
// "check.each.of.unit: expected text, got 3".
func Decode(raw json.RawMessage) (Check, error) {
	var c Check
	d := &decoder{}
	if d.read("", raw, c.fields); d.err != nil {
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

// scalar reads text, a number, or true or false.
func scalar[T any](wanted string) func(d *decoder, path string, raw json.RawMessage) T {
	return func(d *decoder, path string, raw json.RawMessage) (v T) {
		var p *T
		if d.err == nil && (json.Unmarshal(raw, &p) != nil || p == nil) {
			d.fail(path, "expected %s, got %s", wanted, quoteRaw(raw))
		}
		if p != nil {
			v = *p
		}
		return v
	}
}

func textCodec[S ~string]() codec[S] {
	return codec[S]{wanted: "text", read: scalar[S]("text"), write: appendText[S]}
}

// boundedText is the codec of a text that has no fewer bytes, and maxName at most.
func boundedText[S ~string](least int) codec[S] {
	c := textCodec[S]()
	c.check = func(c *checker, path string, s S) {
		if _, name := any(s).(Named); !name {
			c.texts = append(c.texts, string(s))
		}
		if !utf8.ValidString(string(s)) || len(s) < least || len(s) > maxName {
			c.fail(path, "expected UTF-8 text of %d to %d bytes, got %d bytes", least, maxName, len(s))
		}
	}
	return c
}

// The codecs of values without fields.
var (
	numberCodec  = codec[float64]{wanted: "a number", read: scalar[float64]("a number"), write: appendNumber}
	integerCodec = codec[int]{wanted: "a whole number", read: readInteger, write: appendInteger}
	flagCodec    = codec[bool]{wanted: "true or false", read: scalar[bool]("true or false"), write: strconv.AppendBool}
	schemaCodec  = codec[string]{"a JSON schema", readSchema, appendSchema, compact, checkSchema}
)

// readInteger reads 1.0 too, as pandas writes it.
func readInteger(d *decoder, path string, raw json.RawMessage) int {
	n := scalar[float64]("a whole number")(d, path, raw)
	if n != math.Trunc(n) || math.Abs(n) > math.MaxInt32 {
		d.fail(path, "expected a whole number, got %s", quoteRaw(raw))
		return 0
	}
	return int(n)
}

func readSchema(_ *decoder, _ string, raw json.RawMessage) string { return string(raw) }

func appendSchema(b []byte, schema string) []byte { return append(b, schema...) }

func appendNumber(b []byte, n float64) []byte { return strconv.AppendFloat(b, n, 'f', -1, 64) }

func appendInteger(b []byte, n int) []byte { return strconv.AppendInt(b, int64(n), 10) }

// appendText writes s as JSON without the escapes that are for HTML.
func appendText[S ~string](b []byte, s S) []byte {
	text, _ := plainjson.Marshal(s) // a string always encodes
	return append(b, text...)
}

// The codecs of what stands in an object of its own.
var (
	exprCodec     = kindCodec(exprKinds, "an expression", canonical, (*checker).expr)
	relationCodec = kindCodec(relationKinds, "a relation", nil, (*checker).relation)
	findCodec     = kindCodec(soughtKinds, "something to look for", nil, (*checker).find)
	partsCodec    = kindCodec(partsKinds, "a selection", canonicalParts, (*checker).parts)
)

// kindCodec is the codec of values that are known by a field.
func kindCodec[N any](kinds []kind, expected string, canonical func(N) N, check func(*checker, string, N)) codec[N] {
	read := func(d *decoder, path string, raw json.RawMessage) (v N) {
		d.read(path, raw, func(f *visitor) {
			if !within(f, kinds, &v) {
				d.fail(path, "expected %s: one of %s", expected, strings.Join(keys(kinds), ", "))
			}
		})
		return v
	}
	return codec[N]{"an object", read, func(b []byte, v N) []byte { return appendValue(b, kinds, v) }, canonical, check}
}

// appendValue writes an object with the fields of v.
func appendValue[N any](b []byte, kinds []kind, v N) []byte {
	return write(b, func(f *visitor) { within(f, kinds, &v) })
}

func keys(kinds []kind) []string {
	return lists.Map(kinds, func(k kind) string { return k.key })
}

func canonicalParts(p Parts) Parts {
	within(&visitor{canonical: true}, partsKinds, &p)
	return p
}
