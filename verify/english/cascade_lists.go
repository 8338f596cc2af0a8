package english

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/verify/algebra"
)

// named nouns are followed by the names of what they call: "the columns Name
// and Price", "keys: id, total".
var namedNouns = wordSet(`columns headings headers keys key fields field property properties sections labels column heading header section`)

// namesAt reads a noun with the names that follow it, or with the one that stands
// before it, and returns how many tokens that takes.
func namesAt(tokens []token, at int, _ []chunk, c *chunk) int {
	if t := &tokens[at]; t.kind == quoted {
		if at+1 == len(tokens) || !singleNouns()[tokens[at+1].low] {
			return 0
		}
		c.callNames(tokens[at+1].low, []algebra.Find{algebra.Text(t.text)})
		return 2
	}
	noun, i := tokens[at].low, at+1
	if noun == "value" && i+1 < len(tokens) && tokens[i].low == "of" {
		noun, i = "key", i+1
		for i < len(tokens) && (tokens[i].low == "the" || tokens[i].low == "key" || tokens[i].low == "field") {
			i++
		}
	}
	if !namedNouns()[noun] {
		return 0
	}
	first := i
	for i < len(tokens) && (slices.Contains([]string{":", "(", "-"}, tokens[i].text) || calling()[tokens[i].low]) {
		i++
	}
	list, n := listAt(tokens[i:], i > at+1 && !stating()[tokens[i-1].low])
	switch single := len(list.of) == 1 && singleNouns()[noun]; {
	case n == 0, len(list.of) < 2 && !single && !keyed(noun), single && !keyed(noun) && tokens[i].kind != quoted && i == first, noun == "labels":
		return 0
	}
	c.callNames(noun, list.of)
	if says(tokens[first:i], "exactly", "precisely") {
		c.value = cmp.Or(c.value, "just")
	}
	return i - at + n
}

// callNames makes names of what a noun calls.
func (c *chunk) callNames(noun string, names []algebra.Find) {
	c.class, c.texts, c.low = 't', names, "named"
	switch noun {
	case "columns", "headers", "column":
		c.value = string(algebra.TableHeader)
	default:
		c.value = string(algebra.Heading)
		for i := range names {
			names[i].Value = strings.TrimLeft(names[i].Value, "# ")
		}
	}
	if keyed(noun) {
		c.low, c.value = "keys", ""
	}
}

// keyed reports whether a noun calls what stands in JSON under a name.
func keyed(noun string) bool {
	return strings.HasPrefix(noun, "key") || strings.HasPrefix(noun, "field") || strings.HasPrefix(noun, "propert")
}

