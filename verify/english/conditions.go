package english

import (
	"slices"
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/verify/algebra"
	"adhere/verify/english/internal/clause"
	"adhere/verify/english/internal/lexicon"
)

// Conditions, exceptions and wishes that stand beside a demand.

// conditionElsewhere sets a condition in languages without spaces.
var conditionElsewhere = lazyregexp.New(`当.{2,}[时時]$|(?:[^作][为為]|[^只]是|出现|遇到|收到|输入|询问|说|谈到|提到|表示|要求).{1,8}[时時]$|当用户|如果|假如|除非|的[时時]候|場合|ならば|ったら|경우|다면`)

// frequency is what a number may limit instead of the answer, in languages without
// spaces.
var frequency = lazyregexp.New(`回数|頻度|抑え|次数|[频頻]率`)

// exceptions behind a demand say that it does not hold, or not everywhere.
var exceptions = lazyregexp.New(`(?i)\b(?:but (?:only|not) (?:for|in|on|when|to)|no longer (?:appl|hold|need|valid|necess|requir|the)\w*|while you|as a joke)\b|, (?:say|more or less)\W*$`)

// fitting words leave to the writer, behind "as", whether something is done.
var fitting = lexicon.WordSet(`applicable appropriate needed necessary required relevant`)

// welcome things would be so if they were done.
var welcome = lexicon.WordSet(`nice good great cool lovely helpful`)

// conditions doubts a demand that a condition, an exception or a wish stands
// beside.
func (v *view) conditions() string {
	if before := strings.TrimRight(v.d.prompt[:v.f.Start], " "); strings.HasSuffix(before, "#") || strings.HasSuffix(before, "~") || strings.HasSuffix(v.d.prompt[:v.f.Start], "/") {
		return "“" + before[len(before)-1:] + "” makes it something else"
	}
	if at := v.f.in[0]; at > 0 {
		if before := v.d.sentenceAt(at - 1); clause.Ifs()[v.d.tokens[before[0]].Low] && !slices.ContainsFunc(v.d.tokens[before[0]:min(before[1], at)], func(t lexicon.Token) bool { return t.Text == "," || t.Low == "then" || lexicon.TaskVerbs()[t.Low] }) {
			return "what stands before it may say when it holds" // "If you hear another language. Translate it …"
		}
	}
	if why := v.bilingual(); why != "" {
		return why
	}
	if v.from > 1 && v.s[v.from-1].Low == "but" && v.s[v.from].Low == "not" && lexicon.Says(v.s[v.from:min(v.from+3, v.to)], "the") {
		return "it may be an exception" // no commas, but not in the table
	}
	if v.occasionally() {
		return "what stands before it may say when it holds" // "In German answers, …"
	}
	if m := exceptions.FindString(v.d.prompt[v.f.End:max(v.f.End, v.s[len(v.s)-1].End)]); m != "" {
		return "“" + strings.Trim(m, ",. \n") + "” may set a condition or an exception"
	}
	if v.narrowed() {
		return "the words after it may change what it says"
	}
	if v.bounded() {
		return "what stands before it may be its limit"
	}
	for i := range v.s {
		if why := v.conditionAt(i); why != "" {
			return why
		}
	}
	return ""
}

// conditionAt doubts a demand for a word of its sentence.
func (v *view) conditionAt(i int) string {
	t, rest := &v.s[i], v.s[i+1:]
	before := func(words ...string) bool { return i > 0 && slices.Contains(words, v.s[i-1].Low) }
	switch {
	case t.Joined() && v.counts() && frequency.MatchString(t.Text):
		return "it may be how often something occurs"
	case t.Joined() && conditionElsewhere.MatchString(t.Text), (t.Text == "时" || t.Text == "時") && i > 0 && !lexicon.TaskVerbs()[v.s[i-1].Low] && !lexicon.WholeNouns()[v.s[i-1].Low], t.Low == "once" && i < v.from && lexicon.Determiners()[rest[0].Low]:
		return "“" + t.Text + "” may set a condition or an exception"
	case t.Low == "be" && before("would") && len(rest) > 1 && welcome()[rest[0].Low] && rest[1].Low == "to":
		return "“would be " + rest[0].Text + "” makes it a wish"
	case t.Low == "as" && len(rest) > 0 && fitting()[rest[0].Low]:
		return "“as " + rest[0].Text + "” leaves a choice"
	case absolute(v.f.Reading.Check.Expr) && (t.Low == "together" || t.Low == "both" || t.Low == "same" && len(rest) > 0 && rest[0].Low == "time"):
		return "“" + t.Text + "” may ban several things only at once"
	case v.inside(i) || t.Kind != lexicon.Word:
		return ""
	case lexicon.ConditionWords()[t.Low] && !v.harmlessIf(i), t.Low == "but" && before("all"):
		return "“" + t.Text + "” may set a condition or an exception"
	case lexicon.Hedges()[t.Low]:
		return "“" + t.Text + "” makes it a wish"
	case i < v.from && v.denies(i):
		return "“" + t.Text + "” may deny it"
	case t.Low == "or" && i >= v.to && i < v.to+2 && len(rest) > 0 && rest[0].Low != "else":
		return "“or” leaves a choice"
	}
	return ""
}

