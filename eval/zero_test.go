package eval_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"adhere"
	"adhere/bench"
	"adhere/eval"
	"adhere/judge"
	"adhere/model"
	"adhere/model/modeltest"
	"adhere/model/provider"
	"adhere/prompt"
	"adhere/refine"
	"adhere/run"
	"adhere/verify"
	"adhere/verify/ruling"
)

// silent gives neither a reply nor an error.
type silent struct{}

func (silent) Name() string { return "mine/silent" }
func (silent) Generate(context.Context, *adhere.Request) (*adhere.Response, error) {
	return nil, nil
}

// Who leaves a part out is told which.
func TestWhatIsLeftOutIsNamed(t *testing.T) {
	ctx, in, yes := t.Context(), &tasks(1)[0], modeltest.NewFake("a/yes", func(*adhere.Request) string { return "YES" })
	said := &adhere.Response{Text: "Hi."}
	full := &adhere.Task{Instruction: in}
	asked := func(m adhere.Model) adhere.Judge {
		s, err := judge.Find("multi-turn")
		if err != nil {
			t.Fatal(err)
		}
		j, err := s.New(judge.Options{Model: m})
		if err != nil {
			t.Fatal(err)
		}
		return j
	}
	refined := func() *refine.Refiner {
		r, err := refine.New("decrim", refine.Options{Model: yes, Critic: asked(yes)})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	planned := func(p eval.Parts, s eval.Spec) error {
		s.Instructions = tasks(1)
		_, err := eval.New(ctx, s, p)
		return err
	}
	e, err := eval.New(ctx, eval.Spec{Instructions: tasks(1)}, eval.Parts{Subject: model.NewSubject(yes, nil)})
	if err != nil {
		t.Fatal(err)
	}
	answers := []eval.Answer{{ID: "t0", Text: "Hi."}}
	weighed := func(w float64, i ruling.Item) error {
		i.Requirements = []ruling.Weighted{{Case: ruling.Case{Requirement: "no commas"}, Weight: w}}
		_, err := ruling.Answerer{Decide: eval.Decider().Decide}.Score(i)
		return err
	}
	for want, do := range map[string]func() error{
		"the task has no instruction; judge": func() error { _, err := asked(yes).Judge(ctx, nil, said); return err },
		"the task has no instruction; rules": func() error {
			_, err := verify.NewJudge("r", 1, eval.Catalog(), "").Judge(ctx, &adhere.Task{}, said)
			return err
		},
		"the task has no instruction; chance":       func() error { _, err := refine.ByChance(0.5).Judge(ctx, nil, said); return err },
		"t0: there is no response to judge; chance": func() error { _, err := refine.ByChance(0.5).Judge(ctx, full, nil); return err },
		"the task has no instruction; recorded":     func() error { _, err := new(bench.Recorded).Judge(ctx, nil, said); return err },
		"the task has no instruction; refiner":      func() error { _, err := refined().Answer(ctx, &adhere.Task{}); return err },
		"the task has no instruction; subject":      func() error { _, err := model.NewSubject(yes, nil).Answer(ctx, nil); return err },
		"t0: there is no response to judge":         func() error { _, err := verify.NewJudge("r", 1, eval.Catalog(), "").Judge(ctx, full, nil); return err },
		"has no catalog":                            func() error { _, err := new(verify.Judge).Judge(ctx, full, said); return err },
		`strictness "lose", expected strict`: func() error {
			_, err := verify.NewJudge("r", 1, eval.Catalog(), "lose").Judge(ctx, full, said)
			return err
		},
		"there is no rule":     func() error { _, err := eval.Catalog().Compile(nil); return err },
		"the catalog is empty": func() error { _, err := new(ruling.Decider).Decide(ruling.Case{Requirement: "no commas"}); return err },
		"the Answerer has no Decide": func() error {
			_, err := ruling.Answerer{}.Score(ruling.Item{Requirements: make([]ruling.Weighted, 1)})
			return err
		},
		`reading: expected strict or loose`:  func() error { return weighed(1, ruling.Item{Strictness: "lose"}) },
		`reward: expected share or all`:      func() error { return weighed(1, ruling.Item{Reward: "half"}) },
		`undecided: expected leave_out`:      func() error { return weighed(1, ruling.Item{Undecided: "half"}) },
		`answers: expected full or verdicts`: func() error { return weighed(1, ruling.Item{Answers: "half"}) },
		"weight: expected a number":          func() error { return weighed(math.NaN(), ruling.Item{}) },
		"silent gave neither a reply":        func() error { _, err := asked(silent{}).Judge(ctx, full, said); return err },
		"make it with refine.New":            func() error { _, err := new(refine.Refiner).Refine(ctx, in, nil); return err },
		"recorded answers need a function":   func() error { _, err := model.NewRecorded("a/b", false, nil).Answer(ctx, full); return err },
		"the Memory is nil; run":             func() error { _, err := e.Run(ctx, (*eval.Memory)(nil)); return err },
		"the Memory is nil; call": func() error {
			_, err := model.Cache(yes, (*eval.Memory)(nil)).Generate(ctx, &adhere.Request{})
			return err
		},
		"the Memory is nil; new call": func() error {
			_, err := model.Stack(yes, model.Layers{Calls: (*eval.Memory)(nil), Refresh: true}).Generate(ctx, &adhere.Request{})
			return err
		},
		"the Memory is nil; new run": func() error { return (*eval.Memory)(nil).CreateRun(ctx, &adhere.Run{}, nil) },
		"needs a judge; critic":      func() error { _, err := refine.HybridCritic(judge.Hybrid{}); return err },
		"needs a critic": func() error {
			_, err := refine.New("decrim", refine.Options{Model: yes})
			return err
		},
		"needs a model": func() error {
			s, _ := judge.Find("multi-turn")
			_, err := s.New(judge.Options{Model: refine.Metered(nil)})
			return err
		},
		"the decomposer has no model; constraints": func() error { _, _, err := refine.Lists(nil).Requirements(ctx, in); return err },
		"the decomposer has no model; demands":     func() error { _, _, err := refine.Demands(nil).Requirements(ctx, in); return err },
		"the decomposer has no model; zero":        func() error { _, err := new(judge.Decomposer).Decompose(ctx, "Hi."); return err },
		"a run needs a Subject":                    func() error { _, err := new(run.Runner).Run(ctx, nil); return err },
		"such as os.Getenv, that finds OPENAI_":    func() error { _, err := new(provider.Opener).Open("openai/x", "", "subject"); return err },
		"make it with eval.New":                    func() error { _, err := new(eval.Evaluation).Run(ctx, eval.NewMemory()); return err },
		"there is no store":                        func() error { _, err := e.Run(ctx, nil); return err },
		"gave neither a model nor an error": func() error {
			return planned(eval.Parts{Open: func(string, string, string) (adhere.Model, error) { return nil, nil }}, eval.Spec{Model: "a/b"})
		},
		"Parts.Subject has no name": func() error {
			return planned(eval.Parts{Subject: model.NewSubject(modeltest.NewFake("", nil), nil)}, eval.Spec{})
		},
		"recorded answers, and a Subject": func() error {
			return planned(eval.Parts{Subject: model.NewSubject(yes, nil)}, eval.Spec{Answers: answers})
		},
		"--attempts -1":   func() error { return planned(eval.Parts{}, eval.Spec{Answers: answers, Attempts: -1}) },
		"line 1: attempt": func() error { return planned(eval.Parts{}, eval.Spec{Answers: []eval.Answer{{ID: "t0", Attempt: -1}}}) },
		"--require-all": func() error {
			s := eval.Spec{Answers: answers, RequireAll: true, Instructions: tasks(2)}
			_, err := eval.New(ctx, s, eval.Parts{})
			return err
		},
	} {
		want, _, _ := strings.Cut(want, ";")
		err := do()
		if err == nil || !strings.Contains(err.Error()+" "+adhere.HintOf(err), want) {
			t.Errorf("%s: %v; %s", want, err, adhere.HintOf(err))
		}
	}
}

// What is left out of a spec's own data is said, as of files.
func TestOwnAnswersThatAreOdd(t *testing.T) {
	e, err := eval.New(t.Context(), eval.Spec{Instructions: tasks(2), Answers: []eval.Answer{{ID: "t0", Text: "a\xff"}, {ID: "elsewhere", Text: "b"}}}, eval.Parts{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1 instruction has no answer", "line 2 (id elsewhere)", "Spec.Answers[0] is not UTF-8"} {
		if !strings.Contains(strings.Join(e.Warnings, "\n"), want) {
			t.Errorf("no warning says %q: %q", want, e.Warnings)
		}
	}
	own := tasks(2)
	own[1].Messages[0].Text = "Greet \xff."
	if _, err := eval.New(t.Context(), eval.Spec{Instructions: own, Answers: []eval.Answer{{ID: "t0", Text: "a"}}}, eval.Parts{}); err == nil || !strings.Contains(err.Error(), "Spec.Instructions[1] is not UTF-8") {
		t.Error(err)
	}
}

// No pack is the default pack, as where judges and exports take one.
func TestNilPack(t *testing.T) {
	var p *prompt.Pack
	got, err := p.Source("single")
	if err != nil || got == "" || p.Hash() != prompt.Default().Hash() || len(p.List()) != len(prompt.Default().List()) {
		t.Error(got, err)
	}
}

// The zero Memory is a store, of runs and of calls.
func TestZeroMemory(t *testing.T) {
	var m eval.Memory
	calls := modeltest.NewFake("a/b", func(*adhere.Request) string { return "Hi" })
	for range 2 {
		if _, err := model.Cache(calls, &m).Generate(t.Context(), &adhere.Request{}); err != nil || calls.Calls() != 1 {
			t.Error(calls.Calls(), err)
		}
	}
	e, err := eval.New(t.Context(), eval.Spec{Instructions: tasks(1)}, eval.Parts{Subject: model.NewSubject(calls, nil)})
	if err != nil {
		t.Fatal(err)
	}
	if res, err := e.Run(t.Context(), &m); err != nil || res.Items != 1 {
		t.Error(res, err)
	}
}
