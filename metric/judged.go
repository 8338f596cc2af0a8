package metric

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"adhere"
)

// A Judged is one judge's verdict on one requirement of one answer, as the
// lines of a verdict file give it.
type Judged struct {
	Instruction string
	Attempt     int
	Model       string
	Verdict     adhere.Verdict
	Position    int // of the requirement in its instruction; tells requirements of equal ID apart
}

// JudgedOf returns all verdicts of records, so that judges of a run can be
// held against each other.
func JudgedOf(records []adhere.Record) []Judged {
	var all []Judged
	for _, r := range ordered(records) {
		for _, judge := range r.Judges() {
			for i, v := range r.By(judge) {
				all = append(all, Judged{
					Instruction: r.Instruction.ID, Attempt: r.Attempt, Model: response(r).Model, Verdict: v, Position: i,
				})
			}
		}
	}
	return all
}

// An answerKey names one answer.
type answerKey struct {
	instruction, model string
	attempt            int
}

func (a answerKey) compare(b answerKey) int {
	return cmp.Or(strings.Compare(a.instruction, b.instruction), strings.Compare(a.model, b.model), cmp.Compare(a.attempt, b.attempt))
}

// A pointKey names one requirement of one answer; nth counts requirements of
// the same ID.
type pointKey struct {
	answerKey
	requirement string
	nth         int
}

func (a pointKey) compare(b pointKey) int {
	return cmp.Or(a.answerKey.compare(b.answerKey), strings.Compare(a.requirement, b.requirement), cmp.Compare(a.nth, b.nth))
}

// A point is one requirement of one answer with what each judge said.
type point struct {
	pointKey
	verdicts map[string]adhere.Outcome // by judge; without the skipped
}

// decided returns a judge's outcome if it is met or not met.
func (p *point) decided(judge string) (adhere.Outcome, bool) {
	o := p.verdicts[judge]
	return o, o.Decided()
}

// A gathering is verdicts sorted out by what they are about.
type gathering struct {
	points []point // in order
	judges []string
	usage  map[string]adhere.Usage
}

// gather sorts verdicts by answer and requirement. What is skipped is left
// out.
func gather(all []Judged) *gathering {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b Judged) int {
		return cmp.Or(a.answer().compare(b.answer()), strings.Compare(a.Verdict.Judge, b.Verdict.Judge), cmp.Compare(a.Position, b.Position))
	})
	g := &gathering{usage: map[string]adhere.Usage{}}
	index := map[pointKey]int{}
	type turn struct {
		answerKey
		judge, requirement string
	}
	seen := map[turn]int{}
	for _, j := range all {
		v := j.Verdict
		if v.Outcome == adhere.Skipped {
			continue
		}
		g.usage[v.Judge] = g.usage[v.Judge].Add(v.Usage)
		t := turn{j.answer(), v.Judge, v.Requirement}
		key := pointKey{j.answer(), v.Requirement, seen[t]}
		seen[t]++
		i, ok := index[key]
		if !ok {
			i = len(g.points)
			index[key] = i
			g.points = append(g.points, point{key, map[string]adhere.Outcome{}})
		}
		g.points[i].verdicts[v.Judge] = v.Outcome
	}
	for judge := range g.usage {
		g.judges = append(g.judges, judge)
	}
	slices.Sort(g.judges)
	slices.SortFunc(g.points, func(a, b point) int { return a.compare(b.pointKey) })
	return g
}

func (j *Judged) answer() answerKey { return answerKey{j.Instruction, j.Model, j.Attempt} }

// Ratings turns verdicts into ratings: an item for each requirement of each
// answer, clustered by instruction. Undecided verdicts are left out, as
// InFoBench leaves out UNKNOWN (appendix A.3).
func Ratings(all []Judged) []Rating { return gather(all).ratings() }

func (g *gathering) ratings() []Rating {
	var out []Rating
	for _, p := range g.points {
		item := strings.Join([]string{p.instruction, p.model, strconv.Itoa(p.attempt), p.requirement, strconv.Itoa(p.nth)}, separator)
		for _, judge := range g.judges {
			if o, ok := p.decided(judge); ok {
				out = append(out, Rating{Item: item, Rater: judge, Value: string(o), Cluster: p.instruction})
			}
		}
	}
	return out
}
