package adhere

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Role says who speaks a Message.
type Role string

// The roles that chat models know.
const (
	System    Role = "system"
	User      Role = "user"
	Assistant Role = "assistant"
)

// A Message is one turn of a conversation with a model. In an Instruction, an
// assistant's without text stands for an answer of the model under test.
type Message struct {
	Role Role   `json:"role"`
	Text string `json:"content"`
}

// An Instruction is one task put to a model, with what an answer must meet.
type Instruction struct {
	ID      string `json:"id"`                // "infobench/domain_oriented_task_31"; unique within its data set
	Dataset string `json:"dataset,omitempty"` // name and pinned version of the data set, "ifeval@2023-11-27"

	Messages     []Message     `json:"messages"`               // the last is the user's
	Input        string        `json:"input,omitempty"`        // the text worked on, where the data set keeps it apart from the instruction
	Requirements []Requirement `json:"requirements,omitempty"` // in the order they are judged and reported
	Doubtful     []Demand      `json:"doubtful,omitempty"`     // what it may demand too: kept for people, never judged, counted or enforced

	Group string   `json:"group,omitempty"` // instructions that differ only in Level share a Group
	Level int      `json:"level,omitempty"` // number of added constraints; 0 where levels do not apply
	Path  []string `json:"path,omitempty"`  // the same instruction at levels 0 to Level, for judges that need its evolution

	Reference string            `json:"reference,omitempty"` // a known answer, if any
	Tags      map[string]string `json:"tags,omitempty"`      // subset, category, source, language
}

// Prompt returns the text of the last message: what the user asks for.
// It is empty for an instruction without messages.
func (in *Instruction) Prompt() string {
	if len(in.Messages) == 0 {
		return ""
	}
	return in.Messages[len(in.Messages)-1].Text
}

// A Requirement is one demand that can be answered yes or no. Papers say
// constraint, criterion or decomposed question.
type Requirement struct {
	ID     string   `json:"id"`               // unique within its Instruction
	Text   string   `json:"text,omitempty"`   // the demand in words
	Scope  Scope    `json:"scope,omitzero"`   // what of the answer it binds; zero where only Text says so. Rule includes it: it is applied to the whole answer
	Labels []string `json:"labels,omitempty"` // constraint types; a requirement can carry several and then counts in each
	Rule   *Rule    `json:"rule,omitempty"`   // set where code can decide
	Weight float64  `json:"weight,omitempty"` // 1 unless the data says otherwise; 0 is read as 1. Below 0, an answer should not meet it

	// Turn is the answer that it is about, from 1, in an Instruction with
	// several turns. 0 is the last.
	Turn int `json:"turn,omitempty"`

	// Needs are the IDs of requirements without which this one counts as not
	// met, whatever a judge says of it: what must follow from a choice counts
	// only where the choice is right. See Settle.
	Needs []string `json:"needs,omitempty"`

	// PartRule is a rule about the part of an answer that Text speaks of, "the
	// title has at most ten words". A judge finds the part, code decides it.
	PartRule *Rule `json:"part_rule,omitempty"`
}

// A Degree is how far an answer can meet a criterion, and the points for it.
type Degree struct {
	Text   string
	Points float64
}

// InDegrees returns the requirements that stand for a criterion with degrees,
// the lowest first: one for each above the lowest, "at least this one". Each
// gives the points between its degree and the one below, and counts only where
// those below are met.
func (r *Requirement) InDegrees(list []Degree) []Requirement {
	names := make([]string, len(list))
	for i, one := range list {
		names[i] = `"` + strings.ReplaceAll(one.Text, `"`, "'") + `"`
	}
	var out []Requirement
	for i := 1; i < len(list); i++ {
		step := *r
		step.ID = r.ID + "." + strconv.Itoa(i)
		step.Text = fmt.Sprintf("%s At least %s, of %s in this order.", r.Text, names[i], strings.Join(names, ", "))
		step.Weight = math.Round((list[i].Points-list[i-1].Points)*1e9) / 1e9 // without what arithmetic adds
		step.Needs = slices.Clone(r.Needs)
		for _, below := range out {
			step.Needs = append(step.Needs, below.ID)
		}
		out = append(out, step)
	}
	return out
}

