package english

import (
	"strings"

	"adhere/verify/algebra"
)

// kinds are what an answer cannot be without certain signs: a list has more
// than one entry, an equation an equals sign, a query a command.
func kinds() []production {
	must := func(e algebra.Expr, rest string) func(*capture) any {
		return func(*capture) any { return implies(e, rest) }
	}
	has := func(s algebra.Sign, rest string) func(*capture) any {
		return must(algebra.Contains{What: algebra.SignOf(s)}, rest)
	}
	asks := algebra.Contains{What: algebra.SignOf(algebra.SignAsks)}
	return []production{
		{"implied", "be <whole> (in the form of|format as|structure as|present as)? a (<modifier>|number|bullet)* list <mark>*", must(someList(""), "what the list holds")},
		{"implied", "be <whole> a (<modifier>|number|bullet)* list of <listed>", listOfAny},
		{"implied", "(do)? <whole> (<bears>|include|comprise) a (<modifier>)* list of <listed>", listOfAny},
		{"implied", "(write|give|provide|generate|create|make)? (me|us)? a <modifier>* list of <listed>", listOfAny},
		{"implied", "(write|give|provide|generate|create|make)? (me|us)? a <modifier>* list of (exactly|the)* <listcount> <rest>", countedList},
		{"implied", "(use|write|give|create|make|as|in)? (me|us)? a? number list (format)? <mark>*", must(algebra.Has(algebra.NumberedItem, algebra.AtLeast(2)), "what is listed")},
		{"implied", "(use|write|give|create|make|in)? (me|us)? a? (number|bullet|<modifier>)? list (with|contain) (exactly)? <bound> (item|entries|bullet point|point) <mark>*", func(c *capture) any {
			return implies(algebra.Expr(listItems(c.relation("bound"))), "what is listed")
		}},

		{"implied", "(do)? <whole> (consist of|comprise) (only)? emoji (only)? <mark>*", must(algebra.Has(algebra.Emoji, algebra.AtLeast(1)), "that nothing else is there")},

		{"implied", "<written> a? <modifier>* sql (query|code|command|statement) <head> <onward>?", has(algebra.SignSQL, "whether it runs")},
		{"implied", "<written> a? <modifier>* latex (code|snippet|code snippet|document|table|format) <mark>*", has(algebra.SignLaTeX, "whether it compiles")},
		{"implied", "<written> a table in latex (format)? <mark>*", has(algebra.SignLaTeXBlock, "whether it compiles")},
		{"implied", "<written> a? html (syntax|code|page|document|format)* <onward>?", has(algebra.SignHTML, "whether it is valid")},
		{"implied", "<written> a? css (code|rule|stylesheet|style sheet)? <onward>?", has(algebra.SignCSS, "whether it is valid")},
		{"implied", "<written> a? python function <onward>?", has(algebra.SignPython, "whether it works")},
		{"implied", "<written> a? (java|c) (code|solution|program|class) <onward>?", has(algebra.SignBraces, "whether it works")},
		{"implied", "<written> a? javascript (code|function|program) <onward>?", has(algebra.SignJavaScript, "whether it works")},
		{"implied", "<written> a? markdown template <onward>?", has(algebra.SignMarkdown, "whether it is well marked up")},
		{"written", "be <whole> (write|format|present|express|give)? (in the form of|in the format of|in|as)?", fixed(true)},
		{"written", "(write|generate|produce|return|output|give|create|provide|format|present) (me|us|it|<whole>)? (in|as)?", fixed(true)},
		{"implied", "<written> a <modifier>* table (chart|template)? <mark>*", must(anyTable(), "what the table holds")},
		{"implied", "(do)? (<inwhole2> ,)? (do)? <holder> (<bears>|include) a (<modifier>|simple)* table (format|form)? <tabled> <rest>", must(anyTable(), "what the table holds")},
		{"tabled", "(that|which|showcasing|to|for|outlining|listing|detailing|comparing|showing|summarizing|displaying|with)", fixed(true)},
		{"implied", "do <whole> take the form of a table <mark>*", func(*capture) any {
			return algebra.Has(algebra.Table, algebra.AtLeast(1))
		}},

		{"implied", "(do)? <holder> (form|<bears>|be) a? (<modifier>|simple)* equation <mark>*", must(equation(), "what the equation says")},
		{"implied", "(do)? <inwhole2>? ,? (do)? <holder> (form|<bears>|be) (at least)? (an associated|one relevant|a|<k>) (<modifier>)* equation <onward>?", must(equation(), "what the equation says")},
		{"inwhole2", "(in|for|when) the <any>* <any>", fixed(true)},
		{"implied", "<written> a sequence of number <mark>*", must(algebra.Has(algebra.SignOf(algebra.SignFigure), algebra.AtLeast(2)), "which numbers they are")},

		{"implied", "(write|compose|draft|create|give me) a <modifier>* <dialogue> <rest>?", must(twoVoices(), "who speaks and of what")},
		{"implied", "(write|compose|give me|be <whole>)? a <modifier>* <form> <onward>?", func(c *capture) any {
			is, _ := c.get("form").(algebra.Relation)
			return implies(algebra.Has(algebra.Line, is), "the metre, the rhymes and what it says")
		}},
		{"dialogue", "(dialogue|conversation|interview) <head>", fixed(true)},
		{"form", "limerick <head>", fixed(algebra.AtLeast(5))},
		{"form", "sonnet <head>", fixed(algebra.AtLeast(14))},
		{"form", "quatrain <head>", fixed(algebra.AtLeast(4))},
		{"form", "haiku <head>", fixed(algebra.AtLeast(3))},

		{"implied", "(be|do) <whole> (<bears>|form|structure as|construct as|present as|format as|take the form of|in the form of|depict|represent)? a (<modifier>|daily)* <dialogue> <rest>?", must(twoVoices(), "who speaks and of what")},
		{"implied", "(write|compose|draft|give me)? (a|be <whole> a) tweet <mark>*", must(tweet(), "what it says")},
		{"implied", "(write|compose|draft|give me)? a tweet (about|on|for) <rest>", func(c *capture) any {
			if shared(c.text("rest")) {
				return nil
			}
			return implies(tweet(), "what it says")
		}},

		{"implied", "be (each|every) <sort>* <any> <inwhole>? (phrase|phrased|formulated|word|write|pose|posed) as a question <mark>*", must(asks, "that each of them is one")},
		{"implied", "(do <whole>|<whole> <modal>)? end with a <modifier>* question <mark>*", must(asks, "that it comes last")},
		{"implied", "be <whole> (in the form of|phrase as|word as)? a <modifier>* question <mark>*", must(asks, "that it is nothing else")},
	}
}

