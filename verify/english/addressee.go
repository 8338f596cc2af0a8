package english

import (
	"slices"
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/verify/algebra"
	"adhere/verify/english/internal/clause"
	"adhere/verify/english/internal/lexicon"
)

// A system message speaks of more than the model's answers: of rules for those whose
// texts it is to judge, of what people are to write, of how to speak to whom.

// addressee doubts a demand of a system message that may bind somebody else's text, or
// hold towards some people only.
func (v *view) addressee() string {
	if !v.d.standing {
		return ""
	}
	if l := v.ruledOthers(); l != "" {
		return "it stands under “" + l + "”"
	}
	if v.d.grades() && !v.toModel() {
		return "a text may be checked against it"
	}
	if who := v.subject(); who != "" {
		return saidOf + who + "”"
	}
	e := v.f.Reading.Check.Expr
	if _, language := e.(algebra.Language); v.to+1 < len(v.s) && (language || clause.OfLength(e) || clause.Forbids(e)) && lexicon.Says(v.s[v.to:v.to+1], "for", "to", "with") && !v.known(v.to) {
		towards := v.s[v.to+1:]
		for len(towards) > 1 && articles()[towards[0].Low] {
			towards = towards[1:]
		}
		if t := &towards[0]; !everybody()[t.Low] && !lexicon.TaskVerbs()[t.Lemma] {
			return "it may hold towards “" + t.Text + "” only"
		}
	}
	return v.carriedOn()
}

// everybody are words behind "for", "to" or "with" that name nobody in particular.
var everybody = lexicon.WordSet(`all every each any you your user users question questions point this that these be no at fewer it answer answers reply replies response responses message messages clarity`)

// carriedOn doubts what goes on where the sentence before it speaks of another text:
// "The essay must not exceed 500 words. Contractions are not allowed."
func (v *view) carriedOn() string {
	for i := range v.d.found {
		if g := &v.d.found[i]; g.in[1] == v.f.in[0] && strings.HasPrefix(g.Doubt, saidOf) && v.d.commandIn(v.s) < 0 {
			return g.Doubt
		}
	}
	return ""
}

// toModel reports whether the words of a demand, or the heading that it stands under,
// speak of what the model itself gives back.
func (v *view) toModel() bool {
	own := v.s[:v.to]
	return lexicon.Says(own, "you", "your", "answer", "answers", "reply", "replies", "respond", "response", "responses", "output", "outputs", "return", "give", "finish") || givesBack.MatchString(v.heading())
}

// heading returns the heading that a demand stands under; empty if there is none.
func (v *view) heading() string {
	if first := v.above()[0]; headline.MatchString(first) {
		return first
	}
	return ""
}

// above are the heading and the lines that a demand stands under, and what stands before
// its sentence in its own line.
func (v *view) above() []string {
	return strings.Split(v.d.leading(v.s[0].Start), "\n")
}

// givesBack is a heading that names the answer, or its form.
var givesBack = lazyregexp.New(`(?i)\b(?:output|response|answer|reply|your|format|formatting)\b`)

// grades reports whether a system message has texts of others judged.
func (d *decomposer) grades() bool {
	for i := range d.tokens {
		if graders()[d.tokens[i].Low] && (i+1 == len(d.tokens) || !d.tokens[i+1].Numeral()) { // but not grade 7
			return true
		}
	}
	return false
}

// graders are words of who judges texts and of what that comes to.
var graders = lexicon.WordSet(`grade grades grader grading examiner examiners moderator moderators violation violations breach breaches compliance compliant reviewer rejected reject approve verstöße prüfst prüfen prüfer bewerte bewerten einsendung evalúa evalúas vérifiez vérifies correcteur`)

// ruledOthers returns the line of rules for somebody else that a demand stands under, or
// that stands before it in its sentence: "Rules for the customer:", "Pupils get these
// rules:", "In the exam students must:".
func (v *view) ruledOthers() string {
	at := strings.LastIndexByte(v.d.prompt[:v.s[0].Start], '\n') + 1
	above := append(v.above(), v.leader(at, true))
	own := v.d.prompt[at:v.f.Start]
	if end := strings.LastIndexAny(own, ":："); end >= 0 {
		above = append(above, own[:end+1])
	}
	for _, l := range above {
		l = strings.TrimSpace(lastSentence(strings.Join(strings.Fields(l), " ")))
		if othersRules.MatchString(l) && !forReplies.MatchString(l) {
			return l
		}
	}
	return ""
}

