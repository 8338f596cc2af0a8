package build

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/lists"
	"adhere/verify/sample"
)

//go:embed base/mixed.json
var baseMixed []byte

// MixedCategory is the category of instructions with constraints of several
// kinds (FollowBench, appendix A.4).
const MixedCategory Category = "mixed"

// A MixedSeed is an instruction to which demands on counts and keywords are
// added.
type MixedSeed struct {
	Task   string `json:"task"` // text editing, summarisation, translation, story
	Prompt string `json:"prompt"`
}

// mixedSeeds returns seeds of our own.
func mixedSeeds() []MixedSeed {
	var out []MixedSeed
	if err := json.Unmarshal(baseMixed, &out); err != nil {
		panic("build: base/mixed.json: " + err.Error()) // it is ours
	}
	return out
}

// mixedInstructions makes a group of levels from each seed: level n has the
// first n of five demands that code decides, drawn from the algebra. For each
// demand there is a text that breaks it alone and one that meets all five, so
// that no level contradicts itself and none repeats another.
func mixedInstructions(seeds []MixedSeed, seed uint64) ([]*adhere.Instruction, error) {
	const levels = 5
	kinds := lists.Filter(KindsOf([]string{"algebra"}, nil), func(k sample.Kind) bool { return k.Label != "language" })
	sampler := sample.NewSampler(kinds)
	var out []*adhere.Instruction
	for i, s := range seeds {
		r := rand.New(rand.NewPCG(seed, uint64(i)))
		var drawn sample.Drawn
		for try := 0; len(drawn.Demands) < levels; try++ {
			if try == 20 {
				return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("seed %d: no %d demands go together", i+1, levels)}
			}
			drawn = sampler.Draw(r, levels, r.IntN(len(kinds)))
		}
		out = append(out, mixedLevels(i, s, drawn)...)
	}
	return out, nil
}

func mixedLevels(i int, s MixedSeed, drawn sample.Drawn) []*adhere.Instruction {
	group := string(MixedCategory) + "/" + strconv.Itoa(i+1)
	text := strings.TrimSpace(s.Prompt)
	path := []string{text}
	in := &adhere.Instruction{ID: group + "/0", Group: group, Path: path, Messages: []adhere.Message{{Role: adhere.User, Text: text}}, Tags: map[string]string{"category": string(MixedCategory), "source": s.Task}}
	out := []*adhere.Instruction{in}
	for level, d := range drawn.Demands {
		text += " " + d.Text
		path = append(path[:len(path):len(path)], text)
		next := *in
		next.ID, next.Level, next.Path, next.Messages = group+"/"+strconv.Itoa(level+1), level+1, path, []adhere.Message{{Role: adhere.User, Text: text}}
		for j, d := range drawn.Demands[:level+1] {
			next.Requirements = append(next.Requirements, adhere.Requirement{ID: "c" + strconv.Itoa(j+1), Text: d.Text, Labels: []string{d.Label}, Rule: d.Rule, Weight: 1})
		}
		out = append(out, &next)
	}
	return out
}
