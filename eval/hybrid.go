package eval

import (
	"context"

	"adhere"
	"adhere/internal/plural"
	"adhere/judge"
	"adhere/report"
)

// addJudged counts what hybrid judges did in a run, and what became of model
// judges' replies.
func addJudged(ctx context.Context, s Records, res *report.Result, records []adhere.Record) error {
	for i := range records {
		res.Replies = report.AddReplies(res.Replies, &records[i])
	}
	count, err := countJudged(ctx, s, res, records)
	if err == nil {
		count.report(res)
	}
	return err
}

// countJudged reads whole records only where those it is given, which may be slim,
// lack what is counted, or for the words of disagreements.
func countJudged(ctx context.Context, s Records, res *report.Result, records []adhere.Record) (*judgedCount, error) {
	count, whole, all := newJudgedCount(res.Judges), newJudgedCount(res.Judges), true
	for i := range records {
		all = count.add(&records[i]) && all
	}
	if all && whole.lists(count) {
		return count, nil
	}
	for rec, err := range s.Records(ctx, res.Run) {
		if err != nil {
			return nil, err
		}
		if whole.add(rec); all && whole.lists(count) {
			break
		}
	}
	if !all {
		return whole, nil
	}
	for name, t := range count.hybrids {
		copy(t.Disagreed, whole.hybrids[name].Disagreed)
	}
	return count, nil
}

// A judgedCount is what hybrid judges did, by name, and how many votes of juries
// were lost to what.
type judgedCount struct {
	hybrids map[string]*judge.Tally
	lost    map[string]int
}

func newJudgedCount(judges []string) *judgedCount {
	c := &judgedCount{map[string]*judge.Tally{}, map[string]int{}}
	for _, name := range judges {
		if judge.IsHybrid(name) {
			c.hybrids[name] = &judge.Tally{}
		}
	}
	return c
}

// add counts a record, and reports whether it has all that is counted.
func (c *judgedCount) add(rec *adhere.Record) bool {
	all := true
	for name, t := range c.hybrids {
		all = t.Add(rec, name) && all
	}
	for i := range rec.Verdicts {
		votes, ok := judge.LostVotes(&rec.Verdicts[i])
		for _, v := range votes {
			c.lost[v.Judge+" without a reply, and so broken: "+report.Excerpt(v.Reason, 200)]++
		}
		all = all && ok
	}
	return all
}

// lists reports whether it has all disagreements of another that a result lists.
func (c *judgedCount) lists(other *judgedCount) bool {
	for name, t := range other.hybrids {
		if len(c.hybrids[name].Disagreed) < min(len(t.Disagreed), mostListed) {
			return false
		}
	}
	return true
}

func (c *judgedCount) report(res *report.Result) {
	votes, _ := commonest(c.lost, 5, func(n int, what string) string { return plural.Of(n, "vote") + " of " + what })
	res.Warnings = append(res.Warnings, votes...)
	for i := range res.Replies {
		if t := c.hybrids[res.Replies[i].Judge]; t != nil {
			res.Replies[i].Read -= t.Unasked
		}
	}
	for _, name := range res.Judges {
		if t := c.hybrids[name]; t != nil {
			res.Hybrid = hybridReport(name, t)
		}
	}
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
