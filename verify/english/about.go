package english

import (
	"slices"
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/verify/algebra"
	"adhere/verify/english/internal/clause"
	"adhere/verify/english/internal/lexicon"
)

// checking are pairs of words that are said where rules are what a text is
// held against, or where they are only reported.
var checking = lexicon.Set("checking")

var (
	// reported announces rules that hold of something else.
	reported = lazyregexp.New(`(?i)\bhere (?:are|is) (?:the|my|our|their|his|her)\b[^.:\n]{0,40}\b(?:rules|guidelines|requirements|policy|brief|feedback|instructions|conditions|terms)|\bhere is (?:a|my) prompt\b|\b(?:we|they|i) (?:have|had|got) (?:a|some|the|these|this|one)\b[^.:\n]{0,30}\b(?:rules?|policy|guidelines?)\b`)
	// improving is said of instructions that somebody else is to follow.
	improving = lazyregexp.New(`(?i)\b(?:this|these|following|below|my|our)\b[^.!?\n]{0,20}\b(?:prompt|instructions?|guidelines|brief|assignment)\b[^.\n]{0,60}\b(?:improve|fix|better|wrong|clear|clearer|work|mean|review|think|rewrite|shorten)\b`)
)

var (
	// programming is spoken of in prompts that want code, where words and lines
	// are the code's.
	programming = lexicon.WordSet(`python javascript typescript java golang sql html css bash powershell regex code compiler excel vba latex django yaml dockerfile git`)
	// alsoProgramming say so where two of them stand together.
	alsoProgramming = lexicon.WordSet(`rust schema function script react commit variable class method parameter string array object library`)
	// otherCodes stand before codes that are no program's.
	otherCodes = lexicon.WordSet(`tax dress promo discount zip postal area country bar qr access building penal civil coupon voucher referral error status reservation booking tracking morse`)
	// shown point to a text that is there.
	shown = lexicon.WordSet(`this these following below attached above`)
)

// clues tells what a message is about by its words, before anything is
// looked for that takes longer.
func (d *decomposer) clues(text string) (checks, drafts, code, here bool) {
	seen := ""
	for i := range d.tokens {
		t := &d.tokens[i]
		if t.Start >= len(text) {
			break
		}
		if t.Kind != lexicon.Word {
			continue
		}
		if alsoProgramming()[t.Lemma] {
			code = code || seen != "" && seen != t.Lemma
			seen = t.Lemma
		}
		drafts = drafts || drafted()[t.Low] || made()[t.Low] || perhaps()[t.Low]
		code = code || programming()[t.Low] && (t.Low != "code" || i == 0 || !otherCodes()[d.tokens[i-1].Low])
		if i+1 < len(d.tokens) {
			next := &d.tokens[i+1]
			checks = checks || checking()[t.Low+"_"+next.Low] && !d.binds(i) && (t.Low != "is" || i+2 < len(d.tokens) && judging()[d.tokens[i+2].Low]) && (!d.standing || d.judges(i))
			code = code || t.Low == "c" && next.Glued && (next.Low == "++" || next.Low == "#") || t.Low == "stack" && next.Low == "trace"
			here = here || t.Low == "here" && (next.Low == "are" || next.Low == "is")
		}
	}
	return checks || slices.ContainsFunc(d.sentences, d.asksOfRules), drafts, code, here
}

// judges reports whether a sentence of a system message has a text held against rules:
// "Check whether the draft follows the rules below." What the model itself is to follow
// is no such text.
func (d *decomposer) judges(i int) bool {
	s := d.sentenceAt(i)
	in, at := d.tokens[s[0]:s[1]], i-s[0]
	if lexicon.Says(in[at:at+1], "follow", "meet", "comply", "fit", "break", "violate") && (at == 0 || in[at-1].Kind == lexicon.Mark || lexicon.Says(in[at-1:at], "please", "always", "to", "and", "then", "also", "must", "should", "will", "strictly", "carefully", "you")) {
		return false
	}
	return saysRules(in) || in[len(in)-1].Low == ":" || slices.ContainsFunc(in, func(t lexicon.Token) bool { return lexicon.WholeNouns()[t.Low] })
}

