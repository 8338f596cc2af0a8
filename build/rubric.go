package build

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"adhere"
	"adhere/internal/lazyregexp"
	"adhere/judge"
	"adhere/prompt"
	"adhere/verify"
	"adhere/verify/algebra"
)

// MostPoints is the most that a criterion of a rubric gives or takes.
const MostPoints = 10

// Rubrics is the name of a set of rubrics.
const Rubrics = "rubrics"

// criterion writes a criterion as prompts show it.
func criterion(r *adhere.Requirement) string {
	return "[" + strconv.FormatFloat(r.Weight, 'g', -1, 64) + "] " + r.Text
}

var denied = lazyregexp.New(`(?i)^(?:(?:the |it |this |an? )?(?:answer|response|text|output|reply|story|summary|e-?mail)?\s*(?:does not|doesn't|do not|don't|must not|should not|shouldn't|is not|isn't|has no|contains no|never|avoids?|fails to avoid)|(?:no|not|avoids?|refrains? from)\b)`)

// examinePoints returns what code has against the points of a rubric.
func examinePoints(p *judge.Decomposition) []Objection {
	var out []Objection
	gains := false
	for i := range p.Requirements {
		r := &p.Requirements[i]
		object := func(fault, what string) {
			out = append(out, Objection{fault, fmt.Sprintf("number %d %s", i+1, what)})
		}
		gains = gains || r.Weight > 0
		switch {
		case r.Weight == 0 || math.Abs(r.Weight) > MostPoints:
			object("points out of range", fmt.Sprintf("gives %g points, and 1 to %d or -1 to -%d are expected", r.Weight, MostPoints, MostPoints))
		case r.Avoided() && denied.MatchString(r.Text):
			object("double negation", "takes points for what an answer leaves undone: say what it should not do, or give points for not doing it")
		}
	}
	if !gains {
		out = append(out, Objection{"no points to earn", "no criterion gives points"})
	}
	return out
}

// Apart says how a criterion tells answers apart.
type Apart struct {
	Instruction string  `json:"instruction"`
	Criterion   string  `json:"criterion"`
	Text        string  `json:"text"`
	Points      float64 `json:"points"`
	Met         int     `json:"met"`
	NotMet      int     `json:"not_met"`
	Undecided   int     `json:"undecided"`
	Pairs       int     `json:"pairs"`      // of answers that are both decided
	ToldApart   int     `json:"told_apart"` // of these pairs: one answer meets it and the other does not
}

// Answered is the answers to each instruction, by its ID, that a rubric's
// criteria are tried on.
type Answered map[string][]*adhere.Response

// tellApart has each criterion decided for each answer, and those that tell no
// answers apart put right. It drops nothing: that all answers do as they should
// is no fault of a criterion.
func (d *Decomposing) tellApart(ctx context.Context, lines []*Decomposed) ([]string, error) {
	j, err := criteriaJudge(d.Options)
	if err != nil {
		return nil, err
	}
	return make([]string, len(lines)), judge.Each(ctx, len(lines), func(ctx context.Context, i int) (err error) {
		line := lines[i]
		if len(d.Answers[line.Instruction.ID]) < 2 {
			return nil
		}
		if line.Told, err = d.decided(ctx, j, line.Instruction); err != nil {
			return err
		}
		for try := 1; try < d.tries() && err == nil; try++ {
			err = d.sharpen(ctx, j, line)
		}
		return err
	})
}

// mostToTell counts a call for each answer and each try, and for each sharpening
// a proposal and an examination.
func (d *Decomposing) mostToTell(lines []*Decomposed) int {
	calls := 0
	for _, line := range lines {
		if n := len(d.Answers[line.Instruction.ID]); n > 1 {
			calls += n*d.tries() + 2*(d.tries()-1)
		}
	}
	return calls
}

// decided says how the criteria of an instruction tell its answers apart.
func (d *Decomposing) decided(ctx context.Context, j adhere.Judge, in *adhere.Instruction) ([]Apart, error) {
	rows := make([]Apart, len(in.Requirements))
	for k := range rows {
		r := &in.Requirements[k]
		rows[k] = Apart{Instruction: in.ID, Criterion: r.ID, Text: r.Text, Points: r.Weight}
	}
	for attempt, answer := range d.Answers[in.ID] {
		verdicts, err := j.Judge(ctx, &adhere.Task{Instruction: in, Attempt: attempt}, answer)
		if err != nil {
			return nil, err
		}
		for k, v := range verdicts {
			switch v.Outcome {
			case adhere.Met:
				rows[k].Met++
			case adhere.NotMet:
				rows[k].NotMet++
			default:
				rows[k].Undecided++
			}
		}
	}
	for k := range rows {
		n := rows[k].Met + rows[k].NotMet
		rows[k].Pairs, rows[k].ToldApart = n*(n-1)/2, rows[k].Met*rows[k].NotMet
	}
	return rows, nil
}

