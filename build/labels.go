package build

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/width"

	"adhere"
	"adhere/internal/lazyregexp"
	"adhere/internal/lists"
)

// A Label is a kind of requirement.
type Label struct{ Name, Doc string }

// Labels returns the kinds of the form's paper: the five of InfoBench (section
// 2.2.1) for questions, those of RealInstruct (DeCRIM, table 9) for
// constraints: 21 with the last, whose numbers add up to its total, though the
// text speaks of 22.
func (f Form) Labels() []Label {
	if f == Questions {
		return []Label{
			{"Content", "topics or details that the answer must deal with"},
			{"Linguistic", "grammar, syntax, vocabulary, a dialect or a language"},
			{"Style", "tone, manner or audience"},
			{"Format", "the kind of text and how it is laid out"},
			{"Number", "amounts: how long, how many"},
		}
	}
	return []Label{
		{"Include Something", "something particular must be in the answer"},
		{"Constraints at item level", "something must be done for each item, paragraph or part"},
		{"Tone / Writing style", "how it is written"},
		{"Negation", "something must not be done"},
		{"Include Details", "more detail or explanation is wanted"},
		{"Formatting", "a structure such as JSON, a table or bullet points"},
		{"Numeric", "how many items there must be"},
		{"Number of Words in response", "how many words there must be"},
		{"Target Audience", "whom it is written for"},
		{"RolePlay", "in whose role or from whose view it is written"},
		{"Language of the response", "in which language or variant it is written"},
		{"Focus / Emphasis", "what it must dwell on"},
		{"Starts With", "how it must begin"},
		{"Provide Reference", "sources or links are wanted"},
		{"Provide Examples", "examples are wanted"},
		{"Overall length", "short or long, without a number"},
		{"Conclusion", "how it must end"},
		{"POS", "which parts of speech may be used"},
		{"Forbidden Words", "words that must not occur"},
		{"Phrase Frequency", "how often a phrase must occur"},
		{"Others", "none of these"},
	}
}

// mostLabels is how many labels one requirement may have.
func (f Form) mostLabels() int {
	if f == Questions {
		return 3
	}
	return 1
}

// ReadLabels reads labels of a user's own: a name a line, and behind a colon
// what it means.
func ReadLabels(text string) ([]Label, error) {
	var out []Label
	for n, line := range strings.Split(text, "\n") {
		name, doc, _ := strings.Cut(line, ":")
		name, doc = strings.TrimSpace(name), strings.TrimSpace(doc)
		switch {
		case name == "" && doc == "":
			continue
		case name == "" || strings.Contains(name, ","):
			return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("line %d: expected a name without commas", n+1), Hint: "for example: Length: how long the answer is"}
		case slices.ContainsFunc(out, func(l Label) bool { return strings.EqualFold(l.Name, name) }):
			return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("line %d: %q comes twice", n+1, name)}
		}
		out = append(out, Label{name, doc})
	}
	if len(out) < 2 {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "expected at least two labels", Hint: "write one name per line, followed by a colon and its meaning"}
	}
	return out, nil
}

func namesOf(list []Label) []string {
	return lists.Map(list, func(l Label) string { return l.Name })
}

func docsOf(list []Label) []string {
	return lists.Map(list, func(l Label) string { return l.Doc })
}

var numberedLine = lazyregexp.New(`(?i)^[\s*_>|-]*(?:(?:constraint|criterion|question|requirement|number)\s+)?#?([\d０-９]{1,3})(?:\s*(?:[-–]|to)\s*([\d０-９]{1,3}))?[\s*_]*[.:)|：、．][\s*_:]*(.*?)[\s|]*$`)

var bulletLine = lazyregexp.New(`^\s*[-*•+–]\s+(.*)$`)

// numberedLines returns what stands behind the numbers 1 to n, each once, or
// behind several of them ("1-4:"), or behind n bullets where no line has a number.
// Other lines are returned too.
func numberedLines(reply string, n int) (by []string, others []string, err error) {
	by = make([]string, n)
	for line := range strings.Lines(withNumbers(reply)) {
		line = strings.TrimSpace(line)
		m := numberedLine.FindStringSubmatch(line)
		if m == nil {
			others = append(others, line)
			continue
		}
		first, _ := strconv.Atoi(width.Narrow.String(m[1]))
		last, _ := strconv.Atoi(width.Narrow.String(cmp.Or(m[2], m[1])))
		text := strings.TrimSpace(m[3])
		if before, _, _ := strings.Cut(line, text); strings.Count(before, "**")%2 == 1 { // the whole line is bold
			text = strings.TrimSpace(strings.TrimSuffix(text, "**"))
		}
		if first < 1 || first > last || last > n || text == "" || strings.Join(by[first-1:last], "") != "" {
			return nil, nil, unreadable("line %q: one line for each of the numbers 1 to %d is expected", line, n)
		}
		for i := first; i <= last; i++ {
			by[i-1] = text
		}
	}
	if i := slices.Index(by, ""); i >= 0 {
		return nil, nil, unreadable("number %d is missing", i+1)
	}
	return by, others, nil
}

