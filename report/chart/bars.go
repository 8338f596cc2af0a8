package chart

// Bars are horizontal bars with whiskers for intervals: a block for each
// category, in it a bar for each series.
type Bars struct {
	Head
	Scale
	Categories []string
	Series     []Series
}

const (
	barLabels = 112.0 // width of the category names
	barValues = 52.0  // width of the written values
	barLines  = 4     // of a category's name at most
)

// SVG draws the chart.
func (b Bars) SVG() string {
	c := newCanvas(b.Head)
	categories := filled(b.Categories, b.Series)
	if len(categories) == 0 || len(b.Series) == 0 {
		c.nothing(0)
		return c.String()
	}
	scale := b.over(b.Series)
	top := c.legend(2, b.Series, c.areaSample)
	height, size := 13.0, fontSize
	if len(b.Series) > 1 {
		height, size = 10, smallSize
	}
	blocks, bottom := make([]float64, len(categories)), top
	for i, name := range categories {
		blocks[i] = max(height*float64(len(b.Series)), nameHeight(name)) + 5
		bottom += blocks[i]
	}
	left, right := barLabels+6, c.width-barValues
	for _, t := range scale.ticks() {
		x := left + scale.place(t)*(right-left)
		c.grid(x, top, x, bottom)
		c.text(x, bottom+12, "middle", scale.tick(t), smallSize)
	}
	next := top
	for i, name := range categories {
		y, block := next, blocks[i]
		next += block
		c.label(barLabels, y+block/2, "end", name, fontSize, barLabels, barLines)
		y += (block - height*float64(len(b.Series))) / 2
		for j := range b.Series {
			v := b.Series[j].at(i)
			c.point(scale.describe(b.Series[j].Name, name, v), v.Href, func() {
				c.bar(scale, v, j, left, right, y+height*float64(j), height, size)
			})
		}
	}
	zero := left + scale.place(0)*(right-left)
	c.axis(zero, top, zero, bottom)
	c.height = bottom + 18
	if b.Label != "" {
		c.text((left+right)/2, bottom+26, "middle", b.Label, smallSize)
		c.height += 14
	}
	return c.String()
}

// nameHeight is the room that the name of a category needs.
func nameHeight(name string) float64 {
	lines, _ := wrap(name, barLabels/fontSize, barLines)
	return 2 + 12*float64(max(1, len(lines)))
}

// bar draws one bar from zero to its value in the band of the given height,
// its whisker, and its value at the right edge.
func (c *canvas) bar(scale Scale, v Value, series int, left, right, y, height, size float64) {
	middle := y + height/2
	if v.Missing != "" {
		c.text(left+4, middle+size*0.35, "start", "no value", size, "fill-opacity", "0.8")
		return
	}
	at := func(f float64) float64 { return left + scale.place(f)*(right-left) }
	from, to := min(at(0), at(v.V)), max(at(0), at(v.V))
	fill := "none"
	if !v.Hollow {
		fill = c.fill(series)
	}
	c.rect(from, y+1, to-from, height-2, "fill", fill, "stroke", styleOf(series).colour, "stroke-width", "0.8")
	if v.Lo < v.Hi {
		lo, hi := at(v.Lo), at(v.Hi)
		end := height/2 - 3
		for _, x := range []float64{lo, hi} {
			c.line(x, middle-end, x, middle+end, "stroke", "currentColor", "stroke-width", "1.2")
		}
		c.line(lo, middle, hi, middle, "stroke", "currentColor", "stroke-width", "1.2")
	}
	c.text(c.width-1, middle+size*0.35, "end", scale.format(v.V), size)
}
