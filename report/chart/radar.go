package chart

import "math"

// Radar shows each series as a line around a centre, a spoke for each
// category. Fewer than three categories are drawn as Bars.
type Radar struct {
	Head
	Scale
	Categories []string
	Series     []Series
}

// SVG draws the chart.
func (r Radar) SVG() string {
	categories := filled(r.Categories, r.Series)
	if len(categories) < 3 || len(r.Series) == 0 {
		return Bars(r).SVG()
	}
	c := newCanvas(r.Head)
	r.draw(c, 2, categories)
	return c.String()
}

// Poster draws the chart as a file of its own, 800 pixels wide: with title and
// description in sight, on white whatever is around it.
func (r Radar) Poster() string {
	categories := filled(r.Categories, r.Series)
	if len(categories) < 3 || len(r.Series) == 0 {
		return Lines{Head: r.Head, Scale: r.Scale, X: r.Categories, Series: r.Series}.Poster()
	}
	c := newCanvas(r.Head)
	c.width = posterWidth
	r.draw(c, c.heading(), categories)
	return c.poster()
}

// draw fills the canvas from the given top down.
func (r Radar) draw(c *canvas, top float64, categories []string) {
	top = c.legend(top, r.Series, c.lineSample)
	w := &wheel{cx: c.width / 2, cy: top + 138, radius: 104, n: len(categories), scale: r.over(r.Series)}
	c.height = top + 278
	if w.n > 12 {
		w.cy, c.height = top+turnedNames+115, top+2*(turnedNames+115)
	}
	w.rings(c)
	w.spokes(c, categories)
	for i := range r.Series {
		w.outline(c, &r.Series[i], i)
	}
	for i := range r.Series {
		w.points(c, &r.Series[i], i, categories)
	}
}

// turnedNames is the room for names that run along their spokes.
const turnedNames = 62.0

// A wheel is the circle in which a radar's lines run.
type wheel struct {
	cx, cy, radius float64
	n              int
	scale          Scale
}

// at returns the spot on the i-th spoke at a share of the radius.
func (w *wheel) at(i int, share float64) spot {
	sin, cos := math.Sincos(2*math.Pi*float64(i)/float64(w.n) - math.Pi/2)
	return spot{w.cx + w.radius*share*cos, w.cy + w.radius*share*sin}
}

func (w *wheel) rings(c *canvas) {
	for _, t := range w.scale.ticks() {
		share := w.scale.place(t)
		if share == 0 {
			continue
		}
		ring := make([]spot, w.n)
		for i := range ring {
			ring[i] = w.at(i, share)
		}
		c.add("path", "d", polygon(ring, true), "fill", "none", "stroke", "currentColor", "stroke-opacity", "0.22", "stroke-width", "0.7")
	}
}

func (w *wheel) spokes(c *canvas, categories []string) {
	for i, name := range categories {
		end := w.at(i, 1)
		c.grid(w.cx, w.cy, end.x, end.y)
		if w.n > 12 {
			w.turned(c, i, name)
			continue
		}
		out := w.at(i, 1+9/w.radius)
		anchor, room := "middle", 130.0
		switch side := (out.x - w.cx) / w.radius; {
		case side > 0.2:
			anchor, room = "start", c.width-out.x-2
		case side < -0.2:
			anchor, room = "end", out.x-2
		}
		c.label(out.x, out.y+w.lift(i), anchor, name, fontSize, room, 2)
	}
	for _, t := range w.scale.ticks() {
		if s := w.at(0, w.scale.place(t)); w.scale.place(t) > 0 {
			c.text(s.x+3, s.y+8, "start", w.scale.tick(t), smallSize-1, "fill-opacity", "0.75")
		}
	}
}

// turned writes a name along its spoke, where there are too many to stand
// beside each other.
func (w *wheel) turned(c *canvas, i int, name string) {
	out := w.at(i, 1+6/w.radius)
	angle, anchor := 360*float64(i)/float64(w.n)-90, "start"
	if out.x < w.cx-0.5 {
		angle, anchor = angle-180, "end"
	}
	c.turned(out, angle, anchor, name, smallSize, turnedNames)
}

// lift moves the labels above and below the wheel away from it.
func (w *wheel) lift(i int) float64 {
	sin := math.Sin(2*math.Pi*float64(i)/float64(w.n) - math.Pi/2)
	return 7 * sin * sin * sin
}

// outline joins the values of a series; a missing one leaves a gap.
func (w *wheel) outline(c *canvas, s *Series, series int) {
	p := styleOf(series)
	var d string
	whole, open := true, false
	for i := range w.n {
		v := s.at(i)
		if v.Missing != "" {
			whole, open = false, false
			continue
		}
		at := w.at(i, w.scale.place(v.V))
		step := "M"
		if open {
			step = "L"
		}
		d, open = d+step+num(at.x)+" "+num(at.y), true
	}
	fill := "none"
	if whole {
		d, fill = d+"Z", p.colour
	} else if first := s.at(0); open && first.Missing == "" {
		at := w.at(0, w.scale.place(first.V))
		d += "L" + num(at.x) + " " + num(at.y)
	}
	c.add("path", "d", d, "fill", fill, "fill-opacity", "0.07", "stroke", p.colour, "stroke-width", "1.8", "stroke-dasharray", p.dash)
}

func (w *wheel) points(c *canvas, s *Series, series int, categories []string) {
	for i, name := range categories {
		v := s.at(i)
		c.point(w.scale.describe(s.Name, name, v), v.Href, func() {
			if v.Missing != "" {
				return
			}
			at := w.at(i, w.scale.place(v.V))
			c.mark(series, at.x, at.y, 3)
			c.add("circle", "cx", at.x, "cy", at.y, "r", 7.0, "fill", "none", "pointer-events", "all")
		})
	}
}
