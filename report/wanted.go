package report

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"adhere"
)

// Least is what a result must reach to be good enough. Its zero value wants
// nothing.
type Least struct {
	Thresholds []Threshold
	Undecided  float64 // the largest share of requirements that may be undecided; 0 takes any
}

// Missed is the error of a result that is there but not good enough: a line
// for each thing that it does not reach.
type Missed []string

func (m Missed) Error() string { return strings.Join(m, "\n") }

// NewLeast reads thresholds, METRIC=VALUE, and checks the share.
func NewLeast(thresholds []string, undecided float64) (Least, error) {
	l := Least{Undecided: undecided}
	if !(undecided >= 0 && undecided < 1) {
		return l, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--fail-on-undecided %v: expected a share from 0 to below 1", undecided), Hint: "0.01 is one in a hundred"}
	}
	for _, given := range thresholds {
		name, number, ok := strings.Cut(given, "=")
		v, err := strconv.ParseFloat(number, 64)
		if !ok || name == "" || err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return l, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--min %q: expected METRIC=VALUE", given), Hint: "for example --min inst_level_strict_acc=0.8; shares are numbers from 0 to 1"}
		}
		l.Thresholds = append(l.Thresholds, Threshold{Metric: name, Min: v})
	}
	return l, nil
}

// Check refuses, before anything is paid for, a threshold that no result with
// those metrics could be held to. Scales holds the largest values of metrics
// that are no shares. With more, the result will have metrics besides. Errors
// begin with what the threshold was called: "--min ", "check.yaml: min: ".
func (l *Least) Check(called string, metrics []string, scales map[string]float64, more bool) error {
	for _, t := range l.Thresholds {
		name, _ := t.of()
		if !slices.Contains(metrics, name) {
			if more {
				continue
			}
			return &adhere.Error{Code: adhere.Invalid, Message: called + t.Metric + ": there is no such metric", Hint: "choose one of " + strings.Join(metrics, ", ")}
		}
		if highest := cmp.Or(scales[name], 1); !(t.Min >= 0 && t.Min <= highest) {
			return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s%s: found %v, expected a number from 0 to %v", called, t.Metric, t.Min, highest), Hint: "0.8 is 80 % of a share"}
		}
	}
	return nil
}

// Hold returns Missed where the result does not reach what is wanted.
func (l *Least) Hold(r *Result) error {
	short, err := r.Below(l.Thresholds)
	if err != nil {
		return err
	}
	var missed Missed
	for _, s := range short {
		missed = append(missed, s.Reason)
	}
	if share := r.UndecidedShare(); l.Undecided > 0 && share > l.Undecided {
		missed = append(missed, fmt.Sprintf("%.2f %% undecided, expected at most %.2f %%", 100*share, 100*l.Undecided))
	}
	if missed != nil {
		return missed
	}
	return nil
}

// HoldAll does so with each result of a sweep.
func (l *Least) HoldAll(s *Sweep) error {
	var all Missed
	for i, r := range s.Results {
		err := l.Hold(r)
		var missed Missed
		if err != nil && !errors.As(err, &missed) {
			return err
		}
		for _, m := range missed {
			all = append(all, s.name(i)+": "+m)
		}
	}
	if all != nil {
		return all
	}
	return nil
}
