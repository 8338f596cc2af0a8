package gateway_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"adhere"
	"adhere/internal/gateway"
	"adhere/internal/serving"
)

// keyed makes keys in a file of their own.
func keyed(t *testing.T, keys ...serving.Key) (*serving.Keyring, []string) {
	t.Helper()
	ring, err := serving.OpenKeys(filepath.Join(t.TempDir(), "keys.json"), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	secrets := make([]string, len(keys))
	for i, k := range keys {
		if _, secrets[i], err = ring.Add(k); err != nil {
			t.Fatal(err)
		}
	}
	return ring, secrets
}

// call sends a request with a key.
func call(t *testing.T, method, url, key, body string, headers ...string) (int, *result) {
	t.Helper()
	req, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+key)
	req.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, _ := io.ReadAll(resp.Body)
	r := &result{}
	_ = json.Unmarshal(b, r) // some are no JSON
	return resp.StatusCode, r
}

func codeOf(r *result) string {
	if r.Error == nil {
		return ""
	}
	return r.Error.Code
}

// What costs the operator or belongs to other callers is closed to a key that
// was not given it.
func TestKeysOpenRoutesOneByOne(t *testing.T) {
	free := adhere.Money(0)
	keys, k := keyed(t,
		serving.Key{Name: "plain"},
		serving.Key{Name: "more", Grants: serving.Grants{Routes: map[string]*adhere.Money{"embeddings": nil, "files": &free, "images": &free}, Methods: []string{"DELETE"}}},
	)
	plain, more := k[0], k[1]
	u := &upstream{}
	url := served(t, u, keys, nil, nil)
	for _, c := range []struct {
		method, path, key string
		status            int
		code              string
	}{
		{"POST", "/v1/chat/completions", plain, 200, ""},
		{"POST", "/v1/responses", plain, 200, ""},
		{"GET", "/v1/models", plain, 200, ""},
		{"GET", "/v1/models/m", plain, 200, ""},
		{"DELETE", "/v1/models/ft-1", plain, 403, "route_not_allowed"},
		{"GET", "/v1/chat/completions", plain, 403, "route_not_allowed"},
		{"GET", "/v1/chat/completions/chatcmpl-1", plain, 403, "route_not_allowed"},
		{"GET", "/v1/responses/resp_1", plain, 403, "route_not_allowed"},
		{"POST", "/v1/responses/resp_1/cancel", plain, 403, "route_not_allowed"},
		{"POST", "/v1/chat/completions/", plain, 200, ""},
		{"POST", "/v1/chat/", plain, 403, "route_not_allowed"},
		{"POST", "/v1/messages/batches", plain, 403, "route_not_allowed"},
		{"POST", "/v1/embeddings", plain, 403, "route_not_allowed"},
		{"POST", "/v1/completions", plain, 403, "route_not_allowed"},
		{"POST", "/v1/images/generations", plain, 403, "route_not_allowed"},
		{"POST", "/v1/audio/speech", plain, 403, "route_not_allowed"},
		{"POST", "/v1/batches", plain, 403, "route_not_allowed"},
		{"POST", "/v1/fine_tuning/jobs", plain, 403, "route_not_allowed"},
		{"DELETE", "/v1/files/file-1", plain, 403, "route_not_allowed"},
		{"GET", "/v1/organization/users", plain, 403, "route_not_allowed"},
		{"PROPFIND", "/v1/models", plain, 405, "method_not_allowed"},
		{"FETCH", "/v1/chat/completions", more, 405, "method_not_allowed"},
		{"POST", "/v1/embeddings", more, 200, ""},
		{"GET", "/v1/files", more, 200, ""},
		{"DELETE", "/v1/files/file-1", more, 200, ""},
		{"PATCH", "/v1/files/file-1", more, 403, "method_not_allowed"},
		{"GET", "/v1/batches", more, 403, "route_not_allowed"},
	} {
		before := u.calls()
		status, r := call(t, c.method, url+c.path, c.key, ask("hi", `"input":"hi"`))
		if status != c.status || codeOf(r) != c.code || (status == 200) != (u.calls() == before+1) {
			t.Errorf("%s %s: %d %+v, %d calls upstream", c.method, c.path, status, r.Error, u.calls()-before)
		}
	}
}

