package build

import (
	"context"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/lists"
	"adhere/judge"
	"adhere/prompt"
	"adhere/verify/english"
)

// A Form is what an instruction's demands are written as.
type Form string

// The forms.
const (
	Constraints Form = "constraints" // task, context and constraints (DeCRIM, section 2.2)
	Questions   Form = "questions"   // yes/no questions, the task included (InfoBench, section 2.2.2)
	Rubric      Form = "criteria"    // with points, below 0 for what an answer should not do (HealthBench, section 3)
)

// noun is what prompts call the parts.
func (f Form) noun() string { return strings.ToUpper(string(f[:1])) + string(f[1:]) }

func (f Form) template() string {
	if f == Questions {
		return "decompose-questions"
	}
	return "decompose"
}

// A Decomposing says how instructions are decomposed.
type Decomposing struct {
	Options judge.Options
	Form    Form
	Labels  []Label  // of which each requirement gets; empty takes those of the form
	Tries   int      // decompositions of one instruction, the first and those put right; 0 is 2
	Answers Answered // that the criteria of a Rubric are tried on; may be empty
}

// A Decomposed is an instruction on its way to its requirements.
type Decomposed struct {
	Instruction *adhere.Instruction `json:"instruction"`
	Tries       []Try               `json:"tries,omitempty"`
	Told        []Apart             `json:"told,omitempty"`       // how the criteria of a Rubric tell answers apart
	ToldFirst   []Apart             `json:"told_first,omitempty"` // how those did that they took the place of
	LeftOut     []Objection         `json:"left_out,omitempty"`   // for which criteria of a Rubric were left out

	parts judge.Decomposition // the last try
}

// ToDecompose returns the lines of instructions.
func ToDecompose(list []*adhere.Instruction) []*Decomposed {
	return lists.Map(list, func(in *adhere.Instruction) *Decomposed { return &Decomposed{Instruction: in} })
}

// HardFrom is how many requirements make an instruction hard.
const HardFrom = 5

func (d *Decomposing) tries() int { return orElse(d.Tries, 2) }

func (d *Decomposing) labels() []Label {
	if len(d.Labels) > 0 {
		return d.Labels
	}
	return d.Form.Labels()
}

// Steps returns the steps in their order.
func (d *Decomposing) Steps() []Step[*Decomposed] {
	if d.Form == Rubric {
		return d.rubricSteps()
	}
	labelled := d.labelling().step("labels", fmt.Sprintf("gives each of the %s its labels, out of %d", d.Form, len(d.labels())))
	return []Step[*Decomposed]{
		usable("usable", func(d *Decomposed) *adhere.Instruction { return d.Instruction }),
		{
			Name: "decompose", Doc: fmt.Sprintf("splits into task, context and %s, examined by code, then by the model against the guideline of people; with faults it is put right, in at most %d tries", d.Form, d.tries()),
			Do: d.decompose, Ask: d.firstRequests, Likely: 100, Most: d.most,
		},
		labelled,
		{Name: "complete", Doc: "attaches rules where code decides a demand wholly, and says how hard the instruction is; drops none", Do: one(complete)},
	}
}

// usable is the step that drops instructions that are no single request.
func usable[T any](name string, of func(T) *adhere.Instruction) Step[T] {
	doc := fmt.Sprintf("drops instructions of fewer than %d or more than %d characters, and conversations", shortestRequest, longestRequest)
	return Step[T]{Name: name, Doc: doc, Do: one(func(line T) string {
		if len(of(line).Messages) != 1 {
			return "a conversation"
		}
		return lengthOf(&Request{Text: of(line).Prompt()})
	})}
}

func (d *Decomposing) decompose(ctx context.Context, lines []*Decomposed) ([]string, error) {
	why := make([]string, len(lines))
	err := judge.Each(ctx, len(lines), func(ctx context.Context, i int) (err error) {
		line := lines[i]
		propose := func(ctx context.Context, before []Try) (judge.Decomposition, string, []Objection, error) {
			return d.propose(ctx, line, before)
		}
		byCode := func(_ context.Context, p judge.Decomposition) ([]Objection, error) {
			return d.examine(line, &p), nil
		}
		byModel := func(ctx context.Context, _ judge.Decomposition) ([]Objection, error) {
			found, against, err := d.examining().put(ctx, line)
			return append(found, against...), err
		}
		var parts judge.Decomposition
		parts, line.Tries, why[i], err = sound(ctx, d.tries(), false, propose, byCode, byModel)
		switch {
		case err != nil:
		case why[i] == "":
			line.enter(&parts)
		case d.Form == Rubric:
			why[i], err = d.withoutFaulty(ctx, line, why[i])
		}
		return err
	})
	return why, err
}

