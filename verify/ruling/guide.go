package ruling

import (
	"strings"
)

// A construct is one form of the language of checks, with what stands in it,
// and its meaning.
type construct struct{ form, meaning string }

// The constructs by what they are. In a form E stands for an expression, P for
// parts, F for what is looked for, R for a relation and UNIT for a unit.
var (
	expressions = []construct{
		{`{"all":[E,E]}`, "every one holds"},
		{`{"any":[E,E]}`, "at least one holds"},
		{`{"not":E}`, ""},
		{`{"some":2,"of":[E,E,E]}`, "at least so many of them hold"},
		{`{"each":P,"holds":E}`, "there is at least one part, and E holds of every one, taken as a text of its own"},
		{`{"count":P,"is":R}`, "the number of parts"},
		{`{"different":P,"is":R}`, "how many parts differ from each other"},
		{`{"repeats":P,"is":R}`, "how often the commonest part occurs"},
		{`{"share":P,"among":P,"is":R}`, "the number of the first parts in percent of that of the second"},
		{`{"longest":P,"in":UNIT,"is":R}`, `the largest number of the unit in a part; also "shortest", "mean" and "spread", the largest less the smallest`},
		{`{"value":P,"is":R}`, "the first part read as a number"},
		{`{"depth":"list","is":R}`, `how deep list items lie in each other; also "brackets"`},
		{`{"starts":F}`, "the text, without white space before it, begins so"},
		{`{"ends":F}`, "it ends so"},
		{`{"contains":F}`, `at least once; for a number of times count {"find":F}`},
		{`{"equals":F}`, "it is just that"},
		{`{"sequence":[F,F]}`, "the first of each stands behind the first of the one before; of a text named again, the next one"},
		{`{"one_of":["yes","no"]}`, `the whole text is one of these; with "same_case":true in just this case`},
		{`{"case":"upper"}`, `every letter that has case; also "lower"; "title", each word begins with a capital, but for small ones such as "of"; "capitalised", the first letter is a capital`},
		{`{"language":"es"}`, "a code of ISO 639-1"},
		{`{"script":"Latin"}`, "all letters are of that script"},
		{`{"only":["word","punctuation mark"]}`, `nothing but these units and white space; with "chars":"-/" these characters too`},
		{`{"palindrome":true}`, ""},
		{`{"all_different":P}`, ""},
		{`{"ordered":P,"by":"alphabet"}`, `also by "value", the number in a part, or by a UNIT, how many of it a part has; with "down":true falling, with "strict":true without equal ones`},
		{`{"same":P,"as":P}`, "both give the same texts"},
		{`{"set":P,"is":"only","texts":["a","b"]}`, `each part is one of the texts; "all": each text is one of the parts; "just": both; "order": the parts are the texts, one by one`},
		{`{"json":{"keys":["a"]}}`, `the whole text is JSON (if it stands in a text, ask this of each code block); also "type":"object" or "array", "only":true for no other keys, "schema":{…} for what keys hold; {} asks for any`},
		{`{"xml":{}}`, `also "root":"a"`},
		{`{"yaml":{}}`, `also "keys":["a"]`},
		{`{"csv":{"columns":3}}`, `also "rows":5 with the header, "header":["a","b","c"], "delimiter":";"`},
	}
	selections = []construct{
		{`{"unit":UNIT}`, ""},
		{`{"find":F}`, "each occurrence"},
		{`{"split":"***"}`, "the text between dividers"},
		{`{"under":"Facts"}`, "what stands under a heading"},
		{`{"named":"SMS"}`, `what stands under the only heading of that name or behind the only label ("SMS: …", "件名：…"), undecided where there is none, as in "sms: …"; "subject" is the subject line in any language`},
		{`{"between":["<a>","</a>"]}`, "what is enclosed"},
		{`{"before":P}`, `all that stands before a part, without the part; for the first of several add "from":1,"to":1 to P; undecided where there is none or, without from and to, more than one`},
		{`{"after":P}`, `all that stands after it, up to the end of the text, or of what "of" names`},
	}
	additions = []construct{
		{`"from":1,"to":2`, `only the first two, both always given; places count from 1, or from the end with -1; with "except":true all but these`},
		{`"that":E`, "only those of which E holds"},
		{`"of":P`, "within each of those parts"},
	}
	finds = []construct{
		{`{"text":"a"}`, "anywhere"},
		{`{"word":"a"}`, "as a whole word"},
		{`{"pattern":"[0-9]+"}`, "a regular expression (RE2); ^ and $ are the ends of the text, and with (?m) before it those of a line; at most 300 steps ([a-z]{1,99} takes 99): for longer ones count parts"},
	}
	relations = []construct{
		{`{"exactly":3}`, ""},
		{`{"not":3}`, ""},
		{`{"less":3}`, ""},
		{`{"most":3}`, ""},
		{`{"more":3}`, ""},
		{`{"least":3}`, ""},
		{`{"between":[2,4]}`, "ends included"},
		{`{"about":100,"within":10}`, ""},
	}
	hidden = []string{
		`Case of letters does not matter, unless "case":true is added to what is looked for. "split" and "between" are exact; a blank part counts between dividers only.`,
		`Where there is no such part, "each", "ordered", "set" and "same" fail: where parts may be missing, say {"any":[{"count":P,"is":{"exactly":0}},{"each":P,"holds":E}]}.`,
		`"from" and "to" count within each part of "of", among those that "that" leaves.`,
		"Headings, tables, list items and code blocks are no paragraphs; each list item has sentences of its own, a heading none; blank lines are no lines. A line all in bold is a heading.",
		"A title is part of the text: it is the first line.",
		"A code fence around the whole text does no harm, unless the check names code blocks or \"```\".",
		`List items and headings are without their marks ("- ", "## "), lines with them; a code block is without its fences, unless the check names "` + "```" + `" in it.`,
		`Parts are compared in any case and without white space around them; "equals" with a pattern is one of the whole text.`,
		`A word has a letter or a digit; "well-known" and "don't" are one. {"word":"don"} is found in "don't", but not in "well-don".`,
		"A character is what readers see as one (é, an emoji of several parts); spaces and ends of lines count.",
		`A date has a day and a month, in digits with a year or in English: 2024-03-01, 1.3.2024, 3/1/24, March 1, 1st of March 2024. "March 2024", a year alone and months of other languages are none.`,
		`List items begin with "- ", "* ", "+ ", "• ", "‣ ", "・", "1. ", "1) " or "1、"; behind "– " and "— " they are undecided; "· ", "a) ", "(1) ", "１．" and "①" begin none.`,
		"An entry is an outer item of the one list that a text is but for a few words, or what stands behind numbered labels; of any other text entries are undecided.",
		`Table rows are those of the body; a column is its cells, line by line, the header's first. The second column without it: {"unit":"table cell","from":2,"to":2,"of":{"unit":"table row"}}. Without a line such as |---|---| a table is undecided.`,
		`Undecided is where people count differently: hyphens in words, "**" in characters, a bold line that may be text, a title, header cells among all cells; in the alphabet accents, spaces, articles ("The"), numbers and Chinese characters.`,
	}
)

// Guide describes the whole language of checks, for a prompt.
func Guide() string {
	var b strings.Builder
	section := func(title string, list []construct) {
		b.WriteString(title + "\n")
		for _, c := range list {
			b.WriteString(strings.TrimRight(c.form+"  "+c.meaning, " ") + "\n")
		}
		b.WriteByte('\n')
	}
	section("An expression E is one of", expressions)
	section("Parts P are one of", selections)
	section("to which may be added", additions)
	section("What is looked for, F, is one of", finds)
	section("A relation R is one of", relations)
	b.WriteString("A UNIT is one of: " + Units() + ".\n\n")
	b.WriteString("What a check does not say by itself:\n- " + strings.Join(hidden, "\n- ") + "\n")
	return b.String()
}
