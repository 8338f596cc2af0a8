package main

import (
	"fmt"
	"sync"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/bench"
	"adhere/eval"
	"adhere/judge"
	"adhere/verify"
	"adhere/verify/english"
	"adhere/verify/ruling"
	"adhere/verify/suites"
)

// The values of --rules.
const (
	rulesOff  = "off"  // the judge decides everything
	rulesOwn  = "own"  // what has a rule is decided by it
	rulesRead = "read" // and so is what code can read from the requirement's text
)

// Rule flags: what code decides of a benchmark, in place of its own way.
type ruleFlags struct {
	rules   string
	lock    string
	askBoth bool
}

func (r *ruleFlags) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&r.rules, "rules", "", "what code decides: off, own (what has a rule) or read (also what can be read from a requirement's text); the judge decides the rest (default: the benchmark's own way)")
	f.StringVar(&r.lock, "lock", "", "with --rules read: a lock file of compiled requirements, read as it says; adhere verify --model --lock makes one")
	f.BoolVar(&r.askBoth, "ask-both", false, "with --rules own or read: ask the judge about everything, and list where rule and judge disagree")
	err := cmd.RegisterFlagCompletionFunc("rules", cobra.FixedCompletions([]string{rulesOff, rulesOwn, rulesRead}, cobra.ShellCompDirectiveNoFileComp))
	if err != nil {
		panic("--rules is there twice: " + err.Error())
	}
}

func (r *ruleFlags) hybrid() bool { return r.rules == rulesOwn || r.rules == rulesRead }

// checkRules refuses rule flags that make no sense.
func (j *judging) checkRules() error {
	switch j.rules {
	case "", rulesOff, rulesOwn, rulesRead:
	default:
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--rules %q is not known", j.rules), Hint: "choose off, own or read"}
	}
	judged := len(j.judges) > 0 || j.verdicts != "" || j.replies != ""
	switch {
	case j.rules == rulesOff && !judged:
		return &adhere.Error{Code: adhere.Invalid, Message: "--rules off needs a judge", Hint: "name one with --judge provider/model, --replies FILE or --verdicts FILE"}
	case j.lock != "" && j.rules != rulesRead:
		return &adhere.Error{Code: adhere.Invalid, Message: "--lock needs --rules read", Hint: "a lock file says how requirements are read; other values of --rules read none"}
	case j.askBoth && !j.hybrid():
		return &adhere.Error{Code: adhere.Invalid, Message: "--ask-both needs --rules own or --rules read", Hint: "read takes rules from the requirements' text too"}
	case j.askBoth && !judged:
		return &adhere.Error{Code: adhere.Invalid, Message: "--ask-both needs a judge", Hint: "name one with --judge provider/model, --replies FILE or --verdicts FILE"}
	}
	return nil
}

// judgesOf returns the judges of an evaluation: the benchmark's own, or those
// that --rules asks for.
func (j *judging) judgesOf(e *evaluation, m *models, src bench.Sources) ([]adhere.Judge, error) {
	if j.rules == "" {
		return e.Bench.Judges(src)
	}
	if e.Bench.Strategy == "" {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "--rules " + j.rules + ": rules decide all of " + e.Bench.Name + " already", Hint: "leave --rules out"}
	}
	asked, err := askedJudge(e.Bench, src)
	if err != nil {
		return nil, err
	}
	if j.rules == rulesOff {
		return []adhere.Judge{asked}, nil
	}
	h := judge.Hybrid{Rules: ruleJudge(&e.Bench), Model: asked, AskBoth: j.askBoth, Pack: src.Pack}
	if j.rules == rulesRead {
		if _, err := useLock(j.lock, false); err != nil {
			return nil, err
		}
		h.Divide, h.By = divide, desk().Name()
	}
	one, err := judge.NewHybrid(h)
	if err != nil {
		return nil, err
	}
	if asked != nil {
		err = m.seat(one, h)
	}
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

// ruleJudge is the benchmark's judge by code, or the one of benchmarks that
// have rules beside a judge.
func ruleJudge(b *bench.Bench) adhere.Judge {
	r := bench.RuleJudge{Name: "strict", Version: 1, Reading: verify.Strict}
	if len(b.Rules) > 0 {
		r = b.Rules[0]
	}
	return verify.NewJudge("rule/"+r.Name, r.Version, eval.Catalog(), r.Reading)
}

// seat lets estimates find the models behind a hybrid judge: each member of
// the judge that it asks, asked no more than the hybrid asks.
func (m *models) seat(one adhere.Judge, h judge.Hybrid) error {
	var seats []member
	for _, each := range m.members(h.Model) {
		h.Model = each.judge
		alone, err := judge.NewHybrid(h)
		if err != nil {
			return err
		}
		seats = append(seats, member{each.model, alone})
	}
	m.panels[one.Name()] = seats
	return nil
}

// desk reads requirements and decides by the checkers of every suite.
var desk = sync.OnceValue(func() *ruling.Desk { return ruling.NewDesk(suites.All()...) })

// divide parts a requirement: by its rule, else as its text is read.
func divide(r *adhere.Requirement) judge.Division {
	if r.Rule != nil {
		return judge.Division{Rule: r.Rule}
	}
	a, err := desk().Explain(ruling.Question{Requirement: r.Text})
	if err != nil || a.Rule == nil {
		return judge.Division{}
	}
	return judge.Division{Rule: a.Rule, Part: a.Decides == english.Part, Rest: a.Rest, Check: a.English}
}

// open returns the requirements of an instruction that code does not decide
// wholly, as the flags have it.
func (j *judging) open(b *bench.Bench, in *adhere.Instruction) (left []adhere.Requirement) {
	switch j.rules {
	case "":
		return b.Open(in)
	case rulesOff:
		return in.Requirements
	}
	for i := range in.Requirements {
		d := judge.Division{Rule: in.Requirements[i].Rule}
		if j.rules == rulesRead {
			d = divide(&in.Requirements[i])
		}
		if d.Rule == nil || d.Part {
			left = append(left, in.Requirements[i])
		}
	}
	return left
}
