package web

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/browse"
	"adhere/report"
)

// An itemView shows one item: what was asked, what was answered, and what
// every judge said.
type itemView struct {
	Run           *adhere.Run
	RunHref       string
	List          string // back to the list
	passage              // among the items of the filter
	Differ, Fails string // the next item of the filter on which judges differ, that fails
	Name          string
	About         []string
	sheet
	Prompts []promptView
}

// A promptView is what one judge was shown.
type promptView struct {
	ID, Judge string
	Texts     []textView
}

func (s *Server) showItem(v *visit) error {
	run, placed, err := s.itemOf(v)
	if err != nil {
		return err
	}
	d, _, err := s.digest(v.ctx(), run)
	if err != nil {
		return err
	}
	view, err := s.item(v, run, placed)
	if err != nil {
		return err
	}
	if d != nil {
		neighbours(v, run, d, placed.Position, &view)
	}
	return v.show("item", view)
}

// itemOf returns the item in the path.
func (s *Server) itemOf(v *visit) (*adhere.Run, browse.Placed, error) {
	run, err := s.runOf(v)
	if err != nil {
		return nil, browse.Placed{}, err
	}
	position, err := strconv.Atoi(v.r.PathValue("position"))
	var records []browse.Placed
	if err == nil {
		if records, err = s.Records.RecordsAt(v.ctx(), run.ID, position); err != nil {
			return nil, browse.Placed{}, err
		}
	}
	if len(records) == 0 {
		return nil, browse.Placed{}, &adhere.Error{Code: adhere.NotFound, Message: "there is no such item, or it is not done yet"}
	}
	return run, records[0], nil
}

// item shows a record, with what people said of it in campaigns.
func (s *Server) item(v *visit, run *adhere.Run, p browse.Placed) (itemView, error) {
	rec := p.Record
	here := "/runs/" + run.ID
	asked := *rec.Instruction
	asked.Messages = rec.Asked()
	view := itemView{
		Run: run, RunHref: v.href(here), List: v.href(with(here+"/items", v.r.URL.Query(), "page", "")), Name: report.ItemName(rec),
		About: report.AboutInstruction(rec.Instruction), sheet: sheetOf(&asked, cut), Prompts: s.prompts(v.ctx(), rec),
	}
	view.doubt(rec.Instruction, cut)
	answer := answerOf(rec)
	if v.static == nil && answer.Text.More > 0 {
		answer.Text.Whole = itemPath(run.ID, p.Position, nil) + "/answer.txt"
	}
	if rec.Instruction.Reference != "" {
		view.After = append(view.After, cut("Reference", rec.Instruction.Reference))
	}
	people, err := s.labelsOn(v.ctx(), run.ID)
	if err != nil {
		return view, err
	}
	g := group{Answers: []answerView{answer}, Rows: rowsOf(rec, people.on(rec), view.Prompts)}
	if v.static == nil && rec.Response != nil { // files run no script that would mark it
		for i := range g.Rows {
			g.Rows[i].point(answer.Text.Text, s.Judging.Spans(&rec.Instruction.Requirements[i], rec.Response.Text))
		}
	}
	for _, x := range rec.Grades {
		g.Grades = append(g.Grades, gradeView{x.Judge, x.Reason, x.Score})
	}
	view.Groups = []group{g}
	return view, nil
}

// prompts are what the judges were shown.
func (s *Server) prompts(ctx context.Context, rec *adhere.Record) []promptView {
	show := s.Judging.Prompts(ctx)
	if show == nil || rec.Response == nil {
		return nil
	}
	var all []promptView
	for i, judge := range rec.Judges() {
		p := promptView{ID: "prompt-" + strconv.Itoa(i+1), Judge: judge}
		for _, m := range show(judge, rec) {
			p.Texts = append(p.Texts, cut(string(m.Role), m.Text))
		}
		if len(p.Texts) > 0 {
			all = append(all, p)
		}
	}
	return all
}

func answerOf(rec *adhere.Record) answerView {
	a := answerView{Err: rec.Err, Outcome: outcomeWords(worstOf(rec, rec.Outcomes(nil), nil))}
	out := rec.Response
	if out == nil {
		return a
	}
	a.Title, a.Err, a.Text = out.Model, "", cut("Answer", out.Text)
	if out.Reasoning != "" {
		a.Reasoning = cut("Reasoning", out.Reasoning)
	}
	a.About = report.AboutResponse(out)
	return a
}

// rowsOf shows what a record came to, and what each judge and person said of it.
func rowsOf(rec *adhere.Record, people []adhere.Verdict, prompts []promptView) []requirementRow {
	said, outcomes, shown := report.Said(labelled(rec, people)), rec.Outcomes(nil), map[string]string{}
	for _, p := range prompts {
		shown[p.Judge] = p.ID
	}
	var rows []requirementRow
	for i := range rec.Instruction.Requirements {
		row := requirementOf(rec.Instruction, i)
		row.Merged = tagOf(outcomes[i])
		for _, of := range said {
			cell := verdictOf(of[i])
			if cell.Asked {
				cell.Prompt = shown[cell.Judge]
			}
			row.Verdicts = append(row.Verdicts, cell)
		}
		row.Differs = differOn(row.Verdicts)
		if asked := slices.DeleteFunc(slices.Clone(row.Verdicts), func(v verdictView) bool { return v.Measured && !v.Asked }); len(asked) > 0 {
			row.Verdicts = asked // that no rule decides it matters where nobody else does
		}
		rows = append(rows, row)
	}
	return rows
}

