package refine

import (
	"strings"
	"unicode/utf8"

	"adhere"
	"adhere/internal/lazyregexp"
)

// Asked returns what an instruction asks of an answer, for Stripped: the words of system
// and user, and the requirements. What the model said before, or a tool, asks for nothing.
func Asked(in *adhere.Instruction) string {
	var all strings.Builder
	for _, m := range in.Messages {
		if m.Role == adhere.System || m.Role == adhere.User {
			all.WriteString(m.Text + "\n")
		}
	}
	for i := range in.Requirements {
		all.WriteString(in.Requirements[i].Wanted() + "\n")
	}
	return all.String()
}

// Stripped returns a rewrite without what models put around a corrected answer
// although they are asked not to: a label ("Corrected response:"), a preface
// ("Here is the revised text:"), remarks behind it on what was changed, and
// quotes or a code fence around all of it. What the draft has, too, is part of
// the answer and stays; so do quotes and fences where what is asked speaks of
// them, unless it forbids them: the rewrite may be there to add them. A rewrite with
// more around it than can be taken off is returned as it is.
func Stripped(asked, draft, rewrite string) string {
	text := strings.TrimSpace(rewrite)
	wanted := wrappings.MatchString(unwanted.ReplaceAllString(cited.ReplaceAllString(asked, "$1$2"), ""))
	for n := 0; ; n++ {
		next := withoutRemarks(draft, withoutLabel(draft, text))
		if !wanted {
			next = unwrapped(draft, next)
		}
		if next == text {
			break
		}
		if n == mostLayers {
			return rewrite
		}
		text = next
	}
	if text == "" || text == strings.TrimSpace(rewrite) {
		return rewrite
	}
	return text
}

// mostLayers is how many things are taken off one after another.
const mostLayers = 4

// corrected are words for what was done to the answer, and answers are words
// for what it is.
const (
	corrected = `correct(?:ed|ion)|revis(?:ed|ion)|rewritten|updated?|improved|fixed|edited|final|korrigierte?r?|überarbeitete?r?|verbesserte?r?|corrig(?:ée?|ido|ida)|révisée?|corregid[oa]|revisad[oa]|修改|修正|更正|改正|訂正`
	answers   = `response|answer|version|text|reply|draft|output|rewrite|antwort|fassung|réponse|respuesta|versión|resposta|versão|回答|回复|版本|文本|答案`
)

var (
	label = lazyregexp.New(`(?i)^(?:#{1,6} *|\*\*|__)?(?:(?:the |your )?(?:` + corrected + `) *(?:` + answers + `)|(?:AI )?(?:response|answer)|revision|rewrite) *(?:\*\*|__)? *[:：] *(?:\*\*|__)?\s*`)
	// A preface is a first line that ends with a colon and speaks of the answer.
	opening = lazyregexp.New(`(?i)^(?:sure|certainly|of course|absolutely|okay|ok|understood|here(?:'|’)?s|here (?:is|are)|below is|i(?:'|’)ve|i have|hier ist|voici|aquí (?:está|tienes)|aqui está|以下|这是|こちら)`)
	fixes   = lazyregexp.New(`(?i)(?:` + corrected + `)`)
	speaks  = lazyregexp.New(`(?i)(?:` + corrected + `|` + answers + `|constraint|feedback)`)
	remark  = lazyregexp.New(`(?i)^[(\[*_ ]*(?:changes(?: made)?\b|what (?:i|was) changed|notes? *:? *(?:that )?(?:i |the (?:response|answer|text) )|i(?:'|’)ve (?:removed|changed|corrected|revised|shortened|replaced|rewritten|adjusted|ensured|made|kept)|i (?:removed|changed|corrected|revised|shortened|replaced|rewrote|adjusted|ensured|have)|this (?:version|revision|revised|corrected)|(?:i |i(?:'|’)ve |all |the )?(?:added|removed|changed|corrected|revised|shortened|replaced|rewrote|rewritten|adjusted|kept)\b[^)\]]*[)\]][*_ ]*$|the (?:revised|corrected) (?:version|response|answer|text) )`)
)

// wrappings are words for quotes and code blocks, in the languages of corrected.
var wrappings = lazyregexp.New("(?i)quot|[\"“”„«»「」]|anführung|guillemet|comillas|aspas|引号|引用符|括弧|fence|code ?block|codeblock|backtick|markdown|```")

