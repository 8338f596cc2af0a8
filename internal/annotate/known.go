package annotate

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"adhere"
	"adhere/internal/jsonl"
)

// A Known is what is known of one unit: what it is for, and, of practice and
// checks, what is right.
type Known struct {
	Kind Kind   `json:"kind"`
	Gold []Gold `json:"gold,omitempty"`
}

// A KnownVersion is what was known of a unit from some time on.
type KnownVersion struct {
	Version int `json:"version"` // from 1: as the campaign was made
	Known
	By string    `json:"by,omitempty"` // empty for how the campaign was made
	At time.Time `json:"at,omitzero"`
}

// A change is an entry's text, where the entry is about a unit.
type change struct {
	Was Known `json:"was"`
	Now Known `json:"now"`
}

// aboutUnit is what entries about a unit are about.
func aboutUnit(number int) string { return "unit " + strconv.Itoa(number) }

// Known returns all versions of what is known of a unit, the one in force last.
func (c *Campaign) Known(u *Unit) []KnownVersion {
	var all []KnownVersion
	for _, e := range c.Log {
		var x change
		if e.Kind != LogSettings || e.About != aboutUnit(u.Number) || json.Unmarshal([]byte(e.Text), &x) != nil {
			continue
		}
		if all == nil {
			all = []KnownVersion{{Version: 1, Known: x.Was}}
		}
		all = append(all, KnownVersion{len(all) + 1, x.Now, e.Person, e.At})
	}
	if all == nil {
		all = []KnownVersion{{Version: 1, Known: Known{u.Kind, u.Gold}}}
	}
	return all
}

// A Marking is one unit in the hands of whoever leads the campaign. Whoever
// keeps it reads it, lets it decide and writes what Entry says, all at once or
// not at all.
type Marking struct {
	Campaign *Campaign
	Unit     *Unit
	Kinds    []Unit // of all units, by number: number and kind
	Members  []Member
	Touched  bool // somebody began or labelled the unit
	By       string

	Entry   *Entry  // nil where nothing changes
	Moved   bool    // places that nobody has begun go
	Planned []Place // and these come
}

// Mark makes the unit practice or a check with what is right, or, where the
// kind is Withdrawn, neither: what was work, and has not been answered, is work
// again. The version is the one that the page showed. The error's code is
// Conflict where the campaign is closed, somebody changed the unit meanwhile,
// or it was answered as something else.
func (m *Marking) Mark(now Known, version int) error {
	u, c := m.Unit, m.Campaign
	versions := c.Known(u)
	if now.Kind == Withdrawn && !m.Touched && versions[0].Kind == Work {
		now = Known{Kind: Work}
	}
	if err := m.refuses(now, version == len(versions)); err != nil {
		return err
	}
	text, err := json.Marshal(change{Known{u.Kind, u.Gold}, now})
	if err != nil {
		return err
	}
	m.Entry = &Entry{Campaign: c.ID, Person: m.By, Kind: LogSettings, About: aboutUnit(u.Number), Text: string(text)}
	m.Moved = c.State == Open && u.Kind != now.Kind
	u.Kind, u.Gold = now.Kind, now.Gold
	m.Kinds[u.Number-1].Kind = now.Kind
	if m.Moved {
		return m.plan()
	}
	return nil
}

func (m *Marking) refuses(now Known, current bool) error {
	conflict := func(message, hint string) error {
		return &adhere.Error{Code: adhere.Conflict, Message: message, Hint: hint}
	}
	was, others := m.Unit.Kind, 0
	for i := range m.Kinds {
		if m.Kinds[i].Kind == Work && i != m.Unit.Number-1 {
			others++
		}
	}
	switch {
	case m.Campaign.State == Closed:
		return conflict("the campaign is closed", "nothing can be changed any more")
	case !current:
		return conflict("somebody changed this unit meanwhile", "your answers are below; save them again to replace what is stored")
	case now.Kind != was && now.Kind != Withdrawn && m.Touched:
		return conflict("somebody has begun this unit as something else", "what people answered stays what it was; choose a unit that nobody has begun")
	case now.Kind != Work && others == 0:
		return conflict("this is the last unit of work", "a campaign needs something to label")
	case (now.Kind == Training || now.Kind == Check) && len(now.Gold) == 0:
		return &adhere.Error{Code: adhere.Invalid, Message: "no question has a right answer", Hint: "answer at least one"}
	}
	return nil
}

// plan hands out the unit's places anew.
func (m *Marking) plan() (err error) {
	switch m.Unit.Kind {
	case Work:
		m.Planned, err = NewPlan(m.Campaign, []Unit{*m.Unit}, nil)
	case Training, Check:
		for i, member := range m.Members {
			for _, p := range EntryPlaces(m.Campaign, m.Kinds, member.Person, i) {
				if p.Unit == m.Unit.Number {
					m.Planned = append(m.Planned, p)
				}
			}
		}
	case Withdrawn:
	}
	return err
}

