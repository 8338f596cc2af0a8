package modeltest

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"adhere"
	"adhere/model"
)

// A Tape is an http.RoundTripper that records HTTP traffic, or replays what
// was recorded. Requests match by method, address and body. Equal requests
// are replayed in the order of recording, the last one for ever after. Keys
// never reach a recording: no request header is kept, and addresses and
// bodies are scrubbed.
//
// A recording is text that can be written by hand:
//
//	=== request
//	POST https://api.example.com/v1/chat/completions
//	{"model":"m","messages":[]}
//	=== response 200
//	Content-Type: application/json
//
//	{"model":"m","choices":[]}
//	=== end
//
// Lines between === end and === request are comments. A line of a body that
// would start with === has a backslash before it.
type Tape struct {
	name   string
	record http.RoundTripper // nil to replay
	keys   []string

	mu        sync.Mutex
	exchanges []taped
	replayed  map[string]int // by request, how often
}

// taped is one recorded exchange.
type taped struct {
	request string // method, address and body
	status  int
	header  http.Header
	body    string
}

// keptHeaders are those of a reply that clients read.
func keptHeaders() []string {
	return []string{"Content-Type", "Retry-After", "Retry-After-Ms", "Location"}
}

// NewRecorder returns a Tape that sends requests through next and records
// them. keys are removed wherever they appear.
func NewRecorder(next http.RoundTripper, keys ...string) *Tape {
	return &Tape{record: next, keys: keys}
}

// ReadTape reads a recording to replay. name is for error messages.
func ReadTape(name string, r io.Reader) (*Tape, error) {
	t := &Tape{name: name, replayed: map[string]int{}}
	p := tapeReader{name: name, scan: bufio.NewScanner(r)}
	p.scan.Buffer(nil, 64<<20)
	p.scan.Split(splitLF)
	for {
		x, err := p.exchange()
		if errors.Is(err, io.EOF) {
			return t, nil
		}
		if err != nil {
			return nil, err
		}
		t.exchanges = append(t.exchanges, x)
	}
}

// RoundTrip replays the reply to r, or records it.
func (t *Tape) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
		_ = r.Body.Close() // all of it was read
	}
	request := model.Scrub(r.Method+" "+r.URL.String()+"\n"+strings.TrimRight(string(body), "\n"), t.keys...)
	if t.record != nil {
		return t.recordTrip(r, request, body)
	}
	return t.replayTrip(r, request)
}

func (t *Tape) replayTrip(r *http.Request, request string) (*http.Response, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var all []taped
	for _, x := range t.exchanges {
		if x.request == request {
			all = append(all, x)
		}
	}
	if len(all) == 0 {
		return nil, adhere.Errorf(adhere.NotFound, "%s holds no recording of %s", t.name, request).
			WithHint("record it with NewRecorder around a real transport and write the Tape to " + t.name + ", or write it by hand")
	}
	x := all[min(t.replayed[request], len(all)-1)]
	t.replayed[request]++
	return x.response(r), nil
}

func (t *Tape) recordTrip(r *http.Request, request string, body []byte) (*http.Response, error) {
	out := r.Clone(r.Context())
	out.Body = io.NopCloser(bytes.NewReader(body))
	resp, err := t.record.RoundTrip(out)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	x := taped{request: request, status: resp.StatusCode, header: http.Header{}, body: model.Scrub(string(got), t.keys...)}
	for _, k := range keptHeaders() {
		if v := resp.Header.Get(k); v != "" {
			x.header.Set(k, model.Scrub(v, t.keys...))
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.exchanges = append(t.exchanges, x)
	return x.response(r), nil
}

func (x *taped) response(r *http.Request) *http.Response {
	return &http.Response{
		StatusCode: x.status, Status: strconv.Itoa(x.status) + " " + http.StatusText(x.status), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: x.header.Clone(), Body: io.NopCloser(strings.NewReader(x.body)), ContentLength: int64(len(x.body)), Request: r,
	}
}

// WriteTo writes the recording.
func (t *Tape) WriteTo(w io.Writer) (int64, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var b strings.Builder
	for _, x := range t.exchanges {
		b.WriteString("=== request\n" + escape(x.request) + "\n=== response " + strconv.Itoa(x.status) + "\n")
		for _, k := range keptHeaders() {
			if v := x.header.Get(k); v != "" {
				b.WriteString(k + ": " + v + "\n")
			}
		}
		b.WriteString("\n" + escape(x.body) + "\n=== end\n\n")
	}
	n, err := io.WriteString(w, b.String())
	return int64(n), err
}

// escape marks lines that would read as separators.
func escape(body string) string {
	lines := strings.Split(body, "\n")
	for i, l := range lines {
		if strings.HasPrefix(strings.TrimLeft(l, `\`), "===") {
			lines[i] = `\` + l
		}
	}
	return strings.Join(lines, "\n")
}

// tapeReader reads a recording line by line.
type tapeReader struct {
	name string
	scan *bufio.Scanner
	line int
}

// splitLF splits at LF alone: a CR belongs to the recorded body.
func splitLF(data []byte, atEOF bool) (int, []byte, error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

func (p *tapeReader) bad(want string) error {
	if err := p.scan.Err(); err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s, line %d: expected %s", p.name, p.line, want)}
}

// until returns the lines before the next separator, each with its end, and
// the separator.
func (p *tapeReader) until() (body, separator string, ok bool) {
	var b strings.Builder
	for p.scan.Scan() {
		p.line++
		l := p.scan.Text()
		if strings.HasPrefix(l, "===") {
			return b.String(), l, true
		}
		if strings.HasPrefix(strings.TrimLeft(l, `\`), "===") {
			l = l[1:]
		}
		b.WriteString(l + "\n")
	}
	return "", "", false
}

// exchange reads the next exchange; io.EOF ends the recording.
func (p *tapeReader) exchange() (taped, error) {
	_, sep, ok := p.until()
	if !ok && p.scan.Err() == nil {
		return taped{}, io.EOF
	}
	if sep != "=== request" {
		return taped{}, p.bad("=== request")
	}
	request, sep, ok := p.until()
	status, found := strings.CutPrefix(sep, "=== response ")
	code, err := strconv.Atoi(status)
	if !ok || !found || err != nil {
		return taped{}, p.bad("=== response STATUS")
	}
	reply, sep, ok := p.until()
	if !ok || sep != "=== end" {
		return taped{}, p.bad("=== end")
	}
	x := taped{request: strings.TrimSuffix(request, "\n"), status: code, header: http.Header{}}
	head, body, ok := strings.Cut("\n"+reply, "\n\n")
	if !ok {
		return taped{}, p.bad("an empty line between header and body")
	}
	x.body = strings.TrimSuffix(body, "\n")
	for l := range strings.SplitSeq(strings.TrimPrefix(head, "\n"), "\n") {
		if k, v, ok := strings.Cut(l, ": "); ok {
			x.header.Set(k, v)
		}
	}
	return x, nil
}
