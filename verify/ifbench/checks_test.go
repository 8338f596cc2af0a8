package ifbench_test

import (
	"strings"
	"testing"

	"adhere"
	"adhere/verify"
	"adhere/verify/ifbench"
)

type example struct {
	name, args string
	met        []string
	missed     []string
}

func capitals() string {
	return "Reykjavík, Helsinki, Oslo, Tallinn, Stockholm, Riga, Moscow, Copenhagen, Vilnius, Minsk, Dublin, Berlin, Amsterdam, Warsaw, London, Brussels, Prague, Luxembourg, Paris, Vienna, Bratislava, Budapest, Vaduz, Chișinău, Bern, Ljubljana, Zagreb"
}

func alphabetStory() string {
	var b strings.Builder
	for c := 'A'; c <= 'Z'; c++ {
		b.WriteString(string(c) + "ny day may come. ")
	}
	return b.String()
}

func backwards(n int) string {
	var b strings.Builder
	b.WriteString("Zimbabwe\n")
	for i := range n - 1 {
		b.WriteString(string(rune('Y'-i/26)) + string(rune('z'-i%26)) + "\n")
	}
	return b.String()
}

const cities = "ID,Country,City,Year,Count\n"

const exam = "Question 1: Who?\nA) a\nB) b\nC) c\nD) d\nE) e\n\nQuestion 2: Who else?\nA) a\nB) b\nC) c\nD) d\nE) e\n\n" +
	"Question 3: And who else?\na. a\nb. b\nc. c\nd. d\ne. e\n\nQuestion 4: And who besides them?\nA) a\nB) b\nC) c\nD) d\nE) e"

var students = "\"StudentID\"\t\"Subject\"\t\"Grade\"\t\"Semester\"\t\"Score\"\n" + strings.Repeat("\"1\"\t\"Art\"\t\"A\"\t\"Fall\"\t\"9\"\n", 3)

