package check_test

import (
	"context"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"adhere"
	"adhere/bench"
	"adhere/eval"
	"adhere/eval/check"
	"adhere/report"
)

// files reads from memory.
func files(all map[string]string) check.ReadFile {
	return func(path string) ([]byte, error) {
		text, ok := all[path]
		if !ok {
			return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
		}
		return []byte(text), nil
	}
}

func TestTheFirstCheckRuns(t *testing.T) {
	f, err := check.Read("first.yaml", files(map[string]string{"first.yaml": check.First()}))
	if err != nil {
		t.Fatal(err)
	}
	specs, err := f.Specs()
	if err != nil || len(specs) != 1 {
		t.Fatal(specs, err)
	}
	e, err := eval.New(context.Background(), specs[0], eval.Parts{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := e.Run(context.Background(), eval.NewMemory())
	if err != nil {
		t.Fatal(err)
	}
	if r.Items != 2 || r.Metrics[0].Met != 1 {
		t.Errorf("%+v", r.Metrics[0])
	}
}

func TestVariables(t *testing.T) {
	f, err := check.Read("d/c.yaml", files(map[string]string{
		"d/c.yaml": `
prompts:
  - {id: p, system: "You are {{role}}.", text: "{{role}}: {{ question }} {{question}} {not} {{ 1 }}"}
  - {id: q, file: p.txt}
models: [a/b]
tests:
  - vars: {role: a cook, question: "Is {{role}} a \\$1?"}
    require: ['mentions {{question}}', 'at most 3 words', {schema: s.json}, {rule: 'ifeval/punctuation:no_comma', weight: 2}]
`,
		"d/s.json": "\ufeff" + `{"type":"object"}`,
		"d/p.txt":  "\ufeffSell {{role}}.",
	}))
	if err != nil {
		t.Fatal(err)
	}
	specs, err := f.Specs()
	if err != nil {
		t.Fatal(err)
	}
	if got := specs[0].Instructions[1].Messages[0].Text; got != "Sell a cook." {
		t.Errorf("%q", got)
	}
	in := specs[0].Instructions[0]
	if got, want := in.Messages[1].Text, `a cook: Is {{role}} a \$1? Is {{role}} a \$1? {not} {{ 1 }}`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if in.Messages[0].Text != "You are a cook." || in.Messages[0].Role != adhere.System {
		t.Errorf("%+v", in.Messages[0])
	}
	var rules []string
	for _, r := range in.Requirements {
		name := "judge"
		if r.Rule != nil {
			name = r.Rule.Name
		}
		rules = append(rules, r.Text+"="+name)
	}
	if got, want := strings.Join(rules, "; "), `mentions Is {{role}} a \$1?=judge; at most 3 words=algebra/check; matches the schema in s.json=algebra/check; ifeval/punctuation:no_comma=ifeval/punctuation:no_comma`; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// TestValuesAreSentAsWritten holds that variables in JSON lose no digit and no mark.
func TestValuesAreSentAsWritten(t *testing.T) {
	f, err := check.Read("c.yaml", files(map[string]string{
		"c.yaml":  "prompts: [{text: '{{n}} {{m}} {{o}} {{z}}'}]\nmodels: [a/b]\nrequire: [in English]\ntests: t.jsonl",
		"t.jsonl": `{"vars":{"n":12345678901234567890,"m":1.0,"o":{"z":"<b>","a":[1, 2]},"z":null}}`,
	}))
	if err != nil {
		t.Fatal(err)
	}
	specs, err := f.Specs()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := specs[0].Instructions[0].Messages[0].Text, `12345678901234567890 1.0 {"z":"<b>","a":[1, 2]} null`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestTestsFromFiles(t *testing.T) {
	for name, text := range map[string]string{
		"t.csv":   "\ufeffid,q,require,note\na,one,\"no commas\nat most 2 words\",x\nb,two,,y\n",
		"t.tsv":   "id\tq\trequire\na\tone\t\"no commas\nat most 2 words\"\nb\ttwo\t\n",
		"s.csv":   "id;q;require\na;one;\"1. no commas\n2. at most 2 words\"\n;;\nb;two;\n;;\n",
		"t.jsonl": `{"id":"a","vars":{"q":[1]},"require":["no commas","at most 2 words"]}` + "\n" + `{"id":"b","vars":{"q":"two"}}`,
	} {
		f, err := check.Read("c.yaml", files(map[string]string{
			"c.yaml": "prompts: [{text: 'say {{q}}'}]\nmodels: [a/b]\nrequire: [in English]\ntests: " + name, name: text,
		}))
		if err != nil {
			t.Fatal(name, err)
		}
		specs, err := f.Specs()
		if err != nil {
			t.Fatal(name, err)
		}
		ins := specs[0].Instructions
		if len(ins) != 2 || ins[0].ID != "a" || ins[1].Messages[0].Text != "say two" || len(ins[0].Requirements) != 3 || len(ins[1].Requirements) != 1 {
			t.Errorf("%s: %+v", name, ins)
		}
	}
}

// TestWhatIsWrongWithAFileOfTests holds that nothing of it is ignored in
// silence: a misspelt requirement would pass every check.
func TestWhatIsWrongWithAFileOfTests(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"t.jsonl", `{"id":"a","vars":{"q":"x"},"requires":["no commas"]}`, `t.jsonl line 1: json: unknown field "requires"`},
		{"t.jsonl", "{}\n\n" + `{"vars":{"q":"x"},"require":"no commas"}`, "t.jsonl line 3: require: expected a list, got string"},
		{"t.jsonl", `{"id":"a"`, "t.jsonl line 1: "},
		{"t.json", `[{"id":"a"}]`, "t.json line 1: expected an object, got array"},
		{"t.csv", "id,q,requires\na,x,no commas\n", "a has a value for requires, and no prompt has {{requires}}"},
		{"t.csv", "id,q,Requirement\na,x,no commas\n", "a has a value for Requirement, and no prompt has {{Requirement}}"},
		{"t.csv", "id,q,q\na,x,y\n", `t.csv row 1: two columns are called "q"`},
		{"t.csv", "id,q\na,\"x\n", "t.csv row 2: extraneous or missing"},
		{"t.csv", "id,q\na,caf\xe9\n", "t.csv is no UTF-8"},
		{"t.csv", "id;q\na;x;y\n", "t.csv row 2: wrong number of fields"},
		{"t.xlsx", "PK\x03\x04", "t.xlsx is a spreadsheet"},
	} {
		f, err := check.Read("c.yaml", files(map[string]string{"c.yaml": "prompts: [{text: 'say {{q}}'}]\nmodels: [a/b]\nrequire: [at most 5 words]\ntests: " + c.name, c.name: c.text}))
		if err == nil {
			_, err = f.Specs()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "c.yaml") {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
}

// A place that is not closed, or holds more than a name, was sent as text.
func TestPlacesThatAreNone(t *testing.T) {
	for text, want := range map[string]string{
		"prompts: [{text: \"Hi.\\nSay {{q\"}]":                       `line 2 of prompt 1: "{{q" is no variable: expected {{name}}`,
		"prompts: [{text: 'Say {{q}'}]":                              `line 1 of prompt 1: "{{q}" is no variable`,
		"prompts: [{text: 'Say {{q}}', system: '{{ q | upper }}'}]":  `line 1 of prompt 1: "{{ q | upper }}" is no variable`,
		"prompts: [{file: p.txt, id: p}]":                            `line 3 of p: "{{q and" is no variable`,
		"prompts: [{text: 'Say {{q}}'}]\nrequire: ['mentions {{q']":  `line 1 of a requirement: "{{q" is no variable`,
		"prompts: [{text: 'Say {{q}}: [][]int{{1, 2}}, {{\"a\"}}'}]": "",
	} {
		f, err := check.Read("c.yaml", files(map[string]string{
			"c.yaml": text + "\nmodels: [a/b]\ntests: [{vars: {q: 'x {{y'}, require: [no commas]}]\n", "p.txt": "Say {{q}}\n\nto {{q and\nall\n",
		}))
		if err == nil {
			_, err = f.Specs()
		}
		if (want == "") != (err == nil) || want != "" && (!strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "c.yaml")) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestWhatIsWrong(t *testing.T) {
	const whole = "prompts: [{text: 'say {{q}}'}]\nmodels: [a/b]\ntests: [{vars: {q: x}, require: [no commas]}]\n"
	for text, want := range map[string]string{
		"":                           "it is empty",
		"a: b":                       "line 1: there is no field a here",
		"prompts: 3":                 "line 1: ",
		whole + "---\na: b":          "one YAML document",
		"models: [a/b]\ntests: [{}]": "prompts are missing",
		"prompts: [{}]\n":            "prompt 1 needs either text or file",
		"prompts: [{file: p.txt}]\n": "prompt 1 names p.txt",
		"prompts: [{text: a, id: x}, {text: b, id: x}]":                                             "two prompts have the id x",
		"prompts: [{text: a}]\nmodels: [a/b]":                                                       "tests are missing",
		"prompts: [{text: a}]\nmodels: [a/b]\ntests: [{}]":                                          "test 1 requires nothing",
		"prompts: [{text: a}]\ntests: [{require: [b]}]":                                             "models are missing",
		"prompts: [{text: a}]\nmodels: [gpt]\ntests: [{require: [b]}]":                              `the model "gpt" is not provider/model`,
		"prompts: [{text: a}]\nmodels: [a/b, a/b]\ntests: [{require: [b]}]":                         "a/b is there twice",
		"prompts: [{text: a}]\nmodels: [{name: a/b, reply: {}}]\ntests: [{require: [b]}]":           "line 2: there is no field reply here",
		"prompts: [{text: a}]\nmodels: [{name: a/b, answers: {x: y}}]\ntests: [{require: [b]}]":     `has an answer to "x", which is no test`,
		"prompts: [{text: a}]\nmodels: [a/b]\ntests: t.csv":                                         "tests names t.csv",
		"prompts: [{text: a}]\nmodels: [{name: a/b, answers: {}}]\ntests: [{id: x, require: [b]}]":  "a/b has no answer to the test x",
		"prompts: [{text: '{{q}}'}]\nmodels: [a/b]\ntests: [{require: [b]}]":                        "prompt 1 has {{q}}, and test 1 has no value for it: it has no vars",
		"prompts: [{text: 'q'}]\nmodels: [a/b]\ntests: [{vars: {q: x}, require: [b]}]":              "test 1 has a value for q, and no prompt has {{q}}",
		"prompts: [{text: 'q'}]\nmodels: [a/b]\ntests: [{require: [matches the schema in s.json]}]": "a requirement names s.json",
		"prompts: [{text: 'q'}]\nmodels: [a/b]\ntests: [{require: [{schema: bad.json}]}]":           "bad.json",
		"prompts: [{text: 'q'}]\nmodels: [a/b]\ntests: [{require: [{rule: no/rule}]}]":              "no/rule",
		"prompts: [{text: 'q'}]\nmodels: [a/b]\ntests: [{require: [{wight: 2}]}]":                   "there is no field wight here",
		"prompts: [{text: 'q'}]\nmodels: [a/b]\nrequire: [a]\ntests: [{requires: [b]}]":             "there is no field requires here",
		whole + "attempts: 0":                 "attempts: 0: expected at least 1",
		whole + "temperature: 9":              "temperature: 9: expected a number from 0 to 2",
		whole + "temperature: .nan":           "temperature: NaN: expected a number from 0 to 2",
		whole + "max_tokens: 0":               "max_tokens: 0: expected at least 1",
		whole + "min: {hsr: 0.9}":             "c.yaml: line 4: min: hsr: there is no such metric",
		whole + "min: {constraint_acc: 90}":   "c.yaml: line 4: min: constraint_acc: found 90, expected a number from 0 to 1",
		whole + "min: {constraint_acc: .nan}": "c.yaml: line 4: min: constraint_acc: found NaN, expected a number from 0 to 1",
		"prompts: [{text: 'q'}]\nmodels: [a/b]\ntests: [{require: [{text: a, weight: 0}]}]":     "test 1: a requirement has the weight 0, expected a number other than 0",
		"prompts: [{text: 'q'}]\nmodels: [a/b]\ntests: [{require: [{text: a, weight: .inf}]}]":  "test 1: a requirement has the weight +Inf, expected a number other than 0",
		"prompts: [{text: 'q'}]\nmodels: [a/b]\ntests: [{require: [{text: a, weight: 1e300}]}]": "test 1: a requirement has the weight 1e+300, expected a number other than 0, up to 1e9",
		"prompts: [{text: 'q'}]\nmodels: [a/b]\ntests: [{require: [{weight: 2}]}]":              "a requirement is empty",
	} {
		f, err := check.Read("c.yaml", files(map[string]string{"c.yaml": text, "bad.json": `{"type":3}`}))
		if err == nil {
			_, err = f.Specs()
		}
		if err == nil {
			b := bench.Custom("c", bench.Traits{})
			err = f.CheckMin(&b)
		}
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "c.yaml") {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// run returns a run of as many answers, of which some meet their requirement.
func run(model, requirement string, n int, met func(i int) bool) check.Done {
	d := check.Done{Run: &adhere.Run{ID: "r", Plan: adhere.Plan{Bench: "file:c@1", Model: model}}}
	for i := range n {
		in := &adhere.Instruction{ID: fmt.Sprint(i), Requirements: []adhere.Requirement{{ID: "1", Text: requirement, Weight: 1}, {ID: "2", Text: "of " + requirement, Weight: 1}}}
		rec := adhere.Record{Instruction: in, Response: &adhere.Response{Text: "t"}}
		for _, r := range in.Requirements {
			rec.Verdicts = append(rec.Verdicts, adhere.Verdict{Requirement: r.ID, Judge: "rule/strict@1", Outcome: adhere.OutcomeOf(met(i))})
		}
		d.Records = append(d.Records, rec)
	}
	return d
}

// edited returns the run with other requirements in each instruction.
func edited(d check.Done, edit func([]adhere.Requirement)) check.Done {
	for i := range d.Records {
		edit(d.Records[i].Instruction.Requirements)
	}
	return d
}

// TestFailOn holds that worse means beyond chance, and that requirements which
// only one side has say nothing.
func TestFailOn(t *testing.T) {
	f := &check.File{Name: "c"}
	all, none := func(int) bool { return true }, func(int) bool { return false }
	half := func() check.Done { // meets the first requirement of each
		d := run("a/b", "x", 40, all)
		for i := range d.Records {
			d.Records[i].Verdicts[1].Outcome = adhere.NotMet
		}
		return d
	}
	heavier := func(r []adhere.Requirement) { r[1].Weight = 3 }
	avoided := func(r []adhere.Requirement) { r[0].Weight = -1 }
	twice := func(r []adhere.Requirement) { r[1].Text = r[0].Text }
	for _, c := range []struct {
		name        string
		before, now check.Done
		failOn      check.FailOn
		want        string
	}{
		{"the same", run("a/b", "x", 40, all), run("a/b", "x", 40, all), check.Worse, ""},
		{"all lost", run("a/b", "x", 40, all), run("a/b", "x", 40, none), check.Worse, "worse than the baseline by 100.0 points"},
		{"one lost of forty", run("a/b", "x", 40, all), run("a/b", "x", 40, func(i int) bool { return i > 0 }), check.Worse, ""},
		{"both lost of two", run("a/b", "x", 2, all), run("a/b", "x", 2, none), check.Worse, "too little for so few tests to tell from chance"},
		{"better", run("a/b", "x", 40, none), run("a/b", "x", 40, all), check.Worse, ""},
		{"other model", run("a/old", "x", 40, all), run("a/b", "x", 40, none), check.Worse, "worse"},
		{"other requirements", run("a/b", "x", 40, all), run("a/b", "y", 40, none), check.Worse, "shares no requirement with this check"},
		{"the second weighs more", half(), edited(half(), heavier), check.Worse, ""},
		{"the first is to be avoided now", half(), edited(half(), avoided), check.Worse, "80 requirements are only in the baseline or only here"},
		{"one requirement twice", edited(half(), twice), edited(half(), twice), check.Worse, ""},
		{"any", check.Done{}, run("a/b", "x", 2, none), check.AnyUnmet, "a/b: 4 not met"},
		{"never", check.Done{}, run("a/b", "x", 2, none), check.Never, ""},
	} {
		var baseline []check.Done
		if c.before.Run != nil {
			baseline = append(baseline, c.before)
		}
		b, err := eval.BenchOf(c.now.Run)
		if err != nil {
			t.Fatal(err)
		}
		out, err := f.Outcome([]*report.Result{eval.Summarize(c.now.Run, b, c.now.Records)}, []check.Done{c.now}, baseline, c.failOn)
		got := fmt.Sprint(err)
		if err == nil {
			got = strings.Join(append(out.Missed, out.Warnings...), "; ")
		}
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestMetricsThatFail holds that JUnit fails the metrics for which a check fails,
// and that attempts which differ less are nothing worse.
func TestMetricsThatFail(t *testing.T) {
	run := func(met func(instruction, attempt int) bool) check.Done {
		d := run("a/b", "x", 80, func(i int) bool { return met(i/2, i%2) })
		d.Run.Plan.Metrics = []string{"pass@1", "pass@2"}
		for i := range d.Records {
			d.Records[i].Instruction.ID, d.Records[i].Attempt = fmt.Sprint(i/2), i%2
		}
		return d
	}
	unsteady := func(_, attempt int) bool { return attempt == 0 }
	for _, c := range []struct {
		name   string
		now    check.Done
		min    map[string]check.Least
		missed int
		fails  []string // parts of the messages of metrics
	}{
		{"steadier", run(func(int, int) bool { return true }), map[string]check.Least{"all@2": {Value: 0.9}}, 0, nil},
		{"below", run(unsteady), map[string]check.Least{"constraint_acc": {Value: 0.6}}, 1, []string{"constraint_acc is 50.0%, expected at least 60.0%"}},
		{"worse", run(func(int, int) bool { return false }), nil, 4, []string{"instruction_acc is worse than", "constraint_acc is worse than", "pass@1 is worse than", "pass@2 is worse than"}},
	} {
		f := &check.File{Name: "c", Min: c.min}
		b, err := eval.BenchOf(c.now.Run)
		if err != nil {
			t.Fatal(err)
		}
		out, err := f.Outcome([]*report.Result{eval.Summarize(c.now.Run, b, c.now.Records)}, []check.Done{c.now}, []check.Done{run(unsteady)}, check.Worse)
		if err != nil {
			t.Fatal(err)
		}
		var page strings.Builder
		if err := report.WriteChecked(&page, report.FormatJUnit, out, report.Options{}); err != nil {
			t.Fatal(err)
		}
		metrics, _, _ := strings.Cut(page.String(), "</testsuite>")
		if n := strings.Count(metrics, "<failure "); len(out.Missed) != c.missed || n != c.missed {
			t.Errorf("%s: %d missed, %d in JUnit: %q", c.name, len(out.Missed), n, out.Missed)
		}
		for _, want := range c.fails {
			if !strings.Contains(metrics, "<failure message=\""+want) {
				t.Errorf("%s: no %q in\n%s", c.name, want, metrics)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(check.First(), "id,q\na,b\n")
	f.Add("prompts: [{text: '{{a}}'}]\nmodels: [a/b]\nrequire: [{rule: 'x {'}]\ntests: t.csv", "\"")
	f.Fuzz(func(t *testing.T, text, csv string) {
		file, err := check.Read("c.yaml", files(map[string]string{"c.yaml": text, "t.csv": csv, "t.jsonl": csv}))
		if err == nil {
			_, err = file.Specs()
		}
		if err != nil && adhere.CodeOf(err) == adhere.Internal {
			t.Error(err)
		}
	})
}
