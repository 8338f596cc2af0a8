// Package plural writes numbers with a singular or plural noun.
package plural

import "strconv"

// Of returns "1 file", "2 files". The noun's plural ends in s.
func Of(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}
