package report

import (
	"bytes"
	"fmt"
	"html/template"
	"io"

	"adhere"
)

// Parts is a document in pieces, for pages that put them together on their
// own with the style sheet that Style returns. Everything in it is escaped.
type Parts struct {
	Body     template.HTML // headline numbers and a section for each kind of group, with tables and charts
	Contents []Heading     // the sections, in order
	Facts    []Heading     // what was measured, and how; ID is empty
	Warnings []string
	Terms    []Definition
}

// A Heading leads to a section of Parts, or is a fact with its name.
type Heading struct{ ID, Title, Text string }

// Style returns the style sheet that Parts are made for.
func Style() string { return styleText }

// Visible writes text for HTML with everything escaped, and what cannot be
// seen, such as control characters and overrides of writing direction, as a
// marked escape.
func Visible(text string) template.HTML { return show(text) }

// Line is text on one line: white space as single spaces, and what cannot be
// seen as escapes.
func Line(text string) string { return oneLine(text) }

// Plain returns a text for a terminal, with what would act there unseen as an
// escape: control characters, overrides of the writing direction.
func Plain(text string) string { return visible(text) }

// Name is one line of text for HTML that may be broken after the marks that
// join the parts of names.
func Name(text string) template.HTML { return name(text) }

// Mark returns the sign and the words of an outcome, so that colour is never
// all there is.
func Mark(o adhere.Outcome) (mark, words string) {
	return sign(o), word(o)
}

// Parts cuts the result into parts. With a link, its numbers lead to the
// items behind them.
func (r *Result) Parts(link func(adhere.Summary) string) (*Parts, error) {
	l := r.layout(0, link)
	for i, p := range groupPivots(r.Metrics) {
		l.sections[i+1].charts = p.figures(r.Definitions, link)
	}
	return l.parts(cardsOf(r, link))
}

// Parts cuts the comparison into parts. With a link, the values of A, side 0,
// and of B, side 1, lead to the items behind them. Of what flipped, at most
// 100 of each kind are listed.
func (v *Versus) Parts(link func(side int, s adhere.Summary) string) (*Parts, error) {
	const mostFlips = 100
	linked := *v
	linked.link = link
	l := linked.layout(0, mostFlips, nil)
	return l.parts(nil)
}

// Parts cuts the results side by side into parts, but for the table of whole
// results, which is the page's own. With a link, the numbers of the i-th result
// lead to the items behind them.
func (s *Sweep) Parts(link func(i int, sum adhere.Summary) string) (*Parts, error) {
	l := s.layout(0, func(sum adhere.Summary) string {
		for i := range s.Results {
			if link == nil || s.name(i) != sum.Metric {
				continue
			}
			if kindOf(sum.Group) == metricKey { // the results stand where metrics do
				sum.Group = nil
			}
			return link(i, sum)
		}
		return ""
	})
	for i := range l.sections {
		if l.sections[i].id == wholeSection {
			l.sections[i].tables = nil
		}
	}
	return l.parts(nil)
}

func (l *layout) parts(cards []card) (*Parts, error) {
	t, err := pageTemplate()
	if err != nil {
		return nil, err
	}
	page := newPage(l, cards, nil)
	var b bytes.Buffer
	if err := t.ExecuteTemplate(&b, "cards", page.Cards); err != nil {
		return nil, fmt.Errorf("parts of a report: %w", err)
	}
	if err := page.writeSections(&b, t); err != nil {
		return nil, fmt.Errorf("parts of a report: %w", err)
	}
	p := &Parts{Body: template.HTML(b.String()), Warnings: l.warnings, Terms: l.terms}
	for _, s := range page.sections {
		p.Contents = append(p.Contents, Heading{ID: s.ID, Title: s.Title})
	}
	for _, f := range append(page.L.Facts, page.L.Made...) {
		p.Facts = append(p.Facts, Heading{Title: f.Name, Text: f.Text})
	}
	return p, nil
}

func (p *htmlPage) writeSections(w io.Writer, t *template.Template) error {
	for _, s := range p.sections {
		if err := t.ExecuteTemplate(w, "section", s); err != nil {
			return err
		}
	}
	return nil
}

// Merged returns what a record came to on its i-th requirement: what the
// first judge concluded that did not skip it, rules before all others. The
// outcome is Skipped where nobody was asked, and turned round for what is to
// be avoided.
func Merged(r *adhere.Record, i int) adhere.Verdict { return outcome(r, i) }

// A Headline is a metric over a whole run, in words and as a number.
type Headline struct {
	Metric                string
	Value, Interval, Base string // "71.2%", "[68.0, 74.1]", "712 of 1000, 3 undecided"
	Number                float64
	Undefined             bool // there is no value; Value and Number mean nothing
}

// Headlines returns the metrics over the whole run, in order.
func (r *Result) Headlines() []Headline {
	var all []Headline
	for _, s := range r.Metrics {
		if len(s.Group) == 0 {
			all = append(all, r.headline(s))
		}
	}
	return all
}

func (r *Result) headline(s adhere.Summary) Headline {
	size := scaleOf(r.Definitions, s.Metric)
	h := Headline{s.Metric, value(s.Value, size), interval(s.Lo, s.Hi, size), base(s, size), s.Value, s.Undefined != ""}
	if h.Undefined {
		h.Value, h.Interval = "undefined", s.Undefined
	}
	return h
}
