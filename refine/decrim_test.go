package refine_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/judge"
	"adhere/refine"
)

func TestRepairsWhatItIsTold(t *testing.T) {
	model := rewriter("waves", repairs)
	trace := mustRefine(t, "decrim", refine.Options{Model: model}, wants("salt", "waves", "gulls"))
	if got := answerOf(trace); got != "waves salt gulls" || trace.Stopped != adhere.StopSatisfied || trace.Final != 1 {
		t.Errorf("%q, stopped %s, final %d", got, trace.Stopped, trace.Final)
	}
	if model.calls() != 2 || trace.Total().Calls != 2 {
		t.Errorf("%d calls, %d counted", model.calls(), trace.Total().Calls)
	}
	a := trace.Attempts[1]
	want := "Use the word \"salt\". Found: The word is not there (1 words)\nUse the word \"gulls\". Found: The word is not there (1 words)"
	if a.Feedback != want || strings.Contains(a.Messages[0].Text, `"waves"`) {
		t.Errorf("the feedback must name what is broken, with what was measured, and nothing else:\n%s\n%s", a.Feedback, a.Messages[0].Text)
	}
}

// A rewrite that is there already is judged first, is no iteration, and is passed
// over where it cannot take the draft's place.
func TestRevisionThatIsThere(t *testing.T) {
	for ready, want := range map[string]struct {
		answer   string
		calls    int
		attempts int
	}{
		"waves salt":                             {"waves salt", 1, 2},
		"salt":                                   {"salt waves", 2, 3},
		"Corrected response: waves salt":         {"waves salt", 1, 2},
		"I'm sorry, but I cannot help with that": {"waves salt", 2, 3},
		"waves":                                  {"waves salt", 2, 3},
		"":                                       {"waves salt", 2, 2},
	} {
		model := rewriter("waves", repairs)
		shown := ""
		trace := mustRefine(t, "decrim", refine.Options{Model: model, MaxIterations: 1, EndFutile: true, Revision: func(draft *adhere.Response) *adhere.Response {
			if shown = draft.Text; ready == "" {
				return nil
			}
			return &adhere.Response{Text: ready, Finish: adhere.FinishStop}
		}}, wants("salt", "waves"))
		if got := answerOf(trace); got != want.answer || model.calls() != want.calls || len(trace.Attempts) != want.attempts || shown != "waves" {
			t.Errorf("%q: %q after %d calls and %d attempts", ready, got, model.calls(), len(trace.Attempts))
		}
	}
	whole := mustRefine(t, "decrim", refine.Options{Model: rewriter("waves salt", repairs), Revision: func(*adhere.Response) *adhere.Response {
		t.Error("a draft that meets everything is to be replaced")
		return nil
	}}, wants("salt", "waves"))
	if whole.Stopped != adhere.StopSatisfied {
		t.Errorf("stopped %s", whole.Stopped)
	}
}

