package build

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/lazyregexp"
	"adhere/judge"
	"adhere/prompt"
	"adhere/verify"
	"adhere/verify/english"
	"adhere/verify/extra"
	"adhere/verify/langid"
)

// A Request is what a person asked first in a conversation.
type Request struct {
	ID      string           `json:"id"`
	Place   string           `json:"place,omitempty"` // the file that it comes from, and the line
	Turns   []adhere.Message `json:"-"`
	Later   bool             `json:"-"` // a turn that answers another
	Flagged bool             `json:"-"` // by the collection's own moderation
	Err     error            `json:"-"` // why it could not be read; then there is nothing but the ID
	Text    string           `json:"text"`
	Demands []string         `json:"demands,omitempty"` // that the reader of English finds, as checks in English
}

// A Filter says which requests are kept (DeCRIM, appendix F.1).
type Filter struct {
	Language string         // code of the language as algebra.Languages has it; empty keeps all
	Against  Passages       // of benchmarks that nothing may come from; nil for none
	Options  *judge.Options // of the model that classifies; nil leaves its steps out
}

// The bounds on a request, in characters; of scripts whose letters are words or
// syllables one counts as three towards the least.
const (
	shortestRequest = 15
	longestRequest  = 8000
)

// Steps returns the steps in their order: what code can tell comes first, so
// that a model is asked about little.
func (f *Filter) Steps() []Step[*Request] {
	steps := []Step[*Request]{
		{Name: "first turn", Doc: "keeps what the person asked first, and nothing else of a conversation; drops lines that cannot be read", Do: one(firstTurn)},
		{Name: "length", Doc: fmt.Sprintf("drops requests of fewer than %d or more than %d characters", shortestRequest, longestRequest), Do: one(lengthOf)},
		{Name: "language", Doc: "keeps one language, identified by code", Do: one(f.language)},
		{Name: "code", Doc: "drops what has words or the syntax of program code", Do: one(codeIn)},
		{Name: "alone", Doc: "drops what points to something that is not there: a page, a file, what was said before", Do: one(dependent)},
		{Name: "private", Doc: "drops personal data, secrets, and the marks of those that were taken out", Do: privateStep()},
		{Name: "moderated", Doc: "drops what the collection's own moderation marked", Do: one(func(r *Request) string {
			if r.Flagged {
				return "marked"
			}
			return ""
		})},
		{Name: "exact duplicates", Doc: "drops what came before, letter case, marks and white space aside", Do: exactDuplicates},
		{Name: "near duplicates", Doc: fmt.Sprintf("drops what is nearly the same as an earlier request: %.0f%% of the %d-word shingles of both are in both, as MinHash of %d values estimates", 100*nearThreshold, shingle, nearHashes), Do: nearStep},
	}
	if f.Against != nil {
		steps = append(steps, Step[*Request]{Name: "overlap", Doc: fmt.Sprintf("drops what shares %d consecutive words with a known benchmark", overlapWords), Do: one(func(r *Request) string {
			if name := f.Against.In(r.Text); name != "" {
				return "shared: with " + name
			}
			return ""
		})})
	}
	steps = append(steps, Step[*Request]{Name: "demands", Doc: "notes the demands that the reader of English finds; drops none where a model decides", Do: one(f.demands)})
	if f.Options != nil {
		steps = append(steps,
			asked(*f.Options, "code (model)", "drops what has to do with code (two-shot, F.1.1)", "request-is-code", "yes", "has to do with code"),
			asked(*f.Options, "constraints (model)", "keeps what sets constraints and stands alone (five-shot, F.1.2)", "request-constrains", "no", "no constraint, or does not stand alone"),
			asked(*f.Options, "harm (model)", "drops what is harmful (F.1.3)", "request-harms", "yes", "harmful"))
	}
	return steps
}

// piece is the name of a piece of a long conversation, as the cleaned ShareGPT
// has them: the first is _0, the others begin in the middle.
var piece = lazyregexp.New(`^[A-Za-z0-9]{7}_[1-9]\d*$`)

func firstTurn(r *Request) string {
	if r.Err != nil {
		return "unreadable: " + r.Err.Error()
	}
	if piece.MatchString(r.ID) {
		return "a later piece of a conversation"
	}
	if r.Later {
		return "a later turn of a conversation"
	}
	for _, t := range r.Turns {
		if t.Role == adhere.User {
			r.Text = strings.TrimSpace(t.Text)
			return ""
		}
		if t.Role == adhere.Assistant {
			return "begins with the assistant"
		}
	}
	return "no turn of a person"
}

