package modeltest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"time"
)

// Batches serves the batch interfaces of OpenAI, Anthropic and Gemini beside a
// Stub, which answers the calls in them, as their public documentation describes
// them. Everything else goes to the Stub.
type Batches struct {
	Stub     *Stub
	Takes    time.Duration // from the making of a batch to its end
	Expired  int           // so many calls at the end of the first batch expire
	Twice    bool          // each line of results comes twice
	Lost     bool          // the results of the first batch leave their first line out
	Unlisted time.Duration // for how long a new batch is missing in lists
	Others   int           // so many batches of others stand first in lists, which have one to a page
	Refused  string        // why each batch fails as a whole; empty for none

	mu      sync.Mutex
	files   map[string][]byte
	batches []*made
}

type made struct {
	id, mark  string
	anthropic bool
	gemini    string // the model; empty for another interface
	at        time.Time
	lines     []line
	results   []byte
}

type line struct {
	ID     string          `json:"custom_id"`
	Body   json.RawMessage `json:"body"`   // OpenAI
	Params json.RawMessage `json:"params"` // Anthropic
}

// Made returns how many batches were made.
func (b *Batches) Made() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.batches)
}

// ServeHTTP answers calls to the batch interfaces.
func (b *Batches) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, path, _ := strings.Cut(r.URL.Path, "/v1/")
	if _, beta, ok := strings.Cut(r.URL.Path, "/v1beta/"); ok {
		path = beta
	}
	model, ofGemini := geminiModel(path)
	parts := strings.Split(path, "/")
	body, _ := io.ReadAll(r.Body)
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case ofGemini:
		b.geminiMade(w, model, body)
	case path == "batches" && strings.Contains(r.URL.Path, "/v1beta/"):
		b.geminiList(w, r)
	case path == "files" && r.Method == http.MethodPost:
		r.Body = io.NopCloser(bytes.NewReader(body))
		f, _, err := r.FormFile("file")
		if err != nil || r.FormValue("purpose") != "batch" {
			http.Error(w, "no file, or another purpose", http.StatusBadRequest)
			return
		}
		content, _ := io.ReadAll(f)
		send(w, map[string]any{"id": b.keep(content)})
	case path == "batches" && r.Method == http.MethodPost:
		b.fromFile(w, body)
	case path == "messages/batches" && r.Method == http.MethodPost:
		var in struct {
			Requests []line `json:"requests"`
		}
		_ = json.Unmarshal(body, &in)
		send(w, b.make(in.Requests, "", true).anthropicView(b, r))
	case path == "batches" || path == "messages/batches":
		b.list(w, r, path == "messages/batches")
	case len(parts) == 3 && parts[0] == "files" && b.files[parts[1]] != nil:
		_, _ = w.Write(b.files[parts[1]])
	case len(parts) >= 2 && parts[len(parts)-2] == "batches", len(parts) == 4 && parts[3] == "results":
		b.one(w, r, parts)
	default:
		r.Body = io.NopCloser(bytes.NewReader(body))
		b.mu.Unlock()
		defer b.mu.Lock()
		b.Stub.ServeHTTP(w, r)
	}
}

