package report

import (
	"cmp"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/lists"
	"adhere/metric"
	"adhere/report/chart"
)

// Select keeps of the results what was planned. A name that none of them knows
// is an error.
func (s *Sweep) Select(planned metric.Selection) error {
	var all []adhere.Summary
	for _, r := range s.Results {
		all = append(all, r.Metrics...)
	}
	if err := planned.Check(all); err != nil {
		return err
	}
	for _, r := range s.Results {
		r.Metrics = slices.DeleteFunc(slices.Clone(r.Metrics), func(m adhere.Summary) bool { return !planned.Takes(m.Metric, m.Group) })
		r.Definitions = slices.DeleteFunc(slices.Clone(r.Definitions), func(d Definition) bool {
			return len(planned.Metrics) > 0 && !slices.Contains(planned.Metrics, d.Name)
		})
	}
	return nil
}

// Select keeps of the comparisons what was planned. A name that they do not
// know is an error.
func (v *Versus) Select(planned metric.Selection) error {
	all := lists.Map(v.Comparisons, func(c metric.Comparison) adhere.Summary { return adhere.Summary{Metric: c.Metric, Group: c.Group} })
	if err := planned.Check(all); err != nil {
		return err
	}
	v.Comparisons = slices.DeleteFunc(v.Comparisons, func(c metric.Comparison) bool { return !planned.Takes(c.Metric, c.Group) })
	return nil
}

// svg draws one metric of results side by side as a file of its own: curves
// over the levels where there are levels, else a radar, or lines between fewer
// than three groups. It takes the first metric and grouping that it can draw: select
// those wanted.
func (s *Sweep) svg() (string, error) {
	kinds := slices.DeleteFunc(s.kinds(), func(kind string) bool { return strings.Contains(kind, " and ") })
	if len(kinds) > 0 {
		p := s.pivots(kinds[0])[0]
		if kinds[0] == "level" {
			return LevelCurves(s, p.subject)
		}
		return chart.Radar{
			Head:  chart.Head{ID: "radar-" + slug(p.subject), Title: cmp.Or(Line(s.Title), "Results side by side"), Desc: Line(p.subject + " by " + kinds[0])},
			Scale: chartScale(scaleOf(s.definitions(), p.subject)), Categories: p.names(), Series: p.series(p.metrics, nil),
		}.Poster(), nil
	}
	return "", &adhere.Error{Code: adhere.Invalid, Message: "nothing here can be drawn: no metric has values by level or by one other group", Hint: "--by names a grouping, and --metric a metric"}
}
