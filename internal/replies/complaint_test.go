package replies_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"adhere"
	"adhere/internal/replies"
)

func TestComplaint(t *testing.T) {
	for body, want := range map[string][2]string{
		`{"error":{"message":"slow","type":"requests","code":"rate_limit_exceeded"}}`:                                                                      {"rate_limit_exceeded", "slow"},
		`{"error":{"message":"pay","type":"insufficient_quota","code":"insufficient_quota"}}`:                                                              {"insufficient_quota", "pay"},
		`{"error":{"message":"bad","type":"invalid_request_error","code":null}}`:                                                                           {"invalid_request_error", "bad"},
		`{"error":{"message":"long","type":"invalid_request_error","code":"context_length_exceeded"}}`:                                                     {"invalid_request_error", "long"},
		`{"error":{"message":"gone","code":502}}`:                                                                                                          {"502", "gone"},
		`{"type":"error","error":{"type":"overloaded_error","message":"busy"},"request_id":"r"}`:                                                           {"overloaded_error", "busy"},
		`[{"error":{"code":503,"message":"overloaded","status":"UNAVAILABLE"}}]`:                                                                           {"503", "overloaded"},
		`{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\"error\":{\"message\":\"no temperature\"}}","provider_name":"x"}}}`: {"400", "Provider returned error: no temperature"},
		`{"error":{"message":"Provider returned error","code":429,"metadata":{"raw":"busy upstream"}}}`:                                                    {"429", "Provider returned error: busy upstream"},
		`{"error":{"message":"flagged","code":403,"metadata":{"reasons":["violence"],"flagged_input":"x"}}}`:                                               {"content_filter", "flagged"},
		`{"error":"model \"x\" not found"}`:                                                                                                                {"", `model "x" not found`},
		`{"error":true,"message":"no credit"}`:                                                                                                             {"", "no credit"},
		`{"error":false,"message":0,"detail":"no credit"}`:                                                                                                 {"", "no credit"},
		`{"error":{"type":"overloaded_error","code":500,"message":"busy"}}`:                                                                                {"overloaded_error", "busy"},
		`{"error":{"type":"BadRequestError","code":400,"message":"too long"}}`:                                                                             {"400", "too long"},
		`{"detail":"Not Found"}`:                               {"", "Not Found"},
		`{"message":"no such route"}`:                          {"", "no such route"},
		`{"detail":[{"loc":["body"],"msg":"field required"}]}`: {"", `[{"loc":["body"],"msg":"field required"}]`},
		"<html>\n<h1>502 Bad Gateway</h1>":                     {"", "<html> <h1>502 Bad Gateway</h1>"},
		"":                                                     {"", ""},
	} {
		c := replies.ReadComplaint([]byte(body))
		if c.Kind != want[0] || c.Message != want[1] {
			t.Errorf("%s: got %q, %q, want %q", body, c.Kind, c.Message, want)
		}
	}
}

// A number beside a kind that is known gives the status.
func TestComplaintStatus(t *testing.T) {
	c := replies.ReadComplaint([]byte(`{"error":{"type":"server_error","code":503,"message":"busy"}}`))
	if c.Kind != "server_error" || c.Status != 503 {
		t.Errorf("kind %q, status %d, want server_error and 503", c.Kind, c.Status)
	}
}

func TestCodeOf(t *testing.T) {
	for _, c := range []struct {
		status int
		kind   string
		want   adhere.Code
	}{
		{429, "", adhere.RateLimited},
		{498, "", adhere.Unavailable},
		{499, "", adhere.Unavailable},
		{429, "insufficient_quota", adhere.Refused},
		{402, "", adhere.Refused},
		{400, "content_filter", adhere.Unusable},
		{413, "", adhere.Invalid},
		{501, "", adhere.Invalid},
		{400, "1301", adhere.Unusable},
		{301, "", adhere.Permanent},
		{529, "overloaded_error", adhere.Unavailable},
		{404, "api_error", adhere.NotFound},
		{400, "api_error", adhere.Invalid},
		{200, "api_error", adhere.Unavailable},
		{0, "", adhere.Unavailable},
		{0, "overloaded_error", adhere.Unavailable},
		{0, "rate_limit_error", adhere.RateLimited},
		{0, "invalid_request_error", adhere.Invalid},
	} {
		if got := (&replies.Complaint{Status: c.status, Kind: c.kind}).Code(); got != c.want {
			t.Errorf("status %d, kind %q: got %s, want %s", c.status, c.kind, got, c.want)
		}
	}
}

func TestRetryAfterHeader(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, c := range []struct {
		name, value string
		want        time.Duration
		said        bool
	}{
		{"Retry-After", "7", 7 * time.Second, true},
		{"Retry-After", "0.5", 500 * time.Millisecond, true},
		{"Retry-After", "1m2.5s", 62500 * time.Millisecond, true},
		{"Retry-After", "-1m", 0, false},
		{"Retry-After", "Fri, 02 Jan 2026 03:05:05 GMT", time.Minute, true},
		{"Retry-After", "Fri, 02 Jan 2026 03:00:05 GMT", 0, true},
		{"Retry-After", "soon", 0, false},
		{"Retry-After", "-3", 0, false},
		{"Retry-After", "1e300", 365 * 24 * time.Hour, true},
		{"Retry-After", "NaN", 0, false},
		{"Retry-After", "0", 0, true},
		{"Retry-After", "", 0, false},
		{"Retry-After-Ms", "250", 250 * time.Millisecond, true},
	} {
		if got, said := replies.RetryAfter(http.Header{c.name: {c.value}}, now); got != c.want || said != c.said {
			t.Errorf("%s: %s: got %s, want %s", c.name, c.value, got, c.want)
		}
	}
}

func FuzzComplaint(f *testing.F) {
	f.Add([]byte(`{"error":{"message":"m","type":"t","code":"c"}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		message := replies.ReadComplaint(body).Message
		if json.Valid(body) && len(body) > 0 && strings.TrimSpace(string(body)) != "" && message == "" && string(body) != `""` {
			t.Errorf("nothing is said of %q", body)
		}
	})
}
