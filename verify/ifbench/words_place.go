package ifbench

import (
	"fmt"
	"strings"

	"adhere/internal/lists"
	"adhere/verify"
	"adhere/verify/parity"
)

func lastFirst(t *verify.Text) verify.Finding {
	const wanted = "each sentence to begin with the last word of the one before"
	list := t.Sentences()
	for i := 1; i < len(list); i++ {
		before := parity.Fields(strings.TrimRight(list[i-1], edge))
		next := parity.Fields(strings.TrimLeft(list[i], edge))
		if len(before) == 0 || len(next) == 0 {
			return verify.Found(false, fmt.Sprintf("sentence %d or %d has no word", i, i+1), wanted)
		}
		if last, head := before[len(before)-1], next[0]; parity.Lower(last) != parity.Lower(head) {
			return verify.Found(false, fmt.Sprintf("sentence %d ends with %s, the next begins with %s", i, verify.Quote(last), verify.Quote(head)), wanted)
		}
	}
	return verify.Found(true, verify.Amount(len(list), "sentence")+" in a chain", wanted)
}

func paragraphEnds(t *verify.Text) verify.Finding {
	const wanted = "each paragraph to end with its first word"
	n := 0
	for line := range strings.SplitSeq(t.String(), "\n") {
		list := parity.Fields(strings.Trim(parity.Lower(parity.TrimSpace(line)), edge))
		if len(list) == 0 {
			continue
		}
		if head, last := list[0], list[len(list)-1]; head != last {
			return verify.Found(false, fmt.Sprintf("a paragraph begins with %s and ends with %s", verify.Quote(head), verify.Quote(last)), wanted)
		}
		n++
	}
	return verify.Found(true, verify.Amount(n, "such paragraph"), wanted)
}

func keywordAt(a *verify.Args) (verify.Check, error) {
	keyword := parity.TrimSpace(a.Text("keyword"))
	sentence, err := position(a, "n")
	if err != nil {
		return nil, err
	}
	place, err := position(a, "m")
	wanted := fmt.Sprintf("%q as word %d of sentence %d", keyword, place, sentence)
	return func(t *verify.Text) verify.Finding {
		list := t.Sentences()
		if len(list) < sentence {
			return verify.Found(false, verify.Amount(len(list), "sentence"), wanted)
		}
		words := wordTokens(list[sentence-1])
		if len(words) < place {
			return verify.Found(false, fmt.Sprintf("sentence %d has %s", sentence, verify.Amount(len(words), "word")), wanted)
		}
		w := words[place-1]
		return verify.Found(parity.Lower(w) == parity.Lower(keyword), fmt.Sprintf("word %d of sentence %d is %s", place, sentence, verify.Quote(w)), wanted)
	}, err
}

// wordTokens are the tokens of s that have a letter or a number.
func wordTokens(s string) []string {
	return lists.Filter(verify.NewText(s).Tokens(), func(w string) bool {
		return strings.IndexFunc(w, func(r rune) bool { return r != '_' && parity.IsWord(r) }) >= 0
	})
}

func wordsPosition(a *verify.Args) (verify.Check, error) {
	keyword := parity.TrimSpace(a.Text("keyword"))
	wanted := fmt.Sprintf("%q as the second word and the last but one", keyword)
	return func(t *verify.Text) verify.Finding {
		list := t.Tokens()
		n := len(list)
		if n > 0 && strings.Contains(marks, list[n-1]) {
			n--
		}
		if n < 2 {
			return verify.Found(false, verify.Amount(n, "word"), wanted)
		}
		second, late := list[1], list[n-2]
		want := parity.Lower(keyword)
		return verify.Found(parity.Lower(second) == want && parity.Lower(late) == want,
			fmt.Sprintf("%s second, %s last but one", verify.Quote(second), verify.Quote(late)), wanted)
	}, nil
}