// sharpen has the criteria of a line put right that tell no answers apart. What
// comes takes their place if nothing is found against it and it tells more pairs
// of answers apart, so that leaving criteria out gains nothing.
func (d *Decomposing) sharpen(ctx context.Context, j adhere.Judge, line *Decomposed) error {
	dull := notDiscriminating(line)
	if len(dull) == 0 {
		return nil
	}
	better, against, err := d.mending(dull).put(ctx, line)
	if err != nil || len(against) > 0 || len(d.examine(line, &better)) > 0 {
		return err
	}
	next := &Decomposed{Instruction: line.Instruction, parts: better}
	found, against, err := d.examining().put(ctx, next)
	if err != nil || len(found)+len(against) > 0 {
		return err
	}
	next.enter(&better)
	attach(next)
	told, err := d.decided(ctx, j, next.Instruction)
	if err == nil && toldApart(told) > toldApart(line.Told) {
		if line.ToldFirst == nil {
			line.ToldFirst = line.Told
		}
		line.Instruction, line.parts, line.Told = next.Instruction, better, told
	}
	return err
}

// notDiscriminating are the criteria that tell no pair of answers apart, but for
// those that code decides: the instruction demands these as they are.
func notDiscriminating(line *Decomposed) []Objection {
	var out []Objection
	for i, row := range line.Told {
		if row.Pairs == 0 || row.ToldApart > 0 || line.Instruction.Requirements[i].Rule != nil {
			continue
		}
		who := "none"
		if row.Met > 0 {
			who = "all"
		}
		out = append(out, Objection{"not discriminating", fmt.Sprintf("number %d is met by %s of %d answers: where the instruction allows it, say what only better answers do; where it must be so, leave it", i+1, who, row.Met+row.NotMet)})
	}
	return out
}

func toldApart(rows []Apart) (pairs int) {
	for _, r := range rows {
		pairs += r.ToldApart
	}
	return pairs
}

// criteriaJudge decides by the rules of criteria, and asks the model for all
// others of an answer at once.
func criteriaJudge(o judge.Options) (adhere.Judge, error) {
	s, err := judge.Find("batch")
	if err != nil {
		return nil, err
	}
	asked, err := s.New(o)
	if err != nil {
		return nil, err
	}
	rules := verify.NewJudge("rule/strict", 1, verify.NewCatalog(algebra.Suite()), verify.Strict)
	return judge.NewHybrid(judge.Hybrid{Rules: rules, Model: asked, Pack: o.Pack})
}

// Told lists how the criteria of lines tell answers apart.
func Told(lines []*Decomposed) []Apart {
	var out []Apart
	for _, line := range lines {
		out = append(out, line.Told...)
	}
	return out
}

// toldTable sums up what criteria tell apart, before and after some were put
// right for telling nothing apart.
func toldTable(lines []*Decomposed) Table {
	t := Table{Title: "Pairs of answers told apart", Heads: []string{"criteria of", "criteria", "with pairs", "pairs", "told apart", "criteria that tell none apart"}}
	var first, last []Apart
	better := 0
	for _, line := range lines {
		last = append(last, line.Told...)
		if line.ToldFirst == nil {
			first = append(first, line.Told...)
			continue
		}
		better++
		first = append(first, line.ToldFirst...)
	}
	t.row("first", first)
	if better > 0 {
		t.row(fmt.Sprintf("last; %d of %d rubrics tell more apart", better, len(lines)), last)
	}
	return t
}

func (t *Table) row(name string, rows []Apart) {
	tried, idle, pairs := 0, 0, 0
	for _, r := range rows {
		if r.Pairs == 0 {
			continue
		}
		tried, pairs = tried+1, pairs+r.Pairs
		if r.ToldApart == 0 {
			idle++
		}
	}
	if tried > 0 {
		t.Rows = append(t.Rows, []string{name, strconv.Itoa(len(rows)), strconv.Itoa(tried), strconv.Itoa(pairs), percent(toldApart(rows), pairs), percent(idle, tried)})
	}
}