// occasionally reports whether the sentence says for which answers, or for which of
// several questions, it holds: "For long answers, …", "… to question 2", "As long as
// it fits, …"; but not "For this task, …".
func (v *view) occasionally() bool {
	if first, second := v.s[0].Low, v.s[min(1, len(v.s)-1)].Low; (first == "as" || first == "so") && (second == "long" || second == "far") {
		return true
	}
	for i := 0; i+1 < len(v.s); i++ {
		if low := v.s[i].Low; low != "for" && low != "in" && low != "to" || i > 0 && v.inside(i) && v.inside(i-1) || lexicon.TaskVerbs()[v.s[i+1].Low] {
			continue
		}
		for at := i + 1; at < len(v.s) && v.s[at].Kind != lexicon.Mark && at <= i+longestPartName; at++ {
			one := lexicon.SingularOf(v.s[at].Low)
			switch kind := occasionNouns()[one]; {
			case (i == 0 || i == v.to && one != "message" && one != "prompt") && v.s[i].Low != "to" && one != v.s[at].Low && (kind || clause.CoreNouns()[one]) && !lexicon.Says(v.s[i+1:at], "all", "your", "my", "these", "those", "both", "every"):
				return true // for long answers
			case kind && (at > i+1 && lexicon.Ordinal(v.s[at-1].Low) > 0 || at+1 < len(v.s) && v.s[at+1].Kind == lexicon.Number):
				return true // to the second question, for question 2
			}
		}
	}
	return false
}

// occasionNouns are what a conversation has several of beside answers.
var occasionNouns = lexicon.WordSet(`question message request prompt task part case topic`)

// bounded reports whether a limit stands before the number of a demand, behind a
// comma: "in, at most, 6 words"; but not one of another number, "25 words max, …".
func (v *view) bounded() bool {
	at := v.from - 2
	if at < 0 || v.s[at+1].Text != "," || !limiting()[v.s[at].Low] || !v.s[v.from].Numeral() {
		return false
	}
	for at > 0 && limiting()[v.s[at].Low] {
		at--
	}
	return !v.s[at].Numeral() && !lexicon.IsMeasure(&v.s[at])
}

// narrowed reports whether what stands behind a demand says which things it counts:
// "6 words with accents"; in German, behind a comma, "no points, the for … are". A
// translation may be only what comes first: "into German and then discuss it".
func (v *view) narrowed() bool {
	if v.to+1 >= len(v.s) {
		return false
	}
	t, next := &v.s[v.to], &v.s[v.to+1]
	if _, ok := v.f.Reading.Check.Expr.(algebra.Language); ok && v.f.asked == manner {
		return t.Low == "and" && (next.Low == "then" || v.d.foreign && !v.known(v.to+1))
	}
	c, ok := v.f.Reading.Check.Expr.(algebra.Compare)
	if !ok {
		return false
	}
	if t.Low == "with" && lexicon.IsMeasure(&v.s[v.to-1]) && clause.Within(clause.CountedIn(c).Source, algebra.Word, algebra.Character) {
		return next.Kind == lexicon.Word && !lexicon.Determiners()[next.Low] && !v.known(v.to+1)
	}
	return v.d.foreign && c.Is == algebra.Exactly(0) && t.Text == "," && next.Low == "the" && !v.known(v.to+1) && v.to+2 < len(v.s) && !lexicon.WholeNouns()[v.s[v.to+2].Low]
}

// denies reports whether a word before the demand turns its clause round: "never
// use or write in title case", "without answering in a sentence".
func (v *view) denies(i int) bool {
	return (v.s[i].Low == "never" || v.s[i].Low == "without" || v.s[i].Low == "not") && !v.known(i) && !slices.ContainsFunc(v.s[i+1:v.from], func(t lexicon.Token) bool {
		return lexicon.Separates(&t) || t.Low == "forget" || t.Low == "but" || t.Low == "and"
	})
}

// harmlessIf reports whether a condition is none: "when you answer".
func (v *view) harmlessIf(i int) bool {
	for j := i - 1; j >= 0 && !lexicon.Separates(&v.s[j]); j-- {
		if v.s[j].Low == "because" || v.s[j].Low == "since" {
			return true // … because that is when I told him
		}
	}
	if i > 0 && (v.s[i-1].Low == "even" || v.s[i-1].Low == "as") || i+1 < len(v.s) && v.s[i].Low == "if" && v.s[i+1].Low == "even" {
		return true
	}
	return whileWriting(v.s[i:]) > 0
}

// bilingual doubts a language where a text in another is asked for too, "write it in
// German and translate it into English", and where nothing is there to translate.
func (v *view) bilingual() string {
	own, ok := v.f.Reading.Check.Expr.(algebra.Language)
	if !ok {
		return ""
	}
	if lexicon.Says(v.s, "translate") {
		able := len(v.d.sentences) == 1 && !v.d.handed && v.s[len(v.s)-1].Low == "?" && !slices.ContainsFunc(v.s, func(t lexicon.Token) bool { return t.Kind == lexicon.Quoted || t.Text == ":" })
		if able {
			return "nothing may be there to translate"
		}
	}
	for i := 1; i < len(v.d.tokens); i++ {
		l := lexicon.Languages()[v.d.tokens[i].Low]
		if l == "" || l == own {
			continue
		}
		before, after := v.d.tokens[i-1].Low, v.d.tokens[i+1:]
		if before == "in" || before == "into" || before == "to" || len(after) > 0 && lexicon.Says(after[:1], "translation", "translations", "version", "meanings") {
			return "another language is named"
		}
	}
	return ""
}
