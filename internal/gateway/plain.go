package gateway

import (
	"strings"
	"unicode"

	"adhere"
)

// plainQuestion reports whether a conversation is one short question that
// certainly says nothing about its answer: a list of its demands would be empty. It
// knows questions in English of common words: with anything else a model is asked.
func plainQuestion(asked []adhere.Message) bool {
	if len(asked) != 1 || asked[0].Role != adhere.User || len(asked[0].Text) > longestQuestion {
		return false
	}
	text := strings.TrimSpace(asked[0].Text)
	words := strings.Fields(strings.ToLower(strings.ReplaceAll(strings.TrimRight(text, "?"), "’", "'")))
	if len(words) < 3 || !questionWords[strings.TrimSuffix(words[0], "'s")] {
		return false
	}
	for i, w := range words {
		w = strings.TrimSuffix(w, ",")
		if aboutAnswers[w] || strings.ContainsFunc(w, func(r rune) bool { return r != '\'' && r != '-' && (r > unicode.MaxASCII || !unicode.IsLetter(r)) }) {
			return false
		}
		if i > 0 && languageNames[w] {
			return false
		}
	}
	return true
}

// longestQuestion is in bytes: demands hide in long ones.
const longestQuestion = 160

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

var (
	// questionWords begin a question about the world.
	questionWords = setOf("what who whom whose when where which why how is are were do does did has have had should would will")

	// aboutAnswers may say how an answer is to be, or whom it is for, or ask for a
	// text, a number of things or an order of them.
	aboutAnswers = setOf(`
		you your yourself me we us our please pls let's i'm im i'd
		answer answers answered answering reply replies respond response say said saying tell told explain explained explaining explanation describe description
		write written writing rewrite draft text texts summary summarise summarize summarised summarized translate translated list lists listed listing name names named naming give given show mention include including excluding cite quote rank ranked sort sorted compare outline
		word words sentence sentences paragraph paragraphs line lines page pages bullet bullets point points step steps table tables column columns row rows section sections heading headings letter letters character characters syllable syllables verse verses stanza poem rhyme haiku story essay email mail title
		json csv xml yaml html markdown latex code format formatted plain emoji emojis comma commas digit digits number numbers numbered
		short shorter shortly brief briefly quick quickly longer concise concisely simple simply simpler plainly easy detail details detailed depth thorough thoroughly clear clearly formal informal formally funny friendly polite style tone terms language layman layman's laymans beginner beginners child children kid kids old eli5 tldr
		only just exactly precisely least most max maximum min minimum approximately no not don't dont never without avoid except but unless if like as example examples reason reasons tip tips idea ideas option options alternatives pros cons source sources reference references
		one two three four five six seven eight nine ten dozen couple few several some each every all both either
		yes true false
		ist sind der die das ein eine er een het el los las la les un una une o os uma`)

	languageNames = setOf("english french german spanish italian portuguese dutch russian polish turkish arabic chinese mandarin japanese korean hindi latin greek swedish norwegian danish finnish czech hungarian hebrew ukrainian vietnamese thai indonesian")
)