var syllabic = lazyregexp.New(`[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]`)

func lengthOf(r *Request) string {
	switch n := len([]rune(r.Text)); {
	case n+2*len(syllabic.FindAllString(r.Text, shortestRequest)) < shortestRequest:
		return "too short"
	case n > longestRequest:
		return "too long"
	}
	return ""
}

// How much less likely the wanted language may make a text than the most likely one
// does, as a difference of logarithms: in all, and for each n-gram, since of a short
// text every language is likely.
const mostBehind, mostBehindEach = 15, 0.12

func (f *Filter) language(r *Request) string {
	found := verify.NewText(r.Text).Language()
	if f.Language == "" || f.wants(found) {
		return ""
	}
	behind, grams := langid.Compare(r.Text)
	for code, b := range behind {
		if f.wants(code) && grams > 0 && b <= min(mostBehind, mostBehindEach*float64(grams)) {
			return ""
		}
	}
	return "another language: " + cmp.Or(found, "unknown")
}

// wants reports whether a language is wanted; Chinese is of two kinds.
func (f *Filter) wants(code string) bool {
	return code == f.Language || f.Language == "zh" && strings.HasPrefix(code, "zh-")
}

var (
	codeSyntax = lazyregexp.New("(?m)```|^\\s*(?:def|class) \\w+.*:\\s*$|^\\s*#include\\b|\\bpublic (?:static|class|void)\\b|^\\s*(?:import|from) [\\w.]+(?: import \\w+)?;?\\s*$|\\bfunction\\s*\\w*\\s*\\([^)]*\\)\\s*\\{|=>\\s*\\{|</(?:div|html|span|script|body)>|\\bconsole\\.log\\b|(?i:\\bselect\\b.{1,80}\\bfrom\\b.{1,60}(?:\\bwhere\\b|;))|\\bint main\\b|^\\s*(?:sudo|npm|pip3?|apt-get|docker|git) [a-z]")
	codeWords  = lazyregexp.New(`(?i)\b(?:python|javascript|typescript|java|kotlin|golang|php|html5?|css|sql|mysql|postgres(?:ql)?|regex|regular expression|vba|matlab|powershell|bash|shell script|react(?:\.?js)?|node\.?js|django|flask|laravel|kubernetes|dockerfile|arduino|pinescript|pine script|unity script|solidity|excel formula|source code|stack trace|unit tests?|api endpoint|compil(?:e|er) error)\b|\bc\+\+|\bc#|(?i)\b(?:write|create|fix|debug|give|generate|explain|refactor|optimi[sz]e)\b[^.?!\n]{0,30}\b(?:code|script|function|program|algorithm)\b`)
)

func codeIn(r *Request) string {
	if m := codeSyntax.FindString(r.Text); m != "" {
		return "syntax: " + verify.Quote(strings.TrimSpace(m))
	}
	if m := codeWords.FindString(r.Text); m != "" {
		return "words: " + verify.Quote(m)
	}
	return ""
}

var (
	address  = lazyregexp.New(`(?i)\bhttps?://|\bwww\.[a-z]`)
	missing  = lazyregexp.New(`(?i)<(?:image|video|audio)>|\b(?:(?:see|find|the|my|this|these|i|i've|have|as) (?:attached|uploaded)|(?:attached|uploaded) (?:is|are|here|below|above)|(?:is|are) attached(?: here| below|[.,:;!]|$)|the (?:file|image|picture|photo|pdf|document) (?:above|below|that i)|(?:your|my|the) (?:last|previous|earlier) (?:answer|response|message|reply|question|prompt|conversation)|as (?:i|you) said (?:before|above|earlier)|the above (?:text|article|story|passage|answer)|(?:i will|i'll|let me) (?:give|send|provide|paste|share)\b[^.]{0,60}\b(?:next|later|after)|are you ready|do you understand|is that understood)\b`)
	goingOn  = lazyregexp.New(`(?i)^\W*(?:continue|go on|keep going|more|next|again|try again|rewrite it|redo|yes|no|ok(?:ay)?|thanks?|thank you)\b.{0,25}$`)
	redacted = lazyregexp.New(`\bNAME_\d+\b|<?PRESIDIO_ANONYMIZED_[A-Z_]+>?|\[(?:REDACTED|NAME|EMAIL|PHONE)\]`)
)

