package ifbench

import (
	"strings"
	"sync"
	"unicode"
)

// names are the first names that count:person_names knows.
const names = `Emma Liam Sophia Jackson Olivia Noah Ava Lucas Isabella Mason Mia Ethan Charlotte Alexander Amelia
Benjamin Harper Leo Zoe Daniel Chloe Samuel Lily Matthew Grace Owen Abigail Gabriel Ella Jacob Scarlett Nathan
Victoria Elijah Layla Nicholas Audrey David Hannah Christopher Penelope Thomas Nora Andrew Aria Joseph Claire Ryan
Stella Jonathan`

// pronounList are the words that count as pronouns: personal, possessive,
// reflexive, demonstrative, interrogative, relative, indefinite.
const pronounList = `i me we us you he him she her it they them
my mine our ours your yours his hers its their theirs
myself ourselves yourself yourselves himself herself itself themselves
this that these those
who whom whose which what whoever whomever whatever whichever
anybody anyone anything everybody everyone everything nobody nothing somebody someone something
each either neither both all some any none`

// stopWordList are NLTK's English stop words, as far as they are made of
// letters only: others can never equal a run of letters. The last lines are
// what such runs leave of contractions.
const stopWordList = `i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her
hers herself it its itself they them their theirs themselves what which who whom this that these those am is are was
were be been being have has had having do does did doing a an the and but if or because as until while of at by for
with about against between into through during before after above below to from up down in out on off over under again
further then once here there when where why how all any both each few more most other some such no nor not only own
same so than too very can will just should now
s t don d ll m o re ve y ain aren couldn didn doesn hadn hasn haven isn ma mightn mustn needn shan shouldn wasn weren
won wouldn`

// capitals are the capitals of Europe north of 45 degrees that
// custom:european_capitals_sort asks for, from north to south.
const capitals = `Reykjavik Helsinki Oslo Tallinn Stockholm Riga Moscow Copenhagen Vilnius Minsk Dublin Berlin Amsterdam
Warsaw London Brussels Prague Luxembourg Paris Vienna Bratislava Budapest Vaduz Chisinau Bern Ljubljana Zagreb`

var firstNames, pronounSet, stopWordSet = setOf(names), setOf(pronounList), setOf(stopWordList)

// setOf makes a set of words when it is first needed.
func setOf(words string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		set := map[string]bool{}
		for w := range strings.FieldsSeq(words) {
			set[w] = true
		}
		return set
	})
}

// isNumber is Python's str.isdigit: decimal digits and what Unicode calls
// digits besides, such as superscripts and circled numbers.
func isNumber(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsDigit(r) && !unicode.Is(otherDigits, r) })
}

// otherDigits are the characters of Numeric_Type Digit.
var otherDigits = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0xb2, 0xb3, 1},
		{0xb9, 0xb9, 1},
		{0x1369, 0x1371, 1},
		{0x19da, 0x19da, 1},
		{0x2070, 0x2070, 1},
		{0x2074, 0x2079, 1},
		{0x2080, 0x2089, 1},
		{0x2460, 0x2468, 1},
		{0x2474, 0x247c, 1},
		{0x2488, 0x2490, 1},
		{0x24ea, 0x24ea, 1},
		{0x24f5, 0x24fd, 1},
		{0x24ff, 0x24ff, 1},
		{0x2776, 0x277e, 1},
		{0x2780, 0x2788, 1},
		{0x278a, 0x2792, 1},
	},
	R32:         []unicode.Range32{{0x10a40, 0x10a43, 1}, {0x10e60, 0x10e68, 1}, {0x11052, 0x1105a, 1}, {0x1f100, 0x1f10a, 1}},
	LatinOffset: 2,
}
