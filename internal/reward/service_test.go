package reward_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"adhere/internal/reward"
	"adhere/internal/serving"
	"adhere/verify/ruling"
	"adhere/verify/suites"
)

// start returns a service behind a real server on this machine.
func start(t testing.TB, c reward.Config, timeout time.Duration) string {
	t.Helper()
	s := serving.New(serving.Config{})
	if c.Answerer.Decide == nil {
		c.Answerer.Decide = ruling.NewDecider(suites.All()...).Decide
	}
	c.Telemetry = s.Telemetry()
	s.Handle(reward.New(c).Route(timeout))
	h := httptest.NewServer(s.Handler())
	t.Cleanup(h.Close)
	return h.URL
}

func post(t testing.TB, url, kind, body string) (int, string) {
	t.Helper()
	resp, err := http.Post(url+"/v1/verify", kind, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(b)
}

const (
	lines      = "application/x-ndjson"
	short      = `{"id":"a","requirement":"at most 3 words","text":"one two three four"}`
	rule       = `{"id":"b","rule":{"name":"ifeval/punctuation:no_comma"},"text":"no"}`
	witty      = `{"id":"c","requirement":"be witty","text":"Ha."}`
	several    = `{"id":"d","text":"one, two","requirements":["at most 3 words","no commas","be witty",{"name":"ifeval/punctuation:no_comma"}]}`
	broken     = `{"id":"e","rule":{"name":"none/such"},"text":""}`
	threeWords = `{"name":"algebra/check","args":{"reading":"plain","check":{"count":{"unit":"word"},"is":{"most":3}}}}`
	shortA     = `{"id":"a","requirement":"at most 3 words","decides":"all","rule":` + threeWords + `,"english":"the answer has at most 3 words","finding":{"met":false,"measured":"4 words","wanted":"at most 3 words"}}`
	wittyA     = `{"id":"c","requirement":"be witty","decides":"none","rule":null,"english":"","finding":null}`
)

// TestByteOrderMark holds that bodies which begin with a mark are read.
func TestByteOrderMark(t *testing.T) {
	url := start(t, reward.Config{}, 0)
	for kind, body := range map[string]string{"application/json": "[" + short + "]", lines: short} {
		if status, got := post(t, url, kind, "\ufeff"+body); status != http.StatusOK || !strings.Contains(got, `"4 words"`) {
			t.Errorf("%s: %d %s", kind, status, got)
		}
	}
}

// parsed reads answers for comparison.
func parsed(t *testing.T, s string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(s), &v); err != nil {
		t.Fatalf("not JSON: %v: %s", err, s)
	}
	return v
}

