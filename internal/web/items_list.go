package web

import (
	"cmp"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/browse"
	"adhere/internal/lists"
	"adhere/report"
)

// itemsPerPage is how many items one page lists.
const itemsPerPage = 50

// An itemFilter says which items of a run are wanted, as the address has it.
type itemFilter struct {
	judge   string
	facets  []facet
	outcome worst
	any     bool // whatever the outcome
	name    string
	words   [2]int32 // of the answer, from and to; 0 where there is no bound
}

// outcomeNames are what addresses call outcomes.
func outcomeNames() [noResponse + 1]string {
	return [...]string{unjudged: "unjudged", met: "met", undecided: "undecided", notMet: "not_met", noResponse: "no_response"}
}

// outcomeWords are what people call them, with a sign.
func outcomeWords(w worst) outcomeTag {
	switch w {
	case met:
		return outcomeTag{"met", "✓", "all met"}
	case undecided:
		return outcomeTag{"unsure", "?", "undecided"}
	case notMet:
		return outcomeTag{"not_met", "✗", "not met"}
	case noResponse:
		return outcomeTag{"broken", "!", "no response"}
	default:
		return outcomeTag{"skipped", "–", "no verdict"}
	}
}

type outcomeTag struct{ Class, Sign, Word string }

// ownFacet reports whether a facet is none of the tags, which may have any name.
func ownFacet(key string) bool {
	return slices.Contains([]string{"label", "rule", "level", "turn", facetJudges, facetDiffer}, key)
}

// facetParameter is what addresses call a facet.
func facetParameter(key string) string {
	if ownFacet(key) {
		return key
	}
	return "tag." + key
}

// filterOf reads a filter from an address. No item has a facet that the run has
// nothing of, such as a misspelt tag.
func filterOf(q url.Values, keys []string) itemFilter {
	f := itemFilter{judge: q.Get("judge"), name: q.Get("q"), any: true}
	known := len(keys)
	for parameter := range q {
		key := strings.TrimPrefix(parameter, "tag.")
		if facetParameter(key) == parameter && !slices.Contains(keys, key) {
			keys = append(slices.Clip(keys), key)
		}
	}
	slices.Sort(keys[known:])
	for _, key := range keys {
		if value := q.Get(facetParameter(key)); value != "" {
			f.facets = append(f.facets, facet{key, value})
		}
	}
	for w, name := range outcomeNames() {
		if q.Get("outcome") == name {
			f.outcome, f.any = worst(w), false
		}
	}
	for i, key := range wordBounds() {
		if n, err := strconv.ParseInt(q.Get(key), 10, 32); err == nil && n > 0 {
			f.words[i] = int32(n)
		}
	}
	return f
}

// wordBounds are what addresses call the bounds of an answer's length.
func wordBounds() [2]string { return [...]string{"words_from", "words_to"} }

// An itemsView lists items of a run.
type itemsView struct {
	Run      *adhere.Run
	RunHref  string
	Counting bool
	Fresh    bool
	Filters  []filterField
	Judges   []string
	Judge    string
	Name     string
	Words    [2]lengthBound
	Outcome  string
	Tabs     []outcomeTab
	Chosen   []string // the filter in words
	Items    []itemLine
	Pages    pager
	Clear    string
	Action   string
	Label    string // where people are set to label these; empty for who cannot
}

// A filterField is a facet that can be chosen.
type filterField struct {
	Name, Parameter, Value string
	Values                 []facetValue
}

// A lengthBound is a bound of an answer's length in words, as the form has it.
type lengthBound struct{ Parameter, Value string }

type outcomeTab struct {
	outcomeTag
	Href  string
	Count int
	Here  bool
}

type itemLine struct {
	Position  int
	Name      string
	Href      string
	Asked     string
	Answered  string
	Outcome   outcomeTag
	Met, Of   int
	Undecided int
	Level     int
	Words     int // -1 where there is no answer
}

func (s *Server) listItems(v *visit, run *adhere.Run) error {
	here := "/runs/" + run.ID
	view := itemsView{Run: run, RunHref: v.href(here), Clear: here + "/items", Action: here + "/items"}
	d, fresh, err := s.digest(v.ctx(), run)
	if err != nil {
		return err
	}
	v.waitFor(d != nil || run.Done == 0)
	view.Counting, view.Fresh = d == nil && run.Done > 0, fresh
	if d == nil {
		return v.show("items", view)
	}
	if err := s.fillItems(v, &view, d); err != nil {
		return err
	}
	return v.show("items", view)
}

func (s *Server) fillItems(v *visit, view *itemsView, d *digest) error {
	q := v.r.URL.Query()
	f := filterOf(q, d.keys)
	all := d.find(f)
	var err error
	view.describe(f, q, d)
	if v.static != nil {
		view.Action = ""
	}
	view.addTabs(v, q, f, all)
	if !f.any {
		all = all.only(f.outcome)
	}
	view.Pages = newPager(view.Clear, q, len(all.positions), itemsPerPage)
	view.Pages.through(v)
	if view.Pages.Total > 0 && v.static == nil && makesCampaigns().admits(v.person.Role) {
		view.Label = "/campaigns/new?" + url.Values{"set": {with(view.Clear, q, "page", "")}}.Encode()
	}
	view.Items, err = s.itemLines(v, view.Run, found{paged(all.positions, view.Pages), paged(all.worst, view.Pages)}, f.judge, q)
	return err
}

