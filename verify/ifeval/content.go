package ifeval

import (
	"fmt"
	"strings"

	"adhere/verify"
	"adhere/verify/parity"
)

// countPlaceholders counts brackets that open and close in one line.
func countPlaceholders(t *verify.Text) int {
	n := 0
	for line := range strings.Lines(t.String()) {
		for {
			_, rest, ok := strings.Cut(line, "[")
			if !ok {
				break
			}
			if _, line, ok = strings.Cut(rest, "]"); !ok {
				break
			}
			n++
		}
	}
	return n
}

// postscript looks for the marker anywhere. The two markers of the official
// data may be spaced.
func postscript(a *verify.Args) (verify.Check, error) {
	marker := parity.TrimSpace(a.Text("postscript_marker"))
	var forms []string
	switch marker {
	case "P.P.S":
		forms = []string{`p\.\s?p\.\s?s`}
	case "P.S.":
		forms = []string{`p\.\s?s\.`}
	default:
		forms = []string{parity.Lower(marker)}
	}
	patterns, err := compileAll("postscript_marker", forms, newLowerPattern)
	return func(t *verify.Text) verify.Finding {
		f := verify.Finding{Met: patterns[0].in(t), Measured: "no " + verify.Quote(marker), Wanted: fmt.Sprintf("a postscript that begins with %q", marker)}
		if f.Met {
			f.Measured = verify.Quote(marker) + " is there"
		}
		return f
	}, err
}
