package english

import (
	"regexp"
	"slices"
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/verify/algebra"
)

// A pattern over classes, with the classes that each of its alternatives needs,
// which are looked for first.
type pattern struct {
	*regexp.Regexp
	needs []string
}

func patternOf(alternatives string, whole bool) pattern {
	var p pattern
	depth, need := 0, ""
	for i := 0; i < len(alternatives); i++ {
		c := alternatives[i]
		switch {
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case depth > 0:
		case c == '|':
			p.needs, need = append(p.needs, need), ""
		case c == '\\':
			i++
			c = alternatives[i]
			fallthrough
		default:
			if next := alternatives[min(i+1, len(alternatives)-1)]; i+1 == len(alternatives) || next != '?' && next != '*' {
				need += strings.Trim(string(c), "?*+")
			}
		}
	}
	p.needs = append(p.needs, need)
	if whole {
		alternatives = "^(?:" + alternatives + ")$"
	}
	p.Regexp = regexp.MustCompile(alternatives)
	return p
}

// possible reports whether some alternative has all classes that it needs.
func (p *pattern) possible(classes string) bool {
	for _, need := range p.needs {
		missing := false
		for i := 0; i < len(need) && !missing; i++ {
			missing = strings.IndexByte(classes, need[i]) < 0
		}
		if !missing {
			return true
		}
	}
	return false
}

// A joining makes one chunk of neighbours.
type joining struct {
	pattern
	join func(k []chunk) (chunk, bool)
}

// A construction says what a whole clause demands.
type construction struct {
	pattern
	read func(k []chunk) algebra.Expr
}

// wide is cascade for a clause that may say more of the answer than what is
// read of it: of which kind it is.
func wide(tokens []token) algebra.Expr {
	return classes(undescribed(unremarked(unsampled(tokens)), true))
}

// cascade reads a clause; nil if it has no reading.
func cascade(tokens []token) algebra.Expr {
	tokens = unremarked(unsampled(tokens))
	for i := range tokens {
		if l := longestLexeme(tokens[i:]); l.class == 'u' && l.words > 1 {
			continue // an email address
		}
		if wholeNouns()[tokens[i].low] && !coreNouns()[tokens[i].low] && i > 0 && (tokens[i-1].low == "a" || tokens[i-1].low == "an") {
			return nil // whether it is one takes a judge
		}
	}
	return classes(undescribed(tokens, false))
}

func classes(tokens []token) algebra.Expr {
	if hopeless(tokens) {
		return nil
	}
	k := chunks(tokens)
	if len(k) == 0 || len(k) > longestCascade {
		return nil
	}
	if contrasted(k) || wantedBehind(tokens) || bansEvery(tokens) {
		return nil
	}
	if genres := kindsOf(k); genres > 1 || genres == 1 && k[0].class == 'a' && k[0].low == "everything" {
		return nil // which of them is spoken of
	}
	if strings.IndexByte(classesOf(k), 'e') >= 0 && slices.ContainsFunc(k, func(c chunk) bool { return c.class == 'a' && correspondence()[c.low] }) && !slices.ContainsFunc(tokens, signed) {
		return nil // it ends with a name
	}
	k = tidied(roomy(answerless(k)))
	if unread := strings.Count(classesOf(k), "?"); unread > 2 || unread == 2 && !strings.HasSuffix(classesOf(k), "A") || unread > 0 && !asItems.MatchString(classesOf(k)) {
		return nil
	}
	return constructed(exempting(without(joined(k), "1")))
}

// signed reports whether a text is a closing line with a name.
func signed(t token) bool {
	_, name, ok := strings.Cut(t.text, ", ")
	return t.kind == quoted && ok && name != strings.ToLower(name)
}

// constructed reads joined chunks as the first construction that they make.
func constructed(k []chunk) algebra.Expr {
	for _, left := range [][]chunk{k, without(k, "p")} {
		classes := classesOf(left)
		if quantityWith.MatchString(classes) {
			return readQuantityWith(left)
		}
		for _, c := range constructions() {
			if c.possible(classes) && c.MatchString(classes) {
				if e := c.read(left); e != nil {
					return e
				}
			}
		}
		if held.MatchString(classes) {
			return readHeld(left)
		}
	}
	return nil
}

// joined makes one of neighbours, smaller things first.
func joined(k []chunk) []chunk {
	for _, j := range joinings() {
		k = j.all(k)
	}
	return k
}

// answerless leaves out the answer, and "per" before it.
func answerless(k []chunk) []chunk {
	out := make([]chunk, 0, len(k))
	for i, c := range k {
		if c.class == 'a' && i > 0 && k[i-1].class == 'o' {
			c.class = '?' // the first answer
		}
		if i == 0 && len(k) > 1 && k[1].class == 't' && k[1].or && answering()[c.low] {
			c.class = 'p' // answer yes or no
		}
		if c.class == 'a' || c.low == "per" && i+1 < len(k) && k[i+1].class == 'a' || c.class == '1' && i > 0 && k[i-1].class == 'r' && i+2 < len(k) && k[i+1].class == 'a' && k[i+2].class == '#' {
			continue
		}
		out = append(out, c)
	}
	return out
}

