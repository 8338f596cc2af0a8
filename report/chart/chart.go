// Package chart draws charts as SVG: Bars, Lines, Radar, Heatmap and
// Histogram.
//
// It is our own because the libraries that were tried write style attributes,
// which a strict content policy turns into black boxes, start axes of rates
// elsewhere than at zero, or tell series apart by colour alone. Here:
//
//   - only presentation attributes, no style, no script, no outside reference;
//   - equal data gives equal bytes; ids start with Head.ID, so that several
//     charts share a page;
//   - text and axes are drawn in currentColor, so they follow a dark page;
//     the colours of series have contrast on white and on near-black;
//   - series differ in colour and in dash, marker or hatching, so that a
//     black-and-white print still tells them apart;
//   - every point carries a title with its value, interval and base, and may
//     lead somewhere.
//
// A drawing is 360 units wide with text of 11 units: readable on a phone,
// and at 480 pixels as large as the text around it.
package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"adhere/internal/lists"
)

// A Head names a chart.
type Head struct {
	ID    string // start of every id in the drawing; letters, digits and hyphens, unique within the page
	Title string // what is shown, read out by screen readers
	Desc  string // what can be seen in it, in a sentence; may be empty
}

// A Scale is the range of the values. Without Min and Max it is 0 to 1 for
// percentages, and else 0 to the largest value.
type Scale struct {
	Label    string // what the numbers are; may be empty
	Min, Max float64
	Percent  bool // shows 0.5 as 50%, or as 50 where Signed: a difference is in points
	Signed   bool // shows a plus before what is above zero
	Decimals int  // of numbers that are no percentages
}

// A Value is one point of a series.
type Value struct {
	V       float64
	Lo, Hi  float64 // interval, drawn where Lo is below Hi
	N       int     // what the value is taken over; 0 is not shown
	Missing string  // why there is no value; such a point is not drawn but has its title
	Hollow  bool    // a bar is an outline: the value may be by chance
	Href    string  // where the point leads; only within the page or site, or to http and https
}

// A Series is values in the order of the chart's categories. Where it is
// shorter, values are missing.
type Series struct {
	Name   string
	Values []Value
}

const (
	drawingWidth = 360.0
	fontSize     = 11.0
	smallSize    = 9.0
)

// at returns the series' i-th value, missing if there is none or it is no
// number.
func (s *Series) at(i int) Value {
	if i >= len(s.Values) {
		return Value{Missing: "no value"}
	}
	return s.Values[i].clean()
}

func (v Value) clean() Value {
	if v.Missing == "" && !finite(v.V) {
		v.Missing = "no value"
	}
	if !finite(v.Lo) || !finite(v.Hi) {
		v.Lo, v.Hi = 0, 0
	}
	return v
}

func finite(f float64) bool { return !math.IsNaN(f) && math.Abs(f) < 1e15 }

// over returns the scale with both ends set.
func (s Scale) over(series []Series) Scale {
	if s.Min < s.Max && finite(s.Min) && finite(s.Max) {
		return s
	}
	s.Min, s.Max = 0, 1
	if s.Percent {
		return s
	}
	top := 0.0
	for i := range series {
		for j := range series[i].Values {
			if v := series[i].at(j); v.Missing == "" {
				top = max(top, v.V, v.Hi)
			}
		}
	}
	if top > 0 {
		s.Max = step(top) * math.Ceil(top/step(top))
	}
	return s
}

// step is a round distance between about five ticks up to span.
func step(span float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(span/4)))
	for _, m := range []float64{1, 2, 2.5, 5} {
		if span/(m*unit) <= 5 {
			return m * unit
		}
	}
	return 10 * unit
}

// ticks are round numbers from Min to Max, zero among them where it is inside.
func (s Scale) ticks() []float64 {
	by := step(s.Max - s.Min)
	if s.Percent && s.Min == 0 && s.Max == 1 {
		by = 0.25
	}
	var ticks []float64
	for i := math.Ceil(s.Min/by - 1e-9); i*by <= s.Max+by*1e-6; i++ {
		ticks = append(ticks, i*by)
	}
	return ticks
}

// place returns where in 0 to 1 the value lies.
func (s Scale) place(v float64) float64 {
	return min(1, max(0, (v-s.Min)/(s.Max-s.Min)))
}

// format writes a value with its unit.
func (s Scale) format(v float64) string {
	if s.Percent && !s.Signed {
		return s.number(v) + "%"
	}
	return s.number(v)
}

func (s Scale) number(v float64) string {
	decimals := s.Decimals
	if s.Percent {
		v, decimals = 100*v, 1
	}
	return s.sign(strconv.FormatFloat(v, 'f', decimals, 64))
}

func (s Scale) sign(text string) string {
	zero := strings.Trim(text, "-0.") == ""
	switch {
	case zero:
		return strings.TrimPrefix(text, "-")
	case s.Signed && text[0] != '-':
		return "+" + text
	}
	return text
}

// tick writes a value on the axis, as short as it can be.
func (s Scale) tick(v float64) string {
	unit, at := "", math.Round(v*1e6)/1e6
	if s.Percent {
		at = math.Round(1000*v) / 10
		if !s.Signed {
			unit = "%"
		}
	}
	return s.sign(strconv.FormatFloat(at, 'f', -1, 64)) + unit
}

// describe is the title of a point.
func (s Scale) describe(series, category string, v Value) string {
	text := strings.Join(lists.Filter([]string{series, category}, func(p string) bool { return p != "" }), ", ")
	if text != "" {
		text += ": "
	}
	if v.Missing != "" {
		return text + v.Missing
	}
	text += s.format(v.V)
	if v.Lo < v.Hi {
		text += " [" + s.number(v.Lo) + ", " + s.number(v.Hi) + "]"
	}
	if v.N > 0 {
		text += ", n " + strconv.Itoa(v.N)
	}
	return text
}

// longest is the largest number of values in any series.
func longest(series []Series) int {
	n := 0
	for i := range series {
		n = max(n, len(series[i].Values))
	}
	return n
}

// filled returns the categories, with empty names added up to the longest
// series.
func filled(categories []string, series []Series) []string {
	missing := max(0, longest(series)-len(categories))
	return slices.Concat(categories, make([]string, missing))
}
