package english

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"adhere"
	"adhere/internal/lazyregexp"
)

// A region is a stretch of a message that is spoken of or worked on, and so
// demands nothing of the answer.
type region struct {
	start, end int // bytes
	origin     adhere.Origin
}

// longestMatter bounds what is read of one message, in bytes.
const longestMatter = 64 << 10

// regions finds the matter in a message: fenced and bare code, tagged and
// quoted documents, mails, transcripts, and whatever is handed over to be
// worked on. All that is in none of them is in the user's own words.
func regions(text string) []region {
	f := &finder{text: text, lines: cutLines(text)}
	f.fences()
	f.enclosed()
	f.quotations()
	f.code()
	f.transcripts()
	f.handed()
	return f.merged()
}

// A span of bytes.
type lineSpan struct{ start, end int }

func cutLines(text string) []lineSpan {
	var out []lineSpan
	for at := 0; at < len(text); {
		end := strings.IndexByte(text[at:], '\n')
		if end < 0 {
			return append(out, lineSpan{at, len(text)})
		}
		out = append(out, lineSpan{at, at + end})
		at += end + 1
	}
	return out
}

type finder struct {
	text  string
	lines []lineSpan
	found []region
}

func (f *finder) add(start, end int, origin adhere.Origin) {
	if end > start {
		f.found = append(f.found, region{start, end, origin})
	}
}

func (f *finder) line(i int) string { return f.text[f.lines[i].start:f.lines[i].end] }

// covered reports whether a line lies in what was found.
func (f *finder) covered(i int) bool {
	for _, r := range f.found {
		if r.start <= f.lines[i].start && f.lines[i].end <= r.end {
			return true
		}
	}
	return false
}

// merged orders the regions and drops what lies in another.
func (f *finder) merged() []region {
	var out []region
	for _, r := range f.found {
		inside := false
		for _, o := range f.found {
			if o != r && o.start <= r.start && r.end <= o.end {
				inside = true
			}
		}
		if !inside {
			out = append(out, r)
		}
	}
	return out
}

// fences are code between lines of three marks; one that is never closed runs
// to the end.
func (f *finder) fences() {
	open := -1
	for i := range f.lines {
		l := strings.TrimSpace(f.line(i))
		if !strings.HasPrefix(l, "```") && !strings.HasPrefix(l, "~~~") {
			continue
		}
		switch {
		case open < 0 && strings.Count(l, "```") == 2:
			f.add(f.lines[i].start, f.lines[i].end, adhere.FromCode)
		case open < 0:
			open = i
		default:
			f.add(f.lines[open].start, f.lines[i].end, adhere.FromCode)
			open = -1
		}
	}
	if open >= 0 {
		f.add(f.lines[open].start, len(f.text), adhere.FromCode)
	}
}

var (
	tagged = lazyregexp.New(`<([A-Za-z][\w-]*)(?:\s[^<>\n]*)?>`)
	// placeholder stands in a template for what is to be filled in: <one word>.
	placeholder = lazyregexp.New(`<\pL[\pL\d'-]* [^<>="\n]{1,60}>`)
	bracketed   = lazyregexp.New(`\[([A-Za-z][\w -]*)\]`)
	// instructive are tags that people put around what they demand.
	instructive = lazyregexp.New(`(?i)^(?:instructions?|tasks?|rules?|system|requirements?|constraints?|guidelines?|format|output\w*|response\w*|style|answer\w*|role|goal|objective|prompt)$`)
	triple      = lazyregexp.New(`(?s)"""(.*?)"""|'''(.*?)'''`)
	ruled       = lazyregexp.New(`(?m)^(?:[^\n.?!]{0,40}[ \t])?[ \t]*(?:-{3,}|={3,}|_{3,}|\*{3,}|#{3,}|<<<+|>>>+)[ \t]*$`)
)

