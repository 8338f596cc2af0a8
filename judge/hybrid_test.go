package judge_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"adhere"
	"adhere/judge"
)

// byCode is a judge whose rules say themselves how they end.
type byCode struct{}

func (byCode) Name() string { return "rule/test@1" }

func (byCode) Judge(_ context.Context, task *adhere.Task, _ *adhere.Response) ([]adhere.Verdict, error) {
	in := task.Instruction
	verdicts := make([]adhere.Verdict, len(in.Requirements))
	for i, r := range in.Requirements {
		verdicts[i] = adhere.Verdict{Requirement: r.ID, Judge: "rule/test@1", Outcome: adhere.Skipped, Reason: "no rule"}
		if r.Rule != nil {
			verdicts[i].Outcome, verdicts[i].Reason, verdicts[i].Evidence = adhere.Outcome(r.Rule.Name), "7 words, expected at most 5", "7 words"
		}
	}
	return verdicts, nil
}

// divided is an instruction whose requirements end by rule as named: all of
// it, or with "part " the rule's part.
func divided(ends ...string) (*adhere.Instruction, func(*adhere.Requirement, []adhere.Requirement) judge.Division) {
	in := &adhere.Instruction{ID: "test/divided", Messages: []adhere.Message{{Role: adhere.User, Text: "Do it all."}}}
	by := map[string]judge.Division{}
	for i, end := range ends {
		id := fmt.Sprintf("r%d", i+1)
		in.Requirements = append(in.Requirements, adhere.Requirement{ID: id, Text: "Is it " + id + "?"})
		d := judge.Division{}
		if name, part := strings.CutPrefix(end, "part "); name != "" {
			d = judge.Division{Rule: &adhere.Rule{Name: name}, Part: part, Check: "the answer is " + id}
			if part {
				d.Rest = "the rest of " + id
			}
		}
		by[id] = d
	}
	return in, func(r *adhere.Requirement, _ []adhere.Requirement) judge.Division { return by[r.ID] }
}

