package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"adhere/model/modeltest"
)

// A tally counts the answers that a stub gave, by model: what was paid for.
type tally struct {
	stub *modeltest.Stub
	mu   sync.Mutex
	paid map[string]int
	down bool // calls that are planned to fail do
}

// newTally answers as reply says; what it answers with "" is refused with a
// status of 500 while the server is down, and else as it says of the prompt "up".
func newTally(reply func(model, prompt string) string) *tally {
	c := &tally{paid: map[string]int{}, down: true}
	text := func(a *modeltest.Asked) (model, text string) {
		_, model = a.Open()
		prompt := a.Prompt()
		if c.mu.Lock(); !c.down {
			prompt = "up"
		}
		c.mu.Unlock()
		return model, reply(model, prompt)
	}
	c.stub = &modeltest.Stub{
		Plan: func(a *modeltest.Asked) (b modeltest.Behaviour) {
			model, reply := text(a)
			if reply == "" {
				b.Status = 500
				return b
			}
			if strings.Contains(a.Prompt(), "is slow") {
				b.Latency = 30 * time.Millisecond
			}
			c.mu.Lock()
			c.paid[model]++ // also if nobody waits for the answer
			c.mu.Unlock()
			return b
		},
		Reply: func(a *modeltest.Asked) string {
			_, reply := text(a)
			return strings.TrimSpace(reply)
		},
		Usage: func(*modeltest.Asked) modeltest.StubUsage { return modeltest.StubUsage{In: 10, Out: 5} },
	}
	return c
}

func (c *tally) mend() {
	c.mu.Lock()
	c.down = false
	c.mu.Unlock()
}

// A run's calls, tokens and cost are those that the server counted, also where
// items failed after calls that were paid for, and after they were tried again.
func TestRunCountsWhatFailedItemsPaidFor(t *testing.T) {
	single := `{"id":"fine","prompt":"Say fine.","requirements":[{"text":"is kind"},{"text":"is short"}]}
{"id":"empty","prompt":"Say nothing.","requirements":[{"text":"is kind"},{"text":"is short"}]}
{"id":"judged","prompt":"Say fine again.","requirements":[{"text":"is kind"},{"text":"is slow"},{"text":"fails the judge"},{"text":"is slow too"}]}
`
	inTurn := `{"id":"turns","messages":[{"role":"user","content":"Begin."},{"role":"assistant","content":""},{"role":"user","content":"Then fail."}],"requirements":[{"text":"is kind"},{"text":"is short"}]}
`
	prices := write(t, "prices.yaml", "date: 2026-11-22\nmodels:\n  openai-api/local/m: {in: 1, out: 2}\n  openai-api/local/j: {in: 1, out: 2}\n  openai-api/local/c: {in: 1, out: 2}\n")
	answer := func(model, prompt string) string {
		switch {
		case strings.Contains(prompt, "Then fail"), strings.Contains(prompt, "fails the judge"):
			return "" // 500
		case strings.Contains(prompt, "Say nothing"):
			return " " // an empty answer, paid for
		case model == "m":
			return "Fine."
		case model == "c":
			return "Constraint not followed"
		}
		return "Constraint followed"
	}
	for name, c := range map[string]struct {
		tasks string
		flags []string
		roles map[string]string // of the models
		fail  int               // items, while the server is down
	}{
		"answers": {single + inTurn, nil, map[string]string{"m": "subject", "j": "judge"}, 3},
		"refined": {
			single,
			[]string{"--refine", "decrim", "--critic", "openai-api/local/c", "--critic-base-url", "URL", "--critic-strategy", "constraint", "--max-iterations", "1", "--rewriter", "openai-api/local/r"},
			map[string]string{"m": "subject", "j": "judge", "c": "critic", "r": "rewriter"},
			2,
		},
	} {
		t.Run(name, func(t *testing.T) {
			c, tally := c, newTally(answer)
			url := serve(t, tally.stub)
			flags := append([]string{
				"eval", write(t, "tasks.jsonl", c.tasks), "--db", filepath.Join(t.TempDir(), "adhere.db"), "--model", "openai-api/local/m", "--base-url", url,
				"--judge", "openai-api/local/j", "--judge-base-url", url, "--strategy", "constraint", "--prices", prices, "--max-tries", "1", "--quiet", "--json",
			}, c.flags...)
			for i := range flags {
				flags[i] = strings.Replace(flags[i], "URL", url, 1)
			}
			check := func(failed int, more ...string) {
				t.Helper()
				var got struct {
					Failed   int
					Warnings []string
					Usage    map[string]struct {
						Calls, In, Out int
						USD            float64
					}
				}
				if err := json.Unmarshal([]byte(output(t, append(flags, more...)...)), &got); err != nil {
					t.Fatal(err)
				}
				if got.Failed != failed {
					t.Errorf("%d items failed, want %d: %v", got.Failed, failed, got.Warnings)
				}
				for model, role := range c.roles {
					n := tally.paid[model]
					usd := float64(n) * (10*1 + 5*2) / 1e6
					if model == "r" {
						usd = 0 // has no price
					}
					if u := got.Usage[role]; n == 0 || u.Calls != n || u.In != 10*n || u.Out != 5*n || fmt.Sprintf("%.6f", u.USD) != fmt.Sprintf("%.6f", usd) {
						t.Errorf("%v: %s used %+v, the server gave %s %d answers", more, role, u, model, n)
					}
				}
			}
			check(c.fail)
			check(c.fail, "--resume")
			tally.mend()
			check(1, "--resume")
			check(0, "--resume", "--no-cache")
		})
	}
}
