package provider

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"regexp"

	"adhere"
	"adhere/internal/lazyregexp"
	"adhere/model"
)

// flags are the flags of the command that set a parameter.
var flags = map[string]string{
	"temperature": "--temperature or --judge-temperature", "top_p": "--top-p", "top_k": "--top-k", "seed": "--seed", "stop": "--stop",
	"max_tokens": "--max-tokens", "reasoning_effort": "--reasoning-effort", "thinking": "--thinking-budget", "response_format": "--schema",
	"both": "--temperature or --top-p", "system": "--system",
}

// badValue and ofLength are the words by which providers refuse a value of a
// parameter, and a request that is too long: another may well be answered.
var (
	badValue = lazyregexp.New(`(?i)should be|must (?:be|contain)|may only|supported (?:range|values)|is invalid|> \d`)
	ofLength = lazyregexp.New(`(?i)context|prompt|input (?:length|tokens)`)
)

// parameterFault makes a refusal of a parameter one that ends a run: the next
// request would have it too.
func parameterFault(err error, p *model.ProviderError, req *adhere.Request) error {
	var e *adhere.Error
	if p.Status != http.StatusBadRequest && p.Status != http.StatusUnprocessableEntity || !errors.As(err, &e) {
		return err
	}
	own := *e
	own.Code = adhere.Permanent
	if field := extraField(p, req.Params.Extra); field != "" {
		own.Hint = "the model does not take " + field + ": leave it out of --extra-body"
		return &own
	}
	name := refusedParameter(p)
	if name == "system" && !asks(req, name) { // then it is this conversation that the model's template refuses
		return err
	}
	name = cmp.Or(name, unfitParameter(p, req))
	if name == "" {
		return err
	}
	own.Hint = "the model does not take " + name + " as it was sent: give another value, or leave it out"
	if flag := flags[name]; flag != "" {
		own.Hint = "the model does not take " + name + " as it was sent: change " + flag + ", or leave it out"
	}
	return &own
}

// unfitParameter returns the parameter whose value a provider refuses, by our
// name for it; "" where it says something else.
func unfitParameter(p *model.ProviderError, req *adhere.Request) string {
	if name := ownName(p.Param); name != "" {
		return name
	}
	if !badValue.MatchString(p.Message) && !outOfRange.MatchString(p.Message) || ofLength.MatchString(p.Message) {
		return ""
	}
	name := namedParameter(p)
	if name == "thinking" && !asks(req, name) {
		name = "reasoning_effort"
	}
	if !asks(req, name) {
		return ""
	}
	return name
}

// extraField returns the field of the extra body that a refusal names; "" if
// there is none.
func extraField(p *model.ProviderError, extra json.RawMessage) string {
	var fields map[string]json.RawMessage
	if json.Unmarshal(extra, &fields) != nil {
		return ""
	}
	for name, value := range fields {
		said := regexp.MustCompile("(?:^|['\"`. [])" + regexp.QuoteMeta(name) + "(?:['\"`.:, \\]]|$)")
		if p.Param == name || said.MatchString(p.Message) {
			return name
		}
		if inner := extraField(p, value); inner != "" {
			return name + "." + inner
		}
	}
	return ""
}
