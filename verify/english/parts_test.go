package english_test

import (
	"path/filepath"
	"testing"

	"adhere"
	"adhere/verify"
	"adhere/verify/english"
)

// TestPartsSpareGoodAnswers holds demands on parts to answers that meet them in
// the forms that parts come in: nothing that is enforced accuses one.
func TestPartsSpareGoodAnswers(t *testing.T) {
	type asked struct {
		Prompt string   `json:"prompt"`
		Good   []string `json:"good"`
	}
	enforced, met := 0, 0
	for _, c := range readLines[asked](t, filepath.Join("testdata", "parts.jsonl")) {
		for _, d := range english.Demands([]adhere.Message{{Role: adhere.User, Text: c.Prompt}}) {
			if !d.MayEnforce() {
				continue
			}
			check, err := catalog().Compile(d.Rule)
			if err != nil {
				t.Fatal(err)
			}
			for _, good := range c.Good {
				f := check(verify.NewText(good))
				if enforced++; f.Met {
					met++
				} else if !f.Undecided {
					t.Errorf("%q: %q accuses %q: %s", c.Prompt, d.Text, good, f)
				}
			}
		}
	}
	if met*10 < enforced*8 {
		t.Errorf("%d of %d are met for certain, want 80 %%", met, enforced)
	}
}
