package gateway_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"adhere/internal/gateway"
	"adhere/model/modeltest"
	"adhere/verify/suites"
)

// An asked is a request as the upstream saw it.
type asked struct {
	path   string
	header http.Header
	body   []byte
	fields map[string]json.RawMessage
}

// last is the text of the last message.
func (a *asked) last() string {
	var messages []struct {
		Content json.RawMessage `json:"content"`
	}
	_ = json.Unmarshal(a.fields["messages"], &messages)
	if len(messages) == 0 {
		return ""
	}
	var text string
	if json.Unmarshal(messages[len(messages)-1].Content, &text) != nil {
		text = string(messages[len(messages)-1].Content)
	}
	return text
}

// rewrites reports whether the gateway asks for a correction.
func (a *asked) rewrites() bool { return strings.Contains(a.last(), "Corrected response:") }

// An upstream speaks OpenAI's chat completions as a script says.
type upstream struct {
	mu   sync.Mutex
	seen []*asked

	say func(*asked) string                                                // the text of an answer
	raw func(w http.ResponseWriter, r *http.Request, a *asked) (done bool) // goes first
}

func (u *upstream) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	a := &asked{path: r.URL.RequestURI(), header: r.Header.Clone(), body: body}
	_ = json.Unmarshal(body, &a.fields)
	u.mu.Lock()
	u.seen = append(u.seen, a)
	u.mu.Unlock()
	if u.raw != nil && u.raw(w, r, a) {
		return
	}
	text := "ok"
	if u.say != nil {
		text = u.say(a)
	}
	if string(a.fields["stream"]) == "true" {
		stream(w, a, text)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"id":"chatcmpl-%d","object":"chat.completion","created":7,"model":"m-1","x_unknown":{"b":1,"a":2},"choices":[{"index":0,"message":{"role":"assistant","content":%s},"logprobs":null,"finish_reason":"stop"}],"usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15}}`, u.calls(), quote(text))
}

// stream answers word by word.
func stream(w http.ResponseWriter, a *asked, text string) {
	w.Header().Set("Content-Type", "text/event-stream")
	chunk := func(rest string) {
		fmt.Fprintf(w, "data: {\"id\":\"chatcmpl-s\",\"object\":\"chat.completion.chunk\",\"created\":7,\"model\":\"m-1\",%s}\n\n", rest)
		_ = http.NewResponseController(w).Flush()
	}
	usage := ""
	wants := bytes.Contains(a.fields["stream_options"], []byte(`"include_usage":true`))
	if wants {
		usage = `,"usage":null`
	}
	chunk(`"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]` + usage)
	for _, word := range strings.SplitAfter(text, " ") {
		chunk(`"choices":[{"index":0,"delta":{"content":` + quote(word) + `},"finish_reason":null}]` + usage)
	}
	chunk(`"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]` + usage)
	if wants {
		chunk(`"choices":[],"usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15}`)
	}
	fmt.Fprint(w, "data: [DONE]\n\n")
}

func quote(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

func (u *upstream) calls() int {
	u.mu.Lock()
	defer u.mu.Unlock()
	return len(u.seen)
}

func (u *upstream) request(i int) *asked {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.seen[i]
}

// open serves a gateway in front of an upstream and returns its address.
func open(t testing.TB, u http.Handler, change ...func(*gateway.Options)) string {
	t.Helper()
	back := httptest.NewServer(u)
	t.Cleanup(back.Close)
	front := httptest.NewServer(decrim(t, back.URL, change...))
	t.Cleanup(front.Close)
	return front.URL
}

// inside returns a client of a gateway that is reached without a network, as
// it reaches its upstream: within a bubble time stands still while it works.
func inside(t testing.TB, u http.Handler, change ...func(*gateway.Options)) *http.Client {
	t.Helper()
	direct := func(o *gateway.Options) { o.Transport = modeltest.Client(u).Transport }
	return modeltest.Client(decrim(t, "http://upstream", append(change, direct)...))
}

// decrim returns a gateway that rewrites what breaks a constraint.
func decrim(t testing.TB, upstream string, change ...func(*gateway.Options)) *gateway.Gateway {
	t.Helper()
	o := gateway.Options{
		Upstreams: []gateway.Upstream{{URL: upstream + "/v1"}}, ForwardKeys: true, Retries: 2,
		Catalog: suites.Catalog(), Settings: gateway.Settings{Strategy: "decrim"},
	}
	for _, c := range change {
		c(&o)
	}
	g, err := gateway.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// client keeps its connections, as clients in earnest do.
var client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 100}}

