package chart

import "strings"

// A poster is drawn 640 units wide and shown 800 pixels wide, so that its
// text has about the size of the text of a page.
const (
	posterWidth  = 640.0
	posterHeight = 230.0 // of the lines
	posterScale  = 800 / posterWidth
	posterInk    = "#1b1f24"
	posterMargin = 14.0
	titleSize    = 14.0
)

// heading writes title and description at the top, and returns where the
// drawing may begin.
func (c *canvas) heading() float64 {
	y := 4.0
	for _, part := range []struct {
		words string
		size  float64
		lines int
		bold  string
	}{{c.head.Title, titleSize, 2, "600"}, {c.head.Desc, fontSize, 3, ""}} {
		wrapped, _ := wrap(part.words, c.width/part.size, part.lines)
		for _, line := range wrapped {
			y += part.size * 1.25
			c.text(0, y, "start", line, part.size, "font-weight", part.bold)
		}
		y += 4
	}
	return y + 14
}

// poster returns the drawing with a margin, on white paper with a fine edge.
func (c *canvas) poster() string {
	inner := c.body.String()
	c.body = strings.Builder{}
	width := c.width
	c.width, c.height = width+2*posterMargin, c.height+2*posterMargin
	c.rect(0.5, 0.5, c.width-1, c.height-1, "rx", 6.0, "fill", "#ffffff", "stroke", "#d9dde2")
	c.body.WriteString("<g transform=\"translate(" + num(posterMargin) + " " + num(posterMargin) + ")\">\n" + inner + "</g>\n")
	return c.document(posterScale*width/c.width, ` color="`+posterInk+`"`)
}
