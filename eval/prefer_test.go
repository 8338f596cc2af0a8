package eval_test

import (
	"context"
	"testing"

	"adhere"
	"adhere/eval"
)

// comparerFunc compares by a function.
type comparerFunc func() (adhere.Preference, error)

func (comparerFunc) Name() string { return "judge/pairwise@1+a/b" }

func (f comparerFunc) Compare(context.Context, *adhere.Task, *adhere.Response, *adhere.Response) (adhere.Preference, error) {
	return f()
}

// TestCompareEndsWhereNoCallCanSucceed holds that what would fail every call is
// the error of the comparison, and nothing to be tried again as it is.
func TestCompareEndsWhereNoCallCanSucceed(t *testing.T) {
	s := eval.NewMemory()
	stored := func(model string) eval.Stored {
		e, err := eval.New(t.Context(), eval.Spec{
			Model: model, Answers: []eval.Answer{{ID: "1", Text: "Hello, " + model}},
			Instructions: []adhere.Instruction{{ID: "1", Messages: []adhere.Message{{Role: adhere.User, Text: "Greet."}}, Requirements: []adhere.Requirement{{ID: "r", Text: "It greets."}}}},
			Judging:      eval.Judging{RulesOnly: true},
		}, eval.Parts{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Run(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		return eval.Stored{From: s, ID: e.Plan.RunID()}
	}
	a, b := stored("a"), stored("b")
	for code, want := range map[adhere.Code]adhere.Code{
		adhere.Permanent: adhere.Permanent, adhere.Refused: adhere.Refused, adhere.Exhausted: adhere.Exhausted, adhere.Unavailable: adhere.Unavailable, adhere.Unusable: adhere.Unavailable,
	} {
		pairs, err := eval.PairRuns(t.Context(), a, b, "")
		if err != nil {
			t.Fatal(err)
		}
		pairs.Comparer = comparerFunc(func() (adhere.Preference, error) {
			return adhere.Preference{}, &adhere.Error{Code: code, Message: "no", Hint: "look at the address"}
		})
		err = pairs.Compare(t.Context())
		if adhere.CodeOf(err) != want {
			t.Errorf("%s: %v has the code %s, want %s", code, err, adhere.CodeOf(err), want)
		}
		if hint := adhere.HintOf(err); code == adhere.Permanent && hint != "look at the address" {
			t.Errorf("%s: the hint is %q", code, hint)
		}
	}
}
