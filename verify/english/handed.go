package english

import (
	"strings"
	"unicode/utf8"

	"adhere"
	"adhere/internal/lazyregexp"
	"adhere/verify/english/internal/lexicon"
)

// Matter that a prompt hands over to be worked on: what stands behind "summarise
// this:".

// workVerbs are what one does to a text that is there already.
const workVerbs = `summari[sz]e|summary of|sum up|tl;?dr|translate|proofread|proof-?read|fix|correct|edit|rewrite|rephrase|reword|paraphrase|improve|polish|review|analy[sz]e|critique|grade|evaluate|assess|check|shorten|simplify|explain|expand|continue|complete|extract|classify|convert|reformat|format|debug|refactor|describe|respond to|reply to|answer|comment on|feedback on|look at|read|compare|solve|rate|score|mark|annotate|label|find|spot|identify|parse|turn|make|zusammen|fasse|übersetze|korrigiere|verbessere|prüfe|resume|resumen|traduce|traduz|traduza|traduis|traduire|traduisez|corrige|corrigez|corrija|résume|résumez|resuma|mejora|améliore|reescribe|réécris|reescreva`

// workElsewhere are such verbs of languages without spaces.
const workElsewhere = `检查|总结|翻译|改写|润色|修改|概括|要約|翻訳|校正|添削|訳し|改成|改得|改为|缩短|精简|总结|归纳|提炼|回复|まとめ|直し|書き直|返信|번역|요약|고쳐|다듬`

// speakers are who speaks behind a label, and what they send.
const speakers = `customers?|clients?|users?|guests?|visitors?|callers?|buyers?|sellers?|tenants?|patients?|students?|employees?|colleagues?|boss|manager|reviewers?|commenters?|sender|author|agent|human|assistant|bot|system|tool|tickets?|(?:customer|client|user|chat|voice|text) (?:message|mail|e-?mail)|(?:web ?)?page|web ?site|(?:search|tool|query) (?:results?|output|hits?)|transcript|thread|comments?|tweets?|subject|kunden?|kundin|nutzer(?:in)?|chef|cliente|client|usuario|utilisateur|客户|顾客|用户|お客様|顧客|고객`

// contextNouns are what a program hands over in a system message.
const contextNouns = `(?:retrieved |relevant |source |reference )?(?:context|documents?|articles?|passages?|sources?|texts?|chunks?|transcript|emails?)|background|search results?|knowledge(?: base)?|references?|conversation(?: history)?|chat history|原文|文本|文章|资料|本文`

// presenting words say that something is there.
const presenting = `here(?:'s|’s| is| are)|below (?:is|are)|this is|these are|attached|hier (?:ist|sind)|aquí (?:está|tienes)|voici|aqui está`

// matterNouns are what is handed over.
const matterNouns = `text|passage|article|paragraphs?|e-?mail|mail|letter|essay|story|document|draft|code|snippet|script|program|function|query|poem|speech|transcript|conversation|dialogue|chat|message|sentences?|lines?|review|abstract|report|post|blog|notes?|context|excerpt|quote|lyrics|resume|cv|cover letter|job (?:description|posting|ad)|description|ad|listing|bio|prompt|question|problem|exercise|assignment|recipe|contract|clause|policy|minutes|data|input|log|error|output|file|content|table|list|tweet|caption|statement|claim|scenario|case|following|this|below|text unten|texto|texte|mail`

