package serving

import (
	"math"
	"time"
)

// A bucket holds what may be used at once and fills evenly, a minute's worth
// in a minute. The zero bucket is full.
type bucket struct {
	Missing float64   `json:"missing"` // below full; more than a minute's worth is a debt
	At      time.Time `json:"at"`
}

// take removes n, or returns how long to wait for it. More than a minute's
// worth is let through when the bucket is full and leaves a debt, so that it
// is late rather than never.
func (b *bucket) take(n, perMinute float64, now time.Time) time.Duration {
	b.fill(perMinute, now)
	if short := min(n, perMinute) - (perMinute - b.Missing); short > 1e-9 {
		return time.Duration(math.Ceil(short / perMinute * float64(time.Minute)))
	}
	b.Missing += n
	return 0
}

// give returns n that were not used; a negative n takes what was used beyond.
func (b *bucket) give(n float64) { b.Missing = max(0, b.Missing-n) }

func (b *bucket) fill(perMinute float64, now time.Time) {
	if since := now.Sub(b.At); since > 0 {
		b.Missing = max(0, b.Missing-perMinute*since.Minutes())
		b.At = now
	}
}
