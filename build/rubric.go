package build

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/lazyregexp"
	"adhere/judge"
	"adhere/prompt"
	"adhere/verify"
)

// MostPoints is the most that a criterion of a rubric gives or takes.
const MostPoints = 10

// Rubrics is the name of a set of rubrics.
const Rubrics = "rubrics"

// criterion writes a criterion as prompts show it, its degrees below it.
func criterion(p *judge.Decomposition, i int) string {
	lines := []string{fmt.Sprintf("[%g] %s", p.Requirements[i].Weight, p.Requirements[i].Text)}
	for _, one := range degreesOf(p, i) {
		lines = append(lines, fmt.Sprintf("   [%g] %s", one.Points, one.Text))
	}
	return strings.Join(lines, "\n")
}

// degreesOf are those of a criterion, the lowest first.
func degreesOf(p *judge.Decomposition, i int) []adhere.Degree {
	if i < len(p.Degrees) {
		return p.Degrees[i]
	}
	return nil
}

// rising reports whether degrees go from 0 to all points of their criterion.
func rising(list []adhere.Degree, points float64) bool {
	for i := 1; i < len(list); i++ {
		if list[i].Points <= list[i-1].Points {
			return false
		}
	}
	return len(list) > 1 && list[0].Points == 0 && list[len(list)-1].Points == points
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
		degrees := degreesOf(p, i)
		switch {
		case r.Weight == 0 || math.Abs(r.Weight) > MostPoints:
			object("points out of range", fmt.Sprintf("gives %g points, and 1 to %d or -1 to -%d are expected", r.Weight, MostPoints, MostPoints))
		case r.Avoided() && denied.MatchString(r.Text):
			object("double negation", "takes points for what an answer leaves undone: say what it should not do, or give points for not doing it")
		case len(degrees) > 0 && !rising(degrees, r.Weight):
			object("degrees out of order", fmt.Sprintf("has degrees that do not go from 0 to its %g points, each above the one before", r.Weight))
		}
	}
	if !gains {
		out = append(out, Objection{"no points to earn", "no criterion gives points"})
	}
	return out
}

// pointsTable says how many criteria give and take points, one with degrees as
// one.
func pointsTable(lines []*Decomposed) Table {
	var all, takes, degrees, byCode, leftOut int
	for _, line := range lines {
		in := line.Instruction
		leftOut += len(line.LeftOut)
		for i := range in.Requirements {
			r := &in.Requirements[i]
			_, degree, _ := strings.Cut(r.ID, ".")
			switch {
			case degree == "1":
				degrees++
			case degree != "":
				continue
			case r.Avoided():
				takes++
			}
			if r.Rule != nil {
				byCode++
			}
			all++
		}
	}
	row := []string{}
	for _, n := range []int{all, all - takes, takes, degrees, byCode, leftOut} {
		row = append(row, strconv.Itoa(n))
	}
	return Table{Title: "Criteria", Heads: []string{"criteria", "give points", "take points", "with degrees", "decided by code", "left out for faults"}, Rows: [][]string{row}}
}

// gaining are the criteria that give points, which come first, each with what
// an answer does that gets them all.
func gaining(p *judge.Decomposition) []adhere.Requirement {
	var out []adhere.Requirement
	for i, r := range p.Requirements {
		if degrees := degreesOf(p, i); len(degrees) > 0 {
			r.Text += ": " + degrees[len(degrees)-1].Text
		}
		if !r.Avoided() {
			out = append(out, r)
		}
	}
	return out
}

// ofOne is how a fault of one criterion begins.
var ofOne = lazyregexp.New(`^number (\d+) `)

// withoutFaulty leaves the criteria out that faults were found in, and has the
// others examined: what was left out may be something that the instruction
// demands. It returns why there is no rubric, "" where there is one.
func (d *Decomposing) withoutFaulty(ctx context.Context, line *Decomposed, why string) (string, error) {
	faulty := map[int]bool{}
	for _, o := range line.Tries[len(line.Tries)-1].Objections {
		m := ofOne.FindStringSubmatch(o.Evidence)
		if m == nil {
			return why, nil
		}
		number, _ := strconv.Atoi(m[1])
		faulty[number-1] = true
	}
	var rest judge.Decomposition
	var text strings.Builder
	for i, r := range line.parts.Requirements {
		if !faulty[i] {
			fmt.Fprintf(&text, "%d. %s\n", len(rest.Requirements)+1, criterion(&line.parts, i))
			rest.Requirements, rest.Degrees = append(rest.Requirements, r), append(rest.Degrees, degreesOf(&line.parts, i))
		}
	}
	line.parts = rest
	against := d.examine(line, &rest)
	if len(against) == 0 {
		found, unread, err := d.examining().put(ctx, line)
		if err != nil {
			return why, err
		}
		against = slices.Concat(found, unread)
	}
	line.Tries = append(line.Tries, Try{text.String(), against})
	if len(against) > 0 {
		return why, nil
	}
	line.LeftOut = line.Tries[len(line.Tries)-2].Objections
	line.enter(&rest)
	return "", nil
}

// Dropped lists what was rejected, and the rubrics of which only criteria were.
func Dropped(p *Passage[*Decomposed]) []Rejected[*Decomposed] {
	out := slices.Clone(p.Rejected)
	for _, line := range p.Kept {
		if len(line.LeftOut) > 0 {
			out = append(out, Rejected[*Decomposed]{"rubric", "criteria left out: " + line.LeftOut[0].String(), line})
		}
	}
	return out
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
		usable("usable", func(d *Decomposed) *adhere.Instruction { return d.Instruction }),
		{
			Name: "rubric", Doc: fmt.Sprintf("writes criteria with points, examined by code, then by the model; with faults they are put right, in at most %d tries; those that stay faulty are left out, if the others are found complete", d.tries()),
			Do: d.decompose, Ask: d.firstRequests, Likely: 300, Most: d.most,
		},
		{Name: "complete", Doc: "attaches rules where code decides a criterion wholly; drops none", Do: one(attach)},
	}
	if len(d.Answers) > 0 {
		steps = append(steps, Step[*Decomposed]{Name: "tell apart", Doc: fmt.Sprintf("decides each criterion for each of the recorded answers, counts the pairs of answers that it tells apart, and has criteria that tell none apart put right, at most %s; what comes is kept if it tells more pairs apart; drops none", verify.Amount(d.tries()-1, "time")), Do: d.tellApart, Ask: d.requestsToDecide, Likely: 40, Most: d.mostToTell})
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
	for _, o := range examineParts(line.Instruction.Prompt(), &judge.Decomposition{Requirements: gaining(p)}, Constraints) {
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
	c.Tables = append(c.Tables, triesTable("Faults found", tries), pointsTable(p.Kept), toldTable(p.Kept))
	c.Limits = []string{
		"Nobody has looked at these criteria. Have people decide some of them (`adhere campaign create`), and compare with a judge (`adhere agree`), before a score is believed.",
		"Who examined is the model that wrote: what it does not see itself, stays.",
	}
	return c
}
