package model

import (
	"unicode"
	"unicode/utf8"

	"adhere"
)

// EstimateTokens returns about how many tokens a text is, without any
// vocabulary: words, numbers, punctuation and scripts are weighed by rule.
// Against OpenAI's o200k vocabulary, over 841 English prompts and 541 answers,
// the sums differ by 1 and 3 %, and 95 in 100 texts by less than 20 %; single
// texts in odd formats by up to a factor of two. Against the older cl100k the
// answers' sum is 5 % low, and scripts other than Latin are counted too low,
// Hindi by a factor of three.
func EstimateTokens(text string) int {
	total := 0.0
	var class runeClass
	run := 0
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		i += size
		if c := classOf(r); c != class {
			total += class.tokens(run)
			class, run = c, 0
		}
		run++
	}
	total += class.tokens(run)
	return int(total + 0.5)
}

// EstimateRequest returns about how many prompt tokens a request is, with the
// few that frame each message.
func EstimateRequest(req *adhere.Request) int {
	n := 3
	for i := range req.Messages {
		n += 4 + EstimateTokens(req.Messages[i].Text)
	}
	return n + EstimateTokens(string(req.Schema))
}

// mostTokens returns a number of prompt tokens that a request does not
// exceed: in the byte-level vocabularies in use no token is shorter than a
// byte.
func mostTokens(req *adhere.Request) int {
	n := 16 + len(req.Schema)
	for i := range req.Messages {
		n += 16 + len(req.Messages[i].Text)
	}
	return n
}

// A runeClass is a kind of character that vocabularies treat alike.
type runeClass int

const (
	blank      runeClass = iota // goes with the word after it
	lineBreak                   // stands alone
	latin                       // ASCII letters: a common word is one token
	digit                       // three to a token
	mark                        // ASCII punctuation
	alphabet                    // letters of other alphabets
	ideograph                   // Han, kana and others written without spaces
	symbolRune                  // emoji, arrows, dashes
)

func classOf(r rune) runeClass {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r == '\'':
		return latin
	case r == ' ', r == '\t':
		return blank
	case r == '\n', r == '\r':
		return lineBreak
	case r >= '0' && r <= '9':
		return digit
	case r < utf8.RuneSelf:
		return mark
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai):
		return ideograph
	case unicode.IsLetter(r), unicode.IsMark(r):
		return alphabet
	default:
		return symbolRune
	}
}

// tokens returns how many tokens a run of n characters of the class makes.
func (c runeClass) tokens(n int) float64 {
	if n == 0 {
		return 0
	}
	f := float64(n)
	switch c {
	case blank:
		return min(f-1, 1) // one blank is part of the next word; many are one token
	case lineBreak:
		return 1
	case latin:
		if n <= 7 {
			return 1
		}
		return 1 + (f-7)/6
	case digit:
		return (f + 2) / 3
	case mark:
		return (f + 1) / 2
	case alphabet:
		return max(1, f/3.2)
	case ideograph:
		return f * 0.8
	default:
		return f * 1.3
	}
}
