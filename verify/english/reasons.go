package english

import (
	"slices"
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/verify/algebra"
)

// What demands nothing in a list of clauses: politeness, and what is stated of
// the world around the answer: why something is wanted, who will read it, what a
// limit is for.

// wants are verbs by which people say what they demand.
var wants = wordSet(`want need prefer like expect would hope wish require demand request insist ask allow accept love hate dislike detest`)

// consequence reports whether tokens begin with "so that people …".
func consequence(tokens []token) bool {
	return len(tokens) > 1 && tokens[0].low == "so" && (tokens[1].low == "that" || tellers()[tokens[1].low] && tokens[1].low != "the")
}

// tellers begin a sentence about people or things beside the answer.
var tellers = lexiconSet("tellers")

// people are who reads an answer, or will not; see person.
var people = lexiconSet("people")

// person reports whether a word names people, or who or what works: a reader, an
// importer, but not a flower.
func person(low string) bool {
	if people()[low] {
		return true
	}
	one := strings.TrimSuffix(low, "s")
	return len(one) > 5 && (strings.HasSuffix(one, "er") || strings.HasSuffix(one, "tor")) && words()[low]&known == 0 && !partWords()[low] && !inanimate()[one]
}

// inanimate nouns only look like those of who or what works.
var inanimate = lexiconSet("inanimate")

// turning words make a clause more than a reason: it may change what is demanded.
var turning = lexiconSet("turning")

// fields are what a text is put into, or what it is for.
var fields = lexiconSet("fields")

// harmless reports whether a clause demands nothing and changes nothing.
func harmless(t []token) bool {
	if idiomatic(t) != nil {
		return false
	}
	polite := !slices.ContainsFunc(t, func(t token) bool { return t.kind == quoted || !politeness()[t.low] && !fillers()[t.low] })
	return polite || background(t) || len(without(chunks(t), "a")) == 0
}

// A subject is what a clause states something of.
type subject uint8

const (
	noSubject subject = iota // it states nothing
	someone                  // who asks for the answer, or reads it
	ours                     // what the answer is put into, or is "mine"
	something                // another thing
	pronoun                  // it, this: the answer, or what was said of it
	itself                   // the answer by name, a part of it, or how it is written
)

// background reports whether a clause gives a reason, or states something of the
// world around the answer, and demands nothing of the answer itself.
func background(t []token) bool {
	if len(t) == 0 || enough(t) {
		return len(t) > 0
	}
	said := reasonIn(t)
	why := len(said) < len(t)
	if !why && t[0].low == "or" {
		return false // or something like it
	}
	who, verb := stated(said)
	predicate := said[verb:]
	switch who {
	case itself:
		predicate = nil
	case noSubject:
		predicate = said
	default:
	}
	if qualifies(said, who, why) || !because()[t[0].low] && slices.ContainsFunc(predicate, ofPart) && (who != pronoun || !says(predicate, "is", "its", "was", "fit")) && (!why || selves()[said[0].low]) {
		return false
	}
	if why {
		return (who != pronoun || !mayDemand(said)) && (!conceding()[t[0].low] || !granting()[said[verb].low] && !says(said, "can", "could"))
	}
	classes := classesOf(chunks(predicate))
	plain := aside.MatchString(classes) && (!granting()[said[verb].low] || !strings.ContainsAny(classes, "Co"))
	object := says(predicate, "it", "us", "them", "this", "that") || len(predicate) == 1
	switch who {
	case someone:
		return plain && (!wants()[said[verb].lemma] || object) && (!selves()[said[0].low] || said[0].low == "i" || !strings.ContainsAny(classes, "bed"))
	case ours, something:
		return plain && !strings.ContainsAny(classes, "oidbe") && (who == ours || !mayDemand(said) && (idle()[said[verb].low] || object))
	case pronoun:
		return !mayDemand(said) && idle()[said[verb].low]
	default:
		return who == noSubject && !mayDemand(said) && len(said) <= longestLabel && slices.ContainsFunc(said[:min(len(said), 2)], func(t token) bool { return people()[t.low] })
	}
}