// Which model is asked for must be the same to every reader.
func TestKeysOpenModels(t *testing.T) {
	free := adhere.Money(0)
	keys, k := keyed(t, serving.Key{Name: "some", Grants: serving.Grants{Models: []string{"small", "gpt-*-mini*"}, Routes: map[string]*adhere.Money{"audio": &free}}})
	u := &upstream{}
	url := served(t, u, keys, nil, nil)
	messages := `"messages":[{"role":"user","content":"hi"}]`
	for body, want := range map[string]string{
		`{"model":"small",` + messages + `}`:                          "",
		`{"model":"small+verify",` + messages + `}`:                   "",
		`{"model":"gpt-4o-mini-2024",` + messages + `}`:               "",
		`{"model":"gpt-4o",` + messages + `}`:                         "model_not_allowed",
		`{"model":"smaller",` + messages + `}`:                        "model_not_allowed",
		`{` + messages + `}`:                                          "model",
		`{"model":["gpt-4o"],` + messages + `}`:                       "model",
		`{"model":"gpt-4o",` + messages + `,"model":"small"}`:         "model",
		`{"model":"small",` + messages + `,"Model":"gpt-4o"}`:         "model",
		`{"mod\u0065l":"gpt-4o",` + messages + `,"model":"small"}`:    "model",
		`{"model":"small","messages":[{"role":"user"}],"model ":"x"}`: "",
	} {
		status, r := call(t, "POST", url+"/v1/chat/completions", k[0], body)
		code := codeOf(r)
		if code == "" && r.Error != nil {
			code = "model"
		}
		if code != want || (status == 200) != (want == "") {
			t.Errorf("%s: %d %+v", body, status, r.Error)
		}
	}
	for model, want := range map[string]int{"small": 200, "whisper-1": 403, "": 400} {
		form := "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\nxx\r\n--b\r\nContent-Disposition: form-data; name=\"model\"\r\n\r\n" + model + "\r\n--b--\r\n"
		if status, r := call(t, "POST", url+"/v1/audio/transcriptions", k[0], form, "Content-Type", "multipart/form-data; boundary=b"); status != want {
			t.Errorf("a form with model %q: %d %+v", model, status, r.Error)
		}
	}
}

// table knows two prices: a thousandth of a dollar for a token in, a hundredth
// for one out.
func table(o *gateway.Options) {
	o.Listed = func(model string) (string, bool) { return "openai/" + model, model == "m" || model == "e" }
	o.Price = func(model string, u adhere.Usage) adhere.Money {
		if model != "m" && model != "e" {
			return 0
		}
		return adhere.USD/1000*adhere.Money(u.In) + adhere.USD/100*adhere.Money(u.Out)
	}
}

// A budget in money is held by what is known to cost nothing more.
func TestBudgetsNeedPrices(t *testing.T) {
	price := adhere.USD / 2
	keys, k := keyed(t,
		serving.Key{Name: "poor", Limits: serving.Limits{TotalBudget: adhere.USD}, Grants: serving.Grants{Routes: map[string]*adhere.Money{"images": &price, "audio": nil, "embeddings": nil}}},
		serving.Key{Name: "counted", Limits: serving.Limits{TokensPerMinute: 100_000}},
	)
	u := &upstream{}
	url := served(t, u, keys, nil, table)
	status, r := call(t, "POST", url+"/v1/chat/completions", k[0], strings.Replace(ask("hi"), `"m"`, `"new"`, 1))
	if status != 400 || codeOf(r) != "unpriced_model" || !strings.Contains(r.Error.Message, "openai/new") || !strings.Contains(r.Error.Message, "--prices") {
		t.Errorf("%d %+v", status, r.Error)
	}
	if status, r := call(t, "POST", url+"/v1/chat/completions", k[1], strings.Replace(ask("hi"), `"m"`, `"new"`, 1)); status != 200 {
		t.Errorf("without a budget in money no price is needed: %d %+v", status, r.Error)
	}
	if status, r := call(t, "POST", url+"/v1/audio/speech", k[0], `{"model":"m","input":"x"}`); status != 403 || codeOf(r) != "unpriced_route" {
		t.Errorf("%d %+v", status, r.Error)
	}
	if status, r := call(t, "POST", url+"/v1/chat/completions", k[1], ask("hi", `"model":"new"`, `"adhere":{"strategy":"decrim","budget_usd":1}`)); status != 400 {
		t.Errorf("%d %+v", status, r.Error)
	}
	body := strings.Replace(ask("hi", `"adhere":{"strategy":"decrim","budget_usd":1}`), `"m"`, `"new"`, 1)
	if status, r := call(t, "POST", url+"/v1/chat/completions", k[1], body); status != 400 || codeOf(r) != "unpriced_model" {
		t.Errorf("%d %+v", status, r.Error)
	}
	form := "--b\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\n3\r\n--b--\r\n"
	if status, r := call(t, "POST", url+"/v1/images/edits", k[0], form, "Content-Type", "multipart/form-data; boundary=b"); status != 429 {
		t.Errorf("three pictures by a form: %d %+v", status, r.Error)
	}
	pictures := []struct {
		n    string
		want int
	}{{"3", 429}, {"3.0", 429}, {"1", 200}, {"null", 200}, {"1", 429}} // half a dollar each, of one
	for i, p := range pictures {
		if status, r := call(t, "POST", url+"/v1/images/generations", k[0], `{"model":"anything","prompt":"x","n":`+p.n+`}`); status != p.want {
			t.Errorf("picture %d: %d %+v", i, status, r.Error)
		}
	}
}

