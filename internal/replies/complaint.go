package replies

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"adhere"
)

// A Complaint is what a server says in the place of an answer. It is converted to a
// model.ProviderError: the fields of both are the same.
type Complaint struct {
	Status     int           // of HTTP, or what the server says it would be; 0 if not said
	Kind       string        // the server's own type or code, "insufficient_quota"; may be empty
	Param      string        // the parameter that it is about; may be empty
	Message    string        // in the server's words, or the start of what it sent; empty if that was nothing
	RetryAfter time.Duration // how long the server asks to wait; 0 if not said
}

// kinds are the words and numbers by which servers tell errors apart, with what they
// mean.
var kinds = map[string]adhere.Code{
	"insufficient_quota": adhere.Refused, "billing_error": adhere.Refused, "billing_not_active": adhere.Refused, "API_KEY_INVALID": adhere.Refused,
	"credit_balance_exhausted": adhere.Refused, "organization_usage_limit_exceeded": adhere.Refused, // OpenAI's, with the status of a rate limit
	"organization_spend_limit_exceeded": adhere.Refused, "project_spend_limit_exceeded": adhere.Refused, "budget_exceeded": adhere.Refused, // the last is LiteLLM's
	"enforced_spend_limit_reached": adhere.Refused, "contract_spend_limit_reached": adhere.Refused, // Anthropic's, with the same
	"organization_on_hold": adhere.Refused, "organization_restricted": adhere.Refused, // Anthropic's and Groq's, as bad requests
	"authentication_error": adhere.Refused, "permission_error": adhere.Refused, "invalid_api_key": adhere.Refused,
	"rate_limit_error": adhere.RateLimited, "rate_limit_exceeded": adhere.RateLimited,
	"overloaded_error": adhere.Unavailable, "server_is_overloaded": adhere.Unavailable,
	"api_error": adhere.Unavailable, "timeout_error": adhere.Unavailable, "server_error": adhere.Unavailable,
	"not_found_error": adhere.NotFound, "model_not_found": adhere.NotFound,
	TooLarge: adhere.Invalid, "data_residency_mismatch": adhere.Invalid,

	// This prompt, not this account: OpenAI and Azure, Alibaba, LiteLLM, Zhipu.
	"content_filter": adhere.Unusable, "invalid_prompt": adhere.Unusable, "data_inspection_failed": adhere.Unusable,
	"content_policy_violation": adhere.Unusable, "1301": adhere.Unusable,
	"cyber_policy": adhere.Unusable, "bio_policy": adhere.Unusable, "misalignment_policy_violation": adhere.Unusable,
}

// TooLarge is the kind of a request that no wait makes small enough.
const TooLarge = "request_too_large"

// sayings tell errors apart by their messages where a server gives them another's kind
// or status.
var sayings = []struct{ words, kind string }{
	{"credit balance is too low", "billing_error"},            // Anthropic, as a bad request
	{"You have reached your specified", "billing_error"},      // Anthropic, the same
	{"free-models-per-day", "insufficient_quota"},             // OpenRouter, as a rate limit
	{"prepayment credits are depleted", "insufficient_quota"}, // Google, the same
	{"used all available credits", "insufficient_quota"},      // xAI, the same
	{"Too many tokens per day", "insufficient_quota"},         // Bedrock, the same
	{"Request too large for", TooLarge},                       // OpenAI and Groq: more than the tokens of a minute, as a rate limit
	{"Incorrect API key provided", "invalid_api_key"},         // xAI, as a bad request
	{"Content violates usage guidelines", "content_filter"},   // xAI, as a lack of permission
	{"Content Exists Risk", "content_filter"},                 // DeepSeek, as a bad request
	{"ContentPolicyViolation", "content_filter"},              // LiteLLM, the same
}

// Code maps the complaint to a kind of error; Unusable is that of a prompt which the
// server, or a firewall in front of it, turns down for what it says. The server's own
// kind speaks first: a used-up account answers 429 like a rate limit, but waiting does
// not help, and inside a stream there is no status at all.
func (c *Complaint) Code() adhere.Code {
	code, known := kinds[c.Kind]
	switch s := c.Status; {
	case c.filtered():
		return adhere.Unusable
	case known && (code != adhere.Unavailable || s/100 != 4) && // Ollama calls every error an api_error, also that it has no such model
		(code != adhere.NotFound || s/100 != 5): // New API calls it so that no server of a model is free
		return code
	case s/100 == 3: // redirects are not followed
		return adhere.Permanent
	case s == http.StatusTooManyRequests, s == http.StatusPaymentRequired && c.RetryAfter > 0: // OpenRouter, while other calls may need the money
		return adhere.RateLimited
	case s == http.StatusUnauthorized, s == http.StatusForbidden, s == http.StatusPaymentRequired:
		return adhere.Refused
	case s == http.StatusNotFound:
		return adhere.NotFound
	case s == http.StatusRequestTimeout, s == http.StatusConflict, s == http.StatusTooEarly,
		s == 424, s == 498, s == 499, // Bedrock's model failed; Groq has no capacity; Google, and a proxy before a server, gave the call up
		s >= 500 && s != http.StatusNotImplemented, s == 0 && c.Kind != "invalid_request_error":
		return adhere.Unavailable
	default:
		return adhere.Invalid
	}
}

func (c *Complaint) filtered() bool {
	return c.Status == 403 && strings.HasPrefix(c.Message, "<") || // a page of a firewall's: as model.ProviderError.Firewall
		strings.Contains(c.Kind, "content_policy")
}