var (
	// working is a line that says what is to be done with what follows it.
	working = lazyregexp.New(`(?i)(?:^|[^\p{L}])(?:` + workVerbs + `)(?:$|[^\p{L}])|` + workElsewhere)
	// changing is what one does to a text that must be there.
	changing = lazyregexp.New(`(?i)(?:^|[^\p{L}])(?:summari[sz]e|tl;?dr|translate|proofread|fix|correct|edit|rewrite|rephrase|reword|paraphrase|polish|shorten|übersetze|korrigiere|traduce|traduz|traduza|traduis|traduisez|corrige|corrija|résume)(?:$|[^\p{L}])|总结|翻译|改写|润色|要約|翻訳|校正|添削|訳し|번역|요약`)
	// pointing says that the matter comes next, or is there.
	pointing = lazyregexp.New(`(?i)\b(?:this|these|following|below|here|attached|above|mine|my|it|that|unten|folgende[nrs]?|diese[nrs]?|este|esta|siguiente|ce|cette|suivant|ci-dessous|abaixo|seguinte)\b|下面|以下|这|這|次の|この`)
	// handing announces matter without a verb of work: "Here is my essay:".
	handing = lazyregexp.New(`(?i)\b(?:` + presenting + `|my|the|given|consider)\b[^.!?\n]{0,60}\b(?:` + matterNouns + `)\b[^.!?\n]{0,60}[:.]?\s*$`)
	// present says that what follows is there.
	present = lazyregexp.New(`(?i)\b(?:` + presenting + `)\b`)
	// labels begin a document, or what somebody says: "Article:", "Ticket #12 from
	// Anna:", "## Source".
	labels = lazyregexp.New(`(?i)^[\s#*_(\[【-]{0,5}(?:(?:` + matterNouns + `|examples?|sample(?: \w+)?|source|background|original(?: \w+)?|student(?:'s)? \w+|user (?:message|query|input)|retrieved \w+|search results?|knowledge base|reference(?: \w+)?|tex(?:te|to)|artikel|kontext|beispiel|contexto|contexte|exemple|ejemplo|exemplo|原文|文本|文章|例|本文|邮件|信件|通知|公告|对话|评论|留言|メール|記事|お知らせ|이메일|원문)|(?:[\pL'’]+ ){0,2}(?:` + speakers + `))(?:[ ](?:from|by|to|no\.|von|de)\b[^:.!?\n]{0,40}|[ ]?#?\d+|[ ]\([^()\n]{0,40}\))*\W{0,4}(?:[:：】]|$)`) //nolint:misspell // of other languages
	// standingLabels are those of them that begin a document, an example or speech in a
	// system message too.
	standingLabels = lazyregexp.New(`(?i)^[\s#*_(\[【-]{0,5}(?:(?:\pL+ ){0,2}(?:examples?|samples?|beispiele?|ejemplos?|exemples?|exemplos?)(?: \pL+){0,2}|示例|例子|例|` + contextNouns + `|(?:[\pL'’]+ ){0,2}(?:` + speakers + `))(?:[ ]?#?\d+)?\W{0,4}(?:[:：】]|$)`)
	// contexts are labels of documents that a program puts behind them, with headings of
	// their own.
	contexts = lazyregexp.New(`(?i)^\W*(?:` + contextNouns + `)\W*$`)
	// subjectLimit demands something of the subject of a mail, which is no mail yet.
	subjectLimit = lazyregexp.New(`(?i)^\W{0,4}subject\W{0,4}:\W*(?:max|at most|no more|up to|under|less|fewer|between|about|exactly|\d)`)
	// speaking says in its last words, before a colon, that somebody speaks in what
	// follows.
	speaking = lazyregexp.New(`(?i)(?:(?:^|[^\pL])(?:said|says|saying|told|tells|wrote|writes|asked|asks|posted|tweeted|replied|commented|noted|states|stated|claimed|texted|emailed|messaged|complained|demanded|insisted|requested|suggested|warned|announced|answered|responded|added|shouted|reads|returned|printed|according to|here(?:['’]s| is| are)|hier (?:ist|sind)|(?:an?|some|one) \pL+ (?:posts|comments|notes|claims|replies|tweets)|(?:\pL+s|people|some|many|they|others) (?:say|ask|write|state|claim)|schrieb|schreibt|sagte|sagt|fragte|fragt|meinte|meint|antwortete|escribió|escribe|dijo|dice|preguntó|pregunta|écrit|dit|demande|demandé|répondu|escreveu|escreve|disse|diz|perguntou)(?:[^\pL:][^:：.!?\n]{0,60})?|(?:说|說|写道|问|發帖|发帖|回复|评论|言いました|言っています|書きました|書いています|聞きました))\s*$`)
	// ownSpeech is the subject where the writer of the message speaks.
	ownSpeech = lazyregexp.New(`(?i)(?:\b(?:i|we|ich|wir)(?:['’](?:ve|d))?(?: (?:have|had|just|already|always|also|once|all|both))*|j['’]ai)\s*$|(?:我|私)[^，。]{0,4}$`)
	// ofAll begins what is said of all answers, which may still be the words of
	// who is quoted before it.
	ofAll = lazyregexp.New(`(?i)^\W*(?:all|every|each|any|your|the|this|these|it|replies|responses|answers|alle|jede|deine|ihre|todas|todos|cada|toutes|tous|chaque)\b|^\W*(?:所有|每|すべて)`)
)

