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

// columns are what stands over the verdicts of a result: its name, or that of
// each judge.
func (x *sideBySide) columns(name string, rec *adhere.Record) []string {
	if !x.flipped || rec == nil {
		return []string{name}
	}
	judges := rec.Judges()
	for i, judge := range judges {
		judges[i] = name + ": " + judge
	}
	return judges
}

// item puts the answers and verdicts of all results side by side, and enters
// it in the index.
func (x *sideBySide) item(line *itemAcross) htmlItem {
	var item htmlItem
	var states []string
	var first *adhere.Record
	for i, rec := range line.records {
		if x.records[i] == nil {
			continue
		}
		name := x.sweep.name(i)
		item.Judges = append(item.Judges, x.columns(name, rec)...)
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
	x.judge(&item, line, first)
	item.number(line.item.rank, len(x.shown) <= openItems)
	for i, rec := range line.records {
		if rec != nil {
			x.index.enter(i, rec, item.ID)
		}
	}
	return item
}

// judge adds a row for each requirement, and what the judges were shown.
func (x *sideBySide) judge(item *htmlItem, line *itemAcross, first *adhere.Record) {
	for j := range first.Instruction.Requirements {
		item.Rows = append(item.Rows, x.requirement(line, first, j))
	}
	for i, rec := range line.records {
		if rec == nil {
			continue
		}
		name, columns := x.sweep.name(i), x.columns(x.sweep.name(i), rec)
		for k, judge := range rec.Judges() {
			item.ask(name, columns[min(k, len(columns)-1)], judge, rec, x.prompts)
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

// requirement is a row with the verdict that counts of each result, or those of
// each judge. Who gave them is said with the requirement, or where it differs with each.
func (x *sideBySide) requirement(line *itemAcross, first *adhere.Record, j int) htmlRequirement {
	req := &first.Instruction.Requirements[j]
	row := htmlRequirement{Name: Line(req.Wanted()), Labels: strings.Join(req.Labels, ", ")}
	var by []string
	for i, rec := range line.records {
		if x.records[i] == nil {
			continue
		}
		if x.flipped && rec != nil && j < len(rec.Instruction.Requirements) {
			cells := newRequirement(rec, j, &rec.Instruction.Requirements[j], rec.Judges()).Verdicts
			for k, column := range x.columns(x.sweep.name(i), rec) {
				cells[k].Judge = column
			}
			row.Verdicts = append(row.Verdicts, cells...)
			continue
		}
		v := adhere.Verdict{Outcome: adhere.Skipped}
		if rec != nil && rec.Judged() && j < len(rec.Instruction.Requirements) {
			v = Merged(rec)[j]
		}
		cell := newVerdict(x.sweep.name(i), v)
		if v.Outcome == adhere.Skipped {
			cell.Word = "no verdict"
		} else {
			cell.By = v.Judge
			by = append(by, v.Judge)
		}
		row.Verdicts = append(row.Verdicts, cell)
	}
	slices.Sort(by)
	if by = slices.Compact(by); len(by) == 1 {
		row.By = by[0]
	}
	return row
}