func dependent(r *Request) string {
	if address.MatchString(r.Text) {
		return "an address"
	}
	if m := missing.FindString(r.Text); m != "" {
		return "points to: " + verify.Quote(m)
	}
	if goingOn.MatchString(r.Text) {
		return "goes on with something"
	}
	return ""
}

// privateStep looks for personal data and secrets by the checkers that answers
// are held to.
func privateStep() func(context.Context, []*Request) ([]string, error) {
	catalog := verify.NewCatalog(extra.Suite())
	return func(ctx context.Context, lines []*Request) ([]string, error) {
		var checks []verify.Check
		for _, name := range []string{"extra/no_personal_data", "extra/no_secrets"} {
			check, err := catalog.Compile(&adhere.Rule{Name: name})
			if err != nil {
				return nil, err
			}
			checks = append(checks, check)
		}
		return one(func(r *Request) string {
			if redacted.MatchString(r.Text) {
				return "taken out: a mark of personal data"
			}
			for i, check := range checks {
				if !check(verify.NewText(r.Text)).Met {
					r.Text = ""                                     // the file of what was dropped is published with the set
					return []string{"personal data", "a secret"}[i] // not which: it would stand in the file of what was dropped
				}
			}
			return ""
		})(ctx, lines)
	}
}

func exactDuplicates(ctx context.Context, lines []*Request) ([]string, error) {
	seen := map[string]string{}
	return inTurn(func(r *Request) string {
		key := strings.Join(likenessOf(r.Text), " ")
		if first, ok := seen[key]; ok {
			return "the same: as " + first
		}
		seen[key] = r.ID
		return ""
	})(ctx, lines)
}

func nearStep(_ context.Context, lines []*Request) ([]string, error) {
	return nearReasons(lines, func(r *Request) (string, string) { return r.ID, r.Text }), nil
}

// demands notes what code reads; without a model it decides.
func (f *Filter) demands(r *Request) string {
	for _, found := range english.Decompose(r.Text) {
		r.Demands = append(r.Demands, found.Reading.Check.String())
	}
	if f.Options == nil && len(r.Demands) == 0 {
		return "no demand that code reads"
	}
	return ""
}

// asked is a step that asks a model for Yes or No, and drops one of them. A
// reply that cannot be read drops the request too: nothing is guessed.
func asked(o judge.Options, name, doc, template, drops, why string) Step[*Request] {
	a := asking[*Request, string]{
		options: o, template: template, likely: 2,
		data: func(r *Request) prompt.Data { return prompt.Data{"Request": r.Text} },
		read: func(_ *Request, reply string) (string, error) { return judge.ReadName(reply, []string{"yes", "no"}) },
		use: func(_ *Request, value string) string {
			if value == drops {
				return why
			}
			return ""
		},
	}
	return a.step(name, doc)
}

// Instruction returns the request as a line of our own format.
func (r *Request) Instruction() *adhere.Instruction {
	return &adhere.Instruction{ID: r.ID, Messages: []adhere.Message{{Role: adhere.User, Text: r.Text}}}
}

// RequestsCard describes a set of requests.
func RequestsCard(p *Passage[*Request], f *Filter) *Card {
	c := newCard("requests", p.Yields, f.Options, stepTable(f.Steps()))
	c.About = "What people asked models first in conversations, filtered step by step (DeCRIM, appendix F.1). Every line that was dropped stands in rejected.jsonl with the step and the reason, but what is private without its text."
	c.Facts = append(c.Facts, [2]string{"requests", strconv.Itoa(len(p.Kept))}, [2]string{"language", cmp.Or(f.Language, "any")})
	c.Limits = []string{
		"Code, personal data and what does not stand alone are found by words and patterns; some is missed, and some is dropped without need.",
		"Nobody has looked at these requests, and two people should say of each that it is relevant before it is used: in the paper's set, people found constraints in 30 % where the classifier had found them in 44 %.",
	}
	if f.Options == nil {
		c.Limits = append(c.Limits, "No model was asked: what has no demand that code reads was dropped, harm was not looked for beyond the collection's own marks.")
	}
	return c
}
