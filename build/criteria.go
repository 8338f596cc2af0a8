package build

import (
	"fmt"
	"strings"

	"adhere/internal/lazyregexp"
)

// The bounds on documents (KIWI, section 3.1 and appendix A.6, step 1).
const (
	FewestDocuments = 4   // that are at hand
	MostMissing     = 1   // for a question that a person wrote
	MissingShare    = 0.3 // for a paragraph that questions are made from
)

// A Criterion is one thing that a good question meets.
type Criterion struct {
	ID, Text string
	ByCode   bool // code can tell; the others a person ticks
}

// Criteria lists what a question for a writing session must meet, in the
// order of a checklist (KIWI, section 3.1).
func Criteria() []Criterion {
	return []Criterion{
		{"realistic", "Somebody who works in the field would ask it.", false},
		{"several", "Its answer needs several of the documents.", false},
		{"sufficient", "The documents together hold its answer.", false},
		{"alone", "It stands alone: it points to no paper, author or part of a text.", true},
		{"single", "It asks one thing.", true},
		{"documents", fmt.Sprintf("At least %d of its documents are available.", FewestDocuments), true},
		{"missing", fmt.Sprintf("At most %d of its documents is missing.", MostMissing), true},
	}
}

// An Objection is a criterion that is not met, and what shows it.
type Objection struct {
	Criterion string `json:"criterion"`
	Evidence  string `json:"evidence"`
}

func (o Objection) String() string { return o.Criterion + ": " + o.Evidence }

// Review returns what code has against a question with so many documents at
// hand and so many missing.
func Review(question string, documents, missing int) []Objection {
	var out []Objection
	if word := Anchor(question); word != "" {
		out = append(out, Objection{"alone", word})
	}
	if n := strings.Count(question, "?"); n > 1 {
		out = append(out, Objection{"single", fmt.Sprintf("%d question marks", n)})
	}
	if documents < FewestDocuments {
		out = append(out, Objection{"documents", fmt.Sprintf("%d available", documents)})
	}
	if missing > MostMissing {
		out = append(out, Objection{"missing", fmt.Sprintf("%d missing", missing)})
	}
	return out
}

var anchors = lazyregexp.New(`(?i)\b(?:(?:this|these|the|our|their) (?:current |present |proposed |previous |aforementioned )?(?:papers?|works?|stud(?:y|ies)|articles?|paragraphs?|passages?|sections?|texts?|excerpts?)|authors?|mentioned|cited|aforementioned|the (?:proposed|presented|described|discussed) (?:methods?|models?|approach(?:es)?|systems?|frameworks?)|et al|according to the|(?:related|prior|previous) work section)\b|\[\d+\]|\(\d{4}\)`)

// Anchor returns the words by which a question hangs on a paper or text, ""
// where there are none.
func Anchor(question string) string { return anchors.FindString(question) }
