package english

import (
	"slices"
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/verify/algebra"
	"adhere/verify/english/internal/clause"
	"adhere/verify/english/internal/lexicon"
)

// directed doubts that the sentence demands something of the answer.
func (v *view) directed() string {
	for _, ask := range []func() string{v.fact, v.following, v.ruleForKind, v.reported, v.others, v.allowed, v.governed, v.naming, v.mood, v.programmed} {
		if why := ask(); why != "" {
			return why
		}
	}
	return ""
}

const (
	statesOrAsks   = "it states or asks something"
	demandsNothing = "it stands in a sentence that demands nothing"
	saidOf         = "it may be said of “" // and whom or what
)

// fact doubts what only says what a place of the text has room for or can show, where no
// text is asked for that goes there: "the form only takes 500 characters. Why?".
func (v *view) fact() string {
	if !strings.ContainsAny(clause.ClassesOf(clause.Chunks(v.s[v.from:v.to])), "hj") && (!lexicon.Says(v.s[v.from:v.from+1], "the") || !lexicon.Says(v.s[v.from:v.to], "limit")) {
		return ""
	}
	for _, r := range v.d.discourse().requests {
		if r.head >= 0 && r.verb >= 0 && r.verb < len(v.d.tokens) && lexicon.TaskVerbs()[v.d.tokens[r.verb].Low] && namesText(&v.d.tokens[r.head]) {
			return ""
		}
	}
	if slices.ContainsFunc(v.d.tokens, func(t lexicon.Token) bool { return t.Text == "?" }) || lexicon.Says(v.s[v.to:], "explain") {
		return demandsNothing
	}
	return ""
}

// naming doubts a heading, and words without a verb that name what stands behind a
// colon: "Table No: 12", "Two questions: …".
func (v *view) naming() string {
	first := &v.s[v.from]
	if lexicon.TaskVerbs()[first.Low] || first.Low == "do" || v.oneThing() {
		return ""
	}
	amount := v.from // what is behind the number, or the range, that it begins with
	for amount < v.to && (v.s[amount].Numeral() || v.s[amount].Kind == lexicon.Mark || v.s[amount].Low == "to") {
		amount++
	}
	line := v.d.prompt[strings.LastIndexByte(v.d.prompt[:v.f.Start], '\n')+1 : v.f.Start]
	named := v.to < len(v.s) && v.s[v.to].Text == ":" && !clause.OfLength(v.f.Reading.Check.Expr) && !leadingTo()[first.Low] && (v.from == 0 || first.Low != "as")
	if strings.HasPrefix(line, "#") || named && !slices.ContainsFunc(v.s[v.from:v.to], func(t lexicon.Token) bool {
		return lexicon.Modals()[t.Low] || t.Kind == lexicon.Quoted || t.Numeral() && t.Start >= v.s[min(amount, len(v.s)-1)].Start
	}) {
		return "it names what follows"
	}
	return ""
}

// supposed doubts what the writer was told, or only supposes, and what is an example: "I
// was told to use no adverbs", "suppose you had to …", "e.g. using no letter e".
func (v *view) supposed() string {
	if v.s[v.from].Low == "had" && v.from+1 < v.to && v.s[v.from+1].Low == "to" || lexicon.Says(v.s[:1], "suppose", "supposing", "assume", "assuming") {
		return statesOrAsks
	}
	for i := 1; i <= v.from+1 && i < len(v.s) && !v.d.standing; i++ {
		if talking()[v.s[i].Low] && lexicon.Says(v.s[i-1:i], "it", "which", "that", "who") {
			return statesOrAsks // a bot: it answers in three words
		}
	}
	before := v.d.prompt[v.s[0].Start:max(v.s[0].Start, v.f.Start)]
	switch {
	case told.MatchString(before):
		return "it may be what somebody else demands"
	case v.s[v.from].Kind == lexicon.Word && exemplifying.MatchString(before):
		return "it may be an example"
	}
	return ""
}

// talking are verbs of what somebody says each time.
var talking = lexicon.WordSet(`answers replies responds speaks talks`)

var (
	// told says that somebody told the writer what to do.
	told = lazyregexp.New(`(?i)\b(?:i|we)(?: was| were| am| are| have been| had been|['’]m|['’]ve been)(?: \pL+)? (?:told|asked|instructed|advised|taught|required|supposed|expected)\b`)
	// exemplifying words stand before an example that nothing has ended yet.
	exemplifying = lazyregexp.New(`(?i)(?:\be\.g\b|\bfor (?:example|instance)\b|\bsuch as\b)[^();]*$`)
)

