package provider_test

import (
	"errors"
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

// env is a lookup function over fixed variables.
func env(vars ...string) func(string) string {
	return func(name string) string {
		for _, v := range vars {
			if k, value, _ := strings.Cut(v, "="); k == name {
				return value
			}
		}
		return ""
	}
}

func TestOpenAddresses(t *testing.T) {
	for name, c := range map[string]struct {
		spec   string
		vars   []string
		base   string
		url    string
		header string // "Name: value" that must be sent
	}{
		"openai":            {spec: "openai/gpt-4o", vars: []string{"OPENAI_API_KEY=k"}, url: "https://api.openai.com/v1/chat/completions", header: "Authorization: Bearer k"},
		"openai org":        {spec: "openai/gpt-4o", vars: []string{"OPENAI_API_KEY=k", "OPENAI_ORG_ID=o"}, url: "https://api.openai.com/v1/chat/completions", header: "Openai-Organization: o"},
		"openai elsewhere":  {spec: "openai/m", vars: []string{"OPENAI_BASE_URL=http://h:1/v1/"}, url: "http://h:1/v1/chat/completions"},
		"given base":        {spec: "openai/m", vars: []string{"OPENAI_BASE_URL=http://h:1/v1"}, base: "http://other/v1", url: "http://other/v1/chat/completions"},
		"anthropic":         {spec: "anthropic/c", vars: []string{"ANTHROPIC_API_KEY=k"}, url: "https://api.anthropic.com/v1/messages", header: "X-Api-Key: k"},
		"anthropic v1":      {spec: "anthropic/c", vars: []string{"ANTHROPIC_BASE_URL=http://h/v1"}, url: "http://h/v1/messages", header: "Anthropic-Version: 2023-06-01"},
		"openrouter":        {spec: "openrouter/meta/llama", vars: []string{"OPENROUTER_API_KEY=k"}, url: "https://openrouter.ai/api/v1/chat/completions", header: "Authorization: Bearer k"},
		"azure v1":          {spec: "azure/my-dep", vars: []string{"AZURE_OPENAI_API_KEY=k", "AZURE_OPENAI_ENDPOINT=https://r.openai.azure.com"}, url: "https://r.openai.azure.com/openai/v1/chat/completions", header: "Api-Key: k"},
		"azure dated":       {spec: "azure/my-dep", vars: []string{"AZURE_OPENAI_API_KEY=k", "AZURE_OPENAI_ENDPOINT=https://r.openai.azure.com/", "AZURE_OPENAI_API_VERSION=2024-10-21"}, url: "https://r.openai.azure.com/openai/deployments/my-dep/chat/completions?api-version=2024-10-21"},
		"azure whole":       {spec: "azure/my-dep", vars: []string{"AZURE_OPENAI_ENDPOINT=http://proxy/openai/v1"}, url: "http://proxy/openai/v1/chat/completions"},
		"ollama":            {spec: "ollama/llama3:8b", url: "http://localhost:11434/v1/chat/completions"},
		"ollama host":       {spec: "ollama/m", vars: []string{"OLLAMA_HOST=gpu:1234"}, url: "http://gpu:1234/v1/chat/completions"},
		"ollama bare":       {spec: "ollama/m", vars: []string{"OLLAMA_HOST=gpu"}, url: "http://gpu:11434/v1/chat/completions"},
		"ollama listens":    {spec: "ollama/m", vars: []string{"OLLAMA_HOST=0.0.0.0"}, url: "http://127.0.0.1:11434/v1/chat/completions"},
		"ollama port":       {spec: "ollama/m", vars: []string{"OLLAMA_HOST=:99"}, url: "http://127.0.0.1:99/v1/chat/completions"},
		"ollama https":      {spec: "ollama/m", vars: []string{"OLLAMA_HOST=https://h/v1"}, url: "https://h/v1/chat/completions"},
		"ollama IPv6":       {spec: "ollama/m", vars: []string{"OLLAMA_HOST=http://[::1]"}, url: "http://[::1]:11434/v1/chat/completions"},
		"vllm":              {spec: "vllm/org/m", url: "http://localhost:8000/v1/chat/completions"},
		"vllm elsewhere":    {spec: "vllm/m", vars: []string{"VLLM_BASE_URL=http://gpu/v1", "VLLM_API_KEY=k"}, url: "http://gpu/v1/chat/completions", header: "Authorization: Bearer k"},
		"google":            {spec: "google/gemini-2.5-flash", vars: []string{"GEMINI_API_KEY=k"}, url: "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent", header: "X-Goog-Api-Key: k"},
		"google, other key": {spec: "google/gemini-2.5-flash", vars: []string{"GOOGLE_API_KEY=k", "GEMINI_BASE_URL=http://h/v1beta"}, url: "http://h/v1beta/models/gemini-2.5-flash:generateContent", header: "X-Goog-Api-Key: k"},
		"google as OpenAI":  {spec: "google/gemini-2.5-flash", vars: []string{"GEMINI_API_KEY=k", "GEMINI_BASE_URL=https://generativelanguage.googleapis.com/v1beta/openai/"}, url: "https://generativelanguage.googleapis.com/v1beta/openai/chat/completions", header: "Authorization: Bearer k"},
		"responses":         {spec: "openai-responses/gpt-5", vars: []string{"OPENAI_API_KEY=k", "OPENAI_ORG_ID=o"}, url: "https://api.openai.com/v1/responses", header: "OpenAI-Organization: o"},
		"vertex":            {spec: "vertex/google/gemini-2.5-pro", vars: []string{"VERTEX_ACCESS_TOKEN=k", "GOOGLE_CLOUD_PROJECT=p1", "GOOGLE_CLOUD_LOCATION=europe-west1"}, url: "https://europe-west1-aiplatform.googleapis.com/v1/projects/p1/locations/europe-west1/endpoints/openapi/chat/completions", header: "Authorization: Bearer k"},
		"vertex, global":    {spec: "vertex/google/gemini-3-pro-preview", vars: []string{"VERTEX_ACCESS_TOKEN=k", "GOOGLE_CLOUD_PROJECT=p1", "GOOGLE_CLOUD_LOCATION=global"}, url: "https://aiplatform.googleapis.com/v1/projects/p1/locations/global/endpoints/openapi/chat/completions"},
		"Claude on Bedrock": {spec: "anthropic/anthropic.claude-opus-5-5", vars: []string{"ANTHROPIC_BASE_URL=https://bedrock-mantle.us-east-1.api.aws/anthropic", "ANTHROPIC_API_KEY=k"}, url: "https://bedrock-mantle.us-east-1.api.aws/anthropic/v1/messages", header: "X-Api-Key: k"},
		"bedrock":           {spec: "bedrock/openai.gpt-oss-120b-1:0", vars: []string{"AWS_BEARER_TOKEN_BEDROCK=k", "AWS_REGION=us-west-2"}, url: "https://bedrock-runtime.us-west-2.amazonaws.com/openai/v1/chat/completions", header: "Authorization: Bearer k"},
		"bedrock, address":  {spec: "bedrock/m", vars: []string{"BEDROCK_BASE_URL=http://h/v1"}, url: "http://h/v1/chat/completions"},
		"huggingface":       {spec: "huggingface/org/m", vars: []string{"HF_TOKEN=k"}, url: "https://router.huggingface.co/v1/chat/completions", header: "Authorization: Bearer k"},
		"named":             {spec: "openai-api/my-host/a/b", vars: []string{"MY_HOST_BASE_URL=http://h/v1", "MY_HOST_API_KEY=k"}, url: "http://h/v1/chat/completions", header: "Authorization: Bearer k"},
	} {
		s := &modeltest.Stub{}
		m, err := provider.Open(c.spec, env(c.vars...), provider.Options{BaseURL: c.base, Client: modeltest.Client(s), Header: http.Header{"x-extra": {"yes"}}})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if _, _, err := ask(t, m); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := s.Last()
		if got.URL != c.url {
			t.Errorf("%s: calls %s, want %s", name, got.URL, c.url)
		}
		k, v, _ := strings.Cut(c.header, ": ")
		if k != "" && got.Header.Get(k) != v {
			t.Errorf("%s: header %s is %q, want %q", name, k, got.Header.Get(k), v)
		}
		if got.Header.Get("X-Extra") != "yes" || got.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s: headers %v", name, got.Header)
		}
		if _, asked := got.Open(); !strings.HasSuffix(c.spec, asked) || strings.HasPrefix(asked, "openai-api") {
			t.Errorf("%s: asks for model %q", name, asked)
		}
	}
}

