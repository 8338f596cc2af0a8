package adhere

import (
	"strings"
	"unicode"
)

// Withheld begins the warning of a Response that says why a filter held back
// an answer.
const Withheld = "withheld by the provider's filter: "

// EmptyReply begins the Reason of a Broken verdict or grade whose judge sent no
// text; what follows says why.
const EmptyReply = "the reply is empty: "

// CutReply begins the Reason of a Broken verdict or grade whose judge's reply ended
// early; what follows says why.
const CutReply = "the reply is not whole: "

// Remark says what is odd about the end of an answer that has text, and "" where
// nothing is.
func (f Finish) Remark() string {
	switch f {
	case FinishLength:
		return "cut off at the token limit"
	case FinishFiltered:
		return "withheld or cut by the provider's filter"
	case FinishTool:
		return "a tool call in place of text"
	case FinishStop, FinishBroken:
	}
	return ""
}

// Emptiness says why a response has no text, and "" where it has one.
func (r *Response) Emptiness() string {
	switch {
	case !Blank(r.Text):
		return ""
	case r.Finish == FinishFiltered:
		return "the provider's filter withheld it" + r.because(Withheld)
	case r.Finish == FinishTool:
		return "the model called a tool in place of answering"
	case r.Finish == FinishLength && r.Reasoning != "":
		return "the token limit was used up by reasoning"
	case r.Finish == FinishLength:
		return "the token limit was used up before any text"
	case r.Reasoning != "":
		return "all of it is reasoning"
	default:
		return "the model sent no text" + r.because("finish reason ")
	}
}

// Blank reports whether a text shows nothing: it is empty, or of white space and of
// characters that are not seen, such as U+200B.
func Blank(text string) bool { return strings.IndexFunc(text, shows) < 0 }

// shows reports whether a character is more than space: neither a control character
// nor one that only formats others, such as U+200B.
func shows(r rune) bool {
	return !unicode.IsSpace(r) && !unicode.IsControl(r) && !unicode.Is(unicode.Cf, r)
}

// because returns what the provider says of the end of a response, which stands
// in the warning that begins so; "" where it says nothing.
func (r *Response) because(begin string) string {
	for _, w := range r.Warnings {
		if reason, ok := strings.CutPrefix(w, begin); ok {
			return " (" + reason + ")"
		}
	}
	return ""
}
