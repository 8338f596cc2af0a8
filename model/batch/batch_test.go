package batch_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"adhere"
	"adhere/model"
	"adhere/model/batch"
	"adhere/model/modeltest"
	"adhere/model/provider"
)

// A journal remembers batches in memory.
type journal struct {
	mu      sync.Mutex
	batches map[string]*batch.Batch
	of      map[string]string
}

func (j *journal) BeginBatch(_ context.Context, b batch.Batch, keys []string) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.batches == nil {
		j.batches, j.of = map[string]*batch.Batch{}, map[string]string{}
	}
	j.batches[b.ID] = &b
	for _, k := range keys {
		j.of[k] = b.ID
	}
	return nil
}

func (j *journal) change(id string, do func(b *batch.Batch)) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	do(j.batches[id])
	return nil
}

func (j *journal) BatchSent(_ context.Context, id, name string) error {
	return j.change(id, func(b *batch.Batch) { b.Provider = name })
}

func (j *journal) FinishBatch(_ context.Context, id string) error {
	return j.change(id, func(b *batch.Batch) { b.Finished = true })
}

func (j *journal) DropBatch(_ context.Context, id string) error {
	return j.change(id, func(*batch.Batch) { delete(j.batches, id) })
}

func (j *journal) BatchesOf(_ context.Context, _ string, keys []string) (map[string]batch.Batch, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	found := map[string]batch.Batch{}
	for _, k := range keys {
		if b := j.batches[j.of[k]]; b != nil {
			found[k] = *b
		}
	}
	return found, nil
}

func (j *journal) BatchNames(context.Context) (map[string]bool, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	names := map[string]bool{}
	for _, b := range j.batches {
		names[b.Provider] = true
	}
	return names, nil
}

// A line is a transport to a handler that fails at one of its calls: before
// the handler has seen it or after. A dead one fails ever after, as for a
// process that was killed.
type line struct {
	http.Handler
	mu     sync.Mutex
	n      int
	failAt int // the number of a call from 1; 0 for none
	after  bool
	dies   func() // called instead of going on; nil for a hiccup
	dead   bool
}

var errLost = errors.New("the connection was lost")

func (l *line) RoundTrip(r *http.Request) (*http.Response, error) {
	l.mu.Lock()
	l.n++
	failing := l.n == l.failAt
	if failing && l.dies != nil {
		l.dead = true
	}
	dead := l.dead
	l.mu.Unlock()
	if failing && l.dies != nil {
		defer l.dies()
	}
	if (dead || failing) && (!failing || !l.after) {
		return nil, errLost
	}
	rec := httptest.NewRecorder()
	l.ServeHTTP(rec, r)
	if failing {
		return nil, errLost
	}
	return rec.Result(), nil
}

// memory keeps replies, as a run's database does.
type memory struct {
	mu    sync.Mutex
	calls map[string]*adhere.Response
}

func (m *memory) Get(_ context.Context, key string) (*adhere.Response, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, ok := m.calls[key]
	return r, ok, nil
}

func (m *memory) Put(_ context.Context, key, _ string, _ *adhere.Request, resp *adhere.Response) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.calls == nil {
		m.calls = map[string]*adhere.Response{}
	}
	m.calls[key] = resp
	return nil
}

const items = 7

// open returns a model whose calls go in batches.
func open(t *testing.T, spec string, l http.RoundTripper, j batch.Journal, calls model.Calls, change func(*batch.Collector)) adhere.Model {
	t.Helper()
	c := &batch.Collector{Journal: j, Quiet: time.Second, Poll: time.Second, LongPoll: time.Minute}
	if change != nil {
		change(c)
	}
	base := "http://batches.test/v1"
	if strings.HasPrefix(spec, "google/") {
		base += "beta"
	}
	m, err := provider.Open(spec, func(string) string { return "key" }, provider.Options{
		BaseURL: base, Client: &http.Client{Transport: l}, Batch: c,
	})
	if err != nil {
		t.Fatal(err)
	}
	return model.Stack(m, model.Layers{Calls: calls, Retry: &model.Policy{}, Limiter: model.NewLimiter(model.Limits{Connections: 100}), Batch: true})
}

