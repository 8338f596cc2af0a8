package study

import (
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/internal/lists"
	"adhere/internal/writing"
	"adhere/judge"
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

func (s Scheme) names() []string {
	return lists.Map(s.Classes(), func(c writing.Rating) string { return string(c) })
}

var gradeNames = []string{"good", "neutral", "bad"}

// gradeWord finds a grade wherever it stands, and whether it is denied.
var gradeWord = lazyregexp.New(`(?i)(\bnot (?:an? )?|n't (?:an? )?)?\b(good|neutral|bad)\b`)

// Read returns the grade that a reply gives: one word, perhaps behind a label,
// in JSON or with a reason. A reply that has another grade in it, if only as
// praise, is not read.
func (s Scheme) Read(reply string) (writing.Rating, error) {
	name, err := judge.ReadName(reply, gradeNames)
	if err != nil {
		return "", invalid(err.Error(), "")
	}
	for _, m := range gradeWord.FindAllStringSubmatch(reply, -1) {
		if m[1] == "" && !strings.EqualFold(m[2], name) {
			return "", invalid("it names "+name+" and "+strings.ToLower(m[2]), "")
		}
	}
	r := writing.Rating(name)
	if s == Two && r == writing.Neutral {
		return "", invalid("neutral is not one of the two grades", "")
	}
	return r, nil
}
