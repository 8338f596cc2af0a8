package main

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"

	"adhere"
	"adhere/bench"
	"adhere/eval"
	"adhere/internal/benchdata"
	"adhere/internal/cli"
	"adhere/judge"
)

// recordedReplies reads answers and a judge's yes and no to each question.
func recordedReplies(t *testing.T, path string) (answers map[string]*adhere.Response, replies map[string][]string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	answers, replies = map[string]*adhere.Response{}, map[string][]string{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var row struct {
			ID, Output string
			Eval       []bool
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		id := "infobench/" + row.ID
		answers[id] = &adhere.Response{Text: row.Output}
		for _, yes := range row.Eval {
			replies[id] = append(replies[id], map[bool]string{true: "YES", false: "NO"}[yes])
		}
	}
	return answers, replies
}

// TestHybridOnKnownReplies judges InFoBench's 2,250 questions by rules and a
// judge whose replies are recorded: a question that code reads whole costs no
// call, the others one each, and asking both changes no verdict.
func TestHybridOnKnownReplies(t *testing.T) {
	dir := benchdata.Dir(t, "infobench")
	p := newProgram(&cli.Program{Env: os.LookupEnv, In: os.Stdin, Out: io.Discard, Err: io.Discard})
	_, set, err := p.ReadBench(t.Context(), "infobench", filepath.Dir(dir), "")
	if err != nil {
		t.Fatal(err)
	}
	answers, replies := recordedReplies(t, filepath.Join(dir, "gpt4_outputs_gpt4_verdicts.jsonl"))
	var tallies [2]judge.Tally
	outcomes := map[string]adhere.Outcome{}
	for k, both := range []bool{false, true} {
		asked, err := judge.NewRecorded("multi-turn", "recorded/x", judge.Options{Parsing: judge.Paper}, func(t *adhere.Task) []string { return replies[t.Instruction.ID] })
		if err != nil {
			t.Fatal(err)
		}
		j, err := judge.NewHybrid(judge.Hybrid{Rules: eval.RuleJudge(&bench.Bench{}), Model: asked, Divide: eval.Divide, By: eval.Decider().Name(), AskBoth: both})
		if err != nil {
			t.Fatal(err)
		}
		for in, err := range set.All() {
			if err != nil {
				t.Fatal(err)
			}
			verdicts, err := j.Judge(t.Context(), &adhere.Task{Instruction: in}, answers[in.ID])
			if err != nil {
				t.Fatal(err)
			}
			tallies[k].Add(&adhere.Record{Instruction: in, Verdicts: verdicts}, j.Name())
			for _, v := range verdicts {
				if id := in.ID + " " + v.Requirement; !both {
					outcomes[id] = v.Outcome
				} else if outcomes[id] != v.Outcome {
					t.Errorf("%s is %s, and %s if both are asked", id, outcomes[id], v.Outcome)
				}
			}
		}
	}
	one, both := &tallies[0], &tallies[1]
	t.Logf("%d decided by code, %d of %d calls made; %d of %d compared differ", one.ByRule, one.Made, one.Alone, len(both.Disagreed), both.Compared)
	if one.ByRule+one.ByModel != 2250 || one.Alone != 2250 || one.Saved() != one.ByRule || one.ByRule == 0 {
		t.Errorf("%d by rule, %d by model, %d calls of %d", one.ByRule, one.ByModel, one.Made, one.Alone)
	}
	if both.Made != 2250 || both.Compared != both.ByRule || both.ByRule != one.ByRule || len(both.Disagreed) == 0 {
		t.Errorf("asking both: %d calls, %d compared of %d by rule, %d differ", both.Made, both.Compared, both.ByRule, len(both.Disagreed))
	}
}
