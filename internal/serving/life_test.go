package serving_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"adhere"
	"adhere/internal/serving"
)

// running is a service that was started; stop ends it and returns what Run
// did.
func running(t *testing.T, s *serving.Server) (addr net.Addr, stop func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan net.Addr, 1), make(chan error, 1)
	go func() { ended <- s.Run(ctx, func(a net.Addr) error { ready <- a; return nil }) }()
	select {
	case addr = <-ready:
	case err := <-ended:
		t.Fatal(err)
	}
	stop = sync.OnceValue(func() error { cancel(); return <-ended })
	t.Cleanup(func() { stop() })
	return addr, stop
}

// TestEndFinishesStreams ends the service in the middle of a stream.
func TestEndFinishesStreams(t *testing.T) {
	more := make(chan bool)
	s := newServer(t, serving.Config{Listen: "127.0.0.1:0"}, serving.Route{Pattern: "GET /stream", Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for n := 0; <-more; n++ {
			fmt.Fprintln(w, n)
			http.NewResponseController(w).Flush()
		}
		fmt.Fprintln(w, "[DONE]")
	})})
	addr, stop := running(t, s)
	go func() { more <- true }()
	resp, err := http.Get("http://" + addr.String() + "/stream")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	ended := make(chan error)
	go func() { ended <- stop() }()
	<-s.Closing()
	more <- true
	more <- false
	if b, err := io.ReadAll(resp.Body); err != nil || string(b) != "0\n1\n[DONE]\n" {
		t.Errorf("%q %v", b, err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if _, err := http.Get("http://" + addr.String() + "/healthz"); err == nil {
		t.Error("it still answers")
	}
}

func TestGraceEnds(t *testing.T) {
	begun, seen := make(chan bool), make(chan error, 1)
	s := newServer(t, serving.Config{Listen: "127.0.0.1:0", Grace: 20 * time.Millisecond}, serving.Route{Pattern: "GET /stuck", Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(begun)
		<-r.Context().Done()
		seen <- r.Context().Err()
	})})
	addr, stop := running(t, s)
	go http.Get("http://" + addr.String() + "/stuck")
	<-begun
	if err := stop(); adhere.CodeOf(err) != adhere.Cancelled {
		t.Error(err)
	}
	if <-seen == nil {
		t.Error("the handler was not told")
	}
}

func TestUnixSocket(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	s := newServer(t, serving.Config{Listen: "unix:" + path}, echo)
	running(t, s)
	client := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", path)
	}}}
	resp, err := client.Get("http://localhost/metrics")
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatal(resp, err)
	}
	resp.Body.Close()
	client.CloseIdleConnections()
	err = newServer(t, serving.Config{Listen: "unix:" + path}).Run(context.Background(), func(net.Addr) error { return nil })
	if adhere.CodeOf(err) != adhere.Conflict {
		t.Error("a socket in use was taken over:", err)
	}
}

// TestRoutes asks every route of a server in every way that matters.
func TestRoutes(t *testing.T) {
	keys := ring(t)
	key := addKey(t, keys, serving.Key{Name: "k"})
	late := serving.Route{Pattern: "GET /late", Timeout: time.Nanosecond, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		<-r.Context().Done()
		serving.WriteError(w, r, r.Context().Err())
	})}
	broken := serving.Route{Pattern: "GET /broken", Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("secret of the house") })}
	page := serving.Route{Pattern: "GET /page", Access: serving.Open, Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})}
	var log bytes.Buffer
	s := newServer(t, serving.Config{Keys: keys, MaxBody: 100, Log: slog.New(slog.NewTextHandler(&log, nil))}, echo, late, broken, page)
	for _, c := range []struct {
		method, path, body string
		key                bool
		forwarded          string
		status             int
	}{
		{"GET", "/healthz", "", false, "", 200},
		{"GET", "/healthz", "", false, "1.2.3.4", 200},
		{"GET", "/metrics", "", false, "", 200},
		{"GET", "/metrics", "", false, "1.2.3.4", 401},
		{"GET", "/metrics", "", true, "1.2.3.4", 200},
		{"GET", "/page", "", false, "1.2.3.4", 200},
		{"POST", "/echo", "x", false, "", 401},
		{"POST", "/echo", "x", true, "", 200},
		{"POST", "/echo", strings.Repeat("x", 101), true, "", 413},
		{"GET", "/echo", "", true, "", 405},
		{"GET", "/late", "", true, "", 504},
		{"GET", "/broken", "", true, "", 500},
		{"GET", "/nothing", "", true, "", 404},
		{"GET", "/..%2f..%2fetc", "", true, "", 404},
	} {
		headers := []string{"X-Request-Id", "my-id"}
		if c.key {
			headers = append(headers, "x-api-key", key)
		}
		if c.forwarded != "" {
			headers = append(headers, "X-Forwarded-For", c.forwarded)
		}
		w := ask(s, c.method, c.path, c.body, headers...)
		if w.Code != c.status || w.Header().Get("X-Request-Id") != "my-id" {
			t.Errorf("%s %s (key %v): %d, want %d: %s", c.method, c.path, c.key, w.Code, c.status, w.Body)
		}
		if c.status >= 400 {
			errorCode(t, w)
		}
		if c.status == http.StatusNotFound && !strings.Contains(w.Body.String(), "below /v1") {
			t.Error("a client with a wrong base URL is not told what is wrong:", w.Body)
		}
		if strings.Contains(w.Body.String(), "secret of the house") {
			t.Error("a fault's words reach the caller")
		}
	}
	if w := ask(s, "GET", "/healthz", "", "X-Request-Id", "bad id\n"); !strings.HasPrefix(w.Header().Get("X-Request-Id"), "req_") {
		t.Error("any name is taken over:", w.Header())
	}
	if got := log.String(); !strings.Contains(got, "secret of the house") || strings.Contains(got, key) || !strings.Contains(got, "key=k") {
		t.Error(got)
	}
	metrics := ask(s, "GET", "/metrics", "").Body.String()
	for _, want := range []string{`http_server_requests_total{key="k",route="POST /echo",status="413"} 1`, `http_server_active_requests 1`, `http_server_request_duration_seconds_count{route="POST /echo"} 3`} {
		if !strings.Contains(metrics, want) {
			t.Errorf("no %s in\n%s", want, metrics)
		}
	}
}

