package dataset

import (
	"sync"

	"adhere"
)

// In the Chinese data sentences end with full-width marks, lengths are
// counted in characters, and a word is found wherever its characters stand.
const (
	fullStops  = "。！？"
	characters = "characters"
	fullMarks  = "，。：’“”"
)

var chineseRules = sync.OnceValue(func() *ruleBook {
	return &ruleBook{"yuan", map[string][]*adhere.Rule{
		"cnn_dailymail": {
			rule("sentences", args{"exactly": 3, "ends": fullStops}),
			rule("sentence_lengths", args{"less_than": 15, "ends": fullStops, "unit": characters}),
			rule("texts_by_sentence", args{"texts": []string{"波特", "演员", "电影"}, "ends": fullStops}),
			rule("lacks_text", args{"text": "奢侈", "sentence": 2, "ends": fullStops}),
			rule("contains_text", args{"text": "了", "sentence": 3, "ends": fullStops}),
		},
		"xsum": {
			rule("sentences", args{"exactly": 1, "ends": fullStops}),
			rule("length", args{"less_than": 20, "unit": characters}),
			rule("lacks_text", args{"text": "牛顿斯图尔特"}),
			rule("contains_text", args{"text": "在"}),
			rule("contains_text", args{"text": "操作"}),
		},
		"samsum": {
			rule("sentences", args{"exactly": 1, "ends": fullStops}),
			rule("length", args{"less_than": 15, "unit": characters}),
			rule("contains_text", args{"text": "琐碎的"}),
			rule("lacks_text", args{"text": "拖沓的"}),
			rule("punctuation", args{"exactly": 1, "also": fullMarks}),
		},
		"gigaword": {
			rule("length", args{"exactly": 8, "unit": characters}),
			rule("punctuation", args{"exactly": 0, "also": fullMarks}),
			rule("no_numerals", args{}),
			rule("lacks_text", args{"text": "公交车"}),
			rule("contains_text", args{"text": "在"}),
		},
		"arxiv": {
			rule("sentences", args{"exactly": 1, "ends": fullStops}),
			rule("length", args{"at_most": 20, "unit": characters}),
			rule("begins_with", args{"text": "我们"}),
			rule("contains_text", args{"text": "激活"}),
			rule("lacks_text", args{"text": "transformer"}),
		},
		"format 22": {
			rule("paragraphs", args{"exactly": 3}),
			rule("paragraph_sentences", args{"first": 3, "less_than": 3, "ends": fullStops}),
			rule("sentence_lengths", args{"more_than": 20, "ends": fullStops, "unit": characters}),
			rule("numbered_paragraphs", args{}),
			rule("ends_with", args{"text": "这些是建议"}),
		},
	}}
})
