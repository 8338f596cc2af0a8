package metric

import (
	"fmt"
	"slices"

	"adhere"
)

// A JudgeContrast says which of two judges is right more often about the same
// requirements.
type JudgeContrast struct {
	A         string  `json:"a"`
	B         string  `json:"b"`
	N         int     `json:"n"`          // requirements that the gold and both judges decided
	AccuracyA float64 `json:"accuracy_a"` // over these N
	AccuracyB float64 `json:"accuracy_b"`
	Diff      float64 `json:"diff"` // B's accuracy less A's
	Lo        float64 `json:"lo"`   // of the difference; reaches as far as undecided verdicts could move it
	Hi        float64 `json:"hi"`
	OnlyA     int     `json:"only_a"` // of N: A is right and B is not
	OnlyB     int     `json:"only_b"`
	P         float64 `json:"p"`      // McNemar's, by instruction, as in Compare
	PHolm     float64 `json:"p_holm"` // adjusted for the number of pairs of judges
	Noise     bool    `json:"noise"`  // chance, or what is undecided, could explain the difference
	Undecided int     `json:"undecided"`
	Undefined string  `json:"undefined,omitempty"`
}

// CompareJudges compares every two judges by how often they say what the gold
// says: a judge or person by name, PeopleMajority, AllMajority or Settled, as in
// EvaluateJudges. Who votes in the gold is left out. The tests are Compare's,
// paired by requirement and drawn by instruction.
func CompareJudges(all []Judged, gold string, o JudgeOptions) ([]JudgeContrast, error) {
	g := gather(all)
	s, err := newStandard(g, gold, o.Tie)
	if err != nil {
		return nil, err
	}
	right := s.at(-1)
	var names []string
	var records [][]adhere.Record
	for i, judge := range g.judges {
		if !s.gold(i) && wanted(o.Judges, judge) && (s.voters == nil || !s.voters[i]) {
			names, records = append(names, judge), append(records, s.correct(i, right))
		}
	}
	var out []JudgeContrast
	var found []*Comparison
	for i := range records {
		for j := i + 1; j < len(records); j++ {
			all, err := Compare(bothAsked(records[i], records[j]), bothAsked(records[j], records[i]), []adhere.Metric{ConstraintAccuracy("accuracy", Options{})}, CompareOptions{NoFlips: true})
			if err != nil {
				return nil, err
			}
			c := &Comparison{Undefined: "the gold decided nothing that they judged"}
			if len(all) > 0 {
				c = &all[0]
			}
			found, out = append(found, c), append(out, JudgeContrast{A: names[i], B: names[j]})
		}
	}
	correctFor(found) // all pairs are asked at once
	for i, c := range found {
		out[i].enter(c)
	}
	return out, nil
}

// enter takes over how the accuracies of the two judges compare.
func (j *JudgeContrast) enter(c *Comparison) {
	j.N, j.AccuracyA, j.AccuracyB, j.Diff, j.Lo, j.Hi = c.N, c.A.Value, c.B.Value, c.Diff, c.Lo, c.Hi
	j.OnlyA, j.OnlyB, j.P, j.PHolm, j.Noise = c.Lost, c.Gained, c.P, c.PHolm, c.Noise
	j.Undecided, j.Undefined = c.A.Undecided+c.B.Undecided, c.Undefined
}

// bothAsked returns a judge's records without the verdicts on what another, whose
// records are of the same answers, was not asked.
func bothAsked(own, other []adhere.Record) []adhere.Record {
	out := slices.Clone(own)
	for i := range out {
		out[i].Verdicts = slices.Clone(own[i].Verdicts)
		for k := range out[i].Verdicts {
			if other[i].Verdicts[k].Outcome == adhere.Skipped {
				out[i].Verdicts[k].Outcome = adhere.Skipped
			}
		}
	}
	return out
}

// correct are a judge's verdicts as records of answers whose requirements are
// met where the judge says what is right.
func (s *standard) correct(judge int, right []adhere.Outcome) []adhere.Record {
	var out []adhere.Record
	var last answerKey
	for i := range s.points {
		p := &s.points[i]
		if !right[i].Decided() {
			continue
		}
		if len(out) == 0 || p.answerKey != last {
			last = p.answerKey
			out = append(out, adhere.Record{Attempt: p.attempt, Response: &adhere.Response{Model: p.model}, Instruction: &adhere.Instruction{
				ID: p.instruction + separator + p.model, Group: p.instruction,
			}})
		}
		r := &out[len(out)-1]
		id := fmt.Sprint(p.requirement, separator, p.nth)
		v := adhere.Verdict{Requirement: id, Judge: s.judges[judge], Outcome: adhere.Skipped}
		switch said := p.said[judge]; {
		case said.Decided():
			v.Outcome = adhere.OutcomeOf(said == right[i])
		case said != "":
			v.Outcome = adhere.Broken
		}
		r.Instruction.Requirements = append(r.Instruction.Requirements, adhere.Requirement{ID: id})
		r.Verdicts = append(r.Verdicts, v)
	}
	return out
}

// Consistency is how often two samples of one judge say the same of a
// requirement, over all pairs of samples that both decided it. Its interval
// draws what those of EvaluateJudges draw, and reaches as far as pairs with an
// undecided verdict could move it.
func Consistency(samples [][]Judged) Coefficient {
	var all []Judged
	for k, sample := range samples {
		for _, j := range sample {
			j.Verdict.Judge = fmt.Sprintf("%06d", k)
			all = append(all, j)
		}
	}
	c := newConsistencyCount(gather(all))
	whole := c.coefficient(false, false)
	if whole.Undefined == "" && c.open > 0 {
		whole.Undecided = c.open
		whole.reach(c.coefficient(true, true), c.coefficient(true, false))
	}
	return whole
}

// A consistencyCount counts pairs of samples by what is drawn as a whole.
type consistencyCount struct {
	rows    [][3]float64 // pairs that agree, that differ, and with an undecided verdict
	n, open int
}

func newConsistencyCount(g *gathering) *consistencyCount {
	c := &consistencyCount{}
	for i := range g.points {
		p := &g.points[i]
		if i == 0 || g.unit(p) != g.unit(&g.points[i-1]) {
			c.rows = append(c.rows, [3]float64{})
		}
		row := &c.rows[len(c.rows)-1]
		for j, a := range p.said {
			for _, b := range p.said[:j] {
				switch {
				case a == "" || b == "":
				case !a.Decided() || !b.Decided():
					row[2]++
					c.open++
				case a == b:
					row[0]++
					c.n++
				default:
					row[1]++
					c.n++
				}
			}
		}
	}
	return c
}

// coefficient is the share of pairs that agree; with open ones, as if all of
// those agreed or differed.
func (c *consistencyCount) coefficient(withOpen, agreeing bool) Coefficient {
	s := newSums(2, max(1, len(c.rows)))
	n := c.n
	for i, row := range c.rows {
		if withOpen && agreeing {
			row[0] += row[2]
		} else if withOpen {
			row[1] += row[2]
		}
		if row[0]+row[1] > 0 {
			v := s.at(int32(i))
			v[0], v[1] = row[0], row[1]
		}
	}
	if withOpen {
		n += c.open
	}
	out := s.coefficient(n, func(total []float64) (float64, string) {
		if total[0]+total[1] == 0 {
			return 0, "no requirement was decided twice"
		}
		return total[0] / (total[0] + total[1]), ""
	}, evenly(2))
	if c.n == 0 {
		out.Undefined = "no requirement was decided twice"
	}
	return out
}