// granting verbs allow more than was demanded.
var granting = wordSet(`accept accepts allow allows tolerate tolerates add adds take takes`)

// sameAs reads what people think of a unit, or which language they know, as a reason
// of a demand that names it: "four columns, my manager loves tables". It returns nil
// where a clause says more.
func sameAs(t []token) algebra.Expr {
	who, verb := stated(t)
	k := chunks(t)
	if who != someone && who != ours || qualifies(t, who, false) || !liking.MatchString(classesOf(k)) || says(t[:verb+1], "i", "we", "can", "may", "wants", "want") {
		return nil
	}
	unit, language, denied := pick(k, "u", 0).of.Source, algebra.Language(pick(k, "l", 0).value), pick(k, "x", 0).class != 0
	return restated{agrees: func(e algebra.Expr) bool {
		if c, ok := ofEach(e).(algebra.Compare); ok {
			return unit != nil && countedIn(c).Source == unit
		}
		in, ok := e.(algebra.Language)
		return ok && unit == nil && (in == language) != denied
	}}
}

// liking are the classes of a statement that names one unit, or one language.
var liking = lazyregexp.New(`^[?1xyjoad]*[ul][?1jo]*$`)

// ofPart reports whether a word speaks of a part of the answer, or makes a rule.
func ofPart(t token) bool { return partWords()[t.low] && ordinal(t.low) == 0 || t.low == "never" }

// aside are the classes of a statement that names nothing that may be demanded.
var aside = lazyregexp.New(`^[?1#ixahjpyzgobedCr&|]*$`)

// mayDemand reports whether a clause names something that may be demanded.
func mayDemand(t []token) bool { return demandable.MatchString(classesOf(chunks(t))) }

// demandable are the classes of what may be demanded.
var demandable = lazyregexp.New(`[uvfcl#mtRGPAH]`)

// reasonIn returns what a clause gives as a reason; all of it where no word
// says that it is one.
func reasonIn(t []token) []token {
	if len(t) < 2 {
		return t
	}
	switch first, second := t[0].low, t[1].low; {
	case len(t) > 2 && (first == "even" && (second == "though" || second == "if") || (first == "is" || first == "are") && second == "what"):
		return t[2:]
	case because()[first], consequence(t), (first == "or" || first == "else") && warnings()[second], first == "as" && tellers()[second],
		first == "by" && determiners()[second], first == "for" && (second == "my" || second == "our" || determiners()[second] && receives(t[len(t)-1].low)), first == "to" && serving(t):
		return t[1:]
	}
	return t
}

// receives reports whether a word names whom or what an answer is for.
func receives(low string) bool { return person(low) || fields()[low] || destinations()[low] }

// destinations are what an answer is for.
var destinations = lexiconSet("destinations")

// because begins nothing but a reason.
var because = wordSet(`because since otherwise although though while which`)

// conceding words may begin what is allowed as well.
var conceding = wordSet(`although though even while which otherwise`)

// stated returns what a clause states something of, and the place of its verb.
func stated(t []token) (subject, int) {
	who := something
	switch first := t[0].low; {
	case len(t) > 1 && (selves()[first] || person(first)), len(t) > 2 && first == "you" && t[1].low == "are" && determiners()[t[2].low]:
		return someone, 1
	case len(t) > 1 && first == "its" && settings()[t[1].low]:
		return pronoun, 0
	case first == "no" || t[0].kind != word || taskVerbs()[first] || auxiliaries()[first]:
		return noSubject, 0
	case first == "a" || first == "an":
		who = noSubject
	}
	for i := range t {
		low := t[i].low
		switch {
		case separates(&t[i]):
			return noSubject, 0
		case i > 0 && (finite(t, i) || who == someone && thirdPerson(t[i-1].low) && !closedWords()[low]):
			return who, i // readers skip it
		case person(low) && who != itself:
			who = someone
		case i == 0 && pronouns()[low]:
			who = pronoun
		case wholeNouns()[low], partWords()[low], measured(&t[i]), aspects()[low], manners()[low]:
			who = itself
		}
		if who != someone && (fields()[low] || who != itself && i > 0 && (t[i-1].low == "my" || t[i-1].low == "our")) {
			who = ours
		}
	}
	return noSubject, 0
}