func TestOpenErrors(t *testing.T) {
	for _, c := range []struct {
		spec string
		vars []string
		base string
		code adhere.Code
		says string // in message or hint
	}{
		{"gpt-4o", nil, "", adhere.Invalid, "PROVIDER/MODEL"},
		{"openai/", nil, "", adhere.Invalid, "PROVIDER/MODEL"},
		{"nobody/m", nil, "", adhere.NotFound, "anthropic/MODEL"},
		{"openai-api/local", nil, "", adhere.Invalid, "openai-api/NAME/MODEL"},
		{"openai/gpt-4o", nil, "", adhere.Refused, "OPENAI_API_KEY"},
		{"openai/gpt-4o", []string{"OPENAI_API_KEY= "}, "", adhere.Refused, "OPENAI_API_KEY"},
		{"anthropic/c", nil, "", adhere.Refused, "ANTHROPIC_API_KEY"},
		{"azure/d", []string{"AZURE_OPENAI_ENDPOINT=https://r.openai.azure.com"}, "", adhere.Refused, "AZURE_OPENAI_API_KEY"},
		{"azure/d", nil, "", adhere.Invalid, "AZURE_OPENAI_ENDPOINT"},
		{"openai-api/my-host/m", nil, "", adhere.Invalid, "MY_HOST_BASE_URL"},
		{"openai/m", []string{"OPENAI_BASE_URL=localhost:8000"}, "", adhere.Invalid, "OPENAI_BASE_URL"},
		{"openai/m", nil, "ftp://h", adhere.Invalid, "http or https"},
		{"bedrock/m", []string{"AWS_BEARER_TOKEN_BEDROCK=k"}, "", adhere.Invalid, "AWS_REGION"},
		{"bedrock/m", []string{"AWS_REGION=us-east-1"}, "", adhere.Refused, "AWS_BEARER_TOKEN_BEDROCK"},
		{"google/m", nil, "", adhere.Refused, "GEMINI_API_KEY"},
		{"ollama/m", []string{"OLLAMA_HOST=http://a b"}, "", adhere.Invalid, "OLLAMA_HOST"},
	} {
		_, err := provider.Open(c.spec, env(c.vars...), provider.Options{BaseURL: c.base})
		if adhere.CodeOf(err) != c.code || !strings.Contains(err.Error()+adhere.HintOf(err), c.says) || adhere.HintOf(err) == "" {
			t.Errorf("%s %v: got %s: %v (%s)", c.spec, c.vars, adhere.CodeOf(err), err, adhere.HintOf(err))
		}
	}
}

