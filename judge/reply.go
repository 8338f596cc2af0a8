package judge

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"adhere"
	"adhere/internal/lazyregexp"
)

// unreadable says why a reply cannot be read.
type unreadable string

func (u unreadable) Error() string { return string(u) }

// bothDecisions is why a reply that states two decisions cannot be read: it
// contradicts itself, or repeats an order that stood in the judged text.
const bothDecisions unreadable = adhere.BothDecisions

// noDecision is why a reply that decides nothing cannot be read.
const noDecision unreadable = "it states no decision"

// A mark is a sign or space.
const mark = `[^\p{L}\p{N}]`

// The regular expressions of the readers.
const (
	thinks = `(?:\w+:)?(?:think(?:ing)?|thoughts?|reason(?:ing)?|reflection|scratchpad|analysis)`
	limit  = `(?:for the most part|most(?:ly)?|largely|mainly|generally|usually|typically|somewhat|part(?:ly|ially)|nearly|almost|roughly|approximately|(?:kind|sort) of|more or less|by and large|on the whole|broadly|just about|größtenteils|weitgehend|zum teil|mehr oder weniger|e[nm] parte?|in parte|en partie|à peu près|más o menos|mais ou menos|più o meno|casi|presque|quase|meistens|en gran parte|en la mayor parte|en grande partie|pour la plupart|in gran parte|` +
		`give or take(?: \w+){0,2}|on (?:paper|the face of it|the surface)|technically|nominally|in (?:the main|part|theory|general|spirit|essence|principle|(?:most|many|some) (?:cases|places|parts))|to (?:a|some|an?y? \w+) (?:extent|degree)|all but (?:one|two|three|a few|\d+)|not (?:everywhere|always|throughout|entirely|quite)|` +
		`with (?:\w+ ){0,3}(?:exception|reservation|caveat)s?(?: in (?:\w+ ?){1,3})?|\d{1,3} ?(?:%|percent)(?: of (?:it|them))?|` +
		`(?:apart from|aside from|except(?: for)?|other than|save for|barring|at least (?:in|for) the|minus (?:the|an?|one)|as far as)(?: \w+){1,4})`
	recants = `(?:scratch|strike) that|my best guess|or rather (?:an? )?(?:\d+|yes|no)|mixed (?:(?:the )?\w+ )?up|on (?:reflection|second thoughts?|(?:a )?closer (?:look|inspection)|re-?reading)|looking (?:at|back) [^.\n]{1,40}? again|let me (?:double-check|re-?(?:count|check|read|consider|think|examine)|correct|look again)|` +
		`i(?:'d|'ll| would| want to| must| have to| need to| need a)? (?:changed?|correct(?:ion)?|revise|take back|withdraw|amend|flip)|i (?:mis\w+|overlooked|was wrong|made (?:a|an) (?:mistake|error))|` +
		`je (?:me )?(?:corrige|rectifie|ravise|suis trompée?)|(?:me )?corrijo|mi correggo|(?:ich )?korrigiere|(?:habe )?mich (?:vertan|verzählt|geirrt)|me equivoqué`
	sentenceStart = `(?:^|[.!?。…\n])[\s(]*(?:(?:hmm|wait|sorry|抱歉)\W+)?`
	// Announces a correction: "Edit:", "Corrected answer".
	corrects      = sentenceStart + `(?:(?:edit|update|corrected|revised) ?[:–—-]|(?:correction|korrektur|berichtigung|corrección|correção|correzione|(?:我(?:要|需要)?)?(?:更正|修正|订正|訂正|改正)(?:一下|后|如下)?) ?[:,–—-]|(?:corrected|revised|updated) (?:answer|verdict|decision|judge?ment|list|rating|score)s?\b)`
	pauses        = `(?:esper[ae]|(?:un )?moment\pL?|attend(?:s|ez)|warte|halt|aspetta|wacht|à la réflexion|pensándolo bien|pensando bem|不对)`
	doubts        = `(?:not|n't|never|far from|no means)(?: feel| been| really| at all| quite| so| too| that| \w+ly| \d+ ?%)* (?:sure|certain)\b`
	reservations  = `aber|jedoch|allerdings|außer|mais|sauf|pero|salvo|excepto|mas|porém|exceto|però|ma|tranne`
	decisionWords = `(?:(?:the |this )?constraint (?:is )?(?:not )?followed|followed|not followed|yes|no|met|not met|unsure|unknown|maybe|partial(?:ly)?|y|n)`
)

