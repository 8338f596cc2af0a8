package provider_test

import (
	"bufio"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"adhere"
	"adhere/model"
	"adhere/model/modeltest"
	"adhere/model/provider"
)

// TestRecordings reads the providers' documented shapes; see
// testdata/README.md for where the recordings come from.
func TestRecordings(t *testing.T) {
	for _, c := range []struct {
		file, spec, answered, reasoning string
		refused                         adhere.Finish
	}{
		{"openai.txt", "openai/gpt-4o", "openai/gpt-4o-2024-08-06", "", adhere.FinishStop},
		{"responses.txt", "openai-responses/gpt-4o", "openai-responses/gpt-4o-2024-08-06", "A greeting is wanted.", adhere.FinishStop},
		{"gemini.txt", "google/gemini-2.5-flash", "google/gemini-2.5-flash", "A greeting is wanted.", adhere.FinishFiltered},
		{"anthropic.txt", "anthropic/claude-sonnet-4-5", "anthropic/claude-sonnet-4-5-20250929", "A greeting is wanted.", adhere.FinishFiltered},
	} {
		m := replay(t, c.spec, c.file)
		zero := 0.0
		greet := &adhere.Request{
			Messages: []adhere.Message{{Role: adhere.System, Text: "Be brief."}, {Role: adhere.User, Text: "Greet me."}},
			Params:   adhere.Params{Temperature: &zero},
		}
		whole, err := m.Generate(t.Context(), greet)
		if err != nil {
			t.Fatal(err)
		}
		said := adhere.Chunk{}
		streamed, err := model.Stream(t.Context(), m, greet, func(p adhere.Chunk) error {
			said.Text += p.Text
			said.Reasoning += p.Reasoning
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if said.Text != whole.Text || said.Reasoning != c.reasoning {
			t.Errorf("%s: the pieces make %+v", c.file, said)
		}
		for _, r := range []*adhere.Response{whole, streamed} {
			u := r.Usage
			if r.Text != `Hello — "friend".` || r.Reasoning != c.reasoning || r.Finish != adhere.FinishStop || r.Model != c.answered {
				t.Errorf("%s: %+v", c.file, r)
			}
			if u.Calls != 1 || u.In != 1200 || u.Cached != 1024 || u.Out != 9 {
				t.Errorf("%s: usage %+v", c.file, u)
			}
		}
		for prompt, want := range map[string]adhere.Code{"Too fast.": adhere.RateLimited, "Not paid.": adhere.Refused, "Wrong key.": adhere.Refused} {
			_, err := m.Generate(t.Context(), modeltest.Ask(prompt))
			if adhere.CodeOf(err) != want || strings.Contains(err.Error(), "sk-") {
				t.Errorf("%s: %s %v", c.file, prompt, err)
			}
			if want == adhere.RateLimited && model.RetryAfter(err) != 2*time.Second {
				t.Errorf("%s: the provider asks to wait %s", c.file, model.RetryAfter(err))
			}
			if want == adhere.Refused && !strings.Contains(adhere.HintOf(err), "_API_KEY") {
				t.Errorf("%s: %s hint %q", c.file, prompt, adhere.HintOf(err))
			}
		}
		resp, err := m.Generate(t.Context(), modeltest.Ask("Refuse."))
		if err != nil || resp.Text != "I'm sorry, I can't help with that." || resp.Finish != c.refused {
			t.Errorf("%s: %+v, %v", c.file, resp, err)
		}
	}
}

// replay opens a model on a recording.
func replay(t *testing.T, spec, file string) adhere.Model {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	m, err := provider.Open(spec, env("OPENAI_API_KEY=k", "GOOGLE_API_KEY=k", "ANTHROPIC_API_KEY=k"), provider.Options{Client: &http.Client{Transport: readRecording(string(text))}})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// A recording is an http.RoundTripper that knows the reply to each request by
// its method, address and body; testdata/README.md shows the files.
type recording map[string]string

func readRecording(text string) recording {
	r := recording{}
	for _, exchange := range strings.Split(text, "=== request\n")[1:] {
		request, rest, _ := strings.Cut(exchange, "\n=== response ")
		r[request], _, _ = strings.Cut(rest, "\n=== end")
	}
	return r
}

func (r recording) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	request := req.Method + " " + req.URL.String() + "\n" + strings.TrimRight(string(body), "\n")
	reply, ok := r[request]
	if !ok {
		return nil, errors.New("nothing is recorded of " + request)
	}
	return http.ReadResponse(bufio.NewReader(strings.NewReader("HTTP/1.1 "+reply)), req)
}