// enclosed are documents between tags, triple quotation marks, or two ruled
// lines after something that announces them.
func (f *finder) enclosed() {
	for _, m := range tagged.FindAllStringSubmatchIndex(f.text, 200) {
		name := f.text[m[2]:m[3]]
		switch end := strings.Index(f.text[m[1]:], "</"+name+">"); {
		case end < 0:
		case instructive.MatchString(name): // the tags alone
			f.add(m[0], m[1], adhere.FromQuote)
			f.add(m[1]+end, m[1]+end+len(name)+3, adhere.FromQuote)
		default:
			f.add(m[0], m[1]+end+len(name)+3, adhere.FromPaste)
		}
	}
	for _, m := range bracketed.FindAllStringSubmatchIndex(f.text, 200) {
		name := f.text[m[2]:m[3]]
		if end := strings.Index(f.text[m[1]:], "[/"+name+"]"); end >= 0 && !instructive.MatchString(name) {
			f.add(m[0], m[1]+end+len(name)+3, adhere.FromPaste)
		}
	}
	for _, m := range placeholder.FindAllStringIndex(f.text, 200) {
		f.add(m[0], m[1], adhere.FromQuote)
	}
	for _, m := range triple.FindAllStringIndex(f.text, -1) {
		f.add(m[0], m[1], adhere.FromPaste)
	}
	if rules := ruled.FindAllStringIndex(f.text, -1); len(rules) >= 2 && (announced(f.text[:rules[0][0]]) || len(rules) == 2 && strings.TrimSpace(f.text[rules[1][1]:]) == "" && rules[0][0] > 0) {
		f.add(rules[0][0], rules[1][1], adhere.FromPaste)
	}
}

// announced reports whether what stands before a document says that one comes.
func announced(before string) bool {
	before = strings.TrimSpace(before)
	return strings.HasSuffix(before, ":") || handing.MatchString(lastLine(before))
}

func lastLine(s string) string { return s[strings.LastIndexByte(s, '\n')+1:] }

// longSpeech is how many words of quotation are speech rather than a name, a
// word or a phrase that is asked for.
const longSpeech = 12

// quotations are block quotes, and speech between quotation marks of several
// sentences or many words.
func (f *finder) quotations() {
	for i := range f.lines {
		if l := strings.TrimSpace(f.line(i)); strings.HasPrefix(l, ">") && !strings.HasPrefix(l, ">=") {
			f.add(f.lines[i].start, f.lines[i].end, adhere.FromQuote)
		}
	}
	for _, p := range [][2]string{{`"`, `"`}, {"“", "”"}, {"«", "»"}, {"„", "“"}, {"「", "」"}} {
		for at := 0; ; {
			start := strings.Index(f.text[at:], p[0])
			if start < 0 {
				break
			}
			start += at
			inner := start + len(p[0])
			end := strings.Index(f.text[inner:], p[1])
			if end < 0 {
				break
			}
			end += inner
			if f.reported(start) || f.speech(f.text[inner:end]) && !wanted.MatchString(f.text[max(0, start-40):start]) {
				f.add(start, end+len(p[1]), adhere.FromQuote)
			}
			at = end + len(p[1])
		}
	}
}

// speech reports whether a quotation is something that was said.
func (f *finder) speech(s string) bool {
	return len(strings.Fields(s)) > longSpeech || strings.Contains(s, "\n") || strings.Count(strings.TrimRight(s, ".!?"), ". ") > 0
}

// wanted stands before a quotation that the answer is to have.
var wanted = lazyregexp.New(`(?i)\b(?:with|include|including|phrase|sentence|words?|line|statement|say|contain|title|titled|exact|exactly|ends?|starts?|begins?|mention|repeat|text|question|by)\W*$`)

var saying = lazyregexp.New(`(?i)\b(?:said|says|saying|told|wrote|writes|asked|noted?|commented?|replied|claims?|reads|goes|quote|email|message|note|rule|advice|tip|comment|review)\b[^.!?"“«\n]{0,30}[,:]?\s*$`)

// reported reports whether somebody is named who said the quotation that
// begins at a byte.
func (f *finder) reported(start int) bool {
	before := f.text[max(0, start-60):start]
	return saying.MatchString(before) && !placed.MatchString(before)
}

