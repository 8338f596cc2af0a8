package english

import (
	"slices"
	"strings"

	"adhere/verify/algebra"
	"adhere/verify/english/internal/clause"
	"adhere/verify/english/internal/lexicon"
)

// Texts that have rules for somebody else in them, and programs: what a prompt that asks
// for one demands may be a rule in it, or of what the program puts out.

var (
	// drafted are nouns of such texts and programs.
	drafted = lexicon.Set("drafted")
	// made are more of them, where a verb of drafting asks for them.
	made = lexicon.Set("made")
	// drafting verbs ask for them.
	drafting = lexicon.WordSet(`write create make build develop implement design generate draft code program prepare produce compose craft formulate devise set rewrite suggest script`)
	// schooling are those of them that are of a school too.
	schooling = lexicon.WordSet(`class test tests`)
	// perhaps are nouns of texts that have such rules where they are for followers.
	perhaps = lexicon.WordSet(`instructions checklist template guide manual handbook exam survey questionnaire tender terms task exercise lesson`)
	// followers follow instructions, or write what these are about.
	followers = lexicon.WordSet(`gpt chatgpt ai llm bot chatbot model agent agents writers editors authors bloggers poets translators reviewers reporters journalists moderators contributors students pupils learners colleagues employees staff players applicants respondents participants candidates contestants`)
	// rulebooks are those of drafted that are read as any text is.
	rulebooks = lexicon.WordSet(`guideline guidelines rule rules brief assignment policy sop sops conduct homework coursework worksheet worksheets instructions checklist guide manual handbook`)
	// toProgram are those of drafted that may speak to their own reader as "you".
	toProgram = lexicon.WordSet(`prompt prompts instructions gpt bot chatbot assistant`)
)

// longestDraft is how many words stand at most between a verb and what it asks for.
const longestDraft = 6

// drafts returns the token that names such a text or program, where one is asked for; -1
// if none is. Whether the prompt speaks of programs is given.
func (d *decomposer) drafts(requests []request, program bool) int {
	for _, r := range requests {
		if verb := &d.tokens[max(r.verb, 0)]; r.head >= 0 && verb.Kind == lexicon.Word && lexicon.TaskVerbs()[verb.Low] && drafted()[d.tokens[r.head].Low] && !d.compound(r.head) {
			return r.head
		}
	}
	for i := 0; i < len(d.tokens) && !d.standing; i++ { // a system message speaks of much that others make
		t := &d.tokens[i]
		if t.Kind != lexicon.Word || !drafted()[t.Low] && !made()[t.Low] && (!perhaps()[t.Low] || !slices.ContainsFunc(d.tokens, func(t lexicon.Token) bool { return followers()[t.Low] })) {
			continue
		}
		if d.compound(i) || schooling()[t.Low] && !program || t.Low == "template" && i > 0 && lexicon.WholeNouns()[d.tokens[i-1].Low] {
			continue // a prompt engineering course, an email template
		}
		for j := i - 1; j >= max(0, i-longestDraft); j-- {
			low := d.tokens[j].Low
			if d.tokens[j].Kind == lexicon.Word && drafting()[low] {
				return i
			}
			if d.tokens[j].Kind == lexicon.Mark && d.tokens[j].Text != "-" || lexicon.ClosedWords()[low] && !lexicon.Determiners()[low] && low != "me" && low != "us" {
				break
			}
		}
	}
	return -1
}

// compound reports whether a noun goes on in the next word.
func (d *decomposer) compound(i int) bool {
	if i+1 == len(d.tokens) {
		return false
	}
	t, next := &d.tokens[i], &d.tokens[i+1]
	if t.Low == "brief" && next.Text != "." && next.Text != ":" && !lexicon.Says(d.tokens[i+1:i+2], "for", "to", "on", "about", "that", "which", "in", "of") {
		return true // a brief, friendly note
	}
	return next.Numeral() || next.Kind == lexicon.Word && !lexicon.ClosedWords()[next.Low] && !strings.HasSuffix(next.Low, "ing") && !strings.HasSuffix(next.Low, "ed") && !strings.Contains(d.prompt[t.End:max(t.End, next.Start)], "\n")
}

// ofDraft reports whether a demand is of all that is asked for: an amount that stands
// before its noun, or words that name it or the answer.
func (v *view) ofDraft(draft int) bool {
	own, noun := v.s[v.from:v.to], v.d.tokens[draft].Low
	ing := func(t lexicon.Token) bool { return strings.HasSuffix(t.Low, "ing") || t.Text == ":" }
	_, language := v.f.Reading.Check.Expr.(algebra.Language)
	manner := v.f.asked != noRole || !language && lexicon.Says(own[:1], "in", "as", "within")
	if v.f.asked == listing && v.f.from <= draft && draft < v.f.to || manner && rulebooks()[noun] && (v.f.to <= draft || v.f.in[1] > draft && !slices.ContainsFunc(v.d.tokens[draft:v.f.from], ing)) {
		return true
	}
	at := slices.IndexFunc(own, func(t lexicon.Token) bool { return clause.CoreNouns()[t.Low] })
	if at > 0 && own[at-1].Low == "your" && !toProgram()[noun] {
		return true
	}
	for i := range v.d.found {
		g := &v.d.found[i]
		if before := v.d.view(g); g.in == v.f.in && g.to < v.f.from && v.s[v.from-1].Low == "and" && before.ofDraft(draft) {
			return true // keep your answer short and use no dashes
		}
	}
	if !rulebooks()[noun] {
		return false // it may be what a program does
	}
	if clause.OfLength(v.f.Reading.Check.Expr) && len(own) > 2 && lexicon.Says(own[:1], "keep", "make", "limit") && lexicon.Says(own[1:3], "it", noun) {
		return true
	}
	subject := v.s[:min(len(v.s), v.from+2)]
	at = slices.IndexFunc(subject, func(t lexicon.Token) bool { return t.Low == noun })
	return at > 0 && v.f.in[0]+at > draft && lexicon.Says(subject[at-1:at], "the", "this", "your") && at+1 < len(v.s) && lexicon.Modals()[v.s[at+1].Low]
}

