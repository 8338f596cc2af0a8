package followbench_test

import (
	"encoding/json"
	"strings"
	"testing"

	"adhere"
	"adhere/verify"
	"adhere/verify/followbench"
)

func compile(t testing.TB, name, args string) verify.Check {
	t.Helper()
	check, err := verify.NewCatalog(followbench.Suite()).Compile(&adhere.Rule{Name: "followbench/" + name, Args: json.RawMessage(args)})
	if err != nil {
		t.Fatal(err)
	}
	return check
}

func TestCheckers(t *testing.T) {
	for _, c := range []struct {
		name, args string
		answer     string
		met        bool
		finding    string
	}{
		{"equals", `{"text":"A, b"}`, "A, b", true, `the answer "A, b", expected exactly "A, b"`},
		{"equals", `{"text":"A, b"}`, "A, b\n", false, `the answer "A, b\n", expected exactly "A, b"`},
		{"equals", `{"text":""}`, "", true, `the answer "", expected exactly ""`},
		{"one_of", `{"texts":["red","blue"]}`, "blue", true, `the answer "blue", expected exactly one of "red", "blue"`},
		{"one_of", `{"texts":["red","blue"]}`, "red, blue", false, `the answer "red, blue", expected exactly one of "red", "blue"`},
		{"lines_of", `{"text":"one\ntwo"}`, "two\none\ntwo", true, `3 lines known, expected only lines out of 2 known ones`},
		{"lines_of", `{"text":"one\ntwo"}`, "two\n", false, `line 2 is "", expected only lines out of 2 known ones`},

		{"template", `{"template":"{instruction}\nA: {answer}"}`, "A: yes. B", true, `the answer has the form, expected the form "A: {answer}"`},
		{"template", `{"template":"A: {answer}"}`, "A: ", true, `the answer has the form, expected the form "A: {answer}"`},
		{"template", `{"template":"A: {answer}"}`, " A: yes", false, `line 1 is " A: yes", expected the form "A: {answer}"`},
		{"template", `{"template":"A: {answer}"}`, "A: yes\nno", false, `2 lines instead of 1, expected the form "A: {answer}"`},
		{"template", `{"template":"<{answer}>\n[end]"}`, "<a>b>\n[end]", true, `the answer has the form, expected the form "<{answer}>\n[end]"`},
		{"template", `{"template":"<{answer}>\n[end]"}`, "<a>b>\n[End]", false, `line 2 is "[End]", expected the form "<{answer}>\n[end]"`},
		{"template", `{"template":"{{'bot': '{answer}'}}"}`, "{'bot': 'it's (a+b)'}", true, `the answer has the form, expected the form "{'bot': '{answer}'}"`},
		{"template", `{"template":"aba{answer}aba"}`, "ababa", false, `line 1 is "ababa", expected the form "aba{answer}aba"`},
		{"template", `{"template":"{answer}, {answer}!"}`, "a, b, c!", true, `the answer has the form, expected the form "{answer}, {answer}!"`},
		{"template", `{"template":"{answer}, {answer}!"}`, "a b c!", false, `line 1 is "a b c!", expected the form "{answer}, {answer}!"`},
		{"template", `{"template":"x.*y"}`, "x and y", true, `the answer has the form, expected the form "x.*y"`},

		{"last_match", `{"shape":"choice","text":"(B)"}`, "(A) or (B)?", true, `the last is "(B)", expected "(B)" as the last`},
		{"last_match", `{"shape":"choice","text":"(B)"}`, "(B), not (A)", false, `the last is "(A)", expected "(B)" as the last`},
		{"last_match", `{"shape":"choice","text":"(B)"}`, "B", false, `the answer does not hold a choice such as (A), expected "(B)" as the last`},
		{"last_match", `{"shape":"date","text":"02/03/1999"}`, "it was 102/03/19999", true, `the last is "02/03/1999", expected "02/03/1999" as the last`},
		{"last_match", `{"shape":"dollars","text":"$12"}`, "$3 and $12.50", true, `the last is "$12", expected "$12" as the last`},
		{"last_match", `{"shape":"yuan","text":"12美元"}`, "共12美元。", true, `the last is "12美元", expected "12美元" as the last`},

		{"begins_with", `{"text":"We"}`, "Weather is fine", true, `the answer begins with "Weather is fine", expected "We" at the start`},
		{"begins_with", `{"text":"We"}`, " We", false, `the answer begins with " We", expected "We" at the start`},
		{"ends_with", `{"text":"the end"}`, "This is the end", true, `the answer ends with "This is the end", expected "the end" at the end`},
		{"ends_with", `{"text":"the end"}`, "the end.", false, `the answer ends with "the end.", expected "the end" at the end`},

		{"contains_text", `{"text":"floor"}`, "2nd floors", true, `the answer holds "floor", expected "floor" in the answer`},
		{"contains_text", `{"text":"了","sentence":2,"ends":"。"}`, "好。走了。", true, `sentence 2 holds "了", expected "了" in sentence 2`},
		{"contains_text", `{"text":"了","sentence":3,"ends":"。"}`, "好。走了。", false, `there is no sentence 3, expected "了" in sentence 3`},
		{"lacks_text", `{"text":"late","any_case":true}`, "Too LATELY", false, `the answer holds "late" regardless of case, expected the answer without "late" regardless of case`},
		{"lacks_text", `{"text":"late"}`, "Too Late", true, `the answer does not hold "late", expected the answer without "late"`},
		{"contains_word", `{"word":"in"}`, "inn, in-law", true, `the answer holds the word "in", expected the word "in" in the answer`},
		{"contains_word", `{"word":"in"}`, "inn In éin in_", false, `the answer does not hold the word "in", expected the word "in" in the answer`},
		{"lacks_word", `{"word":"New York"}`, "New  York", true, `the answer does not hold the word "New York", expected the answer without the word "New York"`},
		{"lacks_word", `{"word":"dull","sentence":2}`, "Dull. So dull!", false, `sentence 2 holds the word "dull", expected sentence 2 without the word "dull"`},
		{"words_by_sentence", `{"words":["a","b"]}`, "A a! b? c", true, `each is in its sentence, expected "a" in sentence 1, "b" in sentence 2`},
		{"words_by_sentence", `{"words":["a","b"]}`, "a! bb", false, `sentence 2 does not hold "b", expected "a" in sentence 1, "b" in sentence 2`},
		{"texts_by_sentence", `{"texts":["a","b"]}`, "ha", false, `there is no sentence 2, expected "a" in sentence 1, "b" in sentence 2`},

		{"present_continuous", `{}`, "They are \n singing", true, `the answer holds am, is or are before a word in -ing, expected am, is or are before a word in -ing in the answer`},
		{"present_continuous", `{}`, "This singing is ing, are-going, IS going", false, `the answer does not hold am, is or are before a word in -ing, expected am, is or are before a word in -ing in the answer`},
		{"present_perfect", `{"sentence":2}`, "No. It has gone", true, `sentence 2 holds has or have before a word, expected has or have before a word in sentence 2`},
		{"present_perfect", `{"sentence":1}`, "It has, have. has", false, `sentence 1 does not hold has or have before a word, expected has or have before a word in sentence 1`},
		{"lower_case", ``, "a b1", true, `2 small letters and no capitals, expected small letters and no capitals`},
		{"lower_case", `null`, "12", false, `0 small letters and no capitals, expected small letters and no capitals`},
		{"lower_case", `{}`, "aB", false, `the capital "B", expected small letters and no capitals`},
		{"no_numerals", `{}`, "第三", false, `the numeral "三", expected no numerals`},
		{"no_numerals", `{}`, "天气", true, `no numerals, expected none`},
		{"no_word_ending", `{"suffix":"-ly"}`, "a friend-ly dog", false, `the word "friend-ly", expected no word that ends with "-ly"`},
		{"no_word_ending", `{"suffix":"-ly"}`, "a friendly dog-lyre", true, `no word ends with "-ly", expected none`},

		{"length", `{"less_than":4}`, "one two three", true, `3 words, expected at most 3`},
		{"length", `{"less_than":4}`, "one two  three", false, `4 words, expected at most 3`},
		{"length", `{"exactly":1}`, "", true, `1 word, expected exactly 1`},
		{"length", `{"at_most":3,"unit":"characters"}`, "你好吗！", false, `4 characters, expected at most 3`},
		{"sentences", `{"exactly":2}`, "One.. Two", true, `2 sentences, expected exactly 2`},
		{"sentences", `{"exactly":2}`, "One. Two.\n", false, `3 sentences, expected exactly 2`},
		{"sentences", `{"exactly":2,"ends":"。"}`, "一。二", true, `2 sentences, expected exactly 2`},
		{"sentence_lengths", `{"less_than":3}`, "One two. One two three.", false, `sentence 2 has 3 words, expected at most 2 in each`},
		{"sentence_lengths", `{"more_than":1,"unit":"characters","ends":"。"}`, "一二。", true, `1 sentence within bounds, expected at least 2 in each`},
		{"paragraphs", `{"exactly":2}`, "a\n\nb\nc", true, `2 paragraphs, expected exactly 2`},
		{"paragraph_sentences", `{"first":2,"less_than":2}`, "a\n\nb. c\n\nd", false, `paragraph 2 has 2 sentences, expected at most 1 in each`},
		{"paragraph_sentences", `{"first":2,"less_than":2}`, "a\n\nb\n\nc. d", true, `2 paragraphs within bounds, expected at most 1 in each`},
		{"numbered_paragraphs", `{}`, "1. a\n\n \n\n  22.b", true, `3 paragraphs in order, expected a number and a full stop at the start of each paragraph`},
		{"numbered_paragraphs", `{}`, "1. a\n\n2) b", false, `paragraph 2 begins with "2) b", expected a number and a full stop at the start of each paragraph`},
		{"punctuation", `{"exactly":1}`, "a-b 你，", true, `1 punctuation character, expected exactly 1`},
		{"punctuation", `{"exactly":1,"also":"，"}`, "a-b 你，", false, `2 punctuation characters, expected exactly 1`},
		{"bold_numbers", `{"exactly":2}`, "**1. Ants: small\n**2 Bees:\n** 3:\n**4\n:", true, `2 numbered points in bold, expected exactly 2`},
		{"point_sentences", `{"less_than":3}`, "**Point 1.a Ants e.g. bees. Small.", false, `point 1 has 5 pieces between full stops, expected at most 2 in each`},
		{"point_sentences", `{"less_than":3}`, "**1. Ants are small. No.6.6. a", true, `1 point within bounds, expected at most 2 in each`},
		{"prose_lengths", `{"at_least":3,"at_most":4}`, "Ask Mr. Fox now. Or e.g. an owl?", true, `2 sentences within bounds, expected 3 to 4 in each`},
		{"prose_lengths", `{"at_least":3,"at_most":4}`, "Ask the fox.  Or an owl? ", false, `sentence 3 has 0 words, expected 3 to 4 in each`},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := compile(t, c.name, c.args)(verify.NewText(c.answer))
			if f.Met != c.met || f.String() != c.finding {
				t.Errorf("%s of %q: met %v, %s\nwant %v, %s", c.args, c.answer, f.Met, f, c.met, c.finding)
			}
		})
	}
}

