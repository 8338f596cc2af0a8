package judge_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"adhere"
	"adhere/judge"
)

func TestRequestsForEstimates(t *testing.T) {
	for name, replies := range good {
		model := inTurn(replies...)
		j := mustJudge(t, name, judge.Options{Model: model})
		calls, err := j.(judge.Planner).Requests(harbour(), rhyme())
		if err != nil {
			t.Fatal(err)
		}
		if len(calls) != j.(judge.Planner).Calls(harbour()) || len(model.requests) != 0 {
			t.Errorf("%s: %d calls rendered, %d made", name, len(calls), len(model.requests))
		}
		// What a request calls typical must be readable by the judge itself.
		live := &fake{}
		i := 0
		live.reply = func(req *adhere.Request) string {
			if req.Key("m") != calls[i].Request.Key("m") {
				t.Errorf("%s: call %d is not the one rendered", name, i)
			}
			i++
			return calls[i-1].Reply
		}
		verdicts, err := mustJudge(t, name, judge.Options{Model: live}).Judge(t.Context(), &adhere.Task{Instruction: harbour()}, rhyme())
		if err != nil || outcomes(verdicts) != "met,met" {
			t.Errorf("%s: %s, %v", name, outcomes(verdicts), err)
		}
	}
	for name, chain := range map[string]int{"multi-turn": 2, "single": 2, "batch": 1, "level-path": 1} {
		if n := mustJudge(t, name, judge.Options{Model: says("")}).(judge.Planner).Chain(harbour()); n != chain {
			t.Errorf("%s: chain %d, want %d", name, n, chain)
		}
	}
}

// many returns an instruction with n requirements.
func many(n int) *adhere.Instruction {
	in := &adhere.Instruction{ID: "test/many", Messages: []adhere.Message{{Role: adhere.User, Text: "Do it all."}}, Path: []string{"Do it."}}
	for i := range n {
		in.Requirements = append(in.Requirements, adhere.Requirement{ID: fmt.Sprint(i), Text: fmt.Sprintf("Is %d done?", i)})
		in.Path = append(in.Path, fmt.Sprintf("Do %d.", i))
	}
	return in
}

// TestNonsenseIsNeverNotMet asks a judge who always means yes but answers
// nonsense a tenth of the time: nothing may come out as not met, whatever the
// strategy, and what stays unread must be broken.
func TestNonsenseIsNeverNotMet(t *testing.T) {
	junk := []string{"", "banana", "[", "['YES', 'NO'", "YES and NO", "NO PROBLEM", "Score: eleven", "Constraint", "1. maybe so", "I cannot say no to that", "NOT", "```", "['NO', 'NO', 'NO', 'NO', 'NO', 'NO', 'NO']"}
	broken := 0
	for name := range good {
		in := many(5)
		var mu sync.Mutex
		rng := rand.New(rand.NewPCG(1, 2))
		j := mustJudge(t, name, judge.Options{Model: says("")})
		calls, err := j.(judge.Planner).Requests(in, rhyme())
		if err != nil {
			t.Fatal(err)
		}
		model := &fake{reply: func(*adhere.Request) string {
			mu.Lock()
			defer mu.Unlock()
			if rng.IntN(10) == 0 {
				return junk[rng.IntN(len(junk))]
			}
			return calls[0].Reply
		}}
		for range 60 {
			verdicts, err := mustJudge(t, name, judge.Options{Model: model, Reasks: -1}).Judge(t.Context(), &adhere.Task{Instruction: in}, rhyme())
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range verdicts {
				if v.Outcome == adhere.Broken {
					broken++
				} else if v.Outcome != adhere.Met {
					t.Errorf("%s: %s from %q", name, v.Outcome, v.Raw)
				}
			}
		}
	}
	if broken == 0 {
		t.Error("no nonsense was met; the test proves nothing")
	}
}

func TestJudgesInParallel(t *testing.T) {
	j := mustJudge(t, "single", judge.Options{Model: says("YES")})
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			verdicts, err := j.Judge(context.Background(), &adhere.Task{Instruction: many(8)}, rhyme())
			if err != nil || strings.Count(outcomes(verdicts), "met") != 8 {
				t.Errorf("%v, %v", verdicts, err)
			}
		})
	}
	wg.Wait()
}
