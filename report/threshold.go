package report

import (
	"fmt"
	"strings"

	"adhere"
)

// A Threshold is the least value that a metric over the whole run may have.
type Threshold struct {
	Metric string
	Min    float64
}

// A Shortfall is a threshold that was not reached.
type Shortfall struct {
	Threshold
	Reason string // one sentence, "drfr is 71.2%, at least 80.0% wanted"
}

// Below returns the thresholds that the result does not reach, in the order
// given. A metric without a value does not reach any. A metric that the
// result doesn't have is an error.
func (r *Result) Below(wanted []Threshold) ([]Shortfall, error) {
	var short []Shortfall
	for _, t := range wanted {
		s, ok := r.whole(t.Metric)
		if !ok {
			return nil, &adhere.Error{
				Code:    adhere.Invalid,
				Message: fmt.Sprintf("there is no metric %q to hold against a threshold", t.Metric),
				Hint:    "choose one of " + strings.Join(r.names(), ", "),
			}
		}
		size := scaleOf(r.Definitions, t.Metric)
		switch {
		case s.Undefined != "":
			short = append(short, Shortfall{t, fmt.Sprintf("%s has no value: %s", t.Metric, s.Undefined)})
		case s.Value < t.Min:
			short = append(short, Shortfall{t, fmt.Sprintf("%s is %s, at least %s wanted",
				t.Metric, value(s.Value, size), value(t.Min, size))})
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
