package ruling_test

import (
	"encoding/json"
	"strings"
	"testing"

	"adhere"
	"adhere/verify/ruling"
	"adhere/verify/suites"
)

func answerer() ruling.Answerer {
	return ruling.Answerer{Decide: ruling.NewDecider(suites.All()...).Decide}
}

// TestFunctions holds what is decided of ground truths that name functions of
// open-instruct: a text that meets each, and one that just does not.
func TestFunctions(t *testing.T) {
	for _, c := range []struct{ truth, met, not string }{
		{`"verify_keywords","keyword_list":["tea","milk"]`, "Milk in teacups", "only tea"},
		{`"verify_keyword_frequency","word":"Tea","N":2`, "tea, TEA, teas", "tea teas"},
		{`"validate_forbidden_words","forbidden_words":["rain"]`, "sun", "Raining"},
		{`"verify_letter_frequency","letter":"a","N":2`, "banAna", "banana"},
		{`"validate_response_language","language":"de"`, "Das Wetter ist heute sehr schön, und wir gehen spazieren.", "The weather is very nice today, and we go for a walk."},
		{`"verify_paragraph_count","N":2`, "one\n* * *\ntwo", "one\n***\ntwo"},
		{`"validate_word_constraint","N":30,"quantifier":"around"`, words(27), words(34)},
		{`"validate_word_constraint","N":3,"quantifier":"at most"`, "well-known a-b c", "a b c d"},
		{`"verify_sentence_constraint","N":2,"quantifier":"at least"`, "One is here. Two is there.", "One is here."},
		{`"verify_sentence_constraint","N":3,"quantifier":"around"`, "One is here. Two is there.", "One is here."},
		{`"validate_paragraphs","N":2,"first_word":"Second","i":2`, "First.\n\nSecond.", "Second.\n\nFirst."},
		{`"verify_postscript","postscript_marker":"P.S."`, "Bye.\nP.S. tea", "Bye.\nP.S."},
		{`"validate_placeholders","N":2`, "[name], [place]", "[name]"},
		{`"verify_bullet_points","N":2`, "* one\n  - two", "* one\ntwo * three"},
		{`"validate_title"`, "<<Tea>>\nMilk", "<Tea>"},
		{`"validate_choice","options":["Yes","No"]`, "Yes, it is", "yes, it is"},
		{`"validate_choice","options":"Maybe"`, "Maybe so", "so"},
		{`"validate_highlighted_sections","N":1`, "a *tea*", "a * tea"},
		{`"validate_sections","N":2,"section_splitter":"Section"`, "SECTION 1\na\nSection 2\nb", "Section 1\na\nSection\nb"},
		{`"validate_json_format"`, `{"a":[1]}`, `a: 1`},
		{`"validate_repeat_prompt","original_prompt":"Why tea?"`, "Why tea? Because.", "why tea? Because."},
		{`"validate_two_responses"`, "one\n******\ntwo", "one\n******\none"},
		{`"validate_uppercase"`, "TEA 2", "TEa"},
		{`"validate_lowercase"`, "tea 2", "Tea"},
		{`"validate_frequency_capital_words","N":2,"quantifier":"at least"`, "BIG A Tea", "BIG Tea"},
		{`"validate_end","end_phrase":"Is that all?"`, "Yes. Is that all?", "Yes. is that all?"},
		{`"validate_quotation"`, `"tea"`, `"tea`},
		{`"validate_no_commas"`, "tea", "tea, milk"},
	} {
		truth := `{"func_name":` + c.truth + `,"language_list":null,"i_j":null}`
		for text, want := range map[string]string{c.met: "1 1/1/1", c.not: "0 0/1/1"} {
			line, _ := json.Marshal(map[string]string{"text": text, "ground_truth": truth})
			answer, _, err := answerer().Answer(line)
			if err != nil {
				t.Errorf("%s: %v", truth, err)
			} else if got := summary(answer.(*ruling.Scored)); got != want {
				t.Errorf("%s, %q: got %s, want %s", truth, text, got, want)
			}
		}
	}
}

func words(n int) string { return strings.TrimSpace(strings.Repeat("tea ", n)) }

