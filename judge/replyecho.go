package judge

import (
	"slices"
	"strconv"
	"strings"

	"adhere"
)

// contraryReason is why a reply cannot be read that says the contrary of what it
// decides, as "No, it does not contain commas" does where commas are to be avoided:
// its yes or no may answer another question than the one asked.
const contraryReason unreadable = "what it says of the text is the contrary of its decision"

var (
	withoutRE = pattern(`\b(?:avoid\w*|without|free (?:of|from)|exclud\w*|omit\w*|refrain\w* from|lack\w*|absent|missing|leav\w+ out|left out|nothing|zero|instead of|rather than|remov\w*|replac\w*|delet\w*|drop\w*|skip\w*)\b|-free\b`)
	// What ought to be so, or is so in part, is not said to be so.
	oughtRE = pattern(`\b(?:must|should|shall|would|ha(?:s|ve|d) to|to be|needs?|ask\w*|allow\w*|permit\w*|forb\w+|requir\w*|demand\w*|want\w*|suppos\w*|prohibit\w*|instruct\w*|hardly|barely|only|merely|` + limit + `)\b`)
)

// noFaultRE finds a sentence that says whether something is wrong, or is there that
// may not be: "No violation found", "No occurrence found".
var noFaultRE = pattern(`(?:^|[.!?:\n]\s*)(?:there (?:is|are|was|were) |i (?:found|see|find) )?(?:(no )|(?:an? )?)(?:(` + namedFaults + `)|(?:occurrence|instance|mention)s?)(?: (?:is|are|was|were))?(?: (?:found|detected|identified|present))?(?: in the (?:text|answer|response|output))?\s*(?:[.!;\n]|$)`)

// faultsRE finds a list of faults: "Errors: line 2".
var faultsRE = pattern(`(?:^|[.!?\n]\s*)` + namedFaults + `(?: found| detected| identified| noted)?` + mark + `*?: *([^.!?\n]+)`)

// A saying is a clause, or what is asked, as far as it says that something is so or
// is not so.
type saying struct {
	words  []string // without endings
	denies bool
	states bool // not a question, an order or a name
}

// sayingsOf returns the clauses of a text that say that much.
func sayingsOf(text string) (said []saying) {
	text = quotedRE.ReplaceAllStringFunc(strings.Map(fold, text), func(m string) string {
		return "q" + strings.Join(strings.FieldsFunc(m, isMark), "q") // a word that no other is
	})
	text = withoutRE.ReplaceAllString(text, " not ")
	ts := append(terms(text), term{sense: stop, start: len(text)})
	for start, i := 0, 0; i < len(ts); i++ {
		if !has(ts[i:i+1], pause, stop, colon, contrast, leadWord) {
			continue
		}
		clause := ts[start:i]
		start = i + 1
		if s, ok := sayingOf(clause); ok && !oughtRE.MatchString(text[clause[0].start:ts[i].start]) {
			s.states = (s.states || ts[i].sense != colon && inflected(clause)) && ts[i].text != "?"
			said = append(said, s)
		}
	}
	return said
}

// demandsOf returns the clauses of what is asked, in which what must be so counts.
func demandsOf(asked string) []saying { return sayingsOf(mustRE.ReplaceAllString(asked, " ")) }

var mustRE = pattern(`\b(?:must|should|shall|ha(?:s|ve) to|needs? to)\b`)

func sayingOf(clause []term) (s saying, ok bool) {
	place := ""
	for _, t := range clause {
		switch t.sense {
		case negation, noWord, noneWord, denial:
			s.denies = !s.denies
		case content, number, countWord, placeWord, everyWord:
			if place != "" && s.words != nil {
				s.words = append(s.words, place)
			}
			s.words, place = append(s.words, stem(t.text)), ""
		case filler:
			if isPlace(t.text) {
				place = t.text
			}
		case subject:
			if place == "" && s.words != nil { // "mentions the author", not "commas in the text"
				s.words = append(s.words, t.text)
			}
			place = ""
		case verb, assertion, other:
		default:
			return s, false
		}
	}
	s.states = len(clause) > 0 && clause[0].sense != verb && (has(clause, verb, subject, negation) || slices.Contains([]string{"it", "there", "there's", "they", "i"}, clause[0].text))
	return s, s.words != nil
}

