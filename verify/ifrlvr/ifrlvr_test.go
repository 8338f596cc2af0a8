package ifrlvr_test

import (
	"encoding/json"
	"testing"

	"adhere"
	"adhere/verify"
	"adhere/verify/ifrlvr"
)

// Corners in which the evaluator surprises.
func TestCorners(t *testing.T) {
	catalog := verify.NewCatalog(ifrlvr.Suite())
	for _, c := range []struct {
		checker, args, text string
		met                 bool
	}{
		{"copy:repeat_phrase", `{"phrase":"red roof tiles","small_n":2}`, "red big roof tiles, red old tiles", false},
		{"copy:repeat_phrase", `{"phrase":"red roof tiles","small_n":2}`, "red roof tiles, red old tiles", true},
		{"copy:repeat_phrase", `{"phrase":"red roof tiles","small_n":1}`, "red old\ntiles", false},
		{"copy:copying_multiple", `{"prompt_to_repeat":"Go.","N":2}`, "******Go.", false},
		{"new:copy_span_idx", `{"prompt_to_repeat":"Name it","n_start":5,"n_end":99}`, "IT", true},
		{"detectable_format:sentence_hyphens", `{}`, "One sentence only.", true},
		{"detectable_format:square_brackets", `{}`, "[a] b", false},
		{"detectable_format:bigram_wrapping", `{}`, "<<a b>> <<c d>> e", true},
		{"detectable_format:bigram_wrapping", `{}`, "<<a b>> c d", false},
		{"detectable_format:bigram_wrapping", `{}`, "a", true},
		{"keywords:no_adjacent_consecutive", `{}`, "zoo and", true},
		{"keywords:no_adjacent_consecutive", `{}`, "A Bee", false},
		{"keywords:word_once", `{"keyword":"ra.n"}`, "rain", true},
		{"keywords:exclude_word_harder", `{"keyword":"rain"}`, "rain fell; Rain. the rain", true},
		{"keywords:palindrome", `{}`, "wow!", false},
		{"keywords:palindrome", `{}`, "I am", true},
		{"keywords:keyword_specific_position", `{"keyword":"Rain","n":1,"m":1}`, "rain fell", false},
		{"keywords:start_end", `{}`, "Rain", false},
		{"paragraphs:paragraphs", `{}`, "***a***b", true},
		{"paragraphs:paragraphs2", `{}`, "\n\na\n\nb\n\n", true},
		{"first_word:first_word_sent", `{"first_word":"rain"}`, "Rain, it fell.", false},
		{"last_word:last_word_sent", `{"last_word":"rain"}`, "I saw “rain”.", true},
		{"last_word:last_word_answer", `{"last_word":"rain"}`, "so it was: RAIN!?", true},
		{"count:lowercase_counting", `{"N":0}`, "A1 b2 É", true},
		{"count:counting_composition", `{"n_sent":1,"n_words":2}`, "Go.***Go.***Go.", true},
		{"count:counting_composition", `{"n_sent":1,"n_words":2}`, "Go.***Go.***Go.***", false},
		{"count:count_unique", `{}`, "One, two, three", false},
		{"count:count_unique", `{}`, "The the", true},
		{"letters:letter_counting", `{"N":1,"relation":"less than"}`, "é 1", true},
	} {
		check, err := catalog.Compile(&adhere.Rule{Name: "ifrlvr/" + c.checker, Args: json.RawMessage(c.args)})
		if err != nil {
			t.Fatal(err)
		}
		if f := check(verify.NewText(c.text)); f.Met != c.met {
			t.Errorf("%s %s of %q: met %v (%s)", c.checker, c.args, c.text, f.Met, f)
		}
	}
	if n := len(ifrlvr.Suite().Checkers); n != 29 {
		t.Errorf("%d checkers, want 29", n)
	}
}
