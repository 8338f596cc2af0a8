package clause

import (
	"regexp"
	"slices"
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/verify/algebra"
	"adhere/verify/english/internal/lexicon"
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
	join func(k []Chunk) (Chunk, bool)
}

// A construction says what a whole clause demands.
type construction struct {
	pattern
	read func(k []Chunk) algebra.Expr
}

// CascadeWide reads a clause as Cascade does, also where it says of which kind the answer
// is, which is not read: "the funny poem has four lines".
func CascadeWide(tokens []lexicon.Token) algebra.Expr {
	return Classes(undescribed(unremarked(unsampled(tokens)), true))
}

// Cascade reads a clause; nil if it has no reading.
func Cascade(tokens []lexicon.Token) algebra.Expr {
	tokens = unremarked(unsampled(tokens))
	for i := range tokens {
		if l := lexicon.LongestLexeme(tokens[i:]); l.Class == 'u' && l.Words > 1 {
			continue // an email address
		}
		if lexicon.WholeNouns()[tokens[i].Low] && !CoreNouns()[tokens[i].Low] && i > 0 && (tokens[i-1].Low == "a" || tokens[i-1].Low == "an") {
			return nil // whether it is one takes a judge
		}
	}
	return Classes(undescribed(tokens, false))
}

// Classes reads a clause as Cascade does, with every word in its place: samples,
// remarks and descriptions stand too.
func Classes(tokens []lexicon.Token) algebra.Expr {
	if hopeless(tokens) {
		return nil
	}
	k := Chunks(tokens)
	if len(k) == 0 || len(k) > longestCascade {
		return nil
	}
	if contrasted(k) || WantedBehind(tokens) || bansEvery(tokens) {
		return nil
	}
	if genres := kindsOf(k); genres > 1 || genres == 1 && k[0].Class == 'a' && k[0].Low == "everything" {
		return nil // which of them is spoken of
	}
	if strings.IndexByte(ClassesOf(k), 'e') >= 0 && slices.ContainsFunc(k, func(c Chunk) bool { return c.Class == 'a' && correspondence()[c.Low] }) && !slices.ContainsFunc(tokens, signed) {
		return nil // it ends with a name
	}
	k = tidied(roomy(answerless(k)))
	if unread := strings.Count(ClassesOf(k), "?"); unread > 2 || unread == 2 && !strings.HasSuffix(ClassesOf(k), "A") || unread > 0 && !asItems.MatchString(ClassesOf(k)) {
		return nil
	}
	if e := constructed(exempting(Without(Joined(k), "1"))); e != nil {
		return e
	}
	return bannedApart(tokens)
}

// signed reports whether a text is a closing line with a name.
func signed(t lexicon.Token) bool {
	_, name, ok := strings.Cut(t.Text, ", ")
	return t.Kind == lexicon.Quoted && ok && name != strings.ToLower(name)
}

