package database_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/database"
	"adhere/eval"
	"adhere/model/modeltest"
	"adhere/report"
)

// A partial model refuses requests that speak of kindness, if it is named picky.
type partial struct{ *modeltest.Fake }

func (m partial) Generate(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
	if m.Name() == "example/picky" && strings.Contains(req.Messages[len(req.Messages)-1].Text, "Is it kind?") {
		return nil, adhere.Errorf(adhere.Invalid, "status 400: content filter")
	}
	return m.Fake.Generate(ctx, req)
}

// judgedSpec has three items of three requirements each, of which rules decide two.
func judgedSpec(j eval.Judging) eval.Spec {
	rule := func(name, args string) *adhere.Rule { return &adhere.Rule{Name: name, Args: []byte(args)} }
	spec := eval.Spec{Name: "t", Judging: j}
	for i, text := range []string{"Yes.", "No, no, no.", "this is what we all have said about it."} {
		id := fmt.Sprint("t", i)
		spec.Answers = append(spec.Answers, eval.Answer{ID: id, Text: text})
		spec.Instructions = append(spec.Instructions, adhere.Instruction{
			ID: id, Messages: []adhere.Message{{Role: adhere.User, Text: "Say it, item " + id}},
			Requirements: []adhere.Requirement{
				{ID: "1", Text: "Is it without commas?", Rule: rule("ifeval/punctuation:no_comma", "")},
				{ID: "2", Text: "Is it kind?"},
				{ID: "3", Text: "Is it in lower case?", Rule: rule("ifeval/change_case:english_lowercase", "")},
			},
		})
	}
	return spec
}

// counting counts the whole records that are read. If it is old, its slim ones
// do not say what verdicts are made of.
type counting struct {
	database.DB
	old   bool
	whole int
}

func (c *counting) Records(ctx context.Context, id string) iter.Seq2[*adhere.Record, error] {
	return func(yield func(*adhere.Record, error) bool) {
		for rec, err := range c.DB.Records(ctx, id) {
			c.whole++
			if !yield(rec, err) {
				return
			}
		}
	}
}

func (c *counting) SlimRecords(ctx context.Context, id string) iter.Seq2[*adhere.Record, error] {
	return func(yield func(*adhere.Record, error) bool) {
		for rec, err := range c.DB.SlimRecords(ctx, id) {
			if err == nil && c.old {
				one := *rec
				rec, one.Verdicts = &one, slices.Clone(one.Verdicts)
				for i := range one.Verdicts {
					one.Verdicts[i].Raw = ""
				}
			}
			if !yield(rec, err) {
				return
			}
		}
	}
}

// TestJudgedResult: what code saved, where it and a model disagree, and which votes
// of a jury were lost, is the same by whole records and by slim ones, of which
// those of an earlier version hold less. Whole ones are read only for what slim
// ones lack, and no further than the last disagreement.
func TestJudgedResult(t *testing.T) {
	const jury = "example/a,example/picky,example/b"
	for name, c := range map[string]struct {
		eval.Judging
		whole int
		says  string
	}{
		"rules":       {eval.Judging{RulesOnly: true}, 0, `"n":6`},
		"model":       {eval.Judging{Judge: "example/a", Rules: eval.RulesOff}, 0, "judge/single"},
		"hybrid":      {eval.Judging{Judge: "example/a"}, 0, `"by_rule":6,"by_model":3,"open":0,"calls_alone":9,"calls_made":3,"calls_saved":6,"compared":0,"disagreed":0`},
		"both":        {eval.Judging{Judge: "example/a", Rules: eval.RulesOwn, AskBoth: true}, 2, `"measured":"2 commas"`},
		"jury":        {eval.Judging{Judge: jury, Rules: eval.RulesOff}, 0, "example/picky without a reply, and so broken: status 400: content filter"},
		"hybrid jury": {eval.Judging{Judge: jury}, 0, "example/picky without a reply, and so broken: status 400: content filter"},
	} {
		t.Run(name, func(t *testing.T) {
			if !c.RulesOnly {
				c.Strategy = "single"
			}
			e, err := eval.New(t.Context(), judgedSpec(c.Judging), eval.Parts{Open: func(spec, _, _ string) (adhere.Model, error) {
				return partial{modeltest.NewFake(spec, func(*adhere.Request) string { return "YES" })}, nil
			}})
			if err != nil {
				t.Fatal(err)
			}
			want, err := e.Run(t.Context(), eval.NewMemory())
			if err != nil {
				t.Fatal(err)
			}
			db, done := inTemporaryFolder(t.Context())
			defer done()
			for _, old := range []bool{false, true} {
				s := &counting{DB: db, old: old}
				got, err := e.Run(t.Context(), s)
				if err != nil {
					t.Fatal(err)
				}
				if d := cmp.Diff(asJSON(t, want), asJSON(t, got)); d != "" || !strings.Contains(asJSON(t, got), c.says) {
					t.Errorf("old %t: %s\n%s, want %s", old, d, asJSON(t, got), c.says)
				}
				if !old && s.whole != c.whole {
					t.Errorf("%d whole records are read, want %d", s.whole, c.whole)
				}
			}
		})
	}
}

// asJSON is a result without what differs between runs.
func asJSON(t *testing.T, r *report.Result) string {
	t.Helper()
	r.Started, r.Finished = time.Time{}, time.Time{}
	for role, u := range r.Usage {
		u.Time = 0
		r.Usage[role] = u
	}
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
