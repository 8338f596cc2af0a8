package judge

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"adhere"
)

// unreadable says why a reply cannot be read.
type unreadable string

// Error returns the reason.
func (u unreadable) Error() string { return string(u) }

// bothDecisions is why a reply that states two decisions cannot be read: it
// contradicts itself, or repeats an order that stood in the judged text.
const bothDecisions unreadable = adhere.BothDecisions

// noDecision is why a reply that decides nothing cannot be read.
const noDecision unreadable = "it states no decision"

// The words of a decision, in English and Chinese, most specific first. The
// first three stand for themselves; a short word counts only where it is the
// whole of a statement or the start of its explanation.
const (
	done    = `(?:followed|satisfied|met|fulfilled|respected)`
	notDone = `(?:not (?:been |fully |entirely )?` + done + `|violated|unmet|unsatisfied)`
	be      = `(?:is |was |has been |has |is therefore )?`
	kept    = `(?:符合|满足|遵循|遵守)了?(?:该|此|这个|这一|所有)?(?:要求|约束|条件|限制)*`
	unsures = `(?:the |this )?(?:constraint )?` + be + `part(?:ial)?ly ` + done + `|partial(?:ly)?(?: ` + done + `)?|maybe|perhaps|possibly|unknown|unsure|uncertain|unclear|undecided|n/a|not applicable|` +
		`(?:i )?(?:cannot|can't|can not) (?:tell|say|determine|decide|judge)|部分(?:` + kept + `)?|无法(?:判断|确定|判定)|不确定|不清楚`
	noes = `(?:the |this )?constraint:? ` + be + notDone + `|(?:the |this )?constraint (?:is|was|has)n't (?:been )?` + done + `|no\b|(?:约束|要求)?(?:不|未|没有|并未|没)能?` + kept + `|违反了?该?(?:约束|要求)|不是|不对|否定的|没有|否`
	yess = `(?:the |this )?constraint:? ` + be + `(?:fully |not violated|` + done + `)(?:` + done + `)?|yes\b|(?:约束|要求)?(?:已经?|完全)?(?:得到)?` + kept + `|是的|是|对|肯定的`

	shortNo  = notDone + `|false|fail(?:ed|s)?|incorrect`
	shortYes = done + `|true|pass(?:ed|es)?|correct`

	mark = `[^\p{L}\p{N}]`
	lead = `(?:(?:(?:so|therefore|thus|hence|overall|ultimately|finally|sure|of course|tl;dr|absolutely|definitely|unfortunately|sadly|clearly|indeed|surely|obviously|consequently|accordingly|i (?:think|believe)(?: so)?|okay|ok|well|right|alright|actually|correction|wait|rather|` +
		`then again|or rather|on second thoughts?|otherwise said|in (?:short|sum|summary|conclusion)|to (?:sum up|conclude))` + mark + `+)|(?:因此|所以|综上(?:所述)?|总之)` + mark + `*)*`
	label = `(?:(?:(?:(?:constraint|requirement|criterion|condition) )?` + done + ` ?[:=]|i (?:would |will |'d |must |have to )?(?:say|answer|judge|conclude|vote|go with)(?: that)?|(?:it|that)(?:'s| is)(?: therefore)?(?: an?)?|` +
		`(?:(?:the|my|this|final|overall|correct|short) )*(?:answer|verdict|decision|judge?ment|conclusion|result|ruling|response|reply|evaluation|assessment|determination)(?: (?:to|for|on|of|here)\b[^:=]{0,80}?)? ?(?: is| remains| (?:must|has to|should|can only) be|` + mark + `)+(?:(?:that|therefore|thus|an?|still) )?)` + mark + `*|` +
		`(?:最终|我(?:的|认为|觉得|判断)|最后的?|判断|(?:这个|该)?问题的)*(?:答案|判断|结论|结果|判定|回答|评判)` + mark + `*(?:应该?|就)?[是为]?` + mark + `*)?`
	verdictWord = `(?:(?P<unsure>` + unsures + `)|(?P<no>` + noes + `)|(?P<yes>` + yess + `)|(?P<shortno>` + shortNo + `)|(?P<shortyes>` + shortYes + `))`
)

// patterns are the regular expressions of the readers, compiled on first use.
type patterns struct {
	fence, tag, quoted, options, space  *regexp.Regexp
	asked, numbered                     *regexp.Regexp
	leading, closing                    *regexp.Regexp
	pronoun, opposite, butLater, butNow *regexp.Regexp
	harmless, therefore, answerIs, tick *regexp.Regexp
	rule, bullet, allMet, ordinal       *regexp.Regexp
	partly, hedge, denied, affirmed     *regexp.Regexp
	demandNot, demandMet, condition     *regexp.Regexp
	item, inline, list                  *regexp.Regexp
	score, outOf, loneScore             *regexp.Regexp
	bracket, winner, isBetter, tie, ifs *regexp.Regexp
	outOfHighest, upTo, reversal        *regexp.Regexp
}

