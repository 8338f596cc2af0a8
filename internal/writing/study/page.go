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
	Title    string
	Lead     string
	Sections []Section
	Warnings []string
}

// A Section is one part of a report.
type Section struct {
	ID, Title, Intro string
	Head             []string
	Rows             [][]cell
	Notes            []string
	Charts           []template.HTML // SVG
}

// A cell is a text in a table, as anybody may have written it.
type cell string

func (c cell) String() string { return report.Line(string(c)) }

func (c cell) HTML() template.HTML { return report.Visible(c.String()) }

func (s *Section) add(texts ...string) {
	row := make([]cell, len(texts))
	for i, text := range texts {
		row[i] = cell(text)
	}
	s.Rows = append(s.Rows, row)
}

func (s *Section) draw(c interface{ SVG() string }) {
	s.Charts = append(s.Charts, template.HTML(c.SVG())) //nolint:gosec // drawn by report/chart, which escapes
}

// text writes the page for a terminal.
func (p *page) text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n", p.Title, p.Lead)
	for i := range p.Sections {
		s := &p.Sections[i]
		fmt.Fprintf(&b, "\n%s\n", s.Title)
		t := tabwriter.NewWriter(&b, 0, 8, 2, ' ', 0)
		if len(s.Head) > 0 {
			fmt.Fprintln(t, strings.Join(s.Head, "\t"))
		}
		for _, row := range s.Rows {
			for i, c := range row {
				if i > 0 {
					fmt.Fprint(t, "\t")
				}
				fmt.Fprint(t, c)
			}
			fmt.Fprintln(t)
		}
		if err := t.Flush(); err != nil {
			return err
		}
		for _, n := range s.Notes {
			fmt.Fprintln(&b, report.Line(n))
		}
	}
	for _, warning := range p.Warnings {
		fmt.Fprintf(&b, "\nwarning: %s\n", report.Line(warning))
	}
	for line := range strings.Lines(b.String()) {
		if _, err := fmt.Fprintln(w, strings.TrimRightFunc(line, unicode.IsSpace)); err != nil {
			return err
		}
	}
	return nil
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
<tbody>{{range .Rows}}<tr>{{range $i, $c := .}}{{if eq $i 0}}<th scope="row">{{$c.HTML}}</th>{{else}}<td>{{$c.HTML}}</td>{{end}}{{end}}</tr>
{{end}}</tbody></table></div>{{end}}
{{range .Notes}}<p>{{.}}</p>
{{end}}</section>
{{end}}</main>
</body>
</html>
`

// html writes the page as one file that needs nothing else.
func (p *page) html(w io.Writer) error {
	t, err := template.New("page").Parse(frame)
	if err != nil {
		return err
	}
	style := report.Style()
	sum := sha256.Sum256([]byte(style))
	return t.Execute(w, struct {
		*page
		Style template.CSS
		Hash  string
	}{p, template.CSS(style), "sha256-" + base64.StdEncoding.EncodeToString(sum[:])}) //nolint:gosec // our own style sheet
}
