package web

import (
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/annotate"
	"adhere/internal/lists"
	"adhere/metric"
	"adhere/report"
)

// An agreementView is what people agree on, and the runs' judges with them.
type agreementView struct {
	*annotate.Campaign
	A            *annotate.Agreement
	report.Parts                  // people and judges against the gold, people against each other
	Differing    []differenceLine // on this page
	Pages        pager
	Open         int // differences that nobody has settled
	Precision    *precision
}

// A precision says how well Krippendorff's alpha is known, and what it would
// take to know it as well as wanted.
type precision struct {
	Now, Wanted string // half the width of its interval
	More        int    // units to label beside those that are
}

// precisionOf estimates how many more units are needed: an interval narrows
// with the root of their number. It is nil where nothing can be said.
func precisionOf(alpha metric.Coefficient, units int, within string) *precision {
	const usual, least = 0.1, 0.001
	wanted, err := strconv.ParseFloat(within, 64)
	if err != nil || !(wanted >= least && wanted < 1) {
		wanted = usual
	}
	now := (alpha.Hi - alpha.Lo) / 2
	if alpha.Undefined != "" || now <= 0 {
		return nil
	}
	need := float64(units) * (now / wanted) * (now / wanted)
	return &precision{fmt.Sprintf("%.3f", now), strconv.FormatFloat(wanted, 'f', -1, 64), max(0, int(math.Ceil(need))-units)}
}

type differenceLine struct {
	Unit     int
	Answer   string
	Question string
	Votes    string
	Settled  string
	Href     string // to where the visitor may settle it
}

func (s *Server) showAgreement(v *visit, c *annotate.Campaign) error {
	view, err := s.agreement(v.ctx(), c)
	if err != nil {
		return err
	}
	var own map[int]bool
	settles := settles().admits(v.person.Role) && c.State == annotate.Open
	if settles {
		r, err := s.survey(v.ctx(), c)
		if err != nil {
			return err
		}
		own = r.PartsOf(v.person.Name, r.places)
	}
	return v.show("campaign_agreement", view.page(v.r.URL.Query(), settles, own))
}

// page returns the view with a page of the differences, for somebody who may
// settle those of units that are not the person's own, or none.
func (x agreementView) page(q url.Values, settles bool, own map[int]bool) *agreementView {
	if x.A.Verdicts != nil {
		x.Precision = precisionOf(x.A.Verdicts.Alpha, x.A.Units, q.Get("within"))
	}
	x.Pages = newPager(campaignPath(x.ID)+"/agreement", q, len(x.Differing), differencesPerPage).at("differences")
	x.Differing = slices.Clone(paged(x.Differing, x.Pages))
	for i := range x.Differing {
		if line := &x.Differing[i]; settles && !own[line.Unit] {
			line.Href = queuePath(x.ID) + "/" + strconv.Itoa(line.Unit)
		}
	}
	return &x
}

const differencesPerPage = 100

func newAgreementView(r *annotate.Results) (*agreementView, error) {
	a, err := r.Agreement()
	if err != nil {
		return nil, err
	}
	x := &agreementView{Campaign: r.Campaign, A: a}
	for _, d := range r.Differences() {
		x.Differing = append(x.Differing, differenceOf(d))
		if !d.Done {
			x.Open++
		}
	}
	if a.Verdicts == nil {
		return x, nil
	}
	tables, against := report.OfRaters(a.Verdicts), report.OfGold(a.Gold)
	tables.Gold, tables.Judges, tables.Raters = "the majority of people", against.Judges, against.Raters
	if a.Gold.Gold == annotate.GoldSettled {
		tables.Gold = "adjudicated answers, otherwise the majority"
	}
	tables.Distances = against.Distances // of people and judges
	tables.SpreadByLabel(&a.Verdicts.Disagreement, r.LabelsOf())
	if len(a.Verdicts.Distances) == 0 {
		tables.Overall = slices.DeleteFunc(tables.Overall, func(s adhere.Summary) bool { return s.Metric == "pairwise_kappa" })
	}
	if a.Scores != nil {
		k := a.Scores.Pairwise
		tables.Overall = append(tables.Overall, adhere.Summary{Metric: "pairwise_kappa of scores", Value: k.Value, Lo: k.Lo, Hi: k.Hi, N: k.N, Undefined: k.Undefined})
		tables.Definitions = append(tables.Definitions, report.Definition{Name: "pairwise_kappa of scores", Doc: "Fleiss' kappa over which of two answers got the higher direct score.", Plain: true})
	}
	parts, err := tables.Parts()
	if err != nil {
		return nil, err
	}
	x.Parts = *parts
	return x, nil
}

func share(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }

// differenceOf says a difference in a line. The page knows answers by number.
func differenceOf(d annotate.Difference) differenceLine {
	field := *d.Field
	field.Choices = slices.Clone(field.Choices)
	for i, c := range field.Choices {
		switch c.Value {
		case string(adhere.First):
			field.Choices[i].Word = "1 is better"
		case string(adhere.Second):
			field.Choices[i].Word = "2 is better"
		}
	}
	d.Field = &field
	line := differenceLine{Unit: d.Unit, Question: d.Field.Question.Text, Votes: votesOf(&d), Settled: standsOf(&d)}
	if d.Answer >= 0 {
		line.Answer = strconv.Itoa(d.Answer + 1)
	}
	return line
}

// standsOf is what is settled so far; empty for nothing.
func standsOf(d *annotate.Difference) string {
	if !d.Done {
		return ""
	}
	return saidWord(d, d.Value)
}

// votesOf says how many people say what.
func votesOf(d *annotate.Difference) string {
	votes := lists.Map(d.Said, func(v annotate.Version) string { return fmt.Sprintf("%d said %s", len(v.Whys), saidWord(d, v.Value)) })
	return strings.Join(votes, ", ")
}

// saidWord is a value in a word or two; texts go by their number.
func saidWord(d *annotate.Difference, value string) string {
	switch d.Field.Kind {
	case annotate.FieldText, annotate.FieldList:
		i := slices.IndexFunc(d.Said, func(v annotate.Version) bool { return v.Value == value })
		if i < 0 {
			return "a text of its own"
		}
		return "version " + strconv.Itoa(i+1)
	case annotate.FieldScore, annotate.FieldChoice:
	}
	return d.Field.Word(value)
}
