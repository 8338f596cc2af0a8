// Package browse holds what pages ask a store of runs for: which runs, and
// records with their places.
package browse

import (
	"time"

	"adhere"
)

// A Query says which runs are looked for, in which order and which part of
// them is wanted. What is empty does not count.
type Query struct {
	Bench        string // with or without its version
	Model        string
	Judge        string // a part of a judge's name
	Text         string // a part of the run's ID, plan or note, whatever the case of its letters
	State        adhere.RunState
	Since, Until time.Time // when the run was started; Until is not among them
	Tag          string
	Archive      Archive

	Sort       string // started, bench, model, state or score; empty is started
	Descending bool
	Limit      int
	Offset     int
}

// An Archive says whether runs are wanted that were put aside; all are where it
// is empty.
type Archive string

// Which runs are wanted.
const (
	Current  Archive = "current"  // those that were not put aside
	Archived Archive = "archived" // the others
)

// A Note is what was noted beside a run.
type Note struct {
	Tags     []string // words without spaces
	Text     string
	Archived bool
	Stamp    string  // the run's state when the scores were counted
	Scores   []Score // what it came to; nil where nothing was counted
}

// A Score is a metric over a whole run, as pages show it.
type Score struct {
	Name     string  `json:"name"`
	Value    string  `json:"value"`
	Interval string  `json:"interval,omitempty"` // of 95 %
	Number   float64 `json:"number"`
}

// A Hit is an item in whose texts something was found.
type Hit struct {
	Run      string
	Position int
}

// A Placed is a record with its item's position in the run, from 0.
type Placed struct {
	Position int
	Words    int // of the answer, parted by white space; -1 where there is none or nobody counted
	Record   *adhere.Record
}
