package dataset

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"adhere"
)

// A VerdictLine is one recorded verdict and what it is about.
type VerdictLine struct {
	adhere.VerdictLine
	File string
	Line int // of the file
}

// Verdicts are the recorded verdicts of a file.
type Verdicts struct {
	Path     string
	List     []VerdictLine // in the order of the files
	Warnings []string

	decided map[verdictOn]int // where in List
	twice   []string          // what stands there again
}

// ReadVerdicts reads recorded verdicts: JSON lines with instruction,
// requirement, judge and outcome, and where they are known attempt, model,
// reason and evidence. An instruction may have one checker twice: where lines
// of one judge on one answer repeat a checker's name, the n-th is about the
// n-th requirement of that name, Numbered. Another verdict that stands twice
// counts once, with a warning; two that contradict each other are an error.
//
// A line in InFoBench's shape, with id and a list eval of true, false and
// null, holds the verdicts of the judge whose name is given on all questions
// of its instruction; null is broken.
func ReadVerdicts(ctx context.Context, path, judge string, files Files) (*Verdicts, error) {
	return ReadAllVerdicts(ctx, []string{path}, judge, files)
}

// ReadAllVerdicts reads several files as ReadVerdicts reads one. A verdict that
// two files have counts once too.
func ReadAllVerdicts(ctx context.Context, paths []string, judge string, files Files) (*Verdicts, error) {
	v := &Verdicts{Path: strings.Join(paths, ", "), decided: map[verdictOn]int{}}
	for _, path := range paths {
		checkers := map[verdictOn]int{}
		err := eachObject(ctx, path, files, func(o *object, line int) {
			if o.has("eval") && !o.has("outcome") {
				for _, l := range evalLines(o, judge, line) {
					v.add(o, l, path)
				}
				return
			}
			l := verdictLine(o, judge, line)
			if strings.Contains(l.Requirement, ":") {
				on := l.on()
				checkers[on]++
				l.Requirement = Numbered(l.Requirement, checkers[on])
			}
			v.add(o, l, path)
		}, &v.Warnings)
		if err != nil {
			return nil, err
		}
	}
	if n := len(v.twice); n > 0 {
		v.Warnings = append(v.Warnings, count(n, "verdict stands twice and counts", "verdicts stand twice and count")+" once: "+some(v.twice))
	}
	return v, nil
}

// add takes a verdict, unless it is there already. What was skipped is no verdict.
func (v *Verdicts) add(o *object, l VerdictLine, path string) {
	l.File = filepath.Base(path)
	at, twice := v.decided[l.on()]
	switch {
	case *o.err != nil:
	case !twice:
		if l.Outcome != adhere.Skipped {
			v.decided[l.on()] = len(v.List)
		}
		v.List = append(v.List, l)
	case l.Outcome == adhere.Skipped:
	case l.Outcome == v.List[at].Outcome:
		v.twice = append(v.twice, fmt.Sprintf("%s line %d says what %s line %d says", l.File, l.Line, v.List[at].File, v.List[at].Line))
	default:
		first := v.List[at]
		*o.err = adhere.Errorf(adhere.Invalid, "%s line %d: %s says %s of requirement %s of %s, and %s in %s line %d", l.File, l.Line, l.Judge, l.Outcome, l.Requirement, l.Instruction, first.Outcome, first.File, first.Line).
			WithHint("keep one of the two lines; different answers to one instruction differ in model or attempt")
	}
}

// verdictOn is what a verdict is about, and whose it is.
type verdictOn struct {
	answerOf
	requirement string
}

func (l *VerdictLine) on() verdictOn {
	return verdictOn{answerOf{l.Instruction, l.Attempt, l.Model, l.Judge}, l.Requirement}
}

// answerOf names an answer and a judge of it.
type answerOf struct {
	instruction string
	attempt     int
	model       string
	judge       string
}

func verdictLine(o *object, judge string, line int) VerdictLine {
	l := VerdictLine{Line: line, VerdictLine: adhere.VerdictLine{
		Instruction: o.needName("instruction"), Attempt: o.count("attempt"), Model: o.text("model"),
		Verdict: adhere.Verdict{
			Requirement: o.needName("requirement"), Judge: cmp.Or(o.text("judge"), judge),
			Outcome: adhere.Outcome(o.needText("outcome")), Reason: o.text("reason"), Evidence: o.text("evidence"), Raw: o.text("raw"),
		},
	}}
	o.into("usage", "an object of whole numbers: calls, in, cached, out, money in billionths of a US dollar, time in nanoseconds", &l.Usage)
	if l.Judge == "" {
		o.wanted("judge", "a string")
	}
	if !l.Outcome.Valid() {
		o.fail("outcome", fmt.Sprintf("expected met, not_met, unsure, broken or skipped, got %q", l.Outcome))
	}
	return l
}

