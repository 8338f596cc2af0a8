package refine

import (
	"maps"
	"slices"

	"adhere"
	"adhere/judge"
	"adhere/prompt"
	"adhere/training"
)

// A Card states where training data comes from and how much there is. Nothing
// in it depends on the order of the traces.
type Card struct {
	Datasets   []string       `json:"datasets"`                 // of the instructions; "" stands for prompts of no data set
	Strategies []string       `json:"strategies"`               // with settings, critics and models
	Models     []string       `json:"models"`                   // that wrote the answers
	Critics    []string       `json:"critics"`                  // whose verdicts say what is good
	Quality    *CriticQuality `json:"critic_quality,omitempty"` // how good they were; nil where nobody looked
	Prompts    string         `json:"prompts"`                  // hash of the wording of critic examples

	Instructions int `json:"instructions"` // different conversations
	Traces       int `json:"traces"`
	Attempts     int `json:"attempts"`
	Unanswered   int `json:"unanswered,omitempty"` // of these, without an answer
	Undecided    int `json:"undecided"`            // verdicts that teach nothing: unsure or broken

	Critic      training.Count `json:"critic"`
	Preferences training.Count `json:"preferences"`
	Supervised  training.Count `json:"supervised"`

	Filters []string `json:"filters"`           // what was left out, in sentences
	Sources []string `json:"sources,omitempty"` // runs and files that the traces came from; for the caller to fill in
	Licence []string `json:"licence,omitempty"` // what is known of the right to use all this, in sentences; likewise
}

func filters() []string {
	return []string{
		"Verdicts that are unsure, broken or skipped teach nothing; answers that were discarded, and those about which nothing was decided, are left out.",
		"Critic: a verdict with a reason; one example for each instruction, constraint and answer.",
		"Preferences: the chosen answer meets something that the rejected one breaks, meets all that the rejected one meets, is not cut off at the token limit or by a filter and does not open like a refusal; one example for each two answers.",
		"Supervised: the final answer, of which every requirement that was asked about is met, and which is not cut off and does not open like a refusal; one example for each answer.",
		"Where verdicts on the same thing contradict each other, whatever rests on them is left out and counted.",
	}
}

func cardOf(traces []adhere.Trace, pack *prompt.Pack) Card {
	card := Card{Prompts: pack.Hash(), Traces: len(traces), Filters: filters()}
	datasets, strategies, models, critics, asked := set{}, set{}, set{}, set{}, set{}
	for i := range traces {
		t := &traces[i]
		datasets.add(t.Instruction.Dataset)
		strategies.add(t.Strategy)
		asked.add(judge.Wording(t.Request.Messages))
		card.Attempts += len(t.Attempts)
		for k := range t.Attempts {
			a := &t.Attempts[k]
			if a.Response != nil {
				models.add(a.Response.Model)
			} else {
				card.Unanswered++
			}
			for _, v := range a.Verdicts {
				critics.add(v.Judge)
				if v.Outcome == adhere.Unsure || v.Outcome == adhere.Broken {
					card.Undecided++
				}
			}
		}
	}
	card.Datasets, card.Strategies, card.Models, card.Critics = datasets.list(), strategies.list(), models.list(), critics.list()
	card.Instructions = len(asked)
	return card
}

type set map[string]bool

func (s set) add(word string) { s[word] = true }

func (s set) list() []string { return slices.Sorted(maps.Keys(s)) }
