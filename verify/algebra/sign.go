package algebra

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A Sign is something without which a text cannot be of a certain form,
// whatever else that takes: a query in SQL has one of its commands, a table
// something that parts its cells. A text with the sign need not be of the
// form. Each stands for a pattern, which is looked for in any case; its name
// is what follows "a sign of".
type Sign string

// The signs.
const (
	SignSQL           Sign = "SQL"
	SignLaTeX         Sign = "LaTeX"
	SignLaTeXBlock    Sign = "a LaTeX environment"
	SignLaTeXFormula  Sign = "a formula in LaTeX"
	SignHTML          Sign = "HTML"
	SignCSS           Sign = "CSS"
	SignPython        Sign = "a Python function"
	SignBraces        Sign = "code with braces or semicolons"
	SignJavaScript    Sign = "JavaScript"
	SignMarkdown      Sign = "Markdown"
	SignElement       Sign = "an XML element's end"
	SignJSONBracket   Sign = "a JSON object or list"
	SignHashComment   Sign = "a comment in Python"
	SignSlashComment  Sign = "a comment in the manner of C"
	SignComment       Sign = "a comment in code"
	SignTable         Sign = "a table in any form"
	SignEquation      Sign = "an equation"
	SignColour        Sign = "a colour's code"
	SignEntry         Sign = "one more entry"
	SignEntryBelow    Sign = "one more entry, beside or below"
	SignSecond        Sign = "a second numbered entry"
	SignNumberedLine  Sign = "a numbered line"
	SignMarkedLine    Sign = "a line marked by a number or letter"
	SignRomanLine     Sign = "a line numbered in Roman numerals"
	SignReferences    Sign = "a heading of an appendix"
	SignEmptyLine     Sign = "an empty line"
	SignField         Sign = "a field's end"
	SignDigits        Sign = "a number in digits"
	SignFigure        Sign = "a number in digits or words"
	SignPercent       Sign = "a percentage"
	SignYear          Sign = "a year, or of none known"
	SignISODate       Sign = "a date like 2024-05-31"
	SignYearFirstDate Sign = "a date with the year first"
	SignLink          Sign = "a link"
	SignAsks          Sign = "a question"
	SignSpeech        Sign = "speech"
	SignQuoteMark     Sign = "a quotation mark"
	SignDoubleQuote   Sign = "a double quotation mark"
	SignBracket       Sign = "an opening bracket"
	SignSymbol        Sign = "a special character"
	SignContraction   Sign = "a contraction"
	SignFirstPerson   Sign = "the first person"
	SignChinese       Sign = "Chinese"
)