// find applies all of a filter but the outcome.
func (d *digest) find(f itemFilter) found {
	all := d.index.find(f.judge, f.facets)
	if f.name != "" {
		all = all.among(d.index.named(f.name))
	}
	if f.words != [2]int32{} {
		all = all.among(d.index.sized(f.words[0], cmp.Or(f.words[1], math.MaxInt32)))
	}
	return all
}

// filterName is what the form calls a facet.
func filterName(key string) string {
	switch key {
	case facetJudges:
		return "Disagreement"
	case facetDiffer:
		return "Between whom"
	}
	return key
}

// describe fills in the form and says the filter in words.
func (view *itemsView) describe(f itemFilter, q url.Values, d *digest) {
	view.Judge, view.Judges, view.Name, view.Outcome = f.judge, d.index.judges, f.name, q.Get("outcome")
	for i, key := range wordBounds() {
		view.Words[i] = lengthBound{key, q.Get(key)}
	}
	for _, key := range d.keys {
		field := filterField{Name: filterName(key), Parameter: facetParameter(key), Value: q.Get(facetParameter(key)), Values: shownValues(key, d.index.values(key))}
		if len(field.Values) > 1 || field.Value != "" || key == facetJudges {
			view.Filters = append(view.Filters, field)
		}
	}
	view.Chosen = f.inWords()
}

// inWords says a filter but for the outcome.
func (f *itemFilter) inWords() []string {
	all := lists.Map(f.facets, func(x facet) string { return x.key + " " + x.value })
	if f.judge != "" {
		all = append(all, "as judged by "+f.judge)
	}
	if f.name != "" {
		all = append(all, fmt.Sprintf("%q in the name", f.name))
	}
	switch from, to := f.words[0], f.words[1]; {
	case from > 0 && to > 0:
		all = append(all, fmt.Sprintf("answers of %d to %d words", from, to))
	case from > 0:
		all = append(all, fmt.Sprintf("answers of at least %d words", from))
	case to > 0:
		all = append(all, fmt.Sprintf("answers of at most %d words", to))
	}
	return all
}

// shownValues leaves out what a form could not show as it is; numbers still
// lead to those.
func shownValues(key string, all []facetValue) []facetValue {
	return slices.DeleteFunc(all, func(v facetValue) bool {
		return report.Line(v.Value) != v.Value || key == facetDiffer && strings.Contains(v.Value, onLabel)
	})
}

func (view *itemsView) addTabs(v *visit, q url.Values, f itemFilter, all found) {
	tab := func(tag outcomeTag, name string, n int, here bool) {
		if n > 0 || here {
			view.Tabs = append(view.Tabs, outcomeTab{tag, v.href(with(view.Clear, q, "outcome", name)), n, here})
		}
	}
	tab(outcomeTag{Word: "all"}, "", len(all.positions), f.any)
	counts := all.counts()
	for _, w := range []worst{notMet, undecided, met, noResponse, unjudged} {
		tab(outcomeWords(w), outcomeNames()[w], counts[w], !f.any && f.outcome == w)
	}
}

func (s *Server) itemLines(v *visit, run *adhere.Run, part found, judge string, q url.Values) ([]itemLine, error) {
	positions := make([]int, len(part.positions))
	of := map[int]worst{}
	for i, p := range part.positions {
		positions[i], of[int(p)] = int(p), part.worst[i]
	}
	records, err := s.Records.RecordsAt(v.ctx(), run.ID, positions...)
	if err != nil {
		return nil, err
	}
	var people peoplesVerdicts // all judges together are those of the run
	if judge != "" {
		if people, err = s.labelsOn(v.ctx(), run.ID); err != nil {
			return nil, err
		}
	}
	lines := make([]itemLine, len(records))
	for i, p := range records {
		lines[i] = lineOf(p, outcomesBy(labelled(p.Record, people.on(p.Record)), judge))
		lines[i].Outcome = outcomeWords(of[p.Position])
		lines[i].Href = v.href(itemPath(run.ID, p.Position, q))
	}
	return lines, nil
}

// itemPath is where an item is, with the filter through which it was found.
func itemPath(run string, position int, q url.Values) string {
	return with(fmt.Sprintf("/runs/%s/items/%d", run, position), q, "page", "")
}

func lineOf(p browse.Placed, outcomes []adhere.Outcome) itemLine {
	rec := p.Record
	line := itemLine{
		Position: p.Position, Name: report.ItemName(rec), Level: rec.Instruction.Level, Asked: excerpt(rec.Instruction.Prompt()),
		Of: len(rec.Instruction.Requirements), Words: p.Words,
	}
	if rec.Response != nil {
		line.Answered = excerpt(rec.Response.Text)
	} else {
		line.Answered = excerpt(rec.Err)
	}
	for _, o := range outcomes {
		switch o {
		case adhere.Met:
			line.Met++
		case adhere.Unsure, adhere.Broken:
			line.Undecided++
		default:
		}
	}
	return line
}

// excerpt is the beginning of a text, as lists show it.
func excerpt(text string) string { return report.Excerpt(text, 160) }

// through leads the pager's links to where pages are.
func (p *pager) through(v *visit) {
	for _, link := range []*string{&p.First, &p.Previous, &p.Next, &p.Last} {
		if *link != "" {
			*link = v.href(*link)
		}
	}
}
