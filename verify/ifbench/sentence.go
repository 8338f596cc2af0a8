package ifbench

import (
	"fmt"
	"strings"

	"adhere/verify"
	"adhere/verify/parity"
)

func sentences() []verify.Checker {
	return []verify.Checker{
		checker("sentence:alliteration_increment", "each sentence has more words that share their first character with a neighbour than the sentence before", always(alliteration)),
		checker("sentence:keyword", "sentence number `N` has `word` as a whole word, regardless of case", keywordIn),
		checker("sentence:increment", "each sentence has `small_n` more words than the one before; words are separated by white space", increment),
	}
}

func alliteration(t *verify.Text) verify.Finding {
	const wanted = "more words in alliteration from sentence to sentence"
	last := -1
	list := t.Sentences()
	for i, s := range list {
		n := alliterative(s)
		if n <= last {
			return verify.Found(false, fmt.Sprintf("sentence %d has %d in alliteration, sentence %d has %d", i, last, i+1, n), wanted)
		}
		last = n
	}
	return verify.Found(true, verify.Amount(len(list), "sentence")+" in ascending order", wanted)
}

// alliterative counts the words of a sentence in runs of at least two with
// the same first character.
func alliterative(s string) int {
	n, run := 0, 1
	var last rune
	for i, w := range cleanWords(s) {
		r := first(w)
		switch {
		case i == 0 || r != last:
			run = 1
		case run == 1:
			run, n = 2, n+2
		default:
			n++
		}
		last = r
	}
	return n
}

// cleanWords are the words of s in lower case without the punctuation at
// their head.
func cleanWords(s string) []string {
	var out []string
	for _, w := range parity.Fields(parity.Lower(s)) {
		if w = strings.TrimLeft(w, edge); w != "" {
			out = append(out, w)
		}
	}
	return out
}

func keywordIn(a *verify.Args) (verify.Check, error) {
	word := a.Text("word")
	number, err := position(a, "N")
	folded := parity.Fold(word)
	wanted := fmt.Sprintf("%q in sentence %d", word, number)
	return func(t *verify.Text) verify.Finding {
		list := t.Sentences()
		if len(list) < number {
			return verify.Found(false, verify.Amount(len(list), "sentence"), wanted)
		}
		s := list[number-1]
		return verify.Found(parity.HasWord(parity.Fold(s), folded), fmt.Sprintf("sentence %d is %s", number, verify.Quote(s)), wanted)
	}, err
}

func increment(a *verify.Args) (verify.Check, error) {
	step := a.Count("small_n")
	wanted := fmt.Sprintf("%d more in each sentence than in the one before", step)
	return func(t *verify.Text) verify.Finding {
		list := t.Sentences()
		last := 0
		for i, s := range list {
			n := len(parity.Fields(bare(s)))
			if i > 0 && n != last+step {
				return verify.Found(false, fmt.Sprintf("%s in sentence %d, %d in the next", verify.Amount(last, "word"), i, n), wanted)
			}
			last = n
		}
		return verify.Found(true, verify.Amount(len(list), "sentence")+" in step", wanted)
	}, nil
}
