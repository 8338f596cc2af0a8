package adhere

import (
	"slices"
	"strings"
)

// A Demand is a Requirement found in a conversation, with the place where it
// stands, and whether that, what it demands and its Scope are certain. It comes
// from code, a model or a person.
type Demand struct {
	Requirement
	Source  Source `json:"source"`
	Certain bool   `json:"certain,omitempty"` // scope and source are beyond doubt
	Doubt   string `json:"doubt,omitempty"`   // what is in doubt, for people; empty if Certain
}

// MayEnforce reports whether an answer may be changed or refused for not meeting
// the demand: it is certain, its scope is known, and its source binds. All other
// demands are only shown.
func (d *Demand) MayEnforce() bool {
	return d.Certain && d.Scope.Reach != "" && d.Source.Binds()
}

// A Reach is how much of an answer a demand binds.
type Reach string

// The reaches. The zero Reach means that it is not known.
const (
	WholeAnswer Reach = "answer" // "at most 100 words"
	EachUnit    Reach = "each"   // "each paragraph …", "no bullet …"
	NamedPart   Reach = "part"   // "the introduction …", "the last sentence …"
	WhatFollows Reach = "after"  // "…, then a list of five": what stands after another part
)

// A Scope says what of an answer a demand binds.
type Scope struct {
	Reach Reach  `json:"reach"`
	Of    string `json:"of,omitempty"` // the unit or part in words: "paragraph", "introduction"; empty for the whole answer
}

// Part says in words what part of the answer is bound, "each paragraph", "the
// introduction", "before the table"; it is empty for the whole answer, and where
// that is not known.
func (s Scope) Part() string {
	switch s.Reach {
	case EachUnit:
		return "each " + s.Of
	case WhatFollows:
		return "after the " + s.Of
	case NamedPart:
		if first, _, _ := strings.Cut(s.Of, " "); slices.Contains(placing, first) {
			return s.Of
		}
		return "the " + s.Of
	default:
		return ""
	}
}

// placing words begin the name of a place: "between the greeting and the closing".
var placing = []string{"before", "after", "between", "until", "up", "from", "above", "below", "under", "beneath", "behind", "within", "inside", "outside", "in", "on", "at"}

// Placed returns the requirement with its Scope before its text, "each tip: Use
// at most 15 words.", unless the text names the part itself: who reads nothing
// but the text knows what it binds.
func (r Requirement) Placed() Requirement {
	if part := r.Scope.Part(); part != "" && !strings.Contains(strings.ToLower(r.Text), strings.ToLower(r.Scope.Of)) {
		r.Text = part + ": " + r.Text
	}
	return r
}

// An Origin is the kind of text that a demand stands in.
type Origin string

// The origins. Demands from the first three bind the answer; the others do not.
const (
	FromInstruction Origin = "instruction"  // the last message, in the user's own words
	FromSystem      Origin = "system"       // a system message
	FromEarlierTurn Origin = "earlier turn" // a message of the user before the last
	FromQuote       Origin = "quoted"       // what somebody said, or an example
	FromPaste       Origin = "pasted"       // a document, mail or retrieved passage to work on
	FromCode        Origin = "code"         // code, data, markup, log lines
	Mentioned       Origin = "mentioned"    // words that may demand nothing, or that follow pasted matter whose end is not marked
)

// A Source says where in a conversation a demand stands.
type Source struct {
	Origin  Origin `json:"origin"`
	Turn    int    `json:"turn"`              // index of the message in the conversation
	Start   int    `json:"start,omitempty"`   // first byte of the demand's words in that message
	End     int    `json:"end,omitempty"`     // byte after the last; 0 if the place is not known
	Revoked bool   `json:"revoked,omitempty"` // taken back or replaced by a later message
}

// Binds reports whether a demand from this source still binds an answer.
func (s Source) Binds() bool {
	switch s.Origin {
	case FromInstruction, FromSystem, FromEarlierTurn:
		return !s.Revoked
	default:
		return false
	}
}
