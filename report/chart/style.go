package chart

import (
	"fmt"
	"math"
	"strings"
)

// A style is how one series is told from the others. The colours stay apart
// for the colour-blind and have at least three to one contrast on white and
// on near-black.
type style struct {
	colour, dash, marker string
	hatch                string // path of the pattern on a square of 6, none for solid
}

const styles = 8

// styleOf returns the style of the i-th series; after eight they repeat.
func styleOf(i int) style {
	return [styles]style{
		{"#2378b5", "", "circle", ""},
		{"#d0590a", "6 3", "square", "M0 6L6 0M-1 1L1 -1M5 7L7 5"},
		{"#0f9070", "2 3", "triangle", "M0 0L6 6M-1 5L1 7M5 -1L7 1"},
		{"#a0569a", "8 3 2 3", "diamond", "M0 3H6"},
		{"#a87a00", "10 4", "cross", "M3 0V6"},
		{"#c8436f", "4 2", "plus", "M0 3H6M3 0V6"},
		{"#008a9c", "1 2", "down", "M0 6L6 0M0 0L6 6"},
		{"#757b84", "12 3 3 3", "ring", "M1 3H2M4 0H5M4 6H5"},
	}[i%styles]
}

// fill returns what to fill areas of the series with, and defines its hatched
// pattern at first use.
func (c *canvas) fill(series int) string {
	i := series % styles
	p := styleOf(i)
	if p.hatch == "" {
		return p.colour
	}
	id := fmt.Sprintf("%s-hatch%d", c.head.ID, i)
	if !c.hatched[i] {
		c.hatched[i] = true
		fmt.Fprintf(&c.defs, `<pattern id="%s" width="6" height="6" patternUnits="userSpaceOnUse">`+
			`<rect width="6" height="6" fill="%s" fill-opacity="0.3"/>`+
			`<path d="%s" stroke="%s" stroke-width="1.4" fill="none"/></pattern>`+"\n", id, p.colour, p.hatch, p.colour)
	}
	return "url(#" + id + ")"
}

// mark draws the series' marker around a point.
func (c *canvas) mark(series int, x, y, r float64) {
	p := styleOf(series)
	switch p.marker {
	case "circle", "ring":
		fill := p.colour
		if p.marker == "ring" {
			fill = "none"
		}
		c.add("circle", "cx", x, "cy", y, "r", r, "fill", fill, "stroke", p.colour, "stroke-width", "1.2")
	case "square":
		c.rect(x-r, y-r, 2*r, 2*r, "fill", p.colour)
	case "cross", "plus":
		d := fmt.Sprintf("M%s %sL%s %sM%s %sL%s %s", num(x-r), num(y-r), num(x+r), num(y+r), num(x-r), num(y+r), num(x+r), num(y-r))
		if p.marker == "plus" {
			d = fmt.Sprintf("M%s %sH%sM%s %sV%s", num(x-r), num(y), num(x+r), num(x), num(y-r), num(y+r))
		}
		c.add("path", "d", d, "stroke", p.colour, "stroke-width", "2", "fill", "none")
	default:
		c.add("path", "d", polygon(corners(p.marker, x, y, r*1.25), true), "fill", p.colour)
	}
}

type spot struct{ x, y float64 }

func corners(shape string, x, y, r float64) []spot {
	first, n := -math.Pi/2, 3
	switch shape {
	case "diamond":
		n = 4
	case "down":
		first = math.Pi / 2
	}
	out := make([]spot, n)
	for i := range out {
		a := first + 2*math.Pi*float64(i)/float64(n)
		out[i] = spot{x + r*math.Cos(a), y + r*math.Sin(a)}
	}
	return out
}

// polygon is the path through the spots.
func polygon(spots []spot, closed bool) string {
	var b strings.Builder
	for i, s := range spots {
		step := "L"
		if i == 0 {
			step = "M"
		}
		b.WriteString(step + num(s.x) + " " + num(s.y))
	}
	if closed {
		b.WriteString("Z")
	}
	return b.String()
}

// legend draws the series' names with their markers from y on, and returns
// where it ends. One series needs none.
func (c *canvas) legend(y float64, series []Series, sample func(i int, x, y float64)) float64 {
	if len(series) < 2 {
		return y
	}
	const box, after, most = 22.0, 12.0, 150.0
	x := 2.0
	for i, s := range series {
		name, _ := wrap(s.Name, most/fontSize, 1)
		width := box + 4 + after
		if len(name) > 0 {
			width += ems(name[0]) * fontSize
		}
		if x > 2 && x+width-after > c.width {
			x, y = 2, y+16
		}
		sample(i, x, y+8)
		c.label(x+box+4, y+8, "start", s.Name, fontSize, most, 1)
		x += width
	}
	return y + 22
}

func (c *canvas) areaSample(i int, x, y float64) {
	c.rect(x, y-5, 22, 10, "fill", c.fill(i), "stroke", styleOf(i).colour, "stroke-width", "1")
}

func (c *canvas) lineSample(i int, x, y float64) {
	p := styleOf(i)
	c.line(x, y, x+22, y, "stroke", p.colour, "stroke-width", "1.8", "stroke-dasharray", p.dash)
	c.mark(i, x+11, y, 3)
}
