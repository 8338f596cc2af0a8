package judge_test

import (
	"context"
	"strings"
	"sync"

	"adhere"
)

// A fake is a model that replies by a function of the request and remembers
// what it was asked.
type fake struct {
	reply func(req *adhere.Request) string

	mu       sync.Mutex
	requests []*adhere.Request
}

func (f *fake) Name() string { return "test/fake-1" }

func (f *fake) Generate(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.requests = append(f.requests, req)
	return &adhere.Response{
		Model: f.Name(), Text: f.reply(req), Finish: adhere.FinishStop,
		Usage: adhere.Usage{Calls: 1, In: 100, Cached: 10, Out: 1, Money: 5},
	}, nil
}

// says replies with the same text always.
func says(text string) *fake {
	return &fake{reply: func(*adhere.Request) string { return text }}
}

// inTurn replies with one text after the other.
func inTurn(texts ...string) *fake {
	i := 0
	return &fake{reply: func(*adhere.Request) string {
		text := texts[i%len(texts)]
		i++
		return text
	}}
}

// transcript shows all requests as text.
func transcript(requests []*adhere.Request) string {
	var b strings.Builder
	for _, req := range requests {
		b.WriteString("=== request\n")
		for _, m := range req.Messages {
			b.WriteString("--- " + string(m.Role) + "\n" + m.Text + "\n")
		}
		if len(req.Schema) > 0 {
			b.WriteString("--- schema\n" + string(req.Schema) + "\n")
		}
	}
	return b.String()
}

// harbour is an instruction at level 2.
func harbour() *adhere.Instruction {
	return &adhere.Instruction{
		ID:       "test/harbour",
		Messages: []adhere.Message{{Role: adhere.User, Text: "Tell me of the harbour, in rhyme, and name the year. Secret word: xylophone.\nNotes: ice in 1929"}},
		Input:    "Notes: ice in 1929",
		Requirements: []adhere.Requirement{
			{ID: "r1", Text: "Does the generated text rhyme?"},
			{ID: "r2", Text: "Does the generated text name the year?"},
		},
		Level: 2,
		Path:  []string{"Tell me of the harbour.", "Tell me of the harbour, in rhyme.", "Tell me of the harbour, in rhyme, and name the year."},
		Tags:  map[string]string{"category": "style"},
	}
}

func rhyme() *adhere.Response {
	return &adhere.Response{Model: "test/subject", Text: "In nineteen twenty-nine / the ice was fine.", Reasoning: "SECRET REASONING"}
}

func outcomes(verdicts []adhere.Verdict) string {
	var words []string
	for _, v := range verdicts {
		words = append(words, string(v.Outcome))
	}
	return strings.Join(words, ",")
}