func TestBadArguments(t *testing.T) {
	catalog := verify.NewCatalog(followbench.Suite())
	for _, c := range []struct{ name, args, want string }{
		{"equals", `{}`, "text: missing, expected a string"},
		{"equals", `{"text":3}`, "text: expected a string, got a number"},
		{"equals", `{"txt":"a"}`, "txt: unknown argument"},
		{"equals", `["a"]`, "args: expected an object: json: cannot unmarshal array into Go value of type followbench.arguments"},
		{"one_of", `{"texts":[]}`, "texts: missing, expected at least one string"},
		{"one_of", `{"texts":"a"}`, "texts: expected a list of strings, got a string"},
		{"template", `{}`, "template: missing, expected a string"},
		{"contains_word", `{"word":""}`, "word: expected a string that is not empty"},
		{"contains_text", `{"text":"a","sentence":-1}`, "sentence: expected a number from 1, got -1"},
		{"words_by_sentence", `{"words":["a",""]}`, "words[1]: expected a string that is not empty"},
		{"last_match", `{"text":"a","shape":"star"}`, `shape: expected choice, date, dollars or yuan, got "star"`},
		{"length", `{}`, "exactly: missing, expected exactly, less_than, at_most, more_than or at_least"},
		{"length", `{"exactly":-1}`, "exactly: expected a number from 0, got -1"},
		{"length", `{"exactly":1.5}`, "exactly: expected a whole number, got a number 1.5"},
		{"length", `{"at_least":3,"at_most":2}`, "exactly: the bounds leave no number"},
		{"length", `{"less_than":0}`, "exactly: the bounds leave no number"},
		{"length", `{"exactly":1,"unit":"miles"}`, `unit: expected words or characters, got "miles"`},
		{"paragraph_sentences", `{"less_than":2}`, "first: missing, expected a number from 1"},
	} {
		_, err := catalog.Compile(&adhere.Rule{Name: "followbench/" + c.name, Args: json.RawMessage(c.args)})
		if want := "checker followbench/" + c.name + ": " + c.want; err == nil || err.Error() != want {
			t.Errorf("%s: error %v\nwant %s", c.args, err, want)
		}
	}
}

