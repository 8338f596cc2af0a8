package eval

import (
	"context"
	"slices"

	"adhere"
)

// Calls looks up the messages of the stored call with a key. The error's code is
// NotFound if there is none.
type Calls interface {
	Asked(ctx context.Context, key string) ([]adhere.Message, error)
}

// Shown returns what judges were shown about a record: the requests of the
// stored calls that their verdicts name. Of a conversation that grew from call
// to call it is the whole; independent calls follow one another. It is nothing
// where no call is named or stored: rules, recorded verdicts, runs of versions
// before verdicts named calls.
func Shown(ctx context.Context, stored Calls) func(judge string, r *adhere.Record) []adhere.Message {
	return func(judge string, r *adhere.Record) []adhere.Message {
		var talks [][]adhere.Message
		for _, key := range callsOf(judge, r) {
			if messages, err := stored.Asked(ctx, key); err == nil { // removed, or of another database
				talks = keepLongest(talks, messages)
			}
		}
		return slices.Concat(talks...)
	}
}

// callsOf lists the calls of one judge about a record, each once, in order.
func callsOf(judge string, r *adhere.Record) []string {
	var keys []string
	for i := range r.Verdicts {
		if v := &r.Verdicts[i]; v.Judge == judge {
			keys = append(keys, v.Calls...)
		}
	}
	for i := range r.Grades {
		if g := &r.Grades[i]; g.Judge == judge {
			keys = append(keys, g.Calls...)
		}
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(keys, func(k string) bool {
		old := seen[k]
		seen[k] = true
		return old
	})
}

// keepLongest adds a conversation in the place of one that it goes on with,
// and leaves it out where it is a part of one that is there.
func keepLongest(talks [][]adhere.Message, one []adhere.Message) [][]adhere.Message {
	for i, talk := range talks {
		short, long := talk, one
		if len(short) > len(long) {
			short, long = long, short
		}
		if slices.Equal(short, long[:len(short)]) {
			talks[i] = long
			return talks
		}
	}
	return append(talks, one)
}
