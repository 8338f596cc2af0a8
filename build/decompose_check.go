package build

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/lazyregexp"
	"adhere/internal/lists"
	"adhere/judge"
	"adhere/verify"
	"adhere/verify/algebra"
	"adhere/verify/english"
)

// examineParts returns what code has against a decomposition, by the guideline
// of DeCRIM, appendix F.2.2. It objects where it is sure; the rest is a
// model's and people's.
func examineParts(instruction string, p *judge.Decomposition, form Form) []Objection {
	var out []Objection
	object := func(i int, fault, what string) {
		out = append(out, Objection{fault, fmt.Sprintf("number %d %s", i+1, what)})
	}
	source := factsOf(instruction)
	parts := make([]facts, len(p.Requirements))
	for i, r := range p.Requirements {
		parts[i] = requirementFacts(r.Text)
		if m := leaning.FindString(r.Text); m != "" {
			object(i, "not self-contained", "leans on "+verify.Quote(strings.TrimSpace(m)))
		}
		if why := unlike(form, r.Text); why != "" {
			object(i, "not actionable", why)
		}
		if found := parts[i].apart(r.Text); len(found) > 1 {
			object(i, "not atomic", "holds "+verify.Quote(found[0])+" and "+verify.Quote(found[1]))
		}
		if what := parts[i].beyond(&source); what != "" {
			object(i, "invented", "has "+what+", of which the instruction knows nothing")
		}
		for j := range i {
			if parts[i].sameAs(&parts[j]) {
				object(i, "redundant", fmt.Sprintf("says what number %d says", j+1))
				break
			}
		}
	}
	return append(out, append(clashing(parts), leftOut(instruction, parts)...)...)
}

// leaning are words that a requirement cannot be understood by alone.
var leaning = lazyregexp.New(`(?i)\b(?:the (?:previous|preceding|first|second|third|other|former|latter|above|same) (?:constraint|requirement|condition|question|rule)s?|(?:constraint|requirement|condition|question|rule) (?:no\.? ?|number |#)?\d+|as (?:mentioned|stated|described|said|listed) (?:above|before|earlier)|see above|the same as (?:above|before)|same here)\b|^\s*(?:(?:and|but|or|otherwise|if so|if not|ditto|likewise)\b|(?:these|those|they|them)\s+(?:should|must|are|have|need))`)

var (
	wide  = lazyregexp.New(`(?i)^(?:what|which|who|whom|whose|how|why|when|where)\b`)
	polar = lazyregexp.New(`(?i)\b(?:is|are|was|were|does|do|did|has|have|had|can|could|will|would|should|must|may|might|am)\b`)
)

// unlike says why a text is not of the form.
func unlike(form Form, text string) string {
	text = strings.TrimSpace(text)
	asks := strings.HasSuffix(text, "?")
	switch {
	case len(wordsOf(spaced(text))) < 2:
		return "is a single word"
	case form == Constraints && asks && wide.MatchString(text):
		return "is a question"
	case form == Questions && !asks:
		return "is no question"
	case form == Questions && (wide.MatchString(text) || !polar.MatchString(text)):
		return "cannot be answered with yes or no"
	}
	return ""
}

// apart returns demands that code reads in one text and that are not one.
func (f *facts) apart(text string) []string {
	if f.check != "" {
		var out []string
		if all, ok := f.reading.Check.Expr.(algebra.All); ok {
			for _, e := range all {
				out = append(out, algebra.In(e).String())
			}
		}
		return out
	}
	var out []string
	end := 0
	for _, found := range english.Decompose(text) {
		if found.Reading.Decides == english.Whole && found.Doubt == "" && found.Start >= end && !slices.Contains(out, found.Text) {
			out, end = append(out, found.Text), found.End
		}
	}
	return out
}

