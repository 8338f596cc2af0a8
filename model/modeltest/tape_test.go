package modeltest_test

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"

	"adhere"
	"adhere/model"
	"adhere/model/modeltest"
	"adhere/model/provider"
)

const secret = "my-very-own-key-0001"

// keyed opens a model that has a key.
func keyed(t *testing.T, rt http.RoundTripper) adhere.Model {
	t.Helper()
	lookup := func(name string) string {
		if name == "OPENAI_API_KEY" {
			return secret
		}
		return ""
	}
	m, err := provider.Open("openai/gpt-4o", lookup, provider.Options{
		BaseURL: "http://stub/v1?key=" + secret, Client: &http.Client{Transport: rt},
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestTapeRecordsAndReplays(t *testing.T) {
	s := &modeltest.Stub{
		Reply: func(a *modeltest.Asked) string {
			return "=== end\n\\=== end\r\nyour key is " + secret + ", mine sk-proj-abcdefgh"
		},
		Plan: modeltest.In(modeltest.Behaviour{}, modeltest.Behaviour{Status: 429, Message: "slow down"}),
	}
	recorder := modeltest.NewRecorder(modeltest.Client(s).Transport, secret)
	live := keyed(t, recorder)
	req := modeltest.Ask("my key is " + secret)
	first, err := live.Generate(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := live.Generate(t.Context(), req); adhere.CodeOf(err) != adhere.RateLimited {
		t.Fatalf("second call: %v", err)
	}
	pieces := func(m adhere.Model) (text string) {
		_, err := model.Stream(t.Context(), m, req, func(c adhere.Chunk) error { text += c.Text; return nil })
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	said := pieces(live)

	var b bytes.Buffer
	if _, err := recorder.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	for _, hidden := range []string{secret, "sk-proj", "Bearer"} {
		if strings.Contains(b.String(), hidden) {
			t.Errorf("the recording holds %q:\n%s", hidden, b.String())
		}
	}
	tape, err := modeltest.ReadTape("calls.txt", bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	if _, err := tape.WriteTo(&again); err != nil || again.String() != b.String() {
		t.Errorf("reading and writing changes a recording (%v):\n%s\n%s", err, b.String(), again.String())
	}
	clean := modeltest.Ask("my key is [key]")
	replay := keyed(t, tape)
	second, err := replay.Generate(t.Context(), clean)
	if err != nil {
		t.Fatal(err)
	}
	if second.Text != first.Text || !strings.Contains(second.Text, "[key]") {
		t.Errorf("replayed %q, recorded %q", second.Text, first.Text)
	}
	if _, err := replay.Generate(t.Context(), clean); adhere.CodeOf(err) != adhere.RateLimited {
		t.Errorf("the second reply was not replayed: %v", err)
	}
	req = clean
	if got := pieces(replay); got != said {
		t.Errorf("replayed stream %q, recorded %q", got, said)
	}
}

func TestTapeMissing(t *testing.T) {
	tape, err := modeltest.ReadTape("calls.txt", strings.NewReader(""))
	if err != nil {
		t.Fatal(err)
	}
	_, err = keyed(t, tape).Generate(t.Context(), modeltest.Ask("never recorded"))
	if err == nil || !strings.Contains(err.Error(), "calls.txt holds no recording of POST http://stub/v1/chat/completions") {
		t.Errorf("got %v", err)
	}
	if hint := adhere.HintOf(err); !strings.Contains(hint, "record it") {
		t.Errorf("hint %q does not say how to record", hint)
	}
}

func TestTapeErrors(t *testing.T) {
	for text, want := range map[string]string{
		"=== response 200\n":                                       "line 1: expected === request",
		"=== request\nPOST x\n=== end\n":                           "line 3: expected === response STATUS",
		"=== request\nPOST x\n=== response ok\n":                   "line 3: expected === response STATUS",
		"=== request\nPOST x\n=== response 200\n\nbody":            "line 5: expected === end",
		"=== request\nPOST x\n=== response 200\nA: b\n=== end\n":   "line 5: expected an empty line between header and body",
		"comment\n=== request\nGET x\n=== response 200\n\n=== end": "",
	} {
		_, err := modeltest.ReadTape("f", strings.NewReader(text))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}

func FuzzReadTape(f *testing.F) {
	f.Add("=== request\nPOST x\n{}\n=== response 200\nContent-Type: a\n\nbody\r\n\\===\n=== end\n")
	f.Fuzz(func(t *testing.T, text string) {
		tape, err := modeltest.ReadTape("f", strings.NewReader(text))
		if err != nil {
			return
		}
		var one, two bytes.Buffer
		_, _ = tape.WriteTo(&one)
		again, err := modeltest.ReadTape("f", io.TeeReader(bytes.NewReader(one.Bytes()), io.Discard))
		if err != nil {
			t.Fatalf("what was written cannot be read: %v\n%s", err, one.String())
		}
		_, _ = again.WriteTo(&two)
		if one.String() != two.String() {
			t.Errorf("writing is not stable:\n%q\n%q", one.String(), two.String())
		}
	})
}
