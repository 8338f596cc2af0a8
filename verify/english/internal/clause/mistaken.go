package clause

import (
	"slices"
	"strings"

	"adhere/verify/algebra"
	"adhere/verify/english/internal/lexicon"
)

// Mistaken reports whether what was read is hardly what is meant: a mark that a
// list's lines begin with anyway, white space at the end, "include <b> tags" as
// tags around the whole, "do not answer with yes or no" as two banned words,
// "each step starts with "Step"", whose label is no part of the step, the
// length of a part that another follows, "close with “Yours sincerely,”", which
// a name follows, "ohne "Sie"", which "sie" (she) does not break, "two bullets beneath each heading" as fewer than two, or "the
// columns Task and Who" without the second.
func Mistaken(tokens []lexicon.Token, e algebra.Expr) bool {
	if fewer(e) && locates(tokens) || quotes(tokens, "Sie") || quotes(tokens, "Ihr") || quotes(tokens, "Ihnen") {
		return true
	}
	if name := Interrogative(tokens); name != "" && !strings.Contains(algebra.In(e).String(), name) {
		return true
	}
	switch e := e.(type) {
	case algebra.Ends:
		return strings.TrimSpace(e.With.Value) == "" || e.With.Value == `\n` || len(e.With.Value) > 1 && strings.HasSuffix(e.With.Value, ",")
	case algebra.Compare:
		return e.Is == algebra.AtLeast(1) && Counts(e, algebra.Capital) && !lexicon.Says(tokens, "one", "1", "a", "some", "any", "single")
	case algebra.Each:
		return mistakenOfEach(tokens, e)
	case algebra.All:
		_, opens := e[0].(algebra.Starts)
		return opens && lexicon.Says(tokens, "tags") && lexicon.Says(tokens, "include", "use", "contain", "contains") ||
			lexicon.Says(tokens, "yes") && lexicon.Says(tokens, "answer", "reply", "respond", "start", "begin") && slices.ContainsFunc(e, Forbids) ||
			lexicon.Says(tokens, "then", "followed") && slices.ContainsFunc(e, OfLength)
	}
	return false
}

// fewer reports whether fewer than a number are demanded of something.
func fewer(e algebra.Expr) bool {
	c, ok := OfEach(e).(algebra.Compare)
	return ok && c.Is.Op == algebra.OpLess
}

// locates reports whether "under", "below" or "beneath" says where something stands.
func locates(tokens []lexicon.Token) bool {
	for i := 1; i < len(tokens)-1; i++ {
		if lexicon.Says(tokens[i:i+1], "under", "below", "beneath", "underneath") && lexicon.Says(tokens[i+1:i+2], "each", "every", "them", "it") {
			return true
		}
	}
	return false
}

// Interrogative returns a name in a list that elsewhere begins a clause: "Who",
// "Why"; empty if there is none.
func Interrogative(tokens []lexicon.Token) string {
	for i := 1; i < len(tokens); i++ {
		if t := &tokens[i]; t.Low != t.Text && lexicon.Says(tokens[i:i+1], "who", "what", "why", "how", "when", "where", "which") {
			return t.Text
		}
	}
	return ""
}

func mistakenOfEach(tokens []lexicon.Token, e algebra.Each) bool {
	switch h := e.Holds.(type) {
	case algebra.Starts:
		return Within(e.Of.Source, algebra.Bullet, algebra.ListItem) && strings.HasPrefix(h.With.Value, "[-") ||
			len(h.With.Value) > 1 && quotes(tokens, h.With.Value) && lexicon.Says(tokens, strings.ToLower(h.With.Value), strings.ToLower(h.With.Value)+"s")
	case algebra.Compare:
		return Within(e.Of.Source, algebra.Entry) && Counts(h, algebra.Bullet)
	}
	return false
}

// quotes reports whether a text stands in quotation marks.
func quotes(tokens []lexicon.Token, text string) bool {
	return slices.ContainsFunc(tokens, func(t lexicon.Token) bool { return t.Kind == lexicon.Quoted && t.Text == text })
}
