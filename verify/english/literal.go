package english

import (
	"slices"
	"strings"
	"unicode"

	"adhere/verify/algebra"
)

// literals reads a requirement that a text is written with certain signs or
// words, which it quotes: "Are the names separated by ';'?". How they are
// used is for a judge, but without them it cannot be met.
func literals(tokens []token) (algebra.Expr, bool) {
	if !demanding(tokens) {
		return nil, false
	}
	var all []algebra.Expr
	for i := range tokens {
		if f, ok := namedSign(tokens, i); ok {
			all = append(all, algebra.Contains{What: f})
		}
		t := &tokens[i]
		if reserved()[t.low] || hedges()[t.low] || hedges()[t.lemma] {
			return nil, false
		}
		if t.kind != quoted && t.kind != angled {
			continue
		}
		if t.kind == angled || !carried(tokens, i) || qualifies(tokens, i) {
			return nil, false
		}
		f, ok := textOf(strings.TrimRight(t.text, ",.?!"))
		if !ok || standsFor(t.text) || len(t.text) == 1 && unicode.IsLetter(rune(t.text[0])) {
			return nil, false
		}
		all = append(all, algebra.Contains{What: f})
	}
	if len(all) == 0 {
		return nil, false
	}
	return conjunction(once(all)), true
}

// demanding reports whether a sentence asks or demands something of the answer:
// it does not tell a fact, ask for information or allow a choice.
func demanding(tokens []token) bool {
	modal := false
	for i := range tokens {
		if tokens[i].kind != word {
			continue
		}
		switch tokens[i].low {
		case "should", "must", "shall", "need", "needs", "ensure", "sure":
			modal = true
		case "what", "who", "whom", "why", "how", "choose", "acceptable", "may", "can", "optional", "answer", "above", "my", "example", "match", "matches":
			return false
		}
	}
	if len(tokens) == 0 {
		return false
	}
	switch first := &tokens[0]; first.lemma {
	case "do", "be", "have", "in", "within", "after", "for":
		return true
	case "begin", "start", "end", "use", "include", "add", "put", "mark", "separate", "make", "place", "wrap", "enclose", "title", "label", "finish",
		"each", "every", "list", "name", "prefix", "format", "give", "mention", "surround", "highlight":
		return first.low == first.lemma
	case "write":
		return first.low == "write" && !naming(tokens)
	default:
		return modal
	}
}

// qualifies reports whether a quotation says of what sort the noun after it
// is, "the 'STAR' method", which need not occur itself.
func qualifies(tokens []token, i int) bool {
	if i+1 == len(tokens) || tokens[i+1].kind != word || names(tokens, i+1) {
		return false
	}
	switch low := tokens[i+1].low; low {
	case "style", "styles", "format", "formatting", "method", "technique", "model", "framework", "template", "approach", "rule", "rules", "system", "standard", "guidelines", "convention", "conventions", "citation", "citations", "structure", "scheme", "genre", "tone", "voice", "principle", "strategy", "theme":
		return true
	}
	return false
}

// naming reports whether something is said to have a name, which need not be
// the text that is asked for.
func naming(tokens []token) bool {
	for i := range tokens {
		switch tokens[i].low {
		case "named", "called":
			return true
		}
	}
	return false
}

// standsFor reports whether a quotation is a pattern with gaps, or written
// with escapes, so that it does not occur as it is.
func standsFor(s string) bool {
	if strings.Contains(s, "__") || strings.Contains(s, `\n`) || strings.ContainsAny(s, "[{") && len(s) > 1 {
		return true
	}
	if dots := strings.Index(s, "..."); dots >= 0 && strings.Trim(s, ".") != "" {
		return true
	}
	words := strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' })
	return len(words) > 1 && slices.ContainsFunc(words, func(w string) bool { return w == "X" || w == "Y" || w == "N" || w == "XX" || w == "XXX" })
}

