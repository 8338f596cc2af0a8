package algebra_test

import (
	"encoding/json"
	"strings"
	"testing"

	"adhere"
	"adhere/verify"
	a "adhere/verify/algebra"
)

// verdicts are checks with texts that meet them and texts that do not.
var verdicts = []struct {
	english  string
	met, not []string
}{
	{`the answer has at most 3 words`, []string{"", "one two three"}, []string{"one two three four"}},
	{`the answer has about 10 (give or take 1) words`, []string{"a b c d e f g h i", "a b c d e f g h i j k"}, []string{"a b c d e f g h"}},
	{`the answer has not exactly 1 word`, []string{"", "a b"}, []string{"a"}},
	{`the answer has between 2 and 3 lines`, []string{"a\nb", "a\n\nb\nc"}, []string{"a", "a\nb\nc\nd"}},
	{`the answer starts with "well"`, []string{" Well, yes", "wellness"}, []string{"Oh well", ""}},
	{`the answer starts with the word "well"`, []string{"WELL, yes", "well's", "well"}, []string{"wellness", "well-known"}},
	{`in the parity reading, the answer starts with the word "well"`, []string{"well-known"}, []string{"wellness", "well_known"}},
	{`the answer ends with "done." (same case)`, []string{"It is done.\n"}, []string{"It is Done.", "done. "[:4]}},
	{"the answer ends with a match of `[0-9]+`", []string{"in 1999", "1 "}, []string{"1999."}},
	{`the answer contains the word "K"`, []string{"a \u212a b", "k."}, []string{"ok", "k2"}},
	{`the answer contains "straße"`, []string{"STRAẞE", "die Straße."}, []string{"strasse"}},
	{"the answer contains a match of `^b`", []string{"bc"}, []string{"abc", "a\nb"}},
	{"the answer has exactly 2 occurrences of a match of `a*`", []string{"baa, ca", "aab a"}, []string{"b", "a"}},
	{`the answer has exactly 2 occurrences of "aa"`, []string{"aaaaa"}, []string{"aaa"}},
	{`the answer is equal to "yes" or the answer is equal to "no"`, []string{"Yes", " no\n"}, []string{"yes.", ""}},
	{`the answer is in capitals`, []string{"ABC 1!"}, []string{"ABc", "1"}},
	{`the answer is in lowercase letters`, []string{"abc 1!"}, []string{"aBc", "1"}},
	{`the answer is in title case`, []string{"The End of the World", "Of Mice"}, []string{"The end of Days", "the End", "1"}},
	{`the answer is capitalised`, []string{"\"Well", "1 A"}, []string{"well", "1"}},
	{`the answer is in German`, []string{"Das ist ein ganz gewöhnlicher Satz in dieser Sprache."}, []string{"This is quite an ordinary sentence in this language.", "1"}},
	{`the answer is in Chinese`, []string{"今天天气很好，我们去公园散步，然后回家做饭。"}, []string{"。A"}},
	{`in the parity reading, the answer is in Chinese`, []string{"。A"}, nil},
	{`in the parity reading, the answer is in German`, []string{"1"}, []string{"This is quite an ordinary sentence in this language."}},
	{`the answer ends with "."`, []string{"好。", "はい｡", "Yes."}, []string{"好", "好！"}},
	{`in the parity reading, the answer ends with "."`, []string{"Yes."}, []string{"好。"}},
	{`the answer is in the Cyrillic script`, []string{"Привет, 1!"}, []string{"Привет a", "1"}},
	{`the answer consists only of letters and "-"`, []string{"a-b c"}, []string{"a_b", "", "a1", "a\xff"}},
	{`each code block has exactly 2 lines`, []string{"x\n```go\na\nb\n```\ny", "```\na\nb"}, []string{"```go\na\n```", "```\n```", "```\na\nb\nc\n```"}},
	{`each code block has exactly 1 word`, []string{"See:\n\n```python\nrun\n```"}, []string{"```\nrun it\n```"}},
	{`each code block starts with "/"`, []string{"```\n/a/\n```", "```\n\n/a/\n```"}, []string{"```\na/\n```"}},
	{"each code block starts with \"```go\"", []string{"```go\na\n```"}, []string{"```\n```go", "```\ngo\n```"}},
	{"the answer has exactly 1 code block that starts with \"```go\"", []string{"```go\na\n```\n\n```\nb\n```"}, []string{"```\ngo\n```"}},
	{`the answer contains the word "don't"`, []string{"Don’t go.", "don't"}, []string{"dont", "do not"}},
	{`the answer contains the word "don’t"`, []string{"Don't go."}, []string{"dont"}},
	{`the answer contains "so \"odd\" it"`, []string{"So “odd” it is."}, []string{"so odd it"}},
	{`the answer has no occurrences of "’"`, []string{"Don't."}, []string{"Don’t."}},
	{`the answer is equal to "I don't know"`, []string{"I don’t know"}, []string{"I dont know"}},
	{`the answer is one of "I don't know" or "yes"`, []string{"I don’t know"}, []string{"I dont know"}},
	{`the answer consists only of bullet points`, []string{"- a\n- b\n"}, []string{"Here:\n- a", ""}},
	{`the answer has all the words different`, []string{"", "a b c"}, []string{"a b A"}},
	{`the answer has all the words different (same case)`, []string{"a A"}, []string{"a b a"}},
	{`the answer has the lines in rising alphabetical order`, []string{"Ann\nbob\nBob"}, []string{"bob\nAnn", ""}},
	{`the answer has the lines in strictly falling order of words`, []string{"a b c\nd e\nf"}, []string{"a b\nc d", "a\nb c"}},
	{`the answer has the numbers in rising numerical order`, []string{"1, 2 and 10", "-5 0.5"}, []string{"2 1", "no"}},
	{`the answer has the first word equal to the last word`, []string{"Well, all is well.", "x"}, []string{"a b", ""}},
	{`the answer is one of "yes", "no" or "not sure"`, []string{" Yes\n", "not sure"}, []string{"yes.", "yes no", ""}},
	{`the answer is one of "Yes" (same case)`, []string{"Yes"}, []string{"yes"}},
	{`the answer is a palindrome`, []string{"A man, a plan, a canal: Panama!", "1221"}, []string{"ab", "", "!?!"}},
	{`the answer has the words all among "a" and "b"`, []string{"a B a"}, []string{"a c", ""}},
	{`the answer has the words including "a" and "b"`, []string{"c B a"}, []string{"a c", ""}},
	{`the answer has the table headers just "Name" and "Age"`, []string{"|age|Name|\n|-|-|\n|1|2|"}, []string{"|Name|Age|Sex|\n|-|-|-|", "|Name|\n|-|", "Name, Age"}},
	{`the answer has the numbers just "1" and "2" in this order`, []string{"1, then 2"}, []string{"2 1", "1 2 2", "1", ""}},
	{`the answer has the first 2 words all among "a" (same case)`, []string{"a, a b"}, []string{"a", "A a"}},
	{`the answer has exactly 2 levels of nested lists`, []string{"- a\n  - b\n- c", "1. a\n\n   - b"}, []string{"- a\n- b", "- a\n  - b\n    - c", ""}},
	{`the answer has at least 1 level of nested brackets`, []string{"(a)", "([)]"}, []string{"(]", "a"}},
	{`the answer has exactly 3 levels of nested brackets`, []string{"(a [b {c} d]) (e)"}, []string{"(a [b {c]}", "((a))"}},
	{`each outer list item has exactly 1 occurrence of "x"`, []string{"- a\n  - x\n- x"}, []string{"- x\n  - x"}},
	{`the answer has its first number worth between 1 and 10`, []string{"I give it 7.5 of 100", "10"}, []string{"11", "-3", "none"}},
	{`the answer is valid CSV under the header "a" and "b c"`, []string{"a,b c\n1,2"}, []string{"a,b\n1,2", "A,b c\n1,2"}},
	{`the answer has "a" before "b" before "c"`, []string{"a b c", "abc"}, []string{"a c b", "a b"}},
	{`the answer has "a" before "b" before "a"`, []string{"a b a", "a c b a"}, []string{"a b", "b a"}},
	{`the answer has "a" before "a"`, []string{"a b a"}, []string{"a", "b"}},
	{`the answer has at most 2 different words`, []string{"a A b"}, []string{"a b c"}},
	{`the answer has at most 2 uses of any one of the words`, []string{"a A b"}, []string{"a b A a"}},
	{`the answer has exactly 200 percent as many questions as exclamations`, []string{"A? B? C!"}, []string{"A? C!", "A?"}},
	{`the answer has at most 3 words in the longest of the sentences`, []string{"One two three. Four."}, []string{"One two three four. Five.", ""}},
	{`the answer has exactly 2 words on average in the sentences`, []string{"Today. Two three four."}, []string{"One. Two."}},
	{`the answer has at most 1 word of difference among the sentences`, []string{"One two. Four."}, []string{"One two three. Four."}},
	{`each paragraph starts with "Well"`, []string{"Well, a.\n\nwell, b."}, []string{"Well\n\nOh", ""}},
	{`the first word of each paragraph is capitalised`, []string{"A b\n\nC"}, []string{"A\n\nb", "A\n\n1"}},
	{`each of the first 2 lines has at least 2 words`, []string{"a b\nc d\ne"}, []string{"a b\nc", "a b"}},
	{`the second last line contains "x"`, []string{"a\nx\nb", "x\nb"}, []string{"x", "x\na\nb"}},
	{`each of the lines but the first starts with "-"`, []string{"List:\n- a\n- b"}, []string{"List:\na", "List:"}},
	{`each of the words from the second to the second last is in lowercase letters`, []string{"A b c D"}, []string{"A B c", "A B"}},
	{`the answer has exactly 1 sentence that contains "x"`, []string{"A x. B."}, []string{"A x. B x.", "A."}},
	{`the answer has exactly 2 words in the first line`, []string{"a b\nc"}, []string{"a\nb c"}},
	{`each part divided by "***" has at least 2 words`, []string{"a b\n***\nc d", "a b***"}, []string{"a b***c", "a b *** *** c d"}},
	{`each text under the heading "Facts" has exactly 2 words`, []string{"# Facts:\na b\n# More\nc", "**FACTS**\n\na b"}, []string{"# Fact\na b", "# Facts\n## Sub x\na b"}},
	{`each passage between "<a>" and "</a>" is in capitals`, []string{"x <a>A</a> <a>B</a>"}, []string{"<a>a</a>", "<a>A"}},
	{`each text after the only occurrence of "Answer:" consists only of numbers`, []string{"It is so.\n\nAnswer: 12", "**Answer:** 12", "**Answer: 12**", "Answer:\n12\n"}, []string{"Answer: 12 apples", "Answer: **twelve**", "Answer:", "12", "Answer: 1\nAnswer: 2"}},
	{`each text before the first occurrence of ":" of each bullet point has at most 2 words`, []string{"- a b: c: d e f\n- **a:** b c", "- a b : c"}, []string{"- a b c: d", "- a: b\n- c", "- at 10:30: d"}},
	{`the answer has at most 2 words in the text before the first heading`, []string{"a b\n\n## c d e\n\nf g h", "a b\n\n## c"}, []string{"a b c\n\n## d"}},
	{`each text after (the last list item (that contains "x") in the first section) is equal to "c"`, []string{"# a\n- x\n- b x\n\nc"}, []string{"# a\n- x\n\nc\n\n# b\n\nc"}},
	{`each text before the second paragraph of each text after the only heading is equal to "b"`, []string{"a\n\n# h\n\nb\n\nc"}, []string{"a\n\n# h\n\nb", "a\n\n# h\n\nd\n\nc"}},
	{`for each table, (it has exactly 2 table columns and it has at least 1 table row)`, []string{"a|b\n-|-\n1|2"}, []string{"a|b|c\n-|-|-\n1|2|3", "none"}},
	{`each table row has exactly 2 table cells`, []string{"a|b\n-|-\n1|2", "|a|b|\n|-|-|\n|1|2|"}, []string{"a|b|c\n-|-|-\n1|2|3"}},
	{`each of the first 2 entries has at most 2 words`, []string{"Q1: a b\nQ2: c", "F1: news\n\nTweet 1: a b\nTweet 2: c"}, []string{"Q1: a b c\nQ2: d"}},
	{`the answer has at least 1 table row`, []string{"a|b\n-|-\n1|2", "| a | b |"}, []string{"P(a|b)"}},
	{`the first table column contains "x"`, []string{"|x|y|\n|-|-|\n|1|2|", "|a|b|\n|-|-|\n|x|y|"}, []string{"|a|b|\n|-|-|\n|y|x|"}},
	{`at least 2 of these hold: (the answer contains "a"), (the answer contains "b"), (the answer contains "c")`, []string{"ab", "cb"}, []string{"a", ""}},
	{`it is not so that (the answer contains "a" and the answer contains "b")`, []string{"a", ""}, []string{"ab"}},
	{`the answer is valid JSON`, []string{`{"a": [1, 2]}`, "```json\n[1]\n```", "1"}, []string{"{a: 1}", "", "Here: {}", "[1] [2]"}},
	{`the answer is a JSON object with the keys "a" and "b"`, []string{`{"b":1,"c":2,"a":3}`}, []string{`{"a":1}`, `["a","b"]`}},
	{`the answer is valid JSON with only the keys "a"`, []string{`{"a":1}`}, []string{`{"a":1,"b":2}`, `[]`}},
	{"the answer is valid JSON that fits the schema `{\"items\":{\"type\":\"integer\"}}`", []string{"[1, 2]"}, []string{`["a"]`, "[1"}},
	{`the answer is a JSON array`, []string{"[]"}, []string{"{}"}},
	{`the answer is valid XML with the root "a"`, []string{"<?xml version=\"1.0\"?>\n<a><b/></a>"}, []string{"<b/>", "<a>", "<a/><a/>", "x <a/>", "a"}},
	{`the answer is valid YAML with the keys "a"`, []string{"a: 1\nb: 2", "```yaml\na: [x]\n```"}, []string{"b: 1", "- a", "a: b: c"}},
	{`the answer is valid YAML`, []string{"- a\n- b", "a: 1"}, []string{"just words", "a: 1\n---\nb: 2", ""}},
	{`the answer is valid CSV with 2 columns and 2 rows divided by ";"`, []string{"a;b\n1;\"2;3\""}, []string{"a;b\n1;2;3", "a;b", "a,b\n1,2"}},
}

