package english

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"adhere"
	"adhere/internal/lazyregexp"
	"adhere/verify/algebra"
	"adhere/verify/english/internal/clause"
	"adhere/verify/english/internal/lexicon"
	"adhere/verify/langid"
)

// Demands reads what a conversation demands of the answer to its last message,
// as far as code can decide it: from system messages and from the user's
// turns, in their order. What may be read in another way, or binds another
// part or text than it seems to, has a Doubt and is not Certain. Of such a
// demand the scope is not known where the part is in doubt, and its source is
// Mentioned where it may not be demanded at all. Matter that is worked on
// demands nothing.
func Demands(messages []adhere.Message) []adhere.Demand {
	return demandsIn(messages, Reader{}.message)
}

// demandsIn puts together what was read of each message of a conversation.
func demandsIn(messages []adhere.Message, read func(adhere.Message) []posed) []adhere.Demand {
	c := conversation{messages: messages, last: len(messages) - 1}
	for turn, m := range messages {
		if m.Role == adhere.System || m.Role == adhere.User {
			c.add(turn, read(m))
		}
	}
	c.revoke()
	c.translated()
	c.inFormat()
	c.clash()
	out := make([]adhere.Demand, len(c.demands))
	for i := range c.demands {
		d := &c.demands[i]
		d.ID = fmt.Sprintf("c%d", i+1)
		d.Certain = d.Doubt == ""
		switch d.open {
		case whether:
			d.Source.Origin = adhere.Mentioned
		case where:
			d.Scope = adhere.Scope{}
		case nothing, what:
		}
		out[i] = d.Demand
	}
	return out
}

// mostDemands bounds how many are read of a conversation.
const mostDemands = 200

type conversation struct {
	messages []adhere.Message
	last     int // index of the last message
	setUp    int // messages before it have no texts worked on that are to come
	demands  []posed
}

// A posed demand is one with what was read of it, and what a doubt leaves open.
type posed struct {
	adhere.Demand
	check   algebra.Check
	open    question
	lasting bool // it holds for every later answer, by its words
	unasked bool // it holds as long as no user asks for emojis
	ofValue bool // it may be of the texts in JSON or the like, where that is demanded

	// What it is about, once later turns are read.
	topics map[string]bool
	texts  []string // that it names
	tokens []lexicon.Token
}

// doubt puts a demand in doubt.
func (p *posed) doubt(why string, of question) { p.Doubt, p.open = why, of }

// add adds what was read of a message.
func (c *conversation) add(turn int, read []posed) {
	for _, one := range read[:min(len(read), mostDemands-len(c.demands))] {
		one.Source.Origin, one.Source.Turn = c.origin(turn), turn
		if one.Doubt == "" && one.unasked && slices.ContainsFunc(c.messages, func(m adhere.Message) bool { return m.Role == adhere.User && ofEmojis.MatchString(m.Text) }) {
			one.doubt("the user may have asked for emojis", whether)
		}
		if one.Doubt == "" && c.messages[turn].Role == adhere.User && c.worksOn(turn) {
			one.doubt("the message may be what is worked on", whether)
		}
		if one.Doubt == "" && c.past(&one) {
			one.doubt("it was said of an earlier answer", whether)
		}
		c.demands = append(c.demands, one)
	}
}

// past reports whether a demand was of an earlier answer only.
func (c *conversation) past(d *posed) bool {
	return d.Source.Origin == adhere.FromEarlierTurn && !d.lasting && c.over(d.Source.Turn)
}

// message reads the demands of one message, whatever conversation it is in.
func (r Reader) message(m adhere.Message) []posed {
	end := min(len(m.Text), longestMatter)
	for end > 0 && end < len(m.Text) && !utf8.RuneStart(m.Text[end]) {
		end--
	}
	text, standing := m.Text[:end], m.Role == adhere.System
	said := text
	if standing {
		said = inSecondPerson(text)
	}
	matter := regions(said, standing)
	out := r.beside(text, masked(said, matter), matter, standing, false)
	for _, at := range matter {
		if at.origin == adhere.Mentioned {
			others := []region{{0, at.start, ""}, {min(at.end, at.start+looked), len(text), ""}}
			out = append(out, r.beside(text, masked(said, others), matter, standing, true)...)
		}
	}
	for i := range out {
		if end < len(m.Text) && out[i].Doubt == "" {
			out[i].doubt(readInPart, whether)
		}
	}
	return out
}

// asksOn finds a question behind which more is asked for: "in two sentences: why …? Then …".
var asksOn = lazyregexp.New(`^\s*:[^.!?\n]*\?\s+(?:Then|Afterwards)\b`)

// readInPart is the doubt of what the end of its message may take back.
const readInPart = "its message is longer than the 64 KB that are read"

