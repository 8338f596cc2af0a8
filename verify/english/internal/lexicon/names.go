package lexicon

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	mentioning = WordSet(`mention mentions mentioning mentioned`)
	called     = WordSet(`name names word words term terms city country company brand product person character`)
	behindName = WordSet(`because since at least exactly once twice somewhere anywhere in by only and or before after ahead please pls more no not but too`)
)

// names reads texts that stand without quotation marks as texts that are quoted.
func names(tokens []Token, source string) []Token {
	return appositions(remainders(bareMarks(inTurn(mentioned(tokens))), source), source)
}

// inTurn reads the names with which a sentence that puts one before the other begins
// and ends: "Monday must be mentioned before Friday".
func inTurn(tokens []Token) []Token {
	last := len(tokens) - 1
	for last > 0 && tokens[last].Kind == Mark {
		last--
	}
	if last < 3 || last > longestRemainder || !capitalised(&tokens[0]) || !capitalised(&tokens[last]) || tokens[last-1].Low != "before" && !Says(tokens[last-1:last], "after") {
		return tokens
	}
	for i := 1; i < last-1; i++ {
		if !turns()[tokens[i].Low] && !Modals()[tokens[i].Low] {
			return tokens
		}
	}
	for _, i := range []int{0, last} {
		tokens[i].Kind, tokens[i].Lemma = Quoted, tokens[i].Low
		tokens[i].look()
	}
	return tokens
}

// turns say of names that they stand in a text.
var turns = WordSet(`is are be being mentioned named listed mention come comes go goes appear appears always`)

// bareMarks reads marks as texts where a word says that they are spoken of: "no !
// or ?".
func bareMarks(tokens []Token) []Token {
	for i := 1; i < len(tokens); i++ {
		t := &tokens[i]
		if t.Kind == Word && salutations()[t.Low] && tokens[i-1].Low == "with" && i > 1 && strings.IndexByte("be", ClassAt(tokens[i-2:])) >= 0 || t.Kind == Word && salutations()[t.Low] && i > 1 && tokens[i-1].Low == "or" && tokens[i-2].Kind == Quoted {
			t.Kind = Quoted // do not start with hello or hi
			t.look()
		}
		if t.Kind == Mark && !t.Glued && strings.ContainsAny(t.Text[:1], "!?;:…—%&/") && beforeMarks()[tokens[i-1].Low] {
			t.Kind = Quoted
			t.look()
		}
	}
	return tokens
}

// salutations are words that an answer begins with.
var salutations = WordSet(`hello hi hey dear sure okay ok well sorry thanks hallo hola bonjour salut oi olá`)

// beforeMarks are words that stand before marks that are not to occur.
var beforeMarks = WordSet(`no nor or without avoid using use neither not`)

