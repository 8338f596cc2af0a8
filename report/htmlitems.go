package report

import (
	"fmt"
	"html/template"
	"io"
	"strings"
	"unicode/utf8"

	"adhere"
)

const (
	defaultItems = 1000
	openItems    = 12     // so many items are shown unfolded
	longestText  = 20_000 // bytes of one text that a page shows
)

// A selection is which records a page shows in full.
type selection struct {
	records Records
	total   int
	shown   map[int]bool
	groups  map[string]*indexGroup // by id
	order   []*indexGroup
}

// choose reads the records once and picks those to show: first those without
// a response or with something not met or undecided, then the others.
func choose(records Records, most int) (*selection, error) {
	if most <= 0 {
		most = defaultItems
	}
	s := &selection{records: records, shown: map[int]bool{}, groups: map[string]*indexGroup{}}
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

func (s *selection) note() string {
	if len(s.shown) == s.total {
		return plural(s.total, "item") + "."
	}
	return fmt.Sprintf("%s of %s are shown, those with something not met or undecided first. The numbers above count all of them.",
		count(len(s.shown)), plural(s.total, "item"))
}

// write goes over the records again and writes the chosen ones, then the
// index of what lies behind each number.
func (s *selection) write(w io.Writer, t *template.Template) error {
	run := func(name string, data any) error {
		if err := t.ExecuteTemplate(w, name, data); err != nil {
			return fmt.Errorf("report as HTML: %w", err)
		}
		return nil
	}
	if err := run("items-head", htmlItemsHead{Title: "Items", Note: s.note(), Filter: true}); err != nil {
		return err
	}
	i := -1
	for rec, err := range s.records {
		if err != nil {
			return fmt.Errorf("read records: %w", err)
		}
		if i++; !s.shown[i] {
			continue
		}
		item := newItem(rec, i, len(s.shown) <= openItems)
		s.index(rec, item.ID)
		if err := run("item", item); err != nil {
			return err
		}
	}
	if err := run("items-foot", nil); err != nil {
		return err
	}
	return run("index", s.order)
}

func (s *selection) contents() []htmlEntry {
	return []htmlEntry{{"items", "Items"}, {"index", "Items behind the numbers"}}
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
	Err, Reasoning  string
	Judges          []string
	Rows            []htmlRequirement
	Grades          []string
}

type (
	htmlText        struct{ Title, Text string }
	htmlRequirement struct {
		Name     string
		Labels   string
		Verdicts []htmlVerdict
	}
	htmlVerdict struct {
		Judge                 string
		Outcome               adhere.Outcome
		Sign, Word            string
		Reason, Evidence, Raw string
	}
)

func newItem(rec *adhere.Record, i int, open bool) htmlItem {
	t := tallyOf(rec)
	item := htmlItem{
		ID: fmt.Sprintf("item-%d", i+1), Name: itemName(rec), Open: open,
		Err: rec.Err, Judges: rec.Judges(), About: about(rec), Texts: texts(rec),
	}
	item.State, item.Classes = state(rec, t)
	if rec.Response != nil {
		item.Err, item.Reasoning = "", clip(rec.Response.Reasoning)
	}
	for j, req := range rec.Instruction.Requirements {
		item.Rows = append(item.Rows, newRequirement(rec, j, &req, item.Judges))
	}
	for _, g := range rec.Grades {
		item.Grades = append(item.Grades, gradeLine(g))
	}
	return item
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
		parts, classes = append(parts, fmt.Sprintf("%d undecided", t.undecided)), append(classes, "open")
	}
	if len(parts) == 0 {
		return fmt.Sprintf("all %d met", t.met), nil
	}
	return strings.Join(append(parts, fmt.Sprintf("%d met", t.met)), ", "), classes
}

// about is what else is known of the instruction and the answer.
func about(rec *adhere.Record) []string {
	var parts []string
	in := rec.Instruction
	if in.Group != "" {
		parts = append(parts, "group "+in.Group)
	}
	if in.Level > 0 {
		parts = append(parts, fmt.Sprintf("level %d", in.Level))
	}
	if len(in.Tags) > 0 {
		parts = append(parts, groupName(in.Tags))
	}
	if out := rec.Response; out != nil {
		if out.Finish != "" && out.Finish != adhere.FinishStop {
			parts = append(parts, "ended by "+string(out.Finish))
		}
		parts = append(parts, out.Warnings...)
	}
	return parts
}

func texts(rec *adhere.Record) []htmlText {
	in := rec.Instruction
	var out []htmlText
	for _, m := range in.Messages {
		title := "Prompt"
		if len(in.Messages) > 1 {
			title += " (" + string(m.Role) + ")"
		}
		out = append(out, htmlText{title, clip(m.Text)})
	}
	if in.Input != "" {
		out = append(out, htmlText{"Input", clip(in.Input)})
	}
	if rec.Response != nil {
		out = append(out, htmlText{"Response", clip(rec.Response.Text)})
	}
	if in.Reference != "" {
		out = append(out, htmlText{"Reference", clip(in.Reference)})
	}
	return out
}

func newRequirement(rec *adhere.Record, i int, req *adhere.Requirement, judges []string) htmlRequirement {
	row := htmlRequirement{Name: requirementName(req), Labels: strings.Join(req.Labels, ", ")}
	for _, name := range judges {
		v := adhere.Verdict{Outcome: adhere.Skipped}
		if vs := rec.By(name); i < len(vs) {
			v = vs[i]
		}
		row.Verdicts = append(row.Verdicts, htmlVerdict{
			Judge: name, Outcome: v.Outcome, Sign: sign(v.Outcome), Word: word(v.Outcome),
			Reason: clip(v.Reason), Evidence: clip(v.Evidence), Raw: clip(v.Raw),
		})
	}
	return row
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

// clip shortens a text that no page can bear, and says by how much.
func clip(s string) string {
	if len(s) <= longestText {
		return s
	}
	end := longestText
	for end > longestText-utf8.UTFMax && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + fmt.Sprintf("\n[%s more bytes are not shown]", count(len(s)-end))
}
