package english

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"adhere/verify/algebra"
)

// signs are marks and words that must occur where something is written in a
// certain form: a format, a style of citation, labels to choose from.
func signs() []production {
	has := func(s algebra.Sign, rest string) func(*capture) any {
		return func(*capture) any { return implies(algebra.Contains{What: algebra.SignOf(s)}, rest) }
	}
	return []production{
		{"implied", "(do|be) <whole> <classes>", func(c *capture) any {
			options, _ := c.get("classes").([]string)
			return implies(anyOf(options), "whether it is the right one")
		}},
		{"implied", "(do)? <holder> (<clearly>|and)* (mention|specify|identify|indicate|state|name|cite) <named>", func(c *capture) any {
			names, _ := c.get("named").(algebra.All)
			return implies(conjunction(names), "what is said of them")
		}},
		{"implied", "(mention|cite) <named>", func(c *capture) any {
			names, _ := c.get("named").(algebra.All)
			return implies(conjunction(names), "what is said of them")
		}},
		{"implied", "<classes>", func(c *capture) any {
			options, _ := c.get("classes").([]string)
			return implies(anyOf(options), "whether it is the right one")
		}},
		{"implied", "(begin|start|open|prefix|label|mark) (each|every) <modifier>* <any>? with (the word)? (<name:quote>|<quote>) (and|follow by|,)* (its|the|a|their)? number <mark>*", numberedMark},
		{"implied", "(each|every) <modifier>* <any>? <modal>? (begin|start|open) with (the word)? (<name:quote>|<quote>) (and|follow by|,)* (its|the|a|their)? number <mark>*", numberedMark},
		{"implied", "(do)? <holder> include the <modifier>* 's (name|address) : <named>", func(c *capture) any {
			names, _ := c.get("named").(algebra.All)
			return implies(conjunction(names), "whose it is")
		}},
		{"implied", "<placed>? (be|do)? <holder> (<bears>|comprise of|<modifier>|include) the (following|specified|specific)* (header|headers|column|section|subsection|heading|part|field) : <phrases>", phrasesIn},
		{"implied", "be the structure of <holder> comprise of the (following)* (section|heading) : <phrases>", phrasesIn},
		{"implied", "<inwhole>? ,? be the (header|headers) of the <any>* table <quote> (<joint> <quote>)* <mark>*", func(c *capture) any {
			return implies(containsAll(all[string](c, "quote")), "that they are its headers")
		}},

		{"implied", "be the <modifier>* date <inplace>? (<written1>)? in the format yyyy mm dd <mark>*", has(algebra.SignYearFirstDate, "which date it is")},
		{"implied", "(be|do) <cited> (adhere to|follow|cite in|in|format in) apa (style|format)? <mark>*", has(algebra.SignYear, "the rest of the style")},
		{"cited", "(all)? (of)? the? <any>* (citations|references|sources|papers|works) <inplace>?", fixed(true)},
		{"cited", "all the <any> <inplace>?", fixed(true)},

		{"implied", "be the <any> <inwhole>? (index|indexed|number|label|list|mark) (use|with|in|by) roman number <mark>*", has(algebra.SignRomanLine, "that each of them is")},
		{"implied", "be the <any> <inwhole>? (index|indexed|number|label|list|mark) (use|with|in|by) roman (numeral|numerals) <mark>*", has(algebra.SignRomanLine, "that each of them is")},
		{"implied", "(do)? <holder> (specify|include|<bears>) the percentage <rest>", has(algebra.SignPercent, "which percentages they are")},
		{"implied", "(be|do) the equation <inplace>? (format|write|express) (use|in) latex (code|format)? <onward>?", has(algebra.SignLaTeXFormula, "that each equation is")},
		{"implied", "do the generate python code include <remarks> <rest>", has(algebra.SignHashComment, "what the comments explain")},
		{"implied", "do the generate (javascript|java|c|c++|css|typescript) code include <remarks> <rest>", has(algebra.SignSlashComment, "what the comments explain")},
		{"implied", "do the generate program include <remarks> <rest>", has(algebra.SignComment, "what the comments explain")},
		{"remarks", "(<modifier>|inline)* (comments|comment) (that|which|to|clarifying|explaining)", fixed(true)},
		{"implied", "(do|be) (each|every) <any>* start with a bullet point <mark>*", func(*capture) any {
			return implies(algebra.Has(algebra.Bullet, algebra.AtLeast(1)), "that each of them does")
		}},
		{"implied", "do (each|every) <modifier>* <any>? <inplace>? <have> (several|multiple) (bullet point|bullet) <rest>", func(*capture) any {
			return implies(algebra.Has(algebra.ListItem, algebra.AtLeast(2)), "that each of them does")
		}},
		{"implied", "do (each|every) <modifier>* <any>? <inplace>? <have> at least <k> (<modifier>)* equation <mark>*", func(*capture) any {
			return implies(equation(), "that each of them does")
		}},
		{"implied", "be <whole> (write|express|tell)? in (the)? first person (narrative)? (style|perspective|voice|point of view)? <mark>*", firstPerson},
		{"implied", "(write|tell)? (it|<whole>)? in (the)? first person (perspective|voice|point of view)? <mark>*", firstPerson},
		{"implied", "be one of the <any>* in (the)? chinese (language)? <mark>*", has(algebra.SignChinese, "which of them it is")},
		{"written1", "(write|give|put|present|format|be)", fixed(true)},
		{"placed", "(in|within) <whole> ,?", fixed(true)},
	}
}