// pointsTable says how many criteria give and take points.
func pointsTable(list []*adhere.Instruction) Table {
	gives, takes, byCode, n := 0, 0, 0, 0
	for _, in := range list {
		for i := range in.Requirements {
			r := &in.Requirements[i]
			if n++; r.Avoided() {
				takes++
			} else {
				gives++
			}
			if r.Rule != nil {
				byCode++
			}
		}
	}
	return Table{Title: "Criteria", Heads: []string{"criteria", "give points", "take points", "decided by code"}, Rows: [][]string{{strconv.Itoa(n), strconv.Itoa(gives), strconv.Itoa(takes), strconv.Itoa(byCode)}}}
}

// gaining are the criteria that give points, which come first.
func gaining(list []adhere.Requirement) []adhere.Requirement {
	return slices.DeleteFunc(slices.Clone(list), func(r adhere.Requirement) bool { return r.Avoided() })
}

func (d *Decomposing) writing() *asking[*Decomposed, judge.Decomposition] {
	return &asking[*Decomposed, judge.Decomposition]{
		options: d.Options, template: "write-rubric",
		data: func(line *Decomposed) prompt.Data {
			return prompt.Data{"Instruction": line.Instruction.Prompt(), "Reference": line.Instruction.Reference}
		},
		read: func(_ *Decomposed, reply string) (judge.Decomposition, error) { return judge.ReadCriteria(reply) },
	}
}

func (d *Decomposing) rubricSteps() []Step[*Decomposed] {
	steps := []Step[*Decomposed]{
		{Name: "usable", Doc: fmt.Sprintf("drops instructions of fewer than %d or more than %d characters, and conversations", shortestRequest, longestRequest), Do: one(usable)},
		{
			Name: "rubric", Doc: fmt.Sprintf("writes criteria with points, examined by code, then by the model; with faults they are put right, in at most %d tries", d.tries()),
			Do: d.decompose, Ask: d.rehearse, Likely: 300, Most: d.most,
		},
		{Name: "complete", Doc: "attaches rules where code decides a criterion wholly; drops none", Do: one(attach)},
	}
	if len(d.Answers) > 0 {
		steps = append(steps, Step[*Decomposed]{Name: "tell apart", Doc: fmt.Sprintf("decides each criterion for each of the recorded answers, counts the pairs of answers that it tells apart, and has criteria that tell none apart put right, at most %s; what comes is kept if it tells more pairs apart; drops none", verify.Amount(d.tries()-1, "time")), Do: d.tellApart, Most: d.mostToTell})
	}
	return steps
}

// again and examiner are the templates that put parts right and examine them.
func (d *Decomposing) again() string {
	if d.Form == Rubric {
		return "mend-rubric"
	}
	return "decompose-again"
}

func (d *Decomposing) examiner() string {
	if d.Form == Rubric {
		return "examine-rubric"
	}
	return "examine-decomposition"
}

// examine returns what code has against the parts of a line. What a rubric
// rewards need not stand in the instruction, and what it punishes may be the
// opposite of what it rewards.
func (d *Decomposing) examine(line *Decomposed, p *judge.Decomposition) []Objection {
	if d.Form != Rubric {
		return examineParts(line.Instruction.Prompt(), p, d.Form)
	}
	out := examinePoints(p)
	for _, o := range examineParts(line.Instruction.Prompt(), &judge.Decomposition{Requirements: gaining(p.Requirements)}, Constraints) {
		if o.Criterion != "invented" {
			out = append(out, o)
		}
	}
	return out
}

func rubricCard(c *Card, p *Passage[*Decomposed], list []*adhere.Instruction, tries [][]Try) *Card {
	c.Name = Rubrics
	c.About = "Instructions with the criteria that answers to each are scored by: an answer gets the points of each criterion that it meets, also those below 0; the sum over the points above 0, clipped to 0..1, is its score (HealthBench, section 3). A model wrote them, code and the model examined them, and what had faults was put right or stands in rejected.jsonl with the reason."
	c.Facts = append(c.Facts, [2]string{"instructions", strconv.Itoa(len(list))})
	c.Tables = append(c.Tables, triesTable("Faults found", tries), pointsTable(list), toldTable(p.Kept))
	c.Limits = []string{
		"Nobody has looked at these criteria. Have people decide some of them (`adhere campaign create`), and compare with a judge (`adhere agree`), before a score is believed.",
		"Who examined is the model that wrote: what it does not see itself, stays.",
	}
	return c
}
