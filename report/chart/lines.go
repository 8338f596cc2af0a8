package chart

import (
	"cmp"
	"slices"
)

// Lines are curves over ordered categories, such as levels, with a band for
// the interval. Names stand at the end of the lines.
type Lines struct {
	Head
	Scale
	X      []string // categories, in order
	XLabel string   // what the categories are
	Series []Series
}

const (
	linesHeight = 170.0
	endLabels   = 92.0 // width of the series' names at the right
)

// SVG draws the chart.
func (l Lines) SVG() string {
	c := newCanvas(l.Head)
	l.draw(c, 10, linesHeight)
	return c.String()
}

// Poster draws the chart as a file of its own, 800 pixels wide: with title and
// description in sight, on white whatever is around it.
func (l Lines) Poster() string {
	c := newCanvas(l.Head)
	c.width = posterWidth
	l.draw(c, c.heading(), posterHeight)
	return c.poster()
}

// draw fills the canvas from the given top down.
func (l Lines) draw(c *canvas, top, height float64) {
	xs := filled(l.X, l.Series)
	if len(xs) == 0 || len(l.Series) == 0 {
		c.nothing(top - 10)
		return
	}
	scale := l.over(l.Series)
	f := field{left: 38, right: c.width - 14, top: top, bottom: top + height, n: len(xs), scale: scale}
	if len(l.Series) > 1 {
		f.right = c.width - endLabels - 14
	}
	f.axes(c, xs, l.XLabel)
	for i := range l.Series {
		f.band(c, &l.Series[i], i)
	}
	for i := range l.Series {
		f.curve(c, &l.Series[i], i, xs)
	}
	if len(l.Series) > 1 {
		f.names(c, l.Series)
	}
}

// A field is the rectangle in which lines run.
type field struct {
	left, right, top, bottom float64
	n                        int
	scale                    Scale
}

func (f *field) x(i int) float64 {
	if f.n == 1 {
		return (f.left + f.right) / 2
	}
	return f.left + 8 + float64(i)*(f.right-f.left-16)/float64(f.n-1)
}

func (f *field) y(v float64) float64 { return f.bottom - f.scale.place(v)*(f.bottom-f.top) }

// rows draws the lines of the scale with their values at the left.
func (f *field) rows(c *canvas) {
	for _, t := range f.scale.ticks() {
		c.grid(f.left, f.y(t), f.right, f.y(t))
		c.text(f.left-5, f.y(t)+3, "end", f.scale.tick(t), smallSize)
	}
}

func (f *field) axes(c *canvas, xs []string, label string) {
	f.rows(c)
	c.axis(f.left, f.y(max(0, f.scale.Min)), f.right, f.y(max(0, f.scale.Min)))
	width := f.right - f.left
	if f.n > 1 {
		width = (f.right - f.left - 16) / float64(f.n-1)
	}
	every := 1
	for width*float64(every) < 24 {
		every++
	}
	for i, name := range xs {
		if i%every == 0 {
			c.label(f.x(i), f.bottom+10, "middle", name, fontSize, width*float64(every)-3, 1)
		}
	}
	c.height = f.bottom + 22
	if label != "" {
		c.text((f.left+f.right)/2, f.bottom+28, "middle", label, smallSize)
		c.height = f.bottom + 36
	}
}

// band shades the interval, apart for every unbroken stretch.
func (f *field) band(c *canvas, s *Series, series int) {
	var upper, lower []spot
	flush := func() {
		if len(upper) > 1 {
			slices.Reverse(lower)
			c.add("path", "d", polygon(append(upper, lower...), true), "fill", styleOf(series).colour, "fill-opacity", "0.14")
		}
		upper, lower = nil, nil
	}
	for i := range f.n {
		v := s.at(i)
		if v.Missing != "" || v.Lo >= v.Hi {
			flush()
			continue
		}
		upper = append(upper, spot{f.x(i), f.y(v.Hi)})
		lower = append(lower, spot{f.x(i), f.y(v.Lo)})
	}
	flush()
}

func (f *field) curve(c *canvas, s *Series, series int, xs []string) {
	p := styleOf(series)
	var run []spot
	flush := func() {
		if len(run) > 1 {
			c.add("path", "d", polygon(run, false), "fill", "none", "stroke", p.colour, "stroke-width", "1.8", "stroke-dasharray", p.dash)
		}
		run = nil
	}
	for i := range f.n {
		v := s.at(i)
		if v.Missing != "" {
			flush()
			continue
		}
		run = append(run, spot{f.x(i), f.y(v.V)})
	}
	flush()
	for i, name := range xs {
		v := s.at(i)
		c.point(f.scale.describe(s.Name, name, v), v.Href, func() { f.dot(c, v, i, series) })
	}
}

func (f *field) dot(c *canvas, v Value, i, series int) {
	if v.Missing != "" {
		return
	}
	x, y := f.x(i), f.y(v.V)
	if v.Lo < v.Hi && f.n <= 12 {
		c.line(x, f.y(v.Lo), x, f.y(v.Hi), "stroke", styleOf(series).colour, "stroke-width", "1", "stroke-opacity", "0.7")
	}
	c.mark(series, x, y, 3.2)
	c.add("circle", "cx", x, "cy", y, "r", 7.0, "fill", "none", "pointer-events", "all")
}

// names writes each series' name level with its last point, moved apart where
// they would overlap.
func (f *field) names(c *canvas, series []Series) {
	type tag struct {
		i    int
		y, x float64 // of the last point
		at   float64 // where the name goes
	}
	tags := make([]tag, len(series))
	for i := range series {
		tags[i] = tag{i: i, x: f.right, y: f.bottom, at: f.bottom}
		for j := range f.n {
			if v := series[i].at(j); v.Missing == "" {
				tags[i] = tag{i, f.y(v.V), f.x(j), f.y(v.V)}
			}
		}
	}
	slices.SortStableFunc(tags, func(a, b tag) int { return cmp.Compare(a.y, b.y) })
	const lead = 14.0
	floor := f.top + 4
	for i := range tags {
		tags[i].at = max(tags[i].at, floor)
		floor = tags[i].at + lead
	}
	ceiling := f.bottom
	for i := range slices.Backward(tags) {
		tags[i].at = min(tags[i].at, ceiling)
		ceiling = tags[i].at - lead
	}
	for _, t := range tags {
		x := f.right + 6
		c.line(t.x+4, t.y, x, t.at, "stroke", styleOf(t.i).colour, "stroke-width", "0.8", "stroke-opacity", "0.6")
		c.mark(t.i, x+4, t.at, 3)
		c.label(x+11, t.at, "start", series[t.i].Name, fontSize, c.width-x-12, 1)
	}
}