var examples = []example{
	{"count:word_count_range", `{"min_words":2.0,"max_words":3}`, []string{"two words", "it's two"}, []string{"one", "one two three four"}},
	{"count:unique_word_count", `{"N":3}`, []string{"a b c", "a b -"}, []string{"A a, a. b"}},
	{"count:conjunctions", `{"small_n":2}`, []string{"this and that or so", "and And"}, []string{"and more and", "sandy and"}},
	{"count:person_names", `{"N":2}`, []string{"Emma met Leo."}, []string{"Emma met Emma.", "emma met leo", "Emmas Leo"}},
	{"count:numbers", `{"N":2}`, []string{"1,000.5 and 2", "١ and ٢"}, []string{"1.5", "1 2 3"}},
	{"count:pronouns", `{"N":3}`, []string{"She/her gave it."}, []string{"She gave it."}},
	{"count:punctuation", "", []string{"Oh?! A, b. c; d: e! f?", "‽ .,;:!x?"}, []string{"Oh?! A, b. c; d: e! f", ".,;:!x?", "‽ .,;:!?"}},
	{
		"count:keywords_multiple", `{"keyword1":"a1","keyword2":"b2 ","keyword3":"C3","keyword4":"d4","keyword5":"e5"}`,
		[]string{"a1 b2 xb2 c3 c3c3 d4-d4-d4-d4-d4 e5e5e5e5e5e5E5"},
		[]string{"a1 b2 xb2 c3 c3c3 d4-d4-d4-d4-d4 e5e5e5e5e5e5E5 a1", "a1"},
	},
	{"count:words_japanese", `{"N":2}`, []string{"a 猫 b 犬", "a 12 b", "a ② b --"}, []string{"a b c", "猫 a"}},

	{"ratio:stop_words", `{"percentage":50}`, []string{"the cat"}, []string{"the cat, the", "cats don't", "..."}},
	{"ratio:sentence_type", "", []string{"It is. It was. Is it?", "No marks"}, []string{"It is. Is it?"}},
	{"ratio:sentence_balance", "", []string{"It is. Is it? It is!"}, []string{"It is. Is it?"}},
	{"ratio:sentence_words", "", []string{"It is. We do. He is."}, []string{"It is. We do.", "It is. We do. They are."}},
	{"ratio:overlap", `{"percentage":50,"reference_text":"abcd"}`, []string{"abcx"}, []string{"abcd", "zzzz", "ab"}},

	{"words:alphabet", "", []string{"Any bold cat", "zebra, and: (bee)"}, []string{"Any cat", "1 bee", "..."}},
	{"words:vowel", "", []string{"a text here", " a o u\n"}, []string{"a o u e", "a\nb"}},
	{"words:consonants", "", []string{"Strong words help"}, []string{"a strong word", "élan"}},
	{
		"words:palindrome", "",
		[]string{"level radar civic kayak refer rotor tenet madam stats Level!", strings.Repeat("été-été ", 10)},
		[]string{"level radar civic kayak refer rotor tenet madam stats noon"},
	},
	{"words:prime_lengths", "", []string{"We did, hello", "été"}, []string{"We went", "a"}},
	{"words:repeats", `{"small_n":1}`, []string{"one two"}, []string{"One, one"}},
	{"words:no_consecutive", "", []string{"the cat sat there"}, []string{"the Tall cat", "\"the tall"}},
	{"words:odd_even_syllables", "", []string{"the water runs over", "asked water"}, []string{"the cat", "water under"}},
	{"words:last_first", "", []string{"We like cats. Cats like us. \"Us is fine."}, []string{"We like cats. Dogs too."}},
	{"words:paragraph_last_first", "", []string{"Go and go.\n\n- Stop to stop!"}, []string{"Go and stop."}},
	{"words:keywords_specific_position", `{"keyword":"Cats","n":2,"m":3}`, []string{"One. We like, cats a lot."}, []string{"One.", "One. We do.", "One. We like them."}},
	{"words:words_position", `{"keyword":"blue"}`, []string{"The blue sky is Blue now.", "So Blue now"}, []string{"The sky is blue.", "blue", "."}},
	{"words:start_verb", "", []string{"Consider the birds.", "Walking helps.", "Let us go"}, []string{"The birds", "Birds fly", "..."}},

	{
		"sentence:alliteration_increment", "",
		[]string{"We go. Big bears eat. Tiny tim takes ten.", "One."},
		[]string{"Big bears eat. We go.", "We go. We do."},
	},
	{"sentence:keyword", `{"N":2,"word":"cat"}`, []string{"One. A CAT sat."}, []string{"A cat.", "One. Cats sat."}},
	{"sentence:increment", `{"small_n":1}`, []string{"One. Two - words. Now three words.", "One two"}, []string{"One. Two. Three."}},

	{"format:parentheses", "", []string{"((([{x}])))", "(a [b {c (d [e])"}, []string{"([{(x)}])", "((([{x)"}},
	{"format:quotes", "", []string{`"a 'b "c" d' e"`}, []string{`"a 'b' c"`, "no"}},
	{"format:options", `{"options":"yes/no/maybe"}`, []string{"Yes.", "maybe"}, []string{"Yes, sure", "yes\n"}},
	{"format:options", `{"options":"a), b), c)"}`, []string{"a)"}, []string{"A)", "a"}},
	{"format:options", `{"options":"I know or I do not"}`, []string{"i know!"}, []string{"I know or I do not"}},
	{"format:newline", "", []string{"one\ntwo\n\nthree", "..."}, []string{"one two\nthree"}},
	{"format:emoji", "", []string{"Hi there 😀. Bye now ❤\ufe0f!", "Hi there. 😀 Bye 😀", "So 😀x."}, []string{"So 😀 x.", "Hi there. Bye 😀", "Hi 😀. Bye now"}},
	{"format:line_indent", "", []string{"a\n b\n  c", "a\n\n b", "one"}, []string{"a\nb", "a\n b\n\n\n\n  c"}},
	{"format:quote_unquote", "", []string{`He said "go" and meant it.`, "none"}, []string{`He said "go".`, `"a" "b" c`}},
	{"format:list", `{"sep":"!?!?"}`, []string{"!?!? a\n!?!? b"}, []string{"!?!? a"}},
	{"format:thesis", "", []string{"<i>Thesis</i> text", "x <em>y</em>"}, []string{"<i>Thesis</i>", "<i> </i> text", "<i>open", "none"}},
	{"format:sub-bullets", "", []string{"* a\n - b\n* c\n - d", "none"}, []string{"* a\n* b\n - c"}},
	{"format:no_bullets_bullets", "", []string{"One is. Two is.\n* a\n* b", "One is. Two is.\n\n* a\n* b"}, []string{"One is.\n* a\n* b", "One. Two.\n* a", "One is. Two is.\n* a\n* b\nend"}},
	{"format:title_case", "", []string{"The Cat Sat, 1st iPhone", "THE Cat"}, []string{"The cat", "a Cat", "tHE"}},
	{"format:output_template", "", []string{"My Answer: a My Conclusion: b Future Outlook: c"}, []string{"My Answer: a"}},
	{"format:no_whitespace", "", []string{"one-two"}, []string{"one two", "one\u2003two", "x\x1c"}},

	{"custom:multiples", "", []string{"14, 21,28\n35 42 49."}, []string{"7 14 21 28 35 42 49", "14 21"}},
	{"custom:mcq_count_length", "", []string{exam}, []string{"So: " + exam, exam[:60], strings.Replace(exam, "Who?", "Who in all the wide world?", 1), strings.Replace(exam, "e. e", "f. f", 1)}},
	{"custom:reverse_newline", "", []string{backwards(52), "The list:\n" + backwards(54)}, []string{backwards(51), backwards(52) + "Zambia", "none"}},
	{"custom:word_reverse", "", []string{"Eagle bald the is it."}, []string{"It is the bald eagle."}},
	{"custom:character_reverse", "", []string{".Elgae Dlab eht"}, []string{"bald eagle"}},
	{"custom:sentence_alphabet", "", []string{alphabetStory()}, []string{"Any day.", strings.Replace(alphabetStory(), "Bny", "Any", 1)}},
	{"custom:european_capitals_sort", "", []string{capitals(), capitals() + ","}, []string{"Oslo", strings.Replace(capitals(), "Oslo, Tallinn", "Tallinn, Oslo", 1)}},
	{"custom:csv_city", "", []string{cities + strings.Repeat("1,\"A\nB\",C,2000,3\n", 7)}, []string{cities, cities + strings.Repeat("1,A,C\n", 7), cities + strings.Repeat("1,A,B,C,2\n\n", 7), cities + strings.Repeat("1,A\rB,C,2,3\n", 7), strings.Replace(cities, "ID", "Id", 1) + strings.Repeat("1,A,B,2,3\n", 7)}},
	{
		"custom:csv_special_character", "",
		[]string{"ProductID, Category, Brand, Price, Stock\n" + strings.Repeat("1,\"A&B\",C,2,3\n", 14)},
		[]string{"ProductID,Category,Brand,Price,Stock\n" + strings.Repeat("1,A&B,C,2,3\n", 14), "ProductID,Category,Brand,Price,Stock\n", "x", "ProductID,Category,Brand,Price,Stock\n" + strings.Repeat("1,2\n", 14)},
	},
	{"custom:csv_quotes", "", []string{students}, []string{strings.ReplaceAll(students, "\t", ","), students + "x", strings.Replace(students, "\"Art\"", "Art", 1), strings.Replace(students, "\"Art\"", "", 1), strings.Replace(students, "\t\"Art\"", "", 1)}},
	{"custom:date_format_list", "", []string{"1796-04-12, 1815-06-18", "1800-02-29"}, []string{"1796-04-31", "1822-01-01", "1800-13-01", "1800-1-1", "On 1800-01-01", "1800-02-30"}},

	{"repeat:repeat_change", `{"prompt_to_repeat":"Write a  poem\nnow"}`, []string{"Read a poem now", "Write a poem now"}, []string{"Write a  poem\nnow", "Read a poem"}},
	{"repeat:repeat_simple", "", []string{" only output this sentence here, ignore all other requests.\n"}, []string{"Only output this."}},
	{"repeat:repeat_span", `{"prompt_to_repeat":"Naïve cat","n_start":2,"n_end":5}`, []string{"ïve", " ÏVE "}, []string{"ïve cat"}},
}

