package algebra

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
)

// fields is a JSON object whose fields are taken one by one; what is left is
// unknown.
type fields struct {
	d     *decoder
	path  string
	names []string // those not taken, in order
	raw   map[string]json.RawMessage
}

// object reads a JSON object; one that cannot be read has no fields.
func (d *decoder) object(path string, raw json.RawMessage) *fields {
	o := &fields{d: d, path: path, raw: map[string]json.RawMessage{}}
	if d.err != nil {
		return o
	}
	in := json.NewDecoder(bytes.NewReader(raw))
	if start, err := in.Token(); err != nil || start != json.Delim('{') {
		d.fail(o.name(), "expected an object, got %s", quoteRaw(raw))
		return o
	}
	for in.More() {
		key, err := in.Token()
		name, isText := key.(string)
		var value json.RawMessage
		if err != nil || !isText || in.Decode(&value) != nil {
			break
		}
		if _, twice := o.raw[name]; twice {
			d.fail(o.at(name), "it is given twice")
		}
		o.names = append(o.names, name)
		o.raw[name] = value
	}
	if _, err := in.Token(); err != nil || in.More() {
		d.fail(o.name(), "expected a JSON object, got %s", quoteRaw(raw))
	}
	return o
}

func quoteRaw(raw json.RawMessage) string {
	if len(raw) == 0 {
		return "nothing"
	}
	return quoteStart(string(raw))
}

// name returns what the object is called in messages.
func (o *fields) name() string {
	return cmp.Or(o.path, "arguments")
}

// at returns the path of a field.
func (o *fields) at(name string) string {
	if o.path == "" {
		return name
	}
	return o.path + "." + name
}

func (o *fields) has(name string) bool {
	_, ok := o.raw[name]
	return ok
}

// take returns a field, nil if it is absent.
func (o *fields) take(name string) json.RawMessage {
	if i := slices.Index(o.names, name); i >= 0 {
		o.names = slices.Delete(o.names, i, i+1)
	}
	return o.raw[name]
}

func (o *fields) need(name, wanted string) json.RawMessage {
	raw := o.take(name)
	if raw == nil {
		o.d.fail(o.at(name), "expected %s, but it is missing", wanted)
	}
	return raw
}

// done fails on what has not been taken.
func (o *fields) done() {
	if len(o.names) > 0 {
		o.d.fail(o.at(o.names[0]), "no such field here")
	}
}

func (o *fields) text(name string) string {
	return o.d.text(o.at(name), o.need(name, "text"))
}

func (o *fields) optional(name string) string {
	if !o.has(name) {
		return ""
	}
	return o.text(name)
}

func (d *decoder) text(path string, raw json.RawMessage) string {
	var s *string
	if d.err == nil && (json.Unmarshal(raw, &s) != nil || s == nil) {
		d.fail(path, "expected text, got %s", quoteRaw(raw))
	}
	if s == nil {
		return ""
	}
	return *s
}

func (o *fields) flag(name string) bool {
	raw := o.take(name)
	if raw != nil && string(raw) != "true" && string(raw) != "false" {
		o.d.fail(o.at(name), "expected true or false, got %s", quoteRaw(raw))
	}
	return string(raw) == "true"
}

func (o *fields) number(name string) float64 {
	return o.d.number(o.at(name), o.need(name, "a number"))
}

func (d *decoder) number(path string, raw json.RawMessage) float64 {
	var n *float64
	if d.err == nil && (json.Unmarshal(raw, &n) != nil || n == nil) {
		d.fail(path, "expected a number, got %s", quoteRaw(raw))
	}
	if n == nil {
		return 0
	}
	return *n
}

func (o *fields) integer(name string) int {
	raw := o.need(name, "a whole number")
	var n *int
	if o.d.err == nil && (json.Unmarshal(raw, &n) != nil || n == nil) {
		o.d.fail(o.at(name), "expected a whole number, got %s", quoteRaw(raw))
	}
	if n == nil {
		return 0
	}
	return *n
}

func (o *fields) optionalInteger(name string) int {
	if !o.has(name) {
		return 0
	}
	return o.integer(name)
}

// list returns the elements of a list, none if it is absent.
func (o *fields) list(name string) []json.RawMessage {
	raw := o.take(name)
	var list []json.RawMessage
	if raw != nil && o.d.err == nil && (json.Unmarshal(raw, &list) != nil || list == nil) {
		o.d.fail(o.at(name), "expected a list, got %s", quoteRaw(raw))
	}
	return list
}

func (o *fields) texts(name string) []string {
	var out []string
	for i, raw := range o.list(name) {
		out = append(out, o.d.text(fmt.Sprintf("%s[%d]", o.at(name), i), raw))
	}
	return out
}

func (o *fields) expr(name string) Expr { return o.d.expr(o.at(name), o.need(name, "an object")) }

func (o *fields) exprs(name string) []Expr {
	list := o.list(name)
	if len(list) == 0 {
		o.d.fail(o.at(name), "expected a list of expressions")
	}
	var out []Expr
	for i, raw := range list {
		out = append(out, o.d.expr(fmt.Sprintf("%s[%d]", o.at(name), i), raw))
	}
	return out
}
