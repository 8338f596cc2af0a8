package refine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/judge"
	"adhere/prompt"
	"adhere/refine"
)

// TestConversations holds every message that a strategy sends.
func TestConversations(t *testing.T) {
	replies := map[string][]string{
		"conventional":                     {"waves"},
		"make_sure":                        {"waves"},
		"decompose_then_generate":          {"1. Use salt.", "waves"},
		"decompose_then_generate_one_step": {"Constraints:\n1. Use salt.\n\nResponse:\nwaves"},
		"self_refine":                      {"waves", "There is no salt.\nVerdict: improve", "waves salt", "Fine?", "All is there.\nVerdict: good"},
		"decrim":                           {"waves", "waves", "waves salt"},
		"generate_and_rank":                {"a", "1. Use salt.", "b", "c", "1. Use salt.", "d", "e", "1. Use salt.", "f", "g", "1. Use salt.", "h", "i", "1. Use salt.", "j"},
		"best_of_n":                        {"a", "b", "c"},
	}
	for _, s := range refine.Strategies() {
		t.Run(s.Name, func(t *testing.T) {
			model := inTurn(replies[s.Name]...)
			o := refine.Options{Model: model}
			if s.Name == "best_of_n" {
				o.MaxIterations = 3
			}
			trace := mustRefine(t, s.Name, o, wants("salt", "gulls"))
			if model.calls() < len(replies[s.Name]) {
				t.Errorf("%d calls for %d replies", model.calls(), len(replies[s.Name]))
			}
			var b strings.Builder
			b.WriteString(transcript(model.requests[:min(len(replies[s.Name]), 7)]))
			fmt.Fprintf(&b, "=== stopped %s\n", trace.Stopped)
			for i, a := range trace.Attempts {
				fmt.Fprintf(&b, "%d %s [%s] %q %s\n", i, a.Step, a.Setting, a.Response.Text, outcomes(a.Verdicts))
			}
			golden(t, s.Name+".golden", b.String())
		})
	}
}

