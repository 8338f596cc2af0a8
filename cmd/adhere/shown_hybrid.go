package main

import (
	"context"
	"strings"

	"adhere"
	"adhere/bench"
	"adhere/judge"
)

// shownByHybrid returns what the model behind a hybrid judge was shown of a
// record, nil where that judge cannot be made again.
func shownByHybrid(b *bench.Bench, name string) func(r *adhere.Record) []adhere.Message {
	head, parts, ok := strings.Cut(strings.TrimSuffix(name, "]"), "+[")
	_, rest, more := strings.Cut(parts, ",") // behind the judge by rules
	if !ok || !more || !judge.IsHybrid(name) {
		return nil
	}
	h := judge.Hybrid{Rules: ruleJudge(b), AskBoth: strings.HasSuffix(head, ".both")}
	if asked, ok := strings.CutPrefix(rest, readerName+","); ok {
		h.Divide, rest = divide, asked
	}
	plain := *b
	plain.Rules = nil
	h.Model, ok = rehearsal(&plain, foreman(rest)).(adhere.Judge)
	if !ok {
		return nil
	}
	again, err := judge.NewHybrid(h)
	if err != nil {
		return nil
	}
	return func(r *adhere.Record) []adhere.Message {
		askings, err := judge.Askings(context.Background(), again, name, r)
		if err != nil {
			return nil
		}
		var all []adhere.Message
		for _, a := range askings {
			if foreman(rest) != rest {
				a.Verdicts = ballots(a.Verdicts)
			}
			all = append(all, conversation(a.Calls, a.Verdicts)...)
		}
		return all
	}
}
