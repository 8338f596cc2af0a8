package report

import (
	"strings"

	"adhere"
	"adhere/internal/lists"
)

// serverLines says where models were asked, a line for each model and address
// with the roles that it had: "openai/m at http://gpu:8000/v1 (judge, subject)".
func serverLines(servers []adhere.Server) []string {
	var lines []string
	roles := map[string][]string{}
	for _, s := range servers {
		line := s.Model + " at " + s.Address
		if roles[line] == nil {
			lines = append(lines, line)
		}
		roles[line] = lists.AddNew(roles[line], s.Role)
	}
	for i, line := range lines {
		lines[i] = line + " (" + strings.Join(roles[line], ", ") + ")"
	}
	return lines
}

// at says where models were asked in one line, where that was not at their
// provider's own address.
func (r *Result) at() string { return strings.Join(serverLines(r.Servers), ", ") }
