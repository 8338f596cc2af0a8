// Package extra is a suite of checkers for what people and guardrails demand
// by name and the algebra of checks does not say: how hard a text is to read,
// personal data, secrets, script, and passages copied from another text.
package extra

import (
	"fmt"

	"adhere/verify"
	"adhere/verify/algebra"
)

// Suite lists the checkers.
func Suite() verify.Suite {
	return verify.Suite{Name: "extra", Version: 1, Checkers: []verify.Checker{
		{Name: "reading_level", Doc: "the Flesch-Kincaid grade of English text, in years of school, is between `at_least` and `at_most`; syllables are estimated by rules", Compile: verify.WithArgs(readingLevel)},
		{Name: "no_personal_data", Doc: "there is no e-mail address, telephone number, payment card, IBAN, US social security number or IP address, or none of the `kinds` (email, phone, card, iban, ssn, ip)", Compile: verify.WithArgs(noPersonalData)},
		{Name: "no_secrets", Doc: "there is no key, token or private key in the format of a well-known service", Compile: verify.WithArgs(noSecrets)},
		{Name: "no_script", Doc: "there is no script: no <script>, no event handler in a tag, no javascript: address", Compile: algebra.CompileOf(algebra.OfArgs(scriptless))},
		{Name: "no_copy", Doc: "no `words` consecutive words are those of `text`, regardless of case", Compile: verify.WithArgs(noCopy)},
	}}
}

// Equivalents says what each checker demands in the algebra of checks.
func Equivalents() []algebra.Equivalent {
	return []algebra.Equivalent{
		{Checker: "reading_level", Likeness: algebra.Code, Note: "syllables are estimated by rules"},
		{Checker: "no_personal_data", Likeness: algebra.Code, Note: "checksums distinguish card and account numbers from others"},
		{Checker: "no_secrets", Likeness: algebra.Code, Note: "a list of known formats"},
		{Checker: "no_script", Likeness: algebra.Equal, Of: algebra.OfArgs(scriptless)},
		{Checker: "no_copy", Likeness: algebra.Code, Note: "passages are compared with another text"},
	}
}

func scriptless(*verify.Args) algebra.Expr {
	return algebra.No(algebra.Pattern(`<\s*script\b|<[^<>]*\son[a-z]+\s*=|javascript\s*:`))
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
