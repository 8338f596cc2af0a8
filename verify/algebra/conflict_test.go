package algebra_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"adhere/verify"
	a "adhere/verify/algebra"
)

// clashes are lists of requirements, each with the places of those that
// exclude each other.
var clashes = []struct {
	english []string
	want    [][]int
}{
	{[]string{`the answer is in capitals`, `the answer is in lowercase letters`}, [][]int{{0, 1}}},
	{[]string{`the answer has exactly 2 paragraphs`, `the answer has at least 3 paragraphs`}, [][]int{{0, 1}}},
	{[]string{`the answer has exactly 2 paragraphs`, `the third paragraph starts with "Well"`}, [][]int{{0, 1}}},
	{[]string{`the answer has no occurrences of ","`, `the answer is a JSON object with the keys "a" and "b"`}, [][]int{{0, 1}}},
	{[]string{`the answer has no occurrences of ","`, `the answer is a JSON object with the keys "a"`}, nil},
	{[]string{`the answer ends with "Goodbye."`, `the answer ends with "Is there anything else?"`}, [][]int{{0, 1}}},
	{[]string{`the answer ends with "anything else?"`, `the answer ends with "Is there anything else?"`}, nil},
	{[]string{`the answer starts with "Dear"`, `the answer is a JSON object`}, [][]int{{0, 1}}},
	{[]string{`the answer is in Spanish`, `the answer is in German`}, [][]int{{0, 1}}},
	{[]string{`the answer is in Chinese`, `the answer is in Simplified Chinese`}, nil},
	{[]string{`in the parity reading, the answer is in Spanish`, `in the parity reading, the answer is in German`}, nil},
	{[]string{`the answer does not contain the word "rain"`, `the answer has at least 2 occurrences of the word "rain"`}, [][]int{{0, 1}}},
	{[]string{`the answer does not contain "rain"`, `each sentence contains the word "train"`}, [][]int{{0, 1}}},
	{[]string{`the answer does not contain the word "rain"`, `the answer contains "rain"`}, nil},
	{[]string{`the answer does not contain the word "Rain" (same case)`, `the answer contains the word "rain"`}, nil},
	{[]string{`the answer has fewer than 100 characters`, `the answer has at least 100 words`}, [][]int{{0, 1}}},
	{[]string{`the answer has at most 4 words`, `the answer has at least 5 sentences`}, [][]int{{0, 1}}},
	{[]string{`the answer has no punctuation marks`, `the answer has at least 1 hashtag`}, [][]int{{0, 1}}},
	{[]string{`the answer has no digits`, `the answer has exactly 2 dates`}, [][]int{{0, 1}}},
	{[]string{`the answer is valid JSON`, `the answer is valid XML`}, [][]int{{0, 1}}},
	{[]string{`the answer is equal to "yes"`, `the answer contains "no"`}, [][]int{{0, 1}}},
	{[]string{`the answer is in capitals`, `the answer contains the word "pH" (same case)`}, [][]int{{0, 1}}},
	{[]string{`the answer has at least 3 words and the answer has at most 2 words`, `the answer has no links`}, [][]int{{0}}},
	{[]string{`the answer has at most 3 words`, `in the parity reading, the answer has at least 4 words`}, nil},
	{[]string{`the answer has not exactly 3 words`, `the answer has exactly 3 words`}, [][]int{{0, 1}}},
	{[]string{`the answer has at least 3 paragraphs`, `the answer has at most 2 sentences`}, [][]int{{0, 1}}},
	{[]string{`in the parity reading, the answer has at least 3 paragraphs`, `in the parity reading, the answer has at most 2 sentences`}, nil},
	{[]string{`the answer is valid JSON`, `the answer has at least 3 bullet points`}, [][]int{{0, 1}}},
	{[]string{`the answer is valid JSON`, `the answer has at least 1 heading`}, [][]int{{0, 1}}},
	{[]string{`the answer is valid JSON`, `the answer has exactly 1 code block`}, nil},
	{[]string{`the answer is valid CSV with 3 columns`, `the answer does not contain ","`}, [][]int{{0, 1}}},
	{[]string{`the answer is valid CSV with 3 columns divided by ";"`, `the answer does not contain ","`}, nil},
	{[]string{`the answer is in capitals`, `the first line is in lowercase letters`}, [][]int{{0, 1}}},
	{[]string{`the answer ends with "Is there anything else?"`, `the answer has at most 3 words`}, [][]int{{0, 1}}},
	{[]string{`the answer ends with "Is there anything else?"`, `the answer has at most 4 words`}, nil},
	{[]string{`the answer is one of "yes" or "no"`, `the answer contains "maybe"`}, [][]int{{0, 1}}},
	{[]string{`the answer has the list items including "rain" and "wind"`, `the answer does not contain "wind"`}, [][]int{{0, 1}}},
	{[]string{`the answer consists only of bullet points`, `the answer has no bullet points`}, [][]int{{0, 1}}},
	{[]string{`in the parity reading, the answer does not contain "*"`, `in the parity reading, the answer has at least 2 highlighted passages`}, [][]int{{0, 1}}},
	{[]string{`the answer has exactly 2 parts divided by "***"`, `the answer does not contain "*"`}, [][]int{{0, 1}}},
	{[]string{`the answer has exactly 1 part divided by "***"`, `the answer does not contain "*"`}, nil},
}

