package clause

import (
	"slices"
	"strings"

	"adhere/verify/algebra"
	"adhere/verify/english/internal/lexicon"
)

// A caller is a noun that calls texts words, names or letters.
type caller struct {
	noun string
	kind func(string) (algebra.Find, bool) // how such a text is looked for
	told bool                              // its texts may stand without quotation marks
}

// callerAt returns the noun at a place.
func callerAt(tokens []lexicon.Token, at int) caller {
	c := caller{noun: tokens[at].Low, kind: plainOf}
	switch c.noun {
	case "word", "words", "term", "terms", "keyword", "keywords":
		c.kind = wordOf
	case "phrase", "text", "sentence", "line", "string", "statement", "question", "letter", "symbol", "sign", "character", "sentences", "lines":
		c.kind = textOf
	}
	switch {
	case at+1 < len(tokens) && tokens[at+1].Low == ":" && strings.HasSuffix(c.noun, "words"):
		c.told = true
	case at == 0:
		c.told = c.noun == "letter"
	default:
		before := tokens[at-1].Low
		c.told = c.noun == "keywords" || c.noun == "keys" || slices.Contains([]string{"the", "these", "keywords"}, before) ||
			before == "following" && c.noun == "words" || before == "no" && c.noun == "letter"
	}
	return c
}

// spelled reads texts that are called words, names or letters: the word
// "love", the words sun, moon and stars, the letter e. It returns of how many
// tokens they are, with their noun.
func spelled(tokens []lexicon.Token, at int) (finds, int) {
	c := callerAt(tokens, at)
	if code, n := codeAt(tokens[at+1:]); n > 0 && coded()[c.noun] {
		return finds{of: []algebra.Find{code}}, n + 1
	}
	var f finds
	last := at
	for i, more := behindNoun(tokens, at), true; more && i < len(tokens); {
		if whole := c.whole(&tokens[i]); whole != nil {
			f.of, last = append(f.of, whole...), i
			break
		}
		x, ok := c.text(&tokens[i], len(f.of) == 0, &tokens[last])
		if !ok {
			break
		}
		f.of, last = append(f.of, x), i
		if i, more = c.next(tokens, i); more {
			f.or = f.or || slices.ContainsFunc(tokens[last+1:i], func(t lexicon.Token) bool { return t.Low == "or" })
			continue
		}
		for last+1 < len(tokens) && tokens[last+1].Low == ")" {
			last++
		}
	}
	if end := &tokens[last]; len(f.of) == 0 || len(f.of) > 1 && StaysOpen(tokens[last+1:]) || len(f.of) == 1 && pluralNouns()[c.noun] && (end.Kind == lexicon.Word || end.Kind == lexicon.Boxed && strings.ToUpper(end.Text) == end.Text) {
		return f, 0 // "keywords naturally", "the keywords [TOPIC]"
	}
	return f, last - at + 1
}

// behindNoun returns where the texts may begin that the noun at a place calls.
func behindNoun(tokens []lexicon.Token, at int) int {
	for i := at + 1; ; i++ {
		rest := tokens[i:]
		switch {
		case len(rest) > 0 && rest[0].Low == ":",
			len(rest) > 1 && rest[0].Low == "of" && rest[1].Kind == lexicon.Quoted,
			len(rest) > 2 && rest[0].Low == "(" && rest[2].Low == ")":
			continue
		}
		return i
	}
}

// whole returns the texts of a token that ends what the noun calls: one letter, or a
// list in brackets.
func (c *caller) whole(t *lexicon.Token) []algebra.Find {
	if c.noun == "letter" && t.Kind == lexicon.Word && len(t.Text) == 1 {
		return []algebra.Find{algebra.Text(t.Text)}
	}
	if t.Kind != lexicon.Boxed || !strings.HasSuffix(c.noun, "words") {
		return nil
	}
	var list []algebra.Find
	for w := range strings.SplitSeq(t.Text, ",") {
		if x, ok := c.kind(strings.Trim(strings.TrimSpace(w), `'"`)); ok {
			list = append(list, x)
		}
	}
	return list
}

