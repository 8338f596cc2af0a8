package web

import "adhere"

// trafficStories show the gateway's requests.
func trafficStories() []story {
	full := newTrafficView([]Exchange{*inventedExchange(), {
		ID: "adh-2", Time: noon(), Model: longWord, Strategy: "verify", Stopped: "done", Flagged: true,
		Trace: &adhere.Trace{Instruction: &adhere.Instruction{Messages: []adhere.Message{{Role: adhere.User, Text: "<script>alert(1)</script> اكتب"}}}, Attempts: []adhere.Attempt{{}}},
	}})
	full.Lead = true
	one := newExchangeView(inventedExchange())
	one.Lead, one.Case = true, `{"name":"adh-1","answer":"Tea is old.","pass":true}`
	told1, failed := one, one
	told1.Added = "cases.jsonl"
	failed.Error, failed.Hint = "there is no file of cases", "name one by adhere serve --cases FILE"
	return []story{
		told("traffic-empty", "/traffic", "traffic", trafficView{}),
		told("traffic", "/traffic", "traffic", full),
		told("exchange", "/traffic/adh-1", "exchange", one),
		told("exchange-added", "/traffic/adh-1", "exchange", told1),
		told("exchange-error", "/traffic/adh-1", "exchange", failed),
	}
}

func inventedExchange() *Exchange {
	verdict := func(o adhere.Outcome, why string) []adhere.Verdict {
		return []adhere.Verdict{{Requirement: "c1", Judge: "rule/gateway@1", Outcome: o, Reason: why}}
	}
	return &Exchange{
		ID: "adh-1", Time: noon(), Account: "ada", Model: "m", Strategy: "decrim", Stopped: "satisfied", Answer: 1,
		Trace: &adhere.Trace{
			Instruction: &adhere.Instruction{
				Messages:     []adhere.Message{{Role: adhere.System, Text: "Be kind."}, {Role: adhere.User, Text: "Write about tea. Do not use commas."}},
				Requirements: []adhere.Requirement{{ID: "c1", Text: "Do not use commas."}},
			},
			Attempts: []adhere.Attempt{
				{Step: adhere.StepDraft, Response: &adhere.Response{Text: "Tea is old, green, and good."}, Verdicts: verdict(adhere.NotMet, "2 commas, none wanted")},
				{Step: adhere.StepRewrite, Response: &adhere.Response{Text: "Tea is old and green and good."}, Verdicts: verdict(adhere.Met, "no commas")},
			},
		},
		Seen: []SeenDemand{{"Keep it short.", "the model is not sure of it"}},
	}
}
