package provider

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"syscall"

	"adhere"
	"adhere/internal/redact"
	"adhere/internal/replies"
	"adhere/model"
)

// codeOf maps what a provider said to a kind of error. The kind speaks first:
// a used-up account answers 429 like a rate limit, but waiting does not help,
// and inside a stream there is no status at all.
func codeOf(status int, kind string) adhere.Code {
	switch kind {
	case "insufficient_quota", "billing_error", "billing_not_active", "content_filter", "invalid_prompt", "API_KEY_INVALID",
		"authentication_error", "permission_error", "invalid_api_key":
		return adhere.Refused
	case "rate_limit_error", "rate_limit_exceeded":
		return adhere.RateLimited
	case "overloaded_error", "api_error", "timeout_error", "server_error":
		if status < 400 || status >= 500 { // Ollama calls every error an api_error, also that it has no such model
			return adhere.Unavailable
		}
	case "not_found_error":
		return adhere.NotFound
	}
	switch {
	case status/100 == 3: // redirects are not followed
		return adhere.Permanent
	case status == http.StatusUnauthorized, status == http.StatusForbidden, status == http.StatusPaymentRequired:
		return adhere.Refused
	case status == http.StatusNotFound:
		return adhere.NotFound
	case status == http.StatusTooManyRequests:
		return adhere.RateLimited
	case status == http.StatusRequestTimeout, status == http.StatusConflict, status == http.StatusTooEarly,
		status == 498, status == 499, // Groq has no capacity; Google, and a proxy before a server, gave the call up
		status >= 500, status == 0 && kind != "invalid_request_error":
		return adhere.Unavailable
	default:
		return adhere.Invalid
	}
}

// fault makes the error of a provider's complaint.
func (w *wire) fault(p *model.ProviderError) error {
	p.Message, p.Kind, p.Param = model.Scrub(p.Message, w.secret), redact.Text(p.Kind, w.secret), redact.Text(p.Param, w.secret)
	if strings.Contains(p.Message, "credit balance is too low") { // which Anthropic calls a bad request
		p.Kind = "billing_error"
	}
	e := &adhere.Error{Code: codeOf(p.Status, p.Kind), Err: p}
	if filtered(p) { // this request, not this account
		e.Code = adhere.Unusable
	}
	what := "an error inside the reply"
	if p.Status != 0 {
		what = strings.TrimSpace("status " + strconv.Itoa(p.Status) + " " + http.StatusText(p.Status))
	}
	e.Message = w.name + ": the provider answers with " + what
	switch e.Code {
	case adhere.Refused:
		e.Hint = "check the account and its key"
		if w.keyName != "" {
			e.Hint = "check the account and the key in " + w.keyName
		}
	case adhere.NotFound:
		e.Hint = "check the name of the model and the base URL, " + w.url.Host + w.url.Path
		if w.provider == "openai" && strings.Contains(p.Message, "v1/responses") {
			e.Hint = "name it openai-responses/" + w.model
		}
	case adhere.RateLimited:
		e.Hint = "allow fewer connections or requests per minute, or try again later"
	case adhere.Unavailable:
		e.Hint = "try again later"
	case adhere.Permanent:
		e.Hint = "give the new address, if it is one that you trust: redirects are not followed, since the key would go with them"
	case adhere.Unusable:
		if p.Firewall() {
			e.Hint = "a page came, not the provider's words: a firewall in front of it may refuse this prompt, or all calls from here"
		}
	default: // the provider's own words say what is wrong with the request
	}
	return e
}

// filtered reports whether a provider, or a firewall in front of it, will not answer a
// prompt for what it says: OpenAI and Azure, Alibaba, LiteLLM, DeepSeek.
func filtered(p *model.ProviderError) bool {
	switch p.Kind {
	case "content_filter", "invalid_prompt", "data_inspection_failed":
		return true
	}
	return p.Firewall() || strings.Contains(p.Kind, "content_policy") || strings.Contains(p.Message, "ContentPolicyViolation") || p.Status == 400 && strings.Contains(p.Message, "Content Exists Risk")
}

// broken makes the error of a call that failed without the provider saying
// so: a network fault, a timeout, a reply that cannot be read. ctx is the
// caller's context, so that its end is told from the attempt's own timeout.
func (w *wire) broken(ctx context.Context, err error) error {
	if _, ok := errors.AsType[*adhere.Error](err); ok {
		return err
	}
	if ctx.Err() != nil {
		return model.Stopped(ctx, w.name)
	}
	e := &adhere.Error{Code: adhere.Unavailable, Message: w.name + ": the call failed", Err: bare(err)}
	if unconnected(err) {
		e.Err = &model.Unconnected{Err: e.Err}
	}
	if why := hopeless(err); why != "" {
		e.Code, e.Message = adhere.Permanent, w.name+": "+w.url.Host+" cannot be asked: "+why
	}
	if errors.Is(err, context.DeadlineExceeded) {
		e.Message = fmt.Sprintf("%s: no whole reply within %s", w.name, w.timeout)
		e.Hint = "allow a longer attempt timeout"
	} else {
		e.Hint = "check that a server answers at " + w.url.Scheme + "://" + w.url.Host
	}
	if w.secret != "" && strings.Contains(e.Err.Error(), w.secret) {
		e.Err = errors.New(model.Scrub(e.Err.Error(), w.secret))
	}
	return e
}

