package metric

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/plural"
)

// A Labelled is one judged item of which a person's label may be known. Judge
// and Gold lie between 0 and 1.
type Labelled struct {
	Cluster string  // what is drawn independently: the instruction
	Weight  float64 // above 0; 0 is read as 1
	Judge   float64
	Gold    float64 // counts only where HasGold is set
	HasGold bool
	Open    bool // the judge decided nothing: Judge doesn't count
}

// A Correction is the estimated mean of the gold labels over all items, from a
// judge's verdicts on all and a person's labels on some.
type Correction struct {
	Value, Lo, Hi float64 // meaningless where Undefined is set
	JudgeLabelled float64 // its mean over the items with a label
	JudgeRest     float64 // and over those without
	Gold          float64 // the mean of the labels alone
	Lambda        float64 // how much the judge is relied on, 0 to 1
	Labelled      int     // items with a label
	Unlabelled    int     // items without
	Open          int     // items that the judge left undecided
	Undefined     string
}

// PredictionPowered estimates the mean gold label over all items by
// prediction-powered inference with a tuned weight (Angelopoulos et al. 2023;
// "PPI++", Angelopoulos, Duchi and Zrnic 2023): the judge's mean, weighted by
// lambda, plus the mean over the labelled of gold less lambda times judge.
// Lambda is what makes the variance smallest: a judge that tells nothing gets
// 0 and leaves the labels' own mean. Variances are taken over clusters, of
// which the labelled ones must be a random slice; the interval is of the form
// of Wilson's, with Student's t. It is undefined below two labelled clusters.
//
// Where the judge decided nothing, the mean of its word on all others stands
// for it. Whatever the judge breaks on, the labels correct that too, so that
// the interval needs no worst case.
func PredictionPowered(items []Labelled) Correction {
	items = slices.Clone(items)
	open := standIn(items)
	slices.SortStableFunc(items, func(a, b Labelled) int {
		return cmp.Or(strings.Compare(a.Cluster, b.Cluster), cmp.Compare(a.Judge, b.Judge), cmp.Compare(a.Gold, b.Gold))
	})
	var m means
	for i := range items {
		m.add(&items[i])
	}
	c := Correction{Labelled: m.labels, Unlabelled: len(items) - m.labels, Open: open}
	if open == len(items) && m.rest > 0 || len(items) == 0 {
		c.Undefined = "the judge decided nothing"
		return c
	}
	effects, clusters := m.effects(items)
	if clusters < 2 {
		c.Undefined = fmt.Sprintf("labels of at least 2 instructions are needed, there are %d", clusters)
		return c
	}
	c.Gold = m.gold / m.labelled
	c.JudgeLabelled = m.judgeLabelled / m.labelled
	c.Lambda = lambda(effects, m.rest)
	c.Value = c.Gold
	if m.rest > 0 {
		c.JudgeRest = m.judgeRest / m.rest
		c.Value += c.Lambda * (c.JudgeRest - c.JudgeLabelled)
	}
	c.Value = min(1, max(0, c.Value))
	c.Lo, c.Hi = c.interval(effects, clusters)
	return c
}

// standIn puts the judge's mean where it decided nothing, and counts these.
func standIn(items []Labelled) (open int) {
	var known share
	for i := range items {
		if it := &items[i]; it.Open {
			open++
		} else {
			known.add(share{float64(it.weight() * it.Judge), it.weight()})
		}
	}
	for i := range items {
		if items[i].Open {
			items[i].Judge = known.x / max(known.n, 1e-300)
		}
	}
	return open
}

// means are sums of weights, and of what is weighted by them, over the labelled
// and the rest.
type means struct {
	labels                   int
	labelled, rest           float64
	gold                     float64
	judgeLabelled, judgeRest float64
}

func (m *means) add(it *Labelled) {
	w := it.weight()
	if it.HasGold {
		m.labels++
		m.labelled += w
		m.gold += float64(w * it.Gold)
		m.judgeLabelled += float64(w * it.Judge)
	} else {
		m.rest += w
		m.judgeRest += float64(w * it.Judge)
	}
}

func (it *Labelled) weight() float64 {
	if it.Weight == 0 {
		return 1
	}
	return it.Weight
}

// An effect is a cluster's influence on the estimate: a + lambda b.
type effect struct{ a, b float64 }

// effects returns one for each cluster, and how many clusters have labels.
func (m *means) effects(items []Labelled) (all []effect, labelled int) {
	if m.labelled == 0 {
		return nil, 0
	}
	counted := false
	for i := range items {
		it := &items[i]
		if i == 0 || it.Cluster != items[i-1].Cluster {
			all, counted = append(all, effect{}), false
		}
		e, w := &all[len(all)-1], it.weight()
		if !it.HasGold {
			e.b += w * (it.Judge - m.judgeRest/m.rest) / m.rest
			continue
		}
		e.a += w * (it.Gold - m.gold/m.labelled) / m.labelled
		e.b -= w * (it.Judge - m.judgeLabelled/m.labelled) / m.labelled
		if !counted {
			labelled++
			counted = true
		}
	}
	return all, labelled
}

