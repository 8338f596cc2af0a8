package dataset_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/dataset"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Each format is read from a small file of our own; what comes of it is in
// the golden file beside it.
func TestFormats(t *testing.T) {
	for _, c := range []struct {
		path   string
		format dataset.Format
	}{
		{"ifeval.jsonl", dataset.IFEval},
		{"ifbench.jsonl", dataset.IFBench},
		{"infobench.jsonl", dataset.InfoBench},
		{"realinstruct.jsonl", dataset.RealInstruct},
		{"complexbench.json", dataset.ComplexBench},
		{"sysbench.json", dataset.SysBench},
		{"multiif.csv", dataset.MultiIF},
		{"mifeval", dataset.MIFEval},
		{"followbench", dataset.FollowBench},
		{"followbench-zh", dataset.FollowBenchZH},
	} {
		t.Run(c.path, func(t *testing.T) {
			set, err := dataset.Read(t.Context(), "small", filepath.Join("testdata", c.path), dataset.Options{Version: "1"})
			if err != nil {
				t.Fatal(err)
			}
			if set.Format != c.format {
				t.Errorf("format %s, want %s", set.Format, c.format)
			}
			var got strings.Builder
			enc := json.NewEncoder(&got)
			enc.SetEscapeHTML(false)
			for _, in := range load(t, set) {
				if err := enc.Encode(in); err != nil {
					t.Fatal(err)
				}
			}
			golden(t, filepath.Join("testdata", c.path+".golden"), got.String())
		})
	}
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("differs from %s (-update writes it anew):\n%s", path, got)
	}
}

func TestBadRecordsAreNamed(t *testing.T) {
	record := func(more string) string {
		return `{"example_id":1,"category":"content","source":"s","level":1,"instruction":"i","target":"t"` + more + `}`
	}
	for name, c := range map[string]struct{ text, want string }{
		"no list":           {`[{]`, `content_constraints.json: expected a list of at least one JSON object, invalid character`},
		"an empty list":     {`[]`, `content_constraints.json: expected a list of at least one JSON object, got a list`},
		"no object":         {`[` + record("") + `,3]`, `content_constraints.json record 2: expected a JSON object, got a number`},
		"no instruction":    {`[{"example_id":1,"category":"content","level":1}]`, `content_constraints.json record 1: instruction: missing, expected a string`},
		"an empty one":      {`[{"example_id":1,"category":"content","level":1,"instruction":""}]`, `content_constraints.json record 1: instruction: expected a string that is not empty`},
		"a level left out":  {`[` + record("") + `,` + record(`,"level":3`) + `]`, `content_constraints.json record 2: level: expected the levels of example 1 in order from 0 or 1, got 3`},
		"a late start":      {`[` + record(`,"level":2`) + `]`, `content_constraints.json record 1: level: expected the levels of example 1 in order from 0 or 1, got 2`},
		"no Python list":    {`[` + record(`,"source":"CONLL2003"`) + `]`, `content_constraints.json record 1: target: expected a Python list of strings`},
		"an example twice":  {`[` + record("") + `,` + record(`,"example_id":2`) + `,` + record("") + `]`, `content_constraints.json record 3: id "followbench/content/1/1" is taken already, by content_constraints.json record 1`},
		"more than 5 rules": {`[` + levels(6, "xsum") + `]`, `content_constraints.json record 6: level: expected a level of at most 5`},
	} {
		t.Run(name, func(t *testing.T) {
			files := dataset.FromFS(fstest.MapFS{"content_constraints.json": {Data: []byte(c.text)}})
			_, err := dataset.Read(t.Context(), "set", "content_constraints.json", dataset.Options{Format: dataset.FollowBench, Files: files})
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("error %v\nwant  %s…", err, c.want)
			}
		})
	}
}

