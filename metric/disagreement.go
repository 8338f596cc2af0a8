package metric

import (
	"cmp"
	"slices"
	"strings"

	"adhere/internal/lists"

	"adhere"
)

// A Disagreement says on how many questions raters disagree, and how much
// (InFoBench, appendix A.5).
type Disagreement struct {
	// Levels counts questions by disagreement level: Levels[2] questions have
	// level 2.
	Levels    []int           `json:"levels"`
	Questions []QuestionLevel `json:"questions,omitempty"`
}

// A QuestionLevel is the disagreement level of one requirement: for each
// answer the number of raters who differ from the majority, summed over the
// answers. With three raters and five models it goes from 0 to 5.
type QuestionLevel struct {
	Instruction string `json:"instruction"`
	Requirement string `json:"requirement"`
	Answers     int    `json:"answers"` // that at least two raters decided
	Level       int    `json:"level"`
}

// ByLabel counts the questions of each label by their level, as Levels does. A
// requirement with several labels counts in each.
func (d *Disagreement) ByLabel(labels func(instruction, requirement string) []string) map[string][]int {
	counts := map[string][]int{}
	for _, q := range d.Questions {
		for _, label := range labels(q.Instruction, q.Requirement) {
			if counts[label] == nil {
				counts[label] = make([]int, len(d.Levels))
			}
			counts[label][q.Level]++
		}
	}
	return counts
}

// disagreementOf takes the judges that are chosen. Answers that fewer than two of them
// decided add nothing, and a requirement without any other is left out.
func (g *gathering) disagreementOf(chosen func(judge int) bool) Disagreement {
	type question struct {
		instruction, requirement string
		nth                      int
	}
	levels := map[question]*QuestionLevel{}
	var order []question
	for i := range g.points {
		p := &g.points[i]
		met, missed := 0, 0
		for j, o := range p.said {
			switch {
			case !chosen(j):
			case o == adhere.Met:
				met++
			case o == adhere.NotMet:
				missed++
			}
		}
		if met+missed < 2 {
			continue
		}
		q := question{p.instruction, p.requirement, p.nth}
		if levels[q] == nil {
			levels[q] = &QuestionLevel{Instruction: q.instruction, Requirement: q.requirement}
			order = append(order, q)
		}
		levels[q].Answers++
		levels[q].Level += min(met, missed)
	}
	slices.SortFunc(order, func(a, b question) int {
		return cmp.Or(strings.Compare(a.instruction, b.instruction), lists.CompareNatural(a.requirement, b.requirement), cmp.Compare(a.nth, b.nth))
	})
	d := Disagreement{Levels: []int{}}
	for _, q := range order {
		l := levels[q]
		for len(d.Levels) <= l.Level {
			d.Levels = append(d.Levels, 0)
		}
		d.Levels[l.Level]++
		d.Questions = append(d.Questions, *l)
	}
	return d
}
