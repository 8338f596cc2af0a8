package report

import (
	"io"
	"strings"

	"adhere"
)

// Options are how a document is shown. The zero value suits a file.
type Options struct {
	Width   int         // columns of the terminal, for Text; 0 is 100
	Min     []Threshold // those not reached are failures in JUnit and warnings elsewhere
	Records Records     // what JUnit and HTML show item by item; may be nil
	Against Records     // the records of B, for WriteVersus; may be nil

	// Slim hands out the same records in the same order, with no more than metrics
	// read, and Only whole ones by their places in that order, from 0. With both,
	// HTML reads whole only what it shows. May be nil.
	Slim Records
	Only func(places []int) Records

	MaxItems int // how many items HTML shows in full; 0 is 1000. Those with something not met come first

	// Prompts returns what a judge was shown to decide on a record: all turns
	// in order, none for rules and people. HTML has it beside the judge's raw
	// reply. May be nil.
	Prompts func(judge string, r *adhere.Record) []adhere.Message
}

func (o Options) maxItems() int {
	if o.MaxItems <= 0 {
		return defaultItems
	}
	return o.MaxItems
}

// A Format is a way to write a document.
type Format string

// The formats.
const (
	FormatText     Format = "text"
	FormatJSON     Format = "json"
	FormatCSV      Format = "csv"
	FormatMarkdown Format = "md"
	FormatJUnit    Format = "junit"
	FormatHTML     Format = "html"
)

// Formats lists the formats in the order of their documentation.
func Formats() []Format {
	return []Format{FormatText, FormatJSON, FormatCSV, FormatMarkdown, FormatJUnit, FormatHTML}
}

// Write writes a result in the given format. An unknown format is an error
// that lists the known ones.
func Write(w io.Writer, format Format, r *Result, o Options) error {
	switch format {
	case FormatText:
		return writeText(w, r, o)
	case FormatJSON:
		return JSON(w, r)
	case FormatCSV:
		return writeCSV(w, r)
	case FormatMarkdown:
		return writeMarkdown(w, r, o)
	case FormatJUnit:
		return writeJUnit(w, r, o)
	case FormatHTML:
		return writeHTML(w, r, o)
	default:
		return unknownFormat(format, Formats())
	}
}

func unknownFormat(format Format, known []Format) error {
	names := make([]string, len(known))
	for i, f := range known {
		names[i] = string(f)
	}
	return adhere.Errorf(adhere.Invalid, "no format %q for this report", format).
		WithHint("choose one of " + strings.Join(names, ", "))
}

// withThresholds adds what was not reached to the warnings.
func (l *layout) withThresholds(r *Result, wanted []Threshold) error {
	short, err := r.Below(wanted)
	for _, s := range short {
		l.Warnings = append(l.Warnings, "below the threshold: "+s.Reason)
	}
	return err
}
