package english

import (
	"slices"
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/verify/algebra"
	"adhere/verify/english/internal/clause"
	"adhere/verify/english/internal/lexicon"
)

// A system message, or a prompt that waits for another, speaks of all that a
// model is asked. What it demands binds every answer only where its sentence
// speaks of all of them, forbids or limits something, or stands behind a label of
// rules, or where the message is short and sets no condition at all; and where
// nothing around it says when it holds.

var (
	// everyAnswer speaks of all answers, or of what is done at all times.
	everyAnswer = lazyregexp.New(`(?i)\b(?:always|never|answer(?:s|ing)?|repl(?:y|ies|ying)|respon(?:d|se|ses|ding)|messages?|outputs?|every time|at all times|write|speak)\b|["“]`)
	// another is a subject that need not be the answer.
	another = lazyregexp.New(`(?i)\b(?:it|they|them|she|he|user|users)\b`)
	// occasions say when something holds, or that it is only an example.
	occasions = lazyregexp.New(`当.{2,}[时時]|当用户|如果|假如|的[时時]候|場合|경우|(?i)\b(?:if|when|whenever|once|unless|until|in case|in (?:this|that|such|these|those) cases?|for (?:example|instance)|e\.g|asks|asked|steps?|phases?|stages?|modes?|commands?|tools?|examples?|samples?|templates?|scenarios?|workflows?)\b`)
	// otherReply says what is answered now and then.
	otherReply = lazyregexp.New(`(?i)\b(?:say|(?:just|only|simply|then|else|otherwise),? (?:reply|respond|answer))(?: only| just| with| exactly)?:? ?["“]|(?:回答|回复|回復|答える)[:：]? ?["“]`)
	// ofWork begins a sentence by naming a text that some answers are: "When you write the report, …".
	ofWork = lazyregexp.New(`(?i)^\W*(?:when(?:ever)?|while|once) (?:you(?:['’]re| are)? )?(?:writ|creat|prepar|draft|produc|compil|generat)(?:e|es|ing) (?:the|an?|this|that) (?:[\pL-]+ )?(?:report|summary|table|list|plan|code|email|article|essay|post|story|review|script|letter|document)`)
	// items begin lines of a list.
	items = lazyregexp.New(`^[ \t]*(?:[-*•+]|\d{1,3}[.)]|\pL[.)])[ \t]+`)
	// reusable says that what is to be answered comes later.
	reusable = lazyregexp.New(`(?i)\b(?:(?:when|once|until|after) (?:i|the user)(?: \pL+)? (?:type|say|ask|write|give|provide|send|paste|share|enter|tell)s?|(?:i|user)(?: will|['’]ll| am going to)(?: \pL+)? (?:provide|give|send|ask|type|tell|input|share|enter)|you will (?:be (?:given|provided)|receive)|user['’]?s? (?:prompts?|input|questions?|messages?|requests?)|next (?:user )?(?:input|prompt|message))\b`)
)

// occasion doubts a demand of such a message that may hold of some answers only. The message
// is given whole.
func (d *decomposer) occasion(f *Found, message string) string {
	sentence, limits := d.sentence(f), clause.Forbids(f.Reading.Check.Expr)
	before := d.leading(d.tokens[f.in[0]].Start)
	_, opening := f.Reading.Check.Expr.(algebra.Starts)
	_, not := f.Reading.Check.Expr.(algebra.Not)
	always := (limits || not) && !another.MatchString(sentence)
	brief := d.standing && f.asked == noRole && !lexicon.Says(d.tokens[f.from:f.to], "start", "begin", "open", "starts", "begins") && d.worded <= manySentences && !occasions.MatchString(d.prompt) && (strings.Contains(sentence, ":") || d.commandIn(d.tokens[f.in[0]:f.in[1]]) >= 0)
	switch every := everyAnswer.MatchString(sentence); {
	case !every && !always && !brief:
		return "it may be wanted only where it fits"
	case opening && (!lasting.MatchString(sentence) || otherReply.MatchString(message)):
		return "it may be said of the first answer only"
	case d.standing && ofWork.MatchString(sentence):
		return "it may be wanted only where it fits"
	case occasions.MatchString(before) && (!every || !limits):
		return "what stands before it may say when it holds"
	}
	return ""
}