// answering are nouns that are verbs too.
var answering = wordSet(`answer reply output respond`)

// tidied leaves out joining words around a clause, "with" behind a verb that
// begins or ends something, and "exact" before a text, or takes it for "only".
func tidied(k []chunk) []chunk {
	for len(k) > 0 && k[0].class == '&' {
		k = k[1:]
	}
	for len(k) > 0 && (k[len(k)-1].class == '&' || k[len(k)-1].class == '-') {
		k = k[:len(k)-1]
	}
	out := make([]chunk, 0, len(k))
	bounds := false
	for i, c := range k {
		bounds = bounds || strings.IndexByte("bepy", c.class) >= 0
		if c.class == 'i' && bounds && c.low == "with" {
			continue
		}
		if n := len(out); c.class == 'g' && n > 0 && ((c.low == "both" || c.low == "all") && out[n-1].class == 't' || c.low == "all" && out[n-1].class == 'x') {
			continue // leave out all commas
		}
		if c.class == 'O' && (len(out) > 0 && strings.ContainsAny(classesOf(out), "id") || c.low == "either" && strings.ContainsAny(classesOf(k), "id")) {
			continue
		}
		if c.low == "just the" && i+1 < len(k) && (k[i+1].class == 'f' || k[i+1].class == 'u' && k[i+1].bare) {
			c = chunk{class: 'y', token: c.token, low: c.low}
		}
		if c.class == 'r' && c.is.Op == algebra.OpExactly && i+1 < len(k) && k[i+1].class == 't' {
			if strings.ContainsAny(classesOf(k), "idmbe") {
				continue
			}
			c.class = 'y'
		}
		out = append(out, c)
	}
	return out
}

// unsampled leaves out examples of what is demanded, "such as [name]".
func unsampled(tokens []token) []token {
	if !slices.ContainsFunc(tokens, func(t token) bool { return t.kind == boxed || t.kind == starred || t.kind == angled || t.low == "such" }) {
		return tokens
	}
	out := make([]token, 0, len(tokens))
	for i := 0; i < len(tokens); i++ {
		n := 0
		if i > 0 {
			n = sample(tokens[i:])
		}
		if n == 0 {
			out = append(out, tokens[i])
		}
		i += max(0, n-1)
	}
	return out
}

// unremarked leaves out examples in brackets behind what is demanded: "(1., 2.,
// 3. …)", "(I, me, my)". Whatever may narrow or widen the demand stays.
func unremarked(tokens []token) []token {
	from := slices.IndexFunc(tokens, func(t token) bool { return t.low == "(" })
	if from < 1 {
		return tokens
	}
	end, commas := from+1, false
	run := 0 // words since the last comma
	for ; end < len(tokens) && tokens[end].low != ")"; end++ {
		t := &tokens[end]
		commas = commas || t.low == ","
		if run++; t.kind == mark || t.kind == word && (t.low == "not" || t.low == "is" || t.low == "will") {
			run = 0
		}
		if run > longestExample || t.kind == word && t.numeral() || measured(t) || partWords()[t.low] || conditionWords()[t.low] || turning()[t.low] || wholeNouns()[t.low] || hedges()[t.low] {
			return tokens
		}
	}
	if !commas {
		return tokens
	}
	return append(slices.Clone(tokens[:from]), tokens[min(end+1, len(tokens)):]...)
}

// longestExample is how many words an example in brackets has at most.
const longestExample = 2

// undescribed leaves out the adjectives of an answer: of one that is there,
// "the sales pitch", or of any.
func undescribed(tokens []token, any bool) []token {
	out := tokens
	for i := len(out) - 1; i > 0; i-- {
		if !wholeNouns()[out[i].low] || coreNouns()[out[i].low] {
			continue
		}
		first := i
		for first > 0 && out[first-1].kind == word && plain(&out[first-1]) {
			first--
		}
		if first < i && (any || first > 0 && (out[first-1].low == "generated" || present()[out[first-1].low])) {
			out = slices.Delete(slices.Clone(out), first, i)
			i = first
		}
	}
	return out
}

// plain reports whether a word changes nothing of what is demanded.
func plain(t *token) bool {
	return !closedWords()[t.low] && (t.class&known == 0 || wholeNouns()[t.low] && !coreNouns()[t.low]) && !t.numeral() && !conditionWords()[t.low] && !hedges()[t.low] && languages()[t.low] == ""
}

var (
	// coreNouns are no more than an answer.
	coreNouns = wordSet(`text answer response output reply content document`)
	// present stand before a text that is there.
	present = wordSet(`the this your my our its`)
)