// lambda minimises the sum of squares of a + lambda b over 0 to 1.
func lambda(effects []effect, rest float64) float64 {
	ab, bb := 0.0, 0.0
	for _, e := range effects {
		ab += float64(e.a * e.b)
		bb += float64(e.b * e.b)
	}
	if bb == 0 || rest == 0 {
		return 0
	}
	return min(1, max(0, -ab/bb))
}

// interval adds to the variance a quarter of a pseudo-cluster of average size
// on which judge and gold differ, for the error that was not seen; the weight
// is the one that covers best in the tests' simulation, see moments.estimate
// for the idea. Two degrees of freedom go to the mean and to lambda.
func (c *Correction) interval(effects []effect, labelled int) (lo, hi float64) {
	k := float64(labelled)
	variance := 0.0
	for _, e := range effects {
		z := e.a + float64(c.Lambda*e.b)
		variance += float64(z * z)
	}
	variance = variance*k/max(1, k-2) + 0.25/((k+1)*(k+1))
	est := estimate{value: c.Value, df: max(1, k-2), variance: variance}
	est.smooth = (c.Value*k + 0.5) / (k + 1)
	return est.interval(span{0, 1})
}

// CorrectedAccuracy returns the share of requirements met by a judge's word,
// corrected for its errors by the gold verdicts that some answers also have;
// see PredictionPowered. Labels count also where the judge decided nothing; N
// is what it decided. Both choices are as in Options. Groups and weights as in
// ConstraintAccuracy.
func CorrectedAccuracy(name, judge, gold string, by ...Grouping) adhere.Metric {
	return adhere.Metric{
		Name: name,
		Tags: tagsOf(by),
		Doc:  "Share of requirements met, judged by a model and corrected for its errors by a slice of labels (prediction-powered inference, Angelopoulos et al. 2023)",
		Of: func(records []adhere.Record) []adhere.Summary {
			return correctedSummaries(name, records, judge, gold, by)
		},
	}
}

func correctedSummaries(name string, records []adhere.Record, judge, gold string, by []Grouping) []adhere.Summary {
	groups := newGroups(by, func() *correctedGroup { return &correctedGroup{} })
	for _, r := range ordered(records) {
		js, state := outcomes(r, judge)
		gs, goldState := outcomes(r, gold)
		if state == unjudged {
			continue
		}
		for i := range r.Instruction.Requirements {
			for g := range groups.by {
				groups.each(g, r.Instruction, &r.Instruction.Requirements[i], func(to *correctedGroup) {
					to.add(r, &r.Instruction.Requirements[i], js[i], gs[i], goldState == judged)
				})
			}
		}
	}
	return groups.summaries(func(g *correctedGroup, group map[string]string) adhere.Summary { return g.summary(name, group) })
}

// A correctedGroup gathers the items of one group.
type correctedGroup struct {
	items     []Labelled
	met       int
	undecided int // of the items
}

func (g *correctedGroup) add(r *adhere.Record, req *adhere.Requirement, judge, gold adhere.Outcome, labelled bool) {
	if judge == adhere.Skipped {
		return
	}
	it := Labelled{Cluster: cluster(r), Weight: req.Amount(), HasGold: labelled && gold.Decided(), Open: !judge.Decided()}
	if it.Open {
		g.undecided++
	}
	if judge == adhere.Met {
		it.Judge = 1
		g.met++
	}
	if gold == adhere.Met {
		it.Gold = 1
	}
	g.items = append(g.items, it)
}

func (g *correctedGroup) summary(name string, group map[string]string) adhere.Summary {
	c := PredictionPowered(g.items)
	s := adhere.Summary{
		Metric: name, Group: group, Value: c.Value, Lo: c.Lo, Hi: c.Hi,
		N: len(g.items) - g.undecided, Met: g.met, Undecided: g.undecided, Undefined: c.Undefined,
	}
	s.Worst, s.Best = s.Value, s.Value // the labels tell how the undecided ones are
	if c.Undefined == "" {
		said := fmt.Sprintf("the %s say %.4f, where the judge says %.4f", plural.Of(c.Labelled, "label"), c.Gold, c.JudgeLabelled)
		if c.Unlabelled > 0 {
			said += fmt.Sprintf("; the judge says %.4f of the rest: %.4f + %.2f × (%.4f - %.4f)", c.JudgeRest, c.Gold, c.Lambda, c.JudgeRest, c.JudgeLabelled)
		}
		s.Warnings = []string{said}
	}
	return s
}