// placed is said of a quotation that the answer is to begin or end with: "end
// your message with …".
var placed = lazyregexp.New(`(?i)\b(?:end|start|begin|open|close|finish|conclude|sign)\b[^.!?"“«\n]{0,30}\b(?:with|by|as)\b[^.!?"“«\n]{0,20}$`)

// mostGap is how many lines that look like prose may stand in the middle of
// code: comments and blank lines.
const mostGap = 2

// code are runs of lines that look like program text, data or logs.
func (f *finder) code() {
	last := -mostGap - 2
	for i := range f.lines {
		if m := tagged.FindStringSubmatch(f.line(i)); !codeLine(f.line(i)) || m != nil && instructive.MatchString(m[1]) {
			continue
		}
		first := i
		if i-last <= mostGap+1 {
			first = last
		}
		f.add(f.lines[first].start, f.lines[i].end, adhere.FromCode)
		last = i
	}
}

var (
	codeEnd   = lazyregexp.New(`(?:[;{}\\]|=>|->|\)\s*:|\{\s*//.*)\s*$`)
	codeBegin = lazyregexp.New(`^\s*(?:#\s*(?:include|define|ifn?def|endif|!)|import\s+[\w.{*"']|from\s+[\w.]+\s+import|def\s+\w+|class\s+\w+\s*[:({]|(?:async\s+)?function\b|(?:const|let|var|val|auto|int|float|double|char|bool|void|public|private|static|fn|func)\s+[\w<>*&\[\].]+\s*[=(;:,]|return\b.*[;()\[\]]|(?:if|for|while|switch|elif|except|with)\b.*[:{]\s*$|(?:else|try|finally)\s*[:{]|@\w+|//|/\*|\*/|\$ ?\w+|#!/|<\?|</?\w+[^<>]*>|(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER)\s|[{}\[\]()]+,?;?\s*$|"[^"]+"\s*:|\w+\s*[:=]\s*[{\["']|\d+[ \t]+\|)`)
	codeCall  = lazyregexp.New(`\w+(?:\.\w+)*\([^()\s]*\)\s*[;,)]?\s*$|\w+\.\w+\(|\w+\[\w*\]\s*=|\w\s*(?:==|!=|:=|\+=|-=|&&|\|\||<-|<<|::)\s*\w|^\s*[\w.\[\]"']+\s*=\s*[^=\s].*|^\s*[\w.-]+\s*:\s*[\w./"-]+\s*$`)
	codeMark  = lazyregexp.New(`^\s*#[^#\s!].*|^\s+#\s|^\s{4,}\S*[(){}=<>\[\];]`)
)

// codeWords begin lines of code that need have no sign of it.
var codeWords = wordSet(`import from def class else try finally select insert update delete create alter`)

// codeLine reports whether a line is program text, markup or data rather than
// prose.
func codeLine(l string) bool {
	t := strings.TrimSpace(l)
	switch {
	case t == "" || strings.HasPrefix(t, "- ") || strings.HasPrefix(t, "* ") || !strings.ContainsAny(t, "(){}[];=<>#:@$/\\|\"*+&") && !codeWords()[strings.ToLower(leadingWord(t))]:
		return false
	case codeBegin.MatchString(l), codeMark.MatchString(l):
		return true
	default:
		return !prose(t) && (codeEnd.MatchString(t) || codeCall.MatchString(l))
	}
}

// prose reports whether a line reads as a sentence: mostly lower-case words.
func prose(t string) bool {
	words := strings.Fields(t)
	plain := 0
	for _, w := range words {
		if strings.IndexFunc(strings.TrimRight(w, ".,;:!?"), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' && r != '-' }) < 0 {
			plain++
		}
	}
	return len(words) >= 5 && plain*10 >= len(words)*7
}

