package eval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/lazyregexp"
	"adhere/internal/lists"
	"adhere/internal/plural"
	"adhere/report"
)

// failures says why items of a run failed, the commonest reasons first:
// "3 × connection refused; 1 × bad key". It is empty where none did.
func failures(ctx context.Context, s Records, r *adhere.Run) (string, error) {
	if r.Failed == 0 {
		return "", nil
	}
	records, err := load(ctx, s, r.ID, r.Items)
	if err != nil {
		return "", err
	}
	return reasons(records), nil
}

// AllFailed returns an error if every item of a run failed: its result says
// nothing. It replaces err only if that says that a threshold was missed.
func AllFailed(ctx context.Context, s Records, res *report.Result, err error) error {
	if _, missed := errors.AsType[report.Missed](err); res.Items == 0 || res.Failed == 0 || err != nil && !missed {
		return err
	}
	r, lost := s.Run(ctx, res.Run)
	if lost != nil {
		return lost
	}
	if r.Failed < r.Done { // of a shard, less than all is done
		return err
	}
	why, lost := failures(ctx, s, r)
	if lost != nil {
		return lost
	}
	return adhere.Errorf(adhere.Unavailable, "run %s: %d of %s failed: %s", r.ID, r.Failed, plural.Of(r.Done, "item"), why).
		WithHint(again(&r.Plan))
}

func reasons(records []adhere.Record) string {
	counts := map[string]int{}
	for i := range records {
		if why := failure(&records[i]); why != "" {
			counts[report.Excerpt(passing.ReplaceAllString(why, ""), 200)]++
		}
	}
	parts, more := commonest(counts, 3, func(n int, why string) string { return fmt.Sprintf("%d × %s", n, why) })
	if more > 0 {
		parts = append(parts, plural.Of(more, "further reason"))
	}
	return strings.Join(parts, "; ")
}

// failure returns why a record is a failed one: the error of the call, or that
// of a judge who could not be asked. A reply that could not be read is none.
func failure(r *adhere.Record) string {
	if r.Err != "" {
		return r.Err
	}
	for _, v := range r.Verdicts {
		if v.Outcome == adhere.Broken && v.Raw == "" && !strings.HasPrefix(v.Reason, adhere.EmptyReply) {
			return v.Reason
		}
	}
	for _, g := range r.Grades {
		if g.Outcome == adhere.Broken && g.Raw == "" && !strings.HasPrefix(g.Reason, adhere.EmptyReply) {
			return g.Reason
		}
	}
	return ""
}

// passing matches what differs between failures of one kind: the ends of a
// connection, and how long was waited.
var passing = lazyregexp.New(`\b(read|write) tcp \S+->\S+: `)

func failedWarning(r *adhere.Run, why string) string {
	if why != "" {
		why = ": " + why
	}
	return fmt.Sprintf("%d of %s failed: what they lack is undecided; %s%s", r.Failed, plural.Of(r.Items, "item"), again(&r.Plan), why)
}

// again says what to do about failed items.
func again(plan *adhere.Plan) string {
	if recorded(plan) {
		return "mend recorded answers that are empty, or judge them with --allow-empty; the same command asks a judge that failed again"
	}
	return "the same command tries them again (adhere eval with --resume); add --no-cache where a stored reply is what is wrong"
}

// answerWarnings sums up what came with the answers and is no failure:
// reasoning that was set apart, settings that the provider ignored, answers
// that were cut off. The commonest come first.
func answerWarnings(records []adhere.Record) []string {
	counts := map[string]int{}
	for i := range records {
		resp := records[i].Response
		if resp == nil {
			continue
		}
		for _, w := range resp.Warnings {
			counts[w]++
		}
		if why := resp.Finish.Remark(); why != "" {
			counts[why+"; judged as it is"]++
		}
	}
	lines, more := commonest(counts, 5, func(n int, w string) string { return fmt.Sprintf("%d of %d answers: %s", n, len(records), w) })
	if more > 0 {
		lines = append(lines, fmt.Sprintf("%d further kinds of warnings are in the items", more))
	}
	return lines
}

// uselessReplies says which judges sent replies without text, or half ones, how
// often and why.
func uselessReplies(records []adhere.Record) []string {
	counts := map[string]int{}
	count := func(judge string, outcome adhere.Outcome, reason string) {
		if why, ok := strings.CutPrefix(reason, adhere.EmptyReply); ok && outcome == adhere.Broken {
			counts[judge+" rest on an empty reply: "+why]++
		}
		if why, ok := strings.CutPrefix(reason, adhere.CutReply); ok && outcome == adhere.Broken {
			counts[judge+" rest on half a reply: "+why]++
		}
	}
	for i := range records {
		for _, v := range records[i].Verdicts {
			count(v.Judge, v.Outcome, v.Reason)
		}
		for _, g := range records[i].Grades {
			count(g.Judge, g.Outcome, g.Reason)
		}
	}
	return lists.Map(slices.Sorted(maps.Keys(counts)), func(what string) string { return fmt.Sprintf("%d undecided of %s", counts[what], what) })
}

// commonest says what was counted most, a line each, and how much else there is.
func commonest(counts map[string]int, most int, say func(n int, what string) string) (lines []string, more int) {
	common := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	for _, what := range common[:min(len(common), most)] {
		lines = append(lines, say(counts[what], what))
	}
	return lines, max(len(common)-most, 0)
}
