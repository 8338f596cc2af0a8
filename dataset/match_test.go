package dataset_test

import (
	"errors"
	"iter"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/dataset"
)

func readResponses(t *testing.T, text string) *dataset.Answers {
	t.Helper()
	a, err := dataset.ReadResponses(t.Context(), "answers.jsonl", inMemory("answers.jsonl", text))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestMatch(t *testing.T) {
	set, err := dataset.Read(t.Context(), "small", "testdata/ifeval.jsonl", dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		text     string
		first    []string // texts of the answers to ifeval/1
		second   []string // and to ifeval/2
		strays   int
		warnings []string
	}{
		"by whole id":         {`{"id":"ifeval/1","response":"a"}` + "\n" + `{"id":"ifeval/2","response":"b"}`, []string{"a"}, []string{"b"}, 0, nil},
		"by short id":         {`{"id":1,"response":"a"}` + "\n" + `{"id":"2","output":"b"}`, []string{"a"}, []string{"b"}, 0, nil},
		"by key":              {`{"key":1,"response":""}` + "\n" + `{"key":"2","response":"b"}`, []string{""}, []string{"b"}, 0, nil},
		"by prompt":           {`{"prompt":"Answer in German.","response":"b"}`, nil, []string{"b"}, 0, []string{"1 instruction has no answer in answers.jsonl: ifeval/1"}},
		"by trimmed prompt":   {`{"prompt":" Answer in German.\n","response":"b"}`, nil, []string{"b"}, 0, []string{"1 instruction has no answer in answers.jsonl: ifeval/1"}},
		"another input":       {`{"prompt":"Answer in German.","input":"dataset split 3","response":"b"}`, nil, []string{"b"}, 0, []string{"1 instruction has no answer in answers.jsonl: ifeval/1"}},
		"the id goes first":   {`{"id":1,"key":2,"prompt":"In other words.","response":"a"}`, []string{"a"}, nil, 0, []string{"1 instruction has no answer in answers.jsonl: ifeval/2", "1 answer in answers.jsonl counted by id, with a prompt that is not the instruction's: line 1 (id 1); see that they are answers to these instructions"}},
		"then the key":        {`{"id":"x","key":1,"prompt":"In other words.","response":"a"}`, []string{"a"}, nil, 0, []string{"1 instruction has no answer in answers.jsonl: ifeval/2", "1 answer in answers.jsonl counted by id, with a prompt that is not the instruction's: line 1 (id x); see that they are answers to these instructions"}},
		"attempts in order":   {`{"key":1,"attempt":1,"response":"b"}` + "\n" + `{"key":1,"response":"a"}` + "\n" + `{"key":2,"response":"c"}`, []string{"a", "b"}, []string{"c"}, 0, nil},
		"models side by side": {`{"key":1,"model":"m","response":"a"}` + "\n" + `{"key":1,"model":"n","response":"b"}` + "\n" + `{"key":2,"response":"c"}`, []string{"a", "b"}, []string{"c"}, 0, nil},
		"strays":              {`{"key":1,"response":"a"}` + "\n" + `{"key":2,"response":"b"}` + "\n" + `{"key":9,"response":"c"}` + "\n" + `{"prompt":"Why?","response":"d"}`, []string{"a"}, []string{"b"}, 2, []string{`2 answers in answers.jsonl to no instruction of the data set: line 3 (key 9), line 4 (prompt "Why?")`}},
		"no answer at all":    {`{"key":1,"response":null}`, nil, nil, 0, []string{"answers.jsonl line 1: response is null, which counts as no answer", "2 instructions have no answer in answers.jsonl: ifeval/1, ifeval/2"}},
		"much broken text":    {"{\"key\":1,\"response\":\"a\xff\"}\n" + "{\"key\":2,\"response\":\"\xfe\"}", []string{"a\ufffd"}, []string{"\ufffd"}, 0, []string{"answers.jsonl: in 2 lines the text is not valid UTF-8; what is not was replaced: lines 1, 2"}},
		"broken text":         {"{\"key\":1,\"response\":\"a\xff\"}\n" + `{"key":2,"response":"b"}`, []string{"a\ufffd"}, []string{"b"}, 0, []string{"answers.jsonl line 1: the text is not valid UTF-8; what is not was replaced"}},
	} {
		t.Run(name, func(t *testing.T) {
			answers := readResponses(t, c.text)
			m, err := dataset.Match(set, answers)
			if err != nil {
				t.Fatal(err)
			}
			texts := func(list []dataset.Answer) (texts []string) {
				for _, a := range list {
					texts = append(texts, a.Text)
				}
				return texts
			}
			if diff := cmp.Diff([][]string{c.first, c.second}, [][]string{texts(m.For("ifeval/1")), texts(m.For("ifeval/2"))}); diff != "" {
				t.Error(diff)
			}
			if len(m.Strays) != c.strays {
				t.Errorf("%d strays, want %d", len(m.Strays), c.strays)
			}
			if diff := cmp.Diff(c.warnings, append(answers.Warnings, m.Warnings...)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestNothingToJudge holds that nobody misses an answer to the start of a path, but
// one to a prompt where people are to compare the answers to prompts alone.
func TestNothingToJudge(t *testing.T) {
	set, err := dataset.Read(t.Context(), "own", "own.jsonl", dataset.Options{Files: inMemory("own.jsonl",
		`{"id":"g/0","prompt":"Write.","group":"g"}`+"\n"+`{"id":"g/1","prompt":"Write much.","group":"g","level":1,"requirements":["much"]}`)})
	if err != nil {
		t.Fatal(err)
	}
	m, err := dataset.Match(set, readResponses(t, `{"id":"g/1","response":"x"}`))
	if err != nil || len(m.Missing)+len(m.Warnings) > 0 {
		t.Errorf("missing %q, %q, %v", m.Missing, m.Warnings, err)
	}
	if m, err = dataset.Match(set, readResponses(t, `{"id":"g/0","response":"x"}`)); err != nil || len(m.Missing) != 1 || len(m.For("g/0")) != 1 {
		t.Errorf("%+v, %v", m, err)
	}
	if set, err = dataset.Read(t.Context(), "own", "own.jsonl", dataset.Options{Files: inMemory("own.jsonl", `{"id":"a","prompt":"Write."}`+"\n"+`{"id":"b","prompt":"Sing."}`)}); err != nil {
		t.Fatal(err)
	}
	if m, err = dataset.Match(set, readResponses(t, `{"id":"a","response":"x"}`)); err != nil || len(m.Missing) != 1 || len(m.Warnings) != 1 {
		t.Errorf("missing %q, %q, %v", m.Missing, m.Warnings, err)
	}
}

func TestTwoAnswers(t *testing.T) {
	set, err := dataset.Read(t.Context(), "small", "testdata/ifeval.jsonl", dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = dataset.Match(set, readResponses(t, `{"key":1,"response":"a"}`+"\n"+`{"id":"ifeval/1","response":"b"}`))
	if err == nil || err.Error() != "answers.jsonl lines 1 and 2: two answers to ifeval/1 with attempt 0" {
		t.Errorf("error %v", err)
	}
}

// TestIDAgainstPrompt refuses the numbers of another program as ids: its row 1 is
// not the instruction 1.
func TestIDAgainstPrompt(t *testing.T) {
	set, err := dataset.Read(t.Context(), "small", "testdata/ifeval.jsonl", dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{`{"id":1,"prompt":"Answer in German.","response":"b"}`, `{"key":"1","prompt":" Answer in German.","response":"b"}`} {
		_, err = dataset.Match(set, readResponses(t, line))
		if want := "answers.jsonl line 1: the answer is to ifeval/1 by its id or key, and to ifeval/2 by its prompt"; err == nil || err.Error() != want {
			t.Errorf("%s: error %v", line, err)
		}
	}
}

// TestInspectsNumbers takes the numbers that inspect gives samples without an id
// for what they are: the prompt says what was asked.
func TestInspectsNumbers(t *testing.T) {
	set, err := dataset.Read(t.Context(), "small", "testdata/ifeval.jsonl", dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sample := func(id, input string) string {
		return `{"id":` + id + `,"epoch":1,"input":"` + input + `","output":{"model":"m","choices":[{"message":{"role":"assistant","content":"said"}}]}}`
	}
	m, err := dataset.Match(set, readResponses(t, sample("1", "Answer in German.")+"\n"+sample("7", "Of another set.")))
	if err != nil || len(m.For("ifeval/1")) != 0 || len(m.For("ifeval/2")) != 1 || len(m.Strays) != 1 {
		t.Errorf("error %v, answers %v and %v, strays %v", err, m.For("ifeval/1"), m.For("ifeval/2"), m.Strays)
	}
	if m, err = dataset.Match(set, readResponses(t, sample("1", "Put into a template."))); err != nil || len(m.For("ifeval/1")) != 1 {
		t.Errorf("error %v, answers %v", err, m)
	}
	if _, err = dataset.Match(set, readResponses(t, sample(`"1"`, "Answer in German."))); err == nil {
		t.Error("no error where a person named the samples")
	}
}

// TestInputOfAForeignRow reads what was asked from the input, where the id is
// another program's and there is no prompt.
func TestInputOfAForeignRow(t *testing.T) {
	set, err := dataset.Read(t.Context(), "small", "testdata/ifeval.jsonl", dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := dataset.Match(set, readResponses(t, `{"id":"0c4f","input":"Answer in German.","output":"ja"}`))
	if err != nil || len(m.For("ifeval/2")) != 1 {
		t.Errorf("error %v, answers %v", err, m.For("ifeval/2"))
	}
}

// A prompt that the data set asks twice has one answer for both, unless the
// answer says of which category it is.
func TestOnePromptTwice(t *testing.T) {
	set := readText(t, `{"id":"a","prompt":"p","tags":{"category":"x"}}`+"\n"+`{"id":"b","prompt":"p","tags":{"category":"y"}}`)
	m, err := dataset.Match(set, readResponses(t, `{"prompt":"p","response":"r"}`))
	if err != nil || len(m.For("a")) != 1 || len(m.For("b")) != 1 {
		t.Errorf("error %v, answers %v and %v", err, m.For("a"), m.For("b"))
	}
	m, err = dataset.Match(set, readResponses(t, `{"prompt":"p","response":"r","category":"y"}`))
	if err != nil || len(m.For("a")) != 0 || len(m.For("b")) != 1 {
		t.Errorf("error %v, answers %v and %v", err, m.For("a"), m.For("b"))
	}
}

func TestFieldsThatNameAnInstruction(t *testing.T) {
	set, err := dataset.Read(t.Context(), "small", "testdata/followbench", dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := dataset.Match(set, readResponses(t, `{"category":"style","example_id":1,"level":2,"response":"r"}`+"\n"+
		`{"category":"style","prompt":"Write a note. Level 3.","response":"s"}`))
	if err != nil || len(m.Strays) > 0 {
		t.Fatal(err, m.Strays)
	}
	if a, b := m.For("followbench/style/1/2"), m.For("followbench/style/1/3"); len(a) != 1 || len(b) != 1 {
		t.Errorf("answers %v and %v", a, b)
	}
	set, err = dataset.Read(t.Context(), "small", "testdata/infobench.jsonl", dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, err = dataset.Match(set, readResponses(t, `{"instruction":"Shorten the sentence.","input":"The pier is closed.","output":"o"}`))
	if err != nil || len(m.For("infobench/t_1")) != 1 {
		t.Errorf("error %v, answers %v", err, m.For("infobench/t_1"))
	}
}

func TestBadAnswersAreNamed(t *testing.T) {
	for text, want := range map[string]string{
		`{"response":"a"}`:                         "answers.jsonl line 1: id: missing, expected id, key or prompt to say which instruction this answers; the fields here are response",
		`{"id":"a","text":"b"}`:                    "answers.jsonl line 1: response: missing, expected the answer's text there or in one of output, completion, generation, generated, model_output, answer, prediction; the fields here are id, text",
		`{"id":"a","response":3}`:                  "answers.jsonl line 1: response: expected a string, got a number",
		`{"id":"a","response":"r","attempt":-1}`:   "answers.jsonl line 1: attempt: expected a whole number from 0, got -1",
		`{"id":"a","response":"r","attempt":"0"}`:  "answers.jsonl line 1: attempt: expected a whole number from 0, got a string",
		`{"id":"a","response":"r","attempt":1001}`: "answers.jsonl line 1: attempt: expected a whole number from 0 to 1000, got 1001",
		"":     "answers.jsonl: the file holds no answers, expected a line or a sample for each",
		"\n[]": "answers.jsonl line 2: expected a JSON object, got a list",
	} {
		_, err := dataset.ReadResponses(t.Context(), "answers.jsonl", inMemory("answers.jsonl", text))
		if err == nil || err.Error() != want {
			t.Errorf("%s: error %v\nwant %s", text, err, want)
		}
	}
	if _, err := dataset.ReadResponses(t.Context(), filepath.Join(t.TempDir(), "none"), nil); adhere.CodeOf(err) != adhere.NotFound {
		t.Errorf("error %v, want not_found", err)
	}
}

func records(list ...*adhere.Record) iter.Seq2[*adhere.Record, error] {
	return func(yield func(*adhere.Record, error) bool) {
		for _, r := range list {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// What is written is read back the same, and to the last byte.
func TestWriteAndReadBack(t *testing.T) {
	set, err := dataset.Read(t.Context(), "small", "testdata/ifeval.jsonl", dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	list := load(t, set)
	verdict := func(id string, o adhere.Outcome) adhere.Verdict {
		return adhere.Verdict{Requirement: id, Judge: "rule/x@1", Outcome: o, Evidence: "<1> & 2"}
	}
	record := &adhere.Record{
		Instruction: list[0], Attempt: 1, Response: &adhere.Response{Model: "p/m", Text: "Text\u2028 <b>"},
		Verdicts: []adhere.Verdict{
			verdict("punctuation:no_comma", adhere.Met), verdict("length_constraints:number_words", adhere.NotMet),
			verdict("keywords:frequency", adhere.Broken), verdict("keywords:frequency#2", adhere.Unsure),
		},
	}
	failed := &adhere.Record{Instruction: list[1], Err: "call failed"}
	var responses, verdicts strings.Builder
	if err := errors.Join(dataset.WriteResponses(&responses, records(record, failed)), dataset.WriteVerdicts(&verdicts, records(record, failed))); err != nil {
		t.Fatal(err)
	}
	golden(t, "testdata/responses.golden", responses.String())
	golden(t, "testdata/verdicts.golden", verdicts.String())

	m, err := dataset.Match(set, readResponses(t, responses.String()))
	if err != nil {
		t.Fatal(err)
	}
	if a := m.For("ifeval/1"); len(a) != 1 || a[0].Text != record.Response.Text || a[0].Attempt != 1 || a[0].Model != "p/m" {
		t.Errorf("answers read back: %v", a)
	}
	placed, err := place(t, set, verdicts.String(), "")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(record.Verdicts, placed.For("ifeval/1", 1, "p/m", "rule/x@1")); diff != "" {
		t.Error(diff)
	}
}

func TestAFailedRecordEndsWriting(t *testing.T) {
	broken := errors.New("broken")
	seq := func(yield func(*adhere.Record, error) bool) { yield(nil, broken) }
	var b strings.Builder
	if err := dataset.WriteVerdicts(&b, seq); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}
