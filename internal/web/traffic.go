package web

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"adhere/internal/gateway"

	"adhere"
	"adhere/internal/annotate"
	"adhere/internal/worddiff"
)

// Traffic is what the gateway kept of requests, each with at least one attempt.
type Traffic interface {
	// Exchanges returns the newest requests, at most limit, and only those that
	// did not meet everything if that is wanted; without counts those among them
	// that were kept without their attempts, and are left out.
	Exchanges(ctx context.Context, limit int, flagged bool) (all []gateway.Exchange, without int, err error)
	// Exchange returns the request of that ID. The error's code is NotFound
	// where there is none.
	Exchange(ctx context.Context, id string) (*gateway.Exchange, error)
	// Case returns a request as a line of the rules' test cases.
	Case(ctx context.Context, id string) (string, error)
	// AddCase adds that line to the file of cases, and returns the file's name.
	// The error's code is Invalid where there is no file.
	AddCase(ctx context.Context, id string) (file string, err error)
}

// mostTraffic is how many requests the page lists, and counts rates over.
const mostTraffic = 200

// A trafficView lists what went through the gateway.
type trafficView struct {
	Lines   []trafficLine
	Rates   []demandRate // of what was asked for most
	Rare    []demandRate // of the rest
	Flagged bool         // only flagged ones are listed
	Follow  bool         // what is new is shown by itself
	Lead    bool         // the visitor may have people label
	Total   int
	Without int // stored without their texts, and left out
	Changed int // answers that are not the draft
	Open    int // flagged ones
}

type trafficLine struct {
	*gateway.Exchange
	Asked   string
	Outcome outcomeTag
	Met, Of int
	Changed bool
}

// A demandRate is how often one demand was met by drafts and by answers.
type demandRate struct {
	Text          string
	Asked         int
	Draft, Answer int // met by
	Undecided     int // of the answers
}

func (s *Server) listTraffic(v *visit) error {
	q := v.r.URL.Query()
	all, without, err := s.Traffic.Exchanges(v.ctx(), mostTraffic, q.Get("flagged") != "")
	if err != nil {
		return err
	}
	view := newTrafficView(all)
	view.Without = without
	view.Flagged, view.Follow, view.Lead = q.Get("flagged") != "", q.Get("follow") != "", makesCampaigns().admits(v.person.Role)
	return v.show("traffic", view)
}

// ofTraffic holds that the gateway's traffic is shown.
func (s *Server) ofTraffic(do handler) handler {
	return given(func() bool { return s.Traffic != nil }, do, &adhere.Error{Code: adhere.NotFound, Message: "the gateway's traffic is not shown here", Hint: "adhere gateway --record stores it in the database that adhere serve shows"})
}

func newTrafficView(all []gateway.Exchange) trafficView {
	view := trafficView{Total: len(all)}
	rates := map[string]*demandRate{}
	for i := range all {
		x := &all[i]
		answer := answeredBy(x)
		l := trafficLine{Exchange: x, Asked: x.Trace.Instruction.Prompt(), Of: len(x.Trace.Instruction.Requirements), Changed: answer > 0}
		most := unjudged
		for k := range x.Trace.Instruction.Requirements {
			r := rateOf(rates, &x.Trace.Instruction.Requirements[k])
			r.Asked++
			switch says(x, answer, k).Outcome {
			case adhere.Met:
				l.Met++
				r.Answer++
				most = max(most, met)
			case adhere.NotMet:
				most = notMet
			default:
				most = max(most, undecided)
				r.Undecided++
			}
			r.Draft += count(says(x, 0, k).Outcome == adhere.Met)
		}
		l.Outcome = outcomeWords(most)
		view.Changed += count(l.Changed)
		view.Open += count(x.Report.Flagged)
		view.Lines = append(view.Lines, l)
	}
	for _, r := range rates {
		view.Rates = append(view.Rates, *r)
	}
	slices.SortFunc(view.Rates, func(a, b demandRate) int {
		return cmp.Or(cmp.Compare(b.Asked, a.Asked), cmp.Compare(a.Text, b.Text))
	})
	view.Rates, view.Rare = view.Rates[:min(mostRates, len(view.Rates))], view.Rates[min(mostRates, len(view.Rates)):]
	return view
}

// mostRates is how many demands the page shows at once; the rest can be opened.
const mostRates = 8

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// rateOf finds the rate of a demand, by its words without case.
func rateOf(rates map[string]*demandRate, r *adhere.Requirement) *demandRate {
	text := r.Wanted()
	key := strings.ToLower(strings.Join(strings.Fields(text), " "))
	if rates[key] == nil {
		rates[key] = &demandRate{Text: text}
	}
	return rates[key]
}

// Share writes how many of those asked met the demand.
func (r demandRate) Share(n int) string { return share(float64(n) / float64(r.Asked)) }

