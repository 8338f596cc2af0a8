package eval

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"adhere"
	"adhere/bench"
	"adhere/dataset"
	"adhere/model"
	"adhere/report"
)

// A Spec says in plain data what is evaluated, by whom it is judged and how
// often. It can be written by hand, read from a file or filled from a form.
type Spec struct {
	// Bench names a benchmark whose data Parts reads. Without it the
	// Instructions are evaluated, as a data set called Name.
	Bench        string               `json:"bench,omitempty" yaml:"bench,omitempty"`
	Name         string               `json:"name,omitempty" yaml:"name,omitempty"`
	Instructions []adhere.Instruction `json:"instructions,omitempty" yaml:"instructions,omitempty"`

	// Who answers: the Model is asked ("provider/model"), or, where there are
	// recorded Answers, it is whose they are.
	Model   string   `json:"model,omitempty" yaml:"model,omitempty"`
	Answers []Answer `json:"answers,omitempty" yaml:"answers,omitempty"`

	// Who decides what rules do not: a model, asked by the strategy of the
	// benchmark or by another. Without one, RulesOnly says that it is meant.
	Judge     string `json:"judge,omitempty" yaml:"judge,omitempty"`
	Strategy  string `json:"strategy,omitempty" yaml:"strategy,omitempty"`
	Reasks    int    `json:"reasks,omitempty" yaml:"reasks,omitempty"` // see judge.Options
	RulesOnly bool   `json:"rules_only,omitempty" yaml:"rules_only,omitempty"`

	Params   adhere.Params `json:"params,omitzero" yaml:"params,omitempty"`
	Attempts int           `json:"attempts,omitempty" yaml:"attempts,omitempty"` // answers per instruction; 0 is read as 1
	Skip     int           `json:"skip,omitempty" yaml:"skip,omitempty"`         // instructions left out at the start
	Limit    int           `json:"limit,omitempty" yaml:"limit,omitempty"`       // instructions taken; 0 takes all
}

// An Answer is one that was recorded. Reasoning between tags is set apart from
// its text before anything is judged.
type Answer struct {
	ID      string `json:"id" yaml:"id"` // of the instruction
	Attempt int    `json:"attempt,omitempty" yaml:"attempt,omitempty"`
	Text    string `json:"response" yaml:"response"`
}

// Parts are what a Spec names and plain data cannot hold. Each is needed only
// where the Spec needs it.
type Parts struct {
	// Open opens the model that spec names ("provider/model") for a role:
	// subject or judge. What it wraps around models (a cache, retries, a
	// limiter) holds for the evaluation.
	Open    func(spec, role string) (adhere.Model, error)
	Subject adhere.Subject // who answers, in the place of Spec.Model
	Judges  []adhere.Judge // who judges, in the place of the benchmark's rules and Spec.Judge
	Data    func(ctx context.Context, name string) (*dataset.Set, error)
	Workers int // items in flight; 0 is read as 20
}

// New plans an evaluation. What is missing or contradicts itself is an error
// with code Invalid; an unknown benchmark one with code NotFound.
func New(ctx context.Context, spec Spec, parts Parts) (*Evaluation, error) {
	e := &Evaluation{
		Workers: parts.Workers,
		Plan:    adhere.Plan{Params: spec.Params, Attempts: max(spec.Attempts, 1), Skip: spec.Skip, Limit: spec.Limit},
	}
	if e.Workers == 0 {
		e.Workers = 20
	}
	for _, step := range []func(context.Context, *Spec, *Parts) error{e.useData, e.useSubject, e.useJudges} {
		if err := step(ctx, &spec, &parts); err != nil {
			return nil, err
		}
	}
	e.FinishPlan()
	return e, nil
}

func invalid(message, hint string) error {
	return &adhere.Error{Code: adhere.Invalid, Message: message, Hint: hint}
}

// useData reads what is evaluated.
func (e *Evaluation) useData(ctx context.Context, spec *Spec, parts *Parts) (err error) {
	switch {
	case spec.Bench != "" && len(spec.Instructions) > 0:
		return invalid("the spec has a benchmark and instructions of its own", "leave one of them out")
	case spec.Bench == "" && len(spec.Instructions) == 0:
		return invalid("the spec has nothing to evaluate", "name a benchmark, or give instructions")
	case spec.Bench == "":
		e.Bench, e.Set, err = own(ctx, spec)
	default:
		if e.Bench, err = bench.Find(spec.Bench); err != nil {
			return err
		}
		e.Set, err = readData(ctx, e.Bench.Data, parts)
	}
	if err != nil {
		return err
	}
	e.Warnings = slices.Clone(e.Set.Warnings)
	if spec.Attempts > 1 {
		CountPassAt(&e.Bench, spec.Attempts)
	}
	return nil
}

func readData(ctx context.Context, name string, parts *Parts) (*dataset.Set, error) {
	if name == "starter" {
		return dataset.Read(ctx, name, "starter/instructions.jsonl", dataset.Options{Files: dataset.FromFS(bench.Starter()), CheckRule: CheckRule})
	}
	if parts.Data == nil {
		return nil, invalid("the data of "+name+" is not part of the program", "read it with Parts.Data")
	}
	return parts.Data(ctx, name)
}

// CheckRule says whether a rule that was read can be carried out.
func CheckRule(r *adhere.Rule) error {
	_, err := Catalog().Compile(r)
	return err
}

