package english

import (
	"strings"
	"unicode/utf8"

	"adhere"
	"adhere/internal/lazyregexp"
)

// Matter that a prompt hands over to be worked on: what stands behind "summarise
// this:".

// workVerbs are what one does to a text that is there already.
const workVerbs = `summari[sz]e|summary of|sum up|tl;?dr|translate|proofread|proof-?read|fix|correct|edit|rewrite|rephrase|reword|paraphrase|improve|polish|review|analy[sz]e|critique|grade|evaluate|assess|check|shorten|simplify|explain|expand|continue|complete|extract|classify|convert|reformat|format|debug|refactor|describe|respond to|reply to|answer|comment on|feedback on|look at|read|compare|solve|rate|score|mark|annotate|label|find|spot|identify|parse|turn|make|zusammen|fasse|übersetze|korrigiere|verbessere|prüfe|resume|resumen|traduce|traduz|traduza|traduis|traduire|traduisez|corrige|corrigez|corrija|résume|résumez|resuma|mejora|améliore|reescribe|réécris|reescreva`

// workElsewhere are such verbs of languages without spaces.
const workElsewhere = `总结|翻译|改写|润色|修改|概括|要約|翻訳|校正|添削|訳し|改成|改得|改为|缩短|精简|总结|归纳|提炼|回复|まとめ|直し|書き直|返信|번역|요약|고쳐|다듬`

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
	handing = lazyregexp.New(`(?i)\b(?:here(?:'s|’s| is| are)|below (?:is|are)|this is|these are|my|the|given|consider|attached|hier (?:ist|sind)|aquí (?:está|tienes)|voici|aqui está)\b[^.!?\n]{0,60}\b(?:` + matterNouns + `)\b[^.!?\n]{0,60}[:.]?\s*$`)
	// labels begin a document: "Article:", "Context: …".
	labels = lazyregexp.New(`(?i)^\W{0,4}(?:` + matterNouns + `|examples?|sample(?: \w+)?|source|background|original(?: \w+)?|student(?:'s)? \w+|user (?:message|query|input)|retrieved \w+|search results?|knowledge base|reference(?: \w+)?|tex(?:te|to)|artikel|kontext|beispiel|contexto|contexte|exemple|ejemplo|exemplo|原文|文本|文章|例|本文|邮件|信件|通知|公告|对话|评论|留言|メール|記事|お知らせ|이메일|원문)\W{0,4}[:：】]`) //nolint:misspell // of other languages
	// asks begins the user's own words again after a document.
	asks = lazyregexp.New(`(?i)^\W{0,4}(?:question|task|instructions?|request|requirements?|rules?|constraints?|output format|response format|your (?:task|answer|response)|guidelines|note|frage|aufgabe|pregunta|tarea|consigne|tâche|tarefa|问题|要求|任务|質問|指示)\W{0,4}[:：]`)
)

// handed is what stands after "summarise this:", "here is my code" or a label
// of a document, up to where the user speaks again under a label of its own.
func (f *finder) handed() {
	for i := range f.lines {
		l := strings.TrimSpace(f.line(i))
		if l == "" || f.covered(i) {
			continue
		}
		if strings.ContainsAny(l, ":：】") && labels.MatchString(l) && !rulesLabel()[strings.ToLower(strings.Trim(strings.Fields(l)[0], `:*#_ `))] {
			f.add(f.lines[i].start, f.untilAsked(i), adhere.FromPaste)
			continue
		}
		if colon := workColon(l); colon >= 0 && i == 0 {
			at := f.lines[i].start + strings.Index(f.line(i), l) + colon
			f.add(at, f.quotedFrom(at, f.untilAsked(i)), adhere.FromPaste)
			continue
		}
		if i+1 < len(f.lines) && f.hands(l) && !f.covered(i+1) {
			f.add(f.lines[i].end, f.untilAsked(i+1), adhere.FromPaste)
		}
	}
}

// quotedFrom returns where the quotation ends that begins at a byte, behind
// which the user speaks again; most if none does.
func (f *finder) quotedFrom(at, most int) int {
	rest := strings.TrimLeft(f.text[at:most], " \t")
	if open, shut := quotation(rest); open > 0 {
		if end := strings.Index(rest[open:], shut); end > 0 {
			return most - len(rest) + open + end + len(shut)
		}
	}
	return most
}

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

// longestHead is how many words say what is to be done with a text.
const longestHead = 30

// demandsAfter are words before a colon after which demands come, not matter.
var demandsAfter = lazyregexp.New(`(?i)\b(?:requirements?|rules?|constraints?|guidelines?|instructions?|criteria|format|following (?:words|keywords|terms|headings|sections|structure|format|rules)|conditions|points|steps|must|should|words?|phrase|keywords?)\W*$`)

// hands reports whether a line says that matter follows on the next.
func (f *finder) hands(l string) bool {
	ends := strings.HasSuffix(l, ":") || strings.HasSuffix(l, "：")
	last := lastSentence(l)
	if demandsAfter.MatchString(last) || tasks.MatchString(l) && !ends {
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
	return ok && strings.Count(l, " ") <= longestLead && len(rest) > len(l)/2 && len(strings.Fields(rest[:min(len(rest), longestGuess)])) > longSpeech
}

// longestLead is how many spaces a line has that hands over what follows.
const longestLead = 60

var nounOfMatter = lazyregexp.New(`(?i)\b(?:this|following|below|my|the)\s+(?:\w+\s+){0,2}(?:` + matterNouns + `)\b`)

// untilAsked returns where the matter that begins at a line ends.
func (f *finder) untilAsked(i int) int {
	for j := i + 1; j < len(f.lines); j++ {
		if l := f.line(j); strings.ContainsAny(l, ":：") && asks.MatchString(l) {
			return f.lines[j].start
		}
	}
	return len(f.text)
}