// askAll makes different calls side by side and returns the replies.
func askAll(ctx context.Context, m adhere.Model) (replies []*adhere.Response, errs []error) {
	replies, errs = make([]*adhere.Response, items), make([]error, items)
	var all sync.WaitGroup
	for i := range items {
		all.Go(func() {
			replies[i], errs[i] = m.Generate(ctx, &adhere.Request{Messages: []adhere.Message{{Role: adhere.User, Text: fmt.Sprint("question ", i)}}})
		})
	}
	all.Wait()
	return replies, errs
}

// check holds that every call was answered with its own answer, out of a
// batch.
func check(t *testing.T, replies []*adhere.Response, errs []error) {
	t.Helper()
	for i := range replies {
		if errs[i] != nil {
			t.Fatalf("call %d: %v", i, errs[i])
		}
		if want := fmt.Sprint("to question ", i); replies[i].Text != want || replies[i].Batch == "" {
			t.Errorf("call %d was answered %q out of batch %q, want %q", i, replies[i].Text, replies[i].Batch, want)
		}
	}
}

// echo answers each question by itself.
func echo() *modeltest.Stub {
	return &modeltest.Stub{Reply: func(a *modeltest.Asked) string { return "to " + a.Prompt() }}
}

var specs = []string{"openai/m", "anthropic/m", "google/m"}

func TestBatch(t *testing.T) {
	for _, spec := range specs {
		for name, b := range map[string]*modeltest.Batches{
			"whole":          {Takes: time.Hour},
			"some expire":    {Takes: time.Hour, Expired: 3},
			"a line is lost": {Takes: time.Minute, Lost: true},
			"lines twice":    {Twice: true},
		} {
			t.Run(spec+" "+name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					b := &modeltest.Batches{Stub: echo(), Takes: b.Takes, Expired: b.Expired, Lost: b.Lost, Twice: b.Twice}
					said := make(chan string, 9)
					m := open(t, spec, &line{Handler: b}, &journal{}, &memory{}, func(c *batch.Collector) {
						c.Report = func(line string) { said <- line }
					})
					replies, errs := askAll(t.Context(), m)
					check(t, replies, errs)
					left := b.Expired
					if b.Lost {
						left = 1
					}
					<-said // that the first batch was sent
					if got, want := <-said, fmt.Sprintf("has ended: %d calls answered, %d not", items-left, left); !strings.HasSuffix(got, want) {
						t.Errorf("%q, want that the first batch %s", got, want)
					}
					want := 1
					if b.Expired > 0 || b.Lost {
						want = 2
					}
					if _, paid := b.Stub.MostRepeated(); paid != 1 || b.Made() != want {
						t.Errorf("%d batches, a call answered up to %d times, want %d and 1", b.Made(), paid, want)
					}
				})
			})
		}
	}
}

// TestLargeBatches holds that calls which are too large for one batch of the
// provider go in several.
func TestLargeBatches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &modeltest.Batches{Stub: &modeltest.Stub{Reply: func(*modeltest.Asked) string { return "read" }}}
		m := open(t, "google/m", &line{Handler: b}, &journal{}, &memory{}, nil)
		var all sync.WaitGroup
		for i := range 2 {
			all.Go(func() {
				text := strings.Repeat(fmt.Sprint(i), 10<<20)
				if r, err := m.Generate(t.Context(), &adhere.Request{Messages: []adhere.Message{{Role: adhere.User, Text: text}}}); err != nil || r.Text != "read" {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if b.Made() != 2 {
			t.Errorf("%d batches, want 2", b.Made())
		}
	})
}

// TestLostConnection loses the connection once at each step, and holds that
// every call is answered and none is paid for twice.
func TestLostConnection(t *testing.T) {
	for _, spec := range specs {
		for _, after := range []bool{false, true} {
			for at := 1; at <= 6; at++ {
				t.Run(fmt.Sprint(spec, after, at), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						b := &modeltest.Batches{Stub: echo(), Takes: 3 * time.Second}
						replies, errs := askAll(t.Context(), open(t, spec, &line{Handler: b, failAt: at, after: after}, &journal{}, &memory{}, nil))
						check(t, replies, errs)
						if _, paid := b.Stub.MostRepeated(); paid != 1 {
							t.Errorf("a call was answered %d times", paid)
						}
					})
				})
			}
		}
	}
}