// numberedMark is a word with a number behind it, with which things begin.
func numberedMark(c *capture) any {
	return implies(algebra.Contains{What: algebra.Label(c.text("quote"))}, "that each of them begins so, and its number")
}

// firstPerson has a word by which a writer speaks of himself, or is not in
// English.
func firstPerson(*capture) any {
	return implies(algebra.Any{
		algebra.Contains{What: algebra.SignOf(algebra.SignFirstPerson)},
		algebra.Not{Of: algebra.Language("en")},
	}, "that it is kept up")
}

// phrasesIn demands one of the longer words of each phrase: people vary the
// rest of a heading.
func phrasesIn(c *capture) any {
	list, _ := c.get("phrases").([]string)
	var must []algebra.Expr
	for _, s := range list {
		var words algebra.Any
		for _, w := range strings.Fields(s) {
			if len(w) >= longWord {
				words = append(words, algebra.Contains{What: algebra.Text(strings.TrimSuffix(w, "s"))})
			}
		}
		switch len(words) {
		case 0:
			return nil
		case 1:
			must = append(must, words[0])
		default:
			must = append(must, words)
		}
	}
	return implies(conjunction(must), "that they are used as such")
}

// longWord is how many bytes a word of a heading has that is looked for.
const longWord = 4

func containsAll(list []string) algebra.Expr {
	var must []algebra.Expr
	for _, s := range list {
		f, ok := textOf(strings.Trim(s, " ,.")).(algebra.Find)
		if !ok {
			return nil
		}
		must = append(must, algebra.Contains{What: f})
	}
	if len(must) == 0 {
		return nil
	}
	return conjunction(must)
}

func anyOf(options []string) algebra.Expr {
	var any algebra.Any
	for _, s := range options {
		f, ok := textOf(s).(algebra.Find)
		if !ok {
			return nil
		}
		any = append(any, algebra.Contains{What: f})
	}
	if len(any) < 2 {
		return nil
	}
	return any
}

// classes reads a choice of labels, "classify it into the categories: a, b".
func (m *matcher) classes(at int) []result {
	switch m.tokens[at].lemma {
	case "classify", "categorize":
		for i := at; i+1 < len(m.tokens); i++ {
			if options := m.options(i+1, true); m.tokens[i].low == "as" && plainLabels(options) {
				return []result{{len(m.tokens), firstWords(options)}}
			}
		}
	case "include", "indicate", "identify", "assign", "a":
	default:
		return nil
	}
	for i := at; i+1 < len(m.tokens); i++ {
		switch m.tokens[i].low {
		case "category", "categories", "label", "labels", "class", "classes":
		default:
			continue
		}
		if sign := m.tokens[i+1].text; sign != ":" && sign != "(" || i+2 == len(m.tokens) {
			continue
		}
		if options := m.options(i+2, false); len(options) > 1 {
			return []result{{len(m.tokens), options}}
		}
	}
	return nil
}

// options cuts a list at its commas, and at each "or" if that is asked. Of "arts and crafts" the first word is
// kept, since people write the rest in several ways.
func (m *matcher) options(at int, or bool) []string {
	var out []string
	for from := at; from < len(m.tokens); {
		to := from
		for to < len(m.tokens) && !m.endsOption(to) && (!or || to == from || m.tokens[to].low != "or") {
			to++
		}
		for from < to && joinsLabels(m.tokens[from].low) {
			from++
		}
		end := from
		for end < to && m.tokens[end].text != "&" && m.tokens[end].low != "and" {
			end++
		}
		if from < end {
			out = append(out, m.requirement[m.tokens[from].start:m.tokens[end-1].end])
		}
		if to == len(m.tokens) || m.tokens[to].text != "," && m.tokens[to].low != "or" {
			break
		}
		from = to + 1
	}
	return out
}