// others doubts what may be demanded of somebody in the text, or said of them,
// and what is asked about: "Which letter begins with …?"
func (v *view) others() string {
	if t := &v.s[v.from]; v.from > 0 && v.ownClause() && (lexicon.TaskVerbs()[t.Low] || t.Low == "no") && (t.Low != "never" || v.from+1 >= v.to || !habits()[v.s[v.from+1].Low]) {
		return "" // it commands
	}
	_, language := v.f.Reading.Check.Expr.(algebra.Language)
	switch first := v.s[0].Low; {
	case slices.Contains([]string{"which", "who", "whose", "whom", "where", "when"}, first), language && (first == "how" || first == "in" && v.from == 0): // how do you say “boat” in French?
		if v.s[len(v.s)-1].Low == "?" && !slices.ContainsFunc(v.s[:v.from], func(t lexicon.Token) bool { return lexicon.Separates(&t) }) {
			return statesOrAsks
		}
	}
	for i := 0; i < v.from; i++ {
		switch v.s[i].Low {
		case "he", "she", "they", "him", "her", "them", "who", "whose", "whom", "telling", "speaks":
			if !v.known(i) && (!v.f.clean || !lexicon.Separates(&v.s[v.from-1]) || !v.d.discourse().inTopic(v.f.in[0]+i)) {
				return saidOf + v.s[i].Text + "”"
			}
		case "which", "where":
			if i > 0 && (v.s[i-1].Low == "in" || v.s[i].Low == "where") {
				return "it may be said of something in the text"
			}
		}
	}
	return ""
}

// programmed doubts what a prompt about code says of what is not the answer.
func (v *view) programmed() string {
	c, _ := v.f.Reading.Check.Expr.(algebra.Compare)
	if c.Is == algebra.Exactly(0) && clause.Within(clause.CountedIn(c).Source, algebra.Emoji, algebra.Bold, algebra.Italic, algebra.Hashtag, algebra.Table, algebra.ListItem, algebra.CodeBlock) {
		return "" // of which code has none
	}
	if p := v.d.discourse(); p.program && !v.addressed() && !v.f.onlyCode() && (v.f.in[0] < p.until || !clause.Within(clause.CountedIn(c).Source, algebra.Word, algebra.Sentence)) && !clause.Within(clause.CountedIn(c).Source, algebra.Bullet, algebra.NumberedItem, algebra.Heading) {
		return "the prompt is about code"
	}
	return ""
}

// following doubts what goes on where a sentence states or asks something.
func (v *view) following() string {
	for i := range v.d.found {
		g := &v.d.found[i]
		told := g.Doubt == saidOf+"telling”" // telling him: the contract must be in English, no capitals
		if g.in == v.f.in && g.to <= v.f.from && (told || g.Doubt == statesOrAsks || g.Doubt == demandsNothing) {
			return g.Doubt
		}
	}
	return ""
}

// attributed doubts what its sentence ends by saying who said: "…, she wrote",
// "…, says the editor".
func (v *view) attributed() string {
	n := len(v.s)
	for n > v.to && (v.s[n-1].Kind == lexicon.Mark || v.s[n-1].Low == "it" || v.s[n-1].Low == "me" || v.s[n-1].Low == "us") {
		n--
	}
	for i := max(v.to, n-longestPartName); i < n; i++ {
		who := "“" + v.s[n-1].Text + "”" // says the editor
		switch {
		case i < n-1:
		case i > v.to && v.s[n-2].Kind == lexicon.Word:
			who = "“" + v.s[n-2].Text + "”" // the editor says
		default:
			who = "somebody" // … says
		}
		if reporting()[v.s[i].Low] && (i == n-1 && i > v.to || lexicon.Separates(&v.s[i-1])) && !strings.EqualFold(who, "“i”") && !strings.EqualFold(who, "“we”") {
			return "it may be what " + who + " demands"
		}
	}
	return ""
}

// reported doubts words without a verb behind somebody who demands them: "she
// asked for full sentences, no tables".
func (v *view) reported() string {
	first := v.s[v.from].Low
	if lexicon.TaskVerbs()[first] || first == "never" || slices.ContainsFunc(v.s[v.from:v.to], func(t lexicon.Token) bool { return lexicon.Modals()[t.Low] }) {
		return ""
	}
	for i := 1; i < v.from; i++ {
		if before := v.s[i-1].Low; reporting()[v.s[i].Low] && v.s[i-1].Kind == lexicon.Word && before != "i" && before != "to" && before != "you" && before != "please" && before != "and" {
			return "it may be what “" + before + "” demands"
		}
	}
	return ""
}