// TestCategoriesOfOneFile: a category is what a record says, whatever the file
// is called, and each may count its examples from 1.
func TestCategoriesOfOneFile(t *testing.T) {
	var records []string
	for _, one := range [][2]string{{"style", "style"}, {"style", "style"}, {"tone", "tone"}, {"content", "content, tone"}} {
		id := 1
		if len(records) == 2 {
			id = 2
		}
		for level, category := range one {
			records = append(records, fmt.Sprintf(`{"example_id":%d,"category":%q,"source":"s","level":%d,"instruction":"i","target":"t"}`, id, category, level+1))
		}
	}
	files := dataset.FromFS(fstest.MapFS{"own.json": {Data: []byte("[" + strings.Join(records, ",") + "]")}})
	set, err := dataset.Read(t.Context(), "own", "own.json", dataset.Options{Format: dataset.FollowBench, Files: files})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for in, err := range set.All() {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, in.ID+" "+in.Tags["category"])
	}
	want := []string{
		"followbench/style/1/1 style", "followbench/style/1/2 style", "followbench/style/2/1 style", "followbench/style/2/2 style",
		"followbench/tone/1/1 tone", "followbench/tone/1/2 tone", "followbench/mixed/1/1 mixed", "followbench/mixed/1/2 mixed",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func levels(n int, source string) string {
	var list []string
	for level := 1; level <= n; level++ {
		b, _ := json.Marshal(map[string]any{"example_id": 1, "category": "content", "source": source, "level": level, "instruction": "i", "target": ""})
		list = append(list, string(b))
	}
	return strings.Join(list, ",")
}

// TestVerifiableOfAnyKind holds that a file in IFEval's shape may have checkers of
// several benchmarks, IFEval's in M-IFEval's English, no keys, and conversations,
// to which recorded answers name what the user says in them.
func TestVerifiableOfAnyKind(t *testing.T) {
	check := func(r *adhere.Rule) error {
		if slices.Contains([]string{"ifeval/punctuation:no_comma", "ifbench/count:numbers", "ifrlvr/keywords:word_once"}, r.Name) {
			return nil
		}
		return adhere.Errorf(adhere.Invalid, "unknown checker %q", r.Name)
	}
	files := inMemory("data.jsonl", `{"key":"","prompt":"Say hi.","instruction_id_list":["en:punctuation:no_comma","count:numbers"],"kwargs":[{},{}]}
{"prompt":"Say hi. Use ho once.","messages":[{"role":"user","content":"Say hi."},{"role":"assistant","content":"hi"},{"role":"user","content":"Use ho once."}],"instruction_id_list":["keywords:word_once"],"kwargs":[{}]}
{"prompt":"Say ho.","messages":[{"role":"user","content":"Say ho."},{"role":"assistant","content":"ho"}],"instruction_id_list":["count:numbers"],"kwargs":[{}]}`)
	set, err := dataset.Read(t.Context(), "set", "data.jsonl", dataset.Options{CheckRule: check, Files: files})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, in := range load(t, set) {
		line := in.ID
		for _, m := range in.Messages {
			line += fmt.Sprintf(" %s:%s", m.Role, m.Text)
		}
		for _, r := range in.Requirements {
			line += " " + r.ID + "=" + r.Rule.Name
		}
		got = append(got, line)
	}
	want := []string{
		"ifbench/1 user:Say hi. punctuation:no_comma=ifeval/punctuation:no_comma count:numbers=ifbench/count:numbers",
		"ifbench/2 user:Say hi. assistant:hi user:Use ho once. keywords:word_once=ifrlvr/keywords:word_once",
		"ifbench/3 user:Say ho. count:numbers=ifbench/count:numbers",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	m, err := dataset.Match(set, &dataset.Answers{List: []dataset.Answer{{Prompt: "Say hi. Use ho once."}, {Prompt: "Use ho once.", Model: "m"}}})
	if err != nil || len(m.For("ifbench/2")) != 2 {
		t.Errorf("%+v, %v", m, err)
	}
}

// One category file alone is read too.
func TestOneCategory(t *testing.T) {
	set, err := dataset.Read(t.Context(), "small", "testdata/followbench/format_constraints.json", dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if list := load(t, set); len(list) == 0 || !strings.HasPrefix(list[0].ID, "followbench/format/") {
		t.Errorf("%d instructions, the first is %v", len(list), list)
	}
}

func TestPythonLists(t *testing.T) {
	for target, want := range map[string]string{
		`[]`:                           `{"texts":[]}`,
		` ['a', "b'c" , 'd\'e',] `:     `{"texts":["a","b'c","d'e"]}`,
		`['\x41\u00e9\U0001F600\n\q']`: `{"texts":["Aé😀\n\\q"]}`,
		`['a' 'b']`:                    "expected a comma or ] after item 1",
		`['a`:                          "has no end",
		`['a\`:                         "ends with a backslash",
		`['\x4']`:                      "is no hexadecimal number",
		`['\u4']`:                      "cut short",
		`["a` + "\n" + `"]`:            "has no end",
		`[1]`:                          "expected a Python list of strings",
		`('a')`:                        "expected a Python list",
	} {
		b, _ := json.Marshal([]any{map[string]any{"example_id": 1, "category": "content", "source": "CONLL2003", "level": 1, "instruction": "i", "target": target}})
		files := dataset.FromFS(fstest.MapFS{"content_constraints.json": {Data: b}})
		set, err := dataset.Read(t.Context(), "set", "content_constraints.json", dataset.Options{Format: dataset.FollowBench, Files: files})
		if err != nil {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v, want %s", target, err, want)
			}
			continue
		}
		if got := string(load(t, set)[0].Requirements[0].Rule.Args); got != want {
			t.Errorf("%s: %s, want %s", target, got, want)
		}
	}
}