// A small budget is used, not refused: of a reply without a limit nobody knows
// what it costs.
func TestFirstCallOfASmallBudget(t *testing.T) {
	small := serving.Limits{TotalBudget: adhere.USD / 10}
	keys, k := keyed(t, serving.Key{Name: "one", Limits: small}, serving.Key{Name: "two", Limits: small}, serving.Key{Name: "three", Limits: small})
	url := served(t, &upstream{}, keys, nil, table) // an answer of ours costs 6 cents
	for i, want := range []int{200, 200, 429} {
		status, r := call(t, "POST", url+"/v1/chat/completions", k[0], ask("hi"))
		if status != want || status == 429 && (r.Error.Type != "insufficient_quota" || !strings.Contains(r.Error.Message, "used up")) {
			t.Errorf("call %d: %d %+v", i, status, r.Error)
		}
	}
	status, r := call(t, "POST", url+"/v1/chat/completions", k[1], ask("hi", `"max_tokens":100.0`))
	if status != 429 || !strings.Contains(r.Error.Message, "may cost $1.0") || !strings.Contains(r.Error.Message, "$0.10 is left") {
		t.Errorf("%d %+v", status, r.Error)
	}
	if status, r := call(t, "POST", url+"/v1/chat/completions", k[1], ask("hi", `"max_tokens":5`)); status != 200 {
		t.Errorf("%d %+v", status, r.Error)
	}
	if status, r := call(t, "POST", url+"/v1/chat/completions", k[2], ask("hi", `"max_tokens":1`, `"max_completion_tokens":100`)); status != 429 {
		t.Errorf("the larger of two limits counts: %d %+v", status, r.Error)
	}
	if status, r := call(t, "POST", url+"/v1/chat/completions", k[2], ask("hi", `"max_tokens":3`, `"n":9`)); status != 429 {
		t.Errorf("nine answers cost more than one: %d %+v", status, r.Error)
	}
}

// A limit that cannot be read is refused: it would count as none.
func TestLimitsOfTokensAreNumbers(t *testing.T) {
	keys, k := keyed(t, serving.Key{Name: "k", Limits: serving.Limits{TokensPerMinute: 1e9}}, serving.Key{Name: "free"})
	u := &upstream{}
	url := served(t, u, keys, nil, func(*gateway.Options) {})
	for _, name := range []string{"max_completion_tokens", "max_output_tokens", "max_tokens", "n", "best_of"} {
		for _, value := range []string{`"100000"`, "1e99", "-5", "1.5", `{"a":1}`, "true"} {
			unbounded := value == "-5" && strings.HasPrefix(name, "max_")
			if status, r := call(t, "POST", url+"/v1/chat/completions", k[0], ask("hi", quote(name)+":"+value)); (status == 200) != unbounded || !unbounded && (status != 400 || !strings.Contains(r.Error.Message, name)) {
				t.Errorf("%s %s: %d %+v", name, value, status, r.Error)
			}
			if status, r := call(t, "POST", url+"/v1/chat/completions", k[1], ask("hi", quote(name)+":"+value)); status != 200 {
				t.Errorf("without limits, %s %s: %d %+v", name, value, status, r.Error)
			}
		}
	}
	if status, _ := call(t, "POST", url+"/v1/chat/completions", k[0], ask("hi", `"max_tokens":null,"max_completion_tokens":1e2,"n":1`)); status != 200 {
		t.Errorf("%d", status)
	}
}

