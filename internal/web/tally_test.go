package web

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"adhere/internal/accounts"
	"adhere/internal/annotate"
	"adhere/metric"
)

// reading counts what is read of campaigns.
type reading struct {
	Annotation
	units, places, events atomic.Int64
}

func (r *reading) Units(ctx context.Context, campaign string, numbers ...int) ([]annotate.Unit, error) {
	all, err := r.Annotation.Units(ctx, campaign, numbers...)
	r.units.Add(int64(len(all)))
	return all, err
}

func (r *reading) Places(ctx context.Context, campaign, person string) ([]annotate.Place, error) {
	all, err := r.Annotation.Places(ctx, campaign, person)
	r.places.Add(int64(len(all)))
	return all, err
}

func (r *reading) CampaignEventsAfter(ctx context.Context, campaign string, id int64) ([]annotate.Event, error) {
	all, err := r.Annotation.CampaignEventsAfter(ctx, campaign, id)
	r.events.Add(int64(len(all)))
	return all, err
}

// largeCampaign is one with labels of that many people on all units.
func (x *site) largeCampaign(tb testing.TB, units, people int) string {
	tb.Helper()
	id, err := x.openCampaign(tb.Context(), "large", "score-then-questions", units, annotate.Settings{Overlap: people})
	if err != nil {
		tb.Fatal(err)
	}
	var events []annotate.Event
	for unit := 1; unit <= units; unit++ {
		for person := range people {
			fields := map[string]string{annotate.FieldOrder: "0,1,2,3,4"}
			for answer := range 5 {
				slot := string(rune('A' + answer))
				fields[slot+".score"] = fmt.Sprint(1 + (unit+answer+person)%5)
				for q := range 2 {
					fields[fmt.Sprintf("%s.%d", slot, q+1)] = []string{"met", "met", "not_met"}[(unit*7+answer*3+q+person*(unit%4))%3]
				}
			}
			events = append(events, annotate.Event{
				Campaign: id, Unit: unit, Person: fmt.Sprintf("person-%d", person), Kind: annotate.Import, Fields: fields, Version: 1, Client: "import", At: time.Unix(1e9, 0),
			})
		}
	}
	if err := x.store.AddEvents(tb.Context(), id, events); err != nil {
		tb.Fatal(err)
	}
	return id
}

// TestCampaignsAreReadOnce holds that pages over a campaign read its units
// once, and of its events only those that are new, and that what they say is
// never behind.
func TestCampaignsAreReadOnce(t *testing.T) {
	var r reading
	x := newSite(t, func(c *Config) {
		r.Annotation = c.Annotation
		c.Annotation = &r
	})
	id := x.largeCampaign(t, 20, 3)
	for range 3 {
		has(t, x.get("/campaigns/"+id+"/agreement", accounts.Admin), 200, "3 people on 20 units")
		has(t, x.get("/campaigns/"+id, accounts.Admin), 200, "person-1")
		has(t, x.get("/settle", accounts.Admin), 200)
	}
	if units, events := r.units.Load(), r.events.Load(); units != 22 || events != 60 {
		t.Errorf("nine pages read %d units and %d events, want each of 22 and 60 once", units, events)
	}
	err := x.store.AddEvents(t.Context(), id, []annotate.Event{{
		Campaign: id, Unit: 1, Person: "late", Kind: annotate.Import, Fields: map[string]string{annotate.FieldOrder: "0,1,2,3,4", "A.1": "met"}, Version: 1, Client: "import", At: time.Unix(1e9, 0),
	}})
	if err != nil {
		t.Fatal(err)
	}
	has(t, x.get("/campaigns/"+id+"/agreement", accounts.Admin), 200, "4 people on 20 units")
	if events := r.events.Load(); events != 61 {
		t.Errorf("one event more led to %d being read", events-60)
	}
}

