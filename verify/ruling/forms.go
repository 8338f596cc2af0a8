package ruling

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/kaptinlin/jsonrepair"

	"adhere"
	"adhere/internal/lazyregexp"
	"adhere/internal/near"
	"adhere/verify"
)

// The forms in which an item's requirements come: our own, a benchmark's row, and
// the ground truth of a training set.

// empty are the values with which a row has a column and nothing in it.
var empty = []string{`""`, "[]", "{}"}

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
		misnamed(fields, readings, rewards, undecideds),
	}
	item.Strictness, item.Reward, item.Undecided, item.Answers = verify.Strictness(reading), RewardKind(reward), Undecided(undecided), Answers(answers)
	if err := cmp.Or(cmp.Or(several...), item.check()); err != nil {
		return item, err
	}
	given := slices.DeleteFunc([]string{"requirements", "instruction_id_list", "ground_truth", "requirement", "rule"}, func(f string) bool {
		return absent(fields[f]) || slices.Contains(empty, string(fields[f]))
	})
	if len(given) > 1 {
		return item, inField(given[1], fmt.Errorf("%s is given too; leave one of them out", given[0]))
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

// check refuses settings that do not exist, and weights that are no numbers.
func (item *Item) check() error {
	for i := range item.Requirements {
		if w := item.Requirements[i].Weight; !(math.Abs(w) <= maxWeight) {
			return inField(fmt.Sprintf("requirements[%d]", i), fmt.Errorf("weight: expected a number from -%.0f to %.0f, got %v", maxWeight, maxWeight, w))
		}
	}
	return cmp.Or(
		oneOf("answers", string(item.Answers), string(FullAnswers), string(OnlyVerdicts)),
		readings.holds(string(item.Strictness)),
		rewards.holds(string(item.Reward)),
		undecideds.holds(string(item.Undecided)))
}

// A setting is a field that may be left out: the words that it takes, and other
// names that somebody may give it.
type setting struct {
	name          string
	words, others []string
}

// The settings on which verdicts and rewards depend.
var (
	readings   = setting{"reading", []string{string(verify.Strict), string(verify.Loose)}, []string{"strictness", "mode"}}
	rewards    = setting{"reward", []string{string(RewardShare), string(RewardAll)}, nil}
	undecideds = setting{"undecided", []string{string(LeaveOut), string(CountNotMet), string(GiveNoReward)}, nil}
)

func (s setting) holds(value string) error { return oneOf(s.name, value, s.words...) }

// misnamed refuses a word of a setting that stands under a name close to the
// setting's, which would not be looked at. Other fields, as benchmarks have
// them, may be there.
func misnamed(fields map[string]json.RawMessage, settings ...setting) error {
	for _, s := range settings {
		if !absent(fields[s.name]) {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(fields)) {
			word, _ := asText(fields[name])
			if slices.Contains(s.words, word) && (slices.Contains(s.others, name) || len(near.Names(name, []string{s.name})) > 0) {
				return inField(name, fmt.Errorf("there is no such field; did you mean %q?", s.name))
			}
		}
	}
	return nil
}

// misweighed refuses a weight under another name: without it, what is to be
// avoided would be rewarded.
func misweighed(fields map[string]json.RawMessage) error {
	if !absent(fields["weight"]) || absent(fields["requirement"]) && absent(fields["rule"]) {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !absent(fields[name]) && (name == "points" || len(near.Names(name, []string{"weight"})) > 0) {
			return fmt.Errorf("%s: there is no such field; did you mean \"weight\"?", name)
		}
	}
	return nil
}

// bound refuses the fields by which a requirement of an instruction is about
// something else than the whole of one answer, or depends on others. A rule
// includes the scope.
func bound(fields map[string]json.RawMessage) error {
	for _, name := range []string{"scope", "part_rule", "turn", "needs"} {
		value := fields[name]
		var scope adhere.Scope
		if name == "scope" && (!absent(fields["rule"]) || json.Unmarshal(value, &scope) == nil && scope.Reach == adhere.WholeAnswer) {
			continue
		}
		if !absent(value) && string(value) != "0" && !slices.Contains(empty, string(value)) { // turn 0 is that of the answer
			return fmt.Errorf("%s: a requirement here stands alone and is about the whole of one answer, got %s", name, given(value))
		}
	}
	return nil
}

func oneOf(field, value string, allowed ...string) error {
	if value == "" || slices.Contains(allowed, value) {
		return nil
	}
	return inField(field, fmt.Errorf("expected %s, got %q", strings.Join(allowed, " or "), value))
}

func readRequirements(raw json.RawMessage) ([]Weighted, error) {
	raw = opened(raw)
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

// readWeighted reads a requirement in plain English, a rule, either with a
// weight, or a requirement as a file of instructions has it.
func readWeighted(raw json.RawMessage) (Weighted, error) {
	w := Weighted{Weight: 1}
	raw = opened(raw)
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
	if err := cmp.Or(misweighed(fields), bound(fields)); err != nil {
		return w, err
	}
	if !absent(fields["weight"]) {
		if err := json.Unmarshal(fields["weight"], &w.Weight); err != nil || w.Weight == 0 || math.Abs(w.Weight) > maxWeight {
			return w, fmt.Errorf("weight: expected a number other than 0, from -%.0f to %.0f, got %s", maxWeight, maxWeight, given(fields["weight"]))
		}
	}
	switch {
	case !absent(fields["requirement"]):
		return w, readText(fields, "requirement", &w.Requirement, true)
	case !absent(fields["rule"]):
		w.Rule, err = ReadRule(fields["rule"])
	case !absent(fields["text"]) && absent(fields["name"]) && absent(fields["check"]): // as files of instructions have it
		return w, readText(fields, "text", &w.Requirement, true)
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
// whose fields differ, also where Python wrote it, as tables in CSV have it;
// anything else is returned as it is.
func held(raw json.RawMessage) json.RawMessage {
	text, ok := asText(raw)
	if !ok {
		return raw
	}
	if holdsJSON(text) && !json.Valid([]byte(text)) {
		if fixed, err := jsonrepair.JSONRepair(text); err == nil {
			text = fixed
		}
	}
	return json.RawMessage(text)
}

// listed is how a list or an object begins in JSON or in Python; "[Tone]" is words.
var listed = lazyregexp.New(`^[\[{]\s*["'\[{\]}]`)

// opened returns the list or object that a text holds, as data sets store those
// whose types differ. Other texts are requirements in words.
func opened(raw json.RawMessage) json.RawMessage {
	if text, ok := asText(raw); ok && listed.MatchString(text) {
		if inside := held(raw); json.Valid(inside) {
			return inside
		}
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
