package ruling

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/kaptinlin/jsonrepair"

	"adhere"
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
// counts. A weight below zero is for what an answer must not do: meeting it
// lowers the score.
type Weighted struct {
	Case
	Weight float64
}

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
	CountNotMet  Undecided = "not_met"
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

// An Answerer answers lines of JSON: single cases and items with several
// requirements. It is safe for concurrent use if its functions are.
type Answerer struct {
	Decide func(Case) (Ruling, error) // such as Decider.Decide
	// Split parts an answer from the reasoning before it; nil leaves texts as
	// they are.
	Split func(text string) (answer, reasoning string, moved bool)
}

// What a Ruling or a Scored says of reasoning in the text.
const (
	reasoningRemoved  = "removed"  // it stood before the answer
	reasoningUnclosed = "unclosed" // there is nothing else: no answer, which meets nothing
)

// Answer answers one line: a Ruling on a case, a Scored to an item. Errors
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
	scored, err := a.score(item)
	return scored, item.ID, err
}

func (a Answerer) one(fields map[string]json.RawMessage, beside *string) (any, string, error) {
	q, err := readCase(fields, beside)
	if err != nil {
		return nil, q.ID, err
	}
	var reasoning string
	q.Text, reasoning = a.split(q.Text)
	answer, err := a.decide(q)
	if err != nil {
		return nil, q.ID, err
	}
	answer.Reasoning = reasoning
	return &answer, q.ID, nil
}

func (a Answerer) split(text string) (answer, reasoning string) {
	if a.Split == nil {
		return text, ""
	}
	answer, _, moved := a.Split(text)
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
	defer func() {
		if fault := recover(); fault != nil {
			answer, err = Ruling{}, &adhere.Error{Code: adhere.Internal, Message: fmt.Sprintf("the checker panicked: %v", fault)}
		}
	}()
	return a.Decide(q)
}

func (a Answerer) score(item Item) (*Scored, error) {
	out := &Scored{ID: item.ID, Of: len(item.Requirements), Answers: make([]Ruling, len(item.Requirements))}
	var text string
	text, out.Reasoning = a.split(item.Text)
	for i, w := range item.Requirements {
		q := w.Case
		q.Text, q.Strictness, q.brief = text, item.Strictness, item.Answers == OnlyVerdicts
		var err error
		out.Answers[i], err = a.decide(q)
		if err == nil && q.brief && !out.Answers[i].Outcome().Decided() { // it is listed in words
			q.brief = false
			out.Answers[i], err = a.decide(q)
		}
		if err != nil {
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
	var earned, attainable float64
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
		}
		if met {
			earned += w.Weight
		}
		attainable += max(w.Weight, 0)
		right = right && met == (w.Weight > 0)
	}
	open := s.Of - s.Decided
	switch {
	case empty: // whatever it leaves out, it earns nothing
		s.Reward = new(float64)
	case open > 0 && item.Undecided == GiveNoReward:
		s.WhyNone = fmt.Sprintf("code cannot decide %d of %d requirements", open, s.Of)
	case s.Decided == 0 && item.Undecided != CountNotMet:
		s.WhyNone = "code can decide none of the requirements"
	case item.Reward == RewardAll:
		s.Reward = new(float64)
		if right {
			*s.Reward = 1
		}
	case attainable == 0: // only things to avoid
		s.Reward = new(min(max(1+earned/negative(item), 0), 1))
	default:
		s.Reward = new(min(max(earned/attainable, 0), 1))
	}
}

// negative returns the sum of the weights below zero, as a positive number.
func negative(item Item) (sum float64) {
	for _, w := range item.Requirements {
		sum -= min(w.Weight, 0)
	}
	return sum
}