// ReadComplaint reads what a server sent in the place of an answer, in any of the
// shapes that servers have for it.
func ReadComplaint(body []byte) Complaint {
	var list []json.RawMessage // as Google sends some
	if json.Unmarshal(body, &list) == nil && len(list) > 0 {
		body = list[0]
	}
	c := complained(body, 0)
	for _, s := range sayings {
		if strings.Contains(c.Message, s.words) {
			c.Kind = s.kind
		}
	}
	if n := statusOf(c.Kind); n != 0 {
		c.Status = n
	}
	return c
}

// statusOf returns the status of an error that a text is, 0 if it is none.
func statusOf(text string) int {
	if n, err := strconv.Atoi(text); err == nil && n >= 400 && n < 600 {
		return n
	}
	return 0
}

// deepest is how deep an error may lie in others.
const deepest = 4

// complained reads one error: a text, or an object that has the message, or another
// such error, under one of several names.
func complained(raw []byte, depth int) (c Complaint) {
	if string(raw) == "null" || json.Unmarshal(raw, &c.Message) == nil {
		return c
	}
	var in struct {
		Error    json.RawMessage `json:"error"`
		Message  json.RawMessage `json:"message"`
		Msg      json.RawMessage `json:"msg"` // Zhipu
		Detail   json.RawMessage `json:"detail"`
		Response json.RawMessage `json:"response"` // of an event of OpenAI's Responses

		Type     Word                `json:"type"`
		Code     label               `json:"code"` // a word, or a status as a number
		Param    Word                `json:"param"`
		Metadata Lenient[openRouter] `json:"metadata"`
		Details  json.RawMessage     `json:"details"` // a list of Google's, an object of Anthropic's
	}
	if depth < deepest && json.Unmarshal(raw, &in) == nil {
		for _, inner := range [][]byte{in.Error, in.Message, in.Msg, in.Detail, in.Response} {
			if len(inner) > 0 && strings.IndexByte(`"{[`, inner[0]) >= 0 && c.Message == "" { // not "error":true beside a message
				c = complained(inner, depth+1)
			}
		}
		if said := ReadComplaint([]byte(in.Metadata.V.Raw)).Message; said != "" {
			c.Message += ": " + said
		}
		kind := string(in.Code)
		_, known := kinds[kind]
		_, better := kinds[string(in.Type)]
		_, err := strconv.Atoi(kind)
		switch {
		case len(in.Metadata.V.Reasons) > 0:
			kind = "content_filter"
		case !known && (err != nil || better) && in.Type != "":
			c.Status = cmp.Or(c.Status, statusOf(kind))
			kind = string(in.Type)
		}
		c.Kind, c.Param = cmp.Or(c.Kind, kind), cmp.Or(c.Param, string(in.Param))
		var details []Lenient[aside]
		if json.Unmarshal(in.Details, &details) != nil {
			details = make([]Lenient[aside], 1)
			_ = json.Unmarshal(in.Details, &details[0]) // nothing, if there are none
		}
		for _, d := range details {
			d.V.into(&c)
		}
	}
	if c.Message == "" {
		c.Message = Excerpt(string(raw), 200)
	}
	return c
}

// openRouter is what OpenRouter says of an error beside its message: what the server
// behind it answered, and why a prompt was flagged, which has the status of a wrong
// key.
type openRouter struct {
	Raw     Word              `json:"raw"`
	Reasons []json.RawMessage `json:"reasons"`
}

// An aside is what Google or Anthropic says of an error beside its message.
type aside struct {
	Reason     Word `json:"reason"`
	Code       Word `json:"error_code"`
	Delay      Word `json:"retryDelay"` // "34.07s"
	Violations Lenient[[]struct {
		ID Word `json:"quotaId"`
	}] `json:"violations"`
}

// into takes in what kind of error it is, if the status does not say it; that a quota of
// the day is used up; how long to wait.
func (g *aside) into(c *Complaint) {
	for _, kind := range []string{string(g.Reason), string(g.Code)} {
		if _, known := kinds[kind]; known {
			c.Kind = kind
		}
	}
	c.RetryAfter = cmp.Or(c.RetryAfter, Wait(string(g.Delay)))
	for _, v := range g.Violations.V {
		if strings.Contains(string(v.ID), "PerDay") {
			c.Kind = "insufficient_quota"
		}
	}
}

// RetryAfter reads how long a server asks to be left alone, which may be no time at
// all, and whether it does: milliseconds, seconds, "1m30s" or a date.
func RetryAfter(h http.Header, now time.Time) (time.Duration, bool) {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms >= 0 {
		return seconds(ms / 1000), true
	}
	value := h.Get("Retry-After")
	if at, err := http.ParseTime(value); err == nil {
		return max(0, at.Sub(now)), true
	}
	wait := Wait(value)
	return wait, wait > 0 || value == "0"
}

// Wait reads a time as servers write it: "1s", "6m0s", "20ms", or a number of seconds.
// What is none, or below 0, is 0.
func Wait(text string) time.Duration {
	if s, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err == nil && s > 0 {
		return seconds(s)
	}
	d, _ := time.ParseDuration(text) // 0 where it is none
	return max(0, d)
}

// seconds turns a number of seconds into a duration of at most a year.
func seconds(s float64) time.Duration {
	const year = 365 * 24 * 3600
	return time.Duration(min(s, year) * float64(time.Second))
}

// Excerpt returns the start of s, at most n bytes, on one line.
func Excerpt(s string, n int) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) <= n {
		return strings.ToValidUTF8(s, "\uFFFD")
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}