// tweet is short, unless it has a link, which counts as 23 characters.
func tweet() algebra.Expr {
	return algebra.Any{algebra.Has(algebra.Character, algebra.AtMost(280)), algebra.Has(algebra.Link, algebra.AtLeast(1))}
}

// equation has an equals sign, or the arrow of a reaction.
func equation() algebra.Expr {
	return algebra.Contains{What: algebra.SignOf(algebra.SignEquation)}
}

// listOfAny is what a list of certain things cannot be without.
func listOfAny(c *capture) any {
	things := c.text("listed")
	return implies(someList(things), things)
}

// countedList is what a list of so many things cannot be without: as many
// entries, with something between them.
func countedList(c *capture) any {
	is, ok := floor(c.relation("listcount"))
	if !ok || is.Op != algebra.OpLeast || is.N < 2 {
		return nil
	}
	things := c.text("rest")
	if inOneLine(things) {
		return implies(algebra.Has(algebra.Word, is), things)
	}
	between := algebra.Has(algebra.SignOf(algebra.SignEntryBelow), algebra.AtLeast(is.N-1))
	return implies(between, things)
}

// someList is a list of things that may stand in one line, if they are short.
func someList(things string) algebra.Expr {
	two := algebra.AtLeast(2)
	for _, w := range strings.Fields(strings.ToLower(things)) {
		w = strings.Trim(w, ".,?!")
		if closedWords()[w] {
			break
		}
		switch w {
		case "link", "links", "url", "urls":
			return algebra.Contains{What: algebra.SignOf(algebra.SignLink)}
		case "question", "questions":
			return algebra.Has(algebra.SignOf(algebra.SignAsks), two)
		case "sentence", "sentences":
			return algebra.Has(algebra.Sentence, two)
		}
	}
	inLine := algebra.All{
		algebra.Contains{What: algebra.SignOf(algebra.SignEntry)},
		algebra.Has(algebra.Sentence, algebra.AtMost(sentencesAround)),
	}
	return algebra.Any{
		algebra.Has(algebra.Line, two),
		algebra.Contains{What: algebra.SignOf(algebra.SignSecond)},
		inLine,
	}
}

// sentencesAround is how many sentences a list that stands in one line may
// have before, in and after it.
const sentencesAround = 4

// anyTable is a table in Markdown, or what a table of another kind is made of.
func anyTable() algebra.Expr {
	return algebra.Any{algebra.Has(algebra.Table, algebra.AtLeast(1)), otherTable()}
}

func otherTable() algebra.Expr {
	return algebra.Contains{What: algebra.SignOf(algebra.SignTable)}
}

// twoVoices are turns on lines of their own, or in quotation marks.
func twoVoices() algebra.Expr {
	return algebra.Any{
		algebra.Has(algebra.Line, algebra.AtLeast(2)),
		algebra.Has(algebra.SignOf(algebra.SignSpeech), algebra.AtLeast(2)),
	}
}
