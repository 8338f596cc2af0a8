package ifeval_test

import (
	"encoding/json"
	"strings"
	"testing"

	"adhere"
	"adhere/verify"
	"adhere/verify/ifeval"
)

func compile(t testing.TB, checker, args string) verify.Check {
	t.Helper()
	check, err := verify.NewCatalog(ifeval.Suite()).Compile(&adhere.Rule{Name: "ifeval/" + checker, Args: json.RawMessage(args)})
	if err != nil {
		t.Fatal(err)
	}
	return check
}

func TestExamples(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range examples {
		seen[c.checker] = true
		t.Run(c.checker, func(t *testing.T) {
			check := compile(t, c.checker, c.args)
			if f := check(verify.NewText(c.met)); !f.Met {
				t.Errorf("%q is not met: %s", c.met, f)
			}
			f := check(verify.NewText(c.not))
			if f.Met || f.Measured != c.measured || f.Wanted == "" {
				t.Errorf("%q: met %v, measured %q, want %q", c.not, f.Met, f.Measured, c.measured)
			}
		})
	}
	for _, k := range ifeval.Suite().Checkers {
		if !seen[k.Name] {
			t.Errorf("no example for %s", k.Name)
		}
	}
	if len(seen) != 25 {
		t.Errorf("%d checkers, want 25", len(seen))
	}
}

// Corners in which the official evaluator surprises.
func TestCorners(t *testing.T) {
	for _, c := range []struct {
		checker, args, text string
		met                 bool
	}{
		{"detectable_format:number_bullet_lists", `{"num_bullets": 1}`, "*\nthe next line goes with it\n", true},
		{"detectable_format:number_bullet_lists", `{"num_bullets": 1}`, "---", true},
		{"detectable_format:number_highlighted_sections", `{"num_highlights": 1}`, "***a***", true},
		{"detectable_format:number_highlighted_sections", `{"num_highlights": 2}`, "**a*b*", false},
		{"detectable_format:title", `{}`, "<<<>>>>", false},
		{"detectable_format:multiple_sections", `{"section_spliter": "S", "num_sections": 2}`, "S١ S 2", true},
		{"detectable_format:json_format", `{}`, "-Infinity", true},
		{"detectable_format:json_format", `{}`, "01", false},
		{"detectable_format:json_format", `{}`, "\"a\nb\"", false},
		{"detectable_format:json_format", `{}`, strings.Repeat("1", 4301), false},
		{"detectable_format:json_format", `{}`, strings.Repeat("1", 4301) + ".0", true},
		{"detectable_format:json_format", `{}`, "```json\n```", false},
		{"detectable_format:json_format", `{}`, "[1] [2]", false},
		{"length_constraints:number_paragraphs", `{"num_paragraphs": 1}`, "***", false},
		{"length_constraints:number_paragraphs", `{"num_paragraphs": 0}`, "***", true},
		{"length_constraints:nth_paragraph_first_word", `{"num_paragraphs": 2, "nth_paragraph": 2, "first_word": "b"}`, "\n\nA\n\nb", false},
		{"length_constraints:nth_paragraph_first_word", `{"num_paragraphs": 1, "nth_paragraph": 1, "first_word": "ὈΔΥΣΣΕΥΣ"}`, "ὈΔΥΣΣΕΥΣ", false},
		{"keywords:existence", `{"keywords": ["kiss"]}`, "\u212aIſs", true},
		{"keywords:existence", `{"keywords": ["a.c"]}`, "a\nc abc", true},
		{"keywords:existence", `{"keywords": ["^b"]}`, "a\nb", false},
		{"keywords:existence", `{"keywords": ["b$"]}`, "ab\n", true},
		{"keywords:existence", `{"keywords": ["[a-z]\\d$"]}`, "İ٣", true},
		{"keywords:forbidden_words", `{"forbidden_words": ["rain|\\w+ing"]}`, "brain", true},
		{"keywords:forbidden_words", `{"forbidden_words": ["e"]}`, "é e_ ée", true},
		{"keywords:frequency", `{"keyword": "(aa|a)", "frequency": 2, "relation": "less than"}`, "aa-", true},
		{"keywords:frequency", `{"keyword": "x*", "frequency": 4, "relation": "at least"}`, "éxé", true},
		{"keywords:letter_frequency", `{"letter": "#", "let_frequency": 2.0, "let_relation": "at least"}`, "##", true},
		{"change_case:capital_word_frequency", `{"capital_frequency": 5, "capital_relation": "at least"}`, "It's USA's U.S. CANNOT", false},
		{"change_case:capital_word_frequency", `{"capital_frequency": 4, "capital_relation": "at least"}`, "It's USA's U.S. CANNOT, o'Hara.", true},
		{"change_case:english_capital", `{}`, "Ⅷ", true},
		{"language:response_language", `{"language": "de"}`, "123", true},
		{"startend:end_checker", `{"end_phrase": "end."}`, "The \"End.\"\"\n", true},
		{"startend:quotation", `{}`, `"`, false},
		{"combination:two_responses", `{}`, "******a******b******", true},
		{"combination:two_responses", `{}`, "a************b", false},
	} {
		if f := compile(t, c.checker, c.args)(verify.NewText(c.text)); f.Met != c.met {
			t.Errorf("%s %s on %.40q: met %v, want %v (%s)", c.checker, c.args, c.text, f.Met, c.met, f)
		}
	}
}

