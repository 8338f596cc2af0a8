package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"adhere/internal/serving"
	"adhere/internal/store"
	"adhere/internal/store/servertest"
)

// beginnings are the first events of streams, by route.
var beginnings = map[string]string{
	"/v1/chat/completions": "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"One\"},\"finish_reason\":null}]}\n\n",
	"/v1/responses":        "event: response.created\ndata: {\"type\":\"response.created\",\"sequence_number\":0,\"response\":{\"id\":\"r\",\"object\":\"response\",\"created_at\":1,\"status\":\"in_progress\",\"model\":\"m\",\"output\":[]}}\n\n",
	"/v1/messages":         "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\",\"content\":[],\"usage\":{\"input_tokens\":1,\"output_tokens\":1}}}\n\n",
}

// TestGatewayEndsStreams stops a gateway that has no time left for its streams:
// each ends with an error in its own format, and what is no stream is answered
// with one.
func TestGatewayEndsStreams(t *testing.T) {
	t.Parallel()
	var open sync.WaitGroup
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked, _ := io.ReadAll(r.Body)
		if strings.Contains(string(asked), `"stream":true`) {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, beginnings[r.URL.Path])
			_ = http.NewResponseController(w).Flush()
		}
		open.Done()
		<-r.Context().Done() // the model says no more
	}))
	t.Cleanup(upstream.Close)
	const ask = `"messages":[{"role":"user","content":"%s"}],"max_tokens":9,"model":"m"`
	plain, checked := fmt.Sprintf(ask, "Hello."), fmt.Sprintf(ask, "Name a tree. Use no commas.")
	cases := []struct{ name, path, body, want string }{
		{"chat", "/v1/chat/completions", `{"stream":true,` + plain + `}`, "\"code\":\"ending\"}}\n\ndata: [DONE]\n\n"},
		{"checked", "/v1/chat/completions", `{"stream":true,"adhere":{"strategy":"decrim","constraints":["Use no commas."],"stream":"optimistic"},` + checked + `}`, "\"code\":\"ending\"}}\n\ndata: [DONE]\n\n"},
		{"messages", "/v1/messages", `{"stream":true,` + plain + `}`, "event: error\ndata: {\"type\":\"error\",\"error\":{\"message\":\"the service is shutting down: send the request again\",\"type\":\"overloaded_error\",\"param\":null,\"code\":\"ending\"}}\n\n"},
		{"responses", "/v1/responses", `{"stream":true,"model":"m","input":"Hello."}`, "event: error\ndata: {\"message\":\"the service is shutting down: send the request again\",\"type\":\"error\",\"param\":null,\"code\":\"ending\",\"error\":{\"message\":\"the service is shutting down: send the request again\",\"type\":\"server_error\",\"param\":null,\"code\":\"ending\"}}\n\n"},
		{"whole", "/v1/chat/completions", `{` + plain + `}`, "\"code\":\"ending\"}}\n"},
		{"whole checked", "/v1/chat/completions", `{"adhere":{"strategy":"decrim","constraints":["Use no commas."]},` + checked + `}`, "\"code\":\"ending\"}}\n"},
	}
	cmd, base := startGateway(t, "--upstream", upstream.URL+"/v1", "--grace", "100ms", "--db", filepath.Join(t.TempDir(), "a.db"))
	said, failed := make([]string, len(cases)), make([]error, len(cases))
	var all sync.WaitGroup
	open.Add(len(cases))
	for i, c := range cases {
		all.Go(func() {
			resp, err := http.Post(strings.TrimSuffix(base, "/v1")+c.path, "application/json", strings.NewReader(c.body))
			if err != nil {
				failed[i] = err
				return
			}
			defer resp.Body.Close()
			b, err := io.ReadAll(resp.Body)
			said[i], failed[i] = string(b), err
		})
	}
	open.Wait()
	check(t, cmd.Process.Signal(syscall.SIGTERM))
	all.Wait()
	for i, c := range cases {
		if failed[i] != nil || !strings.HasSuffix(said[i], c.want) {
			t.Errorf("%s: %v, %q, want the end %q", c.name, failed[i], said[i], c.want)
		}
	}
	if err := cmd.Wait(); err == nil {
		t.Error("a gateway that cut requests off does not say so")
	}
}

