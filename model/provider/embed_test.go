package provider_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"adhere"
	"adhere/model"
	"adhere/model/provider"
)

// embeddings answers with vectors whose first number is the text's length, in
// reverse order; what broken returns comes first.
func embeddings(t *testing.T, broken ...string) (*provider.Embedder, *atomic.Int32) {
	t.Helper()
	var calls atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := int(calls.Add(1))
		var in struct {
			Model string   `json:"model"`
			Input []string `json:"input"`
		}
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil || r.URL.Path != "/v1/embeddings" || in.Model != "small" || len(in.Input) > 64 {
			t.Errorf("%s asked for %v of %q: %v", r.URL, len(in.Input), in.Model, err)
		}
		if n <= len(broken) {
			if broken[n-1] == "" {
				w.WriteHeader(http.StatusServiceUnavailable)
			}
			io.WriteString(w, broken[n-1])
			return
		}
		var data []string
		for i := len(in.Input) - 1; i >= 0; i-- {
			data = append(data, fmt.Sprintf(`{"index":%d,"embedding":[%d,0.5]}`, i, len(in.Input[i])))
		}
		fmt.Fprintf(w, `{"model":"small","data":[%s],"usage":{"prompt_tokens":3}}`, strings.Join(data, ","))
	}))
	t.Cleanup(server.Close)
	e, err := provider.OpenEmbedder("openai/small", func(string) string { return "" }, provider.Options{BaseURL: server.URL + "/v1"}, model.Policy{Tries: 3, Base: time.Microsecond})
	if err != nil {
		t.Fatal(err)
	}
	return e, &calls
}

// A server that takes fewer texts at once than are sent is sent fewer, but one text
// that it refuses is an error.
func TestEmbedInSmallerBatches(t *testing.T) {
	var sizes []int
	most := 10
	client := &http.Client{Transport: roundTrip(func(req *http.Request) (*http.Response, error) {
		var in struct{ Input []string }
		if err := json.NewDecoder(req.Body).Decode(&in); err != nil {
			t.Error(err)
		}
		sizes = append(sizes, len(in.Input))
		if len(in.Input) > most {
			return &http.Response{StatusCode: http.StatusUnprocessableEntity, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(fmt.Sprintf(`{"error":"batch size %d > maximum allowed batch size %d","error_type":"Validation"}`, len(in.Input), most)))}, nil
		}
		var data []string
		for i, text := range in.Input {
			data = append(data, fmt.Sprintf(`{"index":%d,"embedding":[%d,0.5]}`, i, len(text)))
		}
		return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(`{"model":"small","data":[` + strings.Join(data, ",") + `],"usage":{"prompt_tokens":3}}`))}, nil
	})}
	e, err := provider.OpenEmbedder("openai/small", func(string) string { return "" }, provider.Options{BaseURL: "http://tei.test/v1", Client: client}, model.Policy{})
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for i := range 20 {
		texts = append(texts, strings.Repeat("x", i+1))
	}
	vectors, err := e.Embed(t.Context(), texts)
	if err != nil || len(vectors) != 20 || fmt.Sprint(sizes) != "[20 10 10]" {
		t.Fatalf("%d vectors in calls of %v texts: %v", len(vectors), sizes, err)
	}
	for i, v := range vectors {
		if int(v[0]) != i+1 {
			t.Errorf("text %d has the vector %v", i, v)
		}
	}
	most, sizes = 0, nil
	_, err = e.Embed(t.Context(), texts[:2])
	if adhere.CodeOf(err) != adhere.Invalid || fmt.Sprint(sizes) != "[2 1]" {
		t.Errorf("a server that takes none: calls of %v texts, %v", sizes, err)
	}
}

func TestEmbed(t *testing.T) {
	e, calls := embeddings(t, "")
	var texts []string
	for i := range 150 {
		texts = append(texts, strings.Repeat("x", i+1))
	}
	vectors, err := e.Embed(t.Context(), texts)
	if err != nil || len(vectors) != len(texts) || calls.Load() != 4 {
		t.Fatalf("%d vectors in %d calls, %v", len(vectors), calls.Load(), err)
	}
	for i, v := range vectors {
		if len(v) != 2 || v[0] != float32(i+1) {
			t.Errorf("text %d has %v", i, v)
		}
	}
	if e.Name() != "openai/small" {
		t.Error(e.Name())
	}
	if none, err := e.Embed(t.Context(), nil); err != nil || none != nil {
		t.Error(none, err)
	}
}

// TestEmbedOddly holds that vectors count whatever is said besides.
func TestEmbedOddly(t *testing.T) {
	e, _ := embeddings(t, `{"model":7,"data":[{"index":0,"embedding":[1]}],"usage":{"prompt_tokens":"3"}}`)
	if v, err := e.Embed(t.Context(), []string{"a"}); err != nil || len(v) != 1 || len(v[0]) != 1 {
		t.Error(v, err)
	}
}

func TestEmbedRefuses(t *testing.T) {
	for name, body := range map[string]string{
		"no JSON": `half`, "too few": `{"data":[]}`, "twice": `{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}`,
		"outside": `{"data":[{"index":7,"embedding":[1]}]}`, "empty": `{"data":[{"index":0,"embedding":[]}]}`, "an error": `{"error":{"message":"no"}}`,
	} {
		e, _ := embeddings(t, body, body, body)
		if _, err := e.Embed(t.Context(), []string{"a"}); err == nil || adhere.CodeOf(err) != adhere.Unusable && name != "an error" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := provider.OpenEmbedder("anthropic/claude", func(string) string { return "key" }, provider.Options{}, model.Policy{}); adhere.CodeOf(err) != adhere.Invalid {
		t.Error(err)
	}
}
