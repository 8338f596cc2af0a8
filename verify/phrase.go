package verify

import (
	"strconv"

	"adhere/internal/plural"
)

// Amount formats a number of things: "1 word", "2 words".
func Amount(n int, thing string) string { return plural.Of(n, thing) }

// Quote shows a piece of a text for a Finding: quoted, and cut like Shorten.
func Quote(s string) string { return strconv.Quote(Shorten(s)) }

// Shorten cuts what a message shows after about 60 bytes.
func Shorten(s string) string {
	const limit = 60
	for i := range s {
		if i >= limit {
			return s[:i] + "…"
		}
	}
	return s
}
