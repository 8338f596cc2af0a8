package eval

import (
	"errors"
	"io/fs"
	"sync"

	"adhere"
	"adhere/bench"
	"adhere/dataset"
	"adhere/judge"
	"adhere/verify"
	"adhere/verify/english"
	"adhere/verify/ruling"
	"adhere/verify/suites"
)

// Decider reads requirements and decides by the checkers of every suite.
var Decider = sync.OnceValue(func() *ruling.Decider { return ruling.NewDecider(suites.All()...) })

// Divide returns what of a requirement code decides: by its rule, else by what
// can be read in its text of the part that it binds. Among are those of its
// instruction.
func Divide(r *adhere.Requirement, among []adhere.Requirement) judge.Division {
	if r.Rule != nil || r.PartRule != nil { // whose text is not of the whole answer
		return judge.Division{Rule: r.Rule}
	}
	a, err := Decider().Explain(ruling.Case{Requirement: r.Text, Scope: r.Scope, Among: among})
	if err != nil || a.Rule == nil {
		return judge.Division{}
	}
	return judge.Division{Rule: a.Rule, Part: a.Decides == english.Part, Rest: a.Rest, Check: a.English}
}

// UseLock has requirements read as a lock file says; without a path they are
// read as they are. A file that is not there is an error unless it is yet to be
// made.
func UseLock(files dataset.Files, path string, toMake bool) (*ruling.Lock, error) {
	lock := &ruling.Lock{}
	if path != "" {
		content, err := dataset.ReadFile(files, path)
		switch {
		case errors.Is(err, fs.ErrNotExist) && toMake:
		case err != nil:
			return nil, &adhere.Error{Code: adhere.Invalid, Message: "the lock file", Hint: "adhere verify --require … --model provider/model --lock FILE makes one", Err: err}
		default:
			if lock, err = Decider().ReadLock(path, content); err != nil {
				return nil, err
			}
		}
	}
	Decider().Use(lock)
	return lock, nil
}

// judgesOf returns the judges of an evaluation: the benchmark's own, or those
// that Judging.Rules asks for.
func (e *Evaluation) judgesOf(src bench.Sources, files dataset.Files) ([]adhere.Judge, error) {
	j := &e.Spec.Judging
	if j.Rules == "" || j.Rules != RulesOff && e.Bench.Strategy == "" { // whose rules decide everything already
		return e.Bench.Judges(src)
	}
	if e.Bench.Strategy == "" {
		return nil, invalid("--rules "+j.Rules+": rules decide all of "+e.Bench.Name+" already", "leave --rules out")
	}
	asked, err := askedJudge(e.Bench, src)
	if err != nil {
		return nil, err
	}
	if j.Rules == RulesOff {
		return []adhere.Judge{asked}, nil
	}
	h := judge.Hybrid{Rules: RuleJudge(&e.Bench), Model: asked, AskBoth: j.AskBoth, Pack: src.Pack}
	if j.Rules == RulesRead {
		if _, err := UseLock(files, j.Lock, false); err != nil {
			return nil, err
		}
		h.Divide, h.By = Divide, Decider().Name()
	}
	one, err := judge.NewHybrid(h)
	return []adhere.Judge{one}, err
}

// askedJudge returns who decides what code does not, nil if nobody does. A
// live judge can be asked about every requirement; replies are recorded for
// those that the benchmark asks about.
func askedJudge(b bench.Bench, src bench.Sources) (adhere.Judge, error) {
	if src.Replies == nil && src.Verdicts == nil {
		b.Rules = nil
	}
	judges, err := b.Judges(src)
	if err != nil || len(judges) == len(b.Rules) {
		return nil, err
	}
	return judges[len(judges)-1], nil
}

// RuleJudge returns the benchmark's first judge by code, or the strict one of
// all suites if it has none.
func RuleJudge(b *bench.Bench) adhere.Judge {
	r := bench.RuleJudge{Name: "strict", Version: 1, Strictness: verify.Strict}
	if len(b.Rules) > 0 {
		r = b.Rules[0]
	}
	return verify.NewJudge("rule/"+r.Name, r.Version, Catalog(), r.Strictness)
}

// leftOpen returns the requirements of an instruction that code does not decide
// wholly.
func (e *Evaluation) leftOpen(in *adhere.Instruction) (left []adhere.Requirement) {
	switch e.Spec.Rules {
	case "":
		return e.Bench.Open(in)
	case RulesOff:
		return in.Requirements
	}
	for i := range in.Requirements {
		d := judge.Division{Rule: in.Requirements[i].Rule}
		if e.Spec.Rules == RulesRead {
			d = Divide(&in.Requirements[i], in.Requirements)
		}
		if d.Rule == nil || d.Part {
			left = append(left, in.Requirements[i])
		}
	}
	return left
}
