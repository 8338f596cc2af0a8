package eval_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/bench"
	"adhere/dataset"
	"adhere/eval"
	"adhere/model/modeltest"
)

// tasks are n instructions, of which one rule decides each.
func tasks(n int) []adhere.Instruction {
	var all []adhere.Instruction
	for i := range n {
		all = append(all, adhere.Instruction{
			ID: fmt.Sprint("t", i), Messages: []adhere.Message{{Role: adhere.User, Text: fmt.Sprint("Say it without commas: ", i)}},
			Requirements: []adhere.Requirement{{ID: "1", Rule: &adhere.Rule{Name: "ifeval/punctuation:no_comma"}}},
		})
	}
	return all
}

// A flaky subject fails on odd instructions until it is mended, and counts.
type flaky struct {
	mu     sync.Mutex
	mended bool
	asked  map[string]int
}

func (*flaky) Name() string { return "test/flaky" }

func (f *flaky) Answer(_ context.Context, t *adhere.Task) (*adhere.Answer, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	id := t.Instruction.ID
	f.asked[id]++
	if strings.ContainsAny(id, "13579") && !f.mended {
		return nil, &adhere.Error{Code: adhere.Unavailable, Message: "down"}
	}
	return &adhere.Answer{Response: &adhere.Response{Model: "test/flaky", Text: "a" + strings.Repeat(",", f.asked[id]-1), Finish: adhere.FinishStop}}, nil
}

