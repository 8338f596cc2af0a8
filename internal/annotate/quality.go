package annotate

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"adhere/internal/lists"

	"adhere"
)

// Quality is what a campaign demands of people's work. What is 0 is not
// demanded.
type Quality struct {
	Practice int `json:"practice,omitempty"` // percent of the practice that must be right before there is work
	Checks   int `json:"checks,omitempty"`   // percent of the last attention checks' questions that must be right
	Window   int `json:"window,omitempty"`   // how many checks are the last; 0 is 4
	Seconds  int `json:"seconds,omitempty"`  // least time for a unit; three units in a row below it are too many
	Same     int `json:"same,omitempty"`     // so many equal answers in a row raise an alarm
}

// The usual window, and how many hasty units in a row are too many.
const (
	usualWindow = 4
	mostHasty   = 3
)

// Check says why a demand is none. The error's code is Invalid.
func (q Quality) Check() error {
	for _, d := range []struct {
		name  string
		value int
		most  int
	}{{"practice", q.Practice, 100}, {"checks", q.Checks, 100}, {"window", q.Window, 100}, {"seconds", q.Seconds, 3600}, {"same", q.Same, 1000}} {
		if d.value < 0 || d.value > d.most {
			return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s %d: expected 0 to %d", d.name, d.value, d.most), Hint: "0 demands nothing"}
		}
	}
	return nil
}

// An Alarm says what is wrong with a person's work.
type Alarm struct {
	Why    string
	Pauses bool // the person gets no more work until somebody has looked
}

// Review holds a person's work against what the campaign demands. Only what
// was handed in since somebody last let the person go on counts.
func (r *Results) Review(person string) []Alarm {
	q := r.Campaign.Quality
	of, left := r.handedIn(person)
	var out []Alarm
	if s := r.marked(of[Training]); left <= 0 && s.below(q.Practice) {
		out = append(out, Alarm{fmt.Sprintf("practice: %d of %d right, %d %% are demanded", s.Right, s.Of, q.Practice), true})
	}
	if last := tail(of[Check], cmp.Or(q.Window, usualWindow)); len(last) == cmp.Or(q.Window, usualWindow) {
		if s := r.marked(last); s.below(q.Checks) {
			out = append(out, Alarm{fmt.Sprintf("attention checks: %d of the last %d right, %d %% are demanded", s.Right, s.Of, q.Checks), true})
		}
	}
	if last := tail(of[Work], mostHasty); len(last) == mostHasty && !slices.ContainsFunc(last, func(t *Task) bool { return t.Spent >= time.Duration(q.Seconds)*time.Second }) {
		out = append(out, Alarm{fmt.Sprintf("haste: the last %d units took less than %d seconds each", mostHasty, q.Seconds), true})
	}
	if q.Same > 0 {
		if word, n := r.sameAnswers(of[Work]); n >= q.Same {
			out = append(out, Alarm{fmt.Sprintf("the last %d answers are all %q", n, word), false})
		}
	}
	return out
}

// handedIn returns a person's tasks that count, by kind and in order of time, and
// how many of the practice are left to do.
func (r *Results) handedIn(person string) (of map[Kind][]*Task, left int) {
	var since time.Time
	for _, e := range r.Campaign.Log {
		if e.Kind == LogResumed && e.About == person {
			since = e.At
		}
	}
	of = map[Kind][]*Task{}
	for _, t := range r.Tasks {
		kind := r.Unit(t).Kind
		if t.Person == person && t.Done && !t.Imported && t.Finished.After(since) {
			of[kind] = append(of[kind], t)
		}
		if t.Person == person && t.Done && kind == Training {
			left--
		}
	}
	left += lists.Count(r.Units, func(u Unit) bool { return u.Kind == Training })
	for _, tasks := range of {
		slices.SortStableFunc(tasks, func(a, b *Task) int { return a.Finished.Compare(b.Finished) })
	}
	return of, left
}

func (s Score) below(percent int) bool { return s.Of > 0 && 100*s.Right < percent*s.Of }

func tail[T any](all []T, n int) []T { return all[max(0, len(all)-n):] }

// marked sums up how tasks did whose right answers are known.
func (r *Results) marked(tasks []*Task) Score {
	var sum Score
	for _, t := range tasks {
		s := r.Form(t).Mark(t)
		sum.Right, sum.Of = sum.Right+s.Right, sum.Of+s.Of
	}
	return sum
}

// sameAnswers returns the choice with which tasks end, and how many answers
// in a row are that one.
func (r *Results) sameAnswers(tasks []*Task) (word string, n int) {
	value := ""
	for _, t := range slices.Backward(tasks) {
		var fields []*Field
		for _, q := range r.Form(t).all {
			if q.Kind == FieldChoice {
				fields = append(fields, q)
			}
		}
		for _, q := range slices.Backward(fields) {
			switch said := t.Fields[q.Name]; {
			case said == "":
				continue
			case value == "":
				value, word = said, q.Word(said)
			case said != value:
				return word, n
			}
			n++
		}
	}
	return word, n
}
