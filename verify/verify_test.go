package verify_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/model/reasoning"
	"adhere/verify"
)

// holds is a checker that wants the text to be one of its argument's, and
// counts how often its arguments were read.
func holds(compiled *int) verify.Checker {
	return verify.Checker{Name: "is", Compile: func(raw json.RawMessage) (verify.Check, error) {
		*compiled++
		a := verify.ReadArgs(raw)
		wanted := a.Text("text")
		return func(t *verify.Text) verify.Finding {
			return verify.Finding{Met: t.String() == wanted, Measured: "got " + t.String(), Wanted: wanted}
		}, a.Err()
	}}
}

func catalog(compiled *int) *verify.Catalog {
	return verify.NewCatalog(verify.Suite{Name: "test", Version: 1, Checkers: []verify.Checker{holds(compiled)}})
}

func is(text string) *adhere.Rule {
	args, _ := json.Marshal(map[string]string{"text": text})
	return &adhere.Rule{Name: "test/is", Args: args}
}

func TestStrictness(t *testing.T) {
	const answer = "**Sure!**\n*One*\n\nTwo*\nBye"
	for wanted, change := range map[string]string{
		answer:                         "",
		"Sure!\nOne\n\nTwo\nBye":       "without asterisks",
		"*One*\n\nTwo*\nBye":           "without the first line",
		"**Sure!**\n*One*\n\nTwo*":     "without the last line",
		"*One*\n\nTwo*":                "without the first and last line",
		"One\n\nTwo\nBye":              "without the first line and asterisks",
		"Sure!\nOne\n\nTwo":            "without the last line and asterisks",
		"One\n\nTwo":                   "without the first and last line and asterisks",
		"One":                          "none",
		"**Sure!**\n*One*\n\nTwo*\nBy": "none",
	} {
		compiled := 0
		check, err := catalog(&compiled).Compile(is(wanted))
		if err != nil {
			t.Fatal(err)
		}
		strict, loose := verify.Strict.Decide(check, verify.NewText(answer)), verify.Loose.Decide(check, verify.NewText(answer))
		if strict.Met != (change == "") || loose.Met != (change != "none") {
			t.Errorf("%q: strict %v, loose %v", wanted, strict.Met, loose.Met)
		}
		if want := strings.TrimSpace("got " + wanted + " " + change); loose.Met && loose.Measured != want {
			t.Errorf("measured %q, want %q", loose.Measured, want)
		}
		if loose.Met && loose.Variant != change || strict.Variant != "" {
			t.Errorf("%q: met by the variant %q, strictly by %q; want %q and none", wanted, loose.Variant, strict.Variant, change)
		}
	}
}

func TestStrictnessOfNothing(t *testing.T) {
	always := func(*verify.Text) verify.Finding { return verify.Finding{Met: true, Wanted: "anything"} }
	for _, text := range []string{"", " \n\u00a0\x1c"} {
		for _, r := range []verify.Strictness{verify.Strict, verify.Loose} {
			if f := r.Decide(always, verify.NewText(text)); f.Met || f.String() != "an empty answer, expected anything" {
				t.Errorf("%s of %q: %v %s", r, text, f.Met, f)
			}
		}
	}
}

// A variant that is blank meets nothing, although the check would say so.
func TestLooseLeavesBlankVariantsOut(t *testing.T) {
	noStar := func(t *verify.Text) verify.Finding {
		return verify.Finding{Met: !strings.Contains(t.String(), "*") && !strings.Contains(t.String(), "a")}
	}
	if f := verify.Loose.Decide(noStar, verify.NewText("a\n*\nb a")); f.Met {
		t.Errorf("met by what is left without any line: %s", f)
	}
}