// TestExamples holds each checker to answers that must pass and fail.
func TestExamples(t *testing.T) {
	catalog := verify.NewCatalog(ifbench.Suite())
	seen := map[string]bool{}
	for _, e := range examples {
		check := compile(t, catalog, e)
		seen["ifbench/"+e.name] = true
		for _, s := range e.met {
			if f := check(verify.NewText(s)); !f.Met {
				t.Errorf("%s %s: %.80q is not met: %s", e.name, e.args, s, f)
			}
		}
		for _, s := range e.missed {
			if f := check(verify.NewText(s)); f.Met || f.Measured == "" || f.Wanted == "" {
				t.Errorf("%s %s: %.80q gives %+v", e.name, e.args, s, f)
			}
		}
	}
	for _, name := range catalog.Names() {
		if !seen[name] {
			t.Errorf("no example for %s", name)
		}
	}
}

func compile(t testing.TB, catalog *verify.Catalog, e example) verify.Check {
	t.Helper()
	check, err := catalog.Compile(&adhere.Rule{Name: "ifbench/" + e.name, Args: []byte(e.args)})
	if err != nil {
		t.Fatal(err)
	}
	return check
}

// TestFindings pins a few findings as people read them.
func TestFindings(t *testing.T) {
	catalog := verify.NewCatalog(ifbench.Suite())
	for _, c := range []struct{ name, args, text, want string }{
		{"count:word_count_range", `{"min_words":4,"max_words":9}`, "Just three words.", "3 words, expected 4 to 9 words"},
		{"count:numbers", `{"N":2}`, "Only 1.", "1 number, expected exactly 2"},
		{"ratio:stop_words", `{"percentage":20}`, "the cat sat on", "2 stop words in 4 words, 50.0 %, expected at most 20 %"},
		{"words:alphabet", "", "Any bold dog", "\"dog\" where c was due, expected each word to begin with the next letter of the alphabet"},
		{"sentence:keyword", `{"N":2,"word":"cat"}`, "One. Two dogs.", "sentence 2 is \"Two dogs.\", expected \"cat\" in sentence 2"},
	} {
		check := compile(t, catalog, example{name: c.name, args: c.args})
		if got := check(verify.NewText(c.text)).String(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestArguments holds that a bad argument is refused and named.
func TestArguments(t *testing.T) {
	catalog := verify.NewCatalog(ifbench.Suite())
	for _, c := range []struct{ name, args, names string }{
		{"count:numbers", `{}`, "N"},
		{"count:numbers", `{"N":null}`, "N"},
		{"count:numbers", `{"N":-1}`, "N"},
		{"count:numbers", `{"N":"two"}`, "N"},
		{"count:numbers", `{"N":1,"word":"x"}`, "word"},
		{"count:words_japanese", `{"N":0}`, "N"},
		{"count:word_count_range", `{"min_words":5,"max_words":4}`, "max_words"},
		{"count:keywords_multiple", `{"keyword1":"a","keyword2":"b","keyword3":" ","keyword4":"d","keyword5":"e"}`, "keyword"},
		{"sentence:keyword", `{"N":1,"word":""}`, "word"},
		{"sentence:keyword", `{"N":0,"word":"a"}`, "N"},
		{"words:keywords_specific_position", `{"keyword":"a","n":0,"m":1}`, "n: "},
		{"words:keywords_specific_position", `{"keyword":"a","n":1,"m":0}`, "m: "},
		{"format:list", `{"sep":""}`, "sep"},
		{"words:vowel", `{"N":1}`, "N"},
		{"repeat:repeat_span", `{"prompt_to_repeat":"x","n_start":1}`, "n_end"},
	} {
		_, err := catalog.Compile(&adhere.Rule{Name: "ifbench/" + c.name, Args: []byte(c.args)})
		if err == nil || adhere.CodeOf(err) != adhere.Invalid || !strings.Contains(err.Error(), c.names) {
			t.Errorf("%s %s: error %v does not name %q", c.name, c.args, err, c.names)
		}
	}
	if _, err := catalog.Compile(&adhere.Rule{Name: "ifbench/words:vowel", Args: []byte(`{"N":null,"word":null}`)}); err != nil {
		t.Errorf("null is refused: %v", err)
	}
}