// documents stand behind a label of their own or of who wrote them.
func (f *finder) documents() {
	for i := range f.lines {
		l := strings.TrimSpace(f.line(i))
		named := f.label(l)
		if named == "" || f.covered(i) || !strings.HasPrefix(l, "#") && !strings.ContainsAny(named, ":：】") {
			continue
		}
		if first := strings.ToLower(lexicon.LeadingWord(l)); !rulesLabel()[first] && (!lexicon.TaskVerbs()[first] || !strings.Contains(strings.TrimSpace(named), " ")) && !subjectLimit.MatchString(l) && (i > 0 || first != "subject" || !f.salutes()) {
			f.opened(f.lines[i].start, f.behind(i, named))
		}
	}
}

// label returns the words with which a line begins a document; empty if it does not.
func (f *finder) label(l string) string {
	if !f.standing {
		return labels.FindString(l)
	}
	if named := standingLabels.FindString(l); !strings.HasPrefix(strings.ToLower(named), "system") {
		return named
	}
	return "" // the message itself
}

// handed is what stands after "summarise this:" or "here is my code".
func (f *finder) handed() {
	for i := range f.lines {
		l := strings.TrimSpace(f.line(i))
		if l == "" || f.covered(i) {
			continue
		}
		if colon := workColon(l); colon >= 0 && (i == 0 || pointing.MatchString(l[:colon])) && !f.limits(i, colon) {
			f.opened(f.behind(i, l[:colon]), f.behind(i, l[:colon]))
		} else if i+1 < len(f.lines) && !f.covered(i+1) && f.hands(l) {
			f.opened(f.lines[i].end, f.lines[i].end)
		}
	}
}

// limits reports whether a message ends with a line that asks for a text and says
// behind a colon how long it is: "Describe the sea: three sentences."
func (f *finder) limits(i, colon int) bool {
	l := strings.TrimSpace(f.line(i))
	head, rest := l[:colon], l[colon:]
	return strings.TrimSpace(f.text[f.lines[i].end:]) == "" && asksAnew.MatchString(head) && !pointing.MatchString(head) && !nounOfMatter.MatchString(head) &&
		(onlyLimit.MatchString(rest) || limitFirst.MatchString(rest) && !anotherText.MatchString(rest))
}

var (
	// asksAnew asks for a text and for no work on one that is there.
	asksAnew = lazyregexp.New(`(?i)^\W*(?:(?:please|pls|can you|could you|briefly) )*(?:describe|explain) \S`)
	// onlyLimit is a length that stands alone; one in words needs a word of limits, since
	// what is explained may have so many.
	onlyLimit = lazyregexp.New(`^\s*(?:` + limitWords + `+` + someNumber + `[ -]words?|` + limitWords + `*` + someNumber + lengthUnit + `)` + limitEnd + `?\W*$`)
	// limitFirst is a length in figures, or one with a word of limits, before more.
	limitFirst = lazyregexp.New(`^\s*(?:` + limitWords + `+` + someNumber + `[ -]words?|(?:` + limitWords + `+` + someNumber + `|\d+)` + lengthUnit + `)` + limitEnd + `?\s*[,.;(]`)
	// anotherText says that more than one text is wanted, or asks.
	anotherText = lazyregexp.New(`(?i)\b(?:plus|then|followed|and an?|vs|versus)\b|\?`)
)

// What a length is made of.
const (
	limitWords = `(?:(?:in|within|max\.?|maximum|at most|no more than|up to|under|exactly) )`
	someNumber = `(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)`
	lengthUnit = `[ -](?:short |numbered )?(?:sentences?|paragraphs?|bullets?|bullet[ -]points?)`
	limitEnd   = `(?: (?:max(?:imum)?|tops|each|in total|at most|or (?:less|fewer)|only))`
)

// salutes reports whether a letter begins below the first line: one to the model
// itself is no matter.
func (f *finder) salutes() bool {
	_, below, _ := strings.Cut(f.text, "\n")
	first, _, _ := strings.Cut(strings.TrimSpace(below), "\n")
	return salute.MatchString(first)
}

// behind returns the byte behind the words with which a line begins.
func (f *finder) behind(i int, words string) int {
	return f.lines[i].start + strings.Index(f.line(i), words) + len(words)
}

