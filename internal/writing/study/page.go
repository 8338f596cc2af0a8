package study

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"
	"text/tabwriter"
	"unicode"

	"adhere/report"
)

// A page is a report before it has a format.
type page struct {
	title    string
	lead     string
	sections []section
	warnings []string
}

type section struct {
	id, title, intro string
	head             []string
	rows             [][]string
	notes            []string
	charts           []string // SVG
}

// text writes the page for a terminal.
func (p *page) text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n", p.title, p.lead)
	for i := range p.sections {
		s := &p.sections[i]
		fmt.Fprintf(&b, "\n%s\n", s.title)
		t := tabwriter.NewWriter(&b, 0, 8, 2, ' ', 0)
		if len(s.head) > 0 {
			fmt.Fprintln(t, strings.Join(s.head, "\t"))
		}
		for _, row := range s.rows {
			fmt.Fprintln(t, visible(row))
		}
		if err := t.Flush(); err != nil {
			return err
		}
		for _, n := range s.notes {
			fmt.Fprintln(&b, report.Line(n))
		}
	}
	for _, warning := range p.warnings {
		fmt.Fprintf(&b, "\nwarning: %s\n", report.Line(warning))
	}
	for line := range strings.Lines(b.String()) {
		if _, err := fmt.Fprintln(w, strings.TrimRightFunc(line, unicode.IsSpace)); err != nil {
			return err
		}
	}
	return nil
}

func visible(row []string) string {
	cells := make([]string, len(row))
	for i := range row {
		cells[i] = report.Line(row[i])
	}
	return strings.Join(cells, "\t")
}

const frame = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '{{.Hash}}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{.Title}}</title>
<style>{{.Style}}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the results</a>
<header class="top">
<h1>{{.Title}}</h1>
<p class="lead">{{.Lead}}</p>
<nav aria-label="Contents"><ul>
{{range .Sections}}<li><a href="#{{.ID}}">{{.Title}}</a></li>
{{end}}</ul></nav>
</header>
<main id="main" tabindex="-1">
{{range .Warnings}}<p class="alert">{{.}}</p>
{{end}}{{range .Sections}}<section id="{{.ID}}">
<h2>{{.Title}}</h2>
{{with .Intro}}<p>{{.}}</p>{{end}}
{{with .Charts}}<div class="charts">{{range .}}<figure>{{.}}</figure>{{end}}</div>{{end}}
{{if .Head}}<div class="scroll" role="region" aria-label="{{.Title}}" tabindex="0"><table>
<thead><tr>{{range .Head}}<th scope="col">{{.}}</th>{{end}}</tr></thead>
<tbody>{{range .Rows}}<tr>{{range $i, $c := .}}{{if eq $i 0}}<th scope="row">{{$c}}</th>{{else}}<td>{{$c}}</td>{{end}}{{end}}</tr>
{{end}}</tbody></table></div>{{end}}
{{range .Notes}}<p>{{.}}</p>
{{end}}</section>
{{end}}</main>
</body>
</html>
`

// A Section is one part of a report, ready for a page.
type Section struct {
	ID, Title, Intro string
	Head             []string
	Rows             [][]template.HTML
	Notes            []string
	Charts           []template.HTML
}

// html writes the page as one file that needs nothing else.
func (p *page) html(w io.Writer) error {
	t, err := template.New("page").Parse(frame)
	if err != nil {
		return err
	}
	style := report.Style()
	sum := sha256.Sum256([]byte(style))
	return t.Execute(w, map[string]any{
		"Title": p.title, "Lead": p.lead, "Sections": p.shown(), "Warnings": p.warnings,
		"Style": template.CSS(style), "Hash": "sha256-" + base64.StdEncoding.EncodeToString(sum[:]), //nolint:gosec // our own style sheet
	})
}

func (p *page) shown() []Section {
	sections := make([]Section, len(p.sections))
	for i := range p.sections {
		sections[i] = p.sections[i].shown()
	}
	return sections
}

func (s *section) shown() Section {
	v := Section{ID: s.id, Title: s.title, Intro: s.intro, Head: s.head, Notes: s.notes}
	for _, row := range s.rows {
		cells := make([]template.HTML, len(row))
		for i := range row {
			cells[i] = report.Visible(report.Line(row[i]))
		}
		v.Rows = append(v.Rows, cells)
	}
	for _, svg := range s.charts {
		v.Charts = append(v.Charts, template.HTML(svg)) //nolint:gosec // drawn by report/chart, which escapes
	}
	return v
}