var (
	// singleNouns call one thing by its name.
	singleNouns = wordSet(`key field property column heading header section`)
	// calling words stand between a noun and the name.
	calling = wordSet(`named name called call titled title headed labelled labeled entitled must should be are precisely exactly reading read reads`)
	stating = wordSet(`must should be are precisely exactly`)
)

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
		i += size
		n = i
		for i < len(tokens) && slices.Contains([]string{",", "and", "or", "&", "/", "|", "then"}, tokens[i].low) {
			f.or = f.or || tokens[i].low == "or" || tokens[i].low == "/"
			i++
		}
		if i == n {
			break
		}
	}
	return f, n
}

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
		if t.kind != word || t.low == "and" || t.low == "or" || n == 0 && !told && t.text == t.low || closedWords()[t.low] || !nameable(t) || strings.ContainsAny(t.text, "'’") {
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
func optionsAt(tokens []token, at int, before []chunk, c *chunk) int {
	t := &tokens[at]
	if t.kind != word || t.text == t.low && !verdicts()[t.low] || languages()[t.low] != "" {
		return 0
	}
	if len(before) > 0 && strings.IndexByte("Opywbi#stlua", before[len(before)-1].class) < 0 || at > 0 && tokens[at-1].kind == quoted {
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
func dateForm(tokens []token, at int, _ []chunk, c *chunk) int {
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
func tagAt(tokens []token, at int, _ []chunk, c *chunk) int {
	if tokens[at].text != "<" || at+2 >= len(tokens) || tokens[at+1].kind != word || tokens[at+2].text != ">" {
		return 0
	}
	n := 3
	if at+n == len(tokens) || tokens[at+n].low != "tags" && tokens[at+n].low != "tag" {
		return 0
	}
	n++
	c.class, c.value = 'G', "<"+tokens[at+1].text+">"
	return n
}

// sampleAt reads what something looks like, "like 09:15", "in the form ABC-1234",
// as a pattern: so many digits, so many letters. Dates are class 2.
func sampleAt(tokens []token, at int, before []chunk, c *chunk) int {
	i := at
	for i < len(tokens) && i < at+longestName+1 && tokens[i].kind == word && samplers()[tokens[i].low] {
		i++
	}
	if i == at || !likening()[tokens[i-1].low] {
		return 0
	}
	if i < len(tokens) && tokens[i].text == ":" {
		i++
	}
	var b strings.Builder
	first, numbers := i, 0
	for ; i < len(tokens) && (i == first || tokens[i].glued); i++ {
		t := &tokens[i]
		if t.kind == mark && i > first && (i+1 == len(tokens) || !tokens[i+1].glued) {
			break // it ends the clause
		}
		switch {
		case t.kind == number:
			numbers++
			b.WriteString(digitRuns.ReplaceAllStringFunc(t.text, func(run string) string { return `\d{` + strconv.Itoa(len(run)) + `}` }))
		case t.kind == mark:
			b.WriteString(regexp.QuoteMeta(t.text))
		case t.kind == word && strings.ContainsAny(t.text, "0123456789"):
			numbers++
			b.WriteString(`[A-Za-z0-9]{` + strconv.Itoa(len(t.text)) + `}`)
		case t.kind == word && t.text == strings.ToUpper(t.text):
			b.WriteString(`[A-Z]{` + strconv.Itoa(len(t.text)) + `}`)
		default:
			return 0
		}
	}
	if numbers == 0 || i-first < 2 {
		return 0
	}
	c.low = "sample"
	if numbers == longestName && len(before) > 0 && before[len(before)-1].of.Source == algebra.Source(algebra.Date) {
		c.class, c.value, c.low = '2', b.String(), "date"
		return i - at
	}
	c.class, c.texts = 't', []algebra.Find{algebra.Pattern(b.String())}
	return i - at
}

var (
	samplers  = wordSet(`in of the a this form format style pattern shape look looks like as e.g eg written given`)
	likening  = wordSet(`form format style pattern shape like`)
	digitRuns = lazyregexp.New(`\d+`)
)

// enumerated reads words of a kind that may not occur as those that stand in brackets
// behind the kind: "no filler words (just, really, very)", "apologies ("sorry",
// "apologise") have no place here".
func enumerated(tokens []token) algebra.Expr {
	from := slices.IndexFunc(tokens, func(t token) bool { return t.low == "(" })
	if from < 1 {
		return nil
	}
	var f finds
	to, told := from+1, true
	for ; to < len(tokens) && tokens[to].text != ")"; to++ {
		switch t := &tokens[to]; {
		case t.text == "," || t.low == "and" || t.low == "or":
		case t.kind == quoted:
			f.of = append(f.of, algebra.WordText(t.text))
		case t.kind == word && separates(&tokens[to-1]) && t.low != "eg" && t.low != "ie" && t.low != "like" && t.low != "etc":
			f.of, told = append(f.of, algebra.WordText(t.text)), false
		default:
			return nil
		}
	}
	rest := slices.Concat(tokens[:from], tokens[min(to+1, len(tokens)):])
	if len(f.of) < 2 || !told && !kindsOfWords()[tokens[from-1].low] || strings.Trim(classesOf(chunks(rest)), "io?uwn1a") != "x" {
		return nil
	}
	return f.absent()
}

// kindsOfWords stand before such a list.
var kindsOfWords = wordSet(`person singular plural pronouns words terms forms fillers adverbs abbreviations`)

// acrostic reads "the first letters of the lines spell HOPE".
func acrostic(tokens []token) algebra.Expr {
	for len(tokens) > 0 && separates(&tokens[len(tokens)-1]) {
		tokens = tokens[:len(tokens)-1]
	}
	last := &tokens[max(0, len(tokens)-1)]
	if len(tokens) < len("HOPE") || last.kind != quoted && last.text != strings.ToUpper(last.text) || strings.ContainsAny(last.text, " ") || !says(tokens, "spell", "spells", "yield", "yields", "form", "forms", "make", "makes", "read", "reads", "give", "gives") {
		return nil
	}
	at := slices.IndexFunc(tokens, func(t token) bool { return t.low == "first" || t.low == "initial" })
	if at < 0 || at+1 == len(tokens) || singularOf(tokens[at+1].low) != "letter" || !says(tokens[at+2:], "line", "lines") {
		return nil
	}
	set := algebra.Set{Of: algebra.Every(algebra.Letter).Nth(1).Within(algebra.Every(algebra.Line)), Is: algebra.SetOrder}
	for _, r := range last.text {
		set.Texts = append(set.Texts, string(r))
	}
	return set
}