var (
	letterRE    = pattern(`(?m)^` + mark + `*(?:([\pL ]{1,30})[:=]` + mark + `*)?([yn])` + mark + `*$|^` + mark + `*((?-i:[YN])) *[-–—:,] +[\pL"]`)
	opposedRE   = pattern(`^[ "]*(?:and|und|y|et|e|och|en|or|oder|o|ou|и|和|と) +(?:no|nein|non|não|yes|ja|oui|sí|sim)\b`)
	formalEndRE = pattern(`\bfinal answer(?: is|:)[ "'*_]*constraint (?:not )?followed[\s."'*_]*(?:<end>\s*)?$`)
	revokedRE   = pattern(`^\W{0,4}(?:(?:in|by|for|at|to|with) +(?:none|nobody|nothing|no\b|\d+ ?%)|(?:not|never|nowhere)\W*$)`)
	emptyBoxRE  = pattern(`\[[ \t]\]|☐|[\[(]not[\])]`)
	asideRE     = pattern(`\([^()\n]*\)`)
	citedRE     = pattern(`(?m)^[ \t]*>[^\n]*$|~~[^~\n]+~~`) // or struck out

	fenceRE       = pattern("(?m)^[ \t]*```\\w*$|```")
	tagRE         = pattern(`<\|[^<>\n]{0,40}\|>|</?[a-z][\w-]{0,30}>|\\(?:(?:boxed|text|textbf|mathrm)\{|(?:begin|end)\{\w+\})`)
	quotedRE      = pattern(`"[^"\n]*"`)
	optionsRE     = pattern(`\b` + decisionWords + `(?:["'\s]*(?:/|\||\bor\b|\band(?:/or)?\b|,\s*or\b)["'\s]*` + decisionWords + `)+\b`)
	alternativeRE = pattern(`/|\||\bor\b|\band\b`)

	thoughtRE  = pattern(`(?s)^.*[<\[◁]/` + thinks + `[>\]▷]`)
	thinkingRE = pattern(`[<\[◁]` + thinks + `[>\]▷]`)

	numberedRE = pattern(`^[ *_#]*1[.)] +`)

	// What an explanation may begin with, behind a decision without a stop: "Yes it does".
	pronounRE = pattern(`^\s+(?:it|this|that|they|there|the|because|since|as|he|she|here|then|again|overall|due to|given|from (?:me|my)|(?:for|to|in|on) (?:this|that|the|my|me))\b`)
	// Words of doubt or correction that take nothing back: "asked what happens if", "wait times".
	harmlessRE = pattern(`\b(?:(?:asks|asked|asking|wonders)(?: (?:him|her|us|them|you|the \w+))?(?: what happens)?|(?:says|explains|tells)(?: (?:him|her|us|them|you|the \w+))? what to do) if\b|\bbut also\b|\b(?:one|you|some|someone|readers?) (?:could|might|may|would) (?:\w+ )?(?:quibble|argue|object|say|think|wonder|claim|complain)\b[^.!?\n]*?\b(?:but|yet|however)\b|\b(?:but|although|though) (?:it|this|that|these|they|which) (?:(?:does|do|did|is|are|will)(?: not|n't)|won't|never) (?:really |directly )?(?:affect|matter|change|alter|influence|impact|concern|relevant|part of|asked|what)|` +
		`\bno(?:thing)?\b[^.!?\n]{0,30}\bcorrect(?:ed|ions?)\b|\bwait (?:times?|for)\b|\bto wait\b|\bon (?:\w+ ?){1,3},? i (?:still )?stand by (?:it|this|that|my \w+)\s*(?:[.!\n]|$)|\b(?:he|she|they|the (?:user|customer|author|narrator|speaker|hero)) (?:is|was|are|were)(?: not|n't) (?:sure|certain)\b|\b(?:is|are)(?: not|n't) (?:sure|certain) to \pL{3}|\bconfidence\W+(?:9\d|100) ?%|\pL \d+,? if not \d+,? \pL`)
	// Begins a reservation about a yes, anywhere behind it: "Yes. However, …".
	butLaterRE = pattern(`(?:[.!?\n,;:—–(-]\s*(?:but|however|except|unless|unfortunately|that said|only if|with (?:the|one) exception|` + reservations + `)|[,;:—–(-]\s*(?:although|though|albeit|aunque))\b|但|ただし|しかし|然而|不过|除了`)
	// Begins one right behind a decision: "Yes, if …", "Yes, partly".
	butNowRE = pattern(`^ for the (?:first|second|third|last|final)\b|^[^\pP\n]*\bonly\s*(?:[.!]|$)|^` + mark + `*(?:but|however|although|though|unless|except|only if|albeit|partly|partially|mostly|almost(?: all| every\w*| always| entirely|[.,])|if|provided|assuming|as long as|depending|probably|presumably|possibly|i guess|i suppose|is what|says? the|aunque|` + reservations + `)\b|^` + mark + `*(?:但|ただし|しかし|不过|部分)`)
	// Says that something is so in part.
	partlyRE = pattern(`\b(?:mostly|partly|partially|partial|(?:almost|nearly)(?: \pL+)|arguably|(?:but|,) not (?:in|for|at|on|to|all|every|the (?:second|third|last|other|rest))|only (?:in|for|where|when|if|until|up to)|(?:not|n't) (?:entirely|fully|quite|completely)|(?:for|in|the) [\w ]{0,20}(?:part|half|halves|paragraph|sentence|section|verse|line)s? only)\b|部分|几乎|大部分`)
	// Says that the judge is not certain, or makes the decision depend on a reading.
	hedgeRE = pattern(`\b(?:maybe|perhaps|unclear|unsure|uncertain|unknown|(?:may|might|could) be (?:wrong|mistaken)|who knows|hard to (?:say|tell)|(?:argued|go) either way|(?:cannot|can't) (?:tell|be (?:sure|certain))|if (?:\w+ ){1,4}(?:counts?|considers?|treats?|regards?|accepts?|allows?|(?:is|are) (?:not )?(?:counted|considered|treated|regarded|accepted|allowed)))\b|` + doubts + `|不确定|不清楚|无法判断`)
	// Denies without saying what: "It does not."
	deniedRE = pattern(`\b(?:it|this|that|they|the(?: \w+){1,4}) (?:does|do|did|is|are|was|has|have)(?: not|n't)\s*(?:[.!]|$)`)

	// A clause that is nothing but a limit, a sentence that is, and one that is nothing but a share ("9 of 10").
	curbedRE = pattern(`(?:^|[.!?…\n,;:(—–]| -)[ .]*(?:(?:well|just|but|only)\b[ ,]*)?` + limit + `\s*(?:[.!,;)\n]|$)`)
	onlySoRE = pattern(`(?:^|[.!?…\n])[ .]*(?:well[ ,]+)?` + limit + `\s*(?:[.!\n]|$)`)
	shareRE  = pattern(`(?:^|[.\n,;:(—–]| -)\s*(?:in )?(\w+)(?: (?:out )?of (?:the )?|/)(\w+)(?: \w+)?(?: (?:do|does|are|is))?\s*(?:[.!;)\n]|$)`)

	nearlyRE     = pattern(`^\[?\s*\{\s*(?://[^\n]*\s*|/\*[^*]*\*/\s*)*["'“”‘]?[\pL_][\pL\pN_ -]{0,40}["'“”’]?\s*[:：]`)
	numberedAsRE = pattern(`(?:^` + mark + `*|\b(?:question|constraint|requirement|item|criterion|number|q|c) ?)(\d+)\b`)
	askingRE     = pattern(`^[,.! ]*i(?:'m| am)? (?:understand|see|can (?:help|do)|will|would be|happy|ready|here)\b|\bplease (?:give|provide|paste|share|send|post|tell)\b`)
	tickRE       = pattern(`(?m)^[^\p{L}\p{N}✅✔☑✓👍❌✗✘✖👎\n]*(?:[\pL ]{1,30}[:=→]` + mark + `*?)?(?:([✅✔☑✓👍])|[❌✗✘✖👎])`)
	lastTickRE   = pattern(`(?s)^[^✅✔☑✓👍❌✗✘✖👎]*(?:([✅✔☑✓👍])|[❌✗✘✖👎])[^\p{L}\p{N}✅✔☑✓👍❌✗✘✖👎]*$`)
	marksRE      = lazyregexp.New(`[\s*_#|→=>:–—-]+\.?$`)   // that led to the decision
	tableRE      = pattern(`(?m)^.*\|.*\n[ |:-]*-[ |:-]*$`) // the head of a table
	ruleRE       = pattern(`(?m)^[ |:-]*-[ |:-]*$`)

	summaryRE = pattern(`^` + mark + `*(?:in summary` + mark + `+|summary` + mark + `+(\pL))`) // of the decisions, not of how many there are
	humpRE    = lazyregexp.New(`(\p{Ll})(\p{Lu})`)                                             // in the name of a field
	numberRE  = lazyregexp.New(`^[0-9]+(?:\.[0-9]+)?`)
	ordinalRE = pattern(`第[一二三四五六七八九]`)

	itemRE   = pattern(`(?m)^()` + mark + `*(?:(?:question|constraint|requirement|criterion|condition|level|(?:(?:final|corrected|revised) )?(?:answer|verdict|decision)s?|item|text|q|c|a|r|问题|约束|要求|第)\s*` + mark + `*)?(\d{1,3})(?:\s*(?:[.):、|\]]|[条题项]|` + mark + `{2,})|[ \t]*$|[ \t]+()(?:yes|no|met|not|constraint|true|false)\b|()(?:是|否|不|满足|符合))`)
	inlineRE = pattern(`(^|[.!>;")]\s+|。\s*|\n|\b(?:yes|no|followed|met)[ .;,"]*\s)` + mark + `*(?:(?:question|constraint|requirement|item|q|第|问题) ?)?(\d{1,3})(?:[.):、]\s|[题条项]\s*[:、])`)
	listRE   = pattern(`\[([^\[\]]*)\]`)

	scoreRE    = pattern(`\b(?:(?:final|overall|total) )?(?:score|rating|grade|mark)` + mark + `*\d{1,3}(?:\.\d+)?((?: *(?:/|out of) *\d+)?)`)
	placedRE   = pattern(`^` + mark + `*(?:\pL+ ?)?(\d{1,2})(?:[.):][^\n]*|` + mark + `*)$`) // "Q2", "2. Rhyme"
	placeRE    = pattern(`(?m)^[ \t]*\d{1,2}[.)]([ \t]+[^\pN\n]*\pL|[ \t]*$)`)               // of an item of a list
	scoreTagRE = pattern(`<(score|rating|grade|answer|verdict|result|confidence|certainty)\b[^<>\n]*>`)
	legendRE   = pattern(`\([^()\n]*\pL[^()\n]*\)(\s*[:|=])|\([^()\n]*\d *=[^()\n]*\)`)

	otherScoreRE = pattern(`\b(?:maybe|perhaps|possibly) (?:an? )?\d+(?:\.\d+)?(?: *(?:/|out of|[-–—]|to\b|or\b) *\d+(?:\.\d+)?)?(?:\s*(?:[.,;:!?()\n]|[–—-] |$)| (?:(?:points?|stars?|if|at|for|and|will|would|might|may|seems|is|was|rather|instead|as|because|since|given|due)\b|(?:or|to) \pL))|\d,? if\b`)

	numeralRE = pattern(`\b(?:zero|two|three|four|five|six|seven|eight|nine|ten|one( out of| of \d| of ten\b| of five\b|/| stars?\b| points?\b|` + mark + `*$))`)

	commaRE = pattern(`(\d),(\d)`)
	starsRE = pattern(`(?m)^[^\p{L}\p{N}\n⭐★🌟]*(?:[\pL ]{1,20}[:=] *)?(?:[⭐★🌟]️?)+[☆½]*`)

	// Words that take back what was said before them, or announce that it is corrected.
	recantsRE = pattern(`\b(?:wait|hold on|hang on|hmm+|oops|i meant|my mistake|` + recants + `|(?:could|might|may|\d would) (?:also |well |just as well )?be (?:an? )?(?:yes|no)|should (?:rather |actually |instead |also )?(?:be|read|have been) (?:an? )?(?:yes|no|met|not met|followed|not followed))\b|\bactually,|(?:^|[.!?\n])\s*actually\b|\] *correction\b|` + corrects + `|(?:^|[.。!…\n—–]\s*)` + pauses + `\s*[,.:!…—–]|(?:^|[.!?…\n—–]\s*)(?:en (?:realidad|réalité|fait)|in realtà|na verdade|eigentlich),? (?:non?|não|nein|nicht)\s*[.,:]|应改为|应该改|数错|看错|(?:^|[。！!\n])\s*(?:等等|等一下),`)
	doubtsRE  = pattern(doubts)

	// Words that may do so in a paragraph that names a decision or an item.
	revisesRE = pattern(`\b(?:after all|corrected|revised|actually|mistake|instead|i (?:initially|originally|(?:at )?first) \w+)\b`)

	// Announces a list of decisions that counts instead of one before; of what others say,
	// or somebody said before, it is none.
	correctionRE = pattern(corrects + `|` + sentenceStart + `(?:final|on (?:reflection|second thoughts?))(?: (?:answer|verdict|decision|judge?ment|list)s?)? ?[,:]`)
	goesOnRE     = pattern(`\] *(?:\pL|…|—|–)`) // [YES, YES] is tempting, but …
	othersRE     = pattern(`\b(?:users?|readers?|judges?|critics?|some(?:one|body)?|others?|want\w*|th(?:ink\w*|ought)|sa(?:y|ys|id)|says|argu\w+|ask(?:s|ed)?|claim\w*|call\w*|would|could|might|may|if|(?:at|i) first|initially|originally|earlier|previous\w*|seem\w*|was|were|had|gave|wrong|mistake\w*)\b|\?`)
)

