package provider_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"adhere"
	"adhere/model"
	"adhere/model/modeltest"
	"adhere/model/provider"
)

// everything is a request that sets all that there is to set.
func everything() *adhere.Request {
	zero, half, limit, top, seed, budget := 0.0, 0.5, 7, 40, int64(3), 512
	return &adhere.Request{
		Messages: []adhere.Message{{Role: adhere.System, Text: "Be brief."}, {Role: adhere.User, Text: "One?"}, {Role: adhere.Assistant, Text: "Two."}, {Role: adhere.User, Text: "Three?"}},
		Params: adhere.Params{
			Temperature: &zero, TopP: &half, MaxTokens: &limit, TopK: &top, Seed: &seed, Stop: []string{"END"}, Effort: "low", Thinking: &budget,
			Extra: json.RawMessage(`{"generationConfig":{"candidateCount":1},"reasoning":{"summary":"auto"}}`),
		},
		Schema: json.RawMessage(`{"type":"object"}`),
	}
}

// openKnown opens a model with what the built-in profiles know of it.
func openKnown(t *testing.T, spec string, s *modeltest.Stub) adhere.Model {
	t.Helper()
	profiles, err := model.BuiltInProfiles()
	if err != nil {
		t.Fatal(err)
	}
	m, err := provider.Open(spec, env(), provider.Options{BaseURL: "http://stub/v1", Client: modeltest.Client(s), Profiles: profiles})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestBodies holds what goes on the wire, and what is said of settings that
// the format does not have.
func TestBodies(t *testing.T) {
	effort := everything()
	effort.Params = adhere.Params{Effort: "low"}
	unreasoned := everything()
	unreasoned.Params = adhere.Params{Effort: "none"}
	narrow := everything()
	narrow.Params.Temperature = nil
	off, none := everything(), 0
	off.Params = adhere.Params{Thinking: &none}
	for _, c := range []struct {
		spec         string
		req          *adhere.Request
		url, body    string
		without, has []string // parts of warnings
	}{
		{
			spec: "openai-responses/gpt-4.1", req: everything(), url: "http://stub/v1/responses",
			body: `{"generationConfig":{"candidateCount":1},"input":[{"role":"system","content":"Be brief."},{"role":"user","content":"One?"},{"role":"assistant","content":"Two."},{"role":"user","content":"Three?"}],` +
				`"max_output_tokens":16,"model":"gpt-4.1","reasoning":{"effort":"low","summary":"auto"},"store":false,"temperature":0,"text":{"format":{"type":"json_schema","name":"reply","strict":true,"schema":{"type":"object"}}},"top_p":0.5}`,
			has: []string{"stop was left out", "seed was left out", "top_k was left out", "thinking budget was ignored", "raised to 16"},
		},
		{
			spec: "google/gemini-2.5-flash", req: everything(), url: "http://stub/v1/models/gemini-2.5-flash:generateContent",
			body: `{"contents":[{"role":"user","parts":[{"text":"One?"}]},{"role":"model","parts":[{"text":"Two."}]},{"role":"user","parts":[{"text":"Three?"}]}],` +
				`"generationConfig":{"candidateCount":1,"maxOutputTokens":7,"responseJsonSchema":{"type":"object"},"responseMimeType":"application/json","seed":3,"stopSequences":["END"],"temperature":0,` +
				`"thinkingConfig":{"thinkingBudget":512,"includeThoughts":true},"topK":40,"topP":0.5},"reasoning":{"summary":"auto"},"systemInstruction":{"parts":[{"text":"Be brief."}]}}`,
			has: []string{"reasoning effort was ignored"},
		},
		{spec: "anthropic/claude-opus-4-8", req: everything(), body: `"thinking":{"type":"adaptive","display":"summarized"}`, has: []string{"the thinking budget was not sent"}},
		{spec: "anthropic/claude-opus-4-8", req: effort, body: `"thinking":{"type":"adaptive","display":"summarized"},"output_config":{"effort":"low",`},
		{spec: "anthropic/us.anthropic.claude-opus-4-8", req: effort, body: `"thinking":{"type":"adaptive"`},
		{spec: "anthropic/us-gov.anthropic.claude-opus-4-8", req: effort, body: `"thinking":{"type":"adaptive"`},
		{spec: "anthropic/claude-opus-5-5", req: effort, body: `"output_config":{"effort":"low"`},
		{spec: "anthropic/claude-opus-5-5", req: unreasoned, body: `"thinking":{"type":"disabled"}`},
		{spec: "anthropic/claude-sonnet-4-5", req: everything(), body: `"output_config":{"effort":"low","format":{"type":"json_schema","schema":{"type":"object"}}}`},
		{spec: "anthropic/claude-haiku-4-5", req: narrow, body: `"thinking":{"type":"enabled","budget_tokens":512}`, has: []string{"top_p was left out"}},
		{spec: "anthropic/claude-sonnet-4", req: everything(), body: `"tool_choice":{"type":"auto"}`, has: []string{"the reply may break its schema"}},
		{spec: "mistral/mistral-large-4", req: everything(), body: `"random_seed":3`},
		{spec: "google/gemini-3.6-flash", req: everything(), body: `"stopSequences":["END"],"thinkingConfig":{"thinkingBudget":512,"includeThoughts":true}}`, has: []string{"temperature was left out", "top_p was left out", "top_k was left out"}},
		{spec: "google/gemini-3.6-pro", req: everything(), body: `"temperature":`},
		{spec: "google/gemini-3-pro-preview", req: unreasoned, body: `"thinkingConfig":{"thinkingLevel":"low"`, has: []string{"none was sent as low"}},
		{spec: "google/gemini-2.5-pro", req: unreasoned, body: `"thinkingConfig":{"thinkingBudget":128`, has: []string{"always reasons"}},
		{spec: "google/gemini-2.5-flash", req: unreasoned, body: `"thinkingConfig":{"thinkingBudget":0}`},
		{spec: "google/gemini-2.5-flash", req: effort, body: `"thinkingConfig":{"thinkingBudget":1024,"includeThoughts":true}`},
		{spec: "google/gemini-3-pro-preview", req: effort, body: `"thinkingConfig":{"thinkingLevel":"low","includeThoughts":true}`},
		{spec: "google/models/gemini-2.5-flash", req: off, body: `"thinkingConfig":{"thinkingBudget":0}`, url: "http://stub/v1/models/gemini-2.5-flash:generateContent"},
	} {
		s := &modeltest.Stub{}
		resp, err := openKnown(t, c.spec, s).Generate(t.Context(), c.req)
		if err != nil {
			t.Fatal(err)
		}
		got := s.Last()
		if c.url != "" && !strings.HasSuffix(c.url, got.URL) && got.URL != c.url {
			t.Errorf("%s was asked at %s, want %s", c.spec, got.URL, c.url)
		}
		if !strings.Contains(strings.TrimSpace(string(got.Body)), c.body) {
			t.Errorf("%s got %s, want %s", c.spec, got.Body, c.body)
		}
		said := strings.Join(resp.Warnings, "; ")
		for _, part := range c.has {
			if !strings.Contains(said, part) {
				t.Errorf("%s: warnings %q, want one of %q", c.spec, said, part)
			}
		}
	}
}

// TestWordedRefusals holds that a refusal in the provider's own words is
// learned from, and the call is answered without what was refused.
func TestWordedRefusals(t *testing.T) {
	for _, c := range []struct{ spec, part, message, warns string }{
		{"openai-responses/new-model", `"temperature"`, "Unsupported parameter: 'temperature' is not supported with this model.", "temperature was left out"},
		{"openai-responses/new-model", `"effort"`, "Unsupported parameter: 'reasoning.effort' is not supported with this model.", "reasoning_effort was left out"},
		{"openai-responses/new-model", `"role":"system"`, "Unsupported value: 'messages[0].role' does not support 'system' with this model.", "the system message was put"},
		{"openai-responses/new-model", `"json_schema"`, "Invalid parameter: 'text.format' of type 'json_schema' is not supported with this model.", "response_format was left out"},
		{"bedrock/openai.gpt-oss-120b", `"stop"`, "This model doesn't support the stopSequences field. Remove stopSequences and try again.", "stop was left out"},
		{"google/gemini-2.5-pro", `"thinkingBudget":512`, "Budget 0 is invalid. This model only works in thinking mode.", "thinking was left out"},
		{"google/gemini-2.5-pro", `"thinkingBudget":512`, "Unable to submit request because thinking is not configurable in this model; please remove the thinking_config setting and try it again.", "thinking was left out"},
		{"google/gemini-2.5-pro", `"thinkingBudget":512`, "Unable to submit request because Thinking can't be disabled for this model. Remove 'thinking_config.thinking_budget' from your request.", "thinking was left out"},
		{"google/gemma-4-31b-it", `"thinkingBudget":512`, "Thinking budget is not supported for this model.", "thinking was left out"},
		{"google/gemini-3-pro-preview", `"thinkingBudget"`, "Thinking budget is not supported for this model.", "thinking was left out"},
		{"google/gemini-3-pro-preview", `"thinkingLevel":"medium"`, "Unable to submit request because thinking_level MEDIUM is not supported by this model.", "reasoning_effort was left out"},
		{"google/gemini-2.0-flash", `"thinkingLevel":"medium"`, "Thinking level is not supported for this model.", "reasoning_effort was left out"},
		{"google/gemini-2.5-pro", `"thinkingBudget":8192`, "Unable to submit request because thinking is not supported by this model.", "reasoning_effort was left out"},
		{"google/gemma-3-27b-it", `"systemInstruction"`, "Developer instruction is not enabled for models/gemma-3-27b-it", "the system message was put"},
		{"google/gemma-3-27b-it", `"responseMimeType"`, "JSON mode is not enabled for models/gemma-3-27b-it", "response_format was left out"},
		{"google/gemini-1.0", `"responseJsonSchema"`, `Invalid JSON payload received. Unknown name "responseJsonSchema" at 'generation_config': Cannot find field.`, "response_format was left out"},
		{"anthropic/claude-new", `"top_p"`, "`temperature` and `top_p` cannot both be specified for this model. Please use only one.", "both was left out"},
		{"anthropic/claude-newer", `"temperature"`, "`temperature` is deprecated for this model.", "temperature was left out"},
		{"anthropic/claude-older", `"top_p"`, "The model returned the following errors: top_p must be unset when thinking is enabled.", "top_p was left out"},
		{"anthropic/claude-older", `"temperature"`, "`temperature` may only be set to 1 when thinking is enabled.", "temperature was left out"},
		{"anthropic/claude-always", `"type":"tool"`, "Thinking may not be enabled when tool_choice forces tool use.", "the reply may break its schema"},
		{"anthropic/claude-opus-4-5", `"effort"`, "output_config.effort: Extra inputs are not permitted", "reasoning_effort was left out"},
		{"anthropic/claude-older", `"output_config":{"effort":"low"}`, "output_config: Extra inputs are not permitted", "reasoning_effort was left out"},
	} {
		s := &modeltest.Stub{Plan: func(a *modeltest.Asked) modeltest.Behaviour {
			if strings.Contains(string(a.Body), c.part) {
				return modeltest.Behaviour{Status: http.StatusBadRequest, Kind: "invalid_request_error", Message: c.message}
			}
			return modeltest.Behaviour{}
		}}
		req := everything()
		req.Params.Extra = nil
		if strings.Contains(c.warns, "effort") && strings.HasPrefix(c.spec, "google") {
			req.Params.Thinking, req.Params.Effort = nil, "medium"
		}
		if strings.HasPrefix(c.spec, "anthropic") {
			req.Params.Thinking = nil
		}
		m := open(t, c.spec, s)
		resp, err := m.Generate(t.Context(), req)
		if err != nil {
			t.Errorf("%s: %v", c.spec, err)
			continue
		}
		if said := strings.Join(resp.Warnings, "; "); !strings.Contains(said, c.warns) {
			t.Errorf("%s: warnings %q, want %q", c.spec, said, c.warns)
		}
		if !strings.Contains(string(s.Last().Body), "Be brief.") {
			t.Errorf("%s: the system message is lost: %s", c.spec, s.Last().Body)
		}
		if _, err := m.Generate(t.Context(), req); err != nil || s.Requests() != 3 {
			t.Errorf("%s: %d requests for two calls, want 3 (%v)", c.spec, s.Requests(), err)
		}
	}
}

// TestRefusalBodies holds that refusals are learned from as other providers
// send them: each body comes as an answer to a request that holds the part.
func TestRefusalBodies(t *testing.T) {
	for _, c := range []struct{ spec, part, body, warns string }{
		{"xai/grok-new", `"reasoning_effort"`, `{"code":"invalid-argument","error":"Model grok-new does not support parameter reasoningEffort."}`, "reasoning_effort was left out"},
		{"xai/grok-new", `"stop"`, `{"code":"invalid-argument","error":"Model grok-new does not support parameter stop."}`, "stop was left out"},
		{"openai-api/kimi/kimi-k2.6", `"temperature"`, `{"error":{"message":"invalid temperature: only 1 is allowed for this model","type":"invalid_request_error"}}`, "temperature was left out"},
		{"deepseek/deepseek-v4-pro", `"json_schema"`, `{"error":{"message":"This response_format type is unavailable now","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}`, "response_format was left out"},
		{"mistral/mistral-new", `"random_seed"`, `{"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","random_seed"],"msg":"Extra inputs are not permitted","input":3}]},"type":"invalid_request_error","param":null,"code":null}`, "seed was left out"},
		{"openai/gpt-new", `"reasoning_effort"`, `{"error":{"message":"Unsupported value: 'low' is not supported with the 'gpt-new' model. Supported values are: 'none' and 'high'.","type":"invalid_request_error","param":"reasoning_effort","code":"unsupported_value"}}`, "reasoning_effort was left out"},
		{"openai-responses/gpt-new", `"effort"`, `{"error":{"message":"Unsupported value: 'low' is not supported with the 'gpt-new' model. Supported values are: 'none' and 'high'.","type":"invalid_request_error","param":"reasoning.effort","code":"unsupported_value"}}`, "reasoning_effort was left out"},
		{"google/gemini-new", `"thinkingConfig"`, `{"error":{"code":400,"message":"Unable to submit request because Thinking_config.include_thoughts is only enabled when thinking is enabled.","status":"INVALID_ARGUMENT"}}`, "thinking was left out"},
		{"google/gemini-new", `"thinkingConfig"`, `[{"error":{"code":400,"message":"thinking_config is not supported.","status":"INVALID_ARGUMENT"}}]`, "thinking was left out"},
		{"google/gemini-new", `"thinkingConfig"`, `{"error":{"code":400,"message":"Unable to submit request because The model does not support setting thinking_budget to 0","status":"INVALID_ARGUMENT"}}`, "thinking was left out"},
		{"google/gemini-new", `"thinkingLevel"`, `{"error":{"message":"'low' is not a supported thinking level for this model. Allowed values are: medium, high.","code":"invalid_request"}}`, "reasoning_effort was left out"},
		{"anthropic/claude-new", `"type":"disabled"`, `{"type":"error","error":{"type":"invalid_request_error","message":"\"thinking.type.disabled\" is not supported for this model. Use \"thinking.type.adaptive\" and \"output_config.effort\" to control thinking behavior."}}`, "thinking was left out"},
		{"anthropic/claude-new", `"top_p"`, `{"type":"error","error":{"type":"invalid_request_error","message":"` + "`top_p`" + ` must be greater than or equal to 0.95 or unset when thinking is enabled or in adaptive mode."}}`, "top_p was left out"},
		{"anthropic/claude-new", `"budget_tokens"`, `{"type":"error","error":{"type":"invalid_request_error","message":"\"thinking.type.enabled\" is not supported for this model. Use \"thinking.type.adaptive\" and \"output_config.effort\" to control thinking behavior."}}`, "the model decides itself how much it reasons"},
		{"vllm/gemma", `"role":"system"`, `{"object":"error","message":"System role not supported","type":"BadRequestError","param":null,"code":400}`, "the system message was put"},
		{"vllm/mistral", `"role":"system"`, `{"object":"error","message":"Conversation roles must alternate user/assistant/user/assistant/...","type":"BadRequestError","param":null,"code":400}`, "the system message was put"},
		{"openai-api/tgi/mistral", `"role":"system"`, `{"error":"Template error: invalid operation: Only user and assistant roles are supported! (in <string>:1)","error_type":"template_error"}`, "the system message was put"},
		{"openai-api/llamacpp/gemma", `"role":"system"`, `{"error":{"code":500,"message":"While executing CallExpression at line 1: Error: Jinja Exception: System role not supported","type":"server_error"}}`, "the system message was put"},
		{"vllm/qwen", `"json_schema"`, `{"object":"error","message":"The provided JSON schema contains features not supported by xgrammar.","type":"BadRequestError","param":null,"code":400}`, "response_format was left out"},
		{"openai-api/lmstudio/m", `"json_schema"`, `{"error":"'response_format.type' must be 'json_object' or 'text'"}`, "response_format was left out"},
		{"openai-api/litellm/m", `"temperature"`, `{"error":{"message":"litellm.UnsupportedParamsError: m does not support parameters: ['temperature']","type":"None","param":"None","code":500}}`, "temperature was left out"},
		{"openai-api/local/m", `"top_k"`, `{"code":500,"detail":"create() got an unexpected keyword argument 'top_k'"}`, "top_k was left out"},
		{"openrouter/o-new", `"temperature"`, `{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\"error\":{\"message\":\"Unsupported parameter: 'temperature' is not supported with this model.\",\"param\":\"temperature\"}}","provider_name":"OpenAI"}}}`, "temperature was left out"},
	} {
		asked, status := 0, http.StatusBadRequest
		if strings.Contains(c.body, `"code":500`) {
			status = http.StatusInternalServerError
		}
		client := &http.Client{Transport: roundTrip(func(req *http.Request) (*http.Response, error) {
			asked++
			body, err := io.ReadAll(req.Body)
			if err == nil && strings.Contains(string(body), c.part) {
				return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(c.body))}, nil
			}
			req.Body = io.NopCloser(bytes.NewReader(body))
			return modeltest.Client(&modeltest.Stub{}).Transport.RoundTrip(req)
		})}
		m, err := provider.Open(c.spec, env(), provider.Options{BaseURL: "http://stub/v1", Client: client})
		if err != nil {
			t.Fatal(err)
		}
		req := everything()
		req.Params.Extra = nil
		switch none := 0; c.part {
		case `"top_p"`, `"thinkingLevel"`:
			req.Params.Thinking = nil
		case `"thinkingConfig"`:
			req.Params.Effort = ""
		case `"type":"disabled"`:
			req.Params.Thinking = &none
		}
		for range 2 {
			resp, err := m.Generate(t.Context(), req)
			if err != nil {
				t.Errorf("%s: %v", c.body, err)
				break
			}
			if said := strings.Join(resp.Warnings, "; "); !strings.Contains(said, c.warns) {
				t.Errorf("%s: warnings %q, want %q", c.body, said, c.warns)
			}
		}
		if asked > 3 {
			t.Errorf("%s: %d requests for two calls, want 3", c.body, asked)
		}
	}
}

