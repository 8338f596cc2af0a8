package build

import (
	"fmt"
	"slices"
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/internal/lists"
	"adhere/judge"
	"adhere/refine"
	"adhere/verify"
	"adhere/verify/algebra"
	"adhere/verify/english"
)

// The bounds on what a step adds, in words. The prompt asks for 10 to 20.
const (
	fewestAdded   = 2
	mostAdded     = 60
	mostLost      = 0.65 // of the words of the instruction before, in their stems
	mostLostAdded = 0.9  // of the words that an earlier level added, in their stems
)

// readGrown takes the new instruction out of a reply.
func readGrown(before, reply string) (string, error) {
	text := strings.TrimSpace(reply)
	for was := ""; text != was; {
		was = text
		text = withoutTalk(before, text)
		text = refine.Stripped("", strings.Join([]string{before, standing(text), before}, "\n\n"), text) // it cuts nothing that the draft has
	}
	if text = withoutMarks(before, text); text == "" {
		return "", unreadable("it is empty")
	}
	if was, now := factsOf(before), factsOf(text); judge.Refusal(text) && lostOf(&was, &now) > mostLost {
		return "", unreadable("it is a refusal")
	}
	return text, nil
}

// withoutTalk takes off words that open and close a reply but are no part of the
// instruction before either.
func withoutTalk(before, text string) string {
	if m := lead.FindString(text); !strings.HasPrefix(strings.TrimSpace(before), strings.TrimSpace(m)) {
		text = text[len(m):]
	}
	if at := closing.FindStringIndex(text); at != nil && !strings.Contains(before, strings.TrimSpace(text[at[0]:])) && !demands(text[at[0]:]) {
		text = strings.TrimRight(text[:at[0]], "-*_ \n")
	}
	return strings.TrimSpace(text)
}

// demands reports whether a closing may ask for something, other than an explanation
// of what was asked for above it.
func demands(closing string) bool {
	return !explained.MatchString(closing) && (asks.MatchString(closing) || follows.MatchString(closing) || len(readIn(closing)) > 0)
}

// withoutMarks takes off marks in front of what the instruction before begins with, and
// their like at the end. A number with "." or ")" is such a mark if it numbers nothing else.
func withoutMarks(before, text string) string {
	i := strings.Index(text, begins.FindString(strings.TrimSpace(before)))
	if i <= 0 || !marks.MatchString(text[:i]) || another.MatchString(text) {
		return text
	}
	return strings.TrimSpace(strings.TrimSuffix(text[i:], strings.ReplaceAll(strings.TrimSpace(text[:i]), "“", "”")))
}

// standing returns the paragraphs below the first but for remarks on what was done:
// what begins like one may be the constraint that was added.
func standing(text string) string {
	return strings.Join(slices.DeleteFunc(strings.Split(text, "\n\n")[1:], func(p string) bool {
		return done.MatchString(p) && (!asks.MatchString(p) || addedDemand.MatchString(p))
	}), "\n\n")
}

const doings = `(?:add(?:ed|s)|kept|keeps|changed|made|makes|incorporate[ds]|introduce[ds]|include[ds]|removed|replaced|revised|corrected|rewritten|rewrote|adjusted|ensured|shortened)`

var (
	done        = lazyregexp.New(`(?i)\b` + doings + `\b`)
	asks        = lazyregexp.New(`(?i)^\W*note\W+(?:that )?the |\b(?:must|should|shall|(?:has|have|needs?|is|are) to|(?:in|with) (?:at (?:most|least)|exactly|no more))\b`)
	addedDemand = lazyregexp.New(`(?i)^\W*(?:note\W+(?:that )?)?(?:i|i['’]ve|i have|this version) ` + doings + ` (?:that\b|[^.]*\b(?:constraint|requirement|condition)\b)`)
)

var (
	lead      = lazyregexp.New(`(?i)^(?:(?:sure|certainly|of course)(?:[^\n]{0,80}\n+|[!.,]\s+))?(?:[#*_\s-]*(?:the |here is the |here's the )?(?:(?:new|rewritten|evolved|revised) )?instruction[*_]*[:\n][*_]*\s*)?`)
	begins    = lazyregexp.New(`^\S+(?:\s+\S+)?`)
	marks     = lazyregexp.New(`^(?:[\s"“#>*_:-]|\d+[.)]+)+$`)
	another   = lazyregexp.New(`(?m)^\s*2[.)]`)
	closing   = lazyregexp.New(`(?is)\n\n(?:#+ *(?:explanation|rationale)\b.*|\*+(?:explanation|rationale):.*|(?:\W*(?:let me know (?:if|whether|how) (?:you|this|that|it)\b|i hope (?:this|that|it)\b|would you like\b|if you(?:['’]d| would) like\b[^\n.!?]*\b(?:let me know|tell me|(?:just|please) (?:ask|say|tell)|i(?: can| could| will| would|['’]ll|['’]d|['’]m))\b|feel free to (?:ask|adjust|modify|let)\b|i (?:chose|picked|selected|opted)\b)[^\n.!?]*[.!?]*)+\W*)$`)
	explained = lazyregexp.New(`(?i)^\s*[#*]+ *(?:explanation|rationale)`)
	// follows is how a sentence goes on to say what is to be done.
	follows = lazyregexp.New(`(?i)\b(?:so|therefore|thus|hence|please|make sure)\b|[:;–—] |, (?:and|but|then) `)
)