// TestListsKeepTheLog holds that the page of all campaigns, which knows no log,
// leaves none of its entries out of what is remembered for other pages.
func TestListsKeepTheLog(t *testing.T) {
	x := newSite(t, nil)
	id, err := x.openCampaign(t.Context(), "round", "double-check", 3, annotate.Settings{Overlap: 1}, "annotator")
	if err != nil {
		t.Fatal(err)
	}
	x.lead(t, id, "guidelines", 303, "version", "1", "text", "Say yes.")
	x.lead(t, id, "practice/1", 303, "kind", "training", "version", "1", "1", "met")
	x.label(t, id, accounts.Annotator, 0)
	has(t, x.get("/settle", accounts.Admin), 200)
	has(t, x.get("/campaigns/"+id+"/files/verdicts.jsonl", accounts.Admin), 200, `"guidelines":2,"practice":2`)
	has(t, x.get("/campaigns/"+id+"/practice", accounts.Admin), 200, "practice by <bdi>admin")
}

// TestAgreementIsWorkedOutOnce holds that the agreement of a campaign is worked
// out again only when something was labelled.
func TestAgreementIsWorkedOutOnce(t *testing.T) {
	x := newSite(t, nil)
	id := x.largeCampaign(t, 3, 2)
	c := x.results(t, id).Campaign
	view := func() *agreementView {
		t.Helper()
		v, err := x.agreement(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	first := view()
	if view() != first {
		t.Error("nothing has changed, and the agreement is worked out again")
	}
	err := x.store.AddEvents(t.Context(), id, []annotate.Event{{
		Campaign: id, Unit: 1, Person: "late", Kind: annotate.Import, Fields: map[string]string{annotate.FieldOrder: "0,1,2,3,4", "A.1": "met"}, Version: 1, Client: "import", At: time.Unix(1e9, 0),
	}})
	if err != nil {
		t.Fatal(err)
	}
	if later := view(); later == first || later.A.People != 3 {
		t.Errorf("after a third person labelled, the agreement is that of %d people", later.A.People)
	}
}

// TestMoreUnitsAreEstimated holds that the page of agreement says how many more
// units an interval as narrow as wanted takes.
func TestMoreUnitsAreEstimated(t *testing.T) {
	x := newSite(t, nil)
	id := x.largeCampaign(t, 12, 3)
	path := "/campaigns/" + id + "/agreement"
	has(t, x.get(path+"?within=0.9", accounts.Admin), 200, "the units that are labelled suffice")
	has(t, x.get(path+"?within=0.01", accounts.Admin), 200, "more units are needed", `value="0.01"`)
	has(t, x.get(path+"?within=nothing", accounts.Admin), 200, `value="0.1"`)
	wide := metric.Coefficient{Value: 0.5, Lo: 0.3, Hi: 0.7}
	if p := precisionOf(wide, 10, "0.1"); p == nil || p.More != 30 || p.Now != "0.200" {
		t.Errorf("for half the width of 10 units the estimate is %+v", p)
	}
	if p := precisionOf(metric.Coefficient{Undefined: "nobody labelled"}, 0, ""); p != nil {
		t.Errorf("without an interval the estimate is %+v", p)
	}
}

// BenchmarkAgreementAgain looks at the agreement of 500 units with 20,000
// labels where nothing has changed.
func BenchmarkAgreementAgain(b *testing.B) {
	x := newSite(b, nil)
	id := x.largeCampaign(b, 500, 4)
	begun := time.Now()
	x.get("/campaigns/"+id+"/agreement", accounts.Admin)
	b.ReportMetric(time.Since(begun).Seconds(), "s/first")
	for b.Loop() {
		x.get("/campaigns/"+id+"/agreement", accounts.Admin)
	}
}

// BenchmarkCampaignAgain does the same with the page of the campaign.
func BenchmarkCampaignAgain(b *testing.B) {
	x := newSite(b, nil)
	id := x.largeCampaign(b, 500, 4)
	for b.Loop() {
		x.get("/campaigns/"+id, accounts.Admin)
	}
}
