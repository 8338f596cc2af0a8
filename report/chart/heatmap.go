package chart

import (
	"math"
	"strconv"
)

// A Heatmap is a matrix whose cells are shaded by value and say it. Values
// below zero are hatched. Without Min and Max the scale is 0 to 1.
type Heatmap struct {
	Head
	Scale
	Rows, Columns []string
	Cells         [][]Value // by row, then column; absent ones are missing
}

const (
	heatLabels = 96.0
	heatTop    = 74.0
	heatTurned = 0.7071 // sine of the angle of the columns' names
)

// SVG draws the chart.
func (h Heatmap) SVG() string {
	c := newCanvas(h.Head)
	if len(h.Rows) == 0 || len(h.Columns) == 0 {
		c.nothing(0)
		return c.String()
	}
	if h.Min >= h.Max {
		h.Min, h.Max = 0, 1
	}
	left := heatLabels + 4
	side := min(60, (c.width-left-34)/float64(len(h.Columns)))
	tall := max(min(side, 34), 12)
	for j, name := range h.Columns {
		h.column(c, name, left+side*(float64(j)+0.5), side)
	}
	for i, name := range h.Rows {
		y := heatTop + tall*float64(i)
		c.label(heatLabels, y+tall/2, "end", name, min(fontSize, tall-1), heatLabels, max(1, min(2, int(tall/13))))
		row := Series{Values: nil}
		if i < len(h.Cells) {
			row.Values = h.Cells[i]
		}
		for j, column := range h.Columns {
			v := row.at(j)
			c.point(h.describe(name, column, v), v.Href, func() {
				h.cell(c, v, left+side*float64(j), y, side, tall)
			})
		}
	}
	c.height = heatTop + tall*float64(len(h.Rows)) + 6
	return c.String()
}

// column writes a column's name, turned so that neighbours don't touch, and
// as long as the drawing's edges allow.
func (h Heatmap) column(c *canvas, name string, x, side float64) {
	at := spot{x, heatTop - 6}
	if side < 14 {
		c.turned(at, -90, "start", name, min(smallSize, side-1), heatTop-10)
		return
	}
	room := min((c.width-x)/heatTurned, (heatTop-8)/heatTurned) - 6
	c.turned(at, -45, "start", name, smallSize, room)
}

func (h Heatmap) cell(c *canvas, v Value, x, y, side, tall float64) {
	if v.Missing != "" {
		c.rect(x+1, y+1, side-2, tall-2, "fill", "none", "stroke", "currentColor", "stroke-opacity", "0.35", "stroke-dasharray", "2 2")
		return
	}
	fill, share := styleOf(0).colour, h.place(v.V)
	if v.V < 0 {
		fill, share = c.fill(1), 1
	}
	opacity := strconv.FormatFloat(math.Round(100*(0.06+0.5*share))/100, 'f', 2, 64)
	c.rect(x+1, y+1, side-2, tall-2, "fill", fill, "fill-opacity", opacity, "stroke", "currentColor", "stroke-opacity", "0.25", "stroke-width", "0.6")
	text := h.number(v.V)
	if size := min(fontSize, (side-3)/ems(text)); size >= 6 {
		c.text(x+side/2, y+tall/2+size*0.35, "middle", text, size)
	}
}
