package english

import (
	"slices"
	"strings"
	"sync"

	"adhere/verify/algebra"
	"adhere/verify/english/internal/clause"
	"adhere/verify/english/internal/lexicon"
)

// formAsked reads that a command asks for a table or for a list with marks, whatever
// is to stand in it: "create a table of …", "compare them in a table", "give me a
// numbered list of …".
func (d *decomposer) formAsked(s [2]int, t []lexicon.Token, verb int) {
	if !forming()[t[verb].Low] || verb == 1 && t[0].Low == "you" { // it tells what the model is for
		return
	}
	for i := verb + 1; i < len(t); i++ {
		low := t[i].Low
		switch {
		case low == "to" || low == "how" || low == "what" || low == "why" || low == "who" || low == "that" || low == "which" || low == "where" || low == "when" || low == "if" || low == "then",
			low == "and" && i+1 < len(t) && lexicon.TaskVerbs()[t[i+1].Low]:
			return // another clause begins
		case low == "in" || low == "as" || low == "into" || low == "using":
			if e, end := formOf(t[i:]); end > 0 {
				d.settleAsked(s[0]+i, s[0]+i+end, e, manner)
				return
			}
		case articles()[low] && making()[t[verb].Low] && (i == verb+1 || i == verb+2 && lexicon.Says(t[verb+1:i], "me", "us")):
			e, end := formOf(append([]lexicon.Token{useToken()}, t[i:]...))
			furniture := t[verb].Low == "make" && i+end-1 < len(t) && lexicon.Says(t[i+end-1:i+end], "for", "from", "with")
			if end > 0 && !furniture && !d.technical() && (i+end-1 < len(clause.Trimmed(t)) || len(d.sentences) > 1 || d.handed) {
				d.settleAsked(s[0]+verb, s[0]+i+end-1, e, object)
				return
			}
		}
	}
}

// technical reports whether a prompt may speak of tables and lists of a program, a data
// base, a page or another document.
func (d *decomposer) technical() bool {
	return slices.ContainsFunc(d.tokens, func(t lexicon.Token) bool {
		return technicalWords()[t.Low] || t.Kind == lexicon.Word && strings.Contains(t.Text, "_")
	})
}

var technicalWords = lexicon.WordSet(`sql mysql postgres postgresql sqlite database schema csv python numpy pandas dataframe java javascript js typescript react html css latex excel sheets spreadsheet script code loop array json bootstrap pagination rounded sticky clickable drop directory files recursively repo commits dictionaries index hive conditional dropdown`)

// formOf reads a form of which nothing but its content may be said behind it, and
// returns its expression and how many tokens it takes.
func formOf(t []lexicon.Token) (algebra.Expr, int) {
	for end := 2; end <= min(len(t), longestForm); end++ {
		if !formNouns()[t[end-1].Low] || end < len(t) && !lexicon.Separates(&t[end]) && !holds(t[end:]) {
			continue
		}
		phrase := slices.DeleteFunc(slices.Clone(t[:end]), func(t lexicon.Token) bool { return formed()[t.Low] })
		c, ok := clause.Cascade(phrase).(algebra.Compare)
		if ok && c.Is.Op == algebra.OpLeast && (clause.Counts(c, algebra.Table) || clause.Counts(c, algebra.Bullet) || clause.Counts(c, algebra.NumberedItem)) {
			return c, end
		}
	}
	return nil, 0
}

// holds reports whether words say what a form is to hold, and no more of the form.
func holds(t []lexicon.Token) bool {
	return holding()[t[0].Low] && len(t) > 1 && !t[1].Numeral() && !limiting()[t[1].Low] && t[1].Low != "contents" && t[1].Low != "content"
}

// longestForm is how many tokens a form takes: "in the form of a table".
const longestForm = 6

// useToken is the word for the verb that asks for a form alone.
var useToken = sync.OnceValue(func() lexicon.Token { return lexicon.Tokenize("use")[0] })

var (
	// formNouns are the last words of forms.
	formNouns = lexicon.WordSet(`table list bullets points form format chart`)
	// forming verbs ask for texts that may have any form; making ones may have it for
	// their object.
	forming = lexicon.WordSet(`compare list show present put organize organise summarize summarise display arrange give provide output return format convert turn create make generate prepare produce write compile recap outline`)
	making  = lexicon.WordSet(`give provide create make generate prepare produce write compile show`)
	// formed is said of a form and its content, which a judge may look at.
	formed = lexicon.WordSet(`comparison comparative summary simple small short brief clear concise detailed`)
	// holding words begin what a table or a list is to hold.
	holding = lexicon.WordSet(`of with listing comparing showing containing including summarizing summarising outlining describing for about from`)
)
