package gateway_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"adhere/internal/gateway"
)

func packed(t *testing.T, body string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(body)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// send posts a body with headers, given as name and value by turns.
func send(t *testing.T, client *http.Client, url, body string, headers ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(context.Background(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return do(t, client, r)
}

func do(t *testing.T, client *http.Client, r *http.Request) (*http.Response, string) {
	t.Helper()
	resp, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(b)
}

// A body that was packed is read as any other, and goes on plain.
func TestPackedBodies(t *testing.T) {
	large := ask(haiku, `"x":"`+strings.Repeat("a", 2<<20)+`"`)
	for name, c := range map[string]struct {
		path, encoding, body string
		status               int
		says                 string
	}{
		"corrected":     {"/chat/completions", "gzip", packed(t, ask(haiku)), 200, `"adhere":`},
		"passed on":     {"/chat/completions", "GZIP", packed(t, ask(haiku, `"adhere":{"strategy":"passthrough"}`)), 200, "a b"},
		"responses":     {"/responses", "gzip", packed(t, `{"model":"m","input":"hello"}`), 200, "a b"},
		"another route": {"/embeddings", "gzip", packed(t, `{"model":"m"}`), 200, "a b"},
		"constraints":   {"/constraints", "gzip", packed(t, ask(haiku)), 200, "adhere.constraints"},
		"plain":         {"/chat/completions", "identity", ask(haiku), 200, `"adhere":`},
		"no gzip":       {"/chat/completions", "gzip", ask(haiku), 400, "not gzip"},
		"cut":           {"/chat/completions", "gzip", packed(t, ask(haiku))[:40], 400, "not gzip"},
		"a bomb":        {"/chat/completions", "gzip", packed(t, large), 413, "body_too_large"},
		"unknown":       {"/chat/completions", "br", ask(haiku), 415, "unsupported_encoding"},
	} {
		t.Run(name, func(t *testing.T) {
			u := &upstream{say: func(*asked) string { return "a b" }}
			url := open(t, u, func(o *gateway.Options) { o.MaxBody = 1 << 20 }) + "/v1" + c.path
			resp, body := send(t, http.DefaultClient, url, c.body, "Content-Encoding", c.encoding)
			if resp.StatusCode != c.status || !strings.Contains(body, c.says) {
				t.Errorf("status %d: %s", resp.StatusCode, body)
			}
			if u.calls() == 0 {
				return
			}
			if got := u.request(0); got.fields["model"] == nil || got.header.Get("Content-Encoding") == "gzip" {
				t.Errorf("the upstream gets %v %q", got.header, got.body)
			}
		})
	}
}

// What is no JSON stays packed.
func TestPackedFilesPassThrough(t *testing.T) {
	u := &upstream{}
	file := packed(t, "some audio")
	resp, _ := send(t, http.DefaultClient, open(t, u)+"/v1/audio/transcriptions", file, "Content-Encoding", "gzip", "Content-Type", "multipart/form-data; boundary=x")
	if got := u.request(0); resp.StatusCode != http.StatusOK || string(got.body) != file || got.header.Get("Content-Encoding") != "gzip" {
		t.Errorf("%v %q", got.header, got.body)
	}
}

// A rewrite of the last turn keeps what it has besides its text.
func TestRewritesKeepOtherFields(t *testing.T) {
	for last, want := range map[string][]string{
		`{"role":"user","name":"ada","x_cache":{"a": 1},"content":` + quote(haiku) + `}`:                                                                {`"name":"ada"`, `"x_cache":{"a": 1}`, `"role":"user"`},
		`{"content":[{"type":"image_url","image_url":{"url":"data:x"}},{"type":"text","x":[ 1],"text":` + quote(haiku) + `}],"role":"user","name":"b"}`: {`"name":"b"`, `{"type":"image_url","image_url":{"url":"data:x"}},{"type":"text","x":[ 1],"text":"`},
		`{"role":"user","content":[{"type":"text","text":"Look at this."},{"type":"file","file":{"file_id":"f"}},{"type":"text","text":` + quote(haiku) + `},{"type":"input_audio","y":1}]}`: {
			`[{"type":"file","file":{"file_id":"f"}},{"type":"text","text":"`, `},{"type":"input_audio","y":1}]`,
		},
	} {
		u := &upstream{say: func(a *asked) string {
			if strings.Contains(string(a.body), "Corrected response:") {
				return "a b"
			}
			return "a, b"
		}}
		_, body := post(t, open(t, u)+"/v1/chat/completions", `{"model":"m","messages":[{"role":"system","content":"s"},`+last+`]}`)
		if u.calls() != 2 {
			t.Fatalf("%d calls: %s", u.calls(), body)
		}
		for _, w := range want {
			if got := string(u.request(1).body); !strings.Contains(got, w) {
				t.Errorf("%s is not in %s", w, got)
			}
		}
	}
}

// Requests that are held at one time have a bound in bytes: the next one waits,
// and is sent away when it has waited for long.
func TestRoomForBodies(t *testing.T) {
	slow := &upstream{raw: func(_ http.ResponseWriter, _ *http.Request, a *asked) bool {
		d, err := time.ParseDuration(strings.Trim(string(a.fields["takes"]), `"`))
		if err == nil {
			time.Sleep(d)
		}
		return false
	}}
	large := func(takes string) string {
		return ask("hello", `"takes":"`+takes+`"`, `"x":"`+strings.Repeat("a", 700)+`"`)
	}
	synctest.Test(t, func(t *testing.T) {
		client := inside(t, slow, func(o *gateway.Options) { o.MaxHeld = 1000 })
		type end struct {
			status int
			after  time.Duration
		}
		begun, ends := time.Now(), make(chan end, 4)
		ask := func(body string) {
			go func() {
				resp, _ := send(t, client, chat, body)
				ends <- end{resp.StatusCode, time.Since(begun)}
			}()
			synctest.Wait()
		}
		ask(large("5s"))
		ask(large("30s"))                                   // waits for the first
		ask(large("1s"))                                    // waits for the second, in vain
		ask(strings.Replace(large("1s"), "a", "aaaaaa", 1)) // stands behind it
		for _, want := range []end{{200, 5 * time.Second}, {503, 10 * time.Second}, {503, 10 * time.Second}, {200, 35 * time.Second}} {
			if got := <-ends; got != want {
				t.Errorf("%v, want %v", got, want)
			}
		}
		ask(large("1s") + strings.Repeat(" ", 5000)) // larger than the room
		if got := <-ends; got.status != 200 {
			t.Errorf("alone: %v", got)
		}
	})
}

// What is passed on is held until its answer begins, not until it ends: a picture
// in a request takes no room while a long answer is streamed.
func TestWhatIsPassedOnIsNotHeld(t *testing.T) {
	slow := &upstream{raw: func(w http.ResponseWriter, _ *http.Request, _ *asked) bool {
		w.Header().Set("Content-Type", "text/event-stream")
		w.WriteHeader(http.StatusOK)
		_, _ = io.WriteString(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}]}\n\n")
		_ = http.NewResponseController(w).Flush()
		time.Sleep(30 * time.Second)
		_, _ = io.WriteString(w, "data: [DONE]\n\n")
		return true
	}}
	for name, more := range map[string]string{"nothing is demanded": "", "passthrough": `,"adhere":{"strategy":"passthrough"}`} {
		synctest.Test(t, func(t *testing.T) {
			client := inside(t, slow, func(o *gateway.Options) { o.MaxHeld = 1000 })
			begun, ends := time.Now(), make(chan string, 3)
			for range 3 {
				go func() {
					resp, body := send(t, client, chat, `{"model":"m","stream":true`+more+`,"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:`+strings.Repeat("a", 700)+`"}},{"type":"text","text":"hello"}]}]}`)
					ends <- fmt.Sprint(resp.StatusCode, strings.Contains(body, "[DONE]"), time.Since(begun))
				}()
				synctest.Wait()
			}
			for range 3 {
				if got := <-ends; got != "200 true 30s" {
					t.Errorf("%s: %s", name, got)
				}
			}
		})
	}
}

// Where the length is not known before, there is room or there is none.
func TestRoomForBodiesOfUnknownLength(t *testing.T) {
	u := &upstream{}
	client := inside(t, u, func(o *gateway.Options) { o.MaxHeld = 1000 })
	for range 3 {
		r, err := http.NewRequestWithContext(context.Background(), http.MethodPost, chat, struct{ *strings.Reader }{strings.NewReader(ask("hello", `"x":"`+strings.Repeat("a", 5000)+`"`))})
		if err != nil {
			t.Fatal(err)
		}
		r.ContentLength = -1
		if resp, body := do(t, client, r); resp.StatusCode != http.StatusOK {
			t.Fatalf("status %d: %s", resp.StatusCode, body)
		}
	}
}
