// Package treebank finds words and punctuation as NLTK's word_tokenize (3.9)
// does: in the manner of the Penn Treebank, with punctuation, quotation marks
// and clitics as tokens of their own. Evaluators count by these tokens, so a
// verdict hangs on each. The code is our own because the libraries for Go
// follow other rules or an older tokenizer, and because text from a model may
// be long: time here grows with its length and no faster.
//
// The steps stand in NLTK's order, since each sees what those before it have
// made of the sentence. Steps that can only change the amount of white space
// between tokens are left out.
package treebank

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"adhere/verify/parity"
)

// Tokens yields the tokens of one sentence, in order; package punkt finds
// sentences. A double quotation mark becomes two backquotes or two
// apostrophes, all else is kept as it is. White space makes no token.
func Tokens(sentence string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for piece := range strings.FieldsFuncSeq(setApart(sentence), parity.IsSpace) {
			if isWhole(piece) {
				if !yield(piece) {
					return
				}
				continue
			}
			for _, token := range divide(piece) {
				if !yield(token) {
					return
				}
			}
		}
	}
}

// All returns the tokens of all the sentences.
func All(sentences []string) []string {
	var all []string
	for _, s := range sentences {
		all = slices.AppendSeq(all, Tokens(s))
	}
	return all
}

// setApart puts blanks around all that makes a token wherever it stands.
func setApart(s string) string {
	s = openQuotes(s)
	s = finalStop(s)
	s = colonsAndCommas(s)
	s = padRuns(s, '.', 2)
	s = padEach(s, ";@#$%&?!")
	s = loneApostrophes(s)
	s = padEach(s, "*[](){}<>")
	s = strings.ReplaceAll(s, "--", " -- ")
	return closeQuotes(s)
}

// padEach puts blanks around each of the characters.
func padEach(s, chars string) string {
	at := strings.IndexAny(s, chars)
	if at < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	for ; at >= 0; at = strings.IndexAny(s, chars) {
		_, size := utf8.DecodeRuneInString(s[at:])
		pad(&b, s[:at], s[at:at+size])
		s = s[at+size:]
	}
	b.WriteString(s)
	return b.String()
}

// padRuns puts blanks around each run of at least as many c.
func padRuns(s string, c byte, least int) string {
	start := strings.Repeat(string(c), least)
	at := strings.Index(s, start)
	if at < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	for ; at >= 0; at = strings.Index(s, start) {
		end := at + least
		for end < len(s) && s[end] == c {
			end++
		}
		pad(&b, s[:at], s[at:end])
		s = s[end:]
	}
	b.WriteString(s)
	return b.String()
}

// pad writes what stands before a token, and the token between blanks.
func pad(b *strings.Builder, before, token string) {
	b.WriteString(before)
	b.WriteByte(' ')
	b.WriteString(token)
	b.WriteByte(' ')
}

// finalStop sets apart the single full stop that ends the sentence, behind
// which only closing marks and white space may stand.
func finalStop(s string) string {
	const closing = `])}>"' ` + "»”’"
	dot := strings.LastIndexByte(s, '.')
	if dot <= 0 || s[dot-1] == '.' || !parity.Blank(strings.TrimLeft(s[dot+1:], closing)) {
		return s
	}
	return s[:dot] + " . " + s[dot+1:]
}

// colonsAndCommas sets apart a colon or comma unless a digit follows. What
// follows is taken with it, so that of two in a row only the first is.
func colonsAndCommas(s string) string {
	at := strings.IndexAny(s, ":,")
	if at < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	for ; at >= 0; at = strings.IndexAny(s, ":,") {
		r, size := utf8.DecodeRuneInString(s[at+1:])
		if unicode.IsDigit(r) {
			b.WriteString(s[:at+1])
			size = 0
		} else {
			pad(&b, s[:at], s[at:at+1])
			b.WriteString(s[at+1 : at+1+size])
		}
		s = s[at+1+size:]
	}
	b.WriteString(s)
	return b.String()
}

// loneApostrophes sets an apostrophe before a blank apart from the character
// before it.
func loneApostrophes(s string) string {
	var b strings.Builder
	for from := 0; ; {
		at := strings.Index(s[from:], "' ")
		if at < 0 {
			b.WriteString(s)
			return b.String()
		}
		at += from
		from = at + 1
		if at > 0 && s[at-1] != '\'' {
			b.WriteString(s[:at])
			b.WriteByte(' ')
			s, from = s[at:], 1
		}
	}
}