// own returns the spec's instructions as a data set and a benchmark, with the
// same checks, and the same identity, that a file of them would have.
func own(ctx context.Context, spec *Spec) (bench.Bench, *dataset.Set, error) {
	name := spec.Name
	if name == "" {
		name = "own"
	}
	var lines bytes.Buffer
	enc := json.NewEncoder(&lines)
	levels := false
	for i := range spec.Instructions {
		if err := enc.Encode(&spec.Instructions[i]); err != nil {
			return bench.Bench{}, nil, err
		}
		levels = levels || spec.Instructions[i].Level > 0
	}
	file := name + ".jsonl"
	files := onlyFile{file, lines.Bytes()}
	set, err := dataset.Read(ctx, name, file, dataset.Options{Files: files, Format: dataset.Own, CheckRule: CheckRule})
	return bench.Custom(name, levels), set, err
}

// onlyFile is a file system that holds one file.
type onlyFile struct {
	name string
	data []byte
}

func (f onlyFile) Open(path string) (io.ReadCloser, error) {
	if path != f.name {
		return nil, fs.ErrNotExist
	}
	return io.NopCloser(bytes.NewReader(f.data)), nil
}

func (f onlyFile) IsDir(string) (bool, error) { return false, nil }

// useSubject finds who answers.
func (e *Evaluation) useSubject(_ context.Context, spec *Spec, parts *Parts) error {
	switch {
	case len(spec.Answers) > 0:
		return e.useAnswers(spec)
	case parts.Subject != nil:
		e.Subject = parts.Subject
	case spec.Model == "":
		return invalid("nobody answers", "name a model, give recorded answers, or a Subject among the parts")
	case parts.Open == nil:
		return invalid("nothing opens the model "+spec.Model, "give Parts.Open")
	default:
		m, err := parts.Open(spec.Model, "subject")
		if err != nil {
			return err
		}
		e.Subject = model.NewSubject(m, nil)
	}
	e.Plan.Model = e.Subject.Name()
	return nil
}

// useAnswers takes the spec's recorded answers. Instructions without one are
// left out and named in a warning.
func (e *Evaluation) useAnswers(spec *Spec) error {
	type key struct {
		id      string
		attempt int
	}
	texts := map[key]string{}
	for i, a := range spec.Answers {
		k := key{a.ID, a.Attempt}
		if _, twice := texts[k]; twice {
			return invalid(fmt.Sprintf("answer %d: %s has two answers with attempt %d", i+1, a.ID, a.Attempt), "number repeated answers 0, 1, 2")
		}
		texts[k] = a.Text
		e.Plan.Attempts = max(e.Plan.Attempts, a.Attempt+1)
	}
	find := func(t *adhere.Task) (string, bool) {
		text, ok := texts[key{t.Instruction.ID, t.Attempt}]
		return text, ok
	}
	e.Wanted = func(in *adhere.Instruction, attempt int) bool {
		_, ok := texts[key{in.ID, attempt}]
		return ok
	}
	missing := 0
	for in, err := range e.Set.All() {
		if err != nil {
			return err
		}
		if !e.Wanted(in, 0) {
			missing++
		}
	}
	if missing == e.Set.Len() {
		return invalid("no answer is to an instruction of "+e.Set.Name, "answers are matched by id")
	}
	if missing > 0 {
		e.Warnings = append(e.Warnings, fmt.Sprintf("%d of %d instructions have no answer", missing, e.Set.Len()))
	}
	e.Plan.Model = spec.Model
	if e.Plan.Model == "" {
		e.Plan.Model = "recorded/answers"
	}
	b, err := json.Marshal(spec.Answers)
	sum := sha256.Sum256(b)
	e.Plan.Answers = "sha256:" + hex.EncodeToString(sum[:])
	e.Subject = model.NewRecorded(e.Plan.Model, find)
	return err
}

// useJudges finds who decides.
func (e *Evaluation) useJudges(_ context.Context, spec *Spec, parts *Parts) (err error) {
	if parts.Judges != nil {
		e.Judges = parts.Judges
		return nil
	}
	src := bench.Sources{Catalog: Catalog(), Strategy: spec.Strategy, Reasks: spec.Reasks}
	if spec.Judge != "" {
		if parts.Open == nil {
			return invalid("nothing opens the judge "+spec.Judge, "give Parts.Open")
		}
		if src.Model, err = parts.Open(spec.Judge, "judge"); err != nil {
			return err
		}
	} else if !spec.RulesOnly {
		if err := e.decidedByRules(); err != nil {
			return err
		}
	}
	e.Judges, err = e.Bench.Judges(src)
	return err
}

// decidedByRules refuses a plan that would leave requirements undecided.
func (e *Evaluation) decidedByRules() error {
	return e.Undecided(e.Bench.Open, "name a judge, judge: provider/model in a file, or say RulesOnly")
}

// Sweep evaluates several specs over one store, one after another, and
// returns their results in order.
func Sweep(ctx context.Context, specs []Spec, parts Parts, s Store) ([]*report.Result, error) {
	var all []*report.Result
	for i, spec := range specs {
		e, err := New(ctx, spec, parts)
		if err != nil {
			return all, fmt.Errorf("spec %d: %w", i+1, err)
		}
		res, err := e.Run(ctx, s)
		if err != nil {
			return all, fmt.Errorf("spec %d: %w", i+1, err)
		}
		all = append(all, res)
	}
	return all, nil
}
