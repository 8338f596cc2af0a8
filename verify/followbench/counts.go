package followbench

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"adhere/internal/lists"
	"adhere/verify"
	"adhere/verify/parity"
)

// counting checks that a number of things keeps to the bound of the arguments. What
// follows their noun is given apart.
func counting(a *arguments, noun, rest string, count func(string) int) (verify.Check, error) {
	b, err := a.bound()
	return func(t *verify.Text) verify.Finding {
		n := count(t.String())
		return verify.Found(b.holds(n), verify.Amount(n, noun)+rest, b.String())
	}, err
}

// each checks that the number of every piece keeps to the bound: "sentence 2
// has 31 words".
func each(a *arguments, piece, noun, rest string, pieces func(string) []string, count func(string) int) (verify.Check, error) {
	b, err := a.bound()
	wanted := b.String() + " in each"
	return func(t *verify.Text) verify.Finding {
		list := pieces(t.String())
		for i, s := range list {
			if n := count(s); !b.holds(n) {
				return verify.Found(false, fmt.Sprintf("%s %d has %s", piece, i+1, verify.Amount(n, noun)+rest), wanted)
			}
		}
		return verify.Found(true, verify.Amount(len(list), piece)+" within bounds", wanted)
	}, err
}

func length(a *arguments) (verify.Check, error) {
	if a.Unit == "characters" {
		return counting(a, "character", "", utf8.RuneCountInString)
	}
	return counting(a, "word", "", func(s string) int { return strings.Count(s, " ") + 1 })
}

func sentences(a *arguments) (verify.Check, error) {
	return counting(a, "sentence", "", func(s string) int { return len(split(s, a.Ends)) })
}

func sentenceLengths(a *arguments) (verify.Check, error) {
	pieces := func(s string) []string { return split(s, a.Ends) }
	if a.Unit == "characters" {
		return each(a, "sentence", "character", "", pieces, utf8.RuneCountInString)
	}
	return each(a, "sentence", "word", "", pieces, countWords)
}

func countWords(s string) int { return len(parity.Fields(s)) }

func punctuation(a *arguments) (verify.Check, error) {
	return counting(a, "punctuation character", "", func(s string) int {
		n := 0
		for _, r := range s {
			if isPunctuation(r) || strings.ContainsRune(a.Also, r) {
				n++
			}
		}
		return n
	})
}

func noNumerals(*arguments) (verify.Check, error) {
	return func(t *verify.Text) verify.Finding {
		for _, r := range t.String() {
			if unicode.IsNumber(r) || strings.ContainsRune(numerals, r) {
				return verify.Found(false, "the numeral "+verify.Quote(string(r)), "no numerals")
			}
		}
		return verify.Found(true, "no numerals", "none")
	}, nil
}

func paragraphs(a *arguments) (verify.Check, error) {
	return counting(a, "paragraph", "", func(s string) int { return strings.Count(s, "\n\n") + 1 })
}

func paragraphSentences(a *arguments) (verify.Check, error) {
	if a.First == 0 {
		return nil, errors.New("first: missing, expected a number from 1")
	}
	first := func(s string) []string {
		list := strings.Split(s, "\n\n")
		return list[:min(len(list), a.First)]
	}
	return each(a, "paragraph", "sentence", "", first, func(s string) int { return len(split(s, a.Ends)) })
}

func numberedParagraphs(*arguments) (verify.Check, error) {
	return func(t *verify.Text) verify.Finding {
		wanted := "a number and a full stop at the start of each paragraph"
		list := strings.Split(t.String(), "\n\n")
		for i, p := range list {
			p = strings.TrimLeftFunc(p, parity.IsSpace)
			rest := strings.TrimLeftFunc(p, unicode.IsDigit)
			if p != "" && (len(rest) == len(p) || !strings.HasPrefix(rest, ".")) {
				return verify.Found(false, fmt.Sprintf("paragraph %d begins with %s", i+1, verify.Quote(head(p, 20))), wanted)
			}
		}
		return verify.Found(true, verify.Amount(len(list), "paragraph")+" in order", wanted)
	}, nil
}

// boldNumbers counts "**1. Growth:".
func boldNumbers(a *arguments) (verify.Check, error) {
	re := regexp.MustCompile(`\*\*\p{Nd}.+?:`)
	return counting(a, "numbered point", " in bold", func(s string) int {
		n := 0
		for at := re.FindStringIndex(s); at != nil; at = re.FindStringIndex(s) {
			n++
			s = s[at[1]:]
		}
		return n
	})
}

// pointSentences looks at the sentences of prose that hold one of 1. to 5.
func pointSentences(a *arguments) (verify.Check, error) {
	points := func(s string) []string {
		return lists.Filter(prose(s), holdsPoint)
	}
	return each(a, "point", "piece", " between full stops", points, func(s string) int {
		return strings.Count(s, ".") + 1
	})
}

func holdsPoint(s string) bool {
	for i := 1; i < len(s); i++ {
		if s[i] == '.' && s[i-1] >= '1' && s[i-1] <= '5' {
			return true
		}
	}
	return false
}

func proseLengths(a *arguments) (verify.Check, error) {
	return each(a, "sentence", "word", "", prose, countWords)
}
