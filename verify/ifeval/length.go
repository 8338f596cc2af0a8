package ifeval

import (
	"fmt"
	"strings"

	"adhere/internal/lists"
	"adhere/verify"
	"adhere/verify/parity"
)

// paragraphs counts what stands between dividers. Only the first and the last
// piece may be blank.
func paragraphs(a *verify.Args) (verify.Check, error) {
	wanted := a.Count("num_paragraphs")
	demand := fmt.Sprintf("exactly %d with *** between them", wanted)
	return func(t *verify.Text) verify.Finding {
		f := verify.Finding{Wanted: demand}
		pieces := strings.Split(t.String(), "***")
		n := len(pieces)
		for i, piece := range pieces {
			if !parity.Blank(piece) {
				continue
			}
			if i > 0 && i < len(pieces)-1 {
				f.Measured = fmt.Sprintf("an empty paragraph after divider %d", i)
				return f
			}
			n--
		}
		f.Met, f.Measured = n == wanted, verify.Amount(n, "paragraph")
		return f
	}, nil
}

// firstWord holds paragraphs, which are parted by empty lines, to a number
// and one of them to its first word.
func firstWord(a *verify.Args) (verify.Check, error) {
	return Opening(a, func(paragraph, word string) (string, bool) {
		found := openingWord(paragraph)
		return found, found == word
	})
}

// Opening holds paragraphs, which are parted by empty lines, to a number, and
// one of them to how it begins: begins returns its opening, and whether that is
// the word that is wanted, which is in lower case.
func Opening(a *verify.Args, begins func(paragraph, word string) (string, bool)) (verify.Check, error) {
	total, nth := a.Count("num_paragraphs"), a.Count("nth_paragraph")
	word := parity.Lower(a.Text("first_word"))
	err := a.Err()
	if err == nil && (nth < 1 || nth > total) {
		err = fmt.Errorf("nth_paragraph: expected 1 to num_paragraphs, which is %d, got %d", total, nth)
	}
	demand := fmt.Sprintf("exactly %d, number %d beginning with %q", total, nth, word)
	return func(t *verify.Text) verify.Finding {
		pieces := strings.Split(t.String(), "\n\n")
		n := lists.Count(pieces, func(piece string) bool { return !parity.Blank(piece) })
		f := verify.Finding{Measured: verify.Amount(n, "paragraph"), Wanted: demand}
		if nth > n {
			return f
		}
		// The position counts blank pieces, the total does not.
		found, same := begins(pieces[nth-1], word)
		f.Met = n == total && same && !parity.Blank(pieces[nth-1])
		f.Measured += fmt.Sprintf(", number %d beginning with %s", nth, verify.Quote(found))
		return f
	}, err
}

// openingWord returns the first word of a paragraph in lower case, without
// quotation marks before it and without what follows punctuation.
func openingWord(paragraph string) string {
	word := parity.FirstField(paragraph)
	word = strings.TrimLeft(strings.TrimLeft(word, "'"), `"`)
	if end := strings.IndexAny(word, `.,?!'"`); end >= 0 {
		word = word[:end]
	}
	var b strings.Builder
	for _, r := range word {
		b.WriteString(parity.Lower(string(r))) // one by one: a sigma at the end stays as it is
	}
	return b.String()
}