// readItem reads {"id","text"} with the requirements in one of three forms:
// "requirements", a list of texts, rules and {"requirement" or "rule",
// "weight"}; "instruction_id_list" with "kwargs", as benchmark rows have them;
// or "ground_truth", which holds such a pair, as training sets have it.
func readItem(fields map[string]json.RawMessage, beside *string) (Item, error) {
	var item Item
	var reading, reward, undecided, answers string
	item.ID, _ = asText(fields["id"])
	several := []error{
		readText(fields, "id", &item.ID, false),
		readBody(fields, beside, &item.Text),
		readText(fields, "reading", &reading, false),
		readText(fields, "reward", &reward, false),
		readText(fields, "undecided", &undecided, false),
		readText(fields, "answers", &answers, false),
		oneOf("answers", answers, string(FullAnswers), string(OnlyVerdicts)),
		oneOf("reading", reading, string(verify.Strict), string(verify.Loose)),
		oneOf("reward", reward, string(RewardShare), string(RewardAll)),
		oneOf("undecided", undecided, string(LeaveOut), string(CountNotMet), string(GiveNoReward)),
	}
	for _, err := range several {
		if err != nil {
			return item, err
		}
	}
	item.Strictness, item.Reward, item.Undecided, item.Answers = verify.Strictness(reading), RewardKind(reward), Undecided(undecided), Answers(answers)
	given := slices.DeleteFunc([]string{"requirements", "instruction_id_list", "ground_truth", "requirement", "rule"}, func(f string) bool { return absent(fields[f]) })
	if len(given) > 1 {
		return item, inField(given[1], fmt.Errorf("expected one of requirements, instruction_id_list and ground_truth, got %s too", given[0]))
	}
	var err error
	switch {
	case !absent(fields["requirements"]):
		item.Requirements, err = readRequirements(fields["requirements"])
	case !absent(fields["instruction_id_list"]):
		item.Requirements, err = readRow(fields["instruction_id_list"], fields["kwargs"])
	default:
		item.Requirements, err = readGroundTruth(fields["ground_truth"])
	}
	if n := len(item.Requirements); err == nil && (n == 0 || n > maxRequirements) {
		err = inField("requirements", fmt.Errorf("%d requirements, expected 1 to %d", n, maxRequirements))
	}
	return item, err
}

func oneOf(field, value string, allowed ...string) error {
	if value == "" || slices.Contains(allowed, value) {
		return nil
	}
	return inField(field, fmt.Errorf("expected %s, got %q", strings.Join(allowed, " or "), value))
}

func readRequirements(raw json.RawMessage) ([]Weighted, error) {
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		list = []json.RawMessage{raw} // one, without a list around it
	}
	all := make([]Weighted, len(list))
	for i, r := range list {
		var err error
		if all[i], err = readWeighted(r); err != nil {
			return nil, at(fmt.Sprintf("requirements[%d]", i), err)
		}
	}
	return all, nil
}

// readWeighted reads a requirement in plain English, a rule, or either with a
// weight.
func readWeighted(raw json.RawMessage) (Weighted, error) {
	w := Weighted{Weight: 1}
	if text, ok := asText(raw); ok {
		w.Requirement = text
		if text == "" {
			return w, errors.New("expected a requirement or a rule, got an empty text")
		}
		return w, nil
	}
	fields, err := fieldsOf(raw)
	if err != nil {
		return w, fmt.Errorf(`expected a text, a rule or {"requirement","weight"}, got %s`, given(raw))
	}
	if !absent(fields["weight"]) {
		if err := json.Unmarshal(fields["weight"], &w.Weight); err != nil || w.Weight == 0 || math.Abs(w.Weight) > maxWeight {
			return w, fmt.Errorf("weight: expected a number other than 0, from -%g to %g, got %s", maxWeight, maxWeight, given(fields["weight"]))
		}
	}
	switch {
	case !absent(fields["requirement"]):
		return w, readText(fields, "requirement", &w.Requirement, true)
	case !absent(fields["rule"]):
		w.Rule, err = ReadRule(fields["rule"])
	default:
		delete(fields, "weight")
		bare, _ := json.Marshal(fields) // it was read from JSON
		w.Rule, err = ReadRule(bare)
	}
	return w, err
}

// rows are the instructions of rows, which many answers have in common. Who
// gets one changes nothing in it.
var rows kept[row]

// A row is what readRow made of a row.
type row struct {
	requirements []Weighted
	err          error
}

