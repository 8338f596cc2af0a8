package ruling

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"adhere"
	"adhere/model/reasoning"
	"adhere/verify"
)

// Bounds of one item. What is asked is kept for the next item that asks the
// same, so it must not be long.
const (
	maxRequirements = 1000
	maxRequirement  = 4 << 10  // bytes of one in plain English
	maxRule         = 16 << 10 // bytes of one rule's name and arguments
	maxWeight       = 1e9      // of a requirement, above or below 0
)

// An Item is one text with all that it must meet, as training loops send it.
type Item struct {
	ID           string
	Text         string
	Requirements []Weighted
	Strictness   verify.Strictness // strict if empty
	Reward       RewardKind        // share if empty
	Undecided    Undecided         // leave_out if empty
	Answers      Answers           // full if empty
}

// A Weighted is a requirement, as a Case without its text, and what it
// counts: 0 is read as 1. A weight below zero is for what an answer must not
// do: meeting it lowers the score.
type Weighted struct {
	Case
	Weight float64
}

func (w *Weighted) amount() float64 { return cmp.Or(w.Weight, 1) }

// A RewardKind says how verdicts become a reward.
type RewardKind string

// The kinds of reward.
const (
	RewardShare RewardKind = "share" // the weights earned, over those that can be earned, cut to 0..1
	RewardAll   RewardKind = "all"   // 1 if everything is as it should be, else 0
)

// Undecided says what becomes of a requirement that code cannot decide.
type Undecided string

// What becomes of undecided requirements in a reward.
const (
	LeaveOut     Undecided = "leave_out" // counts neither way
	CountNotMet  Undecided = "not_met"   // counts against the answer: as not met, or as met where it is to be avoided
	GiveNoReward Undecided = "no_reward" // one of them, and there is no reward
)

// Answers says how much is told of each requirement.
type Answers string

// How much is told of each requirement.
const (
	FullAnswers  Answers = "full"     // a Ruling
	OnlyVerdicts Answers = "verdicts" // whether it is met: less to write and to read, for rewards
)

// A Scored answers an Item.
type Scored struct {
	ID string `json:"id,omitempty"`
	// Reward is 0 to 1; nil where nothing was decided, or where GiveNoReward
	// was asked for and something was not. WhyNone then says so.
	Reward    *float64 `json:"reward"`
	WhyNone   string   `json:"why_none,omitempty"`
	Met       int      `json:"met"`                 // requirements decided, and met
	Decided   int      `json:"decided"`             // requirements decided
	Of        int      `json:"of"`                  // requirements
	Reasoning string   `json:"reasoning,omitempty"` // see Ruling
	Verdicts  []*bool  `json:"verdicts"`            // in the order of the requirements; nil where code cannot decide
	Strictly  []*bool  `json:"strictly,omitempty"`  // the verdicts on the text itself, where the reading is loose
	Undecided []string `json:"undecided,omitempty"` // the requirements that code cannot decide, as they were asked
	Answers   []Ruling `json:"answers,omitempty"`   // in the order of the requirements; none with OnlyVerdicts
}

// An Answerer scores items, and answers lines of JSON: single cases and items
// with several requirements. It is safe for concurrent use if its functions are.
type Answerer struct {
	Decide func(Case) (Ruling, error) // such as Decider.Decide
}

// What a Ruling or a Scored says of reasoning in the text.
const (
	reasoningRemoved  = "removed"  // it stood before the answer
	reasoningUnclosed = "unclosed" // there is nothing else: no answer, which meets nothing
)

// Answer answers one line: a *Ruling on a case, a *Scored to an item. Errors
// of code Invalid are the line's own; FieldOf names the field.
func (a Answerer) Answer(raw []byte) (answer any, id string, err error) {
	fields, err := fieldsOf(raw)
	if err != nil {
		return nil, "", noObject(raw)
	}
	return a.answer(fields, nil)
}

// answer is Answer to an item that was read, with its text if that came beside it.
func (a Answerer) answer(fields map[string]json.RawMessage, beside *string) (answer any, id string, err error) {
	if absent(fields["requirements"]) && absent(fields["instruction_id_list"]) && absent(fields["ground_truth"]) {
		return a.one(fields, beside)
	}
	item, err := readItem(fields, beside)
	if err != nil {
		return nil, item.ID, err
	}
	scored, err := a.Score(item)
	return scored, item.ID, err
}

func (a Answerer) one(fields map[string]json.RawMessage, beside *string) (any, string, error) {
	q, err := readCase(fields, beside)
	if err != nil {
		return nil, q.ID, err
	}
	var thought string
	if !reasoning.Demanded(q.Requirement, q.Rule) {
		q.Text, thought = split(q.Text)
	}
	answer, err := a.decide(q)
	if err != nil {
		return nil, q.ID, err
	}
	answer.Reasoning = thought
	return &answer, q.ID, nil
}

// split sets apart the reasoning before an answer, and says what became of it.
func split(text string) (answer, reasoned string) {
	answer, _, moved := reasoning.Split(text)
	switch {
	case !moved:
		return text, ""
	case strings.TrimSpace(answer) == "":
		return "", reasoningUnclosed
	default:
		return answer, reasoningRemoved
	}
}

