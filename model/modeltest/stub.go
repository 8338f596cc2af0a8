package modeltest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"adhere"
)

// A Stub is a server of OpenAI's chat completions (any path that ends in
// /chat/completions), OpenAI's Responses (/responses), Anthropic's Messages
// (/messages) and Gemini's generateContent, whole and streamed. It answers after
// Latency with what Reply says, and misbehaves as Plan says. It counts what it sees,
// except questions which models there are (/models). Set the fields before its first
// request.
type Stub struct {
	Latency time.Duration            // before each answer
	Reply   func(*Asked) string      // nil answers "ok"
	Plan    func(*Asked) Behaviour   // nil behaves well
	Usage   func(*Asked) StubUsage   // nil counts a token for each started four bytes
	Header  func(*Asked) http.Header // further headers of good answers and errors; nil for none

	mu       sync.Mutex
	inFlight int
	most     int
	starts   []time.Time
	asked    map[[32]byte]int
	answered map[[32]byte]int
	last     *Asked
}

// An Asked is one request as the stub saw it.
type Asked struct {
	N      int // 0 for the first
	Format Format
	Body   []byte
	Header http.Header
	URL    string

	parsed *parsed
}

// A StubUsage is the tokens that a reply claims: prompt tokens with cached
// ones, cached ones, reply tokens with those of reasoning, and the latter.
type StubUsage struct{ In, Cached, Out, Thought int }

// A Format is a wire format.
type Format string

// The wire formats of a Stub.
const (
	OpenAI    Format = "openai"
	Responses Format = "responses"
	Anthropic Format = "anthropic"
	Gemini    Format = "gemini"
)

// formatOf returns the wire format of a path, "" if there is none.
func formatOf(path string) Format {
	for end, format := range map[string]Format{
		"/chat/completions": OpenAI, "/responses": Responses, "/messages": Anthropic,
		":generateContent": Gemini, ":streamGenerateContent": Gemini,
	} {
		if strings.HasSuffix(path, end) {
			return format
		}
	}
	return ""
}

// ServeHTTP answers one request.
func (s *Stub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	if strings.HasSuffix(r.URL.Path, "/models") {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"object":"list","data":[{"id":"stub","object":"model","owned_by":"stub"}]}`)
		return
	}
	a := &Asked{Body: body, Header: r.Header, URL: r.URL.String(), Format: formatOf(r.URL.Path)}
	if a.Format == "" {
		http.NotFound(w, r)
		return
	}
	key := s.enter(a)
	var b Behaviour
	if s.Plan != nil {
		b = s.Plan(a)
	}
	e := &exchange{stub: s, asked: a, w: w, ctx: r.Context(), Behaviour: b}
	// The call counts as in flight until the last byte of its answer is about
	// to leave: a client that has read it all may start another at once.
	e.leave = sync.OnceFunc(func() { s.exit(key, e.good) })
	defer e.leave()
	if wait(e.ctx, max(s.Latency, b.Latency)) != nil {
		return
	}
	e.answer()
}

// enter counts a request in.
func (s *Stub) enter(a *Asked) [32]byte {
	key := sha256.Sum256(a.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.asked == nil {
		s.asked, s.answered = map[[32]byte]int{}, map[[32]byte]int{}
	}
	a.N = len(s.starts)
	s.starts = append(s.starts, time.Now())
	s.asked[key]++
	s.last = a
	s.inFlight++
	s.most = max(s.most, s.inFlight)
	return key
}

// exit counts a request out.
func (s *Stub) exit(key [32]byte, good bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.inFlight--
	if good {
		s.answered[key]++
	}
}

// Requests returns how many requests came.
func (s *Stub) Requests() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.starts)
}

// Distinct returns how many requests with different bodies came, and how many
// of these got a good answer.
func (s *Stub) Distinct() (asked, answered int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.asked), len(s.answered)
}

// MostRepeated returns the largest number of requests with one body, and the
// largest number of good answers to one body. The latter is 1 where nothing
// was paid for twice.
func (s *Stub) MostRepeated() (asked, answered int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range s.asked {
		asked = max(asked, n)
	}
	for _, n := range s.answered {
		answered = max(answered, n)
	}
	return asked, answered
}

// MostInFlight returns the largest number of requests that were open at once.
func (s *Stub) MostInFlight() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.most
}

// MostWithin returns the largest number of requests that came within any
// stretch of length d.
func (s *Stub) MostWithin(d time.Duration) int {
	s.mu.Lock()
	times := slices.Clone(s.starts)
	s.mu.Unlock()
	slices.SortFunc(times, time.Time.Compare)
	most, from := 0, 0
	for i := range times {
		for times[i].Sub(times[from]) >= d {
			from++
		}
		most = max(most, i-from+1)
	}
	return most
}

// Last returns the request that came last, or nil.
func (s *Stub) Last() *Asked {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last
}

// Listen serves the stub on a free port of the loopback interface. The base
// URL is for every wire format. stop ends the server.
func (s *Stub) Listen(ctx context.Context) (baseURL string, stop func(), err error) {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	srv := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			panic(err) // the loopback listener is ours alone
		}
	}()
	return "http://" + l.Addr().String() + "/v1", func() { _ = srv.Close(); <-done }, nil
}

// Open reports the request's messages and settings, and the model it asks.
func (a *Asked) Open() (*adhere.Request, string) {
	p := a.parse()
	return p.request(), p.Model
}

// Prompt returns the text of the request's last message.
func (a *Asked) Prompt() string {
	p := a.parse()
	if len(p.Messages) == 0 {
		return ""
	}
	return p.Messages[len(p.Messages)-1].Text
}

// Stream reports whether a streamed answer is asked for.
func (a *Asked) Stream() bool {
	if a.Format == Gemini {
		return strings.Contains(a.URL, ":stream")
	}
	return bytes.Contains(a.Body, []byte(`"stream":true`)) && a.parse().Stream
}
