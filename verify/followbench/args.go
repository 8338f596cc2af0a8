package followbench

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"adhere/verify"
)

// arguments are all that a checker of the suite can be given. A bound that is
// absent does not bind.
type arguments struct {
	Text     *string  `json:"text"`
	Texts    []string `json:"texts"`
	Word     *string  `json:"word"`
	Words    []string `json:"words"`
	Template *string  `json:"template"`
	Suffix   *string  `json:"suffix"`
	Shape    string   `json:"shape"`
	Ends     string   `json:"ends"`
	Also     string   `json:"also"`
	Unit     string   `json:"unit"`
	AnyCase  bool     `json:"any_case"`
	Sentence int      `json:"sentence"`
	First    int      `json:"first"`

	Exactly  *int `json:"exactly"`
	LessThan *int `json:"less_than"`
	AtMost   *int `json:"at_most"`
	MoreThan *int `json:"more_than"`
	AtLeast  *int `json:"at_least"`
}

// checker makes a checker of a function that reads its arguments.
func checker(name, doc string, compile func(*arguments) (verify.Check, error)) verify.Checker {
	return verify.Checker{Name: name, Doc: doc, Compile: func(raw json.RawMessage) (verify.Check, error) {
		a, err := readArguments(raw)
		if err != nil {
			return nil, err
		}
		return compile(a)
	}}
}

func readArguments(raw json.RawMessage) (*arguments, error) {
	a := &arguments{}
	if len(raw) > 0 && string(raw) != "null" {
		d := json.NewDecoder(bytes.NewReader(raw))
		d.DisallowUnknownFields()
		if err := d.Decode(a); err != nil {
			return nil, inWords(err)
		}
		if _, err := d.Token(); !errors.Is(err, io.EOF) {
			return nil, errors.New("args: expected one object")
		}
	}
	a.Ends = cmp.Or(a.Ends, ".!?")
	return a, a.valid()
}

// inWords names the argument in an error of the JSON decoder.
func inWords(err error) error {
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && wrong.Field != "" {
		return fmt.Errorf("%s: expected %s, got a %s", wrong.Field, goType(wrong.Type.String()), wrong.Value)
	}
	if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		if plain, err := strconv.Unquote(name); err == nil {
			name = plain
		}
		return fmt.Errorf("%s: unknown argument", name)
	}
	return fmt.Errorf("args: expected an object: %w", err)
}

func goType(name string) string {
	switch strings.TrimPrefix(name, "*") {
	case "int":
		return "a whole number"
	case "bool":
		return "true or false"
	case "[]string":
		return "a list of strings"
	default:
		return "a string"
	}
}

func (a *arguments) valid() error {
	switch {
	case a.Unit != "" && a.Unit != "words" && a.Unit != "characters":
		return fmt.Errorf("unit: expected words or characters, got %q", a.Unit)
	case a.Sentence < 0:
		return fmt.Errorf("sentence: expected a number from 1, got %d", a.Sentence)
	case a.First < 0:
		return fmt.Errorf("first: expected a number from 1, got %d", a.First)
	}
	return nil
}

// need returns the string that an argument must be.
func need(name string, s *string) (string, error) {
	if s == nil {
		return "", fmt.Errorf("%s: missing, expected a string", name)
	}
	return *s, nil
}

// needWords is need for a string that must not be empty.
func needWords(name string, s *string) (string, error) {
	text, err := need(name, s)
	if err == nil && text == "" {
		err = fmt.Errorf("%s: expected a string that is not empty", name)
	}
	return text, err
}

// A bound is what a count must keep to.
type bound struct{ low, high int } // both included

const unbounded = int(^uint(0) >> 1)

// bound reads exactly, less_than, at_most, more_than and at_least, at least
// one of which must be there.
func (a *arguments) bound() (bound, error) {
	b := bound{0, unbounded}
	given := false
	for _, l := range []struct {
		name      string
		n         *int
		low, high int // the change to n, where it bounds
		isLow     bool
		isHigh    bool
	}{
		{"exactly", a.Exactly, 0, 0, true, true},
		{"less_than", a.LessThan, 0, -1, false, true},
		{"at_most", a.AtMost, 0, 0, false, true},
		{"more_than", a.MoreThan, 1, 0, true, false},
		{"at_least", a.AtLeast, 0, 0, true, false},
	} {
		if l.n == nil {
			continue
		}
		if *l.n < 0 {
			return b, fmt.Errorf("%s: expected a number from 0, got %d", l.name, *l.n)
		}
		given = true
		if l.isLow {
			b.low = max(b.low, *l.n+l.low)
		}
		if l.isHigh {
			b.high = min(b.high, *l.n+l.high)
		}
	}
	if !given {
		return b, errors.New("exactly: missing, expected exactly, less_than, at_most, more_than or at_least")
	}
	if b.low > b.high {
		return b, errors.New("exactly: the bounds leave no number")
	}
	return b, nil
}

func (b bound) holds(n int) bool { return b.low <= n && n <= b.high }

// String says the bound in words: "at most 14".
func (b bound) String() string {
	switch {
	case b.low == b.high:
		return "exactly " + strconv.Itoa(b.low)
	case b.high == unbounded:
		return "at least " + strconv.Itoa(b.low)
	case b.low == 0:
		return "at most " + strconv.Itoa(b.high)
	default:
		return fmt.Sprintf("%d to %d", b.low, b.high)
	}
}
