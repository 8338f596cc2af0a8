package ifeval

import (
	"strings"

	"adhere/verify"
	"adhere/verify/parity"
)

// jsonFormat wants JSON alone. A code fence around it is fine.
func jsonFormat(t *verify.Text) verify.Finding {
	s := t.Trimmed()
	for _, fence := range []string{"```json", "```Json", "```JSON", "```"} {
		s = strings.TrimPrefix(s, fence)
	}
	s = parity.TrimSpace(strings.TrimSuffix(s, "```"))
	f := verify.Finding{Met: true, Measured: "JSON", Wanted: "JSON alone, in a code fence or not"}
	if err := readJSON(s); err != nil {
		f.Met, f.Measured = false, "no JSON: "+err.Error()
	}
	return f
}
