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

// The words of a decision, in English and Chinese, most specific first. The
// first three stand for themselves; a short word counts only where it is the
// whole of a statement or the start of its explanation.
const (
	done    = `(?:followed|satisfied|met|fulfilled|respected|honou?red|obeyed|upheld|adhered to|complied with)`
	notDone = `(?:not (?:been |fully |entirely )?` + done + `|violated|unmet|unsatisfied)`
	be      = `(?:is |was |has been |has |is therefore )?`
	kept    = `(?:符合|满足|遵循|遵守)了?(?:该|此|这个|这一|所有)?(?:要求|约束|条件|限制)*`
	unsures = `(?:the |this )?(?:constraint )?` + be + `part(?:ial)?ly ` + done + `|partial(?:ly)?(?: ` + done + `)?|maybe|perhaps|possibly|unknown|unsure|uncertain|unclear|undecided|n/a|not applicable|` +
		`(?:i )?(?:cannot|can't|can not) (?:tell|say|determine|decide|judge)|部分(?:` + kept + `)?|无法(?:判断|确定|判定)|不确定|不清楚`
	noes = `(?:the |this )?constraint:? ` + be + notDone + `|(?:the |this )?constraint (?:is|was|has)n't (?:been )?` + done + `|no\b|nein\b|non\b|não|nao\b|nee\b|nej\b|nei\b|nie\b|nem\b|ei\b|tidak\b|hayır|όχι|لا|नहीं|không|нет|ні|いいえ|아니[요오]|(?:约束|要求)?(?:不|未|没有|并未|没)能?` + kept + `|违反了?该?(?:约束|要求)|不是|不对|否定的|没有|否|[是为]` + mark + `*no\b|(?:unfortunately|sadly|regrettably|absolutely|definitely|certainly|clearly|of course|i(?:'m| am) afraid)` + mark + `* not(?: at all)?\b`
	yess = `(?:the |this )?constraint:? ` + be + `(?:fully |not violated|` + done + `)(?:` + done + `)?|yes\b|ja\b|oui\b|sim\b|sí|tak\b|evet\b|kyllä|igen\b|ναι|نعم|हाँ|да|так|はい|예|네|(?:约束|要求)?(?:已经?|完全)?(?:得到)?` + kept + `|[是为]` + mark + `*yes\b|是的|是|对|肯定的`

	shortNo  = notDone + `|false|fail(?:ed|s)?|incorrect`
	shortYes = done + `|true|pass(?:ed|es)?|correct`

	mark = `[^\p{L}\p{N}]`
	lead = `(?:(?:(?:so|therefore|thus|hence|overall|ultimately|finally|sure|of course|tl;dr|absolutely|definitely|unfortunately|sadly|clearly|indeed|surely|obviously|consequently|accordingly|i (?:think|believe)(?: so)?|okay|ok|well|right|alright|actually|correction|wait|rather|` +
		`then again|or rather|on second thoughts?|otherwise said|in (?:short|sum|summary|conclusion)|to (?:sum up|conclude))` + mark + `+)|(?:因此|所以|综上(?:所述)?|总之)` + mark + `*)*`
	label = `(?:(?:(?:(?:constraint|requirement|criterion|condition) )?` + done + ` ?[:=]|i(?: would| will|'d|'ll| must|'m going to| am going to)?(?: have to)?(?: \w+ly)? (?:say|answer|judge|conclude|vote|go with|rule)(?: that)?(?: it(?:'s| is))?(?: an?)?|(?:it|that|this)(?:'s|'d be| is| was| would be| will be| has to be| must be| remains)(?: therefore| then| thus| still| clearly| definitely)?(?: an?)?(?: \w+)??|` +
		`(?:(?:the|my|this|final|overall|correct|short) )*(?:answer|verdict|decision|judge?ment|conclusion|result|ruling|response|reply|evaluation|assessment|determination)(?: (?:to|for|on|of|here)\b[^:=]{0,80}?)? ?(?: is| remains| (?:must|has to|should|can only) be|` + mark + `)+(?:(?:that|therefore|thus|an?|still) )?)` + mark + `*|` +
		`(?:最终|我(?:的|认为|觉得|判断)|最后的?|判断|(?:这个|该)?问题的)*(?:答案|判断|结论|结果|判定|回答|评判)` + mark + `*(?:应该?|就)?[是为]?` + mark + `*)?`
	demand      = `(?:constraint|requirement|criterion|condition|demand)`
	demanded    = `(?:the|this|that) (?:\w+ )?` + demand
	about       = `(?: \d{1,2})?(?: (?:to|of|that|on|about|for) [^.,;:?!]{1,60}?)?`
	verdictWord = `(?:(?P<unsure>` + unsures + `)|(?P<no>` + noes + `)|(?P<yes>` + yess + `)|(?P<shortno>` + shortNo + `)|(?P<shortyes>` + shortYes + `))`
)