// post sends a body and returns the answer with its body.
func post(t testing.TB, url, body string) (*http.Response, string) {
	t.Helper()
	return postBy(t, client, url, body)
}

func postBy(t testing.TB, client *http.Client, url, body string) (*http.Response, string) {
	t.Helper()
	resp, err := client.Post(url, "application/json", strings.NewReader(body))
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

// ask is the body of a request with one message.
func ask(text string, more ...string) string {
	return `{"model":"m","messages":[{"role":"user","content":` + quote(text) + `}]` + strings.Join(append([]string{""}, more...), ",") + `}`
}

// A result is a reply as tests look at it.
type result struct {
	ID      string
	Source  string // of a list of constraints
	Choices []struct {
		Message struct{ Content string }
	}
	Usage struct {
		Prompt int `json:"prompt_tokens"`
		Out    int `json:"completion_tokens"`
		Total  int `json:"total_tokens"`
	}
	Adhere *gateway.Report
	Error  *struct {
		Message, Type, Code string
		Adhere              *gateway.Report
	}
}

func read(t testing.TB, body string) *result {
	t.Helper()
	r := &result{}
	if err := json.Unmarshal([]byte(body), r); err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	return r
}

func (r *result) text() string {
	if len(r.Choices) == 0 {
		return ""
	}
	return r.Choices[0].Message.Content
}

// A streamed is what a client reads of a stream.
type streamed struct {
	text    string
	replace string
	report  *gateway.Report
	errors  []string
	total   int // of the usage; -1 without one
	chunks  int
	done    int
	pings   int
	marks   []int // attempts that progress chunks tell of
	last    string
}

func readStream(t testing.TB, body string) *streamed {
	t.Helper()
	s := &streamed{total: -1}
	lines := bufio.NewScanner(strings.NewReader(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(body)))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := lines.Text()
		if strings.HasPrefix(line, ": ping") {
			s.pings++
		}
		data, ok := strings.CutPrefix(line, "data:")
		if !ok {
			continue
		}
		data = strings.TrimPrefix(data, " ")
		s.last = data
		if data == "[DONE]" {
			s.done++
			continue
		}
		s.chunk(t, data)
	}
	return s
}

// contentOf returns the text of a content: a text, or parts of which some are.
func contentOf(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var parts []struct{ Text string }
	_ = json.Unmarshal(raw, &parts)
	for _, p := range parts {
		text += p.Text
	}
	return text
}

func (s *streamed) chunk(t testing.TB, data string) {
	t.Helper()
	var c struct {
		Choices []struct {
			Delta struct{ Content json.RawMessage }
		}
		Usage *struct {
			Total int `json:"total_tokens"`
		}
		Error  *struct{ Message string }
		Adhere json.RawMessage
	}
	if err := json.Unmarshal([]byte(data), &c); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	s.chunks++
	if c.Error != nil {
		s.errors = append(s.errors, c.Error.Message)
	}
	if len(c.Choices) > 0 {
		s.text += contentOf(c.Choices[0].Delta.Content)
	}
	if c.Usage != nil {
		s.total = c.Usage.Total
	}
	if c.Adhere == nil {
		return
	}
	var ours struct {
		Progress *struct{ Attempt int }
		Replace  *struct{ Content string }
	}
	_ = json.Unmarshal(c.Adhere, &ours)
	switch {
	case ours.Progress != nil:
		s.marks = append(s.marks, ours.Progress.Attempt)
	case ours.Replace != nil:
		s.replace = ours.Replace.Content
	default:
		s.report = &gateway.Report{}
		if err := json.Unmarshal(c.Adhere, s.report); err != nil {
			t.Fatal(err)
		}
	}
}
