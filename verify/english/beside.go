package english

import (
	"slices"
	"sync"

	"adhere/verify/algebra"
	"adhere/verify/english/internal/clause"
	"adhere/verify/english/internal/lexicon"
)

// What a prompt asks for beside what a demand is said of, so that it need not hold of all
// of the answer.

// asksMore reports whether an explanation, or something beside, is asked for too: "just the
// code, but explain the tricky bits".
func (v *view) asksMore() bool {
	if v.to < len(v.s)-1 && lexicon.Says(v.s[v.to:v.to+1], "and", "but", "plus", "then") && !lexicon.Says(v.s[v.to+1:min(len(v.s), v.to+3)], "nothing", "no", "not", "only", "just", "without", "never") {
		return true
	}
	for _, s := range v.d.sentences {
		t := v.d.tokens[s[0]:s[1]]
		if s != v.f.in {
			t = t[:min(len(t), 3)] // "First explain …"
		}
		for i := range t {
			denied := lexicon.Says(t[max(0, i-furthestNoun):i], "no", "not", "without", "never", "any", "zero", "skip", "nor", "or")
			if at := s[0] + i; (at < v.f.from || at >= v.f.to) && explaining()[t[i].Low] && !denied {
				return true
			}
		}
	}
	return v.besides()
}

// programs are things whose output may be JSON.
var programs = lexicon.WordSet(`route server endpoint handler script flag backend prompt template program function service parser macro bot`)

// explaining words ask for more than a bare result.
var explaining = lexicon.WordSet(`explain explaining explanation explanations describe reasoning justify summary review readme docs tests instructions complexity`)

// besides reports whether what stands behind the demand begins to ask for another text:
// "also …", "explain each field", "and then the same as CSV".
func (v *view) besides() bool {
	if lexicon.Says(v.s[v.to:], "then") {
		return true
	}
	for _, s := range v.d.sentences {
		if t := v.d.tokens[s[0]:s[1]]; s[0] >= v.f.to && len(t) > 1 && (lexicon.Says(t[:1], "also", "explain", "below", "additionally", "afterwards", "describe") || t[0].Low == "and" && lexicon.TaskVerbs()[t[1].Low]) {
			return true
		}
	}
	return false
}

// amongQuestions reports whether more may be asked than what a demand answers: "answer
// yes or no to the following questions".
func (v *view) amongQuestions() bool {
	return v.d.questions > 1 || v.d.worded >= manySentences || lexicon.Says(v.d.tokens, "questions") || v.to < len(v.s) && !lexicon.Separates(&v.s[v.to]) && !clause.Politeness()[v.s[v.to].Low]
}

// goesOnBeside reports whether a command asks for more than what has the length: "DNS in
// one sentence, and TCP in two", "… in 50 words and then in detail", "… Add an example.".
func (v *view) goesOnBeside() bool {
	if !clause.OfLength(v.f.Reading.Check.Expr) && !v.ofVerse() {
		return false
	}
	if v.counts() && (v.ofPartAdded() || v.besideJoint()) {
		return true
	}
	if v.f.asked == noRole {
		return false
	}
	if lexicon.Says(v.s[v.to:], "then", "detail") || containsAny(v.d.prompt[v.f.End:], goingOn()[v.d.script]) || v.ofVerse() && lexicon.Says(v.d.tokens, "explain", "translation", "hook", "chorus", "stanza", "stanzas", "above", "below", "after", "each") {
		return true
	}
	for i := range v.s {
		if i+1 < len(v.s) && v.s[i].Low == "in" && (i < v.from-1 || i >= v.to) && v.s[i+1].Numeral() && (i+2 == len(v.s) || v.s[i+2].Low == "to" || lexicon.IsMeasure(&v.s[i+2]) || lexicon.Separates(&v.s[i+2])) {
			return true
		}
	}
	return v.f.asked == manner && slices.ContainsFunc(v.d.sentences, func(s [2]int) bool {
		t := v.d.tokens[s[0]:s[1]]
		return s[0] >= v.f.in[1] && lexicon.Says(t[:1], "add", "include", "give", "show") && lexicon.Says(t, "example", "examples", "code", "snippet", "table")
	})
}

// ofPartAdded reports whether a length is said of a text that the answer is to have in it:
// "include a summary of at most 50 words", "a report with an abstract of two sentences".
func (v *view) ofPartAdded() bool {
	noun := v.from - 1
	if n := slices.IndexFunc(v.s[v.from:v.to], func(t lexicon.Token) bool { return t.Numeral() }); n > 0 {
		noun = v.from + n - 1
	}
	for noun > 0 && (v.s[noun].Text == "," || v.s[noun].Text == "(" || lexicon.Says(v.s[noun:noun+1], "of", "in", "with", "under", "within", "that", "is", "has", "a", "an") || limiting()[v.s[noun].Low]) {
		noun--
	}
	if noun < 1 || !subtexts()[v.s[noun].Low] && !lexicon.PartWords()[v.s[noun].Low] && v.s[noun].Low != "overview" || v.d.discourse().isHead(v.f.in[0]+noun) && !lexicon.Shaping()[v.s[0].Low] {
		return false
	}
	at := noun - 1
	for at > 0 && (articles()[v.s[at].Low] || clause.Plain(&v.s[at])) {
		at--
	}
	switch {
	case lexicon.Says(v.s[at:at+1], "include", "add", "including", "containing", "contain"):
		return true
	case v.s[at].Low != "with" || at == 0:
		return false
	}
	return lexicon.Says(v.s[at-1:at], "begin", "start", "end", "open", "close", "finish", "conclude") || !lexicon.TaskVerbs()[v.s[at-1].Low]
}