// beside reads the demands of what a message has beside matter. Its text is in own
// with blanks for what is not read. It is a system message if standing is true. If
// perhaps is true, own is what may be a part of the matter, and only what would else
// be certain is taken, with a doubt.
func (r Reader) beside(text, own string, matter []region, standing, perhaps bool) (out []posed) {
	var exceptions []int
	if standing {
		own, exceptions = unasked(own)
	}
	g, translated := lexicon.Foreign(own, false)
	if !translated {
		g.Text = own
	}
	d := newDecomposer(r, g.Text)
	d.coded = slices.ContainsFunc(matter, func(r region) bool { return r.origin == adhere.FromCode })
	d.tagged = slices.ContainsFunc(matter, func(r region) bool { return r.origin != adhere.FromCode && text[r.start] == '<' })
	d.handed, d.foreign, d.standing, d.questions = len(matter) > 0, translated, standing, strings.Count(text, "?")
	if translated {
		d.script = lexicon.ScriptOf(own)
	}
	for i := 1; standing && i < len(d.tokens); i++ {
		t, before := &d.tokens[i], d.tokens[i-1:i]
		if t.Low == "answer" && lexicon.Says(before, "each", "every") || t.Low == "message" && lexicon.Says(before, "each", "every", "per") && !lexicon.Says(d.tokens, "messages", "sms") {
			t.Low, t.Lemma = "reply", "reply" // one of the model's, where a user's may be in a text
		}
	}
	place := func(at int) int { // of the message
		switch {
		case !translated:
			return at
		case at == len(g.From):
			return len(text)
		}
		return g.From[at]
	}
	found := d.read()
	rules := len(found) > 0 && len(d.discourse().requests) == 0 && lasting.MatchString(own) // it asks for no answer yet
	waits := reusable.MatchString(own[:min(len(own), looked)])
	for _, f := range found {
		if len(out) == mostDemands {
			break
		}
		if perhaps && f.Doubt != "" {
			continue
		}
		sentence, from, to := d.sentence(&f), f.Start, f.End
		f.Reading.Check.Expr = roughly(f.Reading.Check.Expr, g.Text[from:to])
		if translated {
			f.Start, f.End = g.From[f.Start], g.End(f.End, len(text))
		}
		one := posed{Demand: adhere.Demand{
			Requirement: adhere.Requirement{Text: text[f.Start:f.End], Rule: f.Reading.Check.Rule(), Scope: scopeIn(f.Reading.Check.Expr, strings.ToLower(g.Text[from:to]))},
			Source:      adhere.Source{Start: f.Start, End: f.End},
			Doubt:       f.Doubt,
		}, check: f.Reading.Check, open: f.open}
		if f.asked == manner && one.Doubt == "" && strings.HasPrefix(g.Text[from:], "in ") && writtenAlready(f.Reading.Check, text[f.End:]) {
			one.doubt("it may be the language of what is translated", what)
		}
		if one.Doubt == "" && clause.OfLength(f.Reading.Check.Expr) && asksOn.MatchString(text[f.End:]) {
			one.doubt(besideLength, where)
		}
		if translated && one.Doubt == "" && !d.stated(one.check, text, f.Start, f.End) {
			one.doubt("what it names is not written so in the message", what)
		}
		if next, last := d.behind(&f); one.Doubt == "" && mayCallOff(text[f.Start:max(f.Start, place(next))], text[place(next):place(last)]) {
			one.doubt("what stands behind it may call it off", whether)
		}
		if perhaps {
			one.doubt("it may be part of the text before it, whose end is not marked", whether)
		}
		if one.Doubt == "" && (d.standing || waits && f.asked == noRole) {
			if why := d.occasion(&f, text); why != "" {
				one.doubt(why, whether)
			}
		}
		v := d.view(&f)
		one.ofValue, one.unasked = v.ofValue(), slices.ContainsFunc(exceptions, func(at int) bool { return f.Start < at && at < d.tokens[f.in[1]-1].End+2 })
		one.lasting = lasting.MatchString(sentence) || bans(one.check.Expr) && ceasing.MatchString(sentence) || rules && !makesOne(f.Reading.Check.Expr, d.tokens[f.from].Low)
		out = append(out, one)
	}
	return out
}

// writtenAlready reports whether a check demands a language in which a text may be
// that is there: "translate this sentence in German: Ich bin müde".
func writtenAlready(check algebra.Check, text string) bool {
	language, ok := check.Expr.(algebra.Language)
	if !ok {
		return false
	}
	found, ok := langid.Language(text)
	return !ok || strings.HasPrefix(found, string(language))
}

