package study

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/lazyregexp"
	"adhere/internal/writing"
	"adhere/internal/writing/edits"
	"adhere/judge"
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

// An Inspected edit is what code, and perhaps a judge, say of it.
type Inspected struct {
	Session string `json:"session,omitempty"`
	Turn    int    `json:"turn,omitempty"`
	edits.Inspection

	Weights []Weight       `json:"weights,omitempty"` // of the changes, by a judge
	Grade   writing.Rating `json:"rating,omitempty"`
	Why     string         `json:"undecided,omitempty"` // why the judge's reply could not be read
	Said    *Reply         `json:"-"`
}

// inspection is what code says of the model's edit in a turn.
func inspection(row *writing.Row) edits.Inspection {
	return edits.Inspect(row.Instruction, row.Previous, row.Answer, row.Kind == writing.Info)
}

// Inspect says by code what the edit of a turn changed.
func Inspect(row *writing.Row) Inspected {
	return Inspected{Session: row.Session, Turn: row.Turn, Inspection: inspection(row)}
}

// Unrequested reports whether the edit changed something that nobody asked for,
// by the judge, or by the rules where no judge was asked or its reply could not
// be read; and whether they can tell.
func (e *Inspected) Unrequested() (found, decided bool) {
	if e.Grade != "" {
		return slices.Contains(e.Weights, Neither), true
	}
	return len(e.Stray) > 0, e.Decided
}

// Poor reports whether the edit is not good, by the judge, or by the rules where
// no judge was asked or its reply could not be read.
func (e *Inspected) Poor() bool {
	if e.Grade != "" {
		return e.Grade != writing.Good
	}
	return e.Failed()
}

// Weigh asks a model of each change of an edit whether it was asked for, and
// rates the edit: what it says of the changes binds the grade. An edit with a
// change that is neither asked for nor follows is not good.
func (r *Rater) Weigh(ctx context.Context, row *writing.Row) (Inspected, error) {
	r = r.shown()
	rated, err := r.rate(ctx, nil, row, 0)
	e := Inspect(row)
	e.Weights, e.Grade, e.Why, e.Said = rated.Weights, rated.Grade, rated.Why, &Reply{r.key(row, 0), rated.Raw}
	return e, err
}

// Weighing returns the requests that Weigh begins with, for estimates.
func (r *Rater) Weighing(rows []writing.Row) (out []*adhere.Request, err error) {
	for i := range rows {
		req, err := r.shown().request(context.Background(), nil, &rows[i])
		if err != nil {
			return nil, err
		}
		out = append(out, req)
	}
	return out, nil
}

func (r *Rater) shown() *Rater {
	own := *r
	own.Changes, own.Shots = true, 0
	return &own
}

// weighing is what a judge is shown that weighs changes.
func (r *Rater) weighing(row *writing.Row) prompt.Data {
	f := inspection(row)
	changes := make([]string, 0, len(f.Changes))
	for i := range f.Changes {
		changes = append(changes, describe(&f.Changes[i]))
	}
	return prompt.Data{
		"Question": row.Question, "Before": row.Previous, "Instruction": row.Instruction, "After": row.Answer,
		"Changes": changes, "Grades": r.Scheme.names(),
	}
}

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

var (
	// weightLine begins what a reply says of one change.
	weightLine = lazyregexp.New(`(?im)^[\s*_#|>"{\-]*(?:change *)?#?(\d+)["*_]*\s*(?:[.:)|\-–—]|\bis\b)`)
	// ratingLine is the line that rates the whole edit.
	ratingLine = lazyregexp.New(`(?im)^[\s*_#|>"\-]*(?:final |overall |my |the )*(?:rating|grade|verdict|edit)\b.*$`)
)

// weightNames are the words for a weight.
var weightNames = map[string]Weight{
	"asked": Asked, "asked for": Asked, "requested": Asked, "follows": Follows, "follows from it": Follows,
	"neither": Neither, "neither asked nor follows": Neither, "not asked": Neither, "not asked for": Neither, "unasked": Neither, "unrequested": Neither, "not requested": Neither,
}