func TestProvidersAreOpened(t *testing.T) {
	for _, p := range provider.Providers() {
		if _, err := provider.Open(p, env(), provider.Options{BaseURL: "http://h/v1"}); err != nil {
			t.Errorf("%s: %v", p, err)
		}
	}
}

func TestTokenLimitField(t *testing.T) {
	limit := 9
	req := modeltest.Ask("x")
	req.Params.MaxTokens = &limit
	for _, c := range []struct{ spec, given, want string }{
		{"openai/gpt-4o", "", `"max_tokens":9`},
		{"openai/gpt-4-turbo", "", `"max_tokens":9`},
		{"openai/o1-mini", "", `"max_completion_tokens":9`},
		{"openai/o3", "", `"max_completion_tokens":9`},
		{"openai/gpt-5-nano", "", `"max_completion_tokens":9`},
		{"openai/gpt-5", "max_tokens", `"max_tokens":9`},
		{"openai/ollama", "", `"max_tokens":9`},
		{"ollama/o1-like", "", `"max_tokens":9`},
		{"azure/prod", "max_completion_tokens", `"max_completion_tokens":9`},
		{"openai-api/x/m", "", `"max_tokens":9`},
	} {
		s := &modeltest.Stub{}
		m, err := provider.Open(c.spec, env(), provider.Options{BaseURL: "http://h/v1", Client: modeltest.Client(s), LimitField: c.given})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Generate(t.Context(), req); err != nil || !strings.Contains(string(s.Last().Body), c.want) {
			t.Errorf("%s: %s, %v", c.spec, s.Last().Body, err)
		}
	}
}