// rules are one of each checker.
func rules() map[string]string {
	return map[string]string{
		"equals": `{"text":"a"}`, "lines_of": `{"text":"a"}`, "one_of": `{"texts":["a"]}`,
		"template": `{"template":"a{answer}a{answer}b\n{answer}"}`, "last_match": `{"text":"a","shape":"date"}`,
		"begins_with": `{"text":"a"}`, "ends_with": `{"text":"a"}`,
		"contains_text": `{"text":"ab","sentence":2}`, "lacks_text": `{"text":"ab","any_case":true}`,
		"contains_word": `{"word":"ab"}`, "lacks_word": `{"word":"a b","sentence":1}`,
		"words_by_sentence": `{"words":["a","b"]}`, "texts_by_sentence": `{"texts":["a","b"]}`,
		"present_continuous": `{}`, "present_perfect": `{"sentence":1}`, "lower_case": `{}`, "no_numerals": `{}`,
		"punctuation": `{"exactly":1}`, "length": `{"at_most":3}`, "sentences": `{"exactly":1}`, "sentence_lengths": `{"less_than":9}`,
		"paragraphs": `{"exactly":1}`, "paragraph_sentences": `{"first":3,"less_than":3}`, "numbered_paragraphs": `{}`,
		"bold_numbers": `{"exactly":5}`, "point_sentences": `{"less_than":3}`, "prose_lengths": `{"at_most":15}`, "no_word_ending": `{"suffix":"-ly"}`,
	}
}