// requirementOf shows a requirement of which nothing has been said yet.
func requirementOf(in *adhere.Instruction, i int) requirementRow {
	req := &in.Requirements[i]
	row := requirementRow{Number: i + 1, Text: req.Wanted(), Labels: req.Labels, Step: stepOf(in, i)}
	if rule := cmp.Or(req.Rule, req.PartRule); rule != nil && req.Text != "" {
		row.Rule = rule.Name + " " + string(rule.Args)
	}
	if req.Turn > 0 {
		row.Text = fmt.Sprintf("Answer %d: %s", req.Turn, row.Text)
	}
	if len(req.Needs) > 0 {
		row.Text += " (counts only where " + strings.Join(req.Needs, ", ") + " is met)"
	}
	return row
}

// point tells the verdicts of rules which parts of the answer, as far as it is
// shown, they rest on.
func (r *requirementRow) point(shown string, spans [][2]int) {
	var at []string
	last, units := 0, 0
	if strings.HasPrefix(shown, "\n") {
		units = -1 // the first line break of a pre is not part of it
	}
	count := func(to int) int {
		units += unitsOf(report.Plain(shown[last:to]))
		last = to
		return units
	}
	for _, x := range spans {
		if x[1] <= len(shown) {
			at = append(at, fmt.Sprintf("%d-%d", max(count(x[0]), 0), count(x[1])))
		}
	}
	for i := range r.Verdicts {
		if x := &r.Verdicts[i]; x.Measured && adhere.Outcome(x.Tag.Class).Decided() {
			x.At = strings.Join(at, " ")
		}
	}
}

// differOn reports whether two decided a requirement differently.
func differOn(all []verdictView) bool {
	said := map[string]bool{}
	for _, x := range all {
		if adhere.Outcome(x.Tag.Class).Decided() {
			said[x.Tag.Class] = true
		}
	}
	return len(said) > 1
}

func verdictOf(x adhere.Verdict) verdictView {
	cell := verdictView{
		Judge: x.Judge, Tag: tagOf(x.Outcome), Reason: x.Reason, Evidence: x.Evidence,
		Measured: strings.HasPrefix(x.Judge, "rule/"), Asked: x.Outcome != adhere.Skipped,
	}
	if strings.Contains(x.Reason, x.Evidence) { // rules measure what their reason says
		cell.Evidence = ""
	}
	if x.Raw != "" {
		cell.Raw = cut("raw reply", x.Raw)
	}
	return cell
}

// tagOf is the mark of one verdict.
func tagOf(o adhere.Outcome) outcomeTag {
	sign, word := report.Mark(o)
	return outcomeTag{string(o), sign, word}
}

// neighbours leads to the items before and after, among those of the filter
// in the address.
func neighbours(v *visit, run *adhere.Run, d *digest, position int, view *itemView) {
	q := v.r.URL.Query()
	a := aroundOf(v, d, q)
	next := func(to *string, among found) {
		i, _ := slices.BinarySearch(among.positions, int32(position+1))
		for ; i < len(among.positions); i++ {
			if _, here := slices.BinarySearch(a.all.positions, among.positions[i]); here {
				*to = v.href(itemPath(run.ID, int(among.positions[i]), q))
				return
			}
		}
	}
	next(&view.Fails, a.fails)
	next(&view.Differ, a.differ)
	all := a.shown
	i, ok := slices.BinarySearch(all.positions, int32(position))
	if !ok {
		return
	}
	view.passage = passageAt(i, len(all.positions), func(i int) string { return v.href(itemPath(run.ID, int(all.positions[i]), q)) })
	view.List = v.href(with("/runs/"+run.ID+"/items", q, "page", strconv.Itoa(i/itemsPerPage+1)))
	if v.static == nil {
		view.List += "#i" + strconv.Itoa(position)
	}
}

// around is what leads from an item to others: what is left by the filter
// without its outcome, those that fail and those on which judges differ, and
// what the filter shows.
type around struct{ all, fails, differ, shown found }

// aroundOf finds what fits the filter in the address. Pages that are written
// to files have none, so that one search serves all.
func aroundOf(v *visit, d *digest, q url.Values) *around {
	if v.static == nil {
		return d.around(q)
	}
	v.static.once.Do(func() { v.static.around = d.around(nil) })
	return v.static.around
}

func (d *digest) around(q url.Values) *around {
	f := filterOf(q, d.keys)
	all := d.find(f)
	a := &around{all, all.only(notMet), d.index.find("", []facet{{facetJudges, judgesDiffer}}), all}
	if !f.any {
		a.shown = all.only(f.outcome)
	}
	return a
}

// sendAnswer answers with the whole text of an answer, as a file.
func (s *Server) sendAnswer(v *visit) error {
	_, placed, err := s.itemOf(v)
	if err != nil {
		return err
	}
	if placed.Record.Response == nil {
		return &adhere.Error{Code: adhere.NotFound, Message: "there is no answer"}
	}
	return v.download("answer.txt", "text/plain; charset=utf-8", []byte(placed.Record.Response.Text))
}
