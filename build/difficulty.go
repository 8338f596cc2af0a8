package build

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"adhere"
	"adhere/internal/lists"
	"adhere/metric"
)

// A PassRate counts attempts. What is undecided, and what failed, is in neither
// of Met and Decided.
type PassRate struct {
	Met       int `json:"met"`
	Decided   int `json:"decided"`
	Undecided int `json:"undecided"`
}

// A Rated is a prompt with a model's attempts at it.
type Rated struct {
	ID           string     `json:"id"`
	Difficulty   string     `json:"difficulty"`
	All          PassRate   `json:"all"`          // all requirements together
	Requirements []PassRate `json:"requirements"` // each, in their order
}

// difficulties say how often a model's attempts meet all requirements.
var difficulties = [][2]string{
	{"always", "every attempt"},
	{"often", "more than two thirds, not all"},
	{"sometimes", "more than a third, at most two thirds"},
	{"seldom", "at most a third, not none"},
	{"never", "no attempt"},
}

func (p PassRate) difficulty() string {
	switch {
	case p.Met == p.Decided:
		return "always"
	case p.Met == 0:
		return "never"
	case 3*p.Met <= p.Decided:
		return "seldom"
	case 3*p.Met <= 2*p.Decided:
		return "sometimes"
	}
	return "often"
}

// A Difficulty measures the prompts of a set by a run on it.
type Difficulty struct {
	Run     *adhere.Run
	Records []adhere.Record
	Most    int    // prompts drawn of each difficulty; 0 for all
	Seed    uint64 // of the draw

	steps []Step[*adhere.Instruction] // the measurement, then the draw of each difficulty
	rated map[*adhere.Instruction]*Rated
}

// Draw tags the prompts of a set with their difficulty and draws of each
// difficulty, kinds of requirements about evenly. Prompts of which no attempt
// is decided are rejected.
func (d *Difficulty) Draw(ctx context.Context, list []*adhere.Instruction) (Passage[*adhere.Instruction], error) {
	if d.Most < 0 {
		return Passage[*adhere.Instruction]{}, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--per-difficulty %d: expected at least 1, or 0 for all", d.Most)}
	}
	d.prepare()
	out, err := Through(ctx, list, d.steps[:1])
	if err == nil && len(out.Kept) == 0 {
		err = &adhere.Error{Code: adhere.Conflict, Message: "the run " + d.Run.ID + " decides no prompt of the set: " + countsOf(out.Yields[0].Dropped), Hint: "name a run of the same file: adhere runs list"}
	}
	if err != nil {
		return out, err
	}
	measured := out.Kept
	out.Kept = nil
	for i, level := range difficulties {
		same := lists.Filter(measured, func(in *adhere.Instruction) bool { return d.rated[in].Difficulty == level[0] })
		part, err := Through(ctx, same, d.steps[i+1:i+2])
		if err != nil {
			return out, err
		}
		out.Kept = append(out.Kept, part.Kept...)
		out.Rejected = append(out.Rejected, part.Rejected...)
		out.Yields = append(out.Yields, part.Yields...)
	}
	return out, nil
}

func (d *Difficulty) prepare() {
	attempts := map[string][]adhere.Record{}
	for _, r := range d.Records {
		attempts[r.Instruction.ID] = append(attempts[r.Instruction.ID], r)
	}
	d.rated = map[*adhere.Instruction]*Rated{}
	d.steps = []Step[*adhere.Instruction]{{Name: "measured", Doc: "tags prompts with the share of attempts that meet all requirements; drops those of which none is decided", Do: inTurn(func(in *adhere.Instruction) string {
		return d.rate(in, attempts[in.ID])
	})}}
	for _, level := range difficulties {
		d.steps = append(d.steps, Step[*adhere.Instruction]{Name: level[0], Doc: "all requirements are met by " + level[1], Do: d.draw})
	}
}

// rate tags a prompt, or says why it cannot.
func (d *Difficulty) rate(in *adhere.Instruction, attempts []adhere.Record) (why string) {
	if len(attempts) == 0 {
		return "not in the run"
	}
	if !sameDemands(in, attempts[0].Instruction) {
		return "another text in the run"
	}
	r := &Rated{ID: in.ID, Requirements: make([]PassRate, len(in.Requirements))}
	met := metric.InstructionAccuracy("", metric.Options{By: []metric.Grouping{metric.ByRequirement()}})
	for _, s := range met.Of(attempts) {
		rate := PassRate{s.Met, s.N, s.Undecided}
		if s.Group == nil {
			r.All = rate
			continue
		}
		i := slices.IndexFunc(in.Requirements, func(q adhere.Requirement) bool { return q.ID == s.Group["requirement"] })
		r.Requirements[i] = rate
	}
	for i, rate := range r.Requirements {
		if rate.Decided == 0 {
			return "no attempt is decided: requirement " + in.Requirements[i].ID
		}
	}
	if r.All.Decided == 0 {
		return "no attempt is decided: all requirements"
	}
	r.Difficulty = r.All.difficulty()
	if in.Tags == nil {
		in.Tags = map[string]string{}
	}
	in.Tags["difficulty"], in.Tags["difficulty_model"] = r.Difficulty, d.Run.Plan.Model
	in.Tags["pass_rate"] = fmt.Sprintf("%d/%d", r.All.Met, r.All.Decided)
	in.Tags["attempts"] = strconv.Itoa(len(attempts))
	d.rated[in] = r
	return ""
}

