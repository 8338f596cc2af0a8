package ifeval

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"adhere/verify"
	"adhere/verify/parity"
)

func existence(a *verify.Args) (verify.Check, error) {
	keywords := a.Texts("keywords")
	patterns, err := compileAll("keywords", keywords, newPattern)
	demand := "each of " + list(keywords)
	return func(t *verify.Text) verify.Finding {
		if missing := those(keywords, patterns, t, false); missing != nil {
			return verify.Found(false, "missing: "+list(missing), demand)
		}
		return verify.Found(true, "nothing is missing", demand)
	}, err
}

func forbidden(a *verify.Args) (verify.Check, error) {
	words := a.Texts("forbidden_words")
	patterns, err := compileAll("forbidden_words", words, newWordPattern)
	demand := "none of " + list(words)
	return func(t *verify.Text) verify.Finding {
		if found := those(words, patterns, t, true); found != nil {
			return verify.Found(false, "found: "+list(found), demand)
		}
		return verify.Found(true, "none is found", demand)
	}, err
}

// those returns the words whose patterns are in a text, or are not, each once.
func those(words []string, patterns []*pattern, t *verify.Text, are bool) (some []string) {
	for i, p := range patterns {
		if p.in(t) == are && !slices.Contains(some, words[i]) {
			some = append(some, words[i])
		}
	}
	return some
}

func frequency(a *verify.Args) (verify.Check, error) {
	keyword := parity.TrimSpace(a.Text("keyword"))
	b := verify.ReadBound(a, "frequency", "relation")
	patterns, err := compileAll("keyword", []string{keyword}, newPattern)
	noun := " " + verify.Quote(keyword)
	return func(t *verify.Text) verify.Finding {
		return b.Finding(patterns[0].count(t), "time", noun)
	}, err
}

func letterFrequency(a *verify.Args) (verify.Check, error) {
	letter := a.Text("letter")
	b := verify.ReadBound(a, "let_frequency", "let_relation")
	var err error
	if utf8.RuneCountInString(letter) != 1 || parity.Blank(letter) {
		err = fmt.Errorf("letter: expected one character, got %s", verify.Quote(letter))
	}
	noun, letter := " "+verify.Quote(letter), parity.Lower(letter)
	return func(t *verify.Text) verify.Finding {
		return b.Finding(strings.Count(t.Lower(), letter), "time", noun)
	}, err
}

// compileAll compiles texts that official data means as regular expressions.
// The error names the field.
func compileAll(field string, texts []string, compile func(string) (*pattern, error)) ([]*pattern, error) {
	patterns := make([]*pattern, len(texts))
	for i, text := range texts {
		var err error
		if patterns[i], err = compile(text); err != nil {
			return nil, fmt.Errorf("%s: expected a regular expression, got %s: %w", field, verify.Quote(text), err)
		}
	}
	return patterns, nil
}