func TestVerdicts(t *testing.T) {
	for _, v := range verdicts {
		c := parse(t, v.english)
		for want, texts := range map[bool][]string{true: v.met, false: v.not} {
			for _, text := range texts {
				if f := ask(t, c, text); f.Met != want {
					t.Errorf("%s: %q: met %v, want %v: %v", v.english, text, f.Met, want, f)
				}
			}
		}
	}
}

func TestFindings(t *testing.T) {
	for _, c := range []struct{ english, text, want string }{
		{`the answer has at most 2 words`, "one two three", "3 words, expected at most 2 words"},
		{`each paragraph starts with "Well"`, "Well a\n\nOh b\n\nWell", `2 of 3 do: not the second, with it starts with "Oh b", expected that each paragraph starts with "Well"`},
		{"the answer has no occurrences of a match of `b+`", "a b ab abb b bbb bbbb", "6 occurrences of a match of `b+` (\"b\", \"bb\", \"bbb\" …), expected no occurrences of a match of `b+`"},
		{`the answer contains "x"`, "a", `0 occurrences of "x", expected that the answer contains "x"`},
		{`the answer contains "x" and the answer contains "y"`, "y", `0 occurrences of "x", expected that the answer contains "x" and the answer contains "y"`},
	} {
		if got := ask(t, parse(t, c.english), c.text).String(); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.english, got, c.want)
		}
	}
}

