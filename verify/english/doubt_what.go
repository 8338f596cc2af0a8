package english

import (
	"slices"
	"strings"
	"unicode"

	"adhere/internal/lazyregexp"
	"adhere/verify/algebra"
	"adhere/verify/english/internal/clause"
	"adhere/verify/english/internal/lexicon"
)

// weak doubts readings that rest on little.
func (v *view) weak() string {
	own := v.s[v.from:v.to]
	split := func(t lexicon.Token) bool { // its marks belong to two quotations
		return t.Kind == lexicon.Quoted && strings.Count(t.Text, "(") != strings.Count(t.Text, ")")
	}
	switch {
	case v.given() || lexicon.Says(own, "provided", "supplied") || v.to < len(v.s) && v.s[v.to].Kind == lexicon.Quoted && lexicon.Says(own, "following"):
		return "it may be a text that is given"
	case uncounted.MatchString(v.d.sentence(v.f)):
		return "what counts is said in brackets"
	case v.listGoesOn():
		return "the list goes on behind it"
	case slices.ContainsFunc(own, split), slices.ContainsFunc(own, disguised), v.misread(), v.ambiguous():
		return "the words may mean something else"
	}
	return ""
}

// ambiguous reports whether the words need not mean what they were read as: a bare name
// of a format, a noun that need not mean what the algebra counts, a quotation that is
// not said to be words of the answer.
func (v *view) ambiguous() bool {
	own := v.s[v.from:v.to]
	if v.choosesFrom() {
		return true
	}
	switch e := v.f.Reading.Check.Expr.(type) {
	case algebra.Only:
		return v.f.onlyCode() && (v.asksMore() || lexicon.Says(own, "regex", "command") || unfenced.MatchString(v.d.prompt) || lexicon.Says(own, "review", "use", "send", "format", "asks") || lexicon.Says(own[:1], "in"))
	case algebra.JSON, algebra.CSV, algebra.XML, algebra.YAML:
		program := func(r request) bool { return r.head >= 0 && programs()[v.d.tokens[r.head].Low] }
		if slices.ContainsFunc(v.d.discourse().requests, program) || lexicon.Says(v.s[:v.to], "either") || v.besides() {
			return true // a program's, or one of two texts
		}
		if csv, ok := e.(algebra.CSV); ok && csv.Delimiter == "" && lexicon.Says(v.d.tokens, "semicolon", "semicolons", "tab", "tabs", "pipe", "pipes", "delimiter") {
			return true // other signs than commas
		}
		goesOn := v.to < len(v.s) && v.s[v.to].Text == ":" && (!lexicon.TaskVerbs()[own[0].Low] || slices.ContainsFunc(own, func(t lexicon.Token) bool { return t.Text == ":" }))
		return goesOn || len(own) < 2 || own[0].Lemma == "include" || v.isInput() || lexicon.Says(own, "set")
	case algebra.Each:
		return v.ambiguousParts(e)
	case algebra.Language:
		another := v.to+1 < len(v.s) && clause.JoinsClauses(&v.s[v.to]) && (lexicon.Languages()[v.s[v.to+1].Low] != "" || v.s[v.to].Low == "and" && v.s[v.to+1].Joined())
		return another || lexicon.Says(own, "my") || v.beside() || v.toldOf()
	case algebra.All:
		s, ok := e[0].(algebra.Starts)
		given := own[0].Low == "in" && v.from > 1 && lexicon.WholeNouns()[v.s[v.from-1].Low] && v.s[v.from-2].Low == "the" && changing.MatchString(v.d.sentence(v.f)) // summarise the text in quotation marks
		return ok && (strings.HasPrefix(s.With.Value, "<") || lexicon.Says(own, "such") || given)                                                                     // some of it stands in tags or in brackets
	case algebra.Ends: // "the right option is ..."
		return slices.ContainsFunc(own, func(t lexicon.Token) bool {
			return t.Kind == lexicon.Quoted && (strings.HasSuffix(t.Text, "...") || strings.HasSuffix(t.Text, "…"))
		})
	case algebra.Equals:
		return v.to+1 < len(v.s) && lexicon.Says(v.s[v.to:], "followed", "then") || lexicon.Says(own, "number", "digit", "integer") && (v.asksMore() || lexicon.Says(v.d.tokens, "each", "every", "program", "script", "words", "spell"))
	case algebra.Contains:
		return !v.says() || v.chosen() || lexicon.Says(own, "say", "some", "any", "few")
	case algebra.OneOf:
		only, last := e.Texts[0], e.Texts[len(e.Texts)-1]
		return only == last || only+"." == last || !lexicon.Says(own, "only", "just", "either") && (v.amongQuestions() || v.asksMore() || strings.Contains(v.d.prompt, "理由") || lexicon.Says(v.d.tokens, "think", "step", "show", "feel", "free")) || lexicon.Says(v.d.tokens[v.f.to:], "if", "otherwise", "else", "unless", "explain", "why", "reason", "reasons", "then", "because", "justify", "followed")
	case algebra.Compare:
		return v.ambiguousCount(e)
	}
	return false
}

