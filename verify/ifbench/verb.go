package ifbench

import (
	"bytes"
	"compress/gzip"
	_ "embed" // for the weights
	"io"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"adhere/verify"
	"adhere/verify/parity"
	"adhere/verify/treebank"
)

const startVerbDoc = "the first token is a verb of any form; it is recognised by this token and the next two, as NLTK's tagger would in 99 of 100 cases"

// verbData are the weights of a linear classifier, "feature<tab>weight" a
// line.
//
//go:embed verbs.txt.gz
var verbData []byte

var verbWeights = sync.OnceValue(func() map[string]int {
	r, err := gzip.NewReader(bytes.NewReader(verbData))
	if err != nil {
		panic("ifbench: the embedded weights are damaged: " + err.Error())
	}
	text, err := io.ReadAll(r)
	if err != nil {
		panic("ifbench: the embedded weights are damaged: " + err.Error())
	}
	weights := map[string]int{}
	for line := range strings.Lines(string(text)) {
		feature, weight, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		n, err := strconv.Atoi(weight)
		if err != nil {
			panic("ifbench: the embedded weights are damaged at " + line)
		}
		weights[feature] = n
	}
	return weights
})

func startVerb(t *verify.Text) verify.Finding {
	const wanted = "a verb first"
	head := firstTokens(t, 3)
	if len(head) == 0 {
		return verify.Found(false, "no words", wanted)
	}
	if startsWithVerb(head) {
		return verify.Found(true, verify.Quote(head[0])+" first, a verb", wanted)
	}
	return verify.Found(false, verify.Quote(head[0])+" first, no verb", wanted)
}

// firstTokens returns n tokens if there are so many.
func firstTokens(t *verify.Text, n int) []string {
	var out []string
	for _, s := range t.Sentences() {
		for token := range treebank.Tokens(s) {
			if out = append(out, token); len(out) == n {
				return out
			}
		}
	}
	return out
}

// startsWithVerb adds up the weights of what is seen of the first token and
// the two behind it.
func startsWithVerb(head []string) bool {
	const end = "<end>"
	word, next, second := head[0], end, end
	if len(head) > 1 {
		next = parity.Lower(head[1])
	}
	if len(head) > 2 {
		second = parity.Lower(head[2])
	}
	form, some := wordForm(word), ""
	if form != "" {
		some = "g"
	}
	weights, sum := verbWeights(), 0
	for _, feature := range []string{
		"", "W " + word, "w " + parity.Lower(word), "c " + string(first(word)), "s " + lastThree(word),
		"n" + form + " " + next, "e" + form + " " + lastThree(next), "m" + some + " " + second,
	} {
		sum += weights[feature]
	}
	return sum > 0
}

// wordForm tells words by their ending, and from what is no word.
func wordForm(word string) string {
	low := parity.Lower(word)
	for _, ending := range []string{"ing", "ed", "s", "ly"} {
		if strings.HasSuffix(low, ending) {
			return ending
		}
	}
	if strings.IndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) >= 0 {
		return "."
	}
	return ""
}

func lastThree(s string) string {
	i := len(s)
	for range 3 {
		_, size := utf8.DecodeLastRuneInString(s[:i])
		i -= size
	}
	return s[i:]
}
