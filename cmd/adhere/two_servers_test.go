package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"adhere/internal/cli"
	"adhere/model/modeltest"
)

// Every place where a model is opened, with a command that asks it: at is the
// address that is meant, base one that is the same for both servers. What
// nothing is stored of needs no command.
var openings = []struct {
	at   string // file and function
	name string
	args func(at, base string) []string // nil where no reply is stored
	why  string                         // then
	anew int64                          // calls that are made each time
}{
	{at: "spec.go useSubject", name: "subject", args: func(at, _ string) []string {
		return []string{"eval", "tasks.jsonl", "--model", "openai-api/local/m", "--base-url", at, "--rules-only"}
	}},
	{at: "judging.go sources", name: "judge", args: func(at, _ string) []string {
		return []string{"score", "judged.jsonl", "--responses", "r.jsonl", "--judge", "openai-api/local/j", "--judge-base-url", at, "--strategy", "constraint"}
	}},
	{at: "judging.go panel", name: "jury", args: func(at, _ string) []string {
		return []string{"score", "judged.jsonl", "--responses", "r.jsonl", "--judge", "openai-api/local/j,openai-api/local/k", "--judge-base-url", at, "--strategy", "constraint"}
	}},
	{at: "judging.go useGrader", name: "grade", args: func(at, _ string) []string {
		return []string{"score", "judged.jsonl", "--responses", "r.jsonl", "--rules-only", "--grade", "openai-api/local/g", "--judge-base-url", at}
	}},
	{at: "refinement.go Refiner", name: "refiner", args: func(at, _ string) []string {
		return []string{"refine", "say.txt", "--rule", "ifeval/punctuation:no_comma", "--model", "openai-api/local/m", "--base-url", at}
	}},
	{at: "refinement.go Refiner", name: "rewriter", args: func(at, base string) []string {
		return []string{"refine", "say.txt", "--rule", "ifeval/punctuation:no_comma", "--model", "openai-api/local/m", "--base-url", base, "--rewriter", "openai-api/local/r", "--critic-base-url", at}
	}},
	{at: "refinement.go criticModel", name: "critic", args: func(at, base string) []string {
		return []string{"eval", "judged.jsonl", "--model", "openai-api/local/m", "--base-url", base, "--rules-only", "--refine", "decrim", "--critic", "openai-api/local/c", "--critic-base-url", at, "--max-iterations", "1"}
	}},
	{at: "refinement.go criticModel", name: "decomposer", args: func(at, base string) []string {
		return []string{"refine", "say.txt", "--model", "openai-api/local/m", "--base-url", base, "--critic", "self", "--decomposer", "openai-api/local/d", "--critic-base-url", at, "--max-iterations", "1"}
	}},
	{at: "refinement.go useRefinement", name: "quality judge", args: func(at, base string) []string {
		return []string{"eval", "tasks.jsonl", "--model", "openai-api/local/m", "--base-url", base, "--refine", "decrim", "--critic", "rules", "--quality-judge", "openai-api/local/q", "--judge-base-url", at, "--max-iterations", "1"}
	}},
	{at: "asking.go NewAsker", name: "comparer", args: func(at, _ string) []string {
		return []string{"prefer", "file-judged-answers", "file-judged-others", "--judge", "openai-api/local/j", "--judge-base-url", at}
	}},
	{at: "grid.go GridJudges", name: "grid", args: func(at, _ string) []string {
		return []string{"judge-eval", "--gold", "person/1", "labels.jsonl", "--dataset", "judged.jsonl", "--responses", "r.jsonl", "--strategies", "constraint", "--judges", "openai-api/local/a", "--judge-base-url", at}
	}},
	{at: "asking.go NewAsker", name: "decompose", args: func(at, _ string) []string {
		return []string{"decompose", "say.txt", "--model", "openai-api/local/m", "--base-url", at}
	}},
	{at: "asking.go NewAsker", name: "compiler", args: func(at, _ string) []string {
		return []string{"verify", "--explain", "--require", "Be witty, o machine", "--model", "openai-api/local/m", "--base-url", at}
	}},
	{at: "asking.go NewAsker", name: "questions", args: func(at, _ string) []string {
		return []string{"build", "questions", "related.jsonl", "--model", "openai-api/local/q", "--base-url", at, "--reasks", "0"}
	}},
	{at: "asking.go NewAsker", name: "classifier", args: func(at, _ string) []string {
		return []string{"build", "requests", "chats.jsonl", "--out", "asked", "--model", "openai-api/local/m", "--base-url", at}
	}},
	{at: "asking.go NewAsker", name: "decomposing a data set", args: func(at, _ string) []string {
		return []string{"build", "decompose", "judged.jsonl", "--out", "asked", "--model", "openai-api/local/m", "--base-url", at}
	}},
	{at: "asking.go NewAsker", name: "judge of edits", args: func(at, _ string) []string {
		return []string{"sessions", "judge", "sessions.jsonl", "--judge", "openai-api/local/j", "--judge-base-url", at}
	}},
	{at: "asking.go NewAsker", name: "labeller", args: func(at, _ string) []string {
		return []string{"sessions", "report", "sessions.jsonl", "--labeller", "openai-api/local/m", "--base-url", at}
	}},
	{at: "serve_writing.go finder", name: "embedder", anew: 1 /* what is searched for */, args: func(at, _ string) []string {
		return []string{"sessions", "documents", "search", "cold nights", "--retriever", "dense", "--embedder", "openai-api/local/e", "--embedder-base-url", at}
	}},
	{at: "serve_writing.go writing", why: "a writer is asked anew each time"},
	{at: "gateway_options.go gatewayModels", why: "the gateway's decomposer stores no reply"},
	{at: "judging.go open", why: "it is what the others are opened by"},
	{at: "models.go dial", why: "it is what the others are opened by"},
}

