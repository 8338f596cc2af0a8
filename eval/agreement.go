package eval

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"adhere"
	"adhere/dataset"
	"adhere/internal/lists"
	"adhere/metric"
	"adhere/model"
	"adhere/report"
)

// AgainstGold compares judges with the gold and, unless they are too many for a
// table of pairs, with each other.
func AgainstGold(all []metric.Judged, gold string, o metric.JudgeOptions) (*metric.GoldReport, error) {
	r, err := metric.EvaluateJudges(all, gold, o)
	if err != nil || len(r.Judges) > mostContrasted {
		return r, err
	}
	r.Contrasts, err = metric.CompareJudges(all, gold, o)
	return r, err
}

// mostContrasted judges, baselines included, are held against each other.
const mostContrasted = 24

// AddAgreement adds the heatmap of how every two sources agree, and by label how
// far those disagree who are compared with the gold.
func AddAgreement(a *report.Agreement, all []metric.Judged, gold *metric.GoldReport, labels func(instruction, requirement string) []string) error {
	r, err := metric.Agree(all, metric.AgreeOptions{})
	if err != nil {
		return err
	}
	a.Pairs = report.OfRaters(r).Pairs
	if labels != nil {
		a.SpreadByLabel(&gold.Disagreement, labels)
	}
	return nil
}

// ReadJudged reads verdict files. A verdict that names no model is on the
// answer of the only model that others name. An instruction that one judge names
// without its data set is that which another names with one, if only one fits.
// With a set, a verdict on a requirement that its instruction does not have is an
// error.
func ReadJudged(ctx context.Context, files dataset.Files, paths []string, set *dataset.Set) (all []metric.Judged, warnings []string, err error) {
	var known dataset.Known
	if set != nil {
		if known, err = dataset.KnownIn(set.All()); err != nil {
			return nil, nil, err
		}
	}
	v, err := dataset.ReadVerdicts(ctx, paths, "", files, known)
	if err == nil && set != nil {
		err = v.Check(known)
	}
	if err != nil {
		return nil, nil, err
	}
	long := fullIDs(v.List)
	models := slices.DeleteFunc(v.Models(), func(m string) bool { return m == "" })
	type place struct {
		instruction, model, requirement, judge string
		attempt                                int
	}
	named := map[place]dataset.VerdictLine{}
	for _, l := range v.List {
		switch {
		case l.Outcome == adhere.Skipped:
			continue
		case l.Model == "" && len(models) > 1:
			return nil, nil, invalid(fmt.Sprintf("%s line %d: model: missing, expected one of %s", l.File, l.Line, strings.Join(models, ", ")), "say in every line whose answer it is about")
		case l.Model == "" && len(models) == 1:
			l.Model = models[0]
		}
		if id := long[l.Instruction]; id != "" {
			l.Instruction = id
		}
		at := place{l.Instruction, l.Model, l.Requirement, l.Judge, l.Attempt}
		if before, twice := named[at]; twice && before.Outcome != l.Outcome {
			return nil, nil, invalid(fmt.Sprintf("%s line %d contradicts %s line %d, which is on the same answer: one of them names no model", l.File, l.Line, before.File, before.Line), "keep one of the two")
		} else if twice {
			continue
		}
		named[at] = l
		all = append(all, metric.Judged{Instruction: l.Instruction, Attempt: l.Attempt, Model: l.Model, Verdict: l.Verdict})
	}
	if len(all) == 0 {
		return nil, nil, invalid(v.Path+": no verdicts", "see docs/formats.md for the format")
	}
	return all, v.Warnings, nil
}

// fullIDs returns, by an id without the name of a data set, the only one with a
// name that it can stand for. A judge who uses both means two instructions.
func fullIDs(list []dataset.VerdictLine) map[string]string {
	judges := map[string]map[string]bool{} // by id
	for i := range list {
		id := list[i].Instruction
		if judges[id] == nil {
			judges[id] = map[string]bool{}
		}
		judges[id][list[i].Judge] = true
	}
	long := map[string]string{}
	for id := range judges {
		short := adhere.ShortID(id)
		if short == id || judges[short] == nil {
			continue
		}
		if _, several := long[short]; several {
			long[short] = ""
			continue
		}
		long[short] = id
		for judge := range judges[short] {
			if judges[id][judge] {
				long[short] = ""
			}
		}
	}
	return long
}

