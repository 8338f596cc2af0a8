package main

import (
	"strings"

	"adhere/internal/worddiff"
)

// wordDiff shows how one text became another: what went as [-words-], what
// came as {+words+}.
func wordDiff(before, after string) string {
	var out strings.Builder
	mark := func(left, text, right string) {
		if text != "" {
			out.WriteString(left + text + right)
		}
	}
	for _, c := range worddiff.Diff(before, after) {
		out.WriteString(c.Same)
		mark("[-", c.Gone, "-]")
		mark("{+", c.Come, "+}")
	}
	return out.String()
}
