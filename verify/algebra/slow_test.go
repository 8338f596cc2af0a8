package algebra_test

import (
	"strings"
	"testing"
	"time"

	"adhere"
	"adhere/verify"
	a "adhere/verify/algebra"
)

// hostile are pieces that make naive readers take quadratic time when they
// are repeated.
var hostile = []string{
	"a", "a ", "a. ", "*", "*a", "**a*", "_a_ ", "`", "``a", "[", "[a", "](", "<<", "<<\n", "(", "\"", "\"a", "“", "|", "|a", "|-", "- ", "- a\n", "  - ", "1. ", "# a\n", "## a\n# b\n",
	"=\n", "a\n=\n", "> ", "```\n", "~", "@", "a@", "a@b.", "#", "#a", "http://", "www.a", "h", "\n", "\n\n", "\r\n", "\t", "{", "{\"a\":", "[[", "<a>", "a,", "\"\",", "a: ", "- - ", "&a *a ", "? ",
	"1,", "1.", "-1", "Dr. ", "!!", "?\"", "é", "\u0301", "\u200d", "👍", "🇩", "\xff", "你", "。", "Σ", "İ", "'", "a'", "\\", "\\*", "a|b\n-|-\n", "%a", "!!a ", "{a: ", "x\n  ",
}

// broad asks for every unit, and for what is not linear by itself.
func broad() []a.Check {
	var out []a.Check
	for _, u := range a.Units() {
		out = append(out, a.In(a.Has(u, a.AtLeast(1))), a.InParity(a.Has(u, a.AtLeast(1))))
	}
	for _, e := range []a.Expr{
		a.Each{Of: a.Every(a.Word), Holds: a.Title},
		a.Each{Of: a.Every(a.Word).Within(a.Every(a.Sentence).Within(a.Every(a.Line))), Holds: a.Contains{What: a.WordText("a")}},
		a.Has(a.Find{Kind: a.FindWord, Value: "aa"}, a.AtLeast(1)),
		a.Has(a.Pattern(`a[^x]*x|a`), a.AtLeast(1)),
		a.Has(a.Pattern(`(?s)(.*a){3}z|.`), a.AtLeast(1)),
		a.Has(a.Pattern(`\w+`), a.AtLeast(1)),
		a.Equals{To: a.Pattern(`(a+)+b`)},
		a.Has(a.Under("a"), a.AtLeast(1)), a.Has(a.Split("a"), a.AtLeast(1)), a.Has(a.Enclosed{Open: "a", Close: "b"}, a.AtLeast(1)),
		a.HasParts(a.Every(beside(a.After, a.Every(a.Text("a")).First(1))).Within(a.Every(a.Line)), a.AtLeast(1)),
		a.AllDifferent{Of: a.Every(a.Word)},
		a.Ordered{Of: a.Every(a.Line), By: a.Order(a.Word)},
		a.Only{Units: []a.Unit{a.Bold, a.Section, a.Sentence}, Chars: "a"},
		a.JSON{},
		a.JSON{Schema: `{"uniqueItems":true,"items":{"pattern":"^(a+)+$"}}`},
		a.XML{},
		a.YAML{},
		a.CSV{},
		a.Language("en"), a.Script("Latin"), a.Upper, a.Title,
	} {
		out = append(out, a.In(e), a.InParity(e))
	}
	return out
}

// BenchmarkHostile measures, for each check, the text of 8,000 bytes that
// takes it longest, in nanoseconds for each byte.
func BenchmarkHostile(b *testing.B) {
	for _, c := range broad() {
		check, err := c.Compile()
		if err != nil {
			b.Fatal(err)
		}
		b.Run(strings.ReplaceAll(c.String(), " ", "_"), func(b *testing.B) {
			const size = 8000
			var worst time.Duration
			for b.Loop() {
				for _, piece := range hostile {
					text := strings.Repeat(piece, size/len(piece))
					start := time.Now()
					check(verify.NewText(text))
					worst = max(worst, time.Since(start))
				}
			}
			b.ReportMetric(float64(worst.Nanoseconds())/size, "worst-ns/byte")
		})
	}
}

// TestPatternIsGivenUp holds that a pattern whose matches read the text again
// and again does not decide, and says why; and that harmless ones do.
func TestPatternIsGivenUp(t *testing.T) {
	text := strings.Repeat("a", 5000)
	f := ask(t, a.In(a.Has(a.Pattern("a[^x]*x|a"), a.AtLeast(1))), text)
	if f.Outcome() != adhere.Unsure || !strings.Contains(f.Measured, "given up") {
		t.Errorf("%v: want it given up", f)
	}
	for pattern, want := range map[string]float64{`\w+\b`: 2000, `^a|\ba`: 2000, `a*`: 2000, `\Ba`: 0, `[^b]`: 4000} {
		if f := ask(t, a.In(a.Has(a.Pattern(pattern), a.Exactly(want))), strings.Repeat("a ", 2000)); !f.Met {
			t.Errorf("%s: %v", pattern, f)
		}
	}
}

// FuzzAnswer asks every check of a text: none may panic, and each must say
// the same twice.
func FuzzAnswer(f *testing.F) {
	for _, piece := range hostile {
		f.Add(strings.Repeat(piece, 3))
	}
	f.Add(markdown)
	var checks []verify.Check
	for _, c := range broad() {
		check, err := c.Compile()
		if err != nil {
			f.Fatal(err)
		}
		checks = append(checks, check)
	}
	f.Fuzz(func(t *testing.T, text string) {
		shared := verify.NewText(text)
		for i, check := range checks {
			if one, two := check(shared), check(verify.NewText(text)); one != two {
				t.Errorf("check %d on %q: %v, then %v", i, text, one, two)
			}
		}
	})
}

// FuzzParse holds that what is read from English prints and reads the same.
func FuzzParse(f *testing.F) {
	for _, v := range verdicts {
		f.Add(v.english)
	}
	f.Fuzz(func(t *testing.T, english string) {
		c, err := a.Parse(english)
		if err != nil {
			return
		}
		back, err := a.Parse(c.String())
		if err != nil || string(back.Args()) != string(c.Args()) {
			t.Errorf("%q is read as %q, which is read as %s: %v", english, c, back.Args(), err)
		}
		ask(t, c, english)
	})
}

// FuzzDecode does the same for JSON.
func FuzzDecode(f *testing.F) {
	for _, v := range verdicts {
		c, err := a.Parse(v.english)
		if err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(c.Args()))
	}
	f.Fuzz(func(t *testing.T, args []byte) {
		c, err := a.Decode(args)
		if err != nil {
			return
		}
		back, err := a.Decode(c.Args())
		if err != nil || string(back.Args()) != string(c.Args()) {
			t.Errorf("%s is read as %s, which is read as %s: %v", args, c.Args(), back.Args(), err)
		}
		if english, err := a.Parse(c.String()); err != nil || string(english.Args()) != string(c.Args()) {
			t.Errorf("%s prints as %q, which is read as %s: %v", args, c, english.Args(), err)
		}
		ask(t, c, string(args))
	})
}

// TestDeepXML holds that XML which no writer means is refused before its depth
// makes it slow.
func TestDeepXML(t *testing.T) {
	check, err := a.In(a.XML{}).Compile()
	if err != nil {
		t.Fatal(err)
	}
	for depth, want := range map[int]bool{1: true, 10_000: true, 10_001: false} {
		text := strings.Repeat("<a>", depth) + strings.Repeat("</a>", depth)
		if got := check(verify.NewText(text)).Met; got != want {
			t.Errorf("%d elements in each other: met %v, want %v", depth, got, want)
		}
	}
}
