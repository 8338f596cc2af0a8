package ifbench

import (
	"fmt"
	"slices"
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/verify"
	"adhere/verify/parity"
)

// A table is one of the three that the benchmark asks for.
type table struct {
	columns []string
	rows    int
	comma   byte
}

func (t table) String() string {
	return fmt.Sprintf("the columns %s and %d rows", strings.Join(t.columns, ", "), t.rows)
}

// read returns the rows of s below the header, or says why they are not such
// a table.
func (t table) read(s string) (rows [][]string, problem string) {
	rows, err := readCSV(s, t.comma)
	if err != nil {
		return nil, err.Error()
	}
	if len(rows) != t.rows+1 {
		return nil, verify.Amount(max(len(rows)-1, 0), "row") + " below the header"
	}
	return rows, ""
}

func cityTable(t *verify.Text) verify.Finding {
	want := table{[]string{"ID", "Country", "City", "Year", "Count"}, 7, ','}
	rows, problem := want.read(t.String())
	switch {
	case problem != "":
		return verify.Found(false, problem, want.String())
	case !slices.Equal(rows[0], want.columns):
		return verify.Found(false, "the header "+verify.Quote(strings.Join(rows[0], ",")), want.String())
	}
	for i, row := range rows {
		if len(row) != 5 {
			return verify.Found(false, verify.Amount(len(row), "field")+fmt.Sprintf(" in row %d", i), want.String())
		}
	}
	return verify.Found(true, "such a table", want.String())
}

// header is a pattern for the names of columns, with or without quotation
// marks, and blanks of the given kind between.
func header(between string, columns ...string) *lazyregexp.Regexp {
	for i, c := range columns {
		columns[i] = fmt.Sprintf(`(%s|"%s")`, c, c)
	}
	return lazyregexp.New("^" + strings.Join(columns, between) + "$")
}

var (
	productHeader = header(`,[ \t]*`, "ProductID", "Category", "Brand", "Price", "Stock")
	studentHeader = header(`\t *`, "StudentID", "Subject", "Grade", "Semester", "Score")

	// special finds a character that is no letter, number or white space
	// within quotation marks.
	special = lazyregexp.New(`^".*[^\p{L}\p{N}_` + pySpace + `].*"`)
)

// readQuoted is read with the quotation marks that stand around fields as a part of
// them, below a first line of that form.
func (t table) readQuoted(s string, header *lazyregexp.Regexp) (rows [][]string, problem string) {
	line, _, _ := strings.Cut(s, "\n")
	if line = parity.TrimSpace(line); !header.MatchString(line) {
		return nil, "the header " + verify.Quote(line)
	}
	return t.read(strings.ReplaceAll(s, `"`, `"""`))
}

// productTable looks for the special field row by row and finds it before it
// has seen whether the rows below have five fields.
func productTable(t *verify.Text) verify.Finding {
	want := table{[]string{"ProductID", "Category", "Brand", "Price", "Stock"}, 14, ','}
	wanted := want.String() + ", and a special character in a quoted field"
	rows, problem := want.readQuoted(t.String(), productHeader)
	if problem != "" {
		return verify.Found(false, problem, wanted)
	}
	for i, row := range rows[1:] {
		if len(row) != 5 {
			return verify.Found(false, verify.Amount(len(row), "field")+fmt.Sprintf(" in row %d", i+1), wanted)
		}
		if at := slices.IndexFunc(row, special.MatchString); at >= 0 {
			return verify.Found(true, "the field "+verify.Quote(row[at]), wanted)
		}
	}
	return verify.Found(false, "no such field", wanted)
}

func studentTable(t *verify.Text) verify.Finding {
	want := table{[]string{"StudentID", "Subject", "Grade", "Semester", "Score"}, 3, '\t'}
	wanted := want.String() + ", tabs between, quotation marks around each field"
	rows, problem := want.readQuoted(t.String(), studentHeader)
	if problem != "" {
		return verify.Found(false, problem, wanted)
	}
	for i, row := range rows {
		if len(row) != 5 {
			return verify.Found(false, verify.Amount(len(row), "field")+fmt.Sprintf(" in line %d", i+1), wanted)
		}
		if at := slices.IndexFunc(row, unquoted); at >= 0 {
			return verify.Found(false, "the field "+verify.Quote(row[at])+" without quotation marks", wanted)
		}
	}
	return verify.Found(true, "such a table", wanted)
}

func unquoted(field string) bool {
	field = parity.TrimSpace(field)
	return !strings.HasPrefix(field, `"`) || !strings.HasSuffix(field, `"`)
}
