package report

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/lists"
	"adhere/metric"
)

// A Versus is two runs over the same instructions, compared pair by pair.
// Only what says who the runs are is read from A and B.
type Versus struct {
	A, B        *Result
	Comparisons []metric.Comparison
	Warnings    []string

	link func(side int, s adhere.Summary) string // where the values of A, 0, and B, 1, lead; nil for nowhere
}

// A side is what a comparison says of one run.
type side struct {
	Run     string          `json:"run"`
	Bench   string          `json:"bench"`
	Dataset Dataset         `json:"dataset"`
	Model   string          `json:"model"`
	Servers []adhere.Server `json:"servers,omitempty"`
	Judges  []string        `json:"judges"`
	Items   int             `json:"items"`
	Failed  int             `json:"failed"`
}

func sideOf(r *Result) side {
	return side{r.Run, r.Bench, r.Dataset, r.Model, r.Servers, orEmpty(r.Judges), r.Items, r.Failed}
}

// MarshalJSON writes {"a","b","comparisons","warnings"}.
func (v Versus) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		A           side                `json:"a"`
		B           side                `json:"b"`
		Comparisons []metric.Comparison `json:"comparisons"`
		Warnings    []string            `json:"warnings"`
	}{sideOf(v.A), sideOf(v.B), orEmpty(v.Comparisons), orEmpty(v.Warnings)})
}

// WriteVersus writes a comparison as text, JSON, CSV, Markdown or HTML. With
// the records of both runs in Records and Against, the page shows every item
// that flipped, both answers and all verdicts side by side.
func WriteVersus(w io.Writer, format Format, v *Versus, o Options) error {
	const terminalFlips, fileFlips = 10, 200
	switch format {
	case FormatText:
		return v.layout(o.width(), terminalFlips, nil).text(w, o)
	case FormatJSON:
		return JSON(w, v)
	case FormatCSV:
		return v.csv(w)
	case FormatMarkdown:
		return v.layout(0, fileFlips, nil).markdown(w)
	case FormatHTML:
		return v.html(w, o)
	default:
		return unknownFormat(format, []Format{FormatText, FormatJSON, FormatCSV, FormatMarkdown, FormatHTML})
	}
}

// who says who answered, where, and in which run.
func (r *Result) who() string {
	return strings.Join(nonEmpty(r.Model, r.at()), ", ") + " (" + r.Run + ")"
}

func (v *Versus) definitions() []Definition {
	if len(v.A.Definitions) > 0 {
		return v.A.Definitions
	}
	return v.B.Definitions
}

// layout says a comparison in sections: the whole, each kind of group, and
// what flipped. A and B have intervals of their own where the width allows; 0
// is endless.
func (v *Versus) layout(width, mostFlips int, at func(metric.Flip) string) *layout {
	l := &layout{
		Title: "A against B", Subtitle: cmp.Or(v.A.Bench, v.B.Bench), Warnings: v.allWarnings(), Terms: v.definitions(),
		Facts: []fact{{"A", v.A.who()}, {"B", v.B.who()}},
	}
	someUndecided := slices.ContainsFunc(v.Comparisons, func(c metric.Comparison) bool { return c.A.Undecided+c.B.Undecided > 0 })
	if someUndecided || v.A.Undecided.Counts() {
		l.Facts = append(l.Facts, fact{"undecided", v.A.Undecided.Says()})
	}
	for _, g := range grouped(v.Comparisons, func(c metric.Comparison) string { return kindOf(c.Group) }) {
		s := section{ID: wholeSection, Title: "Overall", Tables: v.tables(g.all, width), Charts: v.forest(g.key, g.all)}
		if g.key != "" {
			s.ID, s.Title = "by-"+slug(g.key), "By "+g.key
		}
		l.Sections = append(l.Sections, s)
	}
	if lists := v.flipLists(mostFlips, at); len(lists) > 0 {
		l.Sections = append(l.Sections, section{ID: "flips", Title: "What flipped", Lists: lists})
	}
	return l
}

// tables lays out comparisons over groups with the same keys: as one table
// with intervals where it fits the width (0 is endless), else without, else as
// one for each metric.
func (v *Versus) tables(cs []metric.Comparison, width int) []table {
	for _, intervals := range []bool{true, false} {
		if t := v.table(cs, intervals); t.fits(width) || !intervals && len(cs[0].Group) == 0 {
			return []table{t}
		}
	}
	var out []table
	for _, g := range grouped(cs, func(c metric.Comparison) string { return c.Metric }) {
		t := v.table(g.all, false)
		t.Caption = g.key
		at := slices.IndexFunc(t.Columns, func(c column) bool { return c.Name == "metric" })
		t.Columns = slices.Delete(t.Columns, at, at+1)
		for i := range t.Rows {
			t.Rows[i] = slices.Delete(t.Rows[i], at, at+1)
		}
		out = append(out, t)
	}
	return out
}