// TestTraces sends spans and records to a receiver, and to nobody when none
// is named.
func TestTraces(t *testing.T) {
	var mu sync.Mutex
	got := map[string]string{}
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		got[r.URL.Path] += string(b) + r.Header.Get("House")
	}))
	defer receiver.Close()
	for _, endpoint := range []string{"", receiver.URL} {
		tel := serving.NewTelemetry(serving.Export{Endpoint: endpoint, Service: "tested", Headers: map[string]string{"House": "yes"}})
		var onwards string
		s := newServer(t, serving.Config{Telemetry: tel}, serving.Route{Pattern: "GET /step", Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			ctx, span := tel.Start(r.Context(), "the step", slog.Int("n", 3))
			defer span.End()
			tel.Record(ctx, serving.EventEvaluation, slog.String(serving.AttrEvaluationLabel, "met"), slog.Float64(serving.AttrEvaluationScore, 1))
			h := http.Header{}
			tel.Inject(ctx, h)
			onwards = h.Get("traceparent")
		})})
		const trace = "0af7651916cd43dd8448eb211c80319c"
		ask(s, "GET", "/step", "", "traceparent", "00-"+trace+"-b7ad6b7169203331-01")
		if err := tel.Close(context.Background()); err != nil {
			t.Fatal(err)
		}
		if endpoint == "" {
			if len(got) != 0 || onwards != "" {
				t.Error("something leaves without an endpoint:", got, onwards)
			}
			continue
		}
		if !strings.HasPrefix(onwards, "00-"+trace) {
			t.Error("the trace ends here:", onwards)
		}
		for path, wants := range map[string][]string{"/v1/traces": {"the step", "tested", "GET /step"}, "/v1/logs": {"gen_ai.evaluation.result", "met"}} {
			for _, want := range append(wants, "yes") {
				if !strings.Contains(got[path], want) {
					t.Errorf("%s has no %q", path, want)
				}
			}
		}
	}
}

// A patientLog writes nothing down until it is released.
type patientLog struct {
	slog.Handler
	release <-chan struct{}
}

func (l patientLog) Handle(ctx context.Context, r slog.Record) error {
	select {
	case <-l.release:
	case <-time.After(10 * time.Second): // the client waits for the log, which waits for the client
	}
	return l.Handler.Handle(ctx, r)
}

// A caller does not wait for what is written down about its request.
func TestAnswersBeforeTheLog(t *testing.T) {
	release := make(chan struct{})
	var said strings.Builder
	s := newServer(t, serving.Config{Listen: "127.0.0.1:0", Log: slog.New(patientLog{slog.NewTextHandler(&said, nil), release})}, serving.Route{
		Pattern: "GET /x", Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "5")
			_, _ = io.WriteString(w, "whole")
		}),
	})
	addr, stop := running(t, s)
	client := &http.Client{Timeout: 5 * time.Second}
	resp, err := client.Get("http://" + addr.String() + "/x")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if b, err := io.ReadAll(resp.Body); err != nil || string(b) != "whole" {
		t.Fatalf("%q, %v", b, err)
	}
	close(release)
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(said.String(), "path=/x") {
		t.Errorf("the log says %q", said.String())
	}
}
