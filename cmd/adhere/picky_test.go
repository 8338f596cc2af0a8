package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"adhere/model/modeltest"
)

// A refusal is what a provider says to a request that holds a part.
type refusal struct {
	format        modeltest.Format
	part, message string
}

// refusals are how providers word that a parameter is not taken.
var refusals = []refusal{
	{modeltest.OpenAI, `"temperature":`, "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported."},
	{modeltest.OpenAI, `"max_tokens":`, "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."},
	{modeltest.OpenAI, `"stop":`, "Unsupported parameter: 'stop' is not supported with this model."},
	{modeltest.OpenAI, `"top_p":`, "Unsupported parameter: 'top_p' is not supported with this model."},
	{modeltest.Responses, `"temperature":`, "Unsupported parameter: 'temperature' is not supported with this model."},
	{modeltest.Responses, `"stop":`, "Unknown parameter: 'stop'."},
	{modeltest.Responses, `"seed":`, "Unknown parameter: 'seed'."},
	{modeltest.Responses, `"max_tokens":`, "Unsupported parameter: 'max_tokens'. In the Responses API, this parameter has moved to 'max_output_tokens'."},
	{modeltest.Responses, `"reasoning":`, "Unsupported parameter: 'reasoning.effort' is not supported with this model."},
	{modeltest.Anthropic, `"temperature":`, "`temperature` is deprecated for this model."},
	{modeltest.Anthropic, `"top_p":`, "`top_p` is deprecated for this model."},
	{modeltest.Anthropic, `"top_k":`, "`top_k` is deprecated for this model."},
	{modeltest.Anthropic, `"type":"enabled"`, `"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.`},
	{modeltest.Gemini, `"systemInstruction":`, "Developer instruction is not enabled for models/gemma-3-27b-it"},
	{modeltest.Gemini, `"responseMimeType":`, "JSON mode is not enabled for models/gemma-3-27b-it"},
	{modeltest.Gemini, `"temperature":`, "Unable to submit request because temperature is not supported by this model."},
	{modeltest.Gemini, `"topP":`, "Unable to submit request because topP is not supported by this model."},
	{modeltest.Gemini, `"stopSequences":`, "Unable to submit request because stopSequences is not supported by this model."},
	{modeltest.Gemini, `"thinkingLevel":`, "Thinking level is not supported for this model."},
	{modeltest.Gemini, `"thinkingBudget":`, "Thinking budget is not supported for this model."},
}

// fields are what a body may hold beside what is refused above.
var fields = map[modeltest.Format]string{
	modeltest.OpenAI:    "model messages max_completion_tokens stream stream_options",
	modeltest.Responses: "model input max_output_tokens store stream text",
	modeltest.Anthropic: "model system messages max_tokens stop_sequences stream thinking tools tool_choice",
	modeltest.Gemini:    "contents systemInstruction generationConfig generationConfig.maxOutputTokens generationConfig.seed",
}

// unknownFields are how providers word that a field has no meaning to them.
var unknownFields = map[modeltest.Format]string{
	modeltest.OpenAI:    "Unrecognized request argument supplied: %s",
	modeltest.Responses: "Unknown parameter: '%s'.",
	modeltest.Anthropic: "%s: Extra inputs are not permitted",
	modeltest.Gemini:    `Invalid JSON payload received. Unknown name "%s" at 'generation_config': Cannot find field.`,
}

// objection returns what a provider says to a request that holds what it
// refuses, or what it does not know; "" if there is no such thing.
func objection(a *modeltest.Asked) string {
	for _, r := range refusals {
		if a.Format == r.format && strings.Contains(string(a.Body), r.part) {
			return r.message
		}
	}
	return unknown(a.Format, a.Body, "")
}

// unknown returns what a provider says to the first field of a body that it
// does not know.
func unknown(format modeltest.Format, body []byte, above string) string {
	var members map[string]json.RawMessage
	if json.Unmarshal(body, &members) != nil {
		return "the body is no JSON object"
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if !slices.Contains(strings.Fields(fields[format]), above+name) {
			return fmt.Sprintf(unknownFields[format], name)
		}
		if name != "generationConfig" {
			continue
		}
		if said := unknown(format, members[name], name+"."); said != "" {
			return said
		}
	}
	return ""
}

// startPicky starts a stub that refuses the parameters that reasoning models
// refuse, and all that it does not know, in each wire format as its provider
// words it.
func startPicky(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: picky")
	}
	stub := &modeltest.Stub{Reply: func(a *modeltest.Asked) string {
		switch {
		case strings.Contains(a.Prompt(), "Say of each to which of the categories"):
			return "1: Number of Words in response"
		case strings.Contains(a.Prompt(), "Examine them."):
			return "1: fine\nmissing: nothing"
		case strings.Contains(a.Prompt(), "Context:"):
			return "Task: Write about tea.\nContext:\nConstraints:\n1. Use at most 50 words."
		case strings.Contains(a.Prompt(), "List the constraints"):
			return "1. Write about tea."
		case strings.Contains(a.Prompt(), "Corrected response:"):
			return "Tea and coffee"
		case strings.Contains(a.Prompt(), "onstraint"):
			return "Final Answer: Constraint followed"
		case strings.Contains(a.Prompt(), "drinks"):
			return "Tea, coffee"
		default:
			return "ok"
		}
	}}
	stub.Plan = func(a *modeltest.Asked) modeltest.Behaviour {
		if said := objection(a); said != "" {
			return modeltest.Behaviour{Status: http.StatusBadRequest, Kind: "invalid_request_error", Message: said}
		}
		return modeltest.Behaviour{}
	}
	url, stop, err := stub.Listen(context.Background())
	ts.Check(err)
	ts.Defer(stop)
	ts.Setenv("STUB", stubURL)
	ts.Setenv("STUB_PROXY", strings.TrimSuffix(url, "/v1"))
	ts.Setenv("HTTP_PROXY", strings.TrimSuffix(url, "/v1"))
}
