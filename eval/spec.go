package eval

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"adhere"
	"adhere/bench"
	"adhere/dataset"
	"adhere/metric"
	"adhere/model"
)

// A Spec says in plain data what is evaluated, by whom it is judged and how
// often. It can be written by hand, read from a file or filled from a form. Its
// keys in YAML are the flags of adhere eval, and errors name a field as that
// flag: what adhere eval --print-spec prints of one evaluation is a Spec.
type Spec struct {
	// Bench names a benchmark whose data Parts reads. Without it the
	// Instructions are evaluated, as a data set called Name.
	Bench        string               `json:"bench,omitempty" yaml:"bench,omitempty"`
	Name         string               `json:"name,omitempty" yaml:"name,omitempty"`
	Instructions []adhere.Instruction `json:"instructions,omitempty" yaml:"instructions,omitempty"`

	// Who answers: the Model is asked ("provider/model"), or, where answers are
	// recorded, it is whose they are: Answers, or those in the file Responses.
	Model      string   `json:"model,omitempty" yaml:"model,omitempty"`
	BaseURL    string   `json:"base_url,omitempty" yaml:"base-url,omitempty"` // of its server; empty for the provider's own
	System     string   `json:"system,omitempty" yaml:"system,omitempty"`     // a message before each instruction
	Answers    []Answer `json:"answers,omitempty" yaml:"answers,omitempty"`
	Responses  string   `json:"responses,omitempty" yaml:"responses,omitempty"`
	RequireAll bool     `json:"require_all,omitempty" yaml:"require-all,omitempty"` // an instruction without a recorded answer is an error

	Judging    `yaml:",inline"`
	Refinement `yaml:",inline"`

	Params           adhere.Params `json:"params,omitzero" yaml:",inline"`
	UnsetTemperature bool          `json:"no_temperature,omitempty" yaml:"no-temperature,omitempty"` // without a temperature in Params none is sent, also where the benchmark's paper decodes greedily and 0 would be
	ExtraBody        string        `json:"-" yaml:"extra-body,omitempty"`                            // JSON object, in the place of Params.Extra
	Attempts         int           `json:"attempts,omitempty" yaml:"attempts,omitempty"`             // answers per instruction; 0 is read as 1
	Limit            string        `json:"limit,omitempty" yaml:"limit,omitempty"`                   // "10" takes the first ten instructions, "11-20" the ten after them
	Sample           int           `json:"sample,omitempty" yaml:"sample,omitempty"`                 // draws about so many instructions from each subset, category and level in proportion, groups of levels whole; not with Limit
	SampleSeed       int           `json:"sample_seed,omitempty" yaml:"sample-seed,omitempty"`       // of the draw; 0 takes Params.Seed, and 0 where there is none
	Undecided        string        `json:"undecided,omitempty" yaml:"undecided,omitempty"`           // how verdicts that nobody could decide count; see metric.Policy
	AllowEmpty       bool          `json:"allow_empty,omitempty" yaml:"allow-empty,omitempty"`       // an answer without text is judged as it is
	FailOnError      string        `json:"fail_on_error,omitempty" yaml:"fail-on-error,omitempty"`   // items that may fail before the run stops: "10", "0.05" or "5%"
}

// An Answer is one that was recorded. Reasoning between tags is set apart from
// its text before anything is judged.
type Answer struct {
	ID      string `json:"id" yaml:"id"` // of the instruction
	Attempt int    `json:"attempt,omitempty" yaml:"attempt,omitempty"`
	Text    string `json:"response" yaml:"response"`
	// Earlier are the answers to the turns before, where the instruction asks
	// for several.
	Earlier []string `json:"earlier,omitempty" yaml:"earlier,omitempty"`
}

