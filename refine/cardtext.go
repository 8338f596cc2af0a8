package refine

import (
	"fmt"
	"io"

	"adhere/training"
)

// KindCritic is the kind of training data that only refinement makes.
const KindCritic = "critic"

// Kinds lists the kinds of training data in the order of a card.
func Kinds() []string {
	return []string{KindCritic, training.KindPreferences, training.KindSupervised}
}

// Count returns the counts of one kind.
func (c *Card) Count(kind string) training.Count {
	switch kind {
	case KindCritic:
		return c.Critic
	case training.KindPreferences:
		return c.Preferences
	case training.KindSupervised:
		return c.Supervised
	default:
		return training.Count{}
	}
}

// shapeOfCritic says which trainers read a critic's examples.
const shapeOfCritic = "`messages` for supervised training of a critic, beside `instruction`, `constraint`, `response`, `reasoning`, `label`"

// WriteMarkdown writes the card as a page for people, with the front matter by
// which hubs find the files of the given kinds, KIND.jsonl beside it.
func (c *Card) WriteMarkdown(w io.Writer, kinds []string) error {
	page := training.Page{
		Title: "Training data from refined answers",
		Facts: fmt.Sprintf("Refinements: %d. Instructions: %d. Attempts: %d, %d of them without an answer. Undecided verdicts: %d.", c.Traces, c.Instructions, c.Attempts, c.Unanswered, c.Undecided),
		Lists: []training.List{
			{Title: "Sources", Lines: c.Sources, Code: true},
			{Title: "Data sets", Lines: c.Datasets, Code: true, Empty: "prompts of no data set"},
			{Title: "Strategies", Lines: c.Strategies, Code: true},
			{Title: "Models that answered", Lines: c.Models, Code: true},
			{Title: "Whose verdicts", Lines: c.Critics, Code: true},
			{Title: "How good they were", Lines: c.Quality.lines()},
			{Title: "Filters", Lines: c.Filters},
			{Title: "Licence", Lines: c.Licence},
		},
		Last: "The wording of the critic's examples has the hash " + c.Prompts + ".",
	}
	for _, k := range kinds {
		f := training.File{Kind: k, Count: c.Count(k)}
		if k == KindCritic {
			f.Shape = shapeOfCritic
		}
		page.Files = append(page.Files, f)
	}
	return page.WriteMarkdown(w)
}