// TestStructuredOutputs holds that Claude models are held to a schema by their
// structured outputs where they have them, and else, or where these are
// refused, by a tool; the refusal is met once.
func TestStructuredOutputs(t *testing.T) {
	for _, message := range []string{
		"output_config: Extra inputs are not permitted",
		"output_config.format: Extra inputs are not permitted",
		"output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false",
		"Schema is too complex for compilation.",
		"'claude-opus-4-5' does not support structured outputs.",
	} {
		s := &modeltest.Stub{Plan: func(a *modeltest.Asked) modeltest.Behaviour {
			if strings.Contains(string(a.Body), `"format"`) {
				return modeltest.Behaviour{Status: http.StatusBadRequest, Kind: "invalid_request_error", Message: message}
			}
			return modeltest.Behaviour{}
		}}
		m, req := openKnown(t, "anthropic/claude-opus-4-5", s), everything()
		req.Params = adhere.Params{Effort: "low"}
		for range 2 {
			if _, err := m.Generate(t.Context(), req); err != nil {
				t.Fatalf("%s: %v", message, err)
			}
		}
		body := string(s.Last().Body)
		if s.Requests() != 3 || !strings.Contains(body, `"tool_choice":{"name":"reply","type":"tool"}`) || !strings.Contains(body, `"output_config":{"effort":"low"}`) {
			t.Errorf("%s: %d requests, want 3; the last is %s", message, s.Requests(), body)
		}
	}
}

