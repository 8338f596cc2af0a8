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
	Line int // of the file
}

// Verdicts are the recorded verdicts of a file.
type Verdicts struct {
	Path     string
	List     []VerdictLine // in the order of the file
	Warnings []string
}

// ReadVerdicts reads recorded verdicts: JSON lines with instruction,
// requirement, judge and outcome, and where they are known attempt, model,
// reason and evidence. Where lines of one judge on one answer repeat a
// requirement, the n-th is about the n-th requirement of that id, Numbered.
//
// A line in InFoBench's shape, with id and a list eval of true, false and
// null, holds the verdicts of the judge whose name is given on all questions
// of its instruction; null is broken.
func ReadVerdicts(ctx context.Context, path, judge string, files Files) (*Verdicts, error) {
	v := &Verdicts{Path: path}
	repeats := map[answerOf]map[string]int{}
	err := eachObject(ctx, path, files, func(o *object, line int) {
		if o.has("eval") && !o.has("outcome") {
			v.List = append(v.List, evalLines(o, judge, line)...)
			return
		}
		l := verdictLine(o, judge, line)
		key := answerOf{l.Instruction, l.Attempt, l.Model, l.Judge}
		if repeats[key] == nil {
			repeats[key] = map[string]int{}
		}
		repeats[key][l.Requirement]++
		l.Requirement = Numbered(l.Requirement, repeats[key][l.Requirement])
		v.List = append(v.List, l)
	}, &v.Warnings)
	if err != nil {
		return nil, err
	}
	return v, nil
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
	name := filepath.Base(v.Path)
	for _, l := range v.List {
		id, ok := x.ids[l.Instruction]
		if !ok {
			return nil, invalid(fmt.Sprintf("%s line %d: instruction: the data set has none of id %q", name, l.Line, l.Instruction))
		}
		at := slices.Index(requirements[id], l.Requirement)
		if at < 0 {
			return nil, unknownRequirement(name, l, requirements[id])
		}
		key := answerOf{id, l.Attempt, l.Model, l.Judge}
		if p.by[key] == nil {
			p.by[key], lines[key] = skipped(requirements[id], l.Judge), make([]int, len(requirements[id]))
		}
		if first := lines[key][at]; first > 0 {
			return nil, invalid(fmt.Sprintf("%s lines %d and %d: two verdicts of %s on requirement %s of %s", name, first, l.Line, l.Judge, l.Requirement, id))
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

func unknownRequirement(file string, l VerdictLine, ids []string) error {
	if id, times, numbered := strings.Cut(l.Requirement, "#"); numbered && slices.Contains(ids, id) {
		return invalid(fmt.Sprintf("%s line %d: requirement: verdict number %s of %s on requirement %s of %s, which has one of that id", file, l.Line, times, l.Judge, id, l.Instruction))
	}
	return adhere.Errorf(adhere.Invalid, "%s line %d: requirement: instruction %s has none of id %q", file, l.Line, l.Instruction, l.Requirement).
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
