package judge_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adhere"
	"adhere/judge"
	"adhere/prompt"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func mustFind(t testing.TB, name string) judge.Strategy {
	t.Helper()
	s, err := judge.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func mustJudge(t testing.TB, name string, o judge.Options) adhere.Judge {
	t.Helper()
	j, err := mustFind(t, name).New(o)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// good holds, by strategy, replies that decide met and not met; score-cut can
// only say one thing of both.
var good = map[string][]string{
	"multi-turn":          {"YES", "NO"},
	"few-shot":            {"YES", "NO"},
	"single":              {"YES", "NO"},
	"batch":               {"1. YES\n2. NO"},
	"level-path":          {"1) Rhyme; year.\n2) The year is not in digits.\n3) ['YES', 'NO']"},
	"level-final":         {"['YES', 'NO']"},
	"score-cut":           {"Rather good.\nScore: 5"},
	"constraints-at-once": {"1. It rhymes. Final Answer is Constraint followed <END>\n2. No digits. Final Answer is Constraint not followed <END>"},
	"constraint":          {"Constraint followed", "Constraint not followed"},
	"part-rule":           {"It rhymes. Final Answer: Constraint followed <END>", "No digits. Final Answer: Constraint not followed <END>"},
	"constraint-reason":   {"It rhymes. Final Answer: Constraint followed <END>", "No digits. Final Answer: Constraint not followed <END>"},
}

// TestReasoningKeptApart holds that a model's word on tags of reasoning that it was not
// shown decides nothing.
func TestReasoningKeptApart(t *testing.T) {
	j := mustJudge(t, "single", judge.Options{Model: says("NO")})
	in := &adhere.Instruction{ID: "1", Messages: []adhere.Message{{Role: adhere.User, Text: "Reason in <think> tags, then say hello."}}, Requirements: []adhere.Requirement{
		{ID: "a", Text: "Does the reasoning stand in <think> tags?"}, {ID: "b", Text: "Does it say hello?"},
	}}
	for reasoned, want := range map[string]adhere.Outcome{"": adhere.NotMet, "Hm.": adhere.Unsure} {
		got, err := j.Judge(t.Context(), &adhere.Task{Instruction: in}, &adhere.Response{Text: "Bye", Reasoning: reasoned})
		if err != nil || got[0].Outcome != want || got[1].Outcome != adhere.NotMet || got[1].Reason != "" {
			t.Errorf("reasoning %q: %+v, %v", reasoned, got, err)
		}
	}
}

func TestConversations(t *testing.T) {
	for _, s := range judge.Strategies() {
		if s.New == nil {
			continue
		}
		t.Run(s.Name, func(t *testing.T) {
			model := inTurn(good[s.Name]...)
			j, err := s.New(judge.Options{Model: model})
			if err != nil {
				t.Fatal(err)
			}
			if want := "judge/" + s.Name + "@14+test/fake-1"; j.Name() != want {
				t.Errorf("name %q, want %q", j.Name(), want)
			}
			verdicts, err := j.Judge(t.Context(), &adhere.Task{Instruction: harbour()}, rhyme())
			if err != nil {
				t.Fatal(err)
			}
			want := "met,not_met"
			if s.Name == "score-cut" {
				want = "not_met,not_met"
			}
			if got := outcomes(verdicts); got != want {
				t.Errorf("outcomes %q, want %q", got, want)
			}
			checkVerdicts(t, j, verdicts, model)
			golden(t, s.Name, transcript(model.requests))
		})
	}
}

func checkVerdicts(t *testing.T, j adhere.Judge, verdicts []adhere.Verdict, model *fake) {
	t.Helper()
	var used adhere.Usage
	for i, v := range verdicts {
		used = used.Add(v.Usage)
		if v.Judge != j.Name() || v.Requirement != harbour().Requirements[i].ID || v.Raw == "" {
			t.Errorf("verdict %d: %+v", i, v)
		}
	}
	if n := len(model.requests); used.Calls != n || used.Cached != 10*n || used.Money != adhere.Money(5*n) {
		t.Errorf("usage %+v of %d calls", used, n)
	}
	p := j.(judge.Planner)
	if n := p.Calls(harbour()); n != len(model.requests) {
		t.Errorf("Calls says %d, made %d", n, len(model.requests))
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
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

// TestVisibility holds what each protocol shows and hides.
func TestVisibility(t *testing.T) {
	hidden := map[string]bool{"multi-turn": true, "few-shot": true, "single": true, "batch": true, "level-path": true}
	for name, replies := range good {
		model := inTurn(replies...)
		if _, err := mustJudge(t, name, judge.Options{Model: model}).Judge(t.Context(), &adhere.Task{Instruction: harbour()}, rhyme()); err != nil {
			t.Fatal(err)
		}
		for _, req := range model.requests {
			text := transcript([]*adhere.Request{req})
			if shown := strings.Contains(text, "xylophone"); shown == hidden[name] {
				t.Errorf("%s: instruction shown %v", name, shown)
			}
			if !strings.Contains(text, rhyme().Text) || strings.Contains(text, "SECRET") {
				t.Errorf("%s: the answer must be shown, its reasoning must not", name)
			}
			if req.Params.Temperature == nil || *req.Params.Temperature != 0 {
				t.Errorf("%s: the papers judge at temperature 0", name)
			}
		}
	}
}

// TestStablePrefix holds that prompts which differ only in the question differ
// only at their end, which is what prompt caches need.
func TestStablePrefix(t *testing.T) {
	for name := range good {
		model := inTurn(good[name]...)
		if _, err := mustJudge(t, name, judge.Options{Model: model}).Judge(t.Context(), &adhere.Task{Instruction: harbour()}, rhyme()); err != nil {
			t.Fatal(err)
		}
		if len(model.requests) < 2 {
			continue
		}
		first, second := model.requests[0].Messages[0].Text, model.requests[1].Messages[0].Text
		common := 0
		for common < min(len(first), len(second)) && first[common] == second[common] {
			common++
		}
		if !strings.Contains(first[:common], rhyme().Text) {
			t.Errorf("%s: the answer is not within the common start", name)
		}
	}
}

func TestAskedAgainThenRead(t *testing.T) {
	for name, replies := range good {
		nonsense := append([]string{"banana", ""}, replies...)
		model := inTurn(nonsense...)
		j := mustJudge(t, name, judge.Options{Model: model})
		verdicts, err := j.Judge(t.Context(), &adhere.Task{Instruction: harbour()}, rhyme())
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range verdicts {
			if !v.Outcome.Decided() {
				t.Errorf("%s: %+v after two reminders", name, v)
			}
		}
		keys := map[string]bool{}
		for _, req := range model.requests {
			keys[req.Key("m")] = true
		}
		if len(keys) != len(model.requests) {
			t.Errorf("%s: a request was put twice, so a cache would give the bad reply again", name)
		}
		if name == "multi-turn" {
			golden(t, "asked-again", transcript(model.requests))
		}
	}
}

func TestBrokenAfterTheBound(t *testing.T) {
	for reasks, calls := range map[int]int{0: 3, -1: 1, 5: 6} {
		for name := range good {
			model := says("banana YES NO")
			j := mustJudge(t, name, judge.Options{Model: model, Reasks: reasks})
			verdicts, err := j.Judge(t.Context(), &adhere.Task{Instruction: harbour()}, rhyme())
			if err != nil {
				t.Fatal(err)
			}
			if got := outcomes(verdicts); got != "broken,broken" {
				t.Errorf("%s: %s", name, got)
			}
			if verdicts[0].Raw != "banana YES NO" || verdicts[0].Reason == "" {
				t.Errorf("%s: reply and reason are lost: %+v", name, verdicts[0])
			}
			turns := j.(judge.Planner).Calls(harbour())
			if len(model.requests) != turns*calls {
				t.Errorf("%s: %d calls with Reasks %d, want %d", name, len(model.requests), reasks, turns*calls)
			}
		}
	}
}

// TestBrokenTurnLeavesTheConversation holds that later questions do not see
// nonsense.
func TestBrokenTurnLeavesTheConversation(t *testing.T) {
	model := inTurn("banana", "banana", "banana", "NO")
	verdicts, err := mustJudge(t, "multi-turn", judge.Options{Model: model}).Judge(t.Context(), &adhere.Task{Instruction: harbour()}, rhyme())
	if err != nil {
		t.Fatal(err)
	}
	if got := outcomes(verdicts); got != "broken,not_met" {
		t.Errorf("outcomes %s", got)
	}
	last := model.requests[3]
	if text := transcript([]*adhere.Request{last}); len(last.Messages) != 1 || strings.Contains(text, "banana") || !strings.Contains(text, "name the year?") {
		t.Errorf("the second question does not open a fresh conversation:\n%s", text)
	}
}

func TestCutOffAndFilteredAreNotRead(t *testing.T) {
	for finish, reason := range map[adhere.Finish]string{adhere.FinishLength: "cut off", adhere.FinishFiltered: "filter"} {
		j := mustJudge(t, "single", judge.Options{Model: finished{says("YES"), finish}})
		verdicts, err := j.Judge(t.Context(), &adhere.Task{Instruction: harbour()}, rhyme())
		if err != nil {
			t.Fatal(err)
		}
		if verdicts[0].Outcome != adhere.Broken || !strings.Contains(verdicts[0].Reason, reason) {
			t.Errorf("%s: %+v", finish, verdicts[0])
		}
	}
}

type finished struct {
	*fake
	finish adhere.Finish
}

func (f finished) Generate(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
	resp, err := f.fake.Generate(ctx, req)
	if err == nil {
		resp.Finish = f.finish
	}
	return resp, err
}

func TestOnlySomeRequirements(t *testing.T) {
	for name, replies := range good {
		in := harbour()
		in.Requirements[0].Rule = &adhere.Rule{Name: "x/y"}
		last := replies[len(replies)-1]
		switch name {
		case "batch":
			last = "1. NO"
		case "constraints-at-once":
			last = "1. No digits. Final Answer is Constraint not followed <END>"
		}
		model := says(last)
		only := func(r *adhere.Requirement) bool { return r.Rule == nil }
		verdicts, err := mustJudge(t, name, judge.Options{Model: model, Only: only}).Judge(t.Context(), &adhere.Task{Instruction: in}, rhyme())
		if err != nil {
			t.Fatal(err)
		}
		if got := outcomes(verdicts); got != "skipped,not_met" {
			t.Errorf("%s: %s", name, got)
		}
		var used adhere.Usage
		for _, v := range verdicts {
			used = used.Add(v.Usage)
		}
		if len(model.requests) != 1 || used.Calls != 1 {
			t.Errorf("%s: %d calls, %d counted", name, len(model.requests), used.Calls)
		}
		none := func(*adhere.Requirement) bool { return false }
		j := mustJudge(t, name, judge.Options{Model: model, Only: none})
		verdicts, err = j.Judge(t.Context(), &adhere.Task{Instruction: in}, nil)
		if err != nil || outcomes(verdicts) != "skipped,skipped" || len(model.requests) != 1 {
			t.Errorf("%s: %v, %v, %d calls", name, verdicts, err, len(model.requests))
		}
		if p := j.(judge.Planner); p.Calls(in) != 0 || p.Chain(in) != 0 {
			t.Errorf("%s: calls are planned where none is made", name)
		}
	}
}

func TestFailedCallIsAnError(t *testing.T) {
	boom := errors.New("boom")
	for name := range good {
		_, err := mustJudge(t, name, judge.Options{Model: failing{boom}}).Judge(t.Context(), &adhere.Task{Instruction: harbour()}, rhyme())
		if !errors.Is(err, boom) || !strings.Contains(err.Error(), "test/harbour") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := mustJudge(t, name, judge.Options{Model: says("YES")}).Judge(t.Context(), &adhere.Task{Instruction: harbour()}, nil); adhere.CodeOf(err) != adhere.Invalid {
			t.Errorf("%s: no response: %v", name, err)
		}
	}
}

type failing struct{ err error }

func (f failing) Name() string { return "test/failing" }

func (f failing) Generate(context.Context, *adhere.Request) (*adhere.Response, error) {
	return nil, f.err
}

// TestLaterFailure holds that a call which fails after others went well still
// leaves no verdict.
func TestLaterFailure(t *testing.T) {
	boom := errors.New("boom")
	for _, name := range []string{"single", "multi-turn", "constraint-reason"} {
		model := &failsOn{fake: says("YES"), text: "Is 3 done?", err: boom}
		verdicts, err := mustJudge(t, name, judge.Options{Model: model}).Judge(t.Context(), &adhere.Task{Instruction: many(6)}, rhyme())
		if !errors.Is(err, boom) || verdicts != nil {
			t.Errorf("%s: %v, %v", name, verdicts, err)
		}
	}
}

type failsOn struct {
	*fake
	text string
	err  error
}

func (f *failsOn) Generate(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
	if strings.Contains(req.Messages[len(req.Messages)-1].Text, f.text) {
		return nil, f.err
	}
	return f.fake.Generate(ctx, req)
}

// TestWhatIsShownOfAConversation holds that a judge who sees the instruction
// sees all its turns, and how constraints of different kinds are called.
func TestWhatIsShownOfAConversation(t *testing.T) {
	in := harbour()
	in.Messages = append([]adhere.Message{{Role: adhere.System, Text: "Speak like a sailor."}}, in.Messages...)
	model := says(good["level-final"][0])
	for category, want := range map[string]string{
		"mixed":     "carries 2 constraints",
		"":          "carries 2 constraints",
		"format":    "carries 2 format constraints",
		"situation": "carries 2 situation (a circumstance",
	} {
		in.Tags["category"] = category
		if _, err := mustJudge(t, "level-final", judge.Options{Model: model}).Judge(t.Context(), &adhere.Task{Instruction: in}, rhyme()); err != nil {
			t.Fatal(err)
		}
		text := model.requests[len(model.requests)-1].Messages[0].Text
		if !strings.Contains(text, want) || !strings.Contains(text, "[system]\nSpeak like a sailor.\n\n[user]\nTell me") {
			t.Errorf("category %q:\n%s", category, text)
		}
	}
}

func TestLevelPathNeedsItsPath(t *testing.T) {
	in := harbour()
	in.Path = in.Path[1:]
	_, err := mustJudge(t, "level-path", judge.Options{Model: says("[]")}).Judge(t.Context(), &adhere.Task{Instruction: in}, rhyme())
	if adhere.CodeOf(err) != adhere.Invalid || !strings.Contains(err.Error(), "test/harbour") {
		t.Errorf("error %v", err)
	}
	in = harbour()
	in.Requirements, in.Level, in.Path = nil, 0, in.Path[:1]
	verdicts, err := mustJudge(t, "level-path", judge.Options{Model: says("[]")}).Judge(t.Context(), &adhere.Task{Instruction: in}, rhyme())
	if err != nil || len(verdicts) != 0 {
		t.Errorf("level 0 is never judged: %v, %v", verdicts, err)
	}
}

func TestSchema(t *testing.T) {
	reply := `{"answers":[{"reason":"It rhymes.","answer":"YES"},{"reason":"No year.","answer":"UNKNOWN"}]}`
	model := says(reply)
	j := mustJudge(t, "level-path", judge.Options{Model: model, Schema: true})
	verdicts, err := j.Judge(t.Context(), &adhere.Task{Instruction: harbour()}, rhyme())
	if err != nil {
		t.Fatal(err)
	}
	if outcomes(verdicts) != "met,unsure" || verdicts[0].Reason != "It rhymes." {
		t.Errorf("%+v", verdicts)
	}
	if !json.Valid(model.requests[0].Schema) {
		t.Errorf("schema %s", model.requests[0].Schema)
	}
	golden(t, "schema", transcript(model.requests))
}

func TestNamesTellJudgesApart(t *testing.T) {
	dir := t.TempDir()
	text := "version: 2\n--- user\nWell? {{.Question}}"
	if err := os.WriteFile(filepath.Join(dir, "multi-turn-next.tmpl"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	pack, err := prompt.LoadPack(dir)
	if err != nil {
		t.Fatal(err)
	}
	hot := 0.7
	m := says("YES")
	seen := map[string]string{}
	for what, o := range map[string]judge.Options{
		"default": {Model: m}, "paper": {Model: m, Parsing: judge.Paper}, "pack": {Model: m, Pack: pack},
		"schema": {Model: m, Schema: true}, "hot": {Model: m, Params: &adhere.Params{Temperature: &hot}}, "reasks": {Model: m, Reasks: -1},
	} {
		name := mustJudge(t, "multi-turn", o).Name()
		if other, ok := seen[name]; ok {
			t.Errorf("%s and %s are both named %s", what, other, name)
		}
		seen[name] = what
		if !strings.HasPrefix(name, "judge/multi-turn@14") || !strings.HasSuffix(name, "+test/fake-1") {
			t.Errorf("%s: name %s", what, name)
		}
	}
}

func TestOptionsAreChecked(t *testing.T) {
	for _, s := range judge.Strategies() {
		var err, unknown error
		bad := judge.Options{Model: says("x"), Parsing: "sloppy"}
		switch {
		case s.New != nil:
			_, err = s.New(judge.Options{})
			_, unknown = s.New(bad)
		case s.Name == "direct-score":
			_, err = judge.NewGrader(judge.Options{})
			_, unknown = judge.NewGrader(bad)
		default:
			_, err = judge.NewComparer(judge.Options{})
			_, unknown = judge.NewComparer(bad)
		}
		if adhere.CodeOf(err) != adhere.Invalid || adhere.CodeOf(unknown) != adhere.Invalid {
			t.Errorf("%s: no model: %v; unknown reading: %v", s.Name, err, unknown)
		}
		if s.Doc == "" || s.Paper == "" {
			t.Errorf("%s lacks doc or paper", s.Name)
		}
	}
	if _, err := judge.Find("crystal-ball"); adhere.CodeOf(err) != adhere.NotFound {
		t.Errorf("unknown strategy: %v", err)
	}
}