// A Written is a unit that somebody made up to practise on.
type Written struct {
	Instruction, Input    string
	Requirements, Answers []string
}

// Write makes a unit of what was written, which nobody gets until it is marked.
// The error's code is Invalid where the protocol cannot take it, Conflict where
// the campaign is closed.
func (c *Campaign) Write(w Written, number int, by string) (*Unit, *Entry, error) {
	if c.State == Closed {
		return nil, nil, &adhere.Error{Code: adhere.Conflict, Message: "the campaign is closed", Hint: "nothing can be changed any more"}
	}
	p, err := ProtocolNamed(c.Protocol)
	if err != nil {
		return nil, nil, err
	}
	u := &Unit{Number: number, Kind: Work, Instruction: adhere.Instruction{
		ID: "written-" + strconv.Itoa(number), Messages: []adhere.Message{{Role: adhere.User, Text: w.Instruction}}, Input: w.Input,
	}}
	for i, text := range w.Requirements {
		u.Instruction.Requirements = append(u.Instruction.Requirements, adhere.Requirement{ID: strconv.Itoa(i + 1), Text: text})
	}
	for i, text := range w.Answers {
		u.Answers = append(u.Answers, Answer{Model: "written", Attempt: i, Text: text})
	}
	if err := p.fits(u); err != nil {
		return nil, nil, err
	}
	u.Kind = Withdrawn
	text, err := json.Marshal(change{Known{Kind: u.Kind}, Known{Kind: u.Kind}})
	return u, &Entry{Campaign: c.ID, Person: by, Kind: LogSettings, About: aboutUnit(number), Text: string(text)}, err
}

// KnownForm is the form on which whoever leads the campaign says what is right
// about a unit: its answers stand in their own order.
func KnownForm(p *Protocol, u *Unit) *Form { return NewForm(p, u, identity(len(u.Answers))) }

// Right fills the form in with what is right.
func (f *Form) Right() map[string]string {
	fields := map[string]string{}
	for _, gold := range f.Unit.Gold {
		for _, g := range f.Groups {
			for _, q := range g.Fields {
				if q.Question.ID == gold.Question && max(g.Answer, 0) == gold.Answer {
					fields[q.Name], fields[q.Reason] = gold.Value, gold.Why
				}
			}
		}
	}
	if f.Protocol.Asks == AskEdit {
		fields[fieldConstraints] = f.rightList(fields)
	}
	return fields
}

// rightList is a decomposition without the constraints that should be changed.
func (f *Form) rightList(fields map[string]string) string {
	var lines []string
	for _, r := range f.Unit.Instruction.Requirements {
		right := true
		for _, gold := range f.Unit.Gold {
			if gold.Question == r.ID && gold.Value == string(adhere.NotMet) {
				right, fields[FieldNote] = false, cmp.Or(gold.Why, fields[FieldNote])
			}
		}
		if right {
			lines = append(lines, oneLine(cmp.Or(r.Text, r.ID)))
		}
	}
	return strings.Join(lines, "\n")
}

// GoldOf returns what a filled in form says is right, of the questions that
// were answered. Of a decomposition it is which of the proposed constraints
// stay; the remark says why others don't.
func (f *Form) GoldOf(fields map[string]string) ([]Gold, error) {
	if err := f.check(fields); err != nil {
		return nil, err
	}
	var out []Gold
	if f.Protocol.Asks == AskEdit {
		for _, x := range f.kept(fields[fieldConstraints]) {
			g := Gold{Question: x.Question.ID, Value: string(x.Outcome)}
			if x.Outcome == adhere.NotMet {
				g.Why = strings.TrimSpace(fields[FieldNote])
			}
			out = append(out, g)
		}
		return out, nil
	}
	for answer, q := range f.all {
		if value := fields[q.Name]; q.Kind == FieldChoice && value != "" {
			out = append(out, Gold{max(answer, 0), q.Question.ID, value, strings.TrimSpace(fields[q.Reason])})
		}
	}
	return out, nil
}

// A knownLine is a unit of practice or a check as --practice reads it, with
// all versions.
type knownLine struct {
	Unit
	Versions []KnownVersion `json:"versions"`
}

func writePractice(w io.Writer, r *Results) error {
	var out []knownLine
	for i := range r.Units {
		u := r.Units[i]
		versions := r.Campaign.Known(&u)
		if u.Kind == Work && len(versions) == 1 {
			continue
		}
		if u.Kind == Work {
			u.Kind = Withdrawn // of the practice
		}
		out = append(out, knownLine{u, versions})
	}
	return jsonl.Write(w, out)
}

// ParseKind reads what a unit shall become. The error's code is Invalid.
func ParseKind(text string) (Kind, error) {
	switch k := Kind(text); k {
	case Training, Check, Withdrawn:
		return k, nil
	default:
		return "", &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("a unit cannot become %.20q", text), Hint: "it can become practice (training) or a check, or be withdrawn"}
	}
}
