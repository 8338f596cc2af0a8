package gateway_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Streams of all servers whose shapes are known pass, are checked and are
// corrected alike, and what goes wrong in one is told in the server's words.
func TestServersStreams(t *testing.T) {
	wrong := map[string]string{
		"openrouter-error": "the provider went away", "vllm-error": "the engine died", "vllm-error-object": "the engine died", "llama.cpp-error": "the context is full",
	}
	files, err := filepath.Glob("../../model/provider/testdata/streams/*.txt")
	if err != nil || len(files) < 15 {
		t.Fatalf("%d streams, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		body, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		url := open(t, &upstream{raw: answers(http.StatusOK, string(body), "Content-Type", "text/event-stream")})
		for mode, option := range map[string]string{
			"pass-through": `"adhere":{"strategy":"passthrough"}`, "shadow": `"adhere":{"strategy":"verify"}`, "buffered": `"adhere":{"stream":"buffered"}`,
			"optimistic": `"adhere":{"stream":"optimistic"}`, "proven": `"adhere":{"stream":"proven"}`,
		} {
			resp, got := post(t, url+"/v1/chat/completions", ask(haiku, `"stream":true`, `"stream_options":{"include_usage":true}`, option))
			if says := wrong[name]; says != "" {
				if !strings.Contains(got, says) {
					t.Errorf("%s, %s: %s, want %q", name, mode, got, says)
				}
				continue
			}
			if name == "deepseek-overloaded" { // the answer is not whole: it is passed on as it is
				if left := resp.Header.Get("X-Adhere-Skipped"); mode == "buffered" && left != "failed" {
					t.Errorf("%s, %s: skipped %q: %s", name, mode, left, got)
				}
				continue
			}
			s := readStream(t, got)
			if s.text != "Tea warms the hands" || len(s.errors) > 0 || s.done != 1 || s.last != "[DONE]" || s.total != 19 {
				t.Errorf("%s, %s: %+v in %s", name, mode, s, got)
			}
			if checked := mode != "pass-through" && mode != "shadow"; checked && (s.report == nil || s.report.Met != 2) {
				t.Errorf("%s, %s: report %+v", name, mode, s.report)
			}
		}
		if name == "mistral" || name == "deepseek" { // they say what was used in their last piece, to whoever asks for a stream
			if _, got := post(t, url+"/v1/chat/completions", ask(haiku, `"stream":true`)); readStream(t, got).total != 19 {
				t.Errorf("%s: the usage is lost: %s", name, got)
			}
		}
	}
}
