package provider

import (
	"context"
	"net/http"
	"time"

	"adhere/internal/replies"
	"adhere/model"
)

// notice tells the call's limiter when the provider says that nothing is left
// of its requests or tokens.
func notice(ctx context.Context, h http.Header) {
	for _, kind := range [...]string{"Requests", "Tokens"} {
		var wait time.Duration
		switch {
		case first(h, "X-Ratelimit-Remaining-"+kind) == "0":
			wait = replies.Wait(first(h, "X-Ratelimit-Reset-"+kind))
		case first(h, "Anthropic-Ratelimit-"+kind+"-Remaining") == "0":
			if at, err := time.Parse(time.RFC3339, first(h, "Anthropic-Ratelimit-"+kind+"-Reset")); err == nil {
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