func send(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

func (b *Batches) keep(content []byte) string {
	if b.files == nil {
		b.files = map[string][]byte{}
	}
	id := fmt.Sprintf("file-%d", len(b.files)+1)
	b.files[id] = content
	return id
}

func (b *Batches) fromFile(w http.ResponseWriter, body []byte) {
	var in struct {
		File     string            `json:"input_file_id"`
		Endpoint string            `json:"endpoint"`
		Window   string            `json:"completion_window"`
		Metadata map[string]string `json:"metadata"`
	}
	_ = json.Unmarshal(body, &in)
	if b.files[in.File] == nil || in.Endpoint != "/v1/chat/completions" || in.Window != "24h" {
		http.Error(w, `{"error":{"message":"no such file, or another endpoint or window"}}`, http.StatusBadRequest)
		return
	}
	var lines []line
	for d := json.NewDecoder(bytes.NewReader(b.files[in.File])); d.More(); {
		var l line
		if d.Decode(&l) != nil {
			break
		}
		lines = append(lines, l)
	}
	mark := ""
	for _, v := range in.Metadata {
		mark = v
	}
	m := b.make(lines, mark, false)
	send(w, m.openAIView(b))
}

func (b *Batches) make(lines []line, mark string, anthropic bool) *made {
	m := &made{id: fmt.Sprintf("batch_%d", len(b.batches)+1), mark: mark, anthropic: anthropic, at: time.Now(), lines: lines}
	b.batches = append(b.batches, m)
	return m
}

func (b *Batches) one(w http.ResponseWriter, r *http.Request, parts []string) {
	name := parts[len(parts)-1]
	if name == "results" {
		name = parts[len(parts)-2]
	}
	i := slices.IndexFunc(b.batches, func(m *made) bool { return m.id == name })
	switch {
	case i < 0:
		http.Error(w, `{"error":{"message":"no such batch"}}`, http.StatusNotFound)
	case parts[len(parts)-1] == "results":
		_, _ = w.Write(b.batches[i].results)
	case b.batches[i].gemini != "":
		send(w, b.batches[i].geminiView(b))
	case b.batches[i].anthropic:
		send(w, b.batches[i].anthropicView(b, r))
	default:
		send(w, b.batches[i].openAIView(b))
	}
}

func (b *Batches) list(w http.ResponseWriter, r *http.Request, anthropic bool) {
	page, last := b.page(r, func(m *made) bool { return m.gemini == "" && m.anthropic == anthropic })
	all := []any{}
	for _, m := range page {
		if anthropic {
			all = append(all, m.anthropicView(b, r))
		} else {
			all = append(all, m.openAIView(b))
		}
	}
	send(w, map[string]any{"data": all, "has_more": last != "", "last_id": last})
}

// page returns the batch that stands after the one that the request names among
// those of a kind, newest first, and its name where more follow.
func (b *Batches) page(r *http.Request, of func(*made) bool) (page []*made, last string) {
	q := r.URL.Query()
	after := cmp.Or(q.Get("after"), q.Get("after_id"), q.Get("pageToken"))
	for i := range b.Others {
		page = append(page, &made{id: fmt.Sprint("other-", i), at: time.Now()})
	}
	for _, m := range slices.Backward(b.batches) {
		if of(m) && time.Since(m.at) >= b.Unlisted {
			page = append(page, m)
		}
	}
	if i := slices.IndexFunc(page, func(m *made) bool { return m.id == after }); i >= 0 {
		page = page[i+1:]
	}
	if len(page) > 1 {
		page, last = page[:1], page[0].id
	}
	return page, last
}

// carryOut answers the calls of a batch whose time has come, in an order of
// its own.
func (m *made) carryOut(b *Batches) bool {
	if time.Since(m.at) < b.Takes {
		return false
	}
	if m.results != nil {
		return true
	}
	first, lines := m == b.batches[0], slices.Clone(m.lines)
	expired := 0
	if first {
		expired = b.Expired
	}
	slices.Reverse(lines)
	m.results = []byte{}
	for i, l := range lines {
		if first && b.Lost && i == len(lines)-1 {
			continue
		}
		text := m.answer(b, l, i < expired)
		m.results = append(m.results, text...)
		if b.Twice {
			m.results = append(m.results, text...)
		}
	}
	return true
}

func (m *made) answer(b *Batches, l line, expired bool) []byte {
	var out any
	switch {
	case expired && m.gemini != "":
		out = m.geminiResult(l, http.StatusServiceUnavailable, nil)
	case expired && m.anthropic:
		out = map[string]any{"custom_id": l.ID, "result": map[string]any{"type": "expired"}}
	case expired:
		out = map[string]any{"custom_id": l.ID, "response": nil, "error": map[string]string{"code": "batch_expired", "message": "This request could not be executed before the completion window expired."}}
	default:
		path, body := "/v1/chat/completions", l.Body
		switch {
		case m.anthropic:
			path, body = "/v1/messages", l.Params
		case m.gemini != "":
			path = "/v1beta/models/" + m.gemini + ":generateContent"
		}
		rec := httptest.NewRecorder()
		b.Stub.ServeHTTP(rec, httptest.NewRequest(http.MethodPost, path, bytes.NewReader(body)))
		said := json.RawMessage(bytes.TrimSpace(rec.Body.Bytes()))
		if !json.Valid(said) {
			said = json.RawMessage(`{"type":"error","error":{"type":"api_error","message":"failed"}}`)
		}
		result := map[string]any{"type": "succeeded", "message": said}
		if rec.Code != http.StatusOK {
			result = map[string]any{"type": "errored", "error": said}
		}
		out = map[string]any{"custom_id": l.ID, "response": map[string]any{"status_code": rec.Code, "body": said}}
		switch {
		case m.anthropic:
			out = map[string]any{"custom_id": l.ID, "result": result}
		case m.gemini != "":
			out = m.geminiResult(l, rec.Code, said)
		}
	}
	text, _ := json.Marshal(out)
	return append(text, '\n')
}

func (m *made) openAIView(b *Batches) map[string]any {
	v := map[string]any{"id": m.id, "object": "batch", "status": "in_progress", "metadata": map[string]string{"adhere_batch": m.mark}}
	switch {
	case b.Refused != "":
		v["status"], v["errors"] = "failed", map[string]any{"data": []any{map[string]string{"message": b.Refused}}}
	case m.carryOut(b):
		v["status"], v["output_file_id"] = "completed", m.id+"-out"
		if b.files == nil {
			b.files = map[string][]byte{}
		}
		b.files[m.id+"-out"] = m.results
	}
	return v
}

func (m *made) anthropicView(b *Batches, r *http.Request) map[string]any {
	counts := map[string]int{"processing": len(m.lines)}
	v := map[string]any{"id": m.id, "processing_status": "in_progress", "created_at": m.at.UTC().Format(time.RFC3339Nano), "results_url": nil}
	if m.carryOut(b) {
		counts = map[string]int{"succeeded": len(m.lines)}
		v["processing_status"], v["results_url"] = "ended", "http://"+r.Host+"/v1/messages/batches/"+m.id+"/results"
	}
	v["request_counts"] = counts
	return v
}
