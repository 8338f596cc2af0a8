package algebra

import "slices"

// A Unit is a kind of part that a text has. Its definition holds in both
// readings unless two are given.
type Unit string

// Characters and words. A character is a code point in the parity reading,
// a grapheme cluster in the plain one. A word is a run of letters, numbers
// and underscores (\w+) in the parity reading; in the plain one a word by
// Unicode's rules (UAX 29) with at least one letter or number, in which
// hyphens between letters or numbers do not part ("don't" and "well-known"
// are one).
const (
	Character   Unit = "character"
	Letter      Unit = "letter"               // a letter of any script
	Capital     Unit = "capital letter"       // a letter in upper case
	Small       Unit = "lowercase letter"     // a letter in lower case
	Vowel       Unit = "vowel"                // a, e, i, o, u in either case
	Accented    Unit = "accented letter"      // a letter with a mark that Unicode takes apart, such as é, ñ or ü
	Digit       Unit = "digit"                // a decimal digit
	Space       Unit = "space"                // a white-space character, line breaks included
	Punctuation Unit = "punctuation mark"     // Unicode's categories P; ASCII's symbols too in the parity reading
	Word        Unit = "word"                 // as said of these units
	Chunk       Unit = "space-separated word" // a run of characters that are no white space, with its punctuation
	CapsWord    Unit = "all-caps word"        // a word in which every letter that has case is a capital; in the plain reading it has at least two letters
	LowerWord   Unit = "lowercase word"       // a word in which every letter that has case is small
	NumberUnit  Unit = "number"               // 12, 1,000, -3.5, 50%; digits in words ("b2", "1st") are none; in the plain reading neither are the numbers of list items
	Date        Unit = "date"                 // a day and a month, in digits with a year or in English with or without: 2024-05-31, 2024/05/31, 31-5-2024, 31.5.2024, 5/31/24, May 31, 2024, 31st of May; "May 2024" is none
	Email       Unit = "email address"        // name@host.tld
	Hashtag     Unit = "hashtag"              // # and letters, numbers or underscores with at least one letter, not inside a word
	Mention     Unit = "mention"              // @ and letters, numbers or underscores, not inside a word
	Emoji       Unit = "emoji"                // one emoji, with its modifiers and joiners
	Placeholder Unit = "placeholder"          // [anything], in one line; in the plain reading it has a letter and is no Markdown link or check box
	Link        Unit = "link"                 // http:// or https:// or www. and what follows
)

// Sentences, lines and paragraphs. In the parity reading sentences are
// Punkt's, and paragraphs have one or more empty lines between them. In the
// plain reading they are cut from running text: a heading, a list item, a
// table, a code block, a horizontal rule and a line of white space end both.
// Each list item has sentences, but only running text and block quotes are
// paragraphs; what has no letter or number is no sentence and no paragraph; the full stops of
// other scripts end sentences too, and a full stop before a small letter ends
// none. Lines end with a line feed, with or
// without a carriage return.
const (
	Sentence    Unit = "sentence"
	Question    Unit = "question"    // a sentence that ends with ?
	Exclamation Unit = "exclamation" // a sentence that ends with !
	Line        Unit = "line"        // not blank; in the plain reading, what the mark of a list before it decides is undecided
	Paragraph   Unit = "paragraph"
)

// Structure of Markdown. What stands in a code block is text of the code
// block only.
const (
	ListItem     Unit = "list item"               // a bullet or a numbered item
	Bullet       Unit = "bullet point"            // a line that begins with *, - or + and a space, or •, ‣ or ・; behind – or — and a space, undecided (parity: with * or -)
	NumberedItem Unit = "numbered item"           // a line that begins with a number, . or ) and a space, also in bold
	OuterItem    Unit = "outer list item"         // a list item that is not nested, with those that are nested in it
	List         Unit = "list"                    // consecutive list items with the text that goes on with them; a blank line alone does not end it
	Entry        Unit = "entry"                   // one of the things that a text lists: an outer item of the one list that it is but for a few words, or what stands behind numbered labels; "each of the first 3 entries" may also be 3 sections, paragraphs or lines; of any other text it is undecided
	TitleLine    Unit = "title"                   // what stands behind "Title:", or the first line if that is a heading or stands apart; of any other text it is undecided
	NestedItem   Unit = "nested list item"        // a list item that is indented by two or more spaces or a tab
	Heading      Unit = "heading"                 // a line that begins with one to six # and a space, or that is underlined with ===; plain: also a line of its own all in bold, which is undecided where it may be text: where it ends as a sentence does, has more than 12 words or has nothing beneath it
	Section      Unit = "section"                 // a heading with what follows up to the next of the same level or higher; the level is the highest that occurs twice, or the first heading's
	Table        Unit = "table"                   // a Markdown table; in the plain reading a text that may have one of another kind is undecided
	TableHeader  Unit = "table header"            // a cell of the header
	TableRow     Unit = "table row"               // of its body; of a table without a line such as |---|---| under its header, undecided (parity: none)
	TableColumn  Unit = "table column"            // counted by the header; its part is the text of its cells, line by line, the header's first
	TableCell    Unit = "table cell"              // of header and body; in the plain reading, where the header decides a demand on all cells, undecided
	CodeBlock    Unit = "code block"              // what stands between two fences
	Quotation    Unit = "quotation"               // a passage in double quotation marks, straight, curly or of other languages („…“, «…», 「…」), in one paragraph
	BlockQuote   Unit = "block quote"             // consecutive lines that begin with >
	Bold         Unit = "bold passage"            // **like this** or __like this__
	Italic       Unit = "italic passage"          // *like this* or _like this_
	Highlight    Unit = "highlighted passage"     // bold or italic (parity: *like this* and **like this**, each pair of asterisks)
	Parenthesis  Unit = "parenthesis"             // (like this) or （like this）, innermost
	TitleMark    Unit = "title in angle brackets" // <<like this>>, in one line
)

// Units lists every unit.
func Units() []Unit {
	return []Unit{
		Character, Letter, Capital, Small, Vowel, Accented, Digit, Space, Punctuation, Word, Chunk, CapsWord, LowerWord, NumberUnit,
		Date, Email, Hashtag, Mention, Emoji, Placeholder, Link, Sentence, Question, Exclamation, Line, Paragraph,
		ListItem, Bullet, NumberedItem, NestedItem, OuterItem, Entry, TitleLine, List, Heading, Section, Table, TableHeader, TableRow, TableColumn, TableCell, CodeBlock, Quotation, BlockQuote, Bold, Italic, Highlight, Parenthesis, TitleMark,
	}
}

// valid reports whether u is one of the units.
func (u Unit) valid() bool { return slices.Contains(Units(), u) }

// plural returns the unit's name for several.
func (u Unit) plural() string {
	if name := plurals[u]; name != "" {
		return name
	}
	return string(u) + "s"
}

var plurals = map[Unit]string{
	Emoji: "emoji", Email: "email addresses", TitleMark: "titles in angle brackets", Parenthesis: "parentheses", Entry: "entries",
}
