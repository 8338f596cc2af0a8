package study

import (
	"encoding/json"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"adhere"
)

// A Share is how many of some turns have a property, with the 95 % interval
// that holds sessions, not turns, to be independent.
type Share struct {
	Met, N        int
	Value, Lo, Hi float64 // meaningless where N is 0
}

// MarshalJSON writes null where there is no value.
func (s Share) MarshalJSON() ([]byte, error) {
	j := struct {
		Met   int      `json:"met"`
		N     int      `json:"n"`
		Value *float64 `json:"value"`
		Lo    *float64 `json:"lo"`
		Hi    *float64 `json:"hi"`
	}{Met: s.Met, N: s.N}
	if s.N > 0 {
		j.Value, j.Lo, j.Hi = &s.Value, &s.Lo, &s.Hi
	}
	return json.Marshal(j)
}

// A tally counts by session.
type tally struct {
	order []string
	cells map[string]*[2]int // met, of
}

func newTally() *tally { return &tally{cells: map[string]*[2]int{}} }

func (t *tally) add(session string, met bool) {
	c := t.cells[session]
	if c == nil {
		c = &[2]int{}
		t.cells[session] = c
		t.order = append(t.order, session)
	}
	c[1]++
	if met {
		c[0]++
	}
}

// share is Wilson's interval with the number of turns that would tell as much
// if they were independent: the variance between sessions sets it.
func (t *tally) share() Share {
	var s Share
	for _, name := range t.order {
		s.Met += t.cells[name][0]
		s.N += t.cells[name][1]
	}
	if s.N == 0 {
		return s
	}
	s.Value = float64(s.Met) / float64(s.N)
	n := float64(s.N)
	clusters := float64(len(t.order))
	squares := 0.0
	for _, name := range t.order {
		c := t.cells[name]
		z := float64(c[0]) - float64(s.Value*float64(c[1]))
		squares += float64(z * z)
	}
	df := max(clusters-1, 1)
	if variance := squares * clusters / df / (n * n); variance > 0 {
		n = min(n, s.Value*(1-s.Value)/variance)
	} else {
		n = min(n, clusters)
	}
	q := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.Quantile(0.975)
	s.Lo, s.Hi = wilson(s.Value, n, q)
	return s
}

func wilson(p, n, q float64) (lo, hi float64) {
	shift := q * q / n
	centre := (p + shift/2) / (1 + shift)
	half := q * math.Sqrt(p*(1-p)/n+q*q/(4*n*n)) / (1 + shift)
	return min(p, settle(max(0, centre-half))), max(p, settle(min(1, centre+half)))
}

// settle drops the digits in which machines differ.
func settle(x float64) float64 { return math.Round(x*1e12) / 1e12 }

func invalid(message, hint string) error {
	return &adhere.Error{Code: adhere.Invalid, Message: message, Hint: hint}
}