// TestUnfitValues holds that a value which a provider refuses ends the run, and
// that its error names the flag; a prompt that is too long ends nothing.
func TestUnfitValues(t *testing.T) {
	for _, c := range []struct{ spec, message, hint string }{
		{"openai/gpt-4o", "max_tokens is too large: 100000. This model supports at most 16384 completion tokens, whereas you provided 100000.", "--max-tokens"},
		{"anthropic/claude-sonnet-4-5", "max_tokens: 200000 > 64000, which is the maximum allowed number of output tokens for claude-sonnet-4-5", "--max-tokens"},
		{"google/gemini-2.5-flash", "Unable to submit request because it has a maxOutputTokens value of 100000 but the supported range is from 1 (inclusive) to 65537 (exclusive). Update the value and try again.", "--max-tokens"},
		{"anthropic/claude-sonnet-4-5", "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024", "--thinking-budget"},
		{"anthropic/claude-opus-5", "output_config.effort: Input should be 'low', 'medium', 'high' or 'max'", "--reasoning-effort"},
		{"google/gemini-2.5-pro", "The thinking budget (512) is invalid.", "--thinking-budget"},
		{"openai/gpt-4o", "Unknown parameter: 'candidateCount'.", "leave it out of --extra-body"},
		{"anthropic/claude-opus-5", "reasoning: Extra inputs are not permitted", "leave it out of --extra-body"},
		{"google/gemini-2.5-pro", `Invalid JSON payload received. Unknown name "candidateCount" at 'generation_config': Cannot find field.`, "leave it out of --extra-body"},
		{"anthropic/claude-opus-5", "input length and `max_tokens` exceed context limit: 199000 + 20000 > 200000, decrease input length or `max_tokens` and try again", ""},
		{"openai/gpt-4o", "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens (8000 in the messages, 1000 in the completion).", ""},
	} {
		s := &modeltest.Stub{Plan: modeltest.Always(modeltest.Behaviour{Status: http.StatusBadRequest, Kind: "invalid_request_error", Message: c.message})}
		_, err := openKnown(t, c.spec, s).Generate(t.Context(), everything())
		e, ok := errors.AsType[*adhere.Error](err)
		if !ok || (e.Code == adhere.Permanent) != (c.hint != "") || !strings.Contains(e.Hint, c.hint) || s.Requests() != 1 {
			t.Errorf("%s: %+v after %d requests, want the hint %q", c.message, err, s.Requests(), c.hint)
		}
	}
}