func (v *Versus) allWarnings() []string {
	r := Result{Warnings: v.Warnings}
	for _, c := range v.Comparisons {
		r.Metrics = append(r.Metrics, adhere.Summary{Metric: c.Metric, Group: c.Group, Warnings: c.Warnings})
	}
	return r.allWarnings()
}

// table lays out comparisons over groups with the same keys.
func (v *Versus) table(cs []metric.Comparison, intervals bool) table {
	keys := slices.Sorted(maps.Keys(cs[0].Group))
	t := table{Columns: slices.Concat(names(append(keys, "metric")...), numbers("A", "B", "B-A"), []column{{Name: "~"}}, numbers("95% interval", "p", "p Holm", "gained", "lost", "n"))}
	noise := false
	for _, c := range cs {
		cells := lists.Map(keys, func(k string) cell { return cell{Text: c.Group[k]} })
		cells = append(cells, cell{Text: c.Metric})
		size := scaleOf(v.definitions(), c.Metric)
		for side, s := range []adhere.Summary{c.A, c.B} {
			one := summaryCell(s, true, size, v.linker(side))
			if !intervals {
				one.More = ""
			}
			cells = append(cells, one)
		}
		t.Rows = append(t.Rows, append(cells, row(differenceCells(&c, size)...)...))
		noise = noise || c.Noise && c.Undefined == ""
		if c.Undefined != "" {
			t.Notes = append(t.Notes, summaryName(adhere.Summary{Metric: c.Metric, Group: c.Group})+" is not compared: "+c.Undefined)
		}
	}
	if noise {
		t.Notes = append(t.Notes, "~ chance could explain the difference")
	}
	return t
}

func (v *Versus) linker(side int) linker {
	if v.link == nil {
		return nil
	}
	return func(s adhere.Summary) string { return v.link(side, s) }
}

// differenceCells are the columns after A and B.
func differenceCells(c *metric.Comparison, size scale) []string {
	if c.Undefined != "" {
		return []string{"none", "", "", "", "", "", "", strconv.Itoa(c.N)}
	}
	sign := ""
	if c.Noise {
		sign = "~"
	}
	return []string{
		difference(c.Diff, size), sign, "[" + difference(c.Lo, size) + ", " + difference(c.Hi, size) + "]",
		probability(c.P), probability(c.PHolm), strconv.Itoa(c.Gained), strconv.Itoa(c.Lost), strconv.Itoa(c.N),
	}
}

// flipLists lists what flipped in the comparisons over the whole run: for
// each metric what was gained, then what was lost.
func (v *Versus) flipLists(most int, at func(metric.Flip) string) []list {
	var lists []list
	for _, c := range v.Comparisons {
		if len(c.Group) > 0 {
			continue
		}
		gained, lost := list{Title: c.Metric + ": met only by B"}, list{Title: c.Metric + ": met only by A"}
		for _, f := range c.Flips {
			x := &lost
			if f.To == adhere.Met {
				x = &gained
			}
			if len(x.Items) == most {
				x.More++
				continue
			}
			it := cell{Text: flipName(f)}
			if at != nil {
				it.Href = at(f)
			}
			x.Items = append(x.Items, it)
		}
		for _, x := range []list{gained, lost} {
			if len(x.Items) > 0 {
				lists = append(lists, x)
			}
		}
	}
	return lists
}

func flipName(f metric.Flip) string {
	name := ItemName(&adhere.Record{Instruction: &adhere.Instruction{ID: f.Instruction}, Attempt: f.Attempt})
	if f.Requirement != "" {
		name += ", requirement " + f.Requirement
	}
	return fmt.Sprintf("%s: %s in A, %s in B", name, word(f.From), word(f.To))
}

func (v *Versus) csv(w io.Writer) error {
	groups := lists.Map(v.Comparisons, func(c metric.Comparison) adhere.Summary { return adhere.Summary{Group: c.Group} })
	keys := groupKeys(groups)
	header := []string{"run_a", "run_b", "metric"}
	for _, k := range keys {
		header = append(header, safeCell(k))
	}
	rows := [][]string{append(header, "a", "b", "diff", "lo", "hi", "p", "p_holm", "noise", "gained", "lost", "n", "undefined")}
	for _, c := range v.Comparisons {
		cells := []string{safeCell(v.A.Run), safeCell(v.B.Run), safeCell(c.Metric)}
		for _, k := range keys {
			cells = append(cells, safeCell(c.Group[k]))
		}
		numbers := []float64{c.Diff, c.Lo, c.Hi, c.P, c.PHolm}
		cells = append(cells, summaryCells(c.A)[0], summaryCells(c.B)[0])
		for _, x := range numbers {
			if c.Undefined != "" {
				cells = append(cells, "")
			} else {
				cells = append(cells, number(x))
			}
		}
		rows = append(rows, append(cells, strconv.FormatBool(c.Noise), strconv.Itoa(c.Gained), strconv.Itoa(c.Lost), strconv.Itoa(c.N), safeCell(c.Undefined)))
	}
	if err := csv.NewWriter(w).WriteAll(rows); err != nil {
		return fmt.Errorf("comparison as CSV: %w", err)
	}
	return nil
}
