package suites_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"adhere"
	"adhere/dataset"
	"adhere/internal/benchdata"
)

// madeUp are rules of which the data has few or none, and texts near to what
// each demands.
var madeUp = []struct{ name, args, text string }{
	{"followbench/last_match", `{"shape":"choice","text":"(B)"}`, "(A), or rather (B)."},
	{"followbench/last_match", `{"shape":"date","text":"02/03/1999"}`, "it was 02/03/1999"},
	{"followbench/begins_with", `{"text":"We"}`, "Weather is fine. We go."},
	{"followbench/ends_with", `{"text":"the end"}`, "This is the end"},
	{"followbench/contains_text", `{"text":"floor","sentence":2}`, "Up. 2nd floors! Down."},
	{"followbench/lacks_text", `{"text":"late","any_case":true}`, "Too Late. Latte."},
	{"followbench/lacks_text", `{"text":"late","sentence":2}`, "late. Not. late"},
	{"followbench/contains_word", `{"word":"New York"}`, "In New York, new yorkers say New York."},
	{"followbench/contains_word", `{"word":"C++"}`, "In C++x, C++ and C+."},
	{"followbench/lacks_word", `{"word":"dull","sentence":2}`, "Dull. So dully! dull"},
	{"followbench/words_by_sentence", `{"words":["a","b"]}`, "A a! b? c"},
	{"followbench/texts_by_sentence", `{"texts":["a","b"],"ends":"]-^"}`, "a-b]a"},
	{"followbench/present_continuous", `{}`, "They are  singing. He is king of is ing."},
	{"followbench/present_perfect", `{"sentence":2}`, "No. It has gone. They have"},
	{"followbench/lower_case", `{}`, "a b1, c."},
	{"followbench/no_numerals", `{}`, "天气 a. ok 三"},
	{"followbench/punctuation", `{"exactly":2,"also":"，-"}`, "a-b 你， ok"},
	{"followbench/length", `{"less_than":6}`, "one two  three four"},
	{"followbench/length", `{"at_most":12,"unit":"characters"}`, "你好吗！ ok ok"},
	{"followbench/sentences", `{"exactly":3}`, "One.. Two. three"},
	{"followbench/sentence_lengths", `{"less_than":4}`, "One two three. Four five! "},
	{"followbench/sentence_lengths", `{"at_least":2,"at_most":6,"unit":"characters","ends":"。"}`, "一二。三四五"},
	{"followbench/paragraphs", `{"exactly":3}`, "a\n\nb\nc\n\nd"},
	{"followbench/paragraph_sentences", `{"first":2,"less_than":3}`, "a. b\n\nb. c\n\nd. e. f"},
	{"followbench/numbered_paragraphs", `{}`, "1. a\n\n2. b\nc\n\n  33. d"},
	{"followbench/bold_numbers", `{"exactly":2}`, "**1. Ants: small\n**2 Bees: big\n**4\n:"},
	{"followbench/no_word_ending", `{"suffix":"-ly"}`, "a friendly dog-lyre like -l-y"},
	{"followbench/template", `{"template":"{answer}, {answer}!\nEnd"}`, "a, b, c!\nEnd"},
	{"followbench/one_of", `{"texts":["yes","no"]}`, "yes"},
	{"followbench/lines_of", `{"text":"a b\nc\nd"}`, "c\na b\nc"},
	{"followbench/equals", `{"text":"The same."}`, "The same."},
}

// followbenchTrials are the rules of both languages' data and made-up ones,
// with texts made of what they demand and recorded answers.
func followbenchTrials(t testing.TB) []trial {
	dir := benchdata.Dir(t, "followbench")
	var out []trial
	for _, m := range madeUp {
		rule := &adhere.Rule{Name: m.name, Args: json.RawMessage(m.args)}
		out = append(out, trial{rule, []string{m.text, "The rain fell. It has stopped now, and all are waiting!\n\n1. We go."}})
	}
	for _, name := range []string{"followbench", "followbench-zh"} {
		folder := map[string]string{"followbench": "en", "followbench-zh": "zh"}[name]
		set, err := dataset.Read(t.Context(), name, filepath.Join(dir, folder), dataset.Options{})
		if err != nil {
			t.Fatal(err)
		}
		all, err := set.Load()
		if err != nil {
			t.Fatal(err)
		}
		for _, in := range all {
			for _, r := range in.Requirements {
				if r.Rule != nil {
					out = append(out, trial{r.Rule, []string{demanded(r.Rule.Args), in.Reference}})
				}
			}
		}
	}
	return out
}

// demanded returns the texts in a rule's arguments.
func demanded(args json.RawMessage) string {
	var fields map[string]any
	if json.Unmarshal(args, &fields) != nil {
		return ""
	}
	for _, name := range []string{"text", "template", "word"} {
		if s, ok := fields[name].(string); ok {
			return strings.ReplaceAll(s, "{answer}", "an answer")
		}
	}
	for _, name := range []string{"texts", "words"} {
		if list, ok := fields[name].([]any); ok && len(list) > 0 {
			s, _ := list[0].(string)
			return s
		}
	}
	return "One sentence of a few words."
}