var compiled = sync.OnceValue(func() patterns {
	re := func(s string) *regexp.Regexp { return regexp.MustCompile(`(?i)` + s) }
	decision := `(?:(?:the |this )?constraint (?:is )?(?:not )?followed|followed|not followed|yes|no|met|not met)`
	return patterns{
		fence:   re("(?m)^[ \t]*```.*$|```"),
		tag:     re(`<\|[^<>\n]{0,40}\|>|</?[a-z][\w-]{0,30}>|\\(?:boxed|text|textbf|mathrm)\{`),
		quoted:  re(`"[^"\n]*"`),
		options: re(`\b` + decision + `["'\s]*(?:/|\||\bor\b|\band(?:/or)?\b|,\s*or\b)["'\s]*` + decision + `\b`),
		space:   re(`\s+`),

		asked:    re(`\bfinal answer(?: is|:)? *(?:the )?constraint (?:is )?(?:not )?followed$`),
		numbered: re(`^[ *_#]*1[.)] +`),

		leading: re(`(?s)^` + mark + `*(?:\d{1,3}` + mark + `+)?` + lead + label + verdictWord + `(?P<tail>.*)$`),
		closing: re(`(?s)^.{1,200}?(?::|→|->|=>|\||\s[-–—]|[,;—–]\s*(?:so|therefore|thus|hence|which means|meaning|因此|所以|故)(?: that)?)` + mark + `*` + lead + label + verdictWord + `(?P<tail>` + mark + `*)$`),

		answerIs:  re(`(?s)^(?P<before>.{1,200}?)\b(?:i (?:must |have to |would |will )?(?:therefore |thus )?(?:answer|conclude|say|judge)(?: with)?|(?:the|my) (?:\w+ )?(?:answer|verdict|decision|conclusion|judge?ment)(?: (?:to|for|on|of)\b[^:=,]{0,60}?)?(?: (?:is|must be|has to be|remains)| ?[:=]))(?: therefore| thus| clearly)?` + mark + `*` + verdictWord + `(?P<tail>(?:[.,;:(].*|` + mark + `*))$`),
		therefore: re(`(?s)^.{1,200}?[,;—–]\s*(?:so|therefore|thus|hence)(?: that)?` + mark + `*` + lead + label + verdictWord + `(?P<tail>[,;(].*)$`),

		pronoun:  re(`^\s+(?:it|this|that|they|there|the|because|since|as|he|she)\b`),
		harmless: re(`\bbut also\b|\b(?:but|although|though) (?:it|this|that|these|they|which) (?:(?:does|do|did|is|are|will)(?: not|n't)|won't|never) (?:really |directly )?(?:affect|matter|change|alter|influence|impact|concern|relevant|part of|asked)`),
		opposite: re(`(?:^|[,.:;(—–!-]|\b(?:rather|again|actually|so|hence|therefore)\b)\s*(yes|no)\s*(?:$|[,.;!)]|(?:for|to|on|in|as)\b)`),
		butLater: re(`(?:[.!?\n]\s*(?:but|however|except|unless)|[,;:—–(-]\s*(?:but|however|although|though|except|unless|albeit|only if|with (?:the|one) exception))\b|但|然而|不过|除了`),
		butNow:   re(`^` + mark + `*(?:but|however|although|though|unless|except|only if|albeit|partly|partially|mostly|almost|if|provided|assuming|as long as|depending)\b|^` + mark + `*(?:但|不过|部分)`),
		partly:   re(`\b(?:mostly|partly|partially|partial|almost|nearly|arguably|but not (?:in|for|at|on|all|every|the (?:second|third|last|other|rest))|only (?:in|for|where|when|if|until|up to)|(?:not|n't) (?:entirely|fully|quite|completely))\b|部分|几乎|大部分`),
		hedge:    re(`\b(?:maybe|perhaps|unclear|unsure|uncertain|unknown|not (?:sure|certain)|who knows|hard to (?:say|tell)|(?:cannot|can't) (?:tell|be sure))\b|不确定|不清楚|无法判断`),
		denied:   re(`\b(?:it|this|that|they|the \w+) (?:does|do|did|is|are|was|has|have)(?: not|n't)\s*(?:[.!]|$)`),
		affirmed: re(`(?:^|[.!]\s*)(?:it|this|that|they|the \w+) (?:does|do|did|is|are|was|has|have)\s*(?:[.!]|$)`),

		demandNot: re(`\b(?:(?:does|do|did)(?: not|n't)|fails? to) (?:\w+ly )?(?:meet|satisfy|follow|fulfill?|respect) (?:the|this|that) (?:constraint|requirement|criterion|condition|demand)|\b(?:violates|breaks) (?:the|this|that) (?:constraint|requirement|criterion|condition|demand)|\b(?:constraint|requirement|criterion|condition|demand) (?:is|was) (?:therefore )?(?:not ` + done + `|violated)`),
		demandMet: re(`\b(?:meets|satisfies|follows|fulfill?s|respects|adheres to|complies with|conforms to) (?:the|this|that) (?:constraint|requirement|criterion|condition|demand)|\b(?:constraint|requirement|criterion|condition|demand) (?:is|was) (?:therefore |fully )?` + done),
		condition: re(`\b(?:if|whether|unless|when|had|suppose|assuming|neither|nor|not|n't|cannot|doubt|would|could|might|may|only|partly|partially|unclear|either)\b|n't\b`),

		tick:   re(`(?m)^[^\p{L}\p{N}✅✔☑✓❌✗✘✖\n]*(?:([✅✔☑✓])|[❌✗✘✖])`),
		rule:   re(`(?m)^[ |:-]*-[ |:-]*$`),
		bullet: re(`(?m)^[ \t]*[-*•–][ \t]+`),
		allMet: re(`^` + mark + `*(?:yes` + mark + `+)?(?:all|(none)) (?:(?:of )?(?:the |these )?)?(?:(\d{1,3}|two|three|four|five|six|seven|eight|nine|ten) )?(?:of them |(?:\w+ )?(?:constraints|requirements|questions|conditions|criteria|demands) )?(?:are|is|were|have been) (?:fully )?` + done + mark + `*$`),

		ordinal: re(`第[一二三四五六七八九]`),

		item:   re(`(?m)^()` + mark + `*(?:(?:question|constraint|requirement|item|q|c|问题|约束|第)\s*` + mark + `*)?(\d{1,3})\s*(?:[.):、|\]]|[条题项]|` + mark + `{2,})`),
		inline: re(`(^|[.!>;")]\s+|。\s*|\n|\b(?:yes|no|followed|met)[ .;,"]*\s)` + mark + `*(?:(?:question|constraint|requirement|item|q|第|问题) ?)?(\d{1,3})(?:[.):、]\s|[题条项]\s*[:、])`),
		list:   re(`\[([^\[\]]*)\]`),

		score:     re(`(?:score|rating|grade|mark|评分|得分|分数|打分)` + mark + `*?(?:(?:is|of|as|a|为|是)\b` + mark + `*?)?(-?)(\d{1,3}(?:\.\d{1,4})?|unknown|unsure|n/a)\b(.{0,16})`),
		outOf:     re(`\b(?:give|rate|rated|score|scores|grade|deserves?|gets?|earns?|is worth)\b[^.\n\d]{0,60}(-?)(\d{1,3}(?:\.\d{1,4})?)\b(.{0,16})`),
		loneScore: re(`(?m)^` + mark + `*?(-?)(\d{1,3}(?:\.\d{1,4})?)(\s*(?:/|out of)\s*\d{1,3})?\s*(?:分|points?|stars?|\([\pL ]{1,30}\))?` + mark + `*$`),

		outOfHighest: re(`^` + mark + `*?(?:/|out of)\s*(\d{1,3})`),
		upTo:         re(`^` + mark + `*?(?:[-–—~]|\bto\b|\bor\b|\band\b|至|到)\s*\d`),

		bracket: re(`\[+\s*((?:assistant |response |answer |output )?[abc]|tie)\s*\]+`),
		winner: re(`\b(?:(?:verdict|winner|choice|decision|preference|conclusion|better (?:answer|response|one|assistant)|answer|结论|胜者)\s*(?:is|goes to|[:=]|是|为)|i(?: would| will|'d)? (?:prefer|choose|pick|favou?r|go with|vote for))` +
			mark + `*(?:the )?(?:assistant |response |answer |output |model |助手)?` + mark + `*([abc]|tie|first|second)\b(?:'s)?(?: (?:assistant|response|answer|output|one))?\s*(?:$|[^\p{L}\p{N}\s]|(?:because|since|as|for|which|due|by|over|with|and|on|overall)\b)`),
		isBetter: re(`(?:^|[.!?,;:*"\n\])]|\b(?:so|thus|hence|therefore|overall|and|but|while|whereas|yet),?)` + mark + `*(?:assistant|response|answer|output|model|助手)\s*\(?([ab])\)?(?:'s (?:answer|response|output)|的?(?:回答|答案|回复))?\s*(?:(?:is|was|performs|does)\s+(?:slightly |clearly |much |overall |significantly |far |somewhat |therefore )*(?:better|superior|stronger|preferable|best|the winner|the better)\b|wins\b|>+ ?(?:assistant |response |answer |output |model )?[ab]\b|更好|更优|胜出)`),
		ifs:      re(`\b(?:if|whether|unless|when|had|suppose|assuming|neither|nor|would)\b`),
		tie:      re(`(?:^|[.!?,;:\n])` + mark + `*(?:(?:so|thus|hence|therefore|overall),? )?(?:(?:it|this)(?: is|'s) (?:a )?(?:tie|draw)\b|平局|不分上下)`),
		reversal: re(`\b(?:corrected|correction|revised|actually|on second thoughts?|wait|mistake|instead|i was wrong)\b|更正|修正`),
	}
})