func TestJudge(t *testing.T) {
	compiled := 0
	j := verify.NewJudge("rule/test-strict", 3, catalog(&compiled), verify.Strict)
	in := &adhere.Instruction{Requirements: []adhere.Requirement{
		{ID: "a", Rule: is("x")},
		{ID: "b"},
		{ID: "c", Rule: &adhere.Rule{Name: "test/was"}},
		{ID: "d", Rule: is("y")},
		{ID: "a", Rule: &adhere.Rule{Name: "test/is", Args: json.RawMessage(`{"text": 1}`)}},
	}}
	got, err := j.Judge(t.Context(), &adhere.Task{Instruction: in}, &adhere.Response{Text: "x"})
	if err != nil {
		t.Fatal(err)
	}
	name := "rule/test-strict@3"
	want := []adhere.Verdict{
		{Requirement: "a", Judge: name, Outcome: adhere.Met, Reason: "got x, expected x", Evidence: "got x"},
		{Requirement: "b", Judge: name, Outcome: adhere.Skipped, Reason: "no rule decides this requirement"},
		{Requirement: "c", Judge: name, Outcome: adhere.Skipped, Reason: `unknown checker "test/was"`},
		{Requirement: "d", Judge: name, Outcome: adhere.NotMet, Reason: "got x, expected y", Evidence: "got x"},
		{Requirement: "a", Judge: name, Outcome: adhere.Skipped, Reason: "checker test/is: text: expected text, got 1"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if j.Name() != name {
		t.Errorf("Name() = %q", j.Name())
	}
}

// TestJudgeOfReasoning holds that nothing is decided of tags that were taken off an
// answer with its reasoning.
func TestJudgeOfReasoning(t *testing.T) {
	compiled := 0
	j := verify.NewJudge("rule/test", 1, catalog(&compiled), verify.Strict)
	in := &adhere.Instruction{Requirements: []adhere.Requirement{
		{ID: "a", Rule: is("<think>")}, {ID: "b", Rule: is("y"), Text: "Reason in <thinking> tags"}, {ID: "c", Rule: is("y")},
	}}
	whole, apart, empty := adhere.Response{Text: "<think>x</think>x"}, adhere.Response{Text: "x", Reasoning: "x"}, adhere.Response{Text: "<think></think>x"}
	reasoning.Move(&empty)
	for out, want := range map[*adhere.Response]adhere.Outcome{&whole: adhere.NotMet, &apart: adhere.Unsure, &empty: adhere.Unsure} {
		got, err := j.Judge(t.Context(), &adhere.Task{Instruction: in}, out)
		if err != nil || got[0].Outcome != want || got[1].Outcome != want || got[2].Outcome != adhere.NotMet {
			t.Errorf("%+v: %+v, %v", out, got, err)
		}
	}
}

func TestJudgeStops(t *testing.T) {
	compiled := 0
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	j := verify.NewJudge("rule/test", 1, catalog(&compiled), verify.Strict)
	if _, err := j.Judge(ctx, &adhere.Task{Instruction: &adhere.Instruction{}}, &adhere.Response{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}

// Two judges of one catalog share texts; the race detector holds them apart.
func TestJudgesAtOnce(t *testing.T) {
	compiled := 0
	c := catalog(&compiled)
	in := &adhere.Instruction{Requirements: []adhere.Requirement{{ID: "a", Rule: is("x")}}}
	if _, err := c.Compile(in.Requirements[0].Rule); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i := range 8 {
		j := verify.NewJudge("rule/test", 1, c, []verify.Strictness{verify.Strict, verify.Loose}[i%2])
		wg.Go(func() {
			for range 200 {
				verdicts, err := j.Judge(t.Context(), &adhere.Task{Instruction: in}, &adhere.Response{Text: "y\nx"})
				if met := i%2 == 1; err != nil || verdicts[0].Outcome != adhere.OutcomeOf(met) {
					t.Errorf("%v %v", verdicts, err)
				}
			}
		})
	}
	wg.Wait()
	if compiled != 1 {
		t.Errorf("the arguments were read %d times, want once", compiled)
	}
}

func TestCompileUnknown(t *testing.T) {
	compiled := 0
	for _, name := range []string{"tset/is", "is"} {
		_, err := catalog(&compiled).Compile(&adhere.Rule{Name: name})
		if adhere.CodeOf(err) != adhere.Invalid || adhere.HintOf(err) != "did you mean test/is?" {
			t.Errorf("%v (%s), hint %q", err, adhere.CodeOf(err), adhere.HintOf(err))
		}
	}
}

func TestNewCatalogTwice(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a checker that is listed twice must panic")
		}
	}()
	compiled := 0
	s := verify.Suite{Name: "test", Checkers: []verify.Checker{holds(&compiled), holds(&compiled)}}
	verify.NewCatalog(s)
}

func TestArgs(t *testing.T) {
	a := verify.ReadArgs(json.RawMessage(`{"n": 3, "f": 4.0, "s": "x", "l": ["y"], "o": "b", "gone": null}`))
	if a.Count("n") != 3 || a.Count("f") != 4 || a.Text("s") != "x" || a.Texts("l")[0] != "y" || a.OneOf("o", "a", "b") != "b" || a.Err() != nil {
		t.Errorf("arguments are misread: %v", a.Err())
	}
	for raw, want := range map[string]string{
		``:                             `n: expected a whole number of 0 or more, but it is missing`,
		`null`:                         `n: expected a whole number of 0 or more, but it is missing`,
		`{"n": null}`:                  `n: expected a whole number of 0 or more, but it is missing`,
		`{"n": 1e300}`:                 `n: expected a whole number of 0 or more, got 1e300`,
		`{"n": 1, "b": 2, "a": false}`: `a: no such argument`,
		`"x"`:                          `arguments: expected an object, got "x"`,
		`{"n": "` + strings.Repeat("9", 80) + `"}`: `n: expected a whole number of 0 or more, got "` + strings.Repeat("9", 59) + `…`,
	} {
		a := verify.ReadArgs(json.RawMessage(raw))
		a.Count("n")
		if err := a.Err(); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", raw, err, want)
		}
	}
}

func TestText(t *testing.T) {
	text := verify.NewText(" Der Regen fiel weiter auf das Dach. Mr. Lind blieb. ")
	for range 2 { // the second time from memory
		if text.Words() != 10 || len(text.Sentences()) != 2 || text.Language() != "de" || text.Lower()[:4] != " der" ||
			text.Folded()[:4] != " der" || text.Trimmed()[:3] != "Der" {
			t.Errorf("%d words, %q, %s", text.Words(), text.Sentences(), text.Language())
		}
	}
	if got := verify.NewText("42").Language(); got != "" {
		t.Errorf("Language of no letters = %q", got)
	}
}

func TestFindingString(t *testing.T) {
	for want, f := range map[string]verify.Finding{
		"62 words, expected at most 50": {Measured: "62 words", Wanted: "at most 50"},
		"62 words":                      {Measured: "62 words"},
		"expected at most 50":           {Wanted: "at most 50"},
	} {
		if got := f.String(); got != want {
			t.Errorf("String() = %q, want %q", got, want)
		}
	}
}