// besideJoint reports whether a text stands behind a length and words that join it: "one
// sentence on tides plus a table", "a caption under 10 words and hashtags".
func (v *view) besideJoint() bool {
	for i := v.to; i+1 < len(v.s); i++ {
		if lexicon.Says(v.s[i:i+1], "and") && v.s[i+1].Numeral() && i+3 < len(v.s) && lexicon.Says(v.s[v.to:v.to+1], "for") && lexicon.IsMeasure(&v.s[i+2]) && v.s[i+3].Low == "for" {
			return true // two sentences for children and two paragraphs for adults
		}
		if v.known(i+1) || !lexicon.Says(v.s[i:i+1], "and", "plus") && v.s[i].Text != "&" {
			continue
		}
		for n := i + 1; n < min(len(v.s), i+1+furthestNoun) && v.s[n].Kind == lexicon.Word && !v.known(n) && (n == i+1 || !lexicon.TaskVerbs()[v.s[n].Low]); n++ {
			longer := v.s[i].Low == "plus" && lexicon.Says(v.s[n:n+1], "more", "longer", "details", "detail")
			if low := v.s[n].Low; longer || besideTexts()[low] || n > i+1 && lexicon.Says(v.s[i+1:i+2], "a", "an", "some", "several") && namesText(&v.s[n]) && !v.d.discourse().isHead(v.f.in[0]+n) {
				return true
			}
		}
	}
	return false
}

// goingOn are words, by language, behind a length with which a command goes on ("and then",
// "a reason too", "and turn it into"), or which make it a topic ("how to introduce oneself in
// one sentence").
var goingOn = sync.OnceValue(func() map[string][]string {
	return map[string][]string{
		"ja": {"から", "あと", "その後", "コツ", "方法", "メリット", "理由も", "例も"},
		"zh": {"将其", "把它", "然后", "接着", "再将", "再把", "并将", "并把"},
	}
})

// ofVerse reports whether the demand is how many lines a poem has.
func (v *view) ofVerse() bool {
	either, ok := v.f.Reading.Check.Expr.(algebra.Any)
	if !ok {
		return false
	}
	c, ok := either[0].(algebra.Compare)
	return ok && clause.Counts(c, algebra.Line)
}

// anotherText returns the text that a length is said of, where the prompt asks for one
// that it may be a part of: "Write a product page. The abstract has at most 50 words."
func (v *view) anotherText() string {
	own := v.s[v.from:v.to]
	at := slices.IndexFunc(own, func(t lexicon.Token) bool { return subtexts()[t.Low] })
	if at < 1 || !slices.ContainsFunc(own[:at], func(t lexicon.Token) bool { return clause.Present()[t.Low] }) {
		return ""
	}
	asked := func(r request) bool { return r.head >= 0 && namesText(&v.d.tokens[r.head]) && r.end != v.f.in[1] }
	if !v.d.standing && !slices.ContainsFunc(v.d.discourse().requests, asked) || slices.ContainsFunc(v.d.discourse().requests, func(r request) bool { return r.head >= 0 && v.d.tokens[r.head].Low == own[at].Low }) {
		return ""
	}
	return own[at].Text
}

// subtexts are texts that others may have.
var subtexts = lexicon.WordSet(`description abstract motto tutorial summary headline tagline slogan caption excerpt teaser blurb bio quote joke`)

// fragment doubts what stands among words without a verb that name what they are said of:
// "Title on top, in bold, at most 5 words", "Name at most 3 words, description one
// sentence", "the bad one all in lower case".
func (v *view) fragment() string {
	own, verb := &v.s[v.from], v.d.commandIn(v.s[:v.from])
	named := own.Kind == lexicon.Word && (subtexts()[lexicon.SingularOf(own.Low)] || own.Class&lexicon.Known == 0 && inPlural(own.Low))
	if named && (verb < 0 || lexicon.Separates(&v.s[v.from-1])) && v.d.lists() {
		return "it may be of each of several"
	}
	for i := range v.s[:v.from] {
		t := &v.s[i]
		one := (t.Low == "one" || t.Low == "ones") && i > 1 && v.s[i-2].Low == "the"
		part := i == 0 && lexicon.PartWords()[t.Low] && !sharing()[t.Low] && lexicon.Ordinal(t.Low) == 0
		if verb < 0 && (one || part && !v.d.discourse().isHead(v.f.in[0])) {
			return v.said(v.f.in[0] + i)
		}
	}
	return ""
}

// besideLength is the doubt of a length beside which something may have another.
const besideLength = "what stands beside it may have another length"

// notAllOf reports whether an answer may have more of the parts that a demand is of than
// it means: the cells of a table, which may count as items, or a section at the end.
func (v *view) notAllOf(e algebra.Expr) bool {
	each, _ := e.(algebra.Each)
	items := clause.Within(each.Of.Source, algebra.ListItem, algebra.Entry)
	sections := clause.Within(each.Of.Source, algebra.Section) && clause.OfLength(each.Holds)
	p := v.d.discourse()
	for i := range v.d.tokens {
		low := v.d.tokens[i].Low
		if items && low == "table" && !p.inTopic(i) || sections && closing()[low] && !p.inTopic(i) && !p.isHead(i) {
			return true
		}
	}
	return false
}

// closing words speak of what stands around the sections of a text.
var closing = lexicon.WordSet(`end finally finish close conclude conclusion summary introduction intro overview followed`)