// A mask is a reply as the patterns see it: as many runes as the reply, in
// half-width forms, with marks, tags and quoted matter blanked.
func mask(reply string) string {
	p := compiled()
	text := strings.Map(fold, reply)
	text = blank(p.fence, text, " ")
	text = strings.Map(func(r rune) rune {
		if r == '`' {
			return '"'
		}
		return r
	}, text)
	text = p.ordinal.ReplaceAllStringFunc(text, func(m string) string {
		_, size := utf8.DecodeRuneInString(m)
		return m[:size] + digits[m[size:]]
	})
	text = blank(p.tag, text, "\n")
	return blank(p.options, unquote(text), " ")
}

// digits are the ordinals that count the items of a Chinese list.
var digits = map[string]string{"一": "1", "二": "2", "三": "3", "四": "4", "五": "5", "六": "6", "七": "7", "八": "8", "九": "9"}

// fold brings a rune to its plain form.
func fold(r rune) rune {
	switch {
	case r >= '！' && r <= '～':
		return r - '！' + '!'
	case r == '“' || r == '”' || r == '「' || r == '」' || r == '«' || r == '»':
		return '"'
	case r == '‘' || r == '’':
		return '\''
	case r == '*' || r == '#' || r == '~' || r == '_' || r == '$' || r == '　' || r == '\r' || r == '\t' || r == '\u00a0':
		return ' '
	}
	return r
}

