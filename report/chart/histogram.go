package chart

import "strconv"

// A Histogram counts: a column for each category, in it a stacked part for
// each series. Values are counts; negative ones are taken as zero.
type Histogram struct {
	Head
	Categories []string
	XLabel     string
	Label      string // what is counted
	Series     []Series
}

const histogramHeight = 140.0

// SVG draws the chart.
func (h Histogram) SVG() string {
	c := newCanvas(h.Head)
	categories := filled(h.Categories, h.Series)
	if len(categories) == 0 || len(h.Series) == 0 {
		c.nothing(0)
		return c.String()
	}
	sums := make([]Value, len(categories))
	for i := range categories {
		for j := range h.Series {
			sums[i].V += h.height(j, i)
		}
	}
	scale := Scale{}.over([]Series{{Values: sums}})
	top := c.legend(2, h.Series, c.areaSample) + 14
	if h.Label != "" {
		c.text(0, top-4, "start", h.Label, smallSize)
		top += 12
	}
	f := field{left: 38, right: c.width - 6, top: top, bottom: top + histogramHeight, n: len(categories), scale: scale}
	f.columns(c, categories, h.XLabel)
	for i, name := range categories {
		h.stack(c, &f, i, name, sums[i].V)
	}
	return c.String()
}

// height is the count of a series in a category, zero where it has none.
func (h *Histogram) height(series, i int) float64 {
	v := h.Series[series].at(i)
	if v.Missing != "" {
		return 0
	}
	return max(0, v.V)
}

// slot returns the width given to one column, and where the i-th starts.
func (f *field) slot(i int) (width, x float64) {
	width = (f.right - f.left) / float64(f.n)
	return width, f.left + width*float64(i)
}

func (f *field) columns(c *canvas, names []string, label string) {
	f.rows(c)
	c.axis(f.left, f.bottom, f.right, f.bottom)
	every := 1
	for width, _ := f.slot(0); width*float64(every) < 22; {
		every++
	}
	for i, name := range names {
		width, x := f.slot(i)
		if i%every == 0 {
			room := width * float64(every)
			c.label(min(x+width/2, f.right-room/2), f.bottom+15, "middle", name, smallSize+1, room-3, max(1, min(2, int(room/40))))
		}
	}
	c.height = f.bottom + 30
	if label != "" {
		c.text((f.left+f.right)/2, f.bottom+38, "middle", label, smallSize)
		c.height = f.bottom + 44
	}
}

func (h *Histogram) stack(c *canvas, f *field, i int, name string, sum float64) {
	width, x := f.slot(i)
	pad := min(10, width*0.15)
	below := 0.0
	for j := range h.Series {
		v := h.height(j, i)
		title := f.scale.describe(h.Series[j].Name, name, Value{V: v})
		c.point(title, h.Series[j].at(i).Href, func() {
			if v > 0 {
				c.rect(x+pad, f.y(below+v), width-2*pad, f.y(below)-f.y(below+v), "fill", c.fill(j), "stroke", styleOf(j).colour, "stroke-width", "0.8")
			}
		})
		below += v
	}
	if width >= 16 {
		c.text(x+width/2, f.y(sum)-3, "middle", strconv.FormatFloat(sum, 'f', -1, 64), smallSize)
	}
}
