package english

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"adhere"
	"adhere/internal/lazyregexp"
	"adhere/verify/english/internal/lexicon"
)

// A region is a stretch of a message that is spoken of or worked on, and so
// demands nothing of the answer. One that is Mentioned stands behind such matter,
// of which it may be a part.
type region struct {
	start, end int // bytes
	origin     adhere.Origin
}

// longestMatter bounds what is read of one message, in bytes.
const longestMatter = 64 << 10

// regions finds the matter in a message: fenced and bare code, tagged and
// quoted documents, mails, transcripts, and whatever is handed over to be
// worked on. All that is in none of them is in the writer's own words. A system
// message, which is standing, hands over little: what it says of work, of input and
// of output is about the answers that it wants.
func regions(text string, standing bool) []region {
	f := &finder{text: text, lines: cutLines(text), standing: standing}
	f.fences()
	f.enclosed()
	f.quotations()
	f.transcripts()
	f.documents()
	f.code()
	f.handed()
	f.said()
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
	text     string
	lines    []lineSpan
	standing bool
	found    []region
}

func (f *finder) add(start, end int, origin adhere.Origin) {
	if end > start {
		f.found = append(f.found, region{start, end, origin})
	}
}

func (f *finder) line(i int) string { return f.text[f.lines[i].start:f.lines[i].end] }

// startsIn returns where the matter ends in which a line begins; -1 if there is
// none.
func (f *finder) startsIn(i int) int {
	at := f.lines[i].end - len(strings.TrimLeft(f.line(i), " \t"))
	for _, r := range f.found {
		if r.start <= at && at < r.end {
			return r.end
		}
	}
	return -1
}

// covered reports whether a line lies in what was found.
func (f *finder) covered(i int) bool { return f.startsIn(i) >= f.lines[i].end }

