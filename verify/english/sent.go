package english

import (
	"adhere"
	"adhere/internal/lazyregexp"
)

// Texts that a conversation is set up to work on: what their words demand is demanded of
// nobody.

// worksOn reports whether a message before a user's has the texts of users worked on:
// "Translate everything the user writes.", "You are a proofreader.", "Users will paste
// an article."
func (c *conversation) worksOn(turn int) bool {
	for ; c.setUp < turn; c.setUp++ {
		if setsUp(&c.messages[c.setUp]) {
			break
		}
	}
	return c.setUp < turn
}

// setsUp reports whether a message has texts worked on that are to come.
func setsUp(m *adhere.Message) bool {
	text := m.Text[:min(len(m.Text), looked)]
	if m.Role == adhere.System {
		return workedOn.MatchString(text) || worker(text)
	}
	return m.Role == adhere.User && (toCome.MatchString(text) || worker(text) && len(m.Text) < longestSetup)
}

// longestSetup is how long a user's message is, in bytes, that only says what is to be
// done with those to come.
const longestSetup = 300

// worker reports whether a message begins by saying that its reader works on texts, and
// nowhere that questions are answered too.
func worker(text string) bool {
	start := text[:min(len(text), purpose)]
	return (works.MatchString(start) || comes.MatchString(start)) && !alsoAnswers.MatchString(start) || inputLast.MatchString(text)
}

// purpose bounds, in bytes, the words at the start of a message that say what it is for.
const purpose = 1000

const (
	// workings are what a service does with the texts of its users, in all forms of the
	// verbs; of workVerbs only those that leave no question in them to be answered.
	workings = `(?:translat|rephras|rewrit|reword|paraphras|correct|proofread|simplif|convert|expand|classif|categori[sz]|label|detect|extract|identif|rat|transcrib|formulat|turn|summari[sz]|shorten|moderat|tag|fix|polish|redact|encod|edit|re-?format)(?:e|es|ing|s|y|ies|ying)?`
	// texts are what users send it.
	texts = `(?:texts?|messages?|prompts?|notes?|sentences?|e-?mails?|quer(?:y|ies)|words|inputs?|turns?|chats?|requests?|tickets?|reviews?|comments?|posts?|thoughts?)`
	// matters are what users hand over, which asks nothing.
	matters = `(?:texts?|prompts?|sentences?|paragraphs?|passages?|e-?mails?|quer(?:y|ies)|tickets?|reviews?|comments?|posts?|tweets?|transcripts?|transcriptions?|articles?|essays?|drafts?|documents?|content|dialogues?|conversations?|complaints?|excerpts?|notes|snippets?|lyrics|utterances?|statements?|captions?|subtitles?|letters?|abstracts?)\b`
	// arrives says that something is sent.
	arrives = `(?:past(?:e|es|ed)|upload(?:s|ed)?|submit(?:s|ted)?|provid(?:e|es|ed)|send(?:s|ing)?|sent|giv(?:e|es|en)|shar(?:e|es|ed)|suppl(?:y|ies|ied)|dictat(?:e|es|ed)|types?)`
	// sender is who sends it.
	sender = `(?:(?:the |all |a |your )?(?:users?|customers?|clients?|people|speakers?)|they|someone|somebody|i)`
	// machine is what works, where its name is no word for who works.
	machine = `(?:engine|tool|bot|chatbot|model|system|service|assistant|filter|machine|utility|api|expert|specialist|agent|pipeline|component|function)`
)

