package ifbench

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"adhere/internal/lists"
	"adhere/verify"
	"adhere/verify/parity"
)

func counts() []verify.Checker {
	return []verify.Checker{
		checker("count:word_count_range", "there are `min_words` to `max_words` words (runs of letters, numbers and underscores)", wordCountRange),
		checker("count:unique_word_count", "there are at least `N` different words, separated by white space, without case and without punctuation at their ends; a word of punctuation alone counts too", verify.Counting("N", "", "different word", "", uniqueWords)),
		checker("count:conjunctions", "at least `small_n` different coordinating conjunctions occur; one with a comma or a capital differs from one without", conjunctions),
		checker("count:person_names", "at least `N` different ones of fifty listed first names occur", verify.Counting("N", "", "different name", " of the list", personNames)),
		checker("count:numbers", "there are exactly `N` runs of digits once punctuation is taken out, so that 1,000.5 is one", verify.CountingExactly("N", "number", "", func(t *verify.Text) int { return len(digits(bare(t.String()))) })),
		checker("count:pronouns", "at least `N` tokens are pronouns", verify.Counting("N", "", "pronoun", "", pronouns)),
		checker("count:punctuation", "each of . , ! ? ; : occurs, and a question with an exclamation mark besides", always(punctuation)),
		checker("count:keywords_multiple", "`keyword1` occurs once, `keyword2` twice, `keyword3` three times, `keyword4` five times, `keyword5` seven times, also within longer words", keywordsMultiple),
		checker("count:words_japanese", "each word whose number is a multiple of `N` has a Japanese character, unless it is a number or punctuation; words are separated by white space", wordsJapanese),
	}
}

func wordCountRange(a *verify.Args) (verify.Check, error) {
	low, high := a.Count("min_words"), a.Count("max_words")
	if low > high {
		return nil, fmt.Errorf("max_words: expected at least min_words, which is %d, got %d", low, high)
	}
	wanted := fmt.Sprintf("%d to %d words", low, high)
	return func(t *verify.Text) verify.Finding {
		n := t.Words()
		return verify.Found(low <= n && n <= high, verify.Amount(n, "word"), wanted)
	}, nil
}

func uniqueWords(t *verify.Text) int {
	seen := map[string]bool{}
	for _, w := range parity.Fields(t.Lower()) {
		seen[strings.Trim(w, edge)] = true
	}
	return len(seen)
}

func conjunctions(a *verify.Args) (verify.Check, error) {
	least := a.Count("small_n")
	return func(t *verify.Text) verify.Finding {
		seen := map[string]bool{}
		for _, w := range parity.Fields(t.String()) {
			switch parity.Lower(strings.Trim(w, edge)) {
			case "and", "but", "for", "nor", "or", "so", "yet":
				seen[w] = true
			}
		}
		return verify.Found(len(seen) >= least, verify.Amount(len(seen), "different conjunction"), fmt.Sprintf("at least %d of and, but, for, nor, or, so, yet", least))
	}, nil
}

func personNames(t *verify.Text) int {
	known, seen := firstNames(), map[string]bool{}
	for _, w := range parity.Words(t.String()) {
		if known[w] {
			seen[w] = true
		}
	}
	return len(seen)
}

func pronouns(t *verify.Text) int {
	known, apart := pronounSet(), verify.NewText(parity.Lower(strings.ReplaceAll(t.String(), "/", " ")))
	return lists.Count(apart.Tokens(), func(w string) bool { return known[w] })
}

// punctuation looks for the single marks outside one interrobang of two
// characters, if there is one.
func punctuation(t *verify.Text) verify.Finding {
	const wanted = "each of . , ! ? ; : and an interrobang, ?! or !?, besides"
	s := t.String()
	bang := "?!"
	if !strings.Contains(s, bang) {
		bang = "!?"
	}
	if !strings.Contains(s, bang) && !strings.ContainsRune(s, '‽') {
		return verify.Found(false, "no interrobang", wanted)
	}
	before, rest, _ := strings.Cut(s, bang)
	missing := lists.Filter([]string{".", ",", "!", "?", ";", ":"}, func(mark string) bool { return !strings.Contains(before, mark) && !strings.Contains(rest, mark) })
	if len(missing) > 0 {
		return verify.Found(false, "an interrobang, but no "+strings.Join(missing, " "), wanted)
	}
	return verify.Found(true, "all marks", wanted)
}

func keywordsMultiple(a *verify.Args) (verify.Check, error) {
	times := []int{1, 2, 3, 5, 7}
	var keywords, wanted []string
	for i, n := range times {
		k := parity.TrimSpace(a.Text(fmt.Sprintf("keyword%d", i+1)))
		keywords = append(keywords, parity.Lower(k))
		wanted = append(wanted, fmt.Sprintf("%q %s", k, often(n)))
	}
	if slices.Contains(keywords, "") {
		return nil, errors.New("keyword1 to keyword5: expected words, got white space")
	}
	return func(t *verify.Text) verify.Finding {
		met := true
		var found []string
		for i, k := range keywords {
			n := strings.Count(t.Lower(), k)
			met = met && n == times[i]
			found = append(found, fmt.Sprintf("%q %s", k, often(n)))
		}
		return verify.Found(met, strings.Join(found, ", "), strings.Join(wanted, ", "))
	}, nil
}

// often says how many times: "never", "once", "5 times".
func often(n int) string {
	switch n {
	case 0:
		return "never"
	case 1:
		return "once"
	case 2:
		return "twice"
	default:
		return fmt.Sprintf("%d times", n)
	}
}

func wordsJapanese(a *verify.Args) (verify.Check, error) {
	every, err := position(a, "N")
	if err != nil {
		return nil, err
	}
	wanted := fmt.Sprintf("Japanese in word %d and its multiples", every)
	return func(t *verify.Text) verify.Finding {
		list := parity.Fields(t.String())
		for i := every - 1; i < len(list); i += every {
			if w := strings.Trim(list[i], edge); w != "" && !isNumber(w) && strings.IndexFunc(w, isJapanese) < 0 {
				return verify.Found(false, fmt.Sprintf("word %d is %s", i+1, verify.Quote(w)), wanted)
			}
		}
		return verify.Found(true, verify.Amount(len(list)/every, "Japanese word")+" in place", wanted)
	}, nil
}

func isJapanese(r rune) bool { return 0x3040 <= r && r <= 0x30ff || 0x4e00 <= r && r <= 0x9fff }
