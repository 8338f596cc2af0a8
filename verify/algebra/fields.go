package algebra

import (
	"bytes"
	"cmp"
	"encoding/json"
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
		if string(value) != "null" { // as tables write the fields of other rows
			o.names = append(o.names, name)
			o.raw[name] = value
		}
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

// done fails on what has not been taken.
func (o *fields) done() {
	if len(o.names) > 0 {
		o.d.fail(o.at(o.names[0]), "no such field here")
	}
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
