package report

import (
	"bufio"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"html/template"
	"io"
	"strings"

	"adhere"
	"adhere/internal/lazyregexp"
)

//go:embed page.html
var pageText string

//go:embed style.css
var styleText string

// writeHTML writes the result as one page that is complete in itself: it loads
// nothing and runs nothing, and says so in a content policy. With records,
// numbers lead to the items behind them; at most MaxItems are shown in full,
// those with something not met or undecided first, and a note says so.
func writeHTML(w io.Writer, r *Result, o Options) error {
	var link linker
	var shown items
	if o.Records != nil {
		chosen, err := choose(o)
		if err != nil {
			return err
		}
		shown = chosen
		link = func(s adhere.Summary) string { return chosen.index.link(0, "", s.Group) }
	}
	l := r.drawn(link)
	if err := l.withThresholds(r, o.Min); err != nil {
		return err
	}
	return l.html(w, cardsOf(r, link), shown)
}

// drawn is the result's layout with charts.
func (r *Result) drawn(link linker) *layout {
	l := r.layout(0, link)
	i := 0
	for _, p := range pivots(r.Metrics) {
		if len(p.keys) > 0 {
			i++
			l.Sections[i].Charts = p.figures(r.Definitions, link)
		}
	}
	return l
}

// A card is a headline number.
type card struct{ Name, Value, Interval, Base, Href string }

const mostCards = 6

func cardsOf(r *Result, link linker) []card {
	var cards []card
	for _, s := range r.Metrics {
		if len(s.Group) > 0 || len(cards) == mostCards {
			continue
		}
		h := r.headline(s)
		c := card{Name: h.Metric, Value: h.Value, Interval: h.Interval, Base: h.Base}
		if link != nil {
			c.Href = link(s)
		}
		cards = append(cards, c)
	}
	return cards
}

// base says in words what a summary is taken over.
func base(s adhere.Summary, size scale) string {
	text := strings.Replace(share(s, size), "/", " of ", 1)
	if !strings.Contains(text, " of ") {
		text = "n " + text
	}
	if s.Undecided > 0 {
		text += ", " + Count(s.Undecided) + " undecided"
	}
	return text
}

// items is what a page shows one by one after its sections.
type items interface {
	contents() []Heading
	write(p *pageWriter)
}

// html writes any layout; shown may be nil.
func (l *layout) html(w io.Writer, cards []card, shown items) error {
	b := bufio.NewWriter(w)
	p, page := newPageWriter(b), newPage(l, cards, shown)
	p.part("head", page)
	p.sections(l)
	if shown != nil {
		shown.write(p)
	}
	p.part("foot", page)
	if p.err != nil {
		return p.err
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("report as HTML: %w", err)
	}
	return nil
}

// Visible writes text for HTML with everything escaped, and what cannot be
// seen, such as control characters and overrides of writing direction, as a
// marked escape.
func Visible(text string) template.HTML {
	var b strings.Builder
	pieces(text, func(text string, escaped bool) {
		if escaped {
			b.WriteString(`<span class="esc">` + html.EscapeString(text) + `</span>`)
		} else {
			b.WriteString(html.EscapeString(text))
		}
	})
	return template.HTML(b.String())
}

// Name is one line of text for HTML that may break after the marks that join the
// parts of names, so that narrow columns stay readable. A number stays with
// its sign, and with what it is a part of.
func Name(text string) template.HTML {
	broken := breaks.Replace(html.EscapeString(Line(text)))
	return template.HTML(signs.ReplaceAllString(broken, "$1$2"))
}

var signs = lazyregexp.New(`(\+|\d/)<wbr>(\d)`)

var breaks = strings.NewReplacer("/", "/<wbr>", "_", "_<wbr>", ":", ":<wbr>", "@", "@<wbr>", "+", "+<wbr>")

// hash is the style sheet's name in the content policy.
func hash(style string) string {
	sum := sha256.Sum256([]byte(style))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
