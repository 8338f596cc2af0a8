package writing

import "fmt"

// An Asked is a question with the documents that it is to be answered from.
type Asked struct {
	Question
	Documents []string `json:"documents"`        // their IDs
	State     State    `json:"state,omitempty"`  // whether it is asked
	People    []string `json:"people,omitempty"` // whom it is for; empty for anybody
	Origin    string   `json:"origin,omitempty"` // what a proposal was built from
}

// A State says what became of a question that was built.
type State string

// The states.
const (
	Open     State = ""         // it is asked
	Proposed State = "proposed" // nobody has looked at it
	Refused  State = "refused"  // somebody has, and it is not asked
)

// A Set is documents under a name, from which questions are asked.
type Set struct {
	Name      string   `json:"name"`
	Documents []string `json:"documents"` // their IDs
}

// A Holding is what the store knows of a document without reading it whole.
type Holding struct {
	ID         string   `json:"id"`
	Title      string   `json:"title"`
	Authors    []string `json:"authors,omitempty"`
	Source     string   `json:"source"`
	Bytes      int      `json:"bytes"`
	Paragraphs int      `json:"paragraphs"`
}

// passageID names a paragraph of a document, counted from 0.
func passageID(document string, number int) string { return fmt.Sprintf("%s#%d", document, number) }

// PassagesOf returns a document's paragraphs as they are searched for.
func PassagesOf(d *Document) []Passage {
	ps := make([]Passage, len(d.Paragraphs))
	for i, p := range d.Paragraphs {
		ps[i] = Passage{ID: passageID(d.ID, i), Document: d.ID, Title: d.Title, Section: p.Section, Text: p.Text}
	}
	return ps
}
