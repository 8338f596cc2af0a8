package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/plural"
)

const (
	defaultItems = 1000
	openItems    = 12 // so many items are shown unfolded
)

// A selection is which records a page shows in full.
type selection struct {
	chosen  func(places []int) Records
	prompts prompter
	total   int
	shown   map[int]bool
	index   index
}

// choose reads the records once and picks those to show: first those without
// a response or with something not met or undecided, then the others.
func choose(o Options) (*selection, error) {
	most := o.maxItems()
	records := o.Slim
	s := &selection{chosen: o.Only, prompts: o.Prompts, shown: map[int]bool{}}
	if o.Slim == nil || o.Only == nil {
		records = o.Records
		s.chosen = func(places []int) Records { return only(o.Records, places) }
	}
	var good []int
	for rec, err := range records {
		if err != nil {
			return nil, fmt.Errorf("read records: %w", err)
		}
		t := tallyOf(rec)
		troubled := rec.Response == nil || t.notMet+t.undecided > 0
		switch {
		case troubled && len(s.shown) < most:
			s.shown[s.total] = true
		case !troubled && len(good) < most:
			good = append(good, s.total)
		}
		s.total++
	}
	for _, i := range good {
		if len(s.shown) == most {
			break
		}
		s.shown[i] = true
	}
	return s, nil
}

// only yields the records at some places, which are in order.
func only(records Records, places []int) Records {
	return func(yield func(*adhere.Record, error) bool) {
		at, next := 0, 0
		for rec, err := range records {
			if err == nil && next == len(places) {
				return
			}
			if err != nil || at == places[next] {
				next++
				if !yield(rec, err) || err != nil {
					return
				}
			}
			at++
		}
	}
}

func (s *selection) note() string {
	if len(s.shown) == s.total {
		return plural.Grouped(s.total, "item") + "."
	}
	return fmt.Sprintf("%s of %s are shown, those with something not met or undecided first. The numbers above count all of them.",
		Count(len(s.shown)), plural.Grouped(s.total, "item"))
}

// write goes over the records again and writes the chosen ones, then the
// index of what lies behind each number.
func (s *selection) write(p *pageWriter) {
	p.part("items-head", htmlItemsHead{Title: "Items", Note: s.note(), Filter: true})
	places := slices.Sorted(maps.Keys(s.shown))
	i := 0
	for rec, err := range s.chosen(places) {
		if err != nil {
			err = fmt.Errorf("read records: %w", err)
		}
		if p.err = cmp.Or(p.err, err); p.err != nil {
			return
		}
		item := newItem(rec, s.prompts)
		item.number(places[i], len(s.shown) <= openItems)
		s.index.enter(0, rec, item.ID)
		p.part("item", item)
		i++
	}
	p.part("items-foot", nil)
	p.part("index", s.index.order)
}

func (s *selection) contents() []Heading { return itemsAndIndex() }

func itemsAndIndex() []Heading {
	return []Heading{{ID: "items", Title: "Items"}, {ID: "index", Title: "Items behind the numbers"}}
}

type htmlItemsHead struct {
	Title, Note string
	Filter      bool
}

type htmlItem struct {
	ID, Name, State string
	Open            bool
	Classes         []string
	About           []string
	Texts           []htmlText
	Answers         []htmlAnswer // of several results, side by side
	Err, Reasoning  string
	Judges          []string // over the columns of verdicts
	Rows            []htmlRequirement
	Asked           []htmlAsked
	Grades          []string
}

type (
	htmlText        struct{ Title, Text string }
	htmlRequirement struct {
		Name     string
		Labels   string
		By       string // who decided it, where that is not the column
		Verdicts []htmlVerdict
	}
	// An htmlAnswer is what one of several results answered to an item.
	htmlAnswer struct {
		Name, State          string
		Classes              []string
		About                []string
		Text, Err, Reasoning string
	}
	// An htmlAsked is what a judge was shown.
	htmlAsked struct {
		ID, Of, Judge string // Of is whose answer it was, where there are several
		Texts         []htmlText
	}
	htmlVerdict struct {
		Judge                 string
		By                    string // who gave it, where the column doesn't say so
		Asked                 string // id of what the judge was shown
		asked                 int    // its place in Asked, from 1
		Outcome               adhere.Outcome
		Sign, Word            string
		Reason, Evidence, Raw string
		Found                 string // how the evidence came: measured or quoted
	}
)

