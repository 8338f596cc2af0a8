package eval

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/bench"
	"adhere/dataset"
	"adhere/internal/lists"
	"adhere/judge"
	"adhere/model"
	"adhere/prompt"
)

// Judging says who decides what rules do not, and how they are asked. Judge,
// Verdicts, Replies and RulesOnly exclude one another.
type Judging struct {
	Judge        string `json:"judge,omitempty" yaml:"judge,omitempty"` // a model, "provider/model"; several, joined by commas, are a jury
	JudgeBaseURL string `json:"judge_base_url,omitempty" yaml:"judge-base-url,omitempty"`
	Strategy     string `json:"strategy,omitempty" yaml:"strategy,omitempty"`       // how it is asked, in place of the benchmark's own way
	Verdicts     string `json:"verdicts,omitempty" yaml:"verdicts,omitempty"`       // a file of recorded verdicts
	VerdictsOf   string `json:"verdicts_of,omitempty" yaml:"verdicts-of,omitempty"` // whose, where it has those of several judges
	Replies      string `json:"replies,omitempty" yaml:"replies,omitempty"`         // a file of a judge's recorded replies
	RulesOnly    bool   `json:"rules_only,omitempty" yaml:"rules-only,omitempty"`   // what no rule decides is left undecided
	Prompts      string `json:"prompts,omitempty" yaml:"prompts,omitempty"`         // folder of a prompt pack; empty or "default" is the built-in wording
	Reasks       *int   `json:"reasks,omitempty" yaml:"reasks,omitempty"`           // how often an unreadable reply is asked for again; nil is 2
	Schema       bool   `json:"schema,omitempty" yaml:"schema,omitempty"`           // ask for replies as JSON by schema, if the provider supports it
	Grade        string `json:"grade,omitempty" yaml:"grade,omitempty"`             // a model that also scores every whole answer from 1 to 5
	Labels       string `json:"labels,omitempty" yaml:"labels,omitempty"`           // a file of people's verdicts, by which the judge's errors are corrected
	Gold         string `json:"gold,omitempty" yaml:"gold,omitempty"`               // whose labels are right; see metric.Right. Empty is metric.Settled

	// What code decides, in place of the benchmark's own way (for a file of one's
	// own with rules and a model as Judge, empty is RulesOwn): RulesOff nothing,
	// RulesOwn what has a rule, RulesRead also what can be read from a
	// requirement's text, with Lock as that file says. AskBoth has the judge
	// asked about everything.
	Rules   string `json:"rules,omitempty" yaml:"rules,omitempty"`
	Lock    string `json:"lock,omitempty" yaml:"lock,omitempty"`
	AskBoth bool   `json:"ask_both,omitempty" yaml:"ask-both,omitempty"`

	// How a jury decides: judge.Majority (also if empty) or judge.Unanimous, and
	// what it says where that names no winner. Each judge is asked for so many
	// samples (0 is 1), at a temperature: a number, NoTemperature to send none,
	// or empty for 0, and for 1 where there are several samples.
	Jury        judge.Voting     `json:"jury,omitempty" yaml:"jury,omitempty"`
	Tie         adhere.TiePolicy `json:"tie,omitempty" yaml:"tie,omitempty"`
	Samples     int              `json:"judge_samples,omitempty" yaml:"judge-samples,omitempty"`
	Temperature string           `json:"judge_temperature,omitempty" yaml:"judge-temperature,omitempty"`
}

// The values of Judging.Rules.
const (
	RulesOff  = "off"
	RulesOwn  = "own"
	RulesRead = "read"
)

// NoTemperature has a judge asked without a temperature, for models that refuse
// one.
const NoTemperature = "none"

func (j *Judging) judges() []string {
	if j.Judge == "" {
		return nil
	}
	return strings.Split(j.Judge, ",")
}

func (j *Judging) judged() bool { return j.Judge != "" || j.Verdicts != "" || j.Replies != "" }

