package collect

import (
	"io"

	"adhere"
	"adhere/internal/jsonl"
	"adhere/internal/writing"
)

// Write writes sessions as "sessions" (a JSON object each), "rows" (a JSON
// object a turn) or "table" (CSV, a row a turn). The error's code is Invalid
// for another word.
func Write(w io.Writer, all []writing.Session, as string) error {
	var rows []writing.Row
	for i := range all {
		rows = append(rows, all[i].Rows()...)
	}
	switch as {
	case "sessions":
		return jsonl.Write(w, all)
	case "rows":
		return jsonl.Write(w, rows)
	case "table":
		return writing.WriteTable(w, rows)
	default:
		return &adhere.Error{Code: adhere.Invalid, Message: "--as " + as + " is not known", Hint: "sessions, rows, table, preferences or supervised"}
	}
}