// examineGrowth returns what code has against the next level of a path. It
// objects where it is sure; the rest is the model's and people's.
func examineGrowth(path []string, next string) []Objection {
	before := path[len(path)-1]
	if slices.ContainsFunc(path, func(p string) bool { return slices.Equal(wordsOf(p), wordsOf(next)) }) {
		return []Objection{{"repeats", "it is the instruction of an earlier level"}}
	}
	var out []Objection
	was, now := factsOf(before), factsOf(next)
	if what := lost(path, next, &was, &now); what != "" {
		out = append(out, Objection{"drops", what})
	}
	switch n := len(wordsOf(next)) - len(wordsOf(before)); {
	case n > mostAdded:
		out = append(out, Objection{"too much", fmt.Sprintf("%d words more", n)})
	case n < fewestAdded && holdsAll(was.stems, now.stems):
		out = append(out, Objection{"adds nothing", fmt.Sprintf("%d words more", n)})
	}
	had, has := readIn(before), readIn(next)
	var more []string
	for _, f := range has {
		if !slices.ContainsFunc(had, func(g english.Found) bool { return sameDemand(&f, &g) }) {
			more = append(more, f.Text)
		}
	}
	if len(more) > 1 {
		out = append(out, Objection{"adds two", verify.Quote(more[0]) + " and " + verify.Quote(more[1])})
	}
	checks := lists.Map(has, func(f english.Found) algebra.Check { return f.Reading.Check })
	for _, c := range algebra.Conflicts(checks) {
		out = append(out, Objection{"contradiction", c.Why})
	}
	return out
}

// readIn are the demands that code reads in an instruction for certain.
func readIn(text string) []english.Found {
	return slices.DeleteFunc(english.Decompose(text), func(f english.Found) bool { return f.Doubt != "" || f.Reading.Decides != english.Whole })
}

// sameDemand reports whether two demands are one, perhaps in other words.
func sameDemand(f, g *english.Found) bool {
	a, b := factsOf(f.Text), factsOf(g.Text)
	return f.Reading.Check.Canonical().String() == g.Reading.Check.Canonical().String() || a.sameAs(&b)
}

var codeBlock = lazyregexp.New("(?s)```.*?```")

// lost names what the next level no longer has.
func lost(path []string, next string, was, now *facts) string {
	for _, block := range codeBlock.FindAllString(path[len(path)-1], -1) {
		if !strings.Contains(next, block) {
			return "the block " + verify.Quote(verify.Shorten(block))
		}
	}
	if what := was.beyond(now); what != "" {
		return what
	}
	if share := lostOf(was, now); share > mostLost {
		return fmt.Sprintf("%.0f%% of the words of the level before", 100*share)
	}
	for i := 1; i < len(path); i++ {
		added := facts{stems: slices.DeleteFunc(stemsOf(path[i]), func(s string) bool { return slices.Contains(stemsOf(path[i-1]), s) })}
		if lostOf(&added, now) > mostLostAdded {
			return fmt.Sprintf("what level %d added", i)
		}
	}
	return ""
}

// lostOf is the share of a text's stems that another does not have.
func lostOf(was, now *facts) float64 {
	n := lists.Count(was.stems, func(s string) bool { return !slices.Contains(now.stems, s) })
	return float64(n) / float64(max(len(was.stems), 1))
}

// A stepReview is what an examiner says of a step.
type stepReview struct {
	demands []string
	against []Objection
}

func (r *stepReview) added() string {
	if len(r.demands) == 0 {
		return ""
	}
	return r.demands[0]
}

var reviewLine = lazyregexp.New(`(?i)^[\s*_>(\d.)-]*(added|dropped|contradictions?|answerable|category)[\s*_]*:[\s*_]*(.*?)[\s*_]*$`)

// readReview reads what an examiner says of a step.
func readReview(reply string) (stepReview, error) {
	var r stepReview
	seen := map[string]bool{}
	for line := range strings.Lines(reply) {
		m := reviewLine.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m == nil {
			continue
		}
		name, text := strings.TrimSuffix(strings.ToLower(m[1]), "s"), m[2]
		if seen[name] && name != "added" && name != "dropped" {
			return r, unreadable("the line %q comes twice", name)
		}
		seen[name] = true
		if err := r.take(name, text); err != nil {
			return r, err
		}
	}
	for _, name := range []string{"added", "dropped", "contradiction", "answerable", "category"} {
		if !seen[name] {
			return r, unreadable("the line %q is missing", name)
		}
	}
	switch n := len(r.demands); {
	case n == 0:
		r.against = append(r.against, Objection{"adds nothing", "(model)"})
	case n > 1:
		r.against = append(r.against, Objection{"adds two", "(model) " + strings.Join(r.demands, " / ")})
	}
	return r, nil
}

var (
	nothingAtAll = lazyregexp.New(`(?i)^(?:nothing|none|no)\b[\s.]*$`)
	saysYes      = lazyregexp.New(`(?i)^yes\b`)
	saysNo       = lazyregexp.New(`(?i)^no\b[\s,:–—-]*`)
)

func (r *stepReview) take(name, text string) error {
	switch name {
	case "added":
		if !nothingAtAll.MatchString(text) && text != "" {
			r.demands = append(r.demands, text)
		}
		return nil
	case "dropped", "contradiction":
		if !nothingAtAll.MatchString(text) {
			r.against = append(r.against, Objection{map[string]string{"dropped": "drops", "contradiction": "contradiction"}[name], "(model) " + text})
		}
		return nil
	}
	switch {
	case saysYes.MatchString(text):
	case saysNo.MatchString(text):
		r.against = append(r.against, Objection{map[string]string{"answerable": "unanswerable", "category": "another category"}[name], "(model) " + saysNo.ReplaceAllString(text, "")})
	default:
		return unreadable("%s: %q is neither yes nor no", name, text)
	}
	return nil
}
