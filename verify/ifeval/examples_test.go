package ifeval_test

// examples holds arguments for each checker, an answer that meets the
// demand, one that does not, and what is said of the latter.
var examples = []struct {
	checker, args, met, not, measured string
}{
	{"change_case:capital_word_frequency", `{"capital_frequency": 2, "capital_relation": "at least"}`, "STOP and GO.", "Stop and GO.", "1 word in capitals"},
	{"change_case:english_capital", `{}`, "THE RAIN KEPT FALLING ON THE ROOF.", "THE Rain KEPT falling ON.", `not in capitals: "Rain", "falling"`},
	{"change_case:english_lowercase", `null`, "the rain kept falling on the roof.", "der regen fiel weiter auf das dach und wir blieben", "in lower case, language de"},
	{"combination:repeat_prompt", `{"prompt_to_repeat": "Name a river."}`, "  name a river. The Po.", "Name a lake. Como.", `it departs from the request at character 8, with "lake. como."`},
	{"combination:two_responses", ``, "One.\n******\nTwo.", "One.\n******\n One. ", "twice the same answer"},
	{"detectable_content:number_placeholders", `{"num_placeholders": 2}`, "[a] and [b]", "[a and\nb] [c]", "1 placeholder in square brackets"},
	{"detectable_content:postscript", `{"postscript_marker": "P.S."}`, "Bye.\nP. S. Write!", "Bye. PS Write!", `no "P.S."`},
	{"detectable_format:constrained_response", `{}`, "Well: My answer is no.", "My answer is No.", "none of the options"},
	{"detectable_format:json_format", `{}`, "```json\n{\"a\": [1, NaN, \"\\u00e9\"]}\n```", "{\"a\": 1,\n \"b\": }", `no JSON: line 2, column 7: expected a value, got "}"`},
	{"detectable_format:multiple_sections", `{"section_spliter": "Part", "num_sections": 2}`, "Part 1 a Part2 b", "Part 1 a part 2 b Part II", `1 section begun by "Part" and a number`},
	{"detectable_format:number_bullet_lists", `{"num_bullets": 3}`, "* a\n  - b\n\n-c", "* a\n** b\n- c", "2 bullet points"},
	{"detectable_format:number_highlighted_sections", `{"num_highlights": 2}`, "*a* and **b**", "*a* and ** ** and *b\nc", "1 passage highlighted with asterisks"},
	{"detectable_format:title", `{}`, "x <<Rain>> y", "<< >> <<Rain\n>>", "no title"},
	{"keywords:existence", `{"keywords": ["roof", "RAIN"]}`, "A rainy Roof", "A roof", `missing: "RAIN"`},
	{"keywords:forbidden_words", `{"forbidden_words": ["rain", "roof"]}`, "rains on roofs", "Rain!", `found: "rain"`},
	{"keywords:frequency", `{"keyword": "rain", "frequency": 2, "relation": "less than"}`, "rain", "rain, Rainy", `2 times "rain"`},
	{"keywords:letter_frequency", `{"letter": "Q", "let_frequency": 2, "let_relation": "at least"}`, "Quite quick", "quite", `1 time "Q"`},
	{"language:response_language", `{"language": "de"}`, "Der Regen fiel weiter auf das Dach.", "The rain kept falling on the roof.", "language en"},
	{"length_constraints:nth_paragraph_first_word", `{"num_paragraphs": 2, "nth_paragraph": 2, "first_word": "Then"}`, "It rained.\n\n\"Then, sun.", "It rained.\n\nSo then.", `2 paragraphs, number 2 beginning with "so"`},
	{"length_constraints:number_paragraphs", `{"num_paragraphs": 2}`, "a\n***\nb\n***\n", "a *** *** b", "an empty paragraph after divider 1"},
	{"length_constraints:number_sentences", `{"num_sentences": 3, "relation": "less than"}`, "Mr. Lind read. It rained.", "He read. It rained. So?", "3 sentences"},
	{"length_constraints:number_words", `{"num_words": 4, "relation": "at least"}`, "It's a roof", "a tin roof", "3 words"},
	{"punctuation:no_comma", `{"unused": null}`, "rain; sun，wind", "rain, sun, wind", "2 commas"},
	{"startend:end_checker", `{"end_phrase": "The END "}`, "It rained. the end\"", "The end.", `the ending "he end."`},
	{"startend:quotation", `{}`, ` "It rained." `, `"It" rained.`, `no quotation mark at the end, which is "\"It\" rained."`},
}
