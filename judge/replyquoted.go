package judge

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"adhere/internal/lazyregexp"
)

// attribution finds where a reply begins to tell what the judged text says,
// holds or orders. It may address its judge: what it says is no decision.
var attribution = sync.OnceValue(func() *regexp.Regexp {
	const (
		text    = `(?:text|answer|response|reply|output|essay|summary|poem|story|author|user|writer|review|reviewer|character|narrator|speaker|letter|message|article|script|passage|document|e-?mail|student)`
		subject = `(?:(?:\b(?:the|this|its|that|an?|one) (?:(?:generated|given|judged|whole|user's|model's) )?)` + text + `(?: itself)?(?: (?:in )?\(?(?-i:[AB])\)?)?|\b(?:answer|response|assistant|output|model|text in) \(?[ab]\)?|(?-i:\b[AB])\b)`
		says    = `(?:says|said|claims?|claimed|states|stated|asserts|insists|tells|told|orders|ordered|instructs|commands|demands|begs|urges|promises|wrote|rates|reads|goes|writes:|(?:asks|wants) (?:me|the judge|its judge|for a|to be)|tries to (?:make|get|have|trick|force)|gives (?:it|the|a|an) [\pL ]{1,20}\d)`
		holds   = `(?:contains|includes|has|holds|ends|begins|starts|closes|opens|finishes)[^.,;:!?"\[\n]{0,60}(?:[:"\[]|\b(?:instructions?|orders?) to\b)`
	)
	return regexp.MustCompile(`(?i)` + subject + `(?: (?:also|even|then|just|\w+ly))? (?:` + says + `|` + holds + `)` +
		`|\baccording to (?:(?:the|this) ` + text + `|(?:answer|response|assistant) [ab])\b` +
		`|(?:^|[.!?"\n])\s*(?:please )?(?:ignore|disregard|forget) (?:the|all|any|your|my|these|previous|other)\b` +
		`|\bthe (?:very )?(?:last|first|final|second|closing|title) ?(?:line|sentence|word|paragraph)?s?(?: of [\pL ]{1,30}?)? (?:is|are|reads?|says?):` +
		`|\b(?:the (?:character|speaker|user|author|narrator)|(?-i:\p{Lu}\p{Ll}+)) (?:says|said|answers|answered|replies|replied|shouts|shouted|whispers|wrote|writes): ` +
		`|\[INST\]`)
})

// resumesRE begins what the judge itself makes of what it reported.
var resumesRE = lazyregexp.New(`(?i)^[,;—–]\s*(?:so|therefore|thus|hence|which|but|and|yet|however|because|though|although|while)\b`)

// unreported blanks what a reply reports of the judged text: to the end of the
// sentence or of what it sets off, or up to the judge's own "so".
func unreported(text string) string {
	var b strings.Builder
	for at := 0; at < len(text); {
		m := attribution().FindStringIndex(text[at:])
		if m == nil {
			b.WriteString(text[at:])
			break
		}
		start, end := at+m[0], at+m[1]
		end += reportEnd(text[end-1:]) - 1
		b.WriteString(text[at:start])
		for _, r := range text[start:end] {
			if r != '\n' {
				r = ' '
			}
			b.WriteRune(r)
		}
		at = end
	}
	return b.String()
}

// mentioned reports whether a list that follows is one that the judged text
// holds, or an example.
func mentioned(before string) bool {
	const list = "[x"
	text := strings.Map(fold, sentenceBefore(before, len(before)))
	return exampleRE.MatchString(text) || !strings.HasSuffix(unreported(text+list), list)
}

var exampleRE = lazyregexp.New(`(?i)\b(?:format|for example|e\.g\.?|such as|should (?:be|look)|would (?:be|look)|looks? like)\b[^.\n]*$`)

// supposedRE begins what only supposes the list before it.
var supposedRE = lazyregexp.New(`(?i)^\W*(?:would|could|might|may)\b`)

// reportEnd returns how many bytes belong to a report that goes on in this text.
func reportEnd(text string) int {
	quoted, last := false, rune(0)
	for i, r := range text {
		rest := text[i+utf8.RuneLen(max(r, 0)):]
		switch {
		case r == '"':
			if quoted = !quoted; !quoted && strings.ContainsRune(".!?", last) && unicode.IsUpper(firstRune(strings.TrimSpace(rest))) {
				return i + 1
			}
		case r == '\n' && (last == ':' || quoted):
			block := len(rest) - len(strings.TrimLeft(rest, "\n \t`"))
			if after := strings.Index(rest[block:], "\n\n"); after >= 0 {
				return i + 1 + block + after
			}
			return len(text)
		case r == '\n':
			return i
		case quoted:
		case strings.ContainsRune(".!?", r) && (rest == "" || rest[0] == ' ' || rest[0] == '\n'), resumesRE.MatchString(text[i:]):
			return i
		}
		if r != ' ' {
			last = r
		}
	}
	return len(text)
}