// check refuses what contradicts itself.
func (j *Judging) check() error {
	given := lists.Count([]bool{j.Judge != "", j.Verdicts != "", j.Replies != "", j.RulesOnly}, func(set bool) bool { return set })
	if given > 1 {
		return invalid("--judge, --verdicts, --replies and --rules-only exclude one another", "keep one of them")
	}
	for _, check := range []func() error{j.checkStrategy, j.checkRules, j.checkJury} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// checkStrategy refuses words about a judge where there is none.
func (j *Judging) checkStrategy() error {
	if j.VerdictsOf != "" && j.Verdicts == "" {
		return invalid("--verdicts-of needs --verdicts", "name the file of recorded verdicts with --verdicts FILE")
	}
	if j.Strategy == "" {
		return nil
	}
	found, err := judge.Find(j.Strategy)
	if err != nil {
		return err
	}
	if found.New == nil {
		return invalid(fmt.Sprintf("--strategy %s gives no verdicts on requirements", j.Strategy), "adhere prompts list shows the ways to ask a judge")
	}
	if j.Judge == "" && j.Replies == "" {
		return invalid("--strategy needs a judge", "name its model with --judge provider/model, or its recorded replies with --replies FILE")
	}
	return nil
}

// checkRules refuses words about rules that make no sense.
func (j *Judging) checkRules() error {
	const name = "name one with --judge provider/model, --replies FILE or --verdicts FILE"
	switch {
	case !slices.Contains([]string{"", RulesOff, RulesOwn, RulesRead}, j.Rules):
		return invalid(fmt.Sprintf("--rules %q is not known", j.Rules), "choose off, own or read")
	case j.Rules == RulesOff && !j.judged():
		return invalid("--rules off needs a judge", name)
	case j.Lock != "" && j.Rules != RulesRead:
		return invalid("--lock needs --rules read", "a lock file says how requirements are read; other values of --rules read none")
	case j.AskBoth && j.Rules != RulesOwn && j.Rules != RulesRead:
		return invalid("--ask-both needs --rules own or --rules read", "read also reads rules from the requirements' text")
	case j.AskBoth && !j.judged():
		return invalid("--ask-both needs a judge", name)
	}
	return nil
}

func (j *Judging) checkJury() error {
	all := j.judges()
	if j.Samples < 0 {
		return invalid(fmt.Sprintf("--judge-samples %d: expected at least 1", j.Samples), "")
	}
	for i, spec := range all {
		if slices.Contains(all[:i], spec) {
			return invalid("--judge names "+spec+" twice", "--judge-samples 2 asks one judge twice")
		}
	}
	if len(all) == 0 && (j.Samples > 1 || j.Temperature != "") {
		return invalid("--judge-samples and --judge-temperature need --judge", "name the judge's model, provider/model")
	}
	if j.Jury != "" && j.Jury != judge.Majority && j.Jury != judge.Unanimous {
		return invalid(fmt.Sprintf("--jury %q is not known", j.Jury), "choose majority or unanimous")
	}
	if _, err := adhere.ParseTiePolicy(string(j.Tie)); j.Tie != "" && err != nil {
		return err
	}
	_, err := j.judgeParams()
	return err
}

// judgeParams are the judges' settings, nil for their usual ones: samples of one
// judge need a temperature to differ at all.
func (j *Judging) judgeParams() (*adhere.Params, error) {
	switch j.Temperature {
	case NoTemperature:
		return &adhere.Params{}, nil
	case "":
		if j.Samples <= 1 {
			return nil, nil
		}
		return &adhere.Params{Temperature: new(1.0)}, nil
	}
	t, err := strconv.ParseFloat(j.Temperature, 64)
	if err != nil || !(t >= 0 && t <= 2) {
		return nil, invalid("--judge-temperature "+j.Temperature+": expected a number from 0 to 2", "or none, for models that refuse a temperature")
	}
	return &adhere.Params{Temperature: &t}, nil
}

func (j *Judging) options() (judge.Options, error) {
	o := judge.Options{Schema: j.Schema, Parts: bench.Parts(Catalog())}
	if j.Reasks != nil {
		o.Reasks = Limited(*j.Reasks)
	}
	if j.Prompts == "" {
		return o, nil // the built-in wording is read where a judge is asked
	}
	var err error
	o.Pack, err = Pack(j.Prompts)
	return o, err
}

// Pack loads a prompt pack by its folder; empty and prompt.BuiltIn are the
// built-in wording.
func Pack(folder string) (*prompt.Pack, error) {
	if folder == "" || folder == prompt.BuiltIn {
		return prompt.Default(), nil
	}
	return prompt.LoadPack(folder)
}

// Limited turns a count of which 0 means none into one of which 0 means the
// default, and -1 none.
func Limited(n int) int {
	return cmp.Or(n, -1)
}

// askedModels are the models that an evaluation asks.
type askedModels struct {
	open    Opener
	servers []adhere.Server // at another address than the provider's own
	notices notices
	meter   model.Meter // counts calls for their items, whoever opens the models
}

// open opens a model and notes where it is asked.
func (e *Evaluation) open(spec, baseURL, role string) (adhere.Model, error) {
	if e.asked.open == nil {
		return nil, invalid("nothing opens the model "+spec, "give Parts.Open")
	}
	m, err := e.asked.open(spec, baseURL, role)
	if err == nil && m == nil {
		err = invalid("Parts.Open gave neither a model nor an error for "+spec, "")
	}
	if err != nil {
		return nil, err
	}
	if address := model.Address(m); address != "" {
		e.asked.servers = append(e.asked.servers, adhere.Server{Role: role, Model: m.Name(), Address: address})
	}
	m = e.asked.meter.Count(role, m)
	if !e.Spec.AllowEmpty && (role == "subject" || role == "rewriter") { // others read a reply for what it decides, and an empty one is unreadable
		m = model.Answering(m)
	}
	return e.asked.notices.of(m, role), nil
}

// useJudges finds who decides, and completes the plan.
func (e *Evaluation) useJudges(ctx context.Context, parts *Parts) error {
	if i := slices.Index(parts.Judges, nil); i >= 0 {
		return invalid(fmt.Sprintf("Parts.Judges[%d] is nil", i), "leave it out, or look for the error with which it was made")
	}
	e.Judges = parts.Judges
	if e.Judges == nil {
		if err := e.findJudges(ctx, parts); err != nil {
			return err
		}
	}
	e.finishPlan()
	if err := e.useGrader(); err != nil {
		return err
	}
	j := &e.Spec.Judging
	if parts.Judges == nil && j.Judge != "" || j.Grade != "" {
		e.calls(parts)
	}
	var err error
	if e.FailLimit, err = parseFailOn(e.Spec.FailOnError); err != nil {
		return err
	}
	e.Plan.Servers = slices.Compact(slices.SortedFunc(slices.Values(e.asked.servers), adhere.Server.Compare))
	// The plan does not name the labels: they change no run, but how its
	// judge's word is read.
	return correct(ctx, &e.Bench, j.Labels, j.Gold, parts.Files, e.Set.All())
}

// findJudges finds the judges that the spec asks for.
func (e *Evaluation) findJudges(ctx context.Context, parts *Parts) error {
	if j := &e.Spec.Judging; j.Rules == "" && j.Judge != "" && e.Bench.AskRest {
		j.Rules = RulesOwn
	}
	src, err := e.sources(ctx, parts.Files)
	if err != nil {
		return err
	}
	if e.Judges, err = e.judgesOf(src, parts.Files); err != nil {
		return err
	}
	if e.Connections == 0 && parts.Subject == nil {
		e.Workers = recordedItems
	}
	if err := e.planSources(src, parts.Files); err != nil {
		return err
	}
	return e.needJudge(src)
}

// planSources enters into the plan what the names of judges leave open: which
// verdicts are recorded, and whose wording judges are asked in.
func (e *Evaluation) planSources(src bench.Sources, files dataset.Files) error {
	if path := e.Spec.Verdicts; path != "" {
		hash, err := dataset.Hash(files, path)
		if err != nil {
			return err
		}
		e.Plan.Answers += " verdicts " + hash
	}
	if src.Pack != nil && !src.Pack.IsDefault() {
		e.Plan.Prompt = src.Pack.Hash()
	}
	return nil
}

// sources opens what decides requirements without a rule.
func (e *Evaluation) sources(ctx context.Context, files dataset.Files) (src bench.Sources, err error) {
	j := &e.Spec.Judging
	o, err := j.options()
	if err != nil {
		return src, err
	}
	src = bench.Sources{Catalog: Catalog(), Strategy: j.Strategy, Reasks: o.Reasks, Schema: o.Schema, Pack: o.Pack}
	switch all := j.judges(); {
	case j.Verdicts != "":
		var recorded *bench.Recorded
		if recorded, err = e.readVerdicts(ctx, j.Verdicts, j.VerdictsOf, files); err == nil {
			src.Verdicts = recorded
		}
	case j.Replies != "":
		src.Replies, src.Origin, err = e.readReplies(ctx, j.Replies, files)
	case len(all) == 1 && j.Samples <= 1 && j.Temperature == "": // asked once in its usual way
		src.Model, err = e.open(all[0], j.JudgeBaseURL, "judge")
	case len(all) > 0:
		src.Verdicts, err = e.panel(all, o)
	}
	return src, err
}

// panel returns the jury, or the one judge that is asked in another way than
// its usual one.
func (e *Evaluation) panel(models []string, o judge.Options) (adhere.Judge, error) {
	var members []adhere.Judge
	for _, spec := range models {
		asked, err := e.open(spec, e.Spec.JudgeBaseURL, "judge")
		if err != nil {
			return nil, err
		}
		o.Model = asked
		one, err := e.member(o)
		if err != nil {
			return nil, err
		}
		members = append(members, one)
	}
	if len(members) == 1 {
		return members[0], nil
	}
	return judge.NewJury(e.Spec.voting(), e.Spec.Tie, members...)
}

func (j *Judging) voting() judge.Voting {
	return cmp.Or(j.Jury, judge.Majority)
}

// member returns one judge of a panel: the benchmark's strategy, or the one
// that was asked for, in as many samples as wanted.
func (e *Evaluation) member(o judge.Options) (_ adhere.Judge, err error) {
	j := &e.Spec.Judging
	strategy := cmp.Or(j.Strategy, e.Bench.Strategy)
	if o.Params, err = j.judgeParams(); err != nil {
		return nil, err
	}
	if len(e.Bench.Rules) > 0 && j.Rules == "" { // as the benchmark asks a single judge
		o.Only = func(r *adhere.Requirement) bool { return r.Rule == nil }
	}
	if j.Samples > 1 {
		return judge.NewSamples(strategy, j.Samples, j.voting(), j.Tie, o)
	}
	found, err := judge.Find(strategy)
	if err != nil {
		return nil, err
	}
	return found.New(o)
}

// modelOf returns the model in the name of a refiner, "refine/x@1+model".
func modelOf(refiner string) string { return refiner[strings.LastIndexByte(refiner, '+')+1:] }

// needJudge refuses a plan that would leave requirements undecided unless that
// is meant.
func (e *Evaluation) needJudge(src bench.Sources) error {
	if e.Spec.RulesOnly || src.Model != nil || src.Replies != nil || src.Verdicts != nil {
		return nil
	}
	hint := "name a judge with --judge provider/model (judge: provider/model in a file), recorded verdicts with --verdicts FILE, or --rules-only"
	if e.Spec.Rules != RulesRead {
		hint = "let code read what it can with --rules read, or " + hint
	}
	if len(e.Spec.Instructions) > 0 { // of a file of prompts, or of a program
		hint = "name a judge (judge: provider/model in a file), or word them so that code can decide; adhere verify --explain --require \"…\" shows how they are read"
	}
	return e.undecided(e.leftOpen, hint)
}

// useGrader has a model score every answer from 1 to 5. It becomes part of the
// plan.
func (e *Evaluation) useGrader() error {
	if e.Spec.Grade == "" {
		return nil
	}
	o, err := e.Spec.options()
	if err != nil {
		return err
	}
	if o.Model, err = e.open(e.Spec.Grade, e.Spec.JudgeBaseURL, "judge"); err != nil {
		return err
	}
	grader, err := judge.NewGrader(o)
	if err != nil {
		return err
	}
	e.Graders = append(e.Graders, grader)
	countScore(&e.Bench)
	e.Plan.Metrics = append(e.Plan.Metrics, DirectScore)
	e.Plan.Judges = append(e.Plan.Judges, grader.Name())
	return nil
}