// TestTwoServersEverywhere: two servers call their models by one name. Whatever
// a model is asked for, the second is asked itself, and not answered for by what
// is stored of the first; what is stored of it is found again.
func TestTwoServersEverywhere(t *testing.T) {
	for _, o := range openings {
		if o.args == nil {
			continue
		}
		t.Run(o.name, func(t *testing.T) {
			t.Parallel()
			dir := twoServersFiles(t)
			db := filepath.Join(dir, "a.db")
			base, _ := countingServer(t)
			do := func(args []string) { inFolder(t, dir, append(args, "--db", db)) }
			for _, who := range []string{"answers", "others"} { // runs and documents that there is something to say of
				do([]string{"score", "judged.jsonl", "--responses", who + ".jsonl", "--rules-only"})
			}
			do([]string{"sessions", "documents", "add", "held"})
			one, first := countingServer(t)
			two, second := countingServer(t)
			do(o.args(one, base))
			if first.Load() == 0 {
				t.Fatalf("%v: the server was not asked", o.args(one, base))
			}
			was := first.Load()
			do(o.args(two, base))
			if second.Load() == 0 {
				t.Errorf("%v: the second server was not asked: it was given what is stored of the first", o.args(two, base))
			}
			if first.Load() != was {
				t.Errorf("%v: the first server was asked %d times for the second", o.args(two, base), first.Load()-was)
			}
			asked := second.Load()
			do(o.args(two+"/", base))
			if again := second.Load() - asked; again != o.anew {
				t.Errorf("%v: %d calls again, want %d: the others are stored", o.args(two, base), again, o.anew)
			}
		})
	}
}

// TestOpeningsAreListed holds that the table above has every place where a
// model is opened.
func TestOpeningsAreListed(t *testing.T) {
	var listed []string
	for _, o := range openings {
		listed = append(listed, o.at)
	}
	var paths, found []string
	for _, folder := range []string{".", "../../internal/cli/*", "../../eval"} {
		in, _ := filepath.Glob(folder + "/*.go")
		paths = append(paths, in...)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || !opensModel(fn) {
				continue
			}
			at := filepath.Base(path) + " " + fn.Name.Name
			if found = append(found, at); !slices.Contains(listed, at) {
				t.Errorf("%s opens a model and is not in the table of openings: add a command that asks it", at)
			}
		}
	}
	for _, at := range listed {
		if !slices.Contains(found, at) {
			t.Errorf("%s opens no model: name the place in the table of openings as it is now", at)
		}
	}
}

