package writing

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
)

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
