package benchdata_test

import (
	"strings"
	"testing"

	_ "github.com/ikawaha/kagome-dict/ipa" // whose file Dictionary returns

	"adhere/internal/benchdata"
)

// TestNotRun says in one line which public data is missing, so that whoever
// reads the output of the tests knows what they did not cover.
func TestNotRun(t *testing.T) {
	var missing []string
	for _, name := range []string{"followbench", "ifbench", "ifeval", "infobench", "llmbar"} {
		if _, ok := benchdata.Find(name); !ok {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		t.Skipf("not run: known-answer tests over public data that is not here (%s); adhere data pull --all gets what can be downloaded", strings.Join(missing, ", "))
	}
}

// A missing folder fails a test only where CI is set.
func TestMissing(t *testing.T) {
	t.Setenv("ADHERE_DATA", t.TempDir())
	for ci, want := range map[string]string{"": "skipped", "true": "failed"} {
		t.Setenv("CI", ci)
		f := &fake{TB: t}
		benchdata.Dir(f, "ifeval")
		if f.how != want {
			t.Errorf("with CI=%q the test was %q, want %q", ci, f.how, want)
		}
	}
}

// A fake notes how a test ended.
type fake struct {
	testing.TB
	how string
}

func (f *fake) Helper() {}

func (f *fake) Skipf(string, ...any) {
	if f.how == "" {
		f.how = "skipped"
	}
}

func (f *fake) Fatalf(string, ...any) { f.how = "failed" }
