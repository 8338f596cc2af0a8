package english

import (
	"strings"

	"adhere/internal/lazyregexp"
)

// refusal returns what refuses a demand: words before a colon in its sentence, a line
// that it stands under, or a short heading; "" if nothing does.
func (v *view) refusal() string {
	for i := v.from - 1; i >= 0; i-- {
		if before := v.d.prompt[v.s[0].Start:v.s[i].End]; v.s[i].Text == ":" && refused.MatchString(before) {
			return before
		}
	}
	above := v.d.leading(v.s[0].Start) // and what stands in its own line
	for l := range strings.Lines(above[:strings.LastIndexByte(above, '\n')+1]) {
		l = strings.TrimSpace(l)
		long := headline.MatchString(l) && len(strings.Fields(strings.TrimLeft(l, "#* "))) > longestHeading
		if refused.MatchString(l) && !long {
			return l
		}
	}
	return ""
}

// refused ends in words that refuse what stands behind or under them: "Do not:", "NEVER
// use", "What I don't want to see:". Between the denial and the end stand only words that
// name nothing which could be refused in its place.
var refused = lazyregexp.New(`(?i)(?:\b(?:not|dont|donts|never|cannot|avoid|avoiding|refrain|exclude|excluding|forbidden|prohibited|stay away|in no case|bad answers)|n['’]ts?)(?:[\s(,]+(?:ever|even|do|be|to|the|any|of|from|in|you|your|answers?|response|reply|following|these|this|that|things|mistakes|use|include|write|add|contain|output|send|return|say|see|want|dare|think|about|accidentally|supposed|allowed|permitted|under|circumstances?|conditions?|hard|rules))*[\W_]*$`)

// longestHeading is how many words a heading that refuses has at most.
const longestHeading = 5
