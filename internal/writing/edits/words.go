package edits

import "strings"

// fillers are words that join, point and fill: in them a change follows from
// another one, and an instruction names no part by them.
var fillers = strings.Fields(`a an the and or but so yet nor for of in on at to by with from into onto as than then that this these those which who whom whose
is are was were be been being am do does did has have had will would can could may might shall should must
i me my we us our you your he him his she her it its they them their there here
not no if because since while when where though although whether also too very just only even still already again ever never
however furthermore moreover addition additionally therefore thus hence consequently finally first second third last next instead otherwise meanwhile nevertheless
any some all each every both either neither one more most much many such same other another own
please thanks thank hello dear oh now well like want need make put give get say tell let
sentence sentences paragraph paragraphs para word words text answer section line bit part end beginning start place
add insert remove delete drop cut change replace move swap write rewrite rephrase reword shorten condense fix correct mention state define explain include turn convert split merge order
make better improve clear unclear sound sounds rather quite up out off about over under before after between right left wherever what how why using use`)

// joining lists words that join sentences, and may go or come when a neighbour
// goes or comes.
var joining = strings.Fields(`however furthermore moreover also too additionally in addition therefore thus hence consequently finally first firstly second secondly third thirdly
last next instead meanwhile nevertheless then and but so yet though still besides similarly likewise again`)
