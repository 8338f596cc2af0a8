package followbench

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"adhere/verify"
	"adhere/verify/parity"
)

// A scope is the whole answer or one of its sentences.
type scope struct {
	sentence int // from 1; 0 is the whole answer
	ends     string
}

// of returns the text in scope, and false if the answer has no such sentence.
func (s scope) of(text string) (string, bool) {
	if s.sentence == 0 {
		return text, true
	}
	return sentence(text, s.ends, s.sentence)
}

func (s scope) String() string {
	if s.sentence == 0 {
		return "the answer"
	}
	return fmt.Sprintf("sentence %d", s.sentence)
}

// presence checks that has finds something in scope, or that it does not. A
// sentence that is not there holds nothing.
func presence(a *arguments, what string, want bool, has func(string) bool) verify.Check {
	where := scope{a.Sentence, a.Ends}
	wanted := what + " in " + where.String()
	if !want {
		wanted = where.String() + " without " + what
	}
	return func(t *verify.Text) verify.Finding {
		text, there := where.of(t.String())
		holds := there && has(text)
		measured := where.String() + " does not hold " + what
		switch {
		case holds:
			measured = where.String() + " holds " + what
		case !there:
			measured = "there is no " + where.String()
		}
		return verify.Found(holds == want, measured, wanted)
	}
}

func containsText(a *arguments) (verify.Check, error) {
	text, err := needWords("text", a.Text)
	return presence(a, verify.Quote(text), true, func(s string) bool { return strings.Contains(s, text) }), err
}

func lacksText(a *arguments) (verify.Check, error) {
	text, err := needWords("text", a.Text)
	if !a.AnyCase {
		return presence(a, verify.Quote(text), false, func(s string) bool { return strings.Contains(s, text) }), err
	}
	re := regexp.MustCompile("(?i)" + regexp.QuoteMeta(text))
	return presence(a, verify.Quote(text)+" regardless of case", false, re.MatchString), err
}

// word checks that a word is there, or that it is not.
func word(want bool) func(*arguments) (verify.Check, error) {
	return func(a *arguments) (verify.Check, error) {
		word, err := needWords("word", a.Word)
		return presence(a, "the word "+verify.Quote(word), want, func(s string) bool { return parity.HasWord(s, word) }), err
	}
}

func wordsBySentence(a *arguments) (verify.Check, error) {
	return bySentence("words", a.Words, a.Ends, parity.HasWord)
}

func textsBySentence(a *arguments) (verify.Check, error) {
	return bySentence("texts", a.Texts, a.Ends, strings.Contains)
}

func bySentence(name string, list []string, ends string, has func(s, word string) bool) (verify.Check, error) {
	if len(list) == 0 {
		return nil, errors.New(name + ": missing, expected at least one string")
	}
	var wants []string
	for i, word := range list {
		if word == "" {
			return nil, fmt.Errorf("%s[%d]: expected a string that is not empty", name, i)
		}
		wants = append(wants, fmt.Sprintf("%s in sentence %d", verify.Quote(word), i+1))
	}
	wanted := strings.Join(wants, ", ")
	return func(t *verify.Text) verify.Finding {
		in := split(t.String(), ends)
		for i, word := range list {
			if i >= len(in) {
				return verify.Found(false, "there is no sentence "+strconv.Itoa(i+1), wanted)
			}
			if !has(in[i], word) {
				return verify.Found(false, fmt.Sprintf("sentence %d does not hold %s", i+1, verify.Quote(word)), wanted)
			}
		}
		return verify.Found(true, "each is in its sentence", wanted)
	}, nil
}

// tense checks that one of some words stands before a word that is so.
func tense(what string, is func(next string) bool, words ...string) func(*arguments) (verify.Check, error) {
	return func(a *arguments) (verify.Check, error) {
		return presence(a, what, true, func(s string) bool {
			for word, next := range follows(s) {
				if slices.Contains(words, word) && is(next) {
					return true
				}
			}
			return false
		}), nil
	}
}

func continuous(next string) bool { return strings.HasSuffix(next, "ing") && next != "ing" }

// lowerCase is Python's str.islower.
func lowerCase(*arguments) (verify.Check, error) {
	return func(t *verify.Text) verify.Finding {
		small, upper := 0, ""
		for _, r := range t.String() {
			switch {
			case unicode.IsUpper(r) || unicode.IsTitle(r) || unicode.Is(unicode.Other_Uppercase, r):
				if upper == "" {
					upper = string(r)
				}
			case unicode.IsLower(r) || unicode.Is(unicode.Other_Lowercase, r):
				small++
			}
		}
		measured := verify.Amount(small, "small letter") + " and no capitals"
		if upper != "" {
			measured = "the capital " + verify.Quote(upper)
		}
		return verify.Found(small > 0 && upper == "", measured, "small letters and no capitals")
	}, nil
}

func noWordEnding(a *arguments) (verify.Check, error) {
	suffix, err := needWords("suffix", a.Suffix)
	return func(t *verify.Text) verify.Finding {
		for _, word := range parity.Fields(t.String()) {
			if strings.HasSuffix(word, suffix) {
				return verify.Found(false, "the word "+verify.Quote(word), "no word that ends with "+verify.Quote(suffix))
			}
		}
		return verify.Found(true, "no word ends with "+verify.Quote(suffix), "none")
	}, err
}