// A picture costs what it costs, however it is given: in the body, or by where
// it lies.
func TestPicturesByAddressAreHeldBackFor(t *testing.T) {
	for name, c := range map[string]struct {
		part string
		want int
	}{
		"by address":        {`{"type":"image_url","image_url":{"url":"https://a.example/b.png"}}`, 429},
		"with spaces":       {`{ "type" : "image_url", "image_url": {"url":"https://a.example/b.png"}}`, 429},
		"by its ID":         {`{"type":"file","file":{"file_id":"file-1"}}`, 429},
		"words":             {`{"type":"text","text":"a picture"}`, 200},
		"words of pictures": {`{"type":"text","text":"\"type\":\"image\""}`, 200},
	} {
		keys, k := keyed(t, serving.Key{Name: "k", Limits: serving.Limits{TotalBudget: adhere.USD}})
		url := served(t, &upstream{}, keys, nil, table)
		body := `{"model":"m","max_tokens":1,"messages":[{"role":"user","content":[{"type":"text","text":"hi"},` + c.part + `]}]}`
		if status, r := call(t, "POST", url+"/v1/chat/completions", k[0], body); status != c.want {
			t.Errorf("%s: %d %+v", name, status, r.Error)
		}
	}
}

// What a client writes and a server repeats is not what an answer used.
func TestUsageIsNotTheClientsToSay(t *testing.T) {
	for name, answer := range map[string]string{
		"repeated behind it": `{"id":"r","usage":{"input_tokens":1000,"output_tokens":1},"metadata":{"usage":{"input_tokens":0,"output_tokens":0}}}`,
		"repeated as text":   `{"id":"r","usage":{"input_tokens":1000,"output_tokens":1},"metadata":{"usage":"0"}}`,
		"absurd":             `{"id":"r","text":"` + strings.Repeat("word ", 10_000) + `","usage":{"input_tokens":9e18,"output_tokens":-5}}`,
		"not said":           `{"id":"r","text":"` + strings.Repeat("word ", 10_000) + `"}`,
		"zero":               `{"id":"r","text":"` + strings.Repeat("word ", 10_000) + `","usage":{"input_tokens":0,"output_tokens":0}}`,
	} {
		keys, k := keyed(t, serving.Key{Name: "k", Limits: serving.Limits{TotalBudget: adhere.USD}})
		u := &upstream{raw: func(w http.ResponseWriter, _ *http.Request, _ *asked) bool {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, answer)
			return true
		}}
		url := served(t, u, keys, nil, table)
		call(t, "POST", url+"/v1/responses", k[0], `{"model":"m","input":"hi"}`)
		if status, _ := call(t, "POST", url+"/v1/responses", k[0], `{"model":"m","input":"hi"}`); status != 429 {
			t.Errorf("%s: the next request gets %d", name, status)
		}
	}
}

// Without a word of what it used, a body that cannot be read is refused: it
// would be free.
func TestNothingUnreadableIsFree(t *testing.T) {
	keys, k := keyed(t, serving.Key{Name: "k", Grants: serving.Grants{Routes: map[string]*adhere.Money{"embeddings": nil}}})
	u := &upstream{}
	url := served(t, u, keys, nil, table)
	for _, body := range []string{``, `[{"model":"m"}]`, `{"model":"m"} trailing`, `{"model":"m","input":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`, packed(t, `{"model":"big"}`)} {
		if status, r := call(t, "POST", url+"/v1/embeddings", k[0], body); status != 400 || u.calls() != 0 {
			t.Errorf("%.40q: %d %+v", body, status, r.Error)
		}
	}
	if status, r := call(t, "POST", url+"/v1/embeddings", k[0], packed(t, `{"model":"e","input":"x"}`), "Content-Encoding", "gzip", "Content-Type", "text/plain"); status != 200 || !bytes.Contains(u.request(0).body, []byte(`"input"`)) {
		t.Errorf("%d %+v", status, r.Error)
	}
	if status, _ := call(t, "POST", url+"/v1/embeddings", k[0], "x", "Content-Encoding", "br"); status != 415 {
		t.Errorf("what cannot be unpacked gets %d", status)
	}
}