// once drops what is there already.
func once(all []algebra.Expr) []algebra.Expr {
	var out []algebra.Expr
	for _, e := range all {
		if !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	return out
}

// carried reports whether a quotation is what a word before it says is to be
// written.
func carried(tokens []token, i int) bool {
	if i == 0 {
		return false
	}
	before := &tokens[i-1]
	if i > 1 && (before.lemma == "a" || before.low == "the" && names(tokens, i+1)) {
		before = &tokens[i-2]
	}
	if before.kind == quoted {
		return carried(tokens, i-1)
	}
	switch before.lemma {
	case ":":
		return i > 1 && (tokens[i-2].lemma == "section" || tokens[i-2].lemma == "heading" || tokens[i-2].lemma == "column")
	case "term":
		return before.low == "terms"
	case "write":
		return before.low == "writing"
	case "with", "by":
		return before.kind == word && wrought(tokens, i)
	case "use", "symbol", "name", "call", "called", "phrase", "prefix", "suffix", "title", "keyword", "label", "semicolon", "asterisk":
		return before.kind == word
	case "and", ",", "(":
		for j := i - 1; j >= 0; j-- {
			switch {
			case tokens[j].kind == quoted:
				return carried(tokens, j)
			case tokens[j].lemma != "and" && tokens[j].text != ",":
				return tokens[j].text == "(" && j > 0 && tokens[j-1].lemma != "range"
			}
		}
	}
	return false
}

// wrought reports whether a verb before a place says how something is written:
// "each begins with", but not "rhymes with".
func wrought(tokens []token, at int) bool {
	for i := max(0, at-8); i < at; i++ {
		switch tokens[i].lemma {
		case "begin", "start", "open", "end", "finish", "conclude", "close", "mark", "label", "prefix", "preface", "precede", "title", "separate", "divide", "split",
			"wrap", "enclose", "surround", "highlight", "denote", "write", "format", "structure", "indicate", "represent", "express", "connect", "introduce", "annotate", "tag", "name", "fill", "sign":
			return true
		}
		switch tokens[i].low {
		case "prefixed", "denoted", "connected", "joined", "linked", "followed", "preceded", "annotated", "tagged", "identified", "filled", "denotes", "introduced", "signed", "headed", "order", "ordered", "sort", "sorted":
			return true
		}
	}
	return false
}

// names reports whether a token says what the quotation before it is.
func names(tokens []token, at int) bool {
	if at >= len(tokens) {
		return false
	}
	switch tokens[at].low {
	case "symbol", "sign", "character", "column", "tag", "keyword":
		return true
	}
	return false
}

// hedges are words beside which a quotation may be an example, a topic or
// something that is not to be written.
func hedges() map[string]bool {
	return map[string]bool{
		"like": true, "such": true, "eg": true, "ie": true, "avoid": true, "about": true, "discuss": true, "topic": true, "meaning": true,
		"rather": true, "than": true, "e": true, "explain": true, "explains": true, "explained": true, "explaining": true, "define": true, "defines": true, "defined": true, "means": true, "interpreted": true, "translated": true, "corrected": true, "extracted": true, "information": true, "consistent": true,
		"directly": true, "lack": true, "free": true, "fail": true, "stop": true, "remove": true, "delete": true, "replace": true, "forbid": true, "range": true, "under": true, "placed": true, "replaced": true, "missing": true, "entries": true,
		"less": true, "fewer": true, "most": true, "max": true, "maximum": true, "rarely": true, "sparingly": true, "seldom": true, "sometimes": true, "occasionally": true,
	}
}

// namedSign finds what is to stand between or around things, where it is
// named: "separated by a semicolon", "enclosed in brackets".
func namedSign(tokens []token, i int) (algebra.Find, bool) {
	if i < 2 {
		return algebra.Find{}, false
	}
	if f, ok := inBrackets(tokens, i); ok {
		return f, true
	}
	for back := 1; back <= 3 && back < i; back++ {
		verb, by := tokens[i-back-1].lemma, tokens[i-back].lemma
		if back > 1 && tokens[i-1].lemma != "a" && tokens[i-1].lemma != "square" && tokens[i-1].lemma != "the" && tokens[i-1].lemma != "curly" && tokens[i-1].lemma != "angle" && tokens[i-1].lemma != "blank" && tokens[i-1].lemma != "empty" {
			break
		}
		switch {
		case verb == "separate" && by == "by":
			return separator(tokens, i)
		case (verb == "enclose" || verb == "place" || verb == "put" || verb == "wrap") && (by == "in" || by == "within" || by == "by" || by == "inside"):
			return enclosing(tokens, i)
		}
	}
	return algebra.Find{}, false
}

// inBrackets finds brackets in which something stands: "inside angle
// brackets", "in parentheses".
func inBrackets(tokens []token, i int) (algebra.Find, bool) {
	at := i - 1
	switch tokens[i].lemma {
	case "parenthesis":
	case "bracket":
		at--
	default:
		return algebra.Find{}, false
	}
	switch tokens[max(at, 0)].low {
	case "in", "within", "inside":
		return enclosing(tokens, i)
	}
	if tokens[i].lemma == "bracket" && tokens[i-1].low == "in" && tokens[i-2].lemma == "enclose" {
		return algebra.SignOf(algebra.SignBracket), true
	}
	return algebra.Find{}, false
}

func separator(tokens []token, i int) (algebra.Find, bool) {
	switch tokens[i].lemma {
	case "comma":
		return algebra.Text(","), true
	case "semicolon":
		return algebra.Text(";"), true
	case "colon":
		return algebra.Text(":"), true
	case "line":
		if before := tokens[i-1].low; before == "blank" || before == "empty" {
			return algebra.SignOf(algebra.SignEmptyLine), true
		}
	}
	return algebra.Find{}, false
}

func enclosing(tokens []token, i int) (algebra.Find, bool) {
	switch before := tokens[i-1].low; {
	case tokens[i].lemma == "parenthesis":
		return algebra.Text("("), true
	case tokens[i].lemma == "bracket" && before == "square":
		return algebra.Text("["), true
	case tokens[i].lemma == "bracket" && before == "curly":
		return algebra.Text("{"), true
	case tokens[i].lemma == "bracket" && before == "angle":
		return algebra.Text("<"), true
	case tokens[i].lemma == "quote" && i+1 < len(tokens) && tokens[i+1].lemma == "mark":
		return algebra.SignOf(algebra.SignQuoteMark), true
	}
	return algebra.Find{}, false
}