// A fleet is two gateways behind a balancer that asks each whether it is ready.
type fleet struct {
	t       *testing.T
	s       *shop
	members [2]atomic.Pointer[member]
}

type member struct {
	cmd   *exec.Cmd
	base  string
	ready atomic.Bool
}

func (f *fleet) start(i int) {
	cmd, base := startGateway(f.t, "--upstream", f.s.url, "--keys", f.s.keys(), "--db", filepath.Join(f.s.dir, fmt.Sprint(i, ".db")), "--drain", "30s") // which the balancer, on a busy machine, needs not to miss
	m := &member{cmd: cmd, base: strings.TrimSuffix(base, "/v1")}
	m.ready.Store(true)
	f.members[i].Store(m)
}

// restart ends a gateway as a rolling restart does, and starts it anew.
func (f *fleet) restart(i int) {
	m := f.members[i].Load()
	check(f.t, m.cmd.Process.Signal(syscall.SIGTERM))
	for m.ready.Load() { // a balancer looks now and then
		resp, err := http.Get(m.base + "/readyz")
		check(f.t, err)
		resp.Body.Close()
		m.ready.Store(resp.StatusCode == http.StatusOK)
		time.Sleep(20 * time.Millisecond)
	}
	check(f.t, m.cmd.Wait()) // all it had begun is answered
	f.start(i)
}

// base is a gateway that is ready.
func (f *fleet) base(n int) string {
	for ; ; n++ {
		if m := f.members[n%2].Load(); m.ready.Load() {
			return m.base
		}
	}
}

// TestGatewayRollingRestart restarts two gateways in turn while streams are
// open: no request is lost, no stream breaks off, and what was spent is
// exactly what was bought.
func TestGatewayRollingRestart(t *testing.T) {
	t.Parallel()
	shared, _ := servertest.New(t)
	f := &fleet{t: t, s: newShop(t, 1_000_000, shared, 250*time.Millisecond)}
	for i := range f.members {
		f.start(i)
	}
	var over atomic.Bool
	var streams, all atomic.Int64
	var lanes sync.WaitGroup
	for lane := range 6 {
		lanes.Go(func() {
			for n := lane; !over.Load(); n++ {
				if err := f.ask(n); err != nil {
					t.Errorf("request %d: %v", n, err)
				}
				all.Add(1)
				streams.Add(int64(n % 2))
			}
		})
	}
	for i := range f.members {
		f.restart(i)
	}
	over.Store(true)
	lanes.Wait()
	ctx := t.Context()
	db, err := store.Open(ctx, shared)
	check(t, err)
	defer db.Close()
	ring, err := serving.ShareKeys(ctx, db, time.Now)
	check(t, err)
	_, total, err := ring.Spent(ctx, f.s.id, time.Now())
	check(t, err)
	if got := int64(total / f.s.price); got != all.Load() || f.s.sold.Load() != all.Load() {
		t.Errorf("%d answers came, %d were bought and %d are in the ledger", all.Load(), f.s.sold.Load(), got)
	}
	t.Logf("2 restarts: %d requests, %d of them streams", all.Load(), streams.Load())
}

// ask asks for an answer, every second one as a stream that takes a while.
func (f *fleet) ask(n int) error {
	body := fmt.Sprintf(`{"model":"gpt-4o-mini","max_tokens":1000,"stream":%v,"messages":[{"role":"user","content":"Write."}]}`, n%2 == 1)
	req, err := http.NewRequest(http.MethodPost, f.base(n/2)+"/v1/chat/completions", strings.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+f.s.key)
	resp, err := http.DefaultTransport.RoundTrip(req) // which sends nothing twice
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	said, err := io.ReadAll(resp.Body)
	if err == nil && (resp.StatusCode != http.StatusOK || n%2 == 1 && lastLine(said) != "data: [DONE]") {
		err = fmt.Errorf("%d: %s", resp.StatusCode, said)
	}
	return err
}

// startGateway starts a gateway and returns where it listens.
func startGateway(t *testing.T, args ...string) (cmd *exec.Cmd, base string) {
	t.Helper()
	cmd = exec.Command("adhere", append([]string{"gateway", "--listen", "127.0.0.1:0", "--quiet"}, args...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	check(t, err)
	check(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	line, err := bufio.NewReader(out).ReadString('\n')
	check(t, err)
	return cmd, strings.TrimSpace(line)
}
