package main

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v4"

	"adhere/eval"
	"adhere/internal/cli"
	"adhere/internal/cli/asking"
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
			p := newProgram(&cli.Program{Env: func(string) (string, bool) { return "", false }})
			m, err := p.NewModels(&asking.ModelFlags{Connections: 1, Tries: 1}, nil)
			if err != nil {
				t.Fatal(err)
			}
			e, err := eval.New(t.Context(), spec, eval.Parts{Open: m.Open, Data: eval.Data{}.Read})
			if err != nil {
				t.Fatal(err)
			}
			if e.Plan.RunID() != ran.Run {
				t.Errorf("the library plans %s, the command %s: %+v", e.Plan.RunID(), ran.Run, e.Plan)
			}
		})
	}
}

// TestEveryFlagOfEvalIsInItsSpec gives every flag of eval a value: what
// --print-spec then prints has it, means the same when --spec reads it, and is
// an eval.Spec unless the flag is about how it is carried out or shown.
func TestEveryFlagOfEvalIsInItsSpec(t *testing.T) {
	tasks := leveled(t, 1, 1)
	command := strings.Fields( // how models are reached, what is written, what makes the result not good enough
		"max-connections rpm tpm max-tries timeout budget budget-tokens no-cache max-reply send-key batch batch-live profiles prices " +
			"format html verdicts-out responses-out rows-out traces-out attempts-out curves min fail-on-undecided assume-tokens shard run-out")
	values := map[string]string{ // where any value of the type would not do
		"model": "openai-api/local/m", "judge": "openai-api/local/j", "grade": "openai-api/local/g", "quality-judge": "openai-api/local/q",
		"limit": "1", "temperature": "0.25", "top-p": "0.5", "extra-body": `{"a":1}`, "undecided": "paper", "tie": "met", "jury": "unanimous",
		"rules": "own", "judge-temperature": "none", "refine": "decrim", "critic": "rules", "decomposer": "self", "draft": "make_sure", "final": "last", "feedback": "named",
		"fail-on-error": "5%", "answer-budget": "0.02", "format": "json", "min": "x=0.5", "shard": "1/2", "strategy": "single", "stop": "END", "max-reply": "1MB", "gold": "person/a",
	}
	for _, f := range []string{"critic-responses", "labels", "prices", "profiles", "replies", "verdicts"} {
		values[f] = tasks
	}
	values["prompts"] = t.TempDir()
	of := map[string]string{"bool": "true", "int": "2", "uint64": "2", "float64": "0.5", "duration": "1m0s"}
	args := []string{"eval", tasks, "--print-spec"}
	var names []string
	newProgram(&cli.Program{}).evalCommand().LocalFlags().VisitAll(func(f *pflag.Flag) {
		if cli.OfEvaluation(f) && f.Name != "data" { // where data lies differs from machine to machine
			names = append(names, f.Name)
			args = append(args, "--"+f.Name+"="+cmp.Or(values[f.Name], of[f.Value.Type()], "of-"+f.Name)) // no two files are one
		}
	})
	printed := output(t, args...)
	file := filepath.Join(t.TempDir(), "spec.yaml")
	if err := os.WriteFile(file, []byte(printed), 0o600); err != nil {
		t.Fatal(err)
	}
	if again := output(t, "eval", "--spec", file, "--print-spec"); again != printed {
		t.Errorf("read and printed again it is\n%s\nbut was\n%s", again, printed)
	}
	var fields map[string]any
	if err := yaml.Load([]byte(printed), &fields); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if fields[name] == nil {
			t.Errorf("--%s is not in the spec", name)
			continue
		}
		alone, err := yaml.Dump(map[string]any{name: fields[name]})
		if err == nil {
			err = yaml.Load(alone, new(eval.Spec), yaml.WithKnownFields())
		}
		if slices.Contains(command, name) == (err == nil) {
			t.Errorf("in the spec of the library it is %v; flags that shape a plan are there, and no others: %s", err, alone)
		}
	}
}
