package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"
)

// serves is the variable that makes a process of this test a server: the fast
// stub, or a plain proxy in front of the address it holds.
const serves = "MODELSTUB_TEST_SERVES"

func TestMain(m *testing.M) {
	upstream, asked := os.LookupEnv(serves)
	if !asked {
		os.Exit(m.Run())
	}
	if err := serveFast(upstream); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serveFast(upstream string) (err error) {
	h := fastStub()
	if upstream != "" {
		if h, err = plainProxy(upstream); err != nil {
			return err
		}
	}
	return serveUntilStopped("127.0.0.1:0", "", h)
}

// chunksPerStream is how many pieces of text a stream of the fast stub has.
const chunksPerStream = 50

// fastStub answers at once with the same 1.3 KB, whole or streamed, and does
// as little as it can: what is measured is what stands in front of it.
func fastStub() http.Handler {
	whole := fastReply()
	chunk := []byte(`data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1700000000,"model":"m","choices":[{"index":0,"delta":{"content":" word"},"logprobs":null,"finish_reason":null}]}` + "\n\n")
	end := []byte(`data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1700000000,"model":"m","choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}` + "\n\ndata: [DONE]\n\n")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		if !bytes.Contains(body, []byte(`"stream":true`)) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Length", strconv.Itoa(len(whole)))
			_, _ = w.Write(whole) // the caller has gone: nothing to be done
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		flush := http.NewResponseController(w)
		for range chunksPerStream {
			if _, err := w.Write(chunk); err != nil || flush.Flush() != nil {
				return
			}
		}
		_, _ = w.Write(end)
	})
}

// fastReply is an answer of 1.3 KB, as hosted models send them.
func fastReply() []byte {
	text := strings.TrimSpace(strings.Repeat("All of these words are one answer. ", 25))
	return fmt.Appendf(nil, `{"id":"chatcmpl-1","object":"chat.completion","created":1700000000,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":%q,"refusal":null,"annotations":[]},"logprobs":null,"finish_reason":"stop"}],"usage":{"prompt_tokens":120,"completion_tokens":180,"total_tokens":300,"prompt_tokens_details":{"cached_tokens":0,"audio_tokens":0},"completion_tokens_details":{"reasoning_tokens":0,"audio_tokens":0,"accepted_prediction_tokens":0,"rejected_prediction_tokens":0}},"service_tier":"default","system_fingerprint":"fp_1"}`, text)
}

// plainProxy passes on what it gets, by the standard library's own means. The
// body is read first: one that is still being read while the answer is written
// cuts streams short.
func plainProxy(upstream string) (http.Handler, error) {
	to, err := url.Parse(strings.TrimSuffix(upstream, "/v1"))
	if err != nil {
		return nil, err
	}
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConns, t.MaxIdleConnsPerHost = 0, 512
	proxy := &httputil.ReverseProxy{Transport: t, Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to) }}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, "the body cannot be read", http.StatusBadRequest)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		proxy.ServeHTTP(w, r)
	}), nil
}
