package gateway_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"adhere/internal/gateway"
	"adhere/verify"
)

const proven = `"adhere":{"stream":"proven"}`

// continues reports whether the gateway asks how an answer goes on.
func (a *asked) continues() bool { return strings.Contains(string(a.body), "Continuation:") }

// Sentences that meet everything reach the client while the draft is written.
// On a breach the answer goes on from the last of them, with what the model
// says then.
func TestProvenStream(t *testing.T) {
	const noCommas = "Write about tea. Do not use any commas. Use at most 30 words."
	for name, c := range map[string]struct{ draft, reply, want string }{
		"good":           {"Tea is old. It is warm.", "", "Tea is old. It is warm."},
		"a breach":       {"Tea is old. It is warm. It is green, black or red. Drink it.", "It is green or black. Drink it.", "Tea is old. It is warm. It is green or black. Drink it."},
		"at the start":   {"Tea, of all things. It is warm.", "Tea is warm.", "Tea is warm."},
		"repeated":       {"Tea is old. It is warm, too.", "Tea is old. It is warm too.", "Tea is old. It is warm too."},
		"with a label":   {"Tea is old. It is warm, too.", "Here is the corrected text:\n\nIt is warm too.", "Tea is old. It is warm too."},
		"lines":          {"Tea\n\nIt is old.\nIt is warm, too.", "It is warm too.", "Tea\n\nIt is old.\nIt is warm too."},
		"complete":       {"Tea is old. It is warm, too.", "END", "Tea is old."},
		"numbers":        {"1. Tea is old e.g. 5.000 years. 2. It is warm, too.", "It is warm.", "1. Tea is old e.g. 5.000 years. It is warm."},
		"with thoughts":  {"Tea is old. It is warm, too.", "<think>hm</think>It is warm too.", "Tea is old. It is warm too."},
		"nothing":        {"Tea is old. It is warm, too.", " ", "Tea is old. It is warm, too."},
		"refused":        {"Tea is old. It is warm, too.", "I'm sorry, but I can't help with that.", "Tea is old. It is warm, too."},
		"no better":      {"Tea is old. It is warm, too.", "It is warm, indeed, too.", "Tea is old. It is warm, too."},
		"what it thinks": {"<think>Tea is old. Hm, a comma.</think>Tea is warm. It is, well, old.", "Tea is warm.", "Tea is warm."},
	} {
		say := func(a *asked) string {
			if a.continues() || a.rewrites() {
				return c.reply
			}
			return c.draft
		}
		u := &upstream{say: say}
		url := open(t, u, func(o *gateway.Options) { o.Settings.MaxIterations = 1 })
		_, body := post(t, url+"/v1/chat/completions", ask(noCommas, `"stream":true`, proven))
		s := readStream(t, body)
		if s.text != c.want || s.done != 1 || s.replace != "" || s.report == nil || s.report.Flagged != strings.Contains(c.want, ",") {
			t.Errorf("%s: %q, want %q in %s", name, s.text, c.want, body)
		}
		if name == "at the start" == u.request(u.calls()-1).continues() && u.calls() > 1 && name != "what it thinks" {
			t.Errorf("%s: asked %s", name, u.request(u.calls()-1).body)
		}
		m := &upstream{}
		m.raw = speaksMessages(say)
		resp, got := post(t, open(t, m, func(o *gateway.Options) { o.Settings.MaxIterations = 1 })+"/v1/messages", `{"model":"c","max_tokens":99,"stream":true,`+ask(noCommas, proven)[len(`{"model":"m",`):])
		if text := messagesText(got); resp.StatusCode != http.StatusOK || text != c.want || strings.Count(got, "event: message_start") != 1 || strings.Count(got, "event: message_stop") != 1 || strings.Count(got, "event: content_block_start") != 1 {
			t.Errorf("%s: Anthropic's client reads %q, want %q in %s", name, text, c.want, got)
		}
	}
}

// messagesText is what a client of Anthropic's streams puts together.
func messagesText(body string) string {
	var out strings.Builder
	for _, e := range strings.Split(body, `"text_delta","text":`)[1:] {
		out.WriteString(unquote(e))
	}
	return out.String()
}

