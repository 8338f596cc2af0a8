package main

import (
	"slices"

	"adhere/internal/writing/study"
)

// trains reports whether what is asked for is training data.
func trains(kinds []string) bool {
	return !slices.ContainsFunc(kinds, func(k string) bool { return !slices.Contains(study.Kinds(), k) })
}
