package english

// wholeNouns are nouns for a whole answer. Nouns for what is usually a part of an
// answer (a riddle, a table, a conclusion) are not among them.
var wholeNouns = lexiconSet("wholeNouns")

// promptNouns are nouns that stand for the answer where the whole prompt is
// known to ask for it.
var promptNouns = lexiconSet("promptNouns")

// closedWords may not stand as mere modifiers before a noun: they could change what
// is counted or spoken of.
var closedWords = lexiconSet("closedWords")

// reserved are words that can take back or narrow what was said before
// them, so that it no longer follows.
var reserved = lexiconSet("reserved")

// hedges are words that make a demand optional.
var hedges = wordSet(`maybe perhaps ideally ideal optional optionally preferably possibly try`)
