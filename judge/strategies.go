package judge

import (
	"fmt"
	"slices"
	"strings"

	"adhere"
)

// A Strategy is one way of asking a model.
type Strategy struct {
	Name  string
	Doc   string // one sentence
	Paper string // paper and section

	// New returns a judge of requirements; nil where the strategy asks about whole
	// answers, as NewGrader and NewComparer do.
	New func(Options) (adhere.Judge, error)

	protocol *protocol
}

// Strategies lists every strategy.
func Strategies() []Strategy {
	paper, levels := []Parsing{Paper}, []Parsing{Paper, PaperZH}
	return []Strategy{
		verdicts(protocol{"multi-turn", true, paper, questionTurns("multi-turn")}, "questions one after another in one conversation; shows input and answer, hides the instruction", "InFoBench, section 3.2 and appendix A.2"),
		verdicts(protocol{"single", false, paper, questionTurns("single")}, "each question in a conversation of its own; shows input and answer, hides the instruction", "InFoBench, appendix A.2"),
		verdicts(protocol{"batch", false, nil, batchTurns}, "all questions at once; shows input and answer, hides the instruction", "InFoBench, appendix A.2"),
		verdicts(protocol{"few-shot", true, paper, questionTurns("few-shot")}, "like multi-turn, with worked examples before the text", "InFoBench, appendix A.2"),
		verdicts(protocol{"level-path", false, levels, pathTurns}, "the instruction's growth level by level and the answer to the last; one list of decisions", "FollowBench, section 3.2"),
		verdicts(protocol{"level-final", false, levels, finalTurns}, "like level-path, without the levels before the last", "FollowBench, section 5.1"),
		verdicts(protocol{"score-cut", false, nil, scoreTurns}, "an overall score from 0 to 10; above 5 all requirements are met, else none", "FollowBench, section 5.1"),
		verdicts(protocol{"constraints-at-once", false, nil, atOnceTurns}, "all constraints of an instruction in one call, each with a reason", "DeCRIM, section 4.1.1 and appendix J.1.1"),
		verdicts(protocol{"constraint", false, nil, constraintTurns("constraint", "Constraint followed", "")}, "one call per constraint, the decision alone", "DeCRIM, section 4.1.1 and appendix J.1.2"),
		verdicts(protocol{"constraint-reason", false, nil, reasonTurns()}, "one call per constraint, a reason and then the decision", "DeCRIM, section 4.1.1 and appendix J.1.3"),
		verdicts(protocol{"part-rule", false, nil, partTurns}, "like constraint-reason, but the model only finds the part of an answer that a rule about a part decides", "ComplexBench (Wen et al. 2024), rule-augmented evaluation"),
		{Name: "direct-score", Doc: "one grade from 1 to 5 for the whole response", Paper: "InFoBench, section 3.1"},
		{Name: "pairwise", Doc: "which of two responses is better, asked in both orders", Paper: "DeCRIM, appendix I.3"},
	}
}

func verdicts(p protocol, doc, paper string) Strategy {
	return Strategy{Name: p.name, Doc: doc, Paper: paper, New: p.judge, protocol: &p}
}

// Find returns the strategy of that name.
func Find(name string) (Strategy, error) {
	var names []string
	for _, s := range Strategies() {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Strategy{}, adhere.Errorf(adhere.NotFound, "no judge strategy is named %q", name).
		WithHint("there are " + strings.Join(names, ", "))
}

func checkParsing(strategy string, r Parsing, papers []Parsing) error {
	if r == Strict || slices.Contains(papers, r) {
		return nil
	}
	hint := "replies to it are parsed strictly only"
	if len(papers) > 0 {
		hint = fmt.Sprintf("besides strict parsing it has %q", papers)
	}
	return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("judge %s has no parsing %q", strategy, r), Hint: hint}
}
