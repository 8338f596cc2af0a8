package annotate

import (
	"maps"
	"slices"
	"time"

	"adhere"
	"adhere/internal/lazyregexp"
)

// An Assignment is one unit in one person's hands: what is stored of it, and what
// becomes of it. Whoever keeps it reads it, lets it decide and writes Added
// and Changed, all at once or not at all.
type Assignment struct {
	Campaign *Campaign
	Unit     *Unit
	Person   string
	Places   []Place // of the unit, everybody's
	Events   []Event // the person's own on this unit, in order
	Now      time.Time

	Added   []Event
	Changed []Place
}

// An Action is what a person does to a task.
type Action string

// The actions.
const (
	ActSave   Action = "save"
	ActLock   Action = "lock"   // no score may change from here on
	ActHandIn Action = "submit" // done
	ActReopen Action = "reopen" // not done after all
)

// A Move is one action with what was filled in.
type Move struct {
	Action  Action
	Client  string // made up by the page, the same when it is sent again
	Version int    // of the task that the page shows
	Fields  map[string]string
}

// An After is what a move led to.
type After struct {
	Task *Task
	Gaps []Gap // what kept the task from being locked or handed in; what was filled in is kept
}

// A Stale says that a move was made on a task that has changed since. It
// comes within an Error whose code is Conflict.
type Stale struct {
	Task *Task // as it is now
}

// Error says so.
func (*Stale) Error() string { return "the task has changed" }

var goodClient = lazyregexp.New(`^[A-Za-z0-9_-]{8,64}$`)

func (s *Assignment) place() (*Place, error) {
	for i := range s.Places {
		if s.Places[i].Person == s.Person && s.Places[i].State != Waiting && s.Places[i].State != Void {
			return &s.Places[i], nil
		}
	}
	if len(s.Events) > 0 {
		return nil, &adhere.Error{Code: adhere.Conflict, Message: "this task went to somebody else while you were away", Hint: "what you filled in is kept, but does not count; continue with the next task"}
	}
	return nil, &adhere.Error{Code: adhere.NotFound, Message: "there is no such task of yours"}
}

// Task returns the person's task as it stands.
func (s *Assignment) Task() *Task {
	t := Fold(s.Events)
	t.Unit, t.Person = s.Unit.Number, s.Person
	return t
}

// Begin begins the task: the answers are put in order. Done before, it changes
// nothing.
func (s *Assignment) Begin() error {
	p, err := s.place()
	if err != nil {
		return err
	}
	if err := s.open(); err != nil {
		return err
	}
	if p.State == Done {
		return nil
	}
	s.hold(p)
	if len(s.Events) == 0 {
		order := s.Campaign.Order(s.Person, s.Unit.Number, len(s.Unit.Answers))
		s.add(Begin, "begin", map[string]string{FieldOrder: OrderText(order)}, 0)
	}
	return nil
}

func (s *Assignment) open() error {
	switch s.Campaign.State {
	case Open:
		return nil
	case Draft:
		return &adhere.Error{Code: adhere.Conflict, Message: "the campaign has not been started", Hint: "come back when it has"}
	default:
		return &adhere.Error{Code: adhere.Conflict, Message: "the campaign is closed", Hint: "nothing can be changed any more"}
	}
}

// hold leases the place anew.
func (s *Assignment) hold(p *Place) {
	p.State, p.Until = Begun, s.Now.Add(s.Campaign.Lease).UnixMilli()
	s.change(*p)
}

func (s *Assignment) change(p Place) {
	i := slices.IndexFunc(s.Changed, func(q Place) bool { return q.Unit == p.Unit && q.Number == p.Number })
	if i < 0 {
		s.Changed = append(s.Changed, p)
	} else {
		s.Changed[i] = p
	}
}

func (s *Assignment) add(kind EventKind, client string, fields map[string]string, version int) {
	e := Event{
		Campaign: s.Campaign.ID, Unit: s.Unit.Number, Person: s.Person, Kind: kind,
		Fields: fields, Version: version, Client: client, At: s.Now,
	}
	s.Added, s.Events = append(s.Added, e), append(s.Events, e)
}

// made reports whether a move was made before: known by its Client, and saying the
// same.
func (s *Assignment) made(m Move) bool {
	at := slices.IndexFunc(s.Events, func(e Event) bool { return e.Client == m.Client })
	if at < 0 {
		return false
	}
	then := Fold(s.Events[:at+1])
	for name, value := range m.Fields {
		if then.Fields[name] != value {
			return false
		}
	}
	return true
}

