package gateway_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"runtime/metrics"
	"strings"
	"sync"
	"testing"
	"time"

	"adhere"
	"adhere/internal/gateway"
	"adhere/internal/serving"
)

// endless answers with n times a kilobyte of text, whole or as a stream.
func endless(n int) func(w http.ResponseWriter, r *http.Request, a *asked) bool {
	piece := strings.Repeat("word, ", 170)
	return func(w http.ResponseWriter, _ *http.Request, a *asked) bool {
		if string(a.fields["stream"]) == "true" {
			w.Header().Set("Content-Type", "text/event-stream")
			for range n {
				fmt.Fprintf(w, "data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{\"content\":%q}}]}\n\n", piece)
			}
			fmt.Fprint(w, "data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
			return true
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"id":"c","choices":[{"index":0,"message":{"role":"assistant","content":"`)
		for range n {
			_, _ = io.WriteString(w, piece)
		}
		fmt.Fprint(w, `"},"finish_reason":"stop"}]}`)
		return true
	}
}

// Where a rule is enforced, an answer that is too large to be checked is refused: a
// client can ask for length. What it used is paid for.
func TestLargeAnswersUnderRules(t *testing.T) {
	rules, _ := ruleFile(t, "rules: [{strategy: decrim, enforce: true, constraints: [Do not use any commas.]}]")
	for _, more := range []string{`"stream":false`, `"stream":true`} {
		keys, k := keyed(t, serving.Key{Name: "k", Limits: serving.Limits{TokensPerMinute: 1e5}})
		url := served(t, &upstream{raw: endless(1 << 10)}, keys, nil, func(o *gateway.Options) { o.Rules, o.MaxReply = rules, 1<<18 })
		status, r := call(t, http.MethodPost, url+"/v1/chat/completions", k[0], ask("Hello.", more))
		if status != http.StatusBadGateway || codeOf(r) != "large_reply" {
			t.Errorf("%s: status %d: %+v", more, status, r)
		}
		if status, _ = call(t, http.MethodPost, url+"/v1/chat/completions", k[0], ask("Hello.", more, `"max_tokens":60000`)); status != http.StatusTooManyRequests {
			t.Errorf("%s: the next one has status %d", more, status)
		}
	}
}

// An answer that is too large to be checked reaches its client whole, is paid
// for, and is not held; several at once neither.
func TestLargeAnswersPassUnheld(t *testing.T) {
	const pieces = 4 << 10 // 4 MB
	keys, k := keyed(t, serving.Key{Name: "k", Limits: serving.Limits{TotalBudget: 1e6 * adhere.USD}})
	held := func() int64 { // MB that are still in use
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		runtime.GC()
		runtime.GC() // what pools keep goes with the second
		metrics.Read(live)
		return int64(live[0].Value.Uint64() >> 20)
	}
	for _, c := range []struct{ strategy, more string }{
		{"decrim", ""},
		{"decrim", `,"stream":true`},
		{"decrim", `,"stream":true,"adhere":{"stream":"optimistic"}`},
		{"verify", ""},
		{"verify", `,"stream":true`},
		{"passthrough", ""},
	} {
		url := served(t, &upstream{raw: endless(pieces)}, keys, nil, func(o *gateway.Options) {
			o.Settings.Strategy, o.MaxReply = c.strategy, 1<<18
		})
		before := held() // what other tests left
		var halfway sync.WaitGroup
		halfway.Add(5)
		var once sync.Once
		var all sync.WaitGroup
		for range 5 {
			all.Go(func() {
				req, _ := http.NewRequest(http.MethodPost, url+"/v1/chat/completions", strings.NewReader(strings.TrimSuffix(ask(haiku), "}")+c.more+"}"))
				req.Header.Set("Authorization", "Bearer "+k[0])
				resp, err := client.Do(req)
				if err != nil {
					t.Error(err)
					halfway.Done()
					return
				}
				defer resp.Body.Close()
				half, _ := io.CopyN(io.Discard, resp.Body, pieces*500)
				halfway.Done()
				halfway.Wait()
				once.Do(func() {
					// Nobody reads, so once all connections are full nobody writes,
					// and what is in use stays as it is.
					var n int64
					for range 100 {
						if n = held() - before; n <= 14 { // five times 4 MB would be more for ever
							return
						}
						time.Sleep(100 * time.Millisecond)
					}
					t.Errorf("%v: %d MB are held", c, n)
				})
				rest, err := io.ReadAll(resp.Body)
				n := half + int64(len(rest))
				skipped := resp.Header.Get("X-Adhere-Skipped") == "large_reply" || bytes.Contains(rest, []byte(`"skipped":"large_reply"`))
				if err != nil || n < pieces*1000 || c.strategy == "decrim" && !skipped {
					t.Errorf("%v: %d bytes, %v, skipped %v", c, n, err, skipped)
				}
			})
		}
		all.Wait()
	}
}
