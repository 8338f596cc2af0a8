package judge

import (
	"regexp"
	"slices"
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

// A mark is a sign or space.
const mark = `[^\p{L}\p{N}]`

// patterns are the regular expressions of the readers, compiled on first use.
type patterns struct {
	fence, tag, quoted, options, space  *regexp.Regexp
	asked, numbered                     *regexp.Regexp
	pronoun, opposite, butLater, butNow *regexp.Regexp
	harmless, tick                      *regexp.Regexp
	rule, bullet, ordinal               *regexp.Regexp
	thought, thinking, alternative      *regexp.Regexp
	partly, hedge, denied, affirmed     *regexp.Regexp
	concession                          *regexp.Regexp
	openingWord, numeral, numeralZH     *regexp.Regexp
	retort, nearly                      *regexp.Regexp
	item, inline, list, behind          *regexp.Regexp
	score, outOf, loneScore, fraction   *regexp.Regexp
	outOfHighest, upTo, reversal        *regexp.Regexp
	comma, stars, graded                *regexp.Regexp
	amended, valued                     *regexp.Regexp
	side                                *regexp.Regexp
	offer                               *regexp.Regexp
	upToOther, asking, approximate      *regexp.Regexp
	because, limits                     *regexp.Regexp
	shouted, numberedAs                 *regexp.Regexp
	opening                             *regexp.Regexp
	ticked, unticked, revision, recants *regexp.Regexp
	letter, opposed, box, items, cited  *regexp.Regexp
	unearned, short                     *regexp.Regexp
}

var compiled = sync.OnceValue(func() patterns {
	// A space in a pattern stands for several: marks such as ** are spaces in a mask.
	several := regexp.MustCompile(` ([^?*+{]|$)`)
	re := func(s string) *regexp.Regexp { return regexp.MustCompile(`(?i)` + several.ReplaceAllString(s, ` +$1`)) }
	const thinks = `(?:\w+:)?(?:think(?:ing)?|thoughts?|reason(?:ing)?|reflection|scratchpad|analysis)`
	decision := `(?:(?:the |this )?constraint (?:is )?(?:not )?followed|followed|not followed|yes|no|met|not met|unsure|unknown|maybe|partial(?:ly)?|y|n)`
	return patterns{

		letter:  re(`(?m)^` + mark + `*(?:([\pL ]{1,30})[:=]` + mark + `*)?([yn])` + mark + `*$|^` + mark + `*((?-i:[YN])) *[-–—:,] +[\pL"]`),
		opposed: re(`^[ "]*(?:and|und|y|et|e|och|en|or|oder|o|ou|и|和|と) +(?:no|nein|non|não|yes|ja|oui|sí|sim)\b`),
		box:     re(`(?m)^[ \t]*(?:[-*+•][ \t]*)?(?:\d{1,2}[.):]?[ \t]*)?(?:\[ ?([x✓✔]|[ ])? ?\]|(☑|✅)|(☐|☒))[ \t]*(.*)$`),
		cited:   re(`(?m)^[ \t]*>[^\n]*$`),
		items:   re(`\\(?:begin|end)\{(?:enumerate|itemize)\}|\\item\b`),

		fence:       re("(?m)^[ \t]*```.*$|```"),
		tag:         re(`<\|[^<>\n]{0,40}\|>|</?[a-z][\w-]{0,30}>|\\(?:boxed|text|textbf|mathrm)\{`),
		quoted:      re(`"[^"\n]*"`),
		options:     re(`\b` + decision + `(?:["'\s]*(?:/|\||\bor\b|\band(?:/or)?\b|,\s*or\b)["'\s]*` + decision + `)+\b`),
		alternative: re(`/|\||\bor\b|\band\b`),

		thought:  re(`(?s)^.*[<\[◁]/` + thinks + `[>\]▷]`),
		thinking: re(`[<\[◁]` + thinks + `[>\]▷]`),
		space:    re(`\s+`),

		asked:    re(`\bfinal answer(?: is|:)? *(?:the )?constraint (?:is )?(?:not )?followed$`),
		numbered: re(`^[ *_#]*1[.)] +`),

		pronoun:    re(`^\s+(?:it|this|that|they|there|the|because|since|as|he|she|here|then|again|overall|due to|given|from (?:me|my)|(?:for|to|in|on) (?:this|that|the|my|me))\b`),
		harmless:   re(`\bbut also\b|\b(?:but|although|though) (?:it|this|that|these|they|which) (?:(?:does|do|did|is|are|will)(?: not|n't)|won't|never) (?:really |directly )?(?:affect|matter|change|alter|influence|impact|concern|relevant|part of|asked|what)`),
		opposite:   re(`(?:^|[,.:;(—–!-]|\b(?:rather|again|actually|so|hence|therefore)\b)\s*(yes|no)\s*(?:$|[,.;!)]|(?:for|to|on|in|as)\b)`),
		butLater:   re(`(?:[.!?\n]\s*(?:but|however|except|unless)|[,;:—–(-]\s*(?:but|however|although|though|except|unless|albeit|only if|with (?:the|one) exception|aber|jedoch|allerdings|mais|pero|aunque|mas|porém|però|ma))\b|但|然而|不过|除了`),
		butNow:     re(`^` + mark + `*(?:but|however|although|though|unless|except|only if|albeit|partly|partially|mostly|almost|if|provided|assuming|as long as|depending|probably|presumably|possibly|i guess|i suppose|is what|says? the|aber|jedoch|allerdings|mais|pero|aunque|mas|porém|però|ma)\b|^` + mark + `*(?:但|ただし|しかし|不过|部分)`),
		concession: re(`^` + mark + `*(?:although|though|even though|even if|while|despite)\b[^.;\n]{1,160}?, `),
		partly:     re(`\b(?:mostly|partly|partially|partial|almost|nearly|arguably|but not (?:in|for|at|on|to|all|every|the (?:second|third|last|other|rest))|only (?:in|for|where|when|if|until|up to)|(?:not|n't) (?:entirely|fully|quite|completely)|(?:for|in|the) [\w ]{0,20}(?:part|half|halves|paragraph|sentence|section|verse|line)s? only)\b|部分|几乎|大部分`),
		hedge:      re(`\b(?:maybe|perhaps|unclear|unsure|uncertain|unknown|not (?:\w+ly )?(?:sure|certain)|(?:may|might|could) be (?:wrong|mistaken)|who knows|hard to (?:say|tell)|(?:cannot|can't) (?:tell|be sure))\b|不确定|不清楚|无法判断`),
		denied:     re(`\b(?:it|this|that|they|the(?: \w+){1,4}) (?:does|do|did|is|are|was|has|have)(?: not|n't)\s*(?:[.!]|$)`),
		affirmed:   re(`(?:^|[.!]\s*)(?:it|this|that|they|the \w+) (?:does|do|did|is|are|was|has|have)\s*(?:[.!]|$)`),

		limits:  re(`\b(?:except\w*|apart|aside|other than|barring|save for|excluding|but|mostly|more or less|nearly|almost|(?:to|in) (?:some|a|certain|part)\w*|only (?:in|for|if|when|where|the)|unless|if|though|although|however)\b|除|但`),
		because: re(`(?s)^(.{3,160}?)(?:[,;]? (?:because|since|as|given|due to)\b|[,;:—–] )(.*)$`),

		nearly:     re(`^\[?\s*\{\s*(?://[^\n]*\s*|/\*[^*]*\*/\s*)*["'“”‘]?[\pL_][\pL\pN_ -]{0,40}["'“”’]?\s*[:：]`),
		numberedAs: re(`\b(?:question|constraint|requirement|item|criterion|number|q|c) ?(\d{1,2})\b`),
		shouted:    regexp.MustCompile(`\b(YES|NO)\b(?:[^\p{L}]*$|[^\p{L}]+\p{Ll})`),
		offer:      re(`^` + mark + `*(?:let|i|i'll|here|please|what|could|can|may)\b`),
		asking:     re(`^[,.! ]*i(?:'m| am)? (?:understand|see|can (?:help|do)|will|would be|happy|ready|here)\b|\bplease (?:give|provide|paste|share|send|post|tell)\b`),
		upToOther:  re(`^` + mark + `*(?:or|and|/)\b`),
		side:       re(`^[ \t]*(?:[-*•–]|\d{1,2}[.)]|[a-h]\))[ \t]`),
		retort:     re(`(?s)^` + mark + `*(?:(?:it|this|that|they|the (?:generated |given )?(?:text|response|answer|output)) (?:does|do|did|is|are|was|were|has|have)(?: indeed| actually)?( not|n't)?|absolutely|definitely|indeed|exactly)(?:[,!(:—–]|$)`),
		tick:       re(`(?m)^[^\p{L}\p{N}✅✔☑✓👍❌✗✘✖👎\n]*(?:[\pL ]{1,30}[:=→]` + mark + `*?)?(?:([✅✔☑✓👍])|[❌✗✘✖👎])`),
		rule:       re(`(?m)^[ |:-]*-[ |:-]*$`),
		bullet:     re(`(?m)^[ \t]*[-*•–][ \t]+`),

		ordinal: re(`第[一二三四五六七八九]`),

		item:   re(`(?m)^()` + mark + `*(?:(?:question|constraint|requirement|criterion|condition|level|answer|item|q|c|a|r|问题|约束|要求|第)\s*` + mark + `*)?(\d{1,3})(?:\s*(?:[.):、|\]]|[条题项]|` + mark + `{2,})|[ \t]*$|[ \t]+()(?:yes|no|met|not|constraint|true|false)\b|()(?:是|否|不|满足|符合))`),
		inline: re(`(^|[.!>;")]\s+|。\s*|\n|\b(?:yes|no|followed|met)[ .;,"]*\s)` + mark + `*(?:(?:question|constraint|requirement|item|q|第|问题) ?)?(\d{1,3})(?:[.):、]\s|[题条项]\s*[:、])`),
		list:   re(`\[([^\[\]]*)\]`),
		behind: re(`^` + mark + `*(?:\d{1,2}[.):]\s+)?(?:(?:[\pL ]{1,30})(?:[:=]| (?:is|are))\s*)?`),

		score:     re(`(?:score|rating|grade|mark|bewertung|punktzahl|\bnote\b|\bnota\b|puntuación|calificación|punteggio|\bvoto\b|ocena|оценка|評価|点数|スコア|採点|점수|(?:overall|total|final)\s*[:=|]|评分|得分|分数|打分|总分)` + mark + `*?(?:(?:(?:is|of|as|an?|be|would|will|must|the|to)\b|[为是])` + mark + `*?){0,4}((?:\B-)?)(\d{1,3}(?:\.\d{1,4})?|unknown|unsure|n/a)\b(.{0,16})`),
		outOf:     re(`(?:\b(?:give|rate|rated|score|scores|grade|deserves?|gets?|earns?|is worth|say|settle on|go with|(?:this|that|it|this \w+)(?: is|'s) an?|awards?|(?:ver)?gebe|(?:das|es) ist eine?|würde eine|je (?:mets|donne)|c'est un|(?:le )?(?:doy|daría|pongo)|es un|(?:eu )?(?:dou|daria)|é um|do un|darei|è un)\b|(?:so|therefore|thus|hence),? |[给打得])[^.。\n\d]{0,60}(-?)(\d{1,3}(?:\.\d{1,4})?)\b( *(?:$|[^\p{L}\p{N} ].{0,16}|(?:out|of|von|sur|sobre|de|su|stars?|points?|punkte|puntos|pontos|geben|because|since|as|for|from|overall|due|given|and|or|to|here|in)\b.{0,16}|[分星].{0,16}))`),
		loneScore: re(`(?m)^` + mark + `*?(?:(?:an? )?(?:solid|strong|weak|clear|firm|generous|good)` + mark + `+?)?(-?)(\d{1,3}(?:\.\d{1,4})?)(\s*(?:/|out of|von|sur|sobre|de|su|av|van|из)\s*\d{1,3})?\s*(?:分|点|점|points?|stars?|\([\pL ]{1,30}\))?` + mark + `*$`),

		numeral:     re(`\b(?:zero|two|three|four|five|six|seven|eight|nine|ten|one( out of| of \d| of ten\b| of five\b|/| stars?\b| points?\b|` + mark + `*$))`),
		numeralZH:   re(`[零一二三四五六七八九十]([分星])`),
		openingWord: re(`^` + mark + `*?()(\d{1,2})()\s*(?:[.!,;:—–]|$)`),

		opening:  re(`^` + mark + `*?(-?)(\d{1,3}(?:\.\d{1,4})?)()(?:\s*\([\pL ]{1,30}\)| stars)?\s*(?:[-–—:]\s+|[,;]\s*)[\pL]`),
		valued:   re(`^\s*(-?)(\d{1,3}(?:\.\d{1,4})?)(\s*(?:/|out of)\s*\d{1,3})?(?:\s*[(:–—-].*)?\s*$`),
		fraction: re(`()(\d{1,3}(?:\.\d{1,4})?)(\s*(?:/|out of|von|sur|sobre|de|su|av|van|из)\s*\d{1,3})(?:$|[^\p{L}\p{N} ]| +(?:$|[^\p{L}\p{N} ]|(?:points?|stars?|punkten?|puntos|pontos|punti|étoiles|for|because|since|as|overall)\b))`),

		outOfHighest: re(`^` + mark + `*?(?:/|out of|von|sur|sobre|de|su|av|van|из)\s*(\d{1,3})`),
		approximate:  re(`\b(?:(?:more|less|fewer|greater|higher|lower|better|worse) than|at (?:least|most)|above|below|over|under|between|around|about|up to|(?:close|closer|near) to) *(?:an? )?-?[\d.]+[^\d]*$`),
		unearned:     re(`\b(?:not|never|cannot|no|(?:to|in order to) (?:earn|get|deserve|reach|merit|be)|higher|lower)\b[^,;:—–]*$|n't\b[^,;:—–]*$|\b(?:higher|lower) score, such as `),
		short:        re(`^[^.!?\n]*\b(?:would (?:need|require|have|take|be too)|is too (?:high|low))\b`),
		comma:        re(`(\d),(\d)`),
		stars:        re(`(?m)^[^\p{L}\p{N}\n⭐★🌟]*(?:[\pL ]{1,20}[:=] *)?(?:[⭐★🌟]️?)+[☆½]*`),
		graded:       re(`^` + mark + `*(?:very bad|bad|poor|okay|ok|fair|good|very good|excellent) *\(()(\d)()\)`),
		upTo:         re(`^` + mark + `*?(?:[-–—~]|\b(?:to|or|and|bis|oder|à|ou|o|al?)\b|至|到)\s*(?:an? )?\d|^ *or so\b|\b(?:maybe|perhaps|possibly)\b`),

		amended:  re(`\b(?:could|might|may) (?:also |well |just as well )?be (?:an? )?(?:yes|no)\b|(?:^|\n)` + mark + `*(?:wait|hold on|oops|correction)\b|\bmixed (?:\w+ )?up\b|\bon (?:reflection|second thoughts?|(?:a )?closer (?:look|inspection)|re-?reading)\b|\bi (?:would |want to |must |have to |need to |'ll )?(?:change|correct|revise|take back|withdraw|amend)\b|\bscratch that\b|\bshould (?:rather |actually |instead |also )?(?:be|read|have been) (?:an? )?(?:yes|no|met|not met|followed|not followed)\b|更正|修正|应改为|应该改`),
		ticked:   re(`(?m)^[ \t]*(?:[-*+•]|\d{1,2}[.)])?[ \t]*\[ ?[x✓✔✗✘] ?\]|[☑☒]`),
		unticked: re(`(?m)^[ \t]*(?:[-*+•]|\d{1,2}[.)])?[ \t]*(?:\[[ \t]*\])[^\n]*$|☐[^\n☑☒]*`),
		revision: regexp.MustCompile(`(?im)(?:^|[.!?:…])[ \t*_#]*(?:(?:so|my|the|here (?:is|are)(?: the)?)[ \t]+)*(?:(?:corrected|updated|revised|amended|final|new)[ \t*_]*)+(?:(?:answers?|verdicts?|decisions?|judge?ments?|scores?|ratings?|grades?|list|winner|choice)[ \t*_]*(?:is|are|[:=—–-]|\n)|:)[ \t*_]*`),
		recants:  re(`\b(?:wait|hold on|hmm+|oops|scratch that|on (?:reflection|second thoughts?|(?:a )?closer (?:look|inspection)|re-?reading)|looking (?:at|back) [^.\n]{1,40}? again|let me (?:re-?(?:count|check|read|consider|think|examine)|correct|look again)|i (?:(?:need|have|want|must) (?:to )?(?:correct|revise|change)|mis\w+|overlooked|was wrong|made (?:a|an) (?:mistake|error))|actually,)`),
		reversal: re(`\b(?:corrected|correction|revised|actually|on second thoughts?|wait|mistake|instead|i was wrong)\b|更正|修正`),
	}
})

// A mask is a reply as the patterns see it: as many runes as the reply, in
// half-width forms, with marks, tags and quoted matter blanked.
func mask(reply string) string {
	p := compiled()
	text := unreported(strings.Map(fold, boxes(reply)))
	if strings.TrimSpace(p.cited.ReplaceAllString(text, "")) != "" {
		text = blank(p.cited, text, " ")
	}
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
	return p.options.ReplaceAllStringFunc(unquote(text), func(m string) string {
		if len(p.alternative.FindAllStringIndex(m, -1)) > 1 {
			return m // a list of decisions: YES/YES/NO
		}
		return strings.Repeat(" ", utf8.RuneCountInString(m))
	})
}

// boxes leaves of a list of boxes, one of which is ticked, what that one says.
func boxes(reply string) string {
	p := compiled()
	if !p.ticked.MatchString(reply) || !p.unticked.MatchString(reply) {
		return reply
	}
	return blank(p.ticked, blank(p.unticked, reply, " "), " ")
}

// lastWord returns what counts of a reply: without the reasoning before it, and
// where it takes a decision back, what it says instead.
func lastWord(reply string) (string, error) {
	reply, err := thought(reply)
	return revised(reply), err
}

// thought takes the reasoning off that a reply begins with. What follows is the
// reply; reasoning that does not end has none.
func thought(reply string) (string, error) {
	p := compiled()
	opens, end := p.thinking.FindStringIndex(reply), len(p.thought.FindString(reply))
	switch begins := opens != nil && strings.TrimSpace(reply[:opens[0]]) == ""; {
	case end == 0 && begins:
		return "", unreadable("its reasoning does not end")
	case end == 0, opens != nil && !begins:
		return reply, nil // there is none, or it is a part of the reply
	case strings.TrimSpace(reply[end:]) == "":
		return "", unreadable("it holds reasoning and nothing else")
	}
	rest := reply[end:]
	return rest, nil
}

// revised leaves of a reply that takes a decision back and gives another what
// stands behind the label of that: "Corrected answer: NO".
func revised(reply string) string {
	p := compiled()
	all := p.revision.FindAllStringIndex(reply, -1)
	if all == nil {
		return reply
	}
	last := all[len(all)-1]
	if !p.recants.MatchString(reply[:last[1]]) || bare(reply[last[1]:]) == "" {
		return reply
	}
	return reply[last[1]:]
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
	case r >= '①' && r <= '⑨':
		return r - '①' + '1'
	case r == '【':
		return '['
	case r == '】':
		return ']'
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
		decides = decides || len(letters(inner)) > 0
		switch {
		case decides && opens(before) && (after == "" || strings.ContainsRune(".,;:!)]}|-—–\n。", firstRune(after)) || compiled().pronoun.MatchString(" "+after)):
			b.WriteString(" " + inner + " ")
		case decides && (before == "" || strings.HasSuffix(before, "\n")) && (after == "" || after[0] == '\n'),
			strings.TrimSpace(before) == "" && strings.TrimSpace(after) == "":
			b.WriteString(" " + inner + " ")
		default:
			end := " "
			if strings.ContainsAny(inner[max(0, len(inner)-1):], ".!?") && !unicode.IsLower(firstRune(after)) {
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
	return !unicode.IsLetter(last) && !unicode.IsDigit(last) || slices.ContainsFunc(lastWords, func(w string) bool { return strings.HasSuffix(lower, w) })
}

// lastWords are words before a quotation that is said, not mentioned.
var lastWords = []string{" is", " be", " with", " a", " an", " answer", " say", " as", "为", "是", "答"}

// tidy makes one line of a text.
func tidy(text string) string { return strings.Join(strings.Fields(text), " ") }

// bare returns the text without marks and white space around it.
func bare(text string) string {
	return strings.TrimFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
}
