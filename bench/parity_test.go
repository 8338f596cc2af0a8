package bench_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"adhere"
	"adhere/dataset"
	"adhere/verify"
	"adhere/verify/suites"
)

// A ruledItem is an instruction of our own in the official layout, with what
// the official script says of each text at each level: "1" met, "0" not met.
type ruledItem struct {
	Category, Source string
	ID               int `json:"example_id"`
	Target           string
	Levels           []string
}

// TestRuleParity holds the rules of each source at each level to the verdicts
// of the official script on texts of our own, without any public data.
func TestRuleParity(t *testing.T) {
	b, err := os.ReadFile("testdata/parity.json")
	if err != nil {
		t.Fatal(err)
	}
	var p struct {
		Texts []string
		Items []ruledItem
	}
	if err := json.Unmarshal(b, &p); err != nil {
		t.Fatal(err)
	}
	catalog := suites.Catalog()
	for _, item := range p.Items {
		for i, in := range item.instructions(t) {
			for k, text := range p.Texts {
				met := meetsAll(t, catalog, in, text)
				if official := item.Levels[i][k] == '1'; met != official {
					t.Errorf("%s %s, level %d: met is %v on %.80q, officially %v", item.Category, item.Source, i+1, met, text, official)
				}
			}
		}
	}
}

// instructions writes the item's five levels as an official file and reads it.
func (item *ruledItem) instructions(t *testing.T) []*adhere.Instruction {
	t.Helper()
	var records []map[string]any
	for level := 1; level <= len(item.Levels); level++ {
		records = append(records, map[string]any{
			"example_id": item.ID, "category": item.Category, "source": item.Source,
			"level": level, "instruction": "Do it.", "target": item.Target,
		})
	}
	b, err := json.Marshal(records)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), item.Category+"_constraints.json")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	set, err := dataset.Read(t.Context(), "followbench", path, dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var list []*adhere.Instruction
	for in, err := range set.All() {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, in)
	}
	if len(list) != len(item.Levels) {
		t.Fatalf("%s %s: read %d levels, want %d", item.Category, item.Source, len(list), len(item.Levels))
	}
	return list
}

func meetsAll(t *testing.T, catalog *verify.Catalog, in *adhere.Instruction, text string) bool {
	t.Helper()
	for _, r := range in.Requirements {
		check, err := catalog.Compile(r.Rule)
		if err != nil {
			t.Fatalf("%s: %v", in.ID, err)
		}
		if !check(verify.NewText(text)).Met {
			return false
		}
	}
	return true
}
