package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/store"
	"adhere/report"
)

// failures says why items of a run failed, the commonest reasons first:
// "3 × connection refused; 1 × bad key". It is empty where none did.
func failures(ctx context.Context, s *store.Store, r *adhere.Run) (string, error) {
	if r.Failed == 0 {
		return "", nil
	}
	counts := map[string]int{}
	for rec, err := range s.Records(ctx, r.ID) {
		if err != nil {
			return "", err
		}
		if why := failure(rec); why != "" {
			counts[kindOf(why)]++
		}
	}
	common := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	const most = 3
	var parts []string
	for _, why := range common[:min(len(common), most)] {
		parts = append(parts, fmt.Sprintf("%d × %s", counts[why], why))
	}
	if more := len(common) - most; more > 0 {
		parts = append(parts, plural(more, "further reason"))
	}
	return strings.Join(parts, "; "), nil
}

// failure returns why a record is a failed one: the error of the call, or that
// of a judge who could not be asked. A reply that could not be read is none.
func failure(r *adhere.Record) string {
	if r.Err != "" {
		return r.Err
	}
	for _, v := range r.Verdicts {
		if v.Outcome == adhere.Broken && v.Raw == "" {
			return v.Reason
		}
	}
	for _, g := range r.Grades {
		if g.Outcome == adhere.Broken && g.Raw == "" {
			return g.Reason
		}
	}
	return ""
}

// passing matches what differs between failures of one kind: the ends of a
// connection, and how long was waited.
var passing = regexp.MustCompile(`\b(read|write) tcp \S+->\S+: `)

func kindOf(why string) string {
	why = strings.Join(strings.Fields(passing.ReplaceAllString(why, "")), " ")
	const most = 200
	if runes := []rune(why); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return why
}

// failedWarning says how many items failed and why.
func failedWarning(r *adhere.Run, why string) string {
	if why != "" {
		why = ": " + why
	}
	return fmt.Sprintf("%d of %s failed and are in no number; %s tries them again%s", r.Failed, plural(r.Items, "item"), goOn(&r.Plan), why)
}

// allFailed returns an error if not one item of a run came off: its result
// says nothing. It takes the place of err where that says only that the
// result is not good enough.
func allFailed(ctx context.Context, s *store.Store, res *report.Result, err error) error {
	var below *errThreshold
	if res.Items == 0 || res.Failed < res.Items || err != nil && !errors.As(err, &below) {
		return err
	}
	r, lost := s.Run(ctx, res.Run)
	if lost != nil {
		return lost
	}
	why, lost := failures(ctx, s, r)
	if lost != nil {
		return lost
	}
	return &adhere.Error{
		Code: adhere.Unavailable, Message: fmt.Sprintf("run %s: %d of %s failed: %s", r.ID, r.Failed, plural(r.Items, "item"), why),
		Hint: goOn(&r.Plan) + " tries them again; add --no-cache where a stored reply is what is wrong",
	}
}
