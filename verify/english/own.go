package english

import (
	"slices"
	"strings"

	"adhere/verify/algebra"
)

// ofWriter doubts what the writer says of a task of their own, behind which they ask
// for something else, and of answers that are there: "I need to write 1000 words on
// bees. Can you give me an outline?", "you keep using emojis".
func (v *view) ofWriter() string {
	if len(v.s) < 3 {
		return ""
	}
	const earlier = "it may be said of an earlier answer"
	first, second, behind := v.s[0].low, &v.s[1], v.d.tokens[v.f.in[1]:]
	switch complains := says(v.s, "why", "stop", "i", "me") || says(behind[:min(len(behind), 1)], "why", "stop"); {
	case v.d.standing:
	case first == "you" && (past()[second.low] || second.low != second.lemma && strings.HasSuffix(second.low, "ed")),
		first == "you" && complains && says(v.s[1:2], "always", "never", "only", "still"),
		first == "you" && (second.low == "should" || second.low == "must") && v.s[2].low == "have",
		(first == "i" || first == "we") && says(v.s[1:2], "asked", "told", "wanted", "said"):
		return earlier
	case (first == "i" || first == "we" || first == "need") && says(v.s[:2], "need", "have", "must", "got") && !says(v.s[:min(len(v.s), 5)], "you") &&
		v.asksForHelp():
		return "what is asked for may be help with it"
	}
	return ""
}

// asksForHelp reports whether a later clause asks for help with a text.
func (v *view) asksForHelp() bool {
	behind := v.d.tokens[v.f.in[0]+v.to:]
	at := slices.IndexFunc(behind, func(t token) bool { return separates(&t) })
	return at >= 0 && (slices.ContainsFunc(behind[at:], func(t token) bool { return helping()[t.low] }) || says(behind[at:], "i") && behind[len(behind)-1].low == "?")
}

// helping words are of help with a text that somebody else writes.
var helping = wordSet(`outline thesis tips advice help proofread continue finish suggest sources pages first called stuck`)

// bilingual doubts a language where a text in another is asked for too, "write it in
// German and translate it into English", and where nothing is there to translate.
func (v *view) bilingual() string {
	own, ok := v.f.Reading.Check.Expr.(algebra.Language)
	if !ok {
		return ""
	}
	if says(v.s, "translate") {
		own := (v.s[0].low == "i" || v.s[0].low == "we") && says(v.s[1:min(len(v.s), 3)], "have", "need", "must")
		able := len(v.d.sentences) == 1 && !v.d.handed && v.s[len(v.s)-1].low == "?" && !slices.ContainsFunc(v.s, func(t token) bool { return t.kind == quoted || t.text == ":" })
		if own || able {
			return "nothing may be there to translate"
		}
	}
	for i := 1; i < len(v.d.tokens); i++ {
		l := languages()[v.d.tokens[i].low]
		if l == "" || l == own {
			continue
		}
		before, after := v.d.tokens[i-1].low, v.d.tokens[i+1:]
		if before == "in" || before == "into" || before == "to" || len(after) > 0 && says(after[:1], "translation", "translations", "version", "meanings") {
			return "another language is named"
		}
	}
	return ""
}

// ofThing doubts what may be said of a thing that is looked for: "name a country without
// the letter a", "recommend a book written in French".
func (v *view) ofThing() string {
	verb := v.d.commandIn(v.s)
	if verb < 0 || verb+1 >= v.from || v.s[v.from-1].kind != word || !says(v.s[verb:verb+1], "name", "find", "recommend", "think", "of", "tell") || v.s[verb].low == "tell" && v.s[v.from].low == "in" {
		return ""
	}
	before := &v.s[v.from-1]
	if wholeNouns()[before.low] && !says(v.s[verb+1:v.from], "a", "an") || !says(v.s[v.from:v.from+1], "without", "written", "in", "that", "with") {
		return ""
	}
	return "it may be said of “" + before.text + "”"
}

// past are verbs, behind "you", that tell what an answer did.
var past = wordSet(`keep kept gave wrote put made did forgot used were`)
