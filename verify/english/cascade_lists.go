package english

import (
	"slices"
	"strconv"
	"strings"

	"adhere/verify/algebra"
)

// named nouns are followed by the names of what they call: "the columns Name
// and Price", "keys: id, total".
var namedNouns = wordSet(`columns headings headers keys key fields field properties sections column`)

// namesAt reads a noun with the names that follow it, and returns how many
// tokens that takes.
func namesAt(p *place, c *chunk) int {
	tokens, at := p.tokens, p.at
	noun := tokens[at].low
	if !namedNouns()[noun] {
		return 0
	}
	i := at + 1
	for i < len(tokens) && tokens[i].kind != quoted && (slices.Contains([]string{":", "(", "-"}, tokens[i].text) || says(tokens[i:i+1], "named", "name", "called", "call", "titled", "title", "headed") && (i+1 == len(tokens) || tokens[i+1].text != "," && tokens[i+1].low != "and")) {
		i++
	}
	told := i > at+1 || i+1 < len(tokens) && tokens[i+1].text == "," && strings.IndexByte(classesOf(p.before), 'f') >= 0 // as CSV with columns name, age
	list, n := listAt(tokens[i:], told)
	if n > 0 && (says(tokens[i:i+n], "then") || n == 1 && !told && tokens[i].kind == word && tokens[i].text == tokens[i].low) {
		return i - at + n // another text, or what is said of them: "keys sorted"
	}
	if keyed := strings.HasPrefix(noun, "key") || strings.HasPrefix(noun, "field") || strings.HasPrefix(noun, "prop"); n == 0 || list.or || chosenFrom(tokens[:at]) || len(list.of) < 2 && !keyed {
		if n > 0 && (chosenFrom(tokens[:at]) || tokens[i].kind == word && tokens[i].text != tokens[i].low) {
			return i - at + n // a list that is cut off, or a choice
		}
		return 0
	}
	remark := func(t token) bool { return t.text == "(" } // it may say what their values are
	ofTable := func(t token) bool { return t.lemma == "table" || t.low == "csv" }
	switch {
	case !strings.HasPrefix(noun, "key") && strings.IndexByte(classesOf(p.before), 'x') >= 0, // the words may stand elsewhere
		slices.ContainsFunc(tokens[i:i+n], remark),
		noun == "headers" && !slices.ContainsFunc(tokens, ofTable): // of sections, perhaps
		return i - at + n
	}
	c.class, c.texts, c.low = 't', list.of, "named"
	switch noun {
	case "key", "field", "fields", "properties", "keys":
		c.low = "keys"
	case "columns", "headers", "column":
		c.value = string(algebra.TableHeader)
	default:
		c.value = string(algebra.Heading)
	}
	return i - at + n
}

// listAt reads names that are joined by commas and "and", each in quotation
// marks or beginning with a capital; any word will do if told. It returns how
// many tokens that takes.
func listAt(tokens []token, told bool) (f finds, n int) {
	for i := 0; i < len(tokens); {
		text, size := nameAt(tokens[i:], told)
		if size == 0 {
			break
		}
		f.of = append(f.of, algebra.Text(text))
		i += size + remarkAt(tokens[i+size:])
		n = i
		for i < len(tokens) && slices.Contains([]string{",", "and", "or", "&", "/", "|", "then"}, tokens[i].low) {
			f.or = f.or || tokens[i].low == "or" || tokens[i].low == "/"
			i++
		}
		if i == n {
			break
		}
	}
	if staysOpen(tokens[n:]) {
		return finds{}, 0
	}
	return f, n
}

// remarkAt returns how many tokens a remark in brackets takes with which tokens begin:
// "(string)", also where the clause ends before its end.
func remarkAt(tokens []token) int {
	if len(tokens) == 0 || tokens[0].text != "(" {
		return 0
	}
	if end := slices.IndexFunc(tokens, func(t token) bool { return t.text == ")" }); end > 0 {
		return end + 1
	}
	return len(tokens)
}

// staysOpen reports whether words behind a list say that it has more, or that the last of
// it is a choice: ", etc.", "and so on", "or similar", "and a column of your choice".
func staysOpen(tokens []token) bool {
	rest := tokens
	for len(rest) > 0 && slices.Contains([]string{",", "and", "or", "&", "/", "(", ";", "+"}, rest[0].low) {
		rest = rest[1:]
	}
	switch {
	case len(rest) == 0:
		return false
	case leavesOpen(rest), rest[0].text == "…", rest[0].text == "...":
		return true
	}
	return len(rest) < len(tokens) && says(rest[:1], "among", "for", "to", "a", "an", "your", "others", "add")
}

