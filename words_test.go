package adhere_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"adhere"
)

// The keys of stored replies and the names of stored runs must survive every
// later release: what was paid for would be asked again otherwise.
func TestKeysAreForEver(t *testing.T) {
	req := &adhere.Request{Messages: []adhere.Message{{Role: adhere.User, Text: "Say hé <b>"}}}
	const want = "68c7fa"
	if got := req.Key("openai/gpt-4o")[:6]; got != want {
		t.Errorf("the key of a stored reply changed to %s, was %s: every cache is lost", got, want)
	}
	plan := &adhere.Plan{Bench: "b@1", Dataset: "d@1 sha256:00", Model: "openai/gpt-4o", Judges: []string{"rule/x@1"}}
	if got, want := plan.RunID(), "b-gpt-4o-"+plan.Hash()[:8]; got != want {
		t.Errorf("RunID() = %q, want %q", got, want)
	}
}

func TestKeyTellsRequestsApart(t *testing.T) {
	say := func(text string) []adhere.Message { return []adhere.Message{{Role: adhere.User, Text: text}} }
	requests := []adhere.Request{
		{Messages: say("a")},
		{Messages: say("b")},
		{Messages: []adhere.Message{{Role: adhere.System, Text: "a"}}},
		{Messages: say("a"), Attempt: 1},
		{Messages: say("a"), Params: adhere.Params{Temperature: new(0.0)}},
		{Messages: say("a"), Params: adhere.Params{TopP: new(0.0)}},
		{Messages: say("a"), Params: adhere.Params{MaxTokens: new(0)}},
		{Messages: say("a"), Params: adhere.Params{Seed: new(int64(0))}},
		{Messages: say("a"), Params: adhere.Params{Stop: []string{"x"}}},
		{Messages: say("a"), Schema: json.RawMessage(`{"type":"object"}`)},
	}
	seen := map[string]int{}
	for i, r := range requests {
		key := r.Key("m")
		if j, ok := seen[key]; ok {
			t.Errorf("requests %d and %d have one key", i, j)
		}
		seen[key] = i
		if r.Key("n") == key {
			t.Errorf("request %d has the same key for two models", i)
		}
	}
}

func TestRunIDIsAFileName(t *testing.T) {
	long := strings.Repeat("é", 100)
	for _, test := range []struct{ bench, model, want string }{
		{"My Bench/1@2", "openai-api/host/Org/Model:7b x", "my-bench-1-model-7b-x-"},
		{"file:Übungen 数据@1", "ollama/Ünï", "file-übungen-数据-ünï-"},
		{"file:" + long, long, "file-" + long[:74] + "-" + long[:80] + "-"},
	} {
		plan := adhere.Plan{Bench: test.bench, Model: test.model}
		if got := plan.RunID(); len(got) != len(test.want)+8 || !strings.HasPrefix(got, test.want) || !utf8.ValidString(got) {
			t.Errorf("RunID() is %q, want one that starts with %q", got, test.want)
		}
	}
}

func TestMoney(t *testing.T) {
	for m, want := range map[adhere.Money]string{
		0: "$0", 1_000: "$0.000001", 1_234_567: "$0.0012", adhere.USD: "$1.00", 12*adhere.USD + adhere.USD/2: "$12.50",
	} {
		if got := m.String(); got != want {
			t.Errorf("%d is %q, want %q", int64(m), got, want)
		}
	}
}

func TestSummaryJSON(t *testing.T) {
	for _, s := range []adhere.Summary{
		{Metric: "m", Group: map[string]string{"label": "Number"}, Value: 0.5, Lo: 0.25, Hi: 0.75, N: 4, Met: 2, Undecided: 1, Warnings: []string{"w"}},
		{Metric: "m", Group: map[string]string{}, Undefined: "no requirement was decided"},
	} {
		b, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var back adhere.Summary
		if err := json.Unmarshal(b, &back); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(s, back); diff != "" {
			t.Errorf("%s read back differs:\n%s", b, diff)
		}
		var raw map[string]any
		json.Unmarshal(b, &raw)
		if value, ok := raw["value"]; !ok || (value == nil) != (s.Undefined != "") {
			t.Errorf("%s: value must be there, and null just where it is undefined", b)
		}
	}
}

func TestErrorCodesAndHints(t *testing.T) {
	cause := &adhere.Error{Code: adhere.RateLimited, Message: "too many", Hint: "wait"}
	err := fmt.Errorf("item 3: %w", &adhere.Error{Code: adhere.Unavailable, Message: "model", Err: cause})
	if got := adhere.CodeOf(err); got != adhere.Unavailable {
		t.Errorf("CodeOf = %q, want the outermost code", got)
	}
	if got := adhere.HintOf(err); got != "wait" {
		t.Errorf("HintOf = %q, want the first hint there is", got)
	}
	if got, want := err.Error(), "item 3: model: too many"; got != want {
		t.Errorf("Error() = %q, want %q", got, want)
	}
	if adhere.CodeOf(errors.New("x")) != adhere.Internal || adhere.CodeOf(nil) != "" {
		t.Error("an error without a code is internal, no error has none")
	}
}

func TestRecordBy(t *testing.T) {
	in := &adhere.Instruction{Requirements: []adhere.Requirement{{ID: "1"}, {ID: "2"}}}
	verdict := func(judge, id string) adhere.Verdict { return adhere.Verdict{Judge: judge, Requirement: id} }
	r := adhere.Record{Instruction: in, Verdicts: []adhere.Verdict{
		verdict("a", "1"), verdict("a", "2"), verdict("b", "1"), verdict("b", "2"),
	}}
	if got := r.By("b"); len(got) != 2 || !cmp.Equal(got[0], verdict("b", "1")) || !cmp.Equal(got[1], verdict("b", "2")) {
		t.Errorf("By(b) = %v", got)
	}
	if got := r.By("c"); got != nil {
		t.Errorf("By(c) = %v, want nothing", got)
	}
	if diff := cmp.Diff([]string{"a", "b"}, r.Judges()); diff != "" {
		t.Error(diff)
	}
}