// remainders reads the rest of a line behind a colon as a text where the words
// before it say that it is one: "the last line has to read: See you soon".
func remainders(tokens []Token, source string) []Token {
	for i := 1; i+1 < len(tokens); i++ {
		if tokens[i].Text != ":" || !reciting()[tokens[i-1].Low] || tokens[i+1].Text == tokens[i+1].Low || Says(tokens[i-1:i], "line", "sentence") && Shaping()[tokens[i+1].Low] {
			continue // "the last line: Keep it short"
		}
		end := i + 1
		for end < len(tokens) && end-i <= longestRemainder && tokens[end].Kind != Quoted && (end == i+1 || !strings.Contains(source[tokens[end-1].End:max(tokens[end-1].End, tokens[end].Start)], "\n")) && !fullStop(&tokens[end]) {
			end++
		}
		if end < len(tokens) && (end-i > longestRemainder || tokens[end].Kind == Quoted) {
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
var reciting = WordSet(`read reads say says be is line sentence phrase words text with this off`)

func fullStop(t *Token) bool { return t.Kind == Mark && t.Text[0] == '.' }

// quote puts a quoted text in the place of the tokens from one to another. The
// text ends before the second place.
func quote(tokens []Token, from, end, to int, source string) []Token {
	t := tokens[from]
	t.Kind, t.End = Quoted, tokens[end-1].End
	t.Text = source[t.Start:t.End]
	t.Low = strings.ToLower(t.Text)
	t.Lemma = t.Low
	t.look()
	return append(append(append([]Token(nil), tokens[:from]...), t), tokens[to:]...)
}

// appositions reads what stands in apposition to a noun as a text, where it is to
// occur or not to occur: "leave my surname (Castellano) out", "our number,
// 555-0142, has to be in there". The noun becomes "name".
func appositions(tokens []Token, source string) []Token {
	for at := 0; at < len(tokens); at++ {
		if tokens[at].Kind != Word || !owning()[tokens[at].Low] {
			continue
		}
		noun := at + 1
		for noun < len(tokens) && noun <= at+longestOwned && tokens[noun].Kind == Word && tokens[noun].Text == tokens[noun].Low && !ClosedWords()[tokens[noun].Low] && !tokens[noun].Numeral() {
			noun++
		}
		start := noun
		if start < len(tokens) && (tokens[start].Text == "," || tokens[start].Text == ":" || tokens[start].Text == "(") {
			start++
		}
		end := nameEnd(tokens, start)
		listed := start > noun && tokens[noun].Text == ":" && strings.HasSuffix(tokens[noun-1].Low, "s")
		if noun == at+1 || end == start || listed || start == noun && !labelling()[tokens[noun-1].Low] || end < len(tokens) && !closesName(&tokens[end]) && !Modals()[tokens[end].Low] && strings.IndexByte("ixd", ClassAt(tokens[end:])) < 0 || !spokenOf(tokens, at, end) {
			continue
		}
		to := end
		if to < len(tokens) && start > noun && (tokens[to].Text == ")" || tokens[to].Text == ",") {
			to++
		}
		tokens = quote(tokens, start, end, to, source)
		name := tokens[noun-1]
		name.Low, name.Lemma = "name", "name"
		name.look()
		tokens = append(append(append([]Token(nil), tokens[:at+1]...), name), tokens[start:]...)
	}
	return tokens
}

// longestOwned is how many words the noun before an apposition has at most.
const longestOwned = 3

var (
	owning = WordSet(`the my our your his her their its mein meine meinen meinem dein deine deinen unser unsere unseren mon ma mes ton ta tes notre votre mi mis tu tus nuestro nuestra meu minha nosso nossa seu sua`)
	// labelling nouns need no mark before what they call.
	labelling = WordSet(`name brand city date year address version postcode zip surname initials phone price`)
)

// nameEnd returns where the name that begins at a place ends: one word with a
// capital, or figures and what belongs to them.
func nameEnd(tokens []Token, start int) int {
	end, figures := start, false
	if start < len(tokens) && start > 0 && tokens[start].Kind == Quoted && tokens[start-1].Text == "," {
		return start + 1
	}
	for end < len(tokens) && end-start < longestFigures {
		t := &tokens[end]
		if t.Kind == Number || t.Kind == Word && strings.ContainsAny(t.Text, "0123456789") {
			figures = true
		} else if !capitalised(t) && (t.Kind != Word || t.Text == t.Low) && !joinsFigures(tokens, start, end) {
			break
		}
		end++
	}
	if figures && (end-start > 1 || len(tokens[start].Text) > 2) || end == start+1 && (capitalised(&tokens[start]) || len(tokens[start].Text) > 1 && tokens[start].Text != tokens[start].Low && tokens[start].Text == strings.ToUpper(tokens[start].Text)) {
		return end
	}
	return start
}

// joinsFigures reports whether a mark stands between two figures without a space:
// "17-05-2026".
func joinsFigures(tokens []Token, start, at int) bool {
	t := &tokens[at]
	return t.Kind == Mark && t.Glued && at > start && at+1 < len(tokens) && tokens[at+1].Glued && strings.ContainsAny(t.Text, "-./:")
}

// longestFigures is how many tokens a date or an address has at most.
const longestFigures = 7

// spokenOf reports whether a name is to occur, or not to: a verb that says so
// stands before it or right behind it.
func spokenOf(tokens []Token, at, end int) bool {
	for i := at - 1; i >= max(0, at-longestOwned-2) && !Separates(&tokens[i]); i-- {
		if strings.IndexByte("idxbe", ClassAt(tokens[i:])) >= 0 {
			return true
		}
	}
	for i := end; i < min(len(tokens), end+longestOwned); i++ {
		if strings.IndexByte("ixd", ClassAt(tokens[i:])) >= 0 {
			return true
		}
	}
	return false
}

// mentioned reads a name that is to be mentioned: "mention Natasha", "mention
// the product name, Lumora, at least twice". A name that something is said of
// ("mention Python libraries") is none, and one of several words stays for a
// judge: "Curie" mentions Marie Curie.
func mentioned(tokens []Token) []Token {
	var out []Token
	last := 0 // of tokens that are in out
	for i := 0; i < len(tokens); i++ {
		if tokens[i].Kind != Word || !mentioning()[tokens[i].Low] {
			continue
		}
		for at := i + 1; at < len(tokens); { // one name after the other
			at = beforeName(tokens, at)
			end := at + 1
			if at >= len(tokens) || !capitalised(&tokens[at]) || end < len(tokens) && !closesName(&tokens[end]) {
				break
			}
			name := tokens[at]
			name.Kind, name.Lemma = Quoted, name.Low
			name.look()
			out = append(append(out, tokens[last:at]...), name)
			last = end
			if i = at; end+2 < len(tokens) && tokens[end].Low == "ahead" && tokens[end+1].Low == "of" {
				at = end + 2
				continue
			}
			if end+1 >= len(tokens) || !joinsNames(&tokens[end]) || !capitalised(&tokens[end+1]) {
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
func beforeName(tokens []Token, at int) int {
	i := at
	if i < len(tokens) && tokens[i].Low == "the" {
		i++
	}
	for i < len(tokens) && tokens[i].Kind == Word && (called()[tokens[i].Low] || tokens[i].Low == tokens[i].Text && i+1 < len(tokens) && called()[tokens[i+1].Low]) {
		i++
	}
	if i > at && i < len(tokens) && (tokens[i].Text == "," || tokens[i].Text == ":") {
		i++
	}
	return i
}

// capitalised reports whether a word is written like a name.
func capitalised(t *Token) bool {
	first, size := utf8.DecodeRuneInString(t.Text)
	return t.Kind == Word && unicode.IsUpper(first) && len(t.Text) > size && !strings.ContainsAny(t.Text, "'’") && Languages()[t.Low] == ""
}

func closesName(t *Token) bool {
	return t.Kind == Mark && strings.ContainsAny(t.Text, ".,;:!?)") || t.Kind == Word && behindName()[t.Low]
}

func joinsNames(t *Token) bool {
	return t.Text == "," || t.Low == "and" || t.Low == "or" || t.Low == "before" || t.Low == "after"
}

// Shaping verbs say how the answer is to be, and ask for no other.
var Shaping = Set("shaping")