// stated reports whether the texts that a check holds answers to stand in a message
// that was put into English: a name may have been put into it too, and a noun
// of German is written like a name. What a schema names, and a separator, are not
// among these texts (algebra.Check.Texts).
func (d *decomposer) stated(check algebra.Check, source string, start, end int) bool {
	low, quoted := strings.ToLower(source), strings.ContainsAny(source[start:end], "\"'`“„«»「『‘[")
	for _, text := range check.Texts() {
		if !quoted && (strings.ContainsAny(text, ",，、") && strings.IndexFunc(text, unicode.IsLetter) >= 0 || strings.HasPrefix(text, "中的")) { // several, or some of what follows
			return false
		}
		if !quoted && d.script == "" && strings.Contains(text, " ") && !strings.ContainsAny(text, `\(`) && !strings.Contains(low, strings.ToLower(text)) {
			return false // some words of it were put into English
		}
		for _, word := range spelledWord.FindAllString(strings.ToLower(escaped.ReplaceAllString(text, "")), -1) {
			if !strings.Contains(low, word) {
				return false
			}
		}
	}
	return !strings.Contains(string(check.Args()), `"contains":{"word":`) || quoted || calling.MatchString(source[start:end])
}

var (
	// escaped is a class or a character of a pattern.
	escaped = lazyregexp.New(`\\\w\{[^}]*\}`)
	// spelledWord is a word that no pattern has as a sign.
	spelledWord = lazyregexp.New(`\pL{4,}`)
	// calling says that what stands without marks is a word or a name.
	calling = lazyregexp.New(`(?i)w[oö]rt|name|begriff|palabra|mot|palavra|nombre|nom|词|字|語|単語`)
)

// occasional reports whether a demand wants something to occur, which may be
// wanted where it fits only.
func occasional(e algebra.Expr) bool {
	e = clause.OfEach(e)
	c, ok := e.(algebra.Compare)
	_, contains := e.(algebra.Contains)
	return contains || ok && !clause.BoundsLength(c) && c.Is.Op == algebra.OpLeast
}

// bans reports whether a demand is that there is nothing of something.
func bans(e algebra.Expr) bool {
	c, _ := clause.OfEach(e).(algebra.Compare)
	_, not := e.(algebra.Not)
	return not || c.Is == algebra.Exactly(0)
}

// roughly takes a bare number of words or characters for about as many: who
// asks for an answer "in 50 words" does not count them. Who has it kept "to 3
// bullets" wants some.
func roughly(e algebra.Expr, words string) algebra.Expr {
	if each, parts := e.(algebra.Each); parts {
		each.Holds = roughly(each.Holds, words)
		return each
	}
	c, ok := e.(algebra.Compare)
	if ok && c.Is.Op == algebra.OpMost && (clause.Counts(c, algebra.Bullet) || clause.Counts(c, algebra.NumberedItem)) && keptTo.MatchString(words) {
		c.Is = algebra.Between(1, c.Is.N)
		return c
	}
	if !ok || c.Is.Op != algebra.OpExactly || c.Is.N < fewestRough || exactly.MatchString(words) {
		return e
	}
	if clause.Counts(c, algebra.Word) || clause.Counts(c, algebra.Character) {
		c.Is = algebra.About(c.Is.N, clause.Tolerance(c.Is.N))
	}
	return c
}

// keptTo says that something is all of the answer, or that the answer is a list of it.
var keptTo = lazyregexp.New(`(?i)\b(?:keep|kept|limit|stick|boil|cut|trim|restrict)\b.{0,20}\bto\b|\b(?:a|the) (?:bullet(?:ed)?|numbered)(?:[- ]point)? list (?:with|of)\b`)

// fewestRough is the number of them from which on a bare number is rough.
const fewestRough = 20

var exactly = lazyregexp.New(`(?i)\b(?:exactly|precisely|exact)\b`)

func (c *conversation) origin(turn int) adhere.Origin {
	switch {
	case c.messages[turn].Role != adhere.User:
		return adhere.FromSystem
	case turn == c.last:
		return adhere.FromInstruction
	default:
		return adhere.FromEarlierTurn
	}
}

// scopeIn is scopeOf for an expression that was read of some words: who wants an
// answer to end with an emoji speaks of the answer, not of its last character.
func scopeIn(e algebra.Expr, words string) adhere.Scope {
	s := clause.ScopeOf(e)
	each, _ := e.(algebra.Each)
	if unit, ok := each.Of.Source.(algebra.Unit); ok && (s.Of == "first "+string(unit) || s.Of == "last "+string(unit)) && clause.Within(unit, algebra.Sentence, algebra.Word, algebra.Character) && !strings.Contains(words, string(unit)) {
		return adhere.Scope{Reach: adhere.WholeAnswer}
	}
	return s
}