// evalLines reads InFoBench's recorded verdicts on one instruction.
func evalLines(o *object, judge string, line int) []VerdictLine {
	id, raws := o.needName("id"), o.list("eval")
	if judge == "" {
		o.fail("eval", "the file does not say whose verdicts these are: name the judge")
	}
	if n := len(o.list("decomposed_questions")); n > 0 && n != len(raws) {
		o.fail("eval", fmt.Sprintf("expected %d entries, one per question, got %d", n, len(raws)))
	}
	var list []VerdictLine
	for i, raw := range raws {
		outcomes := map[string]adhere.Outcome{"true": adhere.Met, "false": adhere.NotMet, "null": adhere.Broken}
		outcome, ok := outcomes[string(raw)]
		if !ok {
			o.fail(fmt.Sprintf("eval[%d]", i), "expected true, false or null, got "+kind(raw))
		}
		list = append(list, VerdictLine{Line: line, VerdictLine: adhere.VerdictLine{
			Instruction: id, Model: o.text("model"), Attempt: o.count("attempt"),
			Verdict: adhere.Verdict{Requirement: strconv.Itoa(i + 1), Judge: judge, Outcome: outcome},
		}})
	}
	return list
}

// Judges returns the judges of the file in order of first appearance.
func (v *Verdicts) Judges() []string {
	return distinct(v.List, func(l VerdictLine) string { return l.Judge })
}

// Models returns the models whose answers were judged, in order of first
// appearance; "" stands for lines that name none.
func (v *Verdicts) Models() []string {
	return distinct(v.List, func(l VerdictLine) string { return l.Model })
}

func distinct(list []VerdictLine, of func(VerdictLine) string) []string {
	var names []string
	seen := map[string]bool{}
	for _, l := range list {
		if name := of(l); !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}

// PlacedVerdicts are recorded verdicts in the order of their instructions'
// requirements.
type PlacedVerdicts struct {
	by     map[answerOf][]adhere.Verdict
	judges []string
}

// PlaceVerdicts finds the instruction and the requirement of each verdict. An
// instruction or requirement that the set does not have is an error, and so
// are two verdicts of one judge on one requirement of one answer.
func PlaceVerdicts(s *Set, v *Verdicts) (*PlacedVerdicts, error) {
	x, requirements, err := indexRequirements(s)
	if err != nil {
		return nil, err
	}
	p := &PlacedVerdicts{by: map[answerOf][]adhere.Verdict{}, judges: v.Judges()}
	lines := map[answerOf][]int{}
	for _, l := range v.List {
		id, ok := x.ids[l.Instruction]
		if !ok {
			return nil, invalid(fmt.Sprintf("%s line %d: instruction: the data set has none of id %q", l.File, l.Line, l.Instruction))
		}
		at := slices.Index(requirements[id], l.Requirement)
		if at < 0 {
			return nil, l.Unknown(id, requirements[id])
		}
		key := answerOf{id, l.Attempt, l.Model, l.Judge}
		if p.by[key] == nil {
			p.by[key], lines[key] = skipped(requirements[id], l.Judge), make([]int, len(requirements[id]))
		}
		if first := lines[key][at]; first > 0 {
			return nil, invalid(fmt.Sprintf("%s lines %d and %d: two verdicts of %s on requirement %s of %s", l.File, first, l.Line, l.Judge, l.Requirement, id))
		}
		p.by[key][at], lines[key][at] = l.Verdict, l.Line
	}
	return p, nil
}

func indexRequirements(s *Set) (*index, map[string][]string, error) {
	x, requirements := &index{ids: map[string]string{}}, map[string][]string{}
	for in, err := range s.All() {
		if err != nil {
			return nil, nil, err
		}
		x.name(s, in.ID)
		ids := make([]string, len(in.Requirements))
		for i, r := range in.Requirements {
			ids[i] = r.ID
		}
		requirements[in.ID] = ids
	}
	return x, requirements, nil
}

// Unknown returns the error of a verdict on a requirement that its instruction,
// which has those of ids, does not have.
func (l *VerdictLine) Unknown(instruction string, ids []string) error {
	if id, times, numbered := strings.Cut(l.Requirement, "#"); numbered && slices.Contains(ids, id) {
		return invalid(fmt.Sprintf("%s line %d: requirement: verdict number %s of %s on requirement %s of %s, which has one of that id", l.File, l.Line, times, l.Judge, id, instruction))
	}
	return adhere.Errorf(adhere.Invalid, "%s line %d: %s has no requirement %q", l.File, l.Line, instruction, l.Requirement).
		WithHint("it has " + some(ids))
}

// skipped returns verdicts for requirements that the judge has said nothing
// of so far.
func skipped(ids []string, judge string) []adhere.Verdict {
	list := make([]adhere.Verdict, len(ids))
	for i, id := range ids {
		list[i] = adhere.Verdict{Requirement: id, Judge: judge, Outcome: adhere.Skipped, Reason: "no verdict is recorded"}
	}
	return list
}

// Judges returns the judges in order of first appearance in the file.
func (p *PlacedVerdicts) Judges() []string { return p.judges }

// For returns one verdict per requirement of the answer by the judge, in
// order; requirements without a recorded verdict are skipped. Verdicts that
// name no model are on any model's answer. It returns nil if nothing is
// recorded.
func (p *PlacedVerdicts) For(id string, attempt int, model, judge string) []adhere.Verdict {
	if list := p.by[answerOf{id, attempt, model, judge}]; list != nil {
		return slices.Clone(list)
	}
	return slices.Clone(p.by[answerOf{id, attempt, "", judge}])
}
