package jsonl_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/internal/jsonl"
)

type row struct {
	Name string   `json:"name"`
	N    int      `json:"n"`
	Of   []string `json:"of"`
}

func TestAll(t *testing.T) {
	got, err := jsonl.All[row](strings.NewReader("\ufeff{\"name\":\"a\",\"more\":1}\n\n  {\"n\":2}  "), "x.jsonl")
	if diff := cmp.Diff([]row{{Name: "a"}, {N: 2}}, got); err != nil || diff != "" {
		t.Fatal(err, diff)
	}
}

func TestErrorsNameTheLine(t *testing.T) {
	for in, want := range map[string]string{
		"{}\n{":          "x.jsonl line 2: unexpected end of JSON input",
		"\n{\"name\":1}": "x.jsonl line 2: name: expected a text, got number",
		"[]":             "x.jsonl line 1: expected an object, got array",
		"{\"of\":1}":     "x.jsonl line 1: of: expected a list, got number",
	} {
		_, err := jsonl.All[row](strings.NewReader(in), "x.jsonl")
		if err == nil || err.Error() != want || adhere.CodeOf(err) != adhere.Invalid || adhere.HintOf(err) == "" {
			t.Errorf("%q: %v, want %s", in, err, want)
		}
	}
	bad := errors.New("n is odd")
	err := jsonl.Read(strings.NewReader("{\"n\":2}\n{\"n\":3}"), "x.jsonl", func(line int, r row) error {
		if r.N%2 == 1 {
			return bad
		}
		return nil
	})
	if err == nil || err.Error() != "x.jsonl line 2: n is odd" {
		t.Error(err)
	}
	if _, err := jsonl.All[row](strings.NewReader(strings.Repeat(" ", jsonl.Longest+1)), "x.jsonl"); adhere.CodeOf(err) != adhere.Invalid {
		t.Errorf("a line that is too long: %v", err)
	}
}

func FuzzAll(f *testing.F) {
	f.Add("{\"name\":\"a\"}\n[1]\n")
	f.Fuzz(func(t *testing.T, in string) {
		all, err := jsonl.All[row](strings.NewReader(in), "x.jsonl")
		if err != nil && adhere.CodeOf(err) != adhere.Invalid || len(all) > strings.Count(in, "\n")+1 {
			t.Errorf("%q: %d objects, %v", in, len(all), err)
		}
	})
}
