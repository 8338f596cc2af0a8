package metric

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"adhere"
)

// A Score is one rater's score of one answer: Value out of Of. For verdicts
// it is the requirements met out of those decided, for a direct score the
// score out of 1.
type Score struct {
	Instruction, Model string
	Attempt            int
	Rater              string
	Value, Of          int
}

// scores counts each judge's verdicts on each answer, normalised by their
// number as InFoBench does to compare answers (section 3.1, footnote 3).
// Answers with no decided verdict have no score.
func (g *gathering) scores() []Score {
	var out []Score
	for start := 0; start < len(g.points); {
		p := &g.points[start]
		end := start
		for end < len(g.points) && g.points[end].answerKey == p.answerKey {
			end++
		}
		for j, judge := range g.judges {
			s := Score{Instruction: p.instruction, Model: p.model, Attempt: p.attempt, Rater: judge}
			for i := start; i < end; i++ {
				switch g.points[i].said[j] {
				case adhere.Met:
					s.Value++
					s.Of++
				case adhere.NotMet:
					s.Of++
				default:
				}
			}
			if s.Of > 0 {
				out = append(out, s)
			}
		}
		start = end
	}
	return out
}

// DirectScores returns the direct scores in records, each out of 1.
func DirectScores(records []adhere.Record) []Score {
	var out []Score
	for _, r := range ordered(records) {
		for _, g := range r.Grades {
			if g.Score != 0 {
				out = append(out, Score{r.Instruction.ID, response(r).Model, r.Attempt, g.Judge, g.Score, 1})
			}
		}
	}
	return out
}

// pairwise turns scores into ratings of pairs of models: for each
// instruction, attempt and two models that a rater scored, "-1" if the first
// (in order of names) is better, "0" if they are equal, "1" if the second is
// (InFoBench, sections 3.1 and 3.2).
func pairwise(scores []Score) []Rating {
	scores = slices.Clone(scores)
	slices.SortStableFunc(scores, func(a, b Score) int {
		return cmp.Or(strings.Compare(a.Instruction, b.Instruction), cmp.Compare(a.Attempt, b.Attempt),
			strings.Compare(a.Rater, b.Rater), strings.Compare(a.Model, b.Model))
	})
	var out []Rating
	for i, a := range scores {
		for _, b := range scores[i+1:] {
			if a.Instruction != b.Instruction || a.Attempt != b.Attempt || a.Rater != b.Rater {
				break
			}
			out = append(out, Rating{
				Item:  strings.Join([]string{a.Instruction, strconv.Itoa(a.Attempt), a.Model, b.Model}, separator),
				Rater: a.Rater, Cluster: a.Instruction,
				Value: strconv.Itoa(order(a, b)),
			})
		}
	}
	return out
}

// PairwiseKappa returns InFoBench's pairwise kappa agreement (section 3.1):
// Fleiss' kappa among raters over which of two models did better.
func PairwiseKappa(scores []Score) (Coefficient, error) {
	t, err := NewTable(pairwise(scores))
	if err != nil {
		return Coefficient{}, err
	}
	c := FleissKappa(t)
	if c.N == 0 {
		c.Undefined = "no two models are compared by two raters"
	}
	return c, nil
}

// A LabelDistance is how far a rater is from the gold on pairs of models:
// pairwise label distance (InFoBench, section 3.2).
type LabelDistance struct {
	Rater string      `json:"rater"`
	Gold  string      `json:"gold"`
	N     int         `json:"n"`    // pairs that both rated
	PLD   [3]float64  `json:"pld"`  // shares: same order, one says tie, opposite order
	WPLD  Coefficient `json:"wpld"` // equation 2: PLD1 + 2 PLD2, from 0 (best) to 2
}

// PairwiseDistance compares a rater's pairs with the gold's.
func PairwiseDistance(scores []Score, rater, gold string) (LabelDistance, error) {
	d := LabelDistance{Rater: rater, Gold: gold}
	both, err := matched(scores, rater, gold)
	if err != nil {
		return d, err
	}
	clusters := 0
	for i := range both {
		if i == 0 || both[i].instruction != both[i-1].instruction {
			clusters++
		}
		both[i].cluster = int32(clusters - 1)
	}
	s, counts := newSums(2, clusters), [3]int{}
	for i := range both {
		for j := i + 1; j < len(both) && both[j].instruction == both[i].instruction && both[j].attempt == both[i].attempt; j++ {
			distance := both[i].distance(&both[j])
			counts[distance]++
			d.N++
			v := s.at(both[i].cluster)
			v[0] += float64(distance)
			v[1]++
		}
	}
	for i := range counts {
		d.PLD[i] = float64(counts[i]) / float64(max(1, d.N))
	}
	d.WPLD = s.coefficient(d.N, func(v []float64) (float64, string) { return v[0] / v[1], "" }, func(size float64) []float64 {
		return []float64{size * 8 / 9, size} // both at random among three classes
	})
	if d.N == 0 {
		d.WPLD.Undefined = rater + " and " + gold + " rated no pair of models in common"
	}
	return d, nil
}

// A match is an answer that both rater and gold scored.
type match struct {
	answerKey
	cluster     int32
	rater, gold Score
}

// distance between the rater's and the gold's order of two answers: 0, 1, 2.
func (m *match) distance(o *match) int {
	r, g := order(m.rater, o.rater), order(m.gold, o.gold)
	return max(r-g, g-r)
}

// order is -1 if the first answer scores higher, 1 if the second does.
func order(a, b Score) int { return cmp.Compare(b.Value*a.Of, a.Value*b.Of) }

// matched finds the answers that both scored, by instruction, attempt and
// model.
func matched(scores []Score, rater, gold string) ([]match, error) {
	index := map[answerKey]int{}
	var all []match
	for _, s := range scores {
		if s.Rater != rater && s.Rater != gold {
			continue
		}
		key := answerKey{s.Instruction, s.Model, s.Attempt}
		i, ok := index[key]
		if !ok {
			i = len(all)
			index[key] = i
			all = append(all, match{answerKey: key})
		}
		for _, side := range []struct {
			name string
			to   *Score
		}{{rater, &all[i].rater}, {gold, &all[i].gold}} {
			if s.Rater != side.name {
				continue
			}
			if side.to.Of != 0 {
				return nil, adhere.Errorf(adhere.Invalid, "%s scored the answer of %q to %q, attempt %d, twice", s.Rater, s.Model, s.Instruction, s.Attempt)
			}
			*side.to = s
		}
	}
	all = slices.DeleteFunc(all, func(m match) bool { return m.rater.Of == 0 || m.gold.Of == 0 })
	slices.SortFunc(all, func(a, b match) int {
		return cmp.Or(strings.Compare(a.instruction, b.instruction), cmp.Compare(a.attempt, b.attempt), strings.Compare(a.model, b.model))
	})
	return all, nil
}
