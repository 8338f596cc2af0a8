package web

import (
	"adhere/internal/gateway"
)

import "adhere"

// trafficStories show the gateway's requests.
func trafficStories() []story {
	full := newTrafficView([]gateway.Exchange{*inventedExchange(), {
		ID: "adh-2", Time: noon(), Model: longWord, Report: gateway.Report{Strategy: "verify", Stopped: "done", Flagged: true},
		Trace: &adhere.Trace{Instruction: &adhere.Instruction{Messages: []adhere.Message{{Role: adhere.User, Text: "<script>alert(1)</script> اكتب"}}}, Attempts: []adhere.Attempt{{}}},
	}})
	full.Lead = true
	show := func(change func(*exchangeView)) func(*Server, *visit) error {
		return func(s *Server, v *visit) error {
			view := s.newExchangeView(inventedExchange())
			view.Lead, view.Case = true, `{"name":"adh-1","answer":"Tea is old.","pass":true}`
			change(view)
			return v.show("exchange", view)
		}
	}
	return []story{
		told("traffic-empty", "/traffic", "traffic", trafficView{}),
		told("traffic", "/traffic", "traffic", full),
		asked("exchange", "/traffic/adh-1", "", show(func(*exchangeView) {})),
		asked("exchange-added", "/traffic/adh-1", "", show(func(x *exchangeView) { x.Added = "cases.jsonl" })),
		asked("exchange-error", "/traffic/adh-1", "", show(func(x *exchangeView) {
			x.trouble = trouble{"there is no file of cases", "name one by adhere serve --cases FILE"}
		})),
		asked("exchange-draft", "/traffic/adh-1", "", show(func(x *exchangeView) { // the draft was the answer
			x.Groups[0].Answers, x.Groups[0].Changes, x.Others = x.Groups[0].Answers[:1], nil, nil
		})),
	}
}

func inventedExchange() *gateway.Exchange {
	verdict := func(o adhere.Outcome, why string) []adhere.Verdict {
		return []adhere.Verdict{{Requirement: "c1", Judge: "rule/gateway@1", Outcome: o, Reason: why}}
	}
	return &gateway.Exchange{
		ID: "adh-1", Time: noon(), Account: "ada", Model: "m",
		Trace: &adhere.Trace{
			Instruction: &adhere.Instruction{
				Messages:     []adhere.Message{{Role: adhere.System, Text: "Be kind."}, {Role: adhere.User, Text: "Write about tea. Do not use commas."}},
				Requirements: []adhere.Requirement{{ID: "c1", Text: "Do not use commas."}},
			},
			Attempts: []adhere.Attempt{
				{Step: adhere.StepDraft, Response: &adhere.Response{Text: "Tea is old, green, and good."}, Verdicts: verdict(adhere.NotMet, "2 commas, none wanted")},
				{Step: adhere.StepRewrite, Response: &adhere.Response{Text: "Tea."}, Discarded: "it is much shorter than the draft"},
				{Step: adhere.StepRewrite, Response: &adhere.Response{Text: "Tea is old and green and good."}, Verdicts: verdict(adhere.Met, "no commas")},
			},
		},
		Report: gateway.Report{Strategy: "decrim", Stopped: adhere.StopSatisfied, Answer: 3, Seen: []gateway.Seen{{Text: "Keep it short.", Why: "the model is not sure of it"}}},
	}
}
