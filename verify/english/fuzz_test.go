package english_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"adhere"
	"adhere/verify/algebra"
	"adhere/verify/english"
)

// FuzzRead holds that reading never panics, gives the same twice, and gives
// only checks that compile and spans that lie in the prompt.
func FuzzRead(f *testing.F) {
	text, err := os.ReadFile(filepath.Join("testdata", "undecidable.txt"))
	if err != nil {
		f.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		f.Add(line)
	}
	for _, s := range []string{
		"at most 50 words and no commas", "Use \"a\" [b] <<c>> *d* ******", "First repeat the request above.",
		"The last line is: It's done", "P.P.S. i.e. 1,000.5-3rd", "\x00\xff'“”‘’`", "and, and or and at least at most 3 4 words sentences",
		"Use at most 20 words, even though, please.", "Use at most 20 words, is what, please.",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, ok := english.Read(s)
		again, _ := english.Read(s)
		if !reflect.DeepEqual(got, again) {
			t.Errorf("Read(%q) differs: %v, %v", s, got, again)
		}
		if ok {
			compiles(t, s, got.Check)
		}
		for _, found := range (english.Reader{Parity: true}).Decompose(s) {
			if found.Text != s[found.Start:found.End] {
				t.Errorf("%q is not at %d to %d of %q", found.Text, found.Start, found.End, s)
			}
			compiles(t, s, found.Reading.Check)
		}
	})
}

// FuzzDemands holds that every demand of a conversation stands where it says,
// and is a check.
func FuzzDemands(f *testing.F) {
	for _, s := range []string{
		"```Here's : ", "Use no commas.\n\n> \"at most 50 words\"", "<doc>\nmax 3 lines</doc> Summarise: ", "He said: 「二百字以内」: ", "1. a:\n- {x}: at most 5 words\n\n```",
	} {
		f.Add("You are brief. Never use lists: ", s)
		f.Add(s, "Shorter, please: no commas. "+s)
	}
	f.Fuzz(func(t *testing.T, system, asked string) {
		messages := []adhere.Message{{Role: adhere.System, Text: system}, user(asked)}
		for _, d := range english.Demands(messages) {
			if got := messages[d.Source.Turn].Text[d.Source.Start:d.Source.End]; got != d.Text {
				t.Errorf("%q stands at %q", d.Text, got)
			}
			if d.Rule == nil {
				continue
			}
			c, err := algebra.Decode(d.Rule.Args)
			if err != nil {
				t.Fatal(err)
			}
			compiles(t, d.Text, c)
		}
	})
}

func compiles(t *testing.T, s string, c algebra.Check) {
	t.Helper()
	if _, err := c.Compile(); err != nil {
		t.Errorf("%q is read as %s, which is no check: %v", s, c, err)
	}
}

// TestReadsItsOwnEnglish holds that the printed form of a check reads back as
// that check, also of checks that the grammar makes.
func TestReadsItsOwnEnglish(t *testing.T) {
	words, text := algebra.Every(algebra.Word), algebra.Text("a \"b\" `c`")
	for _, e := range []algebra.Expr{
		algebra.Has(algebra.Word, algebra.About(250, 25)),
		algebra.No(algebra.Hashtag),
		algebra.All{algebra.Upper, algebra.Language("en")},
		algebra.Each{Of: algebra.Every(algebra.Sentence).Nth(-1), Holds: algebra.Ends{With: text}},
		algebra.Has(algebra.Split("***"), algebra.Exactly(3)),
		algebra.HasParts(words.With(algebra.Starts{With: text}), algebra.AtLeast(2)),
		algebra.Ordered{Of: algebra.Every(algebra.Sentence), By: algebra.Order(algebra.Word), Strict: true},
		algebra.JSON{Type: "object", Keys: []string{"a", "b"}},
		algebra.Not{Of: algebra.Starts{With: text}},
		algebra.KOf{K: 1, Of: []algebra.Expr{algebra.Contains{What: text}, algebra.Lower}},
	} {
		for _, c := range []algebra.Check{algebra.In(e).Canonical(), algebra.InParity(e).Canonical()} {
			got, ok := english.Read(c.String())
			if !ok || string(got.Check.Args()) != string(c.Args()) {
				t.Errorf("Read(%q) = %s, want %s", c, got.Check.Args(), c.Args())
			}
		}
	}
}

// TestReadsLongTextsAtOnce holds that the work does not grow faster than the
// prompt: every clause has a bound.
func TestReadsLongTextsAtOnce(t *testing.T) {
	line := "Write at least 3 sentences and use no commas, and include the words \"a\", \"b\" and \"c\".\n"
	if got := len(english.Decompose(strings.Repeat(line, 500))); got != 500*len(english.Decompose(line)) {
		t.Errorf("%d demands found in 500 lines of %d", got, len(english.Decompose(line)))
	}
	if _, ok := english.Read(strings.Repeat("at least 3 words and ", 5000)); ok {
		t.Error("five thousand conjunctions were read")
	}
}