// bare takes the address, which may hold a key, off a client's error.
func bare(err error) error {
	if addressed, ok := errors.AsType[*url.Error](err); ok {
		return addressed.Err
	}
	return err
}

// unconnected reports whether a call failed before it reached the provider.
func unconnected(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial" || errors.Is(err, syscall.ECONNREFUSED)
}

// hopeless says why no further call to the address can reach the provider, and
// "" where one may.
func hopeless(err error) string {
	var unknown *net.DNSError
	var authority x509.UnknownAuthorityError
	var host x509.HostnameError
	var invalid x509.CertificateInvalidError
	var record tls.RecordHeaderError
	var verification *tls.CertificateVerificationError
	switch {
	case errors.As(err, &unknown) && unknown.IsNotFound:
		return "there is no such host"
	case errors.As(err, &authority), errors.As(err, &host), errors.As(err, &invalid), errors.As(err, &verification):
		return "its certificate is not accepted"
	case errors.As(err, &record), errors.Is(err, http.ErrSchemeMismatch), strings.Contains(err.Error(), "server gave HTTP response to HTTPS client"):
		return "it does not speak TLS: try http:// in place of https://"
	default:
		return ""
	}
}

// complaint reads the error bodies that providers send: an object or a text
// under "error", or "message", or "detail". What is none of these is shown by
// its start.
func complaint(body []byte) (kind, message string) {
	var list []json.RawMessage // as Google sends some
	if json.Unmarshal(body, &list) == nil && len(list) > 0 {
		body = list[0]
	}
	var b struct {
		Error   json.RawMessage `json:"error"`
		Message json.RawMessage `json:"message"`
		Detail  json.RawMessage `json:"detail"`
	}
	if json.Unmarshal(body, &b) != nil {
		return "", excerpt(string(body), 200)
	}
	for _, raw := range []json.RawMessage{b.Error, b.Message, b.Detail} {
		if kind, message = detail(raw); message != "" {
			return kind, message
		}
	}
	return "", excerpt(string(body), 200)
}

// detail reads one error: a text, or an object with message, type and code.
func detail(raw json.RawMessage) (kind, message string) {
	if len(raw) == 0 || string(raw) == "null" {
		return "", ""
	}
	if json.Unmarshal(raw, &message) == nil {
		return "", message
	}
	var e struct {
		Message  string                      `json:"message"`
		Type     string                      `json:"type"`
		Code     json.RawMessage             `json:"code"` // a word, or a status as a number
		Metadata replies.Lenient[openRouter] `json:"metadata"`
	}
	if json.Unmarshal(raw, &e) != nil || e.Message == "" {
		return "", excerpt(string(raw), 200)
	}
	if _, said := complaint([]byte(e.Metadata.V.Raw)); said != "" {
		e.Message += ": " + said
	}
	code := strings.Trim(string(e.Code), `"`)
	if len(e.Metadata.V.Reasons) > 0 {
		code = "content_filter"
	}
	if code == "" || code == "null" || codeOf(0, code) == codeOf(0, "") {
		if _, err := strconv.Atoi(code); err != nil {
			code = e.Type
		}
	}
	return code, e.Message
}

// openRouter is what OpenRouter says of an error beside its message: what the
// provider behind it answered, and why a prompt was flagged, which has the status of
// a wrong key.
type openRouter struct {
	Raw     replies.Word      `json:"raw"`
	Reasons []json.RawMessage `json:"reasons"`
}

// parameterIn returns the parameter that an error body is about.
func parameterIn(body []byte) string {
	var b struct {
		Error replies.Lenient[struct {
			Param replies.Word `json:"param"`
		}] `json:"error"`
		Param replies.Word `json:"param"`
	}
	if json.Unmarshal(body, &b) != nil {
		return ""
	}
	return string(cmp.Or(b.Error.V.Param, b.Param))
}

// detailed takes in what Google says of an error beside its message: that the
// key is wrong, which has the status of a bad request; that a quota of the day
// is used up; how long to wait.
func detailed(e *model.ProviderError, body []byte) {
	var b struct {
		Error struct {
			Details replies.Lenient[[]struct {
				Reason     replies.Word `json:"reason"`
				Delay      replies.Word `json:"retryDelay"` // "34.07s"
				Violations replies.Lenient[[]struct {
					ID replies.Word `json:"quotaId"`
				}] `json:"violations"`
			}] `json:"details"`
		} `json:"error"`
	}
	if json.Unmarshal(body, &b) != nil {
		return
	}
	for _, d := range b.Error.Details.V {
		if d.Reason == "API_KEY_INVALID" {
			e.Kind = "API_KEY_INVALID"
		}
		if s, err := strconv.ParseFloat(strings.TrimSuffix(string(d.Delay), "s"), 64); err == nil && s > 0 && e.RetryAfter == 0 {
			e.RetryAfter = seconds(s)
		}
		for _, v := range d.Violations.V {
			if strings.Contains(string(v.ID), "PerDay") {
				e.Kind = "insufficient_quota"
			}
		}
	}
}

// inReply makes the error that a provider put where a reply belongs.
func inReply(raw json.RawMessage) *model.ProviderError {
	kind, message := detail(raw)
	p := &model.ProviderError{Kind: kind, Message: message}
	if n, err := strconv.Atoi(kind); err == nil && n >= 400 && n < 600 {
		p.Status = n
	}
	return p
}

// excerpt returns the start of s, at most n bytes, on one line.
func excerpt(s string, n int) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) <= n {
		return strings.ToValidUTF8(s, "\uFFFD")
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}
