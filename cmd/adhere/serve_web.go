package main

import (
	"context"
	"iter"
	"log/slog"
	"net"
	"runtime/debug"

	"adhere"
	"adhere/bench"
	"adhere/eval"
	"adhere/internal/accounts"
	"adhere/internal/serving"
	"adhere/internal/store"
	"adhere/internal/web"
	"adhere/metric"
	"adhere/report"
)

// webOptions are what the command line says of the pages.
type webOptions struct {
	origin string   // where people reach them
	files  []string // show the runs of these, and nothing else
	cases  string   // the file that requests are added to as tests of rules
	proxy  bool     // what stands before them tells addresses
	writingFlags
}

// serveWeb serves the pages until it is stopped. Beyond this machine they need
// accounts.
func (p *program) serveWeb(ctx context.Context, db, addr string, o webOptions, l *listening) error {
	s, err := p.webStore(ctx, db, o.files)
	if err != nil {
		return err
	}
	defer s.Close()
	people, err := s.People(ctx)
	if err != nil {
		return err
	}
	open := onlyHere(addr)
	if (!open || o.origin != "") && len(people) == 0 {
		return &adhere.Error{
			Code: adhere.Refused, Message: "others could reach " + addr + ", and there are no accounts",
			Hint: "make the first by adhere users add NAME --role admin, or serve this machine only, --addr localhost:8080",
		}
	}
	l.guarded = func() bool { return len(people) > 0 }
	service, err := p.service("adhere-web", addr, l)
	if err != nil {
		return err
	}
	// Pages need little, and large runs are counted one at a time.
	debug.SetMemoryLimit(memoryLimit)
	debug.SetGCPercent(50)
	place, leave, err := p.writing(ctx, s, &o.writingFlags)
	if err != nil {
		return err
	}
	defer leave()
	pages, err := web.New(web.Config{
		Accounts: accounts.NewKeeper(s, s, s, p.now), Runs: webRuns{s}, Records: webRecords{s}, Judging: webJudging{s}, Now: p.now,
		Annotation: web.Annotation{Campaigns: s, Stages: s, Sheets: s, Members: s, Desk: s, Lead: s},
		Writing:    place, Traffic: webTraffic{s, o.cases},
		Log: slog.New(slog.NewTextHandler(p.err, nil)), Version: version,
		Open: open, Origin: o.origin, Proxy: o.proxy, Closing: service.Closing(),
	})
	if err != nil {
		return err
	}
	service.Handle(serving.Route{Pattern: "/", Handler: pages, Access: serving.Open})
	for _, pattern := range pages.Streams() {
		service.Handle(serving.Route{Pattern: pattern, Handler: pages, Access: serving.Open, Timeout: -1})
	}
	p.sayHowToEnter(people, db, o.origin)
	return p.answerRequests(ctx, service, l)
}

// onlyHere reports whether nobody but this machine can reach the address.
func onlyHere(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	return err == nil && (host == "localhost" || net.ParseIP(host).IsLoopback())
}

// webRuns hands the store's runs to the pages.
type webRuns struct{ *store.Store }

func (s webRuns) SearchRuns(ctx context.Context, q web.RunQuery) ([]*adhere.Run, int, error) {
	return s.Store.SearchRuns(ctx, store.RunQuery(q))
}

// webRecords hands the store's records to the pages.
type webRecords struct{ *store.Store }

func (s webRecords) SlimPlaced(ctx context.Context, run string) iter.Seq2[web.Placed, error] {
	return func(yield func(web.Placed, error) bool) {
		for p, err := range s.Store.SlimPlaced(ctx, run) {
			if !yield(web.Placed(p), err) {
				return
			}
		}
	}
}

func (s webRecords) RecordsAt(ctx context.Context, run string, positions ...int) ([]web.Placed, error) {
	found, err := s.Store.RecordsAt(ctx, run, positions...)
	all := make([]web.Placed, len(found))
	for i, p := range found {
		all[i] = web.Placed(p)
	}
	return all, err
}

// webJudging knows the benchmarks that runs belong to.
type webJudging struct{ calls *store.Store }

func (webJudging) Result(r *adhere.Run, records []adhere.Record) (*report.Result, error) {
	b, warnings, err := howCounted(r)
	if err != nil {
		return nil, err
	}
	res := eval.Summarize(r, b, records)
	res.Warnings = append(warnings, res.Warnings...)
	return res, nil
}

// howCounted returns a run's benchmark. One that this program does not know,
// of another version for example, is counted as a user's own file is.
func howCounted(r *adhere.Run) (b *bench.Bench, warnings []string, err error) {
	b, err = eval.BenchOf(r)
	if adhere.CodeOf(err) == adhere.NotFound {
		own := bench.Custom(r.Plan.Bench, false)
		return &own, []string{"this program does not know the benchmark " + r.Plan.Bench + ": it is counted as one's own instructions are"}, nil
	}
	return b, nil, err
}

func (webJudging) Compare(a, b *adhere.Run, recordsA, recordsB []adhere.Record) (*report.Versus, error) {
	how, warnings, err := howCounted(a)
	if err != nil {
		return nil, err
	}
	if err := sameBench(a, b); err != nil {
		return nil, err
	}
	v, err := pairUp(a, b, how, recordsA, recordsB, metric.CompareOptions{NoFlips: true}) // the page has a list of its own
	if err == nil {
		v.Warnings = warnings
	}
	return v, err
}

func (j webJudging) Prompts(ctx context.Context) func(string, *adhere.Record) []adhere.Message {
	return shown(ctx, j.calls)
}