func TestWhatProvidersIgnore(t *testing.T) {
	seed, limit := int64(7), 100
	req := modeltest.Ask("x")
	req.Params.Seed, req.Params.MaxTokens, req.Schema = &seed, &limit, []byte(`{"type":"object"}`)
	s := &modeltest.Stub{}
	resp, err := open(t, "openai/m", s).Generate(t.Context(), req)
	if err != nil || len(resp.Warnings) != 0 {
		t.Errorf("%+v, %v", resp, err)
	}
	if got, _ := s.Last().Open(); got.Params.Seed == nil || *got.Params.Seed != 7 || string(got.Schema) != `{"type":"object"}` {
		t.Errorf("sent %s", s.Last().Body)
	}
	resp, err = open(t, "anthropic/m", s).Generate(t.Context(), req)
	if err != nil || len(resp.Warnings) != 1 || !strings.HasPrefix(resp.Warnings[0], "seed was ignored") || !strings.Contains(string(s.Last().Body), `"input_schema":{"type":"object"}`) {
		t.Errorf("%+v, %v", resp, err)
	}
	resp, err = open(t, "anthropic/m", s).Generate(t.Context(), modeltest.Ask("x"))
	if err != nil || len(resp.Warnings) != 1 || !strings.Contains(resp.Warnings[0], "32000") {
		t.Errorf("%+v, %v", resp, err)
	}
	req.Schema = []byte(`{`)
	if _, err = open(t, "openai/m", s).Generate(t.Context(), req); adhere.CodeOf(err) != adhere.Invalid {
		t.Errorf("a schema that is no JSON: %v", err)
	}
}

func TestDeploymentsAreNotWrongModels(t *testing.T) {
	s := &modeltest.Stub{Plan: modeltest.Always(modeltest.Behaviour{Model: "gpt-4o-2024-08-06"})}
	resp, _, err := ask(t, open(t, "azure/prod", s))
	if err != nil || len(resp.Warnings) != 0 || resp.Model != "azure/gpt-4o-2024-08-06" {
		t.Errorf("%+v, %v", resp, err)
	}
}

func TestAttemptTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &modeltest.Stub{Plan: modeltest.Always(modeltest.Behaviour{Drip: time.Second}), Reply: func(*modeltest.Asked) string { return strings.Repeat("slow ", 50) }}
		m, err := provider.Open("openai/m", env(), provider.Options{BaseURL: "http://h/v1", Client: modeltest.Client(s), Timeout: 10 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		_, err = model.Stream(t.Context(), m, modeltest.Ask("x"), func(c adhere.Chunk) error { text += c.Text; return nil })
		if adhere.CodeOf(err) != adhere.Unusable || !strings.Contains(err.Error(), "not whole within 10s") || !strings.HasPrefix(text, strings.Repeat("slow ", 2)) {
			t.Errorf("%v after %q", err, text)
		}
	})
}

func TestUnreachable(t *testing.T) {
	m, err := provider.Open("ollama/m", env("OLLAMA_HOST=127.0.0.1:1"), provider.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = ask(t, m)
	if adhere.CodeOf(err) != adhere.Unavailable || !strings.Contains(adhere.HintOf(err), "http://127.0.0.1:1") {
		t.Errorf("%v (%s)", err, adhere.HintOf(err))
	}
}

// TestNoRedirect holds that a key does not follow a redirect to another host.
func TestNoRedirect(t *testing.T) {
	foreign := &modeltest.Stub{}
	away, stopAway, err := foreign.Listen(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer stopAway()
	s := &modeltest.Stub{
		Plan:   modeltest.Always(modeltest.Behaviour{Status: http.StatusTemporaryRedirect}),
		Header: func(*modeltest.Asked) http.Header { return http.Header{"Location": {away + "/messages"}} },
	}
	url, stop, err := s.Listen(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	m, err := provider.Open("anthropic/m", env("ANTHROPIC_API_KEY=k"), provider.Options{BaseURL: url})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err = ask(t, m); adhere.CodeOf(err) != adhere.Permanent || foreign.Requests() != 0 {
		t.Errorf("%d calls elsewhere, %v", foreign.Requests(), err)
	}
}

// TestProviderErrorIsKept holds that callers can see what the provider said.
func TestProviderErrorIsKept(t *testing.T) {
	s := &modeltest.Stub{Plan: modeltest.Always(modeltest.Behaviour{Status: 429, Kind: "rate_limit_exceeded", Message: "20 per minute", RetryAfter: 3 * time.Second})}
	_, _, err := ask(t, open(t, "openai/m", s))
	var p *model.ProviderError
	if !errors.As(err, &p) || p.Status != 429 || p.Kind != "rate_limit_exceeded" || p.Message != "20 per minute" || p.RetryAfter != 3*time.Second {
		t.Errorf("%+v", p)
	}
	if model.RetryAfter(err) != 3*time.Second || !model.Retryable(err) {
		t.Error("the wait was lost")
	}
}
