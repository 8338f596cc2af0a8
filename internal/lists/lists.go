// Package lists maps, filters, counts, adds and compares values of a list, for which package slices
// has no function. Libraries have these among hundreds of others; a few loops need none.
package lists

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Map returns what f makes of each value, in their order; never nil.
func Map[V, W any](values []V, f func(V) W) []W {
	out := make([]W, len(values))
	for i, v := range values {
		out[i] = f(v)
	}
	return out
}

// Filter returns the values that are so, in their order; nil if none is.
func Filter[V any](values []V, is func(V) bool) []V {
	var out []V
	for _, v := range values {
		if is(v) {
			out = append(out, v)
		}
	}
	return out
}

// Count returns how many values are so.
func Count[V any](values []V, is func(V) bool) int {
	n := 0
	for _, v := range values {
		if is(v) {
			n++
		}
	}
	return n
}

// AddNew adds those of the values that the list lacks, each once.
func AddNew[V comparable](list []V, values ...V) []V {
	for _, v := range values {
		if !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

// CompareNatural compares numbers by size, which come before words.
func CompareNatural(a, b string) int {
	x, errA := strconv.ParseFloat(a, 64)
	y, errB := strconv.ParseFloat(b, 64)
	switch {
	case errA == nil && errB == nil:
		return cmp.Or(cmp.Compare(x, y), strings.Compare(a, b))
	case errA == nil:
		return -1
	case errB == nil:
		return 1
	}
	return strings.Compare(a, b)
}