// signs gives each sign its pattern. Those that are counted have matches of
// bounded length, which take linear time to find.
func signs() map[Sign]string {
	return map[Sign]string{
		SignSQL:           `\b(?:select|insert|update|delete|create|alter|drop|with|merge|truncate|grant|show|explain|replace)\b`,
		SignLaTeX:         `\\[a-z]+`,
		SignLaTeXBlock:    `\\begin`,
		SignLaTeXFormula:  `\\[a-z]+|\$`,
		SignHTML:          `<[a-z][a-z0-9]*[^>]*>`,
		SignCSS:           `[a-z-]+\s*:\s*\S|#[0-9a-f]{3}|\b(?:rgb|hsl)`,
		SignPython:        `\bdef\b|\blambda\b`,
		SignBraces:        `[;{}]`,
		SignJavaScript:    `[=({;]`,
		SignMarkdown:      "(?m)^[ \t]*(?:#{1,6} |[-*+] |\\d+[.)] |>|\\||```|---)|\\*\\S|_\\S|`|\\]\\(",
		SignElement:       `</|/>`,
		SignJSONBracket:   `[{\[]`,
		SignHashComment:   `#|"""|'''`,
		SignSlashComment:  `//|/\*`,
		SignComment:       `#|//|/\*|--|"""|'''|%|;`,
		SignTable:         `\||\t|<table|\\begin\{|[│┃║]`,
		SignEquation:      `[=＝≈∝→⟶⇌⇒⟷]|->|\\(?:right|long|to\b|approx|equiv|propto|leq|geq|sim|rightleftharpoons|ce\{)`,
		SignColour:        `#[0-9a-f]{6}\b`,
		SignEntry:         `[,;、，·|/•]|\b(?:and|or)\b`,
		SignEntryBelow:    `[,;、，·|/•\n]|\band\b|\d[.)]`,
		SignSecond:        `(?:^|\s)\(?2[.)]\s`,
		SignNumberedLine:  `(?m)^[ \t*#>_(]{0,12}\d{1,3}[.):\]]{1,2}[ \t*_]`,
		SignMarkedLine:    `(?m)^[ \t*#>_(]{0,12}(?:\d{1,3}|[ivxlc]{1,7}|[a-z])[.):\]]{1,2}[ \t*_]`,
		SignRomanLine:     `(?m)^` + lineMark + `(?:ii|iii|iv|v|vi|i)\b`,
		SignReferences:    `(?m)^` + lineMark + `(?:bibliography|references|reference list|works cited|conclusion|appendix|sources|footnotes)[\s*#_:.)-]{0,6}$`,
		SignEmptyLine:     `\n[ \t\r]{0,40}\n\s{0,80}\S`,
		SignField:         `[,;\t]`,
		SignDigits:        `\d{1,12}`,
		SignFigure:        `\d{1,12}|\b(?:` + strings.ReplaceAll(CardinalWords+" "+TensWords, " ", "|") + `)`,
		SignPercent:       `[%٪]|\bpercent`,
		SignYear:          `\d{4}|n\.d\.`,
		SignISODate:       `\b\d{4}-\d{2}-\d{2}\b`,
		SignYearFirstDate: `\d{4}[-/.]\d{2}[-/.]\d{2}`,
		SignLink:          `https?://|\]\(|\b[\w-]{1,60}\.[a-z]{2,6}\b`,
		SignAsks:          `[?？]`,
		SignSpeech:        `["“”«»]`,
		SignQuoteMark:     `["“”‘'«]`,
		SignDoubleQuote:   `["“”]`,
		SignBracket:       `[\[({<]`,
		SignSymbol:        `[\p{P}\p{S}]`,
		SignContraction:   `\b[a-z]{2,8}n['’]t\b|\b(?:i|you|we|they|he|she|it)['’](?:re|ve|ll|m)\b`,
		SignFirstPerson:   `\b(?:i|me|my|mine|myself|we|us|our|ours|ourselves)\b`,
		SignChinese:       `\p{Han}`,
	}
}

// Signs lists every sign, in the order of their names.
func Signs() []Sign { return slices.Sorted(maps.Keys(signs())) }

// Pattern returns the regular expression of RE2 that the sign stands for,
// empty if s is none of the signs.
func (s Sign) Pattern() string { return signs()[s] }

// SignOf finds a sign.
func SignOf(s Sign) Find { return Find{Kind: FindSign, Value: string(s)} }

// Label finds a word with any number behind it at the start of a line.
func Label(name string) Find { return Find{Kind: FindLabel, Value: name} }

// NumberedWord finds a name, also of several, and that number close behind it.
func NumberedWord(name string, n int) Find {
	return Find{Kind: FindNumbered, Value: name + " " + strconv.Itoa(n)}
}

// pattern returns the regular expression by which f is found, and whether it
// is found by one.
func (f Find) pattern() (string, bool) {
	switch f.Kind {
	case FindPattern:
		return f.Value, true
	case FindSign:
		return Sign(f.Value).Pattern(), true
	case FindLabel:
		return labelPattern(f.Value), true
	case FindNumbered:
		return numberedPattern(f.Value), true
	case FindText, FindWord:
	}
	return "", false
}

// named returns what is wrong with the name of a sign, or with a numbered word.
func (f Find) named() error {
	switch _, _, numbered := cutNumber(f.Value); {
	case f.Kind == FindSign && Sign(f.Value).Pattern() == "":
		return fmt.Errorf("sign: expected the name of a sign, such as %q, got %q", SignLink, f.Value)
	case f.Kind == FindSign && f.Case:
		return errors.New("sign: expected no case, since signs are found in upper and lower case alike")
	case f.Kind == FindNumbered && !numbered:
		return fmt.Errorf("numbered: expected a name and a number, such as \"day 2\", got %q", f.Value)
	}
	return nil
}

// findKinds lists every kind.
func findKinds() []FindKind {
	return []FindKind{FindText, FindWord, FindPattern, FindSign, FindLabel, FindNumbered}
}

// byPattern reports whether f is found by a regular expression.
func (f Find) byPattern() bool {
	_, is := f.pattern()
	return is
}