// text returns a text that the noun may call: in quotation marks, or, behind none in
// quotation marks, a word that can be meant.
func (c *caller) text(t *lexicon.Token, first bool, last *lexicon.Token) (algebra.Find, bool) {
	if t.Kind != lexicon.Quoted && (!c.told || !plainNouns()[c.noun] || !first && last.Kind == lexicon.Quoted || !c.means(t, first)) {
		return algebra.Find{}, false
	}
	x, ok := c.kind(t.Text)
	short := c.noun == "letter" || c.noun == "character" || c.noun == "symbol" || c.noun == "sign"
	return x, ok && (!short || len(x.Value) <= 2)
}

// means reports whether a word or number that stands without quotation marks is what
// the noun calls.
func (c *caller) means(t *lexicon.Token, first bool) bool {
	switch {
	case !nameable(t) || strings.HasPrefix(c.noun, "name") && t.Text == t.Low:
		return false
	case numbered()[c.noun]:
		return t.Kind == lexicon.Number
	}
	return !first || t.Kind != lexicon.Word || strings.IndexByte("idbex", lexicon.ClassAt([]lexicon.Token{*t})) < 0
}

// next returns where the text stands that is joined to the one at a place, if there
// is one.
func (c *caller) next(tokens []lexicon.Token, at int) (int, bool) {
	i := at + 1
	for i < len(tokens) && slices.Contains([]string{",", "and", "or", "nor", "&"}, tokens[i].Low) {
		i++
	}
	if i == at+1 || i == len(tokens) {
		return i, false
	}
	t := &tokens[i]
	if either := i == at+2 && tokens[at+1].Low == "or" && (t.Kind == lexicon.Quoted || t.Text != t.Low); !either && !strings.HasSuffix(c.noun, "s") {
		return i, false
	}
	return i, t.Kind == lexicon.Quoted || tokens[at].Kind != lexicon.Quoted && nameable(t) && !leavesOpen(tokens[i:])
}

// coded nouns call a text with figures that stands without quotation marks: "the
// code SAVE20", "the order number 88-1204", "the hashtag #sun2".
var coded = lexicon.WordSet(`number code id reference hashtag`)

// codeAt returns the text with figures, or the hashtag, with which tokens
// begin, and of how many it is.
func codeAt(tokens []lexicon.Token) (code algebra.Find, n int) {
	var b strings.Builder
	for n < len(tokens) && (n == 0 || tokens[n].Glued || tokens[n].Kind == lexicon.Number && tokens[n-1].Kind == lexicon.Number) && (tokens[n].Kind == lexicon.Word || tokens[n].Kind == lexicon.Number || slices.Contains([]string{"#", "-", "/"}, tokens[n].Text)) {
		if n > 0 && !tokens[n].Glued {
			b.WriteByte(' ') // 0800 555 0142
		}
		b.WriteString(tokens[n].Text)
		n++
	}
	s := b.String()
	if s = strings.TrimRight(s, "-/"); len(s) < 2 || !strings.HasPrefix(s, "#") && !strings.ContainsAny(s, "0123456789") {
		return code, 0
	}
	if figures := strings.TrimLeft(s, "#"); strings.Trim(figures, "0123456789-/ ") == "" {
		s = figures // "ticket number #482" may stand without its mark
	}
	return algebra.WordText(s), n
}

// plainNouns may call a word that stands without quotation marks.
var plainNouns = lexicon.WordSet(`word words term terms keyword keywords keys letter name names year code`)

// pluralNouns call several words.
var pluralNouns = lexicon.WordSet(`words terms keywords keys`)

// numbered nouns call a number that stands without quotation marks.
var numbered = lexicon.WordSet(`year code`)

// nameable reports whether a word that stands without quotation marks may be
// one that is spoken of.
func nameable(t *lexicon.Token) bool {
	return !unnameable()[t.Low] && (t.Kind == lexicon.Word || t.Kind == lexicon.Number && len(t.Text) > 1)
}

var unnameable = lexicon.Set("unnameable")
