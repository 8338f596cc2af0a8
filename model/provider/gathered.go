package provider

import (
	"strings"

	"adhere"
)

// gathered is what came so far of one streamed reply.
type gathered struct {
	said            reply // but for its texts
	text, reasoning strings.Builder
	number          *int // of the answer that is read, where there can be others
	several         bool // answers came, not one
}

func (g *gathered) take(piece adhere.Chunk) adhere.Chunk {
	g.text.WriteString(piece.Text)
	g.reasoning.WriteString(piece.Reasoning)
	return piece
}

// other reports whether an answer, one of so many that came at once, is another
// than the first that came.
func (g *gathered) other(number, of int) bool {
	if g.number == nil {
		g.number = &number
	}
	other := number != *g.number
	g.several = g.several || other || of > 1
	return other
}

func (g *gathered) whole() *reply {
	r := &g.said
	r.text, r.reasoning = g.text.String(), g.reasoning.String()
	if g.several {
		r.warnings = append(r.warnings, manyChoices)
	}
	return r
}

// manyChoices is said where a server sends answers that nobody asked for.
const manyChoices = "the reply holds several choices: the first was read"

// lowest returns the answer with the lowest number.
func lowest[T any](answers []T, number func(*T) int) *T {
	best := &answers[0]
	for i := range answers {
		if number(&answers[i]) < number(best) {
			best = &answers[i]
		}
	}
	return best
}
