package annotate

import (
	"fmt"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/lists"
)

// A Protocol says what people are asked about a unit, and in which order.
// Protocols are data: pages, checks and exports follow from them.
type Protocol struct {
	Name   string // kept with campaigns; its meaning never changes
	Title  string
	About  string // one sentence for who chooses
	Source string // the paper it follows

	Asks    Asking
	Answers [2]int // least and most answers in one unit
	Score   bool   // each answer gets 1 to 5 first; scores are locked before the questions show
	Choices []Choice
	Fixed   []Question // what is asked of each unit, where Asks is AskFixed
	Reason  bool       // each decision needs a justification
	Counts  bool       // the page shows how many words and sentences an answer has
	InTurn  bool       // the next person is asked only if the last said yes
	Overlap int        // people for each unit, unless the campaign says otherwise
}

// Asking is what the questions of a protocol are about.
type Asking string

// What questions can be about.
const (
	AskRequirements Asking = "requirements" // every requirement of every answer
	AskFixed        Asking = "fixed"        // the same questions about each instruction
	AskPreference   Asking = "preference"   // which of two answers is better
	AskEdit         Asking = "edit"         // a text to be put right
)

// A Question can be answered by one of a protocol's choices.
type Question struct {
	ID     string
	Text   string
	Labels []string
}

// A Choice is one answer to a question.
type Choice struct {
	Value string // an outcome, or first, second and tie
	Word  string // on the button
	Key   string // that chooses it
}

// Protocols lists the protocols.
func Protocols() []Protocol {
	yes, no := Choice{string(adhere.Met), "Yes", "y"}, Choice{string(adhere.NotMet), "No", "n"}
	unknown := Choice{string(adhere.Unsure), "Unknown", "u"}
	return []Protocol{
		{
			Name: "score-then-questions", Title: "Score, then questions",
			About:  "Each answer gets a score from 1 to 5, which is then locked; after that each requirement is answered yes, no or unknown.",
			Source: "InFoBench, sections 3.1 and A.3",
			Asks:   AskRequirements, Answers: [2]int{1, 5}, Score: true, Choices: []Choice{yes, no, unknown}, Overlap: 3,
		},
		{
			Name: "constraint-wise", Title: "Constraint by constraint",
			About:  "Each constraint of one answer is answered yes or no, with a justification; words and sentences of the answer are counted for you.",
			Source: "DeCRIM, sections 4.1.2 and J.2",
			Asks:   AskRequirements, Answers: [2]int{1, 1}, Choices: []Choice{yes, no}, Reason: true, Counts: true, Overlap: 3,
		},
		{
			Name: "validation", Title: "Validation of data",
			About:  "One person says whether an instruction is relevant; where it is, another looks again. Both must say so.",
			Source: "DeCRIM, section F.1.3",
			Asks:   AskFixed, Choices: []Choice{{string(adhere.Met), "Relevant", "y"}, {string(adhere.NotMet), "Not relevant", "n"}},
			Fixed: []Question{{ID: "relevant", Text: "Is the instruction relevant: does it stand by itself and hold constraints?"}}, InTurn: true, Overlap: 2,
		},
		{
			Name: "decomposition", Title: "Correction of a decomposition",
			About:  "The list of constraints that was taken from an instruction is put right, with as few changes as possible.",
			Source: "DeCRIM, section F.2.2", Asks: AskEdit, Overlap: 2,
		},
		{
			Name: "double-check", Title: "Double check with a third to settle",
			About:  "Two people check each instruction of a data set; where they differ, a third settles.",
			Source: "FollowBench, section 3.1",
			Asks:   AskFixed, Choices: []Choice{yes, no},
			Fixed: []Question{
				{ID: "fits", Text: "Does the instruction belong to the category that it is filed under?"},
				{ID: "valid", Text: "Is the added constraint valid: clear, possible to meet, and checkable in an answer?"},
			}, Overlap: 2,
		},
		{
			Name: "pairwise", Title: "Which of two is better",
			About:  "Two answers side by side: the better one is chosen, or a tie.",
			Source: "DeCRIM, section I.3", Asks: AskPreference, Answers: [2]int{2, 2},
			Choices: []Choice{{"first", "A is better", "a"}, {"second", "B is better", "b"}, {"tie", "Tie", "t"}}, Overlap: 3,
		},
	}
}

// ProtocolNamed returns the protocol of that name. The error's code is
// NotFound where there is none.
func ProtocolNamed(name string) (*Protocol, error) {
	all := Protocols()
	i := slices.IndexFunc(all, func(p Protocol) bool { return p.Name == name })
	if i < 0 {
		return nil, &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("there is no protocol %q", name), Hint: "choose " + ProtocolNames()}
	}
	return &all[i], nil
}

// ProtocolNames lists the protocols for help and hints.
func ProtocolNames() string {
	return strings.Join(lists.Map(Protocols(), func(p Protocol) string { return p.Name }), ", ")
}