func sameDemands(a, b *adhere.Instruction) bool {
	return a.Prompt() == b.Prompt() && slices.EqualFunc(a.Requirements, b.Requirements, func(q, r adhere.Requirement) bool { return q.ID == r.ID && q.Text == r.Text })
}

// draw takes, one after the other, the prompt whose kinds were taken least.
func (d *Difficulty) draw(_ context.Context, lines []*adhere.Instruction) ([]string, error) {
	why, taken := make([]string, len(lines)), map[string]int{}
	if d.Most == 0 || len(lines) <= d.Most {
		return why, nil
	}
	kinds := lists.Map(lines, kindsOf)
	load := func(i int) float64 {
		sum := 0
		for _, k := range kinds[i] {
			sum += taken[k]
		}
		return float64(sum) / float64(max(len(kinds[i]), 1))
	}
	left := rand.New(rand.NewPCG(d.Seed, 0)).Perm(len(lines))
	for range d.Most {
		next := slices.MinFunc(left, func(a, b int) int { return cmp.Compare(load(a), load(b)) })
		for _, k := range kinds[next] {
			taken[k]++
		}
		left = slices.DeleteFunc(left, func(i int) bool { return i == next })
	}
	for _, i := range left {
		why[i] = "not drawn"
	}
	return why, nil
}

// kindsOf returns the labels of an instruction's requirements, each once; of one
// without labels, the name of its rule.
func kindsOf(in *adhere.Instruction) []string {
	var out []string
	for _, q := range in.Requirements {
		out = append(out, q.Labels...)
		if len(q.Labels) == 0 && q.Rule != nil {
			out = append(out, q.Rule.Name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Rated returns what was measured of instructions.
func (d *Difficulty) Rated(list []*adhere.Instruction) []*Rated {
	return lists.Map(list, func(in *adhere.Instruction) *Rated { return d.rated[in] })
}

// Card describes what was drawn of a set, whose own card is the file before.
func (d *Difficulty) Card(name string, passage *Passage[*adhere.Instruction], before string) *Card {
	c := &Card{Name: name, Licence: "other", Yields: passage.Yields, Tables: []Table{stepTable(d.steps), d.kinds(passage)}}
	undecided := 0
	var attempts, decided []int // at each prompt
	for _, r := range d.rated {
		undecided += r.All.Undecided
		attempts, decided = append(attempts, r.All.Decided+r.All.Undecided), append(decided, r.All.Decided)
	}
	fewest := slices.Min(decided)
	c.About = "A set whose prompts' difficulty was measured: how often the answers of one model meet all requirements. rates.jsonl has the counts, of each requirement too; rejected.jsonl what was not drawn."
	c.Facts = [][2]string{
		{"instructions", strconv.Itoa(len(passage.Kept))},
		{"model", d.Run.Plan.Model},
		{"run", d.Run.ID},
		{"attempts at each prompt measured", between(attempts)},
		{"of these left out, failed or undecided", strconv.Itoa(undecided)},
		{"attempts decided of each prompt measured", between(decided)},
		{"seed of the draw", strconv.FormatUint(d.Seed, 10)},
	}
	rare := 1 - math.Pow(0.05, 1/float64(fewest))
	c.Limits = []string{
		fmt.Sprintf("Always and never are what the attempts showed. With %d decided, as few as any prompt here has, and none that passed, up to %.0f%% may pass in the long run (95%% limit).", fewest, 100*rare),
		"Difficulty is this model's. A set drawn by it is no fair ground to compare this model with others.",
	}
	c.tellBefore(before)
	return c
}

// between writes the smallest and the largest of numbers, "3 to 5".
func between(n []int) string {
	low, high := slices.Min(n), slices.Max(n)
	if low == high {
		return strconv.Itoa(low)
	}
	return fmt.Sprintf("%d to %d", low, high)
}

// kinds says how many prompts with each kind of requirement were drawn, of how
// many measured.
func (d *Difficulty) kinds(passage *Passage[*adhere.Instruction]) Table {
	t := Table{Title: "Prompts drawn, of those measured, by kind of requirement", Heads: []string{"kind"}}
	drawn, measured := map[[2]string]int{}, map[[2]string]int{}
	all := map[string]bool{}
	count := func(n map[[2]string]int, in *adhere.Instruction) {
		for _, k := range kindsOf(in) {
			n[[2]string{k, d.rated[in].Difficulty}]++
			all[k] = true
		}
	}
	for in := range d.rated {
		count(measured, in)
	}
	for _, in := range passage.Kept {
		count(drawn, in)
	}
	for _, level := range difficulties {
		t.Heads = append(t.Heads, level[0])
	}
	for _, k := range slices.Sorted(maps.Keys(all)) {
		row := []string{k}
		for _, level := range t.Heads[1:] {
			at := [2]string{k, level}
			row = append(row, fmt.Sprintf("%d of %d", drawn[at], measured[at]))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
