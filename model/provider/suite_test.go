package provider_test

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"

	"adhere"
	"adhere/model/modeltest"
	"adhere/model/provider"
)

// opener opens a model of one provider on a stub.
func opener(spec string) func(*testing.T, *modeltest.Stub) adhere.Model {
	return func(t *testing.T, s *modeltest.Stub) adhere.Model { return open(t, spec, s) }
}

func open(t *testing.T, spec string, s *modeltest.Stub) adhere.Model {
	t.Helper()
	return openWith(t, spec, modeltest.Client(s))
}

func openWith(t *testing.T, spec string, client *http.Client) adhere.Model {
	t.Helper()
	m, err := provider.Open(spec, env(), provider.Options{BaseURL: "http://stub/v1", Client: client})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestDialects(t *testing.T) {
	for _, spec := range []string{"openai/gpt-4o", "openai/o3", "openai-responses/gpt-5", "google/gemini-2.5-flash", "anthropic/claude-3-5-haiku", "ollama/llama3:8b", "openrouter/meta/llama-3", "openai-api/local/m"} {
		t.Run(spec, func(t *testing.T) { modeltest.TestModel(t, opener(spec)) })
	}
}

// TestOverNetwork runs the suite over real connections.
func TestOverNetwork(t *testing.T) {
	modeltest.TestModel(t, func(t *testing.T, s *modeltest.Stub) adhere.Model {
		url, stop, err := s.Listen(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(stop)
		m, err := provider.Open("openai/gpt-4o", func(string) string { return "" }, provider.Options{BaseURL: url})
		if err != nil {
			t.Fatal(err)
		}
		return m
	})
}

// ask asks m one thing and returns how long it took.
func ask(t *testing.T, m adhere.Model) (*adhere.Response, time.Duration, error) {
	t.Helper()
	start := time.Now()
	resp, err := m.Generate(t.Context(), modeltest.Ask("x"))
	return resp, time.Since(start), err
}

// memory keeps replies for as long as a test.
type memory struct {
	mu      sync.Mutex
	replies map[string]*adhere.Response
}

func newCalls() *memory { return &memory{replies: map[string]*adhere.Response{}} }

func (c *memory) Get(_ context.Context, key string) (*adhere.Response, bool, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, ok := c.replies[key]
	return r, ok, nil
}

func (c *memory) Put(_ context.Context, key, _ string, _ *adhere.Request, resp *adhere.Response) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.replies[key] = resp
	return nil
}