// The audit log says who did what, and what it cost, also where it was refused.
func TestAudit(t *testing.T) {
	keys, k := keyed(t, serving.Key{Name: "ada", Limits: serving.Limits{TotalBudget: 1000 * adhere.USD}})
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	audit, err := serving.OpenAudit(path)
	if err != nil {
		t.Fatal(err)
	}
	back := httptest.NewServer(&upstream{})
	defer back.Close()
	o := gateway.Options{Upstreams: []gateway.Upstream{{URL: back.URL + "/v1"}}, Settings: gateway.Settings{Strategy: "verify"}}
	table(&o)
	g, err := gateway.New(o)
	if err != nil {
		t.Fatal(err)
	}
	s := serving.New(serving.Config{Keys: keys, Audit: audit, Addresses: serving.AddressLimits{RequestsPerMinute: 5, Proxies: serving.Proxies{netip.MustParsePrefix("127.0.0.0/8")}}})
	s.Handle(serving.Route{Pattern: "/v1/", Handler: g})
	front := httptest.NewServer(s.Handler())
	call(t, "POST", front.URL+"/v1/chat/completions", k[0], ask(haiku), "X-Forwarded-For", "10.1.1.1, 203.0.113.7")
	call(t, "POST", front.URL+"/v1/batches", k[0], "{}")
	for range 5 {
		call(t, "GET", front.URL+"/v1/models", "adhere_wrong", "", "X-Forwarded-For", "192.0.2.9")
	}
	if status, r := call(t, "GET", front.URL+"/v1/models", k[0], "", "X-Forwarded-For", "192.0.2.9"); status != 429 || !strings.Contains(r.Error.Message, "client address") {
		t.Errorf("the sixth try of an address: %d %+v", status, r.Error)
	}
	if status, _ := call(t, "GET", front.URL+"/v1/models", k[0], "", "X-Forwarded-For", "192.0.2.10"); status != 200 {
		t.Errorf("another address: %d", status)
	}
	g.Wait(t.Context())
	front.Close()
	if err := audit.Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	info, _ := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 || bytes.Contains(raw, []byte(k[0])) || bytes.Contains(raw, []byte("commas")) {
		t.Fatalf("%v %v %s", err, info.Mode(), raw)
	}
	seen := map[string]serving.AuditEntry{}
	for line := range strings.Lines(string(raw)) {
		var e serving.AuditEntry
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		seen[fmt.Sprint(e.Method, e.Path, e.Status)] = e
	}
	if e := seen["POST/v1/chat/completions200"]; e.Name != "ada" || e.Model != "m" || e.Tokens != 15 || e.Money != 6*adhere.USD/100 || e.Address != "203.0.113.7" || e.ID == "" {
		t.Errorf("%+v", e)
	}
	if e := seen["POST/v1/batches403"]; e.Name != "ada" || !strings.Contains(e.Error, "batches") {
		t.Errorf("%+v", e)
	}
	if e := seen["GET/v1/models401"]; e.Key != "" || e.Error == "" {
		t.Errorf("%+v", e)
	}
}

