package punkt

import (
	"iter"
	"strings"
	"unicode/utf8"

	"adhere/verify/parity"
)

// An end is a character that may end a sentence, with its surroundings: the
// word it belongs to, and the token after it.
type end struct {
	word  int // where the word before the mark starts
	mark  int // the full stop, question or exclamation mark
	next  int // where the next token starts if white space lies between; else 0
	after int // the end of what follows: that token, or one character of punctuation
}

// ends yields the possible sentence ends of text. Of several marks in one
// word the last is yielded, with the whole word before it.
func ends(text string) iter.Seq[end] {
	return func(yield func(end) bool) {
		var last end
		seen := false
		for i := 0; i < len(text); i++ {
			next := strings.IndexAny(text[i:], ".?!")
			if next < 0 {
				break
			}
			i += next
			e, ok := endAt(text, i)
			if !ok {
				continue
			}
			e.word = wordBefore(text, last, i)
			if seen && last.mark <= e.word && !yield(last) {
				return
			}
			last, seen = e, true
		}
		if seen {
			yield(last)
		}
	}
}

// endAt reads what follows the mark at i: punctuation that cannot be part of
// a word, or white space and another token.
func endAt(text string, i int) (end, bool) {
	rest := text[i+1:]
	if rest == "" {
		return end{}, false
	}
	if nonWord(rest[0]) {
		return end{mark: i, after: i + 2}, true
	}
	space := spaceAt(rest)
	if space == 0 || space == len(rest) {
		return end{}, false
	}
	token := strings.IndexFunc(rest[space:], parity.IsSpace)
	if token < 0 {
		token = len(rest) - space
	}
	next := i + 1 + space
	return end{mark: i, next: next, after: next + token}, true
}

// wordBefore returns where the word that ends at mark starts: after the last
// ASCII white space since the end before, or where that end's word starts.
func wordBefore(text string, last end, mark int) int {
	if space := strings.LastIndexAny(text[last.mark:mark], " \t\n\r\v\f"); space > 0 {
		return last.mark + space + 1
	}
	return last.word
}

// nonWord reports whether c cannot be part of a word. A full stop can.
func nonWord(c byte) bool { return c < utf8.RuneSelf && strings.IndexByte(`)";}]*:@'({[?!`, c) >= 0 }
