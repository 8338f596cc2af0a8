package model_test

import (
	"testing"

	"adhere/model"
)

func TestScrub(t *testing.T) {
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
		if got := model.Scrub(text, "hush", ""); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