// AnyOf refuses, in the name of a flag, names, or beginnings of them, of which the verdicts have none.
func AnyOf(flag string, names []string, all []metric.Judged) error {
	have := JudgesOf(all)
	for _, name := range names {
		if !slices.ContainsFunc(have, func(judge string) bool { return strings.HasPrefix(judge, name) }) {
			return &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("--%s %s: no name in these files begins with this", flag, name), Hint: "they hold " + strings.Join(have, ", ")}
		}
	}
	return nil
}

// JudgesOf returns the judges that gave verdicts, in order of first appearance.
func JudgesOf(all []metric.Judged) []string {
	var names []string
	for _, j := range all {
		names = lists.AddNew(names, j.Verdict.Judge)
	}
	return names
}

// What verdicts are grouped by.
const (
	ByLabel       = "label"
	ByRequirement = "requirement" // its words: those of equal words are one
)

// LabelsIn returns a function that looks up the groups of a requirement of the
// set.
func LabelsIn(set *dataset.Set, by string) (func(instruction, requirement string) []string, error) {
	if by != ByLabel && by != ByRequirement {
		return nil, invalid("--by "+by, "it is label or requirement")
	}
	type key struct{ instruction, requirement string }
	labels := map[key][]string{}
	for in, err := range set.All() {
		if err != nil {
			return nil, err
		}
		for _, r := range in.Requirements {
			labels[key{in.ID, r.ID}] = r.Labels
			if by == ByRequirement {
				labels[key{in.ID, r.ID}] = []string{r.Wanted()}
			}
		}
	}
	return func(instruction, requirement string) []string { return labels[key{instruction, requirement}] }, nil
}

// Recorded joins instructions with the recorded answers in a file, and with the
// verdicts that stand beside them there. Without a file, and without an answer,
// a record is its instruction alone.
func Recorded(ctx context.Context, set *dataset.Set, files dataset.Files, responses string) ([]adhere.Record, error) {
	var records []adhere.Record
	if responses == "" {
		for in, err := range set.All() {
			if err != nil {
				return nil, err
			}
			records = append(records, adhere.Record{Instruction: in})
		}
		return records, nil
	}
	answers, err := dataset.ReadResponses(ctx, responses, files)
	if err != nil {
		return nil, err
	}
	matched, err := dataset.Match(set, answers)
	if err != nil {
		return nil, err
	}
	placed, err := verdictsBeside(ctx, set, files, responses)
	if err != nil {
		return nil, err
	}
	for in, err := range set.All() {
		if err != nil {
			return nil, err
		}
		given := matched.For(in.ID)
		if len(given) == 0 {
			records = append(records, adhere.Record{Instruction: in})
		}
		for i := range given {
			a := &given[i]
			if turns := in.Turns(); len(a.Earlier) != turns-1 {
				return nil, invalid(fmt.Sprintf("%s line %d: %s asks for %d answers, in turn", responses, a.Line, in.ID, turns), "give those before the last as earlier, or the whole conversation as messages")
			}
			r := adhere.Record{Instruction: in, Attempt: a.Attempt, Response: model.NewResponse(a.Model, a.Text, a.Earlier...)}
			if placed != nil {
				r.Verdicts = placed.For(in.ID, a.Attempt, a.Model, placed.Judges()[0])
			}
			records = append(records, r)
		}
	}
	return records, nil
}

// verdictsBeside are the verdicts in a file of answers, nil if it has none.
func verdictsBeside(ctx context.Context, set *dataset.Set, files dataset.Files, path string) (*dataset.PlacedVerdicts, error) {
	known, err := dataset.KnownIn(set.All())
	if err != nil {
		return nil, err
	}
	said, err := dataset.VerdictsBeside(ctx, path, "recorded", files, known)
	if err != nil || len(said.List) == 0 {
		return nil, err
	}
	return dataset.PlaceVerdicts(known, said)
}