// TestLateList loses the reply to the making of a batch at a provider that lists
// it only a while later.
func TestLateList(t *testing.T) {
	for spec, making := range map[string]int{"openai/m": 2, "anthropic/m": 1, "google/m": 1} {
		synctest.Test(t, func(t *testing.T) {
			b := &modeltest.Batches{Stub: echo(), Takes: 5 * time.Minute, Unlisted: 20 * time.Second}
			replies, errs := askAll(t.Context(), open(t, spec, &line{Handler: b, failAt: making, after: true}, &journal{}, &memory{}, nil))
			check(t, replies, errs)
			if b.Made() != 1 {
				t.Errorf("%s: %d batches were made of one", spec, b.Made())
			}
		})
	}
}

// TestOthersBatches loses the reply to the making of a batch where somebody else made
// one of as many calls, and holds that the right one is found.
func TestOthersBatches(t *testing.T) {
	for _, takes := range []time.Duration{0, time.Hour} { // the first has ended, or not
		synctest.Test(t, func(t *testing.T) {
			b := &modeltest.Batches{Stub: echo()}
			_, errs := askAll(t.Context(), open(t, "anthropic/other", &line{Handler: b}, &journal{}, &memory{}, nil))
			b.Takes = takes
			failing(t, errs, "nothing")
			replies, errs := askAll(t.Context(), open(t, "anthropic/m", &line{Handler: b, failAt: 1, after: true}, &journal{}, &memory{}, nil))
			check(t, replies, errs)
			if b.Made() != 2 {
				t.Errorf("%d batches were made, want 2", b.Made())
			}
		})
	}
}

// TestAmbiguousBatch holds that a batch which cannot be told from somebody else's yet
// keeps no other batch waiting.
func TestAmbiguousBatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, j := &modeltest.Batches{Stub: echo(), Takes: 5 * time.Hour}, &journal{}
		early := &adhere.Request{Messages: []adhere.Message{{Role: adhere.User, Text: "early"}}}
		if _, err := open(t, "anthropic/m", &line{Handler: b}, j, &memory{}, nil).Generate(t.Context(), early); err != nil {
			t.Fatal(err)
		}
		go askAll(t.Context(), open(t, "anthropic/other", &line{Handler: b}, &journal{}, &memory{}, nil))
		time.Sleep(10 * time.Second)
		m := open(t, "anthropic/m", &line{Handler: b, failAt: 1, after: true}, j, &memory{}, nil)
		begun := time.Now()
		var both sync.WaitGroup
		both.Go(func() {
			replies, errs := askAll(t.Context(), m)
			check(t, replies, errs)
		})
		both.Go(func() {
			time.Sleep(5 * time.Minute)
			if _, err := m.Generate(t.Context(), early); err != nil {
				t.Error(err)
			}
			if took := time.Since(begun); took > time.Hour {
				t.Errorf("a batch that has ended was joined after %s", took)
			}
		})
		both.Wait()
		if _, paid := b.Stub.MostRepeated(); paid != 1 || b.Made() != 3 {
			t.Errorf("%d batches, a call answered up to %d times, want 3 and 1", b.Made(), paid)
		}
	})
}

// TestOthersSpoiltResults loses the reply to the making of a batch where the results of
// somebody else's, made just after it, cannot be read, and holds that the right one is
// found.
func TestOthersSpoiltResults(t *testing.T) {
	for name, said := range map[string]string{"gone": "", "no JSON": "<html>back soon</html>\n"} {
		for _, takes := range []time.Duration{0, time.Hour} {
			synctest.Test(t, func(t *testing.T) {
				b, spoilt := &modeltest.Batches{Stub: echo(), Takes: takes}, 0
				change := func(results string, _ int) string {
					if !strings.Contains(results, "another question") {
						return results
					}
					spoilt++
					return said
				}
				others := func() { // as many calls
					m := open(t, "anthropic/other", &line{Handler: b}, &journal{}, &memory{}, nil)
					for i := range items {
						go func() {
							_, _ = m.Generate(t.Context(), &adhere.Request{Messages: []adhere.Message{{Role: adhere.User, Text: fmt.Sprint("another question ", i)}}})
						}()
					}
					time.Sleep(2 * time.Second)
				}
				lossy := &loseFirst{RoundTripper: &spoiler{Handler: b, change: change}, then: others}
				replies, errs := askAll(t.Context(), open(t, "anthropic/m", lossy, &journal{}, &memory{}, nil))
				check(t, replies, errs)
				if b.Made() != 2 || spoilt == 0 {
					t.Errorf("%s: %d batches were made, want 2; somebody else's results were fetched %d times", name, b.Made(), spoilt)
				}
				time.Sleep(2 * time.Hour) // virtual: the others are answered
			})
		}
	}
}

