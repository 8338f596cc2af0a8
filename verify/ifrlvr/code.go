package ifrlvr

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"adhere/verify"
	"adhere/verify/parity"
	"adhere/verify/punkt"
)

// repeatPhrase finds passages from the phrase's first word to its next last
// one. Only the last of them must differ from the phrase, as in the
// evaluator.
func repeatPhrase(a *verify.Args) (verify.Check, error) {
	phrase, n := parity.Fields(a.Text("phrase")), a.Count("small_n")
	if len(phrase) == 0 {
		return nil, errors.New("phrase: expected words, got white space")
	}
	opening, closing := phrase[0]+" ", " "+phrase[len(phrase)-1]
	wanted := verify.Amount(n, "time") + ", each with one word changed"
	return func(t *verify.Text) verify.Finding {
		found := passages(t.String(), opening, closing)
		if len(found) != n {
			return verify.Found(false, verify.Amount(len(found), "such passage"), wanted)
		}
		last := 0
		for _, p := range found {
			words := parity.Fields(p)
			if last = differences(words, phrase); last > 1 {
				return verify.Found(false, verify.Quote(p), wanted)
			}
		}
		return verify.Found(last == 1, fmt.Sprintf("%s, the last with %s", verify.Amount(n, "such passage"), verify.Amount(last, "change")), wanted)
	}, nil
}

// passages returns what begins and ends so within a line.
func passages(s, opening, closing string) []string {
	var out []string
	for line := range strings.SplitSeq(s, "\n") {
		for {
			at := strings.Index(line, opening)
			if at < 0 {
				break
			}
			end := strings.Index(line[at+len(opening):], closing)
			if end < 0 {
				break
			}
			to := at + len(opening) + end + len(closing)
			out = append(out, line[at:to])
			line = line[to:]
		}
	}
	return out
}

// differences returns how many words differ; many if there are not equally
// many.
func differences(words, phrase []string) int {
	if len(words) != len(phrase) {
		return len(words) + len(phrase)
	}
	n := 0
	for i := range words {
		if words[i] != phrase[i] {
			n++
		}
	}
	return n
}

// hyphenJoined holds the pieces between hyphens against the sentences that
// there are without hyphens, as far as there are both.
func hyphenJoined(*verify.Args) (verify.Check, error) {
	const wanted = "sentences joined by hyphens without white space"
	return func(t *verify.Text) verify.Finding {
		sentences := punkt.Sentences(strings.ReplaceAll(t.String(), "-", " "))
		for i, piece := range strings.Split(t.String(), "-") {
			if i >= len(sentences) {
				break
			}
			if piece != sentences[i] || parity.TrimSpace(piece) != piece {
				return verify.Found(false, verify.Quote(piece)+" between hyphens, where a sentence is "+verify.Quote(sentences[i]), wanted)
			}
		}
		return verify.Found(true, verify.Amount(len(sentences), "sentence")+" so joined", wanted)
	}, nil
}

func noConsecutive(*verify.Args) (verify.Check, error) {
	const wanted = "no two consecutive words with successive first letters"
	return func(t *verify.Text) verify.Finding {
		words := parity.Fields(t.String())
		for i := 1; i < len(words); i++ {
			before, here := parity.FirstLower(words[i-1]), parity.FirstLower(words[i])
			if here == before+1 || before == 0 || here == 0 {
				return verify.Found(false, verify.Quote(words[i-1]+" "+words[i]), wanted)
			}
		}
		return verify.Found(true, verify.Amount(len(words), "word")+" without such a pair", wanted)
	}, nil
}

func hasPalindrome(*verify.Args) (verify.Check, error) {
	return func(t *verify.Text) verify.Finding {
		for _, w := range parity.Fields(t.String()) {
			r := []rune(w)
			slices.Reverse(r)
			if string(r) == w {
				return verify.Found(true, "the palindrome "+verify.Quote(w), "a palindrome")
			}
		}
		return verify.Found(false, "none", "a palindrome")
	}, nil
}

func keywordAt(a *verify.Args) (verify.Check, error) {
	keyword, n, m := trimmed(a, "keyword"), a.Count("n"), a.Count("m")
	if min(n, m) < 1 {
		return nil, fmt.Errorf("n: expected numbers of 1 or more, got n %d and m %d", n, m)
	}
	wanted := fmt.Sprintf("%q as token %d of sentence %d", keyword, m, n)
	return func(t *verify.Text) verify.Finding {
		sentences := t.Sentences()
		if len(sentences) < n {
			return verify.Found(false, verify.Amount(len(sentences), "sentence"), wanted)
		}
		tokens := verify.NewText(sentences[n-1]).Tokens()
		if len(tokens) < m {
			return verify.Found(false, fmt.Sprintf("sentence %d has %s", n, verify.Amount(len(tokens), "token")), wanted)
		}
		return verify.Found(tokens[m-1] == keyword, fmt.Sprintf("token %d of sentence %d is %s", m, n, verify.Quote(tokens[m-1])), wanted)
	}, nil
}

func sameEnds(*verify.Args) (verify.Check, error) {
	const wanted = "the same word at the start and at the very end"
	return func(t *verify.Text) verify.Finding {
		tokens := t.Tokens()
		if len(tokens) < 2 {
			return verify.Found(false, verify.Amount(len(tokens), "word"), wanted)
		}
		first, last := tokens[0], tokens[len(tokens)-1]
		return verify.Found(parity.Lower(first) == parity.Lower(last), verify.Quote(first)+" first and "+verify.Quote(last)+" last", wanted)
	}, nil
}

func composition(a *verify.Args) (verify.Check, error) {
	sentences, words := a.Count("n_sent"), a.Count("n_words")
	wanted := fmt.Sprintf("3 paragraphs with *** between them, each of %s of %s", verify.Amount(sentences, "sentence"), verify.Amount(words, "token"))
	return func(t *verify.Text) verify.Finding {
		pieces := strings.Split(t.String(), "***")
		for i, p := range pieces {
			list := punkt.Sentences(p)
			if len(list) != sentences {
				return verify.Found(false, fmt.Sprintf("%s in paragraph %d", verify.Amount(len(list), "sentence"), i+1), wanted)
			}
			for j, s := range list {
				if n := len(verify.NewText(s).Tokens()); n != words {
					return verify.Found(false, fmt.Sprintf("%s in sentence %d of paragraph %d", verify.Amount(n, "token"), j+1, i+1), wanted)
				}
			}
		}
		return verify.Found(len(pieces) == 3, verify.Amount(len(pieces), "paragraph"), wanted)
	}, nil
}

func allDifferent(*verify.Args) (verify.Check, error) {
	return func(t *verify.Text) verify.Finding {
		seen := map[string]bool{}
		for _, token := range t.Tokens() {
			if seen[token] {
				return verify.Found(false, verify.Quote(token)+" again", "no word twice")
			}
			seen[token] = true
		}
		return verify.Found(true, verify.Amount(len(seen), "different word"), "no word twice")
	}, nil
}
