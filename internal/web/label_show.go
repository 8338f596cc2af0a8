package web

import (
	"cmp"
	"crypto/rand"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"adhere"
	"adhere/internal/annotate"
	"adhere/verify"
)

// A labelView is one task: what is to be judged, and what is asked about it.
// It holds nothing that tells whose answers these are.
type labelView struct {
	Campaign, Name, Title string
	Unit                  int
	Training              bool
	Who, Client           string
	Version               int
	sheet
	Note           string
	Phase          labelPhase
	Last           string // the action that ends this phase
	Keys           []annotate.Choice
	Filled, Wanted int // fields
	Work           workLine
	Gaps           []annotate.Gap
	Conflict       *labelConflict
	Feedback       *annotate.Score
	Closed         bool
	trouble
}

// A labelPhase says what can be filled in.
type labelPhase string

const (
	phaseScore    labelPhase = "score"     // the scores, before the questions show
	phaseAnswer   labelPhase = "answer"    // the questions
	phaseHandedIn labelPhase = "handed in" // nothing
)

type scoreWord struct{ Value, Word, Means string }

type labelField struct {
	Slot               string // of the answer that it is about
	Name, Number, Text string
	Kind               annotate.FieldKind
	Options            []labelOption
	Value              string
	Initial            string
	Reason             string // the name of the field for it
	Why                string
	Needs              bool
	Step               *step // what the requirement added, where each stands for a level
}

type labelOption struct {
	Value, Word, Key string
	Chosen           bool
}

// A labelConflict is what was sent beside what is stored.
type labelConflict struct{ Fields []conflictField }

type conflictField struct {
	Name          string
	Named         annotate.Named
	Yours, Stored string
}

// unitOf returns the number in the path.
func unitOf(v *visit) (int, error) {
	n, err := strconv.Atoi(v.r.PathValue("unit"))
	if err != nil || n < 1 {
		return 0, &adhere.Error{Code: adhere.NotFound, Message: "there is no such task", Hint: "start from the list of your work"}
	}
	return n, nil
}

// ownsTask reports whether the task in the path is, or was, the visitor's.
func (s *Server) ownsTask(v *visit) (bool, error) {
	if own, err := s.ownsWork(v); err != nil || !own {
		return own, err
	}
	unit, err := unitOf(v)
	if err != nil {
		return false, err
	}
	own, err := s.ownEvents(v, v.r.PathValue("campaign"), unit)
	return len(own) > 0, err
}

// ownEvents is what the visitor did on a unit as somebody who labels it.
func (s *Server) ownEvents(v *visit, campaign string, unit int) ([]annotate.Event, error) {
	events, err := s.Annotation.CampaignEvents(v.ctx(), campaign, v.person.Name, unit)
	return slices.DeleteFunc(events, func(e annotate.Event) bool { return e.Kind == annotate.Settle || e.Kind == annotate.Import }), err
}

// A tasked is the task in the path: its campaign, unit and protocol.
type tasked struct {
	campaign *annotate.Campaign
	unit     *annotate.Unit
	protocol *annotate.Protocol
}

// taskOf reads the task in the path.
func (s *Server) taskOf(v *visit) (*tasked, error) {
	number, err := unitOf(v)
	if err != nil {
		return nil, err
	}
	c, err := s.campaignOf(v)
	if err != nil {
		return nil, err
	}
	p, err := annotate.ProtocolNamed(c.Protocol)
	if err != nil {
		return nil, err
	}
	units, err := s.Annotation.Units(v.ctx(), c.ID, number)
	if err != nil {
		return nil, err
	}
	return &tasked{c, &units[0], p}, nil
}

// form returns the form of a task as its person sees it.
func (x *tasked) form(t *annotate.Task) *annotate.Form {
	return annotate.NewForm(x.protocol, x.unit, t.Order)
}

func (x *tasked) path() string { return taskPath(x.campaign.ID, x.unit.Number) }

// showTask shows a task as it stands.
func (s *Server) showTask(v *visit, x *tasked) error {
	own, err := s.ownEvents(v, x.campaign.ID, x.unit.Number)
	if err != nil {
		return err
	}
	view, err := s.label(v, x, annotate.Fold(own))
	if err != nil {
		return err
	}
	return v.show("label", view)
}

// label lays a task out.
func (s *Server) label(v *visit, x *tasked, t *annotate.Task) (*labelView, error) {
	line, err := s.workLine(v, x.campaign)
	if err != nil {
		return nil, err
	}
	view := newLabelView(x.campaign, x.form(t), t)
	view.Who, view.Client, view.Work = v.person.Name, rand.Text(), line
	return view, nil
}

