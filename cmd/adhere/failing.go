package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"adhere"
)

// A failLimit says how many items of a run may fail.
type failLimit struct {
	set   bool
	items int
	share float64 // of all items, where items is not what counts
}

// parseFailOn reads --fail-on-error: "10" allows ten items to fail, "0.05" and
// "5%" one in twenty. Nothing sets no limit.
func parseFailOn(s string) (failLimit, error) {
	if s == "" {
		return failLimit{}, nil
	}
	if n, err := strconv.Atoi(s); err == nil && n >= 0 {
		return failLimit{set: true, items: n}, nil
	}
	number, percent := strings.CutSuffix(strings.TrimSpace(s), "%")
	share, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if percent {
		share /= 100
	}
	if err != nil || !(share >= 0 && share <= 1) {
		return failLimit{}, &adhere.Error{
			Code: adhere.Invalid, Message: fmt.Sprintf("--fail-on-error %q: a number of items or a share wanted", s),
			Hint: "10 stops the run when more than ten items have failed, 0.05 or 5% when more than one in twenty has",
		}
	}
	return failLimit{set: true, items: -1, share: share}, nil
}

// of returns the limit for a run of that many items, as run.Runner takes it.
func (l failLimit) of(items int) int {
	n := l.items
	if n < 0 {
		n = int(math.Floor(l.share * float64(items)))
	}
	switch {
	case !l.set:
		return 0
	case n == 0:
		return -1
	default:
		return n
	}
}
