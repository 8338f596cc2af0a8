package main

import (
	"context"
	"net/http"
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
	{modeltest.Anthropic, `"temperature":`, "`temperature` is deprecated for this model."},
	{modeltest.Gemini, `"systemInstruction":`, "Developer instruction is not enabled for models/gemma-3-27b-it"},
	{modeltest.Gemini, `"responseMimeType":`, "JSON mode is not enabled for models/gemma-3-27b-it"},
	{modeltest.Gemini, `"temperature":`, "Unable to submit request because temperature is not supported by this model."},
}

// startPicky starts a stub that refuses the parameters that reasoning models
// refuse, in each wire format as its provider words it.
func startPicky(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: picky")
	}
	stub := &modeltest.Stub{Reply: func(a *modeltest.Asked) string {
		switch {
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
		for _, r := range refusals {
			if a.Format == r.format && strings.Contains(string(a.Body), r.part) {
				return modeltest.Behaviour{Status: http.StatusBadRequest, Kind: "invalid_request_error", Message: r.message}
			}
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