// opened is matter that begins at a byte, with words from another on, and has no
// end of its own: what stands behind its first paragraph may be part of it. Where
// it stands in marks, these end it.
func (f *finder) opened(start, at int) {
	body := at + len(f.text[at:]) - len(strings.TrimLeft(f.text[at:], " \t\r\n"))
	end := len(f.text)
	if body == end {
		return
	}
	if open, shut := lexicon.Quotation(f.text[body:]); open > 0 {
		end = body + open + strings.Index(f.text[body+open:], shut) + len(shut)
		line, _, _ := strings.Cut(f.text[end:], "\n")
		if rest := strings.TrimSpace(line); rest == "" || !strings.Contains(f.text[at:body], "\n") {
			f.add(start, end, adhere.FromPaste)
			if ofAll.MatchString(rest) {
				f.add(end, end+len(line), adhere.Mentioned)
			}
			return
		}
		end = len(f.text)
	}
	for _, r := range f.found {
		if line, _, _ := strings.Cut(f.text[body:], "\n"); r.start <= body && body+len(line) <= r.end && (r.origin != adhere.FromCode || strings.ContainsRune("`~", rune(f.text[body]))) {
			return
		}
	}
	if gap := strings.Index(f.text[body:], "\n\n"); gap >= 0 {
		end = body + gap
	}
	f.add(start, end, adhere.FromPaste)
	f.add(end, f.mentioned(start, end), adhere.Mentioned)
}

// mentioned returns where what stands behind matter is no part of it any more: in a
// system message under a heading of rules, unless the matter is documents.
func (f *finder) mentioned(start, end int) int {
	line, _, _ := strings.Cut(f.text[start:], "\n")
	if !f.standing || contexts.MatchString(line) {
		return len(f.text)
	}
	for i := range f.lines {
		if l := f.line(i); f.lines[i].start >= end && headline.MatchString(l) && ofRules.MatchString(l) {
			return f.lines[i].start
		}
	}
	return len(f.text)
}

// ofRules is a heading over rules.
var ofRules = lazyregexp.New(`(?i)\b(?:instructions?|rules?|requirements?|constraints?|guidelines?|restrictions?|formatting|(?:output|response|answer) (?:format|style|length)|limits?|style|tone|important|do not|don['’]t)\b|要求|约束|限制|规则|注意`)

// workColon returns where the matter begins behind a colon on the same line,
// -1 if there is none.
func workColon(l string) int {
	at := 0
	if m := colon.FindStringIndex(l); m != nil {
		at = m[0]
	}
	if at == 0 || at+1 >= len(l) || len(strings.TrimSpace(l[at+1:])) == 0 {
		return -1
	}
	head := l[:at]
	if strings.Count(head, `"`)%2 == 1 && strings.HasPrefix(l[at:], `:"`) {
		return -1 // it ends a text: start with "Answer:"
	}
	if len(strings.Fields(head)) > longestHead || !working.MatchString(head) {
		return -1
	}
	if strings.ContainsAny(head, ".!?。！？") && !working.MatchString(head[strings.LastIndexAny(head, ".!?。！？"):]) {
		return -1
	}
	if demandsAfter.MatchString(head) {
		return -1
	}
	size := 1
	if strings.HasPrefix(l[at:], "：") {
		size = len("：")
	}
	return at + size
}

// colon stands in no time, ratio or address.
var colon = lazyregexp.New(`[:：](?:[^\d/]|$)`)

// said is what stands behind words that announce somebody's: "a user asked: …".
func (f *finder) said() {
	for at, r := range f.text {
		if r != ':' && r != '：' {
			continue
		}
		from := max(strings.LastIndexByte(f.text[:at], '\n')+1, strings.LastIndexAny(f.text[:at], ":：")) // no such words hold a colon
		m := speaking.FindStringIndex(f.text[from:at])
		if m == nil {
			continue
		}
		verb, end := from+m[0], at+utf8.RuneLen(r)
		if from = strings.LastIndexAny(f.text[:verb+1], ".!?\n") + 1; !ownSpeech.MatchString(f.text[from:verb+1]) && !demandsAfter.MatchString(f.text[verb:at]) {
			f.opened(end, end)
		}
	}
}

// longestHead is how many words say what is to be done with a text.
const longestHead = 30

// demandsAfter are words before a colon after which demands come, not matter.
var demandsAfter = lazyregexp.New(`(?i)\b(?:requirements?|rules?|constraints?|guidelines?|instructions?|criteria|format|following (?:words|keywords|terms|headings|sections|structure|format|rules)|conditions|points|steps|must|should|words?|phrase|keywords?|needs?|wants?|like|ask|brief|tasks?|wish(?:es)?|expect)` + belowHere)