// TestDecodeNulls: a table has a column for each field of any of its rows, and
// null where a row does not have it; beside null, pandas writes 1 as 1.0.
func TestDecodeNulls(t *testing.T) {
	c, err := a.Decode(json.RawMessage(`{"N":null,"reading":"plain","check":{"each":{"unit":"line","from":1.0,"to":2.0,"last":null},"holds":{"starts":{"text":"a","pattern":null}},"count":null}}`))
	if err != nil || c.String() != `each of the first 2 lines starts with "a"` {
		t.Errorf("%s, %v", c, err)
	}
}

// TestDecodeErrors holds that what is wrong is named by its path.
func TestDecodeErrors(t *testing.T) {
	for args, want := range map[string]string{
		``:             "arguments: expected an object, got nothing",
		`[]`:           "arguments: expected an object",
		`{"check":{}}`: "check: expected an expression",
		`{"reading":"fast","check":{"case":"upper"}}`:                                          "reading: ",
		`{"check":{"case":"upper"},"x":1}`:                                                     "x: no such field here",
		`{"check":{"case":"upper","case":"lower"}}`:                                            "check.case: it is given twice",
		`{"check":{"case":"upper","language":"en"}}`:                                           "check.language: no such field here",
		`{"check":{"case":"up"}}`:                                                              "check.case: expected upper, lower",
		`{"check":{"count":{"unit":"word"}}}`:                                                  "check.is: expected an object, but it is missing",
		`{"check":{"count":{"unit":"word"},"is":{"most":"5"}}}`:                                `check.is.most: expected a number, got "\"5\""`,
		`{"check":{"count":{"unit":"word"},"is":{"most":-1}}}`:                                 "check.is: expected a number from 0",
		`{"check":{"count":{"unit":"word"},"is":{"most":1e99}}}`:                               "check.is: expected a number from 0",
		`{"check":{"count":{"unit":"word"},"is":{"between":[3,2]}}}`:                           "check.is: 3 and 2 do not go",
		`{"check":{"count":{"unit":"word"},"is":{"about":3}}}`:                                 "check.is.within: expected a number, but it is missing",
		`{"check":{"count":{"unit":"wrd"},"is":{"most":1}}}`:                                   `check.count.unit: expected a unit, got "wrd"`,
		`{"check":{"all":[{"case":"upper"},{"each":{"unit":"line"},"holds":{"starts":{}}}]}}`:  "check.all[1].holds.starts: expected something to look for",
		`{"check":{"starts":{"pattern":"a("}}}`:                                                "check.starts: pattern: expected a regular expression",
		`{"check":{"starts":{"pattern":"(a{50}){50}"}}}`:                                       "check.starts: pattern: ",
		`{"check":{"starts":{"text":""}}}`:                                                     "check.starts: text: expected text",
		`{"check":{"language":"xx"}}`:                                                          "check.language: expected the code of a language",
		`{"check":{"each":{"unit":"line","from":0,"to":1},"holds":{"case":"upper"}}}`:          "check.each: from and to count from 1",
		`{"check":{"each":{"unit":"line","from":1.5,"to":2},"holds":{"case":"upper"}}}`:        "check.each.from: expected a whole number",
		`{"check":{"some":3,"of":[{"case":"upper"},{"case":"lower"}]}}`:                        "check.some: expected 1 to 2, got 3",
		`{"check":{"json":{"schema":{"$ref":"https://a.org/s"}}}}`:                             `check.json.schema: $ref "https://a.org/s"`,
		`{"check":{"json":{"schema":{"$ref":"file:///etc/passwd"}}}}`:                          `check.json.schema: $ref "file:///etc/passwd"`,
		`{"check":{"json":{"schema":{"$defs":{"a":{"items":{"$ref":"#/$defs/a"}}}}}}}`:         `check.json.schema: $ref "#/$defs/a"`,
		`{"check":{"json":{"schema":{"type":"objekt"}}}}`:                                      "check.json.schema: expected a JSON schema",
		`{"check":{"json":{"schema":{"$ref":"#/$defs/a"}}}}`:                                   `check.json.schema: $ref "#/$defs/a" leads nowhere`,
		`{"check":{"json":{"schema":{"$id":"a"}}}}`:                                            "check.json.schema: $id is not supported",
		`{"check":{"json":{"type":"text"}}}`:                                                   "check.json.type: expected object or array",
		`{"check":{"csv":{"columns":-1}}}`:                                                     "check.csv: expected columns and rows of 0 to 1000000",
		`{"check":{"csv":{"delimiter":";;"}}}`:                                                 "check.csv.delimiter: expected one character",
		`{"check":{"script":"Klingon"}}`:                                                       "check.script: expected the name of a Unicode script",
		`{"check":{"sequence":[{"text":"a"}]}}`:                                                "check.sequence: expected a list of at least 2, got 1",
		`{"check":{"palindrome":false}}`:                                                       "check.palindrome: expected true",
		`{"check":{"count":{"unit":"word","from":2,"to":1},"is":{"most":1}}}`:                  "check.count: from: 2 comes after to, 1",
		`{"check":{"count":{"unit":"word"},"is":{"between":[5]}}}`:                             "check.is.between: expected a list of two, got 1",
		`{"check":{"contains":{"text":"` + strings.Repeat("a", 1001) + `"}}}`:                  "check.contains: text: expected at most 1000 bytes, got 1001",
		`{"check":{"all":[` + strings.Repeat(`{"case":"upper"},`, 400) + `{"case":"upper"}]}}`: "expected at most 400 expressions and selections",
		strings.Repeat(`{"not":`, 99) + "1" + strings.Repeat(`}`, 99):                          "check: expected an object, but it is missing",
		`{"check":` + strings.Repeat(`{"not":`, 99) + "1" + strings.Repeat(`}`, 100):           "expected at most 16 levels",
	} {
		_, err := a.Decode(json.RawMessage(args))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s:\ngot  %v\nwant %s", args, err, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for english, want := range map[string]string{
		"":                               "byte 1: ",
		"the answer has at most words":   "byte 24: a number expected",
		"the answer has at most 5 wirds": "byte 26: ",
		"the answer is in Klingon":       "byte 18: a case, a language or a script expected",
		`the answer starts with "a" and`: "byte 27: the end expected",
		`the answer starts with "a`:      "byte 24: a text in quotation marks expected",
		strings.Repeat("(", 100_000):     "at most",
	} {
		_, err := a.Parse(english)
		if err == nil || !strings.Contains(err.Error(), want) || adhere.CodeOf(err) != adhere.Invalid {
			t.Errorf("%.80s:\ngot  %v\nwant %s", english, err, want)
		}
	}
}

func TestSuite(t *testing.T) {
	rule := a.In(a.Has(a.Word, a.AtMost(2))).Rule()
	check, err := verify.NewCatalog(a.Suite()).Compile(rule)
	if err != nil {
		t.Fatal(err)
	}
	if !check(verify.NewText("one two")).Met || check(verify.NewText("one two three")).Met {
		t.Errorf("%s does not decide", rule.Args)
	}
}
