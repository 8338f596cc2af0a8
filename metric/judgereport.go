package metric

import (
	"maps"
	"slices"

	"adhere"
	"adhere/internal/lists"
	"adhere/internal/plural"
)

// JudgeOptions say how judges are held against a gold standard.
type JudgeOptions struct {
	Judges []string // exact names or beginnings, as in Options; empty for all but the gold

	// Labels returns the labels of a requirement, for tables by label. It may
	// be nil.
	Labels func(instruction, requirement string) []string

	// Baselines adds judges that need no judging: all met, all not met, the
	// gold's more frequent outcome always, and the expectation of a coin.
	Baselines bool

	Tie adhere.TiePolicy // of a majority that is the gold; empty is TieUnsure
}

// A GoldReport says how far judges agree with the gold.
type GoldReport struct {
	Gold         string          `json:"gold"`
	Judges       []JudgeReport   `json:"judges"`
	Raters       []RaterSummary  `json:"raters"`              // everybody who judged
	Disagreement Disagreement    `json:"disagreement"`        // of all who are no gold
	Contrasts    []JudgeContrast `json:"contrasts,omitempty"` // what CompareJudges says of every two
	Warnings     []string        `json:"warnings,omitempty"`
}

// A JudgeReport compares one judge with the gold, over the requirements that
// both decided. Met is the positive class.
type JudgeReport struct {
	Judge     string
	Label     string // of the requirements it is taken over; empty for all
	Baseline  bool   // not a judge but something to beat
	N         int    // requirements of answers that both decided
	Clusters  int    // instructions they come from
	Undecided int    // gold decided, judge did not: left out
	Confusion Confusion

	Accuracy, Kappa, MacroF1, F1Positive, F1Negative, Precision, Recall Coefficient

	Distance LabelDistance // over which of two models is better; N is 0 by label and without pairs

	Consistency *Coefficient // how often its samples say the same; nil where it was asked once

	Usage   adhere.Usage // cost and time of all its verdicts
	ByLabel []JudgeReport
}

// Confusion counts verdicts; for the coin they are expectations.
type Confusion struct {
	Met       float64 `json:"met"`        // both say met
	FalseMet  float64 `json:"false_met"`  // the judge says met, the gold not met
	FalseMiss float64 `json:"false_miss"` // the judge says not met, the gold met
	Miss      float64 `json:"miss"`       // both say not met
}

// EvaluateJudges holds judges against the gold: a judge or person by name,
// PeopleMajority, AllMajority or Settled. Who has a vote in a majority is held
// against that of the others. Intervals are bootstraps over instructions (over
// answers where there are fewer than ten), and
// reach as far as a coefficient could go if every undecided verdict were right,
// wrong, met or not met.
func EvaluateJudges(all []Judged, gold string, o JudgeOptions) (*GoldReport, error) {
	g := gather(all)
	s, err := newStandard(g, gold, o.Tie)
	if err != nil {
		return nil, err
	}
	e := evaluation{standard: s, right: s.at(-1), options: o}
	e.setClusters()
	r := &GoldReport{Gold: s.name, Judges: []JudgeReport{}, Raters: g.raters(), Disagreement: g.disagreementOf(func(j int) bool { return !s.gold(j) })}
	for i, judge := range g.judges {
		if s.gold(i) || !wanted(o.Judges, judge) {
			continue
		}
		own := e
		own.right = s.at(i)
		one := own.report(judge, false, verdictsOf(i))
		one.Usage = g.usage[i]
		if one.Distance, err = s.distance(i, own.right); err != nil {
			return nil, err
		}
		r.Judges = append(r.Judges, one)
	}
	if o.Baselines {
		for _, b := range e.baselines() {
			r.Judges = append(r.Judges, e.report(b.name, true, b.say))
		}
	}
	r.Warnings = append(r.Warnings, e.few(e.decided)...)
	return r, nil
}

func wanted(choices []string, judge string) bool {
	return len(choices) == 0 || slices.ContainsFunc(choices, func(c string) bool { return chooses(c, judge) })
}

// An evaluation is a gathering looked at from the gold.
type evaluation struct {
	*standard
	right    []adhere.Outcome // the gold at each point
	options  JudgeOptions
	clusters []int32 // of the points
	groups   int     // clusters
	decided  int     // instructions that the gold decided anything of
}

// setClusters numbers what is drawn as a whole.
func (e *evaluation) setClusters() {
	e.clusters = make([]int32, len(e.points))
	counted := ""
	for i := range e.points {
		p := &e.points[i]
		if i == 0 || e.unit(p) != e.unit(&e.points[i-1]) {
			e.groups++
		}
		if e.right[i].Decided() && (e.decided == 0 || p.instruction != counted) {
			e.decided++
			counted = p.instruction
		}
		e.clusters[i] = int32(e.groups - 1)
	}
}

// say returns the chance that a judge says met of a point, or that it is
// undecided, or that it was not asked.
type say func(p *point) (met float64, what asked)

