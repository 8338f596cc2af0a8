package english

import (
	"slices"
	"strings"

	"adhere/internal/lazyregexp"
)

// What demands nothing in a list of clauses: why something is wanted, who will
// read it, what a limit is for.

// firm words begin nothing but a reason.
var firm = wordSet(`because since otherwise nobody people my our`)

// wants are verbs by which people say what they demand.
var wants = wordSet(`want need prefer like expect would hope wish require demand request insist ask allow accept love hate dislike detest`)

// consequence reports whether tokens begin with "so that people …".
func consequence(tokens []token) bool {
	return len(tokens) > 1 && tokens[0].low == "so" && (tokens[1].low == "that" || tellers()[tokens[1].low] && tokens[1].low != "the")
}

// reasons begin a clause that says why.
var reasons = wordSet(`or else is are because since otherwise so as for even although though while to which`)

// tellers begin a sentence about people or things beside the answer.
var tellers = lexiconSet("tellers")

// people are who reads an answer, or will not.
var people = wordSet(`people folks nobody everyone everybody readers reader users user customers clients kids children parents students pupils management marketing legal boss teacher editor audience beginners graders toddlers patients guests colleagues investors grandma gran granny grandad nan nana mum mom dad mother father wife husband partner son daughter kid child friend friends sister brother team staff crew client clients customer colleague manager designer judges reviewers recruiter recruiters landlord tenants neighbours neighbors doctor lawyer lawyers coach professor tutor followers subscribers members viewers visitors passengers shoppers travellers travelers employees players fans boss editors teachers intern interns dyslexics commuters beginner screenreaders`)

// turning words make a clause more than a reason: it may change what is demanded.
var turning = lexiconSet("turning")

// fields are what a text is put into.
var fields = wordSet(`field box form slot slide card screen display banner sign poster page label column cell system printer app site website parser script tool software server machine template widget api import export portal crm cms keyboard phone watch terminal console browser bot assistant projector formatter pipeline database spreadsheet platform plugin app apps interface layout`)

// demanding reports whether something may be demanded by such a word.
func demanding(t token) bool {
	return t.kind != word && t.kind != mark || t.kind == word && strings.IndexByte("uvfcl#mtRGPAxHr", classAt([]token{t})) >= 0
}

// aside reports whether a clause states something of the world around the
// answer: a subject that is no part of it, a verb, and nothing in which
// something may be demanded: "the slide is tiny", "this is a formal filing".
func aside(piece []token) bool {
	if len(piece) == 1 && piece[0].kind == word {
		return piece[0].class&known == 0 && !conditionWords()[piece[0].low] && strings.HasSuffix(piece[0].low, "ance")
	}
	verb := -1
	for i := range piece {
		t := &piece[i]
		if t.kind != word && t.low != "'" || conditionWords()[t.low] || wishes()[t.low] || i > 0 && turning()[t.low] || manners()[t.low] || aspects()[t.low] || measured(t) {
			return false
		}
		if verb < 0 && i > 0 && i <= furthestVerb && (auxiliaries()[t.low] || thirdPerson(t.low) && !closedWords()[piece[i-1].low]) {
			verb = i
		}
	}
	if verb < 0 {
		return len(piece) > 1 && len(piece) <= longestLabel && people()[piece[0].low] && !slices.ContainsFunc(piece, demanding)
	}
	switch first, head := piece[0].low, piece[verb-1].low; {
	case first == "this" || first == "that" || first == "it" || first == "its":
		return verb == 1 && (piece[1].low == "is" || piece[1].low == "'s") && len(piece) > 2 && settings()[piece[2].low] && !slices.ContainsFunc(piece[2:], demanding)
	case first != "my" && first != "our" && !auxiliaries()[piece[verb].low] && !people()[head] && !fields()[head],
		!determiners()[first] && !people()[head] && !people()[first], wholeNouns()[head] || partWords()[head] && !fields()[head], first == "no" || (first == "a" || first == "an") && !fields()[head] && !people()[head]:
		return false
	}
	return !slices.ContainsFunc(piece[verb+1:], demanding) || !wants()[piece[verb].lemma] && classAt(piece[verb:]) != 'h'
}

