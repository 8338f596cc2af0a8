package study

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"adhere/internal/writing"
	"adhere/prompt"
)

// A Count says how many examples of one kind there are.
type Count struct {
	Kept         int `json:"kept"`
	Duplicates   int `json:"duplicates"`   // further times that an example was found
	Contradicted int `json:"contradicted"` // left out because another turn says the opposite
}

// A Card states where training data comes from and how much there is.
type Card struct {
	Sessions    int      `json:"sessions"`
	Turns       int      `json:"turns"` // rated
	Edited      int      `json:"edited"`
	Questions   int      `json:"questions"`
	People      int      `json:"people"` // who wrote and rated; never by name
	Models      []string `json:"models"`
	Prompts     string   `json:"prompts"` // hash of the wording
	Preferences Count    `json:"preferences"`
	Supervised  Count    `json:"supervised"`
	Filters     []string `json:"filters"`
	Sources     []string `json:"sources,omitempty"` // files and stores; for the caller to fill in
	Licence     []string `json:"licence,omitempty"` // likewise
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
func (c *Card) Count(kind string) Count {
	if kind == KindPreferences {
		return c.Preferences
	}
	return c.Supervised
}

func shapeOf(kind string) string {
	if kind == KindPreferences {
		return "`prompt`, `chosen`, `rejected`, each a list of messages: the conversational shape of preference trainers"
	}
	return "`messages`: the conversational shape of supervised trainers"
}

// WriteMarkdown writes the card as a page for people, with the front matter by
// which hubs find the files of the given kinds, KIND.jsonl beside it.
func (c *Card) WriteMarkdown(w io.Writer, kinds []string) error {
	var b strings.Builder
	b.WriteString("---\nlicense: other\nconfigs:\n")
	for _, k := range kinds {
		fmt.Fprintf(&b, "- config_name: %s\n  data_files: %s.jsonl\n", k, k)
	}
	b.WriteString("---\n# Training data from writing sessions\n\n| file | examples | duplicates | contradicted | shape |\n| --- | --- | --- | --- | --- |\n")
	for _, k := range kinds {
		n := c.Count(k)
		fmt.Fprintf(&b, "| %s.jsonl | %d | %d | %d | %s |\n", k, n.Kept, n.Duplicates, n.Contradicted, shapeOf(k))
	}
	fmt.Fprintf(&b, "\nSessions: %d. Turns: %d, edited: %d. Questions: %d. People: %d.\n", c.Sessions, c.Turns, c.Edited, c.Questions, c.People)
	for _, part := range []struct {
		title string
		lines []string
	}{{"Sources", c.Sources}, {"Models that answered", c.Models}, {"Filters", c.Filters}, {"Licence", c.Licence}} {
		if len(part.lines) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n## %s\n\n", part.title)
		for _, line := range part.lines {
			fmt.Fprintf(&b, "- %s\n", strings.Join(strings.Fields(line), " "))
		}
	}
	fmt.Fprintf(&b, "\nThe wording of the prompts has the hash %s.\n", c.Prompts)
	_, err := io.WriteString(w, b.String())
	return err
}