func TestShapes(t *testing.T) {
	url := start(t, reward.Config{}, 0)
	for _, c := range []struct{ name, body, want string }{
		{"list", "[" + short + "," + witty + "]", "[" + shortA + "," + wittyA + "]"},
		{"items", `{"items":[` + short + `]}`, `{"items":[` + shortA + `]}`},
		{"one", " " + witty, wittyA},
		{"none", "[]", "[]"},
		{"no items", `{"items":[]}`, `{"items":[]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, got := post(t, url, "application/json", c.body)
			if status != 200 {
				t.Fatal(status, got)
			}
			if d := cmp.Diff(parsed(t, c.want), parsed(t, got)); d != "" {
				t.Error(d)
			}
		})
	}
	status, got := post(t, url, lines, short+"\n\n  "+witty+"\r\n"+short)
	if want := shortA + "\n" + wittyA + "\n" + shortA + "\n"; status != 200 || got != want {
		t.Errorf("lines: %d\n%s\nwant\n%s", status, got, want)
	}
}

func TestReward(t *testing.T) {
	url := start(t, reward.Config{}, 0)
	for _, c := range []struct {
		item              string
		reward            any
		met, decided, all int
	}{
		{several, 1.0 / 3, 1, 3, 4},
		{`{"text":"one","requirements":["no commas"]}`, 1.0, 1, 1, 1},
		{`{"text":"one","requirements":["be witty"]}`, nil, 0, 0, 1},
	} {
		_, body := post(t, url, "application/json", c.item)
		got := parsed(t, body).(map[string]any)
		if got["reward"] != c.reward || got["met"] != float64(c.met) || got["decided"] != float64(c.decided) || got["of"] != float64(c.all) || len(got["answers"].([]any)) != c.all {
			t.Errorf("%s: %s", c.item, body)
		}
	}
}

// TestOneItemFails holds that an item which cannot be answered takes no other
// with it, and says what is wrong.
func TestOneItemFails(t *testing.T) {
	url := start(t, reward.Config{MaxItem: 2000}, 0)
	long := func(name string) string {
		return `{"id":"z","` + name + `":"` + strings.Repeat("x", 2100) + `"}`
	}
	for _, c := range []struct{ item, id, param, message string }{
		{broken, "e", "rule", "unknown checker"},
		{`{"id":"f","text":"x"}`, "f", "requirement", "neither"},
		{`{"id":"g","requirement":"no commas"}`, "g", "text", "missing"},
		{`{"id":"h","text":"x","requirements":[]}`, "h", "requirements", "1 to"},
		{`{"id":"i","text":"x","requirements":["no commas",7]}`, "i", "requirements[1]", "expected"},
		{`{"id":"j","text":"x","requirements":["no commas",""]}`, "j", "requirements[1]", "empty"},
		{`{"id":"k","requirements":["no commas"]}`, "k", "text", "missing"},
		{`{"id":"l","text":"x","requirements":{"weight":2}}`, "l", "requirements[0]", "name"},
		{`7`, "", "", "object"},
		{long("text"), "", "", "longer than 2000"},
	} {
		for _, kind := range []string{lines, "application/json"} {
			body := short + "\n" + c.item + "\n" + witty
			if kind != lines {
				body = "[" + strings.ReplaceAll(body, "\n", ",") + "]"
			}
			_, got := post(t, url, kind, body)
			if kind == lines {
				got = "[" + strings.ReplaceAll(strings.TrimSpace(got), "\n", ",") + "]"
			}
			all := parsed(t, got).([]any)
			if len(all) != 3 || cmp.Diff(parsed(t, shortA), all[0]) != "" || cmp.Diff(parsed(t, wittyA), all[2]) != "" {
				t.Fatalf("%s: %s", c.item, got)
			}
			bad := all[1].(map[string]any)
			e, _ := bad["error"].(map[string]any)
			if e == nil || bad["index"] != 1.0 || c.id != "" && bad["id"] != c.id || c.param != "" && e["param"] != c.param || !strings.Contains(fmt.Sprint(e["message"]), c.message) {
				t.Errorf("%s: %v", c.item, bad)
			}
		}
	}
}

func TestWholeBodyFails(t *testing.T) {
	url := start(t, reward.Config{MaxItems: 3}, 0)
	for _, c := range []struct {
		body   string
		status int
		says   string
	}{
		{"", 400, "neither a list nor an object"},
		{"hello", 400, "neither a list nor an object"},
		{`[{"id":1`, 400, "unexpected end"},
		{`{"items":7}`, 400, "items: expected a list, got number"},
		{"[" + short + "," + short + "," + short + "," + short + "]", 413, "more than 3 items"},
		{`["` + strings.Repeat("x", 17<<20) + `"]`, 413, ""},
	} {
		status, got := post(t, url, "application/json", c.body)
		if status != c.status || !strings.Contains(got, `{"error":{`) || !strings.Contains(got, c.says) {
			t.Errorf("%.40s: %d %s", c.body, status, got)
		}
	}
	_, got := post(t, url, lines, strings.Repeat(short+"\n", 5))
	all := strings.Split(strings.TrimSpace(got), "\n")
	if len(all) != 4 || !strings.Contains(all[3], `"too_many_items"`) || !strings.Contains(all[3], `"index":3`) {
		t.Errorf("too many lines: %s", got)
	}
}

// TestLinesAreAnsweredAsTheyCome asks the next line only when the one before
// was answered.
func TestLinesAreAnsweredAsTheyCome(t *testing.T) {
	url := start(t, reward.Config{}, 0)
	out, in := io.Pipe()
	req, _ := http.NewRequest(http.MethodPost, url+"/v1/verify", out)
	req.Header.Set("Content-Type", lines)
	go fmt.Fprintln(in, short)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	answers := bufio.NewReader(resp.Body)
	for range 3 {
		line, err := answers.ReadString('\n')
		if err != nil || line != shortA+"\n" {
			t.Fatal(line, err)
		}
		fmt.Fprintln(in, short)
	}
	in.Close()
	if rest, err := io.ReadAll(answers); err != nil || string(rest) != shortA+"\n" {
		t.Error(string(rest), err)
	}
}

// TestOrder sends many items that take unequal times.
func TestOrder(t *testing.T) {
	url := start(t, reward.Config{Workers: 8}, 0)
	var b bytes.Buffer
	const n = 2000
	for i := range n {
		fmt.Fprintf(&b, `{"id":"%d","requirement":"at most 50 words","text":%q}`+"\n", i, strings.Repeat("word ", i*37%400))
	}
	_, got := post(t, url, lines, b.String())
	all := strings.Split(strings.TrimSpace(got), "\n")
	if len(all) != n {
		t.Fatalf("%d answers", len(all))
	}
	for i, line := range all {
		if !strings.HasPrefix(line, fmt.Sprintf(`{"id":"%d",`, i)) {
			t.Fatalf("answer %d is %s", i, line)
		}
	}
}

// A slowDesk takes a second per question, and panics where the text says so.
type slowDesk struct{}

func (slowDesk) Decide(q ruling.Case) (ruling.Ruling, error) {
	if q.Text == "panic" {
		panic("at the desk")
	}
	<-time.After(time.Second)
	return ruling.Ruling{ID: q.ID}, nil
}

// TestDeadline holds that items which are not decided in time fail, each for
// itself.
func TestDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serving.New(serving.Config{})
		s.Handle(reward.New(reward.Config{Answerer: ruling.Answerer{Decide: slowDesk{}.Decide}, Telemetry: s.Telemetry(), Workers: 2}).Route(3500 * time.Millisecond))
		r := httptest.NewRequest(http.MethodPost, "http://localhost/v1/verify", strings.NewReader(strings.Repeat(`{"requirement":"x","text":"y"}`+"\n", 20)))
		r.Header.Set("Content-Type", lines)
		w := httptest.NewRecorder()
		begun := time.Now()
		s.Handler().ServeHTTP(w, r)
		if took := time.Since(begun); took > 5*time.Second {
			t.Errorf("took %v", took)
		}
		all := strings.Split(strings.TrimSpace(w.Body.String()), "\n")
		failed := strings.Count(w.Body.String(), `"deadline_exceeded"`)
		if len(all) != 20 || failed < 12 || failed > 14 || strings.Contains(all[0], "deadline") {
			t.Errorf("%d answers, %d too late:\n%s", len(all), failed, w.Body)
		}
	})
}

func TestPanicFailsItsItem(t *testing.T) {
	url := start(t, reward.Config{Answerer: ruling.Answerer{Decide: slowDesk{}.Decide}}, 0)
	status, got := post(t, url, "application/json", `[{"requirement":"x","text":"panic"},{"id":"b","requirement":"x","text":"y"}]`)
	if all := parsed(t, got).([]any); status != 200 || !strings.Contains(got, `"internal error"`) || all[1].(map[string]any)["id"] != "b" {
		t.Error(status, got)
	}
}

// TestCallerLeaves holds that a caller who goes away in the middle leaves
// nothing at work.
func TestCallerLeaves(t *testing.T) {
	url := start(t, reward.Config{}, 0)
	out, in := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	req, _ := http.NewRequestWithContext(ctx, http.MethodPost, url+"/v1/verify", out)
	req.Header.Set("Content-Type", lines)
	go fmt.Fprintln(in, short)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	cancel()
	if _, err := io.ReadAll(resp.Body); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if status, _ := post(t, url, "application/json", "[]"); status != 200 { // Close waits for what is at work
		t.Error(status)
	}
}

func FuzzBody(f *testing.F) {
	for _, s := range []string{short, rule, witty, several, broken, "[" + short + "]", `{"items":[` + witty + `]}`, "[", "{}", "null", short + "\n" + broken} {
		f.Add(s, true)
		f.Add(s, false)
	}
	s := serving.New(serving.Config{})
	s.Handle(reward.New(reward.Config{Answerer: ruling.Answerer{Decide: ruling.NewDecider(suites.All()...).Decide}, Telemetry: s.Telemetry()}).Route(0))
	f.Fuzz(func(t *testing.T, body string, byLine bool) {
		r := httptest.NewRequest(http.MethodPost, "http://localhost/v1/verify", strings.NewReader(body))
		if byLine {
			r.Header.Set("Content-Type", lines)
		}
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		if w.Code != 200 && w.Code != 400 {
			t.Fatalf("%q: %d %s", body, w.Code, w.Body)
		}
		answers := []string{w.Body.String()}
		if byLine {
			answers = strings.Split(strings.TrimSuffix(w.Body.String(), "\n"), "\n")
		}
		for _, a := range answers {
			if a != "" && !json.Valid([]byte(a)) {
				t.Fatalf("%q: %q is not JSON", body, a)
			}
		}
	})
}
