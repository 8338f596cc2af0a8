package clause

import (
	"slices"
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/verify/algebra"
	"adhere/verify/english/internal/lexicon"
)

// What demands nothing in a list of clauses: politeness, and what is stated of
// the world around the answer: why something is wanted, who will read it, what a
// limit is for.

// Wants are verbs by which people say what they demand.
var Wants = lexicon.WordSet(`want need prefer like expect would hope wish require demand request insist ask allow accept love hate dislike detest`)

// consequence reports whether tokens begin with "so that people …".
func consequence(tokens []lexicon.Token) bool {
	return len(tokens) > 1 && tokens[0].Low == "so" && (tokens[1].Low == "that" || Tellers()[tokens[1].Low] && tokens[1].Low != "the")
}

// Tellers begin a sentence about people or things beside the answer.
var Tellers = lexicon.Set("tellers")

// people are who reads an answer, or will not; see person.
var people = lexicon.Set("people")

// Person reports whether a word names people, or who or what works: a reader, an
// importer, but not a flower.
func Person(low string) bool {
	if people()[low] {
		return true
	}
	one := strings.TrimSuffix(low, "s")
	return len(one) > 5 && (strings.HasSuffix(one, "er") || strings.HasSuffix(one, "tor")) && lexicon.Words()[low]&lexicon.Known == 0 && !lexicon.PartWords()[low] && !inanimate()[one]
}

// inanimate nouns only look like those of who or what works.
var inanimate = lexicon.Set("inanimate")

// turning words make a clause more than a reason: it may change what is demanded.
var turning = lexicon.Set("turning")

// fields are what a text is put into, or what it is for.
var fields = lexicon.Set("fields")

// Harmless reports whether a clause demands nothing and changes nothing.
func Harmless(t []lexicon.Token) bool {
	if idiomatic(t) != nil {
		return false
	}
	polite := !slices.ContainsFunc(t, func(t lexicon.Token) bool {
		return t.Kind == lexicon.Quoted || !Politeness()[t.Low] && !Fillers()[t.Low]
	})
	return polite || Background(t) || len(Without(Chunks(t), "a")) == 0
}

// A Subject is what a clause states something of.
type Subject uint8

// What a clause may state something of.
const (
	NoSubject Subject = iota // it states nothing
	someone                  // who asks for the answer, or reads it
	ours                     // what the answer is put into, or is "mine"
	something                // another thing
	pronoun                  // it, this: the answer, or what was said of it
	itself                   // the answer by name, a part of it, or how it is written
)

// Background reports whether a clause gives a reason, or states something of the
// world around the answer, and demands nothing of the answer itself.
func Background(t []lexicon.Token) bool {
	if len(t) == 0 || enough(t) {
		return len(t) > 0
	}
	said := reasonIn(t)
	why := len(said) < len(t)
	if !why && t[0].Low == "or" {
		return false // or something like it
	}
	who, verb := Stated(said)
	predicate := said[verb:]
	switch who {
	case itself:
		predicate = nil
	case NoSubject:
		predicate = said
	default:
	}
	if qualifies(said, who, why) || !because()[t[0].Low] && slices.ContainsFunc(predicate, ofPart) && (who != pronoun || !lexicon.Says(predicate, "is", "its", "was", "fit")) && (!why || selves()[said[0].Low]) {
		return false
	}
	if why {
		return (who != pronoun || !mayDemand(said)) && (!conceding()[t[0].Low] || !granting()[said[verb].Low] && !lexicon.Says(said, "can", "could"))
	}
	classes := ClassesOf(Chunks(predicate))
	plain := aside.MatchString(classes) && (!granting()[said[verb].Low] || !strings.ContainsAny(classes, "Co"))
	object := lexicon.Says(predicate, "it", "us", "them", "this", "that") || len(predicate) == 1
	switch who {
	case someone:
		return plain && (!Wants()[said[verb].Lemma] || object) && (!selves()[said[0].Low] || said[0].Low == "i" || !strings.ContainsAny(classes, "bed"))
	case ours, something:
		return plain && !strings.ContainsAny(classes, "oidbe") && (who == ours || !mayDemand(said) && (idle()[said[verb].Low] || object))
	case pronoun:
		return !mayDemand(said) && idle()[said[verb].Low]
	default:
		return who == NoSubject && !mayDemand(said) && len(said) <= longestLabel && slices.ContainsFunc(said[:min(len(said), 2)], func(t lexicon.Token) bool { return people()[t.Low] })
	}
}

// granting verbs allow more than was demanded.
var granting = lexicon.WordSet(`accept accepts allow allows tolerate tolerates add adds take takes`)

