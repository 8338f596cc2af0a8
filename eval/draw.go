package eval

import (
	"cmp"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/lists"
	"adhere/internal/plural"
)

// strata are what a sample is drawn from in proportion, the widest first, and
// in what a part of a sorted set can be one-sided.
var strata = []string{"subset", "category", "level"}

// stratumOf returns the value of one of strata; empty where there is none.
func stratumOf(in *adhere.Instruction, name string) string {
	if name == "level" && in.Level > 0 {
		return strconv.Itoa(in.Level)
	}
	return in.Tags[name]
}

// A unit is what a sample draws at once: an instruction, or all levels of a
// group, since metrics by level need them together.
type unit struct {
	places  []int // of its instructions among those that are judged
	stratum []string
}

// judged yields the instructions that have anything to judge and, where answers
// are recorded, an answer, with their places.
func (e *Evaluation) judged() iter.Seq2[int, *adhere.Instruction] {
	return func(yield func(int, *adhere.Instruction) bool) {
		n := 0
		for in, err := range e.Set.All() {
			if err != nil {
				return // whoever goes through the items is told
			}
			if len(in.Requirements) == 0 {
				continue
			}
			if e.hasAnswer(in) && !yield(n, in) {
				return
			}
			n++
		}
	}
}

func (e *Evaluation) hasAnswer(in *adhere.Instruction) bool {
	if e.Wanted == nil {
		return true
	}
	for attempt := range max(e.Plan.Attempts, 1) {
		if e.Wanted(in, attempt) {
			return true
		}
	}
	return false
}

// drawn returns the places of the plan's sample: as near to so many
// instructions as whole groups of levels allow. The units stand in the order of
// their strata, shuffled by the seed within each, and every so manieth is taken
// from a start that the seed chooses: each stratum has its share to within one
// unit, and each unit the same chance.
func (e *Evaluation) drawn() map[int]bool {
	units, total := e.units()
	r := rand.New(rand.NewPCG(uint64(e.Plan.Seed), 0))
	r.Shuffle(len(units), func(i, j int) { units[i], units[j] = units[j], units[i] })
	slices.SortStableFunc(units, func(a, b *unit) int { return slices.Compare(a.stratum, b.stratum) })
	wanted := (e.Plan.Sample*len(units) + total/2) / max(total, 1)
	wanted = min(max(wanted, 1), len(units))
	start := r.Float64()
	take := map[int]bool{}
	for i := range wanted {
		at := int((start + float64(i)) * float64(len(units)) / float64(wanted))
		for _, place := range units[min(at, len(units)-1)].places {
			take[place] = true
		}
	}
	return take
}

// units returns what can be drawn, in the order of the set, and of how many
// instructions it is made.
func (e *Evaluation) units() (units []*unit, total int) {
	byKey := map[string]*unit{}
	for n, in := range e.judged() {
		key := cmp.Or(in.Group, "\x00"+in.ID)
		if byKey[key] == nil {
			u := &unit{}
			for _, name := range strata {
				if name != "level" || in.Group == "" {
					u.stratum = append(u.stratum, stratumOf(in, name))
				}
			}
			byKey[key] = u
			units = append(units, u)
		}
		byKey[key].places = append(byKey[key].places, n)
		total++
	}
	return units, total
}

// mostCompared is how many instructions of a large set are looked at for what a part of
// it lacks.
const mostCompared = 20000

// oneSided says in which ways the part that Skip and Limit take is not like the
// whole set: of one level, category or subset where the set has several, as
// the first instructions of a sorted set are.
func (e *Evaluation) oneSided() (out []string) {
	if e.Plan.Limit < 2 {
		return nil
	}
	whole, part := make([][]string, len(strata)), make([][]string, len(strata))
	for n, in := range e.judged() {
		if n > mostCompared {
			break
		}
		for i, name := range strata {
			value := stratumOf(in, name)
			whole[i] = lists.AddNew(whole[i], value)
			if n >= e.Plan.Skip && n < e.Plan.Skip+e.Plan.Limit {
				part[i] = lists.AddNew(part[i], value)
			}
		}
	}
	for i, name := range strata {
		if len(part[i]) != 1 || len(whole[i]) < 2 || part[i][0] == "" {
			continue
		}
		others := slices.DeleteFunc(whole[i], func(v string) bool { return v == part[i][0] || v == "" })
		if more := len(others) - 5; more > 1 {
			others = append(others[:5], fmt.Sprintf("%d more", more))
		}
		out = append(out, fmt.Sprintf("--limit took %s %s only; the set also has %s: --sample %d draws from all of it", name, part[i][0], strings.Join(others, ", "), e.Plan.Limit))
	}
	return out
}

// takenOf says in words which instructions of its data set a run took; nothing
// for all.
func takenOf(p *adhere.Plan) string {
	switch {
	case p.Sample > 0:
		return fmt.Sprintf("a sample of %s, drawn by seed %d from each subset, category and level in proportion; intervals are for the set it was drawn from", plural.Of(p.Sample, "instruction"), p.Seed)
	case p.Skip > 0:
		return fmt.Sprintf("instructions %d to %d in the order of the set", p.Skip+1, p.Skip+p.Limit)
	case p.Limit > 0:
		return fmt.Sprintf("the first %s of the set", plural.Of(p.Limit, "instruction"))
	}
	return ""
}
