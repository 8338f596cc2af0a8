package report

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"adhere"
	"adhere/internal/plural"
)

// writeJUnit writes the result for continuous integration. The suite "metrics" has
// a test for each metric over the whole run, failed where it is below its
// threshold. The suite named after the benchmark has a test for each item; both
// names end with the model, if there is one. An item is failed where a requirement
// is not met, skipped where one is undecided and none is failed, an error where
// there is no response.
func writeJUnit(w io.Writer, r *Result, o Options) error {
	var records []Records
	if o.Records != nil {
		records = []Records{o.Records}
	}
	short, err := r.Below(o.Min)
	if err != nil {
		return err
	}
	return junit(w, cmp.Or(r.Run, r.Bench), []*Result{r}, records, [][]Shortfall{short})
}

// junit writes several results as one document; records are those of each, or
// none, and short its metrics that fail.
func junit(w io.Writer, name string, results []*Result, records []Records, short [][]Shortfall) error {
	var parts []xmlPart
	for i, r := range results {
		p := xmlPart{result: r, metrics: metricSuite(r, short[i])}
		if records != nil {
			var err error
			p.records = records[i]
			if p.items, err = countItems(r, p.records); err != nil {
				return err
			}
		}
		if r.Model != "" {
			p.metrics.Name += ", " + Plain(r.Model)
			p.items.Name += ", " + Plain(r.Model)
		}
		parts = append(parts, p)
	}
	if err := writeSuites(w, name, parts); err != nil {
		return fmt.Errorf("report as JUnit: %w", err)
	}
	return nil
}

// An xmlPart is what a document says of one result.
type xmlPart struct {
	result  *Result
	metrics xmlSuite
	items   xmlSuite // its counts; the cases come from the records
	records Records  // nil where the items are left out
}

type xmlSuite struct {
	XMLName    xml.Name       `xml:"testsuite"`
	Name       string         `xml:"name,attr"`
	Tests      int            `xml:"tests,attr"`
	Failures   int            `xml:"failures,attr"`
	Errors     int            `xml:"errors,attr"`
	Skipped    int            `xml:"skipped,attr"`
	Properties *xmlProperties `xml:"properties"`
	Cases      []xmlCase      `xml:"testcase"`
}

type xmlProperties struct {
	All []xmlProperty `xml:"property"`
}

// An xmlProperty says something of the whole suite.
type xmlProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type xmlCase struct {
	XMLName xml.Name    `xml:"testcase"`
	Class   string      `xml:"classname,attr"`
	Name    string      `xml:"name,attr"`
	Failure *xmlMessage `xml:"failure"`
	Error   *xmlMessage `xml:"error"`
	Skipped *xmlMessage `xml:"skipped"`
	Out     string      `xml:"system-out,omitempty"`
}

type xmlMessage struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

func (s *xmlSuite) count(c *xmlCase) {
	s.Tests++
	switch {
	case c.Error != nil:
		s.Errors++
	case c.Failure != nil:
		s.Failures++
	case c.Skipped != nil:
		s.Skipped++
	}
}

func metricSuite(r *Result, short []Shortfall) xmlSuite {
	suite := xmlSuite{Name: "metrics"}
	for _, line := range serverLines(r.Servers) {
		if suite.Properties == nil {
			suite.Properties = &xmlProperties{}
		}
		suite.Properties.All = append(suite.Properties.All, xmlProperty{"server", Plain(line)})
	}
	for _, s := range r.Metrics {
		if len(s.Group) > 0 {
			continue
		}
		c := xmlCase{Class: Plain(r.Bench), Name: Plain(s.Metric), Out: metricLine(s, scaleOf(r.Definitions, s.Metric))}
		if s.Undefined != "" {
			c.Skipped = &xmlMessage{Message: "undefined: " + Plain(s.Undefined)}
		}
		for _, f := range short {
			if f.Metric == s.Metric {
				c.Skipped = nil
				c.Failure = &xmlMessage{Message: Plain(f.Reason)}
			}
		}
		suite.count(&c)
		suite.Cases = append(suite.Cases, c)
	}
	return suite
}

