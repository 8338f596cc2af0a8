package web

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"adhere/metric"
)

// A matrix holds the best runs of a board against one another, each pair by a
// paired test on the metric that the board is sorted by.
type matrix struct {
	Metric  string
	Models  []string
	Rows    []pairwiseRow
	Waiting bool
}

type pairwiseRow struct {
	Model string
	Place int
	Cells []pairwiseCell
}

// A pairwiseCell is how much better the run of the row is than that of the
// column.
type pairwiseCell struct {
	Same           bool
	Diff, Interval string
	P              string // with Holm's correction over all pairs of the matrix
	Noise          bool   // chance or what is undecided could explain the difference
	Why            string // there is no comparison
	Href           string
}

// comparisons of pairs of whole runs, by metric and then
// by the places of both, the first below the second.
type comparisons map[string]map[[2]int]*metric.Comparison

// fillMatrix compares the best runs pair by pair, in the background.
func (s *Server) fillMatrix(v *visit, view *boardView) error {
	by := slices.IndexFunc(view.Metrics, func(m boardMetric) bool { return m.Sorted })
	best := view.Ranks[:min(mostDrawn, len(view.Ranks))]
	if by < 0 || len(best) < 2 {
		return nil
	}
	var key, stamp strings.Builder
	for _, r := range best {
		key.WriteString(" " + r.Run.ID)
		stamp.WriteString(" " + stampOf(r.Run))
	}
	value, _, err := s.digests.get(v.ctx(), "matrix"+key.String(), stamp.String(), func(ctx context.Context) (any, error) { return s.makeDuels(ctx, best) })
	if err != nil {
		return err
	}
	all, ready := value.(comparisons)
	name := view.Metrics[by].Name
	m := &matrix{Metric: name, Waiting: !ready}
	view.Matrix = m
	if !ready {
		return nil
	}
	ps := corrected(all[name])
	points := strings.HasSuffix(best[0].Cells[by].Value, "%")
	for i, r := range best {
		m.Models = append(m.Models, r.Run.Plan.Model)
		row := pairwiseRow{Model: r.Run.Plan.Model, Place: r.Place}
		for j := range best {
			row.Cells = append(row.Cells, cellFor(all[name], ps, i, j, points))
			row.Cells[j].Href = pairPath(best[j].Run.ID, r.Run.ID)
		}
		m.Rows = append(m.Rows, row)
	}
	return nil
}

// makeDuels compares each pair, two runs in memory at a time.
func (s *Server) makeDuels(ctx context.Context, best []rank) (comparisons, error) {
	all := comparisons{}
	for i := range best {
		a := best[i].Run
		one, err := s.load(ctx, a, nil, nil)
		if err != nil {
			return nil, err
		}
		for j := i + 1; j < len(best); j++ {
			b := best[j].Run
			other, err := s.load(ctx, b, one, nil)
			if err != nil {
				return nil, err
			}
			versus, err := s.Judging.Compare(a, b, one.records, other.records)
			if err != nil {
				return nil, err
			}
			for k := range versus.Comparisons {
				c := versus.Comparisons[k]
				if len(c.Group) > 0 {
					continue
				}
				if all[c.Metric] == nil {
					all[c.Metric] = map[[2]int]*metric.Comparison{}
				}
				c.Flips = nil
				all[c.Metric][[2]int{i, j}] = &c
			}
		}
	}
	return all, nil
}

// corrected are the p-values of the pairs with Holm's correction over them all.
func corrected(of map[[2]int]*metric.Comparison) map[[2]int]float64 {
	var pairs [][2]int
	var ps []float64
	for pair, c := range of {
		if c.Undefined == "" {
			pairs, ps = append(pairs, pair), append(ps, c.P)
		}
	}
	out := map[[2]int]float64{}
	for i, p := range metric.Holm(ps) {
		out[pairs[i]] = p
	}
	return out
}

// significant is the bound on p below which a difference is not put down to
// chance.
const significant = 0.05

// cellFor says how much better the run at place i is than that at j.
func cellFor(of map[[2]int]*metric.Comparison, ps map[[2]int]float64, i, j int, points bool) pairwiseCell {
	if i == j {
		return pairwiseCell{Same: true}
	}
	pair, sign := [2]int{j, i}, 1.0 // a comparison is its second run minus its first
	if i < j {
		pair, sign = [2]int{i, j}, -1.0
	}
	c := of[pair]
	if c == nil || c.Undefined != "" {
		why := "not measured in both"
		if c != nil {
			why = c.Undefined
		}
		return pairwiseCell{Why: why}
	}
	scale, form := 1.0, "%+.3f"
	if points {
		scale, form = 100, "%+.1f"
	}
	lo, hi := c.Lo, c.Hi
	if sign < 0 {
		lo, hi = -c.Hi, -c.Lo
	}
	p := ps[pair]
	cell := pairwiseCell{
		Diff: fmt.Sprintf(form, sign*scale*c.Diff), Interval: fmt.Sprintf("["+form+", "+form+"]", scale*lo, scale*hi),
		P: fmt.Sprintf("p %.3f", p), Noise: c.Noise || p >= significant,
	}
	if p < 0.001 {
		cell.P = "p < 0.001"
	}
	return cell
}