// inflected reports whether a clause has a word such as "ends" behind a noun.
func inflected(clause []term) bool {
	for i := 1; i+1 < len(clause); i++ {
		if name, word := clause[i-1], clause[i]; word.sense == content && has([]term{name}, content, subject) && strings.HasSuffix(word.text, "s") && !strings.HasSuffix(name.text, "s") {
			return true
		}
	}
	return false
}

// about returns what a clause says of what is asked: that it is so, that it is not,
// or nothing. It may have another word for having it, and a word or two more.
func (s saying) about(asked saying) adhere.Outcome {
	s = s.inWordsOf(asked)
	missing, more := asked.without(s), s.without(asked)
	for i, w := range s.words[1:] { // "at the end" limits nothing where the end is asked about
		if isPlace(s.words[i]) && slices.Contains(asked.words, w) {
			more = slices.DeleteFunc(more, func(m string) bool { return m == s.words[i] })
		}
	}
	switch {
	case len(missing) == 1 && s.denies && slices.Contains([]string{"every", "each", "all"}, missing[0]) && len(more) < 3:
		// one line that does not is enough
	case len(missing) > 1, len(missing) == 1 && !asked.spares(missing[0]):
		return ""
	case !s.denies && (asked.denies || len(more) > 0 && isPlace(more[0]) && slices.ContainsFunc(asked.words, isHaving)):
		// one comma is enough, wherever it is
	case len(more) > 2, slices.ContainsFunc(more, isPlace), !s.denies && len(more) > 0 && more[len(more)-1] == s.words[len(s.words)-1]:
		return "" // "It does not rhyme in the last verse", "It mentions tea too late"
	}
	return adhere.OutcomeOf(s.denies == asked.denies)
}

// inWordsOf returns what a clause says with the words of what is asked in the place of
// their contraries: "informal" is not formal.
func (s saying) inWordsOf(asked saying) saying {
	s.words = slices.Clone(s.words)
	for i, w := range s.words {
		for _, a := range asked.words {
			longer, shorter := max(w, a), min(w, a)
			if len(longer) < len(shorter) {
				longer, shorter = shorter, longer
			}
			if prefix, ok := strings.CutSuffix(longer, shorter); ok && len(shorter) > 4 && slices.Contains([]string{"in", "im", "ir", "il", "un", "non", "non-"}, prefix) {
				s.words[i], s.denies = a, !s.denies
			}
		}
	}
	return s
}

// spares reports whether what is asked is about the same without a word: one for
// having it, or one before the name of what is not to be there.
func (s saying) spares(word string) bool {
	return len(s.words) > 1 && (isHaving(word) || mentionsRE.MatchString(word) || s.denies && word != s.words[len(s.words)-1])
}

// without returns the words that another saying does not have.
func (s saying) without(other saying) []string {
	return slices.DeleteFunc(slices.Clone(s.words), func(w string) bool { return slices.Contains(other.words, w) })
}

// isHaving reports whether a word, without its ending, says that a text has something.
func isHaving(word string) bool {
	return slices.Contains([]string{"use", "used", "using", "occur", "contain", stem("include"), "mention", "employ", "appear", "nam", "add"}, word)
}

// isPlace reports whether a word begins where, when or of what something is so.
func isPlace(word string) bool {
	return slices.Contains([]string{"in", "at", "on", "of", "for", "by", "within", "after", "before", "until"}, word) || slices.Contains(ordinals, word)
}

// turnedRound reports whether a yes or no to a question, or to a name if only one
// thing is asked, answers the contrary of what is asked: "Commas: no".
func (l faultLabel) turnedRound(asked []string) bool {
	return slices.ContainsFunc(asked, func(a string) bool {
		about := demandsOf(a)
		return len(about) == 1 && slices.ContainsFunc(sayingsOf(l.text+":"), func(s saying) bool {
			return !s.states && s.about(about[0]) == adhere.NotMet && (l.question || (len(asked) == 1 || slices.ContainsFunc(s.words, isHaving)) && !slices.ContainsFunc(s.without(about[0]), func(w string) bool { return !isHaving(w) }))
		})
	})
}

