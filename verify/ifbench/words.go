package ifbench

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"adhere/internal/lists"
	"adhere/verify"
	"adhere/verify/parity"
)

func words() []verify.Checker {
	return []verify.Checker{
		checker("words:alphabet", "each word begins with the letter after that of the word before, with A after Z; punctuation is taken out first", always(alphabet)),
		checker("words:vowel", "the answer is one line and has at most three different ones of a, e, i, o, u", always(vowels)),
		checker("words:consonants", "each word, as separated by white space, has two English consonants next to each other", always(consonants)),
		checker("words:palindrome", "at least ten words of at least five characters read the same backwards; one that is repeated counts again", always(palindromes)),
		checker("words:prime_lengths", "the length of each word in characters is a prime number below 100; punctuation is taken out first", always(primeLengths)),
		checker("words:repeats", "no word occurs more than `small_n` times, without case and punctuation", repeatedWords),
		checker("words:no_consecutive", "no two consecutive words begin with the same character, without case and punctuation", always(noConsecutive)),
		checker("words:odd_even_syllables", "words with odd and even numbers of syllables take turns, as the library syllapy counts them", always(syllableTurns)),
		checker("words:last_first", "the last word of each sentence is the first of the next", always(lastFirst)),
		checker("words:paragraph_last_first", "each line begins and ends with the same word", always(paragraphEnds)),
		checker("words:keywords_specific_position", "token number `m` of sentence number `n` is `keyword`, regardless of case, where tokens without a letter or number do not count", keywordAt),
		checker("words:words_position", "the second and the second last token are `keyword`, regardless of case; one punctuation mark at the end does not count", wordsPosition),
		checker("words:start_verb", startVerbDoc, always(startVerb)),
	}
}

func alphabet(t *verify.Text) verify.Finding {
	const wanted = "each word to begin with the next letter of the alphabet"
	list := parity.Fields(bare(t.String()))
	if len(list) == 0 {
		return verify.Found(false, "no words", wanted)
	}
	letter := parity.FirstLower(list[0])
	if letter < 'a' || letter > 'z' {
		return verify.Found(false, verify.Quote(list[0])+" begins with no letter of the alphabet", wanted)
	}
	for _, w := range list[1:] {
		letter = 'a' + (letter-'a'+1)%26
		if first(parity.Lower(w)) != letter {
			return verify.Found(false, fmt.Sprintf("%s where %c was due", verify.Quote(w), letter), wanted)
		}
	}
	return verify.Found(true, verify.Amount(len(list), "word")+" in order", wanted)
}

func vowels(t *verify.Text) verify.Finding {
	const wanted = "one paragraph with at most three different vowels"
	if n := strings.Count(t.Trimmed(), "\n"); n > 0 {
		return verify.Found(false, verify.Amount(n+1, "line"), wanted)
	}
	low := parity.Lower(t.Trimmed())
	found := strings.Map(func(v rune) rune {
		if !strings.ContainsRune(low, v) {
			return -1
		}
		return v
	}, "aeiou")
	return verify.Found(len(found) <= 3, fmt.Sprintf("the vowels %q", found), wanted)
}

func consonants(t *verify.Text) verify.Finding {
	const wanted = "two consonants together in each word"
	list := parity.Fields(t.Lower())
	for _, w := range list {
		if !hasCluster(w) {
			return verify.Found(false, verify.Quote(w)+" has no two consonants together", wanted)
		}
	}
	return verify.Found(true, verify.Amount(len(list), "word")+" with two consonants together", wanted)
}

func hasCluster(w string) bool {
	for i := 1; i < len(w); i++ {
		if isConsonant(w[i-1]) && isConsonant(w[i]) {
			return true
		}
	}
	return false
}

func isConsonant(c byte) bool {
	return 'b' <= c && c <= 'z' && c != 'e' && c != 'i' && c != 'o' && c != 'u'
}

func palindromes(t *verify.Text) verify.Finding {
	n := lists.Count(parity.Fields(parity.Lower(bare(t.String()))), isPalindrome)
	return verify.Found(n >= 10, verify.Amount(n, "palindrome")+" of at least 5 characters", "at least 10")
}

func isPalindrome(w string) bool {
	r := []rune(w)
	for i := range len(r) / 2 {
		if r[i] != r[len(r)-1-i] {
			return false
		}
	}
	return len(r) >= 5
}

func primeLengths(t *verify.Text) verify.Finding {
	const wanted = "only words with a prime number of characters"
	list := parity.Fields(bare(t.String()))
	for _, w := range list {
		if n := utf8.RuneCountInString(w); !isSmallPrime(n) {
			return verify.Found(false, fmt.Sprintf("%s has %d characters", verify.Quote(w), n), wanted)
		}
	}
	return verify.Found(true, verify.Amount(len(list), "word")+" of prime length", wanted)
}

// isSmallPrime reports whether n is a prime number below 100.
func isSmallPrime(n int) bool {
	if n < 2 || n > 100 {
		return false
	}
	for d := 2; d*d <= n; d++ {
		if n%d == 0 {
			return false
		}
	}
	return true
}

func repeatedWords(a *verify.Args) (verify.Check, error) {
	most := a.Count("small_n")
	wanted := fmt.Sprintf("no word more than %d times", most)
	return func(t *verify.Text) verify.Finding {
		seen := map[string]int{}
		worst, top := "", 0
		for _, w := range parity.Fields(bare(t.Lower())) {
			seen[w]++
			if n := seen[w]; n > top {
				worst, top = w, n
			}
		}
		return verify.Found(top <= most, fmt.Sprintf("%s %s", verify.Quote(worst), often(top)), wanted)
	}, nil
}

func noConsecutive(t *verify.Text) verify.Finding {
	const wanted = "no two consecutive words with the same first letter"
	list := parity.Fields(bare(t.Lower()))
	for i := 1; i < len(list); i++ {
		if first(list[i-1]) == first(list[i]) {
			return verify.Found(false, verify.Quote(list[i-1]+" "+list[i]), wanted)
		}
	}
	return verify.Found(true, verify.Amount(len(list), "word")+" without such a pair", wanted)
}

func syllableTurns(t *verify.Text) verify.Finding {
	const wanted = "odd and even numbers of syllables in turn"
	list := parity.Fields(parity.Lower(bare(t.String())))
	last := 0
	for i, w := range list {
		n := syllables(w)
		if i > 0 && n%2 == last%2 {
			return verify.Found(false, fmt.Sprintf("%s has %s, %s has %d", verify.Quote(list[i-1]), verify.Amount(last, "syllable"), verify.Quote(w), n), wanted)
		}
		last = n
	}
	return verify.Found(true, verify.Amount(len(list), "word")+" in turn", wanted)
}
