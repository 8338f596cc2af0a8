package verify

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"adhere/internal/lists"
)

// Args reads a rule's arguments, which are a JSON object. Null and absent
// fields are the same. Ask for each field, then for Err: the first thing that
// is wrong is kept, and names the field and what was wanted.
type Args struct {
	fields map[string]json.RawMessage
	err    error
}

// ReadArgs reads raw. Nothing at all and null are an empty object.
func ReadArgs(raw json.RawMessage) *Args {
	a := &Args{}
	if len(bytes.TrimSpace(raw)) == 0 {
		return a
	}
	if err := json.Unmarshal(raw, &a.fields); err != nil {
		a.err = fmt.Errorf("arguments: expected an object, got %s", Shorten(string(raw)))
	}
	return a
}

// WithArgs makes a checker's Compile of a function that asks for the arguments.
// What is wrong with them is said before what that says.
func WithArgs(compile func(*Args) (Check, error)) func(json.RawMessage) (Check, error) {
	return func(raw json.RawMessage) (Check, error) {
		a := ReadArgs(raw)
		check, err := compile(a)
		if wrong := a.Err(); wrong != nil {
			return nil, wrong
		}
		return check, err
	}
}

// WithoutArgs makes a checker's Compile of a check that has no arguments.
func WithoutArgs(check Check) func(json.RawMessage) (Check, error) {
	return WithArgs(func(*Args) (Check, error) { return check, nil })
}

// take returns a field and forgets it; null counts as missing.
func (a *Args) take(name, wanted string) (json.RawMessage, bool) {
	raw, ok := a.fields[name]
	delete(a.fields, name)
	if !ok || string(raw) == "null" {
		a.fail("%s: expected %s, but it is missing", name, wanted)
		return nil, false
	}
	return raw, true
}

// Has reports whether a field is given and has not been asked for yet.
func (a *Args) Has(name string) bool {
	raw, ok := a.fields[name]
	return ok && string(raw) != "null"
}

func (a *Args) fail(format string, args ...any) {
	if a.err == nil {
		a.err = fmt.Errorf(format, args...)
	}
}

// Count returns a whole number that is 0 or more. It may be written with a
// fraction of zero, as some copies of data sets have it.
func (a *Args) Count(name string) int {
	const wanted = "a whole number of 0 or more"
	raw, ok := a.take(name, wanted)
	if !ok {
		return 0
	}
	var n float64
	if err := json.Unmarshal(raw, &n); err != nil || n < 0 || n > 1<<53 || n != math.Trunc(n) {
		a.fail("%s: expected %s, got %s", name, wanted, Shorten(string(raw)))
		return 0
	}
	return int(n)
}

// Text returns a text that is not empty.
func (a *Args) Text(name string) string {
	raw, ok := a.take(name, "text")
	if !ok {
		return ""
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil || s == "" {
		a.fail("%s: expected text, got %s", name, Shorten(string(raw)))
	}
	return s
}

// Texts returns a list of at least one text.
func (a *Args) Texts(name string) []string {
	raw, ok := a.take(name, "a list of texts")
	if !ok {
		return nil
	}
	var list []string
	if err := json.Unmarshal(raw, &list); err != nil || len(list) == 0 || slices.Contains(list, "") {
		a.fail("%s: expected a list of texts, got %s", name, Shorten(string(raw)))
	}
	return list
}

// Pairs returns an object of at least one text.
func (a *Args) Pairs(name string) map[string]string {
	raw, ok := a.take(name, "an object of texts")
	if !ok {
		return nil
	}
	var pairs map[string]string
	if err := json.Unmarshal(raw, &pairs); err != nil || len(pairs) == 0 {
		a.fail("%s: expected an object of texts, got %s", name, Shorten(string(raw)))
	}
	return pairs
}

// OneOf returns a text that is one of the options.
func (a *Args) OneOf(name string, options ...string) string {
	quoted := lists.Map(options, strconv.Quote)
	wanted := strings.Join(quoted, " or ")
	raw, ok := a.take(name, wanted)
	if !ok {
		return ""
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil || !slices.Contains(options, s) {
		a.fail("%s: expected %s, got %s", name, wanted, Shorten(string(raw)))
	}
	return s
}

// Err returns what is wrong with the arguments. A field that was not asked
// for is wrong unless it is null.
func (a *Args) Err() error {
	names := make([]string, 0, len(a.fields))
	for name, raw := range a.fields {
		if string(raw) != "null" {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		a.fail("%s: no such argument", slices.Min(names))
	}
	return a.err
}
