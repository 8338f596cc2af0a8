// Package clients_test runs OpenAI's and Anthropic's own clients against the
// gateway.
package clients_test

import (
	"bufio"
	"bytes"
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"adhere/internal/gateway"
	"adhere/internal/serving"
	"adhere/verify/suites"
)

// openAI is what every client of OpenAI's does. A script prints "ok NAME" for each that
// went well, and "failed NAME: why" else.
func openAI() []string {
	return []string{
		"chat", "chat corrected", "model suffix", "stream", "stream corrected", "stream corrected, empty chunks", "stream optimistic", "stream helper",
		"tool call", "tool call streamed", "tool turn", "responses", "responses streamed", "responses helper", "models",
		"error 400", "error 401", "error 422", "error 422 streamed", "error 429", "error 500", "error in a stream",
	}
}

// anthropic is what every client of Anthropic's does.
func anthropic() []string {
	return []string{
		"message", "message corrected", "system", "stream", "stream corrected", "stream helper", "tool use", "tool use streamed", "tool turn",
		"error 400", "error 401", "error 422", "error 422 streamed", "error 429", "error 500", "error in a stream",
	}
}

// installed is where scripts/clients puts the clients for Python and Node.
func installed(t *testing.T, parts ...string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(append([]string{"..", "..", "..", "bin", "clients"}, parts...)...))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("%v: run scripts/clients, as scripts/test does", err)
	}
	return path
}

// TestMain leaves the clients out of short runs: they are other programs, and
// compiling OpenAI's client for Go takes minutes.
func TestMain(m *testing.M) {
	flag.Parse()
	if testing.Short() {
		return
	}
	os.Exit(m.Run())
}

func TestPython(t *testing.T) {
	python := installed(t, "python", "bin", "python")
	t.Run("OpenAI", func(t *testing.T) { run(t, openAI(), nil, python, "-W", "error", "testdata/python/client.py") })
	t.Run("Anthropic", func(t *testing.T) { run(t, anthropic(), nil, python, "-W", "error", "testdata/python/messages.py") })
}

func TestNode(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatalf("%v: run scripts/clients, as scripts/test does", err)
	}
	env := []string{"NODE_PATH=" + installed(t, "node", "node_modules")}
	t.Run("OpenAI", func(t *testing.T) { run(t, openAI(), env, node, "testdata/node/client.cjs") })
	t.Run("Anthropic", func(t *testing.T) { run(t, anthropic(), env, node, "testdata/node/messages.cjs") })
}

func TestGo(t *testing.T) {
	program := filepath.Join(t.TempDir(), "client")
	build := exec.CommandContext(t.Context(), "go", "test", "-c", "-o", program, ".")
	build.Dir = "testdata/go"
	build.Env = append(os.Environ(), "GOFLAGS=", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	run(t, openAI(), nil, program)
}

// run has a client do its cases, each of which becomes a test.
func run(t *testing.T, cases, env []string, program string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Env = append(append(os.Environ(), open(t)...), env...)
	var errors bytes.Buffer
	cmd.Stderr = &errors
	out, err := cmd.Output()
	if err != nil {
		t.Errorf("%v: %s", err, errors.String())
	}
	said := map[string]string{}
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		line := lines.Text()
		t.Log(line)
		if name, ok := strings.CutPrefix(line, "ok "); ok {
			said[name] = ""
		} else if rest, ok := strings.CutPrefix(line, "failed "); ok {
			name, why, _ := strings.Cut(rest, ": ")
			said[name] = why
		}
	}
	for _, name := range cases {
		t.Run(name, func(t *testing.T) {
			if why, ok := said[name]; !ok || why != "" {
				t.Errorf("said %t: %s", ok, why)
			}
		})
	}
}

// open serves a gateway with keys and returns the variables that tell clients
// of it.
func open(t *testing.T) []string {
	t.Helper()
	back := httptest.NewServer(&upstream{})
	t.Cleanup(back.Close)
	keys, err := serving.OpenKeys(filepath.Join(t.TempDir(), "keys.json"), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	_, key, err := keys.Add(serving.Key{Name: "client"})
	if err != nil {
		t.Fatal(err)
	}
	_, limited, err := keys.Add(serving.Key{Name: "limited", Limits: serving.Limits{RequestsPerMinute: 1}})
	if err != nil {
		t.Fatal(err)
	}
	s := serving.New(serving.Config{Keys: keys})
	g, err := gateway.New(gateway.Options{
		Upstreams: []gateway.Upstream{{URL: back.URL + "/v1", Key: "upstream"}}, Retries: -1, Catalog: suites.Catalog(),
		Settings: gateway.Settings{Strategy: "decrim"}, KeepAlive: 5 * time.Millisecond, Telemetry: s.Telemetry(),
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Handle(serving.Route{Pattern: "/v1/", Handler: http.Handler(g)})
	front := httptest.NewServer(s.Handler())
	t.Cleanup(front.Close)
	return []string{
		"OPENAI_BASE_URL=" + front.URL + "/v1", "OPENAI_API_KEY=" + key, "LIMITED_KEY=" + limited,
		"ANTHROPIC_BASE_URL=" + front.URL, "ANTHROPIC_API_KEY=" + key,
	}
}