func verdictsOf(judge int) say {
	return func(p *point) (float64, asked) {
		switch p.said[judge] {
		case adhere.Met:
			return 1, judged
		case adhere.NotMet:
			return 0, judged
		case "":
			return 0, unjudged
		default:
			return 0, failed
		}
	}
}

type baseline struct {
	name string
	say  say
}

func (e *evaluation) baselines() []baseline {
	met, missed := 0, 0
	for i := range e.points {
		switch e.right[i] {
		case adhere.Met:
			met++
		case adhere.NotMet:
			missed++
		default:
		}
	}
	always := func(x float64) say { return func(*point) (float64, asked) { return x, judged } }
	frequent := 0.0
	if met >= missed {
		frequent = 1
	}
	return []baseline{
		{"baseline/all-met", always(1)},
		{"baseline/all-not-met", always(0)},
		{"baseline/most-frequent", always(frequent)},
		{"baseline/random", always(0.5)},
	}
}

// report takes all coefficients of a judge, overall and by label.
func (e *evaluation) report(judge string, isBaseline bool, says say) JudgeReport {
	whole := e.newCount()
	labels := map[string]*confusionCount{}
	for i := range e.points {
		p := &e.points[i]
		met, what := says(p)
		if !e.right[i].Decided() || what == unjudged {
			continue
		}
		whole.add(p.instruction, e.clusters[i], e.right[i], met, what)
		if e.options.Labels == nil {
			continue
		}
		for _, l := range lists.AddNew(nil, e.options.Labels(p.instruction, p.requirement)...) {
			if labels[l] == nil {
				labels[l] = e.newCount()
			}
			labels[l].add(p.instruction, e.clusters[i], e.right[i], met, what)
		}
	}
	r := whole.report(judge, "")
	r.Baseline = isBaseline
	for _, l := range slices.Sorted(maps.Keys(labels)) {
		one := labels[l].report(judge, l)
		one.Baseline = isBaseline
		r.ByLabel = append(r.ByLabel, one)
	}
	return r
}

// A confusionCount is a confusion by cluster.
type confusionCount struct {
	sums
	n, instructions int
	lastInstruction string
	open            []openItem
}

// An openItem is one that the gold decided and the judge did not.
type openItem struct {
	cluster int32
	gold    adhere.Outcome
}

func (e *evaluation) newCount() *confusionCount {
	return &confusionCount{sums: *newSums(confusions, e.groups)}
}

func (c *confusionCount) add(instruction string, cluster int32, gold adhere.Outcome, met float64, what asked) {
	if what == failed {
		c.open = append(c.open, openItem{cluster, gold})
		return
	}
	if c.instructions == 0 || instruction != c.lastInstruction {
		c.instructions++
		c.lastInstruction = instruction
	}
	c.n++
	c.confuse(cluster, gold, met)
}

// confuse adds one verdict, or the expectation of one.
func (s *sums) confuse(cluster int32, gold adhere.Outcome, met float64) {
	v := s.at(cluster)
	if gold == adhere.Met {
		v[bothMet] += met
		v[falseMiss] += 1 - met
	} else {
		v[falseMet] += met
		v[bothMissed] += 1 - met
	}
}

// corners are the confusions if the judge had been right on everything it left
// undecided, wrong, or had said met, or not met: between them lie all others.
func (c *confusionCount) corners() []*sums {
	if len(c.open) == 0 || c.n == 0 {
		return nil
	}
	var out []*sums
	for _, says := range [][2]float64{{1, 0}, {0, 1}, {1, 1}, {0, 0}} { // where the gold is met, and where not
		s := c.clone()
		for _, it := range c.open {
			met := says[1]
			if it.gold == adhere.Met {
				met = says[0]
			}
			s.confuse(it.cluster, it.gold, met)
		}
		out = append(out, s)
	}
	return out
}

func (c *confusionCount) report(judge, label string) JudgeReport {
	r := JudgeReport{Judge: judge, Label: label, N: c.n, Undecided: len(c.open), Clusters: c.instructions}
	f, corners := scoreFormulas(), c.corners()
	for to, from := range map[*Coefficient]formula{
		&r.Accuracy: f.accuracy, &r.Kappa: f.kappa, &r.MacroF1: f.macroF1, &r.F1Positive: f.f1Positive,
		&r.F1Negative: f.f1Negative, &r.Precision: f.precision, &r.Recall: f.recall,
	} {
		*to = c.coefficient(c.n, from, evenly(confusions))
		if c.n == 0 && len(c.open) > 0 {
			to.Undefined = "none of the " + plural.Of(len(c.open), "item") + " that the gold decided was decided by the judge"
		}
		to.Undecided = len(c.open)
		cases := lists.Map(corners, func(s *sums) Coefficient { return s.coefficient(c.n+len(c.open), from, evenly(confusions)) })
		to.reach(cases...)
	}
	r.Confusion = Confusion{c.total[bothMet], c.total[falseMet], c.total[falseMiss], c.total[bothMissed]}
	return r
}
