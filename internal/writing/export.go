package writing

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"
	"strings"
)

// WriteSessions writes a JSON object a line for each session.
func WriteSessions(w io.Writer, sessions []Session) error {
	return writeLines(w, len(sessions), func(i int) any { return &sessions[i] })
}

// WriteRows writes a JSON object a line for each row.
func WriteRows(w io.Writer, rows []Row) error {
	return writeLines(w, len(rows), func(i int) any { return &rows[i] })
}

func writeLines(w io.Writer, n int, item func(int) any) error {
	b := bufio.NewWriter(w)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	for i := range n {
		if err := e.Encode(item(i)); err != nil {
			return err
		}
	}
	return b.Flush()
}

// WriteTable writes rows as CSV with a header. A text that a spreadsheet would
// take for a formula gets an apostrophe in front.
func WriteTable(w io.Writer, rows []Row) error {
	c := csv.NewWriter(w)
	head := []string{
		"session", "question", "model", "person", "turn", "kind", "instruction", "previous_answer", "passages", "summary", "answer", "rating", "comment",
		"edited", "edited_answer",
	}
	if err := c.Write(head); err != nil {
		return err
	}
	for i := range rows {
		r := &rows[i]
		edit := ""
		if r.Edit != nil {
			edit = *r.Edit
		}
		cells := []string{
			r.Session, r.Question, r.Model, r.Person, strconv.Itoa(r.Turn), string(r.Kind), r.Instruction, r.Previous, strings.Join(r.Passages, " "),
			r.Summary, r.Answer, string(r.Rating), r.Comment, strconv.FormatBool(r.Edit != nil), edit,
		}
		for j := range cells {
			if cells[j] != "" && strings.ContainsRune("=+-@\t\r", rune(cells[j][0])) {
				cells[j] = "'" + cells[j]
			}
		}
		if err := c.Write(cells); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}
