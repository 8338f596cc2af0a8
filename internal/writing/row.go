package writing

// A Row is one turn by itself, for tables: what was asked, of what, and what
// came of it.
type Row struct {
	Session     string   `json:"session"`
	Question    string   `json:"question"`
	Model       string   `json:"model"`
	Person      string   `json:"person,omitempty"`
	Turn        int      `json:"turn"` // from 1
	Kind        Kind     `json:"kind"`
	Instruction string   `json:"instruction"`
	Previous    string   `json:"previous_answer"`
	Passages    []string `json:"passages,omitempty"` // their IDs
	Summary     string   `json:"summary,omitempty"`
	Answer      string   `json:"answer"`
	Rating      Rating   `json:"rating"`
	Comment     string   `json:"comment"`
	Edit        *string  `json:"edited_answer"`      // nil where the person made none
	Relevant    []string `json:"relevant,omitempty"` // IDs of passages that the person says matter
}

// Rows returns a row for each turn that was rated.
func (s *Session) Rows() []Row {
	var rows []Row
	for i := range s.Turns {
		t := &s.Turns[i]
		if t.Rating == "" {
			continue
		}
		r := Row{
			Session: s.ID, Question: s.Question.Text, Model: s.Model, Person: s.Person, Turn: t.Number, Kind: t.Kind,
			Instruction: t.Instruction, Previous: t.Previous, Summary: t.Summary, Answer: t.Answer,
			Rating: t.Rating, Comment: t.Comment, Relevant: t.Relevant,
		}
		for _, p := range t.Passages {
			r.Passages = append(r.Passages, p.ID)
		}
		if t.Edited() {
			r.Edit = &t.Edit
		}
		rows = append(rows, r)
	}
	return rows
}
