// Package extra is a suite of checkers for what people and guardrails demand
// by name and the algebra of checks does not say: how hard a text is to read,
// personal data, secrets, script, and passages copied from another text.
package extra

import (
	"encoding/json"
	"fmt"

	"adhere/verify"
	"adhere/verify/algebra"
)

// Suite lists the checkers.
func Suite() verify.Suite {
	return verify.Suite{Name: "extra", Version: 1, Checkers: []verify.Checker{
		{Name: "reading_level", Doc: "the Flesch-Kincaid grade of English text, in years of school, is between `at_least` and `at_most`; syllables are counted by rules of thumb", Compile: compiled(readingLevel)},
		{Name: "no_personal_data", Doc: "there is no e-mail address, telephone number, payment card, IBAN, US social security number or IP address, or none of the `kinds` (email, phone, card, iban, ssn, ip)", Compile: compiled(noPersonalData)},
		{Name: "no_secrets", Doc: "there is no key, token or private key in a form that a well-known service gives out", Compile: compiled(noSecrets)},
		{Name: "no_script", Doc: "there is no script: no <script>, no event handler in a tag, no javascript: address", Compile: compileScript},
		{Name: "no_copy", Doc: "no `words` words in succession are those of `text`, in any case of letters", Compile: compiled(noCopy)},
	}}
}

// Equivalents says what each checker demands in the algebra of checks.
func Equivalents() []algebra.Equivalent {
	return []algebra.Equivalent{
		{Checker: "reading_level", Likeness: algebra.Code, Note: "syllables are counted by rules of thumb"},
		{Checker: "no_personal_data", Likeness: algebra.Code, Note: "check sums tell card and account numbers from others"},
		{Checker: "no_secrets", Likeness: algebra.Code, Note: "a list of forms"},
		{Checker: "no_script", Likeness: algebra.Equal, Of: scriptless},
		{Checker: "no_copy", Likeness: algebra.Code, Note: "passages are compared with another text"},
	}
}

// compiled makes a compiler of a function that asks for its arguments.
func compiled(compile func(*verify.Args) (verify.Check, error)) func(json.RawMessage) (verify.Check, error) {
	return func(raw json.RawMessage) (verify.Check, error) {
		a := verify.ReadArgs(raw)
		check, err := compile(a)
		if wrong := a.Err(); wrong != nil {
			return nil, wrong
		}
		return check, err
	}
}

func scriptless(raw json.RawMessage) (algebra.Expr, error) {
	e := algebra.No(algebra.Pattern(`<\s*script\b|<[^<>]*\son[a-z]+\s*=|javascript\s*:`))
	return e, verify.ReadArgs(raw).Err()
}

func compileScript(raw json.RawMessage) (verify.Check, error) {
	e, err := scriptless(raw)
	if err != nil {
		return nil, err
	}
	return algebra.InParity(e).Compile()
}

func finding(met bool, measured, wanted string) verify.Finding {
	return verify.Finding{Met: met, Measured: measured, Wanted: wanted}
}

// hidden shows where something is that should not be shown: its first
// characters.
func hidden(kind, s string) string {
	const shown = 4
	for i := range s {
		if i >= shown {
			return fmt.Sprintf("%s that begins with %q", kind, s[:i])
		}
	}
	return kind
}
