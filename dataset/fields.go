package dataset

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/rawjson"
)

func invalid(message string) *adhere.Error {
	return &adhere.Error{Code: adhere.Invalid, Message: message}
}

// unreadable says that a file could not be opened or read.
func unreadable(name string, err error) error {
	code, hint := adhere.Internal, ""
	if errors.Is(err, fs.ErrNotExist) {
		code, hint = adhere.NotFound, "check the path; benchmark files come with adhere data pull"
	}
	return &adhere.Error{Code: code, Message: "cannot read " + name, Hint: hint, Err: err}
}

// An object is a JSON object of a file whose fields are read one by one. The
// first field that is not what it should be is kept as the error, which names
// the file, the line or record, and the field.
type object struct {
	place string // "answers.jsonl line 12"
	line  int    // the same as a number, of an object that is a line
	alone bool   // in its file, which is no list
	path  string // of the object inside its line, "requirements[1]."
	raw   map[string]json.RawMessage
	err   *error // shared with the objects inside
}

func parseObject(place string, text []byte) (*object, error) {
	o := &object{place: place, raw: members(bytes.Clone(bytes.TrimSpace(text))), err: new(error)}
	if o.raw == nil {
		err := json.Unmarshal(text, &o.raw)
		return nil, adhere.Errorf(adhere.Invalid, "%s: expected a JSON object, %s", place, jsonFault(text, err)).
			WithHint("expected one JSON object per line, in UTF-8")
	}
	return o, nil
}

// jsonFault says in words why text is no JSON object.
func jsonFault(text []byte, err error) string {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		if strings.HasSuffix(syntax.Error(), "after top-level value") {
			return fmt.Sprintf("but something follows its end (byte %d)", syntax.Offset)
		}
		return fmt.Sprintf("%s (byte %d)", syntax.Error(), syntax.Offset)
	}
	return "got " + kind(text)
}

// kind names the JSON type of a value.
func kind(raw []byte) string {
	if len(raw) == 0 {
		return "nothing"
	}
	switch raw[0] {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a string"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	default:
		return "a number"
	}
}

// fail keeps the first error of a field.
func (o *object) fail(field, what string) {
	if *o.err == nil {
		*o.err = invalid(o.place + ": " + o.path + field + ": " + what)
	}
}

func (o *object) wanted(field, want string) {
	raw, ok := o.raw[field]
	got := kind(raw)
	if !ok {
		o.fail(field, "missing, expected "+want)
		return
	}
	o.fail(field, "expected "+want+", got "+got)
}

// has reports whether the field is there and not null.
func (o *object) has(field string) bool {
	raw, ok := o.raw[field]
	return ok && string(raw) != "null"
}

// into decodes the field if it is there; want says what it should be.
func (o *object) into(field, want string, v any) {
	if o.has(field) && json.Unmarshal(o.raw[field], v) != nil {
		o.wanted(field, want)
	}
}

// text returns an optional string.
func (o *object) text(field string) string {
	if !o.has(field) {
		return ""
	}
	s, err := rawjson.Text(o.raw[field])
	if err != nil {
		o.wanted(field, "a string")
	}
	return s
}

// needText returns a string that must be there, but may be empty.
func (o *object) needText(field string) string {
	if !o.has(field) {
		o.wanted(field, "a string")
	}
	return o.text(field)
}

// needWords returns a string that must be there and not be empty.
func (o *object) needWords(field string) string {
	s := o.needText(field)
	if s == "" {
		o.fail(field, "expected a string that is not empty")
	}
	return s
}

// name returns a string or a whole number, as text; empty if it is missing.
func (o *object) name(field string) string {
	if kind(o.raw[field]) == "a string" {
		return o.text(field)
	}
	if raw := string(o.raw[field]); raw != "" && strings.Trim(strings.TrimPrefix(raw, "-"), "0123456789") == "" {
		return raw // of any length: hashes are names too
	}
	var s string
	o.into(field, "a string or a whole number", &s)
	return s
}

func (o *object) needName(field string) string {
	s := o.name(field)
	switch {
	case s == "" && kind(o.raw[field]) == "a string":
		o.fail(field, "expected a string that is not empty")
	case s == "":
		o.wanted(field, "a string or a whole number")
	}
	return s
}

// count returns an optional whole number from 0.
func (o *object) count(field string) int {
	n := 0
	o.into(field, "a whole number from 0", &n)
	if n < 0 {
		o.fail(field, "expected a whole number from 0, got "+strconv.Itoa(n))
		return 0
	}
	return n
}

// texts returns an optional list of strings.
func (o *object) texts(field string) []string {
	return o.textsOf(field, o.list(field))
}

// textsOf returns the strings of a list that lies at path.
func (o *object) textsOf(path string, raws []json.RawMessage) []string {
	var list []string
	for i, raw := range raws {
		s, err := rawjson.Text(raw)
		if err != nil {
			o.fail(fmt.Sprintf("%s[%d]", path, i), "expected a string, got "+kind(raw))
		}
		list = append(list, s)
	}
	return list
}

// list returns an optional list of anything.
func (o *object) list(field string) []json.RawMessage {
	if !o.has(field) {
		return nil
	}
	list := elements(o.raw[field])
	if list == nil {
		o.wanted(field, "a list")
	}
	return list
}

// inside returns the object in a field or in an element of a list; path names
// it.
func (o *object) inside(path string, raw json.RawMessage) *object {
	in := &object{place: o.place, path: o.path + path + ".", raw: members(raw), err: o.err}
	if in.raw == nil {
		o.fail(path, "expected an object, got "+kind(raw))
	}
	return in
}
