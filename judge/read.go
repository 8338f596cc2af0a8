package judge

import (
	"regexp"
	"strings"
	"sync"
	"unicode"

	"adhere"
)

// unreadable says why a reply cannot be read.
type unreadable string

// Error returns the reason.
func (u unreadable) Error() string { return string(u) }

// decoration is what models put around a word without changing its meaning:
// emphasis, quotes, brackets, a full stop.
const decoration = "*_`#\"'“”‘’«»()[]{}.!。！"

// bare returns the text without white space and decoration around it.
func bare(text string) string {
	return strings.TrimFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(decoration, r)
	})
}

// outcomeOf reads one word, whatever its case and decoration.
func outcomeOf(text string) (finding, bool) {
	word := strings.ToUpper(bare(text))
	switch word {
	case "YES":
		return finding{outcome: adhere.Met}, true
	case "NO":
		return finding{outcome: adhere.NotMet}, true
	case "PARTIAL", "PARTIALLY", "MAYBE", "UNKNOWN", "UNSURE", "N/A":
		return finding{outcome: adhere.Unsure, evidence: word}, true
	}
	return finding{}, false
}

// tidy makes one line of a text.
func tidy(text string) string { return strings.Join(strings.Fields(text), " ") }

// lines returns the lines that are not empty, without code fences.
func lines(reply string) []string {
	var kept []string
	for line := range strings.SplitSeq(reply, "\n") {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "```") {
			kept = append(kept, line)
		}
	}
	return kept
}

// patterns are the regular expressions of the readers.
type patterns struct {
	label, word, opposite, doubt, denial *regexp.Regexp
	item, phrase, begin, number, lead    *regexp.Regexp
	score, is, bracket, condition        *regexp.Regexp
}

// compiled holds the patterns, compiled on first use.
var compiled = sync.OnceValue(func() patterns {
	re := regexp.MustCompile
	return patterns{
		label:    re(`(?i)^[\s*_#]*(?:final )?answer[\s*_]*[:：][\s*_]*`),
		word:     re("(?i)^[*_`\"'“‘]*(yes|no|partial|partially|maybe|unknown|unsure|n/a)[*_`\"'”’]*\\s*(?:[.,:;!。，：；！–—]|[-–—] |\\n)"),
		opposite: re(`(?i)\b(?:yes|no)\b`),
		doubt:    re(`(?i)\b(?:but|however|although|though|unless|except|almost|mostly|partly|partial|partially|maybe|perhaps|unclear|unknown|unsure|n/a)\b`),
		denial:   re(`(?i)\b(?:not|never|cannot|fails?|lacks?)\b|n['’]t\b`),

		item:   re(`^[\s*_#]*(?i:question|q)?\s*(\d{1,4})\s*[.):：]\s*(.+)$`),
		phrase: re(`(?i)((?:(?:therefore|thus|so|hence),?\s+)?(?:the |my )?final answer\s*(?:is)?\s*[:：]?[\s*_"'“]*)?\bconstraint\s+(?:is\s+)?(not\s+|partially\s+|partly\s+)?(?:followed|satisfied|met)\b`),
		begin:  re(`(?:^|[.!?:;\n)"'”>])[\s*_"'“]*$`),
		number: re(`^[\s*_#"'“]*(?i:constraint)?\s*(\d{1,4})\s*[.):：]\s*`),

		lead:  re("^[\\s*_#]*(?:\\d{1,2}[.)]\\s*)?(?:[\\s*_]*[A-Za-z][A-Za-z ]{0,90}[:：])?[\\s*_`\"]*$"),
		score: re("(?i)^[\\s*_#`]*((?:overall |final )?(?:score|rating|grade)[\\s*_]*(?:is)?[\\s*_]*[:：=]?)?[\\s*_\\[(`\"]*(\\d{1,3}(?:\\.\\d{1,4})?|unknown|unsure|n/a)[\\])*_`\"]*(?:\\s*(?:/|out of)\\s*(\\d{1,3}))?[\\s*_`.]*$"),

		is:        re(`(?i)(^|[.!?,;:*"\n\])])([\s*_]*)output \(([ab])\) is (?:slightly |clearly |much )?better\b`),
		bracket:   re(`\[\[([^\[\]]{1,20})\]\]`),
		condition: re(`(?i)\b(?:if|whether|unless|when|had|suppose|assuming|neither|nor)\b`),
	}
})
