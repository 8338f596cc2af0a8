package provider

import (
	"context"
	"crypto/tls"
	"crypto/x509"
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

// codeOf says what kind of error a provider's complaint is.
func codeOf(p *model.ProviderError) adhere.Code { return (*replies.Complaint)(p).Code() }

// fault makes the error of a provider's complaint.
func (w *wire) fault(p *model.ProviderError) error {
	p.Message, p.Kind, p.Param = redact.Message(p.Message, w.secret), redact.Text(p.Kind, w.secret), redact.Text(p.Param, w.secret)
	e := &adhere.Error{Code: codeOf(p), Err: p}
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
		if p.Kind == replies.TooLarge {
			e.Hint = "shorten the prompt, or lower --max-tokens, which some providers count as if they were used"
		}
	}
	return e
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
		e.Err = errors.New(redact.Message(e.Err.Error(), w.secret))
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
	op, ok := errors.AsType[*net.OpError](err)
	return ok && op.Op == "dial" || errors.Is(err, syscall.ECONNREFUSED)
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
