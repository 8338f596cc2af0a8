package gateway_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"adhere/internal/gateway"
	"adhere/verify/suites"
)

// canned is an upstream without a network: every second answer breaks a rule.
type canned struct{ calls int }

func (c *canned) RoundTrip(r *http.Request) (*http.Response, error) {
	_, _ = io.Copy(io.Discard, r.Body)
	text := strings.Repeat("Tea warms the hands and the house on a cold day. ", 25)
	if c.calls++; c.calls%2 == 1 {
		text += "And then, coffee."
	}
	quoted, _ := json.Marshal(text)
	body := `{"id":"x","object":"chat.completion","model":"m","choices":[{"index":0,"message":{"role":"assistant","content":` + string(quoted) + `},"finish_reason":"stop"}],"usage":{"prompt_tokens":60,"completion_tokens":300,"total_tokens":360}}`
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body))}, nil
}

// BenchmarkCorrection is a draft that breaks two of four rules and a rewrite
// that meets all: two steps, each with its JSON and its verdicts. The report
// of CPU per step is half of the time of one round.
func BenchmarkCorrection(b *testing.B) {
	up := &canned{}
	g, err := gateway.New(gateway.Options{
		Upstreams: []gateway.Upstream{{URL: "http://upstream/v1"}}, Transport: up, Catalog: suites.Catalog(),
		Settings: gateway.Settings{Strategy: "decrim"},
	})
	if err != nil {
		b.Fatal(err)
	}
	body := []byte(ask("Write about tea. Do not use any commas. Use at least 100 words and at most 300 words. Do not mention coffee."))
	for b.Loop() {
		r := httptest.NewRequest(http.MethodPost, "/v1/chat/completions", bytes.NewReader(body))
		w := httptest.NewRecorder()
		g.ServeHTTP(w, r)
		if w.Code != 200 || w.Header().Get("X-Adhere-Answer") != "2" {
			b.Fatalf("%d %v %s", w.Code, w.Header(), w.Body)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(up.calls), "µs/step")
}

// BenchmarkNewPrompt is what a prompt that was not seen before costs besides:
// the reading of its constraints, for prompts of 20 and of 300 words.
func BenchmarkNewPrompt(b *testing.B) {
	for name, story := range map[string]string{"short": "", "long": strings.Repeat("The harbour town had seen better days and its people knew it well. ", 22)} {
		b.Run(name, func(b *testing.B) {
			g, err := gateway.New(gateway.Options{Upstreams: []gateway.Upstream{{URL: "http://upstream/v1"}}, Transport: &canned{}, Catalog: suites.Catalog()})
			if err != nil {
				b.Fatal(err)
			}
			for i := 0; b.Loop(); i++ {
				body := ask(fmt.Sprintf("%sWrite about tea number %d. Do not use any commas. Use at least 100 words and at most 300 words. Do not mention coffee.", story, i))
				w := httptest.NewRecorder()
				if g.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/v1/constraints", strings.NewReader(body))); w.Code != 200 {
					b.Fatal(w.Body)
				}
			}
		})
	}
}
