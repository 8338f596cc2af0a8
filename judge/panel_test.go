package judge_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"adhere"
	"adhere/judge"
	"adhere/model/modeltest"
)

// A sworn member always gives the same outcomes.
type sworn struct {
	name string
	says []adhere.Outcome
}

func (s sworn) Name() string { return s.name }

func (s sworn) Judge(_ context.Context, task *adhere.Task, _ *adhere.Response) ([]adhere.Verdict, error) {
	in := task.Instruction
	var verdicts []adhere.Verdict
	for i, o := range s.says {
		verdicts = append(verdicts, adhere.Verdict{
			Requirement: in.Requirements[i].ID, Judge: s.name, Outcome: o, Reason: "because of " + s.name,
			Usage: adhere.Usage{Calls: 1},
		})
	}
	return verdicts, nil
}

func TestJury(t *testing.T) {
	words := map[byte]adhere.Outcome{'+': adhere.Met, '-': adhere.NotMet, '?': adhere.Unsure, 'x': adhere.Broken, '.': adhere.Skipped}
	for _, c := range []struct {
		votes               string
		majority, unanimous adhere.Outcome
		tie                 bool // the policy decides in the majority rule
		split               bool // and in the unanimous one
	}{
		{votes: "+++", majority: adhere.Met, unanimous: adhere.Met},
		{votes: "---", majority: adhere.NotMet, unanimous: adhere.NotMet},
		{votes: "++-", majority: adhere.Met, split: true},
		{votes: "+--", majority: adhere.NotMet, split: true},
		{votes: "+-", tie: true, split: true},
		{votes: "++--", tie: true, split: true},
		{votes: "++?", majority: adhere.Met, unanimous: adhere.Met},
		{votes: "+-?", tie: true, split: true},
		{votes: "+?x", majority: adhere.Unsure, unanimous: adhere.Unsure},
		{votes: "-xx", majority: adhere.Broken, unanimous: adhere.Broken},
		{votes: "-x", majority: adhere.Broken, unanimous: adhere.Broken},
		{votes: "xxx", majority: adhere.Broken, unanimous: adhere.Broken},
		{votes: "-..", majority: adhere.NotMet, unanimous: adhere.NotMet},
		{votes: "...", majority: adhere.Skipped, unanimous: adhere.Skipped},
	} {
		for policy, tied := range map[adhere.TiePolicy]adhere.Outcome{adhere.TieUnsure: adhere.Unsure, adhere.TieMet: adhere.Met, adhere.TieNotMet: adhere.NotMet} {
			want := map[judge.Voting]adhere.Outcome{judge.Majority: c.majority, judge.Unanimous: c.unanimous}
			if c.tie {
				want[judge.Majority] = tied
			}
			if c.split {
				want[judge.Unanimous] = tied
			}
			for rule, outcome := range want {
				var members []adhere.Judge
				for i := range c.votes {
					members = append(members, sworn{"m" + string(rune('1'+i)), []adhere.Outcome{words[c.votes[i]]}})
				}
				j, err := judge.NewJury(rule, policy, members...)
				if err != nil {
					t.Fatal(err)
				}
				verdicts, err := j.Judge(t.Context(), &adhere.Task{Instruction: many(1)}, rhyme())
				if err != nil {
					t.Fatal(err)
				}
				if verdicts[0].Outcome != outcome {
					t.Errorf("%s %q tie %q: %s, want %s", rule, c.votes, policy, verdicts[0].Outcome, outcome)
				}
				if verdicts[0].Usage.Calls != len(c.votes) {
					t.Errorf("usage %+v", verdicts[0].Usage)
				}
			}
		}
	}
}

func TestJuryKeepsReasons(t *testing.T) {
	j, err := judge.NewJury(judge.Majority, adhere.TieUnsure, sworn{"a", []adhere.Outcome{adhere.Met}}, sworn{"b", []adhere.Outcome{adhere.NotMet}}, sworn{"b", []adhere.Outcome{adhere.Met}})
	if err != nil {
		t.Fatal(err)
	}
	verdicts, err := j.Judge(t.Context(), &adhere.Task{Instruction: many(1)}, rhyme())
	if err != nil {
		t.Fatal(err)
	}
	v := verdicts[0]
	if want := "a: met (because of a); b: not_met (because of b); b: met (because of b)"; v.Reason != want {
		t.Errorf("reason %q", v.Reason)
	}
	if want := "2 met, 1 not met, 0 unsure, 0 broken"; v.Evidence != want {
		t.Errorf("evidence %q", v.Evidence)
	}
	if v.Judge != j.Name() || v.Judge != "judge/jury-majority@1+[a,2*b]" || !strings.Contains(v.Raw, `"reason":"because of a"`) {
		t.Errorf("verdict %+v", v)
	}
}

