package metric

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"adhere/internal/lists"

	"adhere"
	"adhere/internal/plural"
)

// A Judged is one judge's verdict on one requirement of one answer, as the
// lines of a verdict file give it.
type Judged struct {
	Instruction string
	Attempt     int
	Model       string
	Verdict     adhere.Verdict
	Position    int // of the requirement in its instruction; tells requirements of equal ID apart
}

// An answerKey names one answer.
type answerKey struct {
	instruction, model string
	attempt            int
}

// String joins the parts, for use as a key.
func (a answerKey) String() string {
	return strings.Join([]string{a.instruction, a.model, strconv.Itoa(a.attempt)}, separator)
}

func (a answerKey) compare(b answerKey) int {
	return cmp.Or(strings.Compare(a.instruction, b.instruction), strings.Compare(a.model, b.model), cmp.Compare(a.attempt, b.attempt))
}

// A point is one requirement of one answer with what each judge said of it:
// empty where a judge was not asked.
type point struct {
	answerKey
	requirement string
	nth         int // among requirements of the same ID
	said        []adhere.Outcome
}

// A gathering is verdicts sorted out by what they are about.
type gathering struct {
	points []point // in order
	judges []string
	usage  []adhere.Usage // by judge

	byAnswer bool // there are so few instructions that answers are drawn
}

// fewInstructions is below how many instructions intervals draw answers instead:
// of two or three, draws say next to nothing, and may all be the same.
const fewInstructions = 10

// unit names what is drawn as a whole for intervals.
func (g *gathering) unit(p *point) answerKey {
	if g.byAnswer {
		return p.answerKey
	}
	return answerKey{instruction: p.instruction}
}

// few says what intervals rest on where there are few instructions.
func (g *gathering) few(instructions int) []string {
	if instructions == 0 || instructions >= fewInstructions {
		return nil
	}
	return []string{"only " + plural.Of(instructions, "instruction") + ": intervals take the answers for independent and are rough"}
}

func (g *gathering) instructions() int {
	n := 0
	for i := range g.points {
		if i == 0 || g.points[i].instruction != g.points[i-1].instruction {
			n++
		}
	}
	return n
}

// A ref points to a verdict by numbers, which sort fast.
type ref struct {
	answer, judge   int32
	position, index int
}

// gather sorts verdicts by answer and requirement. What is skipped is left
// out.
func gather(all []Judged) *gathering {
	g := &gathering{}
	refs, answers := g.refs(all)
	slices.SortFunc(refs, func(a, b ref) int {
		return cmp.Or(cmp.Compare(a.answer, b.answer), cmp.Compare(a.judge, b.judge), cmp.Compare(a.position, b.position), cmp.Compare(a.index, b.index))
	})
	for len(refs) > 0 {
		end := 1
		for end < len(refs) && refs[end].answer == refs[0].answer {
			end++
		}
		g.answer(answers[refs[0].answer], refs[:end], all)
		refs = refs[end:]
	}
	g.byAnswer = g.instructions() < fewInstructions
	return g
}

// refs numbers judges and answers in sorted order and adds up usage.
func (g *gathering) refs(all []Judged) ([]ref, []answerKey) {
	judgeOf, judges := intern(all, func(j *Judged) string { return j.Verdict.Judge }, strings.Compare)
	answerOf, answers := intern(all, func(j *Judged) answerKey { return j.answer() }, answerKey.compare)
	asked := make([]bool, len(judges))
	for i := range all {
		asked[judgeOf[i]] = asked[judgeOf[i]] || all[i].Verdict.Outcome != adhere.Skipped
	}
	place := make([]int32, len(judges)) // without those that skipped everything
	for i, judge := range judges {
		place[i] = int32(len(g.judges))
		if asked[i] {
			g.judges = append(g.judges, judge)
		}
	}
	g.usage = make([]adhere.Usage, len(g.judges))
	refs := make([]ref, 0, len(all))
	for i := range all {
		if all[i].Verdict.Outcome == adhere.Skipped {
			continue
		}
		judge := place[judgeOf[i]]
		g.usage[judge] = g.usage[judge].Add(all[i].Verdict.Usage)
		refs = append(refs, ref{answerOf[i], judge, all[i].Position, i})
	}
	return refs, answers
}

// answer makes the points of one answer. A judge's verdicts on requirements
// of the same ID are told apart by their order.
func (g *gathering) answer(key answerKey, refs []ref, all []Judged) {
	start := len(g.points)
	points := g.points[start:]
	for i, r := range refs {
		v := &all[r.index].Verdict
		nth := 0
		for j := i - 1; j >= 0 && refs[j].judge == r.judge; j-- {
			if all[refs[j].index].Verdict.Requirement == v.Requirement {
				nth++
			}
		}
		at := slices.IndexFunc(points, func(p point) bool { return p.nth == nth && p.requirement == v.Requirement })
		if at < 0 {
			at = len(points)
			points = append(points, point{key, v.Requirement, nth, make([]adhere.Outcome, len(g.judges))})
		}
		points[at].said[r.judge] = v.Outcome
	}
	slices.SortFunc(points, func(a, b point) int {
		return cmp.Or(lists.CompareNatural(a.requirement, b.requirement), cmp.Compare(a.nth, b.nth))
	})
	g.points = append(g.points[:start], points...)
}

func (j *Judged) answer() answerKey { return answerKey{j.Instruction, j.Model, j.Attempt} }

// ratings turns verdicts into ratings: an item for each requirement of each
// answer, clustered by instruction, or by answer where there are fewer than ten
// instructions. Undecided verdicts are left out, as
// InFoBench leaves out UNKNOWN (appendix A.3).
func (g *gathering) ratings() []Rating {
	var out []Rating
	for i := range g.points {
		p := &g.points[i]
		item := strings.Join([]string{p.String(), p.requirement, strconv.Itoa(p.nth)}, separator)
		for j, o := range p.said {
			if o.Decided() {
				out = append(out, Rating{Item: item, Rater: g.judges[j], Value: string(o), Cluster: g.unit(p).String()})
			}
		}
	}
	return out
}
