package extra

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"adhere/verify"
	"adhere/verify/parity"
)

// readingLevel is the formula of Kincaid and others (1975), Navy research
// branch report 8-75: 0.39 words a sentence + 11.8 syllables a word - 15.59.
func readingLevel(a *verify.Args) (verify.Check, error) {
	const unbounded = 1 << 20
	low, high := -unbounded, unbounded
	most, least := a.Has("at_most"), a.Has("at_least")
	if most {
		high = a.Count("at_most")
	}
	if least {
		low = a.Count("at_least")
	}
	if !most && !least || low > high {
		return nil, errors.New("at_most: expected a grade, or at_least, or both in order")
	}
	wanted := fmt.Sprintf("grade %d to %d", low, high)
	switch {
	case !least:
		wanted = fmt.Sprintf("at most grade %d", high)
	case !most:
		wanted = fmt.Sprintf("at least grade %d", low)
	}
	return func(t *verify.Text) verify.Finding {
		grade, ok := gradeOf(t)
		if !ok {
			return verify.Found(false, "no words", wanted)
		}
		return verify.Found(float64(low) <= grade && grade <= float64(high), fmt.Sprintf("grade %.1f", grade), wanted)
	}, nil
}

func gradeOf(t *verify.Text) (grade float64, ok bool) {
	words, all := 0, 0
	for _, w := range strings.FieldsFunc(t.Lower(), func(r rune) bool { return !parity.IsWord(r) && r != '\'' && r != '’' }) {
		if n := syllables(w); n > 0 {
			words, all = words+1, all+n
		}
	}
	sentences := len(t.Sentences())
	if words == 0 || sentences == 0 {
		return 0, false
	}
	return 0.39*float64(words)/float64(sentences) + 11.8*float64(all)/float64(words) - 15.59, true
}

// syllables counts runs of vowels in a word in lower case, but a silent e at
// the end and the e of -ed and -es where it is silent. A word with letters
// has at least one; one without has none.
func syllables(w string) int {
	n, before, letters := 0, false, false
	for _, r := range w {
		vowel := strings.ContainsRune("aeiouyáéíóúàèäöüâêîôû", r)
		if vowel && !before {
			n++
		}
		before = vowel
		letters = letters || r >= 'a' && r <= 'z' || r >= 0x80
	}
	if !letters {
		return 0
	}
	if n > 1 && silentEnd(w) {
		n--
	}
	return max(n, 1)
}

// silentEnd reports whether the last e of a word is not spoken.
func silentEnd(w string) bool {
	vowelBefore := func(end string) bool {
		stem := strings.TrimSuffix(w, end)
		return stem == "" || strings.IndexByte("aeiouy", stem[len(stem)-1]) >= 0
	}
	switch {
	case strings.HasSuffix(w, "le") && !vowelBefore("le"):
		return false // table
	case strings.HasSuffix(w, "e"):
		return !vowelBefore("e")
	case strings.HasSuffix(w, "ed"):
		return !vowelBefore("ed") && !strings.HasSuffix(w, "ted") && !strings.HasSuffix(w, "ded")
	case strings.HasSuffix(w, "es"):
		hisses := []string{"ses", "zes", "ces", "ges", "xes", "ches", "shes"}
		return !slices.ContainsFunc(hisses, func(hiss string) bool { return strings.HasSuffix(w, hiss) }) && !vowelBefore("es")
	}
	return false
}