func unquote(from string) string {
	end := 1
	for ; from[end] != '"'; end++ {
		if from[end] == '\\' {
			end++
		}
	}
	var s string
	_ = json.Unmarshal([]byte(from[:end+1]), &s)
	return s
}

// What is proven does not wait for the end of the draft.
func TestProvenSentencesGoOutAtOnce(t *testing.T) {
	release := make(chan struct{})
	u := &upstream{raw: func(w http.ResponseWriter, _ *http.Request, a *asked) bool {
		w.Header().Set("Content-Type", "text/event-stream")
		chunk := func(text string) {
			_, _ = io.WriteString(w, `data: {"id":"c","model":"m","choices":[{"index":0,"delta":{"content":`+quote(text)+`}}]}`+"\n\n")
			_ = http.NewResponseController(w).Flush()
		}
		chunk("Tea is old. It is w")
		<-release
		chunk("arm.")
		_, _ = io.WriteString(w, `data: {"id":"c","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`+"\n\ndata: [DONE]\n\n")
		return true
	}}
	resp, err := http.Post(open(t, u)+"/v1/chat/completions", "application/json", strings.NewReader(ask(haiku, `"stream":true`, proven)))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	buf := make([]byte, 4096)
	n, err := resp.Body.Read(buf)
	if err != nil || !strings.Contains(string(buf[:n]), `"content":"Tea is old."`) {
		t.Errorf("%v: %s", err, buf[:n])
	}
	close(release)
	rest, err := io.ReadAll(resp.Body)
	if s := readStream(t, string(buf[:n])+string(rest)); err != nil || s.text != "Tea is old. It is warm." || s.report == nil || s.report.Met != 2 {
		t.Errorf("%v: %s%s", err, buf[:n], rest)
	}
}

// A long draft is not read over and over while it is written.
func TestProvingTakesTimeInProportion(t *testing.T) {
	var read atomic.Int64
	counts := verify.Checker{Name: "counts", Compile: func(json.RawMessage) (verify.Check, error) {
		return func(text *verify.Text) verify.Finding {
			read.Add(int64(len(text.String())))
			return verify.Found(true, "", "")
		}, nil
	}}
	draft := strings.Repeat("Tea warms the hands. ", 2000)
	url := open(t, &upstream{say: func(*asked) string { return draft }}, func(o *gateway.Options) {
		o.Catalog = verify.NewCatalog(verify.Suite{Name: "test", Version: 1, Checkers: []verify.Checker{counts}})
	})
	_, body := post(t, url+"/v1/chat/completions", ask("Write.", `"stream":true`, `"adhere":{"stream":"proven","constraints":[{"rule":{"name":"test/counts"}}]}`))
	if s := readStream(t, body); s.text != draft || s.report == nil || s.report.Met != 1 || read.Load() > int64(100*len(draft)) {
		t.Errorf("%d bytes of %d are judged, report %+v", read.Load(), len(draft), s.report)
	}
}

// Where a judge decides, or an error is wanted in place of an answer that does
// not meet everything, nothing goes out before the end.
func TestWhatCannotBeProvenIsHeld(t *testing.T) {
	u := &upstream{say: func(a *asked) string {
		switch {
		case strings.Contains(a.last(), "You check the work"):
			return "1. It is. Final Answer is Constraint not followed <END>"
		case a.rewrites():
			return "Milk is kind."
		default:
			return "Tea is old. It is warm."
		}
	}}
	url := open(t, u, judges, func(o *gateway.Options) { o.Settings.MaxIterations = 1; o.Settings.Stream = gateway.Proven })
	_, body := post(t, url+"/v1/chat/completions", ask("Write.", `"stream":true`, `"adhere":{"constraints":["It is kind.","Do not use any commas."]}`))
	if s := readStream(t, body); s.text != "Tea is old. It is warm." && s.text != "Milk is kind." || u.calls() != 4 || u.request(2).continues() {
		t.Errorf("%d calls: %s", u.calls(), body)
	}
	resp, body := post(t, url+"/v1/chat/completions", ask("Write.", `"stream":true`, `"adhere":{"on_exhausted":"error","max_iterations":0,"constraints":["Use at most 4 words."]}`))
	if resp.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("status %d: %s", resp.StatusCode, body)
	}
}