// settings begin what a text is for: "this is for a sign", "this is my CV".
var settings = wordSet(`a an for my our the on in going about printed`)

// harmless reports whether a clause demands nothing and changes nothing.
func harmless(piece []token) bool {
	if idiomatic(piece) != nil {
		return false
	}
	for i := range piece {
		if piece[i].kind == quoted || !politeness()[piece[i].low] && !fillers()[piece[i].low] {
			return giving(piece) || aside(piece) || len(without(chunks(piece), "a")) == 0
		}
	}
	return true
}

// inForm are the classes of what puts something into a form.
var inForm = lazyregexp.New(`[fG]`)

// giving reports whether a clause gives a reason.
func giving(piece []token) bool {
	if len(piece) == 0 || piece[0].kind != word {
		return false
	}
	first := piece[0].low
	if first == "by" { // gets cut off by our system
		return slices.ContainsFunc(piece, func(t token) bool { return people()[t.low] || fields()[t.low] }) && !slices.ContainsFunc(piece, demanding)
	}
	if len(piece) > 1 && (first == "is" || first == "are") && piece[1].low == "all" {
		return false // it is a limit
	}
	if len(piece) > 1 && determiners()[first] && (aspects()[piece[1].low] || len(piece) > 2 && aspects()[piece[2].low] && verbal(piece[2:])) {
		return false // the tone is friendly
	}
	if len(piece) > 2 && piece[1].low == "else" && auxiliaries()[piece[2].low] || first == "nothing" && strings.ContainsAny(classesOf(chunks(piece)), "uyY") || first == "or" && (len(piece) < 3 || !warnings()[piece[1].low]) {
		return false
	}
	if first == "its" && len(piece) > 1 && !measured(&piece[1]) && (piece[1].low == "for" || piece[1].low == "a" || piece[1].low == "an" || piece[1].low == "the") {
		return true
	}
	if fine(piece) || len(piece) == 2 && (first == "no" || first == "not") && (piece[1].low == "more" || piece[1].low == "less" || piece[1].low == "fewer") {
		return true
	}
	if !reasons()[first] && (!tellers()[first] || (determiners()[first] || first == "more" || first == "fewer" || first == "longer") && !verbal(piece)) && !declarative(piece) {
		return false
	}
	wishing := first == "i" || first == "we"
	third := people()[first] || determiners()[first] && len(piece) > 1 && people()[piece[1].low]
	if !reasons()[first] && inForm.MatchString(classesOf(chunks(piece))) && !fields()[piece[len(piece)-1].low] {
		return false // the command goes in a code block
	}
	for i := range piece {
		t := &piece[i]
		if t.kind == quoted || t.kind == mark && t.low != "'" && !separates(t) || turning()[t.low] && i > 0 && (!third || !modals()[piece[i-1].low] || !taskVerbs()[t.low]) && (t.low != "if" || piece[i-1].low != "even") || wishing && wants()[t.low] {
			return false
		}
		if t.numeral() && (!firm()[first] && !third || i+1 < len(piece) && measured(&piece[i+1])) {
			return false
		}
	}
	if third && !slices.ContainsFunc(piece, func(t token) bool { return t.low == "should" || t.low == "must" }) {
		return true
	}
	if first == "they" && slices.ContainsFunc(piece, func(t token) bool { return people()[t.low] }) {
		return true
	}
	if consequence(piece) || reasons()[first] && first != "or" && first != "is" && first != "are" && first != "for" && first != "to" && first != "as" && first != "so" {
		return true
	}
	return wishing && !slices.ContainsFunc(piece, demanding) || !speaksOfAnswer(piece)
}

