package english

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	mentioning = wordSet(`mention mentions mentioning mentioned`)
	called     = wordSet(`name names word words term terms city country company brand product person character`)
	behindName = wordSet(`at least exactly once twice somewhere anywhere in by only and or before after please pls more no not but too`)
)

// names reads a name that is to be mentioned as a text that is quoted: "mention
// Natasha", "mention the product name, Lumora, at least twice". A name that
// something is said of ("mention Python libraries") is none, and one of several
// words stays for a judge: "Curie" mentions Marie Curie.
func names(tokens []token) []token {
	var out []token
	last := 0 // of tokens that are in out
	for i := 0; i < len(tokens); i++ {
		if tokens[i].kind != word || !mentioning()[tokens[i].low] {
			continue
		}
		for at := i + 1; at < len(tokens); { // one name after the other
			at = beforeName(tokens, at)
			end := at + 1
			if at >= len(tokens) || !capitalised(&tokens[at]) || end < len(tokens) && !closesName(&tokens[end]) {
				break
			}
			name := tokens[at]
			name.kind, name.lemma = quoted, name.low
			name.look()
			out = append(append(out, tokens[last:at]...), name)
			last = end
			if i = at; end+1 >= len(tokens) || !joinsNames(&tokens[end]) || !capitalised(&tokens[end+1]) {
				break
			}
			at = end + 1
		}
	}
	if last == 0 {
		return tokens
	}
	return append(out, tokens[last:]...)
}

// beforeName passes over what a name is called: "the brand", "the name,".
func beforeName(tokens []token, at int) int {
	i := at
	if i < len(tokens) && tokens[i].low == "the" {
		i++
	}
	for i < len(tokens) && tokens[i].kind == word && (called()[tokens[i].low] || tokens[i].low == tokens[i].text && i+1 < len(tokens) && called()[tokens[i+1].low]) {
		i++
	}
	if i > at && i < len(tokens) && (tokens[i].text == "," || tokens[i].text == ":") {
		i++
	}
	return i
}

// capitalised reports whether a word is written like a name.
func capitalised(t *token) bool {
	first, size := utf8.DecodeRuneInString(t.text)
	return t.kind == word && unicode.IsUpper(first) && len(t.text) > size && !strings.ContainsAny(t.text, "'’") && languages()[t.low] == ""
}

func closesName(t *token) bool {
	return t.kind == mark && strings.ContainsAny(t.text, ".,;:!?)") || t.kind == word && behindName()[t.low]
}

func joinsNames(t *token) bool {
	return t.text == "," || t.low == "and" || t.low == "or" || t.low == "before" || t.low == "after"
}
