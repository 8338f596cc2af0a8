package study

import (
	"regexp"
	"strings"

	"adhere/internal/writing"
)

// A Scheme is how many grades a judge of edits may give.
type Scheme int

// The schemes (KIWI, section 5 and appendix A.5.3).
const (
	Two   Scheme = 2 // good, or bad, which takes neutral in
	Three Scheme = 3 // good, neutral, bad
)

// Classes lists the grades, good first.
func (s Scheme) Classes() []writing.Rating {
	if s == Two {
		return []writing.Rating{writing.Good, writing.Bad}
	}
	return []writing.Rating{writing.Good, writing.Neutral, writing.Bad}
}

// Of returns a person's rating in the scheme.
func (s Scheme) Of(r writing.Rating) writing.Rating {
	if s == Two && r == writing.Neutral {
		return writing.Bad
	}
	return r
}

func (s Scheme) template() string {
	if s == Two {
		return "rate-edit-two"
	}
	return "rate-edit-three"
}

var grade = regexp.MustCompile(`^(?i:(?:the )?(?:rating|grade|answer|verdict)(?: of [a-z ]+)?(?: is)?\s*[:=]?\s*)?[\s*_"'\x60]*(?i:(good|neutral|bad))[\s*_"'\x60.]*$`)

// Read returns the grade that a reply gives: one word, perhaps with "Rating:"
// before it, perhaps on a last line of its own after reasons that name no
// grade.
func (s Scheme) Read(reply string) (writing.Rating, error) {
	text := strings.TrimSpace(reply)
	m := grade.FindStringSubmatch(text)
	if m == nil {
		i := strings.LastIndexByte(text, '\n')
		if i < 0 || regexp.MustCompile(`(?i)\b(?:good|neutral|bad)\b`).MatchString(text[:i]) {
			return "", invalid("it is not one of the grades", "")
		}
		if m = grade.FindStringSubmatch(strings.TrimSpace(text[i:])); m == nil {
			return "", invalid("it is not one of the grades", "")
		}
	}
	r := writing.Rating(strings.ToLower(m[1]))
	if s == Two && r == writing.Neutral {
		return "", invalid("neutral is not one of the two grades", "")
	}
	return r, nil
}