// decide rules on a case of bounded size. A checker that panics fails its
// item and nothing else.
func (a Answerer) decide(q Case) (answer Ruling, err error) {
	if len(q.Requirement) > maxRequirement {
		return answer, inField("requirement", fmt.Errorf("%d bytes, expected at most %d", len(q.Requirement), maxRequirement))
	}
	if q.Rule != nil && len(q.Rule.Args)+len(q.Rule.Name) > maxRule {
		return answer, inField("rule", fmt.Errorf("%d bytes, expected at most %d", len(q.Rule.Args)+len(q.Rule.Name), maxRule))
	}
	if a.Decide == nil {
		return answer, adhere.Errorf(adhere.Internal, "the Answerer has no Decide").WithHint("give it that of a Decider")
	}
	defer func() {
		if fault := recover(); fault != nil {
			answer, err = Ruling{}, &adhere.Error{Code: adhere.Internal, Message: fmt.Sprintf("the checker panicked: %v", fault)}
		}
	}()
	return a.Decide(q)
}

// Score scores one item. Errors of code Invalid are the item's own; FieldOf
// names the field.
func (a Answerer) Score(item Item) (*Scored, error) {
	if err := item.check(); err != nil {
		return nil, err
	}
	out := &Scored{ID: item.ID, Of: len(item.Requirements), Answers: make([]Ruling, len(item.Requirements))}
	var text string
	text, out.Reasoning = split(item.Text)
	for i, w := range item.Requirements {
		q := w.Case
		q.Text, q.Strictness, q.brief = text, item.Strictness, item.Answers == OnlyVerdicts
		if reasoning.Demanded(q.Requirement, q.Rule) {
			q.Text = item.Text
		}
		var err error
		if out.Answers[i], err = a.decide(q); err != nil {
			return nil, at(fmt.Sprintf("requirements[%d]", i), err)
		}
	}
	out.reward(item, strings.TrimSpace(text) == "")
	out.verdicts(item.Strictness)
	if item.Answers == OnlyVerdicts {
		out.Answers = nil
	}
	return out, nil
}

// verdicts says in short what the answers say.
func (s *Scored) verdicts(reading verify.Strictness) {
	yes, no := true, false
	for i := range s.Answers {
		a := &s.Answers[i]
		var met, strictly *bool
		switch a.Outcome() {
		case adhere.Met:
			met, strictly = &yes, &yes
			if a.Finding.Variant != "" {
				strictly = &no
			}
		case adhere.NotMet:
			met, strictly = &no, &no
		default:
			s.Undecided = append(s.Undecided, cmp.Or(a.Requirement, a.English))
		}
		s.Verdicts = append(s.Verdicts, met)
		if reading == verify.Loose {
			s.Strictly = append(s.Strictly, strictly)
		}
	}
}

// reward works out the reward from the answers to a text, which may be empty.
func (s *Scored) reward(item Item, empty bool) {
	var earned, attainable, avoidable float64
	right := true
	for i, w := range item.Requirements {
		met := false
		switch s.Answers[i].Outcome() {
		case adhere.Met:
			met = true
			s.Met++
			s.Decided++
		case adhere.NotMet:
			s.Decided++
		default:
			if item.Undecided != CountNotMet {
				continue
			}
			met = w.amount() < 0 // the worst that it can be
		}
		if met {
			earned += w.amount()
		}
		attainable += max(w.amount(), 0)
		avoidable -= min(w.amount(), 0)
		right = right && met == (w.amount() > 0)
	}
	open := s.Of - s.Decided
	switch {
	case empty: // whatever it leaves out, it earns nothing
		s.Reward = new(float64)
	case open > 0 && item.Undecided == GiveNoReward:
		s.WhyNone = fmt.Sprintf("code cannot decide %d of %d requirements: %s", open, s.Of, s.listOpen())
	case s.Decided == 0 && item.Undecided != CountNotMet:
		s.WhyNone = "code can decide none of the requirements: " + s.listOpen()
	case item.Reward == RewardAll:
		s.Reward = new(float64)
		if right {
			*s.Reward = 1
		}
	case attainable == 0: // only things to avoid
		s.Reward = new(min(max(1+earned/avoidable, 0), 1))
	default:
		s.Reward = new(min(max(earned/attainable, 0), 1))
	}
}

// listOpen lists the first undecided requirements, with what was measured where the
// text is what leaves them undecided.
func (s *Scored) listOpen() string {
	const most = 5
	var list []string
	for i := range s.Answers {
		a := &s.Answers[i]
		if a.Outcome().Decided() {
			continue
		}
		if len(list) == most {
			list = append(list, "…")
			break
		}
		said := brief(cmp.Or(a.Requirement, a.English))
		if a.Finding != nil && a.Finding.Undecided {
			said += ": " + brief(a.Finding.Measured)
		}
		list = append(list, said)
	}
	return strings.Join(list, "; ")
}

// brief is the beginning of a text, at most 200 characters.
func brief(text string) string {
	const longest = 200
	n := 0
	for i := range text {
		if n == longest {
			return strings.TrimSpace(text[:i]) + "…"
		}
		n++
	}
	return text
}

// at says in which requirement of an item an error lies.
func at(field string, err error) error {
	if adhere.CodeOf(err) == adhere.Internal && !isPlain(err) {
		return err
	}
	return inField(field, err)
}

// isPlain reports whether err is no error of ours: its code says nothing.
func isPlain(err error) bool {
	_, ours := errors.AsType[*adhere.Error](err)
	return !ours
}
