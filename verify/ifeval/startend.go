package ifeval

import (
	"strings"
	"unicode/utf8"

	"adhere/verify"
	"adhere/verify/parity"
)

func endPhrase(a *verify.Args) (verify.Check, error) {
	phrase := parity.TrimSpace(a.Text("end_phrase"))
	lower := parity.Lower(phrase)
	demand := "the ending " + verify.Quote(phrase)
	return func(t *verify.Text) verify.Finding {
		s := strings.Trim(parity.TrimSpace(t.Lower()), `"`)
		return verify.Finding{Met: strings.HasSuffix(s, lower), Measured: "the ending " + verify.Quote(tail(t.Trimmed(), len(phrase))), Wanted: demand}
	}, nil
}

// tail returns about the last n bytes of s, from the start of a character.
func tail(s string, n int) string {
	from := max(len(s)-n, 0)
	for from < len(s) && !utf8.RuneStart(s[from]) {
		from++
	}
	return s[from:]
}

func quotation(t *verify.Text) verify.Finding {
	s := t.Trimmed()
	opens, closes := strings.HasPrefix(s, `"`), strings.HasSuffix(s, `"`)
	f := verify.Finding{Met: opens && closes && len(s) > 1, Wanted: `" at the very beginning and the very end`}
	switch {
	case f.Met:
		f.Measured = "in quotation marks"
	case opens && len(s) > 1:
		f.Measured = "no quotation mark at the end, which is " + verify.Quote(tail(s, 20))
	default:
		f.Measured = "no quotation mark at the beginning, which is " + verify.Quote(head(s, 20))
	}
	return f
}

// head returns about the first n bytes of s, to the end of a character.
func head(s string, n int) string {
	for i := range s {
		if i >= n {
			return s[:i]
		}
	}
	return s
}

func noComma(t *verify.Text) verify.Finding {
	n := strings.Count(t.String(), ",")
	return verify.Finding{Met: n == 0, Measured: verify.Amount(n, "comma"), Wanted: "none"}
}