// loseFirst loses the answer to the first call.
type loseFirst struct {
	http.RoundTripper
	then func()
	n    atomic.Int32
}

func (l *loseFirst) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := l.RoundTripper.RoundTrip(r)
	if l.n.Add(1) == 1 {
		l.then()
		return nil, errLost
	}
	return resp, err
}

// TestKilled ends the process at each step, and holds that the next one finds
// what was sent.
func TestKilled(t *testing.T) {
	for _, spec := range specs {
		for _, after := range []bool{false, true} {
			for at := 1; at <= 6; at++ {
				t.Run(fmt.Sprint(spec, after, at), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						b, j, kept := &modeltest.Batches{Stub: echo(), Takes: 3 * time.Second, Others: 2}, &journal{}, &memory{}
						ctx, kill := context.WithCancel(t.Context())
						first := &line{Handler: b, failAt: at, after: after, dies: kill}
						_, _ = askAll(ctx, open(t, spec, first, j, kept, nil))
						kill()
						replies, errs := askAll(t.Context(), open(t, spec, &line{Handler: b}, j, kept, nil))
						check(t, replies, errs)
						if _, paid := b.Stub.MostRepeated(); paid != 1 || b.Made() != 1 {
							t.Errorf("%d batches, a call answered up to %d times", b.Made(), paid)
						}
						time.Sleep(time.Hour) // virtual: what still looks for its batch gives up
					})
				})
			}
		}
	}
}

// TestRefused holds that a batch that the provider refuses fails its calls
// with the reason, and is not sent again.
func TestRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, j := &modeltest.Batches{Stub: echo(), Refused: "the model m has no batches"}, &journal{}
		_, errs := askAll(t.Context(), open(t, "openai/m", &line{Handler: b}, j, &memory{}, nil))
		for _, err := range errs {
			if err == nil || !errorsContain(err, b.Refused) {
				t.Fatalf("error %v", err)
			}
		}
		if b.Made() != 1 {
			t.Errorf("%d batches were made", b.Made())
		}
		b.Refused = "" // the quota is raised, say: another run sends the calls anew
		replies, errs := askAll(t.Context(), open(t, "openai/m", &line{Handler: b}, j, &memory{}, nil))
		check(t, replies, errs)
	})
	synctest.Test(t, func(t *testing.T) {
		s := echo()
		_, errs := askAll(t.Context(), open(t, "openai/m", &line{Handler: s}, &journal{}, &memory{}, nil))
		for _, err := range errs {
			if err == nil || !errorsContain(err, "no batch interface") {
				t.Fatalf("a server without batches: %v", err)
			}
		}
	})
}

// An endless server sends results without an end.
type endless struct {
	http.Handler
	begin string // of the answer that has the results
	read  int
}

func (e *endless) RoundTrip(r *http.Request) (*http.Response, error) {
	rec := httptest.NewRecorder()
	e.ServeHTTP(rec, r)
	resp := rec.Result()
	if r.Method == http.MethodGet && (strings.Contains(r.URL.Path, "beta/batches/") || strings.HasSuffix(r.URL.Path, "/content")) {
		resp.Body = io.NopCloser(io.MultiReader(strings.NewReader(e.begin), e))
	}
	return resp, nil
}

func (e *endless) Read(b []byte) (int, error) {
	e.read += len(b)
	for i := range b {
		b[i] = 'a'
	}
	return len(b), nil
}

