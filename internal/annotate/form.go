package annotate

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"adhere"
	"adhere/internal/lists"
)

// A Form is what one person is asked about one unit, in the order shown.
type Form struct {
	Protocol *Protocol
	Unit     *Unit
	Order    []int // the answer that stands at each place
	Groups   []Group
	fields   map[string]*Field
}

// A Group is what is asked about one answer, or about the unit.
type Group struct {
	Slot   string // the letter of the answer, where there are several
	Answer int    // its place among the unit's answers; -1 for the unit as a whole
	Score  *Field // nil where none is asked
	Fields []Field
}

// A Field is one thing to fill in.
type Field struct {
	Name     string // in forms and events
	Kind     FieldKind
	Slot     string
	Question Question
	Choices  []Choice
	Reason   string // the name of the field for the justification; empty where there is none
	Needs    bool   // a justification is demanded
	Initial  string // what a text starts from
}

// A FieldKind is how a field is filled in.
type FieldKind string

// The kinds of fields.
const (
	FieldScore  FieldKind = "score"  // 1 to 5
	FieldChoice FieldKind = "choice" // one of the choices
	FieldText   FieldKind = "text"   // any text
	FieldList   FieldKind = "list"   // one entry in each line
)

// The fields of a decomposition and of a preference, and the remark that every form takes.
const (
	fieldTask        = "task"
	fieldConstraints = "constraints"
	fieldPrefer      = "prefer"
	FieldNote        = "note"
)

// Bounds of what people write, in characters.
const (
	mostText    = 20_000
	leastReason = 10
)

// NewForm returns what is asked about a unit whose answers are shown in that
// order.
func NewForm(p *Protocol, u *Unit, order []int) *Form {
	f := &Form{Protocol: p, Unit: u, Order: order, fields: map[string]*Field{}}
	switch p.Asks {
	case AskRequirements:
		for place, answer := range order {
			g, letter := Group{Answer: answer}, slot(place)
			if len(order) > 1 {
				g.Slot = letter
			}
			if p.Score {
				g.Score = &Field{Name: letter + ".score", Kind: FieldScore, Slot: g.Slot, Question: Question{ID: "score", Text: "How well does the answer do what was asked?"}}
			}
			for i, r := range u.Instruction.Requirements {
				g.Fields = append(g.Fields, p.choice(letter+"."+strconv.Itoa(i+1), g.Slot, Question{r.ID, u.about(&r), r.Labels}))
			}
			f.Groups = append(f.Groups, g)
		}
	case AskFixed:
		g := Group{Answer: -1}
		for i, q := range p.Fixed {
			g.Fields = append(g.Fields, p.choice(strconv.Itoa(i+1), "", q))
		}
		f.Groups = []Group{g}
	case AskPreference:
		f.Groups = []Group{{Answer: -1, Fields: []Field{p.choice(fieldPrefer, "", Question{ID: preferred, Text: "Which answer follows the instruction better?"})}}}
	case AskEdit:
		f.Groups = []Group{{Answer: -1, Fields: editFields(&u.Instruction)}}
	}
	f.index()
	return f
}

// about is the text of a requirement, in a conversation with the number of the
// answer that it is about.
func (u *Unit) about(r *adhere.Requirement) string {
	text := cmp.Or(r.Text, r.ID)
	if turns := u.Instruction.Turns(); turns > 1 {
		return fmt.Sprintf("Answer %d: %s", cmp.Or(r.Turn, turns), text)
	}
	return text
}

// Asked returns the messages of the unit, with the answers to the turns before
// the last where it has one answer.
func (u *Unit) Asked() []adhere.Message {
	if len(u.Answers) != 1 {
		return u.Instruction.Messages
	}
	return u.Instruction.With(u.Answers[0].Earlier)
}

func (p *Protocol) choice(name, slot string, q Question) Field {
	return Field{Name: name, Kind: FieldChoice, Slot: slot, Question: q, Choices: p.Choices, Reason: name + why, Needs: p.Reason}
}

