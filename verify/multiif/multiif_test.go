package multiif_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"adhere"
	"adhere/verify"
	"adhere/verify/multiif"
)

// TestOfficialCounts holds what is counted to what the official evaluator
// counts in texts of our own. A count is left out where it changes with the
// seed of language identification; sentences are there for the languages that
// are not cut by Punkt.
func TestOfficialCounts(t *testing.T) {
	f, err := os.Open("testdata/official.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	catalog, n := verify.NewCatalog(multiif.Suite()), 0
	holds := func(name, args, text string, want bool) {
		check, err := catalog.Compile(&adhere.Rule{Name: "multiif/" + name, Args: json.RawMessage(args)})
		if err != nil {
			t.Fatal(err)
		}
		if found := check(verify.NewText(text)); found.Met != want {
			t.Errorf("%s %s: %q: %s, officially %v", name, args, text, found, want)
		}
	}
	counts := func(name, threshold, text string, count *int) {
		if count == nil {
			return
		}
		n++
		for _, least := range []int{*count, *count + 1} {
			holds(name, fmt.Sprintf(`{%q:%d,"relation":"at least"}`, threshold, least), text, least == *count)
			holds(name, fmt.Sprintf(`{%q:%d,"relation":"less than"}`, threshold, least), text, least > *count)
		}
	}
	for s := bufio.NewScanner(f); s.Scan(); {
		var c struct {
			Text             string
			Words, Sentences *int
			Quoted           bool
		}
		if err := json.Unmarshal(s.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		counts("length_constraints:number_words", "num_words", c.Text, c.Words)
		counts("length_constraints:number_sentences", "num_sentences", c.Text, c.Sentences)
		holds("startend:quotation", `{}`, c.Text, c.Quoted)
	}
	if n < 80 {
		t.Errorf("only %d counts", n)
	}
}