// opensModel reports whether a function calls open, Open or OpenEmbedder with
// the name of a model, an address and a role, or what stands for them.
func opensModel(fn *ast.FuncDecl) bool {
	opens := false
	ast.Inspect(fn, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) < 3 {
			return true
		}
		called, _ := call.Fun.(*ast.Ident)
		if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
			called = sel.Sel
		}
		opens = opens || called != nil && slices.Contains([]string{"open", "Open", "OpenEmbedder"}, called.Name)
		return true
	})
	return opens
}

// countingServer answers chat and embeddings and counts what it is asked.
func countingServer(t *testing.T) (address string, asked *atomic.Int64) {
	t.Helper()
	asked = new(atomic.Int64)
	stub := &modeltest.Stub{Reply: func(a *modeltest.Asked) string {
		if strings.Contains(a.Prompt(), "Corrected response") {
			return "Tea and milk"
		}
		if _, model := a.Open(); model == "m" && !strings.Contains(a.Prompt(), "List the constraints") {
			return "Tea, milk"
		}
		return "1. Name the milk.\nFinal Answer: Constraint not followed"
	}}
	mux := http.NewServeMux()
	mux.Handle("/", stub)
	mux.HandleFunc("/v1/embeddings", func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			Model string
			Input []string
		}
		_ = json.NewDecoder(r.Body).Decode(&in)
		type vector struct {
			Index     int       `json:"index"`
			Embedding []float32 `json:"embedding"`
		}
		list := make([]vector, len(in.Input))
		for i := range list {
			list[i] = vector{i, []float32{1, float32(i)}}
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"model": in.Model, "data": list})
	})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/v1", asked
}

// inFolder runs a command on files of a folder. What it makes of nonsense is not
// asked here: only who was asked.
func inFolder(t *testing.T, dir string, args []string) {
	t.Helper()
	for i, a := range args {
		if _, err := os.Stat(filepath.Join(dir, a)); err == nil && a != "" || a == "asked" {
			args[i] = filepath.Join(dir, a)
		}
	}
	var out, errs bytes.Buffer
	p := newProgram(&cli.Program{In: &bytes.Buffer{}, Out: &out, Err: &errs, Now: time.Now, Env: func(name string) (string, bool) {
		return dir, name == "HOME"
	}})
	if code := p.main(t.Context(), append(args, "--quiet")); code == cli.ExitUsage {
		t.Fatalf("adhere %v: exit code %d\n%s", args, code, &errs)
	}
	t.Logf("adhere %v: %s%s", args, &out, &errs)
}

// twoServersFiles makes a folder of what the commands read: files of scripts
// that try those commands at length, and some of its own.
func twoServersFiles(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	put := func(name string, text []byte) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, script := range []string{"sessions_study", "build_requests"} {
		a, err := txtar.ParseFile(filepath.Join("testdata", "script", script+".txtar"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range a.Files {
			put(f.Name, f.Data)
		}
	}
	put("say.txt", []byte("Name two drinks."))
	put("tasks.jsonl", []byte(`{"id":"a","prompt":"Name two drinks.","requirements":[{"id":"1","text":"no commas","rule":{"name":"ifeval/punctuation:no_comma"}}]}`))
	put("judged.jsonl", []byte(`{"id":"a","prompt":"Name two drinks.","requirements":[{"id":"1","text":"Names the milk."},{"id":"2","text":"no commas","rule":{"name":"ifeval/punctuation:no_comma"}}]}`))
	for i, name := range []string{"answers.jsonl", "others.jsonl", "r.jsonl"} {
		put(name, fmt.Appendf(nil, `{"id":"a","response":"Tea, milk %d"}`, i))
	}
	put("labels.jsonl", []byte(`{"instruction":"a","requirement":"1","judge":"person/1","outcome":"met"}`))
	return dir
}
