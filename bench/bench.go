// Package bench lists the benchmarks. Each has one short file that combines a
// data set, judges and metrics, says which paper it follows and where it
// differs, and has its own version.
package bench

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/lists"
	"adhere/judge"
	"adhere/metric"
	"adhere/prompt"
	"adhere/verify"
)

// A Bench is one benchmark: which data, judged by whom, counted how.
type Bench struct {
	Name    string
	Version int    // raised whenever a number could change
	Title   string // for people
	Paper   string // what it follows
	Doc     string // one sentence, and where we differ from the paper
	Data    string // the data set's name in package dataset

	Rules    []RuleJudge   // in the order of the verdicts
	AskRest  bool          // a model that is named as judge is also asked what rules leave undecided
	Strategy string        // of the model judge, for requirements without a rule; empty if rules decide all
	Parsing  judge.Parsing // how the judge's recorded replies are read
	Greedy   bool          // the paper has models answer at temperature 0

	Metrics   []adhere.Metric // its own, under the policy, and others that a user wants
	Undecided metric.Policy   // how they count what is undecided; see Under
	count     func(metric.Policy) []adhere.Metric
	Scales    map[string]float64 // largest values of metrics that are no shares
	Warnings  []string           // what a reader of the metrics must know
}

// OwnPrefix starts the Name of a benchmark made of a user's own file.
const OwnPrefix = "file:"

// A RuleJudge is a judge by code, under a name and reading.
type RuleJudge struct {
	Name       string // "rule/" and this name is the judge's
	Version    int
	Strictness verify.Strictness
}

// All lists every benchmark, the built-in one first.
func All() []Bench {
	all := []Bench{starterSuite(), ifeval(), ifbench(), infobench(), followbench("en"), followbench("zh"), realinstruct(), complexbench(), sysbench(), multiif(), mifeval()}
	for i := range all {
		all[i] = all[i].Under(metric.Drop)
	}
	return all
}

// Under returns the benchmark with its own metrics counting what is undecided
// by the policy.
func (b Bench) Under(p metric.Policy) Bench {
	p = cmp.Or(p, metric.Drop)
	b.Undecided, b.Metrics = p, b.count(p)
	return b
}

// Find returns the benchmark of that name. The name may carry a version
// ("ifeval@1"), which must then be the current one.
func Find(name string) (Bench, error) {
	plain, version, pinned := strings.Cut(name, "@")
	var names []string
	for _, b := range All() {
		if b.Name == plain {
			if pinned && version != strconv.Itoa(b.Version) {
				return Bench{}, adhere.Errorf(adhere.NotFound, "benchmark %s has version %d here, not %s", plain, b.Version, version).
					WithHint("take the release of adhere that made the older result, or run the benchmark again")
			}
			return b, nil
		}
		names = append(names, b.Name)
	}
	return Bench{}, adhere.Errorf(adhere.NotFound, "there is no benchmark %q", name).
		WithHint("one of " + strings.Join(names, ", ") + ", or a file of instructions (.jsonl, .csv or .parquet)")
}

// ID returns name and version, as a Plan holds it.
func (b *Bench) ID() string { return fmt.Sprintf("%s@%d", b.Name, b.Version) }

// Sources are what verdicts on requirements without a rule come from: recorded
// verdicts, recorded replies of a judge, or a model that is asked. At most one
// is set; with none, those requirements are skipped.
type Sources struct {
	Catalog  *verify.Catalog
	Strategy string // instead of the benchmark's own
	Model    adhere.Model
	Pack     *prompt.Pack
	Reasks   int
	Schema   bool
	Replies  judge.Recorded
	Origin   string // names where recorded replies come from
	Verdicts adhere.Judge
}

// Judges returns the judges of the benchmark: rules first, then whoever
// decides what rules cannot.
func (b *Bench) Judges(s Sources) ([]adhere.Judge, error) {
	judges := lists.Map(b.Rules, func(r RuleJudge) adhere.Judge {
		return verify.NewJudge("rule/"+r.Name, r.Version, s.Catalog, r.Strictness)
	})
	if s.Verdicts != nil {
		return append(judges, s.Verdicts), nil
	}
	strategy := cmp.Or(s.Strategy, b.Strategy)
	if s.Model == nil && s.Replies == nil || strategy == "" {
		return judges, nil
	}
	model, err := modelJudge(strategy, b, s)
	if err != nil {
		return nil, err
	}
	return append(judges, model), nil
}

func modelJudge(strategy string, b *Bench, s Sources) (adhere.Judge, error) {
	o := judge.Options{Model: s.Model, Pack: s.Pack, Reasks: s.Reasks, Schema: s.Schema, Parts: Parts(s.Catalog)}
	if len(b.Rules) > 0 {
		o.Only = func(r *adhere.Requirement) bool { return r.Rule == nil }
	}
	if s.Replies != nil {
		o.Parsing = b.Parsing
		return judge.NewRecorded(strategy, s.Origin, o, s.Replies)
	}
	found, err := judge.Find(strategy)
	if err != nil {
		return nil, err
	}
	if found.New == nil {
		return nil, adhere.Errorf(adhere.Invalid, "judge strategy %s gives no verdicts on requirements", strategy).
			WithHint("choose one of " + strings.Join(verdictStrategies(), ", "))
	}
	return found.New(o)
}

// Parts returns what decides rules about parts of answers by the catalog.
func Parts(catalog *verify.Catalog) judge.Parts {
	return func(rule *adhere.Rule, parts []string) (adhere.Outcome, string, error) {
		f, err := catalog.DecideParts(rule, parts)
		return f.Outcome(), f.String(), err
	}
}

func verdictStrategies() []string {
	var names []string
	for _, s := range judge.Strategies() {
		if s.New != nil {
			names = append(names, s.Name)
		}
	}
	return names
}

// Open returns the requirements of the instruction that no rule of the
// benchmark decides.
func (b *Bench) Open(in *adhere.Instruction) []adhere.Requirement {
	return lists.Filter(in.Requirements, func(r adhere.Requirement) bool { return r.Rule == nil || len(b.Rules) == 0 })
}

// MetricNames returns the names of the metrics, as a Plan holds them.
func (b *Bench) MetricNames() []string {
	return lists.Map(b.Metrics, func(m adhere.Metric) string { return m.Name })
}