// TestWithheld holds that the reason why a provider withholds an answer is in
// the error.
func TestWithheld(t *testing.T) {
	for _, c := range []struct {
		spec, body string
		code       adhere.Code
		says       string
	}{
		{"google/gemini-2.5-flash", `{"promptFeedback":{"blockReason":"SAFETY","safetyRatings":[{"category":"HARM_CATEGORY_HARASSMENT","probability":"HIGH","blocked":true},{"category":"HARM_CATEGORY_HATE_SPEECH","probability":"LOW"}]},"usageMetadata":{"promptTokenCount":4},"modelVersion":"gemini-2.5-flash"}`, adhere.Unusable, "the prompt was blocked: SAFETY (HARASSMENT)"},
		{"google/gemini-2.5-flash", `{"candidates":[{"finishReason":"RECITATION","index":0}],"usageMetadata":{"promptTokenCount":4}}`, adhere.Unusable, "withheld it (RECITATION)"},
		{"google/gemini-2.5-flash", `{"candidates":[{"content":{"role":"model"},"finishReason":"SPII","finishMessage":"It holds personal data.","index":0}],"usageMetadata":{"promptTokenCount":4}}`, adhere.Unusable, "SPII: It holds personal data."},
		{"google/gemini-2.5-flash", `{"candidates":[{"content":{},"finishReason":"OTHER","index":0}],"usageMetadata":{"promptTokenCount":4}}`, adhere.Unusable, "no text (OTHER"},
		{"google/gemini-2.5-flash", `{"candidates":[{"content":{},"finishReason":"MALFORMED_FUNCTION_CALL","index":0}],"usageMetadata":{"promptTokenCount":4}}`, adhere.Unusable, "called a tool"},
		{"google/gemini-2.5-flash", `{"candidates":[{"content":{"role":"model"},"finishReason":"MAX_TOKENS","index":0}],"usageMetadata":{"promptTokenCount":4,"thoughtsTokenCount":90}}`, adhere.Unusable, "token limit was used up"},
		{"google/gemini-4-argon", `{"candidates":[{"content":{"role":"model"},"finishReason":"CONTINUATION","index":0}],"usageMetadata":{"promptTokenCount":4,"thoughtsTokenCount":90}}`, adhere.Unusable, "token limit was used up"},
		{"google/gemini-4-argon", `{"candidates":[{"content":{"role":"model"},"finishReason":"PUP_LIMITED_DISABLED","index":0}],"usageMetadata":{"promptTokenCount":4}}`, adhere.Unusable, "withheld it (PUP_LIMITED_DISABLED)"},
		{"anthropic/claude-opus-5", `{"type":"message","content":[],"stop_reason":"refusal","stop_details":{"type":"refusal","category":"cyber","explanation":"It may be an attack."},"usage":{"input_tokens":4,"output_tokens":1}}`, adhere.Unusable, "cyber: It may be an attack."},
		{"anthropic/claude-opus-5", `{"type":"message","content":[],"stop_reason":"refusal","stop_details":null,"usage":{"input_tokens":4,"output_tokens":1}}`, adhere.Unusable, "filter withheld it"},
		{"openai-responses/gpt-5", `{"status":"failed","error":{"code":"bio_policy","message":"It may do harm."},"output":[]}`, adhere.Unusable, "may do harm"},
		{"openai-responses/gpt-5", `{"status":"failed","error":{"code":"data_residency_mismatch","message":"Ask another region."},"output":[]}`, adhere.Invalid, "another region"},
		{"openai-responses/gpt-5", `{"status":"incomplete","incomplete_details":{"reason":"content_filter"},"output":[],"usage":{"input_tokens":4,"output_tokens":1}}`, adhere.Unusable, "filter withheld it"},
		{"openai-responses/gpt-5", `{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[{"type":"reasoning","summary":[]}],"usage":{"input_tokens":4,"output_tokens":100,"output_tokens_details":{"reasoning_tokens":100}}}`, adhere.Unusable, "token limit was used up"},
		{"openai-responses/gpt-5", `{"status":"failed","error":{"code":"invalid_prompt","message":"Invalid prompt: your prompt was flagged."},"output":[]}`, adhere.Unusable, "was flagged"},
		{"openai-responses/gpt-5", `{"status":"failed","error":{"code":"server_error","message":"The model had an error."},"output":[]}`, adhere.Unavailable, "had an error"},
		{"openai-responses/gpt-5", `{"status":"failed","error":{"code":"rate_limit_exceeded","message":"Slow down."},"output":[]}`, adhere.RateLimited, "Slow down"},
		{"openai-responses/gpt-5", `{"status":"in_progress","error":null,"output":[]}`, adhere.Unusable, "not finished"},
	} {
		client := modeltest.Client(says(c.body))
		_, err := model.Answering(openWith(t, c.spec, client)).Generate(t.Context(), modeltest.Ask("x"))
		if err == nil || adhere.CodeOf(err) != c.code || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %s: %v, want %s with %q", c.body, adhere.CodeOf(err), err, c.code, c.says)
		}
	}
}

