package english

import (
	"slices"
	"strings"

	"adhere/verify/algebra"
)

// spelled reads texts that are called words, names or letters: the word
// "love", the words sun, moon and stars, the letter e.
func spelled(tokens []token, at int) (finds, int) {
	noun := tokens[at].low
	kind := plainOf
	switch noun {
	case "word", "words", "term", "terms", "keyword", "keywords":
		kind = wordOf
	case "phrase", "text", "sentence", "line", "string", "statement", "question", "letter", "symbol", "sign", "character", "sentences", "lines":
		kind = textOf
	}
	told := at > 0 && (tokens[at-1].low == "the" || noun == "words" && tokens[at-1].low == "following" || tokens[at-1].low == "these" || tokens[at-1].low == "keywords" || tokens[at-1].low == "no" && noun == "letter") ||
		at > 0 && (noun == "keywords" || noun == "keys") || at+1 < len(tokens) && tokens[at+1].low == ":" && strings.HasSuffix(noun, "words") || at == 0 && noun == "letter"
	var f finds
	if code, n := codeAt(tokens[at+1:]); n > 0 && coded()[noun] {
		return finds{of: []algebra.Find{code}}, n + 1
	}
	i := at + 1
	for i < len(tokens) && (tokens[i].low == ":" || tokens[i].low == "of" && i+1 < len(tokens) && tokens[i+1].kind == quoted || tokens[i].low == "(" && i+2 < len(tokens) && tokens[i+2].low == ")") {
		i++
	}
	for i < len(tokens) {
		t := &tokens[i]
		if noun == "letter" && t.kind == word && len(t.text) == 1 {
			f.of = append(f.of, algebra.Text(t.text))
			at = i
			break
		}
		if t.kind == boxed && strings.HasSuffix(noun, "words") {
			for w := range strings.SplitSeq(t.text, ",") {
				if x, ok := kind(strings.Trim(strings.TrimSpace(w), `'"`)); ok {
					f.of = append(f.of, x)
				}
			}
			at = i
			break
		}
		if t.kind != quoted && (!told || !nameable(t) || !plainNouns()[noun] || len(f.of) > 0 && tokens[at].kind == quoted || numbered()[noun] && t.kind != number || strings.HasPrefix(noun, "name") && t.text == t.low || len(f.of) == 0 && t.kind == word && strings.IndexByte("idbex", classAt(tokens[i:i+1])) >= 0) {
			break
		}
		x, ok := kind(t.text)
		if !ok || len(x.Value) > 2 && (noun == "letter" || noun == "character" || noun == "symbol" || noun == "sign") {
			break
		}
		f.of = append(f.of, x)
		at, i = i, i+1
		joint := i
		for joint < len(tokens) && slices.Contains([]string{",", "and", "or", "nor", "&"}, tokens[joint].low) {
			joint++
		}
		either := joint == i+1 && tokens[i].low == "or" && joint < len(tokens) && (tokens[joint].kind == quoted || tokens[joint].text != tokens[joint].low)
		if !strings.HasSuffix(noun, "s") && !either || joint == i {
			for ; i < len(tokens) && tokens[i].low == ")"; i++ {
				at = i
			}
			break
		}
		if joint < len(tokens) && (tokens[joint].kind == quoted || t.kind != quoted && nameable(&tokens[joint])) {
			f.or = f.or || slices.ContainsFunc(tokens[i:joint], func(t token) bool { return t.low == "or" })
			i = joint
			continue
		}
		break
	}
	if len(f.of) == 0 || len(f.of) == 1 && pluralNouns()[noun] && (tokens[at].kind == word || tokens[at].kind == boxed && strings.ToUpper(tokens[at].text) == tokens[at].text) {
		return f, 0 // "keywords naturally", "the keywords [TOPIC]"
	}
	first := at
	for first >= 0 && tokens[first].low != noun {
		first--
	}
	return f, at - first + 1
}

// coded nouns call a text with figures that stands without quotation marks: "the
// code SAVE20", "the order number 88-1204", "the hashtag #sun2".
var coded = wordSet(`number code id reference hashtag`)

// codeAt returns the text with figures, or the hashtag, with which tokens
// begin, and of how many it is.
func codeAt(tokens []token) (code algebra.Find, n int) {
	var b strings.Builder
	for n < len(tokens) && (n == 0 || tokens[n].glued || tokens[n].kind == number && tokens[n-1].kind == number) && (tokens[n].kind == word || tokens[n].kind == number || slices.Contains([]string{"#", "-", "/"}, tokens[n].text)) {
		if n > 0 && !tokens[n].glued {
			b.WriteByte(' ') // 0800 555 0142
		}
		b.WriteString(tokens[n].text)
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
var plainNouns = wordSet(`word words term terms keyword keywords keys letter name names year code`)

// pluralNouns call several words.
var pluralNouns = wordSet(`words terms keywords`)

// numbered nouns call a number that stands without quotation marks.
var numbered = wordSet(`year code`)

// nameable reports whether a word that stands without quotation marks may be
// one that is spoken of.
func nameable(t *token) bool {
	return !unnameable()[t.low] && (t.kind == word || t.kind == number && len(t.text) > 1)
}

var unnameable = lexiconSet("unnameable")
