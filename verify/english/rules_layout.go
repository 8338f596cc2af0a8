package english

import (
	"regexp"
	"strconv"

	"adhere/verify/algebra"
)

// layouts are what follows from how something is laid out: a grid takes lines,
// a sequence numbers, a dialogue turns.
func layouts() []production {
	return []production{
		{"implied", "(do|be|have)? <holder> <modal>? (<have>|present|provide|show|display|draw|form|accurately form|represent|accurately represent)? (a|an) <dims> (<sort>|letter|number)* <gridnoun> <rest>?", gridOf},
		{"implied", "be the <gridnoun> <any>? a <dims> <gridnoun:again> <mark>*", gridOf},
		{"implied", "do every <any> in <whole> accurately? represent a <dims> <any> <rest>?", gridOf},
		{"implied", "do the generate? <sort>* <gridnoun> have dimensions of <dims> <mark>*", gridOf},
		{"implied", "(write|draw|make|create|give|produce|generate|include|use)? (me|us)? a <dims> <sort>* <gridnoun> <rest>?", gridOf},
		{"gridnoun", "(grid|matrix|table|board|maze|crossword|puzzle|stage)", fixed(true)},
		{"dims", "<k:a> (x|by|×) <k:b>", func(c *capture) any { return [2]int{c.num("a"), c.num("b")} }},
		{"dims", "<k:a> <times>", func(c *capture) any { return [2]int{c.num("a"), c.num("times")} }},

		{"implied", "(do|be|have)? <holder> <modal>? (<bears>|be)? (a (sequence|list|series) of)? <listcount> <sort>* number <mark>*", sequenceOf},
		{"implied", "(write|generate|give|provide|list|produce|pick|choose)? (me|us)? (a (sequence|list|series) of)? <listcount> <sort>* number <onward>?", sequenceOf},
		{"implied", "be there row and column number from <k:a> to <k:b> in the <any>* <mark>*", func(c *capture) any {
			return implies(algebra.Has(algebra.SignOf(algebra.SignDigits), algebra.AtLeast(c.float("b"))), "where the numbers stand")
		}},
		{"implied", "do every <modifier>* digit from <k:a> to <k:b> appear exactly once <rest>?", eachDigit},

		{"implied", "do? the generate? <sort>* (dialogue|conversation|interview|debate|chat) <modal>? (<have>|<make>) <listcount> <modifier>* <turn> <rest>?", turnsOf},
		{"implied", "a? (dialogue|conversation|debate|chat) (with|of) <listcount> <modifier>* <turn> <mark>*", turnsOf},
		{"turn", "(turns|exchanges|replies|turn|exchange)", fixed(true)},

		{"implied", "do (each|every) (verse|stanza|chorus) <inplace>? (<have>|<make>) <bound> line <mark>*", verseOf},
		{"implied", "do the chorus <inplace>? (<have>|<make>) <bound> line <mark>*", verseOf},
		{"implied", "(each|every) (verse|stanza) <modal>? <have> <bound> line <mark>*", verseOf},
		{"inplace", "(in|of) <det> <wadj>* <sort>* <any> <inwhole>?", fixed(true)},

		{"implied", "do the generate? <sort>* table (compare|present|display|include|list|cover|focus on) (the <any> of)? <listcount> <sort>* <any> <rest>?", comparison(algebra.Every(algebra.Table))},
		{"implied", "do the content of the table focus on <listcount> <sort>* <any> <rest>?", comparison(algebra.Every(algebra.Table))},
		{"implied", "do the <place> table <inwhole>? (compare|present|display|include|list|cover) <listcount> <sort>* <any> <rest>?", func(c *capture) any {
			return comparison(algebra.Every(algebra.Table).Nth(c.num("place")))(c)
		}},
		{"implied", "do the (<modifier>|include)* table comprise <bound> column : <rest>", func(c *capture) any {
			is, ok := floor(c.relation("bound"))
			if !ok {
				return nil
			}
			return partly{tableWith(algebra.Every(algebra.TableColumn), is), c.text("rest")}
		}},

		{"implied", "do the generate? <sort>* csv (file|table|document)? (<have>|<make>) <k:a> column and <k:b> row <mark>*", csvOf},
		{"implied", "do the generate? <sort>* csv (file|table|document)? (<have>|<make>) <k:b> row and <k:a> column <mark>*", csvOf},
		{"implied", "do the generate? <sort>* xml (file|document)? (<have>|<make>) (a list of)? <listcount> <sort>* <any> <mark>*", entriesOf(algebra.SignElement, algebra.Text("="), 0)},
		{"implied", "do the generate? <sort>* json (file|document|object|array)? (<have>|<make>) (information on|a list of|data on|data for)? <listcount> <sort>* <any> <mark>*", entriesOf(algebra.SignJSONBracket, algebra.Text(","), 1)},
		{"implied", "(do|have)? <holder> <have> <bound> (color|colour) code <mark>*", colors},
		{"implied", "(do|have)? <holder> <have> <bound> colors or color code <mark>*", colors},
	}
}

