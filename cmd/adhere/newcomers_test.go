package main

import (
	"os/exec"
	"strings"
	"testing"
)

// TestNewcomers runs what newcomers try first; scripts/newcomers/README.md says
// who they are. Those in Python are run by scripts/python-test.
func TestNewcomers(t *testing.T) {
	t.Parallel()
	for script, want := range map[string][]string{
		"ci":     {"worse: exit code 100", "better: exit code 0", "worse than the baseline by 50.0 points"},
		"deploy": {"without a key: 401", `"content": "Tea and coffee"`, "invitations: 50", "pages: 200"},
		"golang": {`"tea and coffee": met true`, `"tea, coffee": met false`},
	} {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			for _, tool := range map[string][]string{"deploy": {"curl", "python3"}, "golang": {"go"}}[script] {
				if _, err := exec.LookPath(tool); err != nil {
					t.Skip(err)
				}
			}
			out, err := exec.CommandContext(t.Context(), "../../scripts/newcomers/"+script).CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			for _, part := range want {
				if !strings.Contains(string(out), part) {
					t.Errorf("no %q in\n%s", part, out)
				}
			}
		})
	}
}
