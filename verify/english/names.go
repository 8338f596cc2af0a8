package english

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	mentioning = wordSet(`mention mentions mentioning mentioned`)
	called     = wordSet(`name names word words term terms city country company brand product person character`)
	behindName = wordSet(`because since at least exactly once twice somewhere anywhere in by only and or before after please pls more no not but too`)
)

// names reads texts that stand without quotation marks as texts that are quoted.
func names(tokens []token, source string) []token {
	return appositions(remainders(bareMarks(mentioned(tokens)), source), source)
}

// bareMarks reads marks as texts where a word says that they are spoken of: "no !
// or ?".
func bareMarks(tokens []token) []token {
	for i := 1; i < len(tokens); i++ {
		t := &tokens[i]
		if t.kind == word && salutations()[t.low] && tokens[i-1].low == "with" && i > 1 && strings.IndexByte("be", classAt(tokens[i-2:])) >= 0 || t.kind == word && salutations()[t.low] && i > 1 && tokens[i-1].low == "or" && tokens[i-2].kind == quoted {
			t.kind = quoted // do not start with hello or hi
			t.look()
		}
		if t.kind == mark && !t.glued && strings.ContainsAny(t.text[:1], "!?;:…—%&/") && beforeMarks()[tokens[i-1].low] {
			t.kind = quoted
			t.look()
		}
	}
	return tokens
}

// salutations are words that an answer begins with.
var salutations = wordSet(`hello hi hey dear sure okay ok well sorry thanks hallo hola bonjour salut oi olá`)

// beforeMarks are words that stand before marks that are not to occur.
var beforeMarks = wordSet(`no nor or without avoid using use neither not`)

// remainders reads the rest of a line behind a colon as a text where the words
// before it say that it is one: "the last line has to read: See you soon".
func remainders(tokens []token, source string) []token {
	for i := 1; i+1 < len(tokens); i++ {
		if tokens[i].text != ":" || !reciting()[tokens[i-1].low] || tokens[i+1].text == tokens[i+1].low || says(tokens[i-1:i], "line", "sentence") && shaping()[tokens[i+1].low] {
			continue // "the last line: Keep it short"
		}
		end := i + 1
		for end < len(tokens) && end-i <= longestRemainder && tokens[end].kind != quoted && (end == i+1 || !strings.Contains(source[tokens[end-1].end:max(tokens[end-1].end, tokens[end].start)], "\n")) && !fullStop(&tokens[end]) {
			end++
		}
		if end < len(tokens) && (end-i > longestRemainder || tokens[end].kind == quoted) {
			continue
		}
		if end < len(tokens) && fullStop(&tokens[end]) {
			end++ // it belongs to the sentence that is wanted
		}
		tokens = quote(tokens, i+1, end, end, source)
	}
	return tokens
}

// longestRemainder is how many tokens such a text has at most.
const longestRemainder = 14

// reciting words call what stands behind a colon a text.
var reciting = wordSet(`read reads say says be is line sentence phrase words text with this off`)

func fullStop(t *token) bool { return t.kind == mark && t.text[0] == '.' }

// quote puts a quoted text in the place of the tokens from one to another. The
// text ends before the second place.
func quote(tokens []token, from, end, to int, source string) []token {
	t := tokens[from]
	t.kind, t.end = quoted, tokens[end-1].end
	t.text = source[t.start:t.end]
	t.low = strings.ToLower(t.text)
	t.lemma = t.low
	t.look()
	return append(append(append([]token(nil), tokens[:from]...), t), tokens[to:]...)
}

