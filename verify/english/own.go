package english

import (
	"slices"
	"strings"
)

// ofWriter doubts what the writer says of a task of their own, behind which they ask
// for something else, and of answers that are there: "I need to write 1000 words on
// bees. Can you give me an outline?", "you keep using emojis".
func (v *view) ofWriter() string {
	if len(v.s) < 3 {
		return ""
	}
	const earlier = "it may be said of an earlier answer"
	switch first, second := v.s[0].low, &v.s[1]; {
	case first == "you" && (past()[second.low] || second.low != second.lemma && strings.HasSuffix(second.low, "ed")),
		first == "you" && says(v.s[1:2], "always", "never", "only", "still") && says(v.d.tokens, "why", "stop"),
		(first == "i" || first == "we") && says(v.s[1:2], "asked", "told", "wanted", "said"):
		return earlier
	case (first == "i" || first == "we" || first == "need") && says(v.s[:2], "need", "have", "want", "must", "got") && !says(v.s[:v.from], "you") && !says(v.s[:min(len(v.s), 5)], "you") && v.asksBehind():
		return "what is asked for may be something else"
	}
	return ""
}

// asksBehind reports whether something is asked or asked for behind the demand, in
// its sentence or a later one.
func (v *view) asksBehind() bool {
	behind := v.f.in[0] + v.to
	for i, t := range v.d.tokens[behind:] {
		if t.low == "?" || t.low == "help" || t.low == "you" && says(v.d.tokens[behind+i-1:behind+i], "can", "could") {
			return true
		}
	}
	return slices.ContainsFunc(v.d.discourse().requests, func(r request) bool { return r.verb >= behind })
}

// past are verbs, behind "you", that tell what an answer did.
var past = wordSet(`keep kept gave wrote put made did forgot used were`)
