package cli

import (
	"bytes"
	"context"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/report"
)

// start runs a command line of a program that has one command, "work", which
// does what do says with the value of its flag.
func start(env map[string]string, do func(budget string) error, args ...string) (code int, said string) {
	var out, errs bytes.Buffer
	p := &Program{
		In: strings.NewReader(""), Out: &out, Err: &errs,
		Env:   func(name string) (string, bool) { v, ok := env[name]; return v, ok },
		Texts: fstest.MapFS{"help/adhere.txt": {Data: []byte("Test")}, "help/work.txt": {Data: []byte("Work")}, "help/help.txt": {Data: []byte("Help")}, "help/completion.txt": {Data: []byte("Complete")}},
	}
	work := p.Command("work", cobra.NoArgs)
	budget := work.Flags().String("budget", "default", "how much")
	work.RunE = func(*cobra.Command, []string) error { return do(*budget) }
	code = p.Run(context.Background(), p.Root(work), append([]string{"work"}, args...))
	return code, out.String() + errs.String()
}

// TestSurplusIsNotPrinted holds that what a server sends beyond the length that it
// announced is nobody's to read: the HTTP library prints it.
func TestSurplusIsNotPrinted(t *testing.T) {
	var printed bytes.Buffer
	log.SetOutput(&printed)
	defer log.SetOutput(os.Stderr)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		c, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			panic(err)
		}
		_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nyesand a secret")
		_ = c.Close()
	}))
	defer server.Close()
	p := &Program{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard, Env: func(string) (string, bool) { return "", false }}
	ask := &cobra.Command{RunE: func(*cobra.Command, []string) error {
		resp, err := http.Get(server.URL)
		if err != nil {
			return err
		}
		_, err = io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		http.DefaultClient.CloseIdleConnections()
		time.Sleep(50 * time.Millisecond) // it is printed when the connection is looked at again
		return err
	}}
	if code := p.Run(t.Context(), ask, nil); code != ExitDone || !strings.Contains(printed.String(), "Unsolicited response") {
		t.Errorf("in a process of somebody else's: exit code %d, printed %q; the HTTP library should print the surplus", code, printed.String())
	}
	printed.Reset()
	p.OwnProcess = true
	if code := p.Run(t.Context(), ask, nil); code != ExitDone || printed.Len() > 0 {
		t.Errorf("exit code %d, printed %s", code, printed.String())
	}
}

// TestPrecedence holds whose value a flag takes: that of the command line, of
// the environment, of .env, of the folder's settings, of the user's own.
func TestPrecedence(t *testing.T) {
	t.Chdir(t.TempDir())
	home := t.TempDir()
	env := map[string]string{"XDG_CONFIG_HOME": home}
	got := func(args ...string) (value string) {
		t.Helper()
		if code, said := start(env, func(budget string) error { value = budget; return nil }, args...); code != ExitDone {
			t.Fatalf("exit code %d: %s", code, said)
		}
		return value
	}
	write := func(path, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, next := range []struct {
		want string
		set  func()
	}{
		{"default", func() {}},
		{"own", func() { write(filepath.Join(home, "adhere", configName), "budget: own\n") }},
		{"folder", func() { write(configName, "budget: folder\n") }},
		{"dotenv", func() { write(".env", "ADHERE_BUDGET=dotenv\n") }},
		{"environment", func() { env["ADHERE_BUDGET"] = "environment" }},
	} {
		if next.set(); got() != next.want {
			t.Errorf("--budget is %q, expected %q", got(), next.want)
		}
	}
	if v := got("--budget", "given"); v != "given" {
		t.Errorf("--budget given is %q", v)
	}
}

// TestUserFolder holds where the program's own files are where nothing names a
// folder for them: in the user's folder, by the name that the system has for it.
func TestUserFolder(t *testing.T) {
	for _, name := range []string{"HOME", "USERPROFILE"} {
		user := t.TempDir()
		p := &Program{Env: func(asked string) (string, bool) { return user, asked == name }}
		if got, want := p.DBPath(""), filepath.Join(user, ".local", "share", "adhere", "adhere.db"); got != want {
			t.Errorf("%s: the database is %s, expected %s", name, got, want)
		}
		if got, want := p.ownSettings(), filepath.Join(user, ".config", "adhere", configName); got != want {
			t.Errorf("%s: the user's own settings are %s, expected %s", name, got, want)
		}
	}
}

func TestExitCodes(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, test := range []struct {
		err  error
		args []string
		code int
		said string
	}{
		{nil, nil, ExitDone, ""},
		{&adhere.Error{Code: adhere.Unavailable, Message: "no server"}, nil, ExitFailed, "adhere: no server\n"},
		{&adhere.Error{Code: adhere.Invalid, Message: "bad", Hint: "good"}, nil, ExitUsage, "adhere: bad\n  try: good\n"},
		{report.Missed{"drfr is 0.4"}, nil, ExitThreshold, "drfr is 0.4"},
		{&adhere.Error{Code: adhere.Invalid, Message: "bad"}, []string{"--json"}, ExitUsage, `"message": "bad"`},
		{nil, []string{"--budgets", "1"}, ExitUsage, "did you mean --budget?"},
		{nil, []string{"--budget", ""}, ExitUsage, "--budget was given and is empty"},
	} {
		code, said := start(nil, func(string) error { return test.err }, test.args...)
		if code != test.code || !strings.Contains(said, test.said) {
			t.Errorf("%v %v: exit code %d and %q, expected %d and %q", test.err, test.args, code, said, test.code, test.said)
		}
	}
}