func implies(e algebra.Expr, rest string) any {
	if e == nil {
		return nil
	}
	return partly{e, rest}
}

// gridOf is what a grid takes: a line for each row, or each column where it is
// turned, unless it is written in one line, number by number.
func gridOf(c *capture) any {
	d, ok := c.get("dims").([2]int)
	rows, entries := min(d[0], d[1]), d[0]*d[1]
	if !ok || rows < 2 || entries > mostEntries {
		return nil
	}
	return implies(algebra.Any{
		algebra.Has(algebra.Line, algebra.AtLeast(float64(rows))),
		algebra.Has(algebra.NumberUnit, algebra.AtLeast(float64(entries))),
	}, "its columns and what it holds")
}

const mostEntries = 10_000

func sequenceOf(c *capture) any {
	is, ok := floor(c.relation("listcount"))
	if !ok {
		return nil
	}
	return implies(algebra.Has(algebra.SignOf(algebra.SignFigure), is), "which numbers they are")
}

func eachDigit(c *capture) any {
	a, b := c.num("a"), c.num("b")
	if a >= b || b > 9 {
		return nil
	}
	var all algebra.All
	for d := a; d <= b; d++ {
		all = append(all, algebra.Contains{What: algebra.Text(strconv.Itoa(d))})
	}
	return implies(all, "that none is there twice")
}

// turnsOf is what so many turns of a dialogue take: a line each, or quotation
// marks around each.
func turnsOf(c *capture) any {
	is, ok := floor(c.relation("listcount"))
	if !ok {
		return nil
	}
	return implies(algebra.Any{algebra.Has(algebra.Line, is), algebra.Has(algebra.SignOf(algebra.SignSpeech), is)}, "whose turn each is")
}

// verseOf is what verses of so many lines take: a paragraph of as many, unless
// no lines stand together at all.
func verseOf(c *capture) any {
	is, ok := floor(c.relation("bound"))
	if !ok || is.N < 2 {
		return nil
	}
	lines := func(r algebra.Relation) algebra.Parts {
		return algebra.Every(algebra.Paragraph).With(algebra.Has(algebra.Line, r))
	}
	return implies(algebra.Any{
		algebra.HasParts(lines(is), algebra.AtLeast(1)),
		algebra.HasParts(lines(algebra.AtLeast(2)), algebra.Exactly(0)),
	}, "that each verse has so many lines")
}

// comparison is what a table that shows so many things takes: a row or a
// column each. One that is not in Markdown cannot be measured.
func comparison(tables algebra.Parts) func(*capture) any {
	return func(c *capture) any {
		is, ok := floor(c.relation("listcount"))
		if !ok || is.N < 2 {
			return nil
		}
		large := algebra.Any{algebra.Has(algebra.TableRow, is), algebra.Has(algebra.TableColumn, is)}
		shown := algebra.Expr(algebra.Each{Of: tables, Holds: large})
		if tables.Pick == (algebra.Pick{}) {
			shown = algebra.HasParts(tables.With(large), algebra.AtLeast(1))
		}
		return implies(algebra.Any{shown, algebra.All{algebra.Has(algebra.Table, algebra.Exactly(0)), otherTable()}}, "what the table shows")
	}
}

// csvOf is what a file of so many columns and rows takes, whether or not the
// header counts as a row, and whatever stands around it.
func csvOf(c *capture) any {
	columns, rows := c.num("a"), c.num("b")
	if columns < 2 || rows < 1 {
		return nil
	}
	full := algebra.Every(algebra.Line).With(algebra.Has(algebra.SignOf(algebra.SignField), algebra.AtLeast(float64(columns-1))))
	return implies(algebra.HasParts(full, algebra.AtLeast(float64(rows))), "what the columns and rows hold")
}

// entriesOf is what so many entries of a data format take: a mark each, or
// what stands beside or between those that share one, which may be fewer.
func entriesOf(mark algebra.Sign, or algebra.Find, fewer float64) func(*capture) any {
	return func(c *capture) any {
		is, ok := floor(c.relation("listcount"))
		if !ok || is.N < 2 {
			return nil
		}
		beside := is
		beside.N -= fewer
		return implies(algebra.Any{algebra.Has(algebra.SignOf(mark), is), algebra.Has(or, beside)}, "what the entries are")
	}
}

// colors limits the different codes of colours.
func colors(c *capture) any {
	most, ok := ceilingOf(c.relation("bound"))
	if !ok {
		return nil
	}
	return implies(algebra.Compare{
		Of: algebra.Different{Of: algebra.Every(algebra.SignOf(algebra.SignColour))},
		Is: algebra.AtMost(float64(most)),
	}, "colours by name")
}

var timesWord = regexp.MustCompile(`^[x×](\d{1,4})$`)

// times reads the second half of "10x10", which is one word with the "x".
func (m *matcher) times(at int) []result {
	t := &m.tokens[at]
	if found := timesWord.FindStringSubmatch(t.low); found != nil && t.kind == word {
		n, err := strconv.Atoi(found[1])
		if err == nil {
			return []result{{at + 1, n}}
		}
	}
	return nil
}