// unwanted are words that forbid quotes or code blocks: "no fence", "do not put
// it in quotation marks or backticks".
var unwanted = func() *lazyregexp.Regexp {
	const (
		noun    = `(?:quot\w*(?: marks?)?|(?:code )?fences?|code ?blocks?|backticks?|markdown|anführung\w*|guillemets?|comillas|aspas)`
		between = `(?:\s+(?:any|a|an|the|surrounding|extra|markdown|code|double|single|triple|in|into|inside|with|by|it|them|this|your|answer|sentence|text|reply|response|output|json))*\s+`
		forbids = `(?:no|without|avoid|ohne|keine?[nrs]?|sans|sin|sem|pas de|(?:never|not|\w+n['’]t) (?:use|put|add|write|wrap|enclose|surround|include|return|output))`
		more    = `(?:(?:,| or| and| oder| und| ou| et| o| y| e)\s+(?:in\s+)?` + noun + `)*`
	)
	return lazyregexp.New(`(?i)\b` + forbids + between + noun + more + `|不(?:要|用|得|能|可)?(?:使用|用|加|带|放)?(?:任何)?(?:引号|引用符|括弧)`)
}()

// cited is what a request cites: `do not use the word "cheap"` asks for no quotes.
var cited = lazyregexp.New(`"([^"\n]+)"|“([^”\n]+)”`)

// longestPreface is how many bytes a preface has at the most.
const longestPreface = 200

func withoutLabel(draft, text string) string {
	if m := label.FindString(text); m != "" && !label.MatchString(strings.TrimSpace(draft)) {
		return strings.TrimSpace(text[len(m):])
	}
	line, rest, more := strings.Cut(text, "\n")
	line = strings.TrimRight(strings.TrimSpace(line), "*_")
	ends := strings.HasSuffix(line, ":") || strings.HasSuffix(line, "：")
	if !more || !ends || len(line) > longestPreface || strings.HasPrefix(strings.TrimSpace(draft), line) {
		return text
	}
	ofCorrection := fixes.MatchString(line) // which the draft cannot have said
	if opening.MatchString(line) && (ofCorrection || speaks.MatchString(line) && !opening.MatchString(strings.TrimSpace(draft))) {
		return strings.TrimSpace(rest)
	}
	return text
}

// withoutRemarks cuts off a last paragraph that says what was changed.
func withoutRemarks(draft, text string) string {
	i := strings.LastIndex(text, "\n\n")
	if i < 0 {
		return text
	}
	last := strings.TrimSpace(strings.TrimLeft(text[i:], "-*_ \n"))
	if !remark.MatchString(last) || strings.Contains(draft, last) || remarked(draft) {
		return text
	}
	return strings.TrimRight(strings.TrimSpace(text[:i]), "-*_ \n")
}

// remarked reports whether a draft ends with a remark of that kind itself.
func remarked(draft string) bool {
	draft = strings.TrimSpace(draft)
	i := strings.LastIndex(draft, "\n\n")
	return i >= 0 && remark.MatchString(strings.TrimSpace(draft[i:]))
}

// unwrapped takes off quotes or a fence around the whole text.
func unwrapped(draft, text string) string {
	draft = strings.TrimSpace(draft)
	if inner, ok := fenced(text); ok && !strings.HasPrefix(draft, "```") {
		return inner
	}
	for _, pair := range []string{`""`, "“”", "„“", "«»", "「」", "''", "‘’"} {
		first, size := utf8.DecodeRuneInString(pair)
		open, end := string(first), pair[size:]
		inner, ok := strings.CutPrefix(text, open)
		if !ok || strings.HasPrefix(draft, open) {
			continue
		}
		if inner, ok = strings.CutSuffix(inner, end); ok && inner != "" && !strings.Contains(inner, open) && !strings.Contains(inner, end) {
			return strings.TrimSpace(inner)
		}
	}
	return text
}

// fenced returns what stands in a fence that holds the whole text.
func fenced(text string) (string, bool) {
	if !strings.HasPrefix(text, "```") || !strings.HasSuffix(text, "\n```") {
		return "", false
	}
	head, rest, _ := strings.Cut(text, "\n")
	inner := strings.TrimSuffix(rest, "```")
	if strings.Contains(inner, "```") || strings.ContainsAny(strings.TrimPrefix(head, "```"), " `") {
		return "", false
	}
	return strings.Trim(inner, "\n"), true
}