// patterns are the regular expressions of the readers, compiled on first use.
type patterns struct {
	fence, tag, quoted, options, space          *regexp.Regexp
	asked, numbered                             *regexp.Regexp
	leading, closing                            *regexp.Regexp
	pronoun, opposite, butLater, butNow         *regexp.Regexp
	harmless, therefore, answerIs, tick, saying *regexp.Regexp
	rule, bullet, ordinal                       *regexp.Regexp
	thought, thinking, alternative              *regexp.Regexp
	partly, hedge, denied, affirmed             *regexp.Regexp
	demandNot, demandMet, condition             *regexp.Regexp
	withheld, clause, concession                *regexp.Regexp
	openingWord, numeral, numeralZH             *regexp.Regexp
	retort, nearly                              *regexp.Regexp
	item, inline, list, behind                  *regexp.Regexp
	score, outOf, loneScore, fraction           *regexp.Regexp
	bracket, winner, isBetter, tie, ifs         *regexp.Regexp
	outOfHighest, upTo, reversal                *regexp.Regexp
	amended, versus, valued                     *regexp.Regexp
	betterZH, aspect, alone                     *regexp.Regexp
	side, breach, formal                        *regexp.Regexp
	verdictTo, reported, offer                  *regexp.Regexp
	upToOther, untied, asking, approximate      *regexp.Regexp
	worse, inTotal, because, limits             *regexp.Regexp
	capital, formula, shouted, numberedAs       *regexp.Regexp
	opening, ergo                               *regexp.Regexp
	ticked, unticked, betterIn                  *regexp.Regexp
}

