package dataset

import "adhere"

// In the Chinese data sentences end with full-width marks, lengths are
// counted in characters, and a word is found wherever its characters stand.
const (
	fullStops  = "。！？"
	characters = "characters"
	fullMarks  = "，。：’“”"
)

func chineseRules(category string, r leveled) ([]*adhere.Rule, error) {
	var list []*adhere.Rule
	switch {
	case category == "format" && r.exampleID == "22":
		list = paragraphRulesZH(r.level)
	case category == "example":
	case r.source == "cnn_dailymail":
		list = newsRulesZH()
	case r.source == "xsum":
		list = floodRulesZH()
	case r.source == "samsum":
		list = chatRulesZH()
	case r.source == "gigaword":
		list = headlineRulesZH()
	case r.source == "arxiv":
		list = abstractRulesZH()
	}
	return upTo(list, category, r, "yuan")
}

func newsRulesZH() []*adhere.Rule {
	return []*adhere.Rule{
		rule("sentences", args{"exactly": 3, "ends": fullStops}),
		rule("sentence_lengths", args{"less_than": 15, "ends": fullStops, "unit": characters}),
		rule("texts_by_sentence", args{"texts": []string{"波特", "演员", "电影"}, "ends": fullStops}),
		rule("lacks_text", args{"text": "奢侈", "sentence": 2, "ends": fullStops}),
		rule("contains_text", args{"text": "了", "sentence": 3, "ends": fullStops}),
	}
}

func floodRulesZH() []*adhere.Rule {
	return []*adhere.Rule{
		rule("sentences", args{"exactly": 1, "ends": fullStops}),
		rule("length", args{"less_than": 20, "unit": characters}),
		rule("lacks_text", args{"text": "牛顿斯图尔特"}),
		rule("contains_text", args{"text": "在"}),
		rule("contains_text", args{"text": "操作"}),
	}
}

func chatRulesZH() []*adhere.Rule {
	return []*adhere.Rule{
		rule("sentences", args{"exactly": 1, "ends": fullStops}),
		rule("length", args{"less_than": 15, "unit": characters}),
		rule("contains_text", args{"text": "琐碎的"}),
		rule("lacks_text", args{"text": "拖沓的"}),
		rule("punctuation", args{"exactly": 1, "also": fullMarks}),
	}
}

func headlineRulesZH() []*adhere.Rule {
	return []*adhere.Rule{
		rule("length", args{"exactly": 8, "unit": characters}),
		rule("punctuation", args{"exactly": 0, "also": fullMarks}),
		rule("no_numerals", args{}),
		rule("lacks_text", args{"text": "公交车"}),
		rule("contains_text", args{"text": "在"}),
	}
}

func abstractRulesZH() []*adhere.Rule {
	return []*adhere.Rule{
		rule("sentences", args{"exactly": 1, "ends": fullStops}),
		rule("length", args{"at_most": 20, "unit": characters}),
		rule("begins_with", args{"text": "我们"}),
		rule("contains_text", args{"text": "激活"}),
		rule("lacks_text", args{"text": "transformer"}),
	}
}

// paragraphRulesZH are those of format 22, as in English.
func paragraphRulesZH(level int) []*adhere.Rule {
	pieces := 3
	if level == 5 {
		pieces = 4
	}
	return []*adhere.Rule{
		rule("paragraphs", args{"exactly": pieces}),
		rule("paragraph_sentences", args{"first": 3, "less_than": 3, "ends": fullStops}),
		rule("sentence_lengths", args{"more_than": 20, "ends": fullStops, "unit": characters}),
		rule("numbered_paragraphs", args{}),
		rule("ends_with", args{"text": "这些是建议"}),
	}
}
