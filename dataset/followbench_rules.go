package dataset

import (
	"adhere"
)

// rulesOf returns the rules of a record of a category, one per level up to
// the record's, or nil where a model judges.
type rulesOf func(category string, r leveled) ([]*adhere.Rule, error)

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
// which the English and the Chinese data share. amount is how a sum of money
// is written.
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

func englishRules(category string, r leveled) ([]*adhere.Rule, error) {
	var list []*adhere.Rule
	switch {
	case category == "format" && r.exampleID == "22":
		list = paragraphRules(r.level)
	case category == "format" && r.exampleID == "30":
		list = speechRules()
	case category == "example":
	case r.source == "cnn_dailymail":
		list = newsRules()
	case r.source == "xsum":
		list = floodRules()
	case r.source == "samsum":
		list = chatRules()
	case r.source == "gigaword":
		list = headlineRules()
	case r.source == "arxiv":
		list = abstractRules()
	}
	return upTo(list, category, r, "dollars")
}

// upTo returns the rules of the levels up to the record's, or those that
// compare with the target.
func upTo(list []*adhere.Rule, category string, r leveled, amount string) ([]*adhere.Rule, error) {
	if list == nil {
		return targetRules(category, r, amount)
	}
	if r.level > len(list) {
		r.o.fail("level", "expected a level of at most 5")
		return nil, nil
	}
	return list[:r.level], nil
}

func newsRules() []*adhere.Rule {
	return []*adhere.Rule{
		rule("sentences", args{"exactly": 3}),
		rule("sentence_lengths", args{"less_than": 15}),
		rule("words_by_sentence", args{"words": []string{"Potter", "actor", "films"}}),
		rule("lacks_word", args{"word": "lavish", "sentence": 2}),
		rule("present_perfect", args{"sentence": 3}),
	}
}

func floodRules() []*adhere.Rule {
	return []*adhere.Rule{
		rule("sentences", args{"exactly": 1}),
		rule("length", args{"less_than": 20}),
		rule("lacks_word", args{"word": "Newton Stewart"}),
		rule("present_continuous", args{}),
		rule("contains_word", args{"word": "operation"}),
	}
}

func chatRules() []*adhere.Rule {
	return []*adhere.Rule{
		rule("sentences", args{"exactly": 1}),
		rule("length", args{"less_than": 15}),
		rule("contains_word", args{"word": "stuff"}),
		rule("lacks_text", args{"text": "procrast", "any_case": true}),
		rule("punctuation", args{"exactly": 1}),
	}
}

func headlineRules() []*adhere.Rule {
	return []*adhere.Rule{
		rule("length", args{"exactly": 8}),
		rule("punctuation", args{"exactly": 0}),
		rule("lower_case", args{}),
		rule("lacks_word", args{"word": "bus"}),
		rule("contains_word", args{"word": "in"}),
	}
}

func abstractRules() []*adhere.Rule {
	return []*adhere.Rule{
		rule("sentences", args{"exactly": 1}),
		rule("length", args{"at_most": 20}),
		rule("begins_with", args{"text": "We"}),
		rule("contains_word", args{"word": "activations"}),
		rule("lacks_word", args{"word": "transformer"}),
	}
}

// paragraphRules are those of format 22. The closing words of level 5 make a
// fourth paragraph.
func paragraphRules(level int) []*adhere.Rule {
	pieces := 3
	if level == 5 {
		pieces = 4
	}
	return []*adhere.Rule{
		rule("paragraphs", args{"exactly": pieces}),
		rule("paragraph_sentences", args{"first": 3, "less_than": 3}),
		rule("sentence_lengths", args{"more_than": 20}),
		rule("numbered_paragraphs", args{}),
		rule("ends_with", args{"text": "Those are suggestions"}),
	}
}

// speechRules are those of format 30.
func speechRules() []*adhere.Rule {
	return []*adhere.Rule{
		rule("contains_text", args{"text": "**"}),
		rule("bold_numbers", args{"exactly": 5}),
		rule("point_sentences", args{"less_than": 3}),
		rule("prose_lengths", args{"at_least": 10, "at_most": 15}),
		rule("no_word_ending", args{"suffix": "-ly"}),
	}
}
