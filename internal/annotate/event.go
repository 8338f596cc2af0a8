package annotate

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"adhere/internal/lists"
)

// An Event is one thing that a person did. Events are only ever added.
type Event struct {
	ID       int64             `json:"id"`
	Campaign string            `json:"campaign"`
	Unit     int               `json:"unit"`
	Person   string            `json:"person"`
	Kind     EventKind         `json:"kind"`
	Fields   map[string]string `json:"fields,omitempty"` // those that changed, with what they are now
	Version  int               `json:"version"`          // of the task after it
	Client   string            `json:"client"`           // what the page called it: the same is taken once
	At       time.Time         `json:"at"`
}

// EventKind says what a person did.
type EventKind string

// The kinds of events.
const (
	Begin  EventKind = "begin"  // the unit was handed out; Fields holds the order of answers
	Saved  EventKind = "saved"  // something was filled in
	Locked EventKind = "locked" // the scores are final
	Handed EventKind = "handed" // the task was handed in
	Reopen EventKind = "reopen" // and taken back to be changed
	Settle EventKind = "settle" // an adjudicator settled what others disagree on
	Import EventKind = "import" // labels made elsewhere were read
)

// FieldOrder is the field of a Begin, Settle or Import event that holds the
// order of answers: their numbers from 0, with commas.
const FieldOrder = "order"

// OrderText writes an order as FieldOrder holds it.
func OrderText(order []int) string {
	return strings.Join(lists.Map(order, strconv.Itoa), ",")
}

func parseOrder(text string) []int {
	if text == "" {
		return nil
	}
	var order []int
	for part := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return nil
		}
		order = append(order, n)
	}
	return order
}

// A Task is where one person stands with one unit: its events, summed up.
type Task struct {
	Unit     int
	Person   string
	Order    []int
	Fields   map[string]string
	Version  int
	Locked   bool // scores can't be changed any more
	Done     bool
	Imported bool
	Settled  bool // an adjudicator's, who decides a part of the fields only
	Begun    time.Time
	Finished time.Time
	Spent    time.Duration // see mostPause
}

// mostPause is how much of the time between two events of a task counts as
// work: whoever is away for longer has done something else.
const mostPause = 5 * time.Minute

// Fold works out the task of a person from its events, in order.
func Fold(events []Event) *Task {
	t := &Task{Fields: map[string]string{}}
	var last time.Time
	for i := range events {
		e := &events[i]
		t.Unit, t.Person, t.Version = e.Unit, e.Person, e.Version
		if !last.IsZero() && e.Kind != Reopen {
			t.Spent += min(max(e.At.Sub(last), 0), mostPause)
		}
		last = e.At
		t.step(e)
	}
	return t
}

func (t *Task) step(e *Event) {
	for _, name := range sortedKeys(e.Fields) {
		switch value := e.Fields[name]; {
		case name == FieldOrder:
			t.Order = parseOrder(value)
		case e.Kind != Import || !t.made(name, value):
			t.Fields[name] = value
		}
	}
	switch e.Kind {
	case Begin:
		if t.Begun.IsZero() {
			t.Begun = e.At
		}
	case Locked:
		t.Locked = true
	case Handed:
		t.Done, t.Finished = true, e.At
	case Settle:
		t.Settled, t.Finished = true, e.At
	case Import:
		t.Done, t.Imported = true, true
		if t.Finished.IsZero() {
			t.Finished = e.At
		}
	case Reopen:
		t.Done = false
	case Saved:
	}
}

// made notes what labels from elsewhere say of their making. It reports
// whether the field is about that; one that cannot be read says nothing.
func (t *Task) made(name, value string) bool {
	switch name {
	case fieldBegun:
		t.Begun, _ = time.Parse(time.RFC3339Nano, value)
	case fieldFinished:
		t.Finished, _ = time.Parse(time.RFC3339Nano, value)
	case fieldSeconds:
		seconds, _ := strconv.ParseFloat(value, 64)
		t.Spent = time.Duration(seconds * float64(time.Second))
	default:
		return false
	}
	return true
}

// Tasks folds the events of a campaign, given in order, into tasks: by unit,
// then person. What adjudicators settled is apart, each time by itself.
func Tasks(events []Event) (tasks, settled []*Task) {
	type key struct {
		unit   int
		person string
	}
	by := map[key][]Event{}
	for _, e := range events {
		if e.Kind == Settle {
			settled = append(settled, Fold([]Event{e}))
			continue
		}
		k := key{e.Unit, e.Person}
		by[k] = append(by[k], e)
	}
	keys := slices.SortedFunc(maps.Keys(by), func(a, b key) int {
		if a.unit != b.unit {
			return a.unit - b.unit
		}
		return strings.Compare(a.person, b.person)
	})
	for _, k := range keys {
		tasks = append(tasks, foldOne(by[k]))
	}
	return tasks, settled
}

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }

// foldOne works out a person's task where labels of the same person may have
// been imported too: these count until the person has handed in.
func foldOne(events []Event) *Task {
	var own, imported []Event
	for _, e := range events {
		if e.Kind == Import {
			imported = append(imported, e)
		} else {
			own = append(own, e)
		}
	}
	if t := Fold(own); t.Done || len(imported) == 0 {
		return t
	}
	return Fold(imported)
}
