package english

import (
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/verify/english/internal/lexicon"
)

// A system message may speak of the model as of somebody else: "The assistant never
// uses emojis", "Claude's replies are short". It demands what "You never use emojis"
// does.

var (
	// calledSo gives the model a name: "You are Claude, …", "The assistant is Claude".
	calledSo = lazyregexp.New(`(?:\b[Yy]ou are|\b[Yy]ou['’]re|\b[Yy]our name is|\b[Tt]he assistant is) (\p{Lu}\pL{2,})(?:[,.;(]| [-–—]| (?:an?|the|and)\b)|(?:^|[.\n] ?)(\p{Lu}\pL{2,}) is (?:an?|the) (?:[\pL-]+ ){0,4}(?:assistant|chatbot|bot|AI|model)\b`)
	// unnamed is the model as a subject, where it has no name.
	unnamed = asSubject(called)
	// relative says what the model is and always does: "You are an assistant that only …".
	relative = lazyregexp.New(`(?:^|[.!?\n][ \t]*)You are an? (?:[\pL-]+ ){1,4}(that|who) (?:always|never|only) `)
	// prepositions stand before somebody else of whom that is said.
	prepositions = lazyregexp.New(`(?i) (?:of|for|with|to|in|at|from|by|about|and|or|helping|an?) (?:[\pL-]+ )*(?:that|who) `)
	// continuedVerb is a verb that goes on behind another, of the same subject.
	continuedVerb = lazyregexp.New(`^(?:,? (?:and|but)|,)(?: (?:always|never|only|also|then))* (\pL+)\b`)
	// adverbs stand between a subject and its verb.
	adverbs = lazyregexp.New(`^(?: (?:always|never|only|also|usually|generally))* `)
	// firstWord is a word.
	firstWord = lazyregexp.New(`^\pL+(?:['’]t)?`)
	// negated are contracted denials, and what "you" has in their place.
	negated = strings.NewReplacer("doesn't", "don't  ", "doesn’t", "don’t  ", "does", "do  ")
)

// called is what the model is called, beside its name.
const called = `[Tt]he (?:AI )?(?:assistant|model|chatbot|bot|AI|chat assistant)|Assistant|Bot`

// asSubject finds one of the names at the start of a clause.
func asSubject(names string) *lazyregexp.Regexp {
	return lazyregexp.New(`(?m)(?:^[ \t]*(?:[-*•]|\d{1,2}[.)])?[ \t]*|[.!?:;,][ \t]+(?:and |but )?)(` + names + `)(['’]s)? `)
}

// inSecondPerson returns a system message, or a requirement, in which the sentences about
// the model speak to it. Every word stays where it is.
func inSecondPerson(text string) string {
	subject := unnamed
	if given := calledSo.FindAllStringSubmatch(text, -1); given != nil {
		names := called
		for _, m := range given {
			if name := m[1] + m[2]; !strings.Contains(names, name) { // one of the two is empty
				names += "|" + name
			}
		}
		subject = asSubject(names)
	}
	out := []byte(text)
	for _, m := range subject.FindAllStringSubmatchIndex(text, -1) {
		if m[4] >= 0 {
			put(out[m[2]:m[5]], "your")
		} else if addressing(out, m[3]) {
			put(out[m[2]:m[3]], "you")
		}
	}
	for _, m := range relative.FindAllStringSubmatchIndex(text, -1) {
		if at := strings.Index(text[m[0]:], "You are a") + len("You are a"); !prepositions.MatchString(text[m[0]+at:m[1]]) && addressing(out, m[3]) {
			put(out[m[2]-1:m[3]], "\nyou")
		}
	}
	return string(out)
}

// addressing puts the verbs of the sentence that goes on at a place behind its subject
// into the form that they have behind "you". It reports false where the first of them is
// none that demands anything.
func addressing(out []byte, at int) bool {
	at += len(adverbs.FindString(string(out[at:])))
	first := firstWord.FindString(string(out[at:]))
	switch low := strings.ToLower(first); {
	case strings.HasPrefix(low, "does"):
		copy(out[at:], negated.Replace(first))
	case lexicon.Modals()[low] && !strings.HasPrefix(low, "ha") && !strings.HasPrefix(low, "need"):
	case commanding(low) != "":
		put(out[at:at+len(first)], commanding(low))
	default:
		return false
	}
	for at += len(first); at < len(out) && strings.IndexByte(".!?\n", out[at]) < 0; at++ {
		if out[at] != ' ' && out[at] != ',' {
			continue
		}
		if m := continuedVerb.FindStringSubmatchIndex(string(out[at:])); m != nil {
			if verb := commanding(string(out[at+m[2] : at+m[3]])); verb != "" {
				put(out[at+m[2]:at+m[3]], verb)
			}
		}
	}
	return true
}

// commanding returns the verb that commands of one that states: "uses" is of "use"; ""
// if it is none.
func commanding(states string) string {
	t := lexicon.Tokenize(states)
	if len(t) != 1 || !strings.HasSuffix(states, "s") || !lexicon.TaskVerbs()[t[0].Lemma] || t[0].Lemma == t[0].Low {
		return ""
	}
	return t[0].Lemma
}

// put writes a text and blanks over bytes.
func put(out []byte, text string) {
	copy(out, text+strings.Repeat(" ", max(0, len(out)-len(text))))
}