// TestJuryOutlivesRefusedRequests: where a provider refuses one request, its
// judge's vote on that requirement is broken, and the other votes stand.
func TestJuryOutlivesRefusedRequests(t *testing.T) {
	refusing := modeltest.NewFake("picky", func(*adhere.Request) string { return "Final Answer: Constraint followed <END>" })
	for _, code := range []adhere.Code{adhere.Invalid, adhere.Unusable} {
		picky := refusesText{refusing, "requirement 2", adhere.Errorf(code, "status 400: content filter")}
		member := mustJudge(t, "constraint-reason", judge.Options{Model: picky})
		j, err := judge.NewJury(judge.Majority, adhere.TieUnsure, member, sworn{"a", []adhere.Outcome{adhere.Met, adhere.Met}}, sworn{"b", []adhere.Outcome{adhere.Met, adhere.Met}})
		if err != nil {
			t.Fatal(err)
		}
		in := many(2)
		in.Requirements[1].Text = "requirement 2"
		verdicts, err := j.Judge(t.Context(), &adhere.Task{Instruction: in}, rhyme())
		if err != nil || verdicts[0].Evidence != "3 met, 0 not met, 0 unsure, 0 broken" || verdicts[1].Evidence != "2 met, 0 not met, 0 unsure, 1 broken" {
			t.Errorf("%s: %v, %+v", code, err, verdicts)
			continue
		}
		if lost, ok := judge.LostVotes(&verdicts[1]); !ok || len(lost) != 1 || lost[0].Judge != member.Name() || !strings.Contains(lost[0].Reason, "content filter") {
			t.Errorf("lost votes %+v", lost)
		}
		if _, err := member.Judge(t.Context(), &adhere.Task{Instruction: in}, rhyme()); err == nil {
			t.Error("alone, the judge's error is no longer one")
		}
	}
}

// refusesText is a model that fails where the request contains a text.
type refusesText struct {
	adhere.Model
	text string
	err  error
}

func (f refusesText) Generate(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
	if strings.Contains(req.Messages[len(req.Messages)-1].Text, f.text) {
		return nil, f.err
	}
	return f.Model.Generate(ctx, req)
}