// blank puts white space in the place of what a pattern matches: first once,
// then spaces.
func blank(re *regexp.Regexp, text, first string) string {
	return re.ReplaceAllStringFunc(text, func(m string) string {
		return first + strings.Repeat(" ", utf8.RuneCountInString(m)-1)
	})
}

// unquote takes quotation marks from around a decision that stands for
// itself, and blanks all other quoted matter: the judge quotes what it judges.
func unquote(text string) string {
	var b strings.Builder
	at := 0
	for _, m := range compiled().quoted.FindAllStringIndex(text, -1) {
		b.WriteString(text[at:m[0]])
		inner := text[m[0]+1 : m[1]-1]
		before, after := strings.TrimRight(text[:m[0]], " "), strings.TrimLeft(text[m[1]:], " ")
		_, decides := claimIn(inner)
		switch {
		case decides && opens(before) && (after == "" || strings.ContainsRune(".,;:!)]}|-—–\n。", firstRune(after))):
			b.WriteString(" " + inner + " ")
		case strings.TrimSpace(before) == "" && strings.TrimSpace(after) == "":
			b.WriteString(" " + inner + " ")
		default:
			end := " "
			if strings.ContainsAny(inner[max(0, len(inner)-1):], ".!?") {
				end = "." // the sentence may end with the quotation
			}
			b.WriteString(" " + strings.Repeat(" ", utf8.RuneCountInString(inner)) + end)
		}
		at = m[1]
	}
	b.WriteString(text[at:])
	return b.String()
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// opens reports whether what stands before a quotation lets it stand for
// itself: nothing, a mark, or a verb of saying.
func opens(before string) bool {
	before = strings.TrimSpace(before)
	if before == "" {
		return true
	}
	last, _ := utf8.DecodeLastRuneInString(before)
	lower := strings.ToLower(before)
	return !unicode.IsLetter(last) && !unicode.IsDigit(last) || strings.HasSuffix(lower, " is") || strings.HasSuffix(lower, "为") || strings.HasSuffix(lower, "是")
}

// tidy makes one line of a text.
func tidy(text string) string { return strings.Join(strings.Fields(text), " ") }

// bare returns the text without marks and white space around it.
func bare(text string) string {
	return strings.TrimFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
}