// sample returns how many tokens an example is of: "(i.e. *text*)".
func sample(tokens []token) int {
	n := 0
	skip := func(words ...string) bool {
		start := n
		for n < len(tokens) && (tokens[n].kind == word || tokens[n].kind == mark) && slices.Contains(words, tokens[n].low) {
			n++
		}
		return n > start
	}
	skip(",", "(", "-")
	if !skip("such", "like", "ie", "eg", "for", "example", "instance", "as", ",", ":", "this", "use", "using") {
		return 0
	}
	samples := n
	for n < len(tokens) && (tokens[n].kind == boxed || tokens[n].kind == starred || tokens[n].kind == angled) {
		n++
		samples = n
		skip(",", "and", "or", "etc")
	}
	if n == samples && samples == len(tokens) && tokens[n-1].low == "as" && n > 1 && tokens[n-2].low == "such" {
		return n
	}
	if samples == 0 || n == 0 || tokens[samples-1].kind == word || tokens[samples-1].kind == mark {
		return 0
	}
	n = samples
	skip(")")
	return n
}

// roomy takes what something has room for as the most that there may be: "my
// form takes 80 characters".
func roomy(k []chunk) []chunk {
	at := strings.IndexAny(classesOf(k), "hj")
	if at < 0 || at > furthestVerb || strings.ContainsAny(classesOf(k[:at]), "gosx#ur") {
		return k // each item is limited to …
	}
	out := slices.Clone(k[at:])
	out[0] = chunk{class: map[byte]byte{'h': 'r', 'j': 'x'}[out[0].class], is: algebra.Relation{Op: algebra.OpMost}} // our site chokes on emojis
	return out
}

// without leaves chunks of some classes out.
func without(k []chunk, classes string) []chunk {
	left := func(c chunk) bool { return strings.IndexByte(classes, c.class) >= 0 }
	if !slices.ContainsFunc(k, left) {
		return k
	}
	return slices.DeleteFunc(slices.Clone(k), left)
}

// correspondence ends with a closing line.
var correspondence = wordSet(`letter email mail memo invitation`)

// kindsOf counts the kinds of answers that a clause names.
func kindsOf(k []chunk) int {
	names := map[string]bool{}
	for _, c := range k {
		if c.class == 'a' && wholeNouns()[c.low] {
			names[c.low] = true
		}
	}
	return len(names)
}

// hopeless reports whether a clause has so many words without a class that no
// construction takes it, and none that may name a text or lead up to a limit.
func hopeless(tokens []token) bool {
	unknown, named, free := 0, false, false
	for i := range tokens {
		t := &tokens[i]
		switch {
		case i > 0 && len(t.text) == 1 && entryNouns()[tokens[i-1].low]: // version B
		case t.form() != "" || len(t.text) == 1 && t.text != t.low || verdicts()[t.low]:
		case t.class&known == 0 && named && free:
			free = false // it may be what is named
		case t.class&known == 0:
			unknown++
		case t.class&opener != 0 && roomyWords()[t.low]:
			if i <= furthestVerb {
				unknown = 0
			}
		case t.class&opener != 0:
			named, free = true, true
		case t.kind == mark || t.low == "and" || t.low == "or" || t.low == "nor":
			free = true // what is named may be a list
		}
	}
	return unknown > 1
}

// quantityWith are the classes of "five lines, each starting with a dash".
var quantityWith = lazyregexp.New(`^[ib]*q&?gi*[bec][ip]*[tuqWc]?$`)

// held are the classes of "no commas in the title".
var held = lazyregexp.New(`^[xidtum#]*s[xidtum#]*$`)

// roomyWords begin the phrases that say what there is room for.
var roomyWords = wordSet(`takes allows accepts holds permits supports fits only has have room space can cuts stops is maxes tops displays stop ends rejects chokes crashes strips breaks mangles`)

// asItems are the classes of "five reasons as bullets", the only clauses with a
// word that is not known.
var asItems = lazyregexp.New(`#[^?]*\?.*[fR]|^[?wipfu]*A|^[fp]\??\?f$|^[piy]*\??\??f?&?R$|^i?\??\?f(&?Y)?$`)

// longestCascade bounds a clause, in chunks.
const longestCascade = 24

func classesOf(k []chunk) string {
	b := make([]byte, len(k))
	for i := range k {
		b[i] = k[i].class
	}
	return string(b)
}

// all joins from left to right until nothing can be.
func (j joining) all(k []chunk) []chunk {
	for from := 0; from < len(k); {
		classes := classesOf(k)[from:]
		if !j.possible(classes) {
			break
		}
		m := j.FindStringIndex(classes)
		if m == nil {
			break
		}
		at, end := from+m[0], from+m[1]
		c, ok := j.join(k[at:end])
		if !ok {
			from = at + 1
			continue
		}
		c.token = k[at].token
		k = append(append(slices.Clone(k[:at]), c), k[end:]...)
		from = at
		if end-at == 1 {
			from++
		}
	}
	return k
}

// pick returns the i-th chunk of one of the classes; an empty one if there is
// none.
func pick(k []chunk, classes string, i int) chunk {
	for _, c := range k {
		if strings.IndexByte(classes, c.class) >= 0 {
			if i == 0 {
				return c
			}
			i--
		}
	}
	return chunk{}
}