// clashing are requirements that no text meets together.
func clashing(parts []facts) []Objection {
	var checks []algebra.Check
	var from []int
	for i := range parts {
		if r := &parts[i].reading; r.Decides == english.Whole || r.Decides == english.Part {
			checks, from = append(checks, r.Check), append(from, i)
		}
	}
	var out []Objection
	for _, c := range algebra.Conflicts(checks) {
		numbers := lists.Map(c.Checks, func(at int) string { return strconv.Itoa(from[at] + 1) })
		out = append(out, Objection{"contradiction", "numbers " + strings.Join(numbers, " and ") + ": " + c.Why})
	}
	return out
}

// subject is a pronoun at the head of a demand: a requirement that is understood
// alone names what it stands for.
var subject = lazyregexp.New(`(?i)^\W*(?:(?:each|every) one|each|it|they|them)\b`)

// leftOut are demands that code reads in the instruction and that no
// requirement takes up.
func leftOut(instruction string, parts []facts) []Objection {
	var out []Objection
	for _, found := range english.Decompose(instruction) {
		if found.Doubt != "" || found.Reading.Decides != english.Whole {
			continue
		}
		want := factsOf(subject.ReplaceAllString(found.Text, ""))
		want.reading, want.check = found.Reading, found.Reading.Check.Canonical().String()
		if !slices.ContainsFunc(parts, func(p facts) bool { return p.takesUp(&want) }) {
			out = append(out, Objection{"missing", verify.Quote(found.Text)})
		}
	}
	return out
}

// facts are what code can hold a text to: its words in their stems, numbers,
// quotations, and the check that it is read as.
type facts struct {
	stems   []string
	numbers []string
	amounts []string // in words that need not count: both, once
	quotes  []string
	reading english.Reading
	check   string // "" if it is not read whole
}

var quotation = lazyregexp.New(`"([^"\n]{1,80})"|“([^”\n]{1,80})”|«([^»\n]{1,80})»`)

func factsOf(text string) facts {
	var f facts
	for _, m := range quotation.FindAllStringSubmatch(text, -1) {
		f.quotes = append(f.quotes, strings.Join(wordsOf(m[1]+m[2]+m[3]), " "))
	}
	words := wordsOf(strings.ReplaceAll(text, ",", ""))
	for _, w := range words {
		if n, ok := numberOf(w); ok {
			f.numbers = append(f.numbers, n)
		}
		if n, ok := amountWords[w]; ok {
			f.amounts = append(f.amounts, n)
		}
		if s := stem(w); !idle(s) && !slices.Contains(f.stems, s) {
			f.stems = append(f.stems, s)
		}
	}
	return f
}

// requirementFacts are those of a text that is one requirement.
func requirementFacts(text string) facts {
	f := factsOf(text)
	var ok bool
	if f.reading, ok = english.Read(text); ok && f.reading.Decides == english.Whole {
		f.check = f.reading.Check.Canonical().String()
	}
	return f
}

// beyond names a number or quotation that the source does not have.
func (f *facts) beyond(source *facts) string {
	for _, n := range f.numbers {
		if n != "" && n != "1" && !slices.Contains(source.numbers, n) && !slices.Contains(source.amounts, n) {
			return "the number " + n
		}
	}
	for _, q := range f.quotes {
		if q != "" && !slices.Contains(source.quotes, q) && !holdsAll(source.stems, stemsOf(q)) {
			return verify.Quote(q)
		}
	}
	return ""
}

func (f *facts) sameAs(g *facts) bool {
	if f.check != "" && f.check == g.check {
		return true
	}
	return len(f.stems) > 0 && slices.Equal(sorted(f.numbers), sorted(g.numbers)) && slices.Equal(sorted(f.stems), sorted(g.stems))
}

// takesUp reports whether a requirement can be the one for a demand: it
// measures the same and does not contradict it, or has its numbers and
// quotations, and a third of its words.
func (f *facts) takesUp(want *facts) bool {
	if f.check != "" && (f.check == want.check || f.narrows(want)) {
		return true
	}
	const share = 3
	common := lists.Count(want.stems, func(s string) bool { return slices.Contains(f.stems, s) })
	return holdsAll(f.numbers, want.numbers) && (len(want.stems) == 0 || common > 0 && share*common >= len(want.stems))
}