// Parts are what a Spec names and plain data cannot hold. Each is needed only
// where the Spec needs it.
type Parts struct {
	// Open opens the model that spec names ("provider/model") at an address
	// (empty for the provider's own) for a role: subject, judge, critic or
	// rewriter. What it wraps around models (a cache, retries, a limiter) holds
	// for the evaluation.
	Open    Opener
	Subject adhere.Subject // who answers, in the place of Spec.Model
	// Judges are who judges, in the place of the benchmark's rules and Spec.Judge. A
	// verify.Judge over a catalog of your own has your checkers decide: rules of
	// Spec.Instructions may then have any name.
	Judges []adhere.Judge
	// Data reads a benchmark or a file of instructions by its name; nil is Data.Read
	// without a folder, for files and what is built in.
	Data  func(ctx context.Context, name string) (bench.Bench, *dataset.Set, error)
	Files dataset.Files // where files are that the Spec names; nil is the machine's
	// Workers are the calls that one model may have in flight, where Open keeps to
	// it as provider.Opener does; 0 is read as 20. A Subject and Judges of your own
	// are asked about up to twice as many items at once, and hold themselves back
	// where that is too many.
	Workers int
}

func (p *Parts) reader() dataReader {
	if p.Data == nil {
		return Data{Files: p.Files}.Read
	}
	return p.Data
}

// An Opener opens the model that spec names, at an address, for a role.
type Opener func(spec, baseURL, role string) (adhere.Model, error)

// New plans an evaluation. What is missing or contradicts itself is an error
// with code Invalid; an unknown benchmark one with code NotFound.
func New(ctx context.Context, spec Spec, parts Parts) (*Evaluation, error) {
	parts.Workers = cmp.Or(parts.Workers, 20)
	if err := spec.Check(); err != nil {
		return nil, err
	}
	part, err := parseLimit(spec.Limit)
	if err != nil {
		return nil, err
	}
	e := &Evaluation{
		Spec: spec, Workers: 2, asked: &askedModels{open: parts.Open},
		Plan: adhere.Plan{Params: spec.Params, Attempts: max(spec.Attempts, 1), Skip: part.Skip, Limit: part.Limit, Sample: spec.Sample, System: spec.System, AllowEmpty: spec.AllowEmpty},
	}
	if s := spec.Params.Seed; s != nil {
		e.Plan.Seed = int(*s)
	}
	if spec.Sample > 0 && spec.SampleSeed != 0 {
		e.Plan.Seed = spec.SampleSeed
	}
	if err := spec.addExtra(&e.Plan.Params); err != nil {
		return nil, err
	}
	for _, step := range []func(context.Context, *Parts) error{e.useData, e.useSubject, e.useRefinement, e.useJudges} {
		if err := step(ctx, &parts); err != nil {
			return nil, err
		}
	}
	e.Warnings = append(e.Warnings, e.oneSided()...)
	return e, cmp.Or(e.refuseAvoided(), e.warnOfConflicts())
}

// Check refuses what contradicts itself, before anything is read.
func (s *Spec) Check() error {
	if s.System != "" && s.refines() {
		return invalid("--system cannot be used with --refine, whose prompts have their own system message", "leave one of them out, or put the text into the instructions")
	}
	if s.Sample < 0 || s.Sample > 0 && s.Limit != "" {
		return invalid(fmt.Sprintf("--sample %d: expected a number of instructions, without --limit", s.Sample), "--limit takes the first, --sample draws from all")
	}
	if s.Attempts < 0 {
		return invalid(fmt.Sprintf("--attempts %d: expected a number of answers per instruction", s.Attempts), "0 is read as 1")
	}
	return s.check()
}

// addExtra reads the fields that are added to requests. They are put in order,
// so that equal ones are equal plans.
func (s *Spec) addExtra(p *adhere.Params) error {
	if s.ExtraBody == "" {
		return nil
	}
	var fields map[string]json.RawMessage
	err := json.Unmarshal([]byte(s.ExtraBody), &fields)
	if err != nil || fields == nil {
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--extra-body %q: expected a JSON object", s.ExtraBody), Hint: `for example --extra-body '{"chat_template_kwargs":{"enable_thinking":false}}'`, Err: err}
	}
	p.Extra, err = json.Marshal(fields)
	return err
}

func invalid(message, hint string) error {
	return &adhere.Error{Code: adhere.Invalid, Message: message, Hint: hint}
}

