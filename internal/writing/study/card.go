package study

import (
	"fmt"
	"io"
	"slices"

	"adhere/internal/writing"
	"adhere/prompt"
	"adhere/training"
)

// A Card states where training data comes from and how much there is.
type Card struct {
	Sessions    int            `json:"sessions"`
	Turns       int            `json:"turns"` // rated
	Edited      int            `json:"edited"`
	Questions   int            `json:"questions"`
	People      int            `json:"people"` // who wrote and rated; never by name
	Models      []string       `json:"models"`
	Prompts     string         `json:"prompts"` // hash of the wording
	Preferences training.Count `json:"preferences"`
	Supervised  training.Count `json:"supervised"`
	Filters     []string       `json:"filters"`
	Sources     []string       `json:"sources,omitempty"` // files and stores; for the caller to fill in
	Licence     []string       `json:"licence,omitempty"` // likewise
}

func card(sessions []writing.Session, pack *prompt.Pack) Card {
	c := Card{Sessions: len(sessions), Models: modelsOf(sessions), Prompts: pack.Hash(), Filters: []string{
		"Supervised: answers rated good, and what people made of others; one example for each prompt and answer.",
		"Preferences: what a person made of an answer, over that answer; one for each two answers to a prompt.",
		"Answers rated neutral or bad that nobody edited teach nothing. Where one turn calls good what another does not, both are left out and counted.",
	}}
	var questions, people []string
	for i := range sessions {
		s := &sessions[i]
		questions, people = append(questions, s.Question.Text), append(people, s.Person)
		for _, r := range s.Rows() {
			c.Turns++
			c.Edited += count(r.Edit != nil)
		}
	}
	c.Questions, c.People = distinct(questions), distinct(people)
	return c
}

// distinct counts different values that are not empty.
func distinct(list []string) int {
	list = slices.DeleteFunc(list, func(s string) bool { return s == "" })
	slices.Sort(list)
	return len(slices.Compact(list))
}

// Count returns the counts of one kind.
func (c *Card) Count(kind string) training.Count {
	if kind == training.KindPreferences {
		return c.Preferences
	}
	return c.Supervised
}

// WriteMarkdown writes the card as a page for people, with the front matter by
// which hubs find the files of the given kinds, KIND.jsonl beside it.
func (c *Card) WriteMarkdown(w io.Writer, kinds []string) error {
	page := training.Page{
		Title: "Training data from writing sessions",
		Facts: fmt.Sprintf("Sessions: %d. Turns: %d, edited: %d. Questions: %d. People: %d.", c.Sessions, c.Turns, c.Edited, c.Questions, c.People),
		Lists: []training.List{
			{Title: "Sources", Lines: c.Sources},
			{Title: "Models that answered", Lines: c.Models, Code: true},
			{Title: "Filters", Lines: c.Filters},
			{Title: "Licence", Lines: c.Licence},
		},
		Last: "The wording of the prompts has the hash " + c.Prompts + ".",
	}
	for _, k := range kinds {
		page.Files = append(page.Files, training.File{Kind: k, Count: c.Count(k)})
	}
	return page.WriteMarkdown(w)
}