// leavesOpen reports whether tokens begin with what leaves a list open at its end.
func leavesOpen(tokens []token) bool {
	t := &tokens[0]
	if t.text != strings.ToLower(t.text) {
		return false // a name
	}
	before := len(tokens) > 1 && tokens[1].kind == word && !says(tokens[1:2], "and", "or") // it is said of what follows
	return openEnds()[t.low] || before && openBefore()[t.low]
}

var (
	// openEnds leave open the list behind which they stand.
	openEnds = wordSet(`etc more others other similar whatever whichever anything usw ecc`)
	// openBefore leave it open where they stand before another word.
	openBefore = wordSet(`so like optionally maybe perhaps any plus one ainsi y`)
)

// nameAt reads one such name of at most three words.
func nameAt(tokens []token, told bool) (string, int) {
	if len(tokens) == 0 {
		return "", 0
	}
	if tokens[0].kind == quoted {
		return tokens[0].text, 1
	}
	n := 0
	var words []string
	for n < len(tokens) && n < longestName {
		t := &tokens[n]
		capital := t.text != t.low
		if t.kind != word || t.low == "and" || t.low == "or" || n == 0 && !told && !capital || leavesOpen(tokens[n:]) || strings.IndexByte("yYx", classAt(tokens[n:])) >= 0 || closedWords()[t.low] && (!capital || !partWords()[t.low]) || !nameable(t) || strings.ContainsAny(t.text, "'’") {
			break
		}
		words = append(words, t.text)
		n++
	}
	return strings.Join(words, " "), n
}

// longestName is how many words a name has at most.
const longestName = 3

// optionsAt reads one of several answers that stand without quotation marks:
// "either Pass or Fail", "only A, B, C or D", "the word Yes or No".
func optionsAt(p *place, c *chunk) int {
	tokens, at, before := p.tokens, p.at, p.before
	t := &tokens[at]
	if t.kind != word || t.text == t.low && !verdicts()[t.low] || languages()[t.low] != "" {
		return 0
	}
	if len(before) > 0 && strings.IndexByte("Opywbi#stlua", before[len(before)-1].class) < 0 || at > 0 && tokens[at-1].kind == quoted || at > 1 && tokens[at-1].text == "(" && tokens[at-2].kind == quoted {
		return 0
	}
	var f finds
	i, joint := at, 0
	for i < len(tokens) && tokens[i].kind == word && (tokens[i].text != tokens[i].low || verdicts()[tokens[i].low]) && (len(tokens[i].text) == 1 || tokens[i].class&known == 0 || verdicts()[tokens[i].low]) {
		f.of = append(f.of, algebra.WordText(tokens[i].text))
		i++
		joint = i
		for joint < len(tokens) && slices.Contains([]string{",", "or", "/"}, tokens[joint].low) {
			f.or = f.or || tokens[joint].low != ","
			joint++
		}
		if joint == i {
			break
		}
		i = joint
	}
	if i != joint || len(f.of) < 2 || !f.or {
		return 0
	}
	c.class, c.texts, c.or, c.low = 't', f.of, true, "options"
	return i - at
}

// verdicts are answers that stand without quotation marks and capitals.
var verdicts = wordSet(`yes no true false pass fail positive negative neutral maybe agree disagree`)

// dateParts are the letters for a year, a month, a day, in several languages.
var dateParts = wordSet(`yyyy yy mm dd hh ss jjjj tt aaaa jj`)

// form is the pattern of "YYYY" or "MM"; none of other words.
func (t *token) form() string {
	if t.kind != word || !dateParts()[t.low] || t.text != strings.ToUpper(t.text) {
		return ""
	}
	return `\d{` + strconv.Itoa(len(t.text)) + `}`
}

// dateForm reads "YYYY-MM-DD" and its like as a pattern.
func dateForm(p *place, c *chunk) int {
	tokens, at := p.tokens, p.at
	var b strings.Builder
	i, parts, separator := at, 0, "-"
	for ; i < len(tokens) && (i == at || tokens[i].glued); i++ {
		t := &tokens[i]
		if t.kind == mark && parts > 0 && (t.text == "." || t.text == "/" || t.text == ":") && i+1 < len(tokens) && tokens[i+1].form() != "" {
			separator = `\` + t.text
			continue
		}
		form := t.form()
		if form == "" {
			break
		}
		if parts > 0 {
			b.WriteString(separator)
		}
		separator = "-"
		b.WriteString(form)
		parts++
	}
	if parts < 2 {
		return 0
	}
	c.class, c.value = '2', b.String()
	return i - at
}

// tagAt reads "<answer> tags" as what stands around a text.
func tagAt(p *place, c *chunk) int {
	tokens, at := p.tokens, p.at
	if tokens[at].text != "<" || at+3 >= len(tokens) || tokens[at+1].kind != word || tokens[at+2].text != ">" || singularOf(tokens[at+3].low) != "tag" {
		return 0
	}
	c.class, c.value = 'G', "<"+tokens[at+1].text+">"
	return 4
}
