package replies

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Read reads the JSON of a reply or an event into what it should be, mended if it has
// to be.
func (r *Reply) Read(raw []byte, into any) error {
	err := json.Unmarshal(raw, into)
	if _, bad := errors.AsType[*json.SyntaxError](err); bad {
		if r.Mended = Mended(raw); r.Mended != nil {
			err = json.Unmarshal(r.Mended, into)
		}
	}
	if err != nil {
		return fmt.Errorf("it is not JSON of this format: %w", err)
	}
	return nil
}

// Mended returns what is no JSON as the JSON that is meant: numbers that JSON does not
// have, such as NaN, are null, control characters in texts are escaped, and OpenAI's
// end mark behind it is left out. It is nil where that does not suffice.
func Mended(raw []byte) []byte {
	raw = bytes.TrimSpace(raw)
	if rest, marked := bytes.CutSuffix(raw, []byte("[DONE]")); marked {
		raw = bytes.TrimSuffix(bytes.TrimSpace(rest), []byte("data:"))
	}
	out, inText := make([]byte, 0, len(raw)+16), false
	for len(raw) > 0 {
		n := 1
		switch c := raw[0]; {
		case inText && c == '\\':
			n = min(2, len(raw))
			out = append(out, raw[:n]...)
		case inText && c < ' ':
			out = fmt.Appendf(out, `\u%04x`, c)
		case !inText && noNumber(raw) > 0:
			n = noNumber(raw)
			out = append(out, "null"...)
		default:
			inText = inText != (c == '"')
			out = append(out, c)
		}
		raw = raw[n:]
	}
	if !json.Valid(out) {
		return nil
	}
	return out
}

// noNumber returns how long the number is at the beginning that JSON does not have, 0
// if there is none.
func noNumber(raw []byte) int {
	for _, word := range []string{"NaN", "-NaN", "Infinity", "-Infinity"} {
		if bytes.HasPrefix(raw, []byte(word)) {
			return len(word)
		}
	}
	return 0
}

// mostCounted bounds what is believed of one call's tokens.
const mostCounted = 100_000_000

// A Count is a number of tokens in whatever form it came.
type Count struct {
	N   int
	Odd bool // not a number from 0 to mostCounted
}

// UnmarshalJSON never fails: what is no number is odd.
func (c *Count) UnmarshalJSON(b []byte) error {
	text := strings.Trim(string(b), `"`)
	if text == "" || text == "null" {
		return nil
	}
	f, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	c.Odd = err != nil || math.IsNaN(f) || f < 0 || f > mostCounted
	if !c.Odd {
		c.N = int(math.Round(f))
	}
	return nil
}

// A Lenient value is left as it was where the JSON is of another shape.
type Lenient[T any] struct {
	V   T
	Odd bool
}

// UnmarshalJSON never fails on JSON.
func (l *Lenient[T]) UnmarshalJSON(b []byte) error {
	v := l.V
	if l.Odd = json.Unmarshal(b, &v) != nil; !l.Odd {
		l.V = v
	}
	return nil
}

// A Word is a text beside the answer: a name, a reason. What is no text is none.
type Word string

// UnmarshalJSON never fails.
func (w *Word) UnmarshalJSON(b []byte) error {
	var s string
	if json.Unmarshal(b, &s) == nil {
		*w = Word(s)
	}
	return nil
}

// A label is a text for which some servers send a number, or an object: what is no
// text is taken as it is written.
type label string

// UnmarshalJSON never fails.
func (l *label) UnmarshalJSON(b []byte) error {
	if json.Unmarshal(b, (*string)(l)) != nil {
		*l = label(b)
	}
	return nil
}

// Present reports whether an optional JSON value is there and says something.
func Present(raw json.RawMessage) bool {
	switch string(bytes.TrimSpace(raw)) {
	case "", "null", `""`, "{}", "[]", "false", "0":
		return false
	default:
		return true
	}
}

// Lacking is the error of a reply without what an answer stands in, with what the
// server says instead.
func Lacking(what string, raw []byte) error {
	return fmt.Errorf("it has no %s: %s", what, ReadComplaint(raw).Message)
}

// A moment is in seconds since 1970, which some servers write with a fraction.
type moment = Lenient[float64]
