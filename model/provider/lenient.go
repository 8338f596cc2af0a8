package provider

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"adhere"
	"adhere/model"
)

// What a reply says beside its text is read leniently: a server that writes a
// number as a text, or nonsense where usage belongs, has been paid all the
// same, and its answer must not be thrown away for it.

// mostCounted bounds what is believed of one call's tokens.
const mostCounted = 100_000_000

// A count is a number of tokens in whatever form it came.
type count struct {
	n   int
	odd bool // not a whole number from 0 to mostCounted
}

// UnmarshalJSON never fails: what is no number is odd.
func (c *count) UnmarshalJSON(b []byte) error {
	text := strings.Trim(string(b), `"`)
	if text == "" || text == "null" {
		return nil
	}
	f, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	c.odd = err != nil || math.IsNaN(f) || f < 0 || f > mostCounted
	if !c.odd {
		c.n = int(math.Round(f))
	}
	return nil
}

// A lenient value is left as it was where the JSON is of another shape.
type lenient[T any] struct {
	v   T
	odd bool
}

// UnmarshalJSON never fails on JSON.
func (l *lenient[T]) UnmarshalJSON(b []byte) error {
	v := l.v
	if l.odd = json.Unmarshal(b, &v) != nil; !l.odd {
		l.v = v
	}
	return nil
}

// A word is a text beside the answer: a name, a reason. What is no text is
// none.
type word string

// UnmarshalJSON never fails.
func (w *word) UnmarshalJSON(b []byte) error {
	var s string
	if json.Unmarshal(b, &s) == nil {
		*w = word(s)
	}
	return nil
}

// read reads a reply or an event into what it should be, whose member fault is
// what the provider puts there if something went wrong.
func read(b []byte, into any, fault *json.RawMessage) error {
	if err := json.Unmarshal(b, into); err != nil {
		return err
	}
	if present(*fault) {
		return inReply(*fault)
	}
	return nil
}

// lacking is the error of a reply without what an answer stands in: what it says
// in place of that.
func lacking(body []byte, what string) error {
	_, said := complaint(body)
	return fmt.Errorf("the reply holds no %s: %s", what, said)
}

// usageOf counts the tokens of a reply; missing and odd ones are estimated from
// the texts.
func (w *wire) usageOf(req *adhere.Request, r *reply) (adhere.Usage, string) {
	u := r.usage
	doubt := "the usage that came with the reply cannot be believed; tokens are estimated"
	switch {
	case r.oddUsage:
	case u.In == 0 && u.Out == 0:
		doubt = "no usage came with the reply; tokens are estimated"
	case u.In == 0 && len(req.Messages) > 0, u.Out == 0 && r.text != "": // neither takes no tokens
	default:
		return u, ""
	}
	u = adhere.Usage{In: model.EstimateRequest(req), Out: model.EstimateTokens(r.text) + model.EstimateTokens(r.reasoning)}
	return u, doubt
}
