package annotate

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/metric"
)

// preferred is the question that a preference answers. Among verdicts it is a
// requirement that the better of two answers meets, and both in a tie: so
// agreement over verdicts is agreement over preferences.
const preferred = "preferred"

// A Said is one thing that a person said of an answer, or of the unit.
type Said struct {
	Answer   int    // its place among the unit's answers; -1 for the unit
	Slot     string // where it was shown
	Question Question
	Outcome  adhere.Outcome
	Reason   string
}

// Said returns what a task says, in the order of the unit's answers and
// questions. What was left open is left out.
func (f *Form) Said(t *Task) []Said {
	var out []Said
	for _, g := range f.Groups {
		where := ""
		if g.Answer >= 0 {
			where = slot(slices.Index(f.Order, g.Answer))
		}
		for _, q := range g.Fields {
			value := t.Fields[q.Name]
			switch f.Protocol.Asks {
			case AskEdit:
				if list, ok := f.value(t, &q); ok && q.Kind == FieldList {
					out = append(out, f.kept(list)...)
				}
			case AskPreference:
				out = append(out, f.preference(value, strings.TrimSpace(t.Fields[q.Reason]))...)
			case AskRequirements, AskFixed:
				if value != "" {
					out = append(out, Said{g.Answer, where, q.Question, adhere.Outcome(value), strings.TrimSpace(t.Fields[q.Reason])})
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Said) int { return a.Answer - b.Answer })
	return out
}

// kept says of each proposed requirement whether it stayed as it was.
func (f *Form) kept(list string) []Said {
	lines := map[string]bool{}
	for line := range strings.Lines(list) {
		lines[oneLine(line)] = true
	}
	var out []Said
	for _, r := range f.Unit.Instruction.Requirements {
		text := cmp.Or(r.Text, r.ID)
		out = append(out, Said{Answer: -1, Question: Question{r.ID, text, r.Labels}, Outcome: adhere.OutcomeOf(lines[oneLine(text)])})
	}
	return out
}

// preference says of both answers whether they are preferred.
func (f *Form) preference(value, reason string) []Said {
	if value == "" || len(f.Order) != 2 {
		return nil
	}
	var out []Said
	for place, answer := range f.Order {
		won := value == string(adhere.Tie) || value == string(adhere.First) && place == 0 || value == string(adhere.Second) && place == 1
		out = append(out, Said{answer, slot(place), Question{ID: preferred}, adhere.OutcomeOf(won), reason})
	}
	return out
}

// Scores returns the direct scores that a task gives, by the answers' places
// in the unit; 0 where there is none.
func (f *Form) Scores(t *Task) []int {
	scores := make([]int, len(f.Unit.Answers))
	for _, g := range f.Groups {
		if g.Score != nil {
			scores[g.Answer], _ = strconv.Atoi(t.Fields[g.Score.Name]) // checked when it was taken; 0 where it is missing
		}
	}
	return scores
}

// Judge is the name of a person among judges.
func Judge(person string) string { return "person/" + person }

// line turns what was said into a line of a verdict file.
func (u *Unit) line(x Said, judge string) adhere.VerdictLine {
	l := adhere.VerdictLine{Instruction: u.Instruction.ID, Verdict: adhere.Verdict{Requirement: x.Question.ID, Judge: judge, Outcome: x.Outcome, Reason: x.Reason}}
	if x.Answer >= 0 {
		a := &u.Answers[x.Answer]
		l.Model, l.Attempt = a.system(), a.Attempt
		if x.Question.ID == preferred && len(u.Answers) == 2 { // of several pairs, each is a question of its own
			l.Requirement = preferredOver(&u.Answers[1-x.Answer])
		}
	}
	return l
}

// preferredOver is what an answer of a pair meets if it is preferred to the
// other.
func preferredOver(other *Answer) string {
	name := preferred + " over " + other.system()
	if other.Attempt == 0 {
		return name
	}
	return name + " " + strconv.Itoa(other.Attempt)
}

// judged turns what was said into verdicts.
func (u *Unit) judged(said []Said, judge string) []metric.Judged {
	out := make([]metric.Judged, len(said))
	for i, x := range said {
		l := u.line(x, judge)
		out[i] = metric.Judged{Instruction: l.Instruction, Attempt: l.Attempt, Model: l.Model, Verdict: l.Verdict}
	}
	return out
}

// Score is how a person did on a unit whose right answers are known.
type Score struct {
	Right, Of int
	Misses    []Miss
}

// A Miss is one question that was answered otherwise than is right.
type Miss struct {
	Slot, Question, Said, Right, Why string
}

// Mark holds a task against what is right.
func (f *Form) Mark(t *Task) Score {
	var s Score
	if f.Protocol.Asks == AskEdit {
		return f.markEdit(t)
	}
	for _, gold := range f.Unit.Gold {
		for _, g := range f.Groups {
			if g.Answer >= 0 && g.Answer != gold.Answer {
				continue
			}
			for _, q := range g.Fields {
				if q.Question.ID != gold.Question {
					continue
				}
				s.Of++
				if want := f.gold(gold); t.Fields[q.Name] == want {
					s.Right++
				} else {
					s.Misses = append(s.Misses, Miss{g.Slot, q.Question.Text, word(q.Choices, t.Fields[q.Name]), word(q.Choices, want), gold.Why})
				}
			}
		}
	}
	return s
}

// markEdit tells by each proposed requirement whether it should have stayed.
func (f *Form) markEdit(t *Task) Score {
	words := map[adhere.Outcome]string{adhere.Met: "kept", adhere.NotMet: "changed"}
	var s Score
	for _, x := range f.Said(t) {
		for _, gold := range f.Unit.Gold {
			want := adhere.Outcome(gold.Value)
			switch {
			case gold.Question != x.Question.ID:
			case want == x.Outcome:
				s.Of, s.Right = s.Of+1, s.Right+1
			default:
				s.Of++
				s.Misses = append(s.Misses, Miss{"", x.Question.Text, words[x.Outcome], words[want], gold.Why})
			}
		}
	}
	return s
}

// exchanged is a preference when the answers change places.
func exchanged(value string) string {
	switch value {
	case string(adhere.First):
		return string(adhere.Second)
	case string(adhere.Second):
		return string(adhere.First)
	default:
		return value
	}
}

// gold returns the right value as the form shows it: of a preference, by
// place.
func (f *Form) gold(g Gold) string {
	if f.Protocol.Asks == AskPreference && len(f.Order) == 2 && f.Order[0] == 1 {
		return exchanged(g.Value)
	}
	return g.Value
}

func word(choices []Choice, value string) string {
	for _, c := range choices {
		if c.Value == value {
			return c.Word
		}
	}
	return "nothing"
}