// sameAs reads what people think of a unit, or which language they know, as a reason
// of a demand that names it: "four columns, my manager loves tables". It returns nil
// where a clause says more.
func sameAs(t []lexicon.Token) algebra.Expr {
	who, verb := Stated(t)
	k := Chunks(t)
	if who != someone && who != ours || qualifies(t, who, false) || !liking.MatchString(ClassesOf(k)) || lexicon.Says(t[:verb+1], "i", "we", "can", "may", "wants", "want") {
		return nil
	}
	unit, language, denied := pick(k, "u", 0).Of.Source, algebra.Language(pick(k, "l", 0).value), pick(k, "x", 0).Class != 0
	return Restated{agrees: func(e algebra.Expr) bool {
		if c, ok := OfEach(e).(algebra.Compare); ok {
			return unit != nil && CountedIn(c).Source == unit
		}
		in, ok := e.(algebra.Language)
		return ok && unit == nil && (in == language) != denied
	}}
}

// liking are the classes of a statement that names one unit, or one language.
var liking = lazyregexp.New(`^[?1xyjoad]*[ul][?1jo]*$`)

// ofPart reports whether a word speaks of a part of the answer, or makes a rule.
func ofPart(t lexicon.Token) bool {
	return lexicon.PartWords()[t.Low] && lexicon.Ordinal(t.Low) == 0 || t.Low == "never"
}

// aside are the classes of a statement that names nothing that may be demanded.
var aside = lazyregexp.New(`^[?1#ixahjpyzgobedCr&|]*$`)

// mayDemand reports whether a clause names something that may be demanded.
func mayDemand(t []lexicon.Token) bool { return demandable.MatchString(ClassesOf(Chunks(t))) }

// demandable are the classes of what may be demanded.
var demandable = lazyregexp.New(`[uvfcl#mtRGPAH]`)

// reasonIn returns what a clause gives as a reason; all of it where no word
// says that it is one.
func reasonIn(t []lexicon.Token) []lexicon.Token {
	if len(t) < 2 {
		return t
	}
	switch first, second := t[0].Low, t[1].Low; {
	case len(t) > 2 && (first == "even" && (second == "though" || second == "if") || (first == "is" || first == "are") && second == "what"):
		return t[2:]
	case because()[first], consequence(t), (first == "or" || first == "else") && warnings()[second], first == "as" && Tellers()[second],
		first == "by" && lexicon.Determiners()[second], first == "for" && (second == "my" || second == "our" || lexicon.Determiners()[second] && receives(t[len(t)-1].Low)), first == "to" && serving(t):
		return t[1:]
	}
	return t
}

// receives reports whether a word names whom or what an answer is for.
func receives(low string) bool {
	return Person(low) || fields()[low] || destinations()[low] || lexicon.PromptNouns()[low] && !lexicon.PartWords()[low]
}

// destinations are what an answer is for.
var destinations = lexicon.Set("destinations")

// because begins nothing but a reason.
var because = lexicon.WordSet(`because since otherwise although though while which`)

// conceding words may begin what is allowed as well.
var conceding = lexicon.WordSet(`although though even while which otherwise`)

// Stated returns what a clause states something of, and the place of its verb.
func Stated(t []lexicon.Token) (Subject, int) {
	who := something
	switch first := t[0].Low; {
	case len(t) > 1 && (selves()[first] || Person(first)), len(t) > 2 && first == "you" && t[1].Low == "are" && lexicon.Determiners()[t[2].Low]:
		return someone, 1
	case len(t) > 1 && first == "its" && settings()[t[1].Low]:
		return pronoun, 0
	case first == "no" || t[0].Kind != lexicon.Word || lexicon.TaskVerbs()[first] || Auxiliaries()[first]:
		return NoSubject, 0
	case first == "a" || first == "an":
		who = NoSubject
	}
	for i := range t {
		low := t[i].Low
		switch {
		case lexicon.Separates(&t[i]):
			return NoSubject, 0
		case i > 0 && (finite(t, i) || who == someone && thirdPerson(t[i-1].Low) && !lexicon.ClosedWords()[low]):
			return who, i // readers skip it
		case Person(low) && who != itself:
			who = someone
		case i == 0 && pronouns()[low]:
			who = pronoun
		case lexicon.WholeNouns()[low], lexicon.PartWords()[low], lexicon.IsMeasure(&t[i]), Aspects()[low], lexicon.Manners()[low]:
			who = itself
		}
		if who != someone && (fields()[low] || who != itself && i > 0 && (t[i-1].Low == "my" || t[i-1].Low == "our")) {
			who = ours
		}
	}
	return NoSubject, 0
}