// unfenced says that no marks stand around code.
var unfenced = lazyregexp.New(`(?i)\b(?:no|not|without|don['’]t|never|avoid)\b[^.\n]{0,20}\b(?:markdown|backticks?|code (?:blocks?|fences?)|fences?|triple)\b`)

// choosesFrom reports whether the words want some of a list and the check all of it: "some
// of the columns Name and Age".
func (v *view) choosesFrom() bool {
	switch e := v.f.Reading.Check.Expr.(type) {
	case algebra.Contains, algebra.OneOf, algebra.Set, algebra.JSON:
	case algebra.Compare:
		if e.Is != algebra.AtLeast(1) {
			return false
		}
	case algebra.Each:
		if _, set := e.Holds.(algebra.Set); !set {
			return false
		}
	default:
		return false
	}
	for i := v.from + 1; i < v.to; i++ {
		if v.s[i].Low == "of" && lexicon.Says(v.s[i-1:i], "one", "any", "some", "more", "either") {
			_, one := v.f.Reading.Check.Expr.(algebra.OneOf)
			return !one || !lexicon.Says(v.s[v.from:v.to], "exactly", "options", "answers")
		}
	}
	return false
}

// beside reports whether the demand says how something else is done: "while providing
// instructions in English".
func (v *view) beside() bool {
	for i := v.from - 1; i >= 0 && !lexicon.Separates(&v.s[i]) && !lexicon.TaskVerbs()[v.s[i].Low]; i-- {
		if v.s[i].Low == "while" {
			return strings.HasSuffix(v.s[i+1].Low, "ing")
		}
	}
	return false
}

// ambiguousParts is ambiguous for a demand on parts.
func (v *view) ambiguousParts(e algebra.Each) bool {
	code := func(t lexicon.Token) bool { return t.Kind == lexicon.Quoted && v.d.prompt[t.Start] == '`' }
	if _, contains := e.Holds.(algebra.Contains); contains && slices.ContainsFunc(v.s[v.from:v.to], code) {
		return true // Body: use `a theory` to explain …
	}
	if named := slices.ContainsFunc(v.s[v.from:v.to], func(t lexicon.Token) bool { return coined()[t.Lemma] }); named && slices.ContainsFunc(v.s[v.from:v.to], isLetters) {
		return true // each name starts with "bio"
	}
	if _, equals := e.Holds.(algebra.Equals); equals && v.s[v.to-2].Text == ":" && slices.ContainsFunc(v.d.found, func(f Found) bool {
		other, ok := f.Reading.Check.Expr.(algebra.Each)
		return ok && other.Of != e.Of
	}) {
		return true // First sentence: "It rains." Second sentence: …
	}
	c, _ := e.Holds.(algebra.Compare) // of what may stand beside the parts
	if f, ok := clause.CountedIn(c).Source.(algebra.Find); ok && clause.OfLevel(f) {
		return true
	}
	return clause.Counts(c, algebra.Heading) && (ofNamed(e) || clause.Within(e.Of.Source, algebra.Paragraph, algebra.Sentence)) || clause.Counts(c, algebra.Paragraph) && clause.Within(e.Of.Source, algebra.Heading)
}

// coined are names that begin and end with letters, not with words.
var coined = lexicon.WordSet(`name username nickname domain brand surname handle password code`)

// isLetters reports whether a token quotes small letters, which may be a part of a word.
func isLetters(t lexicon.Token) bool {
	return t.Kind == lexicon.Quoted && t.Text != "" && !strings.ContainsFunc(t.Text, func(r rune) bool { return !unicode.IsLower(r) })
}

// ambiguousCount is ambiguous for a demand on a number.
func (v *view) ambiguousCount(e algebra.Compare) bool {
	n, ok := e.Of.(algebra.Count)
	if !ok {
		return false
	}
	own, last := v.s[v.from:v.to], &v.s[v.to-1]
	if v.from > 1 && own[0].Numeral() && lexicon.IsDash(rune(v.s[v.from-1].Text[0])) && v.s[v.from-2].Numeral() {
		return true // the end of a range
	}
	if n.Of.Source == algebra.Source(algebra.Question) {
		if lexicon.Says(v.d.tokens, "quiz", "test", "exam", "survey", "questionnaire", "interview", "trivia", "worksheet", "faq") {
			return true
		}
		if e.Is == algebra.Exactly(0) && (last.Low == "question" || last.Low == "asked") {
			return true // no questions asked
		}
	}
	f, find := n.Of.Source.(algebra.Find)
	if find && e.Is != algebra.Exactly(0) && !v.says() && !clause.OfLevel(f) && (last.Kind == lexicon.Quoted || !strings.Contains(strings.ToLower(f.Value), lexicon.SingularOf(last.Low))) {
		return true
	}
	if own[0].Low == "on" && n.Of.Source == algebra.Source(algebra.Table) || own[0].Low == "any" && e.Is == algebra.AtLeast(1) {
		return true // blocks on a table; any table must not exceed 3 rows
	}
	if e.Is != algebra.AtLeast(1) || clause.IsLength(n.Of.Source) {
		return false
	}
	first, _ := v.lead()
	alone := v.from <= first && v.to == len(v.s) || v.f.clean
	return !alone || v.present() || lexicon.Says(own, "object", "objects", "elements") || v.d.foreign && (len(own) < 2 || articles()[own[0].Low])
}