// TestRankPath holds the ten settings of DeCRIM, appendix D.2, as they are
// asked for.
func TestRankPath(t *testing.T) {
	model := inTurn("x")
	ten := 0.3
	req := &adhere.Request{Messages: wants("salt").Messages, Params: adhere.Params{Temperature: &ten}}
	r := mustNew(t, "generate_and_rank", refine.Options{Model: model, MaxIterations: 12})
	trace, err := r.Refine(t.Context(), wants("salt"), req)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, a := range trace.Attempts {
		got = append(got, a.Setting)
	}
	want := []string{
		"make_sure, temperature 0.2", "two_step, temperature 0.2", "make_sure, greedy", "two_step, greedy",
		"make_sure, temperature 1.0", "two_step, temperature 1.0", "make_sure, temperature 0.5", "two_step, temperature 0.5",
		"make_sure, temperature 0.7", "two_step, temperature 0.7", "make_sure, temperature 0.2", "two_step, temperature 0.2",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	var temperatures []float64
	for _, q := range model.requests {
		temperatures = append(temperatures, *q.Params.Temperature)
	}
	if diff := cmp.Diff([]float64{.2, .2, .2, 0, 0, 0, 1, 1, 1, .5, .5, .5, .7, .7, .7, .2, .2, .2}, temperatures); diff != "" {
		t.Error(diff)
	}
	if ten != 0.3 || *req.Params.Temperature != 0.3 {
		t.Error("the caller's request was changed")
	}
	if a, b := model.requests[0], model.requests[15]; a.Key("") == b.Key("") {
		t.Error("the path's second round repeats the first")
	}
}

func TestSelfRefineReadsItsFeedback(t *testing.T) {
	for reply, want := range map[string]adhere.Stop{
		"All good.\nVerdict: good":          adhere.StopSatisfied,
		"Verdict: good":                     adhere.StopSatisfied,
		"Hm.\n\n**Verdict:** good.":         adhere.StopSatisfied,
		"No salt.\nVerdict: improve":        adhere.StopIterations,
		"No salt.\n`VERDICT: Improve`":      adhere.StopIterations,
		"Verdict: improve":                  adhere.StopUndecided, // improve what?
		"Verdict: good\nNo salt though":     adhere.StopUndecided,
		"No salt. **Verdict: improve**":     adhere.StopIterations,
		"The salt could be good.":           adhere.StopUndecided,
		"Verdict: good, but it lacks salt":  adhere.StopUndecided,
		"No salt.\nVerdict: not good":       adhere.StopUndecided,
		"":                                  adhere.StopUndecided,
		"Verdict: good or Verdict: improve": adhere.StopUndecided,
	} {
		trace := mustRefine(t, "self_refine", refine.Options{Model: inTurn("draft", reply), MaxIterations: 1}, wants("salt"))
		if trace.Stopped != want {
			t.Errorf("%q: stopped %s, want %s", reply, trace.Stopped, want)
		}
	}
	trace := mustRefine(t, "self_refine", refine.Options{Model: inTurn("draft", "No salt.\nVerdict: improve", "better", "Fine.\nVerdict: good")}, wants("salt"))
	if answerOf(trace) != "better" || trace.Final != 1 || trace.Attempts[1].Feedback != "No salt." {
		t.Errorf("%+v", trace)
	}
}

// TestSelfRefineHandsOnItsFeedback holds what the rewriter is told; "" where the
// reply says nothing that could be acted on.
func TestSelfRefineHandsOnItsFeedback(t *testing.T) {
	for reply, want := range map[string]string{
		"`Verdict: improve`":                                                            "",
		"## Verdict: improve":                                                           "",
		"Final verdict: improve":                                                        "",
		"**My final verdict:** improve":                                                 "",
		"Feedback:\n\n- Verdict: improve":                                               "",
		"Verdict: improve\nVerdict: improve":                                            "",
		"Use {\"a\":1}.\nVerdict: improve":                                              "Use {\"a\":1}.",
		"1.\nVerdict: improve":                                                          "",
		`{"verdict":"improve"}`:                                                         "",
		`{"feedback":"","verdict":"improve"}`:                                           "",
		`{"feedback":"No salt.","verdict":"improve"`:                                    "",
		"No salt.\n`Verdict: improve`":                                                  "No salt.",
		"No salt!\n\n## Final verdict: improve":                                         "No salt!",
		"No salt (none) **The verdict: improve**":                                       "No salt (none)",
		"The verdict on salt is out. Verdict: improve":                                  "The verdict on salt is out.",
		"无盐。\n**Verdict: improve**":                                                     "无盐。",
		`{"feedback":"No salt.","verdict":"improve"}`:                                   "No salt.",
		`{"Verdict": "Improve", "faults": ["No salt.", "Long."]}`:                       "No salt.\nLong.",
		"```json\n{\n  \"feedback\": \"No salt.\",\n  \"verdict\": \"improve\"\n}\n```": "No salt.",
		"No salt.\n```json\n{\"verdict\": \"improve\"}\n```":                            "No salt.",
		"Use {name} for it.\nVerdict: improve":                                          "Use {name} for it.",
	} {
		trace := mustRefine(t, "self_refine", refine.Options{Model: inTurn("draft", reply), MaxIterations: 1}, wants("salt"))
		got := ""
		if len(trace.Attempts) > 1 {
			got = trace.Attempts[1].Feedback
		}
		if got != want {
			t.Errorf("%q: feedback %q, want %q", reply, got, want)
		}
	}
}

// Feedback that cannot be read, or cannot be acted on, is asked for again
// twice.
func TestSelfRefineAsksAgain(t *testing.T) {
	for _, reply := range []string{"Verdict: improve", "Nothing."} {
		model := inTurn("draft", reply)
		mustRefine(t, "self_refine", refine.Options{Model: model}, wants())
		if model.calls() != 4 {
			t.Errorf("%q: %d calls", reply, model.calls())
		}
	}
	model := inTurn("draft", "It is cut off.\nVerdict: good")
	model.finish = adhere.FinishLength
	if trace := mustRefine(t, "self_refine", refine.Options{Model: model}, wants()); trace.Stopped != adhere.StopUndecided {
		t.Errorf("feedback that was cut off is believed: stopped %s", trace.Stopped)
	}
}

// The request's settings are for answers. What is said about an answer must
// not be cut at its stop texts or be put into its schema.
func TestSettingsAreForAnswers(t *testing.T) {
	req := &adhere.Request{Messages: wants().Messages, Params: adhere.Params{Stop: []string{"\n"}}, Schema: []byte(`{}`), Attempt: 3}
	for strategy, replies := range map[string][]string{
		"self_refine":             {"draft", "No.\nVerdict: improve", "better"},
		"decompose_then_generate": {"1. salt", "answer"},
		"decrim":                  {"draft", "better"},
	} {
		model := inTurn(replies...)
		trace, err := mustNew(t, strategy, refine.Options{Model: model, MaxIterations: 1}).Refine(t.Context(), wants("salt"), req)
		if err != nil {
			t.Fatal(err)
		}
		for i, q := range model.requests {
			answer := i == 0 && strategy != "decompose_then_generate" || i == len(replies)-1
			if (len(q.Params.Stop) == 1) != answer || (q.Schema != nil) != answer || q.Attempt != 3 {
				t.Errorf("%s, call %d: %+v", strategy, i, q)
			}
		}
		if trace.Request != req || len(req.Params.Stop) != 1 {
			t.Errorf("%s: the caller's request was changed", strategy)
		}
	}
}

func TestListAndAnswerInOneReply(t *testing.T) {
	for reply, want := range map[string]string{
		"Constraints:\n1. a\nResponse:\nThe sea.\n": "The sea.|Constraints:\n1. a|0",
		"1. a\n**Response:**\nThe\n\nsea.":          "The\n\nsea.|1. a|0",
		"1. a\n## Response\nThe sea.":               "The sea.|1. a|0",
		"Response:\nA. Response:\nB":                "A. Response:\nB||0",
		"1. a\nResponse: The sea.":                  "1. a\nResponse: The sea.||1",
		"The sea.":                                  "The sea.||1",
		"The response\nResponse\nwas late.":         "The response\nResponse\nwas late.||1",
	} {
		trace := mustRefine(t, "decompose_then_generate_one_step", refine.Options{Model: inTurn(reply)}, wants())
		resp := trace.Answer().Response
		if got := fmt.Sprintf("%s|%s|%d", resp.Text, resp.Reasoning, len(resp.Warnings)); got != want {
			t.Errorf("%q is read as %q, want %q", reply, got, want)
		}
	}
}

func FuzzReplies(f *testing.F) {
	f.Add("Constraints:\n1. a\nResponse:\nThe sea.")
	f.Add("No salt.\nVerdict: improve")
	f.Add("Verdict: good")
	f.Fuzz(func(t *testing.T, reply string) {
		one := mustRefine(t, "decompose_then_generate_one_step", refine.Options{Model: inTurn(reply)}, wants())
		resp := one.Answer().Response
		if len(resp.Warnings) > 0 && resp.Text != reply || !strings.Contains(reply, resp.Text) || !strings.Contains(reply, resp.Reasoning) {
			t.Errorf("%q became %q after %q", reply, resp.Text, resp.Reasoning)
		}
		own := mustRefine(t, "self_refine", refine.Options{Model: inTurn("draft", reply), MaxIterations: 1}, wants())
		last := strings.ToLower(reply[strings.LastIndexByte(strings.TrimSpace(reply), '\n')+1:])
		if own.Stopped == adhere.StopSatisfied && !strings.Contains(last, "good") {
			t.Errorf("%q is taken for praise", reply)
		}
		ref := mustRefine(t, "decrim", refine.Options{Model: inTurn("salt", reply), MaxIterations: 2}, wants("salt", "waves"))
		if a := ref.Answer(); !strings.HasPrefix(outcomes(a.Verdicts), "met") && !strings.HasSuffix(outcomes(a.Verdicts), ",met") {
			t.Errorf("%q made the answer worse: %q", reply, a.Response.Text)
		}
	})
}

func TestOptionsAreChecked(t *testing.T) {
	model, critic := inTurn("x"), &words{}
	for name, c := range map[string]struct {
		strategy string
		o        refine.Options
		code     adhere.Code
	}{
		"unknown strategy": {"decrimm", refine.Options{Model: model, Critic: critic}, adhere.NotFound},
		"no model":         {"conventional", refine.Options{}, adhere.Invalid},
		"no critic":        {"decrim", refine.Options{Model: model}, adhere.Invalid},
		"draft":            {"decrim", refine.Options{Model: model, Critic: critic, Draft: "hasty"}, adhere.Invalid},
		"final":            {"decrim", refine.Options{Model: model, Critic: critic, Final: "first"}, adhere.Invalid},
		"feedback":         {"decrim", refine.Options{Model: model, Critic: critic, Feedback: "none"}, adhere.Invalid},
		"bound":            {"decrim", refine.Options{Model: model, Critic: critic, Bounds: refine.Bounds{Calls: -1}}, adhere.Invalid},
	} {
		if _, err := refine.New(c.strategy, c.o); adhere.CodeOf(err) != c.code {
			t.Errorf("%s: %v", name, err)
		}
	}
	r := mustNew(t, "conventional", refine.Options{Model: model})
	for name, messages := range map[string][]adhere.Message{"none": nil, "assistant last": {{Role: adhere.Assistant, Text: "x"}}} {
		if trace, err := r.Refine(t.Context(), &adhere.Instruction{Messages: messages}, nil); adhere.CodeOf(err) != adhere.Invalid || trace.Final != -1 {
			t.Errorf("messages %s: %v", name, err)
		}
	}
	if _, err := r.Refine(t.Context(), nil, nil); adhere.CodeOf(err) != adhere.Invalid {
		t.Errorf("nothing asked: %v", err)
	}
}

// TestNamesTellSettingsApart holds that whatever can change an answer is in
// the name, which is what a run goes by.
func TestNamesTellSettingsApart(t *testing.T) {
	model, other, critic := inTurn("x"), &fake{name: "test/other"}, &words{}
	d, err := judge.NewDecomposer(judge.Options{Model: model})
	if err != nil {
		t.Fatal(err)
	}
	base := refine.Options{Model: model, Critic: critic}
	with := func(change func(*refine.Options)) refine.Options {
		o := base
		change(&o)
		return o
	}
	seen := map[string]int{}
	for i, o := range []refine.Options{
		base,
		with(func(o *refine.Options) { o.Model = other }),
		with(func(o *refine.Options) { o.Rewriter = other }),
		with(func(o *refine.Options) { o.Critic = modelCritic(t, model) }),
		with(func(o *refine.Options) { o.Decomposer = refine.Lists(d) }),
		with(func(o *refine.Options) { o.MaxIterations = 3 }),
		with(func(o *refine.Options) { o.MaxIterations = -1 }),
		with(func(o *refine.Options) { o.Patience = 1 }),
		with(func(o *refine.Options) { o.Draft = refine.Plain }),
		with(func(o *refine.Options) { o.Final = adhere.ChooseLast }),
		with(func(o *refine.Options) { o.Feedback = refine.Named }),
		with(func(o *refine.Options) { o.KeepRefusals = true }),
		with(func(o *refine.Options) { o.EndFutile = true }),
		with(func(o *refine.Options) { o.Bounds.Calls = 1 }),
		with(func(o *refine.Options) { o.Bounds.Time = 1 }),
		with(func(o *refine.Options) { o.Pack = rewordedPack(t) }),
	} {
		name := mustNew(t, "decrim", o).Name()
		if j, ok := seen[name]; ok {
			t.Errorf("settings %d and %d are both named %s", i, j, name)
		}
		seen[name] = i
	}
	const want = "refine/decrim@1[n=10,decomposer=given,critic=rule/words@1]+test/fake-1"
	if got := mustNew(t, "decrim", base).Name(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := mustNew(t, "make_sure", base).Name(); got != "refine/make_sure@1+test/fake-1" {
		t.Error(got)
	}
}

func rewordedPack(t *testing.T) *prompt.Pack {
	t.Helper()
	dir := t.TempDir()
	writeFile(t, dir+"/refine-answer-next.tmpl", "version: 2\n--- user\nGo on.\n")
	p, err := prompt.LoadPack(dir)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