// leading returns what stands before a sentence in its paragraph or item, the
// lines that this stands under, and the heading.
func (d *decomposer) leading(start int) string {
	lines := strings.Split(d.prompt[max(0, start-looked/4):start], "\n")
	last := len(lines) - 1
	out, line := lines[last], d.prompt[start-len(lines[last]):]
	indent, listed := indentOf(line), items.MatchString(line)
	apart, led := false, false // blank lines stand between; what else stands above leads to something else
	for i := last - 1; i >= 0; i-- {
		text := strings.TrimSpace(lines[i])
		item, inner := items.MatchString(lines[i]), indentOf(lines[i])
		leads := leadsOn.MatchString(text)
		switch {
		case text == "":
			apart = true
		case headline.MatchString(text):
			return text + "\n" + out
		case led:
		case listed && (inner < indent || !item && leads), !listed && (!apart || leads && !item):
			out, indent, listed = text+"\n"+out, inner, item
			led = leads && !item
		case !listed && item:
			led = true // the end of a list
		}
	}
	return out
}

var (
	// leadsOn ends a line that leads to those below.
	leadsOn = lazyregexp.New(`(?:[:：…]|\.\.\.)[*_]*$`)
	// headline is the heading of a section.
	headline = lazyregexp.New(`^#|^\*\*.*[^:*]\*\*$|^\[[^\]]*\]$`)
)

func indentOf(l string) int { return len(l) - len(strings.TrimLeft(l, " \t")) }

// whileWriting returns how many words say before a comma only that the answer is
// written: "when answering,", "when crafting your response,"; 0 if none do.
func whileWriting(t []lexicon.Token) int {
	if len(t) < 3 || t[0].Low != "when" && t[0].Low != "while" && t[0].Low != "in" || !writing()[t[1].Low] {
		return 0
	}
	end := 2
	if t[1].Lemma != "answer" && t[1].Lemma != "respond" && t[1].Lemma != "reply" {
		if len(t) < 5 || !clause.CoreNouns()[t[3].Low] {
			return 0
		}
		end = 4
	}
	if t[end].Text != "," || end+2 < len(t) && t[end+2].Low != "is" && lexicon.Says(t[end+1:end+2], "it", "they", "he", "she", "i", "we") {
		return 0
	}
	return end
}

var (
	// unlessAsked says behind a ban on emojis that users may ask for some.
	unlessAsked = lazyregexp.New(`(?i)\bemojis?\b[^.!?\n]{0,40}?([,(]? ?\bunless(?: (?:the|an?|users?|person|people|someone|has|have|you(?:['’]re)?|are|explicitly|specifically|expressly|directly|otherwise))* (?:ask(?:s|ed)?|request(?:s|ed)?|wants?|told|instructed|specified)(?: (?:explicitly|for|to|use|do|so|it|them|this|that|emojis?|otherwise|by|the|user))*\)?)(?:\s*\n|[.;]|\s*$)`)
	// ofEmojis are words and signs by which users speak of emojis.
	ofEmojis = lazyregexp.New(`(?i)emoji|emotic|smiley|表情|絵文字|顔文字|이모지|[\x{2600}-\x{27BF}\x{1F000}-\x{1FAFF}]`)
)

// unasked takes out of a system message where it says that users may ask for emojis,
// and returns the bytes at which it does.
func unasked(text string) (string, []int) {
	out, at := []byte(text), []int(nil)
	for _, m := range unlessAsked.FindAllStringSubmatchIndex(text, -1) {
		copy(out[m[2]:m[3]], strings.Repeat(" ", m[3]-m[2]))
		at = append(at, m[2])
	}
	return string(out), at
}

// writing is what is done to an answer.
var writing = lexicon.WordSet(`answering responding replying writing crafting drafting composing formulating providing giving creating preparing generating constructing presenting formatting`)

// toldOf reports whether a language stands before a comma and a statement: "In English,
// most plurals end in s."
func (v *view) toldOf() bool {
	if v.from > 0 || v.s[0].Low != "in" || v.to+3 >= len(v.s) || v.s[v.to].Text != "," {
		return false
	}
	if lexicon.TaskVerbs()[v.s[v.to+1].Low] {
		return v.s[v.to+2].Low == "is" // in Welsh, answer is "ateb"
	}
	said := v.s[v.to:]
	modal := slices.ContainsFunc(said, func(t lexicon.Token) bool { return t.Low != "have" && t.Low != "has" && lexicon.Modals()[t.Low] })
	return !modal || inPlural(said[1].Low)
}