// misread reports whether words of the demand say something else than they were
// read as: "don't repeat any NAME", "do not list your questions".
func (v *view) misread() bool {
	own := v.s[v.from:v.to]
	switch e := v.f.Reading.Check.Expr.(type) {
	case algebra.Each, algebra.Contains:
		return lexicon.Says(own, "postscript") && !slices.ContainsFunc(own, isQuoted) && slices.ContainsFunc(v.s[v.to:min(len(v.s), v.to+longestPartName)], func(t lexicon.Token) bool {
			return isQuoted(t) && !strings.EqualFold(strings.Trim(t.Text, `"“”„«».: `), "p.s")
		}) // , das mit „P.P.S“ beginnt
	case algebra.Set:
		return v.d.foreign && v.from == 0 && !lexicon.TaskVerbs()[own[0].Low] // 标题：…
	case algebra.Compare:
		if clause.Counts(e, algebra.Emoji) && lexicon.Says(own, "beginning", "start", "end") || clause.Counts(e, algebra.Question) && (e.Is == algebra.Exactly(0) && lexicon.Says(own, "list", "answers", "your") || lexicon.Says(own[:min(len(own), 2)], "answer") && !lexicon.Says(own, "with") || own[0].Low == "i" && lexicon.Says(own, "play", "answer") && !lexicon.Says(own, "you")) {
			return true // one emoji at the start; do not list your questions, answer one question, I want to play 20 questions
		}
		if clause.Counts(e, algebra.Bullet) && v.counts() && lexicon.Says(v.s[v.to:], "separated", "delimited") || own[len(own)-1].Low == "that" {
			return true // bullets separated by a bar; exclude any items that …
		}
		if the := slices.IndexFunc(own, func(t lexicon.Token) bool { return t.Low == "the" }); e.Is == algebra.Exactly(0) && the >= 0 && lexicon.Says(own[the:min(len(own), the+3)], "brackets", "braces", "parentheses", "quotes", "quotation", "dashes", "hyphens", "asterisks", "slashes", "underscores", "backticks", "pipes") {
			return true // those that were shown around something
		}
		f, find := clause.CountedIn(e).Source.(algebra.Find)
		return find && f.Kind == algebra.FindWord && slices.ContainsFunc(own, func(t lexicon.Token) bool { return t.Lemma == "repeat" })
	}
	return false
}

// isInput reports whether the demand names a format only of what is there, or is to
// be filled in: "use the following JSON brief", "4 in the array", "<insert XML>".
func (v *view) isInput() bool {
	for i := v.from; i+1 < v.to; i++ {
		of := formatNouns()[v.s[i+1].Low] && (i+2 == v.to || v.s[i+2].Low != "format")
		if low := v.s[i].Low; of && (low == "insert" || low == "following" || low == "the" && !slices.ContainsFunc(v.s[v.from:i], func(t lexicon.Token) bool { return lexicon.TaskVerbs()[t.Low] })) {
			return true
		}
	}
	return false
}

var formatNouns = lexicon.WordSet(`json xml csv yaml array object file content`)

// ofValue reports whether a demand may be of the texts in JSON or the like.
func (v *view) ofValue() bool { return OfTexts(v.f.Text, v.f.Reading.Check.Expr) }

// namesAll matches words that name the answer, or all of it.
var namesAll = lazyregexp.New(`(?i)\b(?:(?:the|your|this)(?: \w+)? (?:answer|response|reply|output)|everything|whole|entire|total|overall|altogether)\b`)

// OfTexts reports whether a demand is a length or a ban on marks, which may be one of the
// texts in JSON or the like, also where its words name the answer, if JSON has these marks.
func OfTexts(words string, e algebra.Expr) bool {
	c, _ := e.(algebra.Compare)
	f, find := clause.CountedIn(c).Source.(algebra.Find)
	if namesAll.MatchString(words) && (!find || !strings.ContainsAny(f.Value, `,:"`)) {
		return false
	}
	return clause.BoundsLength(c) || clause.Within(clause.CountedIn(c).Source, algebra.Bullet, algebra.NumberedItem, algebra.Heading, algebra.Table, algebra.Quotation) || find && f.Kind != algebra.FindWord && c.Is == algebra.Exactly(0)
}

