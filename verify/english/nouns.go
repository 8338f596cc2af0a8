package english

// wholeNouns are nouns for a whole answer. Nouns for what is usually a part of an
// answer (a riddle, a table, a conclusion) are not among them.
var wholeNouns = wordSet(`
text answer response output reply content document
letter email e-mail mail essay article post blog story tale summary speech report review memo memorandum message
statement biography bio obituary eulogy proposal advertisement ad tweet caption description poem song script toast
abstract note announcement profile tutorial design agreement contract letter analysis argument manifesto prologue
epilogue diary vows lyrics critique rant itinerary resume cv pitch template haiku limerick sonnet rap lullaby monologue
guide newsletter invitation press release brief dialogue conversation fable narrative commentary column testimonial
instructions recommendation syllabus policy complaint apology greeting bulletin play scene ode ballad tale joke slogan
tagline motto quiz blogpost plan
`)

// promptNouns are nouns that stand for the answer where the whole prompt is
// known to ask for it.
var promptNouns = wordSet(`
riddle page file rubric schema sentence thread rewrite elaboration list tweet product pitch song puzzle conversation
outline snippet comparison translation flyer email resume ticket caption haiku names advice works
`)

// closedWords may not stand as mere modifiers before a noun: they could change what
// is counted or spoken of.
var closedWords = wordSet(`
the this that these those my your its our their his her each every any all both either neither some no none not
and or but nor if when where while unless except only also than then of in on at to for from by with without within
under over above below between among about around after before during through into onto as like such per via
i you he she it we they who which what whose how why there here
last next final previous other another same given input original main sub partial half remaining rest
at most least more less fewer many much few several exactly approximately roughly
can could should would must shall will may might
very too so just even still already not never always
one's longest shortest introduction conclusion opening closing
`)

// reserved are words that can take back or narrow what was said before
// them, so that it no longer follows.
var reserved = wordSet(`
not no if unless when whenever except excluding exclude without neither nor other otherwise instead only
given input original alternatively either per respectively average combined
`)

// wishes are words that make a demand optional.
var wishes = wordSet(`maybe perhaps ideally ideal optional optionally preferably possibly try`)
