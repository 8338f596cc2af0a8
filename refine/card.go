package refine

import (
	"maps"
	"slices"

	"adhere"
	"adhere/prompt"
)

// A Card states where training data comes from and how much there is. Nothing
// in it depends on the order of the traces.
type Card struct {
	Datasets   []string `json:"datasets"`   // of the instructions; "" stands for prompts of no data set
	Strategies []string `json:"strategies"` // with settings, critics and models
	Models     []string `json:"models"`     // that wrote the answers
	Critics    []string `json:"critics"`    // whose verdicts say what is good
	Prompts    string   `json:"prompts"`    // hash of the wording of critic examples

	Instructions int `json:"instructions"` // different conversations
	Traces       int `json:"traces"`
	Attempts     int `json:"attempts"`
	Undecided    int `json:"undecided"` // verdicts that teach nothing: unsure or broken

	Critic      Count `json:"critic"`
	Preferences Count `json:"preferences"`
	Supervised  Count `json:"supervised"`

	Filters []string `json:"filters"`           // what was left out, in sentences
	Sources []string `json:"sources,omitempty"` // runs and files that the traces came from; for the caller to fill in
	Licence []string `json:"licence,omitempty"` // what is known of the right to use all this, in sentences; likewise
}

func filters() []string {
	return []string{
		"Verdicts that are unsure, broken or skipped teach nothing; answers that were discarded, and those about which nothing was decided, are left out.",
		"Critic: a verdict with a reason; one example for each instruction, constraint and answer.",
		"Preferences: the chosen answer meets something that the rejected one breaks, meets all that the rejected one meets, is not cut off at the token limit and does not open like a refusal; one example for each two answers.",
		"Supervised: the final answer, of which every requirement that was asked about is met, and which is not cut off and does not open like a refusal; one example for each answer.",
		"Where verdicts on the same thing contradict each other, whatever rests on them is left out and counted.",
	}
}

// A Count says how many examples of one kind there are.
type Count struct {
	Kept         int `json:"kept"`
	Duplicates   int `json:"duplicates"`   // further times that an example was found
	Contradicted int `json:"contradicted"` // different things left out because verdicts on them contradict each other
}

func cardOf(traces []Trace, pack *prompt.Pack) Card {
	card := Card{Prompts: pack.Hash(), Traces: len(traces), Filters: filters()}
	datasets, strategies, models, critics, asked := set{}, set{}, set{}, set{}, set{}
	for i := range traces {
		t := &traces[i]
		datasets.add(t.Instruction.Dataset)
		strategies.add(t.Strategy)
		asked.add(wording(t.Request.Messages))
		card.Attempts += len(t.Attempts)
		for k := range t.Attempts {
			a := &t.Attempts[k]
			if a.Response != nil {
				models.add(a.Response.Model)
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

// A shelf keeps one example under each key, unless different values were
// claimed for the key.
type shelf[T any] struct {
	order []string
	books map[string]*book[T]
}

type book[T any] struct {
	example T
	value   string
	found   int
	doubted bool
}

func newShelf[T any]() *shelf[T] { return &shelf[T]{books: map[string]*book[T]{}} }

func (s *shelf[T]) at(key string) *book[T] {
	b := s.books[key]
	if b == nil {
		b = &book[T]{}
		s.books[key] = b
		s.order = append(s.order, key)
	}
	return b
}

// put files an example that claims a value for the key.
func (s *shelf[T]) put(example T, key, value string) {
	b := s.at(key)
	if b.found == 0 {
		b.example, b.value = example, value
	}
	b.found++
	b.doubted = b.doubted || b.value != value
}

// doubt notes that something speaks against any example of that key.
func (s *shelf[T]) doubt(key string) { s.at(key).doubted = true }

func (s *shelf[T]) kept() []T {
	var list []T
	for _, key := range s.order {
		if b := s.books[key]; b.found > 0 && !b.doubted {
			list = append(list, b.example)
		}
	}
	return list
}

func (s *shelf[T]) count() Count {
	var c Count
	for _, b := range s.books {
		switch {
		case b.found == 0:
		case b.doubted:
			c.Contradicted++
		default:
			c.Kept++
			c.Duplicates += b.found - 1
		}
	}
	return c
}