func TestEveryCheckerIsTried(t *testing.T) {
	suite, tried := followbench.Suite(), rules()
	if len(suite.Checkers) != len(tried) {
		t.Errorf("%d checkers, %d tried", len(suite.Checkers), len(tried))
	}
	for _, k := range suite.Checkers {
		if _, err := k.Compile(json.RawMessage(tried[k.Name])); err != nil || k.Doc == "" {
			t.Errorf("%s: %v, doc %q", k.Name, err, k.Doc)
		}
	}
}

// Answers of any kind and size go through, with a finding in words.
func TestAnyAnswer(t *testing.T) {
	for name, answer := range map[string]string{
		"empty": "", "broken text": "a\xff.\xf0\x9f b\xed\xa0\x80", "right to left": "שלום עולם. مرحبا!",
		"marks": strings.Repeat("**1", 1<<16), "words": strings.Repeat("is a ", 1<<16), "lines": strings.Repeat("a\n\n", 1<<16), "long": strings.Repeat("a. b ", 1<<17),
	} {
		for rule, args := range rules() {
			f := compile(t, rule, args)(verify.NewText(answer))
			if f.Measured == "" || f.Wanted == "" || len(f.String()) > 1000 || strings.Contains(f.String(), "\n") {
				t.Errorf("%s of %s: %.300q", rule, name, f)
			}
		}
	}
}

func FuzzCheckers(f *testing.F) {
	f.Add("**1. Ants: we are singing e.g. now. Mr. Fox has gone!\n\n2. $12, 01/02/2003 (A)", `{"text":"a"}`)
	f.Add("a。b，三", `{"texts":["a"],"words":["b"],"exactly":1,"unit":"characters","ends":"。","sentence":2,"first":1}`)
	suite := followbench.Suite()
	f.Fuzz(func(t *testing.T, answer, args string) {
		for _, k := range suite.Checkers {
			check, err := k.Compile(json.RawMessage(args))
			if err != nil {
				continue
			}
			text := verify.NewText(answer)
			if first, second := check(text), check(text); first != second {
				t.Errorf("%s: %v, then %v", k.Name, first, second)
			}
		}
	})
}

func BenchmarkCheckers(b *testing.B) {
	answer := strings.Repeat("**1. Ants: we are singing e.g. now. Mr. Fox has gone!\n\n", 40)
	for _, k := range followbench.Suite().Checkers {
		check := compile(b, k.Name, rules()[k.Name])
		b.Run(k.Name, func(b *testing.B) {
			b.SetBytes(int64(len(answer)))
			b.ReportAllocs()
			for b.Loop() {
				check(verify.NewText(answer))
			}
		})
	}
}