func editFields(in *adhere.Instruction) []Field {
	lines := lists.Map(in.Requirements, func(r adhere.Requirement) string { return oneLine(cmp.Or(r.Text, r.ID)) })
	return []Field{
		{Name: fieldTask, Kind: FieldText, Question: Question{ID: fieldTask, Text: "Task and context"}, Initial: in.Tags[fieldTask]},
		{Name: fieldConstraints, Kind: FieldList, Question: Question{ID: fieldConstraints, Text: "Constraints, one in each line"}, Initial: strings.Join(lines, "\n")},
	}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func (f *Form) index() {
	for i := range f.Groups {
		g := &f.Groups[i]
		if g.Score != nil {
			f.fields[g.Score.Name] = g.Score
		}
		for j := range g.Fields {
			f.fields[g.Fields[j].Name] = &g.Fields[j]
		}
	}
}

// as returns a task on this form as it would be had the unit's answers been
// shown in another order.
func (f *Form) as(t *Task, order []int) *Task {
	out := *t
	out.Order, out.Fields = order, map[string]string{}
	for name, value := range t.Fields {
		switch before, rest, ok := strings.Cut(name, "."); {
		case f.Protocol.Asks == AskRequirements && ok:
			name = slot(slices.Index(order, f.Order[before[0]-'A'])) + "." + rest
		case f.Protocol.Asks == AskPreference && name == fieldPrefer && !slices.Equal(f.Order, order):
			value = exchanged(value)
		}
		out.Fields[name] = value
	}
	return &out
}

// all returns the fields that decide something, with the answers they are
// about (-1: the unit), in order.
func (f *Form) all(yield func(answer int, q *Field) bool) {
	for i := range f.Groups {
		g := &f.Groups[i]
		if g.Score != nil && !yield(g.Answer, g.Score) {
			return
		}
		for j := range g.Fields {
			if !yield(g.Answer, &g.Fields[j]) {
				return
			}
		}
	}
}

// value returns what a task says to a field; false where it says nothing. A
// text that nobody touched says what it started from.
func (f *Form) value(t *Task, q *Field) (string, bool) {
	value, written := t.Fields[q.Name]
	switch {
	case q.Kind == FieldScore || q.Kind == FieldChoice:
		return value, value != ""
	case !written && t.Settled:
		return "", false
	default:
		return tidy(q.Kind, t.has(q.Name, q.Initial)), true
	}
}

// tidy writes a text so that equal ones are the same.
func tidy(kind FieldKind, text string) string {
	if kind != FieldList {
		return strings.TrimSpace(text)
	}
	var lines []string
	for line := range strings.Lines(text) {
		if line = oneLine(line); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// reasonOf returns the question whose justification the name stands for.
func (f *Form) reasonOf(name string) *Field {
	base, ok := strings.CutSuffix(name, why)
	if !ok {
		return nil
	}
	if q := f.fields[base]; q != nil && q.Kind == FieldChoice {
		return q
	}
	return nil
}

// Names returns all fields that the form takes, in order.
func (f *Form) Names() []string {
	var names []string
	for _, g := range f.Groups {
		if g.Score != nil {
			names = append(names, g.Score.Name)
		}
	}
	for _, g := range f.Groups {
		for _, q := range g.Fields {
			names = append(names, q.Name)
			if q.Reason != "" {
				names = append(names, q.Reason)
			}
		}
	}
	return append(names, FieldNote)
}

// A Named says in words what a field is, and what its choices are.
type Named struct {
	Title string            `json:"title"`
	Words map[string]string `json:"words,omitempty"`
}

// Named returns the fields of the form by their names.
func (f *Form) Named() map[string]Named {
	all := map[string]Named{}
	for _, name := range f.Names() {
		n := Named{Title: f.Title(name), Words: map[string]string{}}
		if q := f.fields[name]; q != nil {
			for _, c := range q.Choices {
				n.Words[c.Value] = c.Word
			}
		}
		all[name] = n
	}
	return all
}

// Word says a value of the field.
func (n Named) Word(value string) string { return cmp.Or(n.Words[value], value) }

// Title says in words what a field is, for messages.
func (f *Form) Title(name string) string {
	if q := f.reasonOf(name); q != nil {
		return "justification of " + f.Title(q.Name)
	}
	q := f.fields[name]
	_, number, _ := strings.Cut(name, ".")
	switch {
	case name == FieldNote:
		return "remark"
	case q == nil:
		return name
	case q.Kind == FieldScore:
		return strings.TrimSpace("score of the answer " + q.Slot)
	case q.Slot != "":
		return "answer " + q.Slot + ", question " + number
	case q.Kind == FieldChoice:
		return "question " + cmp.Or(number, name)
	default:
		return strings.ToLower(q.Question.Text)
	}
}

// offers reports whether value is one of the choices.
func (q *Field) offers(value string) bool {
	return slices.ContainsFunc(q.Choices, func(c Choice) bool { return c.Value == value })
}

// check says why fields cannot be taken.
func (f *Form) check(fields map[string]string) error {
	for _, name := range sortedKeys(fields) {
		value := fields[name]
		wrong, hint := "", "load the page again"
		q := f.fields[name]
		switch {
		case q == nil && name != FieldNote && f.reasonOf(name) == nil:
			wrong = "the form has no such field"
		case utf8.RuneCountInString(value) > mostText:
			wrong, hint = fmt.Sprintf("more than %d characters", mostText), "shorten it"
		case !utf8.ValidString(value):
			wrong = "not UTF-8"
		case q == nil, value == "", q.Kind == FieldText, q.Kind == FieldList:
		case q.Kind == FieldScore && (len(value) != 1 || value < "1" || value > "5"):
			wrong = fmt.Sprintf("%.20q is no score from 1 to 5", value)
		case q.Kind == FieldChoice && !q.offers(value):
			wrong = fmt.Sprintf("%.20q is none of the choices", value)
		}
		if wrong != "" {
			return &adhere.Error{Code: adhere.Invalid, Message: f.Title(name) + ": " + wrong, Hint: hint}
		}
	}
	return nil
}

// A Gap is something that is still missing, or not enough.
type Gap struct {
	Field string `json:"field"`
	Text  string `json:"text"`
}

// ScoreGaps returns which scores are missing.
func (f *Form) ScoreGaps(t *Task) []Gap {
	var gaps []Gap
	for _, g := range f.Groups {
		if g.Score != nil && t.Fields[g.Score.Name] == "" {
			gaps = append(gaps, Gap{g.Score.Name, "the " + f.Title(g.Score.Name)})
		}
	}
	return gaps
}

// Gaps returns what is missing before the task can be handed in.
func (f *Form) Gaps(t *Task) []Gap {
	gaps := f.ScoreGaps(t)
	var last string
	for _, g := range f.Groups {
		for _, q := range g.Fields {
			value := shown(t.Fields[q.Name])
			if q.Kind == FieldText || q.Kind == FieldList {
				if value == "" && t.has(q.Name, q.Initial) == "" && q.Name != fieldTask {
					gaps = append(gaps, Gap{q.Name, "the " + f.Title(q.Name)})
				}
				continue
			}
			if value == "" {
				gaps = append(gaps, Gap{q.Name, f.Title(q.Name)})
			}
			if !q.Needs {
				continue
			}
			why := oneLine(shown(t.Fields[q.Reason]))
			switch {
			case utf8.RuneCountInString(why) < leastReason:
				gaps = append(gaps, Gap{q.Reason, fmt.Sprintf("the %s, at least %d characters", f.Title(q.Reason), leastReason)})
			case why == last:
				gaps = append(gaps, Gap{q.Reason, "the " + f.Title(q.Reason) + " is the same as the one before"})
			}
			last = why
		}
	}
	return gaps
}

// has returns a text as it stands: what was written, else what it starts from.
func (t *Task) has(name, initial string) string {
	if value, ok := t.Fields[name]; ok {
		return shown(value)
	}
	return shown(initial)
}

// shown is a text without the space around it, and nothing where that shows nothing.
func shown(text string) string {
	if adhere.Blank(text) {
		return ""
	}
	return strings.TrimSpace(text)
}