// reporting verbs say that somebody else demands or says something.
var reporting = lexicon.WordSet(`put puts asked asks said says told tells wants wanted wrote writes requires required demands demanded insists insisted requested requests prefers expects`)

// takenBack doubts what the words behind it, or the next sentence, may take back
// or narrow: "no wait", "that only goes for …".
func (v *view) takenBack() string {
	next := v.d.sentenceAt(v.f.in[1])
	for i := v.f.to; i < min(next[1], len(v.d.tokens)); i++ {
		if i > v.f.to && i != next[0] && !lexicon.Separates(&v.d.tokens[i-1]) {
			continue
		}
		if t := v.d.tokens[i:next[1]]; len(t) > 1 && revising.MatchString(v.d.prompt[t[0].Start:]) || i == next[0] && (alternative()[t[0].Low] && v.replaced(next) || t[0].Low == "then" && len(t) > 1 && (t[1].Text == "," || t[1].Joined() || lexicon.TaskVerbs()[t[1].Low])) {
			return "“" + t[0].Text + "” may take it back"
		}
	}
	return ""
}

// alternative words begin a sentence that says what else holds under a condition.
var alternative = lexicon.WordSet(`if otherwise when unless for`)

// replaced reports whether a sentence demands something else in the place of a
// demand: another length, another language.
func (v *view) replaced(s [2]int) bool {
	e := v.f.Reading.Check.Expr
	return clause.OfLength(e) && slices.ContainsFunc(v.d.tokens[s[0]:s[1]], func(t lexicon.Token) bool { return lexicon.IsMeasure(&t) }) ||
		slices.ContainsFunc(v.d.found, func(f Found) bool { return f.in == s && sameMeasure(e, f.Reading.Check.Expr) })
}

// revising begins a clause that takes something back or narrows it.
var revising = lazyregexp.New(`(?i)^(?:no ?,|(?:no (?:wait|make|sorry)|on second|i mean(?:t)?|make that|never mind|(?:this|that|these|those|it)(?:\W+[\w’']+){0,2}?\W+(?:apply|applies|go|goes|hold|holds|only)|` +
	`actually|scratch|forget|ignore|nevermind|disregard|sorry|wait|hmm|(?:just )?(?:kidding|joking)|oops|exceptions?|unless|except|correction|strike)\b|` +
	`(?:nein|quatsch|doch (?:lieber|besser|nur)|lieber|besser|vergiss|vergessen sie|plutôt|enfin|non|en fait|oublie|mejor|olvida|perdón|aliás|melhor|esqueça|esquece|na verdade|anzi|meglio|scusa)\b[^.!?\n]{0,20}\d|不[,，是]|还是|算了)`)

// allowed doubts what one may do: "you can use …".
func (v *view) allowed() string {
	for i := 1; i < v.to && i <= v.from+1; i++ {
		low, direct := v.s[i].Low, i >= v.from-1 || i == v.from-2 && lexicon.TaskVerbs()[v.s[i+1].Low]
		if v.s[i-1].Low == "you" && (low == "may" || low == "could" || low == "might" || low == "can" && direct) && (i+1 == len(v.s) || !bounding()[v.s[i+1].Low]) {
			return "“" + v.s[i].Text + "” only allows it"
		}
	}
	return ""
}

var bounding = lexicon.WordSet(`only not never no at`)

// governed doubts what depends on another verb than one that commands: "explain
// how to write in French", "have the keeper answer in French".
func (v *view) governed() string {
	at := v.from
	for at > 1 && (v.s[at-1].Low == "not" || v.s[at-1].Low == "always" || v.s[at-1].Low == "only" || v.s[at-1].Kind == lexicon.Word && lexicon.TaskVerbs()[v.s[at-1].Low] && !v.known(at-1)) {
		at--
	}
	if at < 2 || at == v.from && !lexicon.TaskVerbs()[v.s[at].Low] {
		return ""
	}
	before, second := v.s[at-1].Low, v.s[at-2].Low
	if at < v.from && lexicon.Modals()[before] && lexicon.Says(v.s[:at-1], "why", "how", "whether") {
		return "it may be what “" + second + "” speaks of" // "why writers should use no commas"
	}
	if before == "to" && second != "you" && !obliging()[second] || before == "to" && second == "have" && at > 3 && v.s[at-3].Low != "you" {
		return "it may be what “" + second + "” speaks of"
	}
	return ""
}

