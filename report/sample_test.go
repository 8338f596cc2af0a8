package report_test

import (
	"time"

	"adhere"
	"adhere/report"
)

// sampleRecords are five small items with every outcome, two judges, a failed
// call, and text that would do harm if it were taken for anything but text.
func sampleRecords() []adhere.Record {
	ask := func(id string, level int, text string, reqs ...adhere.Requirement) *adhere.Instruction {
		return &adhere.Instruction{
			ID: id, Dataset: "garden@1", Level: level, Group: "tea",
			Messages:     []adhere.Message{{Role: adhere.User, Text: text}},
			Requirements: reqs, Tags: map[string]string{"domain": "kitchen"},
		}
	}
	short := adhere.Requirement{ID: "1", Text: "Is the answer at most 20 words long?", Labels: []string{"Length"}, Rule: &adhere.Rule{Name: "plain/words"}}
	calm := adhere.Requirement{ID: "2", Text: "Is the tone calm?", Labels: []string{"Style"}}
	tea := adhere.Requirement{ID: "3", Text: "Does it name <two> kinds of tea & one cup?", Labels: []string{"Content", "Number"}}
	verdict := func(req, judge string, o adhere.Outcome, reason, evidence, raw string) adhere.Verdict {
		return adhere.Verdict{Requirement: req, Judge: judge, Outcome: o, Reason: reason, Evidence: evidence, Raw: raw}
	}
	const rule, model = "rule/plain@1", "judge/alone@1+house/owl"
	say := func(text string) *adhere.Response {
		return &adhere.Response{Model: "house/wren", Text: text, Finish: adhere.FinishStop}
	}
	return []adhere.Record{
		{
			Instruction: ask("garden/1", 1, "Tell a guest which tea to drink.", short, calm), Response: say("Green tea,  gently.\n\tThen rest."),
			Verdicts: []adhere.Verdict{
				verdict("1", rule, adhere.Met, "5 words, expected at most 20", "5 words", ""), verdict("2", rule, adhere.Skipped, "", "", ""),
				verdict("1", model, adhere.Met, "", "", "YES"), verdict("2", model, adhere.Met, "it soothes", "", "YES, it soothes"),
			},
		},
		{
			Instruction: ask("garden/2", 2, "Tell a guest which tea to drink, calmly.", short, calm, tea),
			Response:    say("</pre><script>alert(1)</script> \u202Etxet \xff\x1b[31m שלום"),
			Verdicts: []adhere.Verdict{
				verdict("1", rule, adhere.NotMet, "62 words, expected at most 20", "62 words", ""), verdict("2", rule, adhere.Skipped, "", "", ""), verdict("3", rule, adhere.Skipped, "", "", ""),
				verdict("1", model, adhere.Met, "", "", "YES"), verdict("2", model, adhere.NotMet, "it shouts", "\"alert\"", "NO <b>it shouts</b>"), verdict("3", model, adhere.Broken, "", "", "???"),
			},
		},
		{
			Instruction: ask("garden/3", 3, "=HYPERLINK(\"x\") | tea", tea), Response: say("Mint and black, one cup."), Attempt: 1,
			Verdicts: []adhere.Verdict{verdict("3", rule, adhere.Skipped, "", "", ""), verdict("3", model, adhere.Unsure, "cannot tell", "", "UNKNOWN")},
		},
		{Instruction: ask("garden/4", 4, "Brew.", calm), Err: "the provider answered 500"},
		{
			Instruction: ask("garden/5", 5, "أخبر الضيف أي شاي يشرب.", calm), Response: say("شاي أخضر، بهدوء."),
			Verdicts: []adhere.Verdict{verdict("2", rule, adhere.Skipped, "", "", ""), verdict("2", model, adhere.Met, "", "", "YES")},
		},
	}
}

func sampleResult() *report.Result {
	sum := func(metric string, group map[string]string, v, lo, hi float64, n, met, undecided int) adhere.Summary {
		return adhere.Summary{Metric: metric, Group: group, Value: v, Lo: lo, Hi: hi, N: n, Met: met, Undecided: undecided}
	}
	group := func(k, v string) map[string]string { return map[string]string{k: v} }
	nothing := adhere.Summary{Metric: "drfr", Group: group("label", "-Format | odd"), Undecided: 2, Undefined: "no requirement was decided"}
	warned := sum("csl", nil, 2.4, 1.8, 3.1, 5, 0, 0)
	warned.Warnings = []string{"one group lacks level 4"}
	r := &report.Result{
		Run: "garden-wren-0a1b2c3d", Bench: "garden@1", Model: "house/wren",
		Dataset: report.Dataset{Name: "garden", Version: "1", SHA256: "3f2a9c41d0e8b7a6953f2a9c41d0e8b7a6953f2a9c41d0e8b7a6953f2a9c41d0"},
		Judges:  []string{"rule/plain@1", "judge/alone@1+house/owl"},
		Items:   5, Failed: 1, Plan: "0a1b2c3d4e5f",
		Metrics: []adhere.Summary{
			sum("drfr", nil, 4.0/6, 0.35, 0.91, 6, 4, 2), sum("hsr", nil, 0.5, 0, 1, 4, 2, 0), warned,
			sum("drfr", group("label", "Length"), 0.5, 0, 1, 2, 1, 0), sum("drfr", group("label", "Style"), 2.0/3, 0.2, 1, 3, 2, 0),
			sum("drfr", group("label", "Content"), 1, 0.3, 1, 1, 1, 2), nothing,
		},
		Warnings: []string{"1 item has no response and is counted nowhere"},
		Definitions: []report.Definition{
			{Name: "drfr", Doc: "The share of all requirements that are met (InFoBench, equation 1)."},
			{Name: "hsr", Doc: "The share of instructions whose requirements are all met (FollowBench, section 3.2)."},
			{Name: "csl", Doc: "How many levels in a row are met from level 1 on (FollowBench, section 3.2).", Max: 5},
		},
		Usage: map[string]adhere.Usage{
			"subject": {Calls: 5, In: 1234, Out: 567, Money: adhere.USD / 50, Time: time.Second},
			"judge":   {Calls: 6, In: 4321, Cached: 1000, Out: 12, Thought: 8, Money: adhere.USD},
		},
		Started: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Finished: time.Date(2026, 11, 21, 9, 1, 5, 0, time.UTC),
	}
	for level := 1; level <= 5; level++ {
		l := string(rune('0' + level))
		v := 1 - float64(level)*0.15
		r.Metrics = append(r.Metrics, sum("hsr", group("level", l), v, v-0.2, min(1, v+0.1), 20, 20-3*level, 0))
		r.Metrics = append(r.Metrics, sum("ssr", group("level", l), v+0.05, v-0.1, min(1, v+0.12), 20, 0, 0))
	}
	return r
}
