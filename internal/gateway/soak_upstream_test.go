package gateway_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
)

// A soakUpstream answers, or misbehaves as the header X-Kind says. It keeps
// nothing of what it is asked.
type soakUpstream struct{ asked, busy, open atomic.Int64 }

func (u *soakUpstream) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	u.asked.Add(1)
	u.open.Add(1)
	defer u.open.Add(-1)
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	a := &asked{path: r.URL.Path, body: body}
	_ = json.Unmarshal(body, &a.fields) // a GET has none
	if u.misbehaves(w, r) {
		return
	}
	text := repairs(a)
	switch {
	case r.URL.Path == "/v1/models":
		fmt.Fprint(w, `{"object":"list","data":[{"id":"m","object":"model"}]}`)
	case r.URL.Path == "/v1/responses":
		speaksResponses(repairsInput)(w, r, a)
	case r.URL.Path != "/v1/chat/completions":
		fmt.Fprint(w, `{"object":"list","data":[{"embedding":[0.1]}],"usage":{"prompt_tokens":1,"total_tokens":1}}`)
	case string(a.fields["stream"]) == "true":
		stream(w, a, text)
	default:
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"id":"c","object":"chat.completion","model":"m","choices":[{"index":0,"message":{"role":"assistant","content":%s},"finish_reason":"stop"}],"usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15}}`, quote(text))
	}
}

// misbehaves does what is asked of it by the header, and reports whether that
// was all.
func (u *soakUpstream) misbehaves(w http.ResponseWriter, r *http.Request) bool {
	sse := func(text string) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, text)
		_ = http.NewResponseController(w).Flush() // the client may be gone
	}
	const piece = "data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}]}\n\n"
	switch r.Header.Get("X-Kind") {
	case "busy": // every second time
		if u.busy.Add(1)%2 == 0 {
			return false
		}
		w.Header().Set("Retry-After-Ms", "1")
		w.WriteHeader(http.StatusTooManyRequests)
	case "fails":
		w.Header().Set("Retry-After-Ms", "1")
		w.WriteHeader(http.StatusInternalServerError)
	case "resets":
		panic(http.ErrAbortHandler)
	case "stalls":
		<-r.Context().Done()
	case "stalls in a stream":
		sse(piece)
		<-r.Context().Done()
	case "garbage":
		sse("data: {{{ \xff\n\nevent\n: x\n\ndata: [DONE]\n\n")
	case "cuts":
		sse(piece)
		panic(http.ErrAbortHandler)
	case "calls a tool":
		fmt.Fprint(w, `{"id":"c","choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}`)
	default:
		return false
	}
	return true
}