// declarative reports whether a clause states something of people or things: a
// noun comes first, and then a verb that is not one of demands.
func declarative(piece []token) bool {
	first := &piece[0]
	if first.kind != word || taskVerbs()[first.low] || !determiners()[first.low] && longestLexeme(piece).class != 0 || first.low == "a" || first.low == "an" || first.low == "no" {
		return false
	}
	if strings.ContainsAny(classesOf(chunks(piece)), "idbeB") {
		return false // Monday is mentioned before Friday
	}
	verb := false
	for i := range piece {
		t := &piece[i]
		if conditionWords()[t.low] || t.low == "or" || t.kind == mark && t.low != "'" || t.numeral() && t.kind == number {
			return false
		}
		if i < furthestVerb && !verb {
			if wholeNouns()[t.low] || partWords()[t.low] || measured(t) || aspects()[t.low] {
				return false
			}
			verb = i > 0 && (auxiliaries()[t.low] || i+1 < len(piece) && thirdPerson(t.low) && !closedWords()[piece[i-1].low])
		}
	}
	return verb
}

// verbal reports whether a clause has a verb that states something.
func verbal(piece []token) bool {
	for i := 1; i < len(piece); i++ {
		if low := piece[i].low; auxiliaries()[low] || idle()[low] || thirdPerson(low) || modals()[low] {
			return true
		}
	}
	return false
}

// thirdPerson reports whether a word may be a verb in the third person.
func thirdPerson(low string) bool {
	return strings.HasSuffix(low, "s") && !strings.HasSuffix(low, "ss") && len(low) > 3
}

// furthestVerb is how many words a statement begins with at most, its verb
// among them.
const furthestVerb = 5

var auxiliaries = wordSet(`is are was were has have had can cannot could will would does did may might 's keep like hate need want get say think`)

// aspects are what is said of an answer as a whole.
var aspects = wordSet(`tone style voice language wording vocabulary register format layout structure ending spelling grammar mood content order length everything nothing`)

// measured reports whether a word is a unit in which answers are measured.
func measured(t *token) bool { return measures()[t.lemma] }

var measures = wordSet(`word sentence paragraph line character letter bullet point item section emoji question hashtag heading`)

// speaksOfAnswer reports whether a clause says something of the answer or of
// a part of it: what the text should be is no reason.
func speaksOfAnswer(piece []token) bool {
	switch piece[0].low {
	case "the", "there":
		if !slices.ContainsFunc(piece, func(t token) bool { return idle()[t.low] || t.low == "are" }) {
			return true
		}
	case "it", "this", "that", "these", "those", "they":
		obliged := len(piece) > 2 && piece[1].lemma == "have" && piece[2].low == "to"
		if len(piece) < 2 || obliged || idle()[piece[1].low] {
			return len(piece) < 2 || strings.Contains(classesOf(chunks(piece)), "x") && slices.ContainsFunc(piece, demanding)
		}
		if telling := piece[1].low; predicates()[telling] && (telling != "are" || len(piece) < 3 || !settings()[piece[2].low] && !strings.HasSuffix(piece[2].low, "ing")) {
			return true
		}
	}
	if piece[0].low == "my" || piece[0].low == "our" {
		return false
	}
	for i := range piece {
		t := &piece[i]
		if owned := i > 0 && (piece[i-1].low == "my" || piece[i-1].low == "our"); !owned && (wholeNouns()[t.low] || partWords()[t.low] || measured(t) || manners()[t.low]) {
			return true
		}
	}
	return false
}

// idle are verbs that say where an answer goes or what it is for.
var idle = wordSet(`goes is 's was will looks reads needs gets ends fits breaks makes sounds helps has would can comes becomes hate hates love loves do break look read refuses cuts rejects truncates crops counts checks`)

// fine reports whether a clause only says that a number is allowed that the
// demand before allows anyway.
func fine(piece []token) bool {
	last := piece[len(piece)-1].low
	if last == "too" && len(piece) > 1 {
		last = piece[len(piece)-2].low
	}
	isNumber := piece[0].numeral()
	if isNumber && len(piece) > 2 && idle()[piece[1].low] && !strings.ContainsAny(classesOf(chunks(piece[1:])), "#ruvtfclm") {
		return true // three looks silly
	}
	return isNumber && (last == "fine" || last == "ok" || last == "okay" || last == "enough") && len(piece) <= 4
}