// weigh reads a reply that weighs n changes, in any order, each once.
func (s Scheme) weigh(reply string, n int) ([]Weight, writing.Rating, error) {
	rating := ratingLine.FindAllStringIndex(reply, -1)
	if rating == nil {
		reply = strings.TrimRight(reply, "\n ")
		rating = [][]int{{strings.LastIndexByte(reply, '\n') + 1, len(reply)}}
	}
	end := rating[len(rating)-1]
	grade, err := s.Read(reply[end[0]:end[1]])
	if err != nil {
		return nil, "", err
	}
	weights := make([]Weight, n)
	said := reply[:end[0]] + reply[end[1]:]
	starts := weightLine.FindAllStringSubmatchIndex(said, -1)
	if n == 1 && starts == nil { // one change needs no number
		said = "1: " + said
		starts = weightLine.FindAllStringSubmatchIndex(said, -1)
	}
	for k := range starts {
		m, upTo := starts[k], len(said)
		if k+1 < len(starts) {
			upTo = starts[k+1][0]
		}
		number := said[m[2]:m[3]]
		i, err := strconv.Atoi(number)
		if err != nil || i < 1 || i > n {
			return nil, "", invalid(fmt.Sprintf("there is no change %s, there are %d", number, n), "")
		}
		w, err := readWeight(said[m[1]:upTo])
		if err == nil && weights[i-1] != "" && weights[i-1] != w {
			err = fmt.Errorf("it says both %s and %s", weights[i-1], w)
		}
		if err != nil {
			return nil, "", invalid(fmt.Sprintf("change %s: %v", number, err), "")
		}
		weights[i-1] = w
	}
	if i := slices.Index(weights, ""); i >= 0 {
		return nil, "", invalid(fmt.Sprintf("it says nothing about change %d", i+1), "")
	}
	if slices.Contains(weights, Neither) && grade == writing.Good {
		grade = s.Of(writing.Neutral)
	}
	return weights, grade, nil
}

// readWeight reads what is said of one change: its word is in the first line,
// or in the text that follows.
func readWeight(text string) (Weight, error) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "|", "\n"))
	first, _, _ := strings.Cut(text, "\n")
	names := slices.Sorted(maps.Keys(weightNames))
	name, err := judge.ReadName(first, names)
	if err != nil {
		name, err = judge.ReadName(text, names)
	}
	return weightNames[name], err
}

// Lines tells of an edit: what the instruction was read as, each change with
// what rules or a judge say of it, and what could be checked. Each line begins
// with name.
func (e *Inspected) Lines(name string) []string {
	of := "the whole text"
	if len(e.Part) > 0 {
		of = strings.Join(e.Part, " ")
	}
	lines := []string{fmt.Sprintf("read as: %s; about: %s", e.Kind, of)}
	lines = append(lines, e.changeLines()...)
	for _, d := range e.Demands {
		mark := "met"
		if !d.Met {
			mark = "not met"
		}
		lines = append(lines, fmt.Sprintf("%s: %s (%s)", mark, d.Text, d.Evidence))
	}
	switch {
	case e.Grade != "":
		lines = append(lines, "rating: "+string(e.Grade))
	case e.Why != "":
		lines = append(lines, "rating: undecided, "+e.Why)
	case len(e.Stray) > 0:
	case e.Decided:
		lines = append(lines, "nothing changed that was not asked for")
	default:
		lines = append(lines, "code cannot tell whether all of this was asked for; a model can: adhere sessions judge")
	}
	for i := range lines {
		lines[i] = name + lines[i]
	}
	return lines
}

func (e *Inspected) changeLines() []string {
	words := map[Weight]string{Asked: "asked for", Follows: "follows", Neither: "not asked for"}
	var lines []string
	for i := range e.Changes {
		c := &e.Changes[i]
		said := fmt.Sprintf("change %d", i+1)
		switch {
		case e.Weights != nil:
			said += ", " + words[e.Weights[i]]
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
