package punkt

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"adhere/verify/parity"
)

// A token is a word with what its form alone says (Kiss and Strunk, section
// 3).
type token struct {
	text     string
	isBreak  bool // ends a sentence, as far as the form says
	abbrev   bool
	ellipsis bool
}

func newToken(text string, p *parameters) token {
	t := token{text: text}
	switch {
	case text == "." || text == "?" || text == "!":
		t.isBreak = true
	case strings.HasPrefix(text, "..") && strings.Trim(text, ".") == "":
		t.ellipsis = true
	case strings.HasSuffix(text, ".") && !strings.HasSuffix(text, ".."):
		word := parity.Lower(text[:len(text)-1])
		t.abbrev = p.abbrevs[word] || p.abbrevs[word[strings.LastIndexByte(word, '-')+1:]]
		t.isBreak = !t.abbrev
	}
	return t
}

// isBreak reports whether a sentence ends inside context, which is a word
// with a mark, and what follows it.
func isBreak(context string) bool {
	p := english()
	var last token
	for line := range strings.SplitSeq(context, "\n") {
		for line = strings.TrimLeftFunc(line, parity.IsSpace); line != ""; line = strings.TrimLeftFunc(line, parity.IsSpace) {
			var word string
			word, line = firstWord(line)
			next := newToken(word, p)
			if last.text != "" && p.breaks(last, next) {
				return true
			}
			last = next
		}
	}
	return false
}

// breaks decides whether t ends a sentence before next (Kiss and Strunk,
// section 4).
func (p *parameters) breaks(t, next token) bool {
	if !strings.HasSuffix(t.text, ".") {
		return t.isBreak
	}
	kind, nextKind := noPeriod(kind(t.text)), kind(next.text)
	if next.isBreak {
		nextKind = noPeriod(nextKind)
	}
	if p.firsts[kind] && p.pairs[kind+" "+nextKind] {
		return false // known to stand together: "No. ##number##"
	}
	initial := isInitial(t.text)
	if (t.abbrev || t.ellipsis) && !initial {
		if p.starts(next.text, nextKind) == yes || parity.Upper(first(next.text)) && p.starters[nextKind] {
			return true
		}
	}
	if initial || kind == number {
		starts := p.starts(next.text, nextKind)
		if starts == no {
			return false
		}
		if starts == unknown && initial && parity.Upper(first(next.text)) && p.seen(nextKind)&lowerCase == 0 {
			return false // "J. Bach"
		}
	}
	return t.isBreak
}

// An answer is what the spelling of a word says of its place.
type answer int

const (
	unknown answer = iota
	yes
	no
)

// The contexts in which a word was seen when the parameters were trained.
const (
	innerUpper   = 1 << 2                   // inside a sentence, with a capital
	upperCase    = 1<<1 | innerUpper | 1<<3 // anywhere, with a capital
	initialLower = 1 << 4                   // at the start of a sentence, in lower case
	lowerCase    = initialLower | 1<<5 | 1<<6
)

// starts reports whether a word begins a sentence, judged by its case here
// and where it was seen.
func (p *parameters) starts(text, kind string) answer {
	if len(text) == 1 && strings.IndexByte(";:,.!?", text[0]) >= 0 {
		return no
	}
	r, seen := first(text), p.seen(kind)
	switch {
	case parity.Upper(r) && seen&lowerCase != 0 && seen&innerUpper == 0:
		return yes
	case parity.LowerCase(r) && (seen&upperCase != 0 || seen&initialLower == 0):
		return no
	default:
		return unknown
	}
}

// number is the kind of all numbers.
const number = "##number##"

// kind returns the form under which the parameters know a word.
func kind(text string) string {
	if isNumber(text) {
		return number
	}
	return parity.Lower(text)
}

func noPeriod(kind string) string {
	if len(kind) > 1 {
		return strings.TrimSuffix(kind, ".")
	}
	return kind
}

// isNumber reports a number: digits with points, commas and hyphens between.
func isNumber(text string) bool {
	text = strings.TrimPrefix(text, "-")
	if text != "" && (text[0] == '.' || text[0] == ',') {
		text = text[1:]
	}
	for i, r := range text {
		if !unicode.IsDigit(r) && (i == 0 || r != ',' && r != '.' && r != '-') {
			return false
		}
	}
	return text != ""
}

// isInitial reports a single letter with a full stop.
func isInitial(text string) bool {
	r, size := utf8.DecodeRuneInString(text)
	return text[size:] == "." && parity.IsWord(r) && !unicode.IsDigit(r)
}

func first(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}
