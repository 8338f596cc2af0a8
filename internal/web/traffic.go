package web

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"adhere"
	"adhere/internal/annotate"
	"adhere/internal/worddiff"
)

// Traffic is what the gateway kept of requests.
type Traffic interface {
	// Exchanges returns the newest requests, at most limit, and only those that
	// did not meet everything if that is wanted.
	Exchanges(ctx context.Context, limit int, flagged bool) ([]Exchange, error)
	// Exchange returns the request of that ID. The error's code is NotFound
	// where there is none.
	Exchange(ctx context.Context, id string) (*Exchange, error)
	// Case returns a request as a line of the rules' test cases.
	Case(ctx context.Context, id string) (string, error)
	// AddCase adds that line to the file of cases, and returns the file's name.
	// The error's code is Invalid where there is no file.
	AddCase(ctx context.Context, id string) (file string, err error)
}

// An Exchange is a request whose answer was checked.
type Exchange struct {
	ID                                string
	Time                              time.Time
	Account, Model, Strategy, Stopped string
	Flagged                           bool
	Trace                             *adhere.Trace
	Answer                            int // the attempt that was answered, from 0
	Seen                              []SeenDemand
}

// A SeenDemand was read in a request and not checked.
type SeenDemand struct{ Text, Why string }

// mostTraffic is how many requests the page lists, and counts rates over.
const mostTraffic = 200

// followEvery is how often a page that is followed comes back.
const followEvery = 5 * time.Second

// A trafficView lists what went through the gateway.
type trafficView struct {
	Lines   []trafficLine
	Rates   []demandRate
	Flagged bool // only flagged ones are listed
	Follow  bool // the page comes back by itself
	Lead    bool // the visitor may have people label
	Total   int
	Changed int // answers that are not the draft
	Open    int // flagged ones
}

type trafficLine struct {
	ID, Href, Asked, Account, Model, Strategy, Stopped string
	Time                                               time.Time
	Met, NotMet, Undecided                             int
	Attempts                                           int
	Flagged, Changed                                   bool
}

// A demandRate is how often one demand was met by drafts and by answers.
type demandRate struct {
	Text          string
	Asked         int
	Draft, Answer int // met by
	Undecided     int // of the answers
}

func (s *Server) listTraffic(v *visit) error {
	if s.Traffic == nil {
		return noTraffic()
	}
	q := v.r.URL.Query()
	all, err := s.Traffic.Exchanges(v.ctx(), mostTraffic, q.Get("flagged") != "")
	if err != nil {
		return err
	}
	view := newTrafficView(all)
	view.Flagged, view.Follow, view.Lead = q.Get("flagged") != "", q.Get("follow") != "", makesCampaigns().admits(v.person.Role)
	if view.Follow {
		v.w.Header().Set("Refresh", strconv.Itoa(int(followEvery.Seconds())))
	}
	return v.show("traffic", view)
}

func noTraffic() error {
	return &adhere.Error{Code: adhere.NotFound, Message: "the gateway's traffic is not shown here", Hint: "adhere gateway --record stores it in the database that adhere serve shows"}
}