// present reports whether a demand speaks of something that is there: "use the
// headings", "ask this question".
func (v *view) present() bool {
	for i := v.from; i+1 < v.to; i++ {
		if low := v.s[i].Low; (low == "the" || low == "these" || clause.Present()[low]) && (i+2 == v.to || v.s[i+1].Low == "following" || given()[v.s[v.to-1].Low]) {
			return true
		}
	}
	return false
}

// given words say that something is there already.
var given = lexicon.WordSet(`provided given supplied attached`)

// given reports whether a demand on a part names the part only as the label of
// a quotation, or as what the text is for: "The subject: "Ferries"", "a summary
// for this title"; but not "The title must be: "Ferries"" or "a title for this
// post".
func (v *view) given() bool {
	contains, _ := v.f.Reading.Check.Expr.(algebra.Contains)
	for i := v.from; i+4 < v.to && contains.What.Value != ""; i++ {
		if v.s[i].Low == "in" && v.s[i+1].Low == "the" && v.s[i+3].Text == ":" && isQuoted(v.s[i+4]) && strings.Contains(v.s[i+4].Text, contains.What.Value) {
			return true // the words "a" and "b" in the sentence: "…"
		}
	}
	if !ofNamed(v.f.Reading.Check.Expr) {
		return false
	}
	for i := v.from; i+1 < v.to; i++ {
		next := &v.s[i+1]
		if v.s[i].Text == ":" && next.Kind == lexicon.Quoted && !lexicon.Says(v.s[v.from:i], "must", "should", "shall", "is", "be", "has", "to", "read", "say", "use") {
			return true
		}
		if next.Kind == lexicon.Quoted && lexicon.PartWords()[v.s[i].Low] && lexicon.Says(v.s[v.from:i], "use") || v.s[i].Low == "as" && i+2 < v.to && lexicon.Determiners()[next.Low] && lexicon.PartWords()[v.s[i+2].Low] {
			return true // "do not use the introduction "As a …"", "use no "we" as the subject"
		}
	}
	return false
}

// listGoesOn reports whether more is listed behind a remark in brackets: "the
// keys "a" (text) and "b"", or a name that elsewhere begins a clause: "the columns
// Task and Who".
func (v *view) listGoesOn() bool {
	if v.to+1 < len(v.s) && lexicon.Says(v.s[v.to:v.to+1], ",", "and", "or") && clause.Interrogative(v.s[v.to:v.to+2]) != "" {
		return true
	}
	listed := slices.ContainsFunc(v.s[v.from:v.to], func(t lexicon.Token) bool { return t.Text == "," })
	if listed && v.to < len(v.s) && (v.s[v.to].Text == "/" || clause.StaysOpen(v.s[v.to:])) {
		return true
	}
	if listed && v.to+1 < len(v.s) && v.s[v.to].Text == "," && !v.known(v.to+1) && (!lexicon.ClosedWords()[v.s[v.to+1].Low] || strings.ToLower(v.s[v.to+1].Text) != v.s[v.to+1].Text) && !lexicon.TaskVerbs()[v.s[v.to+1].Low] {
		return true
	}
	if v.to >= len(v.s) || v.s[v.to].Low != "(" || v.s[v.to-1].Kind != lexicon.Quoted {
		return false
	}
	end := slices.IndexFunc(v.s[v.to:], func(t lexicon.Token) bool { return t.Low == ")" })
	return end > 0 && slices.ContainsFunc(v.s[v.to+end:min(len(v.s), v.to+end+4)], isQuoted)
}

// chosen reports whether a word is only to stand in the place of another:
// "say guest, not customer".
func (v *view) chosen() bool {
	for i := v.to; i < len(v.s); i++ {
		switch v.s[i].Low {
		case "not", "never", "instead", "rather", "no":
			if lexicon.Modals()[v.s[i-1].Low] {
				continue // "… and must not have any digits"
			}
			return i < v.to+3 || slices.ContainsFunc(v.s[i:], isQuoted)
		}
	}
	return false
}

// says reports whether the demand's words say that the quotation is one of
// words, or is to be included or mentioned.
func (v *view) says() bool {
	for i := v.from; i < v.to; i++ {
		switch v.s[i].Lemma {
		case "word", "phrase", "keyword", "term", "sentence", "name", "title", "include", "mention", "contain", "say", "letter", "hashtag", "line", "postscript", "p.s.", "p.p.s", "text", "question", "placeholder":
			return true
		}
	}
	return false
}

func isQuoted(t lexicon.Token) bool { return t.Kind == lexicon.Quoted }