var (
	speaker  = lazyregexp.New(`^\s*(?:\[[\d:]+\]\s*)?([A-Z][\w ]{0,20}|user|assistant|bot|human|ai)\s*:\s+\S`)
	mailHead = lazyregexp.New(`(?i)^\s*(?:from|to|cc|sent|subject|date|re|fw|fwd|betreff|von|an|gesendet|de|para|asunto|objet|assunto)\s*:\s*\S`)
	salute   = lazyregexp.New(`(?i)^\s*(?:dear|hi|hello|hey|good (?:morning|afternoon|evening)|liebe[rs]?|hallo|sehr geehrte[rs]?|hola|estimad[oa]s?|querid[oa]s?|bonjour|cher|chère|chers|salut|olá|oi|prezad[oa]s?)\b[^.!?\n]{0,40}[,!:]?\s*$`)
	signOff  = lazyregexp.New(`(?i)^\s*(?:best(?: regards| wishes)?|kind regards|warm regards|regards|thanks|thank you|many thanks|cheers|sincerely|yours(?: \w+)?|love|viele grüße|mit freundlichen grüßen|lg|saludos|un saludo|atentamente|cordialement|bien à (?:vous|toi)|cordialmente|atenciosamente|abraços?)\b[^.?\n]{0,30}$`)
)

// rulesLabel are words that people write before a colon where they demand
// something, so that such lines are no speech.
var rulesLabel = wordSet(`
length format style tone language output requirements requirement rules rule constraints constraint note notes important task instructions
instruction guidelines limit limits restrictions structure word count words goal objective audience topic please ps remember warning title
role question request reminder tip replies reply responses response answers answer needs need must want specs spec details musts dos donts do
formatting sections headings columns keys consignes contraintes exigences anforderungen vorgaben regeln requisitos condiciones reglas regras restrições 要求 条件 ルール
`)

func wordSet(list string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		m := map[string]bool{}
		for _, w := range strings.Fields(list) {
			m[w] = true
		}
		return m
	})
}

// transcripts are mails with their heads, letters from salutation to sign-off
// that something stands before, and talk of several speakers.
func (f *finder) transcripts() {
	first, last := map[string]int{}, -1
	turns, opened, owned := 0, -1, false
	for i := range f.lines {
		l := f.line(i)
		if mailHead.MatchString(l) && i+1 < len(f.lines) && mailHead.MatchString(f.line(i+1)) {
			f.add(f.lines[i].start, len(f.text), adhere.FromPaste)
			return
		}
		if m := speaker.FindStringSubmatch(l); m != nil && !rulesLabel()[strings.ToLower(strings.Fields(m[1])[0])] {
			if _, seen := first[m[1]]; seen {
				turns++
			} else {
				first[m[1]] = i
			}
			last = i
		}
		switch {
		case salute.MatchString(l) && owned && opened < 0:
			opened = i
		case opened >= 0 && signOff.MatchString(l):
			f.add(f.lines[opened].start, f.lines[min(i+1, len(f.lines)-1)].end, adhere.FromPaste)
			opened = -1
		}
		owned = owned || strings.TrimSpace(l) != "" && !mailHead.MatchString(l)
	}
	if turns < 1 || len(first) < 2 {
		return
	}
	begin := last
	for _, i := range first {
		begin = min(begin, i)
	}
	f.add(f.lines[begin].start, f.lines[last].end, adhere.FromPaste)
}

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
	if !ends && !f.leads(l) {
		return false
	}
	if ends && changing.MatchString(l) && len(strings.Fields(l)) <= longSpeech {
		return true
	}
	return working.MatchString(l) && pointing.MatchString(l) && (ends || nounOfMatter.MatchString(l))
}

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

// masked returns the text with all matter blanked, so that bytes keep their
// places.
func masked(text string, matter []region) string {
	b := []byte(text)
	for _, r := range matter {
		for i := r.start; i < r.end; i++ {
			if b[i] != '\n' {
				b[i] = ' '
			}
		}
		if r.end-r.start > 2 { // what stands on both sides is not one sentence
			copy(b[r.start:], "\n\n\n")
		}
	}
	return string(b)
}
