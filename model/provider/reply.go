package provider

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"adhere"
	"adhere/internal/replies"
	"adhere/model"
)

// A reply is what came, not yet parted from reasoning in the text.
type reply struct {
	replies.Reply
	lossy    bool // reading it puts U+FFFD in the place of something
	warnings []string
}

// lossy reports whether reading JSON puts U+FFFD in the place of what stands there: of
// bytes that are not UTF-8, or of half of a character.
func lossy(raw []byte) bool {
	if !utf8.Valid(raw) {
		return true
	}
	for {
		at := bytes.IndexByte(raw, '\\')
		if at < 0 || at+1 == len(raw) {
			return false
		}
		raw = raw[at:]
		first, size := escaped(raw)
		raw = raw[size:]
		if utf16.IsSurrogate(first) {
			second, size := escaped(raw)
			if utf16.DecodeRune(first, second) == utf8.RuneError {
				return true
			}
			raw = raw[size:]
		}
	}
}

// escaped reads the escape that JSON begins with, and returns its length; of one that
// does not give the number of a character, 0 and the length 2.
func escaped(raw []byte) (r rune, size int) {
	if len(raw) >= 6 && raw[0] == '\\' && raw[1] == 'u' {
		if n, err := strconv.ParseUint(string(raw[2:6]), 16, 16); err == nil {
			return rune(n), 6
		}
	}
	return 0, 2
}

// replaced reports whether U+FFFD stands in what was read.
func (r *reply) replaced() bool {
	const mark = string(utf8.RuneError)
	return strings.Contains(r.Text.String(), mark) || strings.Contains(r.Reasoning.String(), mark) ||
		slices.ContainsFunc(r.Calls, func(c *replies.Call) bool { return strings.Contains(c.Args.String(), mark) })
}

func (r *reply) warn(format string, args ...any) {
	r.warnings = append(r.warnings, fmt.Sprintf(format, args...))
}

// fault is the error that the provider puts in the place of a reply, or nil.
func (r *reply) fault() error {
	for _, raw := range [][]byte{r.Fault, r.Lost} {
		if replies.Present(raw) {
			return new(model.ProviderError(replies.ReadComplaint(raw)))
		}
	}
	return nil
}

// finished holds that the reply is whole, and says what is odd about its end. Of one
// that came at once nothing is missing, even if it does not say why it ended.
func (r *reply) finished(streamed bool) error {
	if err := r.fault(); err != nil {
		return err
	}
	if r.Odd != nil {
		return r.Odd
	}
	if r.Several {
		r.warn("the reply holds several choices: the first was read")
	}
	if r.Refusal.Len() > 0 { // some models send it apart from the text: it is the answer
		r.warn("the model refused: its refusal was read as the text")
		if r.Text.Len() == 0 {
			r.Text.WriteString(r.Refusal.String())
		}
	}
	if r.Mended != nil {
		r.warn("the reply is no JSON as it came: NaN and the like were read as null, control characters as part of their text")
	}
	if r.lossy && r.replaced() {
		r.warn("U+FFFD stands in the reply: bytes that are not UTF-8, or half of a character, came in its place")
	}
	called := r.Reason == "tool_calls" || r.Reason == "function_call"
	r.Tools = r.Tools || called
	switch {
	case r.Finish == adhere.FinishBroken:
		return &model.ProviderError{Message: fmt.Sprintf("the reply ended with finish reason %q", r.Reason)}
	case r.Reason == "queued", r.Reason == "in_progress":
		return fmt.Errorf("the reply is not finished: its status is %q", r.Reason)
	case r.Reason == "" && streamed:
		return errors.New("the stream ended without a finish reason")
	case r.Reason == "":
		r.Finish = adhere.FinishStop
		r.warn("the reply names no finish reason")
	case r.Finish == adhere.FinishFiltered && r.Because != "":
		r.warn("%s", adhere.Withheld+r.Because)
	case r.Because != "" && !r.Known():
		r.warn("finish reason %s was read as stop", r.Because)
	case called || !r.Known():
		r.warn("finish reason %q was read as stop", r.Reason)
	}
	return nil
}

// spoilt returns the error of a reply that was read with one. Where the reply
// has an answer too, or tokens that it took, it has probably been paid for, and
// what the provider says is no reason to ask for it again.
func (r *reply) spoilt(err error) error {
	var p *model.ProviderError
	if r == nil || !errors.As(err, &p) || r.Text.Len()+r.Reasoning.Len() == 0 && r.Usage.Out == 0 {
		return err
	}
	if code := codeOf(p); code != adhere.RateLimited && code != adhere.Unavailable {
		return err // which no call is repeated for
	}
	return errors.New("it ends in an error: " + p.Error())
}

// usageOf counts the tokens of a reply; missing and odd ones are estimated from
// the texts.
func (r *reply) usageOf(req *adhere.Request) adhere.Usage {
	switch u := r.Usage; {
	case !u.Odd && u.In == 0 && u.Out == 0:
		r.warn("no usage came with the reply; tokens are estimated")
	case u.Odd, u.In == 0 && len(req.Messages) > 0, u.Out == 0 && r.Text.Len() > 0: // neither takes no tokens
		r.warn("the usage that came with the reply cannot be believed; tokens are estimated")
	default:
		return u.Usage
	}
	return adhere.Usage{In: model.EstimateRequest(req), Out: model.EstimateTokens(r.Text.String()) + model.EstimateTokens(r.Reasoning.String())}
}
