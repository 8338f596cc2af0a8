package main

import (
	"context"
	"encoding/json"
	"testing"

	"go.yaml.in/yaml/v4"

	"adhere/bench"
	"adhere/dataset"
	"adhere/eval"
	"adhere/model/modeltest"
)

// TestPrintedSpecIsASpec holds that what --print-spec prints of an evaluation is
// an eval.Spec, which a program that embeds the library plans as the same run.
func TestPrintedSpecIsASpec(t *testing.T) {
	stub := &modeltest.Stub{Reply: func(*modeltest.Asked) string { return "YES. Constraint followed. Final Answer: Constraint followed" }}
	url := serve(t, stub)
	tasks := leveled(t, 2, 1)
	at := []string{"--base-url", url, "--judge-base-url", url, "--critic-base-url", url}
	for name, flags := range map[string][]string{
		"jury":     {"--judge", "openai-api/local/a,openai-api/local/b", "--jury", "unanimous", "--tie", "not_met", "--judge-samples", "2", "--strategy", "single"},
		"hybrid":   {"--judge", "openai-api/local/a", "--rules", "read", "--ask-both", "--judge-temperature", "none", "--reasks", "0", "--schema"},
		"grade":    {"--rules-only", "--grade", "openai-api/local/a", "--attempts", "2", "--limit", "1-2", "--undecided", "not_met"},
		"settings": {"--rules-only", "--temperature", "0.5", "--top-p", "0.9", "--max-tokens", "50", "--seed", "7", "--top-k", "3", "--stop", "END", "--thinking-budget", "0", "--extra-body", `{"b":1,"a":2}`, "--system", "Be brief.", "--allow-empty"},
		"refined":  {"--rules-only", "--refine", "decrim", "--critic", "rules,self", "--max-iterations", "1", "--paper", "--answer-time", "1m", "--quality-judge", "openai-api/local/q"},
	} {
		t.Run(name, func(t *testing.T) {
			args := append(append([]string{"eval", tasks, "--model", "openai-api/local/m"}, at...), flags...)
			var spec eval.Spec
			if err := yaml.Load([]byte(output(t, append(args, "--print-spec")...)), &spec, yaml.WithKnownFields()); err != nil {
				t.Fatal(err)
			}
			var ran struct{ Run string }
			if err := json.Unmarshal([]byte(output(t, append(args, "--json", "--quiet")...)), &ran); err != nil {
				t.Fatal(err)
			}
			p := &program{env: func(string) (string, bool) { return "", false }}
			m, err := p.newModels(&modelFlags{connections: 1, tries: 1}, nil)
			if err != nil {
				t.Fatal(err)
			}
			e, err := eval.New(t.Context(), spec, eval.Parts{Open: m.open, Data: func(ctx context.Context, path string) (bench.Bench, *dataset.Set, error) {
				return p.readBench(ctx, path, "", "")
			}})
			if err != nil {
				t.Fatal(err)
			}
			if e.Plan.RunID() != ran.Run {
				t.Errorf("the library plans %s, the command %s: %+v", e.Plan.RunID(), ran.Run, e.Plan)
			}
		})
	}
}
