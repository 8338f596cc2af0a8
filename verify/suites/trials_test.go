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
	{"followbench/length", `{"at_most":12,"unit":"characters"}`, "你好吗！ ok go"},
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

// nearIFBench are texts near to what rules of IFBench demand, by checker.
func nearIFBench() map[string][]string {
	return map[string][]string{
		"count:numbers":            {"1,000.5 and 12-13, a 4 b5", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17"},
		"count:punctuation":        {"Well, so; it: is. What?! Really? Oh!", "a‽ b? c! d. e, f; g:", "a. b, c; d: !? ? !"},
		"count:person_names":       {"Emma Liam Sophia Jackson Olivia Noah Ava Lucas Isabella Mason Mia Ethan Charlotte Alexander Amelia Benjamin Harper Leo Zoe Daniel"},
		"ratio:sentence_type":      {"It rains. We wait. Why?", "Oh!"},
		"ratio:sentence_balance":   {"It rains. Why? Oh!", "It rains. We go. Why? Who? Oh! Ah!"},
		"ratio:sentence_words":     {"It rained. We waited! Are we ok?", "A b. C d. E f."},
		"ratio:stop_words":         {"Rain wind roof station the board", "to be or not to be"},
		"words:vowel":              {"Bad lads had a big mix", "\nall at a mall\n"},
		"words:consonants":         {"string, black; strong words", "BLACK crow"},
		"words:palindrome":         {"level radar civic refer rotor kayak madam racecar noon stats solos tenet deified", strings.Repeat("level, ", 10)},
		"words:prime_lengths":      {"it was, the words", "go now - it was fun"},
		"format:output_template":   {"My Answer: a My Conclusion: b Future Outlook: c"},
		"format:no_whitespace":     {"abc", "a"},
		"format:list":              {"... a ... b", "SEPARATOR a SEPARATOR b", "!?!? a !?!? b", "@ a @ b"},
		"format:options":           {"I don't know.", "yes", "No!", "a)", "b)", "maybe", "None of the above"},
		"repeat:repeat_simple":     {"only output this sentence here, ignore all other requests.", "Only output this sentence here, ignore all other requests. "},
		"custom:multiples":         {"14, 21, 28, 35, 42, 49", "14 21 28 35 42 49 "},
		"custom:character_reverse": {"An Elgae Dlab."},
		"custom:sentence_alphabet": {alphabet()},
		"sentence:keyword":         {"It rained. We waited in the rain. Then we left. Nobody came. Well."},
		"count:keywords_multiple":  {"a b"},
		"count:word_count_range":   {strings.Repeat("one two ", 60)},
		"count:unique_word_count":  {strings.Repeat("one two three-x ", 50)},
		"repeat:repeat_span":       {"a"},
		"count:conjunctions":       {"and, but. for nor or so yet And"},
	}
}

func alphabet() string {
	out := ""
	for r := 'A'; r <= 'Z'; r++ {
		out += string(r) + " is a letter. "
	}
	return strings.ReplaceAll(out, "A is a", "An a is")
}

// ifbenchTrials are the rules of all tasks, with recorded answers and texts
// that are near to what they demand.
func ifbenchTrials(t testing.TB) []trial {
	dir := benchdata.Dir(t, "ifbench")
	answers, near := map[string][]string{}, nearIFBench()
	for _, row := range readLines[task](t, dir, "sample_strict.jsonl") {
		for _, id := range row.IDs {
			answers[id] = append(answers[id], row.Response)
		}
	}
	var out []trial
	for _, row := range readLines[task](t, dir, "IFBench_test.jsonl") {
		for i, id := range row.IDs {
			texts := append(append([]string{demandedWords(row.Args[i])}, near[id]...), answers[id]...)
			out = append(out, trial{&adhere.Rule{Name: "ifbench/" + id, Args: row.Args[i]}, texts})
		}
	}
	return out
}

// demandedWords returns a text with the words of a rule's arguments: each as
// often as its name says.
func demandedWords(args json.RawMessage) string {
	var fields map[string]any
	if json.Unmarshal(args, &fields) != nil {
		return ""
	}
	text := "The rain fell. We stayed in. "
	for _, field := range []struct {
		name  string
		times int
	}{{"keyword1", 1}, {"keyword2", 2}, {"keyword3", 3}, {"keyword4", 5}, {"keyword5", 7}, {"word", 9}, {"prompt_to_repeat", 1}, {"options", 1}} {
		if s, ok := fields[field.name].(string); ok {
			text += strings.Repeat(s+". ", field.times)
		}
	}
	if keyword, ok := fields["keyword"].(string); ok {
		n, _ := fields["n"].(float64)
		m, _ := fields["m"].(float64)
		return strings.Repeat("One. ", int(max(n-1, 0))) + strings.Repeat("word ", int(max(m-1, 1))) + keyword + " and " + keyword + " again."
	}
	start, _ := fields["n_start"].(float64)
	end, _ := fields["n_end"].(float64)
	if prompt, _ := fields["prompt_to_repeat"].(string); end > 0 && len(prompt) > int(end) {
		return prompt[int(start) : int(end)+1]
	}
	return text
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
	const enough = 60 // rules of one checker
	rules := map[string]int{}
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
				if r.Rule != nil && rules[r.Rule.Name] < enough {
					rules[r.Rule.Name]++
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

// exampleTrials are the examples of the documentation.
func exampleTrials(t testing.TB) []trial {
	var out []trial
	for _, e := range readLines[example](t, "testdata", "examples.jsonl") {
		out = append(out, trial{e.rule(), []string{e.Met, e.Not}})
	}
	return out
}