// A judge of one's own may have checkers that the program does not know, and what
// else the spec says holds beside it.
func TestOwnJudges(t *testing.T) {
	all := tasks(4)
	for i := range all {
		all[i].Requirements[0].Rule.Name = "mine/nothing"
	}
	spec := eval.Spec{Name: "t", Instructions: all, FailOnError: "1"}
	if _, err := eval.New(t.Context(), spec, eval.Parts{Subject: &flaky{asked: map[string]int{}}}); adhere.CodeOf(err) != adhere.Invalid {
		t.Errorf("an unknown checker without judges of one's own: %v", err)
	}
	e, err := eval.New(t.Context(), spec, eval.Parts{Subject: &flaky{asked: map[string]int{}}, Judges: []adhere.Judge{short{}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Run(t.Context(), eval.NewMemory()); adhere.CodeOf(err) != adhere.Unavailable {
		t.Errorf("two of four items failed, of which one may: %v", err)
	}
	if _, err := eval.New(t.Context(), spec, eval.Parts{Judges: []adhere.Judge{short{}, nil}, Subject: &flaky{}}); adhere.CodeOf(err) != adhere.Invalid {
		t.Errorf("a judge that is nil: %v", err)
	}
	spec.FailOnError = "many"
	if _, err := eval.New(t.Context(), spec, eval.Parts{Judges: []adhere.Judge{short{}}, Subject: &flaky{}}); adhere.CodeOf(err) != adhere.Invalid {
		t.Errorf("fail-on-error of many: %v", err)
	}
}

// An evaluation that is run again goes on: what failed is tried again, what is
// done is not.
func TestRunGoesOn(t *testing.T) {
	f := &flaky{asked: map[string]int{}}
	e, err := eval.New(t.Context(), eval.Spec{Name: "t", Instructions: tasks(6)}, eval.Parts{Subject: f})
	if err != nil {
		t.Fatal(err)
	}
	s := eval.NewMemory()
	res, err := e.Run(t.Context(), s)
	if err != nil || res.Failed != 3 || res.Metrics[0].N != 3 || len(res.Warnings) != 1 {
		t.Fatalf("%+v, %v", res, err)
	}
	f.mended = true
	res, err = e.Run(t.Context(), s)
	if err != nil || res.Failed != 0 || res.Metrics[0].N != 6 || res.Metrics[0].Met != 3 || len(res.Warnings) != 0 {
		t.Errorf("%+v, %v", res, err)
	}
	if diff := cmp.Diff(map[string]int{"t0": 1, "t1": 2, "t2": 1, "t3": 2, "t4": 1, "t5": 2}, f.asked); diff != "" {
		t.Error(diff)
	}
	again, err := e.Run(t.Context(), s)
	if err != nil || !cmp.Equal(res.Metrics, again.Metrics) {
		t.Errorf("%+v, %v", again, err)
	}
}

// A spec is plain data: it survives JSON, and names the same run.
func TestSpecIsData(t *testing.T) {
	half := 0.5
	spec := eval.Spec{
		Name: "t", Instructions: tasks(2), Model: "test/echo", Judging: eval.Judging{Judge: "test/judge", Strategy: "constraint-reason"},
		Params: adhere.Params{Temperature: &half}, Attempts: 2, Limit: "1",
	}
	b, err := json.Marshal(spec)
	if err != nil {
		t.Fatal(err)
	}
	var again eval.Spec
	if err := json.Unmarshal(b, &again); err != nil {
		t.Fatal(err)
	}
	open := func(name, _, role string) (adhere.Model, error) {
		return modeltest.NewFake(name, func(*adhere.Request) string { return role }), nil
	}
	var names []string
	for _, one := range []eval.Spec{spec, again} {
		e, err := eval.New(t.Context(), one, eval.Parts{Open: open})
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, e.Plan.RunID())
		if res, err := e.Run(t.Context(), eval.NewMemory()); err != nil || res.Items != 2 || res.Metrics[0].N != 2 {
			t.Errorf("%+v, %v", res, err)
		}
	}
	if names[0] != names[1] {
		t.Error(names)
	}
}

func TestSpecsThatMeanNothing(t *testing.T) {
	open := func(name, _, _ string) (adhere.Model, error) { return modeltest.NewFake(name, nil), nil }
	unruled := tasks(1)
	unruled[0].Requirements[0] = adhere.Requirement{ID: "1", Text: "Be kind."}
	for want, spec := range map[string]eval.Spec{
		"nothing to evaluate":          {},
		"a benchmark and instructions": {Bench: "starter", Instructions: tasks(1)},
		"there is no benchmark":        {Bench: "nosuch"},
		"nobody answers":               {Instructions: tasks(1)},
		"no rule decides":              {Instructions: unruled, Model: "a/b"},
		"no answer in Spec.Answers: t0; 1 answer in Spec.Answers to no instruction of the data set: line 1 (id x)": {Instructions: tasks(1), Answers: []eval.Answer{{ID: "x"}}},
		"two answers to t0 with attempt":    {Instructions: tasks(1), Answers: []eval.Answer{{ID: "t0"}, {ID: "t0"}}},
		"is not part of the program":        {Bench: "ifeval", Model: "a/b"},
		"gives no verdicts on requirements": {Bench: "starter", Model: "a/b", Judging: eval.Judging{Judge: "a/c", Strategy: "pairwise"}},
	} {
		_, err := eval.New(t.Context(), spec, eval.Parts{Open: open})
		if code := adhere.CodeOf(err); err == nil || !strings.Contains(err.Error(), want) || code != adhere.Invalid && code != adhere.NotFound {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// TestGreedy holds that temperature 0 is the default where the benchmark's paper
// decodes so, for one answer to each instruction, and nowhere else.
func TestGreedy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "own.jsonl")
	if err := os.WriteFile(path, []byte(`{"id":"1","prompt":"Be brief.","requirements":[{"id":"1","rule":{"name":"ifeval/punctuation:no_comma"}}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	open := func(string, string, string) (adhere.Model, error) { return mute{}, nil }
	warm := 0.7
	for name, c := range map[string]struct {
		greedy bool
		spec   eval.Spec
		want   *float64
	}{
		"greedy":       {true, eval.Spec{}, new(float64)},
		"not":          {false, eval.Spec{}, nil},
		"given":        {true, eval.Spec{Params: adhere.Params{Temperature: &warm}}, &warm},
		"several":      {true, eval.Spec{Attempts: 3}, nil},
		"unset":        {true, eval.Spec{UnsetTemperature: true}, nil},
		"no benchmark": {false, eval.Spec{UnsetTemperature: true}, nil},
	} {
		c.spec.Bench, c.spec.Model = path, "test/mute"
		e, err := eval.New(t.Context(), c.spec, eval.Parts{Open: open, Data: func(ctx context.Context, name string) (bench.Bench, *dataset.Set, error) {
			b, set, err := eval.Data{}.Read(ctx, name)
			b.Greedy = c.greedy
			return b, set, err
		}})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, e.Plan.Params.Temperature); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	for _, b := range bench.All() {
		if b.Greedy != (b.Data == "infobench" || strings.HasPrefix(b.Data, "followbench")) {
			t.Errorf("%s: greedy %v", b.Name, b.Greedy)
		}
	}
}

// TestVerdictsOfOthers refuses verdicts none of which is on an answer of the model
// that is judged: everything would be undecided.
func TestVerdictsOfOthers(t *testing.T) {
	for models, refused := range map[string]bool{"a/b": true, "": false, "test/said": false} {
		path := filepath.Join(t.TempDir(), "verdicts.jsonl")
		line := fmt.Sprintf(`{"instruction":"t0","model":%q,"requirement":"1","judge":"person/1","outcome":"met"}`, models)
		if err := os.WriteFile(path, []byte(line), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := eval.New(t.Context(), eval.Spec{
			Name: "t", Instructions: tasks(1), Model: "test/said", Answers: []eval.Answer{{ID: "t0", Text: "yes"}}, Judging: eval.Judging{Verdicts: path},
		}, eval.Parts{})
		if (adhere.CodeOf(err) == adhere.Invalid) != refused || err != nil && !strings.Contains(err.Error(), "a/b") {
			t.Errorf("verdicts of %q: %v", models, err)
		}
	}
}

// mute answers with nothing but what it thought.
type mute struct{}

func (mute) Name() string { return "test/mute" }

func (mute) Generate(context.Context, *adhere.Request) (*adhere.Response, error) {
	return &adhere.Response{Model: "test/mute", Reasoning: "Hm.", Finish: adhere.FinishStop}, nil
}

// A program's own models are counted too, for failed items and each time that they
// are tried, where nothing stores their replies.
func TestOwnModelsAreCounted(t *testing.T) {
	fake := modeltest.NewFake("test/m", func(req *adhere.Request) string {
		return strings.TrimPrefix(req.Messages[0].Text, "Say it without commas: 1") // which leaves nothing of one
	})
	open := func(string, string, string) (adhere.Model, error) { return fake, nil }
	e, err := eval.New(t.Context(), eval.Spec{Name: "t", Instructions: tasks(3), Model: "test/m"}, eval.Parts{Open: open})
	if err != nil {
		t.Fatal(err)
	}
	memory := eval.NewMemory()
	for want := 3; want <= 4; want++ {
		res, err := e.Run(t.Context(), memory)
		if err != nil || res.Failed != 1 || res.Usage["subject"].Calls != want || fake.Calls() != want {
			t.Errorf("%d calls were made: %d failed, used %v, want %d calls; %v", fake.Calls(), res.Failed, res.Usage, want, err)
		}
	}
}

// Through the library, too, an empty answer is a failure and no answer, unless
// the spec says otherwise.
func TestEmptyIsNoAnswer(t *testing.T) {
	open := func(string, string, string) (adhere.Model, error) { return mute{}, nil }
	for allowed, failed := range map[bool]int{false: 2, true: 0} {
		e, err := eval.New(t.Context(), eval.Spec{Name: "t", Instructions: tasks(2), Model: "test/mute", AllowEmpty: allowed}, eval.Parts{Open: open})
		if err != nil {
			t.Fatal(err)
		}
		res, err := e.Run(t.Context(), eval.NewMemory())
		if err != nil || res.Failed != failed {
			t.Errorf("empty answers allowed: %v; %d failed, want %d; %v", allowed, res.Failed, failed, err)
		}
	}
}

// TestVerdictsByEitherID: the name of the data set before an instruction's id may
// be left out, with the instructions and without.
func TestVerdictsByEitherID(t *testing.T) {
	dir := t.TempDir()
	file := func(name string, lines ...string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	by := func(judge string, ids ...string) string {
		var lines []string
		for _, id := range ids {
			lines = append(lines, fmt.Sprintf(`{"instruction":%q,"requirement":"1","judge":%q,"outcome":"met"}`, id, judge))
		}
		return file(judge+".jsonl", lines...)
	}
	set, err := dataset.Read(t.Context(), "own", file("data.jsonl", `{"id":"infobench/i0","prompt":"x","requirements":[{"id":"1","text":"a?"}]}`), dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		a, b []string
		with *dataset.Set
		want string
	}{
		"without the data":     {[]string{"infobench/i0"}, []string{"i0"}, nil, "infobench/i0,infobench/i0"},
		"with it":              {[]string{"infobench/i0"}, []string{"i0"}, set, "infobench/i0,infobench/i0"},
		"two can be meant":     {[]string{"one/i0", "two/i0"}, []string{"i0"}, nil, "one/i0,two/i0,i0"},
		"one judge means both": {[]string{"one/i0", "i0"}, []string{"i0"}, nil, "one/i0,i0,i0"},
	} {
		all, _, err := eval.ReadJudged(t.Context(), nil, []string{by("a", c.a...), by("b", c.b...)}, c.with)
		if err != nil {
			t.Fatal(name, err)
		}
		var got []string
		for _, j := range all {
			got = append(got, j.Instruction)
		}
		if strings.Join(got, ",") != c.want {
			t.Errorf("%s: %v, want %s", name, got, c.want)
		}
	}
}
