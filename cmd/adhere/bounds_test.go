package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"adhere/model/modeltest"
)

// serve starts the stub and returns its address.
func serve(t *testing.T, s *modeltest.Stub) string {
	t.Helper()
	url, stop, err := s.Listen(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return url
}

// leveled writes instructions that grow by one demand a level, in groups.
func leveled(t *testing.T, groups, levels int) string {
	t.Helper()
	var b strings.Builder
	for g := range groups {
		var path []string
		var requirements []map[string]string
		for level := range levels + 1 {
			prompt := fmt.Sprintf("Task %d with %d demands.", g, level)
			path = append(path, prompt)
			if level == 0 {
				continue
			}
			requirements = append(requirements, map[string]string{"text": fmt.Sprintf("demand %d", level)})
			line, err := json.Marshal(map[string]any{
				"id": fmt.Sprintf("%d-%d", g, level), "prompt": prompt, "group": fmt.Sprint(g),
				"level": level, "path": path, "requirements": requirements,
			})
			if err != nil {
				t.Fatal(err)
			}
			b.Write(append(line, '\n'))
		}
	}
	return write(t, "levels.jsonl", b.String())
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestOneLimiterForAllCalls: generation, the samples of a judge, grades, and
// the runs of a sweep together never have more calls in flight to one model
// than it allows.
func TestOneLimiterForAllCalls(t *testing.T) {
	const connections = 4
	stub := &modeltest.Stub{Latency: 2 * time.Millisecond, Reply: func(a *modeltest.Asked) string {
		return `["YES", "YES", "YES"]`
	}}
	url := serve(t, stub)
	output(t, "eval", leveled(t, 6, 3), "--model", "openai-api/local/m", "--base-url", url, "--temperature", "0,0.7",
		"--judge", "openai-api/local/m", "--judge-base-url", url, "--judge-samples", "2", "--grade", "openai-api/local/m",
		"--strategy", "level-path", "--reasks", "0", "--max-connections", fmt.Sprint(connections), "--quiet")
	// Two runs of 18 answers, each with two samples of a judge and a grade. The
	// stub answers both temperatures alike, so that the second run's judges
	// find their replies stored.
	if got, want := stub.Requests(), 2*18+2*18+18; got != want {
		t.Errorf("%d calls, want %d", got, want)
	}
	if most := stub.MostInFlight(); most > connections || most < 2 {
		t.Errorf("%d calls in flight, expected more than one and at most %d", most, connections)
	}
}

// TestNonsenseIsNeverNotMet: a judge that finds every demand met, but answers
// nonsense a tenth of the time, leaves what it could not say undecided.
func TestNonsenseIsNeverNotMet(t *testing.T) {
	for _, reasks := range []string{"0", "2"} {
		var asked, nonsense atomic.Int64
		stub := &modeltest.Stub{Reply: func(a *modeltest.Asked) string {
			if _, model := a.Open(); model != "j" {
				return "Here it is."
			}
			if asked.Add(1)%10 == 0 {
				nonsense.Add(1)
				return "The moon is made of cheese, and not followed by stars."
			}
			return "Constraint followed"
		}}
		url := serve(t, stub)
		verdicts := filepath.Join(t.TempDir(), "v.jsonl")
		output(t, "eval", leveled(t, 10, 5), "--model", "openai-api/local/m", "--base-url", url,
			"--judge", "openai-api/local/j", "--judge-base-url", url, "--strategy", "constraint", "--reasks", reasks,
			"--verdicts-out", verdicts, "--quiet")
		count := outcomes(t, verdicts)
		if count["not_met"] > 0 || count["met"]+count["broken"] != 150 || nonsense.Load() == 0 {
			t.Errorf("reasks %s: %v after %d replies of nonsense", reasks, count, nonsense.Load())
		}
		if got := int64(count["broken"]); reasks == "0" && got != nonsense.Load() {
			t.Errorf("%d verdicts are broken after %d replies of nonsense", got, nonsense.Load())
		}
	}
}

// outcomes counts the verdicts of model judges in a file by outcome.
func outcomes(t *testing.T, path string) map[string]int {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for line := range strings.Lines(string(b)) {
		var v struct{ Judge, Outcome string }
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(v.Judge, "judge/") {
			count[v.Outcome]++
		}
	}
	return count
}

// TestPreferNamesTheBetterRun: a judge that looks at what is said, not where,
// prefers the same run in both orders.
func TestPreferNamesTheBetterRun(t *testing.T) {
	db := filepath.Join(t.TempDir(), "adhere.db")
	stub := &modeltest.Stub{Reply: func(a *modeltest.Asked) string {
		req, model := a.Open()
		if model != "j" {
			return "the " + model + " answer"
		}
		text := req.Messages[len(req.Messages)-1].Text
		if strings.Index(text, "the good answer") < strings.Index(text, "the poor answer") {
			return "[[A]]"
		}
		return "[[B]]"
	}}
	url := serve(t, stub)
	tasks := write(t, "tasks.jsonl", `{"id":"1","prompt":"p","requirements":[{"text":"kind"}]}`+"\n"+`{"id":"2","prompt":"q","requirements":[{"text":"kind"}]}`)
	for _, model := range []string{"good", "poor"} {
		output(t, "eval", tasks, "--db", db, "--model", "openai-api/local/"+model, "--base-url", url, "--rules-only", "--quiet")
	}
	for _, c := range []struct {
		a, b         string
		wins, losses int
	}{{"good", "poor", 2, 0}, {"poor", "good", 0, 2}} {
		var got struct{ Wins, Ties, Losses int }
		text := output(t, "prefer", "file-tasks-"+c.a, "file-tasks-"+c.b, "--db", db, "--judge", "openai-api/local/j", "--judge-base-url", url, "--json", "--quiet")
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatal(err)
		}
		if got.Wins != c.wins || got.Ties != 0 || got.Losses != c.losses {
			t.Errorf("%s against %s: %+v", c.a, c.b, got)
		}
	}
	// The second comparison asks what the first did, and finds it stored.
	if got, want := stub.Requests(), 4+4; got != want {
		t.Errorf("%d calls, want %d", got, want)
	}
}
