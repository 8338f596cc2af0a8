package report

import (
	"cmp"
	"slices"
	"strings"

	"adhere"
	"adhere/report/chart"
)

// Curves draws LevelCurves of the first metric that has values by level.
func (s *Sweep) Curves() (string, error) {
	for _, m := range s.Results[0].Metrics {
		if _, ok := m.Group["level"]; ok && len(m.Group) == 1 {
			return LevelCurves(s, m.Metric)
		}
	}
	return LevelCurves(s, "")
}

// LevelCurves draws one metric over the levels, a line with its 95% band for
// each result, as an SVG file of its own: 800 pixels wide, with its title, on
// white, and without links. A metric that has no values by level is an error
// that lists those that have.
func LevelCurves(s *Sweep, metric string) (string, error) {
	const level = "level"
	var known []string
	for _, p := range s.pivots(level) {
		if p.subject != metric {
			known = append(known, p.subject)
			continue
		}
		defs := s.definitions()
		desc := metric + " by level, with 95% intervals"
		if i := slices.IndexFunc(defs, func(d Definition) bool { return d.Name == metric }); i >= 0 && defs[i].Doc != "" {
			desc += ". " + defs[i].Doc
		}
		return chart.Lines{
			Head:  chart.Head{ID: "levels-" + slug(metric), Title: cmp.Or(Line(s.Title), "Results by level"), Desc: Line(desc)},
			Scale: chartScale(scaleOf(defs, metric)), X: p.names(), XLabel: level, Series: p.series(p.metrics, nil),
		}.Poster(), nil
	}
	hint := "no metric of these results has values by level"
	if len(known) > 0 {
		hint = "choose one of " + strings.Join(known, ", ")
	}
	return "", adhere.Errorf(adhere.Invalid, "metric %q has no values by level", metric).
		WithHint(hint)
}
