package report

import (
	"bytes"
	"html/template"
	"slices"

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

// Parts cuts the result into parts. With a link, its numbers lead to the
// items behind them.
func (r *Result) Parts(link func(adhere.Summary) string) (*Parts, error) {
	l, cards := r.drawn(link), cardsOf(r, link)
	if len(cards) == len(r.Headlines()) { // each number is on a card
		l.Sections = l.Sections[1:]
	}
	return l.parts(cards)
}

// Parts cuts the comparison into parts. With a link, the values of A, side 0,
// and of B, side 1, lead to the items behind them. Of what flipped, at most
// 100 of each kind are listed.
func (v *Versus) Parts(link func(side int, s adhere.Summary) string) (*Parts, error) {
	const mostFlips = 100
	linked := *v
	linked.link = link
	return linked.layout(0, mostFlips, nil).parts(nil)
}

// Parts cuts the agreement into parts; what is over all sources is on cards.
func (a *Agreement) Parts() (*Parts, error) {
	rest := *a
	rest.Overall = nil
	return rest.layout(0).parts(cardsOf(&Result{Metrics: a.Overall, Definitions: a.Definitions}, nil))
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
	for i := range l.Sections {
		if l.Sections[i].ID == wholeSection {
			l.Sections[i].Tables = nil
		}
	}
	return l.parts(nil)
}

func (l *layout) parts(cards []card) (*Parts, error) {
	var b bytes.Buffer
	w := newPageWriter(&b)
	w.part("cards", cards)
	w.sections(l)
	if w.err != nil {
		return nil, w.err
	}
	p := &Parts{Body: template.HTML(b.String()), Warnings: l.Warnings, Terms: l.Terms}
	for _, s := range l.Sections {
		p.Contents = append(p.Contents, Heading{ID: s.ID, Title: s.Title})
	}
	for _, f := range slices.Concat(l.Facts, l.Made) {
		h := Heading{Title: f.Name, Text: f.Text}
		if twice := f.Name == "judge" && len(l.Facts) > 0 || slices.Contains(p.Facts, h); !twice { // Facts name the judges in one line
			p.Facts = append(p.Facts, h)
		}
	}
	return p, nil
}

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