// appositions reads what stands in apposition to a noun as a text, where it is to
// occur or not to occur: "leave my surname (Castellano) out", "our number,
// 555-0142, has to be in there". The noun becomes "name".
func appositions(tokens []token, source string) []token {
	for at := 0; at < len(tokens); at++ {
		if tokens[at].kind != word || !owning()[tokens[at].low] {
			continue
		}
		noun := at + 1
		for noun < len(tokens) && noun <= at+longestOwned && tokens[noun].kind == word && tokens[noun].text == tokens[noun].low && !closedWords()[tokens[noun].low] && !tokens[noun].numeral() {
			noun++
		}
		start := noun
		if start < len(tokens) && (tokens[start].text == "," || tokens[start].text == ":" || tokens[start].text == "(") {
			start++
		}
		end := nameEnd(tokens, start)
		listed := start > noun && tokens[noun].text == ":" && strings.HasSuffix(tokens[noun-1].low, "s")
		if noun == at+1 || end == start || listed || start == noun && !labelling()[tokens[noun-1].low] || end < len(tokens) && !closesName(&tokens[end]) && !modals()[tokens[end].low] && strings.IndexByte("ixd", classAt(tokens[end:])) < 0 || !spokenOf(tokens, at, end) {
			continue
		}
		to := end
		if to < len(tokens) && start > noun && (tokens[to].text == ")" || tokens[to].text == ",") {
			to++
		}
		tokens = quote(tokens, start, end, to, source)
		name := tokens[noun-1]
		name.low, name.lemma = "name", "name"
		name.look()
		tokens = append(append(append([]token(nil), tokens[:at+1]...), name), tokens[start:]...)
	}
	return tokens
}

// longestOwned is how many words the noun before an apposition has at most.
const longestOwned = 3

var (
	owning = wordSet(`the my our your his her their its mein meine meinen meinem dein deine deinen unser unsere unseren mon ma mes ton ta tes notre votre mi mis tu tus nuestro nuestra meu minha nosso nossa seu sua`)
	// labelling nouns need no mark before what they call.
	labelling = wordSet(`name brand city date year address version postcode zip surname initials phone price`)
)

// nameEnd returns where the name that begins at a place ends: one word with a
// capital, or figures and what belongs to them.
func nameEnd(tokens []token, start int) int {
	end, figures := start, false
	if start < len(tokens) && start > 0 && tokens[start].kind == quoted && tokens[start-1].text == "," {
		return start + 1
	}
	for end < len(tokens) && end-start < longestFigures {
		t := &tokens[end]
		if t.kind == number || t.kind == word && strings.ContainsAny(t.text, "0123456789") {
			figures = true
		} else if !capitalised(t) && (t.kind != word || t.text == t.low) && !joinsFigures(tokens, start, end) {
			break
		}
		end++
	}
	if figures && (end-start > 1 || len(tokens[start].text) > 2) || end == start+1 && (capitalised(&tokens[start]) || len(tokens[start].text) > 1 && tokens[start].text != tokens[start].low && tokens[start].text == strings.ToUpper(tokens[start].text)) {
		return end
	}
	return start
}

// joinsFigures reports whether a mark stands between two figures without a space:
// "17-05-2026".
func joinsFigures(tokens []token, start, at int) bool {
	t := &tokens[at]
	return t.kind == mark && t.glued && at > start && at+1 < len(tokens) && tokens[at+1].glued && strings.ContainsAny(t.text, "-./:")
}

// longestFigures is how many tokens a date or an address has at most.
const longestFigures = 7

// spokenOf reports whether a name is to occur, or not to: a verb that says so
// stands before it or right behind it.
func spokenOf(tokens []token, at, end int) bool {
	for i := at - 1; i >= max(0, at-longestOwned-2) && !separates(&tokens[i]); i-- {
		if strings.IndexByte("idxbe", classAt(tokens[i:])) >= 0 {
			return true
		}
	}
	for i := end; i < min(len(tokens), end+longestOwned); i++ {
		if strings.IndexByte("ixd", classAt(tokens[i:])) >= 0 {
			return true
		}
	}
	return false
}

// mentioned reads a name that is to be mentioned: "mention Natasha", "mention
// the product name, Lumora, at least twice". A name that something is said of
// ("mention Python libraries") is none, and one of several words stays for a
// judge: "Curie" mentions Marie Curie.
func mentioned(tokens []token) []token {
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