// What costs more than an answer says is not for a key with a budget, and whose
// account pays is not the client's to choose.
func TestHiddenCosts(t *testing.T) {
	keys, k := keyed(t, serving.Key{Name: "poor", Limits: serving.Limits{TotalBudget: 100 * adhere.USD}}, serving.Key{Name: "free"},
		serving.Key{Name: "bound", Grants: serving.Grants{Models: []string{"m"}}})
	u := &upstream{}
	url := served(t, u, keys, nil, func(o *gateway.Options) {
		table(o)
		o.Upstreams[0].Key = "secret"
	})
	for _, more := range []string{`"models":["dear"]`, `"Models":["dear"]`, `"fallbacks":[{"model":"dear"}]`} {
		for i, status := range []int{403, 200, 403} {
			if got, r := call(t, "POST", url+"/v1/chat/completions", k[i], ask("hi", more)); got != status {
				t.Errorf("%s, key %d: %d %+v", more, i, got, r.Error)
			}
		}
	}
	for more, want := range map[string]int{
		`"background":true`: 403, `"tools":[{"type":"web_search"}]`: 403, `"tools":[{"type":"function","name":"f"},{"type":"file_search"}]`: 403,
		`"service_tier":"priority"`: 403, `"web_search_options":{}`: 403, `"plugins":[{"id":"web"}]`: 403, `"tools":[{"type":"function","name":"f"}]`: 200, `"service_tier":"auto"`: 200, `"tools":null`: 200,
	} {
		for i, status := range []int{want, 200} {
			if got, r := call(t, "POST", url+"/v1/responses", k[i], `{"model":"m","input":"hi",`+more+`}`, "OpenAI-Organization", "org", "OpenAI-Project", "p"); got != status {
				t.Errorf("%s, key %d: %d %+v", more, i, got, r.Error)
			}
		}
	}
	for i := range u.calls() {
		if h := u.request(i).header; h.Get("Openai-Organization")+h.Get("Openai-Project") != "" {
			t.Fatal("the client chooses whose account pays")
		}
	}
}

// What the gateway asks on its own account to correct an answer is held back for as
// the answer was: many requests at once cannot pass a budget together by it.
func TestCorrectionsStayWithinABudget(t *testing.T) {
	limits := serving.Limits{TotalBudget: adhere.USD}
	keys, k := keyed(t, serving.Key{Name: "many", Limits: limits}, serving.Key{Name: "one", Limits: serving.Limits{TotalBudget: adhere.USD * 4 / 5}})
	arrived, begun, u := make(chan bool), make(chan bool), &upstream{}
	u.say = func(a *asked) string {
		if a.header.Get("X-Wait") != "" && !a.rewrites() {
			arrived <- true
			<-begun // all requests are let in before the first is corrected
		}
		return "a, b" + strings.Repeat(", c", u.calls())
	}
	url := served(t, u, keys, nil, func(o *gateway.Options) {
		o.Price = func(_ string, u adhere.Usage) adhere.Money { return adhere.USD / 100 * adhere.Money(u.Out) } // 5 cents an answer
		o.Settings = gateway.Settings{Strategy: "decrim", MaxIterations: 9}
	})
	body := ask("Do not use commas.", `"max_tokens":5`)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() { call(t, "POST", url+"/v1/chat/completions", k[0], body, "X-Wait", "1") })
	}
	for range 8 {
		<-arrived
	}
	close(begun)
	all.Wait()
	if n := u.calls(); n < 9 || n > 20 {
		t.Errorf("%d calls are made for one dollar", n)
	}
	before := u.calls()
	status, r := call(t, "POST", url+"/v1/chat/completions", k[1], body)
	if n := u.calls() - before; status != http.StatusOK || n != 10 || r.Adhere.Stopped != adhere.StopIterations {
		t.Errorf("%d: %d calls where the budget allows all: %+v", status, n, r.Adhere)
	}
	if _, r := call(t, "POST", url+"/v1/chat/completions", k[1], body); r.Adhere == nil || r.Adhere.Stopped != adhere.StopBudget || r.text() == "" || u.calls() > before+16 {
		t.Errorf("%d calls, the draft is to be returned: %+v", u.calls()-before, r)
	}
}

// Whoever sends what gives answers on a route that is never checked is told so, as is
// whoever has an answer left alone; a file or a vector is no answer.
func TestUncheckedRoutesAreNamed(t *testing.T) {
	url := open(t, &upstream{raw: answers(http.StatusOK, `{}`)})
	for path, want := range map[string]string{
		"/v1/completions": "unchecked_route", "/v1/batches": "unchecked_route", "/v1/messages/batches": "unchecked_route",
		"/v1/conversations": "unchecked_route", "/v1/embeddings": "", "/v1/files": "",
	} {
		resp, _ := post(t, url+path, `{"model":"m","prompt":"Say one word."}`)
		if got := resp.Header.Get("X-Adhere-Skipped"); got != want || resp.StatusCode != http.StatusOK {
			t.Errorf("%s: status %d, skipped %q, want %q", path, resp.StatusCode, got, want)
		}
	}
}
