package eval

import (
	"context"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/plural"
	"adhere/judge"
	"adhere/report"
)

// addJudged counts what hybrid judges did in a run, and what became of model
// judges' replies. Records have to be read whole for it.
func addJudged(ctx context.Context, s Records, res *report.Result, slim []adhere.Record) error {
	if !slices.ContainsFunc(res.Judges, func(name string) bool { return strings.HasPrefix(name, "judge/") }) {
		return nil
	}
	hybrids := map[string]*judge.Tally{}
	for _, name := range res.Judges {
		if judge.IsHybrid(name) {
			hybrids[name] = &judge.Tally{}
		}
	}
	for i := range slim {
		res.Replies = report.AddReplies(res.Replies, &slim[i])
	}
	if jury := strings.Contains(strings.Join(res.Judges, " "), "judge/jury-"); len(hybrids) == 0 && !jury {
		return nil
	}
	lost := map[string]int{}
	for rec, err := range s.Records(ctx, res.Run) { // whole: what rules measured, and what models said of it
		if err != nil {
			return err
		}
		for name, t := range hybrids {
			t.Add(rec, name)
		}
		for i := range rec.Verdicts {
			for _, v := range judge.LostVotes(&rec.Verdicts[i]) {
				lost[v.Judge+" without a reply, and so broken: "+report.Excerpt(v.Reason, 200)]++
			}
		}
	}
	votes, _ := commonest(lost, 5, func(n int, what string) string { return plural.Of(n, "vote") + " of " + what })
	res.Warnings = append(res.Warnings, votes...)
	for i := range res.Replies {
		if t := hybrids[res.Replies[i].Judge]; t != nil {
			res.Replies[i].Read -= t.Unasked
		}
	}
	for _, name := range res.Judges {
		if t := hybrids[name]; t != nil {
			res.Hybrid = hybridReport(name, t)
		}
	}
	return nil
}

func hybridReport(name string, t *judge.Tally) *report.Hybrid {
	h := &report.Hybrid{
		Judge: name, ByRule: t.ByRule, ByModel: t.ByModel, Open: t.Open,
		Alone: t.Alone, Made: t.Made, Saved: t.Saved(), Compared: t.Compared, Disagreed: len(t.Disagreed),
	}
	for _, d := range t.Disagreed[:min(len(t.Disagreed), mostListed)] {
		h.Disagreements = append(h.Disagreements, report.Disagreement(d))
	}
	return h
}

// mostListed bounds how many disagreements a result holds.
const mostListed = 1000