var (
	// workedOn says in a system message what it does with the texts of users.
	workedOn = lazyregexp.New(`(?i)(?:^|[^\pL])` + workings + ` (?:(?:\pL+ ){0,3}(?:the |each |every |any |all )?(?:(?:users?['’]?s?|their|incoming|given|provided) (?:\pL+ )?` + texts + `|(?:everything|whatever|anything|all|what)(?: that)?(?: the)? users?)|(?:the |each |every |any |all |incoming )?` + texts + `\b|(?:\pL+ ){0,2}(?:whatever|everything|anything|all|what)(?: that)? (?:is|gets|(?:you(?: are|['’]re|['’]ll be| will be| get))|` + sender + `)(?: ` + arrives + `)?\b)|` +
		`(?:whatever|everything|anything|all|what)(?: that)? ` + sender + ` (?:\pL+ )?(?:types?|writes?|sends?|says?|pastes?|enters?|inputs?|submits?|posts?)[^.\n]{0,20}[ ,](?:` + workings + `|put|return|render|repeat|echo)\b|` +
		`übersetz(?:e|st|t) (?:jede|alle|was)|traduce (?:todo|cada)|traduis (?:tout|chaque)|korrigiere (?:den|die|jede|alle)|corrige (?:el|los|todo|cada)|(?:corrige|traduis|corriges) (?:le|les|tout|chaque)|[把将].{0,8}(?:翻译|改写|转换|总结)|翻译用户|翻译所有|送られた(?:文章|文|テキスト|メッセージ)|ユーザーの?(?:文章|文|テキスト|メッセージ|入力)[^。]{0,12}(?:翻訳|訳し|校正|要約|直し)`)
	// toCome says in a user's message that what follows in others is worked on.
	toCome = lazyregexp.New(`(?i)(?:^|[^\pL])` + workings + ` (?:what|whatever|everything|anything|my (?:next |following )?` + texts + `)(?: that)? ?(?:i (?:send|write|say|type|paste)|to\b|into\b|from now)|` +
		`\b(?:everything|whatever|anything|all) (?:that )?i (?:send|write|say|type|paste)[^.\n]{0,20}\b(?:` + workings + `|put)\b`)
	// works names a reader by work on texts: "You are a translator.", "act as my spell
	// checker".
	works = lazyregexp.New(`(?i)\b(?:rewrit|paraphras|reformat|proofread|translat|convert|extract|summari[sz])(?:e|es|ing|s) (?:\pL+ ){0,3}(?:content|transcripts?|articles?|papers|documents?|snippets?|passages?)\b|\b(?:role|task|job)\W{1,3}(?:is |will be )?(?:to )?(?:translat|proofread|detect|classify|label|paraphras|rephras|transcrib|tag)(?:e|ing)?\b|\btext (?:correction|translation|conversion)\b|(?:\b(?:you(?:['’]re| are| work as| serve as| act as| function as)|(?:act|acting|work|serve|behave|function)s? as|role\W{1,3}(?:is )?)\W{1,4}(?:an? |the |my |our )?(?:[\pL-]+ ){0,4}?|^\W*(?:[\pL-]+ ){0,2})(?:` +
		`translators?|proof-?readers?|paraphrasers?|rephrasers?|rewriters?|summari[sz]ers?|classifiers?|transcribers?|transcriptionists?|annotators?|labell?ers?|taggers?|detectors?|extractors?|converters?|correctors?|simplifiers?|parsers?|recogni[sz]ers?|dictionar(?:y|ies)|thesaurus|anonymi[sz]ers?|formatters?|(?:copy|text|subtitle|line|language)[- ]?editors?|(?:spell(?:ing)?|grammar)[ -]?checkers?|prompt (?:optimi[sz]er|enhancer|improver|engineer|rewriter)|` +
		`(?:translation|proof-?reading|summari[sz]ation|summari[sz]ing|classification|transcription|moderation|rewriting|paraphrasing|rephrasing|extraction|conversion|correction|editing|re-?formatting|formatting|annotation|tagging|labell?ing|detection|anonymi[sz]ation|sentiment analysis|spam) (?:\pL+ )?` + machine + `)(?:$|[.,;:!\n(]| (?:for|from|of|to|into|and|with|that|which|speciali[sz]\pL+|designed|tasked|between|in|on|capable|whose)\b)|` +
		`(?:du bist|sie sind|agiere als|handle als)\W+(?:mein |ein |eine )?(?:\pL+ ){0,2}(?:übersetzer|korrektor|lektor)|(?:eres|actúa como|actua como)\W+(?:un |una |mi )?(?:\pL+ ){0,2}(?:traductor|corrector)|(?:tu es|vous êtes|agis comme)\W+(?:un |une |mon )?(?:\pL+ ){0,2}(?:traducteur|traductrice|correcteur|correctrice)|(?:você é|atue como)\W+(?:um |uma )?(?:\pL+ ){0,2}(?:tradutor|revisor|corretor)|` +
		`(?:翻译|校对|润色|改写|摘要|总结)(?:助手|专家|引擎|官|员|器|家|工具|机器人)|专业翻译|(?:翻訳|校正|要約|添削)(?:者|家|エンジン|アシスタント|ツール|bot)`)
	// comes says that texts are sent, or what the input is.
	comes = lazyregexp.New(`(?i)\b(?:` + sender + `(?: will| may| might| can| would| is going to|['’]ll| am going to| should)?(?: then| simply| first| just)? ` + arrives + `|you(?: will|['’]ll| may| are)?(?: then| first)?(?: be)? (?:given|provided|presented|sent|shown|handed|receive|get|take|accept|asked to (?:` + workings + `)))\b[^.:;?!\n]{0,40}?\b` + matters + `|` +
		`\b(?:the|your|each|every|user) (?:input|message|turn|user message|user input)(?: you (?:get|receive|are sent))? (?:is|will be|consists of|contains) (?:an?|the|raw|some|text|to be|\pL+s)\b|(?:^|\n)\W*input\W{0,4}: ?\pL|` +
		`(?:^|[.!?\n]\s*)(?:given|for) (?:an?|each|every|any|the following)(?: \pL+){0,2} ` + matters + `|\b(?:what|that) (?:is|gets|are) (?:sent|pasted|submitted|entered)\b|\bwhat you (?:get|receive|are (?:sent|given))\b|\bwhether (?:the|each|an?) (?:sentence|text|message|review|comment|tweet|e-?mail) (?:is|has|contains|sounds)\b|\b(?:decide|determine|judge|rate|check|analy[sz]e|assess|` + workings + `)\b[^.\n]{0,30} the following (?:messages?|requests?|` + matters + `)|\busers?['’]s? (?:messages?|inputs?|turns?|texts?) (?:are|is) (?:an? |the |all )?(?:exercises?|drafts?|` + matters + `)`)
	// alsoAnswers says that what users send may be questions, which are answered.
	alsoAnswers = lazyregexp.New(`(?i)\b(?:you|me) write\b|\bwrite (?:for )?me\b|\b(?:answer|answers|answering|respond(?:s|ing)? to|help(?:s|ing)?)\b[^.\n]{0,50}\b(?:questions?|learners?|students?)\b|\bask(?:s|ed|ing)? (?:you |a |an |any |the |their )?(?:\pL+ )?questions?\b|回答.{0,8}问题|質問に`)
	// inputLast ends a message with a label that the user's text stands behind.
	inputLast = lazyregexp.New(`(?i)\binput\W{0,4}$`)
)