// ruleForKind doubts what is said of texts of some kind, where another text is asked for:
// "Write a memo. Reports must have at most 400 words, no tables.", "explain our rules:
// no tables".
func (v *view) ruleForKind() string {
	if v.d.standing || clause.Scoped(v.f.Reading.Check.Expr) && !clause.Within(scopeUnit(v.f.Reading.Check.Expr), algebra.Word) {
		return ""
	}
	p := v.d.discourse()
	if p.draft < 0 && !slices.ContainsFunc(p.requests, func(r request) bool { return r.head >= 0 && r.verb <= v.f.from }) {
		return ""
	}
	for i := 0; i <= v.from && i < len(v.s); i++ {
		if i > 0 && v.s[i-1].Text != ":" && v.s[i-1].Low != "that" {
			continue
		}
		if i > 1 && rulesNouns()[v.s[i-2].Low] && lexicon.Says(v.s[max(0, i-2-furthestNoun):i-2], "our", "their", "his", "her", "its") {
			return ruleFor + v.s[i-2].Text + "”"
		}
		for n := 1; n <= furthestNoun && i+n < v.from && v.s[i].Low == "from"; n++ {
			if lexicon.Says(v.s[i+n:i+n+1], "all", "every", "each") {
				i += n // from Monday all reports …
			}
		}
		if at := v.kindAt(i); at >= 0 {
			return ruleFor + v.s[at].Text + "”"
		}
	}
	if at := v.f.in[0]; at > 0 && v.d.commandIn(v.s) < 0 {
		for i := range v.d.found {
			if g := &v.d.found[i]; g.in[1] == at && strings.HasPrefix(g.Doubt, ruleFor) {
				return g.Doubt
			}
		}
	}
	return ""
}

// ruleFor begins the doubt of what may be a rule for texts of some kind.
const ruleFor = "it may be a rule for “"

// rulesNouns name rules.
var rulesNouns = lexicon.WordSet(`rule rules guideline guidelines requirement requirements convention conventions policy criteria standards`)

// kindAt returns where the noun of texts of some kind stands with which a clause begins,
// "all poems must", "replies under"; -1 if it does not.
func (v *view) kindAt(i int) int {
	for i < len(v.s) && (lexicon.Says(v.s[i:i+1], "all", "every", "each", "any", "our", "good", "when") || v.s[i].Numeral() && v.s[i].Kind == lexicon.Number) {
		i++
	}
	kept := i < len(v.s) && lexicon.Says(v.s[i:i+1], "keep", "limit", "make")
	if kept {
		i++
	}
	at := -1
	for ; i < v.to && v.s[i].Kind == lexicon.Word && !lexicon.TaskVerbs()[v.s[i].Low] && (clause.Plain(&v.s[i]) || lexicon.WholeNouns()[lexicon.SingularOf(v.s[i].Low)] || lexicon.PromptNouns()[lexicon.SingularOf(v.s[i].Low)]); i++ {
		at = i
	}
	if at < 0 || i >= len(v.s) {
		return -1
	}
	low := v.s[at].Low
	one := lexicon.SingularOf(low)
	several := one != low && !strings.HasSuffix(low, "ss") || at > 0 && lexicon.Says(v.s[at-1:at], "every", "each", "any")
	if !several || rulesLabel()[low] || lexicon.IsMeasure(&v.s[at]) || v.d.things[one] || lexicon.PartWords()[low] || lexicon.PartWords()[one] {
		return -1
	}
	for _, r := range v.d.discourse().requests {
		for j := max(r.verb, 0); j <= r.head; j++ {
			if lexicon.SingularOf(v.d.tokens[j].Low) == one {
				return -1
			}
		}
	}
	if next := &v.s[i]; kept {
		if lexicon.Says(v.s[i:i+1], "to") || limiting()[next.Low] || longer()[next.Low] {
			return at
		}
	} else if lexicon.Modals()[next.Low] || lexicon.Says(v.s[i:i+1], "are", "need", "have", "may", "is") || next.Text == ":" || limiting()[next.Low] || longer()[next.Low] {
		return at
	}
	return -1
}

// longer words compare sizes.
var longer = lexicon.WordSet(`longer shorter over above exceeding`)

// scopeUnit returns what a demand on parts is of.
func scopeUnit(e algebra.Expr) algebra.Source {
	each, _ := e.(algebra.Each)
	return each.Of.Source
}