func TestJuryErrors(t *testing.T) {
	boom := errors.New("boom")
	bad := mustJudge(t, "single", judge.Options{Model: failing{boom}})
	j, err := judge.NewJury(judge.Majority, adhere.TieUnsure, sworn{"a", []adhere.Outcome{adhere.Met}}, bad)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := j.Judge(t.Context(), &adhere.Task{Instruction: many(1)}, rhyme()); !errors.Is(err, boom) {
		t.Errorf("a member's error: %v", err)
	}
	if _, err := j.Judge(t.Context(), &adhere.Task{Instruction: many(2)}, rhyme()); err == nil {
		t.Error("too few verdicts of a member pass")
	}
	for what, made := range map[string]func() (adhere.Judge, error){
		"no members": func() (adhere.Judge, error) { return judge.NewJury(judge.Majority, adhere.TieUnsure) },
		"nil member": func() (adhere.Judge, error) { return judge.NewJury(judge.Majority, "", bad, nil) },
		"rule":       func() (adhere.Judge, error) { return judge.NewJury("loudest", adhere.TieUnsure, bad) },
		"policy":     func() (adhere.Judge, error) { return judge.NewJury(judge.Majority, "coin", bad) },
		"samples": func() (adhere.Judge, error) {
			return judge.NewSamples("single", 0, judge.Majority, "", judge.Options{Model: says("")})
		},
		"grader": func() (adhere.Judge, error) {
			return judge.NewSamples("direct-score", 3, judge.Majority, "", judge.Options{Model: says("")})
		},
	} {
		if _, err := made(); adhere.CodeOf(err) != adhere.Invalid {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestSamples(t *testing.T) {
	model := &fake{reply: func(req *adhere.Request) string {
		if req.Attempt == 2 {
			return "NO"
		}
		return "YES"
	}}
	j, err := judge.NewSamples("single", 3, judge.Majority, adhere.TieUnsure, judge.Options{Model: model})
	if err != nil {
		t.Fatal(err)
	}
	if want := "judge/jury-majority@1+[3*judge/single@14+test/fake-1]"; j.Name() != want {
		t.Errorf("name %q", j.Name())
	}
	verdicts, err := j.Judge(t.Context(), &adhere.Task{Instruction: many(4)}, rhyme())
	if err != nil {
		t.Fatal(err)
	}
	if got := outcomes(verdicts); got != "met,met,met,met" || verdicts[0].Evidence != "2 met, 1 not met, 0 unsure, 0 broken" {
		t.Errorf("%s, %q", got, verdicts[0].Evidence)
	}
	keys := map[string]bool{}
	for _, req := range model.requests {
		keys[req.Key("m")] = true
	}
	if len(keys) != 12 {
		t.Errorf("%d different requests, want 12", len(keys))
	}
	p := j.(judge.Planner)
	calls, err := p.Requests(many(4), rhyme())
	if err != nil || p.Calls(many(4)) != 12 || len(calls) != 12 || p.Chain(many(4)) != 2 {
		t.Errorf("plan: %d calls, %d rendered, chain %d, %v", p.Calls(many(4)), len(calls), p.Chain(many(4)), err)
	}
}

func TestGrade(t *testing.T) {
	grade := func(o judge.Options) adhere.Grade {
		g, err := judge.NewGrader(o)
		if err != nil {
			t.Fatal(err)
		}
		got, err := g.Grade(t.Context(), &adhere.Task{Instruction: harbour()}, rhyme())
		if err != nil {
			t.Fatal(err)
		}
		if got.Judge != "judge/direct-score@14+test/fake-1" && !o.Schema {
			t.Errorf("judge %q", got.Judge)
		}
		return got
	}
	planned, err := judge.NewGrader(judge.Options{Model: says("")})
	if err != nil || planned.Name() != "judge/direct-score@14+test/fake-1" {
		t.Fatalf("%v, %v", planned, err)
	}
	calls, err := planned.(judge.Planner).Requests(harbour(), rhyme())
	if err != nil || len(calls) != planned.(judge.Planner).Calls(harbour()) || planned.(judge.Planner).Chain(harbour()) != 1 {
		t.Fatalf("%v, %v", calls, err)
	}
	if got := grade(judge.Options{Model: says(calls[0].Reply)}); got.Score != 4 {
		t.Errorf("the typical reply is read as %+v", got)
	}
	if _, err := planned.Grade(t.Context(), &adhere.Task{Instruction: harbour()}, nil); adhere.CodeOf(err) != adhere.Invalid {
		t.Errorf("no response: %v", err)
	}
	model := inTurn("It rhymes but names no year.\nScore: 4")
	got := grade(judge.Options{Model: model})
	if got.Score != 4 || got.Outcome != adhere.Met || got.Reason != "It rhymes but names no year." || got.Usage.Calls != 1 {
		t.Errorf("%+v", got)
	}
	golden(t, "direct-score", transcript(model.requests))
	for _, reply := range []string{"Score: 0", "Score: 6", "Score: 3.5", "good", "4 or 5", ""} {
		model := says(reply)
		if got := grade(judge.Options{Model: model}); got.Score != 0 || got.Outcome != adhere.Broken || got.Raw != reply || len(model.requests) != 3 {
			t.Errorf("%q: %+v after %d calls", reply, got, len(model.requests))
		}
	}
	if got := grade(judge.Options{Model: says("Score: unknown")}); got.Score != 0 || got.Outcome != adhere.Unsure {
		t.Errorf("%+v", got)
	}
	if got := grade(judge.Options{Model: says(`{"reason":"fine","score":5}`), Schema: true}); got.Score != 5 || got.Reason != "fine" {
		t.Errorf("%+v", got)
	}
	for _, reply := range []string{`{"reason":"fine"}`, `{"reason":"fine","score":7}`, `{"reason":"fine","score":4.5}`} {
		if got := grade(judge.Options{Model: says(reply), Schema: true}); got.Outcome != adhere.Broken {
			t.Errorf("%q: %+v", reply, got)
		}
	}
}

func TestCompare(t *testing.T) {
	other := &adhere.Response{Text: "Ice."}
	for _, c := range []struct {
		name    string
		replies []string
		want    adhere.Winner
		calls   int
	}{
		{"first both times", []string{"x [[A]]", "x [[B]]"}, adhere.First, 2},
		{"second both times", []string{"[[B]]", "[[A]]"}, adhere.Second, 2},
		{"a tie both times", []string{"[[C]]", "[[C]]"}, adhere.Tie, 2},
		{"always what stands first", []string{"[[A]]", "[[A]]"}, adhere.Tie, 2},
		{"once a tie", []string{"[[A]]", "[[C]]"}, adhere.Tie, 2},
		{"unreadable once", []string{"[[A]]", "hm", "hm", "hm"}, adhere.NoWinner, 4},
		{"unreadable then read", []string{"hm", "[[A]]", "[[B]]"}, adhere.First, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			model := inTurn(c.replies...)
			cmp, err := judge.NewComparer(judge.Options{Model: model})
			if err != nil {
				t.Fatal(err)
			}
			p, err := cmp.Compare(t.Context(), &adhere.Task{Instruction: harbour()}, rhyme(), other)
			if err != nil {
				t.Fatal(err)
			}
			if p.Winner != c.want || p.Reason == "" || p.Usage.Calls != c.calls || p.Judge != "judge/pairwise@14+test/fake-1" {
				t.Errorf("%+v", p)
			}
			if last := c.replies[len(c.replies)-1]; !strings.Contains(p.Raw, last) {
				t.Errorf("the reply %q is lost: %q", last, p.Raw)
			}
			if c.name == "first both times" {
				golden(t, "pairwise", transcript(model.requests))
			}
		})
	}
	cmp, err := judge.NewComparer(judge.Options{Model: says("")})
	if err != nil || cmp.Name() != "judge/pairwise@14+test/fake-1" {
		t.Fatalf("%v, %v", cmp, err)
	}
	calls, err := cmp.(judge.PairPlanner).PairRequests(harbour(), rhyme(), other)
	if err != nil || len(calls) != 2 || judge.ReadWinner(calls[0].Reply) != adhere.First || judge.ReadWinner(calls[1].Reply) != adhere.Second {
		t.Errorf("rendered: %+v, %v", calls, err)
	}
	if _, err := cmp.Compare(t.Context(), &adhere.Task{Instruction: harbour()}, rhyme(), nil); adhere.CodeOf(err) != adhere.Invalid {
		t.Errorf("no response: %v", err)
	}
	cmp, err = judge.NewComparer(judge.Options{Model: inTurn(`{"reason":"","winner":"A"}`, `{"reason":"","winner":"B"}`), Schema: true})
	if err != nil {
		t.Fatal(err)
	}
	if p, err := cmp.Compare(t.Context(), &adhere.Task{Instruction: harbour()}, rhyme(), other); err != nil || p.Winner != adhere.First {
		t.Errorf("by schema: %+v, %v", p, err)
	}
	cmp, err = judge.NewComparer(judge.Options{Model: failing{errors.New("boom")}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := cmp.Compare(t.Context(), &adhere.Task{Instruction: harbour()}, rhyme(), other); err == nil || !strings.Contains(err.Error(), "test/harbour: boom") {
		t.Errorf("a failed call: %v", err)
	}
}

func TestSwapped(t *testing.T) {
	for _, c := range []struct{ there, back, want adhere.Winner }{
		{adhere.First, adhere.Second, adhere.First},
		{adhere.Second, adhere.First, adhere.Second},
		{adhere.First, adhere.First, adhere.Tie},
		{adhere.Tie, adhere.Tie, adhere.Tie},
		{adhere.NoWinner, adhere.First, adhere.NoWinner},
		{adhere.First, adhere.NoWinner, adhere.NoWinner},
	} {
		if got, reason := judge.Swapped(c.there, c.back); got != c.want || reason == "" {
			t.Errorf("%s and %s: %s (%s)", c.there, c.back, got, reason)
		}
	}
}

// said finds replies by the ID of an instruction.
func said(replies map[string][]string) judge.Recorded {
	return func(t *adhere.Task) []string { return replies[t.Instruction.ID] }
}

func TestRecorded(t *testing.T) {
	in := harbour()
	j, err := judge.NewRecorded("multi-turn", "gpt-x", judge.Options{}, said(map[string][]string{in.ID: {"YES", "hm"}}))
	if err != nil {
		t.Fatal(err)
	}
	verdicts, err := j.Judge(t.Context(), &adhere.Task{Instruction: in}, rhyme())
	if err != nil || outcomes(verdicts) != "met,broken" || verdicts[1].Raw != "hm" || j.Name() != "judge/multi-turn@14+gpt-x" {
		t.Errorf("%s: %+v, %v", j.Name(), verdicts, err)
	}
	if p := j.(judge.Planner); p.Calls(in) != 0 {
		t.Errorf("%d calls planned", p.Calls(in))
	}
	if _, err := j.Judge(t.Context(), &adhere.Task{Instruction: many(2)}, rhyme()); adhere.CodeOf(err) != adhere.NotFound || !strings.Contains(err.Error(), "test/many") {
		t.Errorf("nothing recorded: %v", err)
	}
	in.Requirements = in.Requirements[:1]
	if _, err := j.Judge(t.Context(), &adhere.Task{Instruction: in}, rhyme()); adhere.CodeOf(err) != adhere.Invalid {
		t.Errorf("too many recorded: %v", err)
	}
	if _, err := judge.NewRecorded("pairwise", "x", judge.Options{}, nil); adhere.CodeOf(err) != adhere.Invalid {
		t.Errorf("no verdicts: %v", err)
	}
	if _, err := judge.NewRecorded("oracle", "x", judge.Options{}, nil); adhere.CodeOf(err) != adhere.NotFound {
		t.Errorf("unknown: %v", err)
	}
}