// Apply makes a move. One that was made before changes nothing and is answered as
// if it were new. A move on a task that has changed since, elsewhere, is refused
// with a Stale.
func (s *Assignment) Apply(m Move) (*After, error) {
	if !goodClient.MatchString(m.Client) {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "the page was not sent whole", Hint: "load it again"}
	}
	p, err := s.place()
	if err != nil {
		return nil, err
	}
	t := s.Task()
	protocol, err := ProtocolNamed(s.Campaign.Protocol)
	if err != nil {
		return nil, err
	}
	form := NewForm(protocol, s.Unit, t.Order)
	if s.made(m) {
		return &After{t, s.gaps(form, t, m.Action)}, nil
	}
	if err := s.open(); err != nil {
		return nil, err
	}
	if len(s.Events) == 0 {
		return nil, &adhere.Error{Code: adhere.Conflict, Message: "the task has not been handed out", Hint: "ask for the next one"}
	}
	if m.Version != t.Version {
		return nil, &adhere.Error{
			Code: adhere.Conflict, Message: "the task has changed since this page was loaded",
			Hint: "choose which one to keep", Err: &Stale{t},
		}
	}
	if err := form.check(m.Fields); err != nil {
		return nil, err
	}
	return s.move(p, form, t, m)
}

// move carries out a checked move.
func (s *Assignment) move(p *Place, form *Form, t *Task, m Move) (*After, error) {
	if m.Action == ActReopen {
		return s.reopen(p, t, m)
	}
	if t.Done {
		return nil, &adhere.Error{Code: adhere.Conflict, Message: "the task is handed in", Hint: "take it back to change it"}
	}
	changed, err := changes(form, t, m.Fields)
	if err != nil {
		return nil, err
	}
	maps.Copy(t.Fields, changed)
	gaps := s.gaps(form, t, m.Action)
	kind := Saved
	switch {
	case m.Action == ActLock && gaps == nil && !t.Locked:
		kind = Locked
	case m.Action == ActHandIn && gaps == nil:
		kind = Handed
	case m.Action != ActSave && m.Action != ActLock && m.Action != ActHandIn:
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "the page did not say what to do", Hint: "load it again"}
	}
	s.hold(p)
	if kind != Saved || len(changed) > 0 {
		s.add(kind, m.Client, changed, t.Version+1)
	}
	if kind == Handed {
		p.State, p.Until = Done, 0
		s.change(*p)
		s.wake(form, p.Number)
	}
	return &After{s.Task(), gaps}, nil
}

// gaps returns what stands in the way of an action.
func (s *Assignment) gaps(form *Form, t *Task, a Action) []Gap {
	switch {
	case t.Done:
		return nil
	case a == ActLock:
		return form.ScoreGaps(t)
	case a == ActHandIn && form.Protocol.Score && !t.Locked:
		return append(form.ScoreGaps(t), Gap{"", "the scores are not locked yet, and the questions come after that"})
	case a == ActHandIn:
		return form.Gaps(t)
	default:
		return nil
	}
}

// changes returns the fields that differ from what is stored. Before the
// scores are locked nothing else can be filled in; after that, no score.
func changes(form *Form, t *Task, fields map[string]string) (map[string]string, error) {
	out := map[string]string{}
	for name, value := range fields {
		if value == t.Fields[name] {
			continue
		}
		q := form.fields[name]
		score := q != nil && q.Kind == FieldScore
		switch {
		case score && t.Locked:
			return nil, &adhere.Error{Code: adhere.Conflict, Message: "the scores are locked", Hint: "they are given before the questions are seen, and stay"}
		case !score && name != FieldNote && form.Protocol.Score && !t.Locked:
			return nil, &adhere.Error{Code: adhere.Conflict, Message: "the scores come first", Hint: "lock them, then answer the questions"}
		}
		out[name] = value
	}
	return out, nil
}

func (s *Assignment) reopen(p *Place, t *Task, m Move) (*After, error) {
	if !t.Done {
		return &After{Task: t}, nil
	}
	if s.Unit.Kind != Work {
		return nil, &adhere.Error{Code: adhere.Conflict, Message: "this task cannot be taken back", Hint: "its answer is known"}
	}
	s.hold(p)
	s.add(Reopen, m.Client, nil, t.Version+1)
	return &After{Task: s.Task()}, nil
}

// wake lets who comes after a place begin, one at a time, or spares them the work.
func (s *Assignment) wake(form *Form, number int) {
	if !form.Protocol.InTurn || s.Unit.Kind != Work {
		return
	}
	no := slices.ContainsFunc(form.Said(s.Task()), func(x Said) bool { return x.Outcome != adhere.Met })
	for i, p := range s.Places[number+1:] {
		switch {
		case p.State == Begun || p.State == Done:
			return // it decides about those after it
		case no:
			p.State = Void
		case i > 0:
			p.State = Waiting
		case p.Person == "":
			p.State = Free
		default:
			p.State = Planned
		}
		s.change(p)
	}
}
