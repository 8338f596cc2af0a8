package ruling_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"adhere/verify/ruling"
	"adhere/verify/suites"
)

// answered returns the lines that answer lines.
func answered(t *testing.T, in string) (replies []string, bad int, err error) {
	t.Helper()
	var out bytes.Buffer
	bad, _, err = ruling.Answerer{Decide: ruling.NewDecider(suites.All()...).Decide}.AnswerLines("in", strings.NewReader(in), &out)
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n"), bad, err
}

// TestTextBeside holds that a text behind its line is answered as one in JSON,
// alone and in lists.
func TestTextBeside(t *testing.T) {
	const asked = `"requirements":["no commas","at most 3 words"],"answers":"verdicts"`
	texts := []string{"a, b", "", "{\"text\":\n[é], \x00\n", "one two three four"}
	var alone, beside, lengths strings.Builder
	for _, text := range texts {
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&alone, `{"text":%s,%s}`+"\n", quoted, asked)
		fmt.Fprintf(&beside, `{%s,"text_bytes":%d}`+"\n%s", asked, len(text), text)
		fmt.Fprintf(&lengths, `,{"text_bytes":%d,%s}`, len(text), asked)
	}
	want, bad, err := answered(t, alone.String())
	if bad > 0 || err != nil {
		t.Fatal(bad, err)
	}
	got, bad, err := answered(t, beside.String())
	if bad > 0 || err != nil || strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%d bad, %v: %q, want %q", bad, err, got, want)
	}
	list := "[" + lengths.String()[1:] + "]\n" + strings.Join(texts, "")
	got, bad, err = answered(t, list+list+"[]\n"+`{"text":"a","requirements":["no commas"]}`)
	whole := "[" + strings.Join(want, ",") + "]"
	if bad > 0 || err != nil || len(got) != 4 || got[0] != whole || got[1] != whole || got[2] != "[]" {
		t.Errorf("a list: %d bad, %v: %q, want %q", bad, err, got, whole)
	}
}

func TestBadItemsOfLists(t *testing.T) {
	got, bad, err := answered(t, `[{"text_bytes":2},7,{"id":"x","text":"a","requirements":["no commas"]}]`+"\nab[1,\n")
	if bad != 3 || err != nil || len(got) != 2 {
		t.Errorf("%d bad, %v: %q", bad, err, got)
	}
	for i, want := range []string{`"line":1,"item":1,"error":{"code":"invalid","field":"requirement"`, `"line":1,"item":2`, `"line":2,"error":{"code":"invalid","field":"","message":"expected a list of JSON objects`} {
		if !strings.Contains(got[i/2], want) {
			t.Errorf("%s, want %s", got[i/2], want)
		}
	}
	for in, want := range map[string]string{
		`{"text_bytes":3}` + "\nab":  "in line 1: text_bytes: the text behind the line is shorter than 3 bytes",
		`[{"text_bytes":-1}]` + "\n": "in line 1: text_bytes: expected a number from 0 to 134217728, got -1",
		"\n" + `{"text_bytes":"3"}`:  "in line 2: text_bytes: expected a number from 0 to 134217728, got \"3\"",
	} {
		if _, _, err := answered(t, in); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", in, err, want)
		}
	}
}

// TestByteOrderMark holds that files of Windows, which begin with a mark, lose no line.
func TestByteOrderMark(t *testing.T) {
	got, bad, err := answered(t, "\ufeff{\"requirement\":\"no commas\",\"text\":\"a\"}\r\n\ufeff\r\n")
	if bad != 0 || err != nil || len(got) != 1 {
		t.Errorf("%d bad, %v: %q", bad, err, got)
	}
}

func FuzzAnswerLines(f *testing.F) {
	for _, in := range []string{
		`{"requirement":"no commas","text":"a, b"}`, "[{\"requirement\":\"no commas\",\"text_bytes\":3}]\na,b\n\n[]", `[1,{}]`, `{"text_bytes":2}`, "[", "\xff",
	} {
		f.Add(in)
	}
	answerer := ruling.Answerer{Decide: ruling.NewDecider(suites.All()...).Decide}
	f.Fuzz(func(t *testing.T, in string) {
		var out bytes.Buffer
		bad, first, err := answerer.AnswerLines("in", strings.NewReader(in), &out)
		if (bad > 0) != (first > 0) {
			t.Fatalf("%q: %d bad, the first on line %d", in, bad, first)
		}
		if n := strings.Count(in, "\n") + 1; err == nil && strings.Count(out.String(), "\n") > n {
			t.Fatalf("%q: more answers than lines: %s", in, &out)
		}
		for line := range strings.Lines(out.String()) {
			if !json.Valid([]byte(line)) {
				t.Fatalf("%q: no JSON: %q", in, line)
			}
		}
	})
}
