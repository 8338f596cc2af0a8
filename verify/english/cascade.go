package english

import (
	"regexp"
	"slices"
	"strings"
	"sync"

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

// cascade reads a clause; nil if it has no reading.
func cascade(tokens []token) algebra.Expr {
	if hopeless(tokens) {
		return nil
	}
	k := chunks(tokens)
	if len(k) == 0 || len(k) > longestCascade {
		return nil
	}
	if genres := kindsOf(k); genres > 1 || genres == 1 && k[0].class == 'a' && k[0].low == "everything" {
		return nil // which of them is spoken of
	}
	if strings.IndexByte(classesOf(k), 'e') >= 0 && slices.ContainsFunc(k, func(c chunk) bool { return c.class == 'a' && correspondence()[c.low] }) {
		return nil // it ends with a name
	}
	k = roomy(without(k, "a"))
	if unread := strings.Count(classesOf(k), "?"); unread > 1 || unread == 1 && !asItems.MatchString(classesOf(k)) {
		return nil
	}
	for _, j := range joinings() {
		k = j.all(k)
	}
	k = without(k, "1")
	for _, left := range [][]chunk{k, without(k, "p")} {
		classes := classesOf(left)
		for _, c := range constructions() {
			if c.possible(classes) && c.MatchString(classes) {
				if e := c.read(left); e != nil {
					return e
				}
			}
		}
	}
	return nil
}

// roomy takes what something has room for as the most that there may be: "my
// form takes 80 characters".
func roomy(k []chunk) []chunk {
	at := strings.IndexByte(classesOf(k), 'h')
	if at < 0 || at > furthestVerb {
		return k
	}
	out := slices.Clone(k[at:])
	out[0] = chunk{class: 'r', is: algebra.Relation{Op: algebra.OpMost}}
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

// vocabulary are all words of the lexicon.
var vocabulary = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, list := range lexemes() {
		for i := range list {
			for _, w := range list[i].words {
				m[w] = true
			}
		}
	}
	return m
})

// hopeless reports whether a clause has so many words without a class that no
// construction takes it, and none that may name a text or lead up to a limit.
func hopeless(tokens []token) bool {
	unknown := 0
	for i := range tokens {
		t := &tokens[i]
		if l := lexemes()[t.low]; len(l) > 0 && l[len(l)-1].class == 'w' || textUnits()[t.low] || roomyWords()[t.low] {
			return false
		}
		if t.kind == word && !vocabulary()[t.low] && !vocabulary()[t.lemma] && !t.numeral() && ordinal(t.low) == 0 && !wholeNouns()[t.low] && languages()[t.low] == "" {
			unknown++
		}
	}
	return unknown > 1
}

// roomyWords begin the phrases that say what there is room for.
var roomyWords = wordSet(`takes allows accepts holds permits supports fits only has have room space can cuts stops is maxes tops displays`)

// asItems are the classes of "five reasons as bullets", the only clauses with a
// word that is not known.
var asItems = regexp.MustCompile(`#[^?]*\?.*f`)

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