const (
	belowHere = `(?: (?:(?:listed |given )?below|as follows))?\W*$`
	rulesLast = `(?:requirements?|rules?|constraints?|guidelines?|instructions?|criteria|conditions)` + belowHere
)

// worksOnRules says what is to be done with rules, or what became of them: "can you translate the
// instructions below:", "a clerk broke the following rules:".
var worksOnRules = lazyregexp.New(`(?i)(?:^|[^\pL])(?:` + workVerbs + `|(?:each|examples?|versions?|overview) of|about|from|me on|problems with|break|broke|violated?)(?: (?:for )?me)?(?: all)? (?:the|these|this|those|my|our|their|his|her)(?: following)?(?: \w+)? ` + rulesLast)

// commandsRules is a command whose object are rules: "memorise the rules below:".
var commandsRules = lazyregexp.New(`(?i)^\W*(?:please )?(\pL+) (?:all )?(?:the|these|this|those|my|our|their|his|her)(?: following)?(?: \w+)? ` + rulesLast)

// keeping verbs have as their object rules that the answer is to meet.
var keeping = lexicon.WordSet(`follow obey observe respect apply use meet satisfy fulfill fulfil keep bear take mind remember consider note heed honor honour see execute implement include incorporate address ensure have given`)

// talksOfRules reports whether a sentence makes rules what is worked on.
func talksOfRules(sentence string) bool {
	if m := commandsRules.FindStringSubmatch(sentence); m != nil {
		verb := strings.ToLower(m[1])
		return !keeping()[verb] && !lexicon.ClosedWords()[verb] && !strings.HasSuffix(verb, "ing")
	}
	return worksOnRules.MatchString(sentence)
}

// hands reports whether a line says that matter follows on the next.
func (f *finder) hands(l string) bool {
	ends := strings.HasSuffix(l, ":") || strings.HasSuffix(l, "：")
	if f.standing && (!ends || !present.MatchString(l)) && !below.MatchString(l) {
		return false
	}
	last := lastSentence(l)
	if demandsAfter.MatchString(last) {
		return (ends || pointing.MatchString(last)) && talksOfRules(last)
	}
	if tasks.MatchString(l) && !ends {
		return false
	}
	if handing.MatchString(last) || opinion.MatchString(l) {
		return true
	}
	if m := below.FindString(l); m != "" && !demandsAfter.MatchString(m) {
		return true
	}
	if !ends && !f.leads(l) {
		return false
	}
	if ends && changing.MatchString(l) && len(strings.Fields(l)) <= longSpeech {
		return true
	}
	return working.MatchString(l) && pointing.MatchString(l) && (ends || nounOfMatter.MatchString(l))
}

// below says first that a text stands below.
var below = lazyregexp.New(`(?i)^\W*below (?:is|are) (?:the|my|our|a|an)\b(?: [\pL'-]+){1,4}`)

// lastSentence returns the last sentence of a line, or the end of a long one.
func lastSentence(l string) string {
	l = l[strings.LastIndexAny(strings.TrimRight(l, ".!?: "), ".!?")+1:]
	for len(l) > longestTail {
		_, size := utf8.DecodeRuneInString(l)
		l = l[max(size, strings.IndexByte(l, ' ')+1):]
	}
	return l
}

const longestTail = 160 // bytes

// opinion asks what to make of the text that follows.
var opinion = lazyregexp.New(`(?i)^\W*(?:tl;?dr|eli5|(?:any |your )?(?:thoughts|opinions?|feedback|comments|ideas)|what (?:do you think|does (?:this|it) (?:mean|say))|summary|translate|proofread|explain)(?: please| pls)?\s*[?:.!]*$`)

// leads reports whether a line is the only one of the user's before blank
// space and much more text.
func (f *finder) leads(l string) bool {
	rest, ok := strings.CutPrefix(strings.TrimSpace(f.text), l)
	return ok && strings.Count(l, " ") <= longestLead && len(rest) > len(l)/2 && len(strings.Fields(rest[:min(len(rest), lexicon.LongestGuess)])) > longSpeech
}

// longestLead is how many spaces a line has that hands over what follows.
const longestLead = 60

var nounOfMatter = lazyregexp.New(`(?i)\b(?:this|following|below|my|the)\s+(?:\w+\s+){0,2}(?:` + matterNouns + `)\b`)
