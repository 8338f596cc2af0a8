package main

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"adhere/model/modeltest"
)

// refusals are how providers word that a parameter is not taken.
var refusals = map[string]string{
	"temperature": "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
	"max_tokens":  "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
	"stop":        "Unsupported parameter: 'stop' is not supported with this model.",
	"top_p":       "Unsupported parameter: 'top_p' is not supported with this model.",
}

// startPicky starts a stub that refuses the parameters that reasoning models
// refuse.
func startPicky(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: picky")
	}
	stub := &modeltest.Stub{Reply: func(a *modeltest.Asked) string {
		switch {
		case strings.Contains(a.Prompt(), "List the constraints"):
			return "1. Write about tea."
		case strings.Contains(a.Prompt(), "onstraint"):
			return "Final Answer: Constraint followed"
		default:
			return "ok"
		}
	}}
	stub.Plan = func(a *modeltest.Asked) modeltest.Behaviour {
		var body map[string]json.RawMessage
		ts.Check(json.Unmarshal(a.Body, &body))
		for name, message := range refusals {
			if _, given := body[name]; given {
				return modeltest.Behaviour{Status: http.StatusBadRequest, Kind: "invalid_request_error", Message: message}
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