// newItem makes an item of a record; number gives it its place.
func newItem(rec *adhere.Record, prompts prompter) htmlItem {
	item := htmlItem{
		Name: ItemName(rec), Err: rec.Err, Judges: rec.Judges(),
		About: slices.Concat(AboutInstruction(rec.Instruction), AboutResponse(rec.Response)),
	}
	item.Texts = questionTexts(rec)
	if rec.Response != nil {
		item.Err, item.Reasoning = "", clip(rec.Response.Reasoning)
		item.Texts = append(item.Texts, htmlText{"Response", clip(rec.Response.Text)})
	}
	item.Texts = append(item.Texts, referenceTexts(rec.Instruction)...)
	item.State, item.Classes = state(rec, tallyOf(rec))
	said := Said(rec)
	for j := range rec.Instruction.Requirements {
		row := newRequirement(&rec.Instruction.Requirements[j])
		for k, name := range item.Judges {
			row.Verdicts = append(row.Verdicts, newVerdict(name, said[k][j]))
		}
		item.Rows = append(item.Rows, row)
	}
	for _, judge := range item.Judges {
		item.ask("", judge, judge, rec, prompts)
	}
	for _, g := range rec.Grades {
		item.Grades = append(item.Grades, gradeLine(g))
	}
	return item
}

// number gives the item its place on the page, and all within it their ids.
func (it *htmlItem) number(i int, open bool) {
	it.ID, it.Open = fmt.Sprintf("item-%d", i+1), open
	id := func(n int) string { return fmt.Sprintf("%s-asked-%d", it.ID, n) }
	for n := range it.Asked {
		it.Asked[n].ID = id(n + 1)
	}
	for j := range it.Rows {
		for k := range it.Rows[j].Verdicts {
			if v := &it.Rows[j].Verdicts[k]; v.asked > 0 {
				v.Asked = id(v.asked)
			}
		}
	}
}

// state says how an item came out, in words and as classes to filter by.
func state(rec *adhere.Record, t tally) (string, []string) {
	if rec.Response == nil {
		return "no response", []string{"err"}
	}
	var parts, classes []string
	if t.notMet > 0 {
		parts, classes = append(parts, fmt.Sprintf("%d not met", t.notMet)), append(classes, "bad")
	}
	if t.undecided > 0 {
		parts, classes = append(parts, t.open("")), append(classes, "open")
	}
	if len(parts) == 0 {
		return fmt.Sprintf("all %d met", t.met), nil
	}
	return strings.Join(append(parts, fmt.Sprintf("%d met", t.met)), ", "), classes
}

// questionTexts are what the model was given.
func questionTexts(rec *adhere.Record) []htmlText {
	in, messages := rec.Instruction, rec.Asked()
	var out []htmlText
	for _, m := range messages {
		title := "Prompt"
		if len(messages) > 1 {
			title += " (" + string(m.Role) + ")"
		}
		out = append(out, htmlText{title, clip(m.Text)})
	}
	if in.Input != "" {
		out = append(out, htmlText{"Input", clip(in.Input)})
	}
	return out
}

func referenceTexts(in *adhere.Instruction) []htmlText {
	if in.Reference == "" {
		return nil
	}
	return []htmlText{{"Reference", clip(in.Reference)}}
}

func newRequirement(req *adhere.Requirement) htmlRequirement {
	return htmlRequirement{Name: Line(req.Wanted()), Labels: strings.Join(req.Labels, ", ")}
}

func newVerdict(column string, v adhere.Verdict) htmlVerdict {
	found := "quoted"
	if strings.HasPrefix(v.Judge, "rule/") {
		found = "measured"
	}
	if strings.Contains(v.Reason, v.Evidence) { // rules measure what their reason says
		v.Evidence = ""
	}
	return htmlVerdict{
		Found: found,
		Judge: column, Outcome: v.Outcome, Sign: signOf(v.Outcome), Word: word(v.Outcome),
		Reason: clip(v.Reason), Evidence: clip(v.Evidence), Raw: clip(v.Raw),
	}
}

func gradeLine(g adhere.Grade) string {
	line := g.Judge + ": "
	if g.Score == 0 {
		line += "no score"
	} else {
		line += fmt.Sprintf("%d of 5", g.Score)
	}
	if g.Reason != "" {
		line += ", " + clip(g.Reason)
	}
	return line
}

// clip shortens a text to what a page bears, and says by how much.
func clip(s string) string { return clipTo(s, LongestText) }

func clipTo(s string, longest int) string {
	shown, left := Shorten(s, longest)
	if left == 0 {
		return s
	}
	return shown + fmt.Sprintf("\n[%s more bytes are not shown]", Count(left))
}
