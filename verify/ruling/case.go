package ruling

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"adhere"
	"adhere/verify"
	"adhere/verify/algebra"
)

// ReadCase reads {"id","requirement" or "rule","text","reading"}. A rule is
// {"name":"suite/checker","args":{…}}, or the JSON form of a check,
// {"reading":"plain","check":{…}}. Other fields are not looked at, but a reading
// under a name close to it is refused. An error has code Invalid; FieldOf says
// which field is wrong. The case then has at least its ID, if that can be read.
func ReadCase(raw []byte) (Case, error) {
	fields, err := fieldsOf(raw)
	if err != nil {
		return Case{}, noObject(raw)
	}
	return readCase(fields, nil)
}

func noObject(raw []byte) error {
	return inField("", fmt.Errorf("expected a JSON object, got %s", given(raw)))
}

func readCase(fields map[string]json.RawMessage, beside *string) (q Case, err error) {
	q.ID, _ = asText(fields["id"])
	err = errors.Join(
		readText(fields, "id", &q.ID, false),
		readText(fields, "requirement", &q.Requirement, false),
		readRule(fields, &q),
		readStrictness(fields, &q),
		readBody(fields, beside, &q.Text))
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		return q, several.Unwrap()[0] // the first is enough
	}
	switch {
	case q.Rule != nil && q.Requirement != "":
		return q, inField("rule", errors.New("expected either a requirement or a rule, got both"))
	case q.Rule == nil && q.Requirement == "":
		return q, inField("requirement", errors.New("expected either a requirement or a rule, got neither"))
	}
	return q, nil
}

// UnmarshalJSON is ReadCase.
func (q *Case) UnmarshalJSON(raw []byte) (err error) {
	*q, err = ReadCase(raw)
	return err
}

// readBody reads the text of an item, if it did not come beside the fields.
func readBody(fields map[string]json.RawMessage, beside, into *string) error {
	if beside == nil {
		return readText(fields, "text", into, true)
	}
	*into = *beside
	return nil
}

func readText(fields map[string]json.RawMessage, name string, into *string, needed bool) error {
	raw := fields[name]
	if absent(raw) {
		if needed {
			return inField(name, errors.New("expected text, but it is missing"))
		}
		return nil
	}
	var ok bool
	if *into, ok = asText(raw); !ok {
		return inField(name, fmt.Errorf("expected text, got %s", given(raw)))
	}
	return nil
}

func readStrictness(fields map[string]json.RawMessage, q *Case) error {
	var reading string
	if err := readText(fields, "reading", &reading, false); err != nil {
		return err
	}
	q.Strictness = verify.Strictness(reading)
	return cmp.Or(readings.holds(reading), misnamed(fields, readings))
}

func readRule(fields map[string]json.RawMessage, q *Case) error {
	raw := fields["rule"]
	if absent(raw) {
		return nil
	}
	var err error
	if q.Rule, err = ReadRule(raw); err != nil {
		return inField("rule", err)
	}
	return nil
}

// ReadRule reads a rule in one of the forms that ReadCase names. Whether
// a catalog knows its checker is not looked at.
func ReadRule(raw []byte) (*adhere.Rule, error) {
	if name, ok := asText(raw); ok && name != "" {
		return &adhere.Rule{Name: name}, nil
	}
	fields, err := fieldsOf(raw)
	if err != nil {
		return nil, fmt.Errorf(`expected a checker's name, {"name","args"} or {"check"}, got %s`, given(raw))
	}
	if _, ok := fields["check"]; ok {
		c, err := algebra.Decode(raw)
		if err != nil {
			return nil, err
		}
		return c.Rule(), nil
	}
	name, ok := asText(fields["name"])
	if !ok || name == "" {
		return nil, errors.New(`name: expected a checker's name, or "check" with a check in its place`)
	}
	rule := &adhere.Rule{Name: name}
	if !absent(fields["args"]) {
		rule.Args = fields["args"]
	}
	delete(fields, "name")
	delete(fields, "args")
	if more := slices.Sorted(maps.Keys(fields)); len(more) > 0 {
		return nil, fmt.Errorf("%s: no such field; arguments stand in args", more[0])
	}
	return rule, nil
}

// given says what was got where something else was wanted.
func given(raw []byte) string {
	if raw = bytes.TrimSpace(raw); len(raw) == 0 {
		return "nothing"
	}
	return verify.Shorten(string(raw))
}

// A fieldError is what is wrong with one field of a case.
type fieldError struct {
	field string
	err   *adhere.Error
}

func (e *fieldError) Error() string { return e.err.Error() }

func (e *fieldError) Unwrap() error { return e.err }

// inField says in which field an error lies; "" is the case as a whole.
func inField(field string, err error) error {
	message := err.Error()
	if field != "" {
		message = field + ": " + message
	}
	return &fieldError{field, &adhere.Error{Code: adhere.Invalid, Message: message, Hint: adhere.HintOf(err)}}
}

// FieldOf returns which field of a case is wrong, "" where it is the
// case as a whole or err is nothing of this package.
func FieldOf(err error) string {
	if e, ok := errors.AsType[*fieldError](err); ok {
		return e.field
	}
	return ""
}