// pattern returns an expression in which case does not matter and a space stands
// for several: marks such as ** are spaces in a mask.
func pattern(expression string) *lazyregexp.Regexp { return lazyregexp.Spelt(spaced, expression) }

func spaced(expression string) string { return `(?i)` + several.ReplaceAllString(expression, ` +$1`) }

var several = lazyregexp.New(` ([^?*+{]|$)`)

// A mask is a reply as the patterns see it: as many runes as the reply, in
// half-width forms, with marks, tags and quoted matter blanked.
func mask(reply string) string {
	text := unreported(strings.Map(fold, reply))
	text = blank(fenceRE, blank(citedRE, text, " "), " ")
	text = strings.Map(func(r rune) rune {
		if r == '`' {
			return '"'
		}
		return r
	}, text)
	text = ordinalRE.ReplaceAllStringFunc(text, func(m string) string {
		_, size := utf8.DecodeRuneInString(m)
		return m[:size] + digits[m[size:]]
	})
	text = blank(tagRE, text, "\n")
	return optionsRE.ReplaceAllStringFunc(unquote(text), func(m string) string {
		if len(alternativeRE.FindAllStringIndex(m, -1)) > 1 {
			return m // a list of decisions: YES/YES/NO
		}
		return strings.Repeat(" ", utf8.RuneCountInString(m))
	})
}