// readRow reads the instruction names and arguments of a benchmark's row.
func readRow(ids, kwargs json.RawMessage) ([]Weighted, error) {
	r := rows.get(string(ids)+" "+string(kwargs), func() (r row) {
		r.requirements, r.err = readNewRow(ids, kwargs)
		return r
	})
	return r.requirements, r.err
}

func readNewRow(ids, kwargs json.RawMessage) ([]Weighted, error) {
	var names []string
	var args []json.RawMessage
	if err := json.Unmarshal(held(ids), &names); err != nil {
		return nil, inField("instruction_id_list", fmt.Errorf("expected a list of names, got %s", given(ids)))
	}
	if !absent(kwargs) && json.Unmarshal(held(kwargs), &args) != nil {
		return nil, inField("kwargs", fmt.Errorf("expected a list of objects, got %s", given(kwargs)))
	}
	if args != nil && len(args) != len(names) {
		return nil, inField("kwargs", fmt.Errorf("%d objects for %d names, expected as many", len(args), len(names)))
	}
	all := make([]Weighted, len(names))
	for i, name := range names {
		all[i] = Weighted{Case{Rule: &adhere.Rule{Name: name}}, 1}
		if args == nil {
			continue
		}
		var own map[string]json.RawMessage
		if err := json.Unmarshal(held(args[i]), &own); err != nil {
			return nil, inField("kwargs", fmt.Errorf("expected a list of objects, got %s in it", given(args[i])))
		}
		all[i].Rule.Args = withoutNulls(own)
	}
	return all, nil
}

// held returns the JSON that a text holds, as data sets store lists and objects
// whose fields differ; anything else is returned as it is.
func held(raw json.RawMessage) json.RawMessage {
	if text, ok := asText(raw); ok {
		return json.RawMessage(text)
	}
	return raw
}

// withoutNulls leaves out the arguments that tables fill with null where a
// row has none.
func withoutNulls(args map[string]json.RawMessage) json.RawMessage {
	for name, value := range args {
		if absent(value) {
			delete(args, name)
		}
	}
	if len(args) == 0 {
		return nil
	}
	raw, _ := json.Marshal(args) // it was read from JSON
	return raw
}

// readGroundTruth reads {"instruction_id","kwargs"} or {"func_name", …}, alone or
// first in a list, or a list of requirements in words, as JSON or as a text that
// holds it.
func readGroundTruth(raw json.RawMessage) ([]Weighted, error) {
	for range 3 { // a text in a list in a text
		raw = held(raw)
		if fixed, err := jsonrepair.Repair(string(raw)); err == nil && !json.Valid(raw) && holdsJSON(string(raw)) {
			raw = json.RawMessage(fixed) // as Python writes it, which open-instruct reads
		}
		var words []string
		if json.Unmarshal(raw, &words) == nil && !slices.ContainsFunc(words, holdsJSON) {
			return readRequirements(raw)
		}
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) == nil && len(list) > 0 {
			raw = list[0]
		}
	}
	var row struct {
		Func   string          `json:"func_name"`
		ID     json.RawMessage `json:"instruction_id"`
		IDs    json.RawMessage `json:"instruction_id_list"`
		Kwargs json.RawMessage `json:"kwargs"`
	}
	if err := json.Unmarshal(raw, &row); err != nil {
		return nil, inField("ground_truth", &adhere.Error{
			Code: adhere.Invalid, Message: `expected {"instruction_id","kwargs"} in JSON, got ` + given(raw),
			Hint: `write requirements in words as a list, ["no commas"], or with verl as extra_info={"requirements": ["no commas"]}`,
		})
	}
	if row.ID == nil {
		row.ID = row.IDs
	}
	if name, ok := asText(row.ID); ok { // a single name
		row.ID, _ = json.Marshal([]string{name})
	}
	if row.ID == nil && row.Func != "" {
		return readFunction(raw)
	}
	if row.ID == nil {
		return nil, inField("ground_truth", fmt.Errorf(`expected {"instruction_id":["punctuation:no_comma"],"kwargs":[{}]} or {"func_name":"validate_no_commas"}, got %s`, given(raw)))
	}
	return readRow(row.ID, row.Kwargs)
}

func holdsJSON(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[")
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
