package main

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"adhere/model/modeltest"
)

// TestReportIsWhatEvalPrinted holds that a stored run is reported byte for byte
// as it was when it ended, also after every stored call is gone.
func TestReportIsWhatEvalPrinted(t *testing.T) {
	url := serve(t, &modeltest.Stub{Reply: func(*modeltest.Asked) string { return "YES. Constraint followed. Final Answer: Constraint followed" }})
	tasks := leveled(t, 2, 2)
	for name, flags := range map[string][]string{
		"jury":     {"--judge", "openai-api/local/a,openai-api/local/b", "--jury", "unanimous", "--strategy", "single"},
		"samples":  {"--judge", "openai-api/local/a", "--judge-samples", "3", "--strategy", "batch"},
		"hybrid":   {"--judge", "openai-api/local/a", "--rules", "read", "--ask-both"},
		"attempts": {"--rules-only", "--grade", "openai-api/local/a", "--attempts", "3", "--temperature", "1"},
		"pairwise": {"--rules-only", "--refine", "decrim", "--critic", "self", "--max-iterations", "1", "--quality-judge", "openai-api/local/q"},
	} {
		t.Run(name, func(t *testing.T) {
			db := filepath.Join(t.TempDir(), "runs.db")
			args := append([]string{"eval", tasks, "--model", "openai-api/local/m", "--base-url", url, "--judge-base-url", url, "--quiet", "--db", db}, flags...)
			printed := output(t, args...)
			asJSON := output(t, append(args, "--json")...)
			var ran struct{ Run string }
			if err := json.Unmarshal([]byte(asJSON), &ran); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if got := output(t, "report", ran.Run, "--db", db); got != printed {
					t.Errorf("eval printed\n%s\nreport\n%s", printed, got)
				}
				if got := output(t, "report", ran.Run, "--db", db, "--json"); got != asJSON {
					t.Errorf("eval printed\n%s\nreport\n%s", asJSON, got)
				}
				output(t, "cache", "clear", "--named", "--db", db)
			}
		})
	}
}