// withNumbers gives bullets numbers where no line has one.
func withNumbers(reply string) string {
	var out []string
	n := 0
	for line := range strings.Lines(reply) {
		line = strings.TrimSpace(line)
		if numberedLine.MatchString(line) {
			return reply
		}
		if m := bulletLine.FindStringSubmatch(line); m != nil {
			n++
			line = strconv.Itoa(n) + ". " + m[1]
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

func unreadable(format string, args ...any) error {
	return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf(format, args...)}
}

// readLabels reads the labels of n requirements, each at most so many.
func readLabels(reply string, n int, names []string, most int) ([][]string, error) {
	by, _, err := numberedLines(reply, n)
	if err != nil {
		return nil, err
	}
	tight := strings.NewReplacer(" / ", "/")
	named := func(said string) int {
		return slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(tight.Replace(n), tight.Replace(bareName(said))) })
	}
	out := make([][]string, n)
	for i, text := range by {
		text = reasons.ReplaceAllString(text, "")
		if j := named(text); j >= 0 {
			out[i] = []string{names[j]}
			continue
		}
		parts := strings.Split(text, ",")
		if slices.ContainsFunc(parts, func(part string) bool { return named(part) < 0 }) { // names may have the other marks
			parts = listed.Split(text, -1)
		}
		for _, part := range parts {
			j := named(part)
			if j < 0 {
				return nil, unreadable("number %d: %q is no category", i+1, strings.TrimSpace(part))
			}
			out[i] = lists.AddNew(out[i], names[j])
		}
		if len(out[i]) > most {
			return nil, unreadable("number %d: %d categories, at most %d are expected", i+1, len(out[i]), most)
		}
	}
	return out, nil
}

// reasons are what stands in brackets behind a label, or behind a dash.
var reasons = lazyregexp.New(`\s*\([^()]*\)|\s+[-–—]\s.*$`)

var listed = lazyregexp.New(`(?i)[,;/]| and `)

func bareName(s string) string { return strings.Trim(s, " \t*_`\"'.;[]") }

func faultNames() []string {
	return []string{"not self-contained", "not atomic", "not actionable", "redundant", "invented"}
}

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

var fine = lazyregexp.New(`(?i)^(?:fine|ok(?:ay)?|good|no (?:faults?|issues?|problems?))\b`)

// nothing is what examiners say when nothing is missing, and perhaps why.
var nothing = lazyregexp.New(`(?i)^(?:nothing(?: else| more| important| significant| at all| is missing)?|none|n/?a)\s*(?:[,.;:()–—-].*)?$`)

var missingLine = lazyregexp.New(`(?i)^[\s*_>-]*missing[\s*_]*[:：][\s*_]*(.*)$`)

// repeating is a verdict behind the part that it is about.
var repeating = lazyregexp.New(`(?i)[\s*_]*[-–—:|→][^\pL]*((?:fine|ok(?:ay)?|good|no faults?|not self-contained|not atomic|not actionable|redundant|invented)\b.*)$`)

// verdictOn is what is said of a part, without the part where it stands before.
func verdictOn(part, said string) string {
	said = strings.TrimLeftFunc(said, func(r rune) bool { return !unicode.IsLetter(r) && r != '[' })
	if m := repeating.FindStringSubmatchIndex(said); m != nil && m[0] > 0 && strings.Contains(strings.ToLower(part), strings.ToLower(bareName(said[:m[0]]))) {
		return said[m[2]:]
	}
	return said
}

// readExamination reads what an examiner has against parts, and what it
// misses.
func readExamination(reply string, parts []string) ([]Objection, error) {
	by, others, err := numberedLines(reply, len(parts))
	if err != nil {
		return nil, err
	}
	var out []Objection
	for i, text := range by {
		verdict := verdictOn(parts[i], text)
		if fine.MatchString(verdict) {
			continue
		}
		j := slices.IndexFunc(faultNames(), func(f string) bool { return hasPrefixFold(verdict, f) })
		if j < 0 {
			return nil, unreadable("number %d: %q is neither fine nor one of the faults", i+1, text)
		}
		why := strings.TrimLeft(verdict[len(faultNames()[j]):], "*_ -–—:")
		if inside, ok := strings.CutPrefix(why, "("); ok {
			why = strings.TrimSuffix(inside, ")")
		}
		out = append(out, Objection{faultNames()[j], fmt.Sprintf("number %d (model) %s", i+1, why)})
	}
	named := false
	for _, line := range others {
		m := missingLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		named = true
		if what := bareName(m[1]); what != "" && !nothing.MatchString(what) {
			out = append(out, Objection{"missing", "(model) " + what})
		}
	}
	if !named {
		return nil, unreadable(`the line "missing:" is missing`)
	}
	return out, nil
}