// Avoided reports whether an answer should not meet the requirement: rubrics
// give what spoils an answer a weight below 0 (HealthBench, section 3).
func (r *Requirement) Avoided() bool { return r.Weight < 0 }

// ValidWeight reports whether a weight can be counted with: its size is between
// 1e-9 and 1e9, so that no sum or square of weights leaves the range of numbers.
func ValidWeight(w float64) bool { return math.Abs(w) >= 1e-9 && math.Abs(w) <= 1e9 }

// Wanted says in words what is wanted: the text, or where there is none the rule
// with its arguments, or the ID; and whether it is to be avoided.
func (r *Requirement) Wanted() string {
	text := cmp.Or(r.Text, r.ID)
	if r.Text == "" && r.Rule != nil {
		text = strings.TrimSpace(r.Rule.Name + " " + string(r.Rule.Args))
	}
	if r.Avoided() {
		return "avoid: " + text
	}
	return text
}

// Amount returns how much the requirement counts, which is above 0.
func (r *Requirement) Amount() float64 {
	if r.Weight == 0 {
		return 1
	}
	return math.Abs(r.Weight)
}

// Right returns the outcome as it counts: of a requirement that is to be
// avoided, Met becomes NotMet and NotMet becomes Met. Other outcomes stay as
// they are.
func (r *Requirement) Right(o Outcome) Outcome {
	switch {
	case r.Weight < 0 && o == Met:
		return NotMet
	case r.Weight < 0 && o == NotMet:
		return Met
	}
	return o
}

// Settled returns the outcomes of verdicts on the requirements, one for each in
// their order, as they count: each as Right has it, not met if a requirement that
// it needs is not met, and undecided if one that it needs is undecided. Only
// direct needs are looked at.
func (in *Instruction) Settled(verdicts []Verdict) []Outcome {
	said := make([]Outcome, min(len(verdicts), len(in.Requirements)))
	for i := range said {
		said[i] = verdicts[i].Outcome
	}
	return in.settle(said)
}

// settle is Settled for outcomes, which it changes.
func (in *Instruction) settle(said []Outcome) []Outcome {
	var right []Outcome // before any need is looked at
	for i := range said {
		said[i] = in.Requirements[i].Right(said[i])
	}
	for i := range said {
		if len(in.Requirements[i].Needs) == 0 || said[i] == Skipped {
			continue
		}
		if right == nil {
			right = slices.Clone(said)
		}
		said[i] = in.needed(&in.Requirements[i], said[i], right)
	}
	return said
}

// needed returns what the outcome of a requirement is in the light of those
// that it needs.
func (in *Instruction) needed(r *Requirement, o Outcome, right []Outcome) Outcome {
	for j := range right {
		if !slices.Contains(r.Needs, in.Requirements[j].ID) {
			continue
		}
		switch {
		case right[j] == NotMet:
			return NotMet
		case o == Met && right[j] != Met && right[j] != Skipped:
			o = Unsure
		}
	}
	return o
}

// A Rule names a checker and holds its arguments as they were given: absent,
// null and 0 stay different until the checker reads them.
type Rule struct {
	Name string          `json:"name"` // "suite/checker", for example "ifeval/punctuation:no_comma"
	Args json.RawMessage `json:"args,omitempty"`
}

// NewRule returns the rule with arguments that are texts, numbers, booleans and
// lists of them, in the order of their names, so that equal rules are equal
// bytes. It panics on others.
func NewRule[T any](name string, args map[string]T) *Rule {
	b, err := json.Marshal(args)
	if err != nil {
		panic("the arguments of rule " + name + ": " + err.Error())
	}
	return &Rule{Name: name, Args: b}
}

// ShortID leaves out the name of the data set before an instruction's ID, as
// people's files may.
func ShortID(id string) string { return id[strings.IndexByte(id, '/')+1:] }