// TestEndlessResult holds that a result without an end is not read to it, and
// that its calls fail with the reason.
func TestEndlessResult(t *testing.T) {
	for spec, begin := range map[string]string{
		"openai/m": `{"custom_id":"`,
		"google/m": `{"metadata":{"state":"BATCH_STATE_SUCCEEDED"},"done":true,"response":{"inlinedResponses":{"inlinedResponses":[{"response":{"text":"`,
	} {
		synctest.Test(t, func(t *testing.T) {
			server := &endless{Handler: &modeltest.Batches{Stub: echo()}, begin: begin}
			_, errs := askAll(t.Context(), open(t, spec, server, &journal{}, &memory{}, nil))
			for _, err := range errs {
				if err == nil || !errorsContain(err, "longer than 32 MB") {
					t.Fatalf("%s: error %v", spec, err)
				}
			}
			if server.read > 80<<20 {
				t.Errorf("%s: %d MB were read", spec, server.read>>20)
			}
		})
	}
}

// TestLineBeforeAnEndlessOne holds that the result before one without an end is handed
// on.
func TestLineBeforeAnEndlessOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &modeltest.Batches{Stub: echo()}
		change := func(s string, _ int) string {
			return strings.SplitAfter(s, "\n")[0] + strings.Repeat("a", 33<<20)
		}
		_, errs := askAll(t.Context(), open(t, "openai/m", &spoiler{Handler: b, change: change}, &journal{}, &memory{}, nil))
		if lost := failing(t, errs, "longer than 32 MB"); lost != items-1 {
			t.Errorf("%d calls failed, want %d", lost, items-1)
		}
	})
}

// A spoiler changes the results that a server sends; n counts how often it did.
type spoiler struct {
	http.Handler
	change func(results string, n int) string
	n      int
}

func (s *spoiler) RoundTrip(r *http.Request) (*http.Response, error) {
	rec := httptest.NewRecorder()
	s.ServeHTTP(rec, r)
	resp := rec.Result()
	if r.Method == http.MethodGet && (strings.HasSuffix(r.URL.Path, "/content") || strings.HasSuffix(r.URL.Path, "/results")) {
		s.n++
		said := s.change(rec.Body.String(), s.n)
		if said == "" {
			resp.StatusCode = http.StatusNotFound
		}
		resp.Body = io.NopCloser(strings.NewReader(said))
	}
	return resp, nil
}

// TestSpoiltResults holds that results which are no JSON cost no other result, are not
// bought again, and are fetched again where that may help.
func TestSpoiltResults(t *testing.T) {
	const page = "<html>back soon</html>\n"
	broken := func(results string) string { // its second line, in the middle
		lines := strings.SplitAfter(results, "\n")
		lines[1] = lines[1][:len(lines[1])-9] + "\n"
		return strings.Join(lines, "")
	}
	for name, c := range map[string]struct {
		change func(results string, n int) string
		lost   int // calls without an answer
		says   string
		resume int // calls that another run finds no answer to
	}{
		"a number that JSON does not have": {change: func(s string, _ int) string { return strings.Replace(s, `"model"`, `"score":NaN,"model"`, 1) }},
		"a line that breaks off":           {change: func(s string, _ int) string { return broken(s) }, lost: 1, says: "was probably paid for", resume: 1},
		"a page, for a while": {change: func(s string, n int) string {
			if n < 4 {
				return page
			}
			return s
		}},
		"a page":                      {change: func(string, int) string { return page }, lost: items, says: "<html>"},
		"no such file":                {change: func(string, int) string { return "" }, lost: items, says: "the provider answered 404"},
		"a page behind the results":   {change: func(s string, _ int) string { return s + page }},
		"a file that ends in a line":  {change: func(s string, _ int) string { return s[:len(s)-20] }, lost: 1, says: "the results of batch batch_1 cannot be read: "},
		"a file without its line end": {change: func(s string, _ int) string { return strings.TrimSuffix(s, "\n") }},
	} {
		for _, spec := range specs[:2] {
			t.Run(spec+" "+name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					b, j, kept := &modeltest.Batches{Stub: echo()}, &journal{}, &memory{}
					begun := time.Now()
					_, errs := askAll(t.Context(), open(t, spec, &spoiler{Handler: b, change: c.change}, j, kept, nil))
					if lost := failing(t, errs, c.says); lost != c.lost {
						t.Errorf("%d calls failed, want %d", lost, c.lost)
					}
					if took := time.Since(begun); took > time.Hour {
						t.Errorf("it took %s", took)
					}
					_, errs = askAll(t.Context(), open(t, spec, &line{Handler: b}, j, kept, nil))
					if lost := failing(t, errs, c.says); lost != c.resume {
						t.Errorf("%d calls of another run failed, want %d", lost, c.resume)
					}
					if _, paid := b.Stub.MostRepeated(); paid != 1 || b.Made() != 1 {
						t.Errorf("%d batches, a call answered up to %d times, want 1 and 1", b.Made(), paid)
					}
				})
			})
		}
	}
}

