package refine_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"adhere"
	"adhere/refine"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// A fake is a model that replies by a function of the request and remembers
// what it was asked. Its replies cost 10 tokens in, 10 out, and 5 billionths.
type fake struct {
	name  string
	reply func(ctx context.Context, req *adhere.Request) (string, error)

	finish adhere.Finish // of every reply but the first; "" is stop

	mu       sync.Mutex
	requests []*adhere.Request
}

func (f *fake) Name() string {
	if f.name != "" {
		return f.name
	}
	return "test/fake-1"
}

func (f *fake) Generate(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
	f.mu.Lock()
	f.requests = append(f.requests, req)
	finish := adhere.FinishStop
	if f.finish != "" && len(f.requests) > 1 {
		finish = f.finish
	}
	f.mu.Unlock()
	text, err := f.reply(ctx, req)
	if err != nil {
		return nil, err
	}
	return &adhere.Response{
		Model: f.Name(), Text: text, Finish: finish,
		Usage: adhere.Usage{Calls: 1, In: 10, Out: 10, Money: 5},
	}, nil
}

func (f *fake) calls() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.requests)
}

// inTurn replies with one text after the other and then with the last again.
// A text that starts with "error:" is a failed call.
func inTurn(texts ...string) *fake {
	var mu sync.Mutex
	i := 0
	return &fake{reply: func(context.Context, *adhere.Request) (string, error) {
		mu.Lock()
		defer mu.Unlock()
		text := texts[min(i, len(texts)-1)]
		i++
		if why, ok := strings.CutPrefix(text, "error:"); ok {
			return "", &adhere.Error{Code: adhere.Unavailable, Message: why}
		}
		return text, nil
	}}
}

// rewriter answers first with the draft, and rewrites by a function of the
// answer and of the words that the feedback says are missing.
func rewriter(draft string, rewrite func(answer string, missing []string) string) *fake {
	return &fake{reply: func(_ context.Context, req *adhere.Request) (string, error) {
		answer, missing, ok := readRewrite(req.Messages[len(req.Messages)-1].Text)
		if !ok {
			return draft, nil
		}
		return rewrite(answer, missing), nil
	}}
}

var (
	rewriteAnswer  = regexp.MustCompile(`(?s)AI response:\n"""\n(.*?)\n"""\nFeedback:(.*)`)
	rewriteMissing = regexp.MustCompile(`(?m)^\d+\. Use the word "(\w+)"`)
)

func readRewrite(prompt string) (answer string, missing []string, ok bool) {
	m := rewriteAnswer.FindStringSubmatch(prompt)
	if m == nil {
		return "", nil, false
	}
	for _, word := range rewriteMissing.FindAllStringSubmatch(m[2], -1) {
		missing = append(missing, word[1])
	}
	return m[1], missing, true
}

// repairs adds every word it is told to.
func repairs(answer string, missing []string) string {
	return answer + " " + strings.Join(missing, " ")
}

// wants is an instruction that demands certain words.
func wants(words ...string) *adhere.Instruction {
	in := &adhere.Instruction{
		ID: "test/words", Dataset: "words@1",
		Messages: []adhere.Message{{Role: adhere.User, Text: "Write of the sea with these words: " + strings.Join(words, ", ") + "."}},
	}
	for _, w := range words {
		in.Requirements = append(in.Requirements, adhere.Requirement{ID: w, Text: fmt.Sprintf("Use the word %q.", w), Weight: 1})
	}
	return in
}

// words is a critic that looks for the word that a requirement is named
// after. A text that holds "?word" leaves it unsure about that word.
type words struct{ judged int }

func (*words) Name() string { return "rule/words@1" }

func (w *words) Judge(ctx context.Context, task *adhere.Task, out *adhere.Response) ([]adhere.Verdict, error) {
	in := task.Instruction
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	w.judged++
	verdicts := make([]adhere.Verdict, 0, len(in.Requirements))
	for _, r := range in.Requirements {
		v := adhere.Verdict{Requirement: r.ID, Judge: w.Name(), Outcome: adhere.NotMet, Reason: "The word is not there.", Evidence: fmt.Sprintf("%d words", len(strings.Fields(out.Text)))}
		switch {
		case slices.Contains(strings.Fields(out.Text), r.ID):
			v.Outcome, v.Reason = adhere.Met, "The word is there."
		case slices.Contains(strings.Fields(out.Text), "?"+r.ID):
			v.Outcome, v.Reason = adhere.Unsure, ""
		}
		verdicts = append(verdicts, v)
	}
	return verdicts, nil
}

// A judgeFunc is a critic of its own name.
type judgeFunc func(context.Context, *adhere.Instruction, *adhere.Response) ([]adhere.Verdict, error)

func (judgeFunc) Name() string { return "judge/func@1" }

func (f judgeFunc) Judge(ctx context.Context, task *adhere.Task, out *adhere.Response) ([]adhere.Verdict, error) {
	return f(ctx, task.Instruction, out)
}

var errDown = errors.New("the critic is down")

func mustNew(t testing.TB, strategy string, o refine.Options) *refine.Refiner {
	t.Helper()
	if o.Critic == nil {
		o.Critic = &words{}
	}
	r, err := refine.New(strategy, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func mustRefine(t testing.TB, strategy string, o refine.Options, in *adhere.Instruction) *adhere.Trace {
	t.Helper()
	trace, err := mustNew(t, strategy, o).Refine(t.Context(), in, nil)
	if err != nil {
		t.Fatal(err)
	}
	return trace
}

func answerOf(t *adhere.Trace) string {
	if t.Answer() == nil {
		return "(none)"
	}
	return t.Answer().Response.Text
}

func outcomes(verdicts []adhere.Verdict) string {
	var list []string
	for _, v := range verdicts {
		list = append(list, string(v.Outcome))
	}
	return strings.Join(list, ",")
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (go test -update rewrites it):\n%s", file, got)
	}
}

// transcript shows all requests as text.
func transcript(requests []*adhere.Request) string {
	var b strings.Builder
	for _, req := range requests {
		b.WriteString("=== request")
		if req.Params.Temperature != nil {
			fmt.Fprintf(&b, ", temperature %v", *req.Params.Temperature)
		}
		if req.Attempt != 0 {
			fmt.Fprintf(&b, ", attempt %d", req.Attempt)
		}
		b.WriteString("\n")
		for _, m := range req.Messages {
			b.WriteString("--- " + string(m.Role) + "\n" + m.Text + "\n")
		}
	}
	return b.String()
}

func writeFile(t testing.TB, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