// merged orders the regions and drops what lies in another.
func (f *finder) merged() []region {
	slices.SortStableFunc(f.found, func(a, b region) int { return cmp.Or(a.start-b.start, b.end-a.end) })
	var out []region
	end := 0
	for _, r := range f.found {
		if r.end > end {
			out, end = append(out, r), r.end
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
	// instructive are tags whose names say that they hold what the writer of the
	// answer is to do.
	instructive = lazyregexp.New(`(?i)^(?:(?:output|response|answer|reply|writing|style|task|system|your|my|the|important|additional|general|formatting|format|length|language|content|tone)[_-]?)*(?:instructions?|tasks?|rules?|requirements?|constraints?|guidelines?|guide|format|formatting|output|style|role|persona|tone|goals?|objectives?|length|language|limits?|restrictions?)$`)
	// choices are lettered or numbered texts of which one is to be chosen.
	choices = lazyregexp.New(`(?i)\bwhich\b[^?\n]{0,80}\b(?:of|one|best|better|prefer|strong(?:er|est)|like)\b[^?\n]{0,80}\?[^\n]{0,40}\n\s*((?:\(?(?:[a-h]|\d)[.):][^\n]*(?:\n\s*|$)){2,})`)
	// delimited stands between triple quotation marks or the marks of chat templates.
	delimited = lazyregexp.New(`(?s)""".*?"""|'''.*?'''|<\|\w+\|>.*?(?:<\|\w+\|>|\z)`)
	ruled     = lazyregexp.New(`(?m)^(?:[^\n.?!]{0,40}[ \t])?[ \t]*(?:-{3,}|={3,}|_{3,}|\*{3,}|#{3,}|<<<+|>>>+)[ \t]*$`)
)

// enclosed are documents between tags, triple quotation marks, marks of chat templates, or two ruled
// lines after something that announces them.
func (f *finder) enclosed() {
	for _, m := range tagged.FindAllStringSubmatchIndex(f.text, 200) {
		name := f.text[m[2]:m[3]]
		switch end := f.closing(m[1], name); {
		case end < 0 && aloneIn(f.text, m[0], m[1]) && !instructive.MatchString(name): // never closed
			f.opened(m[0], m[1])
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
	for _, m := range choices.FindAllStringSubmatchIndex(f.text, -1) {
		f.add(m[2], m[3], adhere.FromQuote)
	}
	for _, m := range placeholder.FindAllStringIndex(f.text, 200) {
		f.add(m[0], m[1], adhere.FromQuote)
	}
	for _, m := range delimited.FindAllStringIndex(f.text, -1) {
		f.add(m[0], m[1], adhere.FromPaste)
	}
	if rules := ruled.FindAllStringIndex(f.text, -1); len(rules) >= 2 && (announced(f.text[:rules[0][0]]) || len(rules) == 2 && strings.TrimSpace(f.text[rules[1][1]:]) == "" && rules[0][0] > 0) {
		f.add(rules[0][0], rules[1][1], adhere.FromPaste)
	}
}

// closing returns how far behind a byte the tag of a name is closed: by the last
// one where more are closed than opened, so that no document closes its own tag;
// -1 if it is not.
func (f *finder) closing(at int, name string) int {
	rest, shut := f.text[at:], "</"+name+">"
	if strings.Count(f.text, shut) > strings.Count(f.text, "<"+name+">")+strings.Count(f.text, "<"+name+" ") {
		return strings.LastIndex(rest, shut)
	}
	return strings.Index(rest, shut)
}

// aloneIn reports whether nothing else stands on a line.
func aloneIn(text string, start, end int) bool {
	before, after := text[strings.LastIndexByte(text[:start], '\n')+1:start], text[end:]
	after, _, _ = strings.Cut(after, "\n")
	return strings.TrimSpace(before) == "" && strings.TrimSpace(after) == ""
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
	for _, marks := range speechMarks {
		for _, m := range marks.FindAllStringSubmatchIndex(f.text, -1) {
			if f.reported(m[0]) || f.speech(f.text[m[2]:m[3]]) && !wanted.MatchString(f.text[max(0, m[0]-40):m[0]]) {
				f.add(m[0], m[1], adhere.FromQuote)
			}
		}
	}
}

// speechMarks are the marks that speech stands between.
var speechMarks = []*lazyregexp.Regexp{lazyregexp.New(`"([^"]*)"`), lazyregexp.New(`“([^”]*)”`), lazyregexp.New(`«([^»]*)»`), lazyregexp.New(`„([^“]*)“`), lazyregexp.New(`「([^」]*)」`)}

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
		if !codeLine(f.line(i)) || f.startsIn(i) >= 0 {
			continue
		}
		first := i
		if i-last <= mostGap+1 {
			first = last
		}
		for first > 0 && strings.HasPrefix(strings.TrimSpace(f.line(first-1)), "#") {
			first-- // a comment
		}
		f.add(f.lines[first].start, f.lines[i].end, adhere.FromCode)
		last = i
	}
}

var (
	codeEnd   = lazyregexp.New(`(?:[;{}\\]|=>|->|\)\s*:|\{\s*//.*)\s*$`)
	codeBegin = lazyregexp.New(`^\s*(?:\[[\d:.T -]{5,}\]|\d{4}-\d\d-\d\d[T ]\d\d:|#\s*(?:include|define|ifn?def|endif|!)|import\s+[\w.{*"']|from\s+[\w.]+\s+import|def\s+\w+|class\s+\w+\s*[:({]|(?:async\s+)?function\b|(?:const|let|var|val|auto|int|float|double|char|bool|void|public|private|static|fn|func)\s+[\w<>*&\[\].]+\s*[=(;:,]|return\b.*[;()\[\]]|(?:if|for|while|switch|elif|except|with)\b.*[:{]\s*$|(?:else|try|finally)\s*[:{]|@\w+|//|/\*|\*/|\$ ?\w+|#!/|<\?|</?\w+[^<>]*>|(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER)\s|[{}\[\]()]+,?;?\s*$|"[^"]+"\s*:|\w+\s*[:=]\s*[{\["']|\d+[ \t]+\|)`)
	codeCall  = lazyregexp.New(`\w+(?:\.\w+)*\([^()\s]*\)\s*[;,)]?\s*$|\w+\.\w+\(|\w+\[\w*\]\s*=|\w\s*(?:==|!=|:=|\+=|-=|&&|\|\||<-|<<|::)\s*\w|^\s*[\w.\[\]"']+\s*=\s*[^=\s].*|^\s*[\w.-]+\s*:\s*[\w./"-]+\s*$`)
	codeMark  = lazyregexp.New(`^\s*#[^#\s!].*|^\s+#\s|^\s{4,}\S*[(){}=<>\[\];]`)
)

// codeWords begin lines of code that need have no sign of it.
var codeWords = lexicon.WordSet(`import from def class else try finally select insert update delete create alter`)

// codeLine reports whether a line is program text, markup or data rather than
// prose.
func codeLine(l string) bool {
	t := strings.TrimSpace(l)
	switch {
	case t == "" || strings.HasPrefix(t, "- ") || strings.HasPrefix(t, "* ") || !strings.ContainsAny(t, "(){}[];=<>#:@$/\\|\"*+&") && !codeWords()[strings.ToLower(lexicon.LeadingWord(t))]:
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
var rulesLabel = lexicon.Set("rulesLabel")

// transcripts are mails with their heads, letters from salutation to sign-off
// that something stands before, and talk of several speakers.
func (f *finder) transcripts() {
	first, last := map[string]int{}, -1
	turns, opened, owned := 0, -1, false
	for i := range f.lines {
		l := f.line(i)
		if mailHead.MatchString(l) && i+1 < len(f.lines) && mailHead.MatchString(f.line(i+1)) {
			f.opened(f.lines[i].start, f.lines[i].start)
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
	f.opened(f.lines[begin].start, f.lines[last].start)
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
