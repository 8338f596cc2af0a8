package provider

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"adhere/model"
)

// notice tells the call's limiter when the provider says that nothing is left
// of its requests or tokens.
func notice(ctx context.Context, h http.Header) {
	for _, kind := range [...]string{"Requests", "Tokens"} {
		var wait time.Duration
		switch {
		case first(h, "X-Ratelimit-Remaining-"+kind) == "0":
			wait = resetIn(first(h, "X-Ratelimit-Reset-"+kind))
		case first(h, "Anthropic-Ratelimit-"+kind+"-Remaining") == "0":
			at, err := time.Parse(time.RFC3339, first(h, "Anthropic-Ratelimit-"+kind+"-Reset"))
			if err == nil {
				wait = time.Until(at)
			}
		}
		model.Pause(ctx, wait)
	}
}

// first returns a header's value by its canonical name.
func first(h http.Header, name string) string {
	if v := h[name]; len(v) > 0 {
		return v[0]
	}
	return ""
}

// resetIn reads a reset time as providers write it: "1s", "6m0s", "20ms", or
// a number of seconds.
func resetIn(v string) time.Duration {
	if s, err := strconv.ParseFloat(strings.TrimSpace(v), 64); err == nil && s > 0 {
		return seconds(s)
	}
	d, err := time.ParseDuration(v)
	if err != nil {
		return 0
	}
	return d
}

// retryAfter reads how long a provider asks to wait: milliseconds, seconds or
// a date.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms > 0 {
		return seconds(ms / 1000)
	}
	v := h.Get("Retry-After")
	if at, err := http.ParseTime(v); err == nil {
		return max(0, at.Sub(now))
	}
	return max(0, resetIn(v))
}

// seconds turns a number of seconds into a duration of at most a year.
func seconds(s float64) time.Duration {
	const year = 365 * 24 * 3600
	return time.Duration(min(s, year) * float64(time.Second))
}
