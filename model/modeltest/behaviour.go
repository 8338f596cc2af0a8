package modeltest

import (
	"math/rand/v2"
	"time"

	"adhere"
)

// A Fault is a way to break an answer.
type Fault int

// The faults.
const (
	None       Fault = iota
	Cut              // the connection closes in the middle
	Malformed        // the JSON ends in the middle, the body as announced
	Empty            // no body
	NoAnswer         // a body without a choice
	ErrorEvent       // an error in the middle of a stream; only there
	NoEnd            // a stream that closes before its format says that the answer ends; only there
	Hang             // no answer until the client goes away
)

// A Behaviour is how a stub answers one request. The zero value is a good
// answer.
type Behaviour struct {
	Status     int           // an error instead of an answer, if not 0 or 200
	Kind       string        // the error's type
	Message    string        // the error's message; empty for a default
	RetryAfter time.Duration // sent with an error, rounded up to seconds

	Fault   Fault
	Latency time.Duration // if longer than the stub's
	Drip    time.Duration // wait before each event of a stream

	Model     string        // in the answer, instead of the asked one
	Finish    adhere.Finish // empty is stop
	Refuse    bool          // the text comes as a refusal; only OpenAI's format
	Reasoning string        // sent apart from the text
}

// In answers the requests in the order of arrival as the list says, and those
// after it well.
func In(list ...Behaviour) func(*Asked) Behaviour {
	return func(a *Asked) Behaviour {
		if a.N < len(list) {
			return list[a.N]
		}
		return Behaviour{}
	}
}

// Always answers every request alike.
func Always(b Behaviour) func(*Asked) Behaviour { return func(*Asked) Behaviour { return b } }

// A Share is a behaviour and the part of all requests, 0 to 1, that meets it.
type Share struct {
	Part float64
	Behaviour
}

// Shares answers each request by lot: the n-th request's lot depends on seed
// and n alone. What no share takes is answered well.
func Shares(seed uint64, shares ...Share) func(*Asked) Behaviour {
	return func(a *Asked) Behaviour {
		lot := rand.New(rand.NewPCG(seed, uint64(a.N))).Float64()
		for _, s := range shares {
			if lot < s.Part {
				return s.Behaviour
			}
			lot -= s.Part
		}
		return Behaviour{}
	}
}