// binds reports whether a verb at a token tells the answer to meet rules: "the output
// must follow the rules below", "Follow these rules:".
func (d *decomposer) binds(i int) bool {
	if low := d.tokens[i].Low; low != "follow" && low != "meet" && low != "comply" {
		return false
	}
	s := d.sentenceAt(i)
	in, at := d.tokens[s[0]:s[1]], i-s[0]
	switch {
	case lexicon.Says(in, "my", "our", "i", "we"):
		return false
	case at == 0 || in[at-1].Low == "please":
		return !lexicon.Says(in, "each", "every", "steps", "instructions", "format")
	case in[at-1].Low == "to" && in[at].Low == "meet": // at least 2 sentences to meet the requirements
		return at == 1 || !clause.EntryNouns()[lexicon.SingularOf(in[at-2].Low)] && in[at-2].Low != "ways"
	case at == 1 || in[at-1].Low != "must" && in[at-1].Low != "should" || !answers()[in[at-2].Low]:
		return false
	}
	return at == 2 || in[at-3].Low == "your" || at == 3 && in[0].Low == "the" && in[1].Low != "reply" && !answerers.MatchString(d.prompt)
}

var (
	// answers name the answer, or what a program or a person says.
	answers = lexicon.WordSet(`answer response output reply`)
	// answerers have answers and output of their own.
	answerers = lazyregexp.New(`(?i)\b(?:an?|my|our) (?:\pL+ )?(?:program|script|api|bot|chatbot|quiz|faq|riddle|exam|survey|interview)\b`)
)

// asksOfRules reports whether a sentence is a question about rules.
func (d *decomposer) asksOfRules(s [2]int) bool {
	t := d.tokens[s[0]:s[1]]
	return t[len(t)-1].Low == "?" && lexicon.Says(t[:1], "what", "which", "how", "why", "is", "are", "do", "does") && lexicon.Says(t, "this", "these", "following", "my") && (saysRules(t) || lexicon.Says(t, "prompt", "instructions"))
}

func saysRules(t []lexicon.Token) bool {
	return lexicon.Says(t, "rule", "rules", "requirement", "requirements", "criteria", "constraints", "guidelines")
}

// judging follow "is this" where a text is judged.
var judging = lexicon.WordSet(`ok okay fine right normal allowed too`)

// A discourse is what a whole message says about its demands, worked out once.
type discourse struct {
	spoken  string // why all of them are in doubt; empty if they are not
	until   int    // the token up to which they are: a question about a text ends there
	program bool   // code is asked for
	several []int  // tokens that name parts or several texts
	read    []bool // tokens that were read as part of a demand
	draft   int    // the token that names a text with rules for somebody else, or a program, that is asked for; -1 if none is
	worked  int    // the token from which on a text may be worked on
	asked   int    // the token up to which something may be asked about

	repeats [][2]int // the sentences that ask for words of the message itself

	quoting  []string // the demands that quote a text, in the words of package algebra
	requests []request
	remarks  map[int]bool // tokens of clauses that only give a reason or the like
}

// looked bounds how much of a message is looked at for what it is about.
const looked = 8 << 10

func (d *decomposer) discourse() *discourse {
	if d.about != nil {
		return d.about
	}
	text := d.prompt[:min(len(d.prompt), looked)]
	checks, drafts, code, here := d.clues(text)
	p := &discourse{draft: -1, until: d.questioned(), program: d.coded || code, read: make([]bool, len(d.tokens))}
	p.worked, p.asked = d.workedFrom(), d.askedTo()
	p.repeats = d.repeatsIn()
	for i := range d.found {
		for j := d.found[i].from; j < d.found[i].to; j++ {
			p.read[j] = true
		}
		if p.quoting = append(p.quoting, strings.ToLower(d.found[i].Reading.Check.String())); !strings.Contains(p.quoting[i], `"`) {
			p.quoting[i] = ""
		}
	}
	p.requests, p.remarks = d.requestsIn(p.read), d.remarksIn()
	if drafts {
		p.draft = d.drafts(p.requests, p.program)
	}
	switch {
	case !d.standing && (here || drafts) && (reported.MatchString(text) || improving.MatchString(text)):
		p.spoken, p.until = "a text may be checked against it", len(d.tokens)
	case checks:
		p.spoken = "a text may be checked against it"
	case p.draft >= 0:
		p.spoken, p.until = "it may be said of what is to be written for somebody else, or of a program", len(d.tokens)
	}
	d.about = p
	for i := range d.tokens {
		if t := &d.tokens[i]; t.Kind == lexicon.Word && severalWords()[t.Low] && !p.read[i] && !p.ignored(d, i) && (!d.standing || !replies()[t.Low] || d.exchanges()) {
			p.several = append(p.several, i)
		}
	}
	return p
}