// failing counts errors, and holds that each says so much.
func failing(t *testing.T, errs []error, says string) (n int) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			n++
			if !errorsContain(err, says) {
				t.Errorf("error %v, want %q", err, says)
			}
		}
	}
	return n
}

// TestUploadFails holds that calls which could not be uploaded are sent again at once:
// no batch can have been made of them.
func TestUploadFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &modeltest.Batches{Stub: echo()}
		begun := time.Now()
		said := make(chan string, 9)
		replies, errs := askAll(t.Context(), open(t, "openai/m", &line{Handler: b, failAt: 1}, &journal{}, &memory{}, func(c *batch.Collector) {
			c.Report = func(line string) { said <- line }
		}))
		check(t, replies, errs)
		if got, want := <-said, "sending a batch of 7 calls failed: uploading the calls: "; !strings.HasPrefix(got, want) {
			t.Errorf("it says %q, want %q", got, want)
		}
		if took := time.Since(begun); took > 20*time.Second {
			t.Errorf("it took %s", took)
		}
	})
}

// TestErrorBesideAResponse holds that a server which says what went wrong beside a
// response without a body is believed, and a response with one is read whatever stands
// beside it: vLLM writes the one.
func TestErrorBesideAResponse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &modeltest.Batches{Stub: echo()}
		spoil := func(s string, _ int) string {
			lines := strings.SplitAfter(strings.ReplaceAll(s, `{"custom_id"`, `{"error":{"code":"late","message":"too late"},"custom_id"`), "\n")
			at := strings.Index(lines[0], `"response":`)
			lines[0] = lines[0][:at] + `"response":{"status_code":400,"body":null}}` + "\n"
			return strings.Join(lines, "")
		}
		_, errs := askAll(t.Context(), open(t, "openai/m", &spoiler{Handler: b, change: spoil}, &journal{}, &memory{}, nil))
		if lost := failing(t, errs, "status 400 Bad Request: too late"); lost != 1 {
			t.Errorf("%d calls failed, want 1", lost)
		}
	})
	synctest.Test(t, func(t *testing.T) { // a status alone
		b := &modeltest.Batches{Stub: echo()}
		spoil := func(s string, _ int) string {
			lines := strings.SplitAfter(s, "\n")
			at := strings.Index(lines[0], `"response":`)
			lines[0] = lines[0][:at] + `"response":{"status_code":400,"body":null}}` + "\n"
			return strings.Join(lines, "")
		}
		_, errs := askAll(t.Context(), open(t, "openai/m", &spoiler{Handler: b, change: spoil}, &journal{}, &memory{}, nil))
		if lost := failing(t, errs, "status 400 Bad Request"); lost != 1 || b.Made() != 1 {
			t.Errorf("%d calls failed after %d batches, want 1 and 1", lost, b.Made())
		}
	})
}

// TestLive holds that what a batch leaves out is called live on request.
func TestLive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &modeltest.Batches{Stub: echo(), Takes: time.Hour, Expired: 2}
		replies, errs := askAll(t.Context(), open(t, "openai/m", &line{Handler: b}, &journal{}, &memory{}, func(c *batch.Collector) { c.Live = true }))
		live := 0
		for i := range replies {
			if errs[i] != nil {
				t.Fatal(errs[i])
			}
			if replies[i].Batch == "" {
				live++
			}
		}
		if live != 2 || b.Made() != 1 {
			t.Errorf("%d calls were live and %d batches made, want 2 and 1", live, b.Made())
		}
	})
}

