package build

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"adhere"
	"adhere/dataset"
	"adhere/internal/benchdata"
	"adhere/judge"
)

// TestPeoplesDecompositions holds that code objects to little in what people
// wrote and checked: 2,250 questions about 500 instructions, and the
// constraints of 12 requests. Every other objection is right or arguable.
func TestPeoplesDecompositions(t *testing.T) {
	count := func(list []*adhere.Instruction, form Form) (parts, against int) {
		for _, in := range list {
			parts += len(in.Requirements)
			for _, o := range examineParts(in.Prompt()+" "+in.Input, &judge.Decomposition{Requirements: in.Requirements}, form) {
				against++
				t.Logf("%s: %s", in.ID, o)
			}
		}
		return parts, against
	}
	set, err := dataset.Read(context.Background(), "infobench", filepath.Join(benchdata.Dir(t, "infobench"), "InfoBench.jsonl"), dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	list, err := set.Load()
	if err != nil {
		t.Fatal(err)
	}
	if parts, against := count(list, Questions); parts != 2250 || against > 30 {
		t.Errorf("%d objections to %d questions", against, parts)
	}
	if parts, against := count(examplesOf(t), Constraints); parts != 55 || against > 0 {
		t.Errorf("%d objections to %d constraints", against, parts)
	}
}

func examplesOf(t *testing.T) []*adhere.Instruction {
	file, err := os.Open(filepath.Join(benchdata.Dir(t, "realinstruct"), "examples.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var out []*adhere.Instruction
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var row struct {
			ID, Instruction string
			Constraints     []string
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		out = append(out, &adhere.Instruction{ID: row.ID, Messages: []adhere.Message{{Role: adhere.User, Text: row.Instruction}}, Requirements: judge.Requirements(row.Constraints)})
	}
	return out
}

// TestPeoplesLevels holds that code objects to little in the levels that
// people wrote and checked, on the half that its bounds were not set by.
func TestPeoplesLevels(t *testing.T) {
	// Ten of situation are puzzles whose numbers grow.
	for category, most := range map[string]int{"situation": 12, "style": 2, "format": 1} {
		raw, err := os.ReadFile(filepath.Join(benchdata.Dir(t, "followbench"), "en", category+"_constraints.json"))
		if err != nil {
			t.Fatal(err)
		}
		var rows []struct {
			ID          int `json:"example_id"`
			Level       int
			Instruction string
		}
		if err := json.Unmarshal(raw, &rows); err != nil {
			t.Fatal(err)
		}
		steps, against := 0, 0
		for i := 1; i < len(rows); i++ {
			if rows[i].ID != rows[i-1].ID || rows[i].ID%2 == 1 {
				continue
			}
			steps++
			var path []string
			for k := i - rows[i].Level; k < i; k++ {
				path = append(path, rows[k].Instruction)
			}
			if found := examineGrowth(path, rows[i].Instruction); len(found) > 0 {
				against++
				t.Logf("%s %d/%d: %s", category, rows[i].ID, rows[i].Level, found)
			}
		}
		if t.Logf("%s: objections to %d of %d steps", category, against, steps); against > most {
			t.Errorf("objections to %d of %d steps", against, steps)
		}
	}
}
