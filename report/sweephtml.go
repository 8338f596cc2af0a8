package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/plural"
)

func (s *Sweep) html(w io.Writer, o Options) error {
	if !slices.ContainsFunc(s.Records, func(r Records) bool { return r != nil }) {
		return s.layout(0, nil).html(w, nil, nil)
	}
	shown, err := s.choose(o)
	if err != nil {
		return err
	}
	return s.layout(0, shown.link).html(w, nil, shown)
}

// sideBySide is which items of several results a page shows in full.
type sideBySide struct {
	sweep   *Sweep
	records []Records // as many as there are results
	prompts prompter
	list    *itemList
	shown   map[int]bool // by rank
	differ  int          // items on which the results differ
	parts   [2]int       // shown items on which they differ, and others
	index   index
	flipped bool // the results are two runs, of which only items are shown that flipped, with the verdicts of each judge
}

// choose reads all records once and picks the items to show: first those on
// which the results differ, then those with something not met or undecided,
// then the others.
func (s *Sweep) choose(o Options) (*sideBySide, error) {
	x := &sideBySide{sweep: s, records: make([]Records, len(s.Results)), prompts: o.Prompts, shown: map[int]bool{}}
	copy(x.records, s.Records)
	var err error
	if x.list, err = listItems(x.records); err != nil {
		return nil, err
	}
	order := slices.Clone(x.list.items)
	class := func(it listedItem) int {
		switch {
		case it.differ:
			return 0
		case it.trouble:
			return 1
		default:
			return 2
		}
	}
	slices.SortFunc(order, func(a, b listedItem) int {
		if c := class(a) - class(b); c != 0 {
			return c
		}
		return a.rank - b.rank
	})
	for i, it := range order {
		if it.differ {
			x.differ++
		}
		if i < o.maxItems() {
			x.shown[it.rank] = true
			x.parts[min(1, class(it))]++
		}
	}
	return x, nil
}

// link returns where the items behind a number are listed. In the tables of a
// sweep the result stands where the metric does.
func (x *sideBySide) link(sum adhere.Summary) string {
	for i := range x.sweep.Results {
		if x.sweep.name(i) != sum.Metric || x.records[i] == nil {
			continue
		}
		group := sum.Group
		if kindOf(group) == metricKey {
			group = nil
		}
		return x.index.link(i, sum.Metric, group)
	}
	return ""
}

func (x *sideBySide) contents() []Heading {
	if x.flipped {
		return []Heading{{ID: "items", Title: "Flipped items"}}
	}
	return itemsAndIndex()
}

func (x *sideBySide) head() htmlItemsHead {
	all := len(x.list.items)
	note := plural.Grouped(all, "item") + "; on " + Count(x.differ) + " of them the results differ."
	switch n := len(x.shown); {
	case x.flipped && n < x.differ:
		return htmlItemsHead{Title: "Flipped items", Note: fmt.Sprintf("%s of %s are shown.", Count(n), plural.Grouped(x.differ, "flipped item"))}
	case x.flipped:
		return htmlItemsHead{Title: "Flipped items", Note: plural.Grouped(n, "item") + " flipped."}
	case n < all:
		note += fmt.Sprintf(" %s are shown, those on which they differ first. The numbers above count all of them.", Count(n))
	}
	return htmlItemsHead{Title: "Items", Note: note, Filter: true}
}

// write goes over the records once for the items on which the results differ
// and once for the others, then writes the index of what lies behind each
// number.
func (x *sideBySide) write(p *pageWriter) {
	p.part("items-head", x.head())
	if x.flipped {
		x.writeItems(p, func(listedItem) bool { return true })
		p.part("items-foot", nil)
		return
	}
	for i, title := range []string{"Where the results differ", "Where they agree"} {
		if x.parts[i] > 0 {
			p.part("items-part", title+" ("+Count(x.parts[i])+")")
			x.writeItems(p, func(it listedItem) bool { return it.differ == (i == 0) })
		}
	}
	p.part("items-foot", nil)
	p.part("index", x.index.order)
}

// writeItems goes over the records and writes the items to be shown that belong
// to a part.
func (x *sideBySide) writeItems(p *pageWriter, belongs func(listedItem) bool) {
	for line, err := range x.list.across(x.records) {
		if p.err = cmp.Or(p.err, err); p.err != nil {
			return
		}
		if x.shown[line.item.rank] && belongs(line.item) {
			p.part("item", x.item(&line))
		}
	}
}

// A verdictColumn of an item's table is what one result came to, or one of its judges
// said, on each requirement.
type verdictColumn struct {
	name string
	said []adhere.Verdict
}

