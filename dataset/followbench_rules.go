package dataset

import (
	"slices"
	"sync"

	"adhere"
)

// A ruleBook holds the rules of one language's records, a rule per level: by the
// source of a record, or by its category and example.
type ruleBook struct {
	amount string // the shape of a sum of money
	lists  map[string][]*adhere.Rule
}

// of returns the rules of a record of a category, one per level up to the
// record's, or nil where a model judges.
func (b *ruleBook) of(category string, r leveled) ([]*adhere.Rule, error) {
	list := b.lists[category+" "+r.exampleID]
	if list == nil && category != "example" {
		list = b.lists[r.source]
	}
	switch {
	case list == nil:
		return targetRules(category, r, b.amount)
	case r.level > len(list):
		r.o.fail("level", "expected a level of at most 5")
		return nil, nil
	case category+" "+r.exampleID == "format 22" && r.level == 5: // the closing words make a fourth paragraph
		list = slices.Clone(list)
		list[0] = rule("paragraphs", args{"exactly": 4})
	}
	return list[:r.level], nil
}

// args are the arguments of a rule by name.
type args map[string]any

func rule(name string, a args) *adhere.Rule { return adhere.NewRule("followbench/"+name, a) }

// same returns one rule for every requirement: the answer as a whole meets
// all of them or none.
func same(level int, name string, a args) []*adhere.Rule {
	list := make([]*adhere.Rule, level)
	for i := range list {
		list[i] = rule(name, a)
	}
	return list
}

// targetRules are the rules that compare the answer with the record's target,
// which the English and the Chinese data share.
func targetRules(category string, r leveled, amount string) ([]*adhere.Rule, error) {
	if category == "example" {
		return same(r.level, "template", args{"template": r.target}), nil
	}
	switch r.source {
	case "E2E", "text_editing":
		return same(r.level, "equals", args{"text": r.target}), nil
	case "WIKIEVENTS":
		return same(r.level, "lines_of", args{"text": r.target}), nil
	case "CONLL2003":
		texts, err := pythonList(r.target)
		return same(r.level, "one_of", args{"texts": texts}), err
	case "BBH_logical":
		return same(r.level, "last_match", args{"shape": "choice", "text": r.target}), nil
	case "BBH_time":
		return same(r.level, "last_match", args{"shape": "date", "text": r.target}), nil
	case "gsm_8k":
		return same(r.level, "last_match", args{"shape": amount, "text": r.target}), nil
	case "self_made_space":
		return same(r.level, "contains_text", args{"text": r.target}), nil
	}
	return nil, nil
}

// englishRules are in the order of the paper's levels.
var englishRules = sync.OnceValue(func() *ruleBook {
	return &ruleBook{"dollars", map[string][]*adhere.Rule{
		"cnn_dailymail": {
			rule("sentences", args{"exactly": 3}),
			rule("sentence_lengths", args{"less_than": 15}),
			rule("words_by_sentence", args{"words": []string{"Potter", "actor", "films"}}),
			rule("lacks_word", args{"word": "lavish", "sentence": 2}),
			rule("present_perfect", args{"sentence": 3}),
		},
		"xsum": {
			rule("sentences", args{"exactly": 1}),
			rule("length", args{"less_than": 20}),
			rule("lacks_word", args{"word": "Newton Stewart"}),
			rule("present_continuous", args{}),
			rule("contains_word", args{"word": "operation"}),
		},
		"samsum": {
			rule("sentences", args{"exactly": 1}),
			rule("length", args{"less_than": 15}),
			rule("contains_word", args{"word": "stuff"}),
			rule("lacks_text", args{"text": "procrast", "any_case": true}),
			rule("punctuation", args{"exactly": 1}),
		},
		"gigaword": {
			rule("length", args{"exactly": 8}),
			rule("punctuation", args{"exactly": 0}),
			rule("lower_case", args{}),
			rule("lacks_word", args{"word": "bus"}),
			rule("contains_word", args{"word": "in"}),
		},
		"arxiv": {
			rule("sentences", args{"exactly": 1}),
			rule("length", args{"at_most": 20}),
			rule("begins_with", args{"text": "We"}),
			rule("contains_word", args{"word": "activations"}),
			rule("lacks_word", args{"word": "transformer"}),
		},
		"format 22": {
			rule("paragraphs", args{"exactly": 3}),
			rule("paragraph_sentences", args{"first": 3, "less_than": 3}),
			rule("sentence_lengths", args{"more_than": 20}),
			rule("numbered_paragraphs", args{}),
			rule("ends_with", args{"text": "Those are suggestions"}),
		},
		"format 30": {
			rule("contains_text", args{"text": "**"}),
			rule("bold_numbers", args{"exactly": 5}),
			rule("point_sentences", args{"less_than": 3}),
			rule("prose_lengths", args{"at_least": 10, "at_most": 15}),
			rule("no_word_ending", args{"suffix": "-ly"}),
		},
	}}
})
