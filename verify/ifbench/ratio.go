package ifbench

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"adhere/internal/lists"
	"adhere/verify"
	"adhere/verify/parity"
)

func ratios() []verify.Checker {
	return []verify.Checker{
		checker("ratio:stop_words", "at most `percentage` per cent of the words are English stop words", stopWords),
		checker("ratio:sentence_type", "twice as many sentences end with a full stop as with a question mark; none of either is accepted", always(sentenceType)),
		checker("ratio:sentence_balance", "as many sentences end with a full stop as with a question mark and with an exclamation mark; none of each is accepted", always(sentenceBalance)),
		checker("ratio:sentence_words", "there are three sentences of equal length in characters; that their words differ is not looked at", always(sentenceLengths)),
		checker("ratio:overlap", "`percentage` per cent, plus or minus 2, of the different sequences of three characters are in `reference_text` too", overlap),
	}
}

func stopWords(a *verify.Args) (verify.Check, error) {
	most := a.Count("percentage")
	stop := stopWordSet()
	wanted := fmt.Sprintf("at most %d %%", most)
	return func(t *verify.Text) verify.Finding {
		list := parity.Words(t.String())
		n := lists.Count(list, func(w string) bool { return stop[parity.Lower(w)] })
		if len(list) == 0 {
			return verify.Found(false, "no words", wanted)
		}
		share := float64(n) / float64(len(list)) * 100
		return verify.Found(share <= float64(most), fmt.Sprintf("%s in %s, %s %%", verify.Amount(n, "stop word"), verify.Amount(len(list), "word"), decimal(share)), wanted)
	}, nil
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

// endings counts the sentences that end with each of the marks.
func endings(t *verify.Text) (stops, questions, exclamations int) {
	for _, s := range t.Sentences() {
		switch s[len(s)-1] {
		case '.':
			stops++
		case '?':
			questions++
		case '!':
			exclamations++
		}
	}
	return stops, questions, exclamations
}

func sentenceType(t *verify.Text) verify.Finding {
	stops, questions, _ := endings(t)
	return verify.Found(stops == 2*questions, fmt.Sprintf("%s and %s", verify.Amount(stops, "statement"), verify.Amount(questions, "question")),
		"two statements for each question")
}

func sentenceBalance(t *verify.Text) verify.Finding {
	stops, questions, exclamations := endings(t)
	return verify.Found(stops == questions && questions == exclamations,
		fmt.Sprintf("%s, %s and %s", verify.Amount(stops, "statement"), verify.Amount(questions, "question"), verify.Amount(exclamations, "exclamation")),
		"as many of each")
}

func sentenceLengths(t *verify.Text) verify.Finding {
	const wanted = "three sentences of equal length"
	list := t.Sentences()
	if len(list) != 3 {
		return verify.Found(false, verify.Amount(len(list), "sentence"), wanted)
	}
	var n [3]int
	for i, s := range list {
		n[i] = utf8.RuneCountInString(parity.TrimSpace(s))
	}
	return verify.Found(n[0] == n[1] && n[1] == n[2], fmt.Sprintf("sentences of %d, %d and %d characters", n[0], n[1], n[2]), wanted)
}

func overlap(a *verify.Args) (verify.Check, error) {
	percent := float64(a.Count("percentage"))
	reference := trigrams(a.Text("reference_text"))
	wanted := fmt.Sprintf("%g %% to %g %% of them in the reference text", percent-2, percent+2)
	return func(t *verify.Text) verify.Finding {
		own := trigrams(t.String())
		if len(own) == 0 {
			return verify.Found(false, "fewer than three characters", wanted)
		}
		n := 0
		for g := range own {
			if reference[g] {
				n++
			}
		}
		share := float64(n) / float64(len(own)) * 100
		return verify.Found(percent-2 <= share && share <= percent+2, decimal(share)+" % of the sequences of three characters", wanted)
	}, nil
}

// trigrams returns the sequences of three characters in s, each as one
// number.
func trigrams(s string) map[uint64]bool {
	set := map[uint64]bool{}
	const bits, mask = 21, 1<<63 - 1
	var key uint64
	n := 0
	for _, r := range s {
		key = (key<<bits | uint64(r)) & mask
		if n++; n >= 3 {
			set[key] = true
		}
	}
	return set
}