// TestItems holds what becomes of an item's verdicts.
func TestItems(t *testing.T) {
	for _, c := range []struct{ name, line, want string }{
		{"share", `{"text":"one, two","requirements":["at most 3 words","no commas","be witty"]}`, `0.5 1/2/3`},
		{"all", `{"text":"one two","reward":"all","requirements":["at most 3 words","no commas"]}`, `1 2/2/2`},
		{"all but one", `{"text":"one, two","reward":"all","requirements":["at most 3 words","no commas"]}`, `0 1/2/2`},
		{"what is to be avoided and undecided counts against the answer", `{"text":"one two","undecided":"not_met","requirements":["at most 3 words",{"requirement":"be witty","weight":-0.5}]}`, `0.5 1/1/2`},
		{"all, and what is to be avoided is undecided", `{"text":"one two","reward":"all","undecided":"not_met","requirements":["at most 3 words",{"requirement":"be witty","weight":-0.5}]}`, `0 1/1/2`},
		{"only things to avoid, one left out", `{"text":"one two","requirements":[{"requirement":"at most 3 words","weight":-1},{"requirement":"no commas","weight":-3},{"requirement":"be witty","weight":-4},{"requirement":"at most 1 word","weight":-4}]}`, `0.5 2/3/4`},
		{"undecided counts as not met", `{"text":"one two","undecided":"not_met","requirements":["at most 3 words","be witty"]}`, `0.5 1/1/2`},
		{"no reward where something is undecided", `{"text":"one two","undecided":"no_reward","requirements":["at most 3 words","be witty"]}`, `none: code cannot decide 1 of 2 requirements: be witty`},
		{"nothing decided", `{"text":"one two","requirements":["be witty"]}`, `none: code can decide none of the requirements: be witty`},
		{"undecided on this text", `{"text":"see this and/or","answers":"verdicts","requirements":["be witty","at most 3 words"]}`, `none: code can decide none of the requirements: be witty; at most 3 words: 4 words; as between white space 3 words`},
		{"many undecided", `{"text":"x","requirements":["be a","be b","be c","be d","be e","be f","be g"]}`, `none: code can decide none of the requirements: be a; be b; be c; be d; be e; …`},
		{"weights", `{"text":"one, two","requirements":[{"requirement":"at most 3 words","weight":3},{"requirement":"no commas","weight":1}]}`, `0.75 1/2/2`},
		{"tags of reasoning that are demanded", `{"text":"<think>Two and two.</think>It is four.","requirements":["at most 3 words","The answer contains \"</think>\"",{"rule":{"name":"algebra/check","args":{"check":{"starts":{"text":"<think>"}}}}}]}`, `1 3/3/3 removed`},
		{"tags of reasoning that are missed", `{"text":"It is four.","requirements":["The answer contains \"</think>\""]}`, `0 0/1/1`},
		{"what must not be", `{"text":"one, rain","requirements":[{"requirement":"at most 3 words","weight":4},{"requirement":"include the word rain","weight":-2}]}`, `0.5 2/2/2`},
		{"below zero is zero", `{"text":"one, rain","requirements":[{"requirement":"no commas","weight":4},{"requirement":"include the word rain","weight":-2}]}`, `0 1/2/2`},
		{"only what must not be", `{"text":"one","requirements":[{"requirement":"include the word rain","weight":-2}]}`, `1 0/1/1`},
		{"all, and what must not be", `{"text":"rain","reward":"all","requirements":["no commas",{"rule":{"name":"ifeval/keywords:existence","args":{"keywords":["rain"]}},"weight":-1}]}`, `0 2/2/2`},
		{"one without a list", `{"text":"one","requirements":"no commas"}`, `1 1/1/1`},
		{"requirements in a text, as columns of one type hold those of several kinds", `{"text":"one, two","requirements":"[\"at most 3 words\", {\"requirement\": \"no commas\", \"weight\": 3}]"}`, `0.25 1/2/2`},
		{"requirements in texts", `{"text":"one, two","requirements":["at most 3 words","{\"requirement\": \"no commas\", \"weight\": 3}"]}`, `0.25 1/2/2`},
		{"a requirement in words that begins like JSON", `{"text":"one","requirements":["[Tone] be kind"]}`, `none: code can decide none of the requirements: [Tone] be kind`},
		{"requirements as files of instructions have them", `{"text":"one, two","requirements":[{"id":"1","text":"at most 3 words","labels":["Number"],"rule":null,"turn":0,"needs":[],"scope":{"reach":"answer"}},{"id":"2","text":"be brief","rule":{"name":"punctuation:no_comma"},"weight":3,"scope":{"reach":"part","of":"title"}}]}`, `0.25 1/2/2`},
		{"fields that a table fills with null", `{"text":"one, two","requirements":[{"requirement":null,"weight":null,"points":null,"rule":{"name":"punctuation:no_comma","args":{"num_words":null}}},{"requirement":"at most 3 words","weight":null,"points":null,"rule":null}]}`, `0.5 1/2/2`},
		{"rules that a table fills with null", `{"text":"one, two","requirements":[{"requirement":null,"weight":null,"name":"punctuation:no_comma","args":null},{"requirement":null,"rule":{"name":"punctuation:no_comma","args":null,"reading":null,"check":null}},{"requirement":"at most 3 words","weight":2,"name":null}]}`, `0.5 1/3/3`},
		{"a list as Python writes it", `{"text":"one, two","requirements":"['at most 3 words', {'requirement': \"don't use commas\", 'weight': 3}]"}`, `0.25 1/2/2`},
		{"a list as numpy writes it", `{"text":"one, two","requirements":"['at most 3 words' 'no commas']"}`, `0.5 1/2/2`},
		{"words in brackets", `{"text":"one, two","requirements":["['a'] or ['b'] at the end", "at most 3 words"]}`, `1 1/1/2`},
		{"row as Python writes it", `{"text":"one, two","instruction_id_list":"['punctuation:no_comma']","kwargs":"[{'num_words': None}]"}`, `0 0/1/1`},
		{"row", `{"text":"one, two","instruction_id_list":["punctuation:no_comma","length_constraints:number_words"],"kwargs":[{},{"num_words":3,"relation":"less than","keyword":null}]}`, `0.5 1/2/2`},
		{"row without arguments", `{"text":"one","instruction_id_list":["punctuation:no_comma"]}`, `1 1/1/1`},
		{"row in texts", `{"text":"one two","instruction_id_list":"[\"length_constraints:number_words\"]","kwargs":["{\"num_words\": 3, \"relation\": \"less than\"}"]}`, `1 1/1/1`},
		{"row in texts, kwargs as one", `{"text":"one two three","instruction_id_list":["length_constraints:number_words"],"kwargs":"[{\"num_words\": 3, \"relation\": \"less than\"}]"}`, `0 0/1/1`},
		{"ground truth in words", `{"text":"one, two","ground_truth":["no commas","at most 3 words"]}`, `0.5 1/2/2`},
		{"ground truth in a text", `{"text":"one, two","ground_truth":"[{\"instruction_id\": [\"punctuation:no_comma\"], \"kwargs\": [null]}]"}`, `0 0/1/1`},
		{"ground truth, one name", `{"text":"one two","ground_truth":{"instruction_id":"punctuation:no_comma"}}`, `1 1/1/1`},
		{"another suite without its name", `{"text":"one two","instruction_id_list":["count:word_count_range"],"kwargs":[{"min_words":1,"max_words":2}]}`, `1 1/1/1`},
		{"loose", `{"text":"Sure, here it is:\none two","reading":"loose","instruction_id_list":["punctuation:no_comma"]}`, `1 1/1/1`},
		{"reasoning", `{"text":"<think>a, b</think>one two","requirements":["no commas"]}`, `1 1/1/1 removed`},
		{"no text earns nothing", `{"text":" ","requirements":[{"requirement":"at least one comma","weight":-1}]}`, `0 0/1/1`},
		{"no answer earns nothing", `{"text":"<think>never ends","reward":"all","requirements":[{"requirement":"at least one comma","weight":-1}]}`, `0 0/1/1 unclosed`},
		{"ground truth as Python writes it", `{"text":"one, two","ground_truth":"[{'instruction_id': ['punctuation:no_comma'], 'kwargs': [None]}]"}`, `0 0/1/1`},
		{"an empty column beside", `{"text":"one","requirements":"no commas","instruction_id_list":[],"ground_truth":""}`, `1 1/1/1`},
		{"a rule by its name", `{"text":"one","requirements":[{"rule":"punctuation:no_comma"}]}`, `1 1/1/1`},
		{"nothing but reasoning", `{"text":"<think>so no comma here","requirements":["no commas"]}`, `0 0/1/1 unclosed`},
	} {
		t.Run(c.name, func(t *testing.T) {
			answer, _, err := answerer().Answer([]byte(c.line))
			if err != nil {
				t.Fatal(err)
			}
			if got := summary(answer.(*ruling.Scored)); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func summary(s *ruling.Scored) string {
	b, _ := json.Marshal([]int{s.Met, s.Decided, s.Of})
	counts := strings.NewReplacer("[", "", "]", "", ",", "/").Replace(string(b))
	if s.Reward == nil {
		return "none: " + s.WhyNone
	}
	r, _ := json.Marshal(*s.Reward)
	return strings.TrimSpace(string(r) + " " + counts + " " + s.Reasoning)
}

// TestTagsOfReasoning holds that a single case that names the tags of reasoning is
// decided on the whole text.
func TestTagsOfReasoning(t *testing.T) {
	for requirement, want := range map[string]string{`contains \"</think>\"`: "met ", `does not contain the word \"two\"`: "met removed"} {
		answer, _, err := answerer().Answer([]byte(`{"text":"<think>two</think>four","requirement":"The answer ` + requirement + `"}`))
		if err != nil {
			t.Fatal(err)
		}
		if r := answer.(*ruling.Ruling); string(r.Outcome())+" "+r.Reasoning != want {
			t.Errorf("%s: %s, reasoning %q, want %s", requirement, r.Outcome(), r.Reasoning, want)
		}
	}
}

// TestWhyNoneIsBrief holds that a reason lists beginnings of requirements.
func TestWhyNoneIsBrief(t *testing.T) {
	long := "be witty " + strings.Repeat("ü", 2000)
	line, _ := json.Marshal(map[string]any{"text": "a", "requirements": []string{long, "be kind"}})
	answer, _, err := answerer().Answer(line)
	if err != nil {
		t.Fatal(err)
	}
	want := "code can decide none of the requirements: be witty " + strings.Repeat("ü", 200-len("be witty ")) + "…; be kind"
	if got := answer.(*ruling.Scored).WhyNone; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestOnlyVerdicts holds what is told of an item where only verdicts are asked for.
func TestOnlyVerdicts(t *testing.T) {
	for line, want := range map[string]string{
		`{"id":"a","text":"one, two","answers":"verdicts","requirements":["no commas","at most 3 words","be witty"]}`:                                     `{"id":"a","reward":0.5,"met":1,"decided":2,"of":3,"verdicts":[false,true,null],"undecided":["be witty"]}`,
		`{"text":"Sure, here:\none two","answers":"verdicts","reading":"loose","instruction_id_list":["punctuation:no_comma","detectable_format:title"]}`: `{"reward":0.5,"met":1,"decided":2,"of":2,"verdicts":[true,false],"strictly":[false,false]}`,
		`{"text":"well-known facts","answers":"verdicts","requirements":[{"reading":"plain","check":{"count":{"unit":"word"},"is":{"most":2}}}]}`:         `{"reward":null,"why_none":"code can decide none of the requirements: the answer has at most 2 words: 2 words; with hyphenated words as several 3 words","met":0,"decided":0,"of":1,"verdicts":[null],"undecided":["the answer has at most 2 words"]}`,
	} {
		answer, _, err := answerer().Answer([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := json.Marshal(answer); err != nil || string(got) != want {
			t.Errorf("%s: got %s, want %s (%v)", line, got, want, err)
		}
	}
}

// Rows of benchmarks and training sets may have fields of any name beside those
// that are read.
func TestFieldsOfRows(t *testing.T) {
	for _, line := range []string{
		`{"text":"x","requirement":"no commas","mode":"train","strictness":0.5,"key":7,"prompt":"strict"}`,
		`{"text":"x","requirements":["no commas"],"rewards":[0.5],"all":"all","answer":"full","reading":"loose","mode":"strict"}`,
		`{"text":"x","requirements":[{"rule":{"check":{"case":"upper"}},"id":"1","weight":2,"points":2}]}`,
	} {
		if _, _, err := answerer().Answer([]byte(line)); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// TestItemErrors holds that a bad item names the field.
func TestItemErrors(t *testing.T) {
	for line, field := range map[string]string{
		`{"text":"x","requirements":[]}`:                                                                 "requirements",
		`{"text":"x","requirements":["a",3]}`:                                                            "requirements[1]",
		`{"text":"x","requirements":[{"requirement":"no commas","weight":"2"}]}`:                         "requirements[0]",
		`{"text":"x","requirements":[{"requirement":"no commas","weight":0}]}`:                           "requirements[0]",
		`{"text":"x","requirements":[{"requirement":"no commas","weight":1e308}]}`:                       "requirements[0]",
		`{"text":"x","requirements":["no commas"],"instruction_id_list":["a"]}`:                          "instruction_id_list",
		`{"text":"x","requirements":["no commas"],"requirement":"no dashes"}`:                            "requirement",
		`{"text":"x","requirements":[{"name":"none/such"}]}`:                                             "requirements[0]",
		`{"text":"x","reading":"kind","requirements":["no commas"]}`:                                     "reading",
		`{"text":"x","reward":"half","requirements":["no commas"]}`:                                      "reward",
		`{"text":"x","undecided":"maybe","requirements":["no commas"]}`:                                  "undecided",
		`{"text":"x","answers":"short","requirements":["no commas"]}`:                                    "answers",
		`{"requirements":["no commas"]}`:                                                                 "text",
		`{"text":"x","instruction_id_list":"a"}`:                                                         "instruction_id_list",
		`{"text":"x","instruction_id_list":["a","b"],"kwargs":[{}]}`:                                     "kwargs",
		`{"text":"x","instruction_id_list":["a"],"kwargs":["b"]}`:                                        "kwargs",
		`{"text":"x","ground_truth":"yes"}`:                                                              "ground_truth",
		`{"text":"x","ground_truth":{"func_name":"validate_tea"}}`:                                       "ground_truth",
		`{"text":"x","ground_truth":{"func_name":"verify_bullet_points"}}`:                               "ground_truth",
		`{"text":"x","ground_truth":{"func_name":"verify_keywords"}}`:                                    "ground_truth",
		`{"text":"x","ground_truth":{"func_name":"validate_choice"}}`:                                    "ground_truth",
		`{"text":"x","ground_truth":{"kwargs":[]}}`:                                                      "ground_truth",
		`{"text":"x","requirement":"no commas","reading":"kind"}`:                                        "reading",
		`{"text":"x","requirement":"no commas","strictness":"loose"}`:                                    "strictness",
		`{"text":"x","requirement":"no commas","Reading":"loose"}`:                                       "Reading",
		`{"text":"x","requirements":["no commas"],"rewards":"all"}`:                                      "rewards",
		`{"text":"x","requirements":["no commas"],"undecide":"not_met"}`:                                 "undecide",
		`{"text":"x","requirements":[{"requirement":"no commas","points":-2}]}`:                          "requirements[0]",
		`{"text":"x","requirements":[{"requirement":"no commas","wieght":-2}]}`:                          "requirements[0]",
		`{"text":"x","requirements":["no commas","punctuation:no_comma"]}`:                               "requirements[1]",
		`{"text":"x","requirements":[{"text":"no commas","scope":{"reach":"part","of":"title"}}]}`:       "requirements[0]",
		`{"text":"x","requirements":["a",{"rule":{"name":"punctuation:no_comma"},"needs":["1"]}]}`:       "requirements[1]",
		`{"text":"x","requirements":[{"text":"no commas","turn":2}]}`:                                    "requirements[0]",
		`{"text":"x","requirements":[{"text":"no commas","part_rule":{"name":"punctuation:no_comma"}}]}`: "requirements[0]",
		`{"text":"x","requirements":[{"text":"no commas","name":"punctuation:no_comma"}]}`:               "requirements[0]",
		`{"text":"x","requirements":[{"text":"no commas","check":"words <= 3"}]}`:                        "requirements[0]",
		`{"text":"x","requirement":"ifeval/punctuation:no_comma"}`:                                       "requirement",
		`{"text":"x","requirements":["` + strings.Repeat("x", 5000) + `"]}`:                              "requirements[0]",
	} {
		_, _, err := answerer().Answer([]byte(line))
		if adhere.CodeOf(err) != adhere.Invalid || ruling.FieldOf(err) != field {
			t.Errorf("%.80s: %v (field %q, want %q)", line, err, ruling.FieldOf(err), field)
		}
	}
}

// FuzzItem holds that no line crashes, and that a reward lies in 0..1.
func FuzzItem(f *testing.F) {
	for _, line := range []string{
		`{"text":"one, two","requirements":["at most 3 words",{"requirement":"no commas","weight":-1.5}]}`,
		`{"text":"x","instruction_id_list":["punctuation:no_comma"],"kwargs":[{"a":null}]}`,
		`{"text":"x","ground_truth":"[{\"instruction_id\": [\"punctuation:no_comma\"]}]"}`,
	} {
		f.Add([]byte(line))
	}
	a := answerer()
	f.Fuzz(func(t *testing.T, line []byte) {
		answer, _, err := a.Answer(line)
		if s, ok := answer.(*ruling.Scored); err == nil && ok && s.Reward != nil && !(*s.Reward >= 0 && *s.Reward <= 1) {
			t.Errorf("reward %v", *s.Reward)
		}
	})
}
