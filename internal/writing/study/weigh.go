package study

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/writing"
	"adhere/internal/writing/edits"
	"adhere/prompt"
)

// A Weight is what a judge of edits says of one change.
type Weight string

// The weights.
const (
	Asked   Weight = "asked"   // the instruction asks for it
	Follows Weight = "follows" // it goes along with what is asked for
	Neither Weight = "neither"
)

// Weigh asks a model of each change of an edit whether it was asked for, and
// rates the edit: what it says of the changes binds the grade. An edit with a
// change that is neither asked for nor follows is not good.
func (r *Rater) Weigh(ctx context.Context, row *writing.Row) (Rated, edits.Inspection, error) {
	rated, err := r.shown().rate(ctx, nil, row, 0)
	return rated, edits.Inspect(row.Instruction, row.Previous, row.Answer), err
}

// Weighing returns the request that Weigh begins with, for estimates.
func (r *Rater) Weighing(row *writing.Row) (*adhere.Request, error) {
	return r.shown().request(context.Background(), nil, row)
}

func (r *Rater) shown() *Rater {
	own := *r
	own.Changes, own.Shots = true, 0
	return &own
}

// weighing is what a judge is shown that weighs changes.
func (r *Rater) weighing(row *writing.Row) prompt.Data {
	f := edits.Inspect(row.Instruction, row.Previous, row.Answer)
	changes := make([]string, 0, len(f.Changes))
	for i := range f.Changes {
		changes = append(changes, describe(&f.Changes[i]))
	}
	return prompt.Data{
		"Question": row.Question, "Before": row.Previous, "Instruction": row.Instruction, "After": row.Answer,
		"Changes": changes, "Grades": r.Scheme.names(),
	}
}

// describe is a change in words.
func describe(c *edits.Change) string {
	text := c.Before + " → " + c.After
	switch {
	case c.Before == "":
		text = c.After
	case c.After == "" || c.After == c.Before:
		text = c.Before
	}
	return fmt.Sprintf("%s, paragraph %d: %s", c.What, c.Paragraph, text)
}

var weightLine = regexp.MustCompile(`(?i)^[\s*_#\-]*(?:change *)?(\d+)[\s*_]*[.:)\-–][\s*_"']*.*?(neither|not asked|unasked|unrequested|asked|follows)`)

// weigh reads a reply that weighs n changes.
func (s Scheme) weigh(reply string, n int) ([]Weight, writing.Rating, error) {
	lines := strings.Split(strings.TrimSpace(reply), "\n")
	grade, err := s.Read(lines[len(lines)-1])
	if err != nil {
		return nil, "", err
	}
	weights := make([]Weight, n)
	for _, line := range lines {
		m := weightLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		i, err := strconv.Atoi(m[1])
		if err != nil || i < 1 || i > n {
			return nil, "", invalid(fmt.Sprintf("there is no change %s, there are %d", m[1], n), "")
		}
		switch weights[i-1] = Weight(strings.ToLower(m[2])); weights[i-1] {
		case Asked, Follows:
		default:
			weights[i-1] = Neither
		}
	}
	for i, w := range weights {
		if w == "" {
			return nil, "", invalid(fmt.Sprintf("it says nothing about change %d", i+1), "")
		}
		if w == Neither && grade == writing.Good {
			grade = s.Of(writing.Neutral)
		}
	}
	return weights, grade, nil
}

// Lines tells of an edit: what the instruction was read as, each change with
// what rules or a judge say of it, and what could be checked. Weights may be
// nil; each line begins with name.
func Lines(name string, f *edits.Inspection, weights []Weight) []string {
	of := "the whole text"
	if len(f.Part) > 0 {
		of = strings.Join(f.Part, " ")
	}
	lines := []string{fmt.Sprintf("read as: %s; about: %s", f.Kind, of)}
	lines = append(lines, changeLines(f, weights)...)
	for _, d := range f.Demands {
		mark := "met"
		if !d.Met {
			mark = "not met"
		}
		lines = append(lines, fmt.Sprintf("%s: %s (%s)", mark, d.Text, d.Evidence))
	}
	switch {
	case weights != nil || len(f.Stray) > 0:
	case f.Decided:
		lines = append(lines, "nothing changed that was not asked for")
	default:
		lines = append(lines, "code cannot tell whether all of this was asked for; a model can: adhere sessions judge")
	}
	for i := range lines {
		lines[i] = name + lines[i]
	}
	return lines
}

func changeLines(f *edits.Inspection, weights []Weight) []string {
	words := map[Weight]string{Asked: "asked for", Follows: "follows", Neither: "not asked for"}
	var lines []string
	for i := range f.Changes {
		c := &f.Changes[i]
		said := fmt.Sprintf("change %d", i+1)
		switch {
		case weights != nil:
			said += ", " + words[weights[i]]
		case c.Outcome == edits.Stray:
			said += ", not asked for"
		case c.Outcome == edits.Unclear:
			said += ", unclear"
		}
		if len(c.Facts) > 0 {
			said += ", lost or made up: " + strings.Join(c.Facts, ", ")
		}
		lines = append(lines, said+": "+describe(c))
	}
	return lines
}
