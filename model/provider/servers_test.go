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
		"xAI": {
			body: `{"id":"1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"Yes.","reasoning_content":"hm","refusal":null},"finish_reason":"stop"}],"usage":{"prompt_tokens":12,"completion_tokens":7,"total_tokens":59,` +
				`"prompt_tokens_details":{"text_tokens":12,"audio_tokens":0,"image_tokens":0,"cached_tokens":5},"completion_tokens_details":{"reasoning_tokens":40,"audio_tokens":0},"num_sources_used":0,"cost_in_usd_ticks":1500},"system_fingerprint":"fp"}`,
			reasoning: "hm", usage: adhere.Usage{In: 12, Cached: 5, Out: 47, Thought: 40},
		},
		"SGLang": {
			body: `{"id":"1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"Yes.","reasoning_content":"hm","tool_calls":null},"logprobs":null,"finish_reason":"stop","matched_stop":7}],` +
				`"usage":{"prompt_tokens":12,"total_tokens":19,"completion_tokens":7,"prompt_tokens_details":null,"reasoning_tokens":4},"metadata":{"weight_version":"default"}}`,
			reasoning: "hm", usage: adhere.Usage{In: 12, Out: 7, Thought: 4},
		},
		"a total with what the cache took in": {
			body:  `{"id":"1","model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"Yes."},"finish_reason":"stop"}],"usage":{"prompt_tokens":12,"completion_tokens":7,"total_tokens":24,"cache_creation_input_tokens":5}}`,
			usage: adhere.Usage{In: 12, Out: 7},
		},
		"a total that the reasoning does not explain": {
			body:  `{"id":"1","model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"Yes."},"finish_reason":"stop"}],"usage":{"prompt_tokens":12,"completion_tokens":7,"total_tokens":24,"completion_tokens_details":{"reasoning_tokens":3}}}`,
			usage: adhere.Usage{In: 12, Out: 7, Thought: 3},
		},
		"Gemini, in OpenAI's format": {
			body:  `{"choices":[{"finish_reason":"stop","index":0,"message":{"content":"Yes.","extra_content":{"google":{"thought_signature":"s"}},"role":"assistant"}}],"created":1,"id":"1","model":"m","object":"chat.completion","usage":{"completion_tokens":7,"prompt_tokens":12,"total_tokens":59}}`,
			usage: adhere.Usage{In: 12, Out: 47, Thought: 40},
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
		"Anthropic, limit":     {400, `{"type":"error","error":{"type":"invalid_request_error","message":"You have reached your specified workspace API usage limits. Access is back on 1 December."}}`, adhere.Refused, "usage limits"},
		"Anthropic, tier":      {429, `{"type":"error","error":{"type":"rate_limit_error","message":"the month's spend is reached","details":{"error_code":"enforced_spend_limit_reached"}}}`, adhere.Refused, "month's spend"},
		"Anthropic, contract":  {429, `{"type":"error","error":{"type":"rate_limit_error","message":"the contract's limit","details":{"error_code":"contract_spend_limit_reached"}}}`, adhere.Refused, "contract's"},
		"Anthropic, on hold":   {400, `{"type":"error","error":{"type":"invalid_request_error","message":"it is on hold","details":{"error_code":"organization_on_hold"}}}`, adhere.Refused, "on hold"},
		"OpenAI, no credit":    {429, `{"error":{"message":"no credit is left","type":"requests","param":null,"code":"credit_balance_exhausted"}}`, adhere.Refused, "no credit"},
		"OpenAI, misaligned":   {400, `{"error":{"message":"this is turned down","type":"invalid_request","param":null,"code":"misalignment_policy_violation"}}`, adhere.Unusable, "turned down"},
		"Anthropic, too fast":  {429, `{"type":"error","error":{"type":"rate_limit_error","message":"usage grows too fast","details":{"error_code":"ramp_limit_exceeded"}}}`, adhere.RateLimited, "too fast"},
		"OpenAI, spend limit":  {429, `{"error":{"message":"the project's limit is reached","type":"requests","param":null,"code":"project_spend_limit_exceeded"}}`, adhere.Refused, "project's limit"},
		"OpenAI, flagged":      {400, `{"error":{"message":"this may be an attack","type":"invalid_request","param":null,"code":"cyber_policy"}}`, adhere.Unusable, "an attack"},
		"OpenAI, too large":    {429, `{"error":{"message":"Request too large for m in organization o on tokens per min (TPM): Limit 30000, Requested 45000.","type":"tokens","param":null,"code":"rate_limit_exceeded"}}`, adhere.Invalid, "Limit 30000"},
		"Groq, too large":      {413, `{"error":{"message":"Request too large for model m in organization o on tokens per minute (TPM): Limit 6000, Requested 14000","type":"tokens","code":"rate_limit_exceeded"}}`, adhere.Invalid, "Limit 6000"},
		"Groq, too fast":       {429, `{"error":{"message":"Rate limit reached for model m on tokens per minute (TPM): Limit 6000, Used 5034, Requested 1443","type":"tokens","code":"rate_limit_exceeded"}}`, adhere.RateLimited, "Used 5034"},
		"OpenRouter, no more":  {429, `{"error":{"message":"Rate limit exceeded: free-models-per-day. Add 10 credits to unlock more","code":429,"metadata":{"headers":{"X-RateLimit-Limit":"50","X-RateLimit-Remaining":"0","X-RateLimit-Reset":"1790000000000"}}}}`, adhere.Refused, "per-day"},
		"xAI, key":             {400, `{"code":"Client specified an invalid argument","error":"Incorrect API key provided: xx***xx."}`, adhere.Refused, "Incorrect API key"},
		"xAI, credits":         {429, `{"code":"Some resource has been exhausted","error":"Your team has either used all available credits or reached its monthly spending limit."}`, adhere.Refused, "monthly spending"},
		"Groq, restricted":     {400, `{"error":{"message":"the organization may not call","type":"invalid_request_error","code":"organization_restricted"}}`, adhere.Refused, "may not call"},
		"xAI, flagged":         {403, `{"code":"The caller does not have permission to execute the specified operation","error":"Content violates usage guidelines. Failed check: SAFETY_CHECK_TYPE_BIO"}`, adhere.Unusable, "SAFETY_CHECK_TYPE_BIO"},
		"Google, no money":     {429, `{"error":{"code":429,"message":"Your prepayment credits are depleted. See the project's billing.","status":"RESOURCE_EXHAUSTED"}}`, adhere.Refused, "depleted"},
		"llama.cpp, full":      {500, `{"error":{"code":500,"message":"Context size has been exceeded.","type":"server_error"}}`, adhere.Unavailable, "exceeded"}, // by all calls under way together: each of them is told
		"Bedrock, day":         {429, `{"message":"Too many tokens per day, please wait before trying again."}`, adhere.Refused, "per day"},
		"LiteLLM, budget":      {400, `{"error":{"message":"the budget of the key is spent","type":"budget_exceeded","param":null,"code":"400"}}`, adhere.Refused, "is spent"},
		"OpenAI, retired":      {400, `{"error":{"message":"the model m is not served any more","type":"invalid_request_error","param":null,"code":"model_not_found"}}`, adhere.NotFound, "any more"},
		"New API, no channel":  {503, `{"error":{"message":"no channel is available for m","type":"new_api_error","param":"","code":"model_not_found"}}`, adhere.Unavailable, "no channel"},
		"Bedrock, lost":        {424, `{"message":"an error in the model","originalStatusCode":500,"resourceName":"m"}`, adhere.Unavailable, "in the model"},
		"LiteLLM, key":         {401, `{"error":{"message":"Authentication Error, the key is not known","type":"auth_error","param":"None","code":"401"}}`, adhere.Refused, "not known"},
	} {
		_, err := openWith(t, "openai-api/local/m", &http.Client{Transport: fixedReply{c.status, c.body}}).Generate(t.Context(), isIt())
		if err == nil || adhere.CodeOf(err) != c.code || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, code %s, want %s and %q", name, err, adhere.CodeOf(err), c.code, c.says)
		}
		if hint := adhere.HintOf(err); strings.Contains(name, "too large") != strings.Contains(hint, "--max-tokens") {
			t.Errorf("%s: the hint is %q", name, hint)
		}
	}
}

func isIt() *adhere.Request {
	return &adhere.Request{Messages: []adhere.Message{{Role: adhere.User, Text: "Is it?"}}}
}
