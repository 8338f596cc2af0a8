// Package punkt splits English text into sentences as NLTK's Punkt tokenizer
// does, to the character: official evaluators count sentences with it.
//
// The method is Kiss and Strunk, "Unsupervised Multilingual Sentence Boundary
// Detection" (2006), sections 3 and 4; the parameters are the published
// English ones. The tokenizer is our own because the Go library that carries
// the same parameters splits 6 % of model answers differently. It follows
// NLTK 3.8 and 3.9; later releases treat typographic quotation marks as
// closing punctuation, which changes the count of one answer in 400.
package punkt

//go:generate go run ./parameters -from english.json -to english.txt

import (
	"strings"
	"unicode/utf8"

	"adhere/internal/lists"
	"adhere/verify/parity"
)

// A Span is a half-open range of bytes.
type Span struct{ Start, End int }

// Sentences returns the sentences of text in order, without the white space
// between them.
func Sentences(text string) []string {
	spans := Spans(text)
	return lists.Map(spans, func(s Span) string { return text[s.Start:s.End] })
}

// Spans returns where the sentences of text lie. It takes time linear in
// len(text).
func Spans(text string) []Span {
	return realign(text, cut(text))
}

// cut divides text after each sentence end. Closing quotes and brackets still
// stand at the head of the sentence that follows.
func cut(text string) []Span {
	var out []Span
	start := 0
	for e := range ends(text) {
		if !isBreak(text[e.word:e.after]) {
			continue
		}
		out = append(out, Span{start, e.mark + 1})
		start = e.mark + 1
		if e.next > 0 {
			start = e.next
		}
	}
	return append(out, Span{start, len(parity.TrimRight(text))})
}

// realign moves closing punctuation to the sentence that it closes.
func realign(text string, spans []Span) []Span {
	out := spans[:0]
	moved := 0
	for i, s := range spans {
		s.Start += moved
		moved = 0
		if i+1 < len(spans) {
			next := spans[i+1]
			if closing, whole := closers(text[min(next.Start, next.End):next.End]); whole > 0 {
				moved = whole
				out = append(out, Span{s.Start, next.Start + closing})
				continue
			}
		}
		if s.Start < s.End {
			out = append(out, s)
		}
	}
	return out
}

// closers measures the closing punctuation that s begins with, and the same
// with the white space after it. Both are 0 unless white space, a dash or the
// end of a line follows.
func closers(s string) (closing, whole int) {
	for closing < len(s) && strings.IndexByte(`"')]}`, s[closing]) >= 0 {
		closing++
		rest := s[closing:]
		if space := spaceAt(rest); space > 0 {
			return closing, closing + space
		}
		if rest == "" || strings.HasPrefix(rest, "--") {
			return closing, closing
		}
	}
	return 0, 0
}

// spaceAt returns the length of the white space at the start of s.
func spaceAt(s string) int {
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !parity.IsSpace(r) {
			return i
		}
		i += size
	}
	return len(s)
}