func TestArguments(t *testing.T) {
	for _, c := range []struct{ checker, args, want string }{
		{"length_constraints:number_words", `{"relation": "at least"}`, "num_words: expected a whole number of 0 or more, but it is missing"},
		{"length_constraints:number_words", `{"num_words": "ten", "relation": "at least"}`, `num_words: expected a whole number of 0 or more, got "ten"`},
		{"length_constraints:number_words", `{"num_words": 1.5, "relation": "at least"}`, `num_words: expected a whole number of 0 or more, got 1.5`},
		{"length_constraints:number_words", `{"num_words": -1, "relation": "at least"}`, `num_words: expected a whole number of 0 or more, got -1`},
		{"length_constraints:number_words", `{"num_words": 1, "relation": "at most"}`, `relation: expected "at least" or "less than", got "at most"`},
		{"length_constraints:number_words", `{"num_words": 1, "relation": null}`, `relation: expected "at least" or "less than", but it is missing`},
		{"length_constraints:number_words", `{"num_words": 1, "relation": "at least", "words": 2}`, `words: no such argument`},
		{"length_constraints:number_words", `[1]`, `arguments: expected an object, got [1]`},
		{"length_constraints:nth_paragraph_first_word", `{"num_paragraphs": 2, "nth_paragraph": 3, "first_word": "a"}`, "nth_paragraph: expected 1 to num_paragraphs, which is 2, got 3"},
		{"punctuation:no_comma", `{"relation": "at least"}`, "relation: no such argument"},
		{"keywords:existence", `{"keywords": "rain"}`, `keywords: expected a list of texts, got "rain"`},
		{"keywords:existence", `{"keywords": []}`, `keywords: expected a list of texts, got []`},
		{"keywords:existence", `{"keywords": ["(a"]}`, `keywords: expected a regular expression, got "(a": error parsing regexp: missing closing ): ` + "`(a`"},
		{"keywords:forbidden_words", `{"forbidden_words": ["a(?=b)"]}`, `forbidden_words: expected a regular expression, got "a(?=b)": error parsing regexp: invalid or unsupported Perl syntax: ` + "`(?=`"},
		{"keywords:frequency", `{"keyword": " ", "frequency": 1, "relation": "at least"}`, `keyword: expected a regular expression, got "": it is empty`},
		{"keywords:letter_frequency", `{"letter": "ab", "let_frequency": 1, "let_relation": "at least"}`, `letter: expected one character, got "ab"`},
		{"language:response_language", `{"language": "english"}`, `language: expected the code of a known language, such as en, de or zh-cn, got "english"`},
	} {
		_, err := verify.NewCatalog(ifeval.Suite()).Compile(&adhere.Rule{Name: "ifeval/" + c.checker, Args: json.RawMessage(c.args)})
		if err == nil || err.Error() != "checker ifeval/"+c.checker+": "+c.want {
			t.Errorf("%s %s:\n got %v\nwant %s", c.checker, c.args, err, c.want)
		}
		if adhere.CodeOf(err) != adhere.Invalid {
			t.Errorf("code %q", adhere.CodeOf(err))
		}
	}
}

// A text of 10 MB goes through every checker. It has no loose variants, so
// that one reading is enough.
func TestLongestText(t *testing.T) {
	t.Parallel()
	text := verify.NewText(strings.Repeat("rain and WIND ", 10<<20/14))
	for _, c := range examples {
		if f := compile(t, c.checker, c.args)(text); f.Measured == "" || len(f.String()) > 1000 {
			t.Errorf("%s finds %.80q", c.checker, f)
		}
	}
}

// Any text goes through every checker in both readings, without panic and in
// linear time.
func TestHostileTexts(t *testing.T) {
	t.Parallel()
	const long = 1 << 16
	for name, text := range map[string]string{
		"empty":         "",
		"blank":         " \n\u2028\t",
		"invalid UTF-8": "\xff\xfe a\xc3( [\xe2\x82]\n* \xf0\x9f *b*\xff.",
		"right to left": "هطل المطر طوال الليل.\n* بقينا في البيت\n\u202eabc\u202c",
		"only thoughts": "<think>\nThe user wants rain.\n</think>",
		"long text":     strings.Repeat("The rain, and Mr. Lind's \"roof\" [x] *y*.\n", long/42),
		"long brackets": strings.Repeat("[", long),
		"long stars":    strings.Repeat("*", long),
		"long lines":    strings.Repeat("\n", long),
		"long marks":    strings.Repeat(".' ", long/3),
		"long capitals": strings.Repeat("A", long),
		"long CJK":      strings.Repeat("雨", long/3),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			prepared := verify.NewText(text)
			for _, c := range examples {
				check := compile(t, c.checker, c.args)
				strict, loose := verify.Strict.Decide(check, prepared), verify.Loose.Decide(check, prepared)
				if strict.Met && !loose.Met {
					t.Errorf("%s: met strictly (%s), but not loosely (%s)", c.checker, strict, loose)
				}
				if strings.TrimSpace(text) == "" && (strict.Met || loose.Met) {
					t.Errorf("%s: an empty answer meets it", c.checker)
				}
			}
		})
	}
}

func FuzzIFEvalCheckers(f *testing.F) {
	for _, c := range examples {
		f.Add(c.checker, c.args, c.met)
	}
	f.Add("keywords:frequency", `{"keyword": "(a|b)*?\\b\\s{2,3}$", "frequency": 1, "relation": "at least"}`, "ab  \n")
	catalog := verify.NewCatalog(ifeval.Suite())
	f.Fuzz(func(t *testing.T, checker, args, text string) {
		check, err := catalog.Compile(&adhere.Rule{Name: "ifeval/" + checker, Args: json.RawMessage(args)})
		if err != nil {
			if adhere.CodeOf(err) != adhere.Invalid {
				t.Fatalf("%v has no code", err)
			}
			return
		}
		strict, loose := verify.Strict.Decide(check, verify.NewText(text)), verify.Loose.Decide(check, verify.NewText(text))
		if strict.Met && !loose.Met {
			t.Fatalf("met strictly (%s), but not loosely (%s)", strict, loose)
		}
	})
}