// newLabelView lays out a form with what is filled in.
func newLabelView(c *annotate.Campaign, f *annotate.Form, t *annotate.Task) *labelView {
	x := &labelView{
		Campaign: c.ID, Name: c.Name, Title: f.Protocol.Title, Unit: f.Unit.Number, Training: f.Unit.Kind == annotate.Training,
		Version: t.Version, Note: t.Fields[annotate.FieldNote], Phase: phaseAnswer, Last: string(annotate.ActHandIn), Closed: c.State == annotate.Closed,
	}
	switch {
	case t.Done:
		x.Phase = phaseHandedIn
		if x.Training {
			x.Feedback = new(f.Mark(t))
		}
	case f.Protocol.Score && !t.Locked:
		x.Phase, x.Last = phaseScore, string(annotate.ActLock)
	}
	x.Keys = f.Protocol.Choices
	x.sheet = sheetOfUnit(f.Unit)
	if f.Protocol.Asks == annotate.AskFixed {
		x.Filed = filingOf(&f.Unit.Instruction)
	}
	if f.Protocol.Asks == annotate.AskEdit {
		x.doubt(&f.Unit.Instruction, whole)
	}
	for _, g := range f.Groups {
		x.Groups = append(x.Groups, x.group(f, g, t))
	}
	return x
}

// sheetOfUnit shows what was asked, and in a conversation the answers before
// the last, numbered as the questions are.
func sheetOfUnit(u *annotate.Unit) sheet {
	asked := u.Instruction
	asked.Messages = u.Asked()
	x, answer := sheetOf(&asked, whole), 0
	for i := range u.Instruction.Messages {
		if u.Instruction.Messages[i].Open() {
			answer++
			x.Asked[i].Title = "Answer " + strconv.Itoa(answer)
		}
	}
	return x
}

// numberOfLast is the number of the last answer of a conversation; else 0.
func numberOfLast(u *annotate.Unit) int {
	if turns := u.Instruction.Turns(); turns > 1 {
		return turns
	}
	return 0
}

func (x *labelView) group(f *annotate.Form, g annotate.Group, t *annotate.Task) group {
	out := group{Slot: g.Slot, Off: x.Phase == phaseHandedIn}
	answer := func(slot string, at int) {
		a := answerView{Slot: slot, Number: numberOfLast(f.Unit), Text: whole("", f.Unit.Answers[at].Text)}
		if f.Protocol.Counts && g.Answer >= 0 {
			a.Counts = countsOf(f.Unit.Answers[at].Text)
		}
		out.Answers = append(out.Answers, a)
	}
	if g.Answer >= 0 {
		answer(g.Slot, g.Answer)
	} else {
		for place, at := range f.Order {
			answer(string(rune('A'+place)), at)
		}
	}
	if n := len(out.Answers); g.Answer < 0 && n == 2 {
		out.Changes = changesBetween(f.Unit.Answers[f.Order[0]].Text, f.Unit.Answers[f.Order[1]].Text)
	}
	if g.Score != nil {
		out.ScoreWords = scoreWords()
		if x.Phase == phaseScore {
			field := labelFieldOf(g.Score, 0, t)
			out.Score = &field
			x.count(field.Value)
		} else {
			out.ScoreLocked = t.Fields[g.Score.Name]
		}
	}
	if x.Phase == phaseScore {
		return out // the questions are not in the page
	}
	for i := range g.Fields {
		q := &g.Fields[i]
		field := labelFieldOf(q, i, t)
		if f.Protocol.Asks == annotate.AskRequirements {
			field.Step = stepOf(&f.Unit.Instruction, i)
		}
		out.Fields = append(out.Fields, field)
		x.count(cmp.Or(field.Value, field.Initial))
		if q.Needs {
			x.count(field.Why)
		}
	}
	return out
}

func (x *labelView) count(value string) {
	x.Wanted++
	if strings.TrimSpace(value) != "" {
		x.Filled++
	}
}

// labelFieldOf lays out the i-th field of a group with what is filled in.
func labelFieldOf(q *annotate.Field, i int, t *annotate.Task) labelField {
	value, written := t.Fields[q.Name]
	out := labelField{
		Slot: q.Slot, Name: q.Name, Number: strconv.Itoa(i + 1), Text: q.Question.Text, Kind: q.Kind, Value: value,
		Reason: q.Reason, Why: t.Fields[q.Reason], Needs: q.Needs,
	}
	if !written {
		out.Initial = q.Initial
	}
	for _, c := range q.Choices {
		out.Options = append(out.Options, labelOption{c.Value, c.Word, c.Key, c.Value == value})
	}
	if q.Kind == annotate.FieldScore {
		for _, w := range scoreWords() {
			out.Options = append(out.Options, labelOption{w.Value, w.Word, w.Value, w.Value == value})
		}
	}
	return out
}

func scoreWords() []scoreWord {
	return []scoreWord{
		{"1", "Very bad", "has nothing to do with what was asked"},
		{"2", "Bad", "touches the matter, mostly wrong or confused"},
		{"3", "Okay", "about the matter, important things missing or wrong"},
		{"4", "Good", "right and complete but for small faults"},
		{"5", "Excellent", "right, complete, just what was asked for"},
	}
}

// countsOf says how many words and sentences a text has, as checkers count.
func countsOf(text string) string {
	t := verify.NewText(text)
	return verify.Amount(t.Words(), "word") + ", " + verify.Amount(len(t.Sentences()), "sentence")
}

// spent writes a duration as people say it.
func spent(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%.0f s", d.Seconds())
	case d < time.Hour:
		return fmt.Sprintf("%.0f min", d.Minutes())
	default:
		return fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
	}
}
