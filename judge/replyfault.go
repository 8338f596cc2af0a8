package judge

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// unclearAnswer is why a reply cannot be read that answers nothing but whether
// something is wrong: its "No" may say that nothing is, or that the demand is not met.
const unclearAnswer unreadable = "it cannot be told what its yes or no answers"

const faults = `(?:violat(?:ions?|ed|es?)|breach(?:es|ed)?|broken|infractions?|deviations?|issues?|problems?|errors?|faults?|flaws?|mistakes?|fail(?:s|ed|ures?)?|faulty|non-?complian(?:ce|t)|unmet|unsatisfied|unfulfilled|verletzt|verstoß|fehler|violée?|erreurs?|problèmes?|violado|incumplido|errore?s|problemas?|违反|错误|问题)`

// The parts of a clause that says that there is no fault in the whole of what is
// judged.
const (
	verbs       = `(?:(?:is|are|was|were|do|does|did|has|have|contains?|shows?|sees?|saw|finds?|found|detect(?:ed)?) )`
	judged      = `(?:it|(?:the|this) (?:text|answer|response|output|reply|poem|story|essay|letter|email|message|article|summary))`
	namedFaults = `(?:(?:clear|spelling|gramma(?:r|tical)|punctuation|format(?:ting)?|style|factual|constraint|requirement|rule) (?:(?:or|and) )?)*` + faults
	nothingElse = `(?: (?:is|are|was|were|has|have|been|found|detected|noted|identified|observed|seen|gefunden|encontrad\w+|trouvée?s?|wrong|applicable|at all|whatsoever|of any (?:kind|sort)|of note|to report|anywhere|here|(?:in|with|of) (?:` + judged + `|(?:the|this) (?:constraint|requirement|rule|instruction|(?:word )?limit|format|length|tone|style)s?)))*(?:` + mark + `*$|\s*(?:[.,:;(。，：；]|[–—-] ))`
)

var (
	faultRE     = pattern(`(?:^|[^\pL])(?:` + faults + `|missing|lacking|absent|wrong|exceed(?:ed|s)?|too)(?:[^\pL]|$)`)
	bareFaultRE = pattern(`^` + mark + `*(?:\d{1,2}[.):])?` + mark + `*(?:any )?(?:(?:the )?(?:constraint|requirement|rule)s? )?(?:` + faults + `[ ,/]*)+(?: (?:found|detected|noted|check))?` + mark + `*$`)
	faultlessRE = pattern(`^` + mark + `*(?:(?:no[,.;] )?(?:(?:there|i|we|` + judged + `)(?:['’]s)? )?` + verbs + `*(?:no|zero|0|not|\w+n['’]t|without|free (?:of|from)|none|nothing)(?: of the (?:constraints|requirements|rules|instructions|criteria))? ` + verbs + `*(?:any )?` + namedFaults +
		`|(?:none|nothing|zero|0|nenhuma?|nessun\w*|ning[uú]n\w*|kein\w*|aucune?|无|没有)(?: *` + faults + `)?)` + nothingElse + `|^no\s*[.;。]`)
	// A number that is said to be within its limit is no number of faults.
	withinRE   = pattern(`\b\d+ words?,? (?:(?:which )?is )?(?:well )?within the (?:\d+-word |word )?limit(?: of \d+(?: words)?)?` + mark + `*$`)
	limitingRE = pattern(`\b(?:` + limit + `|just|some|few|half|one|nothing|should|must|lacks?|over|under|than|short|long)\b`)
	unfaultyRE = pattern(`\b(?:no|non|(?:can)?not|\w+n't|without|free|avoid\w*|never|none|nothing|zero|or|ne|pas|nichts?|nada|niente|nulla|rien|nessun\w*|ning[uú]n\w*|kein\w*|não|ohne|sans|sin|senza|sem)\b|/|没|未|不`)
	soundYesRE = pattern(`\b(?:pass(?:ed)?|met|followed|satisfied)\b` + mark + `*yes\b`)
	mentionsRE = pattern(`\b(?:words?|phrases?|terms?|mention\w*)\b`)
	answerRE   = pattern(`^(?:[ *_]*\n?\s*(?:(?:\d{1,2}[.):]?|[-*•–]) )?)?["' *_(\[]*(\pL+)`)
)

// withoutFaultAnswers leaves out of a reply each yes or no that answers a question
// ("Any issues? No") or stands under a bare label ("Violated: no") for a fault. What
// was asked is no fault: it may be "The text mentions the problem".
func withoutFaultAnswers(reply string, asked []string) string {
	if soundYesRE.MatchString(reply) {
		return reply
	}
	var kept strings.Builder
	for from, at := 0, 0; ; {
		i := strings.IndexAny(reply[at:], "?？:：=")
		if i < 0 {
			return kept.String() + reply[from:]
		}
		sign, size := utf8.DecodeRuneInString(reply[at+i:])
		end := at + i
		at = end + size
		m := answerRE.FindStringSubmatchIndex(reply[at:])
		if m == nil {
			continue
		}
		answer := terms(reply[at+m[2] : at+m[3]])[0]
		yes := answer.sense == yesWord || answer.text == "y" || answer.text == "true"
		if !yes && answer.sense != noWord && answer.text != "n" && answer.text != "false" || opposedRE.MatchString(reply[at+m[3]:]) {
			continue
		}
		start := max(from, end-mostBefore)
		start += strings.LastIndexAny(reply[start:end], "\n.!?;{[,") + 1
		l := faultLabel{text: strings.ToLower(reply[start:end]), question: fold(sign) == '?', yes: yes, heads: strings.ContainsAny(reply[at:at+m[2]], "\n[0123456789")}
		if !strings.HasSuffix(l.text, `"`) && (l.faulty(asked) || l.turnedRound(asked)) {
			kept.WriteString(reply[from:start])
			from = at + m[2] + answer.end
			at = from
		}
	}
}

// A faultLabel is what stands before a yes or no, in lower case.
type faultLabel struct {
	text     string
	question bool
	yes      bool // what is answered
	heads    bool // a list follows
}

// faulty reports whether the answer to a label may be about a fault. A statement
// before a no is its reason: "Two errors found: NO".
func (l faultLabel) faulty(asked []string) bool {
	ts := terms(l.text)
	fault := faultRE.FindString(l.text)
	named := func(text string) bool {
		return strings.Contains(strings.ToLower(text), bare(fault)) && (!unfaultyRE.MatchString(text) || !l.question && mentionsRE.MatchString(text))
	}
	sound := unfaultyRE.MatchString(l.text)
	switch met := has(ts, metWord, meetVerb, passWord, yesWord); {
	case l.question && met && fault == "":
		return has(ts, negation) && !alternativeRE.MatchString(l.text) // "Not met?"
	case met, fault == "", slices.ContainsFunc(asked, named):
		return false
	case l.question, l.yes && !l.heads && len(ts) <= 6:
		return !sound
	}
	return bareFaultRE.MatchString(l.text)
}