// metricLine says a summary in one line.
func metricLine(s adhere.Summary, size scale) string {
	if s.Undefined != "" {
		return "undefined: " + Line(s.Undefined)
	}
	line := value(s.Value, size) + " " + interval(s.Lo, s.Hi, size) + " over " + share(s, size)
	if s.Undecided > 0 {
		line += ", " + Count(s.Undecided) + " undecided"
	}
	return line
}

// countItems goes over the records once to learn the totals that a suite's
// opening tag carries.
func countItems(r *Result, records Records) (xmlSuite, error) {
	suite := xmlSuite{Name: Plain(r.Bench)}
	for rec, err := range records {
		if err != nil {
			return suite, fmt.Errorf("read records: %w", err)
		}
		suite.count(new(itemCase(r, rec)))
	}
	return suite, nil
}

func itemCase(r *Result, rec *adhere.Record) xmlCase {
	c := xmlCase{Class: Plain(r.Bench), Name: Plain(ItemName(rec))}
	if rec.Response == nil {
		c.Error = &xmlMessage{Message: Plain(rec.Err)}
		return c
	}
	t, all := tallyOf(rec), len(rec.Instruction.Requirements)
	switch {
	case t.notMet > 0:
		c.Failure = &xmlMessage{
			Message: fmt.Sprintf("%d of %s not met", t.notMet, plural.Grouped(all, "requirement")) + t.open(", "),
			Text:    verdictLines(rec, adhere.NotMet, adhere.Unsure, adhere.Broken),
		}
	case t.undecided > 0:
		c.Skipped = &xmlMessage{Message: fmt.Sprintf("%d of %s undecided", t.undecided, plural.Grouped(all, "requirement"))}
	}
	return c
}

// verdictLines says each requirement with one of the outcomes in a line.
func verdictLines(rec *adhere.Record, outcomes ...adhere.Outcome) string {
	var b strings.Builder
	for i, v := range Merged(rec) {
		for _, o := range outcomes {
			if v.Outcome == o {
				b.WriteString(Line(rec.Instruction.Requirements[i].Wanted()) + ": " + word(v.Outcome) + " (" + Line(v.Judge) + ")")
				if because := cmp.Or(v.Reason, v.Evidence); because != "" {
					b.WriteString(": " + Line(because))
				}
				b.WriteByte('\n')
			}
		}
	}
	return b.String()
}

// word is an outcome as people say it.
func word(o adhere.Outcome) string { return strings.ReplaceAll(string(o), "_", " ") }

// writeSuites writes everything; the cases of items come from the records as
// they are read.
func writeSuites(w io.Writer, name string, parts []xmlPart) error {
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	var sum xmlSuite
	for _, p := range parts {
		for _, s := range []xmlSuite{p.metrics, p.items} {
			sum.Tests, sum.Failures = sum.Tests+s.Tests, sum.Failures+s.Failures
			sum.Errors, sum.Skipped = sum.Errors+s.Errors, sum.Skipped+s.Skipped
		}
	}
	sum.Name = Plain(name)
	all := openTag("testsuites", sum)
	if err := enc.EncodeToken(all); err != nil {
		return err
	}
	for _, p := range parts {
		if err := enc.Encode(p.metrics); err != nil {
			return err
		}
		if p.records == nil {
			continue
		}
		if err := writeItems(enc, p.result, p.items, p.records); err != nil {
			return err
		}
	}
	if err := enc.EncodeToken(all.End()); err != nil {
		return err
	}
	if err := enc.Close(); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func writeItems(enc *xml.Encoder, r *Result, suite xmlSuite, records Records) error {
	tag := openTag("testsuite", suite)
	if err := enc.EncodeToken(tag); err != nil {
		return err
	}
	for rec, err := range records {
		if err != nil {
			return fmt.Errorf("read records: %w", err)
		}
		if err := enc.Encode(itemCase(r, rec)); err != nil {
			return err
		}
	}
	return enc.EncodeToken(tag.End())
}

func openTag(name string, s xmlSuite) xml.StartElement {
	attr := func(n string, v any) xml.Attr {
		return xml.Attr{Name: xml.Name{Local: n}, Value: fmt.Sprint(v)}
	}
	return xml.StartElement{Name: xml.Name{Local: name}, Attr: []xml.Attr{
		attr("name", s.Name), attr("tests", s.Tests), attr("failures", s.Failures),
		attr("errors", s.Errors), attr("skipped", s.Skipped),
	}}
}