// remarksIn returns the tokens of all clauses that demand nothing.
func (d *decomposer) remarksIn() map[int]bool {
	out := map[int]bool{}
	for _, s := range d.sentences {
		t := d.tokens[s[0]:s[1]]
		cuts := clause.CutsOf(t)
		for i := 0; i < len(cuts)-1 && len(cuts) <= clause.MostCuts; i++ {
			if first, end := clause.Pared(t, cuts[i], cuts[i+1]); first < end && clause.Background(t[first:end]) {
				for j := first; j < end; j++ {
					out[s[0]+j] = true
				}
			}
		}
	}
	return out
}

// questioned returns the end of the last sentence that asks what a text does or
// is, behind which the user says how to answer; all tokens where none does.
func (d *decomposer) questioned() int {
	for i := len(d.sentences) - 1; i >= 0; i-- {
		s := d.sentences[i]
		if t := d.tokens[s[0]:s[1]]; t[len(t)-1].Low[0] == '?' && lexicon.Says(t, "does", "is", "do") && !saysRules(d.tokens) {
			return s[1]
		}
	}
	return len(d.tokens)
}

// spoken doubts a demand in a message where demands are the subject, in a text
// that is worked on, and one that is only told or asked about.
func (v *view) spoken() string {
	p := v.d.discourse()
	c, _ := v.f.Reading.Check.Expr.(algebra.Compare)
	_, language := v.f.Reading.Check.Expr.(algebra.Language)
	if p.program && (clause.Counts(c, algebra.Line) || v.f.asked != noRole && language && lexicon.Says(v.s, "code", "program", "script", "function")) {
		return "the prompt is about code"
	}
	if v.f.onlyCode() && !p.program && lexicon.Says(v.s[v.from:v.to], "script") {
		return "the words may mean something else" // of a film or a sale
	}
	spoken := p.spoken
	if v.f.onlyCode() && !lexicon.Says(v.d.tokens, "prompt", "prompts", "bot", "chatbot", "assistant", "agent", "template", "instructions") {
		spoken = "" // the program that is asked for is the answer
	}
	if p.draft >= 0 && v.ofDraft(p.draft) {
		spoken = ""
	}
	for _, why := range []string{spoken, v.worked(), v.attributed(), v.recalled(), v.debated(), v.ofWriter(), v.bannedToo(), v.supposed()} {
		if why != "" && (why != spoken || v.f.in[0] < p.until && (v.f.asked != manner || !v.d.handed)) {
			return why
		}
	}
	return ""
}

// debating begins a question about something else than the answer.
var debating = lazyregexp.New(`(?i)(?:^|[:;,(]\s*|\b(?:why|whether|when|how)\s+)(?:should|must|do|does|did|are|were)\s+([\pL']+)`)

// recalled doubts what is told of an earlier time, and may hold no longer.
func (v *view) recalled() string {
	before, said := false, false
	for i := range v.s {
		t := &v.s[i]
		if t.Joined() && saidElsewhere.MatchString(t.Text) {
			return "it may be what somebody else demands"
		}
		before = before || recalling()[t.Low] || t.Joined() && containsAny(t.Text, []string{"さっき", "先ほど", "刚才", "之前"})
		said = said || recalled()[t.Low] || t.Joined() && containsAny(t.Text, []string{"言", "说", "說"})
	}
	if before && said {
		return "it may be what was said at another time"
	}
	return ""
}

var (
	// saidElsewhere is said of what others demand, in languages without spaces.
	saidElsewhere = lazyregexp.New(`(?:老师|老師|老板|领导|客户|妈妈|爸爸|朋友|同事|教授|学校|公司|他|她|先生|上司|彼女?|母|父)[^，。？！、]{0,6}(?:说|說|要求|规定|言っ|言わ|と言)`)
	// recalling speaks of what was said at another time.
	recalling = lexicon.WordSet(`earlier before previously originally initially vorhin zuerst ursprünglich antes avant début`)
	recalled  = lexicon.WordSet(`said told asked wanted mentioned wrote gesagt sagte wollte geschrieben dije dicho pedí dit demandé disse dito pedi`)
)