// answeredBy is which attempt the client got, from 0.
func answeredBy(x *gateway.Exchange) int {
	return min(max(x.Report.Answer-1, 0), len(x.Trace.Attempts)-1)
}

// says is the verdict of an attempt on a demand.
func says(x *gateway.Exchange, attempt, requirement int) adhere.Verdict {
	if of := x.Trace.Attempts[attempt].Verdicts; requirement < len(of) {
		return of[requirement]
	}
	return adhere.Verdict{Outcome: adhere.Skipped}
}

// An exchangeView shows one request: the draft beside the answer that the
// client got, with what each demand found in both.
type exchangeView struct {
	trouble
	*gateway.Exchange
	sheet
	Others []exchangeAttempt // that are neither the draft nor the answer
	Case   string            // as a line of test cases
	Added  string            // the file that it was added to
	Lead   bool
}

type exchangeAttempt struct {
	Number    int
	Step      string
	Changes   []worddiff.Change // against the draft
	Discarded string
}

// exchange shows the request in the path.
func (s *Server) exchange(v *visit) (*exchangeView, error) {
	x, err := s.Traffic.Exchange(v.ctx(), v.r.PathValue("request"))
	if err != nil {
		return nil, err
	}
	view := s.newExchangeView(x)
	view.Lead = makesCampaigns().admits(v.person.Role)
	view.Case, err = s.Traffic.Case(v.ctx(), x.ID)
	return view, err
}

func (s *Server) newExchangeView(x *gateway.Exchange) *exchangeView {
	view := &exchangeView{Exchange: x, sheet: sheetOf(x.Trace.Instruction, cut)}
	answer := answeredBy(x)
	g := s.attempt(x, answer, "")
	if answer > 0 {
		g = abreast(side{"A", s.attempt(x, 0, "the draft"), ""}, side{"B", s.attempt(x, answer, "what the client got"), ""})
		g.Open = true
	}
	view.Groups = []group{g}
	for i := 1; i < len(x.Trace.Attempts); i++ {
		if i != answer {
			a := &x.Trace.Attempts[i]
			view.Others = append(view.Others, exchangeAttempt{i + 1, string(a.Step), worddiff.Diff(textOf(&x.Trace.Attempts[0]), textOf(a)), cmp.Or(a.Discarded, a.Err)})
		}
	}
	return view
}

func textOf(a *adhere.Attempt) string {
	if a.Response == nil {
		return ""
	}
	return a.Response.Text
}

// attempt shows one attempt with what was found of each demand.
func (s *Server) attempt(x *gateway.Exchange, at int, title string) group {
	in, a := x.Trace.Instruction, &x.Trace.Attempts[at]
	g := group{Answers: []answerView{{Title: title, Err: a.Err, Text: cut("Answer", textOf(a))}}}
	for k := range in.Requirements {
		r := &in.Requirements[k]
		said := says(x, at, k)
		said.Outcome = r.Right(said.Outcome)
		row := requirementOf(in, k)
		row.Merged, row.Verdicts = tagOf(said.Outcome), []verdictView{verdictOf(said)}
		row.point(g.Answers[0].Text.Text, s.Judging.Spans(r, textOf(a)))
		g.Rows = append(g.Rows, row)
	}
	return g
}

// addCase makes a request a test of the rules.
func (s *Server) addCase(v *visit) error {
	file, err := s.Traffic.AddCase(v.ctx(), v.r.PathValue("request"))
	return showTaken(v, err, "exchange", s.exchange, func(x *exchangeView) { x.Added = file })
}

// labelTraffic makes a campaign, still a draft, of the requests that are chosen.
func (s *Server) labelTraffic(v *visit) error {
	ids := v.r.PostForm["request"]
	if len(ids) == 0 || len(ids) > mostTraffic {
		return &adhere.Error{Code: adhere.Invalid, Message: "no request is selected", Hint: "go back and select at least one"}
	}
	p := annotate.Protocols()[0]
	var work []annotate.Sourced
	for _, id := range ids {
		x, err := s.Traffic.Exchange(v.ctx(), id)
		if err != nil {
			return err
		}
		a := &x.Trace.Attempts[answeredBy(x)]
		in := *x.Trace.Instruction
		in.ID = x.ID
		work = append(work, annotate.Sourced{Run: "gateway", Record: &adhere.Record{Instruction: &in, Response: a.Response, Verdicts: a.Verdicts}})
	}
	c, err := annotate.NewCampaign(s.nameOf("Traffic"), p.Name, annotate.Settings{Lease: 2 * time.Hour, Every: 10})
	if err != nil {
		return err
	}
	units := annotate.NewUnits(&p, work, annotate.Choosing{})
	if err := c.SetUnits(units); err != nil {
		return err
	}
	c.Created = s.Now()
	if err := s.Annotation.CreateCampaign(v.ctx(), c, units); err != nil {
		return err
	}
	return v.redirect(campaignPath(c.ID))
}