// propose has the instruction split, or the last try put right.
func (d *Decomposing) propose(ctx context.Context, line *Decomposed, before []Try) (judge.Decomposition, string, []Objection, error) {
	a := d.proposing()
	if n := len(before); n > 0 && len(line.parts.Requirements) > 0 {
		a = d.mending(before[n-1].Objections)
	} else {
		a.options.Attempt += n
	}
	parts, against, err := a.put(ctx, line)
	if err == nil && len(against) == 0 && len(parts.Requirements) == 0 {
		against = []Objection{{"nothing demanded", "the model says that the instruction has no " + string(d.Form)}}
	}
	if len(against) == 0 {
		if d.Form != Rubric { // whose order is by weight
			parts.Requirements = inOrder(line.Instruction.Prompt(), parts.Requirements)
		}
		line.parts = parts
	}
	return parts, parts.Raw, against, err
}

func (d *Decomposing) proposing() *asking[*Decomposed, judge.Decomposition] {
	if d.Form == Rubric {
		return d.writing()
	}
	return &asking[*Decomposed, judge.Decomposition]{
		options: d.Options, template: d.Form.template(),
		data: func(line *Decomposed) prompt.Data { return prompt.Data{"Instruction": line.Instruction.Prompt()} },
		read: func(_ *Decomposed, reply string) (judge.Decomposition, error) { return judge.ReadDecomposition(reply) },
	}
}

// mending has parts put right of which faults were found.
func (d *Decomposing) mending(found []Objection) *asking[*Decomposed, judge.Decomposition] {
	a := d.proposing()
	a.template = d.again()
	a.data = func(line *Decomposed) prompt.Data {
		return d.about(line, prompt.Data{"Faults": lists.Map(found, Objection.String)})
	}
	return a
}

func (d *Decomposing) examining() *asking[*Decomposed, []Objection] {
	return &asking[*Decomposed, []Objection]{
		options: d.Options, template: d.examiner(),
		data: func(line *Decomposed) prompt.Data { return d.about(line, nil) },
		read: func(line *Decomposed, reply string) ([]Objection, error) {
			return readExamination(reply, d.about(line, nil)["Parts"].([]string))
		},
	}
}

func (d *Decomposing) labelling() *asking[*Decomposed, [][]string] {
	most := d.Form.mostLabels()
	return &asking[*Decomposed, [][]string]{
		options: d.Options, template: "label-requirements", likely: 40,
		data: func(line *Decomposed) prompt.Data {
			return prompt.Data{"Instruction": line.Instruction.Prompt(), "Parts": line.texts(), "Names": namesOf(d.labels()), "Docs": docsOf(d.labels()), "Most": most}
		},
		read: func(line *Decomposed, reply string) ([][]string, error) {
			return readLabels(reply, len(line.parts.Requirements), namesOf(d.labels()), most)
		},
		use: func(line *Decomposed, labels [][]string) string {
			for i := range labels {
				line.Instruction.Requirements[i].Labels = labels[i]
			}
			return ""
		},
	}
}

// firstRequests counts one decomposition and one examination for each line.
func (d *Decomposing) firstRequests(lines []*Decomposed) ([]*adhere.Request, error) {
	split, err := d.proposing().firstRequests(lines)
	if err != nil {
		return nil, err
	}
	examined, err := d.examining().firstRequests(lines)
	return append(split, examined...), err
}

// most counts a proposal and an examination for each try of each line, and one
// of what is left of a rubric.
func (d *Decomposing) most(lines []*Decomposed) int {
	calls := 2 * d.tries()
	if d.Form == Rubric {
		calls++
	}
	return calls * len(lines)
}

// typical stands for what is not known before a line is decomposed.
const typical = "something of the usual length that is demanded"