// TestLiveWithinBudget holds that calls which are made again live, at the full
// price, stay within the budget.
func TestLiveWithinBudget(t *testing.T) {
	prices, err := model.ParsePrices(strings.NewReader("date: 2026-11-22\nmodels: {openai/m: {in: 0, out: 10}}"))
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		const reply = 1000 // tokens, a cent each time
		b := &modeltest.Batches{Stub: &modeltest.Stub{Reply: func(*modeltest.Asked) string { return strings.Repeat("word", reply) }}, Takes: time.Hour, Expired: items}
		o := &provider.Opener{
			Lookup: func(string) string { return "key" }, Calls: &memory{}, Prices: prices, Budget: model.NewBudget(3*adhere.USD/100, 0),
			Options: provider.Options{BaseURL: "http://batches.test/v1", Client: &http.Client{Transport: &line{Handler: b}}, Timeout: time.Hour},
			Batches: func() *batch.Collector { return &batch.Collector{Journal: &journal{}, Live: true} },
		}
		m, err := o.Open("openai/m", "http://batches.test/v1", "subject")
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		for i := range items {
			all.Go(func() {
				_, err := m.Generate(t.Context(), &adhere.Request{Params: adhere.Params{MaxTokens: new(reply)}, Messages: []adhere.Message{{Role: adhere.User, Text: fmt.Sprint("question ", i)}}})
				if err != nil && !errorsContain(err, "the budget is used up") {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if spent, _ := o.Budget.Spent(); spent != 3*adhere.USD/100 {
			t.Errorf("%s was spent of a budget of $0.03", spent)
		}
	})
}

func errorsContain(err error, text string) bool { return strings.Contains(err.Error(), text) }

// TestLateListKeepsNobodyWaiting holds that calls of another batch, and new ones, do not
// wait for a batch that the provider does not list yet.
func TestLateListKeepsNobodyWaiting(t *testing.T) {
	for spec, making := range map[string]int{"openai/m": 2, "anthropic/m": 1, "google/m": 1} {
		synctest.Test(t, func(t *testing.T) {
			b, j := &modeltest.Batches{Stub: echo(), Unlisted: 50 * time.Second}, &journal{}
			ask := func(m adhere.Model, text string) time.Duration {
				begun := time.Now()
				if _, err := m.Generate(t.Context(), &adhere.Request{Messages: []adhere.Message{{Role: adhere.User, Text: text}}}); err != nil {
					t.Errorf("%s: %s: %v", spec, text, err)
				}
				return time.Since(begun)
			}
			ask(open(t, spec, &line{Handler: b}, j, &memory{}, nil), "early")
			m := open(t, spec, &line{Handler: b, failAt: making, after: true}, j, &memory{}, nil)
			var all sync.WaitGroup
			all.Go(func() {
				replies, errs := askAll(t.Context(), m)
				check(t, replies, errs)
			})
			for _, text := range []string{"early", "new"} {
				all.Go(func() {
					time.Sleep(10 * time.Second)
					if took := ask(m, text); took > 20*time.Second {
						t.Errorf("%s: %s waited %s", spec, text, took)
					}
				})
			}
			all.Wait()
			if _, paid := b.Stub.MostRepeated(); paid != 1 || b.Made() != 3 {
				t.Errorf("%s: %d batches, a call answered up to %d times, want 3 and 1", spec, b.Made(), paid)
			}
		})
	}
}

// A poller answers so many questions how far a batch is with something else.
type poller struct {
	http.Handler
	says string
	most int32
	n    atomic.Int32
}

func (p *poller) RoundTrip(r *http.Request) (*http.Response, error) {
	rec := httptest.NewRecorder()
	if _, name, ok := strings.Cut(r.URL.Path, "/batches/"); r.Method == http.MethodGet && ok && !strings.Contains(name, "/") && p.n.Add(1) <= p.most {
		_, _ = io.WriteString(rec, p.says)
		return rec.Result(), nil
	}
	p.ServeHTTP(rec, r)
	return rec.Result(), nil
}

// TestPollsThatAreNoBatch holds that a server which answers polls with something else
// than a batch is asked again for a while and then given up; the
// batch is found when the run is resumed.
func TestPollsThatAreNoBatch(t *testing.T) {
	for _, spec := range specs {
		for _, says := range []string{`{}`, `{"error":"no such route"}`, `<html>back soon</html>`} {
			for _, most := range []int32{3, 1 << 20} {
				t.Run(fmt.Sprint(spec, says, most), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						b, j, kept := &modeltest.Batches{Stub: echo(), Takes: time.Minute}, &journal{}, &memory{}
						begun := time.Now()
						_, errs := askAll(t.Context(), open(t, spec, &poller{Handler: b, says: says, most: most}, j, kept, nil))
						if lost := failing(t, errs, "this was tried 6 times, and will be again when the run is resumed"); lost != 0 && most == 3 || lost != items && most > 3 {
							t.Errorf("%d calls failed: %v", lost, errs)
						}
						if took := time.Since(begun); took > time.Hour {
							t.Errorf("it took %s", took)
						}
						replies, errs := askAll(t.Context(), open(t, spec, &line{Handler: b}, j, kept, nil))
						check(t, replies, errs)
						if _, paid := b.Stub.MostRepeated(); paid != 1 || b.Made() != 1 {
							t.Errorf("%d batches, a call answered up to %d times, want 1 and 1", b.Made(), paid)
						}
					})
				})
			}
		}
	}
}