// verdictPart returns what of a reply may decide. A form with empty boxes can be
// meant in several ways.
func verdictPart(reply string) (string, error) {
	reply, err := afterReasoning(reply)
	if emptyBoxRE.MatchString(reply) {
		return "", unreadable("it has empty boxes")
	}
	return reply, err
}

// afterReasoning takes the reasoning off that a reply begins with. Reasoning that
// does not end has no reply behind it.
func afterReasoning(reply string) (string, error) {
	opens, end := thinkingRE.FindStringIndex(reply), len(thoughtRE.FindString(reply))
	begins := opens != nil && strings.TrimSpace(reply[:opens[0]]) == ""
	if opens != nil && !begins {
		end = 0 // the reasoning is a part of the reply
	}
	switch rest := reply[end:]; {
	case begins && end == 0:
		return "", unreadable("its reasoning does not end")
	case end > 0 && strings.TrimSpace(rest) == "":
		return "", unreadable("it holds reasoning and nothing else")
	default:
		return rest, nil
	}
}

// digits are the ordinals that count the items of a Chinese list.
var digits = map[string]string{"一": "1", "二": "2", "三": "3", "四": "4", "五": "5", "六": "6", "七": "7", "八": "8", "九": "9"}

// plainForms are the plain forms of signs that are no full-width ones.
var plainForms = map[rune]rune{
	'“': '"', '”': '"', '「': '"', '」': '"', '«': '"', '»': '"', '‘': '\'', '’': '\'', '【': '[', '】': ']', '*': ' ', '_': ' ', '،': ',', '؛': ';', '؟': '?', '।': '.',
}