// TestReasoningTokens holds that reasoning is counted among the reply's tokens
// where a provider counts it apart, and once where it does not.
func TestReasoningTokens(t *testing.T) {
	for _, spec := range []string{"openai-responses/gpt-5", "google/gemini-2.5-flash"} {
		s := &modeltest.Stub{Usage: func(*modeltest.Asked) modeltest.StubUsage {
			return modeltest.StubUsage{In: 12, Out: 30, Thought: 20}
		}, Plan: modeltest.Always(modeltest.Behaviour{Reasoning: "hm"})}
		m := open(t, spec, s)
		resp, err := m.Generate(t.Context(), modeltest.Ask("x"))
		if err != nil || resp.Usage.Out != 30 || resp.Usage.Thought != 20 || resp.Reasoning != "hm" {
			t.Errorf("%s: %+v %v", spec, resp, err)
		}
		streamed, err := model.Stream(t.Context(), m, modeltest.Ask("x"), func(adhere.Chunk) error { return nil })
		if err != nil || streamed.Usage.Out != 30 || streamed.Usage.Thought != 20 || streamed.Reasoning != "hm" {
			t.Errorf("%s, streamed: %+v %v", spec, streamed, err)
		}
	}
}

// TestCommentary holds that what a model says on the way to its answer is no
// part of it.
func TestCommentary(t *testing.T) {
	body := `{"status":"completed","output":[{"type":"message","phase":"commentary","content":[{"type":"output_text","text":"Let me see."}]},{"type":"message","phase":"final_answer","content":[{"type":"output_text","text":"Four."}]}],"usage":{"input_tokens":1,"output_tokens":2}}`
	resp, err := openWith(t, "openai-responses/gpt-5", modeltest.Client(says(body))).Generate(t.Context(), modeltest.Ask("x"))
	if err != nil || resp.Text != "Four." || resp.Reasoning != "Let me see." {
		t.Errorf("%+v, %v", resp, err)
	}
	stream := events(
		`data: {"type":"response.output_item.added","output_index":0,"item":{"type":"message","phase":"commentary","content":[]}}`,
		`data: {"type":"response.output_text.delta","output_index":0,"delta":"Let me see."}`,
		`data: {"type":"response.output_item.added","output_index":1,"item":{"type":"message","phase":"final_answer","content":[]}}`,
		`data: {"type":"response.output_text.delta","output_index":1,"delta":"Four."}`,
		`data: {"type":"response.completed","response":{"status":"completed","output":[],"usage":{"input_tokens":1,"output_tokens":2}}}`)
	resp, err = model.Stream(t.Context(), openWith(t, "openai-responses/gpt-5", modeltest.Client(stream)), modeltest.Ask("x"), func(adhere.Chunk) error { return nil })
	if err != nil || resp.Text != "Four." || resp.Reasoning != "Let me see." {
		t.Errorf("streamed: %+v, %v", resp, err)
	}
}

// TestGoogleWaits holds that the wait that stands in Google's error is kept.
func TestGoogleWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &modeltest.Stub{Plan: modeltest.In(modeltest.Behaviour{Status: 429, RetryAfter: 34 * time.Second})}
		begin := time.Now()
		resp, err := model.Retry(open(t, "google/gemini-2.5-flash", s), model.Policy{}).Generate(t.Context(), modeltest.Ask("x"))
		if err != nil || resp.Text != "ok" || time.Since(begin) < 34*time.Second {
			t.Errorf("%+v, %v after %s", resp, err, time.Since(begin))
		}
	})
}

// answering returns a client whose server answers every call so, and counts them.
func answering(n *int, status int, body string, header http.Header) *http.Client {
	return &http.Client{Transport: roundTrip(func(*http.Request) (*http.Response, error) {
		*n++
		return &http.Response{StatusCode: status, Header: header.Clone(), Body: io.NopCloser(strings.NewReader(body))}, nil
	})}
}

// TestWaitBesideNoWait holds that a header which says to wait no time, as gone by, leaves
// the wait that stands in the error.
func TestWaitBesideNoWait(t *testing.T) {
	for _, after := range []string{"0", "Fri, 02 Jan 2015 03:00:05 GMT"} {
		n := 0
		client := answering(&n, 429, `{"error":{"code":429,"message":"slow","details":[{"retryDelay":"34s"}]}}`, http.Header{"Retry-After": {after}})
		_, err := openWith(t, "google/gemini-2.5-flash", client).Generate(t.Context(), modeltest.Ask("x"))
		if wait := model.RetryAfter(err); wait != 34*time.Second {
			t.Errorf("Retry-After: %s: the wait is %s, want 34s", after, wait)
		}
	}
}

// TestPaymentThatWaits holds that a call is made again where the provider, OpenRouter,
// lacks money only until those under way have ended, and says for how long.
func TestPaymentThatWaits(t *testing.T) {
	for after, want := range map[string]adhere.Code{"3": adhere.RateLimited, "": adhere.Refused} {
		n := 0
		client := answering(&n, 402, `{"error":{"message":"the budget of calls under way is full","code":402,"metadata":{"limit_source":"openrouter_in_flight_budget"}}}`, http.Header{"Retry-After": {after}})
		_, err := openWith(t, "openrouter/x/m", client).Generate(t.Context(), modeltest.Ask("x"))
		if adhere.CodeOf(err) != want {
			t.Errorf("Retry-After %q: %s, want %s", after, adhere.CodeOf(err), want)
		}
	}
}

// TestServersFailureNamesAParameter holds that a failure of the server itself, which only
// mentions a parameter, takes none out of later calls.
func TestServersFailureNamesAParameter(t *testing.T) {
	n := 0
	client := answering(&n, 500, `{"error":{"message":"cannot read the argument temperature: the parameter service is unavailable"}}`, nil)
	req := modeltest.Ask("x")
	req.Params.Temperature = new(0.5)
	if _, err := openWith(t, "openai-api/local/m", client).Generate(t.Context(), req); adhere.CodeOf(err) != adhere.Unavailable || n != 1 {
		t.Errorf("%d calls, want 1: %v", n, err)
	}
}