// selves are subjects that are people.
var selves = lexicon.WordSet(`i we he she they nobody everyone everybody somebody someone most some`)

// pronouns stand for the answer, or for what was said of it.
var pronouns = lexicon.WordSet(`it this that these those there thats`)

// finite reports whether a token may be the verb of a statement.
func finite(t []lexicon.Token, i int) bool {
	return Auxiliaries()[t[i].Low] || idle()[t[i].Low] || lexicon.Modals()[t[i].Low] && t[i].Low != "to" || thirdPerson(t[i].Low) && !Person(t[i].Low) && !lexicon.ClosedWords()[t[i-1].Low] && i+1 < len(t) && !JoinsClauses(&t[i+1])
}

// qualifies reports whether a clause has words that may demand something whatever
// it speaks of, or set a condition: quotations, amounts, "unless", "must".
func qualifies(t []lexicon.Token, who Subject, why bool) bool {
	for i := range t {
		word := &t[i]
		switch {
		case word.Kind == lexicon.Quoted, word.Kind == lexicon.Mark && word.Low != "'" && !lexicon.Separates(word), !why && (lexicon.Hedges()[word.Low] || lexicon.ConditionWords()[word.Low]):
			return true
		case who != someone && i > 0 && word.Low == "to" && compelling()[t[i-1].Low] && (i+1 == len(t) || !purposes()[t[i+1].Low]), word.Low == "may",
			turning()[word.Low] && (word.Low != "only" || who != someone) && (who != someone || i == 0 || !lexicon.Modals()[t[i-1].Low] || !lexicon.TaskVerbs()[word.Low]):
			return true
		case word.Numeral() && (who != someone || i+1 == len(t) || t[i+1].Class&lexicon.Known != 0):
			return true
		}
	}
	return false
}

// compelling verbs make a demand with "to" behind them: the price has to show up.
var compelling = lexicon.WordSet(`has have had need needs ought supposed required expected got`)

// thirdPerson reports whether a word may be a verb in the third person.
func thirdPerson(low string) bool {
	return strings.HasSuffix(low, "s") && !strings.HasSuffix(low, "ss") && len(low) > 3
}

// FurthestVerb is how many words a statement begins with at most, its verb
// among them.
const FurthestVerb = 5

// Auxiliaries are verbs that need no ending to stand behind a person: "they keep asking".
var Auxiliaries = lexicon.WordSet(`is are was were has have had can cannot could will would does did may might keep like hate need want get say think`)

// Aspects are what is said of an answer as a whole.
var Aspects = lexicon.WordSet(`tone style voice language wording vocabulary register format layout structure ending spelling grammar mood content order length everything nothing`)

// idle are verbs, and "its" for "it's", that say where an answer goes or what it is
// for.
var idle = lexicon.WordSet(`its goes is was will looks reads needs gets ends fits breaks makes sounds helps has would can comes becomes hate hates love loves do break look read refuses costs gives cuts rejects truncates crops counts checks`)

// enough reports whether a clause only says that a number is allowed that the
// demand before allows anyway, or that another is not.
func enough(t []lexicon.Token) bool {
	first, last := &t[0], t[len(t)-1].Low
	if (first.Numeral() || exceeding()[first.Low]) && len(t) > 2 && idle()[t[1].Low] && thirdPerson(t[1].Low) && !mayDemand(t[1:]) {
		return true // three looks silly
	}
	if last == "too" && len(t) > 1 {
		last = t[len(t)-2].Low
	}
	if len(t) == 2 && (first.Low == "no" || first.Low == "not" || first.Low == "nothing") && exceeding()[last] {
		return true
	}
	return first.Numeral() && len(t) <= longestLabel && (last == "fine" || last == "ok" || last == "okay" || last == "enough")
}

// exceeding words go beyond an amount.
var exceeding = lexicon.WordSet(`more less fewer longer shorter`)

// settings begin what a text is or is for: "its for a sign", "its a headline".
var settings = lexicon.WordSet(`a an for my our the`)

// JoinsClauses reports whether a token stands between clauses.
func JoinsClauses(t *lexicon.Token) bool {
	return lexicon.Separates(t) || t.Low == "and" || t.Low == "but"
}

// General reports whether "each" or "every" is said of answers: "format every
// reply as …".
func General(t []lexicon.Token, i int) bool {
	low := t[i].Low
	return (low == "each" || low == "every") && i+1 < len(t) && (CoreNouns()[lexicon.SingularOf(t[i+1].Low)] || t[i+1].Low == "message" || t[i+1].Low == "time")
}