func mustHybrid(t *testing.T, h judge.Hybrid) adhere.Judge {
	t.Helper()
	h.Rules = byCode{}
	j, err := judge.NewHybrid(h)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// TestHybrid holds which requirements go to the model, as what, and what
// comes of them.
func TestHybrid(t *testing.T) {
	in, divide := divided("met", "not_met", "", "part met", "part not_met", "unsure", "skipped")
	for _, tt := range []struct {
		strategy, reply string
		both            bool
		outcomes        string
		asked           string // the questions, in order
		alone, made     int
	}{
		{"single", "YES", false, "met,not_met,met,met,not_met,met,met", "r3 rest4 r6 r7", 7, 4},
		{"single", "NO", false, "met,not_met,not_met,not_met,not_met,not_met,not_met", "r3 rest4 r6 r7", 7, 4},
		{"single", "YES", true, "met,not_met,met,met,not_met,met,met", "r3 rest4 r6 r7 r1 r2 r5", 7, 7},
		{"multi-turn", "YES", false, "met,not_met,met,met,not_met,met,met", "r3 rest4 r6 r7", 7, 4},
		{"batch", "1. YES\n2. YES\n3. YES\n4. YES", false, "met,not_met,met,met,not_met,met,met", "r3+rest4+r6+r7", 1, 1},
	} {
		var asked []string
		model := &fake{reply: func(req *adhere.Request) string {
			asked = append(asked, questions(req.Messages[len(req.Messages)-1].Text))
			return tt.reply
		}}
		j := mustHybrid(t, judge.Hybrid{Model: mustJudge(t, tt.strategy, judge.Options{Model: model}), Divide: divide, By: "read/test@1", AskBoth: tt.both})
		verdicts, err := j.Judge(t.Context(), &adhere.Task{Instruction: in}, rhyme())
		if err != nil {
			t.Fatal(err)
		}
		if got := outcomes(verdicts); got != tt.outcomes {
			t.Errorf("%s, both %t: %s, want %s", tt.strategy, tt.both, got, tt.outcomes)
		}
		got, want := asked, strings.Fields(tt.asked)
		if tt.strategy == "single" { // the first is asked alone, the others in any order
			got, want = slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s, both %t: asked %q, want %q", tt.strategy, tt.both, got, want)
		}
		first, ok := judge.SplitOf(&verdicts[0])
		if !ok || first.Alone != tt.alone || first.Made != tt.made {
			t.Errorf("%s, both %t: %d calls alone, %d made, want %d and %d", tt.strategy, tt.both, first.Alone, first.Made, tt.alone, tt.made)
		}
	}
}

// questions names the requirements that a prompt asks about: r3, or rest4
// where a part of it is known to hold.
func questions(prompt string) string {
	var found []string
	for i := 1; i <= 7; i++ {
		at := strings.Index(prompt, fmt.Sprintf("Is it r%d?", i))
		switch {
		case at < 0:
		case strings.Contains(prompt[at:], fmt.Sprintf("the rest of r%d", i)) && strings.Contains(prompt[at:], fmt.Sprintf("the answer is r%d", i)):
			found = append(found, fmt.Sprintf("rest%d", i))
		default:
			found = append(found, fmt.Sprintf("r%d", i))
		}
	}
	return strings.Join(found, "+")
}

func TestHybridTells(t *testing.T) {
	in, divide := divided("not_met", "", "part met")
	model := mustJudge(t, "constraint-reason", judge.Options{Model: says("It does. Final Answer: Constraint followed <END>")})
	j := mustHybrid(t, judge.Hybrid{Model: model, Divide: divide, By: "read/test@1", AskBoth: true})
	const name = "judge/hybrid@1.both+[rule/test@1,read/test@1,judge/constraint-reason@14+test/fake-1]"
	if j.Name() != name || !judge.IsHybrid(name) || judge.IsHybrid(model.Name()) {
		t.Errorf("name %s", j.Name())
	}
	verdicts, err := j.Judge(t.Context(), &adhere.Task{Instruction: in}, rhyme())
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{
		"by rule (the answer is r1): 7 words",
		"by model",
		"by rule (the answer is r3): 7 words; the rest by model",
	} {
		if verdicts[i].Evidence != want || verdicts[i].Judge != name {
			t.Errorf("evidence of %d: %q, want %q", i+1, verdicts[i].Evidence, want)
		}
	}
	if verdicts[0].Reason != "7 words, expected at most 5" || verdicts[0].Usage.Calls != 1 || verdicts[1].Usage.Calls != 1 {
		t.Errorf("%+v", verdicts[0])
	}
	var tally judge.Tally
	tally.Add(&adhere.Record{Instruction: in, Verdicts: verdicts}, name)
	if tally.ByRule != 1 || tally.ByModel != 2 || tally.Open != 0 || tally.Compared != 1 || tally.Saved() != 0 {
		t.Errorf("%+v", tally)
	}
	if len(tally.Disagreed) != 1 || tally.Disagreed[0] != (judge.Disagreement{
		Instruction: "test/divided", Requirement: "r1", Text: "Is it r1?", Check: "the answer is r1",
		Rule: adhere.NotMet, Measured: "7 words", Model: adhere.Met, Reason: "It does.",
	}) {
		t.Errorf("%+v", tally.Disagreed)
	}
}

func TestHybridWithoutAModel(t *testing.T) {
	in, divide := divided("met", "not_met", "", "part met", "part not_met", "unsure")
	j := mustHybrid(t, judge.Hybrid{Divide: divide})
	verdicts, err := j.Judge(t.Context(), &adhere.Task{Instruction: in}, rhyme())
	if want := "met,not_met,skipped,unsure,not_met,skipped"; err != nil || outcomes(verdicts) != want {
		t.Errorf("%s, %v, want %s", outcomes(verdicts), err, want)
	}
	if p := j.(judge.Planner); p.Calls(in) != 0 || p.Chain(in) != 0 {
		t.Error("calls are planned of nobody")
	}
	for _, h := range []judge.Hybrid{{}, {Rules: byCode{}, AskBoth: true}} {
		if _, err := judge.NewHybrid(h); adhere.CodeOf(err) != adhere.Invalid {
			t.Errorf("%+v is taken", h)
		}
	}
}

// TestHybridPlans holds that the calls that are planned are those that are
// made if every part that code decides is met.
func TestHybridPlans(t *testing.T) {
	in, divide := divided("met", "", "part met", "part not_met", "not_met", "")
	for name := range good {
		if strings.HasPrefix(name, "level-path") {
			continue // needs a path
		}
		for _, both := range []bool{false, true} {
			model := &fake{}
			j := mustHybrid(t, judge.Hybrid{Model: mustJudge(t, name, judge.Options{Model: model}), Divide: divide, AskBoth: both})
			calls, err := j.(judge.Planner).Requests(in, rhyme())
			if err != nil || len(calls) == 0 || len(calls) != j.(judge.Planner).Calls(in) || j.(judge.Planner).Chain(in) > len(calls) {
				t.Fatalf("%s: %d calls rendered, %d planned, %v", name, len(calls), j.(judge.Planner).Calls(in), err)
			}
			planned := map[string]string{}
			for _, c := range calls {
				planned[c.Request.Key("m")] = c.Reply
			}
			met, divideMet := divided("met", "", "part met", "part met", "not_met", "")
			made := 0
			model.reply = func(req *adhere.Request) string {
				made++
				reply, ok := planned[req.Key("m")]
				if !ok {
					t.Errorf("%s: a call that was not planned:\n%s", name, transcript([]*adhere.Request{req}))
				}
				return reply
			}
			j = mustHybrid(t, judge.Hybrid{Model: mustJudge(t, name, judge.Options{Model: model}), Divide: divideMet, AskBoth: both})
			if _, err := j.Judge(t.Context(), &adhere.Task{Instruction: met}, rhyme()); err != nil || made != len(calls) {
				t.Errorf("%s, both %t: %d calls planned, %d made, %v", name, both, len(calls), made, err)
			}
		}
	}
}

// TestHybridOfJuryAndReplies holds that a jury asks its members, and recorded
// replies are read, about the open requirements only.
func TestHybridOfJuryAndReplies(t *testing.T) {
	in, divide := divided("met", "", "not_met")
	yes, no := says("YES"), says("1. NO")
	jury, err := judge.NewJury(judge.Majority, adhere.TieMet, mustJudge(t, "single", judge.Options{Model: yes}), mustJudge(t, "batch", judge.Options{Model: no}))
	if err != nil {
		t.Fatal(err)
	}
	verdicts, err := mustHybrid(t, judge.Hybrid{Model: jury, Divide: divide}).Judge(t.Context(), &adhere.Task{Instruction: in}, rhyme())
	if err != nil || outcomes(verdicts) != "met,met,not_met" || len(yes.requests)+len(no.requests) != 2 {
		t.Errorf("%s of %d calls, %v", outcomes(verdicts), len(yes.requests)+len(no.requests), err)
	}
	first, _ := judge.SplitOf(&verdicts[0])
	if first.Alone != 4 || first.Made != 2 {
		t.Errorf("a jury of 3 calls and 1: %d alone, %d made", first.Alone, first.Made)
	}

	for strategy, replies := range map[string][]string{"single": {"NO", "NO", "YES"}, "batch": {"1. NO\n2. NO\n3. YES"}} {
		recorded, err := judge.NewRecorded(strategy, "recorded/x", judge.Options{}, said(map[string][]string{in.ID: replies}))
		if err != nil {
			t.Fatal(err)
		}
		for _, both := range []bool{false, true} {
			j := mustHybrid(t, judge.Hybrid{Model: recorded, Divide: divide, AskBoth: both})
			verdicts, err := j.Judge(t.Context(), &adhere.Task{Instruction: in}, rhyme())
			if err != nil || outcomes(verdicts) != "met,not_met,not_met" {
				t.Errorf("%s: %s, %v", strategy, outcomes(verdicts), err)
			}
			var tally judge.Tally
			tally.Add(&adhere.Record{Instruction: in, Verdicts: verdicts}, j.Name())
			if both && len(tally.Disagreed) != 2 || !both && tally.Compared != 0 {
				t.Errorf("%s: %+v", strategy, tally)
			}
			if !both && strategy == "single" && tally.Saved() != 2 {
				t.Errorf("recorded replies: %d of %d calls saved, want 2", tally.Saved(), tally.Alone)
			}
		}
	}
}

// tallied is what a hybrid judge's only verdict on an answer counts for.
func tallied(v adhere.Verdict) judge.Tally {
	var t judge.Tally
	in := &adhere.Instruction{Requirements: []adhere.Requirement{{ID: "r"}}}
	t.Add(&adhere.Record{Instruction: in, Verdicts: []adhere.Verdict{v}}, v.Judge)
	return t
}

// FuzzSplitOf: whatever a verdict says that it is made of, in brief it counts for
// the same.
func FuzzSplitOf(f *testing.F) {
	f.Add(`{"rule":{"outcome":"met"},"part":true,"alone":3}`)
	f.Add(`{"rule":3}`)
	f.Add(`{"rule":{"outcome":"met"},"model":{"outcome":"met","reason":"Yes."},"made":1}`)
	f.Add(`{"rule":{"outcome":"met"},"model":{"outcome":"not_met"}}`)
	f.Add(`{"model":{"judge":"judge/jury-majority@1+[a,b]","outcome":"met","raw":"[{\"judge\":\"a\",\"outcome\":\"broken\",\"reason\":\"refused\"}]"}}`)
	f.Fuzz(func(t *testing.T, raw string) {
		v := adhere.Verdict{Judge: "judge/hybrid@1+[a]", Raw: raw}
		s, ok := judge.SplitOf(&v)
		if ok && !json.Valid([]byte(s.String())) {
			t.Errorf("%q", raw)
		}
		v.Requirement = "r"
		brief := v
		if brief.Raw = judge.Brief(&v); (brief.Raw == "") != !ok {
			t.Errorf("%q in brief: %q", raw, brief.Raw)
		}
		if d := cmp.Diff(tallied(v), tallied(brief), cmpopts.IgnoreFields(judge.Disagreement{}, "Check", "Measured", "Reason")); d != "" {
			t.Errorf("%q in brief: %s", raw, d)
		}
		want, wantOK := judge.LostVotes(&v)
		if got, gotOK := judge.LostVotes(&brief); wantOK && (!gotOK || len(got) != len(want) || len(want) > 0 && !cmp.Equal(got, want)) {
			t.Errorf("%q in brief has lost %v, want %v", raw, got, want)
		}
	})
}

// naming is a model whose replies say under which key they are stored.
type naming struct{ adhere.Model }

func (m naming) Generate(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
	resp, err := m.Model.Generate(ctx, req)
	if err == nil {
		resp.Call = req.Key(m.Name())
	}
	return resp, err
}

// TestVerdictsNameTheirCalls holds that every verdict that a model gave names
// calls that were made, and that all calls are named by some verdict.
func TestVerdictsNameTheirCalls(t *testing.T) {
	in, divide := divided("met", "", "part met", "part not_met")
	for _, strategy := range []string{"single", "multi-turn"} {
		for kind, wrap := range map[string]func(adhere.Judge) adhere.Judge{
			"plain":  func(j adhere.Judge) adhere.Judge { return j },
			"jury":   func(j adhere.Judge) adhere.Judge { jury, _ := judge.NewJury(judge.Majority, "", j, j); return jury },
			"hybrid": func(j adhere.Judge) adhere.Judge { return mustHybrid(t, judge.Hybrid{Model: j, Divide: divide}) },
			"both": func(j adhere.Judge) adhere.Judge {
				return mustHybrid(t, judge.Hybrid{Model: j, Divide: divide, AskBoth: true})
			},
		} {
			asked := says("YES")
			j := wrap(mustJudge(t, strategy, judge.Options{Model: naming{asked}}))
			verdicts, err := j.Judge(t.Context(), &adhere.Task{Instruction: in}, rhyme())
			if err != nil {
				t.Fatal(err)
			}
			made, named := map[string]bool{}, map[string]bool{}
			for _, req := range asked.requests {
				made[req.Key(asked.Name())] = true
			}
			for _, v := range verdicts {
				if len(v.Calls) == 0 && strings.Contains(v.Raw, "YES") {
					t.Errorf("%s %s: %s names no call", kind, strategy, v.Requirement)
				}
				for _, key := range v.Calls {
					if named[key] = true; !made[key] {
						t.Errorf("%s %s: a call is named that was not made", kind, strategy)
					}
				}
			}
			if len(named) != len(made) || len(made) == 0 {
				t.Errorf("%s %s: %d calls, %d of them named", kind, strategy, len(made), len(named))
			}
		}
	}
}

// TestGradesAndPreferencesNameTheirCalls holds that a grade and a preference
// name each call that was made for them.
func TestGradesAndPreferencesNameTheirCalls(t *testing.T) {
	task := &adhere.Task{Instruction: harbour()}
	for name, calls := range map[string]func(judge.Options) ([]string, error){
		"direct-score": func(o judge.Options) ([]string, error) {
			grader, err := judge.NewGrader(o)
			if err != nil {
				return nil, err
			}
			g, err := grader.Grade(t.Context(), task, rhyme())
			return g.Calls, err
		},
		"pairwise": func(o judge.Options) ([]string, error) {
			comparer, err := judge.NewComparer(o)
			if err != nil {
				return nil, err
			}
			p, err := comparer.Compare(t.Context(), task, rhyme(), rhyme())
			return p.Calls, err
		},
	} {
		asked := says("4")
		named, err := calls(judge.Options{Model: naming{asked}, Reasks: -1})
		var made []string
		for _, req := range asked.requests {
			made = append(made, req.Key(asked.Name()))
		}
		if err != nil || len(made) == 0 || !slices.Equal(named, made) {
			t.Errorf("%s: named %q, made %q, %v", name, named, made, err)
		}
	}
}

// TestHybridLosesNoUsage holds that what calls used is in the verdicts once,
// also where a call decides more than is open.
func TestHybridLosesNoUsage(t *testing.T) {
	in, divide := divided("met", "not_met", "", "")
	in.Path = []string{"Do it.", "a", "b", "c", "d"}
	for name, replies := range good {
		for _, both := range []bool{false, true} {
			model := inTurn(replies...)
			j := mustHybrid(t, judge.Hybrid{Model: mustJudge(t, name, judge.Options{Model: model, Reasks: -1}), Divide: divide, AskBoth: both})
			verdicts, err := j.Judge(t.Context(), &adhere.Task{Instruction: in}, rhyme())
			if err != nil {
				t.Fatal(err)
			}
			used := 0
			for _, v := range verdicts {
				used += v.Usage.Calls
			}
			if used != len(model.requests) || used == 0 {
				t.Errorf("%s, both %t: %d calls in the verdicts, %d made", name, both, used, len(model.requests))
			}
		}
	}
}
