package ifbench_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"adhere/verify"
	"adhere/verify/ifbench"
)

// FuzzChecks feeds every checker foreign text: none may panic, contradict
// itself or write findings that are no UTF-8 or too long to read.
func FuzzChecks(f *testing.F) {
	for _, e := range examples {
		for _, s := range append(e.met, e.missed...) {
			f.Add(s)
		}
	}
	f.Add("\xff\xfe (\"' \x00\r\n")
	f.Add("שלום עולם. مرحبا!\u202e")
	f.Add("\"a\"\"b\n\r\",\"")
	catalog := verify.NewCatalog(ifbench.Suite())
	var checks []verify.Check
	for _, e := range examples {
		checks = append(checks, compile(f, catalog, e))
	}
	f.Fuzz(func(t *testing.T, s string) {
		text := verify.NewText(s)
		for i, check := range checks {
			one, two := check(text), check(verify.NewText(s))
			if one != two {
				t.Errorf("%s says %v, then %v", examples[i].name, one, two)
			}
			if !utf8.ValidString(one.String()) || len(one.String()) > 1000 {
				t.Errorf("%s: the finding %.100q", examples[i].name, one)
			}
		}
	})
}

// FuzzArguments holds that no arguments make a checker panic.
func FuzzArguments(f *testing.F) {
	for _, e := range examples {
		f.Add(e.name, e.args)
	}
	f.Add("count:numbers", `{"N":1e300}`)
	f.Add("repeat:repeat_span", `{"prompt_to_repeat":"x","n_start":9007199254740992,"n_end":9007199254740992}`)
	suite := ifbench.Suite()
	f.Fuzz(func(t *testing.T, name, args string) {
		for _, c := range suite.Checkers {
			if c.Name != name {
				continue
			}
			if check, err := c.Compile([]byte(args)); err == nil {
				check(verify.NewText("One, two. Three (four)!"))
			}
		}
	})
}

// TestLongTexts runs every checker on what would be slow, or deep, in a
// careless one.
func TestLongTexts(t *testing.T) {
	const size = 1 << 15
	catalog := verify.NewCatalog(ifbench.Suite())
	var checks []verify.Check
	for _, e := range examples {
		checks = append(checks, compile(t, catalog, e))
	}
	for _, unit := range []string{
		"", "a", " ", "\n", "\n \n", ".", "a. ", "' ", "\"", "''", "(", "*", "cannot", "'tis", "İΣ", "Question 1", "\xff",
		"!?", ",", "1,", "אב ", "a\n", "-", "`", "😀 ",
	} {
		text := verify.NewText(strings.Repeat(unit, size/max(len(unit), 1)))
		for i, check := range checks {
			if f := check(text); f.Wanted == "" {
				t.Errorf("%s on many %q: %+v", examples[i].name, unit, f)
			}
		}
	}
}

func BenchmarkChecks(b *testing.B) {
	catalog := verify.NewCatalog(ifbench.Suite())
	text := strings.Repeat("It's the answer of a model, which isn't \"short\" (far from it)! Does it matter?\n\n* One more - point.\n", 20)
	for _, e := range examples {
		check := compile(b, catalog, e)
		b.Run(e.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				check(verify.NewText(text))
			}
		})
	}
}