func newTrafficView(all []Exchange) trafficView {
	view := trafficView{Total: len(all)}
	rates := map[string]*demandRate{}
	for i := range all {
		x := &all[i]
		l := trafficLine{
			ID: x.ID, Href: "/traffic/" + x.ID, Asked: x.asked(), Account: x.Account, Model: x.Model, Strategy: x.Strategy, Stopped: x.Stopped,
			Time: x.Time, Attempts: len(x.Trace.Attempts), Flagged: x.Flagged, Changed: x.Answer > 0,
		}
		for k := range x.Trace.Instruction.Requirements {
			r := rateOf(rates, &x.Trace.Instruction.Requirements[k])
			r.Asked++
			switch x.says(x.Answer, k) {
			case adhere.Met:
				l.Met++
				r.Answer++
			case adhere.NotMet:
				l.NotMet++
			default:
				l.Undecided++
				r.Undecided++
			}
			if x.says(0, k) == adhere.Met {
				r.Draft++
			}
		}
		view.Changed += count(l.Changed)
		view.Open += count(l.Flagged)
		view.Lines = append(view.Lines, l)
	}
	for _, r := range rates {
		view.Rates = append(view.Rates, *r)
	}
	slices.SortFunc(view.Rates, func(a, b demandRate) int {
		return cmp.Or(cmp.Compare(b.Asked, a.Asked), cmp.Compare(a.Text, b.Text))
	})
	return view
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// rateOf finds the rate of a demand, by its words without case.
func rateOf(rates map[string]*demandRate, r *adhere.Requirement) *demandRate {
	text := r.Text
	if text == "" && r.Rule != nil {
		text = r.Rule.Name
	}
	key := strings.ToLower(strings.Join(strings.Fields(text), " "))
	if rates[key] == nil {
		rates[key] = &demandRate{Text: text}
	}
	return rates[key]
}

// says is the verdict of an attempt on a demand.
func (x *Exchange) says(attempt, requirement int) adhere.Outcome {
	if attempt < len(x.Trace.Attempts) && requirement < len(x.Trace.Attempts[attempt].Verdicts) {
		return x.Trace.Attempts[attempt].Verdicts[requirement].Outcome
	}
	return adhere.Skipped
}

// asked is what the user said last.
func (x *Exchange) asked() string {
	turns := x.Trace.Instruction.Messages
	if len(turns) == 0 {
		return ""
	}
	return turns[len(turns)-1].Text
}

// An exchangeView shows one request.
type exchangeView struct {
	Exchange
	Turns    []adhere.Message
	Attempts []exchangeAttempt
	Demands  []exchangeDemand
	Case     string // as a line of test cases
	Added    string // the file that it was added to
	Lead     bool
	Error    string
	Hint     string
}

type exchangeAttempt struct {
	Number    int
	Step      string
	Text      string
	Changes   []worddiff.Change // against the draft
	Discarded string
	Given     bool // this is the answer
}

type exchangeDemand struct{ Text, Draft, Answer, Judge, Evidence string }

func (s *Server) showExchange(v *visit) error { return s.exchange(v, http.StatusOK, "", nil) }

// exchange shows a request, with what became of a test that was made of it.
func (s *Server) exchange(v *visit, status int, added string, failed error) error {
	if s.Traffic == nil {
		return noTraffic()
	}
	x, err := s.Traffic.Exchange(v.ctx(), v.r.PathValue("request"))
	if err != nil {
		return err
	}
	view := newExchangeView(x)
	view.Added, view.Lead = added, makesCampaigns().admits(v.person.Role)
	if view.Case, err = s.Traffic.Case(v.ctx(), x.ID); err != nil {
		return err
	}
	if failed != nil {
		e := errorOf(failed)
		status, view.Error, view.Hint = e.Status, e.Message, e.Hint
	}
	return v.showAs(status, "exchange", view)
}

func newExchangeView(x *Exchange) exchangeView {
	view := exchangeView{Exchange: *x, Turns: x.Trace.Instruction.Messages}
	draft := ""
	for i := range x.Trace.Attempts {
		a := &x.Trace.Attempts[i]
		one := exchangeAttempt{Number: i + 1, Step: string(a.Step), Discarded: cmp.Or(a.Discarded, a.Err), Given: i == x.Answer}
		if a.Response != nil {
			one.Text = a.Response.Text
		}
		if i == 0 {
			draft = one.Text
		} else if one.Text != "" {
			one.Changes = worddiff.Diff(draft, one.Text)
		}
		view.Attempts = append(view.Attempts, one)
	}
	for k := range x.Trace.Instruction.Requirements {
		r := &x.Trace.Instruction.Requirements[k]
		d := exchangeDemand{Text: r.Text, Draft: string(x.says(0, k)), Answer: string(x.says(x.Answer, k))}
		if d.Text == "" && r.Rule != nil {
			d.Text = r.Rule.Name
		}
		if x.says(x.Answer, k) != adhere.Skipped {
			verdict := &x.Trace.Attempts[x.Answer].Verdicts[k]
			d.Judge, d.Evidence = verdict.Judge, cmp.Or(verdict.Reason, verdict.Evidence)
		}
		view.Demands = append(view.Demands, d)
	}
	return view
}

// addCase makes a request a test of the rules.
func (s *Server) addCase(v *visit) error {
	if s.Traffic == nil {
		return noTraffic()
	}
	file, err := s.Traffic.AddCase(v.ctx(), v.r.PathValue("request"))
	if adhere.CodeOf(err) == adhere.Invalid {
		return s.exchange(v, http.StatusOK, "", err)
	}
	if err != nil {
		return err
	}
	return s.exchange(v, http.StatusOK, file, nil)
}

// labelTraffic makes a campaign, still a draft, of the requests that are chosen.
func (s *Server) labelTraffic(v *visit) error {
	if s.Traffic == nil {
		return noTraffic()
	}
	if err := v.parseForm(); err != nil {
		return err
	}
	ids := v.r.PostForm["request"]
	if len(ids) == 0 || len(ids) > mostTraffic {
		return &adhere.Error{Code: adhere.Invalid, Message: "no request is chosen", Hint: "go back and tick at least one"}
	}
	p := annotate.Protocols()[0]
	var work []annotate.Sourced
	for _, id := range ids {
		x, err := s.Traffic.Exchange(v.ctx(), id)
		if err != nil {
			return err
		}
		a := &x.Trace.Attempts[x.Answer]
		in := *x.Trace.Instruction
		in.ID = x.ID
		work = append(work, annotate.Sourced{Run: "gateway", Record: &adhere.Record{Instruction: &in, Response: a.Response, Verdicts: a.Verdicts}})
	}
	now := s.Now()
	c, err := annotate.NewCampaign("Traffic of "+now.UTC().Format("2006-01-02 15:04:05"), p.Name, annotate.Settings{Lease: 2 * time.Hour, Every: 10})
	if err != nil {
		return err
	}
	units := annotate.NewUnits(&p, work, annotate.Choosing{})
	if err := c.SetUnits(units); err != nil {
		return err
	}
	c.Created = now
	if err := s.Annotation.Campaigns.CreateCampaign(v.ctx(), c, units); err != nil {
		return err
	}
	return v.redirect(campaignPath(c.ID))
}