// A forgetful server keeps no metadata of batches, but the files that they were made of.
type forgetful struct {
	http.Handler
	created string // of each batch, as JSON
	mu      sync.Mutex
	names   map[string]string // of files
	files   map[string]string // by batch
	looked  int               // at files
}

var inside = regexp.MustCompile(`"id":"(batch_\d+)","metadata":\{[^}]*\}`)

func (f *forgetful) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if name := f.names[strings.TrimPrefix(r.URL.Path, "/v1/files/")]; name != "" {
		f.looked++
		fmt.Fprintf(w, `{"object":"file","filename":%q}`, name)
		return
	}
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	rec := httptest.NewRecorder()
	f.Handler.ServeHTTP(rec, r)
	var sent struct {
		File string `json:"input_file_id"`
	}
	var made struct{ ID string }
	_, _ = json.Unmarshal(body, &sent), json.Unmarshal(rec.Body.Bytes(), &made)
	switch named := regexp.MustCompile(`filename="([^"]+)"`).FindSubmatch(body); {
	case named != nil:
		f.names[made.ID] = string(named[1])
	case sent.File != "":
		f.files[made.ID] = sent.File
	}
	_, _ = io.WriteString(w, inside.ReplaceAllStringFunc(rec.Body.String(), func(s string) string {
		id := inside.FindStringSubmatch(s)[1]
		return fmt.Sprintf(`"id":%q,"metadata":null,"input_file_id":%q,"created_at":%s`, id, f.files[id], f.created)
	}))
}

// TestForgetfulServer loses the reply to the making of a batch at a server that drops the
// mark, before somebody else's batch, and holds that it is found and not sent again.
func TestForgetfulServer(t *testing.T) {
	for created, looks := range map[string]int{`"2026-01-01 12:00:00"`: 2, "null": 2, "0": 2, "-1": 2, `"1"`: 2, "1": 0} {
		synctest.Test(t, func(t *testing.T) {
			b := &modeltest.Batches{Stub: echo(), Takes: 5 * time.Minute}
			f := &forgetful{Handler: b, created: created, names: map[string]string{}, files: map[string]string{}}
			go func() {
				time.Sleep(time.Second / 2)
				askAll(t.Context(), open(t, "openai/other", &line{Handler: f}, &journal{}, &memory{}, nil))
			}()
			replies, errs := askAll(t.Context(), open(t, "openai/m", &line{Handler: f, failAt: 2, after: true}, &journal{}, &memory{}, nil))
			check(t, replies, errs)
			want := 2
			if looks == 0 { // it was made long before, as the server says
				want = 3
			}
			if b.Made() != want || f.looked != looks {
				t.Errorf("created %s: %d batches were made, want %d, and %d files looked at, want %d", created, b.Made(), want, f.looked, looks)
			}
		})
	}
}