// constructed reads joined chunks as the first construction that they make.
func constructed(k []Chunk) algebra.Expr {
	for _, left := range [][]Chunk{k, Without(k, "p")} {
		classes := ClassesOf(left)
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

// Joined makes one of neighbours, smaller things first.
func Joined(k []Chunk) []Chunk {
	for _, j := range joinings() {
		k = j.all(k)
	}
	return k
}

// answerless leaves out the answer, and "per" before it.
func answerless(k []Chunk) []Chunk {
	out := make([]Chunk, 0, len(k))
	for i, c := range k {
		if c.Class == 'a' && (i > 0 && k[i-1].Class == 'o' || strings.HasSuffix(ClassesOf(k[:i]), "f&")) {
			c.Class = '?' // the first answer, the code and its output
		}
		if i == 0 && len(k) > 1 && k[1].Class == 't' && k[1].or && answering()[c.Low] {
			c.Class = 'p' // answer yes or no
		}
		if c.Class == 'a' || c.Low == "per" && i+1 < len(k) && k[i+1].Class == 'a' || c.Class == '1' && i > 0 && k[i-1].Class == 'r' && i+2 < len(k) && k[i+1].Class == 'a' && k[i+2].Class == '#' {
			continue
		}
		out = append(out, c)
	}
	return out
}

// answering are nouns that are verbs too.
var answering = lexicon.WordSet(`answer reply output respond`)

// tidied leaves out joining words around a clause, "with" behind a verb that
// begins or ends something, and "exact" before a text, or takes it for "only".
func tidied(k []Chunk) []Chunk {
	for len(k) > 0 && k[0].Class == '&' {
		k = k[1:]
	}
	for len(k) > 0 && (k[len(k)-1].Class == '&' || k[len(k)-1].Class == '-') {
		k = k[:len(k)-1]
	}
	out := make([]Chunk, 0, len(k))
	bounds := false
	for i, c := range k {
		bounds = bounds || strings.IndexByte("bepy", c.Class) >= 0
		if c.Class == 'i' && bounds && c.Low == "with" {
			continue
		}
		if n := len(out); c.Class == 'g' && n > 0 && ((c.Low == "both" || c.Low == "all") && out[n-1].Class == 't' || c.Low == "all" && out[n-1].Class == 'x') {
			continue // leave out all commas
		}
		if c.Class == 'O' && (len(out) > 0 && strings.ContainsAny(ClassesOf(out), "id") || c.Low == "either" && strings.ContainsAny(ClassesOf(k), "id")) {
			continue
		}
		if c.Low == "just the" && i+1 < len(k) && (k[i+1].Class == 'f' || k[i+1].Class == 'u' && k[i+1].bare) {
			c = Chunk{Class: 'y', Token: c.Token, Low: c.Low}
		}
		if c.Class == 'r' && c.Is.Op == algebra.OpExactly && i+1 < len(k) && k[i+1].Class == 't' {
			if strings.ContainsAny(ClassesOf(k), "idmbe") {
				continue
			}
			c.Class = 'y'
		}
		out = append(out, c)
	}
	return out
}

// unsampled leaves out examples of what is demanded, "such as [name]".
func unsampled(tokens []lexicon.Token) []lexicon.Token {
	if !slices.ContainsFunc(tokens, func(t lexicon.Token) bool {
		return t.Kind == lexicon.Boxed || t.Kind == lexicon.Starred || t.Kind == lexicon.Angled || t.Low == "such"
	}) {
		return tokens
	}
	out := make([]lexicon.Token, 0, len(tokens))
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
func unremarked(tokens []lexicon.Token) []lexicon.Token {
	from := slices.IndexFunc(tokens, func(t lexicon.Token) bool { return t.Low == "(" })
	if from < 1 {
		return tokens
	}
	end, commas := from+1, false
	run := 0 // words since the last comma
	for ; end < len(tokens) && tokens[end].Low != ")"; end++ {
		t := &tokens[end]
		commas = commas || t.Low == ","
		if run++; t.Kind == lexicon.Mark || t.Kind == lexicon.Word && (t.Low == "not" || t.Low == "is" || t.Low == "will") {
			run = 0
		}
		if run > longestExample || t.Kind == lexicon.Word && t.Numeral() || lexicon.IsMeasure(t) || lexicon.PartWords()[t.Low] || lexicon.ConditionWords()[t.Low] || turning()[t.Low] || lexicon.WholeNouns()[t.Low] || lexicon.Hedges()[t.Low] {
			return tokens
		}
	}
	if !commas && !shows(tokens[from-1:min(end, len(tokens))]) {
		return tokens
	}
	return append(slices.Clone(tokens[:from]), tokens[min(end+1, len(tokens)):]...)
}

// shows reports whether tokens are a noun and, in brackets, nothing but the sign that it
// means: "em dashes (—)". A mark of a question is no doubt only behind its own name.
func shows(tokens []lexicon.Token) bool {
	return len(tokens) == longestExample+1 && lexicon.ClassAt(tokens) != 0 && tokens[2].Kind == lexicon.Mark && (tokens[2].Low != "?" || lexicon.Says(tokens[:1], "mark", "marks"))
}

// longestExample is how many words an example in brackets has at most.
const longestExample = 2

// undescribed leaves out the adjectives of an answer: of one that is there,
// "the sales pitch", or of any.
func undescribed(tokens []lexicon.Token, any bool) []lexicon.Token {
	out := tokens
	for i := len(out) - 1; i > 0; i-- {
		if !lexicon.WholeNouns()[out[i].Low] || CoreNouns()[out[i].Low] {
			continue
		}
		first := i
		for first > 0 && out[first-1].Kind == lexicon.Word && Plain(&out[first-1]) {
			first--
		}
		if first < i && (any || first > 0 && (out[first-1].Low == "generated" || Present()[out[first-1].Low])) {
			out = slices.Delete(slices.Clone(out), first, i)
			i = first
		}
	}
	return out
}

// Plain reports whether a word changes nothing of what is demanded.
func Plain(t *lexicon.Token) bool {
	return !lexicon.ClosedWords()[t.Low] && (t.Class&lexicon.Known == 0 || lexicon.WholeNouns()[t.Low] && !CoreNouns()[t.Low]) && !t.Numeral() && !lexicon.ConditionWords()[t.Low] && !lexicon.Hedges()[t.Low] && lexicon.Languages()[t.Low] == ""
}

var (
	// CoreNouns are no more than an answer.
	CoreNouns = lexicon.WordSet(`text answer response output reply content document`)
	// Present stand before a text that is there.
	Present = lexicon.WordSet(`the this your my our its`)
)

// sample returns how many tokens an example is of: "(i.e. *text*)".
func sample(tokens []lexicon.Token) int {
	n := 0
	skip := func(words ...string) bool {
		start := n
		for n < len(tokens) && (tokens[n].Kind == lexicon.Word || tokens[n].Kind == lexicon.Mark) && slices.Contains(words, tokens[n].Low) {
			n++
		}
		return n > start
	}
	skip(",", "(", "-")
	if !skip("such", "like", "ie", "eg", "for", "example", "instance", "as", ",", ":", "this", "use", "using") {
		return 0
	}
	samples := n
	for n < len(tokens) && (tokens[n].Kind == lexicon.Boxed || tokens[n].Kind == lexicon.Starred || tokens[n].Kind == lexicon.Angled) {
		n++
		samples = n
		skip(",", "and", "or", "etc")
	}
	if n == samples && samples == len(tokens) && tokens[n-1].Low == "as" && n > 1 && tokens[n-2].Low == "such" {
		return n
	}
	if samples == 0 || n == 0 || tokens[samples-1].Kind == lexicon.Word || tokens[samples-1].Kind == lexicon.Mark {
		return 0
	}
	n = samples
	skip(")")
	return n
}

// roomy takes what something has room for as the most that there may be: "my
// form takes 80 characters".
func roomy(k []Chunk) []Chunk {
	at := strings.IndexAny(ClassesOf(k), "hj")
	if at < 0 || at > FurthestVerb || strings.ContainsAny(ClassesOf(k[:at]), "gosx#ur") {
		return k // each item is limited to …
	}
	out := slices.Clone(k[at:])
	out[0] = Chunk{Class: map[byte]byte{'h': 'r', 'j': 'x'}[out[0].Class], Is: algebra.Relation{Op: algebra.OpMost}} // our site chokes on emojis
	return out
}

// Without leaves chunks of some classes out.
func Without(k []Chunk, classes string) []Chunk {
	left := func(c Chunk) bool { return strings.IndexByte(classes, c.Class) >= 0 }
	if !slices.ContainsFunc(k, left) {
		return k
	}
	return slices.DeleteFunc(slices.Clone(k), left)
}

// correspondence ends with a closing line.
var correspondence = lexicon.WordSet(`letter email mail memo invitation`)

// kindsOf counts the kinds of answers that a clause names.
func kindsOf(k []Chunk) int {
	names := map[string]bool{}
	for _, c := range k {
		if c.Class == 'a' && lexicon.WholeNouns()[c.Low] {
			names[c.Low] = true
		}
	}
	return len(names)
}

// hopeless reports whether a clause has so many words without a class that no
// construction takes it, and none that may name a text or lead up to a limit.
func hopeless(tokens []lexicon.Token) bool {
	unknown, named, free := 0, false, false
	for i := range tokens {
		t := &tokens[i]
		switch {
		case i > 0 && len(t.Text) == 1 && EntryNouns()[tokens[i-1].Low]: // version B
		case datePart(t) != "" || len(t.Text) == 1 && t.Text != t.Low || verdicts()[t.Low]:
		case t.Class&lexicon.Known == 0 && named && free:
			free = false // it may be what is named
		case t.Class&lexicon.Known == 0:
			unknown++
		case t.Class&lexicon.Opener != 0 && lexicon.RoomyWords()[t.Low]:
			if i <= FurthestVerb {
				unknown = 0
			}
		case t.Class&lexicon.Opener != 0:
			named, free = true, true
		case t.Kind == lexicon.Mark || t.Low == "and" || t.Low == "or" || t.Low == "nor":
			free = true // what is named may be a list
		}
	}
	return unknown > 1
}

// quantityWith are the classes of "five lines, each starting with a dash".
var quantityWith = lazyregexp.New(`^[ib]*q&?gi*[bec][ip]*[tuqWc]?$`)

// held are the classes of "no commas in the title".
var held = lazyregexp.New(`^[xidtum#]*s[xidtum#]*$`)

// asItems are the classes of "five reasons as bullets", the only clauses with a
// word that is not known.
var asItems = lazyregexp.New(`#[^?]*\?.*[fR]|^[?wipfu]*A|^[fp]\??\?f$|^[piy]*\??\??f?&?R$|^i?\??\?f(&?Y)?$`)

// longestCascade bounds a clause, in chunks.
const longestCascade = 24

// ClassesOf returns the classes of chunks, a byte each.
func ClassesOf(k []Chunk) string {
	b := make([]byte, len(k))
	for i := range k {
		b[i] = k[i].Class
	}
	return string(b)
}

// all joins from left to right until nothing can be.
func (j joining) all(k []Chunk) []Chunk {
	for from := 0; from < len(k); {
		classes := ClassesOf(k)[from:]
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
		c.Token = k[at].Token
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
func pick(k []Chunk, classes string, i int) Chunk {
	for _, c := range k {
		if strings.IndexByte(classes, c.Class) >= 0 {
			if i == 0 {
				return c
			}
			i--
		}
	}
	return Chunk{}
}
