package dataset_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"adhere"
	"adhere/dataset"
)

// seed adds our own files to the corpus.
func seed(f *testing.F, paths ...string) {
	f.Helper()
	for _, path := range paths {
		text, err := os.ReadFile(filepath.Join("testdata", path))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add("\ufeff{}\r\n")
	f.Add(`{"id":"a","prompt":"p","messages":null}`)
}

// wantNamed fails unless an error is one for people: of a known code, with
// the file's name, in valid text.
func wantNamed(t *testing.T, err error) {
	t.Helper()
	if err == nil {
		return
	}
	if adhere.CodeOf(err) == adhere.Internal || !strings.Contains(err.Error(), "data") || !utf8.ValidString(err.Error()) {
		t.Errorf("error %q of code %s", err, adhere.CodeOf(err))
	}
}

// wantSound fails on instructions that nothing else could work with.
func wantSound(t *testing.T, set *dataset.Set) {
	t.Helper()
	n, ids := 0, map[string]bool{}
	for in, err := range set.All() {
		if err != nil {
			t.Fatal(err)
		}
		n++
		if ids[in.ID] || len(in.Messages) == 0 {
			t.Fatalf("instruction %q is there twice or without a message", in.ID)
		}
		ids[in.ID] = true
		requirements := map[string]bool{}
		for _, r := range in.Requirements {
			if requirements[r.ID] || r.Weight <= 0 || r.Text == "" && r.Rule == nil {
				t.Fatalf("%s: requirement %+v", in.ID, r)
			}
			requirements[r.ID] = true
		}
	}
	if n != set.Len() {
		t.Fatalf("%d instructions, Len %d", n, set.Len())
	}
}

func FuzzRead(f *testing.F) {
	seed(f, "ifeval.jsonl", "mifeval/fr_input_data.jsonl", "ifbench.jsonl", "infobench.jsonl", "realinstruct.jsonl", "complexbench.json", "sysbench.json", "followbench/mixed_constraints.json")
	f.Add(`{"id":"a","prompt":"p","requirements":[{"id":"x","text":"t","labels":["l"],"rule":{"name":"s/c","args":{"n":1}},"weight":2}],"level":1,"path":["p"]}`)
	f.Add(`{"key":"1:2:fr","turn_1_prompt":"{\"content\":\"p\"}","turn_1_instruction_id_list":["punctuation:no_comma"],"turn_1_kwargs":["{}"],"turn_2_prompt":{"content":"q"},"turn_2_instruction_id_list":["punctuation:no_comma"],"turn_2_kwargs":"[{}]","turn_3_prompt":"None","turn_3_kwargs":"[[]]"}`)
	f.Fuzz(func(t *testing.T, text string) {
		set, err := dataset.Read(t.Context(), "set", "data", dataset.Options{Files: inMemory("data", text)})
		wantNamed(t, err)
		if err == nil {
			wantSound(t, set)
		}
	})
}

// FuzzCategory reads the text as a category file, whose name says so.
func FuzzCategory(f *testing.F) {
	seed(f, "followbench/content_constraints.json", "followbench/format_constraints.json", "followbench-zh/mixed_constraints.json")
	f.Fuzz(func(t *testing.T, text string) {
		for _, format := range []dataset.Format{dataset.FollowBench, dataset.FollowBenchZH} {
			set, err := dataset.Read(t.Context(), "set", "data_constraints.json", dataset.Options{Format: format, Files: inMemory("data_constraints.json", text)})
			wantNamed(t, err)
			if err == nil {
				wantSound(t, set)
			}
		}
	})
}

func FuzzReadResponses(f *testing.F) {
	seed(f, "responses.golden", "infobench.jsonl")
	f.Fuzz(func(t *testing.T, text string) {
		a, err := dataset.ReadResponses(t.Context(), "data", inMemory("data", text))
		wantNamed(t, err)
		if err != nil {
			return
		}
		for _, answer := range a.List {
			if answer.ID == "" && answer.Key == "" && answer.Prompt == "" || answer.Attempt < 0 || !utf8.ValidString(answer.Text) {
				t.Fatalf("answer %+v", answer)
			}
		}
	})
}

func FuzzReadVerdicts(f *testing.F) {
	seed(f, "verdicts.golden", "infobench.jsonl")
	f.Fuzz(func(t *testing.T, text string) {
		v, err := dataset.ReadVerdicts(t.Context(), []string{"data"}, "judge/x", inMemory("data", text), nil)
		wantNamed(t, err)
		if err != nil {
			return
		}
		for _, l := range v.List {
			if !l.Outcome.Valid() || l.Judge == "" || l.Instruction == "" || l.Requirement == "" {
				t.Fatalf("verdict %+v", l)
			}
		}
	})
}

func FuzzReadReplies(f *testing.F) {
	f.Add(`{"category":"style","example_id":1,"level":2,"reply":"x"}`)
	f.Add(`{"id":"a","reply":""}`)
	f.Fuzz(func(t *testing.T, text string) {
		r, err := dataset.ReadReplies(t.Context(), "data", inMemory("data", text))
		wantNamed(t, err)
		if err != nil {
			return
		}
		for _, reply := range r.List {
			if reply.ID == "" {
				t.Fatalf("reply %+v", reply)
			}
		}
	})
}
