package english

import (
	"strings"
	"sync"
)

// forms lists words that the grammar knows by their lemma, which is the first
// of each line, with the other forms that people write.
const forms = `
a an
be is are am was were being been
do does did doing
have has had having
include includes included including
contain contains contained containing
use uses used using utilize utilizes utilized utilizing utilise employ employs employed employing
mention mentions mentioned mentioning
feature features featured featuring
incorporate incorporates incorporated incorporating
consist consists consisted consisting
comprise comprises comprised comprising
compose composes composed composing
begin begins began beginning begun
start starts started starting
commence commences commenced commencing
open opens opened opening
end ends ended ending
finish finishes finished finishing
conclude concludes concluded concluding
close closes closed closing
terminate terminates terminated terminating
write writes wrote writing written
give gives gave giving given
provide provides provided providing
appear appears appeared appearing
occur occurs occurred occurring
show shows showed showing shown
separate separates separated separating
divide divides divided dividing
split splits splitting
wrap wraps wrapped wrapping
enclose encloses enclosed enclosing
surround surrounds surrounded surrounding
put puts putting
place places placed placing
highlight highlights highlighted highlighting
italicize italicizes italicized italicizing italicise italicised
capitalize capitalizes capitalized capitalizing capitalise capitalised
lowercase lowercased
uppercase uppercased
limit limits limited limiting
restrict restricts restricted restricting
confine confines confined confining
constrain constrains constrained constraining
keep keeps kept keeping
exceed exceeds exceeded exceeding
avoid avoids avoided avoiding
refrain refrains refrained refraining
exclude excludes excluded excluding
omit omits omitted omitting
repeat repeats repeated repeating
say says said saying
allow allows allowed allowing
permit permits permitted permitting
forbid forbids forbidden forbidding
respond responds responded responding
reply replies replied replying
answer answers answered answering
make makes made making
ensure ensures ensured ensuring
add adds added adding
mark marks marked marking
label labels labeled labelled labeling
follow follows followed following
format formats formatted formatting
structure structures structured structuring
organize organizes organized organizing organise organised
represent represents represented representing
indicate indicates indicated indicating
express expresses expressed expressing
print prints printed printing
type types typed typing
return returns returned returning
generate generates generated generating
produce produces produced producing
present presents presented presenting
render renders rendered rendering
span spans spanned spanning
fall falls fell falling
adhere adheres adhered adhering
title titles titled
name names named naming
heading headings
subheading subheadings
word words worded
sentence sentences
paragraph paragraphs
stanza stanzas
line lines
letter letters
character characters char chars
bullet bullets bulleted
point points
item items
list lists listed listing
section sections
table tables
column columns
row rows
cell cells
hashtag hashtags
emoji emojis
link links hyperlink hyperlinks
url urls
comma commas
keyword keywords
phrase phrases
placeholder placeholders
bracket brackets
mark marks
quote quotes quotation quotations
asterisk asterisks
symbol symbols
digit digits
number numbers numbered
time times
part parts
response responses
text texts
output outputs
language languages
postscript postscripts
block blocks
key keys
field fields
element elements
tag tags
question questions
break breaks
newline newlines
period periods
stop stops
semicolon semicolons
colon colons
exclamation exclamations
vowel vowels
cap caps capital capitals
case cases cased
verse verses
step steps
entry entries
parenthesis parentheses
dash dashes
hyphen hyphens
image images
footnote footnotes
address addresses
count counts counted counting
total totals totaling totalling
length lengths
range ranges ranging
minimum min
maximum max
approximately approx
roughly
reference references
version versions
scene scenes
poster posters
hashtag hashtags
bracket brackets
joke jokes
poem poems
limerick limericks
critique critiques
answer answers answered answering
require requires required
please pls plz
need needs needed
consider considers considered
need needs needed
wish wishes
want wants wanted
like likes
double
repeat repeats repeated repeating
`

// slips are what people write and what they mean.
//
//nolint:misspell // on purpose
const slips = `
teh the shoud should shuold should anwser answer awnser answer asnwer answer reponse response respone response
contian contain conatin contain contians contains sentance sentence sentances sentences setence sentence
setences sentences paragragh paragraph paragraghs paragraphs paragaph paragraph paragrah paragraph
charater character charaters characters charachters characters hastag hashtag hastags hashtags
exclaimation exclamation wrods words exatly exactly excatly exactly maxium maximum maximun maximum
minium minimum minimun minimum aproximately approximately approximatly approximately lenght length
`

var lemmas = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for line := range strings.Lines(forms) {
		fields := strings.Fields(line)
		for _, f := range fields {
			m[f] = fields[0]
		}
	}
	return m
})

// lemmaOf returns the form of a lower-case word that the grammar knows, or
// the word itself.
func lemmaOf(low string) string {
	if l, ok := lemmas()[low]; ok {
		return l
	}
	return low
}

// spellOut writes contractions as the one or two words they stand for.
func spellOut(low string) (first, second string) {
	switch {
	case low == "atleast", low == "atmost":
		return "at", low[2:]
	case low == "cannot", low == "cant":
		return "can", "not"
	case low == "dont", low == "doesnt", low == "shouldnt", low == "mustnt", low == "isnt":
		return low[:len(low)-2], "not"
	case misspelt()[low] != "":
		return misspelt()[low], ""
	case !strings.ContainsAny(low, "'’"):
		return low, ""
	}
	low = strings.ReplaceAll(low, "’", "'")
	stem, end, _ := strings.Cut(low, "'")
	switch {
	case low == "can't":
		return "can", "not"
	case low == "won't":
		return "will", "not"
	case end == "t" && strings.HasSuffix(stem, "n"):
		return stem[:len(stem)-1], "not"
	case end == "s" && isPronoun(stem):
		return stem, "is"
	case end == "s":
		return stem, "'s"
	case end == "d":
		return stem, "would"
	case end == "re":
		return stem, "are"
	case end == "ll":
		return stem, "will"
	default:
		return low, ""
	}
}

// misspelt are common slips of the fingers in words that the grammar knows.
var misspelt = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	fields := strings.Fields(slips)
	for i := 0; i < len(fields); i += 2 {
		m[fields[i]] = fields[i+1]
	}
	return m
})

func isPronoun(w string) bool {
	switch w {
	case "it", "that", "there", "here", "what", "let", "he", "she":
		return true
	}
	return false
}