// debated doubts what is asked about and not asked for.
func (v *view) debated() string {
	if v.s[len(v.s)-1].Low != "?" || v.answers() {
		return ""
	}
	if m := debating.FindStringSubmatch(v.d.sentence(v.f)); m != nil && !addressed()[strings.ToLower(m[1])] {
		return "it may be asked about"
	}
	return ""
}

// addressed are the subjects of questions that ask for something.
var addressed = lexicon.WordSet(`it this that we`)

// workingOn asks for work on a text that is there.
var workingOn = lazyregexp.New(`(?i)\b(?:summari[sz]e|translate|proofread|fix|correct|edit|rewrite|rephrase|reword|paraphrase|polish|shorten|improve|reply|respond|answer|review|check|explain|extract|classify|analy[sz]e|grade|continue|complete|turn|convert|simplify|react|comment)\b[^.!?\n]{0,40}\b(?:this|these|following|below|attached|above)\b|\b(?:make|put|bring|transform|change)\s+(?:this|these|the following)\s+(?:\w+\s+)?(?:in|into|to)\b`)

// quoting stands before an instruction that is to be talked about: "Explain this
// rule: …", "Is this prompt clear? …".
var quoting = lazyregexp.New(`(?i)(?:\b(?:review|explain|finish|complete|interpret|evaluate|count|extract|convert|improve|rate|grade|shorten|simplify|check|make|create|write)\b[^.!?\n]{0,40}\b(?:this|these|following|rule|guide|prompt)\s+(?:(?:instruction|prompt|rule|sentence|line|text|message)s?\s*)?(?:for [^.!?:\n]{1,30})?:|\b(?:is|are|agree with|think of) (?:this|these|the following)\b[^.!?\n]{0,30}\b(?:instruction|prompt|rule)s?\b[^.!?\n]{0,30}\?|\b(?:my|the|an|our) (?:old|last|example|sample) (?:instruction|prompt)s?\b[^.!?\n]{0,20}[.:])\s*["“]?$`)

// worked doubts what may be part of a text that the message asks before the demand
// to be worked on, and of which nothing else was found.
func (v *view) worked() string {
	if p := v.d.discourse(); v.f.in[0] >= p.worked || v.f.in[1] <= p.asked || quoting.MatchString(lastLine(v.d.prompt[:v.f.Start])) {
		return "it may be part of the text that is worked on"
	}
	return ""
}

// workedFrom returns the token from which on sentences may be of a text that
// is worked on. A system message says of texts to come how they are worked on.
func (d *decomposer) workedFrom() int {
	if d.standing {
		return len(d.tokens)
	}
	for _, s := range d.sentences {
		t := d.tokens[s[0]:s[1]]
		said := d.prompt[t[0].Start:t[len(t)-1].End]
		if !d.handed && slices.ContainsFunc(t, func(t lexicon.Token) bool { return shown()[t.Low] }) && workingOn.MatchString(said) && !demandsAfter.MatchString(said) { // the answer must meet the rules below
			return s[1]
		}
	}
	if len(d.sentences) == 0 {
		return len(d.tokens)
	}
	first := d.sentences[0]
	if !changing.MatchString(d.prompt[d.tokens[first[0]].Start:d.tokens[first[1]-1].End]) {
		return len(d.tokens)
	}
	for _, s := range d.sentences[1:] {
		if t := d.tokens[s[0]:s[1]]; len(t) > clause.FurthestVerb && lexicon.Determiners()[t[0].Low] {
			if who, _ := clause.Stated(t); who != clause.NoSubject {
				return s[1]
			}
		}
	}
	return len(d.tokens)
}

// inquiry is a paragraph that asks something about the text before it.
var inquiry = lazyregexp.New(`(?i)^\W*(?:what|how|why|which|who|when|where|can i|may i|could i|should i|do i|am i|is|are|does|did|was|has)\b[^\n]*\?\W*$`)

// askedTo returns the token up to which the last paragraph asks about what
// stands before it. Where matter stands in tags, it asks about that.
func (d *decomposer) askedTo() int {
	text := strings.TrimRight(d.prompt, " \t\r\n")
	at := strings.LastIndex(text, "\n\n")
	if at < 0 || d.tagged || !strings.HasSuffix(text, "?") || len(text)-at > looked || !inquiry.MatchString(strings.TrimSpace(text[at:])) {
		return 0
	}
	for _, s := range d.sentences {
		if d.tokens[s[0]].Start >= at {
			return s[0]
		}
	}
	return 0
}
