package clause

import (
	"slices"
	"strconv"
	"strings"

	"adhere/verify/algebra"
	"adhere/verify/english/internal/lexicon"
)

// namesAt reads a noun with the names that follow it, and returns how many
// tokens that takes.
func namesAt(p *place, c *Chunk) int {
	tokens, at := p.tokens, p.at
	noun := tokens[at].Low
	if !lexicon.NamedNouns()[noun] && noun != "heading" {
		return 0
	}
	i := at + 1
	if i+1 < len(tokens) && tokens[i].Low == "that" && lexicon.Says(tokens[i+1:i+2], "says", "reads") {
		i++
	}
	for i < len(tokens) && tokens[i].Kind != lexicon.Quoted && (slices.Contains([]string{":", "(", "-"}, tokens[i].Text) || lexicon.Says(tokens[i:i+1], "named", "name", "called", "call", "titled", "title", "headed", "reading", "reads", "saying", "says", "labelled", "labeled") && (i+1 == len(tokens) || tokens[i+1].Text != "," && tokens[i+1].Low != "and")) {
		i++
	}
	told := i > at+1 || i+1 < len(tokens) && tokens[i+1].Text == "," && strings.IndexByte(ClassesOf(p.before), 'f') >= 0 // as CSV with columns name, age
	list, n := listAt(tokens[i:], told)
	if n > 0 && (lexicon.Says(tokens[i:i+n], "then") || n == 1 && !told && tokens[i].Kind == lexicon.Word && tokens[i].Text == tokens[i].Low) {
		return i - at + n // another text, or what is said of them: "keys sorted"
	}
	if keyed := strings.HasPrefix(noun, "key") || strings.HasPrefix(noun, "field") || strings.HasPrefix(noun, "prop"); n == 0 || list.or || chosenFrom(tokens[:at]) || noun == "heading" && (len(list.of) > 1 || tokens[i].Kind != lexicon.Quoted) || noun != "heading" && len(list.of) < 2 && !keyed {
		if n > 0 && (chosenFrom(tokens[:at]) || tokens[i].Kind == lexicon.Word && tokens[i].Text != tokens[i].Low) {
			return i - at + n // a list that is cut off, or a choice
		}
		return 0
	}
	remark := func(t lexicon.Token) bool { return t.Text == "(" } // it may say what their values are
	ofTable := func(t lexicon.Token) bool { return t.Lemma == "table" || t.Low == "csv" }
	switch {
	case !strings.HasPrefix(noun, "key") && strings.IndexByte(ClassesOf(p.before), 'x') >= 0, // the words may stand elsewhere
		slices.ContainsFunc(tokens[i:i+n], remark),
		noun == "headers" && !slices.ContainsFunc(tokens, ofTable): // of sections, perhaps
		return i - at + n
	}
	c.Class, c.texts, c.Low = 't', list.of, "named"
	switch noun {
	case "key", "field", "fields", "properties", "keys":
		c.Low = "keys"
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
func listAt(tokens []lexicon.Token, told bool) (f finds, n int) {
	for i := 0; i < len(tokens); {
		text, size := nameAt(tokens[i:], told)
		if size == 0 {
			break
		}
		f.of = append(f.of, algebra.Text(text))
		i += size + remarkAt(tokens[i+size:])
		n = i
		for i < len(tokens) && slices.Contains([]string{",", "and", "or", "&", "/", "|", "then"}, tokens[i].Low) {
			f.or = f.or || tokens[i].Low == "or" || tokens[i].Low == "/"
			i++
		}
		if i == n {
			break
		}
	}
	if StaysOpen(tokens[n:]) {
		return finds{}, 0
	}
	return f, n
}

// remarkAt returns how many tokens a remark in brackets takes with which tokens begin:
// "(string)", also where the clause ends before its end.
func remarkAt(tokens []lexicon.Token) int {
	if len(tokens) == 0 || tokens[0].Text != "(" {
		return 0
	}
	if end := slices.IndexFunc(tokens, func(t lexicon.Token) bool { return t.Text == ")" }); end > 0 {
		return end + 1
	}
	return len(tokens)
}

// StaysOpen reports whether words behind a list say that it has more, or that the last of
// it is a choice: ", etc.", "and so on", "or similar", "and a column of your choice".
func StaysOpen(tokens []lexicon.Token) bool {
	rest := tokens
	for len(rest) > 0 && slices.Contains([]string{",", "and", "or", "&", "/", "(", ";", "+"}, rest[0].Low) {
		rest = rest[1:]
	}
	switch {
	case len(rest) == 0:
		return false
	case leavesOpen(rest), rest[0].Text == "…", rest[0].Text == "...":
		return true
	}
	return len(rest) < len(tokens) && lexicon.Says(rest[:1], "among", "for", "to", "a", "an", "your", "others", "add")
}

// leavesOpen reports whether tokens begin with what leaves a list open at its end.
func leavesOpen(tokens []lexicon.Token) bool {
	t := &tokens[0]
	if t.Text != strings.ToLower(t.Text) {
		return false // a name
	}
	before := len(tokens) > 1 && tokens[1].Kind == lexicon.Word && !lexicon.Says(tokens[1:2], "and", "or") // it is said of what follows
	return openEnds()[t.Low] || before && openBefore()[t.Low]
}

var (
	// openEnds leave open the list behind which they stand.
	openEnds = lexicon.WordSet(`etc more others other similar whatever whichever anything usw ecc`)
	// openBefore leave it open where they stand before another word.
	openBefore = lexicon.WordSet(`so like optionally maybe perhaps any plus one ainsi y`)
)

// nameAt reads one such name of at most three words.
func nameAt(tokens []lexicon.Token, told bool) (string, int) {
	if len(tokens) == 0 {
		return "", 0
	}
	if tokens[0].Kind == lexicon.Quoted {
		return tokens[0].Text, 1
	}
	n := 0
	var words []string
	for n < len(tokens) && n < longestName {
		t := &tokens[n]
		capital := t.Text != t.Low
		if t.Kind != lexicon.Word || t.Low == "and" || t.Low == "or" || n == 0 && !told && !capital || leavesOpen(tokens[n:]) || strings.IndexByte("yYx", lexicon.ClassAt(tokens[n:])) >= 0 || lexicon.ClosedWords()[t.Low] && (!capital || !lexicon.PartWords()[t.Low]) || !nameable(t) || strings.ContainsAny(t.Text, "'’") {
			break
		}
		words = append(words, t.Text)
		n++
	}
	return strings.Join(words, " "), n
}

// longestName is how many words a name has at most.
const longestName = 3

// optionsAt reads one of several answers that stand without quotation marks:
// "either Pass or Fail", "only A, B, C or D", "the word Yes or No", "one of: spam, ham".
func optionsAt(p *place, c *Chunk) int {
	tokens, at, before := p.tokens, p.at, p.before
	t := &tokens[at]
	chosen := len(before) > 0 && before[len(before)-1].Class == 'O' && strings.IndexByte("pa", before[0].Class) >= 0 && tokens[at-1].Text == ":"
	option := func(t *lexicon.Token) bool {
		return t.Kind == lexicon.Word && (verdicts()[t.Low] || chosen && !lexicon.ClosedWords()[t.Low] && !lexicon.WholeNouns()[t.Low] || t.Text != t.Low && (len(t.Text) == 1 || t.Class&lexicon.Known == 0))
	}
	if t.Kind != lexicon.Word || t.Text == t.Low && !option(t) || lexicon.Languages()[t.Low] != "" {
		return 0
	}
	if len(before) > 0 && strings.IndexByte("Opywbi#stlua", before[len(before)-1].Class) < 0 || at > 0 && tokens[at-1].Kind == lexicon.Quoted || at > 1 && tokens[at-1].Text == "(" && tokens[at-2].Kind == lexicon.Quoted {
		return 0
	}
	f := finds{or: chosen}
	i, joint := at, 0
	for i < len(tokens) && option(&tokens[i]) {
		f.of = append(f.of, algebra.WordText(tokens[i].Text))
		i++
		joint = i
		for joint < len(tokens) && slices.Contains([]string{",", "or", "/"}, tokens[joint].Low) {
			f.or = f.or || tokens[joint].Low != ","
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
	c.Class, c.texts, c.or, c.Low = 't', f.of, true, "options"
	return i - at
}

// verdicts are answers that stand without quotation marks and capitals.
var verdicts = lexicon.WordSet(`yes no true false pass fail positive negative neutral maybe agree disagree`)

// dateParts are the letters for a year, a month, a day, in several languages.
var dateParts = lexicon.WordSet(`yyyy yy mm dd hh ss jjjj tt aaaa jj`)

// datePart is the pattern of "YYYY" or "MM"; none of other words.
func datePart(t *lexicon.Token) string {
	if t.Kind != lexicon.Word || !dateParts()[t.Low] || t.Text != strings.ToUpper(t.Text) {
		return ""
	}
	return `\d{` + strconv.Itoa(len(t.Text)) + `}`
}

// dateForm reads "YYYY-MM-DD" and its like as a pattern.
func dateForm(p *place, c *Chunk) int {
	tokens, at := p.tokens, p.at
	var b strings.Builder
	i, parts, separator := at, 0, "-"
	for ; i < len(tokens) && (i == at || tokens[i].Glued); i++ {
		t := &tokens[i]
		if t.Kind == lexicon.Mark && parts > 0 && (t.Text == "." || t.Text == "/" || t.Text == ":") && i+1 < len(tokens) && datePart(&tokens[i+1]) != "" {
			separator = `\` + t.Text
			continue
		}
		form := datePart(t)
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
	c.Class, c.value = '2', b.String()
	return i - at
}

// tagAt reads "<answer> tags" as what stands around a text.
func tagAt(p *place, c *Chunk) int {
	tokens, at := p.tokens, p.at
	if tokens[at].Text != "<" || at+3 >= len(tokens) || tokens[at+1].Kind != lexicon.Word || tokens[at+2].Text != ">" || lexicon.SingularOf(tokens[at+3].Low) != "tag" {
		return 0
	}
	c.Class, c.value = 'G', "<"+tokens[at+1].Text+">"
	return 4
}
