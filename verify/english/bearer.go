package english

import (
	"slices"

	"adhere/verify/english/internal/clause"
	"adhere/verify/english/internal/lexicon"
)

// bearer doubts a demand that something beside it may bear instead of the
// answer: "in the hook, use two emojis", "end with a hook: …", "the hook comes
// last. It has …". What is asked for is no such thing, nor what that is about.
func (v *view) bearer() string {
	for _, at := range []int{v.fronted(), v.apposed(), v.antecedent()} {
		if why := v.said(at); why != "" {
			return why
		}
	}
	return ""
}

// said doubts a demand that a token may be what it speaks of; none if that is -1.
func (v *view) said(at int) string {
	if at < 0 {
		return ""
	}
	return "“" + v.d.tokens[at].Text + "” may be what it speaks of"
}

// thingIn returns the last noun of the first noun phrase with an article among
// tokens that names neither the answer nor its readers nor how it is written; -1
// if there is none.
func (v *view) thingIn(from, to int) int {
	for i := from; i+1 < to; i++ {
		if !articles()[v.d.tokens[i].Low] {
			continue
		}
		thing, own := -1, false
		for i+1 < to && v.noun(i+1) {
			i++
			own = own || v.ofText(i)
			if !lexicon.Manners()[v.d.tokens[i].Low] {
				thing = i
			}
		}
		if thing >= 0 && !own {
			return thing
		}
	}
	return -1
}

var articles = lexicon.WordSet(`the a an its his her their`)

// noun reports whether a token may be part of a noun phrase.
func (v *view) noun(i int) bool {
	t, p := &v.d.tokens[i], v.d.discourse()
	return t.Kind == lexicon.Word && !p.read[i] && (!lexicon.ClosedWords()[t.Low] || lexicon.PartWords()[t.Low]) && !t.Numeral() && !lexicon.Modals()[t.Low] && !clause.Auxiliaries()[t.Low] && !p.inTopic(i)
}

// ofText reports whether a word names the text that is asked for, its readers, or
// how it is written.
func (v *view) ofText(i int) bool {
	t, genre := &v.d.tokens[i], false
	if clause.CoreNouns()[t.Low] || generic()[t.Low] || clause.Person(t.Low) || clause.Aspects()[t.Low] || rulesLabel()[t.Low] || lexicon.IsMeasure(t) {
		return true
	}
	for _, r := range v.d.discourse().requests {
		for j := max(r.verb, 0); j <= r.head; j++ {
			if i == j || v.d.tokens[j].Kind == lexicon.Word && v.d.tokens[j].Lemma == t.Lemma {
				return true
			}
		}
		genre = genre || r.head >= 0 && lexicon.WholeNouns()[v.d.tokens[r.head].Low] && !clause.CoreNouns()[v.d.tokens[r.head].Low]
	}
	return !genre && (lexicon.WholeNouns()[t.Low] || lexicon.PromptNouns()[t.Low])
}

// generic nouns name a text of any kind, or all of it.
var generic = lexicon.WordSet(`message piece copy post writing version result whole thing total chat conversation draft wording way end beginning start`)

// fronted returns what a phrase at the start of the sentence speaks of, where no
// text is asked for between: "for the hook, use …", "next time, …".
func (v *view) fronted() int {
	first := 0
	for first < v.from && (clause.Fillers()[v.s[first].Low] || v.s[first].Kind == lexicon.Mark) {
		first++
	}
	comma := slices.IndexFunc(v.s[first:v.from], func(t lexicon.Token) bool {
		return t.Text == "," || lexicon.TaskVerbs()[t.Low] || clause.Politeness()[t.Low]
	}) + first
	if comma <= first || v.d.foreign || whileWriting(v.s[first:]) == comma-first && !answerers.MatchString(v.d.prompt) || clause.Harmless(v.s[first:comma]) && !leadingTo()[v.s[first].Low] || !leads(v.s[first:comma]) {
		return -1
	}
	at := v.f.in[0]
	for _, r := range v.d.discourse().requests {
		if at+first <= r.verb && r.verb < at+v.from && r.head >= 0 {
			return -1
		}
	}
	for i := first; i < comma; i++ {
		switch low := v.s[i].Low; {
		case lexicon.Ordinal(low) > 0, low == "next", low == "longer", low == "shorter":
			return at + comma - 1 // one answer of several
		case v.contrasted(first):
			return at + comma - 1 // beside another "for …, "
		case v.known(i), v.ofText(at + i), low == "this", low == "my", low == "our":
			return -1
		}
	}
	return at + comma - 1
}

// contrasted reports whether another sentence begins with the same preposition:
// "For the summary, … For the appendix, …".
func (v *view) contrasted(first int) bool {
	return leadingTo()[v.s[first].Low] && articles()[v.s[first+1].Low] && slices.ContainsFunc(v.d.sentences, func(s [2]int) bool {
		t := v.d.tokens[s[0]:s[1]]
		return s != v.f.in && len(t) > 1 && t[0].Low == v.s[first].Low && articles()[t[1].Low]
	})
}

// leads reports whether words before a comma say when, where or why.
func leads(t []lexicon.Token) bool {
	first := t[0].Low
	return leadingTo()[first] || placing()[first] || timing()[first] || first == "to" && len(t) > 1 && !lexicon.TaskVerbs()[t[1].Low]
}

// timing words say when or how something is done.
var timing = lexicon.WordSet(`next tomorrow later once after before while during with as at throughout when whenever where until unlike besides`)

// apposed returns what a demand without a verb stands behind: "end with a hook,
// at most 20 words". What is nowhere may be said of the answer all the same.
func (v *view) apposed() int {
	end := v.from - 1
	if end < 1 || !lexicon.Separates(&v.s[end]) || lexicon.TaskVerbs()[v.s[v.from].Low] {
		return -1
	}
	first := end
	for first > 0 && !clause.JoinsClauses(&v.s[first-1]) {
		first--
	}
	beside := v.s[end].Text == "," && absolute(v.f.Reading.Check.Expr) && !lexicon.Says(v.s[first:end], "make", "keep", "give")
	if beside || !slices.ContainsFunc(v.s[first:end], func(t lexicon.Token) bool { return lexicon.Shaping()[t.Low] }) {
		return -1
	}
	return v.thingIn(v.f.in[0]+first, v.f.in[0]+end)
}

// antecedent returns what "it" stands for in the sentence before, where that asks
// for nothing.
func (v *view) antecedent() int {
	at := v.f.in[0]
	if at == 0 || v.s[0].Low != "it" && v.s[0].Low != "this" {
		return -1
	}
	before := v.d.sentenceAt(at - 1)
	for _, r := range v.d.discourse().requests {
		if r.end == at {
			return -1
		}
	}
	return v.thingIn(before[0], min(before[1], at))
}
