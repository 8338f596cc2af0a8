package collect

import (
	"io"

	"adhere"
	"adhere/internal/jsonl"
	"adhere/internal/writing"
)

// Write writes sessions as "sessions" (a JSON object each), or their rated turns
// as "rows" (a JSON object each) or "table" (CSV, a row each). It returns how many
// turns it left out because nobody has rated them. The error's code is Invalid
// for another word.
func Write(w io.Writer, all []writing.Session, as string) (unrated int, err error) {
	var rows []writing.Row
	for i := range all {
		rated := all[i].Rows()
		rows, unrated = append(rows, rated...), unrated+len(all[i].Turns)-len(rated)
	}
	switch as {
	case "sessions":
		return 0, jsonl.Write(w, all)
	case "rows":
		return unrated, jsonl.Write(w, rows)
	case "table":
		return unrated, writing.WriteTable(w, rows)
	default:
		return 0, &adhere.Error{Code: adhere.Invalid, Message: "--as " + as + " is not known", Hint: "sessions, rows, table, preferences or supervised"}
	}
}
