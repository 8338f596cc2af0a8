package provider_test

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adhere"
	"adhere/model"
)

// streamed opens a model whose server answers with one of testdata/streams.
func streamed(t *testing.T, file string) adhere.Model {
	t.Helper()
	body, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	answer := func(req *http.Request) (*http.Response, error) {
		return &http.Response{
			StatusCode: http.StatusOK, Request: req, Body: io.NopCloser(strings.NewReader(string(body))),
			Header: http.Header{"Content-Type": {"text/event-stream"}},
		}, nil
	}
	return openWith(t, "openai-api/local/m", &http.Client{Transport: roundTrip(answer)})
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// TestServersStreams holds that streams are read in the shape of each server,
// with what it adds and leaves out, and that what goes wrong in one is told in
// the server's words.
func TestServersStreams(t *testing.T) {
	wrong := map[string]string{
		"openrouter-error": "the provider went away", "vllm-error": "the engine died", "vllm-error-object": "the engine died", "llama.cpp-error": "the context is full",
		"deepseek-overloaded": "insufficient_system_resource",
	}
	reasons := map[string]string{"vllm": "hm", "llama.cpp": "hm", "ollama": "hm", "openrouter": "hm", "deepseek": "hm", "mistral": "hm"}
	files, err := filepath.Glob("testdata/streams/*.txt")
	if err != nil || len(files) < 15 {
		t.Fatalf("%d streams, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		var pieces strings.Builder
		got, err := model.Stream(t.Context(), streamed(t, file), isIt(), func(c adhere.Chunk) error {
			pieces.WriteString(c.Text)
			return nil
		})
		if says := wrong[name]; says != "" {
			if err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%s: %v, want %q", name, err, says)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got.Text != "Tea warms the hands" || pieces.String() != got.Text || got.Reasoning != reasons[name] || got.Finish != adhere.FinishStop || got.Usage.In != 12 || got.Usage.Out != 7 {
			t.Errorf("%s: %+v, in pieces %q", name, got, pieces.String())
		}
	}
}