// selves are subjects that are people.
var selves = wordSet(`i we he she they nobody everyone everybody somebody someone most some`)

// pronouns stand for the answer, or for what was said of it.
var pronouns = wordSet(`it this that these those there thats`)

// finite reports whether a token may be the verb of a statement.
func finite(t []token, i int) bool {
	return auxiliaries()[t[i].low] || idle()[t[i].low] || modals()[t[i].low] && t[i].low != "to" || thirdPerson(t[i].low) && !person(t[i].low) && !closedWords()[t[i-1].low] && i+1 < len(t) && !joint(&t[i+1])
}

// qualifies reports whether a clause has words that may demand something whatever
// it speaks of, or set a condition: quotations, amounts, "unless", "must".
func qualifies(t []token, who subject, why bool) bool {
	for i := range t {
		word := &t[i]
		switch {
		case word.kind == quoted, word.kind == mark && word.low != "'" && !separates(word), !why && (hedges()[word.low] || conditionWords()[word.low]):
			return true
		case who != someone && i > 0 && word.low == "to" && compelling()[t[i-1].low] && (i+1 == len(t) || !purposes()[t[i+1].low]), word.low == "may",
			turning()[word.low] && (word.low != "only" || who != someone) && (who != someone || i == 0 || !modals()[t[i-1].low] || !taskVerbs()[word.low]):
			return true
		case word.numeral() && (who != someone || i+1 == len(t) || t[i+1].class&known != 0):
			return true
		}
	}
	return false
}

// compelling verbs make a demand with "to" behind them: the price has to show up.
var compelling = wordSet(`has have had need needs ought supposed required expected got`)

// thirdPerson reports whether a word may be a verb in the third person.
func thirdPerson(low string) bool {
	return strings.HasSuffix(low, "s") && !strings.HasSuffix(low, "ss") && len(low) > 3
}

// furthestVerb is how many words a statement begins with at most, its verb
// among them.
const furthestVerb = 5

var auxiliaries = wordSet(`is are was were has have had can cannot could will would does did may might keep like hate need want get say think`)

// aspects are what is said of an answer as a whole.
var aspects = wordSet(`tone style voice language wording vocabulary register format layout structure ending spelling grammar mood content order length everything nothing`)

// measured reports whether a word is a unit in which answers are measured.
func measured(t *token) bool { return measures()[t.lemma] }

var measures = wordSet(`word sentence paragraph line character letter bullet point item section emoji question hashtag heading`)

// idle are verbs, and "its" for "it's", that say where an answer goes or what it is
// for.
var idle = wordSet(`its goes is was will looks reads needs gets ends fits breaks makes sounds helps has would can comes becomes hate hates love loves do break look read refuses costs gives cuts rejects truncates crops counts checks`)

// enough reports whether a clause only says that a number is allowed that the
// demand before allows anyway, or that another is not.
func enough(t []token) bool {
	first, last := &t[0], t[len(t)-1].low
	if (first.numeral() || exceeding()[first.low]) && len(t) > 2 && idle()[t[1].low] && thirdPerson(t[1].low) && !mayDemand(t[1:]) {
		return true // three looks silly
	}
	if last == "too" && len(t) > 1 {
		last = t[len(t)-2].low
	}
	if len(t) == 2 && (first.low == "no" || first.low == "not" || first.low == "nothing") && exceeding()[last] {
		return true
	}
	return first.numeral() && len(t) <= longestLabel && (last == "fine" || last == "ok" || last == "okay" || last == "enough")
}

// exceeding words go beyond an amount.
var exceeding = wordSet(`more less fewer longer shorter`)

// settings begin what a text is or is for: "its for a sign", "its a headline".
var settings = wordSet(`a an for my our the`)
