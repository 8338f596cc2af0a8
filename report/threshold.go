package report

import (
	"fmt"
	"strings"

	"adhere"
)

// A Threshold is the least value that a metric over the whole run may have,
// should everything undecided turn out for the worst: a judge that fails must
// not make a run pass. A Metric of "NAME.lo" means the lower end of the
// interval.
type Threshold struct {
	Metric string
	Min    float64
}

// of returns the name of the metric, and whether the lower end of its interval
// is meant.
func (t Threshold) of() (metric string, lower bool) { return strings.CutSuffix(t.Metric, ".lo") }

// held is the number that is held against the threshold, and its name.
func (t Threshold) held(s adhere.Summary) (v float64, name string) {
	_, lower := t.of()
	switch {
	case lower:
		return s.Lo, "the lower end of its interval"
	case s.Undecided > 0 && s.Best > 0: // 0 and 0 where nobody worked them out
		return min(s.Value, s.Worst), fmt.Sprintf("with %d undecided its worst case", s.Undecided)
	default:
		return s.Value, ""
	}
}

// A Shortfall is a threshold that was not reached.
type Shortfall struct {
	Threshold
	Reason string // one sentence, "drfr is 71.2%, expected at least 80.0%"
}

// Below returns the thresholds that the result does not reach, in the order
// given. A metric without a value does not reach any, and one without an interval
// none for its lower end. A metric that the result doesn't have is an error.
func (r *Result) Below(wanted []Threshold) ([]Shortfall, error) {
	var short []Shortfall
	for _, t := range wanted {
		name, lower := t.of()
		s, ok := r.whole(name)
		if !ok {
			return nil, adhere.Errorf(adhere.Invalid, "there is no metric %q to compare with a threshold", name).
				WithHint("choose one of " + strings.Join(r.names(), ", "))
		}
		size := scaleOf(r.Definitions, name)
		switch {
		case s.Undefined != "":
			short = append(short, Shortfall{t, fmt.Sprintf("%s has no value: %s", name, s.Undefined)})
		case lower && s.Lo == s.Hi:
			short = append(short, Shortfall{t, fmt.Sprintf("%s is %s without an interval, expected its lower end at least %s", name, value(s.Value, size), value(t.Min, size))})
		default:
			v, what := t.held(s)
			if v >= t.Min {
				continue
			}
			reason := fmt.Sprintf("%s is %s", name, value(s.Value, size))
			if v < s.Value {
				reason += ", " + what + " " + value(v, size)
			}
			short = append(short, Shortfall{t, reason + ", expected at least " + value(t.Min, size)})
		}
	}
	return short, nil
}

// whole returns the metric's summary over the whole run.
func (r *Result) whole(metric string) (adhere.Summary, bool) {
	for _, s := range r.Metrics {
		if s.Metric == metric && len(s.Group) == 0 {
			return s, true
		}
	}
	return adhere.Summary{}, false
}

// names returns the metrics over the whole run, in order.
func (r *Result) names() []string {
	var names []string
	for _, s := range r.Metrics {
		if len(s.Group) == 0 {
			names = append(names, s.Metric)
		}
	}
	return names
}