// about are the values of prompts about a line's parts.
func (d *Decomposing) about(line *Decomposed, more prompt.Data) prompt.Data {
	data := prompt.Data{"Instruction": line.Instruction.Prompt(), "Parts": line.texts()}
	if d.Form == Rubric {
		for i := range line.parts.Requirements {
			data["Parts"].([]string)[i] = criterion(&line.parts, i)
		}
	} else {
		data["Task"], data["Context"], data["Noun"] = line.parts.Task, line.parts.Context, d.Form.noun()
	}
	maps.Copy(data, more)
	return data
}

func (line *Decomposed) texts() []string {
	if len(line.parts.Requirements) == 0 {
		return []string{typical, typical, typical, typical}
	}
	return lists.Map(line.parts.Requirements, func(r adhere.Requirement) string { return r.Text })
}

// enter puts what was found into the instruction.
func (line *Decomposed) enter(p *judge.Decomposition) {
	in := *line.Instruction
	in.Tags = maps.Clone(in.Tags)
	if in.Tags == nil {
		in.Tags = map[string]string{}
	}
	if p.Task != "" {
		in.Tags["task"] = p.Task
	}
	if p.Context != "" {
		in.Tags["context"] = p.Context
	}
	in.Requirements = nil
	for i, r := range p.Requirements {
		r.ID = requirementID(i)
		if degrees := degreesOf(p, i); len(degrees) > 0 {
			r.Text = strings.TrimRight(r.Text, ".: ") + "."
			in.Requirements = append(in.Requirements, r.InDegrees(degrees)...)
			continue
		}
		in.Requirements = append(in.Requirements, r)
	}
	line.Instruction = &in
}

func requirementID(i int) string { return "c" + strconv.Itoa(i+1) }

// complete attaches rules, and says how hard the instruction is.
func complete(line *Decomposed) string {
	attach(line)
	if in := line.Instruction; in.Tags != nil { // else a dry run
		in.Tags["difficulty"] = "easy"
		if len(in.Requirements) >= HardFrom {
			in.Tags["difficulty"] = "hard"
		}
	}
	return ""
}

// attach gives rules to what code decides wholly.
func attach(line *Decomposed) string {
	in := line.Instruction
	if in.Tags == nil { // a dry run
		return ""
	}
	for i := range in.Requirements {
		r := &in.Requirements[i]
		if strings.Contains(r.ID, ".") { // a degree
			continue
		}
		if reading, ok := english.Read(r.Text); ok && reading.Decides == english.Whole && r.Rule == nil {
			r.Rule = reading.Check.Rule()
		}
	}
	return ""
}

// DecomposedCard describes a decomposed set.
func DecomposedCard(p *Passage[*Decomposed], d *Decomposing) *Card {
	var list []*adhere.Instruction
	var tries [][]Try
	for _, line := range p.Kept {
		list, tries = append(list, line.Instruction), append(tries, line.Tries)
	}
	for i := range p.Rejected {
		tries = append(tries, p.Rejected[i].Line.Tries)
	}
	c := newCard("decomposed", p.Yields, &d.Options, stepTable(d.Steps()))
	if d.Form == Rubric {
		return rubricCard(c, p, list, tries)
	}
	c.About = "Instructions with what an answer to each must meet, as " + string(d.Form) + " that are judged one by one. A model split them, code and the model examined what came out by the guideline that people correct decompositions by (DeCRIM, appendix F.2.2), and what had faults was put right or stands in rejected.jsonl with the reason."
	c.Facts = append(c.Facts, [2]string{"instructions", strconv.Itoa(len(list))}, [2]string{"form", string(d.Form)}, [2]string{"hard", fmt.Sprintf("from %d requirements on", HardFrom)})
	c.Tables = append(c.Tables, triesTable("Faults found", tries))
	c.Tables = append(c.Tables, Examine(list, "difficulty", nil).Tables()...)
	c.Limits = []string{
		"Nobody has looked at these requirements: in the paper people corrected or rewrote 42.4 % of what a model had split. `adhere campaign create` with `--protocol decomposition` has people do so; begin with 15 that all of them correct.",
		"Who examined is the model that split: what it does not see itself, stays.",
	}
	return c
}