// overRE finds what says that a text is over its maximum or under its minimum, boundedRE
// the reason that it is not over its maximum, and no other, shortRE how much it has of what
// is required, and excusedRE what says so of somebody in it, or that it need not be so.
var (
	overRE = pattern(`\b(?:` + over + `|` +
		`(?:under|below|(?:fewer|less|shorter|lower)(?: \w+)? than) the(?: \w+)? minimum|` +
		`instead of the ` + wanted + `)\b`)
	boundedRE = pattern(`^` + mark + `*` + judged + ` (?:never|is not|isn['’]t|does not|doesn['’]t) (?:go(?:es)? )?` + over + mark + `*$`)
	shortRE   = pattern(`\b(` + amount + `)(?: \w+){0,2} (?:out )?of the (?:(` + amount + `) (?:\w+ )?` + wanted + `|` + wanted + ` (` + amount + `))\b`)
	tooRE     = pattern(`\b(?:is|are)(?: \w+)? too \pL`)
	excusedRE = pattern(`\b(?:what|who|his|her|their|must|should|would|if)\b`)
	missingRE = pattern(`^` + mark + `*(?:(?:` + judged + ` is )?(?:missing|lacking) (?:only )?(?:the|an?|its|any|some)(?: [\w-]+){1,3}|缺[少乏失][^\PL的是]{1,8})\s*(?:[.;)。；）\n]|$)`)
)

const (
	over   = `(?:exceed(?:s|ed|ing)?|over|above|beyond|(?:more|longer|higher|larger) than)(?: (?:the|its|a|this|set|stated|given|word|line|character|sentence|length|size|that|what|is|are|was|were|\d+(?:-\w+)?))* (?:limit|maximum|allowed|permitted)`
	wanted = `(?:required|requested|demanded|needed)`
)

var amount = `(?:\d+|` + strings.Join(numerals[1:], "|") + `)`

// amountOf returns what an amount is in digits.
func amountOf(text string) string {
	text = strings.ToLower(text)
	if n := numeralOf(text); n >= 0 {
		return strconv.Itoa(n)
	}
	return text
}

// falters reports whether a clause of a text says so.
func falters(text string) bool {
	return missingRE.MatchString(text) || slices.ContainsFunc(strings.FieldsFunc(unreported(blank(quotedRE, strings.Map(fold, text), " ")), func(r rune) bool {
		return strings.ContainsRune(".,;:!?()\n", r)
	}), func(clause string) bool {
		short := shortRE.FindStringSubmatch(clause)
		return (overRE.MatchString(clause) || tooRE.MatchString(clause) || short != nil && amountOf(short[1]) != amountOf(short[2]+short[3])) && !unfaultyRE.MatchString(clause) && !excusedRE.MatchString(clause)
	})
}

// contrary reports whether a text says nothing of what is asked, or of violations unless
// these are asked about, but the contrary of an outcome.
func contrary(text, asked string, o adhere.Outcome) bool {
	if o == adhere.Met && !unfaultyRE.MatchString(asked) && !withoutRE.MatchString(asked) && falters(text) {
		return true
	}
	if miscounted(text, asked, o) {
		return true
	}
	if o == adhere.NotMet && boundedRE.MatchString(text) && (!overRE.MatchString(asked) || unfaultyRE.MatchString(asked)) {
		return true
	}
	faultless := !faultRE.MatchString(asked) || unfaultyRE.MatchString(asked) // no fault is asked for
	for _, m := range noFaultRE.FindAllStringSubmatch(text, -1) {
		if o.Decided() && adhere.OutcomeOf(m[1] != "") != o && (m[2] != "" || withoutRE.MatchString(asked)) && !butLaterRE.MatchString(text) && faultless {
			return true
		}
	}
	if m := faultsRE.FindStringSubmatch(text); m != nil && faultless && o == adhere.Met && !unfaultyRE.MatchString(m[1]) && bare(m[1]) != "0" {
		return true
	}
	about := demandsOf(asked)
	if len(about) != 1 || !o.Decided() {
		return false
	}
	found := false
	for _, s := range sayingsOf(text) {
		switch said := s.about(about[0]); {
		case said == "" || !s.states:
		case said == o:
			return false
		default:
			found = true
		}
	}
	return found
}