var (
	// lasting says that a demand holds for every later answer.
	lasting = lazyregexp.New(`(?i)\b(?:from now on|always|from here on|(?:every|each) (?:reply|answer|response)|every message|all (?:your|of your|my questions)|for this chat|in this chat|this conversation|(?:rest|remainder) of (?:this|the|our) (?:chat|conversation|session|discussion)|future (?:answers?|responses?|repl(?:y|ies)|messages?)|going forward|whenever|general rule|in future|ab jetzt|immer|in jeder antwort|a partir de ahora|siempre|désormais|toujours|dorénavant|a partir de agora|sempre)\b|从现在开始|以后|今后|これから|今後`)
	// ceasing says of a ban that it holds from now on.
	ceasing = lazyregexp.New(`(?i)\b(?:stop|quit|any ?more|any longer|ever again|never (?:\pL+ ){1,4}again|no more (?:[^t\W]|t[^h\W]))`)
	// renewing takes the demands of the turn before up again.
	renewing = lazyregexp.New(`(?i)\b(?:same (?:rules|format|constraints|length|style as before|requirements|limit|again)|rest (?:stays|as before|the same)|everything else stays|keep the rest|as before|gleiche regeln|mismas reglas|mêmes règles|mesmas regras)\b|同样的要求|同じ条件|同じ形式`)
)

// over reports whether what an earlier turn demanded was of an answer that has been
// given since, and is not taken up again.
func (c *conversation) over(turn int) bool {
	answered := false
	for _, m := range c.messages[turn+1:] {
		if m.Role == adhere.User && answered && !renewing.MatchString(m.Text) {
			return true
		}
		answered = answered || m.Role == adhere.Assistant
	}
	return false
}

func containsAny(text string, phrases []string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(phrases, func(p string) bool { return strings.Contains(text, p) })
}

// sameMeasure reports whether two demands measure the same thing, so that the
// later stands in the place of the earlier.
func sameMeasure(a, b algebra.Expr) bool {
	_, lx := a.(algebra.Language)
	_, ly := b.(algebra.Language)
	_, cx := a.(algebra.Case)
	_, cy := b.(algebra.Case)
	return clause.OfLength(a) && clause.OfLength(b) || lx && ly || cx && cy
}

// translated leaves a number of Chinese characters in doubt where the answer is to
// be in another language: there it is one of words.
func (c *conversation) translated() {
	other := slices.ContainsFunc(c.demands, func(d posed) bool {
		l, ok := d.check.Expr.(algebra.Language)
		return ok && l != "zh" && l != "ja"
	})
	for i := range c.demands {
		if d := &c.demands[i]; other && d.Doubt == "" && strings.Contains(d.Text, "字") && clause.OfLength(d.check.Expr) {
			d.doubt("a word of another language is no character", what)
		}
	}
}

// inFormat leaves lengths and bans on marks in doubt where a message speaks of JSON or
// the like: they may be of the texts in it, which has marks of its own.
func (c *conversation) inFormat() {
	wanted := slices.ContainsFunc(c.demands, func(d posed) bool {
		return hasTexts(d.check.Expr) && !d.Source.Revoked && !c.past(&d)
	})
	for i := range c.demands {
		if d := &c.demands[i]; wanted && d.ofValue && d.Doubt == "" {
			d.doubt(InTexts, what)
		}
	}
}

// InTexts is the doubt of what may be said of the texts in the format that is demanded.
const InTexts = "it may be of the texts in the JSON or the like that is demanded"

// hasTexts reports whether an expression is of a format with texts in it.
func hasTexts(e algebra.Expr) bool {
	switch e.(type) {
	case algebra.JSON, algebra.CSV, algebra.XML, algebra.YAML:
		return true
	}
	return false
}

// Contradicted begins the doubt of demands that no answer can meet together.
const Contradicted = "no answer can meet it and another demand"

// clash leaves demands in doubt that no answer can meet together: one of them
// is not meant as it was read.
func (c *conversation) clash() {
	var at []int
	var checks []algebra.Check
	for i, d := range c.demands {
		if d.Doubt == "" && d.Source.Binds() {
			at, checks = append(at, i), append(checks, d.check)
		}
	}
	for _, conflict := range algebra.Conflicts(checks) {
		for _, i := range conflict.Checks {
			c.demands[at[i]].doubt(Contradicted+": "+conflict.Why, what)
		}
	}
}

// makesOne reports whether a demand that begins with a word asks for one thing that is
// made once: "make a table of expenses".
func makesOne(e algebra.Expr, first string) bool {
	c, ok := e.(algebra.Compare)
	return ok && clause.Counts(c, algebra.Table) && (first == "make" || first == "create" || first == "give" || first == "draw")
}
