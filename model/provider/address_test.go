package provider_test

import (
	"context"
	"testing"

	"adhere"
	"adhere/model"
	"adhere/model/modeltest"
	"adhere/model/provider"
)

func TestAddress(t *testing.T) {
	for name, c := range map[string]struct {
		spec string
		vars []string
		base string
		want string
	}{
		"openai's own":          {spec: "openai/m", vars: []string{"OPENAI_API_KEY=k"}},
		"openai's own, given":   {spec: "openai/m", vars: []string{"OPENAI_API_KEY=k"}, base: "HTTPS://API.OpenAI.com:443/v1/"},
		"openai by variable":    {spec: "openai/m", vars: []string{"OPENAI_BASE_URL=http://a/v1"}, want: "http://a/v1"},
		"openai by flag":        {spec: "openai/m", vars: []string{"OPENAI_BASE_URL=http://a/v1"}, base: "http://b/v1", want: "http://b/v1"},
		"anthropic's own":       {spec: "anthropic/m", vars: []string{"ANTHROPIC_API_KEY=k"}},
		"anthropic's own, v1":   {spec: "anthropic/m", vars: []string{"ANTHROPIC_API_KEY=k"}, base: "https://api.anthropic.com/v1/"},
		"anthropic by variable": {spec: "anthropic/m", vars: []string{"ANTHROPIC_BASE_URL=http://a"}, want: "http://a/v1"},
		"responses' own":        {spec: "openai-responses/m", vars: []string{"OPENAI_API_KEY=k"}},
		"responses elsewhere":   {spec: "openai-responses/m", base: "http://a/v1", want: "http://a/v1"},
		"google's own":          {spec: "google/m", vars: []string{"GEMINI_API_KEY=k"}},
		"google elsewhere":      {spec: "google/m", base: "http://a/v1beta", want: "http://a/v1beta"},
		"google as openai":      {spec: "google/m", base: "https://generativelanguage.googleapis.com/v1beta/openai", want: "https://generativelanguage.googleapis.com/v1beta/openai"},
		"openrouter's own":      {spec: "openrouter/x/m", vars: []string{"OPENROUTER_API_KEY=k"}},
		"openrouter elsewhere":  {spec: "openrouter/x/m", vars: []string{"OPENROUTER_BASE_URL=http://a/api/v1"}, want: "http://a/api/v1"},
		"azure":                 {spec: "azure/dep", vars: []string{"AZURE_OPENAI_API_KEY=k", "AZURE_OPENAI_ENDPOINT=https://R.openai.azure.com/", "AZURE_OPENAI_API_VERSION=2024-10-21"}, want: "https://r.openai.azure.com/openai/deployments/dep"},
		"ollama's own":          {spec: "ollama/m"},
		"ollama here":           {spec: "ollama/m", vars: []string{"OLLAMA_HOST=127.0.0.1"}},
		"ollama elsewhere":      {spec: "ollama/m", vars: []string{"OLLAMA_HOST=gpu"}, want: "http://gpu:11434/v1"},
		"named":                 {spec: "openai-api/local/m", vars: []string{"LOCAL_BASE_URL=http://GPU.:80/v1//"}, want: "http://gpu/v1"},
		"named, with secrets":   {spec: "openai-api/local/m", base: "http://me:word@gpu:8000/v1?api_key=s&tenant=t", want: "http://gpu:8000/v1?tenant=t"},
	} {
		m, err := provider.Open(c.spec, env(c.vars...), provider.Options{BaseURL: c.base})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := model.Address(m); got != c.want {
			t.Errorf("%s: address %q, want %q", name, got, c.want)
		}
		wrapped := new(model.Meter).Count("subject", model.Stack(m, model.Layers{
			Calls: newCalls(), Budget: model.NewBudget(0, 9), Retry: &model.Policy{}, Limiter: model.NewLimiter(model.Limits{}),
		}))
		if got := model.Address(wrapped); got != c.want {
			t.Errorf("%s: wrapped, the address is %q, want %q", name, got, c.want)
		}
	}
}

// Two servers that call their models by one name never share a stored reply,
// whatever sets their address.
func TestTwoServers(t *testing.T) {
	for name, c := range map[string]struct {
		spec, variable string
	}{
		"openai":     {"openai/m", "OPENAI_BASE_URL"},
		"anthropic":  {"anthropic/m", "ANTHROPIC_BASE_URL"},
		"openrouter": {"openrouter/m", "OPENROUTER_BASE_URL"},
		"azure":      {"azure/m", "AZURE_OPENAI_ENDPOINT"},
		"ollama":     {"ollama/m", "OLLAMA_HOST"},
		"named":      {"openai-api/local/m", "LOCAL_BASE_URL"},
		"by flag":    {"openai-api/local/m", ""},
	} {
		calls := newCalls()
		for _, host := range []string{"one", "two"} {
			stub := &modeltest.Stub{Reply: func(*modeltest.Asked) string { return host }}
			opts := provider.Options{Client: modeltest.Client(stub)}
			address := "http://" + host + "/v1"
			if c.variable == "" {
				opts.BaseURL = address
			}
			m, err := provider.Open(c.spec, env(c.variable+"="+address), opts)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			m = model.Stack(m, model.Layers{Calls: calls})
			for range 2 { // the second time from the store
				out, err := m.Generate(context.Background(), &adhere.Request{Messages: []adhere.Message{{Role: adhere.User, Text: "who?"}}})
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if out.Text != host || out.Server == "" {
					t.Errorf("%s: %s answers %q, by server %q", name, host, out.Text, out.Server)
				}
			}
			if stub.Requests() != 1 {
				t.Errorf("%s: %s got %d calls, want 1", name, host, stub.Requests())
			}
		}
	}
}

// What was stored of a provider's own address is found under the key that it
// had before addresses were part of keys.
func TestOwnAddressKeepsKeys(t *testing.T) {
	m, err := provider.Open("openai/m", env("OPENAI_API_KEY=k"), provider.Options{BaseURL: "https://api.openai.com/v1"})
	if err != nil {
		t.Fatal(err)
	}
	if got := model.Identity(m); got != "openai/m" {
		t.Errorf("identity %q, want openai/m", got)
	}
}
