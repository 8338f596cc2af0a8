package english

import "slices"

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
	return "“" + v.d.tokens[at].text + "” may be what it speaks of"
}

// thingIn returns the last noun of the first noun phrase with an article among
// tokens that names neither the answer nor its readers nor how it is written; -1
// if there is none.
func (v *view) thingIn(from, to int) int {
	for i := from; i+1 < to; i++ {
		if !articles()[v.d.tokens[i].low] {
			continue
		}
		thing, own := -1, false
		for i+1 < to && v.noun(i+1) {
			i++
			own = own || v.ofText(i)
			if !manners()[v.d.tokens[i].low] {
				thing = i
			}
		}
		if thing >= 0 && !own {
			return thing
		}
	}
	return -1
}

var articles = wordSet(`the a an its his her their`)

// noun reports whether a token may be part of a noun phrase.
func (v *view) noun(i int) bool {
	t, p := &v.d.tokens[i], v.d.discourse()
	return t.kind == word && !p.read[i] && (!closedWords()[t.low] || partWords()[t.low]) && !t.numeral() && !modals()[t.low] && !auxiliaries()[t.low] && !p.inTopic(i)
}

// ofText reports whether a word names the text that is asked for, its readers, or
// how it is written.
func (v *view) ofText(i int) bool {
	t, genre := &v.d.tokens[i], false
	if coreNouns()[t.low] || generic()[t.low] || person(t.low) || aspects()[t.low] || rulesLabel()[t.low] || measured(t) {
		return true
	}
	for _, r := range v.d.discourse().requests {
		for j := max(r.verb, 0); j <= r.head; j++ {
			if i == j || v.d.tokens[j].kind == word && v.d.tokens[j].lemma == t.lemma {
				return true
			}
		}
		genre = genre || r.head >= 0 && wholeNouns()[v.d.tokens[r.head].low] && !coreNouns()[v.d.tokens[r.head].low]
	}
	return !genre && (wholeNouns()[t.low] || promptNouns()[t.low])
}

// generic nouns name a text of any kind, or all of it.
var generic = wordSet(`message piece copy post writing version result whole thing total chat conversation draft wording way end beginning start`)

// fronted returns what a phrase at the start of the sentence speaks of, where no
// text is asked for between: "for the hook, use …", "next time, …".
func (v *view) fronted() int {
	first := 0
	for first < v.from && (fillers()[v.s[first].low] || v.s[first].kind == mark) {
		first++
	}
	comma := slices.IndexFunc(v.s[first:v.from], func(t token) bool { return t.text == "," || taskVerbs()[t.low] || politeness()[t.low] }) + first
	if comma <= first || v.d.foreign || harmless(v.s[first:comma]) && !leadingTo()[v.s[first].low] || !leads(v.s[first:comma]) {
		return -1
	}
	at := v.f.in[0]
	for _, r := range v.d.discourse().requests {
		if at+first <= r.verb && r.verb < at+v.from && r.head >= 0 {
			return -1
		}
	}
	for i := first; i < comma; i++ {
		switch low := v.s[i].low; {
		case ordinal(low) > 0, low == "next", low == "longer", low == "shorter":
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
	return leadingTo()[v.s[first].low] && articles()[v.s[first+1].low] && slices.ContainsFunc(v.d.sentences, func(s [2]int) bool {
		t := v.d.tokens[s[0]:s[1]]
		return s != v.f.in && len(t) > 1 && t[0].low == v.s[first].low && articles()[t[1].low]
	})
}

// leads reports whether words before a comma say when, where or why.
func leads(t []token) bool {
	first := t[0].low
	return leadingTo()[first] || placing()[first] || timing()[first] || first == "to" && len(t) > 1 && !taskVerbs()[t[1].low]
}

// timing words say when or how something is done.
var timing = wordSet(`next tomorrow later once after before while during with as at throughout when whenever where until unlike besides`)

// apposed returns what a demand without a verb stands behind: "end with a hook,
// at most 20 words". What is nowhere may be said of the answer all the same.
func (v *view) apposed() int {
	end := v.from - 1
	if end < 1 || !separates(&v.s[end]) || taskVerbs()[v.s[v.from].low] {
		return -1
	}
	first := end
	for first > 0 && !joint(&v.s[first-1]) {
		first--
	}
	beside := v.s[end].text == "," && absolute(v.f.Reading.Check.Expr) && !says(v.s[first:end], "make", "keep", "give")
	if beside || !slices.ContainsFunc(v.s[first:end], func(t token) bool { return shaping()[t.low] }) {
		return -1
	}
	return v.thingIn(v.f.in[0]+first, v.f.in[0]+end)
}

// antecedent returns what "it" stands for in the sentence before, where that asks
// for nothing.
func (v *view) antecedent() int {
	at := v.f.in[0]
	if at == 0 || v.s[0].low != "it" && v.s[0].low != "this" {
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