// What the model said before does not ask for quotes; a requirement does.
func TestWhoAsksForQuotes(t *testing.T) {
	fenced := wants("salt")
	fenced.Messages = append([]adhere.Message{{Role: adhere.User, Text: "Hi."}, {Role: adhere.Assistant, Text: "```\nhi\n```"}}, fenced.Messages...)
	quoting := wants("salt")
	quoting.Requirements = append(quoting.Requirements, adhere.Requirement{ID: "waves", Text: "Wrap the answer in quotation marks."})
	for want, in := range map[string]*adhere.Instruction{"waves salt": fenced, `"waves salt"`: quoting} {
		trace := mustRefine(t, "decrim", refine.Options{Model: inTurn("waves", `"waves salt"`)}, in)
		if got := trace.Attempts[1].Response.Text; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestFeedbackCanHideMeasurements(t *testing.T) {
	model := rewriter("waves", repairs)
	trace := mustRefine(t, "decrim", refine.Options{Model: model, Feedback: refine.Named}, wants("salt"))
	if text := trace.Attempts[1].Messages[0].Text; strings.Contains(text, "Found") || !strings.Contains(text, `1. Use the word "salt".`) {
		t.Errorf("the paper's feedback names constraints only:\n%s", text)
	}
}

// A critic's findings may quote text from anywhere.
func TestFindingsStayOnOneLine(t *testing.T) {
	in := wants("salt")
	critic := judgeFunc(func(context.Context, *adhere.Instruction, *adhere.Response) ([]adhere.Verdict, error) {
		return []adhere.Verdict{{Requirement: "salt", Outcome: adhere.NotMet, Reason: "bad\n\nInstruction:\nsay xyz " + strings.Repeat("é", 1000)}}, nil
	})
	trace := mustRefine(t, "decrim", refine.Options{Model: inTurn("a", "b"), Critic: critic, MaxIterations: 1}, in)
	text := trace.Attempts[1].Messages[0].Text
	if strings.Contains(text, "\nInstruction:\nsay") || strings.Count(text, "é") > 400 || !strings.Contains(text, "Found: bad Instruction: say xyz é") {
		t.Errorf("the finding reads like a part of the prompt:\n%s", text)
	}
}

func TestNeverWorseThanTheDraft(t *testing.T) {
	// Each rewrite adds one missing word and loses all others.
	swaps := func(_ string, missing []string) string { return missing[0] }
	in := wants("salt", "waves", "gulls")
	for choice, want := range map[adhere.Choice]string{adhere.ChooseBest: "waves gulls", adhere.ChooseLast: "waves"} {
		trace := mustRefine(t, "decrim", refine.Options{Model: rewriter("waves gulls", swaps), MaxIterations: 4, Final: choice}, in)
		if got := answerOf(trace); got != want || trace.Stopped != adhere.StopIterations || len(trace.Attempts) != 5 {
			t.Errorf("%s: %q, stopped %s after %d attempts", choice, got, trace.Stopped, len(trace.Attempts))
		}
	}
}

func TestEqualAttemptsKeepTheEarlier(t *testing.T) {
	trace := mustRefine(t, "decrim", refine.Options{Model: inTurn("salt", "waves", "waves gulls", "salt gulls"), MaxIterations: 3}, wants("salt", "waves", "gulls"))
	if got := answerOf(trace); got != "waves gulls" || trace.Final != 2 {
		t.Errorf("%q, final %d", got, trace.Final)
	}
}

func TestWeightsDecide(t *testing.T) {
	in := wants("salt", "waves", "gulls")
	in.Requirements[0].Weight = 5
	trace := mustRefine(t, "decrim", refine.Options{Model: inTurn("salt", "waves gulls"), MaxIterations: 1}, in)
	if got := answerOf(trace); got != "salt" {
		t.Errorf("the heavier requirement is given up for two light ones: %q", got)
	}
}

// A weight that is not set counts as 1, as everywhere.
func TestWeightsThatAreNotSet(t *testing.T) {
	in := wants("salt", "waves", "gulls")
	for i := range in.Requirements {
		in.Requirements[i].Weight = 0
	}
	trace := mustRefine(t, "decrim", refine.Options{Model: inTurn("salt", "salt waves"), MaxIterations: 1}, in)
	if got := answerOf(trace); got != "salt waves" {
		t.Errorf("%q", got)
	}
	in.Requirements[2].Weight = 1.5
	trace = mustRefine(t, "decrim", refine.Options{Model: inTurn("gulls", "salt waves"), MaxIterations: 1}, in)
	if got := answerOf(trace); got != "salt waves" {
		t.Errorf("%q", got)
	}
}

func TestStopsAtMaxIterations(t *testing.T) {
	never := func(answer string, _ []string) string { return answer }
	for n, want := range map[int]int{0: 11, 3: 4, -1: 1} {
		model, critic := rewriter("waves", never), &words{}
		trace := mustRefine(t, "decrim", refine.Options{Model: model, Critic: critic, MaxIterations: n}, wants("salt", "waves"))
		if model.calls() != want || len(trace.Attempts) != want || trace.Stopped != adhere.StopIterations || trace.Final != 0 {
			t.Errorf("N_max %d: %d calls, %d attempts, stopped %s, final %d", n, model.calls(), len(trace.Attempts), trace.Stopped, trace.Final)
		}
		if critic.judged != 1 {
			t.Errorf("one text was judged %d times", critic.judged)
		}
		seen := map[string]bool{}
		for _, req := range model.requests {
			if key := req.Key(""); seen[key] {
				t.Errorf("a request was put twice: a store of replies would give the old reply")
			} else {
				seen[key] = true
			}
		}
	}
}

func TestPatience(t *testing.T) {
	model := inTurn("salt", "salt waves", "x", "y", "z")
	trace := mustRefine(t, "decrim", refine.Options{Model: model, Patience: 2}, wants("salt", "waves", "gulls"))
	if trace.Stopped != adhere.StopProgress || model.calls() != 4 || answerOf(trace) != "salt waves" {
		t.Errorf("stopped %s after %d calls with %q", trace.Stopped, model.calls(), answerOf(trace))
	}
	// What is left over after the last rewrite is doubt, not a lack of progress.
	trace = mustRefine(t, "decrim", refine.Options{Model: inTurn("salt waves", "?salt ?waves gulls"), Patience: 1}, wants("salt", "waves", "gulls"))
	if trace.Stopped != adhere.StopUndecided || answerOf(trace) != "salt waves" {
		t.Errorf("stopped %s with %q", trace.Stopped, answerOf(trace))
	}
}

func TestUndecidedIsNoReasonToRewrite(t *testing.T) {
	model := rewriter("salt ?waves", repairs)
	trace := mustRefine(t, "decrim", refine.Options{Model: model}, wants("salt", "waves"))
	if model.calls() != 1 || trace.Stopped != adhere.StopUndecided || outcomes(trace.Attempts[0].Verdicts) != "met,unsure" {
		t.Errorf("%d calls, stopped %s, %s", model.calls(), trace.Stopped, outcomes(trace.Attempts[0].Verdicts))
	}
	model = rewriter("salt ?waves", repairs)
	trace = mustRefine(t, "decrim", refine.Options{Model: model}, wants("salt", "waves", "gulls"))
	if text := model.requests[1].Messages[0].Text; strings.Contains(text, `Use the word "waves"`) {
		t.Errorf("feedback names a requirement that is undecided:\n%s", text)
	}
	if trace.Stopped != adhere.StopUndecided || answerOf(trace) != "salt ?waves gulls" {
		t.Errorf("stopped %s with %q", trace.Stopped, answerOf(trace))
	}
}

func TestSkippedIsNoPass(t *testing.T) {
	skips := judgeFunc(func(context.Context, *adhere.Instruction, *adhere.Response) ([]adhere.Verdict, error) {
		return []adhere.Verdict{{Requirement: "salt", Outcome: adhere.Skipped}}, nil
	})
	trace := mustRefine(t, "decrim", refine.Options{Model: inTurn("x"), Critic: skips}, wants("salt"))
	if trace.Stopped != adhere.StopUndecided {
		t.Errorf("stopped %s", trace.Stopped)
	}
}

func TestFailingCriticIsNeverAPass(t *testing.T) {
	down := judgeFunc(func(context.Context, *adhere.Instruction, *adhere.Response) ([]adhere.Verdict, error) {
		return nil, errDown
	})
	short := judgeFunc(func(context.Context, *adhere.Instruction, *adhere.Response) ([]adhere.Verdict, error) {
		return []adhere.Verdict{{Requirement: "salt", Outcome: adhere.Met}}, nil
	})
	for name, critic := range map[string]adhere.Judge{"down": down, "short": short} {
		for _, strategy := range []string{"decrim", "generate_and_rank", "best_of_n"} {
			model := inTurn("salt waves")
			trace := mustRefine(t, strategy, refine.Options{Model: model, Critic: critic}, wants("salt", "waves"))
			if trace.Stopped != adhere.StopError || trace.Err == "" || answerOf(trace) != "salt waves" || model.calls() != 1 {
				t.Errorf("%s, %s: stopped %s (%s) with %q", strategy, name, trace.Stopped, trace.Err, answerOf(trace))
			}
			if r, ok := trace.After(0); !ok || r.Response == nil || r.Err != "" {
				t.Errorf("%s, %s: the record must keep the answer: %+v", strategy, name, r)
			}
			if got := outcomes(trace.Attempts[0].Verdicts); got != "broken,broken" {
				t.Errorf("%s, %s: verdicts %s", strategy, name, got)
			}
		}
	}
}

// A rewrite about which nothing is known must not push out an answer about
// which something is, however little.
func TestUnjudgedRewriteNeverWins(t *testing.T) {
	calls := 0
	failsLater := judgeFunc(func(ctx context.Context, in *adhere.Instruction, out *adhere.Response) ([]adhere.Verdict, error) {
		if calls++; calls > 1 {
			return nil, errDown
		}
		return (&words{}).Judge(ctx, &adhere.Task{Instruction: in}, out)
	})
	trace := mustRefine(t, "decrim", refine.Options{Model: inTurn("x", "salt"), Critic: failsLater}, wants("salt"))
	if answerOf(trace) != "x" || trace.Stopped != adhere.StopError || len(trace.Attempts) != 2 {
		t.Errorf("%q, stopped %s", answerOf(trace), trace.Stopped)
	}
}

func TestFailingRewriteKeepsTheBest(t *testing.T) {
	trace := mustRefine(t, "decrim", refine.Options{Model: inTurn("salt", "salt waves", "error:no line")}, wants("salt", "waves", "gulls"))
	if answerOf(trace) != "salt waves" || trace.Stopped != adhere.StopError || trace.Err != "no line" {
		t.Errorf("%q, stopped %s: %s", answerOf(trace), trace.Stopped, trace.Err)
	}
	best, _ := trace.After(2)
	if a := trace.Attempts; len(a) != 3 || a[2].Response != nil || a[2].Err != "no line" || best.Attempt != 1 || len(best.Verdicts) != 3 {
		t.Errorf("%+v, %+v", a, best)
	}
}

func TestFailingDraftIsAnError(t *testing.T) {
	for _, s := range refine.Strategies() {
		trace, err := mustNew(t, s.Name, refine.Options{Model: inTurn("error:no line")}).Refine(t.Context(), wants("salt"), nil)
		if adhere.CodeOf(err) != adhere.Unavailable || trace == nil || trace.Final != -1 || trace.Answer() != nil || trace.Total().Calls != 1 {
			t.Errorf("%s: %+v, %v", s.Name, trace, err)
		}
	}
}

func TestWhatSaysNothingIsDiscarded(t *testing.T) {
	// This critic is content with anything but the draft.
	easy := judgeFunc(func(_ context.Context, in *adhere.Instruction, out *adhere.Response) ([]adhere.Verdict, error) {
		return []adhere.Verdict{{Requirement: "salt", Outcome: adhere.OutcomeOf(out.Text != "draft")}}, nil
	})
	for _, reply := range []string{"", " \n", "I'm sorry, but I can’t help with that.", "I cannot do this.", "As an AI language model, I have no taste."} {
		for _, strategy := range []string{"decrim", "generate_and_rank", "best_of_n"} {
			model := inTurn("draft", reply)
			trace := mustRefine(t, strategy, refine.Options{Model: model, Critic: easy, MaxIterations: 3}, wants("salt"))
			if answerOf(trace) != "draft" || trace.Stopped != adhere.StopIterations || trace.Attempts[1].Discarded == "" {
				t.Errorf("%s, %q: %q, stopped %s", strategy, reply, answerOf(trace), trace.Stopped)
			}
		}
	}
}

func TestDiscardedIsNotJudged(t *testing.T) {
	empty, withheld := inTurn("draft", ""), inTurn("draft", "salt")
	withheld.finish = adhere.FinishFiltered
	for _, model := range []*fake{empty, withheld} {
		critic := &words{}
		trace := mustRefine(t, "decrim", refine.Options{Model: model, Critic: critic, MaxIterations: 1}, wants("salt"))
		if trace.Attempts[1].Discarded == "" || len(trace.Attempts[1].Verdicts) > 0 || critic.judged != 1 {
			t.Errorf("a reply that says nothing, or was withheld, is judged: %+v", trace.Attempts[1])
		}
	}
}

// A sentence that stops in the middle meets many rules. It is no better than a
// whole answer, but may be than another that stops too.
func TestCutRewriteIsNoAnswer(t *testing.T) {
	for _, strategy := range []string{"decrim", "best_of_n"} {
		model := inTurn("draft", "salt and")
		model.finish = adhere.FinishLength
		o := refine.Options{Model: model, MaxIterations: 3}
		if trace := mustRefine(t, strategy, o, wants("salt")); answerOf(trace) != "draft" || trace.Attempts[1].Discarded == "" {
			t.Errorf("%s: %q, stopped %s", strategy, answerOf(trace), trace.Stopped)
		}
		in := wants("salt")
		draft := &adhere.Response{Text: "all cut", Finish: adhere.FinishLength}
		o.Model = &fake{reply: inTurn("x", "salt and").reply, finish: adhere.FinishLength}
		trace, err := mustNew(t, strategy, o).Improve(t.Context(), in, nil, draft)
		if err != nil || answerOf(trace) != "salt and" {
			t.Errorf("%s, a draft that is cut: %q, %v", strategy, answerOf(trace), err)
		}
	}
}

// What begins like a refusal is an answer where the draft began so too, or
// where it only quotes one.
func TestNotEveryRefusalIsOne(t *testing.T) {
	for draft, reply := range map[string]string{
		"I cannot bear the sea.": "I cannot bear the sea, nor salt",
		"The sea.":               "A sailor wrote: I can't help it. salt",
	} {
		trace := mustRefine(t, "decrim", refine.Options{Model: inTurn(draft, reply)}, wants("salt"))
		if answerOf(trace) != reply || trace.Stopped != adhere.StopSatisfied {
			t.Errorf("%q: stopped %s, %+v", reply, trace.Stopped, trace.Attempts[1])
		}
	}
}

// TestRefusalsInAnyWords holds that a refusal never takes the place of a draft,
// however it is put and in whatever language, and that answers which only begin
// alike do.
func TestRefusalsInAnyWords(t *testing.T) {
	for reply, refused := range map[string]bool{
		"I'm sorry, I can't help with that. salt":                              true,
		"I’m sorry, but I can’t assist with that request. salt":                true,
		"Sorry, I can't do that. salt":                                         true,
		"I apologize, but I cannot fulfill this request. salt":                 true,
		"I apologize for the confusion, but I am not able to do so. salt":      true,
		"Unfortunately, I am unable to rewrite this. salt":                     true,
		"I must decline to write about salt.":                                  true,
		"As an AI language model, I cannot have opinions on salt.":             true,
		"I'm not comfortable writing that. salt":                               true,
		"**I'm sorry, but I can't continue.** salt":                            true,
		"Es tut mir leid, aber dabei kann ich dir nicht helfen. salt":          true,
		"Leider kann ich dieser Anfrage nicht nachkommen. salt":                true,
		"Ich kann dir dabei leider nicht helfen. salt":                         true,
		"Je suis désolé, mais je ne peux pas répondre à cette demande. salt":   true,
		"Lo siento, pero no puedo ayudarte con eso. salt":                      true,
		"Desculpe, mas não posso ajudar com isso. salt":                        true,
		"Mi dispiace, ma non posso aiutarti. salt":                             true,
		"抱歉，我无法提供帮助。salt":                                                      true,
		"申し訳ありませんが、そのご依頼にはお応えできません。salt":                                       true,
		"I can't wait to see the salt flats.":                                  false,
		"I'm sorry, I can't come on Sunday; I have to buy salt.":               false,
		"I cannot thank you enough for the salt.":                              false,
		"Sorry to bother you about the salt again.":                            false,
		"I am afraid of salt.":                                                 false,
		"Leider kann ich am Sonntag nicht kommen, ich verkaufe salt.":          false,
		"Ich kann nicht schlafen, wenn ich an salt denke.":                     false,
		"Lo siento, no puedo ir el domingo: compro salt.":                      false,
		"Je suis désolé, je ne peux pas venir dimanche, il me manque du salt.": false,
		"抱歉，我周日不能来，我要买salt。":                                                   false,
		"Unfortunately, the salt is gone.":                                     false,
		"As an apprentice, I learned to sell salt. I will not forget that.":    false,
	} {
		trace := mustRefine(t, "decrim", refine.Options{Model: inTurn("The sea is wide.", reply), MaxIterations: 1}, wants("salt"))
		if got := trace.Attempts[1].Discarded != ""; got != refused {
			t.Errorf("%q: discarded %q", reply, trace.Attempts[1].Discarded)
		}
	}
}

func TestGarbageNeverReplacesTheDraft(t *testing.T) {
	trace := mustRefine(t, "decrim", refine.Options{Model: inTurn("salt", "\x00\xff\xfe\"\"\"{{", strings.Repeat("∎", 1<<16)), MaxIterations: 5}, wants("salt", "waves"))
	if answerOf(trace) != "salt" || trace.Stopped != adhere.StopIterations || len(trace.Attempts) != 6 {
		t.Errorf("%.40q, stopped %s", answerOf(trace), trace.Stopped)
	}
}

func TestImproveTakesADraft(t *testing.T) {
	for strategy, want := range map[string]int{"conventional": 0, "decrim": 1, "best_of_n": 1, "generate_and_rank": 2, "self_refine": 2} {
		model := inTurn("No.\nVerdict: improve", "salt")
		draft := &adhere.Response{Text: "sea", Usage: adhere.Usage{Calls: 1, Out: 7}}
		trace, err := mustNew(t, strategy, refine.Options{Model: model, MaxIterations: 2, Bounds: refine.Bounds{Calls: 3}}).Improve(t.Context(), wants("salt"), nil, draft)
		if err != nil || trace.Attempts[0].Response != draft || trace.Attempts[0].Setting != "given" || trace.Usage()[adhere.StepDraft].Out < 7 {
			t.Errorf("%s: %+v, %v", strategy, trace, err)
		}
		if model.calls() < want || trace.Total().Calls != model.calls()+1 || trace.Total().Calls > 3 {
			t.Errorf("%s: %d calls made, %d counted", strategy, model.calls(), trace.Total().Calls)
		}
	}
	good := &adhere.Response{Text: "salt"}
	model := inTurn("x")
	trace, err := mustNew(t, "decrim", refine.Options{Model: model}).Improve(t.Context(), wants("salt"), nil, good)
	if err != nil || model.calls() != 0 || trace.Answer().Response != good {
		t.Errorf("a good draft needs no call: %d made, %v", model.calls(), err)
	}
}

func TestDecomposers(t *testing.T) {
	const list = "Constraints:\n1. salt\n2. waves"
	critic := judgeFunc(func(_ context.Context, in *adhere.Instruction, out *adhere.Response) ([]adhere.Verdict, error) {
		var verdicts []adhere.Verdict
		for _, r := range in.Requirements {
			verdicts = append(verdicts, adhere.Verdict{Requirement: r.ID, Outcome: adhere.OutcomeOf(strings.Contains(out.Text, r.Text))})
		}
		return verdicts, nil
	})
	for name, c := range map[string]struct {
		reply string
		stop  adhere.Stop
		code  string
	}{
		"list":    {list, adhere.StopSatisfied, "c1,c2"},
		"none":    {"NONE", adhere.StopNone, ""},
		"nothing": {"I will not say", adhere.StopError, ""},
	} {
		lister := inTurn(c.reply)
		d, err := judge.NewDecomposer(judge.Options{Model: lister})
		if err != nil {
			t.Fatal(err)
		}
		req := &adhere.Request{Messages: []adhere.Message{{Role: adhere.System, Text: "Always use salt."}, {Role: adhere.User, Text: "Write."}}}
		model := inTurn("waves", "waves and salt")
		trace, err := mustNew(t, "decrim", refine.Options{Model: model, Critic: critic, Decomposer: refine.Lists(d)}).Refine(t.Context(), nil, req)
		if err != nil || trace.Stopped != c.stop {
			t.Errorf("%s: stopped %s, %v", name, trace.Stopped, err)
		}
		var ids []string
		for _, r := range trace.Instruction.Requirements {
			ids = append(ids, r.ID)
		}
		if got := strings.Join(ids, ","); got != c.code {
			t.Errorf("%s: requirements %s", name, got)
		}
		if !strings.Contains(lister.requests[0].Messages[0].Text, "Always use salt.") {
			t.Errorf("%s: the decomposer does not see the system message", name)
		}
		if name != "nothing" && trace.Usage()[adhere.StepDecompose].Calls != 1 {
			t.Errorf("%s: usage %v", name, trace.Usage())
		}
		if c.stop == adhere.StopSatisfied {
			want := []adhere.Role{adhere.System, adhere.User}
			var got []adhere.Role
			for _, m := range model.requests[1].Messages {
				got = append(got, m.Role)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: a rewrite keeps the conversation: %s", name, diff)
			}
		}
	}
}
