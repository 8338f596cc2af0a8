package report

import (
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/metric"
)

// An Agreement says how far sources of verdicts, people and judges, agree
// with each other or with a gold one. Its numbers are summaries: those about
// a judge have the key "judge" in their group, those about a pair "a" and
// "b", and any may have others, such as "label".
type Agreement struct {
	Title     string
	Gold      string                 // the judge whose verdicts are held for right; empty among equals
	Overall   []adhere.Summary       // over all sources: Fleiss' kappa, alpha, WPLD
	Judges    []adhere.Summary       // of each judge against Gold: accuracy, kappa, macro F1 …
	Pairs     []adhere.Summary       // of each pair; the first metric is drawn as a heatmap
	Raters    []metric.RaterSummary  // who judged, in the order of the heatmap
	Distances []metric.LabelDistance // of sources from the gold or majority, on pairs of models
	Contrasts []metric.JudgeContrast // every two judges by how often they are right
	Grid      []metric.JudgeReport   // ways of asking and models, laid out side by side
	Levels    []string               // names of the levels of disagreement, "all agree" first
	Spread    []Spread               // how many requirements fell on each level
	Warnings  []string

	Definitions []Definition
	Document    any // what JSON writes; nil writes the summaries
}

func (a *Agreement) document() any {
	if a.Document != nil {
		return a.Document
	}
	return struct {
		Gold     string           `json:"gold"`
		Overall  []adhere.Summary `json:"overall"`
		Judges   []adhere.Summary `json:"judges"`
		Pairs    []adhere.Summary `json:"pairs"`
		Warnings []string         `json:"warnings"`
	}{a.Gold, orEmpty(a.Overall), orEmpty(a.Judges), orEmpty(a.Pairs), orEmpty(a.Warnings)}
}

// A Spread counts, for one group of requirements, how often its raters
// disagreed how much.
type Spread struct {
	Group  string // a label, or "all"
	Counts []int  // in the order of Agreement.Levels
}

// WriteAgreement writes an agreement as text, JSON, CSV, Markdown or HTML.
func WriteAgreement(w io.Writer, format Format, a *Agreement, o Options) error {
	switch format {
	case FormatText:
		return a.layout(o.width()).text(w, o)
	case FormatJSON:
		return JSON(w, a.document())
	case FormatCSV:
		return writeCSV(w, &Result{Metrics: slices.Concat(a.Overall, a.Judges, a.Pairs), Bench: a.Title})
	case FormatMarkdown:
		return a.layout(0).markdown(w)
	case FormatHTML:
		return a.layout(0).html(w, nil, nil)
	default:
		return unknownFormat(format, []Format{FormatText, FormatJSON, FormatCSV, FormatMarkdown, FormatHTML})
	}
}

func (a *Agreement) layout(width int) *layout {
	l := &layout{Title: cmp.Or(a.Title, "Agreement"), Terms: a.Definitions}
	if a.Gold != "" {
		l.Facts = append(l.Facts, fact{"gold", a.Gold})
	}
	r := Result{Warnings: a.Warnings, Metrics: slices.Concat(a.Overall, a.Judges, a.Pairs)}
	l.Warnings = r.allWarnings()
	if len(a.Overall) > 0 {
		l.Sections = append(l.Sections, section{ID: "overall", Title: "All sources", Tables: []table{headline(a.Overall, a.Definitions, nil)}})
	}
	if len(a.Grid) > 0 {
		l.Sections = append(l.Sections, section{ID: "grid", Title: "Ways of asking and models", Tables: a.grid()})
	}
	against := "Each judge"
	if a.Gold != "" {
		against = "Against " + a.Gold
	}
	l.Sections = append(l.Sections, a.sections("judges", against, a.Judges, width)...)
	pairs := a.sections("pairs", "Each pair", a.Pairs, width)
	if len(pairs) > 0 && len(a.Raters) > 1 {
		pairs[0].Charts = []Figure{a.heatmap()}
	}
	l.Sections = append(l.Sections, pairs...)
	if len(a.Distances) > 0 {
		l.Sections = append(l.Sections, section{ID: "distances", Title: "Which of two models is better", Tables: []table{a.distances()}})
	}
	if len(a.Contrasts) > 0 {
		l.Sections = append(l.Sections, section{ID: "contrasts", Title: "Judge against judge", Tables: []table{a.contrasts()}})
	}
	if len(a.Spread) > 0 {
		l.Sections = append(l.Sections, a.spread())
	}
	if len(a.Raters) > 0 {
		sources := section{ID: "sources", Title: "Sources", Tables: []table{a.sources()}}
		if len(sources.Tables[0].Columns) > verdictColumns {
			sources.Title += " and cost"
		}
		l.Sections = append(l.Sections, sources)
	}
	return l
}

// sections lays summaries out, one section for each kind of group.
func (a *Agreement) sections(id, title string, summaries []adhere.Summary, width int) []section {
	var out []section
	for i, p := range pivots(summaries) {
		s := section{ID: id, Title: title, Tables: []table{p.dense(a.Definitions)}}
		if i > 0 {
			s.ID = id + "-" + p.id()
			s.Title = title + " by " + strings.Join(slices.DeleteFunc(slices.Clone(p.keys), isSource), " and ")
		}
		if !s.Tables[0].fits(width) {
			s.Tables = nil
			for _, m := range p.metrics {
				s.Tables = append(s.Tables, p.table([]string{m}, a.Definitions, nil))
			}
		}
		out = append(out, s)
	}
	return out
}

func isSource(key string) bool { return key == "judge" || key == "a" || key == "b" }

// dense lays out groups with one column for each metric, the interval beside
// the value, and what they are taken over once where that is the same for
// all.
func (p *pivot) dense(defs []Definition) table {
	t := table{Columns: slices.Concat(names(p.keys...), numbers("n", "undecided"), numbers(p.metrics...))}
	for _, r := range p.rows {
		cells := row(r.group...)
		cells = append(cells, cell{Text: r.bases(p.metrics, func(s adhere.Summary) int { return s.N })},
			cell{Text: r.bases(p.metrics, func(s adhere.Summary) int { return s.Undecided })})
		for _, m := range p.metrics {
			s, ok := r.cells[m]
			cells = append(cells, cell{Text: both(s, ok, scaleOf(defs, m))})
			if s.Undefined != "" {
				t.Notes = append(t.Notes, summaryName(s)+" is undefined: "+s.Undefined)
			}
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// bases returns what all cells of the row are taken over, from the smallest
// to the largest where they differ.
func (r *pivotRow) bases(metrics []string, of func(adhere.Summary) int) string {
	var ns []int
	for _, m := range metrics {
		if s, ok := r.cells[m]; ok {
			ns = append(ns, of(s))
		}
	}
	if len(ns) == 0 {
		return ""
	}
	lo, hi := slices.Min(ns), slices.Max(ns)
	if lo == hi {
		return strconv.Itoa(lo)
	}
	return strconv.Itoa(lo) + " to " + strconv.Itoa(hi)
}

// both is a value with its interval in one cell.
func both(s adhere.Summary, ok bool, size scale) string {
	switch {
	case !ok:
		return ""
	case s.Undefined != "":
		return "undefined"
	}
	return value(s.Value, size) + " " + interval(s.Lo, s.Hi, size)
}
