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
	"adhere/metric"
)

// An agreementView is what people agree on, and the runs' judges with them.
type agreementView struct {
	ID, Name   string
	State      annotate.State
	Protocol   *annotate.Protocol
	A          *annotate.Agreement
	Overall    []coefficientLine
	Raters     []string
	Matrix     []matrixRow
	Distances  []distanceLine
	Levels     []levelLine
	LevelNames []string
	Sources    []sourceLine
	Money      bool // some source has a cost, or a time
	Time       bool
	ByLabel    []labelLine
	Differing  []differenceLine // on this page
	Pages      pager
	Open       int // differences that nobody has settled
	Precision  *precision
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

type coefficientLine struct {
	Name, Value, Range, N, Undefined, Means string
}

type matrixRow struct {
	Rater string
	Cells []coefficientLine
}

type distanceLine struct {
	Rater, Same, Near, Far string
	WPLD                   coefficientLine
	N                      int
}

type levelLine struct {
	Label  string
	Counts []int
}

type sourceLine struct {
	Name                  string
	Person                bool
	N, Undecided          int
	Accuracy, Kappa, F1   coefficientLine
	WPLD                  coefficientLine
	Money, Time, PerLabel string
}

type labelLine struct {
	Label, Source   string
	N               int
	Accuracy, Kappa coefficientLine
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
	x.Pages = newPager(campaignPath(x.ID)+"/agreement", q, pageOf(q), len(x.Differing), differencesPerPage).at("differences")
	x.Differing = slices.Clone(x.Differing[max(0, x.Pages.From-1):x.Pages.To])
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
	x := &agreementView{ID: r.Campaign.ID, Name: r.Campaign.Name, State: r.Campaign.State, Protocol: r.Protocol, A: a}
	for _, d := range r.Differences() {
		x.Differing = append(x.Differing, differenceOf(d))
		if !d.Done {
			x.Open++
		}
	}
	if a.Verdicts == nil {
		return x, nil
	}
	x.verdicts(a.Verdicts)
	if a.Scores != nil {
		x.Overall = append(x.Overall, figureOf("pairwise kappa of direct scores", a.Scores.Pairwise, "Fleiss' kappa over which of two answers got the higher score"))
	}
	for _, sp := range a.Spread {
		x.Levels = append(x.Levels, levelLine{sp.Label, sp.Levels})
	}
	for i := range a.Raters {
		x.source(&a.Raters[i])
	}
	return x, nil
}

func (x *agreementView) verdicts(a *metric.AgreementReport) {
	x.Overall = []coefficientLine{
		figureOf("Fleiss' kappa", a.Fleiss, "agreement of all, beyond what chance would give"),
		figureOf("Krippendorff's alpha", a.Alpha, "one minus observed over expected disagreement; people may leave questions out"),
	}
	if len(a.Distances) > 0 {
		x.Overall = append(x.Overall, figureOf("pairwise kappa", a.Pairwise, "Fleiss' kappa over which of two answers meets more"))
	}
	x.Raters = a.Cohen.Raters
	for i, rater := range a.Cohen.Raters {
		row := matrixRow{Rater: rater}
		for j := range a.Cohen.Raters {
			cell := coefficientLine{}
			if i != j {
				cell = figureOf("", a.Cohen.Cells[i][j], "")
			}
			row.Cells = append(row.Cells, cell)
		}
		x.Matrix = append(x.Matrix, row)
	}
	for _, d := range a.Distances {
		x.Distances = append(x.Distances, distanceLine{d.Rater, share(d.PLD[0]), share(d.PLD[1]), share(d.PLD[2]), figureOf("", d.WPLD, ""), d.N})
	}
	x.Levels = []levelLine{{"all", a.Disagreement.Levels}}
	for i := range a.Disagreement.Levels {
		x.LevelNames = append(x.LevelNames, strconv.Itoa(i))
	}
}

func (x *agreementView) source(s *annotate.Rater) {
	line := sourceLine{
		Name: s.Judge, Person: s.Person, N: s.N, Undecided: s.Undecided, Accuracy: figureOf("", s.Accuracy, ""), Kappa: figureOf("", s.Kappa, ""),
		F1: figureOf("", s.MacroF1, ""), WPLD: figureOf("", s.Distance.WPLD, ""),
	}
	if s.Money > 0 {
		line.Money = s.Money.String()
		if s.Labels > 0 {
			line.PerLabel = (s.Money / adhere.Money(s.Labels)).String()
		}
	}
	if s.Time > 0 {
		line.Time = spent(s.Time)
	}
	x.Money, x.Time = x.Money || s.Money > 0, x.Time || s.Time > 0
	x.Sources = append(x.Sources, line)
	for _, l := range s.ByLabel {
		x.ByLabel = append(x.ByLabel, labelLine{l.Label, s.Judge, l.N, figureOf("", l.Accuracy, ""), figureOf("", l.Kappa, "")})
	}
}

// figureOf writes a coefficient with its interval, or why there is none.
func figureOf(name string, c metric.Coefficient, means string) coefficientLine {
	line := coefficientLine{Name: name, N: strconv.Itoa(c.N), Undefined: c.Undefined, Means: means}
	if c.Undefined == "" {
		line.Value, line.Range = fmt.Sprintf("%.3f", c.Value), fmt.Sprintf("%.3f to %.3f", c.Lo, c.Hi)
	}
	return line
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
	votes := make([]string, len(d.Said))
	for i, v := range d.Said {
		votes[i] = fmt.Sprintf("%d said %s", len(v.Whys), saidWord(d, v.Value))
	}
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
