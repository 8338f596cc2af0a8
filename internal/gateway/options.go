package gateway

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"adhere"
	"adhere/internal/serving"
)

// requestOptions are the object "adhere" of a request. What is absent is left to
// the settings.
type requestOptions struct {
	Strategy      *string            `json:"strategy"`
	Constraints   []constraintOption `json:"constraints"`
	Judge         *string            `json:"judge"`
	Critic        *string            `json:"critic"` // another word for judge
	MaxIterations *int               `json:"max_iterations"`
	MaxCalls      *int               `json:"max_calls"`
	MaxTokens     *int               `json:"max_tokens"`
	BudgetUSD     *float64           `json:"budget_usd"`
	DeadlineMS    *int64             `json:"deadline_ms"`
	OnExhausted   *Exhaustion        `json:"on_exhausted"`
	Stream        *string            `json:"stream"`
	KeepAlive     *string            `json:"keep_alive"`
	Progress      *bool              `json:"progress"`
	Prompt        string             `json:"prompt"` // its name, for the operator's rules
}

// A constraintOption is a constraint as clients write it: a text, or a text with
// the rule that decides it.
type constraintOption struct {
	ID   string       `json:"id"`
	Text string       `json:"text"`
	Rule *adhere.Rule `json:"rule"`
}

// UnmarshalJSON reads either form.
func (c *constraintOption) UnmarshalJSON(raw []byte) error {
	switch {
	case raw[0] == '"':
		return json.Unmarshal(raw, &c.Text)
	case raw[0] != '{':
		return &fieldError{"constraints", "a text, or an object with a text or a rule, is expected"}
	}
	type plain constraintOption
	if err := strict(raw, (*plain)(c)); err != nil {
		return fieldErrorOf(err, "constraints")
	}
	return nil
}

// strict reads JSON that has no field but those of v.
func strict(raw []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	return dec.Decode(v)
}

// A fieldError is about a member of a request that cannot be read.
type fieldError struct{ field, what string }

func (e *fieldError) Error() string { return e.field + ": " + e.what }

// refused is the error as clients get it.
func (e *fieldError) refused() error { return serving.BadRequest(e.field, e.Error()) }

// fieldErrorOf names the member below a field that reading JSON failed at.
func fieldErrorOf(err error, field string) *fieldError {
	below := func(name string) string { return strings.Trim(field+"."+name, ".") }
	var known *fieldError
	var kind *json.UnmarshalTypeError
	switch name, unknown := strings.CutPrefix(err.Error(), "json: unknown field "); {
	case errors.As(err, &known):
		return &fieldError{below(known.field), known.what}
	case errors.As(err, &kind):
		return &fieldError{below(kind.Field), wanted(kind.Type.Kind().String()) + " is expected, not " + kind.Value}
	case unknown:
		if plain, err := strconv.Unquote(name); err == nil {
			name = plain
		}
		return &fieldError{below(name), "there is no such field"}
	}
	return &fieldError{field, strings.TrimPrefix(err.Error(), "json: ")}
}

// wanted is a kind of Go's types in the words of JSON.
func wanted(kind string) string {
	switch kind {
	case "int", "int64":
		return "a whole number"
	case "float64":
		return "a number"
	case "string":
		return "a text"
	case "bool":
		return "true or false"
	case "slice":
		return "a list"
	default:
		return "an object"
	}
}

func readOptions(raw []byte) (*requestOptions, error) {
	o := &requestOptions{}
	if raw == nil {
		return o, nil
	}
	if err := strict(raw, o); err != nil {
		return nil, fieldErrorOf(err, "adhere").refused()
	}
	for _, n := range []struct {
		name, expected string
		bad            bool
	}{
		{"max_iterations", "a whole number from 0 on", o.MaxIterations != nil && *o.MaxIterations < 0},
		{"max_calls", "a whole number from 1 on", o.MaxCalls != nil && *o.MaxCalls < 1},
		{"max_tokens", "a whole number from 1 on", o.MaxTokens != nil && *o.MaxTokens < 1},
		{"budget_usd", "a number above 0, up to 1000000", o.BudgetUSD != nil && !(*o.BudgetUSD > 0 && *o.BudgetUSD <= 1e6)},
		{"deadline_ms", "a whole number from 1 to 1000000000", o.DeadlineMS != nil && (*o.DeadlineMS < 1 || *o.DeadlineMS > 1e9)},
	} {
		if n.bad {
			return nil, serving.BadRequest("adhere."+n.name, fmt.Sprintf("adhere.%s: expected %s, not %s", n.name, n.expected, member(raw, n.name)))
		}
	}
	return o, nil
}

// member is a member of an object as it is written.
func member(raw []byte, name string) []byte {
	d, err := readDocument(raw)
	if err != nil { // it was read before
		return nil
	}
	return d.get(name)
}

// over returns the settings with those of the request in their place. Bounds can only be
// drawn closer.
func (o *requestOptions) over(s Settings) Settings {
	take(&s.Strategy, o.Strategy)
	take(&s.Judge, o.Critic)
	take(&s.Judge, o.Judge)
	take(&s.OnExhausted, o.OnExhausted)
	take(&s.Stream, o.Stream)
	take(&s.KeepAlive, o.KeepAlive)
	take(&s.Progress, o.Progress)
	s.replace = o.Stream != nil && *o.Stream == Optimistic
	if n := o.MaxIterations; n != nil {
		s.MaxIterations = min(s.MaxIterations, *n)
	}
	lower(&s.Bounds.Calls, o.MaxCalls)
	lower(&s.Bounds.Tokens, o.MaxTokens)
	if o.BudgetUSD != nil {
		lower(&s.Bounds.Money, new(adhere.Dollars(*o.BudgetUSD)))
	}
	if o.DeadlineMS != nil {
		lower(&s.Bounds.Time, new(time.Duration(*o.DeadlineMS)*time.Millisecond))
	}
	return s
}

func take[T any](field *T, value *T) {
	if value != nil {
		*field = *value
	}
}

// lower draws a bound closer; 0 is none.
func lower[T ~int | ~int64](bound *T, to *T) {
	if to != nil && (*bound == 0 || *to < *bound) {
		*bound = *to
	}
}
