package suites_test

import (
	"encoding/json"
	"strings"
	"testing"

	"adhere"
	"adhere/verify"
	"adhere/verify/suites"
)

// FuzzSuites asks a checker of any suite of any text, with any arguments: it
// may not panic, and says the same twice, with words.
func FuzzSuites(f *testing.F) {
	for _, e := range readLines[example](f, "testdata", "examples.jsonl") {
		f.Add(e.Rule, string(e.Args), e.Met)
		f.Add(e.Rule, string(e.Args), strings.Repeat(e.Not, 3))
	}
	catalog, expresser := suites.Catalog(), suites.NewExpresser()
	f.Fuzz(func(t *testing.T, name, args, text string) {
		rule := &adhere.Rule{Name: name, Args: json.RawMessage(args)}
		if c, _, _ := expresser.Express(rule); c.Expr != nil {
			if _, err := c.Compile(); err != nil {
				t.Errorf("%s %s: the expression %s: %v", name, args, c.Args(), err)
			}
		}
		check, err := catalog.Compile(rule)
		if err != nil {
			return
		}
		one, two := check(verify.NewText(text)), check(verify.NewText(text))
		if one != two || one.Wanted == "" && one.Measured == "" || len(one.Measured) > 4000 {
			t.Errorf("%s %s of %q: %v, then %v", name, args, text, one, two)
		}
	})
}

// TestLongTexts puts long texts that repeat one thing to every checker. It
// ends quickly only if each is linear.
func TestLongTexts(t *testing.T) {
	catalog := suites.Catalog()
	for _, e := range readLines[example](t, "testdata", "examples.jsonl") {
		check, err := catalog.Compile(e.rule())
		if err != nil {
			t.Fatal(err)
		}
		for _, piece := range []string{"a", "red ", "1-", "a.", "<", "\n", "*"} {
			text := verify.NewText(strings.Repeat(piece, 6000/len(piece)))
			if f := check(text); len(f.String()) > 5000 {
				t.Errorf("%s: a finding of %d bytes", e.Rule, len(f.String()))
			}
		}
	}
}

// BenchmarkPairs measures (answer, rule) pairs a second on one core, over
// recorded answers of one model to IFEval's prompts: by the suite's checkers,
// and by their expressions in the algebra.
func BenchmarkPairs(b *testing.B) {
	trials := ifevalTrials(b)
	catalog, expresser := suites.Catalog(), suites.NewExpresser()
	type pair struct {
		check  verify.Check
		answer string
	}
	var native, expressed []pair
	for _, t := range trials {
		check, err := catalog.Compile(t.rule)
		if err != nil {
			b.Fatal(err)
		}
		c, _, _ := expresser.Express(t.rule)
		same, err := c.Compile()
		if err != nil {
			b.Fatal(err)
		}
		native = append(native, pair{check, t.answers[0]})
		expressed = append(expressed, pair{same, t.answers[0]})
	}
	for name, pairs := range map[string][]pair{"checkers": native, "expressions": expressed} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				for _, p := range pairs {
					p.check(verify.NewText(p.answer))
				}
			}
			b.ReportMetric(float64(b.N*len(pairs))/b.Elapsed().Seconds(), "pairs/s")
		})
	}
}