// obliging words stand before "to" and a verb that is demanded.
var obliging = lexicon.WordSet(`is be need needs have has sure want ought required remember careful and or supposed asked please`)

// ofWriter doubts what the writer says of a task of their own, behind which they ask
// for something else, and of answers that are there: "I need to write 1000 words on
// bees. Can you give me an outline?", "you keep using emojis".
func (v *view) ofWriter() string {
	if len(v.s) < 3 {
		return ""
	}
	const earlier = "it may be said of an earlier answer"
	first, second, behind := v.s[0].Low, &v.s[1], v.d.tokens[v.f.in[1]:]
	switch complains := lexicon.Says(v.s, "why", "stop", "i", "me") || lexicon.Says(behind[:min(len(behind), 1)], "why", "stop"); {
	case v.d.standing:
	case first == "you" && (past()[second.Low] || second.Low != second.Lemma && strings.HasSuffix(second.Low, "ed")),
		first == "you" && complains && lexicon.Says(v.s[1:2], "always", "never", "only", "still"),
		first == "you" && (second.Low == "should" || second.Low == "must") && v.s[2].Low == "have",
		(first == "i" || first == "we") && lexicon.Says(v.s[1:2], "asked", "told", "wanted", "said"):
		return earlier
	case (first == "i" || first == "we" || first == "need") && lexicon.Says(v.s[:2], "need", "have", "must", "got") && !lexicon.Says(v.s[:min(len(v.s), 5)], "you") &&
		v.asksForHelp():
		return "what is asked for may be help with it"
	}
	return ""
}

// asksForHelp reports whether a later clause asks for help with a text.
func (v *view) asksForHelp() bool {
	behind := v.d.tokens[v.f.in[0]+v.to:]
	at := slices.IndexFunc(behind, func(t lexicon.Token) bool { return lexicon.Separates(&t) })
	return at >= 0 && (slices.ContainsFunc(behind[at:], func(t lexicon.Token) bool { return helping()[t.Low] }) || lexicon.Says(behind[at:], "i") && behind[len(behind)-1].Low == "?")
}

// helping words are of help with a text that somebody else writes.
var helping = lexicon.WordSet(`outline thesis tips advice help proofread continue finish suggest sources pages first called stuck`)

// past are verbs, behind "you", that tell what an answer did.
var past = lexicon.WordSet(`keep kept gave wrote put made did forgot used were`)

// bannedToo doubts a ban behind which something of it is allowed, "no emojis, hashtags
// ok", and what stands alone in a list behind a ban on something else: "avoid
// emojis, all caps, and slang".
func (v *view) bannedToo() string {
	end := v.to
	for end < len(v.s) && !lexicon.Separates(&v.s[end]) {
		end++
	}
	if several := slices.ContainsFunc(v.s[v.from:v.to], func(t lexicon.Token) bool { return clause.JoinsClauses(&t) }); several && end <= v.to+furthestNoun && clause.WantedBehind(v.s[v.from:end]) {
		return "a part of it may be allowed"
	}
	if v.from == 0 || lexicon.TaskVerbs()[v.s[v.from].Low] || absolute(v.f.Reading.Check.Expr) {
		return ""
	}
	behind := v.to+1 < len(v.s) && (v.s[v.to].Text == "," || v.s[v.to].Low == "and") && v.s[v.to+1].Kind == lexicon.Word && !v.known(v.to+1) && !lexicon.TaskVerbs()[v.s[v.to+1].Low]
	_, letters := v.f.Reading.Check.Expr.(algebra.Case)
	_, format := v.f.Reading.Check.Expr.(algebra.JSON) // not as Markdown and JSON
	for i := v.from - 1; i >= 0; i-- {
		switch t := &v.s[i]; {
		case clause.Banning()[t.Low] || t.Low == "dislike" || t.Low == "hate" || t.Low == "away":
			if t.Low != "no" && letters || behind || format && v.s[v.from-1].Low == "and" && v.d.foreign || lexicon.Says(v.s[v.from:v.to], "answers") {
				return "it may be banned like what stands before it"
			}
			return ""
		case t.Kind == lexicon.Mark && t.Text != ",", t.Low == "but", lexicon.TaskVerbs()[t.Low] && i > 0 && v.s[i-1].Text == ",":
			return ""
		}
	}
	return ""
}
