package ifeval

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"adhere/verify"
	"adhere/verify/parity"
)

func repeatPrompt(a *verify.Args) (verify.Check, error) {
	prompt := parity.TrimSpace(a.Text("prompt_to_repeat"))
	lower := parity.Lower(prompt)
	demand := "the request first, word for word: " + verify.Quote(prompt)
	return func(t *verify.Text) verify.Finding {
		s := parity.TrimSpace(t.Lower())
		f := verify.Finding{Met: strings.HasPrefix(s, lower), Wanted: demand}
		if f.Met {
			f.Measured = "the request is repeated"
			return f
		}
		same := agreement(s, lower)
		f.Measured = fmt.Sprintf("it departs from the request at character %d, with %s", utf8.RuneCountInString(s[:same])+1, verify.Quote(head(s[same:], 20)))
		return f
	}, nil
}

// agreement returns how many bytes both texts begin with, in whole
// characters.
func agreement(s, t string) int {
	n := 0
	for n < len(s) && n < len(t) && s[n] == t[n] {
		n++
	}
	for n < len(s) && !utf8.RuneStart(s[n]) {
		n--
	}
	return n
}

// twoResponses wants exactly two different answers. Blank pieces may stand
// only at both ends.
func twoResponses(t *verify.Text) verify.Finding {
	f := verify.Finding{Wanted: "two different ones with ****** between them"}
	pieces := strings.Split(t.String(), "******")
	var answers []string
	for i, piece := range pieces {
		if !parity.Blank(piece) {
			answers = append(answers, parity.TrimSpace(piece))
		} else if i > 0 && i < len(pieces)-1 {
			f.Measured = fmt.Sprintf("an empty answer after divider %d", i)
			return f
		}
	}
	f.Measured = verify.Amount(len(answers), "answer")
	if len(answers) == 2 {
		f.Met = answers[0] != answers[1]
		if !f.Met {
			f.Measured = "twice the same answer"
		}
	}
	return f
}