// fold brings a rune to its plain form.
func fold(r rune) rune {
	switch plain, ok := plainForms[r]; {
	case ok:
		return plain
	case r >= '！' && r <= '～':
		return r - '！' + '!'
	case r >= '①' && r <= '⑨':
		return r - '①' + '1'
	case r != '\n' && unicode.IsSpace(r):
		return ' '
	}
	return r
}

// An expression is a regular expression, compiled or not.
type expression interface {
	ReplaceAllStringFunc(text string, with func(string) string) string
}

// blank puts white space in the place of what a pattern matches: first once,
// then spaces.
func blank(re expression, text, first string) string {
	return re.ReplaceAllStringFunc(text, func(m string) string {
		return first + strings.Repeat(" ", utf8.RuneCountInString(m)-1)
	})
}

// unquote takes quotation marks from around a decision that stands for
// itself, and blanks all other quoted matter: the judge quotes what it judges.
func unquote(text string) string {
	var b strings.Builder
	at := 0
	for _, m := range quotedRE.FindAllStringIndex(text, -1) {
		b.WriteString(text[at:m[0]])
		inner := text[m[0]+1 : m[1]-1]
		before, after := strings.TrimSpace(text[:m[0]]), strings.TrimLeft(text[m[1]:], " ")
		_, decides := claimIn(inner)
		decides = decides || len(letters(inner)) > 0
		alone := before == "" && strings.TrimSpace(after) == ""
		leads := decides && !has(terms(sentenceBefore(before, len(before))), content) // or says nothing but that it decides
		if alone || leads && (after == "" || strings.ContainsRune(".,;:!)]}|-—–\n。", firstRune(after)) || pronounRE.MatchString(" "+after[:min(40, len(after))])) {
			b.WriteString(" " + inner + " ")
		} else {
			b.WriteString(strings.Repeat(" ", utf8.RuneCountInString(inner)+2))
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

// mostBefore bounds what before a place in a reply is looked at, in bytes.
const mostBefore = 400

// sentenceBefore returns what of a sentence stands before a place in it, or the end of
// that if it is long.
func sentenceBefore(text string, at int) string {
	text = text[max(0, at-mostBefore):at]
	return text[strings.LastIndexAny(text, ".!?\n")+1:]
}

func tidy(text string) string { return strings.Join(strings.Fields(text), " ") }

// bare returns the text without marks and white space around it.
func bare(text string) string {
	return strings.TrimFunc(text, isMark)
}

func isMark(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }
