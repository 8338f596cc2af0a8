package provider_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"adhere"
)

// A fixedReply answers every request with the same status and body.
type fixedReply struct {
	status int
	body   string
}

func (f fixedReply) RoundTrip(req *http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: f.status, Request: req, Body: io.NopCloser(strings.NewReader(f.body)),
		Header: http.Header{"Content-Type": {"application/json"}},
	}, nil
}

// TestServersReplies holds that the replies of servers that speak OpenAI's
// format are read as each of them documents them, with what they add.
func TestServersReplies(t *testing.T) {
	for name, c := range map[string]struct {
		body, reasoning string
		usage           adhere.Usage
	}{
		"vLLM": {
			body: `{"id":"chatcmpl-1","object":"chat.completion","created":1,"model":"org/m","choices":[{"index":0,"message":{"role":"assistant","refusal":null,"annotations":null,"function_call":null,"reasoning_content":"hm","content":"\n\nYes.","tool_calls":[]},` +
				`"logprobs":null,"finish_reason":"stop","stop_reason":null,"token_ids":null}],"service_tier":null,"usage":{"prompt_tokens":12,"total_tokens":19,"completion_tokens":7,"prompt_tokens_details":null},"prompt_logprobs":null,"kv_transfer_params":null}`,
			reasoning: "hm", usage: adhere.Usage{In: 12, Out: 7},
		},
		"llama.cpp": {
			body: `{"choices":[{"finish_reason":"stop","index":0,"message":{"role":"assistant","reasoning_content":"hm","content":"Yes."}}],"created":1,"model":"m.gguf","system_fingerprint":"b1-a","object":"chat.completion",` +
				`"usage":{"completion_tokens":7,"prompt_tokens":12,"total_tokens":19},"id":"chatcmpl-1","timings":{"prompt_n":12,"prompt_ms":1.5,"predicted_n":7,"predicted_ms":2.5}}`,
			reasoning: "hm", usage: adhere.Usage{In: 12, Out: 7},
		},
		"Ollama": {
			body: `{"id":"chatcmpl-1","object":"chat.completion","created":1,"model":"m","system_fingerprint":"fp_ollama","choices":[{"index":0,"message":{"role":"assistant","content":"Yes.","reasoning":"hm"},"finish_reason":"stop"}],` +
				`"usage":{"prompt_tokens":12,"completion_tokens":7,"total_tokens":19}}`,
			reasoning: "hm", usage: adhere.Usage{In: 12, Out: 7},
		},
		"LiteLLM's proxy": {
			body: `{"id":"chatcmpl-1","created":1,"model":"m","object":"chat.completion","system_fingerprint":null,"choices":[{"finish_reason":"stop","index":0,"message":{"content":"Yes.","role":"assistant","tool_calls":null,"function_call":null,"reasoning_content":"hm",` +
				`"thinking_blocks":[{"type":"thinking","thinking":"hm","signature":"s"}],"provider_specific_fields":{"citations":null}}}],"usage":{"completion_tokens":7,"prompt_tokens":12,"total_tokens":19,` +
				`"completion_tokens_details":{"reasoning_tokens":3,"text_tokens":4},"prompt_tokens_details":{"audio_tokens":null,"cached_tokens":5},"cache_creation_input_tokens":0,"cache_read_input_tokens":5}}`,
			reasoning: "hm", usage: adhere.Usage{In: 12, Cached: 5, Out: 7, Thought: 3},
		},
	} {
		got, err := openWith(t, "openai-api/local/m", &http.Client{Transport: fixedReply{200, c.body}}).Generate(t.Context(), isIt())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		u := got.Usage
		if strings.TrimSpace(got.Text) != "Yes." || got.Reasoning != c.reasoning || got.Finish != adhere.FinishStop ||
			u.In != c.usage.In || u.Cached != c.usage.Cached || u.Out != c.usage.Out || u.Thought != c.usage.Thought {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestServersErrors holds that their errors are told apart, and said in the
// server's words.
func TestServersErrors(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		body   string
		code   adhere.Code
		says   string
	}{
		"vLLM, bare":           {400, `{"object":"error","message":"the context holds 4096 tokens, 5000 were asked for","type":"BadRequestError","param":null,"code":400}`, adhere.Invalid, "4096 tokens"},
		"vLLM, wrapped":        {404, `{"error":{"message":"no model other is served","type":"NotFoundError","param":null,"code":404}}`, adhere.NotFound, "no model other"},
		"llama.cpp, loading":   {503, `{"error":{"code":503,"message":"the model is being loaded","type":"unavailable_error"}}`, adhere.Unavailable, "being loaded"},
		"llama.cpp, too long":  {400, `{"error":{"code":400,"message":"the request does not fit the context","type":"exceed_context_size_error","n_prompt_tokens":5000,"n_ctx":4096}}`, adhere.Invalid, "does not fit"},
		"Ollama, not pulled":   {404, `{"error":{"message":"model m is not there, pull it first","type":"api_error","param":null,"code":null}}`, adhere.NotFound, "pull it first"},
		"Ollama, its own form": {400, `{"error":"the model has no tools"}`, adhere.Invalid, "no tools"},
		"LiteLLM, rate limit":  {429, `{"error":{"message":"litellm.RateLimitError: slow down","type":"throttling_error","param":null,"code":"429"}}`, adhere.RateLimited, "slow down"},
		"LiteLLM, type None":   {500, `{"error":{"message":"litellm.APIConnectionError: lost","type":"None","param":"None","code":"500"}}`, adhere.Unavailable, "lost"},
		"Anthropic, no money":  {400, `{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the API."}}`, adhere.Refused, "credit balance"},
		"OpenRouter, flagged":  {403, `{"error":{"message":"the input was flagged","code":403,"metadata":{"reasons":["violence"],"flagged_input":"x"}}}`, adhere.Unusable, "flagged"},
		"DeepSeek, flagged":    {400, `{"error":{"message":"Content Exists Risk","type":"invalid_request_error","code":"invalid_request_error"}}`, adhere.Unusable, "Risk"},
		"Alibaba, flagged":     {400, `{"error":{"message":"the input may be inappropriate","type":"data_inspection_failed","code":"data_inspection_failed"}}`, adhere.Unusable, "inappropriate"},
		"LiteLLM, flagged":     {400, `{"error":{"message":"litellm.BadRequestError: ContentPolicyViolationError: filtered","type":null,"code":"400"}}`, adhere.Unusable, "filtered"},
		"OpenRouter, behind":   {429, `{"error":{"message":"Provider returned error","code":429,"metadata":{"raw":"m is busy upstream","provider_name":"x"}}}`, adhere.RateLimited, "busy upstream"},
		"Google, a list":       {503, `[{"error":{"code":503,"message":"the model is overloaded","status":"UNAVAILABLE"}}]`, adhere.Unavailable, "answers with status 503 Service Unavailable: the model"},
		"a template":           {400, `{"object":"error","message":"Conversation roles must alternate user/assistant/user/assistant/...","code":400}`, adhere.Invalid, "must alternate"},
		"an object as a text":  {200, `{"choices":[{"message":{"content":{"a":1}}}]}`, adhere.Unusable, "its field choices.message.content is of the JSON type object, which"},
		"a list":               {200, `[{"choices":[]}]`, adhere.Unusable, "the reply is of the JSON type array, not an object"},
		"Zhipu, in the reply":  {200, `{"code":1302,"msg":"too many calls at once","success":false}`, adhere.Unusable, "too many calls"},
		"Zhipu, flagged":       {400, `{"contentFilter":[{"level":1,"role":"user"}],"error":{"code":"1301","message":"系统检测到输入或生成内容可能包含不安全或敏感内容"}}`, adhere.Unusable, "敏感内容"},
		"no such call":         {501, `{"error":{"message":"this server only embeds"}}`, adhere.Invalid, "only embeds"},
		"LiteLLM, key":         {401, `{"error":{"message":"Authentication Error, the key is not known","type":"auth_error","param":"None","code":"401"}}`, adhere.Refused, "not known"},
	} {
		_, err := openWith(t, "openai-api/local/m", &http.Client{Transport: fixedReply{c.status, c.body}}).Generate(t.Context(), isIt())
		if err == nil || adhere.CodeOf(err) != c.code || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, code %s, want %s and %q", name, err, adhere.CodeOf(err), c.code, c.says)
		}
	}
}

func isIt() *adhere.Request {
	return &adhere.Request{Messages: []adhere.Message{{Role: adhere.User, Text: "Is it?"}}}
}