var (
	// othersRules are what somebody else is held to, or told.
	othersRules = lazyregexp.New(`(?i)\b(?:rules?|instructions?|guidelines|requirements|task|brief|policy|regeln|vorgaben|hinweise|instrucciones|reglas|consignes|règles)\b(?: \pL+)? (?:for|to|of|on|at|an|für|para|pour|aux|our|their) (?:(?:the|our|all|any|my|a|an|die|den|los|las|les) )?[\pL'’ -]{2,40}[:：.]?$|` +
		`\b(?:contest|competition|subreddit|forum|exam|club|game|school|competitor['’]s|bot has)\b[\pL '’]{0,12} (?:rules|task|guidelines|requirements)\b[^:]{0,20}[:：.]?$|` +
		`\b(?:were|was|get|gets|got|received|receive|follow|recibieron|erhielten|bekamen|reçu|expects?|gilt)\b[^:]{0,60}[:：]$|\btask was (?:set|given)\b|(?:students|pupils|candidates|contestants|participants|applicants|authors|writers|employees|customers|members) (?:must|should|have to)\b[^:]{0,40}[:：.]$|\brules as published|(?:応募者|学生|考生|参加者|投稿者)[^:：]{0,12}[:：]$`)
	// forReplies are lines of rules for the model's answers.
	forReplies = lazyregexp.New(`(?i)\b(?:you|your|answer(?:s|ing)?|repl(?:y|ies|ying)|respon(?:se|ses|ding)|outputs?|messages?|conversations?|chats?|writing|formatting|when|generating|creating)\b|^(?:please )?follow\b`)
)

// subject returns whom or what the sentence of a demand states it of, where that is not
// the answer; empty if it is, or if the demand commands.
func (v *view) subject() string {
	goesOn := lexicon.Modals()[v.s[v.from].Low] || habits()[v.s[v.from].Low]
	verb := slices.IndexFunc(v.s[:v.to], func(t lexicon.Token) bool { return lexicon.Modals()[t.Low] })
	switch {
	case goesOn && verb < 0:
		verb = v.from
	case !goesOn && verb < v.from:
		return ""
	}
	who := v.s[:verb]
	for len(who) > 0 && (who[len(who)-1].Kind != lexicon.Word || who[len(who)-1].Low == "and") {
		who = who[:len(who)-1]
	}
	if len(who) == 0 || lexicon.Says(who, "you", "your") || !articles()[who[0].Low] && v.d.commandIn(who) >= 0 {
		return ""
	}
	last := &who[len(who)-1]
	if len(who) == 1 && lexicon.Says(who, "it", "they") {
		if v.d.written(v.f.in[0]) {
			return ""
		}
		return last.Text
	}
	_, each := v.f.Reading.Check.Expr.(algebra.Each)
	if each || !goesOn && !lexicon.WholeNouns()[last.Low] || slices.ContainsFunc(who, func(t lexicon.Token) bool {
		noun := lexicon.SingularOf(t.Low)
		return clause.CoreNouns()[noun] || v.d.writes(noun)
	}) {
		return ""
	}
	return last.Text
}

// habits are verbs of what somebody does each time.
var habits = lexicon.WordSet(`uses contains has begins starts ends speaks writes says includes avoids keeps answers replies`)

// writes reports whether a message has the model write what a noun names.
func (d *decomposer) writes(noun string) bool {
	for i := range d.tokens {
		if lexicon.SingularOf(d.tokens[i].Low) != noun {
			continue
		}
		before := d.tokens[max(d.sentenceAt(i)[0], i-longestPartName-2):i]
		if slices.ContainsFunc(before, func(t lexicon.Token) bool { return lexicon.TaskVerbs()[t.Lemma] }) {
			return true
		}
	}
	return false
}

// written reports whether the sentence before a token commands, as one that asks for a text.
func (d *decomposer) written(at int) bool {
	for i := len(d.sentences) - 1; i >= 0; i-- {
		if s := d.sentences[i]; s[1] <= at {
			return d.commandIn(d.tokens[s[0]:s[1]]) >= 0
		}
	}
	return false
}