// TestReplacementCharacter holds that U+FFFD is warned of where reading put it, not where
// the model wrote it.
func TestReplacementCharacter(t *testing.T) {
	for name, c := range map[string]struct {
		message string
		warns   bool
	}{
		"the model's":       {`"content":"U+FFFD is �"`, false},
		"the model's, said": {`"content":"U+FFFD is \ufffd"`, false},
		"a pair":            {`"content":"\ud83d\ude00 �"`, false},
		"no escape":         {`"content":"\\ud83d �"`, false},
		"half a pair":       {`"content":"\ud83d"`, true},
		"the second half":   {`"content":"\ude00\ud83d"`, true},
		"Latin-1":           {`"content":"caf` + "\xe9" + `"`, true},
		"in the reasoning":  {`"content":"yes","reasoning_content":"caf` + "\xe9" + `"`, true},
	} {
		n := 0
		client := answering(&n, 200, `{"model":"m","choices":[{"message":{`+c.message+`},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":3}}`, nil)
		resp, err := openWith(t, "openai-api/local/m", client).Generate(t.Context(), modeltest.Ask("x"))
		if err != nil {
			t.Fatal(err)
		}
		if warns := strings.Contains(strings.Join(resp.Warnings, "\n"), "U+FFFD"); warns != c.warns {
			t.Errorf("%s: warned: %v, want %v: %q", name, warns, c.warns, resp.Warnings)
		}
	}
}

// TestGoogleInOpenAIFormat holds that an address of Google's compatible
// interface is asked in OpenAI's format.
func TestGoogleInOpenAIFormat(t *testing.T) {
	s := &modeltest.Stub{}
	m, err := provider.Open("google/gemini-2.5-flash", env("GEMINI_API_KEY=k"), provider.Options{BaseURL: "http://stub/v1beta/openai", Client: modeltest.Client(s)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Generate(t.Context(), modeltest.Ask("x")); err != nil || s.Last().Format != modeltest.OpenAI {
		t.Errorf("%v: asked at %s", err, s.Last().URL)
	}
}