// columns are those of one result.
func (x *sideBySide) columns(name string, rec *adhere.Record) []verdictColumn {
	switch {
	case rec == nil || !x.flipped && !rec.Judged():
		return []verdictColumn{{name: name}}
	case !x.flipped:
		return []verdictColumn{{name, Merged(rec)}}
	}
	var all []verdictColumn
	judges := rec.Judges()
	for k, said := range Said(rec) {
		all = append(all, verdictColumn{name + ": " + judges[k], said})
	}
	return all
}

// item puts the answers and verdicts of all results side by side, and enters
// it in the index.
func (x *sideBySide) item(line *itemAcross) htmlItem {
	var item htmlItem
	var states []string
	var first *adhere.Record
	columns := make([][]verdictColumn, len(line.records))
	for i, rec := range line.records {
		if x.records[i] == nil {
			continue
		}
		name := x.sweep.name(i)
		columns[i] = x.columns(name, rec)
		for _, c := range columns[i] {
			item.Judges = append(item.Judges, c.name)
		}
		if rec == nil {
			states = append(states, name+" without a record")
			item.Answers = append(item.Answers, htmlAnswer{Name: name, Err: "the result has no record of this item"})
			continue
		}
		if first == nil {
			first = rec
			item.Name, item.About, item.Texts = ItemName(rec), AboutInstruction(rec.Instruction), questionTexts(rec)
			item.Texts = append(item.Texts, referenceTexts(rec.Instruction)...)
		} else if rec.Instruction.Prompt() != first.Instruction.Prompt() {
			for _, t := range questionTexts(rec) {
				item.Texts = append(item.Texts, htmlText{t.Title + " of " + name, t.Text})
			}
		}
		answer := newAnswer(name, rec)
		item.Answers = append(item.Answers, answer)
		item.Classes = append(item.Classes, answer.Classes...)
		states = append(states, name+" "+brief(rec))
	}
	item.State = strings.Join(states, ", ")
	slices.Sort(item.Classes)
	item.Classes = slices.Compact(item.Classes)
	x.judge(&item, line, columns, first.Instruction)
	item.number(line.item.rank, len(x.shown) <= openItems)
	for i, rec := range line.records {
		if rec != nil {
			x.index.enter(i, rec, item.ID)
		}
	}
	return item
}

// judge adds a row for each requirement, and what the judges were shown.
func (x *sideBySide) judge(item *htmlItem, line *itemAcross, columns [][]verdictColumn, in *adhere.Instruction) {
	all := slices.Concat(columns...)
	for j := range in.Requirements {
		row := newRequirement(&in.Requirements[j])
		x.fill(&row, all, j)
		item.Rows = append(item.Rows, row)
	}
	for i, rec := range line.records {
		if rec == nil {
			continue
		}
		for k, judge := range rec.Judges() {
			item.ask(x.sweep.name(i), columns[i][min(k, len(columns[i])-1)].name, judge, rec, x.prompts)
		}
	}
}

func newAnswer(name string, rec *adhere.Record) htmlAnswer {
	a := htmlAnswer{Name: name, About: AboutResponse(rec.Response), Err: cmp.Or(rec.Err, "no reason is recorded")}
	a.State, a.Classes = state(rec, tallyOf(rec))
	if rec.Response != nil {
		a.Err, a.Text, a.Reasoning = "", clip(rec.Response.Text), clip(rec.Response.Reasoning)
	}
	for _, g := range rec.Grades {
		a.About = append(a.About, gradeLine(g))
	}
	return a
}

// brief is how an item came out, "3/5" or "3/5, 1?".
func brief(rec *adhere.Record) string {
	if rec.Response == nil {
		return "no response"
	}
	t := tallyOf(rec)
	text := fmt.Sprintf("%d/%d", t.met, t.met+t.notMet)
	if t.undecided > 0 {
		text += fmt.Sprintf(", %d?", t.undecided)
	}
	return text
}

// fill adds to the j-th row the verdict in each column. Who gave them is said with
// the requirement where it is one judge for all results, else in each cell.
func (x *sideBySide) fill(row *htmlRequirement, columns []verdictColumn, j int) {
	var by []string
	for _, c := range columns {
		v := adhere.Verdict{Outcome: adhere.Skipped}
		if j < len(c.said) {
			v = c.said[j]
		}
		cell := newVerdict(c.name, v)
		switch {
		case j >= len(c.said) || !x.flipped && v.Outcome == adhere.Skipped:
			cell.Word = "no verdict"
		case !x.flipped:
			cell.By = v.Judge
			by = append(by, v.Judge)
		}
		row.Verdicts = append(row.Verdicts, cell)
	}
	slices.Sort(by)
	if by = slices.Compact(by); len(by) == 1 {
		row.By = by[0]
	}
}