var compiled = sync.OnceValue(func() patterns {
	// A space in a pattern stands for several: marks such as ** are spaces in a mask.
	several := regexp.MustCompile(` ([^?*+{]|$)`)
	re := func(s string) *regexp.Regexp { return regexp.MustCompile(`(?i)` + several.ReplaceAllString(s, ` +$1`)) }
	const thinks = `(?:\w+:)?(?:think(?:ing)?|thoughts?|reason(?:ing)?|reflection|scratchpad|analysis)`
	decision := `(?:(?:the |this )?constraint (?:is )?(?:not )?followed|followed|not followed|yes|no|met|not met|unsure|unknown|maybe|partial(?:ly)?)`
	return patterns{
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

		leading: re(`(?s)^` + mark + `*(?:\d{1,3}` + mark + `+)?` + lead + label + verdictWord + `(?P<tail>.*)$`),
		closing: re(`(?s)^.{1,200}?(?::|→|->|=>|\||\s[-–—]|[,;—–]\s*(?:so|therefore|thus|hence|which means|meaning|因此|所以|故)(?: that)?)` + mark + `*` + lead + label + verdictWord + `(?P<tail>` + mark + `*)$`),

		answerIs:  re(`(?s)^(?P<before>.{1,200}?)\b(?:i (?:must |have to |would |will )?(?:therefore |thus )?(?:answer|conclude|say|judge)(?: with)?|(?:the|my) (?:\w+ )?(?:answer|verdict|decision|conclusion|judge?ment)(?: (?:to|for|on|of)\b[^:=,]{0,60}?)?(?: (?:is|must be|has to be|remains)| ?[:=]))(?: therefore| thus| clearly)?` + mark + `*` + verdictWord + `(?P<tail>(?:[.,;:(].*|` + mark + `*))$`),
		therefore: re(`(?s)^(?P<before>.{1,200}?)[,;—–]\s*(?:so|therefore|thus|hence|but|and)(?: that)?` + mark + `*` + lead + label + verdictWord + `(?P<tail>[,;:(—–].*)$`),
		saying:    re(`(?s)^(?P<before>[\pL' ]{1,25}[,!:…])\s*` + verdictWord + `(?P<tail>(?:[.,;:!(—–].*)?)$`),

		pronoun:    re(`^\s+(?:it|this|that|they|there|the|because|since|as|he|she|here|then|again|overall|due to|given|from (?:me|my)|(?:for|to|in|on) (?:this|that|the|my|me))\b`),
		harmless:   re(`\bbut also\b|\b(?:but|although|though) (?:it|this|that|these|they|which) (?:(?:does|do|did|is|are|will)(?: not|n't)|won't|never) (?:really |directly )?(?:affect|matter|change|alter|influence|impact|concern|relevant|part of|asked)`),
		opposite:   re(`(?:^|[,.:;(—–!-]|\b(?:rather|again|actually|so|hence|therefore)\b)\s*(yes|no)\s*(?:$|[,.;!)]|(?:for|to|on|in|as)\b)`),
		butLater:   re(`(?:[.!?\n]\s*(?:but|however|except|unless)|[,;:—–(-]\s*(?:but|however|although|though|except|unless|albeit|only if|with (?:the|one) exception))\b|但|然而|不过|除了`),
		butNow:     re(`^` + mark + `*(?:but|however|although|though|unless|except|only if|albeit|partly|partially|mostly|almost|if|provided|assuming|as long as|depending|probably|presumably|possibly|i guess|i suppose)\b|^` + mark + `*(?:但|不过|部分)`),
		concession: re(`^` + mark + `*(?:although|though|even though|even if|while|despite)\b[^.;\n]{1,160}?, `),
		partly:     re(`\b(?:mostly|partly|partially|partial|almost|nearly|arguably|but not (?:in|for|at|on|to|all|every|the (?:second|third|last|other|rest))|only (?:in|for|where|when|if|until|up to)|(?:not|n't) (?:entirely|fully|quite|completely)|(?:for|in|the) [\w ]{0,20}(?:part|half|halves|paragraph|sentence|section|verse|line)s? only)\b|部分|几乎|大部分`),
		hedge:      re(`\b(?:maybe|perhaps|unclear|unsure|uncertain|unknown|not (?:\w+ly )?(?:sure|certain)|(?:may|might|could) be (?:wrong|mistaken)|who knows|hard to (?:say|tell)|(?:cannot|can't) (?:tell|be sure))\b|不确定|不清楚|无法判断`),
		denied:     re(`\b(?:it|this|that|they|the(?: \w+){1,4}) (?:does|do|did|is|are|was|has|have)(?: not|n't)\s*(?:[.!]|$)`),
		affirmed:   re(`(?:^|[.!]\s*)(?:it|this|that|they|the \w+) (?:does|do|did|is|are|was|has|have)\s*(?:[.!]|$)`),

		demandNot: re(`\b(?:(?:does|do|did)(?: not|n't)|fail(?:s|ed)? to) (?:\w+ly )?(?:meet|satisfy|follow|fulfill?|respect|adhere to|comply with|conform to|obey) ` + demanded + `|\b(?:violate[sd]|breaks|broke|ignore[sd]|disregard(?:s|ed)|neglect(?:s|ed)|flout(?:s|ed)|contradict(?:s|ed)|breache[sd]|fail(?:s|ed)|misse[sd]) ` + demanded + `|\b` + demand + about + ` (?:(?:is|was|has)(?:n't| not)(?: \w+ly)?(?: been)? ` + done + `|(?:is|was|has been) (?:\w+ly )?(?:violated|broken|unmet|breached|ignored))`),
		demandMet: re(`\b(?:(?:meets|satisfies|follows|fulfill?s|respects|adheres to|complies with|conforms to|obeys)|(?:met|satisfied|followed|fulfilled|respected|adhered to|complied with)) ` + demanded + `|\b` + demand + about + ` (?:(?:is|was|has been) (?:\w+ly )?` + done + `|holds?\b|is adhered to)`),
		condition: re(`\b(?:if|whether|unless|when|had|suppose|assuming|neither|nor|not|n't|cannot|doubt|would|could|might|may|only|partly|partially|unclear|either|otherwise)\b|n't\b`),
		withheld:  re(`\b(?:if|whether|unless|when|had|suppose|assuming|doubt|would|could|might|may|unclear|either|otherwise)\b`),
		limits:    re(`\b(?:except\w*|apart|aside|other than|barring|save for|excluding|but|mostly|more or less|nearly|almost|(?:to|in) (?:some|a|certain|part)\w*|only (?:in|for|if|when|where|the)|unless|if|though|although|however)\b|除|但`),
		because:   re(`(?s)^(.{3,160}?)(?:[,;]? (?:because|since|as|given|due to)\b|[,;:—–] )(.*)$`),
		clause:    re(`(?s)^.*(?:[,;:—–]|\bso\b|\bthus\b|\bhence\b|\btherefore\b)`),

		nearly:     re(`^\[?\s*\{\s*(?://[^\n]*\s*|/\*[^*]*\*/\s*)*["'“”‘]?[\pL_][\pL\pN_ -]{0,40}["'“”’]?\s*[:：]`),
		breach:     re(`\b` + notDone + `\b`),
		formal:     re(done + `$|violated$`),
		capital:    regexp.MustCompile(`(?:^|[^\p{Lu}\p{N}"\s/-]|[^\p{Lu}/-]["\s])["\s]*\b(YES|NO)\b(?:["\s]*(?:$|[^\p{L}\p{N}\s"/-])|["\s]+\p{Ll})`),
		numberedAs: re(`\b(?:question|constraint|requirement|item|criterion|number|q|c) ?(\d{1,2})\b`),
		shouted:    regexp.MustCompile(`\b(YES|NO)\b(?:[^\p{L}]*$|[^\p{L}]+\p{Ll})`),
		verdictTo:  re(`\b(?:answer|question|verdict|decision|requirement|constraint|conclu\w+|judge?ment|result|so|therefore|thus|hence|determin\w+)\b|[^\p{L}\p{N}\s,"'-]["\s]*$|^["\s]*$|因此|所以|答案|回答`),
		reported:   re(`\b(?:says?|claims?|states?|asserts?|promises|writes|said|claimed|stated)\b`),
		offer:      re(`^` + mark + `*(?:let|i|i'll|here|please|what|could|can|may)\b`),
		asking:     re(`^[,.! ]*i(?:'m| am)? (?:understand|see|can (?:help|do)|will|would be|happy|ready|here)\b|\bplease (?:give|provide|paste|share|send|post|tell)\b`),
		upToOther:  re(`^` + mark + `*(?:or|and|/)\b`),
		formula:    re(`\b(?:i|it|that|this|answer|verdict) (?:would|could|should|might|may)\b`),
		side:       re(`^[ \t]*(?:[-*•–]|\d{1,2}[.)]|[a-h]\))[ \t]`),
		retort:     re(`(?s)^` + mark + `*` + lead + `(?:(?:it|this|that|they|the (?:generated |given )?(?:text|response|answer|output)) (?:does|do|did|is|are|was|were|has|have)(?: indeed| actually)?( not|n't)?|(nope|nah|negative)|(?:absolutely|definitely|indeed|exactly|yep|yeah|yup|affirmative))(?:[,!(:—–]|$)`),
		tick:       re(`(?m)^[^\p{L}\p{N}✅✔☑✓❌✗✘✖\n]*` + label + `(?:([✅✔☑✓])|[❌✗✘✖])`),
		rule:       re(`(?m)^[ |:-]*-[ |:-]*$`),
		bullet:     re(`(?m)^[ \t]*[-*•–][ \t]+`),

		ordinal: re(`第[一二三四五六七八九]`),

		item:   re(`(?m)^()` + mark + `*(?:(?:question|constraint|requirement|criterion|condition|level|answer|item|q|c|a|r|问题|约束|要求|第)\s*` + mark + `*)?(\d{1,3})(?:\s*(?:[.):、|\]]|[条题项]|` + mark + `{2,})|[ \t]*$|[ \t]+()(?:yes|no|met|not|constraint|true|false)\b|()(?:是|否|不|满足|符合))`),
		inline: re(`(^|[.!>;")]\s+|。\s*|\n|\b(?:yes|no|followed|met)[ .;,"]*\s)` + mark + `*(?:(?:question|constraint|requirement|item|q|第|问题) ?)?(\d{1,3})(?:[.):、]\s|[题条项]\s*[:、])`),
		list:   re(`\[([^\[\]]*)\]`),
		behind: re(`^` + mark + `*(?:\d{1,2}[.):]\s+)?(?:(?:[\pL ]{1,30})(?:[:=]| (?:is|are))\s*)?`),

		score:     re(`(?:score|rating|grade|mark|bewertung|punktzahl|puntuación|calificación|оценка|評価|点数|スコア|(?:overall|total|final)\s*[:=|]|评分|得分|分数|打分|总分)` + mark + `*?(?:(?:(?:is|of|as|an?|be|would|will|must|the|to)\b|[为是])` + mark + `*?){0,4}(-?)(\d{1,3}(?:\.\d{1,4})?|unknown|unsure|n/a)\b(.{0,16})`),
		outOf:     re(`(?:\b(?:give|rate|rated|score|scores|grade|deserves?|gets?|earns?|is worth|say|settle on|go with|this is an?|it is an?|it's an?)\b|[给打得])[^.。\n\d]{0,60}(-?)(\d{1,3}(?:\.\d{1,4})?)\b( *(?:$|[^\p{L}\p{N} ].{0,16}|(?:out|of|stars?|points?|because|since|as|for|overall|due|given|and|or|to|here|in)\b.{0,16}|[分星].{0,16}))`),
		loneScore: re(`(?m)^` + mark + `*?(-?)(\d{1,3}(?:\.\d{1,4})?)(\s*(?:/|out of)\s*\d{1,3})?\s*(?:分|points?|stars?|\([\pL ]{1,30}\))?` + mark + `*$`),

		numeral:     re(`\b(?:zero|two|three|four|five|six|seven|eight|nine|ten|one( out of| of \d| of ten\b| of five\b|/| stars?\b| points?\b|` + mark + `*$))`),
		numeralZH:   re(`[零一二三四五六七八九十]([分星])`),
		openingWord: re(`^` + mark + `*?()(\d{1,2})()\s*(?:[.!,;:—–]|$)`),

		opening:  re(`^` + mark + `*?(-?)(\d{1,3}(?:\.\d{1,4})?)()(?:\s*\([\pL ]{1,30}\))?\s*(?:[-–—:]\s+|[,;]\s*)[\pL]`),
		ergo:     re(`(?:[.!?…\n]|\bno,[^.\n]{0,80}[.,])\s*(?:so|thus|hence|therefore|then)[,:]?\s+((?-i:[AB]))` + mark + `*$`),
		valued:   re(`^\s*(-?)(\d{1,3}(?:\.\d{1,4})?)(\s*(?:/|out of)\s*\d{1,3})?(?:\s*[(:–—-].*)?\s*$`),
		fraction: re(`()(\d{1,3}(?:\.\d{1,4})?)(\s*(?:/|out of)\s*\d{1,3})\b`),

		outOfHighest: re(`^` + mark + `*?(?:/|out of)\s*(\d{1,3})`),
		approximate:  re(`\b(?:(?:more|less|fewer|greater|higher|lower|better|worse) than|at (?:least|most)|above|below|over|under|between|around|about|up to|(?:close|closer|near) to) *(?:an? )?-?[\d.]+[^\d]*$`),
		upTo:         re(`^` + mark + `*?(?:[-–—~]|\bto\b|\bor\b|\band\b|至|到)\s*(?:an? )?\d|^ *or so\b|\b(?:maybe|perhaps|possibly)\b`),

		bracket: re(`\[+\s*((?:assistant |response |answer |output )?[abc]|tie)\s*\]+`),
		winner: re(`(?:(?:结论|胜者|判断|判定|选择|答案|结果|评判)\s*(?:[:=]|是|为)|\b(?:verdict|winner|choice|decision|preference|conclusion|preferred(?: (?:answer|response|one|assistant))?|better(?: (?:answer|response|one|assistant))?|answer)\s*(?:is|goes to|[:=]|是|为| *\n+)|\bi(?: would| will|'d)? (?:prefer|choose|pick|favou?r|go with|vote for))` +
			mark + `*(?:the )?(?:(?:answer|response|output) (?:of|by|from) )?(?:assistant |response |answer |output |model |助手)?` + mark + `*([abc]|tie|first|second)\b(?:'s)?(?: (?:assistant|response|answer|output|one))?[ \t]*(?:$|\n|[^\p{L}\p{N}\s]|(?:because|since|as|for|which|due|by|over|with|and|on|overall)\b)`),
		isBetter: re(`(?:^|[.!?,;:*"\n\])。]|\b(?:so|thus|hence|therefore|overall|and|but|while|whereas|yet|i(?:'d| would)? (?:say|find|think|believe|judge|conclude)(?: that)?),?|因此|所以|认为)` + mark + `*(?:the )?(?:assistant|response|answer|output|model|助手|回答|答案)\s*\(?([ab])\)?(?:'s (?:answer|response|output)|的?(?:回答|答案|回复))?\s*(?:(?:is|was|performs|does|fares|scores|comes out)\s+(?:(?:\w+ly|much|overall|far|somewhat|therefore|thus|the|a bit|a little) )*(?:better|superior|stronger|preferable|preferred|best|winner|ahead|on top|to be preferred)\b|(?:gives|provides|offers|delivers|produces|writes|has|presents)\s+(?:the|a)\s+(?:(?:\w+ly|much|far)\s+)*(?:better|superior|stronger|preferable|best|winning)\b|(?:\w+ly )?(?:wins|outperforms|beats|surpasses|prevails|edges out|outshines)\b|(?:follows|meets|answers|fulfills|fulfils|satisfies|serves|addresses|handles)\s[^.,;\n]{1,60}?\s(?:better|best|more (?:closely|fully|faithfully|completely|accurately|precisely))\b|>+ ?(?:assistant |response |answer |output |model )?[ab]\b|(?:明显|略|稍)?(?:更好|更优|更佳|更胜一筹|略胜一筹|胜出|优于|好于))`),
		betterZH: re(`(?:^|[^\p{L}\p{N}]|[是为])([ab])\s*(?:的?(?:回答|答案|回复))?\s*(?:明显|略|稍)?(?:更好|更优|更佳|更胜一筹|略胜一筹|胜出)`),
		alone:    re(`(?:^|[.!?,;:\n]|\b(?:so|thus|hence|therefore|overall|but|i (?:think|believe|find|say)(?: that)?),?)` + mark + `*((?-i:[AB]))\s+(?:(?:is|was|does|performs)\s+(?:(?:\w+ly|much|overall|far|the|somewhat|a bit) )*(?:better|superior|stronger|preferable|best|winner)|(?:\w+ly )?wins)\b`),
		betterIn: re(`(?:^|[.!?,;:\n。])` + mark + `*(?:(?:die|la|le|a|o) |l')?(?:antwort|respuesta|réponse|resposta|risposta|assistente?|asistente|modell?o?)?\s*(?-i:([AB]))\s*(?:(?:ist|es|est|é|è) +(?:(?:klar|deutlich|etwas|viel|claramente|mucho|ligeramente|nettement|clairement|bien|muito|chiaramente|la|a|o|el) +)?(?:besser|mejor|meilleure?|melhor|migliore)\b|(?:の?(?:方|ほう|回答)?)(?:が|は)(?:より)?(?:良|よ|い)い)`),
		worse:    re(`(?:assistant|response|answer|output|model) ([ab])(?:'s (?:answer|response|output))? (?:is|was|does|performs) (?:\w+ly |much |far |somewhat )?(?:worse|weaker|inferior) (?:than|to) (?:assistant |response |answer |output |model )?(?:[ab])\b`),
		inTotal:  re(`^[^.!?;\n]{0,40}?\b(?:overall|on the whole|in total|on balance|all in all)\b`),
		untied:   re(`\b(?:if|whether|unless|when|had|suppose|assuming|would|not|n't)\b|n't\b`),
		aspect:   re(`^\s+(?:on|at|in|regarding|in terms of|with regard to|when it comes to|than)\s+(\w+)`),
		ifs:      re(`\b(?:if|whether|unless|when|had|suppose|assuming|neither|nor|would)\b`),
		tie:      re(`(?:^|[.!?,;:\n])` + mark + `*(?:(?:so|thus|hence|therefore|overall),? )?(?:(?:it|this)(?: is|'s) (?:a )?(?:tie|draw)\b|(?:so )?(?:i(?:'d| would)? (?:call|declare|judge|rate) (?:it|this) (?:an? )?)?(?:tie|draw)\s*(?:[.!]|$)|(?:both|the two)(?: \w+)? (?:are|do) (?:equally (?:good|well|strong|helpful|valid)|tied|equivalent|on (?:a )?par|of equal quality)\s*(?:[.!;,]|$)|(?:两者|二者|双方|两个(?:回答|答案)?)?(?:是|为|打成)?(?:平局|平手|不分上下|不相上下|不分伯仲|旗鼓相当))`),
		amended:  re(`\b(?:could|might|may) (?:also |well |just as well )?be (?:an? )?(?:yes|no)\b|(?:^|\n)` + mark + `*(?:wait|hold on|oops)\b|\bmixed (?:\w+ )?up\b|\bon (?:reflection|second thoughts?|(?:a )?closer (?:look|inspection)|re-?reading)\b|\bi (?:would |want to |must |have to |need to |'ll )?(?:change|correct|revise|take back|withdraw|amend)\b|\bscratch that\b|\bshould (?:rather |actually |instead |also )?(?:be|read|have been) (?:an? )?(?:yes|no|met|not met|followed|not followed)\b|更正|修正|应改为|应该改`),
		versus:   re(`(?m)\[+\s*([ab])\s*(>+|=+|<+)\s*[ab]\s*\]+|^` + mark + `*(?:assistant |response |answer |output )?([ab])\s*(>+|=+|<+)\s*(?:assistant |response |answer |output )?[ab]` + mark + `*$`),
		ticked:   re(`(?m)^[ \t]*(?:[-*+•]|\d{1,2}[.)])?[ \t]*(?:\[ ?[x✓✔✗✘] ?\]|☑|☒)`),
		unticked: re(`(?m)^[ \t]*(?:[-*+•]|\d{1,2}[.)])?[ \t]*(?:\[[ \t]*\]|☐)[^\n]*$`),
		reversal: re(`\b(?:corrected|correction|revised|actually|on second thoughts?|wait|mistake|instead|i was wrong)\b|更正|修正`),
	}
})

// A mask is a reply as the patterns see it: as many runes as the reply, in
// half-width forms, with marks, tags and quoted matter blanked.
func mask(reply string) string {
	p := compiled()
	text := strings.Map(fold, boxes(reply))
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

// thought takes the reasoning off that a reply begins with. What follows is the
// reply; reasoning that does not end has none.
func thought(reply string) (string, error) {
	p := compiled()
	opens, end := p.thinking.FindStringIndex(reply), len(p.thought.FindString(reply))
	switch begins := opens != nil && strings.TrimSpace(reply[:opens[0]]) == ""; {
	case end == 0 && begins:
		return "", unreadable("its reasoning does not end")
	case end == 0, opens != nil && !begins, strings.TrimSpace(reply[end:]) == "":
		return reply, nil // there is none, or it is a part of the reply, or all of it
	}
	rest := reply[end:]
	return rest, nil
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