func TestConflicts(t *testing.T) {
	for _, c := range clashes {
		var checks []a.Check
		for _, e := range c.english {
			checks = append(checks, parse(t, e))
		}
		var got [][]int
		for _, found := range a.Conflicts(checks) {
			got = append(got, found.Checks)
			if found.Why == "" {
				t.Errorf("%q: no reason", c.english)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%q:\n%s%v", c.english, diff, a.Conflicts(checks))
		}
	}
}

func parse(t *testing.T, english string) a.Check {
	t.Helper()
	c, err := a.Parse(english)
	if err != nil {
		t.Fatalf("%s: %v", english, err)
	}
	return c
}

// snippets are what the texts of the next test are put together from.
var snippets = []string{
	"a", "A", "b", "the word", "rain", "Rain.", "train", "cat's", "well-known", ", ", " ", " ", "\n\n", "\n", "- ", "1. ", "# ", "? ", ". ", "! ",
	"{", "}", "\"a\":1", "[x]", "<<t>>", "(no)", "#tag", "@me", "2", "12-13", "2024-05-31", "*b*", "| a | b |\n|---|---|\n| 1 | 2 |\n", "ß", "İ", "ſ", "K", "\xff", "你好", "。", "ждать",
	`{"a":1,"b and":2}`, "<note>a</note>", "a;b\nc;d", "\u0345", "ι", "The sun. The sea!", "- b\n", "# H\n", "[\n-1\n]", "```json\n[1]\n```", "ǅ", "a-b", "'", "e.g.", "```", "\r\n",
}

// TestConflictsAreSound holds that no check that a text meets is said to
// clash with another one that it meets.
func TestConflictsAreSound(t *testing.T) {
	together := 0
	rapid.Check(t, func(rt *rapid.T) {
		g := gen{rt}
		text := ""
		for range g.n(0, 4) {
			text += pick(g, "snippet", snippets...)
		}
		reading := pick(g, "reading", a.Plain, a.Parity)
		var met []a.Check
		for range 50 {
			if c := (a.Check{Reading: reading, Expr: g.modest(text, 1)}); holds(rt, c, text) {
				met = append(met, c)
			}
			if g.n(0, 9) == 0 {
				reading = pick(g, "reading", a.Plain, a.Parity)
			}
		}
		together += len(met) * (len(met) - 1) / 2
		for _, c := range a.Conflicts(met) {
			var english []string
			for _, i := range c.Checks {
				english = append(english, met[i].String())
			}
			rt.Fatalf("%q meets them all, but they are said to clash:\n%q\n%s", text, english, c.Why)
		}
	})
	if together < 1000 {
		t.Errorf("only %d pairs were tried", together)
	}
}

func holds(t interface{ Fatalf(string, ...any) }, c a.Check, text string) bool {
	check, err := c.Compile()
	if err != nil {
		t.Fatalf("%s: %v", c, err)
	}
	return check(verify.NewText(text)).Met
}

// modest draws checks that short texts meet often, about strings that are in
// the text or in the other texts.
func (g gen) modest(text string, depth int) a.Expr {
	unit := a.Every(g.unit())
	f := a.Find{Kind: pick(g, "kind", a.FindText, a.FindWord), Value: pick(g, "snippet", slices.DeleteFunc(slices.Clone(snippets), func(s string) bool { return s == "\xff" })...), Case: g.yes()}
	if len(text) > 0 && text[0] < 0x80 && g.yes() {
		f.Value = text[:1]
	}
	if g.n(0, 5) == 0 {
		f = a.Pattern(pick(g, "pattern", `[^.]+`, `\w+`, `a|the`, `^a`, `\d`, `(?s).+`))
	}
	r := pick(g, "relation", a.Exactly, a.AtLeast, a.AtMost, a.LessThan, a.MoreThan, a.NotExactly)(float64(g.n(0, 3)))
	switch g.n(0, 21) {
	case 16:
		return a.OneOf{Texts: []string{f.Value, pick(g, "text", "a", "the word", "2")}, Case: g.yes()}
	case 17:
		return a.Set{Of: unit, Is: pick(g, "set", a.SetOnly, a.SetAll, a.SetJust, a.SetOrder), Texts: []string{f.Value}, Case: g.yes()}
	case 18:
		in := pick(g, "in", a.Sentence, a.Line, a.Paragraph, a.ListItem)
		of := pick(g, "of", a.Word, a.Character, a.Letter, a.Capital, a.Digit, a.Sentence)
		return a.Each{Of: a.Every(in), Holds: a.Has(of, r)}
	case 19:
		return a.Each{Of: unit, Holds: pick[a.Expr](g, "case", a.Upper, a.Lower, a.Title, a.Capitalised)}
	case 20:
		if g.yes() {
			source := pick[a.Source](g, "source", a.Split(pick(g, "divider", "a", "\n", ". ", "aa")), a.Enclosed{Open: "a", Close: "b"}, a.Enclosed{Open: "\"", Close: "\""}, a.Under("H"),
				beside(pick(g, "side", a.Before, a.After), a.Parts{Source: f, Pick: pick(g, "one", a.Pick{}, a.Pick{From: 1, To: 1})}))
			return a.Has(source, r)
		}
		return a.Compare{Of: a.Depth(pick(g, "nesting", a.NestedLists, a.NestedBrackets)), Is: r}
	case 0, 1:
		return a.Has(f, r)
	case 2:
		return a.Contains{What: f}
	case 3:
		return a.Starts{With: f}
	case 4:
		return a.Ends{With: f}
	case 5:
		return a.Equals{To: f}
	case 6:
		return pick(g, "case", a.Upper, a.Lower, a.Title, a.Capitalised)
	case 7:
		return a.Only{Units: []a.Unit{pick(g, "kind", a.Letter, a.Digit, a.Punctuation, a.Small, a.Capital)}, Chars: pick(g, "chars", "", "a", "#")}
	case 8:
		return pick[a.Expr](g, "format", a.JSON{}, a.JSON{Type: "object"}, a.JSON{Keys: []string{"a", "b and"}}, a.XML{}, a.CSV{Columns: 2}, a.CSV{Delimiter: ";", Columns: 2, Rows: 2},
			a.Language("en"), a.Language("zh"), a.Script("Latin"), a.Script("Han"))
	case 9:
		return a.Each{Of: unit.Nth(g.n(1, 2)), Holds: pick[a.Expr](g, "holds", a.Contains{What: f}, a.Starts{With: f}, a.Upper)}
	case 10:
		return a.Compare{Of: pick[a.Measure](g, "measure", a.Different{Of: unit}, a.Repeats{Of: unit}, a.Stat{Kind: a.Longest, Of: unit, In: a.Word}, a.Share{Of: a.Every(f), Among: unit}), Is: r}
	case 11:
		if depth > 0 {
			return pick(g, "list", func(e ...a.Expr) a.Expr { return a.All(e) }, func(e ...a.Expr) a.Expr { return a.Any(e) })(g.modest(text, depth-1), g.modest(text, depth-1))
		}
	case 12:
		if depth > 0 {
			return a.Not{Of: g.modest(text, depth-1)}
		}
	}
	return a.Compare{Of: a.Count{Of: unit}, Is: r}
}