// narrows reports whether two checks bound the same measure, and a text can
// meet both: "225 to 275 words" for "about 250 words".
func (f *facts) narrows(want *facts) bool {
	mine, ok := f.reading.Check.Expr.(algebra.Compare)
	theirs, also := want.reading.Check.Expr.(algebra.Compare)
	alike := algebra.Exactly(1)
	mine.Is, theirs.Is = alike, alike
	return ok && also && algebra.In(mine).String() == algebra.In(theirs).String() && len(algebra.Conflicts([]algebra.Check{f.reading.Check, want.reading.Check})) == 0
}

func holdsAll(list, wanted []string) bool {
	return !slices.ContainsFunc(wanted, func(w string) bool { return !slices.Contains(list, w) })
}

func sorted(list []string) []string { return slices.Compact(slices.Sorted(slices.Values(list))) }

func stemsOf(text string) []string {
	var out []string
	for _, w := range wordsOf(text) {
		if s := stem(w); !idle(s) {
			out = append(out, s)
		}
	}
	return out
}

// stem cuts the commonest English endings, for comparison only.
func stem(word string) string {
	for _, end := range []string{"ing", "ed", "es", "ly", "s", "e"} {
		if len(word) > len(end)+3 && strings.HasSuffix(word, end) {
			return strings.TrimSuffix(word, end)
		}
	}
	return word
}

var idleWords = " the a an of in on to for with and or as at by be is are was were do does did has have it its that this these those there their your you i my me we our should must can could will would may please make sure use write text answer response generat generated output "

func idle(stem string) bool { return strings.Contains(idleWords, " "+stem+" ") }

// numberOf returns the number that a word is, "" of 0.
func numberOf(word string) (string, bool) {
	if m := digits.FindStringSubmatch(word); m != nil {
		return strings.TrimLeft(m[1], "0"), true
	}
	n, ok := numberWords[word]
	return n, ok
}

var (
	digits      = lazyregexp.New(`^(\d+)(?:st|nd|rd|th|k|s)?$`)
	amountWords = map[string]string{"single": "1", "once": "1", "both": "2", "twice": "2", "couple": "2", "pair": "2", "double": "2", "triple": "3", "thrice": "3", "dozen": "12"}
	numberWords = map[string]string{
		"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12",
		"thirteen": "13", "fourteen": "14", "fifteen": "15", "sixteen": "16", "seventeen": "17", "eighteen": "18", "nineteen": "19", "twenty": "20", "thirty": "30", "forty": "40",
		"fifty": "50", "sixty": "60", "seventy": "70", "eighty": "80", "ninety": "90", "hundred": "100", "thousand": "1000",
	}
)

var sentenceEnd = lazyregexp.New(`[.!?;:]\s+|\n+`)

// inOrder sorts requirements by where the instruction has them. One whose
// place is not certain stays behind the one that it stood behind.
func inOrder(instruction string, list []adhere.Requirement) []adhere.Requirement {
	sentences := sentenceEnd.Split(instruction, -1)
	stems := lists.Map(sentences, func(s string) []string { return append(stemsOf(s), factsOf(s).numbers...) })
	type placed struct {
		at int
		r  adhere.Requirement
	}
	rows, last := make([]placed, len(list)), 0
	for i, r := range list {
		if at, ok := placeOf(r.Text, stems); ok {
			last = at
		}
		rows[i] = placed{last, r}
	}
	slices.SortStableFunc(rows, func(a, b placed) int { return cmp.Compare(a.at, b.at) })
	return lists.Map(rows, func(row placed) adhere.Requirement { return row.r })
}

// placeOf returns the one sentence that has more of a text's words than any
// other, and at least two more than the next.
func placeOf(text string, sentences [][]string) (int, bool) {
	best, most, next := 0, 0, 0
	words := append(stemsOf(text), factsOf(text).numbers...)
	for i, s := range sentences {
		n := lists.Count(words, func(w string) bool { return slices.Contains(s, w) })
		if n > most {
			best, most, next = i, n, most
		} else if n > next {
			next = n
		}
	}
	return best, most >= next+2
}
