package redact_test

import (
	"testing"

	"adhere/internal/redact"
)

func TestMessage(t *testing.T) {
	for text, want := range map[string]string{
		"Authorization: Bearer abc.def-1":                   "Authorization: Bearer [key]",
		`{"api_key": "0123456789", "x": 1}`:                 `{"api_key": "[key]", "x": 1}`,
		"x-api-key: 0123 ":                                  "x-api-key: [key] ",
		"http://h/p?key=0123&alt=sse":                       "http://h/p?key=[key]&alt=sse",
		"Incorrect API key provided: sk-proj-ab***xyz. You": "Incorrect API key provided: [key]. You",
		"the bearer of this, a key":                         "the bearer of this, a key",
		"ask-me risk-averse sk-1":                           "ask-me risk-averse sk-1",
		"mine is hush":                                      "mine is [key]",
	} {
		if got := redact.Message(text, "hush"); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	for _, c := range [][3]string{
		{"no key given, sk-0123456789", "", "no key given, [key]"},
		// a dummy key of a local server may be a word, or part of one
		{"context deadline exceeded", "x", "context deadline exceeded"},
		{"a monkey has xkeyx, tokens and key_1", "key", "a monkey has xkeyx, tokens and key_1"},
		{"wrong hush: hush-hush, hushed", "hush", "wrong [key]: [key]-[key], hushed"},
		{"sent as t0pSecret9Z, or even xt0pSecret9Zx", "t0pSecret9Z", "sent as [key], or even x[key]x"},
	} {
		if got := redact.Message(c[0], c[1]); got != c[2] {
			t.Errorf("%q without %q: got %q, want %q", c[0], c[1], got, c[2])
		}
	}
}