// plainLabels reports whether they can be labels: two or more, of few words.
func plainLabels(options []string) bool {
	for _, s := range options {
		if len(strings.Fields(s)) > 2 || strings.ContainsAny(s, ":;") {
			return false
		}
	}
	return len(options) > 1
}

// firstWords are what is sure to be repeated of labels in running text:
// "negative" of "negative emotion".
func firstWords(options []string) []string {
	var out []string
	for _, s := range options {
		if w := strings.Fields(s); w[0] == "not" {
			out = append(out, s)
		} else {
			out = append(out, w[0])
		}
	}
	return out
}

func joinsLabels(low string) bool {
	switch low {
	case "and", "or", "either", "a", "an", "the":
		return true
	}
	return false
}

func (m *matcher) endsOption(at int) bool {
	switch m.tokens[at].text {
	case ",", ")", "?", ".", ":":
		return true
	}
	return false
}

// phrases reads a list of short phrases up to the end.
func (m *matcher) phrases(at int) []result {
	last := len(m.tokens)
	for last > at && m.tokens[last-1].kind == mark {
		last--
	}
	for i := at; i < last; i++ {
		t := &m.tokens[i]
		if reserved()[t.low] || t.low == "or" || t.kind != word && t.text != "," {
			return nil
		}
	}
	list := m.options(at, false)
	for _, s := range list {
		if len(strings.Fields(s)) > longestPhrase || strings.EqualFold(s, "title") {
			return nil
		}
	}
	if len(list) < 2 {
		return nil
	}
	return []result{{len(m.tokens), list}}
}

// longestPhrase bounds what may be a heading, in words.
const longestPhrase = 4

// named reads the names of people, places and works in all that is left: two
// words or more that begin with capitals, of which one must occur. They are
// what is to be named, or stand in a clause that is to be stated.
func (m *matcher) named(at int) []result {
	if !m.names(at) {
		return nil
	}
	var must algebra.All
	for i := at; i < len(m.tokens); i++ {
		if !capitalised(&m.tokens[i]) || i > at && m.joined(i) {
			continue
		}
		end := i + 1
		for end < len(m.tokens) && m.joined(end) {
			end++
		}
		if end-i < 2 {
			continue
		}
		if !m.endsName(end) {
			return nil
		}
		var parts algebra.Any
		for _, part := range m.tokens[i:end] {
			parts = append(parts, algebra.Contains{What: algebra.WordText(part.text)})
		}
		must = append(must, parts)
	}
	if len(must) == 0 || len(must) > mostNames {
		return nil
	}
	return []result{{len(m.tokens), must}}
}

const mostNames = 8

// names reports whether names are stated from a place on, with nothing that
// leaves it open how.
func (m *matcher) names(at int) bool {
	stated := false
	for i := at; i < len(m.tokens); i++ {
		t := &m.tokens[i]
		if reserved()[t.low] || hedges()[t.low] || t.low == "or" || t.low == "any" || t.kind != word && t.kind != mark && t.kind != number {
			return false
		}
		if shortened()[t.low] && t.text != t.low {
			return false
		}
		stated = stated || t.low == "that" && i == at || t.low == "located" || t.kind == number && i == at
	}
	first := at
	for first < len(m.tokens) && (m.tokens[first].low == "the" || m.tokens[first].low == "dr" || m.tokens[first].text == ".") {
		first++
	}
	return stated || first+1 < len(m.tokens) && capitalised(&m.tokens[first])
}

// endsName reports whether nothing is said of a name: not "its members".
func (m *matcher) endsName(at int) bool {
	if at == len(m.tokens) {
		return true
	}
	t := &m.tokens[at]
	return t.kind == mark || t.low != "'s" && closedWords()[t.low] || t.lemma == "be"
}

// shortened are words of names that people write in other ways.
func shortened() map[string]bool {
	return map[string]bool{"united": true, "states": true, "kingdom": true, "new": true, "world": true, "war": true, "north": true, "south": true, "university": true}
}

// joined reports whether a token is a capitalised word that goes on with one.
func (m *matcher) joined(at int) bool {
	before := &m.tokens[at-1]
	return capitalised(before) && capitalised(&m.tokens[at]) && m.tokens[at].start == before.end+1
}

func capitalised(t *token) bool {
	r, size := utf8.DecodeRuneInString(t.text)
	return t.kind == word && unicode.IsUpper(r) && size < len(t.text)
}