func (e *Evaluation) useData(ctx context.Context, parts *Parts) (err error) {
	switch spec := &e.Spec; {
	case spec.Bench != "" && len(spec.Instructions) > 0:
		return invalid("the spec has a benchmark and instructions of its own", "leave one of them out")
	case spec.Bench == "" && len(spec.Instructions) == 0:
		return invalid("the spec has nothing to evaluate", "name a benchmark, or give instructions")
	case spec.Bench == "":
		check := CheckRule
		if parts.Judges != nil { // they may have checkers of their own
			check = nil
		}
		e.Bench, e.Set, err = own(ctx, spec, check)
	default:
		e.Bench, e.Set, err = parts.reader()(ctx, spec.Bench)
	}
	if err != nil {
		return err
	}
	e.Warnings = slices.Clone(e.Set.Warnings)
	if err := e.checkPart(); err != nil {
		return err
	}
	policy, err := metric.ParsePolicy(e.Spec.Undecided)
	if err != nil {
		return err
	}
	if policy != e.Bench.Undecided {
		e.Bench = e.Bench.Under(policy)
	}
	return nil
}

// CheckRule returns an error if no checker can carry the rule out.
func CheckRule(r *adhere.Rule) error {
	_, err := Catalog().Compile(r)
	return err
}

// own returns the spec's instructions as a data set and a benchmark, with the
// same checks, and the same identity, that a file of them would have.
func own(ctx context.Context, spec *Spec, check func(*adhere.Rule) error) (bench.Bench, *dataset.Set, error) {
	name := cmp.Or(spec.Name, "own")
	var has bench.Traits
	for i := range spec.Instructions {
		has.See(&spec.Instructions[i])
	}
	file, broken, err := jsonLines("Spec.Instructions", spec.Instructions)
	if err == nil && len(broken) > 0 {
		err = invalid(fmt.Sprintf("Spec.Instructions[%d] is not UTF-8", broken[0]), "strings.ToValidUTF8 mends texts")
	}
	if err != nil {
		return bench.Bench{}, nil, err
	}
	set, err := dataset.Read(ctx, name, file.name, dataset.Options{Files: file, Format: dataset.Own, CheckRule: check})
	return bench.Custom(name, has), set, err
}

// jsonLines returns a list as a file under the name that errors give it, and the
// positions of what is not UTF-8.
func jsonLines[T any](name string, list []T) (file onlyFile, broken []int, err error) {
	file.name = name
	for i := range list {
		line, err := json.Marshal(&list[i])
		if err != nil {
			return file, nil, err
		}
		if bytes.Contains(bytes.ReplaceAll(line, []byte(`\\`), nil), []byte(`\ufffd`)) {
			broken = append(broken, i)
		}
		file.data = append(append(file.data, line...), '\n')
	}
	return file, broken, nil
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

func (e *Evaluation) useSubject(ctx context.Context, parts *Parts) error {
	switch spec := &e.Spec; {
	case parts.Subject != nil && (len(spec.Answers) > 0 || spec.Responses != ""):
		return invalid("there are recorded answers, and a Subject among the parts", "leave one of them out")
	case len(spec.Answers) > 0:
		return e.useAnswers(ctx)
	case spec.Responses != "":
		return e.useResponses(ctx, parts.Files, spec.Responses, spec.Model)
	case parts.Subject != nil:
		e.Subject = parts.Subject
	case spec.Model == "":
		return invalid("nobody answers", "name a model, give recorded answers, or a Subject among the parts")
	default:
		m, err := e.open(spec.Model, spec.BaseURL, "subject")
		if err != nil {
			return err
		}
		var prompt func(*adhere.Instruction) []adhere.Message
		if spec.System != "" {
			prompt = func(in *adhere.Instruction) []adhere.Message {
				return append([]adhere.Message{{Role: adhere.System, Text: spec.System}}, in.Messages...)
			}
		}
		e.Subject = model.NewSubject(m, prompt)
		if p := &e.Plan.Params; p.Temperature == nil && e.Bench.Greedy && e.Plan.Attempts == 1 && !spec.UnsetTemperature {
			p.Temperature = new(float64)
		}
	}
	if e.Plan.Model = e.Subject.Name(); e.Plan.Model == "" {
		return invalid("Parts.Subject has no name", "runs are told apart by it: have Name return \"provider/exact-model-version\"")
	}
	e.calls(parts)
	return nil
}

// calls has the run keep as many items in flight as calls may be, and some
// more, since items are also judged and stored.
func (e *Evaluation) calls(parts *Parts) {
	e.Connections = parts.Workers
	e.Workers = max(e.Workers, parts.Workers+parts.Workers/10+1)
}
