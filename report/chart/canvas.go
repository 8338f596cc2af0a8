package chart

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"unicode"
)

// A canvas collects the elements of one drawing.
type canvas struct {
	head          Head
	width, height float64
	defs, body    strings.Builder
	links         bool
	hatched       map[int]bool // series whose pattern is defined
}

func newCanvas(head Head) *canvas {
	head.ID = cmp.Or(head.ID, "chart")
	head.ID = strings.Map(func(r rune) rune {
		if r == '-' || r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return '-'
	}, head.ID)
	return &canvas{head: head, width: drawingWidth, hatched: map[int]bool{}}
}

// num writes a coordinate: always one decimal, never a negative zero.
func num(v float64) string {
	s := strconv.FormatFloat(v, 'f', 1, 64)
	if s == "-0.0" {
		return "0.0"
	}
	return s
}

// escape makes text safe inside elements and attributes. What XML cannot
// carry, and what changes the direction of writing unseen, becomes U+FFFD.
func escape(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069, r == 0xFEFF, r >= 0xE0000 && r <= 0xE007F:
			return unicode.ReplacementChar
		case r == '\n', r == '\t', r == '\r':
			return ' '
		case unicode.IsControl(r):
			return unicode.ReplacementChar
		}
		return r
	}, s)
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a Builder takes every write
	return b.String()
}

// add writes an element from its name and attributes in pairs.
func (c *canvas) add(name string, attrs ...any) {
	c.body.WriteString("<" + name)
	writeAttrs(&c.body, attrs)
	c.body.WriteString("/>\n")
}

func writeAttrs(b *strings.Builder, attrs []any) {
	for i := 0; i+1 < len(attrs); i += 2 {
		var text string
		switch v := attrs[i+1].(type) {
		case float64:
			text = num(v)
		case string:
			text = escape(v)
		}
		if text != "" {
			fmt.Fprintf(b, ` %s="%s"`, attrs[i], text)
		}
	}
}

func (c *canvas) line(x1, y1, x2, y2 float64, attrs ...any) {
	c.add("line", append([]any{"x1", x1, "y1", y1, "x2", x2, "y2", y2}, attrs...)...)
}

func (c *canvas) rect(x, y, w, h float64, attrs ...any) {
	c.add("rect", append([]any{"x", x, "y", y, "width", max(0, w), "height", max(0, h)}, attrs...)...)
}

// grid draws a faint line, axis a clear one.
func (c *canvas) grid(x1, y1, x2, y2 float64) {
	c.line(x1, y1, x2, y2, "stroke", "currentColor", "stroke-opacity", "0.18", "stroke-width", "0.7")
}

func (c *canvas) axis(x1, y1, x2, y2 float64) {
	c.line(x1, y1, x2, y2, "stroke", "currentColor", "stroke-opacity", "0.65", "stroke-width", "1")
}

// text writes a line of text, anchored at its start, middle or end. Text that
// starts in a right-to-left script runs that way at the same place.
func (c *canvas) text(x, y float64, anchor, s string, size float64, attrs ...any) {
	c.body.WriteString("<text")
	all := []any{"x", x, "y", y, "font-size", size, "fill", "currentColor"}
	if rightToLeft(s) {
		all = append(all, "direction", "rtl")
		switch anchor {
		case "start":
			anchor = "end"
		case "end":
			anchor = "start"
		}
	}
	if anchor != "start" {
		all = append(all, "text-anchor", anchor)
	}
	writeAttrs(&c.body, append(all, attrs...))
	c.body.WriteString(">" + escape(s) + "</text>\n")
}

// label writes text wrapped into at most so many lines around the middle y;
// where it had to be cut, a title has it whole.
func (c *canvas) label(x, y float64, anchor, s string, size, width float64, lines int) {
	wrapped, cut := wrap(s, width/size, lines)
	if cut {
		c.body.WriteString("<g><title>" + escape(s) + "</title>\n")
		defer c.body.WriteString("</g>\n")
	}
	lead := size * 1.15
	y += size*0.35 - lead*float64(len(wrapped)-1)/2
	for i, line := range wrapped {
		c.text(x, y+float64(i)*lead, anchor, line, size)
	}
}

// turned writes one line from the spot at an angle in degrees, cut to the
// room, with a title where it was cut.
func (c *canvas) turned(at spot, angle float64, anchor, s string, size, room float64) {
	lines, short := wrap(s, room/size, 1)
	if len(lines) == 0 {
		return
	}
	if short {
		c.body.WriteString("<g><title>" + escape(s) + "</title>\n")
		defer c.body.WriteString("</g>\n")
	}
	c.text(at.x, at.y, anchor, lines[0], size, "dominant-baseline", "central",
		"transform", "rotate("+num(angle)+" "+num(at.x)+" "+num(at.y)+")")
}

// point groups the marks of one value with its title, and its link if it has
// one.
func (c *canvas) point(title, href string, draw func()) {
	tag := "g"
	if href = safeHref(href); href != "" {
		tag, c.links = "a", true
	}
	c.body.WriteString("<" + tag)
	writeAttrs(&c.body, []any{"href", href})
	c.body.WriteString("><title>" + escape(title) + "</title>\n")
	draw()
	c.body.WriteString("</" + tag + ">\n")
}

// safeHref returns the address if it stays within the site or is a web
// address, else nothing.
func safeHref(href string) string {
	if u, err := url.Parse(href); err != nil || u.Scheme != "" && u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return href
}

// String returns the whole drawing, as large as it was drawn.
func (c *canvas) String() string { return c.document(1, "") }

// document returns the whole drawing, shown so many times as large as it was
// drawn, with more attributes.
func (c *canvas) document(scale float64, more string) string {
	role := "img"
	if c.links { // an image hides what is in it from screen readers
		role = "group"
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%s" height="%s" role="%s"`,
		num(c.width), num(c.height), num(c.width*scale), num(c.height*scale), role)
	labels := c.head.ID + "-title"
	if c.head.Desc != "" {
		labels += " " + c.head.ID + "-desc"
	}
	fmt.Fprintf(&b, ` aria-labelledby="%s" font-family="ui-sans-serif, system-ui, sans-serif"%s>`+"\n", labels, more)
	fmt.Fprintf(&b, "<title id=\"%s-title\">%s</title>\n", c.head.ID, escape(c.head.Title))
	if c.head.Desc != "" {
		fmt.Fprintf(&b, "<desc id=\"%s-desc\">%s</desc>\n", c.head.ID, escape(c.head.Desc))
	}
	if c.defs.Len() > 0 {
		b.WriteString("<defs>\n" + c.defs.String() + "</defs>\n")
	}
	return b.String() + c.body.String() + "</svg>\n"
}

// nothing is the drawing of a chart without data, from the given top down.
func (c *canvas) nothing(top float64) {
	const height = 48
	c.height = top + height
	c.rect(0.5, top+0.5, c.width-1, height-1, "fill", "none", "stroke", "currentColor", "stroke-opacity", "0.3", "stroke-dasharray", "4 3")
	c.text(c.width/2, top+height/2+4, "middle", "nothing to show", fontSize)
}
